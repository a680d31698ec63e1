// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// ring.json: what the control plane knows of rings, accelerators and hosts, beside the captures of
// what comes to the accelerators' ports.
#ifndef NF_NR_RING_H
#define NF_NR_RING_H

#include "sim/netreduce/setup.h"

enum { NF_NR_NAME = 32, NF_NR_CAPTURE = 256 };

// One accelerator: its rings, and the captures of its ports.
typedef struct {
  char name[NF_NR_NAME];
  unsigned rings, captures;
  nf_nr_device_cfg cfg[NF_NR_RINGS]; // without times
  char capture[NF_NR_PORTS][NF_NR_CAPTURE];
} nf_nr_plan;

// switch; or leaf0, leaf1, ..., spine.
void nf_nr_device_name(const nf_nr_setup *s, unsigned device, char *name);
// in0.pcap; or leaf0-in0.pcap, ...
void nf_nr_capture_name(const nf_nr_setup *s, unsigned device, unsigned port, char *name);

int nf_nr_ring_write(const char *path, const nf_nr_setup *s, nf_err *e);
// Reads a set-up file. One that lists accelerators fills in the plan of the one with that name
// (NULL: there must be one alone). One that has a ring's numbers alone fills in hosts, tag, ring,
// window, msglen, first and dtype of s, and leaves plan->rings 0. Refuses what cannot be.
int nf_nr_ring_read(nf_nr_plan *plan, nf_nr_setup *s, const char *path, const char *device,
                    nf_err *e);

#endif
