-- What it asks before it writes: the last of those who wait.
local last = redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
