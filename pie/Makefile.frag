# `make` always asks cargo, which knows what is out of date. A target that only installs builds what is missing
# and else copies: `sudo make install` after `make` needs no cargo of root's.
ifneq ($(filter-out install%,$(or $(MAKECMDGOALS),all)),)
$(phplibdir)/redis_lock.so: ask-cargo
endif
.PHONY: ask-cargo

# PHP and PIE look for .so on macOS too, where cargo says .dylib.
$(phplibdir)/redis_lock.so:
	cd '$(REDIS_LOCK_SOURCE)' && env -u CARGO_BUILD_TARGET $(REDIS_LOCK_ENV) '$(REDIS_LOCK_CARGO)' build --locked --lib --profile $(REDIS_LOCK_PROFILE) --target-dir '$(REDIS_LOCK_TARGET)'
	@mkdir -p $(phplibdir)
	@for built in '$(REDIS_LOCK_BUILT)/libredis_lock.so' '$(REDIS_LOCK_BUILT)/libredis_lock.dylib'; do \
		if test -f "$$built"; then cp "$$built" $@.new && mv $@.new $@; fi; \
	done
	@test -f $@
