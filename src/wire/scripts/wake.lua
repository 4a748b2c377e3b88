-- Wakes one who waits, where the key is free.
-- KEYS[1] = key, KEYS[2] = waiters, KEYS[3] = baton
-- Returns 1 free, 0 held; or the server's refusal.
local held = redis.pcall('EXISTS', KEYS[1])
if held ~= 0 then
  return held == 1 and 0 or held
end
pass_on(batons_for(redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES')))
return 1
