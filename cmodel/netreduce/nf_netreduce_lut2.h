// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_lut2.sv: which message of its connection a packet belongs to,
// and where in it (NETREDUCE 4.3.1, Fig. 5).
#ifndef NF_NETREDUCE_LUT2_H
#define NF_NETREDUCE_LUT2_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Connections; // of LUT#1, 2..128
  uint32_t Window;      // N of Algorithm 1, 1..7
  uint32_t MaxMsgLen;   // packets of a message, 1..256
} nf_netreduce_lut2_cfg;

typedef struct {
  uint64_t forget[2]; // the messages of these connections are gone
  bool lookup_valid;
  uint8_t connection; // below Connections
  bool first;         // a message's first packet
  uint32_t psn;
  uint16_t msglen; // when first
  uint32_t msgid;  // when first
  bool took;       // the packet that was answered in the cycle before is accepted
} nf_netreduce_lut2_in;

typedef struct {
  bool valid;
  uint8_t cause; // NF_NETREDUCE_CAUSE_*
  uint32_t msgid;
  uint8_t slot;   // MsgID modulo Window + 1
  uint8_t offset; // PSN - PSN0
  uint16_t msglen;
  bool last; // the message's last packet
} nf_netreduce_lut2_out;

typedef struct nf_netreduce_lut2 nf_netreduce_lut2;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_lut2_init(nf_netreduce_lut2 **m, const nf_netreduce_lut2_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_lut2_out *nf_netreduce_lut2_peek(const nf_netreduce_lut2 *m);
// With nothing to forget, no lookup in this cycle and the three before, and no answer to see, a
// step changes nothing and may be left out.
void nf_netreduce_lut2_step(nf_netreduce_lut2 *m, const nf_netreduce_lut2_in *in);
// NULL is allowed.
void nf_netreduce_lut2_free(nf_netreduce_lut2 *m);

#ifdef __cplusplus
}
#endif

#endif
