// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_order_play.h"

#include <stdio.h>
#include <string.h>

enum { MCR = NF_CSR_MCR_BASE, REGION_BYTES = 128 * PLAY_SLOTS, PATIENCE = 20000, REPORTS = 8 };

static uint64_t base_of(const play *p) { return 0x40000000 + ((uint64_t)p->phase.root << 20); }

static unsigned below(play *p, unsigned n) { return (unsigned)nf_exact_below(&p->random, n); }

// -------------------------------------------------------------------------------------------------
// Contributions
// -------------------------------------------------------------------------------------------------
static void start_slot(play *p, unsigned i) {
  play_reduction *const r = &p->slot[i];
  const play_phase *const ph = &p->phase;
  memset(r, 0, sizeof *r);
  r->number = ph->first + p->started;
  // Some have whole numbers alone, some no infinities and NaNs: flags that are not always the same.
  const unsigned mood = below(p, 8);
  for (unsigned lane = 0; lane < order_lanes(ph->dtype); lane++) {
    unsigned kind = lane % ORDER_KINDS, n = lane;
    if (!ph->every) {
      kind = mood == 0 ? ORDER_INTEGERS : below(p, ORDER_KINDS);
      if (mood < 4 && kind == ORDER_SPECIALS)
        kind = ORDER_CANCEL;
      n = kind + ORDER_KINDS * below(p, ORDER_POOL / ORDER_KINDS);
    }
    r->set[lane] = (uint16_t)n;
    r->want_flags |= p->pool.set[n].flags;
    if (ph->every)
      order_numbered(r->order[lane], ph->terms,
                     (unsigned)(r->number + lane) % order_count(ph->terms));
    else
      order_random(r->order[lane], ph->terms, &p->random);
  }
  // From one endpoint the contributions come in the order in which they were dealt out.
  const bool one_end = ph->every || below(p, 2) == 0;
  const unsigned first = below(p, PLAY_PUSH_ENDS);
  for (unsigned k = 0; k < ph->terms && ph->push; k++) {
    const unsigned end = (first + (one_end ? 0 : k)) % PLAY_PUSH_ENDS;
    r->unsent[end] |= (uint16_t)(1u << k);
    p->todo[end] |= 1u << i;
  }
  if (!ph->push) {
    const unsigned at_root = ph->root == 0 ? 0 : 2;
    r->asker = at_root + i % p->askers;
    p->todo[r->asker] |= 1u << i;
  }
  p->active |= 1u << i;
  p->started++;
}

static uint32_t contribution_word(const play *p, const play_reduction *r, unsigned k, unsigned w) {
  const unsigned halves = order_lanes(p->phase.dtype) / 32;
  uint32_t word = 0;
  for (unsigned h = 0; h < halves; h++) {
    const unsigned lane = w * halves + h;
    word |= p->pool.set[r->set[lane]].term[r->order[lane][k]] << 16 * h;
  }
  return word;
}

static void fill(const play *p, const play_reduction *r, unsigned k, net_packet *packet) {
  packet->flits = NF_MAX_PACKET_FLITS;
  for (unsigned w = 0; w < 32; w += 2)
    packet->flit[1 + w / 4].w[w / 2 % 2] =
        contribution_word(p, r, k, w) | (uint64_t)contribution_word(p, r, k, w + 1) << 32;
}

static nf_flit header_of(const play *p, unsigned opcode, unsigned i, unsigned end) {
  nf_flit h = {{0, 0}};
  nf_hdr_set_opcode(&h, (uint8_t)opcode);
  nf_hdr_set_red_op(&h, NF_RED_OP_ADD);
  nf_hdr_set_dtype(&h, (uint8_t)p->phase.dtype);
  nf_hdr_set_len(&h, NF_MAX_PAYLOAD_FLITS);
  nf_hdr_set_addr(&h, base_of(p) + 128 * i);
  nf_hdr_set_src(&h, (uint16_t)end);
  nf_hdr_set_tag(&h, (uint16_t)i);
  return h;
}

// Which contribution of a reduction endpoint `end` has.
static unsigned share_of(const play *p, const play_reduction *r, unsigned end) {
  unsigned k = 0;
  for (unsigned t = 0; t < p->target_count && p->targets[t] != end; t++)
    k += p->targets[t] != r->asker;
  return k;
}

static bool next_answer(play *p, unsigned end, net_packet *packet) {
  for (unsigned n = 0; n < p->owed_count[end]; n++) {
    play_answer *const a = &p->owed[end][n];
    if (a->at > p->net.cycle)
      continue;
    const unsigned i = nf_hdr_tag(&a->header);
    play_reduction *const r = &p->slot[i];
    packet->flit[0] = header_of(p, NF_OPCODE_PULL_RSP, i, end);
    nf_hdr_set_dst(&packet->flit[0], nf_hdr_src(&a->header));
    nf_hdr_set_count(&packet->flit[0], 1);
    fill(p, r, share_of(p, r, end), packet);
    r->answered |= (uint16_t)(1u << end);
    *a = p->owed[end][--p->owed_count[end]];
    return true;
  }
  return false;
}

static bool next_packet(void *ctx, unsigned end, unsigned ready, net_packet *packet) {
  play *const p = ctx;
  if ((ready & 2) != 0 && next_answer(p, end, packet))
    return true;
  if ((ready & 1) == 0 || p->todo[end] == 0)
    return false;
  // Any reduction that waits for this endpoint.
  const unsigned from = below(p, PLAY_SLOTS);
  const uint32_t later = p->todo[end] >> from << from;
  const unsigned i = (unsigned)__builtin_ctz(later != 0 ? later : p->todo[end]);
  play_reduction *const r = &p->slot[i];
  if (!p->phase.push) {
    packet->flit[0] = header_of(p, NF_OPCODE_PULL_REQ, i, end);
    packet->flits = 1;
    p->todo[end] &= ~(1u << i);
    return true;
  }
  const unsigned k = (unsigned)__builtin_ctz(r->unsent[end]);
  packet->flit[0] = header_of(p, NF_OPCODE_PUSH_WRITE, i, end);
  nf_hdr_set_count(&packet->flit[0], 1);
  fill(p, r, k, packet);
  r->unsent[end] &= (uint16_t)(r->unsent[end] - 1);
  if (r->unsent[end] == 0)
    p->todo[end] &= ~(1u << i);
  return true;
}

// -------------------------------------------------------------------------------------------------
// Results
// -------------------------------------------------------------------------------------------------
static uint32_t word_of(const net_packet *packet, unsigned w) {
  return (uint32_t)(packet->flit[1 + w / 4].w[w / 2 % 2] >> w % 2 * 32);
}

static void judge_lane(play *p, const play_reduction *r, unsigned end, unsigned lane,
                       uint32_t got) {
  const unsigned n = r->set[lane];
  const order_set *const s = &p->pool.set[n];
  if (p->phase.plain) {
    if (!p->known[n]) {
      p->known[n] = true;
      p->first[n] = got;
    } else if (got != p->first[n] && !p->varies[n]) {
      p->varies[n] = true;
      p->tally.varying++;
    }
  } else if (got != s->sum && p->tally.wrong++ < REPORTS) {
    printf("# cycle %llu, endpoint %u, reduction %llu, number %u: %0*x, not %0*x, of",
           (unsigned long long)p->net.cycle, end, (unsigned long long)r->number, lane,
           order_lanes(p->phase.dtype) == 64 ? 4 : 8, got,
           order_lanes(p->phase.dtype) == 64 ? 4 : 8, s->sum);
    for (unsigned k = 0; k < p->phase.terms; k++)
      printf(" %x", s->term[r->order[lane][k]]);
    putchar('\n');
  }
}

static void judge_flags(play *p, const play_reduction *r, unsigned end) {
  if (r->flags[end] != r->want_flags && !p->phase.plain && p->tally.wrong++ < REPORTS)
    printf("# cycle %llu, endpoint %u, reduction %llu: flags %02x, not %02x\n",
           (unsigned long long)p->net.cycle, end, (unsigned long long)r->number, r->flags[end],
           r->want_flags);
}

static void take_result(play *p, play_reduction *r, unsigned end, const net_packet *packet) {
  const unsigned halves = order_lanes(p->phase.dtype) / 32;
  if (!r->result)
    p->tally.results++;
  r->result = true;
  for (unsigned lane = 0; lane < order_lanes(p->phase.dtype); lane++) {
    const uint32_t word = word_of(packet, lane / halves);
    judge_lane(p, r, end, lane, halves == 1 ? word : word >> 16 * (lane % 2) & 0xffff);
  }
  judge_flags(p, r, end);
}

// One plane of a partial sum, at an endpoint that adds them up.
static void add_plane(play *p, play_reduction *r, unsigned end, const net_packet *packet) {
  const unsigned halves = order_lanes(p->phase.dtype) / 32;
  const unsigned plane = nf_hdr_wave(&packet->flit[0]), half = plane / NF_EXACT_PLANES;
  if (half >= halves) {
    net_break(&p->net, "endpoint %u: there is no plane %u", end, plane);
    return;
  }
  for (unsigned w = 0; w < 32; w++)
    nf_exact_add_plane(&r->part[end][w * halves + half], plane % NF_EXACT_PLANES,
                       word_of(packet, w));
}

// A contribution as it came: the only one that its table still waited for.
static void add_contribution(play *p, play_reduction *r, unsigned end, const net_packet *packet) {
  const unsigned lanes = order_lanes(p->phase.dtype), halves = lanes / 32;
  uint8_t raised = 0;
  for (unsigned lane = 0; lane < lanes; lane++)
    nf_exact_add(
        &r->part[end][lane],
        order_widened(p->phase.dtype, word_of(packet, lane / halves) >> 16 * (lane % halves)),
        &raised);
  r->flags[end] |= (uint8_t)(raised << NF_FLAG_INVALID);
}

// The last contributions bring the count that completes a sum: then it is rounded.
static void take_partial(play *p, play_reduction *r, unsigned end, const net_packet *packet) {
  if (nf_hdr_flags(&packet->flit[0]) >> NF_FLAG_PLANE & 1)
    add_plane(p, r, end, packet);
  else
    add_contribution(p, r, end, packet);
  if (end == PLAY_HOME) {
    p->tally.planes += nf_hdr_flags(&packet->flit[0]) >> NF_FLAG_PLANE & 1;
    p->tally.partials += nf_hdr_count(&packet->flit[0]) != 0;
  }
  if (r->count[end] < p->phase.terms)
    return;
  for (unsigned lane = 0; lane < order_lanes(p->phase.dtype); lane++)
    judge_lane(p, r, end, lane, order_round(p->phase.dtype, &r->part[end][lane], &r->flags[end]));
  judge_flags(p, r, end);
}

static bool complete(const play *p, const play_reduction *r) {
  if (!p->phase.push)
    return r->count[r->asker] == p->phase.terms;
  if (r->result || p->phase.multicast_partials)
    for (unsigned e = 0; e < PLAY_PUSH_ENDS; e++)
      if (r->count[e] != p->phase.terms)
        return false;
  return r->count[PLAY_HOME] == p->phase.terms;
}

static void take_request(play *p, play_reduction *r, unsigned end, const nf_flit *header) {
  const bool twice = r->asked >> end & 1;
  if (twice || end == r->asker || p->owed_count[end] == PLAY_SLOTS) {
    net_break(&p->net, "endpoint %u is asked again, or asks itself: reduction %llu", end,
              (unsigned long long)r->number);
    return;
  }
  r->asked |= (uint16_t)(1u << end);
  p->owed[end][p->owed_count[end]++] =
      (play_answer){*header, p->net.cycle + (p->phase.delay != 0 ? below(p, p->phase.delay) : 0)};
}

static void take_packet(void *ctx, unsigned end, const net_packet *packet) {
  play *const p = ctx;
  const nf_flit *const h = &packet->flit[0];
  const unsigned i = (unsigned)((nf_hdr_addr(h) - base_of(p)) / 128), count = nf_hdr_count(h);
  const unsigned opcode = nf_hdr_opcode(h), flags = nf_hdr_flags(h);
  const bool plane = flags >> NF_FLAG_PLANE & 1;
  if (i >= PLAY_SLOTS || (p->active >> i & 1) == 0 || nf_hdr_tag(h) != i ||
      nf_hdr_dtype(h) != p->phase.dtype || nf_hdr_len(h) != NF_MAX_PAYLOAD_FLITS) {
    net_break(&p->net, "endpoint %u: a packet that no reduction awaits, header %016llx%016llx", end,
              (unsigned long long)h->w[1], (unsigned long long)h->w[0]);
    return;
  }
  play_reduction *const r = &p->slot[i];
  if (opcode == NF_OPCODE_PULL_REQ && !p->phase.push) {
    take_request(p, r, end, h);
    return;
  }
  r->count[end] = (uint16_t)(r->count[end] + count);
  if (count != 0)
    p->heard_at = p->net.cycle;
  r->flags[end] |= (uint8_t)(flags & ~(1u << NF_FLAG_PLANE));
  const bool result = opcode == (p->phase.push ? NF_OPCODE_PUSH_RESULT : NF_OPCODE_PULL_RSP) &&
                      count == p->phase.terms && (p->phase.push || end == r->asker);
  const bool partial = opcode == NF_OPCODE_PUSH_PARTIAL && p->phase.push &&
                       (p->phase.multicast_partials || end == PLAY_HOME);
  // Nothing looks like something else: planes are partial sums, and what is none is one
  // contribution.
  if (r->count[end] > p->phase.terms || (plane && !partial) || (partial && !plane && count != 1) ||
      (!result && !partial)) {
    net_break(&p->net, "endpoint %u, reduction %llu: opcode %u, count %u, flags %02x; %u of %u",
              end, (unsigned long long)r->number, opcode, count, flags, r->count[end],
              p->phase.terms);
    return;
  }
  if (result)
    take_result(p, r, end, packet);
  else
    take_partial(p, r, end, packet);
  if (complete(p, r)) {
    p->active &= ~(1u << i);
    p->done++;
    p->tally.reductions++;
    p->tally.permutations += order_lanes(p->phase.dtype);
  }
}

static void see_header(void *ctx, unsigned from, const nf_flit *header) {
  play *const p = ctx;
  if (nf_hdr_opcode(header) != NF_OPCODE_PULL_RSP)
    return;
  const unsigned count = nf_hdr_count(header);
  if ((nf_hdr_flags(header) >> NF_FLAG_PLANE & 1) == 0) {
    p->tally.passed++;
    return;
  }
  p->tally.planes++;
  p->tally.partials += count != 0 && count < p->expected[from];
}

// -------------------------------------------------------------------------------------------------
// A phase
// -------------------------------------------------------------------------------------------------
// One region in each switch. An asker is a target that its own request does not go to.
static void program(play *p) {
  const play_phase *const ph = &p->phase;
  static const unsigned order[NET_ENDS] = {0, 1, 2, 5, 3, 6, 4, 7};
  const unsigned asker = ph->root == 0 ? 0 : 2;
  p->askers = ph->root == 0 ? 2 : 3;
  p->target_count = ph->push ? PLAY_PUSH_ENDS : ph->terms + 1;
  for (unsigned t = 0; t < p->target_count; t++)
    p->targets[t] = ph->push ? t : order[t];
  for (unsigned s = 0; s < p->net.switches; s++) {
    p->expected[s] = ph->terms;
    if (s != ph->root) {
      p->expected[s] = 0;
      for (unsigned t = 0; t < p->target_count; t++)
        p->expected[s] += net_towards(&p->net, s, p->targets[t]) != net_towards(&p->net, s, asker);
    }
    net_write(&p->net, s, NF_CSR_TABLE_LIMIT, ph->limit[s]);
    net_write(&p->net, s, NF_CSR_TIMEOUT, ph->timeout[s]);
    net_write(&p->net, s, NF_CSR_CONTROL, ph->multicast_partials);
    const uint32_t regs[][2] = {
        {NF_MCR_REG_REGION_INDEX, ph->root},
        {NF_MCR_REG_REGION_BASE_LO, (uint32_t)base_of(p)},
        {NF_MCR_REG_REGION_BASE_HI, 0},
        {NF_MCR_REG_REGION_SIZE, REGION_BYTES},
        {NF_MCR_REG_REGION_EXPECTED, (s == ph->root ? 0 : p->expected[s] << 16) | ph->terms},
        {NF_MCR_REG_REGION_MODE, ph->push
                                     ? 1u << NF_MCR_MODE_PUSH
                                     : 1u << NF_MCR_MODE_PULL | 1u << NF_MCR_MODE_EXCLUDE_SOURCE},
        {NF_MCR_REG_REGION_HOME, PLAY_HOME},
        {NF_MCR_REG_REGION_TARGET_CLEAR, 1}};
    for (unsigned k = 0; k < sizeof regs / sizeof regs[0]; k++)
      net_write(&p->net, s, MCR + regs[k][0], regs[k][1]);
    for (unsigned t = 0; t < p->target_count; t++)
      net_write(&p->net, s, MCR + NF_MCR_REG_REGION_TARGET_SET, p->targets[t]);
    net_write(&p->net, s, MCR + NF_MCR_REG_REGION_COMMIT, 1);
    if (net_read(&p->net, s, MCR + NF_MCR_REG_REGION_STATUS) != NF_MCR_STATUS_OK)
      net_break(&p->net, "switch %u does not accept the region", s);
  }
}

static void say_who_waits(play *p) {
  net_break(&p->net, "no contribution has arrived for %u cycles", PATIENCE);
  for (uint32_t left = p->active; left != 0; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    const play_reduction *const r = &p->slot[i];
    printf("# reduction %llu of %u contributions, block %u: ", (unsigned long long)r->number,
           p->phase.terms, i);
    if (p->phase.push)
      printf("still to be sent %x %x %x %x; arrived at the endpoints %u %u %u %u\n", r->unsent[0],
             r->unsent[1], r->unsent[2], r->unsent[3], r->count[0], r->count[1], r->count[2],
             r->count[3]);
    else
      printf("endpoint %u %s; endpoints asked %02x, answered %02x, %u contributions are back\n",
             r->asker, p->todo[r->asker] >> i & 1 ? "has not asked" : "waits", r->asked,
             r->answered, r->count[r->asker]);
  }
}

bool play_run(play *p, const play_phase *phase) {
  const uint64_t begun = p->net.cycle;
  p->phase = *phase;
  p->started = p->done = 0;
  memset(p->known, 0, sizeof p->known);
  memset(p->varies, 0, sizeof p->varies);
  if (phase->first == 0)
    order_pool_make(&p->pool, phase->dtype, phase->terms, &p->random);
  p->net.pause = phase->pause;
  program(p);
  p->heard_at = p->net.cycle;
  while (p->done < phase->reductions && !p->net.broken) {
    const uint32_t slots = ~p->active & ((1u << phase->slots) - 1);
    if (slots != 0 && p->started < phase->reductions)
      start_slot(p, (unsigned)__builtin_ctz(slots));
    net_step(&p->net);
    if (p->net.cycle - p->heard_at > PATIENCE)
      say_who_waits(p);
  }
  net_drain(&p->net);
  p->tally.cycles += p->net.cycle - begun;
  return !p->net.broken;
}

void play_open(play *p, const nf_dut *dut, bool tree, uint64_t seed) {
  memset(p, 0, sizeof *p);
  p->random = seed;
  net_open(&p->net, dut, tree, seed ^ 0x5eed, (net_owner){p, next_packet, take_packet, see_header});
}

void play_close(play *p) { net_close(&p->net); }
