// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "switch/nf_switch_column.h"

#include "nf_packet_gen.h"
#include "nf_tb.h"

enum { LOG = 256 };
// Packets that one that is no more than a header is passed by: two laps, one of each other row, and
// what is on its way out.
enum { PASSED_MOST = 2 * 32 + P_Rows + 2 };

// Independent of the model: what each row has written and the column has not yet delivered.
typedef struct {
  uint64_t flit[LOG]; // in order; flit number << 1 | last
  unsigned wrote, read;
  unsigned room; // flits that the row may still write
  unsigned left; // flits of the packet being written
} row_log;

typedef struct {
  nf_pace in_pace, out_pace;
  unsigned long_percent;
  unsigned gap_percent; // rows pause within packets
  row_log row[NF_SWITCH_COLUMN_MAX_ROWS];
  uint64_t number; // of the next flit
  unsigned open;   // 1 + row of the packet at the output, 0 = none
  // A row that writes a header, and the next one when it has left; 0: none. Packets that went
  // before it, and the most.
  unsigned lone, passed, passed_most;
  uint64_t delivered, busy_cycles, offered;
} column_ctx;

static void start_random(nf_tb *tb, void *p) {
  column_ctx *c = p;
  c->in_pace = nf_pace_any(tb);
  c->out_pace = nf_pace_any(tb);
  c->long_percent = (unsigned)nf_tb_below(tb, 101);
  c->gap_percent = nf_tb_chance(tb, 50) ? 20 : 0;
  for (unsigned r = 0; r < P_Rows; r++)
    c->row[r].room = P_XpDepth;
}

static void start_saturated(nf_tb *tb, void *p) {
  column_ctx *c = p;
  start_random(tb, c);
  c->in_pace = c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->gap_percent = 0;
  c->long_percent = 100;
}

// Queues run empty in the middle of packets.
static void start_gaps(nf_tb *tb, void *p) {
  column_ctx *c = p;
  start_random(tb, c);
  c->in_pace = (nf_pace){.kind = NF_PACE_RANDOM, .percent = 5};
  c->out_pace = (nf_pace){.kind = NF_PACE_ALWAYS};
  c->gap_percent = 70;
}

static void start_single_flits(nf_tb *tb, void *p) {
  start_saturated(tb, p);
  ((column_ctx *)p)->long_percent = 0;
}

// One row has a header now and then; all others keep their queues without room for another packet.
static void start_lone(nf_tb *tb, void *p) {
  column_ctx *c = p;
  start_saturated(tb, p);
  c->lone = 1 + (unsigned)nf_tb_below(tb, P_Rows);
}

// A row writes into its queue: whole packets for which it has credits.
static void write_row(nf_tb *tb, column_ctx *c, unsigned r, nf_switch_column_in *in) {
  row_log *l = &c->row[r];
  if (l->left == 0) {
    unsigned flits = nf_tb_chance(tb, c->long_percent) ? 9 : 1 + (unsigned)nf_tb_below(tb, 2) % 9;
    const bool lone = c->lone == r + 1;
    if (l->room < NF_MAX_PACKET_FLITS || !nf_pace_go(tb, &c->in_pace) ||
        (lone && l->wrote != l->read))
      return;
    l->left = c->long_percent == 0 || lone ? 1 : flits;
  } else if (nf_tb_chance(tb, c->gap_percent)) {
    return;
  }
  l->left--;
  bool last = l->left == 0;
  uint64_t number = c->number++;
  in->in_valid |= 1u << r;
  in->in_last |= (uint32_t)last << r;
  in->in_err |= (uint32_t)(last && number % 5 == 0) << r;
  in->in_region[r] = (uint8_t)number;
  in->in_data[r] = (nf_flit){{number, (uint64_t)r}};
  l->flit[l->wrote++ % LOG] = number << 1 | last;
  l->room--;
}

static void watch_output(nf_tb *tb, column_ctx *c, const nf_switch_column_out *out, bool ready) {
  for (unsigned r = 0; r < P_Rows; r++)
    c->row[r].room += out->credit >> r & 1;
  bool waiting = false;
  for (unsigned r = 0; r < P_Rows; r++)
    waiting = waiting || c->row[r].wrote != c->row[r].read;
  c->offered += waiting;
  if (!out->out_valid || !ready)
    return;
  unsigned r = (unsigned)out->out_data.w[1];
  nf_tb_check(tb, c->open == 0 || c->open == r + 1, "row %u does not break into a packet", r);
  if (r >= P_Rows)
    return;
  row_log *l = &c->row[r];
  uint64_t expected = l->flit[l->read % LOG];
  nf_tb_check(tb, l->read != l->wrote && out->out_data.w[0] == expected >> 1,
              "row %u: flit %llu in order", r, (unsigned long long)(expected >> 1));
  nf_tb_check(tb, out->out_last == (expected & 1), "row %u: last", r);
  nf_tb_check(tb, out->out_err == (out->out_last && (expected >> 1) % 5 == 0), "row %u: err", r);
  if (P_HasRegion)
    nf_tb_check(tb, out->out_region == (uint8_t)(expected >> 1), "row %u: region", r);
  l->read++;
  c->open = out->out_last ? 0 : r + 1;
  if (c->lone != 0 && out->out_last) {
    const row_log *lone = &c->row[c->lone - 1];
    c->passed = c->lone == r + 1 || lone->wrote == lone->read ? 0 : c->passed + 1;
    if (c->passed > c->passed_most)
      c->passed_most = c->passed;
  }
  c->delivered++;
}

static void drive(nf_tb *tb, void *p, const void *po, void *pi) {
  column_ctx *c = p;
  nf_switch_column_in *in = pi;
  in->out_ready = nf_pace_go(tb, &c->out_pace);
  watch_output(tb, c, po, in->out_ready);
  for (unsigned r = 0; r < P_Rows; r++)
    write_row(tb, c, r, in);
}

static void finish(nf_tb *tb, void *p) {
  column_ctx *c = p;
  nf_tb_reach(tb, c->delivered > 500, "%llu flits delivered", (unsigned long long)c->delivered);
  for (unsigned r = 0; r < P_Rows; r++)
    nf_tb_reach(tb, c->row[r].read != 0, "row %u was served", r);
}

static void finish_saturated(nf_tb *tb, void *p) {
  column_ctx *c = p;
  finish(tb, p);
  nf_tb_check(tb, c->delivered + 10 >= nf_tb_cycle(tb), "%llu flits in %llu cycles",
              (unsigned long long)c->delivered, (unsigned long long)nf_tb_cycle(tb));
}

static void finish_lone(nf_tb *tb, void *p) {
  column_ctx *c = p;
  finish_saturated(tb, p);
  nf_tb_check(tb, c->passed_most <= PASSED_MOST, "%u packets before a header", c->passed_most);
  // Of three rows and more two keep the output between them, but for the laps.
  nf_tb_reach(tb, P_Rows < 3 || c->passed_most > P_Rows, "%u packets before a header",
              c->passed_most);
}

int main(int argc, char **argv) {
  extern const nf_dut nf_switch_column_dut;
  static const nf_switch_column_cfg cfg = {P_Rows, P_XpDepth, P_HasRegion};
  static const nf_tb_scenario scenarios[] = {
      {"KLENK IV-D one flit a cycle across packets", 5000, start_saturated, drive,
       finish_saturated},
      {"KLENK V one flit a cycle, packets without payload", 5000, start_single_flits, drive,
       finish_saturated},
      {"KLENK IV-D a lone header beside rows without room", 5000, start_lone, drive, finish_lone},
      {"KLENK IV-E2 cut-through: queues run empty within packets", 20000, start_gaps, drive,
       finish},
      {"KLENK IV-D random rows and back-pressure", 20000, start_random, drive, finish},
      {"KLENK IV-D random, other pace", 20000, start_random, drive, finish},
      {"KLENK IV-D random, third pace", 20000, start_random, drive, finish},
  };
  const nf_tb_bench bench = {.dut = &nf_switch_column_dut,
                             .model = NF_TB_MODEL(nf_switch_column),
                             .cfg = &cfg,
                             .ctx_size = sizeof(column_ctx),
                             .scenarios = scenarios,
                             .count = sizeof scenarios / sizeof *scenarios};
  return nf_tb_main(argc, argv, &bench);
}
