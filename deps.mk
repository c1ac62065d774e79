# SPDX-License-Identifier: ISC
# What the build and the tests need, and how it gets here.
