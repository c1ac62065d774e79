# SPDX-License-Identifier: ISC
#
# Riverpost.  `make run` installs what is missing, builds and plays; `make test`
# installs what the tests need, builds and passes them all (README).
#
#   make            the programs, in build/
#   make SAN=1 …    with address and undefined-behaviour sanitizers (build-san/)
#   make WERROR=1 … warnings are errors
#   make JITTER=30 … system calls take up to so many ms more, at random (build-jitter/)
#   make install    PREFIX, DESTDIR
#   make bench      speed, as ratios

PREFIX	?= /usr/local
CC	?= cc
BUILD	?= build$(if $(SAN),-san)$(if $(JITTER),-jitter)
VERSION	:= 0.2

include layers.mk

# What a folder needs from pkg-config.
PKG_src/base	:= libsodium libutf8proc
PKG_src/store	:= sqlite3
PKG_src/view	:= libdeflate
PKG_mail/net	:= libcurl libetpan
PKG_mail/read	:= gmime-3.0 libpsl
PKG_mail/write	:= gmime-3.0
PKG_mail/source	:= libcurl libetpan
PKG_mail/sink	:= libcurl
PKG_src/sandbox	:= $(if $(filter Linux,$(shell uname -s)),libseccomp)

# Shared objects that the program loads when it first needs them (src/base/part.h), and
# what each holds.
PARTS	     := pictures calendar network imap
SRC_pictures := src/view/board_ink_cairo.c src/view/board_text.c src/rules/board.c \
		 src/base/arena.c src/base/str.c
SRC_calendar := src/view/event_ical.c src/base/arena.c src/base/str.c
SRC_network  := mail/net/network_part.c
SRC_imap     := mail/net/etpan_part.c
PKG_pictures := cairo
PKG_calendar := libical
PKG_network  := libcurl
PKG_imap     := libetpan
PKG_parts    := $(foreach p,$(PARTS),$(PKG_$(p)))
# Of what a part is linked with, the program sees the headers alone.
PACKAGES     := $(filter-out $(PKG_parts),$(sort $(foreach f,$(FOLDERS),$(PKG_$(f)))))
# A sanitizer's own dlopen asks for its own RUNPATH; the older RPATH counts for all.
SAN_RPATH     = $(if $(SAN),-Wl$(comma)--disable-new-dtags)
BUILT_PARTS  := $(PARTS:%=$(BUILD)/parts/riverpost-%.so)
APART	     := $(foreach p,$(PARTS),$(firstword $(SRC_$(p))))

# Debian's libetpan.pc names a specs file that only its own build has.
libs_of	= $$(pkg-config --cflags --libs $(1) | sed 's/-specs=[^ ]*//')

comma	:= ,
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	    -Wwrite-strings -Wconversion $(if $(WERROR),-Werror)
SANITIZE := $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
# At -O1 the compiler knows no ranges of numbers, and fears for each buffer.
CFLAGS	?= $(if $(SAN),-O1 -Wno-format-truncation,-O2) -g
override CFLAGS += -std=c17 -D_GNU_SOURCE -DVERSION='"$(VERSION)"' \
	    -DDATADIR='"$(PREFIX)/share/riverpost"' -DLIBEXECDIR='"$(PREFIX)/libexec/riverpost"' \
	    -Isrc -I. $(WARNINGS) $(SANITIZE) -MMD -MP
LDFLAGS	+= -Wl,--as-needed $(SANITIZE)

MANUALS	:= riverpost.8 riverpost.conf.5 riverpost-commands.7 riverpost-rules.7 riverpost-templates.5
TEMPLATE_FOLDERS := $(patsubst %/,%,$(wildcard templates/*/))

JOBS	:= $(shell nproc 2>/dev/null || echo 2)

all: programs

include deps.mk

# One library a folder: lib/src-rules.a.
archive	= $(BUILD)/lib/$(subst /,-,$(1)).a
# Of some folders, left to right, the libraries in the order the linker wants:
# each needs only those after it.
reverse	= $(if $(1),$(call reverse,$(wordlist 2,$(words $(1)),$(1))) $(firstword $(1)))
archives = $(foreach f,$(call reverse,$(1)),$(call archive,$(f)))

define folder
SRC_$(1) := $$(filter-out $$(APART),$$(sort $$(wildcard $(1)/*.c)))
OBJ_$(1) := $$(patsubst %.c,$$(BUILD)/%.o,$$(SRC_$(1)))
$$(call archive,$(1)): $$(OBJ_$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	@$$(AR) rcs $$@ $$^
ifneq ($$(PKG_$(1)),)
$$(OBJ_$(1)): PKG_CFLAGS = $$(shell pkg-config --cflags $$(PKG_$(1)))
endif
OBJ += $$(OBJ_$(1))
endef
$(foreach f,$(FOLDERS),$(eval $(call folder,$(f))))
MAIN_OBJ := $(BUILD)/src/main.o

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CFLAGS) $(PKG_CFLAGS) -c -o $@ $<

# The programs know where they are installed.
$(MAIN_OBJ) $(OBJ_src/config) $(OBJ_src/sandbox): $(BUILD)/prefix
$(BUILD)/prefix: always
	@mkdir -p $(@D)
	@[ "$$(cat $@ 2>/dev/null)" = "$(PREFIX)" ] || echo "$(PREFIX)" >$@

MUSL	     := $(if $(SAN),,$(shell command -v musl-gcc 2>/dev/null))
SRC_deliver  := src/deliver/main.c mail/source/maildir.c \
		 $(patsubst %,src/base/%.c,arena err folder str)
OBJ_deliver  := $(SRC_deliver:%.c=$(BUILD)/$(if $(MUSL),musl/)%.o)
LINK_deliver := $(if $(MUSL),-static,-static-pie)
$(BUILD)/riverpost-deliver: CC := $(or $(MUSL),$(CC))

programs: $(BUILD)/riverpost $(BUILD)/riverpost-deliver $(BUILT_PARTS)

# What the program calls is looked up once, at its start, and not in each reader of a letter;
# libc is searched first, which has most of what is looked up.
$(BUILD)/riverpost: $(MAIN_OBJ) $(if $(JITTER),$(BUILD)/tests/tools/jitter.o) $(call archives,$(FOLDERS))
	@echo "  LINK $@"
	@$(CC) $(LDFLAGS) -Wl,-z,now -o $@ $^ -lc $(call libs_of,$(PACKAGES)) -lm \
	    '-Wl,-rpath,$$ORIGIN/parts:$$ORIGIN/../libexec/riverpost' $(SAN_RPATH)

define part
OBJ_$(1) := $$(patsubst %.c,$$(BUILD)/parts/%.o,$$(SRC_$(1)))
$$(OBJ_$(1)): override CFLAGS += -fPIC
$$(OBJ_$(1)): PKG_CFLAGS = $$(shell pkg-config --cflags $$(PKG_$(1)))
$$(BUILD)/parts/riverpost-$(1).so: $$(OBJ_$(1))
	@echo "  LINK $$@"
	@$$(CC) $$(LDFLAGS) -shared $$(if $$(SAN),,-Wl,-z,defs) -o $$@ $$^ $$(call libs_of,$$(PKG_$(1))) -lm
OBJ += $$(OBJ_$(1))
endef
$(foreach p,$(PARTS),$(eval $(call part,$(p))))

$(BUILD)/parts/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CFLAGS) $(PKG_CFLAGS) -c -o $@ $<

# Started once for each letter.  Where it can be linked without a loader, no want of memory or
# descriptors comes before its own exit code 75 (mail 2); with musl it starts sooner, too.
$(BUILD)/riverpost-deliver: $(OBJ_deliver)
	@echo "  LINK $@"
	@$(CC) $(LDFLAGS) $(LINK_deliver) -o $@ $^ 2>/dev/null || $(CC) $(LDFLAGS) -o $@ $^

$(BUILD)/musl/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $< (musl)"
	@$(MUSL) $(CFLAGS) -c -o $@ $<

-include $(OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(OBJ_deliver:.o=.d)

include tests/tests.mk

run: deps-build
	@$(MAKE) --no-print-directory -j$(JOBS) programs
	@sh tests/play.sh $(BUILD)

test: deps-test
	@$(MAKE) --no-print-directory -j$(JOBS) programs
	@$(MAKE) --no-print-directory -j$(JOBS) check

install: programs
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/riverpost \
	    $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PREFIX)/share/man/man7 \
	    $(DESTDIR)$(PREFIX)/share/man/man8
	install $(BUILD)/riverpost $(DESTDIR)$(PREFIX)/bin/
	install $(BUILD)/riverpost-deliver $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(BUILD)/parts/*.so $(DESTDIR)$(PREFIX)/libexec/riverpost/
	ln -sf ../../bin/riverpost-deliver $(DESTDIR)$(PREFIX)/libexec/riverpost/riverpost-deliver
	for page in $(MANUALS); do install -m 644 man/$$page \
	    $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/ || exit 1; done
	for folder in $(TEMPLATE_FOLDERS); do \
	    install -d $(DESTDIR)$(PREFIX)/share/riverpost/$$folder && \
	    install -m 644 $$folder/*.txt $(DESTDIR)$(PREFIX)/share/riverpost/$$folder/ || exit 1; done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/riverpost $(DESTDIR)$(PREFIX)/bin/riverpost-deliver
	rm -rf $(DESTDIR)$(PREFIX)/libexec/riverpost $(DESTDIR)$(PREFIX)/share/riverpost
	for page in $(MANUALS); do \
	    rm -f $(DESTDIR)$(PREFIX)/share/man/man$${page##*.}/$$page; done

clean:
	rm -rf build build-san build-jitter build-san-jitter

.PHONY: all always programs run test install uninstall clean
