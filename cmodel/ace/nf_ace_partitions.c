// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Two stages behind a write, as in the RTL: where the partition ends, and whom it meets.
//
// ACE 4.3.1 leaves the sizes of partitions to the algorithm and the links, so here the host sets
// them. Two that overlap would let chunks write over each other, and one that leaves the SRAM would
// wrap into another: no program could see it, so no plan with such a partition is begun. Here alone
// something is multiplied, since it changes with a write of the host alone; slots' addresses are
// counted up (nf_ace_slots).
#include "nf_ace_partitions.h"

#include <stdlib.h>

enum { PARTS = NF_ACE_MAX_PARTITIONS, SLOTS = 32, NOBODY = PARTS };

typedef struct {
  // end: one past the last packet, up to 65535 + 32 * 65535, hence wider than an address
  uint32_t first, room, slots, end;
  uint8_t clash; // bit q: it has a packet in common with partition q
} partition;

struct nf_ace_partitions {
  nf_ace_partitions_out out;
  uint32_t packets;
  partition part[PARTS];
  uint8_t ends, meets; // the partition in each stage, or NOBODY
};

// `bits` with one of them replaced.
static uint8_t with_bit(uint8_t bits, unsigned at, bool value) {
  return (uint8_t)((bits & ~(1u << at)) | (unsigned)value << at);
}

// It has packets.
static bool filled(const partition *k) { return k->slots != 0 && k->room != 0; }

// gen_meet and gen_pair: the partition that was written is compared with all; rows and columns of
// clash_q are kept alike. Half-open ranges: two that only touch have nothing in common.
static void meet(nf_ace_partitions *m, unsigned p) {
  partition *const k = &m->part[p];
  for (unsigned q = 0; q < PARTS; q++) {
    partition *const o = &m->part[q];
    // Empty partitions meet nobody, wherever they are said to lie.
    const bool clash = q != p && filled(k) && filled(o) && o->first < k->end && k->first < o->end;
    k->clash = with_bit(k->clash, q, clash);
    if (q != p)
      o->clash = with_bit(o->clash, p, clash);
  }
}

// gen_partition. More slots than 32 are none, so that such a partition is never sound.
static void configure(nf_ace_partitions *m, const nf_ace_partitions_in *in) {
  partition *const k = &m->part[in->cfg_addr >> 4 & 7];
  switch (in->cfg_addr >> 2 & 3) {
  case 0:
    k->first = in->cfg_wdata & 0xffff;
    break;
  case 1:
    k->room = in->cfg_wdata & 0xffff;
    break;
  case 2:
    k->slots = in->cfg_wdata > SLOTS ? 0 : in->cfg_wdata;
    break;
  default:
    break;
  }
}

// One edge. sound_o is a function of registers, so it is made of all that has changed; without a
// write and with empty stages nothing can have.
void nf_ace_partitions_step(nf_ace_partitions *m, const nf_ace_partitions_in *in) {
  const bool cfg = in->cfg_valid && (in->cfg_addr & 0xfff80u) == NF_ACE_CSR_PARTITION;
  if (!cfg && m->ends == NOBODY && m->meets == NOBODY)
    return;
  // The older stage first: it sees the ends as they were.
  if (m->meets != NOBODY)
    meet(m, m->meets);
  if (m->ends != NOBODY) {
    partition *const k = &m->part[m->ends];
    k->end = k->first + k->room * k->slots;
  }
  // A write in each cycle goes through: each stage has one partition at a time.
  m->meets = m->ends;
  m->ends = NOBODY;
  if (cfg) {
    configure(m, in);
    m->ends = in->cfg_addr >> 4 & 7;
  }
  for (unsigned p = 0; p < PARTS; p++) {
    const partition *const k = &m->part[p];
    m->out.sound =
        with_bit(m->out.sound, p, k->slots != 0 && k->clash == 0 && k->end <= m->packets);
  }
}

// NF_PARAM PartitionsPacketsInRange; no partition has slots, so none is sound. 65536 packets are
// what an SRAM address of 16 bits can name.
nf_status nf_ace_partitions_init(nf_ace_partitions **m, const nf_ace_partitions_cfg *cfg) {
  if (cfg->Packets < 16 || cfg->Packets > 65536)
    return "nf_ace_partitions: Packets must be 16..65536";
  nf_ace_partitions *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "nf_ace_partitions: out of memory";
  n->packets = cfg->Packets;
  n->ends = n->meets = NOBODY;
  *m = n;
  return NF_OK;
}

// sound_o.
const nf_ace_partitions_out *nf_ace_partitions_peek(const nf_ace_partitions *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_partitions_free(nf_ace_partitions *m) { free(m); }
