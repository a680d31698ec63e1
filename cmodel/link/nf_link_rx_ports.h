// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_ports.py from rtl/link/nf_link_rx.sv; change that.
// Parameters and ports of nf_link_rx.
#ifndef NF_LINK_RX_PORTS_H
#define NF_LINK_RX_PORTS_H

#include "link/nf_link_data.h"

#include <stdbool.h>
#include <stdint.h>

// clang-format off
// Parameters.
typedef struct {
  uint32_t Width; // bits of a flit, a multiple of 64, 64..640
  // bit of a header that is its virtual channel
  uint32_t VcBit;
  uint32_t Room;  // flits of the buffer of each virtual channel, power of two 16..512
} nf_link_rx_cfg;

// Inputs of one cycle.
typedef struct {
  // wire
  nf_link_data wire_data; // [Width-1:0]
  uint64_t wire_ctrl;     // nf_link_pkg::ctrl_t
  bool down;              // the link was given up
  // device
  uint8_t rx_ready;       // [1:0] bit v: the device takes a header of virtual channel v
} nf_link_rx_in;

// Outputs of one cycle.
typedef struct {
  // device
  bool rx_valid;
  bool rx_last;
  bool rx_err;          // with last: the packet is damaged
  nf_link_data rx_data; // [Width-1:0]
  // to the sending half
  bool good;            // a good word came in; its fields, whatever it carried:
  uint16_t good_ack;    // [8:0]
  bool good_nak;
  bool good_credit_vc;
  uint16_t good_credit; // [9:0]
  uint16_t ack;         // [8:0] flit expected next
  bool nak;             // a gap was seen in front of it
  uint32_t freed;       // nf_link_pkg::freed_t; flits freed since reset, 16 bits a channel
  uint16_t event;       // nf_link_pkg::event_t; pulses, bits NF_LINK_EV_*
  bool busy;            // a flit is held, or a packet is not complete
} nf_link_rx_out;
// clang-format on

#endif
