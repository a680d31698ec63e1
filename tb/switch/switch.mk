# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The 16-port switch is compiled like the one of the command: the copies of a block share their code.

VL_EXTRA_nf_switch_Ports16_Entries8_Regions4_Nodes32_HomeSlots64_Window8_XpDepth32_Halves0_Wide0 = -fno-gate sim/large.vlt
