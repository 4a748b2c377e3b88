/* The floor: what an acquire and a release cost with no language and no library but hiredis between us and the socket.
 * Usage: floor HOST-OR-SOCKET PORT (port 0: a unix socket). For every line with a number of pairs on stdin
 * it runs that many and answers "WALL_NS CPU_NS". */
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static const char *RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

static void fail(const char *what)
{
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static long long now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void fill_token(char token[33])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        fail("getrandom");
    for (int i = 0; i < 16; i++) {
        token[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        token[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    token[32] = 0;
}

static void lock_once(redisContext *redis, const char *sha)
{
    char token[33];
    fill_token(token);
    redisReply *reply = redisCommand(redis, "SET bench:floor %s NX PX 30000", token);
    if (!reply || reply->type != REDIS_REPLY_STATUS)
        fail("not acquired");
    freeReplyObject(reply);
    reply = redisCommand(redis, "EVALSHA %s 1 bench:floor %s", sha, token);
    if (!reply || reply->type != REDIS_REPLY_INTEGER || reply->integer != 1)
        fail("not released");
    freeReplyObject(reply);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        fail("two arguments, please");
    int port = atoi(argv[2]);
    redisContext *redis = port ? redisConnect(argv[1], port) : redisConnectUnix(argv[1]);
    if (!redis || redis->err)
        fail(redis ? redis->errstr : "no memory");
    redisReply *sha = redisCommand(redis, "SCRIPT LOAD %s", RELEASE);
    if (!sha || sha->type != REDIS_REPLY_STRING)
        fail("SCRIPT LOAD");

    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        int pairs = atoi(line);
        long long wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
        for (int i = 0; i < pairs; i++)
            lock_once(redis, sha->str);
        printf("%lld %lld\n", now(CLOCK_MONOTONIC) - wall, now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
        fflush(stdout);
    }
    freeReplyObject(sha);
    redisFree(redis);
    return 0;
}
