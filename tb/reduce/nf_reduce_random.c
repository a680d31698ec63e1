// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Random traffic and accounts for the reduction table.
#include "nf_reduce_random.h"

#include <string.h>

// ---- accounts

static unsigned count_bits(uint64_t v) { return (unsigned)__builtin_popcountll(v); }

// Mode of what came out: an empty partial is a barrier's.
static unsigned mode_of(const nf_flit *head) {
  switch (nf_hdr_opcode(head)) {
  case NF_OPCODE_PULL_RSP:
    return 2;
  case NF_OPCODE_BARRIER:
  case NF_OPCODE_BARRIER_DONE:
    return 1;
  case NF_OPCODE_PUSH_PARTIAL:
    return nf_hdr_len(head) == 0;
  default:
    return 0;
  }
}

static nf_reduce_account *account_of(nf_tb *tb, nf_reduce_random *r, const nf_flit *head) {
  const unsigned mode = mode_of(head);
  const uint64_t key[2] = {nf_hdr_addr(head) << 2 | mode,
                           (mode == 2 ? (uint64_t)nf_hdr_dst(head) << 12 | nf_hdr_tag(head) : 0) |
                               (uint64_t)nf_hdr_epoch(head) << 32};
  unsigned place = (unsigned)((key[0] * 31 + key[1]) * 0x9e3779b97f4a7c15u >> 53);
  for (unsigned k = 0; k < NF_REDUCE_ACCOUNTS; k++, place++) {
    nf_reduce_account *const a = &r->accounts[place % NF_REDUCE_ACCOUNTS];
    if (!a->used) {
      a->used = true;
      memcpy(a->key, key, sizeof key);
    }
    if (a->key[0] == key[0] && a->key[1] == key[1])
      return a;
  }
  nf_tb_check(tb, false, "the test has too few accounts");
  return r->accounts;
}

static void book_in(nf_tb *tb, nf_reduce_random *r, const nf_reduce_packet *p) {
  nf_reduce_account *const a = account_of(tb, r, &p->head);
  a->in_count += nf_hdr_count(&p->head);
  a->in_flags |= (uint8_t)(nf_hdr_flags(&p->head) | (p->err ? 1u << NF_FLAG_POISON : 0));
  for (unsigned w = 0; w < 4u * nf_hdr_len(&p->head); w++)
    a->in_sum[w] += nf_reduce_kit_word(p, w);
}

// Ports to all targets or to the home GPU, with the way of the address where the region says so.
static unsigned ports_of(const nf_reduce_table_in *base, unsigned region, const nf_flit *head,
                         bool all) {
  const unsigned bit = all ? NF_MCR_MODE_SPREAD : NF_MCR_MODE_HOME_SPREAD;
  const unsigned way =
      base->region_mode[region] >> bit & 1 ? nf_reduce_kit_way(nf_hdr_addr(head)) : 0u;
  return (all ? base->region_ports[region] : base->region_home_ports[region]) | way;
}

static void book_out(nf_tb *tb, nf_reduce_random *r, const nf_reduce_packet *p) {
  const nf_reduce_table_in *const base = &r->kit.base;
  nf_reduce_account *const a = account_of(tb, r, &p->head);
  const unsigned count = nf_hdr_count(&p->head), dst = nf_hdr_dst(&p->head);
  const unsigned region = (unsigned)(nf_hdr_addr(&p->head) >> 20) % NF_MAX_REGIONS;
  const unsigned expected = base->region_expected[region];
  const bool poisoned = nf_hdr_flags(&p->head) >> NF_FLAG_POISON & 1;
  const uint16_t port_mask = (uint16_t)((1u << r->ports) - 1);
  a->out_count += count;
  a->out_flags |= nf_hdr_flags(&p->head);
  a->results++;
  for (unsigned w = 0; w < 4u * nf_hdr_len(&p->head); w++)
    a->out_sum[w] += nf_reduce_kit_word(p, w);
  switch (nf_hdr_opcode(&p->head)) {
  case NF_OPCODE_PUSH_RESULT:
  case NF_OPCODE_BARRIER_DONE:
    if (r->profile.errors) // contributions of a wrong region may have come first
      break;
    nf_tb_check(tb, count == expected, "a result of %u counts, %u expected", count, expected);
    nf_tb_check(tb,
                p->ports == (ports_of(base, region, &p->head, true) & port_mask) &&
                    dst == NF_BROADCAST_ID,
                "a result for node %u out of ports %x", dst, p->ports);
    break;
  case NF_OPCODE_PUSH_PARTIAL: {
    const bool all = base->cfg_multicast_partials;
    const unsigned ports = ports_of(base, region, &p->head, all),
                   home = base->region_home[region] & 0x3ffu;
    if (r->profile.errors)
      break;
    nf_tb_check(tb, count < expected, "a partial of %u counts, %u expected", count, expected);
    nf_tb_check(tb, p->ports == (ports & port_mask) && dst == (all ? NF_BROADCAST_ID : home),
                "a partial for node %u out of ports %x", dst, p->ports);
    break;
  }
  case NF_OPCODE_PULL_RSP:
    nf_tb_check(tb, p->ports == (1u << base->cfg_port & port_mask), "a pull response to ports %x",
                p->ports);
    nf_tb_check(tb, count == expected || !base->cfg_first_hop || poisoned,
                "a pull result of %u counts, %u expected, not poisoned", count, expected);
    nf_tb_check(tb,
                count <= 1 || base->cfg_first_hop || r->profile.errors ||
                    count <= base->region_later[region],
                "a response of %u counts, a later hop waits for %u", count,
                base->region_later[region]);
    break;
  default:
    nf_tb_check(tb, false, "opcode %u came out", nf_hdr_opcode(&p->head));
  }
  const bool foreign = nf_hdr_opcode(&p->head) == NF_OPCODE_PULL_RSP && !base->cfg_first_hop;
  nf_tb_check(tb, nf_hdr_src(&p->head) == base->cfg_id || foreign, "source %u",
              nf_hdr_src(&p->head));
}

// The table is empty: in and out must be the same, but for what was dropped and counted.
static void settle(nf_tb *tb, nf_reduce_random *r) {
  const uint64_t drops = r->drops - r->drops_before;
  const unsigned largest = r->profile.all_ops ? 16 : r->profile.errors ? 3 : 1;
  uint64_t missing = 0;
  for (unsigned k = 0; k < NF_REDUCE_ACCOUNTS; k++) {
    nf_reduce_account *const a = &r->accounts[k];
    if (!a->used)
      continue;
    const unsigned mode = a->key[0] & 3;
    const unsigned poison = 1u << NF_FLAG_POISON;
    nf_tb_check(tb, a->out_count <= a->in_count, "key %llx: %llu counts in, %llu out",
                (unsigned long long)a->key[0], (unsigned long long)a->in_count,
                (unsigned long long)a->out_count);
    missing += a->in_count - a->out_count;
    if (!r->profile.all_ops && !r->profile.errors && a->in_count == a->out_count) {
      nf_tb_check(tb, !memcmp(a->in_sum, a->out_sum, sizeof a->in_sum),
                  "key %llx: the sums of what came in and of what went out differ",
                  (unsigned long long)a->key[0]);
      nf_tb_check(tb, !(a->in_flags & ~a->out_flags) && !(a->out_flags & ~(a->in_flags | poison)),
                  "key %llx: flags %x in, %x out", (unsigned long long)a->key[0], a->in_flags,
                  a->out_flags);
      if (mode == 2 && r->kit.base.cfg_first_hop && !r->timed && !r->profile.clears)
        nf_tb_check(tb, a->results == 1, "a pull got %u answers", a->results);
    }
  }
  // Planes have no count, and a request for an average that is refused is no packet.
  const bool cleared = r->kit.dropped != r->cleared_before;
  nf_tb_check(tb,
              (missing >= drops || r->profile.all_ops) && (missing <= drops * largest || cleared),
              "%llu counts are missing, %llu packets were dropped", (unsigned long long)missing,
              (unsigned long long)drops);
  const uint64_t *const ev = r->kit.events;
  nf_tb_check(tb, ev[NF_EV_PACKET] == r->kit.sent, "%llu packets counted, %llu played",
              (unsigned long long)ev[NF_EV_PACKET], (unsigned long long)r->kit.sent);
  nf_tb_check(tb, ev[NF_EV_HIT] + ev[NF_EV_MISS] == ev[NF_EV_PACKET], "hits and misses");
  r->drops_before = r->drops;
  r->cleared_before = r->kit.dropped;
  memset(r->accounts, 0, sizeof r->accounts);
}

// ---- traffic

static uint32_t hash(const nf_reduce_random *r, uint32_t address, uint32_t purpose) {
  uint32_t h = (address + 1) * 0x9e3779b1u ^ purpose * 0x85ebca6bu ^ r->salt;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return h ^ h >> 15;
}

static uint64_t address_of(const nf_reduce_random *r, unsigned n) {
  return (uint64_t)(n % r->regions) << 20 | n * 128u;
}

// An op and type by address; the build has all of them but some.
static void any_pair(const nf_reduce_random *r, uint32_t n, nf_flit *head) {
  unsigned op, dtype, turn = 0;
  do {
    op = hash(r, n, 100 + turn) % NF_REDUCTION_OPS;
    dtype = hash(r, n, 200 + turn) % NF_DTYPES;
    turn++;
  } while (!nf_op_built(op, dtype, r->halves, r->wide) && turn < 40 && hash(r, n, 4) % 16);
  nf_hdr_set_red_op(head, (uint8_t)op);
  nf_hdr_set_dtype(head, (uint8_t)dtype);
}

// Of one attempt or of four that are under way at once.
static uint8_t any_epoch(nf_tb *tb, const nf_reduce_random *r) {
  return (uint8_t)(r->epochs ? nf_tb_below(tb, 4) : r->salt & 3);
}

// A contribution to address n, with what the address says: op, type, length, counts.
static nf_reduce_packet contribution(nf_tb *tb, const nf_reduce_random *r, unsigned opcode,
                                     uint64_t addr) {
  const bool barrier = opcode == NF_OPCODE_BARRIER;
  if (r->profile.leaves && opcode != NF_OPCODE_PULL_RSP && nf_tb_chance(tb, 30))
    opcode = NF_OPCODE_PUSH_PARTIAL;
  const uint32_t n = (uint32_t)addr;
  const unsigned expected = r->kit.base.region_expected[addr >> 20];
  const unsigned any_len = 1 + hash(r, n, 1) % 8;
  const unsigned len = barrier ? 0 : r->profile.len ? r->profile.len : any_len;
  unsigned count = 1;
  if (!r->profile.errors && opcode != NF_OPCODE_PULL_RSP && hash(r, n, 2) % 3 == 0)
    count = 1 + hash(r, n, 3) % expected;
  if (expected % count)
    count = 1;
  nf_reduce_packet p = nf_reduce_kit_packet(opcode, addr, len, count, 0);
  for (unsigned w = 0; w < 4 * len; w++)
    nf_reduce_kit_set_word(&p, w, (uint32_t)nf_tb_rand(tb));
  if (r->profile.all_ops) {
    any_pair(r, n, &p.head);
  }
  nf_hdr_set_src(&p.head, (uint16_t)nf_tb_below(tb, nf_tb_chance(tb, 80) ? 32 : 1024));
  nf_hdr_set_wave(&p.head, (uint8_t)nf_tb_rand(tb));
  nf_hdr_set_tag(&p.head, (uint16_t)nf_tb_rand(tb));
  nf_hdr_set_epoch(&p.head, any_epoch(tb, r));
  if (opcode != NF_OPCODE_PULL_RSP)
    nf_hdr_set_dst(&p.head, (uint16_t)nf_tb_rand(tb));
  if (nf_tb_chance(tb, 5))
    nf_hdr_set_flags(&p.head, (uint8_t)(nf_tb_rand(tb) & 0x1f));
  const unsigned dtype = nf_hdr_dtype(&p.head);
  if (r->wide && opcode == NF_OPCODE_PULL_RSP && nf_op_wide(nf_hdr_red_op(&p.head), dtype) &&
      nf_tb_chance(tb, 40)) { // a plane of another table's sum
    nf_hdr_set_flags(&p.head, nf_hdr_flags(&p.head) | 1u << NF_FLAG_PLANE);
    nf_hdr_set_wave(&p.head, (uint8_t)nf_tb_below(tb, nf_dtypes[dtype].planes));
    if (nf_tb_chance(tb, 50))
      nf_hdr_set_count(&p.head, 0);
  }
  p.err = nf_tb_chance(tb, 2);
  if (r->profile.errors && nf_tb_chance(tb, 15)) {
    switch (nf_tb_below(tb, 5)) {
    case 0:
      nf_hdr_set_red_op(&p.head, (uint8_t)nf_tb_below(tb, 6));
      break;
    case 1:
      nf_hdr_set_dtype(&p.head, (uint8_t)nf_tb_below(tb, 3));
      break;
    case 2:
      nf_hdr_set_len(&p.head, (uint8_t)(len ? 1 + nf_tb_below(tb, 8) : 0));
      break;
    case 3:
      p.region ^= 1;
      break;
    default:
      nf_hdr_set_count(&p.head, (uint16_t)(1 + nf_tb_below(tb, 3)));
    }
  }
  return p;
}

static void send(nf_tb *tb, nf_reduce_random *r, const nf_reduce_packet *p) {
  book_in(tb, r, p);
  nf_reduce_kit_send(&r->kit, *p);
}

static void respond(nf_tb *tb, nf_reduce_random *r) {
  const uint64_t active = r->kit.asks_done - r->pulls_answered;
  if (!active)
    return;
  nf_reduce_pull *const pull =
      &r->pulls[(r->pulls_answered + nf_tb_below(tb, active)) % NF_REDUCE_PULLS];
  if (pull->left) {
    pull->left--;
    nf_reduce_packet p = nf_reduce_kit_to(contribution(tb, r, NF_OPCODE_PULL_RSP, pull->addr),
                                          pull->requester, pull->tag);
    nf_hdr_set_epoch(&p.head, pull->epoch);
    send(tb, r, &p);
  }
  while (r->pulls_answered < r->kit.asks_done &&
         !r->pulls[r->pulls_answered % NF_REDUCE_PULLS].left)
    r->pulls_answered++;
}

// As many as the table waits for; a later hop that does not wait sees some all the same.
static unsigned responses_of(const nf_reduce_table_in *base, uint64_t addr) {
  if (base->cfg_first_hop)
    return base->region_expected[addr >> 20];
  const unsigned later = base->region_later[addr >> 20];
  return later != 0 ? later : 3;
}

static void generate(nf_tb *tb, nf_reduce_random *r) {
  const nf_reduce_profile *const profile = &r->profile;
  if (r->kit.queued - r->kit.sent > 2)
    return;
  const uint64_t weight = nf_tb_below(tb, profile->push + profile->barrier + profile->pull);
  const uint64_t addr = address_of(r, (unsigned)nf_tb_below(tb, r->addresses));
  if (weight < profile->push + profile->barrier) {
    const bool push = weight < profile->push;
    const nf_reduce_packet p =
        contribution(tb, r, push ? NF_OPCODE_PUSH_WRITE : NF_OPCODE_BARRIER, addr);
    send(tb, r, &p);
    return;
  }
  respond(tb, r);
  if (r->pulls_asked - r->pulls_answered < NF_REDUCE_PULLS && nf_tb_chance(tb, 40) &&
      r->kit.asked - r->kit.asks_done < 4) {
    nf_reduce_pull *const pull = &r->pulls[r->pulls_asked++ % NF_REDUCE_PULLS];
    *pull = (nf_reduce_pull){addr, (unsigned)nf_tb_below(tb, 8), r->next_tag++ & 0xfff,
                             responses_of(&r->kit.base, addr), any_epoch(tb, r)};
    nf_reduce_kit_ask(&r->kit, addr, pull->requester, pull->tag, 0);
    nf_flit *const ask = &r->kit.asks[(r->kit.asked - 1) % NF_REDUCE_KIT_QUEUE].head;
    nf_hdr_set_epoch(ask, pull->epoch);
    const nf_reduce_packet like = contribution(tb, r, NF_OPCODE_PULL_RSP, addr);
    if (!profile->errors) {
      nf_hdr_set_red_op(ask, nf_hdr_red_op(&like.head));
      nf_hdr_set_dtype(ask, nf_hdr_dtype(&like.head));
    }
  }
}

// ---- rounds

static void configure(nf_tb *tb, nf_reduce_random *r) {
  static const uint8_t expected[] = {1, 2, 3, 4, 6, 8, 12, 16};
  nf_reduce_table_in *const base = &r->kit.base;
  base->cfg_id = (uint16_t)nf_tb_below(tb, 1024);
  base->cfg_first_hop = nf_tb_chance(tb, 50);
  base->cfg_multicast_partials = nf_tb_chance(tb, 50);
  base->cfg_port = (uint8_t)nf_tb_below(tb, r->ports);
  base->cfg_entries = (uint8_t)(nf_tb_chance(tb, 75) ? 255 : 1 + nf_tb_below(tb, r->entries));
  base->cfg_timeout = 0;
  for (unsigned g = 0; g < r->regions; g++) {
    base->region_expected[g] = expected[nf_tb_below(tb, sizeof expected)];
    base->region_later[g] = nf_tb_chance(tb, 25) ? 0 : expected[nf_tb_below(tb, sizeof expected)];
    base->region_mode[g] = (uint8_t)nf_tb_rand(tb);
    base->region_ports[g] = (uint16_t)nf_tb_rand(tb);
    base->region_home[g] = (uint16_t)nf_tb_below(tb, 1024);
    base->region_home_ports[g] = (uint16_t)(1u << nf_tb_below(tb, r->ports));
    if (r->profile.leaves && base->region_later[g] != 0 && nf_tb_chance(tb, 60)) {
      base->region_home[g] = 1u << NF_HOME_UP_BIT | NF_HOME_TABLE_ID;
      base->region_home_ports[g] = 0;
      base->region_mode[g] |= 1u << NF_MCR_MODE_HOME_SPREAD;
    }
  }
  r->salt = (uint32_t)nf_tb_rand(tb);
  r->addresses = 1 + (unsigned)nf_tb_below(tb, 3 * r->entries);
  r->epochs = nf_tb_chance(tb, 50);
  r->timed = r->profile.timeouts && nf_tb_chance(tb, 70);
  if (r->timed)
    base->cfg_timeout = (uint8_t)(1 + nf_tb_below(tb, 6));
  r->kit.tick_period = 1 + (unsigned)nf_tb_below(tb, NF_TICK_CYCLES);
  if (!r->profile.smooth) {
    r->kit.in_pace = nf_pace_any(tb);
    r->kit.ask_pace = nf_pace_any(tb);
    r->kit.out_pace = nf_pace_any(tb);
  }
}

void nf_reduce_random_start(nf_reduce_random *r, nf_reduce_profile profile, unsigned entries,
                            unsigned ports, unsigned regions, bool halves, bool wide) {
  nf_reduce_kit_init(&r->kit);
  r->profile = profile;
  r->entries = entries;
  r->ports = ports;
  r->regions = regions;
  r->halves = halves;
  r->wide = wide;
}

static const char *const event_names[] = {"packet",         "hit",         "miss",
                                          "insert",         "complete",    "evict",
                                          "timeout",        "bypass",      "alloc",
                                          "alloc waits",    "count error", "mismatch error",
                                          "no-entry error", "damaged",     "poisoned result",
                                          "rest of a sum"};

void nf_reduce_random_cycle(nf_tb *tb, nf_reduce_random *r, const nf_reduce_table_out *out,
                            nf_reduce_table_in *in) {
  nf_reduce_kit *const kit = &r->kit;
  const uint64_t cycle = nf_tb_cycle(tb);
  nf_reduce_kit_cycle(tb, kit, out, in);
  if (r->profile.clears && nf_tb_below(tb, 100) == 0) {
    kit->base.drop_epochs = nf_tb_chance(tb, 60) ? 0 : nf_tb_rand(tb) & 15;
    kit->base.drop_one = nf_tb_chance(tb, 50);
    kit->base.drop_region = (uint8_t)nf_tb_below(tb, r->regions);
    nf_tb_cover(tb, "clear command");
  }
  if (out->dropped)
    nf_tb_cover(tb, "entry dropped");
  for (unsigned events = out->event; events; events &= events - 1)
    nf_tb_cover(tb, event_names[__builtin_ctz(events)]);
  r->drops += count_bits(
      out->event & (1u << NF_EV_ERR_COUNT | 1u << NF_EV_ERR_MISMATCH | 1u << NF_EV_ERR_NO_ENTRY));
  for (; r->seen < kit->results; r->seen++)
    book_out(tb, r, nf_reduce_kit_result(kit, r->seen));
  nf_tb_check(tb, out->used <= r->entries, "%u entries in use", out->used);

  switch (r->phase) {
  case NF_REDUCE_START:
    configure(tb, r);
    r->phase = NF_REDUCE_TRAFFIC;
    r->phase_end = cycle + 100 + nf_tb_below(tb, 1500);
    break;
  case NF_REDUCE_TRAFFIC:
    generate(tb, r);
    if (r->profile.timeouts && nf_tb_chance(tb, 1) && r->timed)
      kit->base.cfg_timeout = (uint8_t)nf_tb_below(tb, 7);
    if (nf_tb_below(tb, 200) == 0)
      kit->base.cfg_entries = (uint8_t)(1 + nf_tb_below(tb, 2 * r->entries));
    if (cycle >= r->phase_end) {
      r->phase = NF_REDUCE_PLAY;
      r->stuck_since = cycle;
      kit->in_pace.kind = kit->ask_pace.kind = kit->out_pace.kind = NF_PACE_ALWAYS;
    }
    break;
  case NF_REDUCE_PLAY:
    if (kit->queued - kit->sent < 4)
      respond(tb, r);
    if (out->event & (1u << NF_EV_PACKET | 1u << NF_EV_ALLOC))
      r->stuck_since = cycle;
    if (nf_reduce_kit_played(kit) && r->pulls_answered == r->pulls_asked)
      r->phase = NF_REDUCE_DRAIN;
    // Requests that wait for entries held by pushes.
    if (cycle > r->stuck_since + 200)
      r->timed = true;
    if (r->timed || r->phase == NF_REDUCE_DRAIN)
      kit->base.cfg_timeout = 1;
    break;
  case NF_REDUCE_DRAIN:
    if (out->used == 0 && kit->idle > 4) {
      settle(tb, r);
      r->rounds++;
      r->phase = NF_REDUCE_START;
    }
    break;
  }
}

void nf_reduce_random_finish(nf_tb *tb, const nf_reduce_random *r) {
  // A run that was cut short may have settled none.
  nf_tb_reach(tb, r->rounds >= 2 || nf_tb_cycle(tb) < 8000, "only %llu rounds were settled",
              (unsigned long long)r->rounds);
}
