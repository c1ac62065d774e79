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

UNIT_SRC := $(sort $(wildcard tests/unit/*.c))
UNIT	 := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(UNIT_SRC))
unit_layer = $(firstword $(subst _, ,$(notdir $(1))))

.SECONDEXPANSION:
$(UNIT): $(BUILD)/tests/%: tests/unit/%.c $$(foreach l,$$(LEFT_$$(call unit_layer,$$*)),$$(BUILD)/lib$$l.a)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Itests -o $@ $< $(LDFLAGS) $(filter %.a,$^) \
	    $$(pkg-config --cflags --libs cmocka $(foreach l,$(LEFT_$(call unit_layer,$*)),$(PKG_$(l)))) -lm

unit: $(UNIT)
	CMOCKA_MESSAGE_OUTPUT=TAP prove -e '' $(UNIT)

.PHONY: unit
