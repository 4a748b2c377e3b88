-- A release while the slot of the key is on its way to another node, where the keys of those who wait cannot be
-- used beside it: deletes the key if it is ours, and leaves them to the end of their block.
-- KEYS[1] = key, ARGV[1] = token
-- Returns 1 released, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local ours = owner(KEYS[1], ARGV[1])
if ours ~= 1 then
  return ours
end
return redis.pcall('DEL', KEYS[1])
