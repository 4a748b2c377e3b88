<?php

declare(strict_types=1);

/** What a careful team writes by hand; the script is loaded once, beforehand. */
return static function (Endpoint $endpoint): Closure {
    $redis = $endpoint->phpredis();
    $sha = $redis->script('load', "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0");

    return static function (int $pairs) use ($redis, $sha): void {
        for ($i = 0; $i < $pairs; $i++) {
            $token = bin2hex(random_bytes(16));
            if ($redis->set('bench:phpredis', $token, ['nx', 'px' => 30000]) !== true) {
                throw new RuntimeException('phpredis: not acquired');
            }
            if ($redis->evalSha($sha, ['bench:phpredis', $token], 1) !== 1) {
                throw new RuntimeException('phpredis: not released');
            }
        }
    };
};
