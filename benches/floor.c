/* The floor: what acquire and release cost with nothing but hiredis between the caller and the socket.
 * A shared library, so that PHP can run a block of it in its own process, like a block of everybody else. */
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

static const char *RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

struct floor {
    redisContext *redis;
    char sha[41];
};

/* Port 0: host is the path of a unix socket. NULL when there is no such server. */
struct floor *floor_open(const char *host, int port)
{
    struct floor *floor = calloc(1, sizeof *floor);
    if (!floor)
        return NULL;
    floor->redis = port ? redisConnect(host, port) : redisConnectUnix(host);
    if (!floor->redis || floor->redis->err)
        return NULL;
    redisReply *reply = redisCommand(floor->redis, "SCRIPT LOAD %s", RELEASE);
    if (!reply || reply->type != REDIS_REPLY_STRING)
        return NULL;
    snprintf(floor->sha, sizeof floor->sha, "%s", reply->str);
    freeReplyObject(reply);
    return floor;
}

static int fill_token(char token[33])
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return 0;
    for (int i = 0; i < 16; i++) {
        token[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        token[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    token[32] = 0;
    return 1;
}

/* Frees the reply and says whether it was of that type and number. */
static int is(redisReply *reply, int type, long long number)
{
    int good = reply && reply->type == type && reply->integer == number;
    if (reply)
        freeReplyObject(reply);
    return good;
}

/* Runs that many pairs; 0 when one of them failed. */
int floor_run(struct floor *floor, int pairs)
{
    char token[33];
    for (int i = 0; i < pairs; i++) {
        if (!fill_token(token))
            return 0;
        if (!is(redisCommand(floor->redis, "SET bench:floor %s NX PX 30000", token), REDIS_REPLY_STATUS, 0))
            return 0;
        if (!is(redisCommand(floor->redis, "EVALSHA %s 1 bench:floor %s", floor->sha, token), REDIS_REPLY_INTEGER, 1))
            return 0;
    }
    return 1;
}
