-- What every release asks first: the key's value.
local value = redis.pcall('GET', KEYS[1])
