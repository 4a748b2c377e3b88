-- Whether a key with this value is still ours.
-- Returns 1 ours, 0 held by another owner or another kind of data, -1 missing; or the server's refusal.
local function whose(found, token)
  if found == false then
    return -1
  end
  if type(found) == 'table' and not string.find(found.err or '', 'WRONGTYPE', 1, true) then
    return found
  end
  return found == token and 1 or 0
end

local function owner(key, token)
  return whose(redis.pcall('GET', key), token)
end
