// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A fabric manager that adds a region, lets it be used, tries to remove it in use, removes it, and
// begins again, while the traffic of another region goes on.
#ifndef NF_SWITCH_LIVE_H
#define NF_SWITCH_LIVE_H

#include "nf_switch_kit.h"

// Phases of a round.
typedef enum {
  LIVE_ADD,    // the region is staged and committed
  LIVE_PUSH,   // pushes by all
  LIVE_PULL,   // a pull by one; the last port's answer is kept back
  LIVE_IN_USE, // the region must not go, nor be replaced; every second round it is closed
  LIVE_DRAIN,  // the answer goes out and the pull comes back
  LIVE_CLOSED, // a push to a closed region is refused; only in every second round
  LIVE_REMOVE, // now it goes
  LIVE_GONE    // a push to it is refused
} live_phase;

typedef struct {
  kit kit; // first: kit_drive and kit_finish take it
  live_phase phase;
  unsigned rounds, under_traffic; // commits that met packets on the links
  unsigned wait;                  // cycles in this phase
  unsigned since_entered;         // cycles since the switch had all of this phase's one push
  bool asked;                     // the accesses of this phase are in the script
} live;

// Accesses and guest traffic of this cycle; after kit_drive.
void live_drive(live *l, nf_tb *tb, const nf_switch_out *out);
// All rounds came to their end, and nothing but the refused pushes was dropped.
void live_finish(live *l, nf_tb *tb);

#endif
