# SPDX-License-Identifier: ISC
#
# Unit tests: tests/unit/<folder>/<name>.c becomes $(BUILD)/tests/unit/<folder>/<name>,
# linked with its folder and those left of it (layers.mk), and nothing else.
# src/ is left out of the names: tests/unit/rules/fen.c tests src/rules/fen.c.

UNIT_SRC := $(sort $(foreach f,$(FOLDERS),$(wildcard tests/unit/$(f:src/%=%)/*.c)))
UNIT	 := $(patsubst %.c,$(BUILD)/%,$(UNIT_SRC))
# The folder whose test it is, and the chain up to it.
unit_folder = $(firstword $(filter $(patsubst tests/unit/%/,%,$(dir $(1))) \
    $(patsubst tests/unit/%/,src/%,$(dir $(1))),$(FOLDERS)))
before_in = $(if $(filter-out $(1),$(firstword $(2))),$(firstword $(2)) $(call before_in,$(1),$(wordlist 2,$(words $(2)),$(2))))
chain_of = $(firstword $(foreach c,src mail top,$(if $(filter $(1),$(CHAIN_$(c))),CHAIN_$(c))))
up_to	= $(call before_in,$(1),$($(call chain_of,$(1)))) $(1)

# A calendar is read by another program's parser.
PKG_tests/unit/view := libical

.SECONDEXPANSION:
$(UNIT): $(BUILD)/%: %.c $$(call archives,$$(call up_to,$$(call unit_folder,$$*.c)))
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CPPFLAGS) $(CFLAGS) -MF $@.d -MT $@ -Itests -o $@ $< $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) \
	    $(call libs_of,cmocka $(sort $(foreach f,$(call up_to,$(call unit_folder,$<)),$(PKG_$(f))) $(PKG_$(<D)))) \
	    -lm

-include $(UNIT:=.d)

# The longest first, so that none is left running alone at the end.
LONGEST := $(addprefix tests/cases/,package.sh offered.t relay.t in-other-dress.t bot.t replies.t seek.t robots.t hostile.t \
	   season.t post-office.sh kill.t faults.sh yes.t silent.t stale.t several.t tournament.t time.t settings.t \
	   signups.t states.t doctor.sh as-people-write.t in-words.t passwords.t takeover.t proof.t real-games.t sandbox.sh \
	   answers.t clocks.t turns.t talk.t taps.t scores.t twice.t astray.t check.t operator.sh unread.t \
	   as-programs-send.t oracle.sh mutations.sh imap.sh duties.t)
# They look at sources and texts, which are the same in every build.
STILL := $(addprefix tests/cases/,circles.t commands.t english.t format.sh layers.t manual.sh recipes.sh width.t words.sh)
CASES := $(LONGEST) $(filter-out $(LONGEST) $(if $(SAN),$(STILL)),$(sort $(wildcard tests/cases/*.t tests/cases/*.sh)))

# What sanitizers say of libraries' caches is not about us.
export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0
export BUILD JITTER

# What the tests make lies in memory where there is room: a pass waits for the disk some twenty times.
IN_MEMORY := TMPDIR=$$(sh tests/tools/quick-folder.sh)

# `make check T=proof` runs what has that in its name: cases and unit tests.
T ?=
chosen	= $(if $(T),$(strip $(foreach t,$(2),$(if $(findstring $(T),$(t:$(1)%=%)),$(t)))),$(2))
CHOSEN_UNIT  := $(call chosen,$(BUILD)/tests/unit/,$(UNIT))
CHOSEN_CASES := $(call chosen,tests/cases/,$(CASES))

# What reads collected tables, for cases/tables.t.
TABLE_READERS := $(addprefix $(BUILD)/tests/unit/,game/record mail/reader_data rules/fen rules/movegen \
		 rules/notation_games rules/referee/article rules/referee/repeat speak/speech)

# The program as the cases call it (tests/cases/lib/World.pm); never older than the program.
FORKING := $(BUILD)/riverpost-forking
$(FORKING): $(BUILD)/tests/tools/forking.o $(BUILD)/riverpost
	@echo "  LINK $@"
	@$(CC) $(LDFLAGS) -Wl,--wrap=main,--wrap=crypto_pwhash_str,--wrap=sandbox_start,--wrap=sandbox_stop -o $@ $(MAIN_OBJ) $(JITTER_OBJ) $< $(call archives,$(FOLDERS)) \
	    $(call libs_of,$(PACKAGES)) -lm

# Cases mostly wait, for servers and clocks.  Benchmarks are only built.
check: $(CHOSEN_UNIT) $$(if $$(T)$$(SAN),,$$(BENCH)) $(if $(CHOSEN_CASES),$(PROGRAMS) $(FORKING) $(BUILD)/tests/post $(BUILD)/tests/oracle/oracle) \
    $(if $(filter %/tables.t,$(CHOSEN_CASES)),$(TABLE_READERS))
	@[ -n "$(CHOSEN_UNIT)$(CHOSEN_CASES)" ] || { echo "no test has $(T) in its name"; exit 1; }
	$(if $(CHOSEN_UNIT),$(IN_MEMORY) prove --timer -j$(JOBS) -e 'sh tests/tap.sh' $(CHOSEN_UNIT))
	$(if $(CHOSEN_CASES),$(IN_MEMORY) prove --timer -j$$((3 * $(JOBS))) -e '' $(CHOSEN_CASES))

$(BUILD)/tests/tools/jitter.o: override CFLAGS += -DLONGEST_MS=$(JITTER)

unit: $(UNIT)
	prove -j$(JOBS) -e 'sh tests/tap.sh' $(UNIT)

# The differential test of the referee: `make oracle N=1000000 SEED=7`.
N    ?= 1000000
SEED ?= $(shell date +%s)

$(BUILD)/tests/oracle/oracle: $(wildcard tests/oracle/*) tests/unit/table.h tests/unit/rules/table_moves.h \
    $(call archives,src/base src/rules src/rules/referee)
	@mkdir -p $(@D)
	@echo "  CC   tests/oracle"
	@$(CC) $(filter-out -MMD -MP,$(CFLAGS)) -Itests -o $@ $(filter %.c,$^) $(LDFLAGS) $(filter %.a,$^) \
	    $(call libs_of,$(PKG_src/base))

oracle: $(BUILD)/tests/oracle/oracle
	$< -n $(N) -s $(SEED)

# The same loops beside engines that are installed: `make engines N=2000`.
engines: $(BUILD)/tests/oracle/oracle $(BUILD)/riverpost
	BUILD=$(BUILD) tests/oracle/engines.pl $(if $(filter 1000000,$(N)),2000,$(N)) $(SEED)

# A large season (tests/cases/season.t): `make season PLAYERS=200 GAMES=1000 SEASON_SEED=7`.
season: $(BUILD)/riverpost
	PLAYERS=$(or $(PLAYERS),200) GAMES=$(or $(GAMES),1000) prove -v tests/cases/season.t

# What draws lots, drawn anew: `make soak MINUTES=10`.
MINUTES ?= 10
soak: programs $(BUILD)/tests/oracle/oracle $(BUILD)/tests/unit/server/postman_quotes
	BUILD=$(BUILD) sh tests/tools/soak.sh $(MINUTES)

# The cases on other days: `make check-dates T=secrets` those with that in their name.
check-dates: programs
	BUILD=$(BUILD) sh tests/tools/dates.sh $(filter %.t,$(CHOSEN_CASES))

# Benchmarks: tests/bench/<name>.c, linked with whatever it needs.
BENCH_SRC := $(sort $(wildcard tests/bench/*.c))
BENCH	  := $(patsubst tests/bench/%.c,$(BUILD)/tests/bench/%,$(BENCH_SRC))

$(BENCH): $(BUILD)/tests/bench/%: tests/bench/%.c $(call archives,$(FOLDERS))
	@mkdir -p $(@D)
	@echo "  CC   $<"
	@$(CC) $(CFLAGS) -Itests -o $@ $< $(filter %.o,$^) $(LDFLAGS) $(filter %.a,$^) \
	    $(call libs_of,$(PACKAGES)) -lm

# Of the table's rows those in R: `make bench R=turn`; without R all, and the rest as well.
R ?=

# Loaded into what is measured.
PRELOADED := $(addprefix $(BUILD)/tests/,unfenced.so slow-disk.so)
$(PRELOADED): $(BUILD)/tests/%.so: tests/tools/%.c
	@mkdir -p $(@D)
	@$(CC) -shared -fPIC -D_GNU_SOURCE -o $@ $<

$(BUILD)/tests/usage: tests/tools/usage.c
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -o $@ $< $(LDFLAGS)

bench: deps-bench programs $(BENCH) $(addprefix $(BUILD)/tests/,usage post) $(PRELOADED)
	BUILD=$(BUILD) perl tests/bench/rows.pl $(R)
	$(if $(R),,sh tests/bench/all.sh $(BUILD))

# Fuzzers, by clang: `make fuzz FUZZ_SECONDS=600`; what they find stays in $(BUILD)/fuzz, and
# then in their seeds (tests/fuzz/run.sh).
FUZZ_SECONDS ?= 60
FUZZ_FOLDERS := $(filter-out src/cli,$(FOLDERS))
FUZZ_LONGEST := $(addprefix tests/fuzz/,letter.c record.c command.c)
FUZZ	     := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_LONGEST) \
		$(filter-out $(FUZZ_LONGEST),$(wildcard tests/fuzz/*.c)))
FUZZ_OBJ     := $(patsubst %.c,$(BUILD)/fuzz/%.o,$(foreach f,$(FUZZ_FOLDERS),$(SRC_$(f))))
FUZZ_PACKAGES := $(sort $(foreach f,$(FUZZ_FOLDERS),$(PKG_$(f))))
FUZZ_FLAGS   := -std=c17 -D_GNU_SOURCE -DVERSION='"$(VERSION)"' -DDATADIR='"$(CURDIR)"' \
		-DLIBEXECDIR='"/usr/libexec"' -Isrc -I. -Itests -g -O1

$(BUILD)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	@clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -MMD -MP -c -o $@ $< \
	    $$(pkg-config --cflags $(filter-out -l%,$(FUZZ_PACKAGES)))

$(FUZZ): $(BUILD)/fuzz/%: tests/fuzz/%.c $(FUZZ_OBJ)
	@echo "  FUZZ $<"
	@clang $(FUZZ_FLAGS) -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -o $@ $^ \
	    $(call libs_of,$(FUZZ_PACKAGES)) -lm

-include $(FUZZ_OBJ:.o=.d)

fuzzers: deps-fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) $(FUZZ)

# All at once: a minute of each would take too long.
fuzz: fuzzers
	prove -j$(words $(FUZZ)) -e 'sh tests/fuzz/run.sh' $(FUZZ) :: $(FUZZ_SECONDS)

# The same inputs each time, on each machine.
check-fuzz: fuzzers
	prove -j$(JOBS) -e 'sh tests/fuzz/run.sh' $(FUZZ)

.PHONY: check check-dates check-fuzz soak unit oracle engines season bench fuzz fuzzers

include tests/servers/servers.mk
