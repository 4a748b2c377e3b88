-- Deletes whatever holds a key, and wakes one who waits.
-- KEYS[1] = key, KEYS[2] = waiters, KEYS[3] = baton
-- Returns 1 deleted, -1 missing; or the server's refusal.
local batons = batons_for(redis.pcall('ZRANGE', KEYS[2], -1, -1, 'WITHSCORES'))
local deleted = redis.pcall('DEL', KEYS[1])
if type(deleted) ~= 'number' then
  return deleted
end
pass_on(batons)
return deleted == 1 and 1 or -1
