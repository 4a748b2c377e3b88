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

-- How many batons are there, if somebody waits whose deadline is ahead: last is the one with the latest.
-- Asked before anything is written.
local function batons_for(last)
  local deadline = type(last[2]) == 'string' and tonumber(last[2])
  if not deadline then
    return nil
  end
  local now = clock()
  if type(now) ~= 'number' or deadline <= now then
    return nil
  end
  local batons = redis.pcall('LLEN', KEYS[3])
  return type(batons) == 'number' and batons or nil
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
