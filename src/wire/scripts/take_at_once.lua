-- The usual end of a block, before anything else is set up: registered in time, and the key is free.
local time = redis.pcall('TIME')
local until_when = redis.pcall('ZSCORE', KEYS[2], ARGV[1])
if not time.err and type(until_when) == 'string' and tonumber(until_when) > time[1] * 1000 + time[2] / 1000 then
  local set = redis.pcall('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  if set and not set.err then
    redis.pcall('ZREM', KEYS[2], ARGV[1])
    return {1}
  end
end
