-- What the scripts say to those who wait. KEYS[2] = waiters (token → deadline), KEYS[3] = baton.
-- A user without the right to a command of the queue passes no baton on, and does everything else.

-- The server's time in ms, or its refusal.
local function clock()
  local time = redis.pcall('TIME')
  if time.err then
    return time
  end
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- How many batons are there, if somebody waits whose deadline is ahead. Asked before anything is written.
local function batons_for_waiters()
  if redis.pcall('EXISTS', KEYS[2]) ~= 1 then
    return nil
  end
  local now = clock()
  if type(now) ~= 'number' then
    return nil
  end
  local waiting = redis.pcall('ZCOUNT', KEYS[2], string.format('(%.0f', now), '+inf')
  local batons = redis.pcall('LLEN', KEYS[3])
  if type(waiting) ~= 'number' or waiting == 0 or type(batons) ~= 'number' then
    return nil
  end
  return batons
end

-- Wakes one of them, or keeps the baton that is there alive.
local function pass_on(batons)
  if batons == nil then
    return
  end
  if batons == 0 then
    redis.pcall('RPUSH', KEYS[3], 1)
  end
  redis.pcall('PEXPIRE', KEYS[3], 2000)
end
