// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_icrc.sv: the invariant CRC of RoCE v2, and the same as a
// plain sum that is fed beat by beat.
#ifndef NF_NETREDUCE_ICRC_H
#define NF_NETREDUCE_ICRC_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_icrc_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

// A frame on its way; zeros before the first one.
typedef struct {
  uint32_t sum;  // register of the CRC
  uint32_t left; // bytes up to the end of the field, from the next beat on
  bool open;     // there are any
  bool whole;    // the field's end has come
} nf_netreduce_icrc_sum;

// The next beat. bytes: 1..64, counts with `last` only. length: bytes up to the end of the field,
// tags: VLAN tags, 0..2; both count with `first` only.
void nf_netreduce_icrc_add(nf_netreduce_icrc_sum *s, bool first, bool last,
                           const nf_netreduce_word *data, unsigned bytes, unsigned length,
                           unsigned tags);
// After the last beat: is the field right? And its correction, see crc_o of the RTL.
bool nf_netreduce_icrc_match(const nf_netreduce_icrc_sum *s);
uint32_t nf_netreduce_icrc_crc(const nf_netreduce_icrc_sum *s);

typedef struct nf_netreduce_icrc nf_netreduce_icrc;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_icrc_init(nf_netreduce_icrc **m, const nf_netreduce_icrc_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_icrc_out *nf_netreduce_icrc_peek(const nf_netreduce_icrc *m);
// One rising clock edge.
void nf_netreduce_icrc_step(nf_netreduce_icrc *m, const nf_netreduce_icrc_in *in);
// NULL is allowed.
void nf_netreduce_icrc_free(nf_netreduce_icrc *m);

#ifdef __cplusplus
}
#endif

#endif
