-- What grant.lua has, for a waiter of several nodes: it is woken here, and asks all of them then.
local function take()
  return nil
end
