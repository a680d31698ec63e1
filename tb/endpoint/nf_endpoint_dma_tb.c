// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Test of the request generator: lock-step, and against a plan of every command: its waves, its
// jobs one by one, its completion. The test plays the wave controller, the lanes and the other
// ranks.
#include "endpoint/nf_endpoint_dma.h"
#include "nf_tb.h"

extern const nf_dut nf_endpoint_dma_dut;

enum { PLANS = 64, FLIGHTS = 256, ENV_WAVES = 8, ACKS = 2, EPOCH = 2 };

typedef struct {
  nf_endpoint_dma_in cmd;
  uint8_t status;
  uint32_t blocks, asked, sent, counted, owed; // owed: acknowledgements
  uint32_t landing;                            // running total with this command's
  unsigned waves, refusals;                    // outstanding; in a row
  bool over;                                   // refused or given up
  bool placed, finished;                       // has asked for a wave; its completion was taken
  uint8_t owner;                               // its place, once it has asked
  uint64_t local;
} plan;

typedef struct {
  uint32_t number; // of the plan
  uint64_t block, ready;
} flight;

typedef struct {
  uint64_t base, end; // blocks
  uint32_t left, number;
} wave;

typedef struct {
  plan plans[PLANS];                         // by number mod PLANS
  uint32_t made, asking, sending, completed; // numbers of commands; completed: all before it are
  uint32_t taken;                            // completions
  flight flights[FLIGHTS];
  unsigned flying;
  wave waves[ENV_WAVES];
  unsigned counters; // 0: the wave controller refuses
  bool asked, ok, overlap;
  uint32_t expected, landed;
  uint32_t orphans; // acknowledgements that no command waits for
  uint64_t barrier_at;
  uint32_t barrier_sent; // one past the number of the last one
  bool barrier_out;
  bool offered; // a command that the queue has no room for yet: it stays
  nf_endpoint_dma_in offer;
  bool hostile; // commands that make no sense, addresses without translation
  nf_pace cmd, done, job, count;
} context;

static plan *at(context *c, uint32_t number) { return &c->plans[number % PLANS]; }

// Table: two entries that join, in the network and locally, and with three a third one elsewhere.
static void table(nf_endpoint_dma_in *in) {
  static const uint64_t base[] = {0x100000, 0x108000, 0x400000};
  static const uint64_t source[] = {0x7000000, 0x7008000, 0x100};
  in->at_valid = (1u << P_Translations) - 1;
  for (unsigned t = 0; t < P_Translations && t < 3; t++) {
    in->at_base[t] = base[t];
    in->at_end[t] = base[t] + 0x8000;
    in->at_source[t] = source[t];
    in->at_result[t] = ~source[t];
  }
}

static bool mapped(uint64_t addr, uint32_t bytes) {
  const uint64_t end = P_Translations > 1 ? 0x110000 : 0x108000;
  return (addr >= 0x100000 && addr + bytes <= end) ||
         (P_Translations > 2 && addr >= 0x400000 && addr + bytes <= 0x408000);
}

static void new_command(nf_tb *tb, context *c, nf_endpoint_dma_in *in) {
  plan p = {.status = NF_ENDPOINT_STATUS_OK};
  in->cmd_valid = true;
  in->cmd_kind = nf_tb_chance(tb, 15) ? NF_ENDPOINT_KIND_BARRIER : (uint8_t)nf_tb_below(tb, 2);
  in->cmd_id = (uint8_t)c->made;
  in->cmd_addr = (nf_tb_chance(tb, 70) ? 0x100000 : 0x400000) + 128 * nf_tb_below(tb, 500);
  in->cmd_bytes = 16 * (1 + (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 20 : 400));
  in->cmd_wave_blocks = (uint16_t)(1 + nf_tb_below(tb, 12));
  in->cmd_waves = (uint8_t)(1 + nf_tb_below(tb, 4));
  in->cmd_red_op = (uint8_t)nf_tb_below(tb, 3);
  in->cmd_dtype = (uint8_t)nf_tb_below(tb, 3);
  in->cmd_lane = (uint8_t)nf_tb_below(tb, P_Links);
  in->cmd_landed = (uint32_t)nf_tb_below(tb, 5);
  const bool barrier = in->cmd_kind == NF_ENDPOINT_KIND_BARRIER;
  if (!barrier && !mapped(in->cmd_addr, in->cmd_bytes)) {
    p.status = NF_ENDPOINT_STATUS_TRANSLATE;
    if (!c->hostile) {
      in->cmd_addr = 0x100000;
      p.status = NF_ENDPOINT_STATUS_OK;
    }
  }
  if (c->hostile && P_Translations > 2 && nf_tb_chance(tb, 5)) { // both ends mapped, a gap between
    in->cmd_kind = NF_ENDPOINT_KIND_PUSH;
    in->cmd_addr = 0x107f80;
    in->cmd_bytes = 0x400080 - 0x107f80;
    p.status = NF_ENDPOINT_STATUS_TRANSLATE;
  } else if (c->hostile && nf_tb_chance(tb, 30)) {
    p.status = NF_ENDPOINT_STATUS_BAD;
    switch (nf_tb_below(tb, barrier ? 4 : 12)) {
    case 0:
      in->cmd_kind = (uint8_t)(3 + nf_tb_below(tb, 253));
      break;
    case 1:
      in->cmd_addr += 16;
      break;
    case 2:
      in->cmd_addr |= 1ull << (48 + nf_tb_below(tb, 16));
      break;
    case 3:
      in->cmd_lane = P_Links;
      break;
    case 4:
      in->cmd_bytes = 0;
      break;
    case 5:
      in->cmd_bytes += 8;
      break;
    case 6:
      in->cmd_wave_blocks = 0;
      break;
    case 7:
      in->cmd_waves = 0;
      break;
    case 8:
      in->cmd_red_op = 0x10;
      break;
    case 9:
      in->cmd_dtype = 0x10;
      break;
    case 10:
      in->cmd_red_op = NF_RED_OP_XOR;
      in->cmd_dtype = NF_DTYPE_F32;
      break;
    default:
      in->cmd_addr = 0xffffffffff80;
      in->cmd_bytes = 0x90;
      break;
    }
  }
  static const char *const names[] = {"plain", "no sense", "no translation"};
  nf_tb_cover(tb, names[p.status]);
  p.cmd = *in;
  p.blocks = barrier ? 1 : (in->cmd_bytes + 127) / 128;
  p.over = p.status != NF_ENDPOINT_STATUS_OK;
  p.local = in->cmd_addr < 0x400000 ? in->cmd_addr + 0x6f00000 : in->cmd_addr - 0x3fff00;
  if (in->cmd_kind == NF_ENDPOINT_KIND_PULL && p.status != NF_ENDPOINT_STATUS_BAD)
    c->expected += in->cmd_landed;
  p.landing = c->expected;
  *at(c, c->made++) = p;
}

// What is complete asks and sends no more; its plan may have given its place to another's.
static void skip_completed(context *c) {
  c->asking = c->asking > c->completed ? c->asking : c->completed;
  c->sending = c->sending > c->completed ? c->sending : c->completed;
}

// The command whose next wave is asked for: the first one that is not all asked for.
static plan *asking(nf_tb *tb, context *c) {
  skip_completed(c);
  while (c->asking < c->made && (at(c, c->asking)->over || c->barrier_sent > c->asking ||
                                 at(c, c->asking)->asked == at(c, c->asking)->blocks))
    c->asking++;
  nf_tb_check(tb, c->asking < c->made, "no command can ask for a wave");
  return at(c, c->asking);
}

// The command whose next job goes: the first one that is not all sent.
static plan *sending(nf_tb *tb, context *c) {
  skip_completed(c);
  while (c->sending < c->made) {
    const plan *const p = at(c, c->sending);
    const bool barrier = p->cmd.cmd_kind == NF_ENDPOINT_KIND_BARRIER;
    if (p->sent < p->asked || (barrier && !p->over && p->sent == 0))
      break;
    if (!p->over && p->sent < p->blocks)
      break;
    c->sending++;
  }
  nf_tb_check(tb, c->sending < c->made, "no command can send");
  return at(c, c->sending);
}

// A command keeps its place, and has it for itself.
static void check_owner(nf_tb *tb, context *c, plan *p, uint8_t owner) {
  for (uint32_t n = c->completed; n < c->asking && !p->placed; n++)
    nf_tb_check(tb,
                at(c, n)->finished || !at(c, n)->placed || at(c, n)->waves == 0 ||
                    at(c, n)->owner != owner,
                "place %u is taken", owner);
  nf_tb_check(tb, !p->placed || p->owner == owner, "place %u was %u", owner, p->owner);
  p->placed = true;
  p->owner = owner;
}

// A counter is asked for: is it the right one, and what is the answer?
static void ask(nf_tb *tb, context *c, const nf_endpoint_dma_out *out) {
  plan *const p = asking(tb, c);
  const uint64_t base = out->alloc_base / 128;
  const uint32_t rest = p->blocks - p->asked;
  const uint32_t size = rest < p->cmd.cmd_wave_blocks ? rest : p->cmd.cmd_wave_blocks;
  nf_tb_check(tb, p->cmd.cmd_kind != NF_ENDPOINT_KIND_BARRIER, "a barrier has no wave");
  nf_tb_check(tb, base == p->cmd.cmd_addr / 128 + p->asked, "wave at %llx",
              (unsigned long long)out->alloc_base);
  nf_tb_check(tb, out->alloc_blocks == size, "%u blocks, %u are right", out->alloc_blocks, size);
  check_owner(tb, c, p, out->alloc_owner);
  nf_tb_check(tb, p->waves < p->cmd.cmd_waves, "%u waves are outstanding", p->waves);
  nf_tb_check(tb, p->sent + 1 >= p->asked, "the wave before is not sent");
  wave *vacant = NULL;
  for (unsigned w = 0; w < ENV_WAVES; w++) {
    wave *const v = &c->waves[w];
    c->overlap |= v->left != 0 && base < v->end && v->base < base + size;
    if (v->left == 0 && w < c->counters)
      vacant = v;
  }
  c->ok = !c->overlap && vacant != NULL;
  if (c->ok) {
    *vacant = (wave){.base = base, .end = base + size, .left = size, .number = c->asking};
    p->asked += size;
    p->waves++;
    p->refusals = 0;
  } else if (!c->overlap && p->refusals++ == 3) {
    p->status = NF_ENDPOINT_STATUS_NO_COUNTER;
    p->over = true;
  }
  nf_tb_cover(tb, c->ok ? "counter" : c->overlap ? "overlap" : p->over ? "given up" : "retry");
}

static void job(nf_tb *tb, context *c, const nf_endpoint_dma_out *out) {
  static const uint8_t opcodes[] = {NF_OPCODE_PUSH_WRITE, NF_OPCODE_PULL_REQ, NF_OPCODE_BARRIER};
  plan *const p = sending(tb, c);
  const nf_endpoint_dma_in *const k = &p->cmd;
  const bool barrier = k->cmd_kind == NF_ENDPOINT_KIND_BARRIER;
  const uint32_t rest = k->cmd_bytes / 16 - 8 * p->sent;
  nf_flit want = {{0, 0}};
  nf_hdr_set_opcode(&want, opcodes[k->cmd_kind]);
  if (!barrier) {
    nf_hdr_set_red_op(&want, k->cmd_red_op);
    nf_hdr_set_dtype(&want, k->cmd_dtype);
    nf_hdr_set_len(&want, rest < 8 ? (uint8_t)rest : 8);
    nf_hdr_set_tag(&want, p->sent & 0xfff);
  }
  nf_hdr_set_count(&want, 1);
  nf_hdr_set_addr(&want, k->cmd_addr + 128 * p->sent);
  nf_hdr_set_src(&want, 0x155);
  nf_hdr_set_dst(&want, NF_BROADCAST_ID);
  nf_hdr_set_epoch(&want, EPOCH);
  nf_tb_check(tb, out->job_hdr.w[0] == want.w[0] && out->job_hdr.w[1] == want.w[1],
              "header %016llx%016llx, block %u", (unsigned long long)out->job_hdr.w[1],
              (unsigned long long)out->job_hdr.w[0], p->sent);
  nf_tb_check(tb, out->job_valid == 1u << (k->cmd_lane + p->sent) % P_Links, "lane");
  nf_tb_check(tb, out->job_read == (k->cmd_kind == NF_ENDPOINT_KIND_PUSH), "read");
  nf_tb_check(tb, !out->job_read || out->job_addr == p->local + 128 * p->sent, "local address");
  nf_tb_check(tb, barrier || p->sent < p->asked, "a job without a wave");
  const uint64_t ready = nf_tb_cycle(tb) + 3 + nf_tb_below(tb, 60);
  if (barrier) {
    unsigned before = c->orphans;
    for (uint32_t n = c->completed; n < c->sending; n++)
      before += !at(c, n)->finished && !(out->done_valid && out->done_id == at(c, n)->cmd.cmd_id);
    nf_tb_check(tb, before == 0, "the barrier started too early");
    c->barrier_out = true;
    c->barrier_sent = c->sending + 1;
    c->barrier_at = ready;
  } else {
    nf_tb_check(tb, c->flying < FLIGHTS, "too many blocks outstanding");
    c->flights[c->flying++] =
        (flight){.number = c->sending, .block = k->cmd_addr / 128 + p->sent, .ready = ready};
  }
  p->sent++;
}

// A block that was sent is complete.
static void count(nf_tb *tb, context *c, nf_endpoint_dma_in *in) {
  for (unsigned i = 0; i < c->flying; i++) {
    const flight f = c->flights[i];
    if (f.ready > nf_tb_cycle(tb))
      continue;
    plan *const p = at(c, f.number);
    in->count_done = in->hit = true;
    in->hit_owner = p->owner;
    in->poison = nf_tb_chance(tb, 1);
    for (unsigned w = 0; w < ENV_WAVES; w++)
      if (c->waves[w].left != 0 && c->waves[w].base <= f.block && f.block < c->waves[w].end) {
        in->hit_goal = --c->waves[w].left == 0;
        p->waves -= in->hit_goal;
      }
    if (in->poison && p->status == NF_ENDPOINT_STATUS_OK)
      p->status = NF_ENDPOINT_STATUS_POISON;
    p->counted++;
    if (nf_tb_chance(tb, 20)) {
      in->mcast = (uint8_t)(1u << nf_tb_below(tb, P_Links));
      p->owed += ACKS;
    }
    c->flights[i] = c->flights[--c->flying];
    return;
  }
  if (c->landed != c->expected && nf_tb_chance(tb, 20)) {
    in->count_done = true;
    c->landed++;
  }
}

static void acknowledge(nf_tb *tb, context *c, nf_endpoint_dma_in *in) {
  if (c->orphans != 0 && in->mcast == 0 && nf_tb_chance(tb, 10)) {
    c->orphans--;
    in->ack = 1;
    return;
  }
  for (uint32_t n = c->completed; n < c->made; n++) {
    plan *const p = at(c, n);
    if (p->owed == 0 || !nf_tb_chance(tb, 10) || in->mcast != 0)
      continue;
    p->owed--;
    in->ack = (uint8_t)(1u << nf_tb_below(tb, P_Links));
    return;
  }
}

static void completion(nf_tb *tb, context *c, const nf_endpoint_dma_out *out) {
  bool older_pull = false;
  uint32_t n = c->completed;
  for (; n < c->made; n++) {
    if (!at(c, n)->finished && at(c, n)->cmd.cmd_id == out->done_id)
      break;
    older_pull |= !at(c, n)->finished && at(c, n)->cmd.cmd_kind == NF_ENDPOINT_KIND_PULL &&
                  at(c, n)->status != NF_ENDPOINT_STATUS_BAD;
  }
  nf_tb_check(tb, n < c->made, "a completion of no command, id %u", out->done_id);
  if (n == c->made)
    return;
  plan *const p = at(c, n);
  if (n != c->completed)
    nf_tb_cover(tb, "out of order");
  p->finished = true;
  c->taken++;
  while (c->completed < c->made && at(c, c->completed)->finished)
    c->completed++;
  nf_tb_check(tb, out->done_status == p->status, "status %u, %u is right", out->done_status,
              p->status);
  nf_tb_check(tb, (p->over || p->sent == p->blocks) && p->waves == 0, "%u waves are outstanding",
              p->waves);
  const bool whole = p->status == NF_ENDPOINT_STATUS_OK || p->status == NF_ENDPOINT_STATUS_POISON;
  const bool pull = whole && p->cmd.cmd_kind == NF_ENDPOINT_KIND_PULL;
  nf_tb_check(tb, !pull || p->owed == 0, "%u acknowledgements are due", p->owed);
  c->orphans += p->owed;
  p->owed = 0;
  if (!whole || p->cmd.cmd_kind == NF_ENDPOINT_KIND_BARRIER)
    return;
  nf_tb_check(tb, p->counted == p->blocks, "%u of %u blocks", p->counted, p->blocks);
  nf_tb_check(tb, !pull || (c->landed - p->landing < 1u << 31 && !older_pull),
              "blocks have not landed, or a pull overtakes another");
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  c->cmd = nf_pace_any(tb);
  c->done = nf_pace_any(tb);
  c->job = nf_pace_any(tb);
  c->count = nf_pace_any(tb);
  c->counters = ENV_WAVES;
}

static void start_hostile(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->hostile = true;
}

// All commands are given up, also one that comes in this cycle: nothing of them is heard of again.
static void give_up(nf_tb *tb, context *c, nf_endpoint_dma_in *in) {
  nf_tb_cover(tb, c->made - c->completed > 1 ? "several given up" : "given up");
  in->abort = true;
  c->completed = c->asking = c->sending = c->made;
  c->flying = 0;
  c->ok = c->overlap = c->barrier_out = false;
  c->expected = c->landed = c->orphans = 0;
  for (unsigned w = 0; w < ENV_WAVES; w++)
    c->waves[w].left = 0;
}

// Commands are offered whether there is room or not, and stay until they are taken.
static void offer(nf_tb *tb, context *c, const nf_endpoint_dma_out *o, nf_endpoint_dma_in *in) {
  if (c->offered) {
    in->cmd_valid = true;
    in->cmd_kind = c->offer.cmd_kind;
    in->cmd_id = c->offer.cmd_id;
    in->cmd_addr = c->offer.cmd_addr;
    in->cmd_bytes = c->offer.cmd_bytes;
    in->cmd_wave_blocks = c->offer.cmd_wave_blocks;
    in->cmd_waves = c->offer.cmd_waves;
    in->cmd_red_op = c->offer.cmd_red_op;
    in->cmd_dtype = c->offer.cmd_dtype;
    in->cmd_lane = c->offer.cmd_lane;
    in->cmd_landed = c->offer.cmd_landed;
  } else if (c->made - c->completed < PLANS - 1 && nf_pace_go(tb, &c->cmd) &&
             nf_tb_chance(tb, 30)) {
    new_command(tb, c, in);
    c->offer = *in;
  }
  c->offered = in->cmd_valid && !o->cmd_ready;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_dma_out *const o = out;
  nf_endpoint_dma_in *const i = in;
  table(i);
  i->cfg_id = 0x155;
  i->cfg_epoch = EPOCH;
  i->cfg_acks = ACKS;
  i->cfg_exclude_source = nf_tb_cycle(tb) / 5000 % 2 == 1;
  i->lane_busy = (uint8_t)nf_tb_rand(tb);
  i->cfg_retries = 3;
  i->cfg_retry_cycles = 20;
  if (nf_tb_cycle(tb) % 1000 == 999) // now and then there are few counters, or none
    c->counters = nf_tb_chance(tb, 50) ? ENV_WAVES : (unsigned)nf_tb_below(tb, 4);

  i->alloc_ok = c->ok;
  i->alloc_overlap = c->overlap;
  c->ok = c->overlap = false;
  if (o->alloc_valid)
    ask(tb, c, o);

  const bool go = nf_pace_go(tb, &c->job);
  i->job_ready = go ? (uint8_t)nf_tb_rand(tb) | 1 : 0;
  if ((o->job_valid & i->job_ready) != 0)
    job(tb, c, o);

  if (nf_pace_go(tb, &c->count))
    count(tb, c, i);
  acknowledge(tb, c, i);
  if (c->barrier_out && c->barrier_at <= nf_tb_cycle(tb)) {
    c->barrier_out = false;
    i->barrier_valid = true;
    i->barrier_poison = nf_tb_chance(tb, 10);
    if (i->barrier_poison)
      at(c, c->barrier_sent - 1)->status = NF_ENDPOINT_STATUS_POISON;
  }

  i->done_ready = nf_pace_go(tb, &c->done);
  if (o->done_valid && i->done_ready)
    completion(tb, c, o);
  nf_tb_check(tb, o->busy || c->completed == c->made, "not busy, commands are outstanding");
  offer(tb, c, o, i);
  if (!c->offered && !o->done_valid && nf_tb_below(tb, i->cmd_valid ? 100 : 2500) == 0)
    give_up(tb, c, i);
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->taken > nf_tb_cycle(tb) / 500, "%u commands complete", c->taken);
}

// One long push, lanes always ready: a job in every cycle of a wave.
static void drive_rate(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_endpoint_dma_out *const o = out;
  nf_endpoint_dma_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb);
  table(i);
  i->cmd_valid = cycle == 0;
  i->cmd_addr = 0x100000;
  i->cmd_bytes = 128 * 100;
  i->cmd_wave_blocks = 25;
  i->cmd_waves = 4;
  i->alloc_ok = c->asked;
  c->asked = o->alloc_valid;
  i->job_ready = 0xff;
  c->made += o->job_valid != 0;
  // 10 cycles from the interface to the first job, then runs of 25 with 3 cycles between them
  const bool want = cycle >= 10 && cycle < 10 + 4 * 28 && (cycle - 10) % 28 < 25;
  nf_tb_check(tb, (o->job_valid != 0) == want, "cycle %llu", (unsigned long long)cycle);
  if (cycle == 150)
    nf_tb_check(tb, c->made == 100, "%u jobs", c->made);
}

// A barrier that nobody waits for.
static void drive_stray(nf_tb *tb, void *ctx, const void *out, void *in) {
  const nf_endpoint_dma_out *const o = out;
  nf_endpoint_dma_in *const i = in;
  const uint64_t cycle = nf_tb_cycle(tb);
  (void)ctx;
  i->barrier_valid = cycle % 5 == 1;
  nf_tb_check(tb, (o->event >> NF_ENDPOINT_EV_STRAY & 1) == (cycle % 5 == 2), "event %x", o->event);
  nf_tb_check(tb, !o->busy, "busy");
}

int main(int argc, char **argv) {
  static const nf_endpoint_dma_cfg cfg = {
      .Links = P_Links, .Commands = P_Commands, .Translations = P_Translations};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-F3 random commands", 40000, start, drive, finish},
      {"KLENK IV-F3 random commands, some of them refused", 40000, start_hostile, drive, finish},
      {"KLENK IV-F1 one job per cycle within a wave", 200, NULL, drive_rate, NULL},
      {"KLENK IV-F3 a barrier that nobody waits for", 100, NULL, drive_stray, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_endpoint_dma_dut,
                             .model = NF_TB_MODEL(nf_endpoint_dma),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 4};
  return nf_tb_main(argc, argv, &bench);
}
