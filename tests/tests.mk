# SPDX-License-Identifier: ISC
#
# Unit tests: tests/unit/<layer>_<name>.c becomes $(BUILD)/tests/<layer>_<name>,
# linked with its layer and the layers left of it, and nothing else.

LEFT_base  := base
LEFT_rules := rules base
LEFT_game  := game rules base
LEFT_store := store game rules base
LEFT_cmd   := cmd store game rules base
LEFT_view  := view cmd store game rules base
LEFT_mail  := mail base
LEFT_main  := mail base

UNIT_SRC := $(sort $(wildcard tests/unit/*.c))
UNIT	 := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(UNIT_SRC))
unit_layer = $(firstword $(subst _, ,$(notdir $(1))))

.SECONDEXPANSION:
$(UNIT): $(BUILD)/tests/%: tests/unit/%.c $$(foreach l,$$(LEFT_$$(call unit_layer,$$*)),$$(BUILD)/lib$$l.a)
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CFLAGS) -Itests -o $@ $< $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) \
	    $(call libs_of,cmocka $(foreach l,main $(LEFT_$(call unit_layer,$*)),$(PKG_$(l)))) -lm

# The configuration belongs to no layer.
$(BUILD)/tests/main_config: $(patsubst %,$(BUILD)/src/%.o,config config_file config_options config_print)
$(addprefix $(BUILD)/tests/,main_sandbox main_reader main_wire main_fence): $(patsubst %,$(BUILD)/src/%.o,sandbox sandbox_room sandbox_wire \
    sandbox_rights sandbox_fence sandbox_server place)
$(BUILD)/tests/main_notify: $(BUILD)/src/notify.o

$(BUILD)/tests/main_in_hand: $(BUILD)/src/in_hand.o

# It looks for commands.
$(BUILD)/tests/main_passwords: LEFT_main := mail cmd store game rules base
$(BUILD)/tests/main_passwords: $(BUILD)/src/passwords.o \
    $(foreach l,cmd store game rules base,$(BUILD)/lib$l.a)

# The longest first, so that none is left running alone at the end.
LONGEST := $(addprefix tests/cases/,faults.sh doctor.sh kill.t imap.sh sandbox.sh post-office.sh hostile.t real-games.t)
CASES := $(LONGEST) $(filter-out $(LONGEST),$(sort $(wildcard tests/cases/*.t tests/cases/*.sh)))

# What sanitizers say of libraries' caches is not about us.
export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/lsan.supp
export BUILD JITTER

# Cases mostly wait, for servers and clocks.
check: $(UNIT) $(BUILD)/tests/post
	prove -j$(JOBS) -e 'sh tests/tap.sh' $(UNIT)
	prove -j$$((2 * $(JOBS))) -e '' $(CASES)

$(BUILD)/tests/tools/jitter.o: override CFLAGS += -DLONGEST_MS=$(JITTER)

unit: $(UNIT)
	prove -j$(JOBS) -e 'sh tests/tap.sh' $(UNIT)

# Benchmarks: tests/bench/<name>.c, linked with whatever it needs.
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
BENCH	  := $(patsubst tests/bench/%.c,$(BUILD)/tests/bench/%,$(BENCH_SRC))

$(BENCH): $(BUILD)/tests/bench/%: tests/bench/%.c $$(LINK_main)
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CFLAGS) -o $@ $< $(filter %.o,$^) $(LDFLAGS) $(filter %.a,$^) \
	    $(call libs_of,$(PACKAGES)) -lm

$(BUILD)/tests/bench/apart: $(patsubst %,$(BUILD)/src/%.o,sandbox sandbox_room sandbox_wire \
    sandbox_rights sandbox_fence)

bench: deps-bench $(BUILD)/riverpost $(BENCH)
	sh tests/bench/all.sh $(BUILD)

# Fuzzers, by clang: `make fuzz FUZZ_SECONDS=600`; what they find stays in $(BUILD)/fuzz.
FUZZ_SECONDS ?= 60
FUZZ_LAYERS  := rules game mail base
FUZZ_SRC     := $(wildcard tests/fuzz/*.c)

$(BUILD)/fuzz/%: tests/fuzz/%.c $$(foreach l,$$(FUZZ_LAYERS),$$($$(l)_SRC))
	@mkdir -p $(BUILD)/fuzz
	@echo "  FUZZ $<"
	@clang -std=c17 -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -Isrc -I. -g -O1 -fsanitize=fuzzer,address,undefined -o $@ $^ \
	    $$(pkg-config --cflags --libs $(PKG_base) $(PKG_mail)) -lm

fuzz: $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))
	for program in $^; do (cd $(BUILD)/fuzz && "$(abspath $(BUILD))/fuzz/$$(basename $$program)" \
	    -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -verbosity=0) || exit 1; done

.PHONY: check unit bench fuzz

include tests/servers/servers.mk
