-- What fence.lua has, for grants without a number.
local function next_fence()
  return 0
end

local function with_fence()
  return {1}
end
