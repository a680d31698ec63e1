// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What an accelerator waits for that does not come to rest, for who has to find out why: packets of
// a column that others have sent, or acknowledgements of sums. Made of the frames at its ports and
// of what it says of a column.
#ifndef NF_NR_MISSING_H
#define NF_NR_MISSING_H

#include "sim/common/note.h"
#include "sim/netreduce/ring.h"

typedef struct {
  bool repeats;
  struct {
    bool any;
    uint32_t psn;                    // of the first one
  } sum[NF_NR_RINGS][NF_NR_MEMBERS]; // by member: of its packets sums were repeated
} nf_nr_missing;

// A frame goes in: what was repeated before it does not count.
void nf_nr_missing_forget(nf_nr_missing *m);
// A frame leaves that no other one has caused.
void nf_nr_missing_repeated(nf_nr_missing *m, const nf_nr_plan *plan, const uint8_t *frame,
                            unsigned bytes);
// Adds what is missing, of the first ring that waits for something. `captures` are those of ports.
int nf_nr_missing_tell(const nf_nr_missing *m, const nf_nr_plan *plan, const nf_nr_engine *engine,
                       void *device, const char *const *captures, unsigned count, nf_note *note,
                       nf_err *e);

#endif
