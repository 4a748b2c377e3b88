-- Decides whether a key can be taken, and queues for it if not. Keys, arguments and replies: register.lua.
local now = clock()
if type(now) ~= 'number' then
  return now
end
return take() or register(now)
