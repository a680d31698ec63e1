// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Each header is compared with one that is written byte by byte here, its check sum by the frame
// kit; and the frame that it begins is one that the kit takes for the engine's, alone or not.
#include "netreduce/nf_netreduce_header.h"
#include "nf_frame_kit.h"

#include <string.h>

extern const nf_dut nf_netreduce_header_dut;

enum { LATENCY = 3, DUE = 8, HEAD = NF_NETREDUCE_HEAD_BYTES, TAG = 0x4e525444 };
enum { KEEP = NF_NETREDUCE_MODE_KEEP, UP = NF_NETREDUCE_MODE_UP };
enum { ANNOUNCE = NF_NETREDUCE_MODE_ANNOUNCE, REPLY = NF_NETREDUCE_MODE_REPLY };
// First bytes of the fields.
enum { DST_MAC = 0, SRC_MAC = 6, LENGTH = 16, ID = 18, SUM = 24, SRC_IP = 26, DST_IP = 30 };
enum { UDP_LENGTH = 38, UDP_SUM = 40, OPCODE = 42, FLAGS = 43, QP = 47, MARK = 50, PSN = 51 };

// The mark of a sum of six hosts.
enum { ALL = NF_NETREDUCE_RESULT | 6 };

typedef struct {
  nf_netreduce_header_addresses own;
  nf_frame frame;
  uint8_t payload[NF_NETREDUCE_MAX_PAYLOAD];
  nf_pace pace;
  struct {
    uint64_t cycle;
    uint8_t head[HEAD];
    unsigned size;
    bool real; // the head of a packet for the engine
  } due[DUE];
  unsigned asked, answered, kinds;
  unsigned mark;
  uint32_t psn, qp; // of a reply
  unsigned step;    // directed
  uint8_t first[HEAD];
  unsigned journeys;
} context;

static void put_mac(nf_frame *f, unsigned at, uint64_t mac) {
  nf_frame_put(f, at, 2, (uint32_t)(mac >> 32));
  nf_frame_put(f, at + 2, 4, (uint32_t)mac);
}

static void copy(nf_frame *to, unsigned at, const nf_frame *from, unsigned there, unsigned bytes) {
  memcpy(to->bytes + at, from->bytes + there, bytes);
}

// NETREDUCE Algorithm 3, on the wire.
static void reference(nf_tb *tb, const context *c, nf_frame *f, unsigned mode, unsigned mark,
                      unsigned size) {
  static nf_frame was;
  memcpy(was.bytes, f->bytes, HEAD);
  if (mode == UP) {
    put_mac(f, DST_MAC, c->own.spine_mac);
    put_mac(f, SRC_MAC, c->own.own_mac);
    nf_frame_put(f, SRC_IP, 4, c->own.own_ip);
    nf_frame_put(f, DST_IP, 4, c->own.spine_ip);
    nf_tb_cover(tb, "up to the spine");
  } else if (mode == REPLY || (mode != ANNOUNCE && nf_frame_get(f, DST_IP, 4) == c->own.own_ip)) {
    copy(f, DST_MAC, &was, SRC_MAC, 6);
    copy(f, SRC_MAC, &was, DST_MAC, 6);
    copy(f, SRC_IP, &was, DST_IP, 4);
    copy(f, DST_IP, &was, SRC_IP, 4);
    nf_tb_cover(tb, "back to its sender");
  }
  const unsigned opcode = was.bytes[OPCODE], flags = was.bytes[FLAGS];
  if (mode == REPLY) {
    f->bytes[OPCODE] = 0x11;
    f->bytes[FLAGS] = (uint8_t)(flags / 64 % 2 * 64 + flags % 16);
    nf_frame_put(f, QP, 3, c->qp);
    f->bytes[MARK] %= 128;
    nf_frame_put(f, PSN, 3, c->psn);
    nf_tb_cover(tb, "acknowledged");
  } else if (mode == ANNOUNCE) {
    f->bytes[OPCODE] = (uint8_t)(0xc0 + flags / 16 % 4 * 8 + opcode % 8);
    f->bytes[FLAGS] = (uint8_t)(flags / 64 * 64 + flags % 16);
    nf_tb_cover(tb, "announced");
  } else if (opcode / 32 == 6) {
    f->bytes[OPCODE] = (uint8_t)(opcode % 8);
    f->bytes[FLAGS] = (uint8_t)(flags / 64 * 64 + opcode / 8 % 4 * 16 + flags % 16);
    nf_tb_cover(tb, "no more alone");
  }
  f->bytes[MARK] = (uint8_t)(f->bytes[MARK] / 128 * 128 + (mode == ANNOUNCE ? 0 : mark));
  nf_frame_put(f, LENGTH, 2, 44 + size);
  nf_frame_put(f, UDP_LENGTH, 2, 24 + size);
  nf_frame_put(f, UDP_SUM, 2, 0);
  nf_frame_put(f, SUM, 2, nf_frame_ip_checksum(f));
}

static void ask(nf_tb *tb, context *c, nf_netreduce_header_in *in, unsigned mode, unsigned size,
                bool real) {
  in->own_mac = c->own.own_mac;
  in->own_ip = c->own.own_ip;
  in->spine_mac = c->own.spine_mac;
  in->spine_ip = c->own.spine_ip;
  in->valid = true;
  in->mode = (uint8_t)mode;
  in->size = (uint16_t)size;
  in->mark = (uint8_t)c->mark;
  c->psn = in->psn = (uint32_t)nf_tb_rand(tb) & 0xffffff;
  c->qp = in->qp = (uint32_t)nf_tb_rand(tb) & 0xffffff;
  memcpy(in->head, c->frame.bytes, HEAD);
  const unsigned n = c->asked++ % DUE;
  reference(tb, c, &c->frame, mode, c->mark, size);
  memcpy(c->due[n].head, c->frame.bytes, HEAD);
  c->due[n].cycle = nf_tb_cycle(tb) + LATENCY;
  c->due[n].size = size;
  c->due[n].real = real;
}

// With any payload of its size it is a packet for the engine.
static void check_frame(nf_tb *tb, context *c, const nf_netreduce_header_out *out) {
  nf_frame *const f = &c->frame;
  memcpy(f->bytes, out->head, HEAD);
  for (unsigned i = 0; i < out->size; i++)
    f->bytes[HEAD + i] = (uint8_t)nf_tb_rand(tb);
  if (out->size >= 4)
    nf_frame_put(f, HEAD, 4, TAG);
  f->size = HEAD + out->size + 4u;
  const uint32_t crc = nf_frame_icrc(f, f->size);
  for (unsigned i = 0; i < 4; i++)
    f->bytes[f->size - 4 + i] = (uint8_t)(crc >> 8 * i);
  const unsigned cause = nf_frame_cause(f, false, TAG);
  nf_tb_check(tb, cause == NF_NETREDUCE_CAUSE_NONE, "header %u: cause %u", c->answered, cause);
  nf_tb_cover(tb, "for the engine");
}

static bool check(nf_tb *tb, context *c, const nf_netreduce_header_out *out) {
  const bool due = c->answered < c->asked && c->due[c->answered % DUE].cycle == nf_tb_cycle(tb);
  nf_tb_check(tb, out->valid == due, "a header after %u cycles", LATENCY);
  if (!due)
    return false;
  const unsigned n = c->answered++ % DUE;
  nf_tb_check(tb, out->size == c->due[n].size, "header %u: size %u, not %u", c->answered, out->size,
              c->due[n].size);
  for (unsigned i = 0; i < HEAD; i++)
    nf_tb_check(tb, out->head[i] == c->due[n].head[i], "header %u: byte %u is %02x, not %02x",
                c->answered, i, out->head[i], c->due[n].head[i]);
  if (c->due[n].real)
    check_frame(tb, c, out);
  return true;
}

static void any_addresses(nf_tb *tb, context *c) {
  c->own = (nf_netreduce_header_addresses){.own_mac = nf_tb_rand(tb) >> 16,
                                           .spine_mac = nf_tb_rand(tb) >> 16,
                                           .own_ip = (uint32_t)nf_tb_rand(tb),
                                           .spine_ip = (uint32_t)nf_tb_rand(tb)};
}

static void any_frame(nf_tb *tb, context *c, unsigned most) {
  nf_frame_fields fields;
  nf_frame_any(tb, &fields, TAG, c->payload, most);
  nf_frame_build(&c->frame, &fields);
}

// A packet's header, or anything; check sums close to those where the carries come round.
static void next_random(nf_tb *tb, context *c, nf_netreduce_header_in *in) {
  nf_frame *const f = &c->frame;
  unsigned size = 4 * (unsigned)nf_tb_below(tb, NF_NETREDUCE_MAX_PAYLOAD / 4 + 1);
  const unsigned mode = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 90) ? 3 : 4);
  c->mark = (unsigned)nf_tb_below(tb, 128);
  any_frame(tb, c, 80);
  if (nf_tb_chance(tb, 30)) { // what may be in the field
    f->bytes[OPCODE] = (uint8_t)(0xc0 + nf_tb_below(tb, 4) * 8 + f->bytes[OPCODE] % 8);
    f->bytes[FLAGS] &= 0xcf;
  }
  const bool first = f->bytes[OPCODE] % 4 == 0;
  if (mode == ANNOUNCE && nf_tb_chance(tb, 50))
    size = first ? NF_NETREDUCE_NR_BYTES : 0;
  // Room for the NetReduce header and pad; when alone just that.
  bool real = mode == ANNOUNCE ? size == (first ? NF_NETREDUCE_NR_BYTES : 0u)
                               : size >= 16 || (size >= 4 && !first);
  if (nf_tb_chance(tb, 20)) {
    for (unsigned i = 0; i < HEAD; i++)
      f->bytes[i] = (uint8_t)nf_tb_rand(tb);
    size = (unsigned)nf_tb_below(tb, 2048);
    real = false;
  }
  if (nf_tb_chance(tb, 40)) {
    nf_frame_put(f, DST_IP, 4, c->own.own_ip);
    if (nf_tb_chance(tb, 20)) // almost
      f->bytes[DST_IP + nf_tb_below(tb, 4)] ^= (uint8_t)(1u << nf_tb_below(tb, 8));
  }
  if (nf_tb_chance(tb, 30)) {
    nf_frame_put(f, LENGTH, 2, 44 + size);
    nf_frame_put(f, ID, 2, 0);
    const uint32_t edge = nf_frame_ip_checksum(f) + 4 - (uint32_t)nf_tb_below(tb, 16);
    nf_frame_put(f, ID, 2, edge & 0xffff);
    nf_tb_cover(tb, "check sum near its edge");
  }
  ask(tb, c, in, mode, size, real && mode != REPLY);
  c->kinds |= 1u << mode;
}

static void drive_random(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->pace = nf_pace_any(tb);
    any_addresses(tb, c);
  }
  if (nf_pace_go(tb, &c->pace))
    next_random(tb, c, in);
}

static void finish_random(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(
      tb, c->kinds == 15 && c->answered > nf_tb_cycle(tb) / 5 && c->asked - c->answered <= LATENCY,
      "%u of %u headers", c->answered, c->asked);
}

// Every size, one header in each cycle.
static void drive_sizes(nf_tb *tb, void *ctx, const void *out, void *in) {
  context *const c = ctx;
  check(tb, c, out);
  if (c->step == 0)
    any_addresses(tb, c);
  any_frame(tb, c, 40);
  const unsigned size = c->step % (NF_NETREDUCE_MAX_PAYLOAD + 1);
  ask(tb, c, in, c->step++ % 3, size, false);
}

static void finish_sizes(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_check(tb, c->answered > 3 * NF_NETREDUCE_MAX_PAYLOAD, "%u headers", c->answered);
}

// The way of a header in Fig. 8: announced by its leaf, taken up by the other one, there it is as
// it was sent; sent up to the spine, whose answer goes back to the leaf.
static void drive_journey(nf_tb *tb, void *ctx, const void *out_ptr, void *in) {
  context *const c = ctx;
  const nf_netreduce_header_out *const out = out_ptr;
  const bool came = check(tb, c, out);
  if (!came && nf_tb_cycle(tb) != 0)
    return;
  const nf_netreduce_header_addresses leaf = {0x020000000a01, 0x020000000b01, 0x0a0a0001,
                                              0x0a0b0001};
  const nf_netreduce_header_addresses spine = {leaf.spine_mac, 0x020000000c01, leaf.spine_ip,
                                               0x0a0c0001};
  const unsigned payload = 13 + c->journeys % 1000, size = (payload + 3) / 4 * 4;
  memcpy(c->frame.bytes, out->head, HEAD);
  switch (c->step++ % 5) {
  case 0: { // a host's packet, without UDP check sum
    nf_frame_fields fields;
    nf_frame_any(tb, &fields, TAG, c->payload, 0);
    fields.opcode &= 7;
    fields.payload_bytes = payload - (fields.nr ? NF_NETREDUCE_NR_BYTES : 0);
    memset(c->payload, 0x5a, sizeof c->payload);
    fields.udp_checksum = false;
    fields.mark = 0;
    nf_frame_build(&c->frame, &fields);
    memcpy(c->first, c->frame.bytes, HEAD);
    c->own = leaf;
    c->mark = 2; // not looked at
    ask(tb, c, in, ANNOUNCE, fields.nr ? NF_NETREDUCE_NR_BYTES : 0, true);
    break;
  }
  case 1:
    nf_tb_check(tb, out->head[OPCODE] >> 5 == NF_NETREDUCE_ALONE && (out->head[FLAGS] & 0x30) == 0,
                "alone: opcode %02x", out->head[OPCODE]);
    nf_tb_check(tb, memcmp(out->head, c->first, 12) == 0, "announced to its destination");
    nf_tb_check(tb, out->head[MARK] == 0, "announced with mark %02x", out->head[MARK]);
    c->mark = ALL;
    ask(tb, c, in, KEEP, size, true);
    break;
  case 2:
    nf_tb_check(tb, out->head[MARK] == ALL, "mark %02x of a result", out->head[MARK]);
    c->frame.bytes[MARK] = 0;
    nf_tb_check(tb, memcmp(c->frame.bytes, c->first, HEAD) == 0, "as its host sent it");
    c->mark = 2;
    ask(tb, c, in, UP, size, true);
    break;
  case 3:
    nf_tb_check(tb, nf_frame_get(&c->frame, SRC_IP, 4) == leaf.own_ip, "from the leaf");
    nf_tb_check(tb, nf_frame_get(&c->frame, DST_IP, 4) == leaf.spine_ip, "to the spine");
    nf_tb_check(tb, out->head[MARK] == 2, "mark %02x of a sum of two", out->head[MARK]);
    c->mark = ALL;
    c->own = spine;
    ask(tb, c, in, KEEP, size, true);
    break;
  default:
    nf_tb_check(tb, nf_frame_get(&c->frame, SRC_IP, 4) == leaf.spine_ip, "from the spine");
    nf_tb_check(tb, nf_frame_get(&c->frame, DST_IP, 4) == leaf.own_ip, "to the leaf");
    nf_tb_check(tb, nf_frame_get(&c->frame, DST_MAC, 4) == leaf.own_mac >> 16, "to the leaf's MAC");
    nf_tb_check(tb, out->head[MARK] == ALL, "mark %02x of the spine's sum", out->head[MARK]);
    c->frame.bytes[MARK] = 0;
    nf_tb_check(
        tb, memcmp(c->frame.bytes + UDP_SUM + 2, c->first + UDP_SUM + 2, HEAD - UDP_SUM - 2) == 0,
        "BTH as the host sent it");
    c->journeys++;
    ask(tb, c, in, KEEP, size, true); // once more, so that the next one begins
    break;
  }
}

static void finish_journey(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->journeys > 1000, "%u journeys", c->journeys);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.5 Algorithm 3, any headers", 40000, NULL, drive_random, finish_random},
    {"NETREDUCE 4.3 every size, one header a cycle", 4000, NULL, drive_sizes, finish_sizes},
    {"NETREDUCE 4.5 Fig. 8 the way of a header", 20000, NULL, drive_journey, finish_journey},
};

int main(int argc, char **argv) {
  static const nf_netreduce_header_cfg cfg = {0};
  const nf_tb_bench bench = {.dut = &nf_netreduce_header_dut,
                             .model = NF_TB_MODEL(nf_netreduce_header),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof scenarios[0]};
  return nf_tb_main(argc, argv, &bench);
}
