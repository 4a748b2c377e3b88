-- What a release asks before it writes anything: the key's value, and the last of those who wait.
local value = redis.pcall('GET', KEYS[1])
local last = redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
