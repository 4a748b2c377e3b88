<?php

/**
 * The public API of the redis_lock extension, for editors and static analysers.
 * Never load this file where the extension is loaded: the names would collide.
 *
 * All durations are seconds, `int|float`. Bytes in keys and tokens are taken as they are. Arguments are
 * checked before anything is sent: a bad one is a ValueError or TypeError that names the parameter.
 *
 * Settings of php.ini (name | default | may be changed in | meaning):
 *
 * @ini redis_lock.dsn             |          | SYSTEM,PERDIR | server to use where no `connection` is given; several, with spaces between, are a set of nodes
 * @ini redis_lock.prefix          |          | SYSTEM,PERDIR | put before every key
 * @ini redis_lock.ttl             | 30       | ALL           | default `ttl`, seconds
 * @ini redis_lock.wait            | 0        | ALL           | default `wait`, seconds; 0: one try
 * @ini redis_lock.auto_renew      | 0        | ALL           | default `autoRenew`
 * @ini redis_lock.max_hold        | 3600     | ALL           | default `maxHold`, seconds; less than the ttl counts as the ttl
 * @ini redis_lock.connect_timeout | 1.0      | ALL           | connecting with AUTH and SELECT, seconds
 * @ini redis_lock.timeout         | 1.0      | ALL           | one request, seconds
 * @ini redis_lock.owner_label     | host:pid | ALL           | ends each token, for operators; default: host name and process number.
 *                                                              Printable ASCII without `@` and spaces, other characters become dashes
 */

namespace {
    /**
     * A distributed lock on one Redis or Valkey server, or on a majority of several: a lease on `key` that ends after `ttl` seconds unless
     * renewed, by renew() or, with autoRenew, in the background.
     *
     * The instance methods are described at {@see RedisLock\Lock}. An object is neither cloneable nor serialisable:
     * {@see RedisLock::token()} and {@see RedisLock::restore()} hand a lease to another process. In a forked child
     * every inherited object is Idle and never touches the lease of its parent.
     *
     * ```php
     * $lock = new RedisLock('report:daily', ttl: 60);
     * try {
     *     echo $lock->withLock(fn (RedisLock\Lock $lock): string => "report built under {$lock->key()}\n", wait: 5);
     * } catch (RedisLock\ContendedException $e) {
     *     echo "someone else is building it\n";
     * } catch (RedisLock\LostException $e) {
     *     echo "built, but the lease did not last: check before you publish\n";
     * } catch (RedisLock\UnavailableException $e) {
     *     echo "Redis could not serve: {$e->getMessage()}\n";
     * }
     * ```
     *
     * @phpstan-type ConnectionOptions array{
     *     scheme?: non-empty-string,
     *     host?: non-empty-string,
     *     port?: int<1, 65535>,
     *     path?: non-empty-string,
     *     hosts?: non-empty-list<non-empty-string>|non-empty-string,
     *     service?: non-empty-string,
     *     sentinel_user?: string,
     *     sentinel_password?: string,
     *     user?: string,
     *     password?: string,
     *     db?: int<0, max>,
     *     connect_timeout?: int|float,
     *     timeout?: int|float,
     *     prefix?: string,
     *     client_name?: string,
     *     tls_ca?: string,
     *     tls_cert?: string,
     *     tls_key?: string,
     *     tls_name?: string,
     *     restart_guard?: int|float,
     * }
     */
    final class RedisLock implements RedisLock\Lock
    {
        /**
         * Nothing is sent here: the settings are read now, the connection is made when it is first needed.
         *
         * @param non-empty-string $key 1 to 4096 bytes, any content
         * @param int|float|null $ttl seconds a grant lives, 0.001 to one year; null: ini redis_lock.ttl
         * @param int|float|null $wait seconds an acquire waits, 0 to 86,400; short for `retry: RetryPolicy::wait($wait)`;
         *                             null: ini redis_lock.wait
         * @param RedisLock\RetryPolicy|null $retry how to wait; not together with $wait
         * @param ConnectionOptions|non-empty-string|non-empty-list<non-empty-string|ConnectionOptions>|null $connection DSN, options,
         *        or a list of them: several independent nodes that grant by majority (Redlock), a list of one being that one.
         *        Several DSNs with spaces between them are such a list too. null: ini redis_lock.dsn, else the environment's
         *        REDIS_LOCK_DSN, else REDIS_URL, else redis://127.0.0.1:6379
         * @param bool|null $autoRenew renew the lease in the background, by native code, while PHP works; null: ini
         *                             redis_lock.auto_renew
         * @param int|float|null $maxHold seconds after its grant until which a lease is renewed in the background, 0.001 to
         *                             one year, not less than a `ttl` given with it; null: ini redis_lock.max_hold
         * @param bool $fencing number every grant, see {@see RedisLock\Lock::fence()}; the server keeps the last number in a key
         *        beside the lock's that stays. Every process that locks the key is to pass it
         * @param bool $autoRelease release when the object or the request ends
         * @param bool $abortOnLoss throw a LostException into the running code as soon as a loss is known, at its next safe
         *        point: a loop, a call, a return, a wait of this class; not inside a function of C that takes long, such as
         *        sleep() or a query, but right after it. Once for each loss, and only while the caller does not know yet
         * @param int<0, 65535> $replicas so many replicas of the server must have a grant before it is one: acquire waits for them
         *        for at most the connection's `timeout` and the ttl, else gives it back and throws NOREPLICAS, or tries again while there is
         *        wait left. Renewals wait for nobody
         * @param non-empty-string|null $token 1 to 256 bytes, used by every grant of this object; the caller vouches that
         *        nobody else uses it, and prefers a fresh one per job: a release that got no answer may arrive late and end
         *        a newer grant under the same token. null: a fresh random token for every grant, and for every try on a set of nodes,
         *        which refuses another one
         *
         * @throws \ValueError a value that cannot be, a connection setting that cannot be read, or $wait beside $retry
         * @throws \TypeError
         */
        public function __construct(
            string $key,
            ?float $ttl = null,
            ?float $wait = null,
            ?RedisLock\RetryPolicy $retry = null,
            #[\SensitiveParameter] array|string|null $connection = null,
            ?bool $autoRenew = null,
            ?float $maxHold = null,
            bool $fencing = false,
            bool $autoRelease = true,
            bool $abortOnLoss = false,
            int $replicas = 0,
            #[\SensitiveParameter] ?string $token = null,
        ) {}

        /**
         * {@inheritDoc} On PHP 8.5 and later this method carries `#[\NoDiscard]`.
         *
         * @throws \ValueError
         * @throws RedisLock\UnavailableException
         * @throws RedisLock\LockException
         */
        public function acquire(?float $wait = null): bool {}

        /**
         * {@inheritDoc} On PHP 8.5 and later this method carries `#[\NoDiscard]`.
         *
         * @throws \ValueError
         * @throws RedisLock\UnavailableException
         * @throws RedisLock\LockException
         */
        public function renew(?float $ttl = null): bool {}

        /**
         * {@inheritDoc} On PHP 8.5 and later this method carries `#[\NoDiscard]`.
         *
         * @throws RedisLock\UnavailableException
         * @throws RedisLock\LockException
         */
        public function release(): bool {}

        /**
         * {@inheritDoc}
         *
         * @template T
         * @param callable(RedisLock\Lock): T $callback
         * @return T
         *
         * @throws \ValueError
         * @throws RedisLock\ContendedException
         * @throws RedisLock\LostException
         * @throws RedisLock\UnavailableException
         * @throws RedisLock\LockException
         */
        public function withLock(callable $callback, ?float $wait = null): mixed {}

        /** {@inheritDoc} */
        public function detach(): string {}

        /** {@inheritDoc} */
        public function isHeld(): bool {}

        /**
         * {@inheritDoc}
         *
         * @throws \ValueError
         * @throws RedisLock\LostException
         */
        public function assertHeld(float $atLeast = 0.0): void {}

        /** {@inheritDoc} */
        public function remaining(): float {}

        /** {@inheritDoc} */
        public function state(): RedisLock\State {}

        /** {@inheritDoc} */
        public function key(): string {}

        /** {@inheritDoc} */
        public function token(): ?string {}

        /** {@inheritDoc} */
        public function fence(): ?int {}

        /** {@inheritDoc} */
        public function lastContender(): ?RedisLock\Holder {}

        /**
         * {@inheritDoc}
         *
         * @throws RedisLock\UnavailableException
         */
        public function holder(): ?RedisLock\Holder {}

        /**
         * Takes over a lease by its token, in this process or another; nothing is sent.
         *
         * The object starts as Unknown: release() works at once, renew() or acquire() finds out whether the lease is
         * still ours, and from then on it is renewed in the background if that is wished for. A renew() without ttl never
         * shortens what is left. Unlike the constructor, autoRelease is off.
         *
         * @param non-empty-string $key as given to the object that acquired
         * @param non-empty-string $token what token() or detach() returned there
         * @param int|float|null $ttl seconds, for renew() and later grants
         * @param int|float|null $wait seconds
         * @param ConnectionOptions|non-empty-string|non-empty-list<non-empty-string|ConnectionOptions>|null $connection
         * @param int|float|null $maxHold seconds, counted from here
         * @param bool $fencing for later grants
         * @param int<0, 65535> $replicas for later grants
         * @param int<1, max>|null $fence what fence() returned there: a restored lease is not numbered anew
         *
         * @throws \ValueError
         * @throws \TypeError
         */
        public static function restore(
            string $key,
            #[\SensitiveParameter] string $token,
            ?float $ttl = null,
            ?float $wait = null,
            ?RedisLock\RetryPolicy $retry = null,
            #[\SensitiveParameter] array|string|null $connection = null,
            ?bool $autoRenew = null,
            ?float $maxHold = null,
            bool $fencing = false,
            bool $autoRelease = false,
            bool $abortOnLoss = false,
            int $replicas = 0,
            ?int $fence = null,
        ): RedisLock {}

        /**
         * Deletes whatever holds the key, whoever owns it: a tool for operators, never for normal code.
         *
         * @param non-empty-string $key
         * @param ConnectionOptions|non-empty-string|non-empty-list<non-empty-string|ConnectionOptions>|null $connection
         * @return bool whether there was anything
         *
         * @throws \ValueError
         * @throws \TypeError
         * @throws RedisLock\UnavailableException
         */
        public static function forceRelease(string $key, #[\SensitiveParameter] array|string|null $connection = null): bool {}

        /**
         * Frees every lease of this process whose object has autoRelease on; call it after each job of a long-lived worker.
         *
         * Never throws; a server that does not answer costs at most half a second in all. A lease whose release got no answer
         * is no longer held, its object is Unknown as after release(): that may be called again, else the ttl ends the lease
         * at the latest. An object that is inside a waiting call is left alone.
         *
         * @return int<0, max> how many leases it freed
         */
        public static function releaseAll(): int {}
    }
}

namespace RedisLock {
    /**
     * What a lock can do. Use it for type hints and test doubles; it may grow in a minor version.
     *
     * ```php
     * function publish(RedisLock\Lock $lock): string
     * {
     *     if (!$lock->acquire(wait: 2)) {
     *         return "busy: held by {$lock->lastContender()?->label()}\n";
     *     }
     *     try {
     *         $lock->assertHeld(atLeast: 1.0);
     *
     *         return "published\n";
     *     } finally {
     *         $lock->release();
     *     }
     * }
     * echo publish(new RedisLock('publish'));
     * ```
     */
    interface Lock
    {
        /**
         * Tries to get the lock, at least once, until it is held or the wait is over.
         *
         * On an object that holds its lease already this renews it. A call that got no answer leaves the object Unknown;
         * the next acquire on the same object takes that grant over if it did happen.
         *
         * @param int|float|null $wait seconds for this call, 0 to 86,400: under `none` and `wait` how long to wait, under
         *                             `fixed` and `exponential` a cap on the whole time; null: as constructed
         * @return bool true: held; false: another owner held it until the wait ended
         *
         * @throws \ValueError
         * @throws UnavailableException Redis could not serve; {@see UncertainException} if the lease may exist
         * @throws LockException the object is inside a waiting call and a signal handler called it
         */
        public function acquire(?float $wait = null): bool;

        /**
         * Starts the lease anew: `ttl` seconds from now.
         *
         * Without an answer the former validity is kept, the state is Unknown and the call may be repeated. A shorter ttl
         * shortens what this object believes, never what the server keeps. Without a lease: false, and nothing is sent.
         *
         * @param int|float|null $ttl seconds, from now on the ttl of this grant; null: the ttl it has
         * @return bool true: extended; false: no longer ours, or never was
         *
         * @throws \ValueError
         * @throws UnavailableException
         * @throws LockException the object is inside a waiting call and a signal handler called it
         */
        public function renew(?float $ttl = null): bool;

        /**
         * Frees the lease if it is still ours; a key that someone else holds is never touched.
         *
         * Without an answer the object counts as not held at once, keeps its token, and the call may be repeated.
         *
         * @return bool true: this call freed our lease; false: it was no longer ours, or there was none
         *
         * @throws UnavailableException
         * @throws LockException the object is inside a waiting call and a signal handler called it
         */
        public function release(): bool;

        /**
         * Acquires, runs the callback, releases.
         *
         * What the callback throws comes out unchanged. If it returns and the lease was valid throughout, its value is
         * returned even when the release fails. A generator or a promise is returned as it is: its body runs after the
         * release, unprotected. On an object that is held already the lease is kept at the end.
         *
         * @template T
         * @param callable(Lock): T $callback gets this object
         * @param int|float|null $wait as for acquire()
         * @return T
         *
         * @throws \ValueError
         * @throws ContendedException another owner held the key until the wait ended; the callback did not run
         * @throws LostException the callback ran, the lease did not last; getResult() has its value
         * @throws UnavailableException Redis could not serve; the callback did not run
         * @throws LockException the object is inside a waiting call and a signal handler called it
         */
        public function withLock(callable $callback, ?float $wait = null): mixed;

        /**
         * Lets the lease live on until its ttl ends: no release by this object or at the end of the request.
         *
         * @return string the token, for {@see \RedisLock::restore()}, which refuses the '' that comes back where there is no lease
         */
        public function detach(): string;

        /** Whether the lease is valid by this process's own clock: no network, the same as `remaining() > 0`. */
        public function isHeld(): bool;

        /**
         * Throws unless the lease is valid for that long, also when it is ours but has less left; asks nobody, so it may be called in a loop.
         *
         * @param int|float $atLeast seconds the lease must still have
         *
         * @throws \ValueError
         * @throws LostException
         */
        public function assertHeld(float $atLeast = 0.0): void;

        /** Seconds the lease is surely valid, never more than the server keeps it; 0.0 when not held. No network. */
        public function remaining(): float;

        /** What this object knows of its lease. No network. */
        public function state(): State;

        /**
         * The key as given, without the prefix.
         *
         * @return non-empty-string
         */
        public function key(): string;

        /**
         * The token of the grant: proof of ownership, so keep it secret. Null in Idle and Released unless it was given.
         *
         * @return non-empty-string|null
         */
        public function token(): ?string;

        /**
         * The number of this grant, with `fencing`: higher than that of every earlier grant of the key, a renewal keeps it.
         *
         * A resource that keeps the highest number it saw, and refuses a lower one, is safe from a holder that comes too late.
         * After the server lost its data numbers go on from its clock, in microseconds. No network.
         *
         * @return int<1, max>|null null in Idle and Released, and for a grant without a number
         */
        public function fence(): ?int;

        /** Whom the last acquire that failed on contention met, as far as it learned; null if none did. No network. */
        public function lastContender(): ?Holder;

        /**
         * Asks the server who holds the key now and changes nothing; null if it is free.
         *
         * @throws UnavailableException
         */
        public function holder(): ?Holder;
    }

    /**
     * What an object knows of its lease.
     *
     * ```php
     * $lock = new RedisLock('state');
     * assert($lock->state() === RedisLock\State::Idle);
     * $lock->acquire();
     * assert($lock->state() === RedisLock\State::Held);
     * $lock->release();
     * assert($lock->state() === RedisLock\State::Released);
     * ```
     */
    enum State: string
    {
        /** Nothing was acquired yet, or this is a forked child. */
        case Idle = 'idle';
        /** Ours, and valid by this process's clock. */
        case Held = 'held';
        /** Given back, or detached. */
        case Released = 'released';
        /** It was ours and is no more: expired, taken or deleted. Final for that grant. */
        case Lost = 'lost';
        /** Restored, or a request got no answer: the next call finds out. */
        case Unknown = 'unknown';
    }

    /**
     * How an acquire goes on after its first try failed. Immutable and always bounded, at the latest by 86,400 seconds.
     *
     * ```php
     * $retry = RedisLock\RetryPolicy::exponential(attempts: 8, base: 0.01)->withMaxWait(2);
     * echo (new RedisLock('import', retry: $retry))->acquire() ? "ours\n" : "busy\n";
     * ```
     */
    final class RetryPolicy
    {
        /** Made by its named constructors only. */
        private function __construct() {}

        /** One try. */
        public static function none(): RetryPolicy {}

        /**
         * Waits until the lock is free, at most that long: the recommended one.
         *
         * The caller stands in a queue on the server, without polling, and a release wakes the one who waited longest; who
         * asks in the moment of a release may still come first. A holder that crashed costs its ttl and 0.1 s for the first
         * 16 in the queue, its ttl and 3.1 s at worst; the release of another client is noticed within 100 ms. Signal
         * handlers run meanwhile. Where the server refuses the commands of the queue it polls with random pauses of at
         * most 100 ms.
         *
         * @param int|float $seconds 0 to 86,400
         *
         * @throws \ValueError
         */
        public static function wait(float $seconds): RetryPolicy {}

        /**
         * A fixed number of tries at even distances.
         *
         * @param int<1, 1000000> $attempts with the first one
         * @param int|float $delay seconds between two tries; less than 0.001 counts as 0.001
         * @param int|float $jitter the fraction of the delay by which it varies, 0 to 1
         *
         * @throws \ValueError
         */
        public static function fixed(int $attempts, float $delay, float $jitter = 0.1): RetryPolicy {}

        /**
         * A fixed number of tries, each delay random between nothing and a bound that grows ("full jitter").
         *
         * @param int<1, 1000000> $attempts with the first one
         * @param int|float $base seconds, the first bound, at most $cap
         * @param int|float $cap seconds, the largest bound
         * @param int|float $factor growth of the bound from try to try, at least 1
         *
         * @throws \ValueError
         */
        public static function exponential(int $attempts, float $base = 0.005, float $cap = 0.25, float $factor = 2.0): RetryPolicy {}

        /**
         * The same policy, with an end.
         *
         * @param int|float $seconds 0 to 86,400, for the whole acquire
         *
         * @throws \ValueError
         */
        public function withMaxWait(float $seconds): RetryPolicy {}
    }

    /**
     * Who holds a key, as far as the server told. var_dump, print_r and var_export show no token.
     *
     * ```php
     * $lock = new RedisLock('holder');
     * $lock->acquire();
     * $holder = (new RedisLock('holder'))->holder();
     * echo "held by {$holder->label()}, {$holder->remaining()} s left\n";
     * ```
     */
    final class Holder
    {
        /** For test doubles of {@see Lock}. */
        public function __construct(#[\SensitiveParameter] ?string $token, ?string $label = null, ?float $remaining = null, bool $foreign = false) {}

        /** The bytes stored under the key: a secret, they are enough to release it. Null if another kind of data is there. */
        public function token(): ?string {}

        /** The holder's owner_label, `host:pid` by default; null if it set none or is not one of ours. */
        public function label(): ?string {}

        /** Seconds until the key expires; null if it never does, was not asked or may not be asked. */
        public function remaining(): ?float {}

        /** Whether the key holds another kind of data than a lock of a plain string. */
        public function foreign(): bool {}
    }

    /**
     * Parent of all exceptions here. Itself only for "busy": a signal handler called an object that is inside a waiting call.
     *
     * ```php
     * try {
     *     (new RedisLock('busy'))->withLock(fn () => print "done\n");
     * } catch (RedisLock\LockException $e) {
     *     error_log($e->getMessage());
     * }
     * ```
     */
    class LockException extends \RuntimeException {}

    /**
     * withLock(): another owner held the key until the wait ended. The callback did not run.
     *
     * ```php
     * $other = new RedisLock('contended');
     * $other->acquire();
     * try {
     *     (new RedisLock('contended'))->withLock(fn () => print "never printed\n");
     * } catch (RedisLock\ContendedException $e) {
     *     echo "come back in {$e->getRetryAfter()} s\n";
     * }
     * ```
     */
    class ContendedException extends LockException
    {
        /** Who held it, as far as is known. */
        public function getHolder(): ?Holder {}

        /** Seconds the holder's lease had left, 0.0 if it is gone by now; null if it has no end or was not to be learned. */
        public function getRetryAfter(): ?float {}
    }

    /**
     * The lease was ours and is no more. After withLock the callback ran, unprotected from some moment on. Also thrown by
     * assertHeld(atLeast:) when less than that is left, or nothing is held: a callback that lets it pass stopped there.
     *
     * ```php
     * $lock = new RedisLock('lost', ttl: 0.05);
     * try {
     *     $lock->withLock(function (): string {
     *         usleep(80_000);
     *
     *         return 'too late';
     *     });
     * } catch (RedisLock\LostException $e) {
     *     echo "{$e->getResult()}: {$e->getMessage()}\n";
     * }
     * ```
     */
    class LostException extends LockException
    {
        /** What the callback returned; null outside withLock(). */
        public function getResult(): mixed {}
    }

    /**
     * Redis could not serve. Catch this one for every kind of outage; the critical section did not run. Itself only when a
     * grant was given back: it came after its ttl was over, or the system gave no thread to renew and watch it.
     *
     * ```php
     * try {
     *     (new RedisLock('outage', connection: 'redis://127.0.0.1:1'))->acquire();
     * } catch (RedisLock\UnavailableException $e) {
     *     echo get_class($e), "\n";
     * }
     * ```
     */
    class UnavailableException extends LockException {}

    /**
     * The server could not be reached, or the request was surely not sent.
     *
     * ```php
     * try {
     *     (new RedisLock('unreachable', connection: 'redis+unix:///nowhere/redis.sock'))->acquire();
     * } catch (RedisLock\ConnectionException $e) {
     *     echo $e->getMessage(), "\n";
     * }
     * ```
     */
    class ConnectionException extends UnavailableException {}

    /**
     * The request was sent, no reply came: it may or may not have been carried out.
     *
     * ```php
     * $lock = new RedisLock('uncertain');
     * try {
     *     $lock->acquire();
     * } catch (RedisLock\UncertainException $e) {
     *     // the next acquire() on this object takes the grant over if it did happen
     *     $lock->acquire(wait: 5);
     * }
     * ```
     */
    class UncertainException extends ConnectionException {}

    /**
     * The server refused: READONLY, OOM, NOAUTH, WRONGPASS, NOPERM, LOADING, NOREPLICAS, …
     *
     * ```php
     * try {
     *     (new RedisLock('refused'))->acquire();
     * } catch (RedisLock\ServerException $e) {
     *     echo $e->getServerCode() === 'READONLY' ? "this is a replica\n" : $e->getMessage();
     * }
     * ```
     */
    class ServerException extends UnavailableException
    {
        /** The first word of the server's error; '' for an exception made by hand. */
        public function getServerCode(): string {}
    }

    /**
     * On a set of nodes neither did a majority do as asked, nor did a majority say that the key is somebody else's or gone.
     * A set throws neither {@see ConnectionException} nor {@see ServerException}.
     *
     * ```php
     * $nodes = ['redis://127.0.0.1:7001?timeout=0.1', 'redis://127.0.0.1:7002?timeout=0.1', 'redis://127.0.0.1:7003?timeout=0.1'];
     * try {
     *     (new RedisLock('k', connection: $nodes))->acquire();
     * } catch (RedisLock\QuorumException $e) {
     *     foreach ($e->getNodes() as ['node' => $node, 'outcome' => $outcome, 'detail' => $detail]) {
     *         echo "$node: $outcome $detail\n";
     *     }
     * }
     * ```
     */
    class QuorumException extends UnavailableException
    {
        /**
         * What each node said, in the order in which they were configured; [] for an exception made by hand.
         *
         * granted: it did as asked; held: the key is somebody else's there, or gone; refused: it said no, or has no vote;
         * unreachable: nothing was sent to it; uncertain: it was asked and did not answer in time.
         *
         * @return list<array{node: string, outcome: 'granted'|'held'|'refused'|'unreachable'|'uncertain', detail: string}>
         */
        public function getNodes(): array {}
    }
}
