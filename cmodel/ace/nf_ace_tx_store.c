// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The end of the TX DMA (ACE Fig. 6). A packet is asked for when all its words are here (ACE 4.2:
// it goes when all it needs is free), since the crossbar takes them in a row from a fixed cycle
// behind the grant on. A command is complete when its last word is in SRAM, not when it was
// granted: the chunk's phase begins with the completion and reads what was written.
#include "nf_ace_tx_store.h"

#include <stdlib.h>

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_ring.h"

enum {
  MAX_WORDS = 256,
  MAX_COMMANDS = 64,
  PACKET = NF_ACE_PACKET_WORDS,
  UNTIL = NF_ACE_WRITE_LATENCY - 1 // cycles from the last fetch to the write strobe
};

// An entry of u_packets. No words: the end of a command that moves none.
typedef struct {
  uint16_t sram;
  uint8_t words, id;
  bool end, err, poison;
} packet;

typedef struct {
  uint8_t id;
  bool valid, err;
} completion;

struct nf_ace_tx_store {
  nf_ace_tx_store_out out;
  nf_ace_ring word_ring, packet_ring, done_ring;
  uint32_t limbs; // of a word
  uint64_t words[MAX_WORDS * NF_ACE_WORD_LIMBS];
  packet packets[MAX_WORDS / PACKET];
  // send_q, send_done_q with send_end_q, send_poison_q
  uint8_t send; // words to fetch
  // end_q and ended_q, in the RTL a shift register that moves in every cycle
  completion sent, ends[UNTIL];
  bool poison;      // of the packet that is fetched
  uint8_t end_head; // of ends, a ring that turns while one of them is valid
  uint8_t ending;   // of them that are valid
  completion done[MAX_COMMANDS];
};

// NF_PARAMs; empty. A full packet is four words, so that Words of them are Words / 4 packets when
// they are all full; with shorter ones the packets' queue is what fills first.
nf_status nf_ace_tx_store_init(nf_ace_tx_store **m, const nf_ace_tx_store_cfg *cfg) {
  if (cfg->Words < 16 || cfg->Words > MAX_WORDS || cfg->Words % PACKET != 0)
    return "nf_ace_tx_store: Words must be 16..256 and a multiple of 4";
  if (cfg->Commands < 2 || cfg->Commands > MAX_COMMANDS)
    return "nf_ace_tx_store: Commands must be 2..64";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_tx_store: WordBytes must be 32, 64, 128 or 256";
  nf_ace_tx_store *const store = calloc(1, sizeof *store);
  if (store == NULL)
    return "nf_ace_tx_store: out of memory";
  store->limbs = cfg->WordBytes / 8;
  store->word_ring.depth = (uint16_t)cfg->Words;
  store->packet_ring.depth = (uint16_t)(cfg->Words / PACKET);
  store->done_ring.depth = (uint16_t)cfg->Commands;
  store->out.word_ready = true;
  store->out.pkt_ready = true;
  *m = store;
  return NF_OK;
}

// Functions of the heads of the queues, and the read register of u_words. data_o and poison_o hold
// until the next word is fetched.
const nf_ace_tx_store_out *nf_ace_tx_store_peek(const nf_ace_tx_store *m) { return &m->out; }

// The end of a command moves one place, and another one may come behind it. Each place is a cycle
// of the time that a word needs from here to its write strobe.
static void turn_ends(nf_ace_tx_store *m, bool empty) {
  completion *const slot = &m->ends[m->end_head];
  const packet *const k = &m->packets[m->packet_ring.read];
  if (slot->valid) {
    m->done[nf_ace_ring_push(&m->done_ring)] = *slot;
    m->ending--;
  }
  *slot = m->sent;
  // The end of a command without words takes the same way, so completions come in the order of the
  // commands.
  if (empty)
    *slot = (completion){.valid = true, .id = k->id, .err = k->err};
  else
    slot->valid = m->send == 1 && m->sent.valid;
  m->ending = (uint8_t)(m->ending + slot->valid);
  m->end_head = m->end_head + 1 == UNTIL ? 0 : (uint8_t)(m->end_head + 1);
}

// Outputs that are functions of the new state. word_ready and pkt_ready are apart: a packet's entry
// comes with its last word, so the DMA waits for both.
static void show(nf_ace_tx_store *m) {
  nf_ace_tx_store_out *const out = &m->out;
  const packet *const k = &m->packets[m->packet_ring.read];
  const completion *const d = &m->done[m->done_ring.read];
  out->word_ready = m->word_ring.count != m->word_ring.depth;
  out->pkt_ready = m->packet_ring.count != m->packet_ring.depth;
  // A grant comes a cycle after the request at the earliest, so the next packet may ask when two
  // words are left: it is granted while the last one is fetched.
  out->wr_valid = m->packet_ring.count != 0 && k->words != 0 && m->send <= 2;
  out->wr_addr = k->sram;
  out->wr_words = k->words;
  out->done_valid = m->done_ring.count != 0;
  out->done_id = d->id;
  out->done_err = d->err;
}

// What moves in a step, decided from the state before it: a word is fetched, a word is stored, a
// packet enters, one is granted, one without words ends its command, a completion leaves.
typedef struct {
  bool fetch, store, enter, granted, empty, done;
} moves;

// Words and packets keep step by themselves: it is not checked that a packet's words came.
static moves decide(const nf_ace_tx_store *m, const nf_ace_tx_store_in *in) {
  const nf_ace_tx_store_out *const out = &m->out;
  moves g = {.fetch = m->send != 0,
             .store = in->word_valid && out->word_ready,
             .enter = in->pkt_valid && out->pkt_ready,
             .granted = out->wr_valid && in->wr_grant,
             .done = out->done_valid && in->done_ready};
  // Not while the packet before is fetched, whose end comes first.
  g.empty = m->packet_ring.count != 0 && m->packets[m->packet_ring.read].words == 0 && !g.fetch;
  return g;
}

// The completions. At rest it does not turn: all its places are empty.
static void move_ends(nf_ace_tx_store *m, const moves *g) {
  if (g->done)
    nf_ace_ring_pop(&m->done_ring);
  if (m->ending != 0 || g->empty || (m->send == 1 && m->sent.valid))
    turn_ends(m, g->empty);
}

// u_packets, and the registers of the packet that is fetched. A grant may come in the cycle in
// which the last word of the packet before is fetched, so that words of two packets follow without
// a gap.
static void move_packets(nf_ace_tx_store *m, const moves *g) {
  const packet *const k = &m->packets[m->packet_ring.read];
  if (g->fetch)
    m->out.poison = m->poison;
  if (g->granted) {
    m->send = k->words;
    m->poison = k->poison;
    m->sent = (completion){.valid = k->end, .id = k->id, .err = k->err};
  } else if (g->fetch) {
    m->send--;
  }
  if (g->granted || g->empty)
    nf_ace_ring_pop(&m->packet_ring);
}

// u_words. A word that comes in is not fetched in the same step.
static void move_words(nf_ace_tx_store *m, const nf_ace_tx_store_in *in, const moves *g) {
  if (g->fetch)
    nf_ace_word_copy(m->out.data.w, &m->words[nf_ace_ring_pop(&m->word_ring) * m->limbs], m->limbs);
  if (g->store)
    nf_ace_word_copy(&m->words[nf_ace_ring_push(&m->word_ring) * m->limbs], in->word_data.w,
                     m->limbs);
}

// A packet at the port.
static void enter(nf_ace_tx_store *m, const nf_ace_tx_store_in *in) {
  m->packets[nf_ace_ring_push(&m->packet_ring)] = (packet){.sram = in->pkt_sram,
                                                           .words = in->pkt_words & 7,
                                                           .id = in->pkt_id,
                                                           .end = in->pkt_end,
                                                           .err = in->pkt_err,
                                                           .poison = in->pkt_poison};
}

// One edge. The ends turn before send_q and its fields change: they see the last word of the packet
// that is fetched now.
void nf_ace_tx_store_step(nf_ace_tx_store *m, const nf_ace_tx_store_in *in) {
  const moves g = decide(m, in);
  if (!g.fetch && !g.store && !g.enter && !g.granted && !g.empty && !g.done && m->ending == 0)
    return;
  move_ends(m, &g);
  move_packets(m, &g);
  move_words(m, in, &g);
  if (g.enter)
    enter(m, in);
  show(m);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_tx_store_free(nf_ace_tx_store *m) { free(m); }
