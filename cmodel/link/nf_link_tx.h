// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link_tx.sv: the sending half of one end of a link (KLENK IV-E3).
#ifndef NF_LINK_TX_H
#define NF_LINK_TX_H

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
  uint32_t Room;        // flits of the other end's buffer of each channel, power of two 16..512
} nf_link_tx_cfg;

typedef struct {
  uint16_t cfg_timeout; // cycles without progress before a replay; 0: never
  uint8_t cfg_retries;  // replays in a row without progress before the link is given up; 0: never
  bool tx_valid, tx_last, tx_err;
  nf_link_data tx_data;
  bool good;         // a good word came in; its fields:
  uint16_t good_ack; // flit that the other end expects next
  bool good_nak, good_credit_vc;
  uint16_t good_credit;
  uint16_t ack;   // flit that this end expects next
  bool nak;       // this end has seen a gap
  uint32_t freed; // flits freed here since reset, 16 bits a channel
} nf_link_tx_in;

typedef struct {
  uint8_t tx_ready; // bit v: a header of virtual channel v is taken
  nf_link_data wire_data;
  uint64_t wire_ctrl;
  uint16_t event; // pulses, bits NF_LINK_EV_*
  bool down;      // given up; until reset
  bool busy;      // a flit is unsent or unacknowledged, or a packet is not complete
} nf_link_tx_out;

typedef struct nf_link_tx nf_link_tx;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_link_tx_init(nf_link_tx **m, const nf_link_tx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_link_tx_out *nf_link_tx_peek(const nf_link_tx *m);
// One rising clock edge.
void nf_link_tx_step(nf_link_tx *m, const nf_link_tx_in *in);
// NULL is allowed.
void nf_link_tx_free(nf_link_tx *m);

#ifdef __cplusplus
}
#endif

#endif
