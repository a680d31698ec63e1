// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The part of a plan that is about links: machines of each phase, and their queue pairs.
#ifndef NF_ACE_PAIRS_H
#define NF_ACE_PAIRS_H

#include "sim/ace/plan.h"

// Shares the machines among the phases (ACE 6: evenly), fewer where the ports have not enough queue
// pairs or receive slots, and sets up the queue pairs. The phases and the pitch of messages are
// there. False: not even one machine for each phase has room.
bool nf_ace_pairs_make(nf_ace_plan *p);

#endif
