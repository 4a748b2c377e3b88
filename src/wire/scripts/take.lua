-- Runs when a waiter's block has ended: takes the key if it can, and queues again if not; one that is not
-- registered any more takes nothing and passes on what woke it. Keys, arguments and replies: register.lua.
local now = clock()
if type(now) ~= 'number' then
  return now
end
local deadline = redis.pcall('ZSCORE', KEYS[2], ARGV[1])
if type(deadline) ~= 'string' or tonumber(deadline) <= now then
  if owner(KEYS[1], ARGV[1]) == 1 then
    return take()
  end
  if redis.pcall('EXISTS', KEYS[1]) == 0 then
    pass_on(batons_for(redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')))
  end
  return {-1}
end
return take() or register(now)
