-- The opening of a release by one who gives up waiting: leaves the queue, so that no grant can follow.
local left = redis.pcall('ZREM', KEYS[2], ARGV[1])
