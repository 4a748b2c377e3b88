-- The numbers that order grants. KEYS[#KEYS] = fence, the last number of all
-- Numbers are exact as far as this.
local MOST = 9007199254740992

-- The number of a grant that may come now, higher than all before it: by what was kept of them, and by the server's
-- clock where that was lost. Or the server's refusal. Asked before anything is written.
local function next_fence()
  local time = redis.pcall('TIME')
  if time.err then
    return time
  end
  local found = redis.pcall('GET', KEYS[#KEYS])
  if type(found) == 'table' then
    return found
  end
  local last = 0
  if found then
    last = string.match(found, '^%d+$') and tonumber(found) or MOST
    if last >= MOST then
      return redis.error_reply('WRONGTYPE the fence key holds no number to go on from')
    end
  end
  return math.max(last + 1, time[1] * 1000000 + time[2])
end

-- Keeps the number of a grant that was just made, and says both. Where that is refused nobody is to hold the key.
local function with_fence(fence)
  -- Joined to a string, a number would lose its last digits.
  local kept = redis.pcall('SET', KEYS[#KEYS], string.format('%.0f', fence))
  if kept.err then
    redis.pcall('DEL', KEYS[1])
    return kept
  end
  return {1, fence}
end
