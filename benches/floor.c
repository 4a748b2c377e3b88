/* The floor: what acquire and release cost with nothing but hiredis between the caller and the sockets.
 * A shared library, so that PHP can run a block of it in its own process, like a block of everybody else. */
#include <hiredis/hiredis.h>
#include <poll.h>
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

enum { MOST_NODES = 16 };

/* Frees the command; each node's connection writes it at once. */
static int send_all(struct floor **nodes, int count, char *command, int length)
{
    int good = length > 0;
    for (int i = 0; good && i < count; i++) {
        int done = 0;
        good = redisAppendFormattedCommand(nodes[i]->redis, command, length) == REDIS_OK;
        while (good && !done)
            good = redisBufferWrite(nodes[i]->redis, &done) == REDIS_OK;
    }
    if (length > 0)
        redisFreeCommand(command);
    return good;
}

/* Reads what a node has sent, and checks it: first what SET ... GET says of a key that was free, then that it was ours. */
static int read_answers(struct floor *node, int *answers)
{
    redisReply *reply;
    if (redisBufferRead(node->redis) != REDIS_OK)
        return 0;
    while (redisReaderGetReply(node->redis->reader, (void **)&reply) == REDIS_OK) {
        if (!reply)
            return 1;
        if (!(++*answers == 1 ? is(reply, REDIS_REPLY_NIL, 0) : is(reply, REDIS_REPLY_INTEGER, 1)))
            return 0;
    }
    return 0;
}

/* Waits until that many nodes have given that many answers. */
static int await(struct floor **nodes, int count, int *answers, int wanted, int quorum)
{
    struct pollfd waited[MOST_NODES];
    for (;;) {
        int complete = 0;
        for (int i = 0; i < count; i++) {
            complete += answers[i] == wanted;
            waited[i].fd = answers[i] == wanted ? -1 : nodes[i]->redis->fd;
            waited[i].events = POLLIN;
        }
        if (complete >= quorum)
            return 1;
        if (poll(waited, count, -1) < 0)
            return 0;
        for (int i = 0; i < count; i++)
            if (waited[i].fd >= 0 && waited[i].revents && !read_answers(nodes[i], &answers[i]))
                return 0;
    }
}

/* One pair on all these nodes: acquired once most have answered, released once all have; 0 when it failed. */
int floor_run_set(struct floor **nodes, int count)
{
    char token[33], *command;
    int answers[MOST_NODES] = {0};
    if (count > MOST_NODES || !fill_token(token))
        return 0;
    int length = redisFormatCommand(&command, "SET bench:floor %s NX GET PX 30000", token);
    if (!send_all(nodes, count, command, length) || !await(nodes, count, answers, 1, count / 2 + 1))
        return 0;
    length = redisFormatCommand(&command, "EVALSHA %s 1 bench:floor %s", nodes[0]->sha, token);
    return send_all(nodes, count, command, length) && await(nodes, count, answers, 2, count);
}
