# SPDX-License-Identifier: ISC
#
# The helpers of the cases that talk to mail servers: mail/ alone, and a server
# that plays a script.

$(BUILD)/tests/post: tests/tools/post.c $(BUILD)/libmail.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $(filter-out %/stage,$^) $(LDFLAGS) $(call libs_of,$(PKG_mail) $(PKG_base)) -lm

$(BUILD)/tests/stage: tests/tools/stage.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS)

$(BUILD)/tests/post: $(BUILD)/tests/stage
