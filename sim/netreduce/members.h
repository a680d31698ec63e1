// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Who the members of a ring are when captures are played, in the place of a controller that knows.
#ifndef NF_NR_MEMBERS_H
#define NF_NR_MEMBERS_H

#include "sim/netreduce/ring.h"

// The member at a port is the connection of the first tagged packet of the ring in that port's
// capture. A port whose capture has none keeps the member that cfg has.
int nf_nr_members_find(nf_nr_device_cfg *cfg, const char *const *captures, unsigned count,
                       nf_err *e);
// Refuses a capture that has tagged packets of a ring and none of the host that the plan has at
// that port: it is that of another port.
int nf_nr_members_check(const nf_nr_plan *plan, const char *const *captures, unsigned count,
                        nf_err *e);

#endif
