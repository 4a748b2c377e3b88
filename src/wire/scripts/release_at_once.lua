-- The usual end of a lease, before anything else is set up: it is ours, and nobody waits.
if value == ARGV[1] and redis.pcall('EXISTS', KEYS[2]) == 0 then
  return redis.pcall('DEL', KEYS[1])
end
