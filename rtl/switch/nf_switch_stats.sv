// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Counters of one switch port: 32 counters of 32 bits in a RAM.
//
// Every event is counted at once in a small counter of 8 bits; a scanner visits them in turn and
// adds each to its word in the RAM. That takes a quarter of the flip-flops of full counters and
// loses nothing: a visit takes 2 cycles and every other visit may be a read, so a small counter is
// emptied at least every 128 cycles. A read adds what is still in the small counter: it is exact.
// Counters wrap at 2^32. They begin with Start: the first round after reset writes all words, and
// reads wait for it.
//
// One event per counter and cycle; a read holds rd_valid_i until rd_valid_o, usually 3 cycles.

`include "nf_assert.svh"

module nf_switch_stats #(
    parameter logic [31:0] Start = 32'd0,  // what counters begin with; for tests, which have no 2^32 cycles
    parameter bit NoTables = 0  // the switch has no reduction tables: theirs stay at Start
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] event_i,       // bit i adds one to counter i: nf_switch_pkg::counted_t
    // reading
    input  logic        rd_valid_i,    // held until the answer
    input  logic [ 4:0] rd_index_i,
    output logic        rd_valid_o,
    output logic [31:0] rd_data_o
);

  localparam int unsigned PendingBits = 8;
  // What is counted, by a small counter each: 16 events and CLEARs are a table's.
  localparam logic [31:0] TableCounters = 32'hffff << nf_switch_pkg::COUNTED_EVENTS
                                          | 32'd1 << nf_switch_pkg::COUNTED_CLEARED;
  localparam logic [31:0] Counted = NoTables ? ~TableCounters : 32'hffff_ffff;

  // A visit has two cycles: the word is read, then it is written back increased.
  logic write_q, reading_q;  // in the second cycle; on behalf of a read
  logic first_round_q;       // the words are not written yet and count as Start
  logic [4:0] scan_q, index_q, index;
  logic [32*PendingBits-1:0] pending_q, pending_d;
  logic [31:0] word, total;
  logic start_read;

  assign start_read = ~write_q & rd_valid_i & ~rd_valid_o & ~first_round_q & ~reading_q;
  assign index = start_read ? rd_index_i : scan_q;
  assign total = (first_round_q ? Start : word) + 32'(pending_q[index_q*PendingBits+:PendingBits]);

  always_comb begin
    pending_d = pending_q;
    for (int i = 0; i < 32; i++) begin
      if (write_q && index_q == 5'(i)) pending_d[i*PendingBits+:PendingBits] = '0;
      if (event_i[i] && Counted[i]) begin
        pending_d[i*PendingBits+:PendingBits] = pending_d[i*PendingBits+:PendingBits] + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      reading_q <= 1'b0;
      first_round_q <= 1'b1;
      scan_q <= '0;
      index_q <= '0;
      pending_q <= '0;
      rd_valid_o <= 1'b0;
    end else begin
      write_q <= ~write_q;
      pending_q <= pending_d;
      rd_valid_o <= write_q & reading_q;
      if (!write_q) begin
        index_q <= index;
        // After a read the scanner has its turn.
        reading_q <= start_read;
        if (!start_read) scan_q <= scan_q + 5'd1;
      end else if (index_q == 5'd31 && !reading_q) begin
        first_round_q <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk_i) if (write_q && reading_q) rd_data_o <= total;

  nf_ram_1r1w #(
      .Width(32),
      .Depth(32)
  ) u_counters (
      .clk_i,
      .we_i   (write_q),
      .waddr_i(index_q),
      .wdata_i(total),
      .re_i   (~write_q),
      .raddr_i(index),
      .rdata_o(word)
  );

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [31:0] full;
  for (genvar i = 0; i < 32; i++) begin : gen_full
    assign full[i] = pending_q[i*PendingBits+:PendingBits] == '1;
  end

  // No event is lost: a small counter is emptied before it is full.
  `NF_ASSERT(StatsNoLoss, (full & event_i) == '0)
  // Where there is no table none counts.
  `NF_ASSERT(StatsNoTable, (event_i & ~Counted) == '0)
  // A read waited for its turn.
  `NF_COVER(StatsReadWaits, rd_valid_i && write_q && !reading_q)
`endif

endmodule
