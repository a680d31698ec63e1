// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_header.sv: what a header becomes before it is sent with a sum
// (NETREDUCE Algorithm 3).
#ifndef NF_NETREDUCE_HEADER_H
#define NF_NETREDUCE_HEADER_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

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

// No parameters.
typedef struct {
  char none;
} nf_netreduce_header_cfg;

typedef struct {
  uint64_t own_mac; // levels: they stand still while headers are under way
  uint32_t own_ip;
  uint64_t spine_mac;
  uint32_t spine_ip;
  bool valid;
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // as on the wire
  uint16_t size;                         // bytes of payload and pad that will follow
  uint8_t mode;                          // NF_NETREDUCE_MODE_*
  uint8_t mark;                          // whose sum will follow
  uint32_t psn, qp;                      // REPLY: of the acknowledgement
} nf_netreduce_header_in;

typedef struct {
  bool valid;                            // three cycles later
  uint8_t head[NF_NETREDUCE_HEAD_BYTES]; // holds until the next one
  uint16_t size;
} nf_netreduce_header_out;

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
