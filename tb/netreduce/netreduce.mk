# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# With 16 rings the rows of all members are vectors of 16,768 and 29,312 bits, which are cleared as a whole. Verilator takes
# more than 8,192 zeros for a slip.

VL_EXTRA_nf_netreduce_recovery_Rings16_Window7_MaxMsgLen16 = -Wno-WIDTHCONCAT
VL_EXTRA_nf_netreduce_Ports3_Rings16_Window3_MaxMsgLen8_Connections6_BufferBeats32_Stages6_Halves0 = -Wno-WIDTHCONCAT
