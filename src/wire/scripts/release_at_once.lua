-- The usual end of a lease, before anything else is set up: it is ours, and nobody waits.
if value == ARGV[1] and not last.err and not last[1] then
  return redis.pcall('DEL', KEYS[1])
end
