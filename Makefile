# SPDX-License-Identifier: ISC
#
# Riverpost.  `make run` installs what is missing, builds and plays; `make test`
# installs what the tests need, builds and passes them all (README).
#
#   make            the programs, in build/
#   make SAN=1 …    with address and undefined-behaviour sanitizers (build-san/)
#   make WERROR=1 … warnings are errors
#   make JITTER=30 … system calls take up to so many ms more, at random (build-jitter/)
#   make install    PREFIX, DESTDIR, UNITDIR (for systemd's units)
#   make bench      speed, as ratios

PREFIX	?= /usr/local
UNITDIR	?= $(PREFIX)/lib/systemd/system
CC	?= cc
BUILD	?= build$(if $(SAN),-san)$(if $(JITTER),-jitter)
# The first heading of CHANGES: "0.3 (2026-11-23)".
VERSION	:= $(shell sed -n '/^[0-9]/{s/ .*//;p;q;}' CHANGES)

include layers.mk

# What a folder needs from pkg-config, or of the linker where a library has nothing there.
PKG_src/base	:= libidn2 libsodium libutf8proc
PKG_src/store	:= sqlite3
PKG_src/view	:= cairo libpng -lgif
PKG_mail/net	:= libcurl libetpan glib-2.0
PKG_mail/read	:= gmime-3.0 libpsl
PKG_mail/source	:= libcurl libetpan
PKG_mail/sink	:= libcurl
PKG_src/process	:= libseccomp

PACKAGES     := $(sort $(foreach f,$(FOLDERS),$(PKG_$(f))))

# Debian's libetpan.pc names a specs file that only its own build has.
libs_of	= $$(pkg-config --cflags --libs $(filter-out -l%,$(1)) | sed 's/-specs=[^ ]*//') $(filter -l%,$(1))

comma	:= ,
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	    -Wwrite-strings -Wconversion $(if $(WERROR),-Werror)
SANITIZE := $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
# At -O1 the compiler knows no ranges of numbers, and fears for each buffer.
CFLAGS	?= $(if $(SAN),-O1 -Wno-format-truncation,-O2) -g
override CFLAGS += -std=c17 -D_GNU_SOURCE -DVERSION='"$(VERSION)"' \
	    -DDATADIR='"$(PREFIX)/share/riverpost"' -DLIBEXECDIR='"$(PREFIX)/libexec/riverpost"' \
	    -Isrc -I. $(WARNINGS) $(SANITIZE) -MMD -MP
override LDFLAGS += -Wl,--as-needed $(SANITIZE)

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
SRC_$(1) := $$(sort $$(wildcard $(1)/*.c))
OBJ_$(1) := $$(patsubst %.c,$$(BUILD)/%.o,$$(SRC_$(1)))
$$(call archive,$(1)): $$(OBJ_$(1))
	@mkdir -p $$(@D)
	@rm -f $$@
	@$$(AR) rcs $$@ $$^
ifneq ($$(PKG_$(1)),)
$$(OBJ_$(1)): PKG_CFLAGS = $$(shell pkg-config --cflags $$(filter-out -l%,$$(PKG_$(1))))
endif
OBJ += $$(OBJ_$(1))
endef
$(foreach f,$(FOLDERS),$(eval $(call folder,$(f))))
MAIN_OBJ := $(BUILD)/src/main.o

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) $(PKG_CFLAGS) -c -o $@ $<

# The programs know where they are installed, and their version.
$(MAIN_OBJ) $(OBJ_src/config) $(OBJ_src/sandbox) $(OBJ_mail/net): $(BUILD)/prefix
$(BUILD)/prefix: always
	@mkdir -p $(@D)
	@[ "$$(cat $@ 2>/dev/null)" = "$(PREFIX) $(VERSION)" ] || echo "$(PREFIX) $(VERSION)" >$@

SRC_deliver  := src/deliver/main.c mail/source/maildir.c \
		 $(patsubst %,src/base/%.c,arena err folder str)
OBJ_deliver  := $(SRC_deliver:%.c=$(BUILD)/%.o)

PROGRAMS := $(addprefix $(BUILD)/,riverpost riverpost-deliver riverpost-reader)
programs: $(PROGRAMS)

JITTER_OBJ := $(if $(JITTER),$(BUILD)/tests/tools/jitter.o)

$(BUILD)/riverpost: $(MAIN_OBJ) $(JITTER_OBJ) $(call archives,$(FOLDERS))
	@echo "  LINK $@"
	@$(CC) $(LDFLAGS) -o $@ $^ $(call libs_of,$(PACKAGES)) -lm

# What it calls is looked up once, at its start, and not in each reader of a letter.
READER_FOLDERS := src/base src/process mail/quote mail/read mail/guard mail src/sandbox
READER_OBJ     := $(BUILD)/src/reader/main.o
$(BUILD)/riverpost-reader: $(READER_OBJ) $(JITTER_OBJ) $(call archives,$(READER_FOLDERS))
	@echo "  LINK $@"
	@$(CC) $(LDFLAGS) -Wl,-z,now -o $@ $^ $(call libs_of,$(sort $(foreach f,$(READER_FOLDERS),$(PKG_$(f)))))

# Started once for each letter.  Linked without a loader, no want of memory or descriptors
# comes before its own exit code 75 (mail 2).
STATIC := $(if $(SAN),,-static-pie)
$(BUILD)/riverpost-deliver: $(OBJ_deliver)
	@echo "  LINK $@"
	@$(CC) $(if $(STATIC),$(filter-out -pie,$(LDFLAGS)) $(STATIC),$(LDFLAGS)) -o $@ $^

-include $(OBJ:.o=.d) $(MAIN_OBJ:.o=.d) $(OBJ_deliver:.o=.d) $(READER_OBJ:.o=.d)

include tests/tests.mk

run: deps-build
	@$(MAKE) --no-print-directory -j$(JOBS) programs
	@sh tests/play.sh $(BUILD)

# A game in this terminal: `make play LEVEL=3`.
play: deps-build
	@$(MAKE) --no-print-directory -j$(JOBS) programs
	@sh tests/game.sh $(BUILD) $(LEVEL)

test: deps-test
	@$(MAKE) --no-print-directory -j$(JOBS) programs
	@$(MAKE) --no-print-directory -j$(JOBS) check

# Units, manuals and README name the programs where they are installed.
EXAMPLES := $(wildcard man/examples/*)
UNITS	 := riverpost.service riverpost-run.service riverpost-run.timer
at	  = $(DESTDIR)$(PREFIX)
units	  = $(DESTDIR)$(UNITDIR)
installed = sed 's|/usr/local/|$(PREFIX)/|' $(1) >$(2) && chmod 644 $(2)

install: programs
	install -d $(units) $(addprefix $(at)/,bin libexec/riverpost lib/sysusers.d \
	    lib/tmpfiles.d share/doc/riverpost/examples share/man/man5 share/man/man7 share/man/man8)
	install $(BUILD)/riverpost $(BUILD)/riverpost-deliver $(at)/bin/
	install $(BUILD)/riverpost-reader $(at)/libexec/riverpost/
	ln -sf ../../bin/riverpost-deliver $(at)/libexec/riverpost/riverpost-deliver
	for page in $(MANUALS); do \
	    $(call installed,man/$$page,$(at)/share/man/man$${page##*.}/$$page) || exit 1; done
	for folder in $(TEMPLATE_FOLDERS); do \
	    install -d $(at)/share/riverpost/$$folder && \
	    install -m 644 $$folder/*.txt $(at)/share/riverpost/$$folder/ || exit 1; done
	install -m 644 templates/page.css templates/archive.css templates/archive.js $(at)/share/riverpost/templates/
	ln -sf riverpost.8 $(at)/share/man/man8/riverpost-deliver.8
	for unit in $(UNITS); do \
	    $(call installed,man/examples/$$unit,$(units)/$$unit) || exit 1; done
	$(call installed,man/examples/riverpost.sysusers,$(at)/lib/sysusers.d/riverpost.conf)
	$(call installed,man/examples/riverpost.tmpfiles,$(at)/lib/tmpfiles.d/riverpost.conf)
	install -m 644 INSTALL CHANGES $(at)/share/doc/riverpost/
	$(call installed,README,$(at)/share/doc/riverpost/README)
	for example in $(notdir $(EXAMPLES)); do \
	    $(call installed,man/examples/$$example,$(at)/share/doc/riverpost/examples/$$example) || exit 1; done

uninstall:
	rm -f $(addprefix $(at)/,bin/riverpost bin/riverpost-deliver lib/sysusers.d/riverpost.conf \
	    lib/tmpfiles.d/riverpost.conf share/man/man8/riverpost-deliver.8) $(UNITS:%=$(units)/%)
	rm -rf $(addprefix $(at)/,libexec/riverpost share/riverpost share/doc/riverpost)
	for page in $(MANUALS); do rm -f $(at)/share/man/man$${page##*.}/$$page; done

clean:
	rm -rf build build-san build-jitter build-san-jitter

.PHONY: all always programs play run test install uninstall clean
