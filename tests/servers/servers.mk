# SPDX-License-Identifier: ISC
#
# The helpers of the cases that talk to mail servers: mail/ alone, and a server
# that plays a script.

$(BUILD)/tests/post: tests/tools/post.c $$(call archives,$$(CHAIN_mail))
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $(filter-out %/stage,$^) $(LDFLAGS) $(call libs_of,$(sort $(foreach f,$(CHAIN_mail),$(PKG_$(f))))) -lm \
	    '-Wl,-rpath,$$ORIGIN/parts:$$ORIGIN/../parts' $(SAN_RPATH)

$(BUILD)/tests/stage: tests/tools/stage.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS)

$(BUILD)/tests/post: $(BUILD)/tests/stage
