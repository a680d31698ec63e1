// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Every record is compared with what the frame kit says of the frame: verdict and headers.
#include "netreduce/nf_netreduce_parser.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "nf_frame_kit.h"
#include "nf_netreduce_parser_case.h"

#include <string.h>

extern const nf_dut nf_netreduce_parser_dut;

enum { LATENCY = NF_PARSER_LATENCY, DUE = 16, CAUSES = NF_PARSER_CAUSES, TAG = 0x4e525444 };

typedef struct {
  nf_frame frame;
  uint8_t payload[NF_FRAME_LONGEST];
  unsigned beat, beats;
  uint32_t tag;      // of this run
  uint32_t tag_then; // when the frame began
  bool err;          // some beat of it was marked
  nf_pace pace;
  unsigned most;  // bytes of payload
  unsigned marks; // percent of frames that are marked
  struct {
    uint64_t cycle;
    uint64_t meta[4];
  } due[DUE];
  unsigned asked, answered, seen[CAUSES];
  unsigned turn;         // directed: the next frame, or file
  unsigned conns[3][11]; // connections found, by VLAN tags and words of IP options
  unsigned acks[2][3];   // behind VLAN tags; by what they say
  nf_parser_case played;
} context;

static void expect(nf_tb *tb, context *c, const nf_frame *f, bool err, uint32_t tag) {
  uint64_t *const r = c->due[c->asked % DUE].meta;
  nf_frame_record(f, err, tag, r);
  c->due[c->asked++ % DUE].cycle = nf_tb_cycle(tb) + LATENCY;
  c->seen[nf_netreduce_meta_cause(r)]++;
  if (nf_netreduce_meta_cause(r) == 0 && nf_netreduce_meta_opcode(r) >= 0xc0)
    nf_tb_cover(tb, "a header alone");
  c->acks[nf_netreduce_meta_cause(r) == NF_NETREDUCE_CAUSE_NOT_IPV4][nf_netreduce_meta_ack(r)]++;
}

static void check(nf_tb *tb, context *c, const nf_netreduce_parser_out *out) {
  static const char *const names[CAUSES] = {
      [NF_NETREDUCE_CAUSE_NONE] = "for the engine",
      [NF_NETREDUCE_CAUSE_NOT_IPV4] = "NOT_IPV4",
      [NF_NETREDUCE_CAUSE_OPTIONS] = "OPTIONS",
      [NF_NETREDUCE_CAUSE_FRAGMENT] = "FRAGMENT",
      [NF_NETREDUCE_CAUSE_NOT_UDP] = "NOT_UDP",
      [NF_NETREDUCE_CAUSE_NOT_ROCE] = "NOT_ROCE",
      [NF_NETREDUCE_CAUSE_OPCODE] = "OPCODE",
      [NF_NETREDUCE_CAUSE_UNTAGGED] = "UNTAGGED",
      [NF_NETREDUCE_CAUSE_TRUNCATED] = "TRUNCATED",
      [NF_NETREDUCE_CAUSE_IP_CHECKSUM] = "IP_CHECKSUM",
      [NF_NETREDUCE_CAUSE_LENGTH] = "LENGTH",
      [NF_NETREDUCE_CAUSE_ICRC] = "ICRC",
      [NF_NETREDUCE_CAUSE_DAMAGED] = "DAMAGED",
  };
  const bool due = c->answered < c->asked && c->due[c->answered % DUE].cycle == nf_tb_cycle(tb);
  nf_tb_check(tb, out->meta_valid == due, "a record after %u cycles", LATENCY);
  if (!due)
    return;
  const uint64_t *const want = c->due[c->answered++ % DUE].meta;
  const unsigned cause = nf_netreduce_meta_cause(want);
  nf_tb_check(tb, nf_netreduce_meta_cause(out->meta) == cause, "frame %u: %s, not cause %u",
              c->answered, names[cause], nf_netreduce_meta_cause(out->meta));
  nf_tb_check(tb, memcmp(out->meta, want, sizeof out->meta) == 0, "frame %u: its record",
              c->answered);
  nf_tb_cover(tb, names[cause]);
}

static void next_frame(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, c->most);
  if (nf_tb_chance(tb, 15)) { // an acknowledgement, or almost
    static const uint8_t syndromes[] = {0, 0x1f, 0x20, 0x60, 0x60, 0x61, 0xe0, 0x80};
    fields.opcode = NF_NETREDUCE_OPCODE_ACKNOWLEDGE;
    fields.nr = false;
    fields.payload_bytes = nf_tb_chance(tb, 90) ? 4 : 8;
    memset(c->payload, 0, 8);
    c->payload[0] = syndromes[nf_tb_below(tb, sizeof syndromes)];
  }
  nf_frame_build(&c->frame, &fields);
  if (nf_tb_chance(tb, 50))
    nf_frame_corrupt(tb, &c->frame, (nf_frame_corruption)nf_tb_below(tb, NF_CORRUPT_KINDS));
  if (fields.opcode == NF_NETREDUCE_OPCODE_ACKNOWLEDGE && c->frame.size >= 60 &&
      nf_tb_chance(tb, 40))
    nf_frame_tag(tb, &c->frame, 1 + (unsigned)nf_tb_below(tb, 3));
  if (nf_tb_chance(tb, 5)) // two at once
    nf_frame_corrupt(tb, &c->frame, NF_CORRUPT_HEADER_BIT);
  if (nf_tb_chance(tb, 5)) {
    c->frame.size += (unsigned)nf_tb_below(tb, 100);
    nf_tb_cover(tb, "padded");
  }
}

static void begin(context *c) {
  c->beat = 0;
  c->beats = nf_frame_beats(&c->frame);
  c->tag_then = c->tag;
  c->err = false;
}

static void feed(nf_tb *tb, context *c, nf_netreduce_parser_in *in) {
  in->valid = true;
  in->last = c->beat + 1 == c->beats;
  in->bytes = (uint8_t)nf_frame_beat(tb, &c->frame, c->beat, &in->data);
  if (!in->last) // does not count here
    in->bytes = (uint8_t)nf_tb_rand(tb);
  in->err = nf_tb_below(tb, 100 * c->beats) < c->marks;
  c->err |= in->err;
  c->beat++;
  if (in->last)
    expect(tb, c, &c->frame, c->err, c->tag_then);
}

static void start(nf_tb *tb, void *ctx) {
  context *const c = ctx;
  (void)tb;
  c->tag = TAG;
  c->marks = 3;
  c->most = 100;
  c->pace.kind = NF_PACE_ALWAYS;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *const c = ctx;
  nf_netreduce_parser_in *const in = in_ptr;
  check(tb, c, out);
  if (nf_tb_chance(tb, 1)) {
    static const unsigned most[] = {0, 20, 100, 1024, 9500};
    c->pace = nf_pace_any(tb);
    c->most = most[nf_tb_below(tb, 5)];
  }
  const bool go = nf_pace_go(tb, &c->pace);
  if (go && c->beat == c->beats) {
    if (nf_tb_chance(tb, 2))
      c->tag = (uint32_t)nf_tb_rand(tb);
    next_frame(tb, c);
    begin(c);
  }
  in->cfg_tag = c->beat == 0 ? c->tag_then : (uint32_t)nf_tb_rand(tb);
  if (go)
    feed(tb, c, in);
}

static void finish_above(nf_tb *tb, const context *c, unsigned least) {
  static const uint8_t causes[] = {0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20};
  nf_tb_check(tb, c->asked - c->answered <= LATENCY, "%u of %u records", c->answered, c->asked);
  for (unsigned i = 0; i < sizeof causes; i++)
    nf_tb_reach(tb, c->seen[causes[i]] > least, "cause %u seen %u times", causes[i],
                c->seen[causes[i]]);
}
static void finish(nf_tb *tb, void *ctx) { finish_above(tb, ctx, 5); }

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  finish_above(tb, c, 5);
  for (unsigned t = 0; t < 2; t++)
    nf_tb_reach(tb, c->acks[t][NF_NETREDUCE_ACK_GOOD] > 5 && c->acks[t][NF_NETREDUCE_ACK_GAP] > 5,
                "tagged %u: %u acknowledgements, %u NAKs", t, c->acks[t][NF_NETREDUCE_ACK_GOOD],
                c->acks[t][NF_NETREDUCE_ACK_GAP]);
}

// Back to back, without a pause.
static void drive_next(nf_tb *tb, context *c, const void *out, nf_netreduce_parser_in *in,
                       void (*next)(nf_tb *, context *)) {
  check(tb, c, out);
  if (c->beat == c->beats) {
    next(tb, c);
    begin(c);
  }
  in->cfg_tag = c->tag;
  feed(tb, c, in);
}

// Noise of every size from 1 byte, so that frames of one beat follow each other.
static void next_noise(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, 40);
  nf_frame_build(&c->frame, &fields);
  nf_frame_noise(tb, &c->frame, 1 + c->turn++ % (nf_tb_chance(tb, 10) ? 200 : 64));
}
static void drive_noise(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_noise);
}
static void finish_noise(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->answered > nf_tb_cycle(tb) * 3 / 4, "%u records", c->answered);
}

// Every kind of corrupting in turn, for each kind of packet.
static void next_corrupt(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, c->most);
  nf_frame_build(&c->frame, &fields);
  nf_frame_corrupt(tb, &c->frame, (nf_frame_corruption)(c->turn++ % NF_CORRUPT_KINDS));
}
static void drive_corrupt(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_corrupt);
}

// All sizes of payload, unspoiled: each is the engine's, the smallest ones with padding of
// Ethernet.
static void next_size(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, 0);
  fields.opcode &= 7; // with its payload
  fields.payload_bytes = c->turn++ % 1100;
  for (unsigned i = 0; i < fields.payload_bytes; i++)
    c->payload[i] = (uint8_t)nf_tb_rand(tb);
  nf_frame_build(&c->frame, &fields);
}
static void start_sizes(nf_tb *tb, void *ctx) {
  start(tb, ctx);
  ((context *)ctx)->marks = 0;
}
static void drive_sizes(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_size);
}
static void finish_sizes(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->turn > 1100 && c->seen[0] == c->asked, "%u of %u frames for the engine",
              c->seen[0], c->asked);
}

// Headers alone: each byte that they can begin their transport header with, with and without a
// NetReduce header and a word of payload, and with a pad count.
static void next_alone(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, 0);
  fields.opcode = (uint8_t)(0xc0 | (c->turn & 31));
  fields.nr = (c->turn >> 5 & 1) != 0;
  fields.payload_bytes = 4 * (c->turn >> 6 & 1);
  nf_frame_build(&c->frame, &fields);
  c->frame.bytes[43] |= (uint8_t)((c->turn >> 7 & 3) << 4);
  nf_frame_seal(&c->frame);
  c->turn++;
}
static void drive_alone(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_alone);
}
// Of 32 opcodes 8 are of first packets and 8 of others; each is right in one case of 16.
static void finish_alone(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->turn > 512 && c->seen[0] * 35 > c->asked && c->seen[0] * 30 < c->asked,
              "%u of %u headers alone", c->seen[0], c->asked);
  nf_tb_check(tb, c->seen[NF_NETREDUCE_CAUSE_LENGTH] != 0, "LENGTH");
}

// A right acknowledgement behind VLAN tags, whole or the first fragment, which says nothing.
static void next_acknowledgement(nf_tb *tb, context *c, unsigned tags) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, 0, c->payload, 0);
  fields.opcode = NF_NETREDUCE_OPCODE_ACKNOWLEDGE;
  fields.nr = false;
  c->payload[0] = nf_tb_chance(tb, 50) ? NF_NETREDUCE_NAK_SEQUENCE : 0;
  fields.payload = c->payload;
  fields.payload_bytes = NF_NETREDUCE_AETH_BYTES;
  nf_frame_build(&c->frame, &fields);
  if (nf_tb_chance(tb, 50))
    nf_frame_put(&c->frame, 20, 2, 0x2000); // more fragments
  nf_frame_seal(&c->frame);
  nf_frame_tag(tb, &c->frame, tags);
}

// A frame with a connection behind every number of VLAN tags and words of options, of any opcode,
// tagged with InetTag or not, whole or the first fragment; and what is almost one: a third tag, a
// later fragment, another port, a frame that ends a byte before its BTH does.
static void next_connection(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  const unsigned n = c->turn++, tags = n % 4, words = n / 4 % 11, wrong = n / 44 % 5;
  if (tags % 3 != 0 && words == 0 && wrong == 0) {
    next_acknowledgement(tb, c, tags);
    return;
  }
  nf_frame_any(tb, &fields, nf_tb_chance(tb, 50) ? c->tag : 0, c->payload, c->most);
  if (nf_tb_chance(tb, 50))
    fields.opcode = (uint8_t)nf_tb_rand(tb);
  nf_frame_build(&c->frame, &fields);
  if (wrong == 1)
    nf_frame_put(&c->frame, 20, 2, 1u << nf_tb_below(tb, 13)); // an offset
  else if (nf_tb_chance(tb, 30))
    nf_frame_put(&c->frame, 20, 2, 0x2000); // more fragments
  if (wrong == 2)
    c->frame.bytes[36 + nf_tb_below(tb, 2)] ^= (uint8_t)(1u << nf_tb_below(tb, 8));
  nf_frame_widen(tb, &c->frame, tags, words);
  const unsigned end = 54 + 4 * tags + 4 * words;
  if (wrong > 2)
    c->frame.size = wrong == 3 ? end - 1 : end;
  unsigned ip, bth;
  const bool found = nf_frame_connection(&c->frame, &ip, &bth);
  nf_tb_check(tb, found == (tags < 3 && (wrong == 0 || wrong == 4)),
              "%u tags, %u words, %u: what the kit says", tags, words, wrong);
  if (found)
    c->conns[tags][words]++;
}
static void drive_connections(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_connection);
}
static void finish_connections(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  for (unsigned tags = 0; tags < 3; tags++)
    for (unsigned words = 0; words < 11; words++)
      nf_tb_reach(tb, c->conns[tags][words] > 5, "%u tags, %u words of options: %u connections",
                  tags, words, c->conns[tags][words]);
}

// Frames of others as they were published, and the longest frame.
static void next_published(nf_tb *tb, context *c) {
  (void)tb;
  const unsigned n = c->turn++ % (NF_FRAMES_PUBLISHED + 1);
  if (n < NF_FRAMES_PUBLISHED) {
    c->frame.size = nf_frames_published[n].size;
    memcpy(c->frame.bytes, nf_frames_published[n].bytes, c->frame.size);
    return;
  }
  const nf_frame_fields fields = {.ttl = 1,
                                  .opcode = NF_NETREDUCE_OPCODE_SEND_LAST,
                                  .payload = c->payload,
                                  .payload_bytes = NF_FRAME_LONGEST - 58 - 2};
  nf_frame_build(&c->frame, &fields);
}
static void drive_published(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_published);
}
static void finish_published(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb,
              c->seen[NF_NETREDUCE_CAUSE_OPCODE] > 2 && c->seen[0] > 1 &&
                  c->seen[0] + c->seen[NF_NETREDUCE_CAUSE_OPCODE] == c->asked,
              "%u frames", c->asked);
}

// Longer than can be counted, as from a broken MAC, and real frames between.
static void next_endless(nf_tb *tb, context *c) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, c->tag, c->payload, 1024);
  nf_frame_build(&c->frame, &fields);
  if (c->turn++ % 2 == 0)
    nf_frame_noise(tb, &c->frame, 65400 + (unsigned)nf_tb_below(tb, 600));
}
static void drive_endless(nf_tb *tb, void *ctx, const void *out, void *in) {
  drive_next(tb, ctx, out, in, next_endless);
}
static void finish_endless(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->answered > 5, "%u records", c->answered);
}

// What the fuzzer found, file by file, back to back.
static void drive_corpus(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *const c = ctx;
  nf_netreduce_parser_in *const in = in_ptr;
  const nf_parser_file *files;
  const unsigned count = nf_parser_corpus(&files);
  check(tb, c, out);
  for (unsigned i = 0; i < count && !nf_parser_case_next(&c->played, in); i++) {
    const nf_parser_file *const file = &files[c->turn++ % count];
    nf_parser_case_open(&c->played, file->bytes, file->size);
  }
  if (in->last)
    expect(tb, c, &c->played.frame, c->played.err, c->played.tag);
}
static void finish_corpus(nf_tb *tb, void *ctx) {
  const nf_parser_file *files;
  const unsigned count = nf_parser_corpus(&files), turn = ((const context *)ctx)->turn;
  nf_tb_check(tb, count != 0, NF_PARSER_CORPUS " cannot be read");
  nf_tb_check(tb, turn > count, "%u of %u files", turn, count);
  finish_above(tb, ctx, 0);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 random frames, corrupted in part", 60000, start, drive_random, finish_random},
    {"NETREDUCE 4.1 one field corrupted at a time", 20000, start, drive_corrupt, finish},
    {"NETREDUCE 4.1 every size of payload", 14000, start_sizes, drive_sizes, finish_sizes},
    {"NETREDUCE 4.5 headers that travel alone", 3000, start_sizes, drive_alone, finish_alone},
    {"NETREDUCE 4.3 connections behind VLAN tags and IP options", 12000, start, drive_connections,
     finish_connections},
    {"NETREDUCE 4.3 noise of every size, back to back", 10000, start, drive_noise, finish_noise},
    {"NETREDUCE 4.1 published frames and the longest one", 1000, start_sizes, drive_published,
     finish_published},
    {"NETREDUCE 4.3 frames without end", 12000, start_sizes, drive_endless, finish_endless},
    {"NETREDUCE 4.3 what fuzzing found", 20000, NULL, drive_corpus, finish_corpus},
};

int main(int argc, char **argv) {
  static const nf_netreduce_parser_cfg cfg = {0};
  const nf_tb_bench bench = {.dut = &nf_netreduce_parser_dut,
                             .model = NF_TB_MODEL(nf_netreduce_parser),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
