// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A master and a slave that keep the rules in every order and at every pace; and the same that
// break one rule now and then, which must be reported in the next cycle, and nothing else.
#include "common/nf_axi_rules.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_axi_rules_dut;

enum { AW, W, B, AR, R, CHANNELS }; // as the first rules
enum { BURSTS = 512, BEATS = 4096 / (P_DataBits / 8) };
#define RULE(name) (1u << NF_AXI_RULES_##name)

typedef struct {
  uint64_t addr;
  unsigned len;
  bool crosses; // its page
  bool wrong;   // its data has another length
} burst;

typedef struct {
  nf_pace offer[CHANNELS], take[CHANNELS];
  bool waits[CHANNELS]; // was offered and not taken
  nf_axi_rules_in at;   // what is offered, or was
  burst writes[BURSTS], reads[BURSTS];
  uint32_t aw, data, answered; // addresses taken, bursts of data, responses
  uint32_t ar, read;
  unsigned beat, back; // of the bursts under way
  bool bad_mark;       // of the beat that is offered, read
  unsigned harm;       // percent
  unsigned limit;      // reads outstanding, for a while
  unsigned expect;     // rules broken in the cycle before
  uint32_t times[NF_AXI_RULES];
} context;

static void any_data(nf_tb *tb, uint64_t *data) {
  for (unsigned i = 0; i < (P_DataBits + 63) / 64; i++)
    data[i] = nf_tb_rand(tb) >> (P_DataBits < 64 ? 64 - P_DataBits : 0);
}

static void any_burst(nf_tb *tb, const context *c, burst *b) {
  const uint64_t page = nf_tb_rand(tb) & (UINT64_MAX >> (64 - P_AddrBits)) & ~(uint64_t)4095;
  const unsigned most = BEATS < 256 ? BEATS : 256;
  *b = (burst){.len = (unsigned)nf_tb_below(tb, nf_tb_chance(tb, 70) ? 4 : most)};
  b->crosses = b->len > 0 && nf_tb_chance(tb, 3 * c->harm);
  const unsigned first = (unsigned)(b->crosses ? BEATS - 1 - nf_tb_below(tb, b->len)
                                               : nf_tb_below(tb, BEATS - b->len));
  b->addr = page + first * (P_DataBits / 8) + nf_tb_below(tb, P_DataBits / 8);
}

static uint32_t paired(const context *c) { return c->aw < c->data ? c->aw : c->data; }

// ------------------------------------------------------------------------- what is new in a cycle
static bool new_aw(nf_tb *tb, context *c) {
  (void)tb;
  if (c->aw - paired(c) >= P_Outstanding - 1 || paired(c) - c->answered >= P_Outstanding - 1)
    return false;
  c->at.aw_addr = c->writes[c->aw % BURSTS].addr;
  c->at.aw_len = (uint8_t)c->writes[c->aw % BURSTS].len;
  return true;
}

static bool new_w(nf_tb *tb, context *c) {
  burst *const b = &c->writes[c->data % BURSTS];
  if (c->data - paired(c) >= P_Outstanding - 1 || paired(c) - c->answered >= P_Outstanding - 1)
    return false;
  any_data(tb, c->at.w_data);
  c->at.w_strb[0] = nf_tb_rand(tb) & (UINT64_MAX >> (64 - P_DataBits / 8));
  c->at.w_last = c->beat >= b->len;
  if (nf_tb_chance(tb, c->harm) && c->beat < 250) {
    c->at.w_last = !c->at.w_last;
    nf_tb_cover(tb, c->at.w_last ? "the end comes early" : "the end comes late");
  }
  if (c->at.w_last)
    b->wrong = c->beat != b->len;
  return true;
}

static uint8_t any_code(nf_tb *tb, const context *c) {
  return nf_tb_chance(tb, c->harm) ? 1 : nf_tb_chance(tb, 20) ? 2 : 0;
}

static bool new_b(nf_tb *tb, context *c) {
  c->at.b_resp = any_code(tb, c);
  return c->answered != paired(c);
}

static bool new_ar(nf_tb *tb, context *c) {
  (void)tb;
  if (c->ar - c->read >= c->limit)
    return false;
  c->at.ar_addr = c->reads[c->ar % BURSTS].addr;
  c->at.ar_len = (uint8_t)c->reads[c->ar % BURSTS].len;
  return true;
}

static bool new_r(nf_tb *tb, context *c) {
  if (c->read == c->ar)
    return false;
  any_data(tb, c->at.r_data);
  c->at.r_resp = any_code(tb, c);
  c->bad_mark = nf_tb_chance(tb, c->harm);
  c->at.r_last = (c->back == c->reads[c->read % BURSTS].len) != c->bad_mark;
  return true;
}

// What waits is changed: a bit that matters to nothing but the rule.
static void change(nf_tb *tb, context *c, unsigned channel) {
  switch (channel) {
  case AW:
    c->at.aw_addr ^= 1;
    break;
  case W:
    c->at.w_data[0] ^= nf_tb_chance(tb, 50);
    c->at.w_strb[0] ^= 1;
    break;
  case B:
    c->at.b_resp ^= 2;
    break;
  case AR:
    c->at.ar_addr ^= (uint64_t)1 << (P_AddrBits - 1);
    break;
  default:
    c->at.r_data[(P_DataBits - 1) / 64] ^= 1;
  }
}

// ------------------------------------------------------------------------- a cycle
// Whether the channel offers something; breaks its rule now and then.
static bool offers(nf_tb *tb, context *c, unsigned channel, unsigned *broken) {
  static bool (*const new[])(nf_tb *, context *) = {new_aw, new_w, new_b, new_ar, new_r};
  const bool go = nf_pace_go(tb, &c->offer[channel]);
  if (!c->waits[channel])
    return go && new[channel](tb, c);
  if (!nf_tb_chance(tb, c->harm))
    return true;
  if (channel == B && c->at.b_resp % 2 != 0) // its change would be another code
    return true;
  *broken |= 1u << channel;
  if (nf_tb_chance(tb, 50)) {
    if (channel == W && c->at.w_last)
      c->writes[c->data % BURSTS].wrong = false;
    return false;
  }
  change(tb, c, channel);
  return true;
}

// A response that nobody waits for; it is taken at once.
static void uncalled(nf_tb *tb, context *c, nf_axi_rules_in *in, unsigned *broken) {
  if (c->answered == paired(c) && !c->waits[B] && nf_tb_chance(tb, 5 * c->harm)) {
    in->b_valid = in->b_ready = true;
    *broken |= RULE(B_ASKED);
  }
  if (c->read == c->ar && !c->waits[R] && nf_tb_chance(tb, 5 * c->harm)) {
    in->r_valid = in->r_ready = true;
    in->r_resp = 0;
    *broken |= RULE(R_ASKED);
  }
}

static void count(nf_tb *tb, context *c, const nf_axi_rules_in *in, unsigned *broken) {
  const uint32_t before = paired(c), due = c->answered != before, asked = c->read != c->ar;
  const bool known = c->data < c->aw; // the address of this data
  burst *const b = &c->writes[c->data % BURSTS];
  if (in->w_valid && in->w_ready) {
    if (!in->w_last && known && c->beat >= b->len)
      *broken |= RULE(W_LAST);
    c->beat = in->w_last ? 0 : c->beat + 1;
    c->data += in->w_last;
  }
  if (in->aw_valid && in->aw_ready)
    any_burst(tb, c, &c->writes[(c->aw++ + BURSTS / 2) % BURSTS]);
  if (paired(c) != before && c->writes[before % BURSTS].wrong)
    *broken |= RULE(W_LAST);
  c->answered += due && in->b_valid && in->b_ready;
  if (in->r_valid && in->r_ready && asked) {
    const bool end = c->back == c->reads[c->read % BURSTS].len;
    c->back = end ? 0 : c->back + 1;
    c->read += end;
  }
  if (in->ar_valid && in->ar_ready)
    any_burst(tb, c, &c->reads[(c->ar++ + BURSTS / 2) % BURSTS]);
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_axi_rules_in *const in = input;
  unsigned broken = 0;
  nf_tb_check(tb, ((const nf_axi_rules_out *)out)->broken == c->expect, "rules broken: %x, %x are",
              ((const nf_axi_rules_out *)out)->broken, c->expect);
  if (nf_tb_cycle(tb) == 0)
    for (unsigned i = 0; i < BURSTS; i++) {
      any_burst(tb, c, &c->writes[i]);
      any_burst(tb, c, &c->reads[i]);
    }
  const bool ebbs = c->limit == 0 && c->read != c->ar; // until no read is outstanding
  if (nf_tb_cycle(tb) == 0 || (nf_tb_below(tb, 300) == 0 && !ebbs)) {
    c->limit = nf_tb_chance(tb, 40) ? (unsigned)nf_tb_below(tb, 2) : P_Outstanding - 1;
    for (unsigned i = 0; i < CHANNELS; i++) {
      c->offer[i] = nf_pace_any(tb);
      c->take[i] = nf_pace_any(tb);
    }
    if (c->limit == 0)
      c->offer[R] = c->take[R] = (nf_pace){.kind = NF_PACE_ALWAYS};
  }
  bool valid[CHANNELS] = {0}, ready[CHANNELS];
  const bool start = nf_tb_cycle(tb) == 0;
  for (unsigned i = 0; i < CHANNELS; i++) {
    if (!start || c->harm != 0)
      valid[i] = offers(tb, c, i, &broken);
    ready[i] = nf_pace_go(tb, &c->take[i]);
    broken |= start && valid[i] ? RULE(QUIET) : 0;
  }
  *in = c->at;
  in->aw_valid = valid[AW], in->aw_ready = ready[AW];
  in->w_valid = valid[W], in->w_ready = ready[W];
  in->b_valid = valid[B], in->b_ready = ready[B];
  in->ar_valid = valid[AR], in->ar_ready = ready[AR];
  in->r_valid = valid[R], in->r_ready = ready[R];
  if (!start)
    uncalled(tb, c, in, &broken);
  broken |= valid[AW] && c->writes[c->aw % BURSTS].crosses ? RULE(AW_PAGE) : 0;
  broken |= valid[AR] && c->reads[c->ar % BURSTS].crosses ? RULE(AR_PAGE) : 0;
  broken |= valid[R] && c->bad_mark ? RULE(R_LAST) : 0;
  broken |= (valid[B] && c->at.b_resp == 1) || (valid[R] && c->at.r_resp == 1) ? RULE(CODES) : 0;
  if (in->b_valid && !valid[B])
    broken |= c->at.b_resp == 1 ? RULE(CODES) : 0;
  count(tb, c, in, &broken);
  for (unsigned i = 0; i < CHANNELS; i++)
    c->waits[i] = valid[i] && !ready[i];
  for (unsigned i = 0; i < NF_AXI_RULES; i++)
    c->times[i] += broken >> i & 1;
  c->expect = broken;
}

static void finish(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  nf_tb_reach(tb, c->answered > 100 && c->read > 100, "%u writes, %u reads", c->answered, c->read);
}

static void start_harm(nf_tb *tb, void *ctx) {
  (void)tb;
  ((context *)ctx)->harm = 3;
}

static void finish_harm(nf_tb *tb, void *ctx) {
  const context *const c = ctx;
  for (unsigned i = 0; i < NF_AXI_RULES; i++)
    nf_tb_reach(tb, c->times[i] > 0 || i == NF_AXI_RULES_QUIET || i == NF_AXI_RULES_FOLLOWED,
                "rule %u was never broken", i);
}

// ------------------------------------------------------------------------- directed
// Only the first cycle is wrong.
static void drive_reset(nf_tb *tb, void *ctx, const void *out, void *input) {
  context *const c = ctx;
  nf_axi_rules_in *const in = input;
  const uint64_t cycle = nf_tb_cycle(tb);
  const unsigned channel = (unsigned)nf_tb_below(tb, 3);
  nf_tb_check(tb, ((const nf_axi_rules_out *)out)->broken == (cycle == 1 ? RULE(QUIET) : 0),
              "rules broken: %x", ((const nf_axi_rules_out *)out)->broken);
  in->aw_valid = in->aw_ready = cycle == 0 && channel == 0;
  in->w_valid = in->w_ready = cycle == 0 && channel == 1;
  in->ar_valid = in->ar_ready = cycle == 0 && channel == 2;
  c->times[0]++;
}

// One channel goes on until the queue is full: 0 reads, 1 addresses, 2 data, 3 both, unanswered.
static void flood(nf_tb *tb, void *ctx, const void *out, void *input, unsigned kind) {
  context *const c = ctx;
  nf_axi_rules_in *const in = input;
  const bool go = nf_tb_cycle(tb) != 0 && nf_tb_chance(tb, 70);
  nf_tb_check(tb, ((const nf_axi_rules_out *)out)->broken == c->expect, "rules broken: %x, %x are",
              ((const nf_axi_rules_out *)out)->broken, c->expect);
  in->ar_valid = in->ar_ready = go && kind == 0;
  in->aw_valid = in->aw_ready = go && (kind == 1 || kind == 3);
  in->w_valid = in->w_ready = in->w_last = go && kind >= 2;
  c->aw += go;
  c->expect = go && c->aw > P_Outstanding ? RULE(FOLLOWED) : 0;
}

static void flood_reads(nf_tb *tb, void *ctx, const void *out, void *in) {
  flood(tb, ctx, out, in, 0);
}
static void flood_addresses(nf_tb *tb, void *ctx, const void *out, void *in) {
  flood(tb, ctx, out, in, 1);
}
static void flood_data(nf_tb *tb, void *ctx, const void *out, void *in) {
  flood(tb, ctx, out, in, 2);
}
static void flood_writes(nf_tb *tb, void *ctx, const void *out, void *in) {
  flood(tb, ctx, out, in, 3);
}

int main(int argc, char **argv) {
  static const nf_axi_rules_cfg cfg = {.AddrBits = P_AddrBits,
                                       .DataBits = P_DataBits,
                                       .Outstanding = P_Outstanding,
                                       .Report = P_Report};
  static const nf_tb_scenario scenarios[] = {
      {"AXI4 A3.3 every order and pace, no rule is broken", 20000, NULL, drive, finish},
      {"AXI4 A3 one rule after the other is broken", 20000, start_harm, drive, finish_harm},
      {"AXI4 A3.1.2 something is offered in the first cycle", 100, NULL, drive_reset, NULL},
      {"AXI4 A5.1 reads without end", 800, NULL, flood_reads, NULL},
      {"AXI4 A5.1 addresses without data", 800, NULL, flood_addresses, NULL},
      {"AXI4 A5.1 data without addresses", 800, NULL, flood_data, NULL},
      {"AXI4 A5.1 writes without responses", 800, NULL, flood_writes, NULL},
  };
  const nf_tb_bench bench = {.dut = &nf_axi_rules_dut,
                             .model = NF_TB_MODEL(nf_axi_rules),
                             .cfg = &cfg,
                             .ctx_size = sizeof(context),
                             .scenarios = scenarios,
                             .count = P_Report ? 1 : sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
