-- Decides whether a key is still ours, and lengthens its life if so; never shortens it, never creates it.
-- KEYS[1] = key, ARGV[1] = token, ARGV[2] = ttl in ms
-- Returns 1 renewed, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local ours = owner(KEYS[1], ARGV[1])
if ours ~= 1 then
  return ours
end
local left = redis.pcall('PTTL', KEYS[1])
if type(left) ~= 'number' then
  -- A user without the right to PTTL: servers since 7.0 can compare by themselves.
  local longer = redis.pcall('PEXPIRE', KEYS[1], ARGV[2], 'GT')
  if type(longer) == 'number' then
    return 1
  end
  left = 0
end
-- Written also where it changes nothing: a server that may not write confirms no lease.
local done = redis.pcall('PEXPIRE', KEYS[1], math.max(left, tonumber(ARGV[2])))
if type(done) ~= 'number' then
  return done
end
return 1
