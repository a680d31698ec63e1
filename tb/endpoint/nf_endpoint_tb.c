// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the whole endpoint: lock-step, and books of every block: contributed once, complete once,
// acknowledged once; every command complete exactly when it is, with the right status.
// A scenario issues commands for a while, waits until all is quiet, settles the books, and starts
// anew with other ranks and paces.
#include "nf_tb.h"
#include "nf_world.h"
#include "nf_world_memory.h"

#include <string.h>

extern const nf_dut nf_endpoint_dut;

// STUCK: cycles without a result or an acknowledgement, of which a block has a few and no more. A
// command of 40 blocks in waves of one takes longer.
enum { PLANS = 64, ISSUE = 5000, STUCK = 40000, BARRIER_BLOCK = NF_WORLD_BLOCKS - 1, EVENTS = 16 };
enum { CALM = 8 }; // cycles until an event of the last packet is counted, and some more

typedef struct {
  uint8_t kind, id, status;
  unsigned first, blocks;
  uint32_t landing; // blocks that pulls up to this one expect
  bool finished;    // its completion was taken
} plan;

typedef struct {
  unsigned push, pull, barrier; // weights of the kinds of commands
  bool exclude_source, hostile, aborts;
  unsigned poison, junk;
  uint8_t retries;
} recipe;

typedef struct {
  nf_world world;
  recipe how;
  plan plans[PLANS];
  unsigned made, completed;      // completed: all plans before it are
  uint8_t used[NF_WORLD_BLOCKS]; // 1: by a command; 2: its acknowledgements are still to come
  bool lands[NF_WORLD_BLOCKS];   // pulled by another rank
  uint32_t expected, landed;
  uint64_t phase_start, last_new;
  uint64_t last_move; // cycle of the last result or acknowledgement, or of the phase's start
  unsigned moves;     // results and acknowledgements so far
  unsigned events[EVENTS], bad_opcodes, bad_addresses, stale, refused, given_up, all_given_up;
  unsigned merged; // drops of a lane in one cycle with another: counted, with no event of their own
  nf_pace cmd, done;
  uint8_t next_id;
  unsigned calm;          // cycles in which nothing was under way
  bool draining, offered; // offered: the completion at the interface has been looked at
  unsigned long_blocks;   // every command has that many, in turn; 0: any
  uint64_t rate_from;
  unsigned
      late[2]; // ends of barriers seen or counted as stale: when the round began, in all rounds
} context;

static void new_phase(nf_tb *tb, context *c) {
  nf_world *const w = &c->world;
  w->links = P_Links;
  w->ranks = 2 + (unsigned)nf_tb_below(tb, 7);
  w->id = (unsigned)nf_tb_below(tb, w->ranks);
  w->latency = nf_tb_chance(tb, 30) ? 180 : 40;
  w->exclude_source = c->how.exclude_source;
  w->multicast_partials = !w->exclude_source && nf_tb_chance(tb, 50);
  w->result_acks = nf_tb_chance(tb, 50);
  w->epoch = nf_tb_rand(tb) & 3;
  w->aborts = 0;
  w->poison = c->how.poison;
  w->junk = c->how.junk;
  nf_world_start(tb, w);
  c->cmd = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->phase_start = c->last_move = nf_tb_cycle(tb);
  c->draining = false;
}

static void start(nf_tb *tb, context *c, recipe how) {
  c->how = how;
  new_phase(tb, c);
}

static void start_push(nf_tb *tb, void *ctx) {
  start(tb, ctx, (recipe){.push = 1, .retries = 255});
}
static void start_pull(nf_tb *tb, void *ctx) {
  start(tb, ctx, (recipe){.pull = 1, .retries = 255});
}
static void start_exclude(nf_tb *tb, void *ctx) {
  start(tb, ctx, (recipe){.pull = 1, .retries = 255, .exclude_source = true});
}
static void start_mix(nf_tb *tb, void *ctx) {
  start(tb, ctx, (recipe){.push = 4, .pull = 4, .barrier = 3, .retries = 255});
}
static void start_hostile(nf_tb *tb, void *ctx) {
  start(tb, ctx,
        (recipe){.push = 4,
                 .pull = 4,
                 .barrier = 2,
                 .retries = 255,
                 .hostile = true,
                 .poison = 2,
                 .junk = 10});
}
static void start_abort(nf_tb *tb, void *ctx) {
  start(tb, ctx,
        (recipe){.push = 4, .pull = 4, .barrier = 1, .retries = 255, .junk = 5, .aborts = true});
}
static void start_abort_exclude(nf_tb *tb, void *ctx) {
  start(tb, ctx,
        (recipe){.pull = 1, .retries = 255, .exclude_source = true, .junk = 5, .aborts = true});
}
static void start_scarce(nf_tb *tb, void *ctx) {
  start(tb, ctx, (recipe){.push = 4, .pull = 2, .barrier = 1, .retries = 1});
}

// A run of blocks that nobody uses; 0: none was found.
static unsigned reserve(nf_tb *tb, context *c, unsigned blocks, unsigned *first) {
  for (unsigned tries = 0; tries < 20; tries++) {
    bool vacant = true;
    *first = c->long_blocks ? c->made % (BARRIER_BLOCK / c->long_blocks) * c->long_blocks
                            : (unsigned)nf_tb_below(tb, BARRIER_BLOCK - blocks);
    for (unsigned b = *first; b < *first + blocks; b++) {
      if (c->used[b] == 2 && c->world.block[b].acks == 0)
        c->used[b] = 0;
      vacant &= c->used[b] == 0;
    }
    if (!vacant)
      continue;
    for (unsigned b = *first; b < *first + blocks; b++)
      c->used[b] = 1;
    return blocks;
  }
  return 0;
}

// Something that makes no sense, or has no translation.
static void corrupt(nf_tb *tb, nf_endpoint_in *in, plan *p) {
  p->status = NF_ENDPOINT_STATUS_BAD;
  switch (nf_tb_below(tb, 4)) {
  case 0:
    in->cmd_kind = 3;
    break;
  case 1:
    in->cmd_lane = P_Links;
    break;
  case 2:
    in->cmd_addr += 64;
    break;
  default:
    if (p->kind == NF_ENDPOINT_KIND_BARRIER) {
      in->cmd_addr |= 1ull << 60;
      break;
    }
    in->cmd_addr -= nf_tb_chance(tb, 50) ? 0x100000 : 0;
    in->cmd_bytes += in->cmd_addr < NF_WORLD_NET ? 0 : 0x100000;
    p->status = NF_ENDPOINT_STATUS_TRANSLATE;
  }
}

static void new_command(nf_tb *tb, context *c, nf_endpoint_in *in) {
  nf_world *const w = &c->world;
  const unsigned draw = (unsigned)nf_tb_below(tb, c->how.push + c->how.pull + c->how.barrier);
  plan p = {.kind = draw < c->how.push                 ? NF_ENDPOINT_KIND_PUSH
                    : draw < c->how.push + c->how.pull ? NF_ENDPOINT_KIND_PULL
                                                       : NF_ENDPOINT_KIND_BARRIER,
            .id = c->next_id,
            .first = BARRIER_BLOCK,
            .status = NF_ENDPOINT_STATUS_OK};
  const bool barrier = p.kind == NF_ENDPOINT_KIND_BARRIER;
  if (!barrier)
    p.blocks = reserve(tb, c, c->long_blocks ? c->long_blocks : 1 + (unsigned)nf_tb_below(tb, 40),
                       &p.first);
  if (!barrier && p.blocks == 0)
    return;
  in->cmd_valid = true;
  in->cmd_kind = p.kind;
  in->cmd_id = c->next_id++;
  in->cmd_addr = nf_world_addr(p.first);
  in->cmd_bytes = 128 * p.blocks - 16 * (unsigned)nf_tb_below(tb, 8) * !barrier;
  in->cmd_wave_blocks = (uint16_t)(1 + nf_tb_below(tb, 16));
  in->cmd_waves = (uint8_t)(1 + nf_tb_below(tb, 4));
  in->cmd_red_op = NF_RED_OP_ADD;
  in->cmd_dtype = NF_DTYPE_U32;
  in->cmd_lane = (uint8_t)(p.first % P_Links);
  if (c->how.hostile && nf_tb_chance(tb, 20))
    corrupt(tb, in, &p);
  c->refused += p.status == NF_ENDPOINT_STATUS_TRANSLATE;
  if (p.kind == NF_ENDPOINT_KIND_PULL && p.status == NF_ENDPOINT_STATUS_OK) {
    for (unsigned k = 0; k < 4 && nf_tb_chance(tb, 60); k++) {
      unsigned block;
      if (reserve(tb, c, 1, &block) == 0)
        continue;
      c->lands[block] = true;
      in->cmd_landed++;
      const unsigned other = 1 + (unsigned)nf_tb_below(tb, w->ranks - 1);
      nf_world_pull(tb, w, block, (w->id + other) % w->ranks);
    }
  }
  p.landing = c->expected += in->cmd_landed;
  c->plans[c->made++ % PLANS] = p;
}

// Blocks of other ranks' pulls that are complete here by now.
static void count_landed(nf_tb *tb, context *c) {
  for (unsigned b = 0; b < NF_WORLD_BLOCKS; b++) {
    nf_world_block *const block = &c->world.block[b];
    if (!c->lands[b] || block->written == 0)
      continue;
    nf_tb_check(tb, block->written == 1, "block %u landed %u times", b, block->written);
    block->written = 0;
    c->lands[b] = false;
    c->used[b] = 0;
    c->landed++;
  }
}

static void settle_block(nf_tb *tb, context *c, unsigned b, bool whole, bool acked) {
  nf_world_block *const k = &c->world.block[b];
  nf_tb_check(tb, k->contributed == k->written && k->written <= 1,
              "block %u: contributed %u times, complete %u times", b, k->contributed, k->written);
  nf_tb_check(tb, !whole || k->written == 1, "block %u is not complete", b);
  nf_tb_check(tb, !whole || !acked || k->acks == 0, "block %u: %u acknowledgements are due", b,
              k->acks);
  c->used[b] = k->acks == 0 ? 0 : 2;
  k->contributed = k->written = 0;
}

// The outstanding command with this id; NULL: there is none.
static plan *find(context *c, uint8_t id) {
  for (unsigned n = c->completed; n < c->made; n++)
    if (!c->plans[n % PLANS].finished && c->plans[n % PLANS].id == id)
      return &c->plans[n % PLANS];
  return NULL;
}

// A completion comes to the interface: from now on a barrier may start.
static void offered(context *c, const nf_endpoint_out *out) {
  if (!out->done_valid || c->offered)
    return;
  c->offered = true;
  plan *const p = find(c, out->done_id);
  if (p == NULL || p->kind != NF_ENDPOINT_KIND_BARRIER || p->status != NF_ENDPOINT_STATUS_OK)
    return;
  c->world.barriers--;
  if (c->world.block[BARRIER_BLOCK].poison)
    p->status = NF_ENDPOINT_STATUS_POISON;
}

static void completion(nf_tb *tb, context *c, const nf_endpoint_out *out) {
  static const char *const names[] = {"ok", "bad", "no translation", "no counter", "poison"};
  plan *const p = find(c, out->done_id);
  nf_tb_check(tb, p != NULL, "a completion of no command, id %u", out->done_id);
  if (p == NULL)
    return;
  p->finished = true;
  while (c->completed < c->made && c->plans[c->completed % PLANS].finished)
    c->completed++;
  const bool given_up = out->done_status == NF_ENDPOINT_STATUS_NO_COUNTER;
  const bool refused = p->status != NF_ENDPOINT_STATUS_OK;
  bool poison = false;
  c->offered = false;
  nf_tb_cover(tb, names[out->done_status % 5]);
  c->given_up += given_up;
  for (unsigned b = p->first; b < p->first + p->blocks; b++) {
    poison |= c->world.block[b].contributed != 0 && c->world.block[b].poison;
    settle_block(tb, c, b, !refused && !given_up, p->kind == NF_ENDPOINT_KIND_PULL);
  }
  if (given_up) {
    nf_tb_check(tb, c->how.retries < 255 && !refused, "no counter though there are retries");
    return;
  }
  if (!refused && poison)
    p->status = NF_ENDPOINT_STATUS_POISON;
  nf_tb_check(tb, out->done_status == p->status, "status %u, %u is right", out->done_status,
              p->status);
  count_landed(tb, c);
  nf_tb_check(tb, p->kind != NF_ENDPOINT_KIND_PULL || refused || c->landed >= p->landing,
              "%u blocks have landed, %u are due", c->landed, p->landing);
}

// Packets that no endpoint takes.
static void junk(nf_tb *tb, context *c) {
  static const uint8_t odd[] = {6, 7, 14, 15};
  nf_flit h = nf_lane_header(tb, odd[nf_tb_below(tb, 4)], 0);
  nf_hdr_set_addr(&h, nf_world_addr((unsigned)nf_tb_below(tb, NF_WORLD_BLOCKS)));
  if (nf_tb_chance(tb, 50)) {
    h = nf_lane_header(tb, NF_OPCODE_PUSH_RESULT, 1 + (unsigned)nf_tb_below(tb, 8));
    nf_hdr_set_addr(&h, nf_world_addr(NF_WORLD_BLOCKS + (unsigned)nf_tb_below(tb, 1000)));
    nf_hdr_set_epoch(&h, c->world.epoch);
    c->bad_addresses++;
  } else {
    c->bad_opcodes++;
  }
  if (nf_hdr_opcode(&h) == NF_OPCODE_PUSH_RESULT && nf_tb_chance(tb, 50)) {
    // What is left of another attempt: of any kind, to blocks that are being reduced.
    static const uint8_t left[] = {NF_OPCODE_PUSH_RESULT,  NF_OPCODE_PUSH_PARTIAL,
                                   NF_OPCODE_PULL_RSP,     NF_OPCODE_MCAST_WRITE,
                                   NF_OPCODE_WRITE_ACK,    NF_OPCODE_PULL_REQ,
                                   NF_OPCODE_BARRIER_DONE, NF_OPCODE_WRITE};
    nf_hdr_set_opcode(&h, left[nf_tb_below(tb, 8)]);
    nf_hdr_set_addr(&h, nf_world_addr((unsigned)nf_tb_below(tb, NF_WORLD_BLOCKS)));
    nf_lane_epoch(tb, &h, c->world.epoch, 100);
    c->bad_addresses--;
    c->stale++;
  }
  nf_lane_packet p;
  nf_lane_make(tb, &p, &h);
  nf_world_send(tb, &c->world, &p, nf_tb_below(tb, 300));
}

static void note_events(context *c, const nf_endpoint_out *out) {
  for (unsigned l = 0; l <= P_Links; l++)
    for (unsigned left = out->event[l]; left != 0; left &= left - 1)
      c->events[__builtin_ctz(left)]++;
}

// A completion has just left the network's side and is not counted yet, or a multicast waits for
// its read, which would make acknowledgements due.
static bool delicate(const nf_endpoint_out *out, const nf_endpoint_in *in) {
  bool waits = out->wr_last != 0;
  for (unsigned l = 0; l < P_Links; l++)
    waits |= (out->rd_valid & ~in->rd_ready) >> 2 * l & 1 &&
             nf_hdr_opcode(&out->rd_hdr[2 * l]) == NF_OPCODE_MCAST_WRITE;
  return waits;
}

// All commands are given up and forgotten, and the next ones use the same blocks with a new epoch.
// What is under way arrives, or leaves, later.
static void give_up(nf_tb *tb, context *c, nf_endpoint_in *in) {
  nf_tb_cover(tb, c->made == c->completed ? "given up, idle" : "given up");
  nf_world_abort(&c->world);
  in->abort = true;
  in->cfg_epoch = c->world.epoch;
  c->completed = c->made;
  c->expected = c->landed = 0;
  memset(c->used, 0, sizeof c->used);
  memset(c->lands, 0, sizeof c->lands);
}

// All is quiet: the books must agree.
static void settle(nf_tb *tb, context *c, const nf_endpoint_out *out) {
  count_landed(tb, c);
  nf_tb_check(tb, c->landed == c->expected, "%u landed, %u were pulled", c->landed, c->expected);
  nf_tb_check(tb, out->waves == 0 && out->due == 0, "%u waves, %u due", out->waves, out->due);
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_OPCODE] == c->bad_opcodes, "opcodes");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_TRANSLATE] == c->bad_addresses + c->refused,
              "%u without translation", c->events[NF_ENDPOINT_EV_ERR_TRANSLATE]);
  if (c->world.aborts != 0) { // how much was under way is not known
    c->stale = c->events[NF_ENDPOINT_EV_STALE];
    nf_tb_check(tb, out->stale >= c->stale + c->merged, "%u of other epochs, %u counted",
                c->stale + c->merged, out->stale);
    c->merged = out->stale - c->stale;
  }
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_STALE] == c->stale && out->stale == c->stale + c->merged,
              "%u of other epochs, %u events and %u without, %u counted", c->stale,
              c->events[NF_ENDPOINT_EV_STALE], c->merged, out->stale);
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_DAMAGED] == c->world.damaged, "damaged");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_ACK] == 0, "acknowledgements not due");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_COUNT] == 0, "counts");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_STRAY] == 0, "stray barriers");
  nf_tb_cover(tb, c->given_up ? "settled, commands were given up" : "settled");
}

// The table is written in the first cycles: pieces that join.
static void program(uint64_t cycle, nf_endpoint_in *in) {
  const uint64_t piece = NF_WORLD_BLOCKS * 128 / P_Translations / 128 * 128;
  if (cycle > P_Translations)
    return;
  in->at_write = true;
  in->at_on = true;
  in->at_index = (uint8_t)cycle; // one past the table at last: ignored
  in->at_base = NF_WORLD_NET + cycle * piece;
  in->at_size = cycle + 1 == P_Translations ? NF_WORLD_BLOCKS * 128 - cycle * piece : piece;
  in->at_source = NF_WORLD_SOURCE + cycle * piece;
  in->at_result = NF_WORLD_RESULT + cycle * piece;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_out *const o = out;
  nf_endpoint_in *const i = in;
  const uint64_t now = nf_tb_cycle(tb);
  program(now, i);
  offered(c, o);
  nf_world_drive(tb, &c->world, o, i);
  i->cfg_retry_cycles = c->how.retries == 255 ? 100 : 3;
  i->cfg_retries = c->how.retries;
  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    completion(tb, c, o);
  note_events(c, o);
  const unsigned moves = c->events[NF_ENDPOINT_EV_RESULT] + c->events[NF_ENDPOINT_EV_ACK_TAKEN];
  c->last_move = moves != c->moves ? now : c->last_move;
  c->moves = moves;
  c->draining |= now - c->phase_start > ISSUE;
  if (c->draining) {
    const bool quiet = c->completed == c->made && nf_world_quiet(&c->world) && !o->busy;
    c->calm = quiet ? c->calm + 1 : 0;
    if (c->calm > CALM) {
      settle(tb, c, o);
      new_phase(tb, c);
    }
    nf_tb_check(tb, now - c->last_move < STUCK, "stuck: %u of %u commands complete", c->completed,
                c->made);
    return;
  }
  if (now > P_Translations + 1 && o->cmd_ready && c->made - c->completed < PLANS &&
      nf_pace_go(tb, &c->cmd))
    new_command(tb, c, i);
  if (c->how.hostile && nf_tb_chance(tb, 1))
    junk(tb, c);
  if (c->how.aborts && c->world.aborts < 3 && !o->done_valid &&
      nf_tb_below(tb, delicate(o, i) ? 30 : 3000) == 0)
    give_up(tb, c, i);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->completed != 0 || nf_tb_cycle(tb) < 20000, "no command is complete");
  nf_tb_reach(tb, c->how.retries == 255 || c->given_up != 0 || P_Counters > 4,
              "no command was given up");
}

// Packets that nothing waits for, one of each kind: told and without consequences.
static void drive_errors(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_out *const o = out;
  const uint64_t now = nf_tb_cycle(tb);
  const uint8_t opcodes[] = {NF_OPCODE_WRITE_ACK, NF_OPCODE_BARRIER_DONE, NF_OPCODE_PUSH_PARTIAL};
  program(now, in);
  nf_world_drive(tb, &c->world, o, in);
  note_events(c, o);
  if (now % 400 != 20 || now > 1200)
    return;
  nf_lane_packet p = {.flits = 1};
  nf_hdr_set_opcode(&p.flit[0], opcodes[now / 400]);
  nf_hdr_set_addr(&p.flit[0], nf_world_addr(BARRIER_BLOCK));
  nf_hdr_set_epoch(&p.flit[0], c->world.epoch);
  nf_hdr_set_count(&p.flit[0], (uint16_t)(c->world.ranks + 1));
  nf_hdr_set_dst(&p.flit[0], (uint16_t)c->world.id);
  c->world.block[BARRIER_BLOCK].acks = 1;
  nf_world_send(tb, &c->world, &p, 1);
}

static void finish_errors(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  if (nf_tb_cycle(tb) < 2000)
    return;
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_ACK] == 1, "acknowledgement not due");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_STRAY] == 1, "stray barrier");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ERR_COUNT] == 1, "count past the ranks");
  nf_tb_check(tb, c->events[NF_ENDPOINT_EV_ACK_TAKEN] == 1, "acknowledgement taken");
}

// The end of a barrier comes, and a few cycles later everything is given up: it is told as stray
// before that or never.
static void drive_late(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_out *const o = out;
  nf_endpoint_in *const i = in;
  const unsigned now = (unsigned)nf_tb_cycle(tb) % 64, wait = (unsigned)nf_tb_cycle(tb) / 64 % 12;
  const bool stray = o->event[P_Links] >> NF_ENDPOINT_EV_STRAY & 1;
  if (now == 0)
    c->world.epoch = (c->world.epoch + 1) & 3;
  i->cfg_epoch = c->world.epoch;
  if (now == 10) {
    i->rx_valid = i->rx_last = 1;
    nf_hdr_set_opcode(&i->rx_data[0], NF_OPCODE_BARRIER_DONE);
    nf_hdr_set_epoch(&i->rx_data[0], i->cfg_epoch);
  }
  i->abort = now == 11 + wait;
  if (i->abort)
    i->cfg_epoch = c->world.epoch = (c->world.epoch + 1) & 3;
  // Seen in time, or given up on its way and counted, each once; but for the cycle in which the
  // core has it, which gives up what it has.
  c->bad_opcodes += stray;
  if (now == 0)
    c->late[0] = o->stale + c->bad_opcodes;
  if (now == 63)
    c->late[1] += o->stale + c->bad_opcodes - c->late[0];
  nf_tb_check(tb, !stray || now <= 11 + wait, "the end of an old barrier %u cycles after %u",
              now - 11 - wait, wait);
}

static void finish_late(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const uint64_t rounds = nf_tb_cycle(tb) / 64;
  nf_tb_check(tb, rounds < 12 || (c->bad_opcodes != 0 && c->bad_opcodes < rounds),
              "%u barriers ended in time", c->bad_opcodes);
  nf_tb_check(tb, c->late[1] <= rounds && c->late[1] + rounds / 12 + 1 >= rounds,
              "%u of %llu barriers seen in time, or counted as stale", c->late[1],
              (unsigned long long)rounds);
}

static void start_rate(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  start_push(tb, ctx);
  memset(c->world.lane, 0, sizeof c->world.lane); // every stream at full pace
  memset(c->world.reader, 0, sizeof c->world.reader);
  c->world.read = c->done = c->cmd = (nf_pace){0};
  c->world.latency = 10;
  c->world.whole = true;
  c->long_blocks = 64;
}

// Pushes one behind the other, with enough waves: the links are never idle for long.
static void drive_rate(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_out *const o = out;
  nf_endpoint_in *const i = in;
  const uint64_t now = nf_tb_cycle(tb);
  program(now, i);
  nf_world_drive(tb, &c->world, o, i);
  i->done_ready = true;
  i->cfg_retries = 255;
  i->cfg_retry_cycles = 20;
  if (o->done_valid)
    completion(tb, c, o);
  if (now > P_Translations + 1 && o->cmd_ready)
    new_command(tb, c, i);
  i->cmd_wave_blocks = 16;
  i->cmd_waves = 16;
  if (now == 1000)
    c->rate_from = c->world.flits_out;
}

static void finish_rate(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  const uint64_t cycles = nf_tb_cycle(tb) - 1000, flits = c->world.flits_out - c->rate_from;
  nf_tb_check(tb, P_Counters < 16 || cycles > 10000 || flits * 100 >= 99 * cycles * P_Links,
              "%llu flits in %llu cycles over %u links", (unsigned long long)flits,
              (unsigned long long)cycles, P_Links);
}

int main(int argc, char **argv) {
  static const nf_endpoint_cfg cfg = {.Links = P_Links,
                                      .Counters = P_Counters,
                                      .Commands = P_Commands,
                                      .Translations = P_Translations,
                                      .Acks = P_Acks};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-C push, both eviction strategies", 30000, start_push, drive, finish},
      {"KLENK IV-B pull", 30000, start_pull, drive, finish},
      {"KLENK IV-B pull, the source adds its own part", 30000, start_exclude, drive, finish},
      {"KLENK IV-F3 push, pull and barriers", 30000, start_mix, drive, finish},
      {"KLENK IV-F3 damage, poison, commands that make no sense", 40000, start_hostile, drive,
       finish},
      {"KLENK IV-F3 no counter, retries, giving up", 20000, start_scarce, drive, finish},
      {"KLENK IV-F3 what nothing waits for", 2000, start_push, drive_errors, finish_errors},
      {"KLENK IV-F3 given up and repeated: push, pull, barriers", 100000, start_abort, drive,
       finish},
      {"KLENK IV-F3 given up and repeated: pulls with the own part", 100000, start_abort_exclude,
       drive, finish},
      {"KLENK IV-F3 given up while a completion is inside", 2000, start_push, drive_late,
       finish_late},
      {"KLENK V line rate of a push", 6000, start_rate, drive_rate, finish_rate},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_dut,
                             .model = NF_TB_MODEL(nf_endpoint),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 11};
  return nf_tb_main(argc, argv, &bench);
}
