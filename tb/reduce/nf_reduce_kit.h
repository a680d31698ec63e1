// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Traffic for the tests of the reduction table: a queue of packets and one of pull requests that
// are played into the ports, and a log of what comes out. It knows the ports and the packet format,
// not what the table should do.
#ifndef NF_REDUCE_KIT_H
#define NF_REDUCE_KIT_H

#include "nf_tb.h"
#include "reduce/nf_reduce_table.h"

enum { NF_REDUCE_KIT_QUEUE = 512, NF_REDUCE_KIT_LOG = 1024 };

// A packet on its way in, or (region and err unused) out.
typedef struct {
  nf_flit head, data[NF_MAX_PAYLOAD_FLITS];
  uint8_t region;
  bool err;    // damaged: shown with the last flit
  uint64_t at; // in: earliest cycle of the header; out: cycle in which the header left
  uint16_t ports;
} nf_reduce_packet;

typedef struct {
  nf_reduce_table_in base; // configuration, copied to the inputs every cycle
  unsigned tick_period;    // cycles between ticks; 0 = never
  nf_pace in_pace, ask_pace, out_pace;

  nf_reduce_packet queue[NF_REDUCE_KIT_QUEUE]; // ring
  uint64_t queued, sent;                       // packets put in, packets played
  unsigned flit;                               // of the packet being played; 0 is the header
  bool offered, ask_offered;
  nf_reduce_packet asks[NF_REDUCE_KIT_QUEUE]; // ring; the header and region only
  uint64_t asked, asks_sent, asks_done;

  nf_reduce_packet log[NF_REDUCE_KIT_LOG]; // ring of packets that came out
  uint64_t results;
  unsigned out_flit;
  uint64_t events[16], dropped;
  uint64_t in_flits, out_flits;                  // moved so far
  uint64_t in_first, in_end, out_first, out_end; // cycle of the first and after the last
  uint64_t in_waits;                             // cycles in which a flit was offered and not taken
  uint64_t idle;                                 // cycles since the table was busy
  uint64_t ask_done_at;                          // cycle of the last alloc_done
} nf_reduce_kit;

// Of the table that is tested, set before the first scenario: cycles from operands to result in its
// data path, and from a packet's last flit to its result's header.
extern unsigned nf_reduce_kit_apart, nf_reduce_kit_latency;

// All paces ALWAYS, a tick every 64 cycles, all entries in use, id 1000, port 2; regions r: expects
// 4 also at a later hop, ports 0xf0 | r, home node 500+r behind port 1 << (8 + r % 8).
void nf_reduce_kit_init(nf_reduce_kit *kit);
// Nothing is queued, nothing on its way in.
bool nf_reduce_kit_played(const nf_reduce_kit *kit);
// A packet of U32 ADD with payload words v, v+1, v+2...; the address's region is addr >> 20.
nf_reduce_packet nf_reduce_kit_packet(unsigned opcode, uint64_t addr, unsigned len, unsigned count,
                                      uint32_t v);
// Sets requester (as destination) and tag, as in a pull response.
nf_reduce_packet nf_reduce_kit_to(nf_reduce_packet p, unsigned requester, unsigned tag);
// Queues a packet, not to start before cycle p.at.
void nf_reduce_kit_send(nf_reduce_kit *kit, nf_reduce_packet p);
// Queues a pull request of U32 ADD, not to be offered before cycle at.
void nf_reduce_kit_ask(nf_reduce_kit *kit, uint64_t addr, unsigned requester, unsigned tag,
                       uint64_t at);
// One cycle: records outputs, makes inputs.
void nf_reduce_kit_cycle(nf_tb *tb, nf_reduce_kit *kit, const nf_reduce_table_out *out,
                         nf_reduce_table_in *in);
// The n-th packet that came out.
static inline const nf_reduce_packet *nf_reduce_kit_result(const nf_reduce_kit *kit, uint64_t n) {
  return &kit->log[n % NF_REDUCE_KIT_LOG];
}
// Payload word w (0..31) of a packet.
static inline uint32_t nf_reduce_kit_word(const nf_reduce_packet *p, unsigned w) {
  return (uint32_t)(p->data[w / 4].w[w / 2 % 2] >> (w % 2 * 32));
}
void nf_reduce_kit_set_word(nf_reduce_packet *p, unsigned w, uint32_t v);

// Way of an address: any port.
static inline uint16_t nf_reduce_kit_way(uint64_t addr) {
  return (uint16_t)(1u << addr / NF_BLOCK_BYTES % 16);
}

#endif
