// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link.sv: one end of a link with replay (KLENK IV-E3).
#ifndef NF_LINK_H
#define NF_LINK_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_link_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Width;       // bits of a flit, a multiple of 64, 64..640
  uint32_t PacketFlits; // of the longest packet, 1..64
  uint32_t VcBit;       // bit of a header that is its virtual channel
  uint32_t Replay;      // flits of the replay buffer, power of two 32..512
  uint32_t Room;        // flits of each virtual channel's receive buffer, power of two 16..512
} nf_link_cfg;

typedef struct {
  uint16_t cfg_timeout; // cycles without progress before a replay; 0: never
  uint8_t cfg_retries;  // replays in a row without progress before the link is given up; 0: never
  bool tx_valid, tx_last, tx_err; // err, with last: the packet is damaged
  nf_link_data tx_data;
  uint8_t rx_ready; // bit v: the device takes a header of virtual channel v
  nf_link_data wire_data;
  uint64_t wire_ctrl;
} nf_link_in;

typedef struct {
  uint8_t tx_ready; // bit v: a header of virtual channel v is taken
  bool rx_valid, rx_last, rx_err;
  nf_link_data rx_data;
  nf_link_data wire_data;
  uint64_t wire_ctrl;
  uint16_t event; // pulses, bits NF_LINK_EV_*
  bool down;      // given up; until reset
  bool busy;      // anything unsent, unacknowledged or undelivered
} nf_link_out;

typedef struct nf_link nf_link;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_link_init(nf_link **m, const nf_link_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_link_out *nf_link_peek(const nf_link *m);
// One rising clock edge.
void nf_link_step(nf_link *m, const nf_link_in *in);
// NULL is allowed.
void nf_link_free(nf_link *m);

#ifdef __cplusplus
}
#endif

#endif
