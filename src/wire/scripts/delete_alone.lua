-- Deletes whatever holds a key, while its slot is on its way to another node.
-- KEYS[1] = key
-- Returns 1 deleted, -1 missing; or the server's refusal.
local deleted = redis.pcall('DEL', KEYS[1])
return deleted == 0 and -1 or deleted
