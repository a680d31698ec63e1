// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Latency of the data path in this build. A line of params.txt that does not say it has the RTL's.
#ifndef NF_REDUCE_APART_H
#define NF_REDUCE_APART_H

#ifndef P_AluStages
#define P_AluStages 2
#endif
#ifndef P_OperandReg
#define P_OperandReg 0
#endif

// Blocks beside the ALUs have the sum of the two.
#ifndef P_Apart
#define P_Apart (P_AluStages + P_OperandReg)
#endif

// Slots by which a read is behind the write that it is to see.
enum { APART = P_Apart };

#endif
