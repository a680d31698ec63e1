// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every slot has a line of rows: the slot knows the last one, each row the one behind it.
//
// ACE 4.3.1: the SRAM is divided into partitions, of equal slots here. The n-th chunk that is
// created gets slot n mod K of a partition with K slots, and only that one: so addresses are
// counted up with the turn, nothing is allocated or searched, and no chunk overtakes another into a
// slot. The oldest chunk has nobody before it in any line, so it always goes on.
#include "nf_ace_slots.h"

#include <stdlib.h>

enum { PARTS = NF_ACE_MAX_PARTITIONS, ROWS = NF_ACE_MAX_CHUNKS, SLOTS = 32 };

// turn_q, at_q, line_q and last_q of a partition; room_q is out.room
typedef struct {
  uint16_t first, at; // addresses: of slot 0, of the slot that the next chunk gets
  uint8_t slots, turn;
  uint32_t line;       // bit s: a chunk is in line for slot s
  uint8_t last[SLOTS]; // last chunk in line
} partition;

// slot_q and next_q of {row, partition}
typedef struct {
  uint8_t slot, next; // its slot; the row behind it
  uint16_t at;
} place;

struct nf_ace_slots {
  nf_ace_slots_out out;
  uint8_t mask; // of row numbers
  partition part[PARTS];
  // held_q is out.held: the row has its slot there
  uint8_t behind[ROWS]; // bit p: another row waits for the slot of this one
  place at[ROWS][PARTS];
};

// gen_partition, `mine`: any write to a partition begins its turns with slot 0 again, also one that
// changes nothing. More slots than the table has are none, so such a partition is not set up
// (set_o), and its plans are refused.
static void configure(nf_ace_slots *m, const nf_ace_slots_in *in) {
  const unsigned p = in->cfg_addr >> 4 & 7;
  partition *const k = &m->part[p];
  switch (in->cfg_addr >> 2 & 3) {
  case 0:
    k->first = (uint16_t)in->cfg_wdata;
    break;
  case 1:
    m->out.room[p] = (uint16_t)in->cfg_wdata;
    break;
  case 2:
    k->slots = in->cfg_wdata > SLOTS ? 0 : (uint8_t)in->cfg_wdata;
    break;
  default:
    break;
  }
  k->turn = 0;
  k->at = k->first;
  m->out.set = (uint8_t)((m->out.set & ~(1u << p)) | (unsigned)(k->slots != 0) << p);
}

// The row's own entry is written before the turn moves on. A line is a list, so a row that leaves
// hands its slot on in one step, however many wait. Whoever finds the slot without a line holds it
// from the next cycle on.
static void take(nf_ace_slots *m, unsigned row, unsigned p, bool advance) {
  partition *const k = &m->part[p];
  const uint8_t bit = (uint8_t)(1u << p);
  place *const own = &m->at[row][p];
  own->slot = k->turn;
  own->at = k->at;
  if (k->line >> k->turn & 1) {
    const unsigned ahead = k->last[k->turn];
    m->behind[ahead] |= bit;
    m->at[ahead][p].next = (uint8_t)row;
  } else {
    m->out.held[row] |= bit;
  }
  k->line |= 1u << k->turn;
  k->last[k->turn] = (uint8_t)row;
  if (!advance)
    return;
  // The address of the next slot is counted along with its number: a multiplication is spared.
  const bool wrap = k->turn + 1 >= k->slots;
  k->turn = wrap ? 0 : (uint8_t)(k->turn + 1);
  k->at = wrap ? k->first : (uint16_t)(k->at + m->out.room[p]);
}

// release_i: who waits behind the row holds the slot next, or else its line is empty. It was the
// first in line, since only who holds a slot leaves it.
static void leave(nf_ace_slots *m, unsigned row, unsigned p) {
  const uint8_t bit = (uint8_t)(1u << p);
  const place *const own = &m->at[row][p];
  m->out.held[row] &= (uint8_t)~bit;
  if (m->behind[row] & bit)
    m->out.held[own->next] |= bit;
  else
    m->part[p].line &= ~(1u << own->slot);
  m->behind[row] &= (uint8_t)~bit;
}

// abort_i: all lines are empty, and every turn begins with slot 0, on all nodes alike. Where
// partitions lie stays: it is the host's.
static void forget(nf_ace_slots *m) {
  for (unsigned p = 0; p < PARTS; p++) {
    m->part[p].line = 0;
    m->part[p].turn = 0;
    m->part[p].at = m->part[p].first;
  }
  for (unsigned r = 0; r < ROWS; r++)
    m->out.held[r] = m->behind[r] = 0;
}

// One edge. The look-ups see the table as it was. leave() comes before take(): the last in line may
// just be leaving, and then who comes does not wait for it (`waits`). The configuration wins last.
void nf_ace_slots_step(nf_ace_slots *m, const nf_ace_slots_in *in) {
  const bool cfg = in->cfg_valid && (in->cfg_addr & 0xfff80u) == NF_ACE_CSR_PARTITION;
  if (in->look) {
    const place *const at = m->at[in->look_row & m->mask];
    m->out.src = at[in->look_part & 7].at;
    m->out.dst = at[(in->look_part + 1) & 7].at;
  }
  if (in->pick)
    m->out.sram = m->at[in->pick_row & m->mask][in->pick_part & 7].at;
  if (in->abort)
    forget(m);
  if (in->release && !in->abort)
    leave(m, in->release_row & m->mask, in->release_part & 7);
  // A write to the partition in the same cycle wins over its turn (mine before take_i in
  // gen_partition).
  if (in->take && !in->abort)
    take(m, in->take_row & m->mask, in->take_part & 7,
         !cfg || (in->cfg_addr >> 4 & 7) != (in->take_part & 7u));
  if (cfg)
    configure(m, in);
  // Of partition 0 alone: a chunk is begun when it can be loaded. For the others it may wait in
  // line, with its data where it is.
  m->out.first_free = !(m->part[0].line >> m->part[0].turn & 1);
}

// NF_PARAM SlotsChunksInRange; no partition is set up, no row in line. Row numbers are cut to
// RowBits bits.
nf_status nf_ace_slots_init(nf_ace_slots **m, const nf_ace_slots_cfg *cfg) {
  if (cfg->Chunks < 2 || cfg->Chunks > ROWS)
    return "Chunks must be 2..32";
  nf_ace_slots *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->mask = (uint8_t)((1u << (32 - __builtin_clz(cfg->Chunks - 1))) - 1);
  n->out.first_free = true;
  *m = n;
  return NF_OK;
}

// Registers and functions of them. src_o, dst_o and sram_o stay until the next look-up.
const nf_ace_slots_out *nf_ace_slots_peek(const nf_ace_slots *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_slots_free(nf_ace_slots *m) { free(m); }
