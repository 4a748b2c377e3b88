-- Decides whether a key is still ours, deletes it if so, and wakes one who waits when the key is free.
-- KEYS[1] = key, KEYS[2] = waiters, KEYS[3] = baton, ARGV[1] = token
-- Returns 1 released, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local batons = batons_for(last)
local ours = whose(value, ARGV[1])
if ours == 1 then
  local deleted = redis.pcall('DEL', KEYS[1])
  if type(deleted) ~= 'number' then
    return deleted
  end
elseif ours ~= -1 then
  return ours
end
pass_on(batons)
return ours
