-- Between the opening and the release: one who could not leave must not believe it, unless what lies there is
-- no queue of ours, or the key is ours and goes.
if type(left) ~= 'number' and not string.find(left.err or '', 'WRONGTYPE', 1, true) and value ~= ARGV[1] then
  return left
end
