// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// GOAL, the text form that LogGOPSim's txt2bin reads:
//
//   num_ranks 2
//   rank 0 {
//     l1: calc 100 cpu 0
//     l2: send 10b to 1 tag 5
//     l2 requires l1
//   }
//   rank 1 { l1: recv 10b from 0 tag 5 }
//
// `calc` counts nanoseconds, `requires` waits for the end of a step, `irequires` for its start.
// Blanks and line ends are alike; comments begin with # or // and end with the line, or are /* ...
// */. What a message means is not said, so it is a trace (NF_TRACE); sends are buffered. Clauses
// `cpu` and `nic` are read over: steps wait for nothing but what they name.
#ifndef NF_GOAL_H
#define NF_GOAL_H

#include "schedule.h"

int nf_goal_read(nf_schedule *s, const char *path, nf_err *e);

#endif
