-- The opening of every script: whether a key is still ours.
-- Returns 1 ours, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local function owner(key, token)
  local value = redis.pcall('GET', key)
  if value == false then
    return -1
  end
  if type(value) == 'table' and not string.find(value.err or '', 'WRONGTYPE', 1, true) then
    return value
  end
  return value == token and 1 or 0
end
