// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_header.sv: what a header becomes before it is sent with a sum
// (NETREDUCE Algorithm 3).
#ifndef NF_NETREDUCE_HEADER_H
#define NF_NETREDUCE_HEADER_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_netreduce_header_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Addresses as numbers: the first byte on the wire is the highest one.
typedef struct {
  uint64_t own_mac, spine_mac;
  uint32_t own_ip, spine_ip;
} nf_netreduce_header_addresses;

typedef struct nf_netreduce_header nf_netreduce_header;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_header_init(nf_netreduce_header **m, const nf_netreduce_header_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_header_out *nf_netreduce_header_peek(const nf_netreduce_header *m);
// With no header in this cycle and the three before, a step changes nothing and may be left out.
void nf_netreduce_header_step(nf_netreduce_header *m, const nf_netreduce_header_in *in);
// NULL is allowed.
void nf_netreduce_header_free(nf_netreduce_header *m);

#ifdef __cplusplus
}
#endif

#endif
