# SPDX-License-Identifier: ISC
#
# The order of the folders.  Files in a folder include those of their own folder
# and of folders to its left in the same chain, and nothing else.  The build, the
# tests' link lines and tests/cases/layers.t read it here.

# xiangqi knows nothing of mail ...
CHAIN_src  := src/base src/process src/rules src/rules/referee src/game src/engine src/store src/play src/speak src/cmd src/view src/site
# ... and mail nothing of xiangqi ...
CHAIN_mail := src/base src/process mail/net mail/quote mail/read mail/guard mail mail/write mail/source mail/sink
# ... until the server joins them.
CHAIN_top  := $(CHAIN_src) $(filter-out src/base src/process,$(CHAIN_mail)) src/config src/sandbox src/server src/cli

FOLDERS := $(CHAIN_top)
