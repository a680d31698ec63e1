// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_switch_kit.h"

#include <string.h>

static const uint64_t region_base = 0x40000000;

enum {
  MULTICAST_OFFSET = KIT_BLOCKS * 128,
  REGION_BYTES = 2 * MULTICAST_OFFSET,
  DAMAGED = 0x80 // wave of a unicast packet that the link damages
};

void kit_access_add(kit *k, bool write, uint16_t addr, uint32_t data) {
  if (k->script_length < KIT_SCRIPT)
    k->script[k->script_length++] = (kit_access){write, addr, data};
}

static void mcr(kit *k, uint16_t offset, uint32_t data) {
  kit_access_add(k, true, (uint16_t)(NF_CSR_MCR_BASE + offset), data);
}

// One region over all ports, used for multicast, pull and push; every port's own table is a home.
static void write_script(kit *k) {
  const unsigned spread = k->mix.spread ? k->cfg.Ports - 1 : k->cfg.Ports;
  kit_access_add(k, true, NF_CSR_SWITCH_ID, KIT_SWITCH_ID);
  if (k->cfg.Entries != 0)
    kit_access_add(k, true, NF_CSR_TABLE_LIMIT, k->mix.entries);
  kit_access_add(k, true, NF_CSR_TIMEOUT, k->mix.timeout);
  kit_access_add(k, true, NF_CSR_CONTROL, k->mix.multicast_partials);
  kit_access_add(k, true, NF_CSR_UPLINKS, k->mix.uplinks);
  if (k->mix.links)
    kit_access_add(k, true, NF_CSR_LINKS, k->mix.links);
  for (unsigned p = 0; p < k->cfg.Ports; p++)
    mcr(k, (uint16_t)(NF_MCR_REG_ROUTE_BASE + 4 * p), p == spread ? 3u << 30 : 1u << 31 | p);
  for (unsigned s = 0; s < k->cfg.HomeSlots; s++)
    mcr(k, (uint16_t)(NF_MCR_REG_HOME_BASE + 4 * s),
        3u << 30 | (k->cfg.Ports - 1) << 4 | s % k->cfg.Ports);
  mcr(k, NF_MCR_REG_REGION_INDEX, 1);
  mcr(k, NF_MCR_REG_REGION_BASE_LO, (uint32_t)region_base);
  mcr(k, NF_MCR_REG_REGION_BASE_HI, 0);
  mcr(k, NF_MCR_REG_REGION_SIZE, REGION_BYTES);
  mcr(k, NF_MCR_REG_REGION_EXPECTED, k->cfg.Ports);
  mcr(k, NF_MCR_REG_REGION_MODE, 7);
  mcr(k, NF_MCR_REG_REGION_HOME, k->cfg.Ports - 1);
  for (unsigned p = 0; p < k->cfg.Ports; p++)
    mcr(k, NF_MCR_REG_REGION_TARGET_SET, p);
  mcr(k, NF_MCR_REG_REGION_COMMIT, 1);
  kit_access_add(k, false, NF_CSR_MCR_BASE + NF_MCR_REG_REGION_STATUS, 0);
}

void kit_start(kit *k, nf_tb *tb, const nf_switch_cfg *cfg, const kit_mix *mix) {
  k->cfg = *cfg;
  k->mix = *mix;
  write_script(k);
  for (unsigned p = 0; p < k->cfg.Ports; p++) {
    nf_pace always = {.kind = NF_PACE_ALWAYS};
    k->end[p].link.pace = mix->full_rate ? always : nf_pace_any(tb);
    k->end[p].drain = mix->full_rate ? always : nf_pace_any(tb);
  }
}

// ------------------------------------------------------------------------------------ sending

// What a rank answers to a pull of a block: known to everybody.
static uint32_t pulled_word(unsigned rank, uint64_t addr, unsigned word) {
  return (uint32_t)((rank + 1) * 0x9e3779b9u + (uint32_t)addr * 2654435761u + word * 40503u);
}

static unsigned block_of(uint64_t addr) {
  return (unsigned)((addr - region_base) / 128) % KIT_BLOCKS;
}

// A whole number below 1024 in size as f32: sums of those are exact also when they are rounded.
static uint32_t whole_number(nf_tb *tb) {
  uint32_t n = (uint32_t)nf_tb_below(tb, 1024), sign = (uint32_t)nf_tb_below(tb, 2) << 31;
  if (n == 0)
    return 0;
  unsigned top = 31 - (unsigned)__builtin_clz(n);
  return sign | (127 + top) << 23 | (n << (23 - top) & 0x7fffff);
}

static uint32_t word_of(const nf_flit *flits, unsigned w) {
  return (uint32_t)(flits[w / 4].w[w / 2 % 2] >> 32 * (w % 2));
}

static void set_word(nf_flit *flits, unsigned w, uint32_t value) {
  uint64_t *at = &flits[w / 4].w[w / 2 % 2];
  *at = (*at & ~(0xffffffffull << 32 * (w % 2))) | (uint64_t)value << 32 * (w % 2);
}

static void send_reduction(kit *k, nf_tb *tb, unsigned p, bool push) {
  kit_endpoint *e = &k->end[p];
  unsigned len = k->mix.len != 0 ? k->mix.len : 8;
  nf_flit h = nf_packet_gen_header(tb, push ? NF_OPCODE_PUSH_WRITE : NF_OPCODE_PULL_REQ, len);
  unsigned b = (unsigned)nf_tb_below(tb, KIT_BLOCKS);
  nf_hdr_set_addr(&h, region_base + 128u * b);
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_red_op(&h, NF_RED_OP_ADD);
  nf_hdr_set_dtype(&h, k->mix.exact ? NF_DTYPE_F32X : k->mix.floats ? NF_DTYPE_F32 : NF_DTYPE_U32);
  nf_hdr_set_count(&h, 1);
  nf_hdr_set_tag(&h, (uint16_t)(e->next_tag++ & 0xfff));
  nf_packet_gen_start(&e->own, tb, &h);
  if (!push) {
    e->pulls_open++;
    k->pulls++;
    return;
  }
  k->pushes++;
  k->block[b].count_in++;
  for (unsigned w = 0; w < 4 * len; w++) {
    uint8_t flags = 0;
    if (k->mix.exact) {
      set_word(&e->own.flit[1], w, whole_number(tb));
      nf_exact_add(&k->block[b].exact_in[w], word_of(&e->own.flit[1], w), &flags);
    }
    if (k->mix.floats && b % k->cfg.Ports != 0)
      set_word(&e->own.flit[1], w, 0);
    k->block[b].sum_in[w] += word_of(&e->own.flit[1], w);
  }
}

static bool of_guest(const kit *k, uint64_t addr) {
  return k->guest.base != 0 && addr / 128 == k->guest.base / 128;
}

static void send_guest(kit *k, nf_tb *tb, unsigned p, bool push) {
  kit_endpoint *e = &k->end[p];
  kit_guest *g = &k->guest;
  nf_flit h = nf_packet_gen_header(tb, push ? NF_OPCODE_PUSH_WRITE : NF_OPCODE_PULL_REQ, 8);
  nf_hdr_set_addr(&h, g->base);
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_red_op(&h, NF_RED_OP_ADD);
  nf_hdr_set_dtype(&h, NF_DTYPE_U32);
  nf_hdr_set_count(&h, 1);
  nf_hdr_set_tag(&h, (uint16_t)(e->next_tag++ & 0xfff));
  nf_packet_gen_start(&e->own, tb, &h);
  e->pulls_open += !push;
  k->pulls += !push;
  k->pushes += push && !g->lost;
  for (unsigned w = 0; push && !g->lost && w < KIT_WORDS; w++)
    g->sum_in[w] += word_of(&e->own.flit[1], w);
  g->count_in += push && !g->lost;
}

void kit_guest_release(kit *k) {
  kit_endpoint *e = &k->end[k->cfg.Ports - 1];
  for (unsigned i = 0; i < k->guest.kept_count; i++)
    e->queue[e->owed++ % KIT_ANSWERS] = k->guest.kept[i];
  k->guest.kept_count = 0;
  k->guest.hold = false;
}

// Both lead up: what comes in by one does not leave by the other.
static bool turns(const kit *k, unsigned p, unsigned q) {
  return (k->mix.uplinks >> p & k->mix.uplinks >> q & 1) != 0;
}

static void send_unicast(kit *k, nf_tb *tb, unsigned p) {
  static const uint8_t opcodes[] = {NF_OPCODE_READ_REQ, NF_OPCODE_WRITE, NF_OPCODE_READ_RSP};
  kit_endpoint *e = &k->end[p];
  unsigned kind = k->mix.len != 0 ? 1 + (unsigned)nf_tb_below(tb, 2) : (unsigned)nf_tb_below(tb, 3);
  unsigned len = k->mix.len != 0 ? k->mix.len : 1u << nf_tb_below(tb, 4);
  unsigned dst = k->mix.stops ? p : (unsigned)nf_tb_below(tb, k->cfg.Ports);
  nf_flit h = nf_packet_gen_header(tb, opcodes[kind], len);
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_dst(&h, (uint16_t)dst);
  const bool refused = turns(k, p, dst);
  k->turns += refused;
  k->seen[p].cause[NF_ERR_ROUTE] += refused;
  nf_hdr_set_addr(&h, (uint64_t)e->to[dst][nf_hdr_vc(&h)] * 128);
  e->to[dst][nf_hdr_vc(&h)] += !refused;
  const bool damaged = nf_hdr_payload_flits(&h) != 0 && nf_tb_chance(tb, k->mix.damaged);
  nf_hdr_set_wave(&h, damaged ? DAMAGED : 0);
  nf_packet_gen_start(&e->own, tb, &h);
  if (damaged) {
    const unsigned how = (unsigned)nf_tb_below(tb, 3);
    e->own.early_last = how == 0;
    e->own.extra = how == 1 ? 1 + (unsigned)nf_tb_below(tb, 20) : 0;
    e->own.err = how == 2;
    k->seen[p].cause[NF_ERR_LENGTH] += how != 2 && !refused;
  }
}

static void send_multicast(kit *k, nf_tb *tb, unsigned p) {
  kit_endpoint *e = &k->end[p];
  unsigned len = k->mix.len != 0 ? k->mix.len : 1u << nf_tb_below(tb, 4);
  nf_flit h = nf_packet_gen_header(tb, NF_OPCODE_MCAST_WRITE, len);
  uint32_t number = e->multicasts++;
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_addr(&h, region_base + MULTICAST_OFFSET);
  nf_hdr_set_tag(&h, (uint16_t)(number & 0xfff));
  nf_hdr_set_wave(&h, (uint8_t)(number >> 12));
  nf_packet_gen_start(&e->own, tb, &h);
}

enum { TOO_LONG = 12 };

// A packet that the switch must refuse, or cut, without harm to the others. The last ones are
// refused where there is no table.
static void send_broken(kit *k, nf_tb *tb, unsigned p) {
  const struct {
    uint8_t opcode, len, cause;
    uint64_t addr;
  } kinds[] = {
      {7, 8, NF_ERR_OPCODE, region_base + MULTICAST_OFFSET},
      {NF_OPCODE_MCAST_WRITE, 8, NF_ERR_REGION, 0x1000},
      {NF_OPCODE_MCAST_WRITE, 8, NF_ERR_ALIGN, region_base + MULTICAST_OFFSET + 16},
      {NF_OPCODE_MCAST_WRITE, TOO_LONG, NF_ERR_ALIGN, region_base + MULTICAST_OFFSET},
      // In place of all: they would end what the others have not come to.
      {NF_OPCODE_PUSH_WRITE, 8, NF_ERR_COUNT, region_base},
      {NF_OPCODE_BARRIER, 0, NF_ERR_COUNT, region_base},
      {NF_OPCODE_PULL_RSP, 8, NF_ERR_COUNT, region_base},
      {NF_OPCODE_PUSH_WRITE, 8, NF_ERR_OP, region_base},
      {NF_OPCODE_BARRIER, 0, NF_ERR_OP, region_base},
      {NF_OPCODE_PULL_REQ, 8, NF_ERR_OP, region_base},
      {NF_OPCODE_PULL_RSP, 8, NF_ERR_OP, region_base},
  };
  enum { NEED_TABLE = 4 };
  kit_endpoint *e = &k->end[p];
  const unsigned count = sizeof kinds / sizeof kinds[0] - (k->cfg.Entries != 0 ? NEED_TABLE : 0);
  const unsigned kind = (unsigned)nf_tb_below(tb, count);
  nf_flit h = nf_packet_gen_header(tb, kinds[kind].opcode, kinds[kind].len);
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_addr(&h, kinds[kind].addr);
  if (kinds[kind].cause == NF_ERR_COUNT || kinds[kind].cause == NF_ERR_OP) {
    nf_hdr_set_dst(&h, (uint16_t)p);
    nf_hdr_set_red_op(&h, NF_RED_OP_ADD);
    nf_hdr_set_dtype(&h, NF_DTYPE_U32);
    nf_hdr_set_count(&h, kinds[kind].cause == NF_ERR_OP ? 1 : (uint16_t)k->cfg.Ports);
    nf_hdr_set_tag(&h, (uint16_t)((e->next_tag - 1u) & 0xfff));
  }
  nf_packet_gen_start(&e->own, tb, &h);
  e->own.extra = kinds[kind].len == TOO_LONG ? (unsigned)nf_tb_below(tb, 10) : 0;
  k->seen[p].cause[kinds[kind].cause]++;
  k->broken_sent++;
}

// Consumed by the switch.
static void send_ack(kit *k, nf_tb *tb, unsigned p) {
  nf_flit h = nf_packet_gen_header(tb, NF_OPCODE_WRITE_ACK, 0);
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_dst(&h, KIT_SWITCH_ID);
  nf_hdr_set_addr(&h, 0);
  nf_packet_gen_start(&k->end[p].own, tb, &h);
  k->seen[p].acks++;
}

static void send_answer(kit *k, nf_tb *tb, unsigned p) {
  kit_endpoint *e = &k->end[p];
  nf_flit h = e->queue[e->answered++ % KIT_ANSWERS];
  nf_packet_gen_start(&e->link, tb, &h);
  k->answers_sent++;
  for (unsigned w = 0; w < 4u * nf_hdr_payload_flits(&h); w++) {
    uint64_t value = pulled_word(p, nf_hdr_addr(&h), w);
    uint64_t *at = &e->link.flit[1 + w / 4].w[w / 2 % 2];
    *at = w % 2 == 0 ? value : *at | value << 32;
  }
}

// A header goes onto the link only when its channel has room, so that requests never hold back
// responses.
static void next_on_link(kit *k, nf_tb *tb, unsigned p, unsigned ready) {
  kit_endpoint *e = &k->end[p];
  if (e->owed != e->answered && (ready >> 1 & 1) != 0 && nf_tb_chance(tb, 70)) {
    send_answer(k, tb, p);
  } else if (e->own.flits != 0 && (ready >> nf_hdr_vc(&e->own.flit[0]) & 1) != 0) {
    nf_pace pace = e->link.pace;
    e->link = e->own;
    e->link.pace = pace;
    e->own.flits = 0;
  }
}

static void next_own(kit *k, nf_tb *tb, unsigned p) {
  kit_endpoint *e = &k->end[p];
  const uint32_t bit = 1u << p;
  if (((k->guest.push | k->guest.pull) & bit) != 0) {
    const bool push = (k->guest.push & bit) != 0;
    *(push ? &k->guest.push : &k->guest.pull) &= ~bit;
    send_guest(k, tb, p, push);
    return;
  }
  if (!k->programmed || (k->mix.packets != 0 && e->sent == k->mix.packets))
    return;
  const kit_mix *m = &k->mix;
  bool silent = m->silent_rank == p + 1;
  unsigned roll = (unsigned)nf_tb_below(tb, 100);
  if (m->stops && p == 0)
    send_multicast(k, tb, p);
  else if (roll < m->unicast && m->len == 0 && nf_tb_chance(tb, 5))
    send_ack(k, tb, p);
  else if (roll < m->unicast)
    send_unicast(k, tb, p);
  else if (roll < m->unicast + m->multicast)
    send_multicast(k, tb, p);
  else if (roll < m->unicast + m->multicast + m->push && !silent)
    send_reduction(k, tb, p, true);
  else if (roll < m->unicast + m->multicast + m->push + m->pull && !silent &&
           e->pulls_open < (m->open != 0 ? m->open : KIT_OPEN))
    send_reduction(k, tb, p, false);
  else if (roll < m->unicast + m->multicast + m->push + m->pull + m->broken &&
           roll >= 100 - m->broken)
    send_broken(k, tb, p);
  else
    return;
  e->sent++;
}

// ------------------------------------------------------------------------------------ receiving

static void owe_answer(kit *k, nf_tb *tb, unsigned p) {
  kit_endpoint *e = &k->end[p];
  kit_guest *g = &k->guest;
  nf_flit h = e->header;
  nf_hdr_set_opcode(&h, NF_OPCODE_PULL_RSP);
  nf_hdr_set_dst(&h, nf_hdr_src(&e->header));
  nf_hdr_set_src(&h, (uint16_t)p);
  nf_hdr_set_count(&h, 1);
  if (g->hold && p == k->cfg.Ports - 1 && of_guest(k, nf_hdr_addr(&h)) &&
      g->kept_count < KIT_SLOTS) {
    g->kept[g->kept_count++] = h;
    return;
  }
  nf_tb_check(tb, e->owed - e->answered < KIT_ANSWERS, "answers pile up at %u", p);
  e->queue[e->owed++ % KIT_ANSWERS] = h;
}

static void take_sum(kit *k, const kit_endpoint *e) {
  if (of_guest(k, nf_hdr_addr(&e->header))) {
    k->guest.count_out += nf_hdr_count(&e->header);
    for (unsigned w = 0; w < KIT_WORDS; w++)
      k->guest.sum_out[w] += e->word[w];
    return;
  }
  kit_block *b = &k->block[block_of(nf_hdr_addr(&e->header))];
  b->count_out += nf_hdr_count(&e->header);
  k->flags |= nf_hdr_flags(&e->header);
  const bool plane = nf_hdr_flags(&e->header) >> NF_FLAG_PLANE & 1;
  k->planes += plane;
  for (unsigned w = 0; w < 4u * nf_hdr_len(&e->header); w++) {
    uint8_t flags = 0;
    if (plane)
      nf_exact_add_plane(&b->exact_out[w], nf_hdr_wave(&e->header), e->word[w]);
    else
      nf_exact_add(&b->exact_out[w], e->word[w], &flags);
    b->sum_out[w] += e->word[w];
  }
}

static void take_pulled(kit *k, nf_tb *tb, kit_endpoint *e) {
  nf_tb_check(tb, nf_hdr_count(&e->header) == k->cfg.Ports, "pull: %u responses reduced",
              nf_hdr_count(&e->header));
  nf_tb_check(tb, k->mix.exact || nf_hdr_flags(&e->header) == 0, "pull: flags %02x",
              nf_hdr_flags(&e->header));
  for (unsigned w = 0; w < 4u * nf_hdr_len(&e->header); w++) {
    uint32_t sum = 0;
    nf_exact exact = NF_EXACT_EMPTY;
    uint8_t flags = 0;
    for (unsigned r = 0; r < k->cfg.Ports; r++) {
      sum += pulled_word(r, nf_hdr_addr(&e->header), w);
      nf_exact_add(&exact, pulled_word(r, nf_hdr_addr(&e->header), w), &flags);
    }
    if (k->mix.exact)
      sum = nf_exact_round(&exact, NF_EXACT_F32, 0, &flags);
    nf_tb_check(tb, e->word[w] == sum, "pull: word %u is %08x, not %08x", w, e->word[w], sum);
  }
  e->pulls_open--;
  k->pulls_done++;
  k->guest.pulled += of_guest(k, nf_hdr_addr(&e->header));
}

static void arrived(kit *k, nf_tb *tb, unsigned p) {
  kit_endpoint *e = &k->end[p];
  const nf_flit *h = &e->header;
  unsigned src = nf_hdr_src(h), opcode = nf_hdr_opcode(h);
  k->delivered++;
  switch (opcode) {
  case NF_OPCODE_READ_REQ:
  case NF_OPCODE_WRITE:
  case NF_OPCODE_READ_RSP:
    nf_tb_check(tb, nf_hdr_dst(h) == p && src < k->cfg.Ports, "unicast for %u at %u", nf_hdr_dst(h),
                p);
    if (src < k->cfg.Ports)
      nf_tb_check(tb, nf_hdr_addr(h) == (uint64_t)e->from[src][nf_hdr_vc(h)]++ * 128,
                  "unicast from %u to %u in order", src, p);
    break;
  case NF_OPCODE_MCAST_WRITE:
    if (src < k->cfg.Ports) {
      nf_tb_check(tb, !turns(k, src, p), "multicast from uplink %u at uplink %u", src, p);
      uint32_t number = e->heard[src]++;
      nf_tb_check(tb, nf_hdr_tag(h) == (number & 0xfff), "multicast from %u at %u in order", src,
                  p);
    }
    break;
  case NF_OPCODE_PULL_REQ:
    owe_answer(k, tb, p);
    break;
  case NF_OPCODE_PULL_RSP:
    take_pulled(k, tb, e);
    break;
  case NF_OPCODE_PUSH_RESULT:
    nf_tb_check(tb, src == KIT_SWITCH_ID, "a result comes from the switch");
    nf_tb_check(tb, nf_hdr_count(h) == k->cfg.Ports, "a result has %u of %u", nf_hdr_count(h),
                k->cfg.Ports);
    if (p == 0) {
      take_sum(k, e);
      k->results++;
    }
    break;
  case NF_OPCODE_PUSH_PARTIAL:
    nf_tb_check(tb, k->mix.multicast_partials || p == k->cfg.Ports - 1, "a partial at %u", p);
    if (p == (k->mix.multicast_partials ? 0 : k->cfg.Ports - 1)) {
      take_sum(k, e);
      k->partials++;
    }
    break;
  default:
    nf_tb_check(tb, false, "opcode %u at port %u", opcode, p);
  }
}

static void receive(kit *k, nf_tb *tb, unsigned p, const nf_switch_out *out, uint32_t ready) {
  kit_endpoint *e = &k->end[p];
  if ((out->tx_valid >> p & 1) == 0)
    return;
  const nf_flit *f = &out->tx_data[p];
  bool last = out->tx_last >> p & 1;
  if (e->left == 0) {
    unsigned vc = nf_hdr_vc(f);
    nf_tb_check(tb, (ready >> (2 * p + vc) & 1) != 0, "port %u: a header comes when there is room",
                p);
    e->header = *f;
    e->left = 1 + nf_hdr_payload_flits(f);
    e->held[vc]++;
    k->seen[p].tx++;
  } else {
    unsigned at = 4 * (nf_hdr_payload_flits(&e->header) - e->left);
    for (unsigned w = 0; w < 4; w++)
      e->word[at + w] = (uint32_t)(f->w[w / 2] >> 32 * (w % 2));
  }
  e->left--;
  if (k->flits_out++ == 0)
    k->first_out = nf_tb_cycle(tb);
  k->quiet = 0;
  nf_tb_check(tb, last == (e->left == 0), "port %u: last where the header says", p);
  const bool damaged = last &&
                       (nf_hdr_opcode(&e->header) == NF_OPCODE_WRITE ||
                        nf_hdr_opcode(&e->header) == NF_OPCODE_READ_RSP) &&
                       nf_hdr_wave(&e->header) == DAMAGED;
  k->damaged_in += damaged;
  nf_tb_check(tb, (out->tx_err >> p & 1) == damaged, "port %u: damaged %u", p, damaged);
  if (e->left == 0)
    arrived(k, tb, p);
}

// ------------------------------------------------------------------------------------ ports

static void drive_csr(kit *k, nf_tb *tb, const nf_switch_out *out, nf_switch_in *in) {
  in->csr_rready = 1;
  if (out->csr_rvalid) {
    k->answer = out->csr_rdata;
    k->answer_err = out->csr_err;
    k->answers++;
    k->script_at++;
    k->access_taken = false;
    if (!k->programmed) {
      nf_tb_check(tb, !out->csr_err && out->csr_rdata == 0, "access %u of the set-up", k->answers);
      k->programmed = k->script_at == k->script_length;
    }
  } else if (nf_tb_cycle(tb) != 0 && k->script_at < k->script_length && !k->access_taken) {
    const kit_access *a = &k->script[k->script_at];
    in->csr_valid = 1;
    in->csr_write = a->write;
    in->csr_addr = a->addr;
    in->csr_wdata = a->data;
    k->access_taken = out->csr_ready;
  }
}

// Port 0 stops when half of its packet is on the link. The others' queues are full when the stop
// is counted, so a flit leaves each of their ports in every cycle.
static bool stopped(kit *k, const nf_switch_out *out) {
  const nf_packet_gen *g = &k->end[0].link;
  if (k->stop_left == 0) {
    if (g->flits < 4 || g->sent != g->flits / 2)
      return false;
    k->stop_left = KIT_STOP;
  }
  if (k->stop_left <= KIT_STOP_SETTLED) {
    k->stopped++;
    k->stopped_flits += (unsigned)__builtin_popcount(out->tx_valid & ~1u);
  }
  return --k->stop_left != 0;
}

// Where a read of the counters puts its answer.
static uint32_t *counter_of(kit_counts *c, uint16_t addr) {
  switch (addr) {
  case NF_CSR_RX_PACKETS:
    return &c->rx;
  case NF_CSR_RX_DROPS:
    return &c->drops;
  case NF_CSR_RX_ACKS:
    return &c->acks;
  case NF_CSR_TX_PACKETS:
    return &c->tx;
  case NF_CSR_CLEARED:
    return &c->cleared;
  case NF_CSR_TABLE_USED:
    return &c->held;
  default:
    return addr < NF_CSR_EVENT_BASE ? &c->cause[(addr - NF_CSR_DROP_BASE) / 4]
                                    : &c->event[(addr - NF_CSR_EVENT_BASE) / 4];
  }
}

// All was sent, and whatever may time out has done so.
static bool at_rest(const kit *k) {
  for (unsigned p = 0; p < k->cfg.Ports; p++)
    if (k->end[p].sent != k->mix.packets || k->end[p].own.flits != 0)
      return k->mix.silent_rank != 0 && k->quiet >= KIT_QUIET;
  const unsigned ticks = (k->mix.timeout & 0xff) << (k->mix.timeout >> 8);
  return !k->more && k->quiet >= KIT_QUIET + (ticks + 1) * NF_TICK_CYCLES;
}

// When all has come to rest: every counter of every port, port by port; that ends the run.
static void read_counters(kit *k, nf_tb *tb, const nf_switch_out *out) {
  static const uint16_t single[] = {NF_CSR_RX_PACKETS, NF_CSR_RX_DROPS, NF_CSR_RX_ACKS,
                                    NF_CSR_TX_PACKETS, NF_CSR_CLEARED,  NF_CSR_TABLE_USED};
  const bool idle = k->script_at == k->script_length;
  // A run that is measured goes on when it is over.
  if (k->ports_read == k->cfg.Ports ||
      (!k->counting && (k->mix.packets == 0 || !at_rest(k) || !idle)))
    return;
  if (k->counting && out->csr_rvalid) {
    const kit_access *a = &k->script[k->script_at - 1];
    if (!a->write)
      *counter_of(&k->counter[k->ports_read], a->addr) = k->answer;
  }
  if (k->counting && !idle)
    return;
  k->ports_read += k->counting;
  if (k->ports_read == k->cfg.Ports) {
    nf_tb_end(tb);
    return;
  }
  k->counting = true;
  k->script_at = k->script_length = 0;
  kit_access_add(k, true, NF_CSR_PORT_SELECT, k->ports_read);
  for (unsigned i = 0; i < sizeof single / sizeof *single; i++)
    kit_access_add(k, false, single[i], 0);
  for (unsigned e = NF_ERR_OPCODE; e < KIT_CAUSES; e++)
    kit_access_add(k, false, (uint16_t)(NF_CSR_DROP_BASE + 4 * e), 0);
  for (unsigned e = 0; e <= NF_EV_REST; e++)
    kit_access_add(k, false, (uint16_t)(NF_CSR_EVENT_BASE + 4 * e), 0);
}

void kit_drive(kit *k, nf_tb *tb, const nf_switch_out *out, nf_switch_in *in) {
  k->quiet++;
  const bool stop = k->mix.stops && stopped(k, out);
  drive_csr(k, tb, out, in);
  read_counters(k, tb, out);
  for (unsigned p = 0; p < k->cfg.Ports; p++) {
    kit_endpoint *e = &k->end[p];
    for (unsigned v = 0; v < 2; v++) {
      bool open = e->left != 0 && nf_hdr_vc(&e->header) == v;
      if (e->held[v] > open && nf_pace_go(tb, &e->drain))
        e->held[v]--;
      in->tx_ready |= (uint32_t)(e->held[v] < KIT_SLOTS) << (2 * p + v);
    }
    receive(k, tb, p, out, in->tx_ready);
    if (e->own.flits == 0)
      next_own(k, tb, p);
    if (e->link.flits == 0)
      next_on_link(k, tb, p, out->rx_ready >> 2 * p & 3);
    if (stop && p == 0)
      continue;
    const unsigned sent = e->link.sent;
    const nf_flit *const head = &e->link.flit[0];
    const bool guest = e->link.flits != 0 && nf_hdr_opcode(head) == NF_OPCODE_PUSH_WRITE &&
                       of_guest(k, nf_hdr_addr(head));
    nf_link_flit f = nf_packet_gen_drive(&e->link, tb, out->rx_ready >> 2 * p & 3);
    k->guest.entered += guest && e->link.flits == 0;
    k->seen[p].rx += sent == 0 && e->link.sent == 1;
    in->rx_valid |= (uint16_t)(f.valid << p);
    in->rx_last |= (uint16_t)(f.last << p);
    in->rx_err |= (uint16_t)(f.err << p);
    in->rx_data[p] = f.data;
    if (f.valid) {
      k->quiet = 0;
      if (k->flits_in++ == 0)
        k->first_in = nf_tb_cycle(tb);
    }
  }
}

static bool same_sums(const kit *k, const kit_block *b) {
  uint8_t flags = 0;
  if (k->mix.floats)
    return true; // they depend on the order
  if (!k->mix.exact)
    return memcmp(b->sum_in, b->sum_out, sizeof b->sum_in) == 0;
  for (unsigned w = 0; w < KIT_WORDS; w++)
    if (nf_exact_round(&b->exact_in[w], NF_EXACT_F32, 0, &flags) !=
        nf_exact_round(&b->exact_out[w], NF_EXACT_F32, 0, &flags))
      return false;
  return true;
}

// What passed on the links is what the counters say, cause by cause; and what left the tables is
// what came out of the switch.
void kit_check_counters(const kit *k, nf_tb *tb) {
  uint32_t event[NF_EV_REST + 1] = {0}, held = 0;
  nf_tb_check(tb, k->ports_read == k->cfg.Ports, "the counters of %u ports were read",
              k->ports_read);
  for (unsigned p = 0; p < k->cfg.Ports; p++) {
    const kit_counts *c = &k->counter[p], *s = &k->seen[p];
    uint32_t drops = 0;
    nf_tb_check(tb, c->rx == s->rx, "port %u: RX_PACKETS %u, not %u", p, c->rx, s->rx);
    nf_tb_check(tb, c->tx == s->tx, "port %u: TX_PACKETS %u, not %u", p, c->tx, s->tx);
    nf_tb_check(tb, c->acks == s->acks, "port %u: RX_ACKS %u, not %u", p, c->acks, s->acks);
    nf_tb_check(tb, c->cleared == 0, "port %u: CLEARED %u", p, c->cleared);
    for (unsigned e = NF_ERR_OPCODE; e < KIT_CAUSES; e++) {
      nf_tb_check(tb, c->cause[e] == s->cause[e], "port %u: %u packets for cause %u, not %u", p,
                  c->cause[e], e, s->cause[e]);
      // A packet that was filled up or cut goes on.
      drops += e == NF_ERR_LENGTH ? 0 : s->cause[e];
    }
    nf_tb_check(tb, c->drops == drops, "port %u: RX_DROPS %u, not %u", p, c->drops, drops);
    for (unsigned e = 0; e <= NF_EV_REST; e++)
      event[e] += c->event[e];
    held += c->held;
  }
  // What goes into the tables: pushes and answers to pulls, each with an entry of its own or
  // without.
  nf_tb_check(tb, event[NF_EV_PACKET] == k->pushes + k->answers_sent,
              "PACKET %u, not %u pushes and %u answers", event[NF_EV_PACKET], k->pushes,
              k->answers_sent);
  nf_tb_check(tb, event[NF_EV_HIT] + event[NF_EV_MISS] == event[NF_EV_PACKET],
              "HIT %u and MISS %u of %u", event[NF_EV_HIT], event[NF_EV_MISS], event[NF_EV_PACKET]);
  nf_tb_check(tb, event[NF_EV_INSERT] + event[NF_EV_BYPASS] == event[NF_EV_MISS],
              "INSERT %u and BYPASS %u of MISS %u", event[NF_EV_INSERT], event[NF_EV_BYPASS],
              event[NF_EV_MISS]);
  nf_tb_check(tb, event[NF_EV_ALLOC] == k->pulls, "ALLOC %u of %u pulls", event[NF_EV_ALLOC],
              k->pulls);
  // What comes out. The last of a sum whose entry had left is a REST, from an entry or past it.
  nf_tb_check(tb, event[NF_EV_COMPLETE] == k->results + k->pulls_done,
              "COMPLETE %u, not %u results and %u pulls", event[NF_EV_COMPLETE], k->results,
              k->pulls_done);
  const uint32_t left = event[NF_EV_COMPLETE] + event[NF_EV_EVICT] + event[NF_EV_TIMEOUT] + held;
  const uint32_t rests = event[NF_EV_INSERT] + event[NF_EV_ALLOC] - left; // entries
  nf_tb_check(tb, rests <= event[NF_EV_REST], "%u entries came, %u left", left + rests, left);
  if (!k->mix.exact)
    nf_tb_check(
        tb, k->partials == event[NF_EV_EVICT] + event[NF_EV_TIMEOUT] + event[NF_EV_BYPASS] + rests,
        "%u partials of EVICT %u, TIMEOUT %u, BYPASS %u and %u rests", k->partials,
        event[NF_EV_EVICT], event[NF_EV_TIMEOUT], event[NF_EV_BYPASS], rests);
  for (unsigned e = NF_EV_ERR_COUNT; e <= NF_EV_POISON; e++)
    nf_tb_check(tb, event[e] == 0, "event %u: %u", e, event[e]);
}

void kit_finish(kit *k, nf_tb *tb) {
  nf_tb_check(tb, k->programmed, "the switch is programmed");
  nf_tb_reach(tb, k->delivered != 0, "packets were delivered");
  if (k->mix.packets == 0)
    return;
  nf_tb_reach(tb, k->quiet >= 1000, "traffic still flows at the end: %u packets delivered",
              k->delivered);
  for (unsigned p = 0; p < k->cfg.Ports; p++) {
    for (unsigned q = 0; q < k->cfg.Ports; q++) {
      for (unsigned v = 0; v < 2; v++)
        nf_tb_check(tb, k->end[p].to[q][v] == k->end[q].from[p][v], "%u of %u from %u to %u",
                    k->end[q].from[p][v], k->end[p].to[q][v], p, q);
      nf_tb_check(tb, k->end[q].heard[p] == (turns(k, p, q) ? 0 : k->end[p].multicasts),
                  "multicasts of %u at %u", p, q);
    }
    if (k->mix.silent_rank == 0)
      nf_tb_check(tb, k->end[p].pulls_open == 0, "%u pulls of %u open", k->end[p].pulls_open, p);
  }
  for (unsigned b = 0; b < KIT_BLOCKS && k->mix.timeout != 0; b++)
    nf_tb_check(tb, k->block[b].count_in == k->block[b].count_out && same_sums(k, &k->block[b]),
                "block %u: %llu contributions in, %llu out, or another sum", b,
                (unsigned long long)k->block[b].count_in,
                (unsigned long long)k->block[b].count_out);
  kit_check_counters(k, tb);
  nf_tb_cover(tb, "all traffic arrived");
}
