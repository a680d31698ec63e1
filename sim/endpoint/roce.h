// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A host of NETREDUCE (Algorithm 1, Eq. 2, Eq. 10): it prepares a message in alpha, its NIC sends
// it as packets at the port's rate, the sum comes back a round trip later, packet by packet. It has
// `window` messages under way at most: the sum of one is the credit of the next but `window`.
#ifndef NF_ENDPOINT_ROCE_H
#define NF_ENDPOINT_ROCE_H

#include "sim/common/err.h"
#include <stdint.h>

typedef struct {
  double alpha, round_trip;        // ns; the latter of a packet, with the accelerator's share
  double rate;                     // bytes of a ns at the port
  uint32_t window;                 // messages; 0: as many as Eq. 10 asks for
  uint32_t packets, payload, wire; // of a message; bytes of a packet, and what it takes on the wire
} nf_roce_config;

typedef struct {
  double ns;
  double busy;  // ns of the port
  double waits; // ns in which a message that is prepared waits for a credit
  uint64_t messages;
  uint32_t window; // that was used
} nf_roce_result;

// NETREDUCE 5.1, 5.2: 100 Gb/s, 170 packets of 1,024 bytes, 1 us; a packet also has 44 bytes of
// headers (IPv4, UDP, BTH, ICRC), 18 of Ethernet, 20 between frames.
nf_roce_config nf_roce_host(void);
// Eq. 10.
double nf_roce_window(const nf_roce_config *c);
int nf_roce_run(const nf_roce_config *c, uint64_t bytes, nf_roce_result *r, nf_err *e);

#endif
