-- What a waiter does with a key that it can have. Keys, arguments and replies: register.lua.
local function granted(fence)
  redis.pcall('ZREM', KEYS[2], ARGV[1])
  return with_fence(fence)
end

-- Sets a free key, or lengthens one that is ours already.
local function take()
  local fence = next_fence()
  if type(fence) ~= 'number' then
    return fence
  end
  local set = redis.pcall('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
  if set and set.err then
    return set
  end
  if set then
    return granted(fence)
  end
  if owner(KEYS[1], ARGV[1]) == 1 then
    local left = redis.pcall('PTTL', KEYS[1])
    if type(left) == 'number' and left < tonumber(ARGV[2]) then
      redis.pcall('PEXPIRE', KEYS[1], ARGV[2])
    end
    return granted(fence)
  end
  return nil
end
