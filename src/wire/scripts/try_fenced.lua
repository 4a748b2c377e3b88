-- Takes a free key, and numbers the grant; says who holds the key if it is not free.
-- KEYS[1] = key, KEYS[2] = fence, ARGV[1] = token, ARGV[2] = ttl in ms
-- Returns {1, number} granted, {0, 1 string or 0 another kind of data, value} held; or the server's refusal.
local fence = next_fence()
if type(fence) ~= 'number' then
  return fence
end
local set = redis.pcall('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
if set and set.err then
  return set
end
if set then
  return with_fence(fence)
end
local value = redis.pcall('GET', KEYS[1])
local known = type(value) == 'string'
-- No token is longer; what else somebody keeps under the key is of no use here.
return {0, known and 1 or 0, known and string.sub(value, 1, 256) or ''}
