<?php

declare(strict_types=1);

namespace RedisLock\Laravel\Connection;

/** PHP's TLS options ("context" of phpredis, "ssl" of predis) as those of the extension. */
final class TlsSettings
{
    private const NAMES = ['cafile' => 'tls_ca', 'local_cert' => 'tls_cert', 'local_pk' => 'tls_key', 'peer_name' => 'tls_name'];
    /** What the extension always does: another wish cannot be granted. */
    private const ALWAYS = ['verify_peer', 'verify_peer_name', 'SNI_enabled', 'disable_compression'];
    private const NEVER = ['allow_self_signed'];
    private const WITHOUT_EFFECT = ['capture_peer_cert', 'capture_peer_cert_chain'];

    /**
     * @param array<string, mixed> $config of a connection
     * @return array<string, string>
     */
    public static function of(array $config, string $where): array
    {
        if (isset($config['ssl'])) {
            return self::read($config['ssl'], "$where.ssl");
        }
        $context = $config['context'] ?? [];
        unset($context['auth']); // phpredis has it there too
        foreach (['stream', 'ssl'] as $part) {
            if (isset($context[$part])) {
                return self::read($context[$part], "$where.context.$part");
            }
        }

        return self::read($context, "$where.context");
    }

    /** @return array<string, string> */
    private static function read(array $context, string $where): array
    {
        // Like PHP's own client, which trusts what openssl of this system trusts.
        $tls = ['tls_ca' => ini_get('openssl.cafile') ?: 'system'];
        foreach ($context as $name => $value) {
            if ($value === null || in_array($name, self::WITHOUT_EFFECT, true)) {
                continue;
            }
            match (true) {
                isset(self::NAMES[$name]) => $tls[self::NAMES[$name]] = (string) $value,
                in_array($name, self::ALWAYS, true) => self::isOn($value) || throw UnusableSettingException::of("$where.$name", 'it is off, but with TLS the certificate of the server is always verified; give its authority in "cafile", its name in "peer_name"'),
                in_array($name, self::NEVER, true) => self::isOn($value) && throw UnusableSettingException::of("$where.$name", 'it is on, but a certificate must be signed by an authority that is trusted: give it in "cafile"'),
                default => throw UnusableSettingException::unknown("$where.$name"),
            };
        }
        if (isset($tls['tls_cert'])) {
            $tls['tls_key'] ??= $tls['tls_cert']; // PHP takes both from one file then
        }

        return $tls;
    }

    private static function isOn(mixed $value): bool
    {
        return filter_var($value, FILTER_VALIDATE_BOOL);
    }
}
