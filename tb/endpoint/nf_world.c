// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The network around an endpoint: what the other ranks and the switches answer.
#include "nf_world.h"

#include "nf_world_memory.h"

static unsigned lane_of(const nf_world *w, uint64_t addr) {
  return (unsigned)((addr - NF_WORLD_NET) / 128 % w->links);
}

static unsigned other_rank(nf_tb *tb, const nf_world *w) {
  return (w->id + 1 + (unsigned)nf_tb_below(tb, w->ranks - 1)) % w->ranks;
}

void nf_world_send(nf_tb *tb, nf_world *w, const nf_lane_packet *p, uint64_t delay) {
  nf_tb_check(tb, w->pendings < NF_WORLD_PENDING, "too many packets under way");
  if (w->pendings == NF_WORLD_PENDING)
    return;
  w->pending[w->pendings++] = (nf_world_packet){.due = nf_tb_cycle(tb) + delay, .packet = *p};
}

static uint64_t any_delay(nf_tb *tb, const nf_world *w) {
  return 20 + nf_tb_below(tb, 2 * w->latency + 20);
}

// A packet about a block, without payload; the header is that of the packet it answers.
static nf_lane_packet packet_of(const nf_flit *about, unsigned opcode, unsigned count,
                                unsigned src) {
  nf_lane_packet p = {.flits = 1};
  p.flit[0] = *about;
  nf_hdr_set_opcode(&p.flit[0], (uint8_t)opcode);
  nf_hdr_set_count(&p.flit[0], (uint16_t)count);
  nf_hdr_set_src(&p.flit[0], (uint16_t)src);
  return p;
}

// Adds the parts of the ranks in `from` to the payload.
static void fill(nf_lane_packet *p, unsigned n, uint64_t from) {
  p->flits = 1 + nf_hdr_len(&p->flit[0]);
  for (unsigned i = 0; i < 4 * (p->flits - 1); i++) {
    uint32_t sum = 0;
    for (unsigned r = 0; r < 64; r++)
      sum += from >> r & 1 ? nf_world_word(r, n, i) : 0;
    uint64_t *const at = &p->flit[1 + i / 4].w[i / 2 % 2];
    *at = i % 2 == 0 ? sum : *at | (uint64_t)sum << 32;
  }
}

// Sends a packet of the network; some come damaged first.
static void deliver(nf_tb *tb, nf_world *w, nf_lane_packet *p) {
  const unsigned opcode = nf_hdr_opcode(&p->flit[0]);
  const bool acked = p->flits > 1 && opcode != NF_OPCODE_PULL_RSP &&
                     (opcode != NF_OPCODE_PUSH_RESULT || w->result_acks);
  if (nf_tb_chance(tb, w->junk)) {
    w->damaged++;
    p->err = true;
    nf_world_send(tb, w, p, any_delay(tb, w));
    p->err = false;
  }
  nf_world_send(tb, w, p, any_delay(tb, w));
  if (!acked)
    return;
  nf_tb_check(tb, w->acks_open < NF_WORLD_PENDING, "too many acknowledgements are open");
  w->acks[w->acks_open++] = p->flit[0];
}

// The parts of the ranks in `from`, in pieces that add up to the whole.
static void deliver_pieces(nf_tb *tb, nf_world *w, const nf_flit *about, unsigned opcode,
                           unsigned n, uint64_t from, bool poison) {
  while (from != 0) {
    uint64_t piece = from & nf_tb_rand(tb);
    if (piece == 0 || nf_tb_chance(tb, 30))
      piece = from;
    from &= ~piece;
    const unsigned count = (unsigned)__builtin_popcountll(piece);
    const unsigned src = opcode == NF_OPCODE_PULL_RSP ? 0x3a0 : other_rank(tb, w);
    nf_lane_packet p = packet_of(about, opcode, count, src);
    nf_hdr_set_dst(&p.flit[0], (uint16_t)w->id);
    if (poison && from == 0)
      nf_hdr_set_flags(&p.flit[0], 1u << NF_FLAG_POISON);
    fill(&p, n, piece);
    deliver(tb, w, &p);
  }
}

static uint64_t everyone(const nf_world *w) { return (1ull << w->ranks) - 1; }

// Complete sum of a push or a barrier: as a result, or in pieces.
static void answer_push(nf_tb *tb, nf_world *w, const nf_flit *h, unsigned n, bool barrier) {
  const bool poison = nf_tb_chance(tb, w->poison);
  const unsigned opcodes[] = {barrier ? NF_OPCODE_BARRIER_DONE : NF_OPCODE_PUSH_RESULT,
                              barrier ? NF_OPCODE_BARRIER_DONE : NF_OPCODE_MCAST_WRITE,
                              NF_OPCODE_PUSH_PARTIAL};
  const unsigned opcode = opcodes[nf_tb_below(tb, w->whole ? 2 : 3)];
  static const char *const names[] = {[NF_OPCODE_MCAST_WRITE] = "another home's result",
                                      [NF_OPCODE_PUSH_PARTIAL] = "in pieces",
                                      [NF_OPCODE_PUSH_RESULT] = "a switch's result",
                                      [NF_OPCODE_BARRIER_DONE] = "barrier done"};
  nf_tb_cover(tb, names[opcode]);
  w->block[n].poison = poison;
  if (opcode == NF_OPCODE_PUSH_PARTIAL) {
    deliver_pieces(tb, w, h, opcode, n, everyone(w), poison);
    return;
  }
  nf_lane_packet p = packet_of(h, opcode, w->ranks, other_rank(tb, w));
  nf_hdr_set_flags(&p.flit[0], poison ? 1u << NF_FLAG_POISON : 0);
  if (!barrier)
    fill(&p, n, everyone(w));
  deliver(tb, w, &p);
}

static void check_payload(nf_tb *tb, const nf_lane_packet *p, unsigned n, uint64_t from) {
  nf_lane_packet want = {.flit[0] = p->flit[0]};
  fill(&want, n, from);
  for (unsigned f = 1; f < want.flits; f++)
    nf_tb_check(tb, p->flit[f].w[0] == want.flit[f].w[0] && p->flit[f].w[1] == want.flit[f].w[1],
                "block %u: payload flit %u of opcode %u", n, f, nf_hdr_opcode(&p->flit[0]));
}

// The endpoint multicasts: every target acknowledges, and it gets its own copy unless excluded.
static void on_multicast(nf_tb *tb, nf_world *w, const nf_lane_packet *p, unsigned n) {
  const nf_flit *const h = &p->flit[0];
  nf_tb_check(tb, nf_hdr_count(h) == w->ranks && nf_hdr_dst(h) == NF_BROADCAST_ID, "count, dst");
  nf_tb_check(tb, (nf_hdr_flags(h) & 1u << NF_FLAG_POISON) == w->block[n].poison, "poison");
  check_payload(tb, p, n, everyone(w));
  nf_tb_check(tb, !w->exclude_source || w->block[n].contributed != 0,
              "the multicast of block %u leaves after its command was complete", n);
  w->block[n].acks = (uint8_t)(w->ranks - w->exclude_source);
  for (unsigned r = 0; r < w->ranks; r++) {
    if (r == w->id)
      continue;
    nf_lane_packet ack = packet_of(h, NF_OPCODE_WRITE_ACK, 0, r);
    nf_hdr_set_dst(&ack.flit[0], (uint16_t)w->id);
    nf_hdr_set_len(&ack.flit[0], 0);
    nf_world_send(tb, w, &ack, any_delay(tb, w));
  }
  if (!w->exclude_source) {
    nf_lane_packet copy = *p;
    deliver(tb, w, &copy);
  }
}

static void on_ack(nf_tb *tb, nf_world *w, const nf_lane_packet *p) {
  const nf_flit *const h = &p->flit[0];
  unsigned i = 0;
  while (i < w->acks_open &&
         (nf_hdr_addr(&w->acks[i]) != nf_hdr_addr(h) || nf_hdr_tag(&w->acks[i]) != nf_hdr_tag(h) ||
          nf_hdr_wave(&w->acks[i]) != nf_hdr_wave(h) || nf_hdr_src(&w->acks[i]) != nf_hdr_dst(h)))
    i++;
  nf_tb_check(tb, i < w->acks_open, "nobody waits for this acknowledgement");
  if (i < w->acks_open)
    w->acks[i] = w->acks[--w->acks_open];
  if (nf_hdr_dst(h) == w->id)
    nf_world_send(tb, w, p, any_delay(tb, w));
}

// What another rank's pull asks of this endpoint comes back as the multicast of the sum.
static void on_pull_response(nf_tb *tb, nf_world *w, const nf_lane_packet *p, unsigned n) {
  const nf_flit *const h = &p->flit[0];
  nf_tb_check(tb, nf_hdr_count(h) == 1, "count %u", nf_hdr_count(h));
  check_payload(tb, p, n, 1ull << w->id);
  if (nf_hdr_dst(h) == w->id) {
    deliver_pieces(tb, w, h, NF_OPCODE_PULL_RSP, n, everyone(w), w->block[n].poison);
    return;
  }
  nf_lane_packet result = packet_of(h, NF_OPCODE_MCAST_WRITE, w->ranks, nf_hdr_dst(h));
  nf_hdr_set_dst(&result.flit[0], NF_BROADCAST_ID);
  fill(&result, n, everyone(w));
  deliver(tb, w, &result);
}

static void on_pull_request(nf_tb *tb, nf_world *w, const nf_lane_packet *p, unsigned n) {
  w->block[n].poison = nf_tb_chance(tb, w->poison);
  if (w->exclude_source) {
    deliver_pieces(tb, w, &p->flit[0], NF_OPCODE_PULL_RSP, n, everyone(w) & ~(1ull << w->id),
                   w->block[n].poison);
    return;
  }
  nf_lane_packet request = *p;
  nf_world_send(tb, w, &request, any_delay(tb, w));
}

void nf_world_pull(nf_tb *tb, nf_world *w, unsigned n, unsigned rank) {
  nf_lane_packet p = {.flits = 1};
  nf_flit *const h = &p.flit[0];
  nf_hdr_set_opcode(h, NF_OPCODE_PULL_REQ);
  nf_hdr_set_dtype(h, NF_DTYPE_U32);
  nf_hdr_set_len(h, NF_MAX_PAYLOAD_FLITS);
  nf_hdr_set_count(h, 1);
  nf_hdr_set_addr(h, nf_world_addr(n));
  nf_hdr_set_src(h, (uint16_t)rank);
  nf_hdr_set_dst(h, NF_BROADCAST_ID);
  nf_hdr_set_tag(h, nf_tb_rand(tb) & 0xfff);
  nf_hdr_set_epoch(h, w->epoch);
  nf_world_send(tb, w, &p, any_delay(tb, w));
}

static void on_packet(nf_tb *tb, nf_world *w, unsigned lane, const nf_lane_packet *p) {
  const nf_flit *const h = &p->flit[0];
  const unsigned opcode = nf_hdr_opcode(h);
  const int n = nf_world_find(nf_hdr_addr(h));
  nf_tb_check(tb, n >= 0 && lane_of(w, nf_hdr_addr(h)) == lane, "address %llx on lane %u",
              (unsigned long long)nf_hdr_addr(h), lane);
  nf_tb_check(tb, nf_hdr_src(h) == w->id, "source %u", nf_hdr_src(h));
  if (n < 0)
    return;
  if (nf_hdr_epoch(h) != w->epoch) { // what was on its way when the attempt was given up
    nf_tb_check(tb, ((w->epoch - nf_hdr_epoch(h)) & 3) <= w->aborts, "epoch %u", nf_hdr_epoch(h));
    nf_tb_cover(tb, "sent with an old epoch");
    return;
  }
  nf_world_block *const b = &w->block[n];
  switch (opcode) {
  case NF_OPCODE_PUSH_WRITE:
    nf_tb_check(tb, nf_hdr_count(h) == 1 && b->contributed == 0, "block %d comes twice", n);
    check_payload(tb, p, (unsigned)n, 1ull << w->id);
    b->contributed++;
    answer_push(tb, w, h, (unsigned)n, false);
    return;
  case NF_OPCODE_BARRIER:
    nf_tb_check(tb, w->barriers++ == 0, "two barriers at once");
    answer_push(tb, w, h, (unsigned)n, true);
    return;
  case NF_OPCODE_PULL_REQ:
    nf_tb_check(tb, b->contributed++ == 0, "block %d is pulled twice", n);
    on_pull_request(tb, w, p, (unsigned)n);
    return;
  case NF_OPCODE_PULL_RSP:
    on_pull_response(tb, w, p, (unsigned)n);
    return;
  case NF_OPCODE_MCAST_WRITE:
    on_multicast(tb, w, p, (unsigned)n);
    return;
  case NF_OPCODE_WRITE_ACK:
    on_ack(tb, w, p);
    return;
  case NF_OPCODE_BARRIER_DONE: {
    nf_lane_packet copy = *p;
    nf_tb_check(tb, nf_hdr_count(h) == w->ranks, "a barrier of %u", nf_hdr_count(h));
    nf_world_send(tb, w, &copy, any_delay(tb, w));
    return;
  }
  default:
    nf_tb_check(tb, false, "opcode %u", opcode);
  }
}

// What arrives next on a lane: any of the packets that are due.
static void choose(nf_tb *tb, nf_world *w, unsigned l) {
  nf_lane_sender *const s = &w->lane[l].in;
  const unsigned skip = w->pendings == 0 ? 0 : (unsigned)nf_tb_below(tb, w->pendings);
  for (unsigned k = 0; k < w->pendings; k++) {
    nf_world_packet *const c = &w->pending[(skip + k) % w->pendings];
    if (c->due > nf_tb_cycle(tb) || lane_of(w, nf_hdr_addr(&c->packet.flit[0])) != l)
      continue;
    s->packet = c->packet;
    *c = w->pending[--w->pendings];
    return;
  }
}

static void arrived(nf_tb *tb, nf_world *w, const nf_lane_packet *p) {
  const nf_flit *const h = &p->flit[0];
  const int n = nf_world_find(nf_hdr_addr(h));
  if (nf_hdr_opcode(h) != NF_OPCODE_WRITE_ACK || p->err || n < 0 || nf_hdr_epoch(h) != w->epoch)
    return;
  nf_tb_check(tb, w->block[n].acks != 0, "block %d: one acknowledgement too many", n);
  w->block[n].acks--;
}

static void links(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  for (unsigned l = 0; l < w->links; l++) {
    nf_world_lane *const lane = &w->lane[l];
    bool ended;
    if (lane->in.packet.flits == 0)
      choose(tb, w, l);
    const nf_lane_flit f = nf_lane_send(tb, &lane->in, out->rx_ready >> (2 * l) & 3, &ended);
    in->rx_valid |= (uint8_t)((unsigned)f.valid << l);
    in->rx_last |= (uint8_t)((unsigned)f.last << l);
    in->rx_err |= (uint8_t)((unsigned)f.err << l);
    in->rx_data[l] = f.data;
    if (ended) {
      arrived(tb, w, &lane->in.packet);
      lane->in.packet.flits = 0;
    }
    in->tx_ready |= (uint16_t)((unsigned)nf_lane_ready(tb, &lane->out) << (2 * l));
    w->flits_out += out->tx_valid >> l & 1;
    if (nf_lane_receive(tb, &lane->out, out->tx_valid >> l & 1, out->tx_last >> l & 1,
                        out->tx_err >> l & 1, &out->tx_data[l]))
      on_packet(tb, w, l, &lane->out.packet);
  }
}

void nf_world_start(nf_tb *tb, nf_world *w) {
  w->read = nf_pace_any(tb);
  for (unsigned l = 0; l < w->links; l++) {
    w->lane[l].in.pace = nf_pace_any(tb);
    w->lane[l].out.drain = nf_pace_any(tb);
    w->reader[2 * l].pace = nf_pace_any(tb);
    w->reader[2 * l + 1].pace = nf_pace_any(tb);
  }
}

void nf_world_abort(nf_world *w) {
  w->epoch = (w->epoch + 1) & 3;
  w->aborts++;
  for (unsigned n = 0; n < NF_WORLD_BLOCKS; n++)
    w->block[n] = (nf_world_block){0};
  w->acks_open = w->barriers = 0;
}

void nf_world_drive(nf_tb *tb, nf_world *w, const nf_endpoint_out *out, nf_endpoint_in *in) {
  in->cfg_id = (uint16_t)w->id;
  in->cfg_ranks = (uint16_t)w->ranks;
  in->cfg_acks = (uint16_t)(w->ranks - w->exclude_source);
  in->cfg_multicast_partials = w->multicast_partials;
  in->cfg_exclude_source = w->exclude_source;
  in->cfg_result_acks = w->result_acks;
  in->cfg_epoch = w->epoch;
  links(tb, w, out, in);
  nf_world_memory(tb, w, out, in);
}

bool nf_world_quiet(const nf_world *w) {
  bool quiet = w->pendings == 0 && w->acks_open == 0 && w->reads_open == 0;
  for (unsigned l = 0; l < w->links; l++)
    quiet &= w->lane[l].totals_used == 0 && w->lane[l].in.packet.flits == 0 &&
             w->reader[2 * l].packet.flits == 0 && w->reader[2 * l + 1].packet.flits == 0;
  return quiet;
}
