<?php

declare(strict_types=1);

return [
    /*
     * Seconds that a lock lives which was asked for without a time: Cache::lock('name'), WithoutOverlapping without
     * expireAfter(), ShouldBeUnique without uniqueFor. Laravel's own lock would stay until somebody deletes it.
     */
    'ttl' => 86400,

    /*
     * Locks use the Redis connection that the cache store names, read from config/database.php. To use other servers for a
     * connection name, write here what the extension's `connection:` takes: a DSN, an array, or a list of them
     * (several independent nodes). The prefix of config/database.php is not added then: name one here.
     */
    'connections' => [
        // 'default' => ['redis://10.0.0.1?prefix=app_database_', 'redis://10.0.1.1?prefix=app_database_', 'redis://10.0.2.1?prefix=app_database_'],
    ],

    /*
     * Settings of a connection that the locks can do without although the extension does not know them, for example
     * 'context.stream.ciphers'. Others that it does not know are an error.
     */
    'ignore' => [],

    /* What the job middleware WithRedisLock does where its arguments do not say otherwise. All in seconds. */
    'guard_ttl' => 60,            // a crashed worker blocks the key for as long; a living one renews it
    'guard_max_hold' => 3600,     // after so long a lease is not renewed any more
    'guard_wait' => 0,            // how long a job waits in its worker before it counts as contended
    'guard_release_after' => 10,  // delay of a contended job where the holder's remaining time is not known
    'guard_jitter' => 5,          // at most so much is added to the delay, at random

    /* Free what was left held after each job and request: RedisLock::releaseAll(). Locks of the cache store stay. */
    'release_all' => true,
];
