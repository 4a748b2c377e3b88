-- Decides whether a key holds an unanswered try of ours, and makes it a grant under a new token if so.
-- KEYS[1] = key, KEYS[2] = fence where grants are numbered, ARGV[1] = token of the try, ARGV[2] = new token, ARGV[3] = ttl in ms
-- Returns {1} or {1, number} taken over, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local ours = owner(KEYS[1], ARGV[1])
if ours ~= 1 then
  return ours
end
local fence = next_fence()
if type(fence) ~= 'number' then
  return fence
end
local done = redis.pcall('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if done.err then
  return done
end
return with_fence(fence)
