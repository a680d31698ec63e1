// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Ghosts of a reduction table: the keys of entries that left unfinished, the counts that they waited
// for and had. Contributions that come after their entry has left can never complete it; with
// its ghost the table knows how many of them there are, and lets the rest go when the last one has come
// instead of holding an entry for it until it times out. KLENK IV-C has no such thing.
//
// A ghost is a hint: it holds no data, it may be lost, and what it says may be wrong (the collective
// it belonged to was given up). It tells when a partial sum leaves, never what is in it or that it is
// complete. A ghost is known until it comes back or Ghosts younger ones have pushed it out.
//
// Latency: 1 cycle from look_i to hit_o; the answer accounts for changes of this cycle and of all that
// follow. Throughput: one lookup, one ghost forgotten and one remembered per cycle.

`include "nf_assert.svh"

module nf_reduce_ghost #(
    parameter int unsigned Ghosts = 4,  // 1..16
    parameter int unsigned KeyBits = 45
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // lookup for the next decision
    input  logic               load_i,       // a key is looked up
    input  logic               look_push_i,  // nothing else has ghosts
    input  logic [KeyBits-1:0] look_i,
    // changes
    input  logic               flush_i,      // all are forgotten, and nothing is remembered
    input  logic               forget_i,     // the one that was hit has come back
    input  logic               remember_i,   // an entry leaves unfinished
    input  logic [KeyBits-1:0] key_i,        // its key
    input  logic [       15:0] expected_i,   // the count that it waited for
    input  logic [       15:0] count_i,      // ... and had
    input  logic               same_i,       // its key is what is looked up now; without load_i: what was
    // the key that was looked up
    output logic               hit_o,        // the key that was looked up has a ghost
    output logic [       15:0] expected_o,   // of that ghost, else zero
    output logic [       15:0] count_o
);

  `NF_PARAM(GhostsOutOfRange, Ghosts >= 1 && Ghosts <= 16)
  `NF_PARAM(KeyBitsOutOfRange, KeyBits >= 1)

  // The youngest ghost is number 0. A new one pushes those before it down, as far as the first hole:
  // a register's input is its neighbour, and the oldest one falls out without a pointer.
  logic [Ghosts-1:0] valid_q, match_q, equal, kept, match, push;
  logic [Ghosts*KeyBits-1:0] key_q;
  nf_reduce_pkg::counts_t leaving, counts;  // of the entry that leaves; of the ghost that was hit
  localparam int unsigned CountsBits = $bits(counts);
  logic [Ghosts*CountsBits-1:0] counts_q;

  assign kept = valid_q & ~(match_q & {Ghosts{forget_i}});
  // The hit moves with its ghost.
  assign match = (load_i ? equal : match_q) & kept;

  // All up to the first hole.
  assign push = (kept ^ (kept + 1'b1)) & {Ghosts{remember_i}};

  assign leaving = {expected_i, count_i};

  for (genvar g = 0; g < Ghosts; g++) begin : gen_ghost
    logic [KeyBits-1:0] key_d;
    nf_reduce_pkg::counts_t counts_d;
    logic match_d;
    if (g == 0) begin : gen_youngest
      assign key_d = key_i;
      assign counts_d = leaving;
      assign match_d = same_i;
    end else begin : gen_older
      assign key_d = key_q[(g-1)*KeyBits+:KeyBits];
      assign counts_d = counts_q[(g-1)*CountsBits+:CountsBits];
      assign match_d = match[g-1];
    end
    assign equal[g] = look_push_i && key_q[g*KeyBits+:KeyBits] == look_i;

    always_ff @(posedge clk_i) begin
      if (push[g]) begin
        key_q[g*KeyBits+:KeyBits] <= key_d;
        counts_q[g*CountsBits+:CountsBits] <= counts_d;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) match_q[g] <= 1'b0;
      else match_q[g] <= !flush_i && (push[g] ? match_d : match[g]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= (kept | push) & {Ghosts{!flush_i}};
  end

  assign hit_o = match_q != '0;
  always_comb begin
    counts = '0;
    for (int g = 0; g < Ghosts; g++) begin
      if (match_q[g]) counts |= counts_q[g*CountsBits+:CountsBits];
    end
  end
  assign expected_o = counts.expected;
  assign count_o = counts.count;

  // No two ghosts have the same key.
  `NF_ASSERT(OneGhost, $onehot0(match_q))
  // What is hit is there.
  `NF_ASSERT(GhostIsValid, (match_q & ~valid_q) == '0)
`ifndef SYNTHESIS
  logic asked_q;  // a push's key was looked up, and is not decided yet
  logic [KeyBits-1:0] looked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) asked_q <= 1'b0;
    else asked_q <= load_i ? look_push_i : asked_q && !forget_i;
  end
  always_ff @(posedge clk_i) if (load_i) looked_q <= look_i;
  logic [Ghosts-1:0] known, doubled;
  for (genvar g = 0; g < Ghosts; g++) begin : gen_check
    assign known[g] = valid_q[g] && asked_q && key_q[g*KeyBits+:KeyBits] == looked_q;
    assign doubled[g] = kept[g] && key_q[g*KeyBits+:KeyBits] == key_i;
  end
  // What is hit is the ghost of the key that was looked up.
  `NF_ASSERT(HitIsLookedUp, match_q == known)
  // An entry that leaves has no ghost.
  `NF_ASSERT(RememberOnce, !remember_i || doubled == '0)
  // same_i says what it says.
  `NF_ASSERT(SameIsKey, !remember_i || same_i == (load_i ? look_push_i && key_i == look_i
                                                  : asked_q && !forget_i && key_i == looked_q))
`endif

endmodule
