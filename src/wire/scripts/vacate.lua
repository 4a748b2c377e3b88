-- Decides whether a key is still ours, deletes it if so, and tells whether somebody waits for it. That one is woken
-- once the other nodes of the set know that it is free: one who comes earlier is refused there.
-- KEYS[1] = key, KEYS[2] = waiters, KEYS[3] = baton, ARGV[1] = token
-- Returns 1 released, -1 missing, 2 or -2 the same and somebody waits, 0 held by another owner or another kind of
-- data; or the server's refusal.
local awaited = batons_for(last) and 2 or 1
local ours = whose(value, ARGV[1])
if ours == 1 then
  local deleted = redis.pcall('DEL', KEYS[1])
  if type(deleted) ~= 'number' then
    return deleted
  end
elseif type(ours) ~= 'number' then
  return ours
end
return ours * awaited
