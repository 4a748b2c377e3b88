-- What enqueue and take have in common.
-- KEYS[1] = key, KEYS[2] = waiters, KEYS[3] = baton, KEYS[4] = fence where grants are numbered
-- ARGV[1] = token, ARGV[2] = ttl in ms, ARGV[3] = what is left of the wait in ms,
-- ARGV[4] = how long to block, in ms, where nobody will wake us
-- Each returns {1} or {1, number} granted, {-1} not registered any more (take only),
-- {0, ms to block, ms left of the key, 1 string or 0 another kind of data, value} registered; or the server's refusal.
-- Less than no ms left: the key is free, and several nodes are to grant it together.

-- Nobody blocks longer than this: what wakes a waiter can be lost with another one that is killed.
local LONGEST = 3000
-- How long a registration outlives its block.
local MARGIN = 500
-- So many waiters look at the key when its holder's time ends, a millisecond apart.
local FRONT = 16

-- Tokens of ours are UUIDs of version 4, maybe with a label; whoever holds one wakes us.
local function wakes_us(value)
  local rest = string.match(value, '^%x%x%x%x%x%x%x%x%x%x%x%x4%x%x%x[89ab]%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x(.?)')
  return rest == '' or rest == '@'
end

-- Registers until a little after the block that it returns.
local function register(now)
  local left = redis.pcall('PTTL', KEYS[1])
  if type(left) ~= 'number' then
    return left
  end
  local function enter(block)
    return redis.pcall('ZADD', KEYS[2], string.format('%.0f', now + block + MARGIN), ARGV[1])
  end
  -- Who could not leave again must not enter.
  local out = redis.pcall('ZREM', KEYS[2], ARGV[1])
  if type(out) ~= 'number' then
    return out
  end
  redis.pcall('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now))
  local entered = enter(LONGEST)
  if type(entered) ~= 'number' then
    return entered
  end
  local value = redis.pcall('GET', KEYS[1])
  local known = type(value) == 'string'
  local rank = redis.pcall('ZRANK', KEYS[2], ARGV[1])
  local block = LONGEST
  if left == -2 then
    block = 1
  elseif left == -1 or not known or not wakes_us(value) then
    block = tonumber(ARGV[4])
  elseif type(rank) == 'number' and rank < FRONT then
    block = left + 1 + rank
  end
  block = math.max(1, math.min(block, LONGEST, tonumber(ARGV[3])))
  if block < LONGEST then
    enter(block)
  end
  local last = redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')
  local until_last = type(last[2]) == 'string' and tonumber(last[2]) - now or LONGEST + MARGIN
  redis.pcall('PEXPIRE', KEYS[2], string.format('%.0f', until_last + 1000))
  -- No token is longer; what else somebody keeps under the key is of no use here.
  return {0, block, left, known and 1 or 0, known and string.sub(value, 1, 256) or ''}
end
