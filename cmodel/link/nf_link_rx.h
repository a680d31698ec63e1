// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/link/nf_link_rx.sv: the receiving half of one end of a link (KLENK IV-E3).
#ifndef NF_LINK_RX_H
#define NF_LINK_RX_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_link_pkg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Width; // bits of a flit, a multiple of 64, 64..640
  uint32_t VcBit; // bit of a header that is its virtual channel
  uint32_t Room;  // flits of the buffer of each virtual channel, power of two 16..512
} nf_link_rx_cfg;

typedef struct {
  nf_link_data wire_data;
  uint64_t wire_ctrl;
  bool down;        // the link was given up
  uint8_t rx_ready; // bit v: the device takes a header of virtual channel v
} nf_link_rx_in;

typedef struct {
  bool rx_valid, rx_last, rx_err; // of the packet's flit; err with last: the packet is damaged
  nf_link_data rx_data;
  bool good; // a good word came in; its fields, whatever it carried:
  uint16_t good_ack;
  bool good_nak, good_credit_vc;
  uint16_t good_credit;
  uint16_t ack;   // flit expected next
  bool nak;       // a gap was seen in front of it
  uint32_t freed; // flits freed since reset, 16 bits a channel
  uint16_t event; // pulses, bits NF_LINK_EV_*
  bool busy;      // a flit is held, or a packet is not complete
} nf_link_rx_out;

typedef struct nf_link_rx nf_link_rx;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_link_rx_init(nf_link_rx **m, const nf_link_rx_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_link_rx_out *nf_link_rx_peek(const nf_link_rx *m);
// One rising clock edge.
void nf_link_rx_step(nf_link_rx *m, const nf_link_rx_in *in);
// NULL is allowed.
void nf_link_rx_free(nf_link_rx *m);

#ifdef __cplusplus
}
#endif

#endif
