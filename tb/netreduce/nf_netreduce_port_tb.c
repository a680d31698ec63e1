// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One port among lookups and an aggregator that are played here: packets are taken, passed or
// dropped at random; what is in the store is read back and compared with what was sent; then a sum
// is sent for its header. Frames that leave are compared byte by byte.
#include "netreduce/nf_netreduce_port.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "nf_frame_kit.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_port_dut;

enum { ROOM = 1536, LIST = 64, PAYLOAD = 1100, WORDS = NF_NETREDUCE_MAX_WORDS, MOST = 7 };

typedef struct {
  unsigned size;
  uint8_t bytes[ROOM];
} plain;

// First in, first out; `at` counts on.
typedef struct {
  plain list[LIST];
  unsigned in, out;
} queue;

// A packet that the port asks for.
typedef struct {
  nf_frame_fields fields;
  uint8_t room[PAYLOAD]; // behind the NetReduce header
  uint8_t payload[ROOM]; // as the store has it
  unsigned size, place;
  uint8_t cause;
  bool keep_payload, keep_head;
} packet;

typedef enum { REST, SIZE, READING, CLEAR, WAIT, SENDING } step;
enum { STORING = 200 }; // cycles: seven packets, and what passes before them

typedef struct {
  nf_frame frame;
  unsigned at, beats;
  bool on, err;
  nf_pace comes, takes, grants, answers;
  packet packets[LIST]; // asked for, in their order
  unsigned sent, asked, answered, taken, stored, done;
  unsigned takes_of[LIST]; // packet numbers of what was taken
  bool used[P_Places];
  uint8_t causes[4 * LIST]; // of the frames that came, in their order; OPEN: the answer's
  unsigned frames, events;
  queue pass, made;
  plain came;
  step step;
  unsigned wait, word, size_now;
  uint8_t sum[WORDS * 64];
  uint32_t tag;
  unsigned ours; // percent
  unsigned seen_made, seen_pass;
  uint64_t stored_at; // cycle of the last one that was stored, or in which none was to be
} world;

enum { OPEN = 0 };

static void push(nf_tb *tb, queue *q, const nf_frame *f) {
  nf_tb_check(tb, q->in - q->out < LIST && f->size <= ROOM, "room of the test");
  plain *const p = &q->list[q->in++ % LIST];
  p->size = f->size;
  memcpy(p->bytes, f->bytes, f->size);
}

static bool pop_if(queue *q, const plain *f) {
  const plain *const first = &q->list[q->out % LIST];
  if (q->in == q->out || first->size != f->size || memcmp(first->bytes, f->bytes, f->size) != 0)
    return false;
  q->out++;
  return true;
}

// ------------------------------------------------------------------------------------- frames in
static void our_packet(nf_tb *tb, world *c) {
  packet *const k = &c->packets[c->sent % LIST];
  memset(k, 0, sizeof *k);
  do
    nf_frame_any(tb, &k->fields, c->tag, k->room, nf_tb_chance(tb, 50) ? 100 : 1012);
  while (nf_frame_build(&c->frame, &k->fields),
         nf_frame_cause(&c->frame, false, c->tag) != NF_NETREDUCE_CAUSE_NONE ||
             k->fields.opcode > NF_NETREDUCE_OPCODE_SEND_ONLY); // headers alone are made whole
  c->err = false;
  k->size = nf_frame_length(&c->frame) - NF_NETREDUCE_HEAD_BYTES - NF_NETREDUCE_ICRC_BYTES;
  memcpy(k->payload, c->frame.bytes + NF_NETREDUCE_HEAD_BYTES, k->size);
  switch (nf_tb_below(tb, 6)) {
  case 0:
    k->cause = NF_NETREDUCE_CAUSE_UNKNOWN;
    push(tb, &c->pass, &c->frame);
    break;
  case 1:
    k->cause = NF_NETREDUCE_CAUSE_WINDOW;
    break;
  case 2: // repeated too early
    break;
  default:
    k->keep_payload = nf_tb_chance(tb, 80);
    k->keep_head = !k->keep_payload || nf_tb_chance(tb, 80);
  }
  c->causes[c->frames++ % (4 * LIST)] = k->cause;
  c->sent++;
}

static void other_frame(nf_tb *tb, world *c) {
  static uint8_t room[1300];
  nf_frame_fields fields;
  unsigned cause;
  do {
    nf_frame_any(tb, &fields, c->tag ^ 1, room, nf_tb_chance(tb, 50) ? 40 : 1200);
    nf_frame_build(&c->frame, &fields);
    nf_frame_corrupt(tb, &c->frame, (nf_frame_corruption)nf_tb_below(tb, NF_CORRUPT_KINDS));
    if (nf_tb_chance(tb, 3))
      nf_frame_noise(tb, &c->frame, P_BufferBeats * 64 + (unsigned)nf_tb_below(tb, 300));
    c->err = nf_tb_chance(tb, 5);
    cause = nf_frame_cause(&c->frame, c->err, c->tag);
    if (c->frame.size > P_BufferBeats * 64)
      cause = NF_NETREDUCE_CAUSE_LONG;
  } while (cause == NF_NETREDUCE_CAUSE_NONE ||
           (cause < NF_NETREDUCE_FIRST_DROPPED && c->frame.size > ROOM));
  unsigned ip, bth;
  if (cause < NF_NETREDUCE_FIRST_DROPPED &&
      nf_frame_connection(&c->frame, &ip, &bth)) { // perhaps a member's
    packet *const k = &c->packets[c->sent++ % LIST];
    if (nf_tb_chance(tb, 50))
      cause = NF_NETREDUCE_CAUSE_RAW;
    *k = (packet){.cause = (uint8_t)cause};
    nf_tb_cover(tb, "a connection of what is not the engine's");
  }
  c->causes[c->frames++ % (4 * LIST)] = (uint8_t)cause;
  if (cause < NF_NETREDUCE_FIRST_DROPPED)
    push(tb, &c->pass, &c->frame);
}

static bool room(const world *c) {
  // The oldest packet that is still needed: taken and not yet done, or else not answered.
  const unsigned oldest = c->done != c->taken ? c->takes_of[c->done % LIST] : c->answered;
  return c->pass.in - c->pass.out < LIST - 2 && c->made.in - c->made.out < LIST - 2 &&
         c->frames - c->events < 4 * LIST - 2 && c->sent - oldest < LIST - 2;
}

static void drive_in(nf_tb *tb, world *c, const nf_netreduce_port_out *o,
                     nf_netreduce_port_in *in) {
  if (!c->on && room(c)) {
    if (nf_tb_chance(tb, c->ours))
      our_packet(tb, c);
    else
      other_frame(tb, c);
    c->on = true;
    c->at = 0;
    c->beats = nf_frame_beats(&c->frame);
  }
  if (!c->on || !nf_pace_go(tb, &c->comes))
    return;
  const unsigned bytes = nf_frame_beat(tb, &c->frame, c->at, &in->s_tdata);
  in->s_tvalid = true;
  in->s_tlast = c->at + 1 == c->beats;
  in->s_tkeep = bytes == 64 ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
  if (c->err && in->s_tlast) {
    if (bytes > 2 && c->frame.size % 3 == 0)
      in->s_tkeep &= ~(uint64_t)2; // a null byte
    else if (c->frame.size % 3 == 1)
      in->s_tkeep = 0;
    else
      in->s_tuser = true;
  }
  if (!o->s_tready)
    return;
  c->at++;
  c->on = !in->s_tlast;
}

// ------------------------------------------------------------------------------------ the lookups
static bool free_place(nf_tb *tb, world *c, packet *k) {
  for (unsigned i = 0; i < P_Places; i++) {
    k->place = (unsigned)(nf_tb_rand(tb) % P_Places);
    if (c->used[k->place])
      continue;
    c->used[k->place] = true;
    return true;
  }
  return false;
}

static void drive_lookups(nf_tb *tb, world *c, const nf_netreduce_port_out *o,
                          nf_netreduce_port_in *in) {
  if (c->answered < c->asked && nf_pace_go(tb, &c->answers)) {
    packet *const k = &c->packets[c->answered % LIST];
    const bool takes = k->keep_payload || k->keep_head;
    if (!takes || free_place(tb, c, k)) {
      in->ans_valid = true;
      in->ans_cause = k->cause;
      in->ans_payload = k->keep_payload;
      in->ans_head = k->keep_head;
      in->ans_place = (uint16_t)k->place;
      if (takes)
        c->takes_of[c->taken++ % LIST] = c->answered;
      c->answered++;
    }
  }
  if (!o->req_valid)
    return;
  const packet *const k = &c->packets[c->asked % LIST];
  nf_tb_check(tb,
              c->asked < c->sent && nf_netreduce_meta_psn(o->req_meta) == k->fields.psn &&
                  nf_netreduce_meta_mark(o->req_meta) == k->fields.mark,
              "it asks for another packet");
  in->req_ready = nf_pace_go(tb, &c->grants);
  c->asked += in->req_ready;
}

// --------------------------------------------------------------------------------- the aggregator
// The frame that must come: the header as it was, the sum in the place of the payload.
static void expect_sum(nf_tb *tb, world *c, const packet *k, uint8_t mark) {
  static nf_frame f;
  const unsigned nr = k->fields.nr ? NF_NETREDUCE_NR_BYTES : 0;
  nf_frame_fields fields = k->fields;
  fields.payload = c->sum + nr;
  fields.udp_checksum = false;
  fields.mark = mark;
  memcpy(c->sum, k->payload, nr);
  for (unsigned i = nr + fields.payload_bytes; i < k->size; i++)
    c->sum[i] = 0; // pad
  nf_frame_build(&f, &fields);
  push(tb, &c->made, &f);
}

static void finish_packet(world *c, const packet *k) {
  c->used[k->place] = false;
  c->done++;
  c->step = REST;
}

static void read_back(nf_tb *tb, const world *c, const packet *k, const nf_netreduce_port_out *o) {
  uint8_t expect[64] = {0};
  const unsigned at = 64 * (c->word - 1), left = k->size - at;
  memcpy(expect, k->payload + at, left < 64 ? left : 64);
  nf_tb_check(tb, memcmp(expect, &o->word, 64) == 0, "word %u of the store", c->word - 1);
}

static void drive_sums(nf_tb *tb, world *c, const nf_netreduce_port_out *o,
                       nf_netreduce_port_in *in) {
  if (c->done == c->stored)
    return;
  const packet *const k = &c->packets[c->takes_of[c->done % LIST] % LIST];
  const unsigned words = k->size == 0 ? 1 : (k->size + 63) / 64;
  switch (c->step) {
  case REST:
    in->size_re = true;
    in->size_place = (uint16_t)k->place;
    c->word = 0;
    c->step = SIZE;
    break;
  case SIZE:
    nf_tb_check(tb, !k->keep_payload || o->size == k->size, "size %u, %u in the store", k->size,
                o->size);
    c->step = READING;
    // fall through
  case READING:
    if (c->word > 0 && k->keep_payload && k->size > 0)
      read_back(tb, c, k, o);
    if (c->word < words) {
      in->word_re = true;
      in->word_place = (uint16_t)k->place;
      in->word_index = (uint8_t)c->word++;
      break;
    }
    if (!k->keep_head) {
      finish_packet(c, k);
      break;
    }
    c->step = CLEAR;
    // fall through
  case CLEAR:
    if (!o->ready || !nf_tb_chance(tb, 50))
      break;
    in->start = true;
    in->start_place = (uint16_t)k->place;
    in->start_mode = NF_NETREDUCE_MODE_KEEP;
    in->start_mark = (uint8_t)nf_tb_below(tb, 128);
    in->start_size = (uint16_t)k->size;
    for (unsigned i = 0; i < sizeof c->sum; i++)
      c->sum[i] = (uint8_t)nf_tb_rand(tb);
    expect_sum(tb, c, k, in->start_mark);
    c->wait = 6;
    c->word = 0;
    c->step = WAIT;
    break;
  case WAIT:
    if (--c->wait == 0)
      c->step = SENDING;
    break;
  case SENDING:
    if (c->word == words) { // one idle cycle
      finish_packet(c, k);
      break;
    }
    in->sum_valid = true;
    memcpy(&in->sum_word, c->sum + 64 * c->word, 64);
    in->sum_last = ++c->word == words;
    break;
  }
}

// ------------------------------------------------------------------------------------ frames out
static void drive_out(nf_tb *tb, world *c, const nf_netreduce_port_out *o,
                      nf_netreduce_port_in *in) {
  in->m_tready = nf_pace_go(tb, &c->takes);
  if (!in->m_tready || !o->m_tvalid)
    return;
  const unsigned bytes = (unsigned)__builtin_popcountll(o->m_tkeep);
  nf_tb_check(tb, (o->m_tkeep & (o->m_tkeep + 1)) == 0 && c->came.size + bytes <= ROOM,
              "a frame without end");
  if (c->came.size + bytes > ROOM)
    c->came.size = 0;
  memcpy(c->came.bytes + c->came.size, &o->m_tdata, bytes);
  c->came.size += bytes;
  if (!o->m_tlast)
    return;
  if (pop_if(&c->pass, &c->came))
    c->seen_pass++;
  else if (pop_if(&c->made, &c->came))
    c->seen_made++;
  else
    nf_tb_check(tb, false, "a frame of %u bytes that was not expected", c->came.size);
  c->came.size = 0;
}

static void start(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->comes = nf_pace_any(tb);
  c->takes = nf_pace_any(tb);
  c->grants = nf_pace_any(tb);
  c->answers = nf_pace_any(tb);
  c->tag = (uint32_t)nf_tb_rand(tb);
  c->ours = 60;
}

static void start_others(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  start(tb, c);
  c->comes.kind = c->takes.kind = NF_PACE_ALWAYS;
  c->ours = 0;
}

static void start_paused(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  start(tb, c);
  c->comes.kind = c->grants.kind = c->answers.kind = NF_PACE_ALWAYS;
  c->takes = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 0};
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_port_out *const o = out;
  nf_netreduce_port_in *const in = input;
  in->enable = true;
  in->tag = c->tag;
  in->own_ip = 0x7f000001;
  if (nf_tb_cycle(tb) < 4)
    return; // the level has arrived
  if (o->event_valid) {
    const unsigned cause = c->causes[c->events % (4 * LIST)];
    nf_tb_check(tb, c->events < c->frames && o->event_cause == cause, "cause %u, expected %u",
                o->event_cause, cause);
    c->events++;
  }
  drive_sums(tb, c, o, in); // reads what was stored in the cycle before
  if (o->stored)
    c->stored++;
  if (o->stored || c->stored == c->taken)
    c->stored_at = nf_tb_cycle(tb);
  // Whatever becomes of the output.
  nf_tb_check(tb, nf_tb_cycle(tb) - c->stored_at < STORING, "a packet that is taken is not stored");
  nf_tb_check(tb, c->stored <= c->taken && c->taken - c->stored <= MOST, "%u taken, %u stored",
              c->taken, c->stored);
  drive_lookups(tb, c, o, in);
  drive_out(tb, c, o, in);
  drive_in(tb, c, o, in);
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->seen_made > 30 && c->seen_pass > 30, "%u frames made, %u passed", c->seen_made,
              c->seen_pass);
}

static void finish_others(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->seen_pass > 200, "%u frames passed", c->seen_pass);
}

// Frames that pass fill the output, the queue before it and the buffer; nothing leaves.
static void finish_paused(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_check(tb, c->pass.in > 2 && c->seen_pass == 0 && c->taken == c->stored,
              "%u frames to pass, %u taken, %u stored", c->pass.in, c->taken, c->stored);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 packets of the engine among others", 40000, start, drive, finish},
    {"NETREDUCE 4.3 frames of others, one after the other", 10000, start_others, drive,
     finish_others},
    {"NETREDUCE 4.3 the output is paused: what is taken comes to the store", 3000, start_paused,
     drive, finish_paused},
};

int main(int argc, char **argv) {
  static const nf_netreduce_port_cfg cfg = {
      .Places = P_Places, .BufferBeats = P_BufferBeats, .Frames = P_Frames, .Packets = P_Packets};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_port_dut,
      .model = NF_TB_MODEL(nf_netreduce_port),
      .cfg = &cfg,
      .ctx_size = sizeof(world),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
      .unreset = "m_tdata:m_tvalid m_tkeep:m_tvalid m_tlast:m_tvalid size word"};
  return nf_tb_main(argc, argv, &bench);
}
