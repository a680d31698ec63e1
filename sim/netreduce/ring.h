// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// ring.json: what the control plane knows of a ring, beside the captures of its hosts.
#ifndef NF_NR_RING_H
#define NF_NR_RING_H

#include "setup.h"

int nf_nr_ring_write(const char *path, const nf_nr_setup *s, nf_err *e);
// Fills in hosts, tag, ring, window, msglen, first and dtype; refuses what cannot be.
int nf_nr_ring_read(nf_nr_setup *s, const char *path, nf_err *e);

#endif
