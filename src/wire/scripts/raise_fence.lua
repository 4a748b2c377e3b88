-- Where a key is still ours, its fence becomes no lower than a number that other nodes gave to the same grant.
-- KEYS[1] = key, KEYS[2] = fence, ARGV[1] = token, ARGV[2] = number
-- Returns 1 done, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local ours = owner(KEYS[1], ARGV[1])
if ours ~= 1 then
  return ours
end
local found = redis.pcall('GET', KEYS[2])
if type(found) == 'table' then
  return found
end
local last = found and string.match(found, '^%d+$') and tonumber(found)
if last and last >= tonumber(ARGV[2]) then
  return 1
end
local kept = redis.pcall('SET', KEYS[2], ARGV[2])
if kept.err then
  return kept
end
return 1
