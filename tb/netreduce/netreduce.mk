# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Builds of this room that need something of their own; part of the Makefile.

# So many adders: their code is made once when no wire of the tree around them is worked into it.
$(foreach t,$(foreach b,nf_netreduce_aggregator nf_netreduce nf_netreduce_mac,$(TAGS_$(b)) $(SOAK_TAGS_$(b))),\
  $(eval VL_EXTRA_$(t) = -fno-gate))
# The fast builds of the aggregator inline as little as the others: eight ports would be 350 MB of C++ instead of 12, too
# much to compile; two ports compile in a quarter of the time and run a third faster.
$(foreach t,$(TAGS_nf_netreduce_aggregator) $(SOAK_TAGS_nf_netreduce_aggregator),\
  $(eval VL_EXTRA_$(t) += --inline-mult 1))
