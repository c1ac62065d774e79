# SPDX-License-Identifier: ISC
#
# The helper of the cases that talk to real mail servers: mail/ alone.

$(BUILD)/tests/post: tests/tools/post.c $(BUILD)/libmail.a $(BUILD)/libbase.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LDFLAGS) $$(pkg-config --libs $(PKG_mail) $(PKG_base)) -lm
