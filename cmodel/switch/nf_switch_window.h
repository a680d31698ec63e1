// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch_window.sv: packets of one virtual channel in a row of the crossbar,
// the oldest first (KLENK IV-A).
#ifndef NF_SWITCH_WINDOW_H
#define NF_SWITCH_WINDOW_H

#include "common/nf_defs.h"
#include "common/nf_status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_SWITCH_MAX_WINDOW = 16 };

typedef struct {
  uint32_t Ports;  // 2..16
  uint32_t Window; // packets: 4, 8 or 16
} nf_switch_window_cfg;

// Sinks are a mask: egress ports below, reduction tables from bit Ports.
typedef struct {
  bool take;            // a packet begins: it has slot next
  bool enter;           // a packet enters, with:
  uint32_t enter_sinks; // where it has to go
  bool enter_hold;      // it may not start yet
  bool enter_counted;   // and what the row wants to know of it
  uint8_t enter_region, enter_len, enter_slot;
  bool whole;          // the youngest packet may start
  bool entry;          // the oldest that is held may start
  bool fresh, last;    // a packet is sent: its first cycle, its last one,
  uint8_t sent_slot;   // which one
  uint32_t sent_sinks; // and where to
} nf_switch_window_in;

// Lanes of packets, the oldest first.
typedef struct {
  bool sent;     // it was to the last ones: its slot is free
  uint16_t here; // bit e: there is one at place e
  uint16_t hold; // may not start
  uint8_t sinks[NF_SWITCH_MAX_WINDOW * 2 * NF_MAX_PORTS / 8]; // 2 * Ports bits each
  uint16_t counted;
  uint8_t region[NF_SWITCH_MAX_WINDOW];
  uint64_t len;  // 4 bits each
  uint64_t slot; // log2(Window) bits each
  uint8_t next;  // the slot of the next packet that begins
  bool vacant;   // there is one
} nf_switch_window_out;

typedef struct nf_switch_window nf_switch_window;

// Make the block in its reset state. Returns NF_OK, or a sentence on what is wrong with cfg.
nf_status nf_switch_window_init(nf_switch_window **m, const nf_switch_window_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_switch_window_out *nf_switch_window_peek(const nf_switch_window *m);
// One rising clock edge.
void nf_switch_window_step(nf_switch_window *m, const nf_switch_window_in *in);
// NULL is allowed.
void nf_switch_window_free(nf_switch_window *m);

// The same packets as they are, for the model of the row.
typedef struct {
  uint32_t sinks;     // where it still has to go
  bool held, counted; // may not start; reported when it has left
  uint8_t region, len, slot;
} nf_switch_packet;

// How many there are; in *packets the oldest.
unsigned nf_switch_window_packets(const nf_switch_window *m, const nf_switch_packet **packets);
// One rising clock edge that leaves all lanes but `here` as they are.
void nf_switch_window_advance(nf_switch_window *m, const nf_switch_window_in *in);

#ifdef __cplusplus
}
#endif

#endif
