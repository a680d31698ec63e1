// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The reference is the frame kit's: bit by bit over the whole frame. Two published frames say that
// it is the right one.
#include "netreduce/nf_netreduce_icrc.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_frame_kit.h"

#include <string.h>

extern const nf_dut nf_netreduce_icrc_dut;

enum { LATENCY = 7, DUE = 16 };

typedef struct {
  nf_frame frame;
  uint8_t payload[NF_FRAME_LONGEST];
  unsigned beat, beats, length, tags;
  unsigned most; // bytes of payload
  nf_pace pace;
  struct {
    uint64_t cycle;
    bool match, tagged;
    uint32_t crc;
  } due[DUE];
  unsigned asked, answered;
  unsigned sweep; // directed: size of the next frame
} context;

// What must come for the frame that is complete.
static void expect(nf_tb *tb, context *c) {
  const nf_frame *const f = &c->frame;
  const bool whole = c->length >= 58 + 4 * c->tags && c->length <= f->size;
  uint32_t crc = 0;
  if (whole) {
    static nf_frame plain;
    nf_frame_strip(f, c->tags, &plain);
    crc = nf_frame_icrc(&plain, c->length - 4 * c->tags);
    for (unsigned i = 0; i < 4; i++)
      crc ^= (uint32_t)f->bytes[c->length - 4 + i] << 8 * i;
  }
  c->due[c->asked % DUE].cycle = nf_tb_cycle(tb) + LATENCY;
  c->due[c->asked % DUE].match = whole && crc == 0;
  c->due[c->asked % DUE].crc = crc;
  c->due[c->asked % DUE].tagged = c->tags != 0;
  c->asked++;
}

static void check(nf_tb *tb, context *c, const nf_netreduce_icrc_out *out) {
  const bool due = c->answered < c->asked && c->due[c->answered % DUE].cycle == nf_tb_cycle(tb);
  nf_tb_check(tb, out->done == due, "a result after %u cycles", LATENCY);
  if (!due)
    return;
  const unsigned n = c->answered++ % DUE;
  nf_tb_check(tb, out->match == c->due[n].match, "frame %u: match", c->answered);
  nf_tb_check(tb, out->crc == c->due[n].crc, "frame %u: 0x%08x, not 0x%08x", c->answered, out->crc,
              c->due[n].crc);
  if (out->match && c->due[n].tagged)
    nf_tb_cover(tb, "right behind VLAN tags");
  nf_tb_cover(tb, out->match ? "right" : out->crc == 0 ? "not whole" : "to be corrected");
}

static void next_random(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, 0, c->payload, c->most);
  nf_frame_build(&c->frame, &fields);
  c->length = nf_frame_length(&c->frame);
  if (nf_tb_chance(tb, 40)) { // on the way out: nothing in the field yet
    memset(c->frame.bytes + c->length - 4, 0, 4);
    nf_tb_cover(tb, "field of zeros");
  }
  c->tags = nf_tb_chance(tb, 60) ? 0 : (unsigned)nf_tb_below(tb, 3);
  nf_frame_tag(tb, &c->frame, c->tags);
  c->length += 4 * c->tags;
  if (nf_tb_chance(tb, 10))
    c->frame.bytes[nf_tb_below(tb, c->frame.size)] ^= (uint8_t)(1u << nf_tb_below(tb, 8));
  if (nf_tb_chance(tb, 10)) { // padding, also in beats of its own
    c->frame.size += (unsigned)nf_tb_below(tb, 100);
    nf_tb_cover(tb, "padded");
  }
  if (nf_tb_chance(tb, 5))
    c->frame.size = 1 + (unsigned)nf_tb_below(tb, c->frame.size);
  if (nf_tb_chance(tb, 3))
    c->length = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 64 : 65536);
  if (nf_tb_chance(tb, 10)) // no packet has these, but the sum does not mind
    c->length = 1 + (unsigned)nf_tb_below(tb, c->frame.size);
  if (nf_tb_chance(tb, 5))
    c->length = NF_FRAME_BEAT * (1 + (unsigned)nf_tb_below(tb, nf_frame_beats(&c->frame)));
}

// A beat of the frame at work; false when it was the last one.
static void feed(nf_tb *tb, context *c, nf_netreduce_icrc_in *in) {
  in->valid = true;
  in->first = c->beat == 0;
  in->last = c->beat + 1 == c->beats;
  in->bytes = (uint8_t)nf_frame_beat(tb, &c->frame, c->beat, &in->data);
  in->tags = (uint8_t)(in->first ? c->tags : nf_tb_below(tb, 3));
  in->length = in->first ? (uint16_t)c->length : (uint16_t)nf_tb_rand(tb);
  if (!in->last) // does not count here
    in->bytes = (uint8_t)nf_tb_rand(tb);
  c->beat++;
  if (in->last)
    expect(tb, c);
}

static void begin(context *c) {
  c->beat = 0;
  c->beats = nf_frame_beats(&c->frame);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    static const unsigned most[] = {8, 80, 400, 1024};
    c->pace = nf_pace_any(tb);
    c->most = most[nf_tb_below(tb, 4)];
  }
  if (!nf_pace_go(tb, &c->pace))
    return;
  if (c->beat == c->beats) {
    next_random(tb, c);
    begin(c);
  }
  feed(tb, c, in);
  // Given up, and without a result, when the next one begins.
  if (c->beat != c->beats && nf_tb_chance(tb, 1)) {
    c->beat = c->beats;
    nf_tb_cover(tb, "given up");
  }
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->answered > nf_tb_cycle(tb) / 40 && c->asked - c->answered <= LATENCY,
              "%u of %u results", c->answered, c->asked);
}

// Every size of payload up to more than the largest one, back to back.
static void drive_sizes(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (c->beat == c->beats) {
    const nf_frame_fields fields = {.src_ip = 0x0a000001,
                                    .dst_ip = 0x0a000002,
                                    .ttl = 64,
                                    .opcode = NF_NETREDUCE_OPCODE_SEND_MIDDLE,
                                    .payload = c->payload,
                                    .payload_bytes = c->sweep++ % 1300};
    for (unsigned i = 0; i < fields.payload_bytes; i++)
      c->payload[i] = (uint8_t)nf_tb_rand(tb);
    nf_frame_build(&c->frame, &fields);
    c->length = nf_frame_length(&c->frame);
    begin(c);
  }
  feed(tb, c, in);
}

static void finish_sizes(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->sweep > 1300, "%u sizes", c->sweep);
}

// The published frames, as they are and with the field emptied.
static void drive_published(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  const nf_netreduce_icrc_out *const o = out;
  if (o->done) {
    const nf_frame_published *const p = &nf_frames_published[c->answered / 2 % NF_FRAMES_PUBLISHED];
    uint32_t field;
    memcpy(&field, p->bytes + p->size - 4, 4);
    nf_tb_check(tb, c->answered % 2 == 0 ? o->match : o->crc == field, "%s", p->source);
    nf_tb_cover(tb, p->source);
  }
  check(tb, c, out);
  if (c->beat == c->beats) {
    const nf_frame_published *const p = &nf_frames_published[c->sweep / 2 % NF_FRAMES_PUBLISHED];
    memcpy(c->frame.bytes, p->bytes, p->size);
    c->frame.size = c->length = p->size;
    if (c->sweep++ % 2 != 0)
      memset(c->frame.bytes + p->size - 4, 0, 4);
    begin(c);
  }
  feed(tb, c, in);
}

static void finish_published(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->answered >= 2 * NF_FRAMES_PUBLISHED, "%u results", c->answered);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 random frames, both ways", 40000, NULL, drive_random, finish},
    {"NETREDUCE 4.1 every size, back to back", 16000, NULL, drive_sizes, finish_sizes},
    {"NETREDUCE 4.1 published frames", 60, NULL, drive_published, finish_published},
};

int main(int argc, char **argv) {
  static const nf_netreduce_icrc_cfg cfg = {0};
  const nf_tb_bench bench = {.dut = &nf_netreduce_icrc_dut,
                             .model = NF_TB_MODEL(nf_netreduce_icrc),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = 3};
  return nf_tb_main(argc, argv, &bench);
}
