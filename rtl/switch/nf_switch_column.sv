// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One sink of the crossbar: a crosspoint queue for every row, and the arbiter that empties them
// packet by packet (KLENK IV-D, Fig. 5).
//
// Queues without room for another packet go first, since each of them holds up a whole row; among
// equals the pick goes round. But two such queues would keep the sink between them for as long as both are filled up, and a lone
// header, a pull request say, would wait until its sum has timed out: what has waited for one to two laps of 32 packets goes with
// the first. A packet in progress is never interleaved with another.
// It does not check for room: a row writes only what its credits cover.
//
// The queues are small memories, read with the choice; what they give in the next cycle is gated,
// ORed and registered once for the column, not once for each queue. Whether a flit is the last of its
// packet decides the next choice in that very cycle, which is early for a memory: these marks are
// registers beside it.
//
// Latency 3 cycles from the crosspoint bus to out_*; one flit per cycle, also across packets.

`include "nf_assert.svh"

module nf_switch_column #(
    parameter int unsigned Rows = 16,      // sources, 2..32
    parameter int unsigned XpDepth = 16,   // flits of one crosspoint queue: 16, 32 or 64
    parameter int unsigned HasRegion = 0   // 1: the region index travels with the flit
) (
    input  logic                              clk_i,
    input  logic                              rst_ni,
    // crosspoint buses, one per row
    input  logic [                  Rows-1:0] in_valid_i,
    input  logic [                  Rows-1:0] in_last_i,
    input  logic [                  Rows-1:0] in_err_i,
    input  logic [                Rows*8-1:0] in_region_i,
    input  logic [Rows*nf_pkg::FLIT_BITS-1:0] in_data_i,
    output logic [                  Rows-1:0] credit_o,      // bit r: a flit left the queue of row
                                                             // r
    // stream out
    output logic                              out_valid_o,
    input  logic                              out_ready_i,
    output logic                              out_last_o,
    output logic                              out_err_o,
    output logic [                       7:0] out_region_o,
    output logic [     nf_pkg::FLIT_BITS-1:0] out_data_o,
    output logic                              busy_o
);

  `NF_PARAM(ColumnRows, Rows >= 2 && Rows <= 2 * nf_pkg::MAX_PORTS)
  `NF_PARAM(ColumnXpDepth, XpDepth == 16 || XpDepth == 32 || XpDepth == 64)

  localparam int unsigned RowBits = $clog2(Rows);
  localparam int unsigned PtrBits = $clog2(XpDepth);
  // Above this a queue has no room for a whole packet.
  localparam logic [PtrBits:0] Crowded = (PtrBits + 1)'(XpDepth - nf_pkg::MAX_PACKET_FLITS);

  nf_switch_pkg::word_t word, out;  // what is read; what leaves
  nf_switch_pkg::beat_t beat;       // of what is read
  // A queue keeps the region, which is on top of a word, only where the sink needs it.
  localparam int unsigned WordBits = (HasRegion != 0) ? $bits(word) : $bits(beat);
  localparam int unsigned FullBits = $bits(word);
  localparam int unsigned FlitBits = nf_pkg::FLIT_BITS;
  localparam int unsigned KeptBits = WordBits - 1;  // in the memory: all but the mark
  // ------------------------------------------------------------------------------ queues
  // One small memory per row. The row is chosen in one cycle, and its flit is there in the next: the
  // choice is a register, so it may fan out to all bits of a queue, and the flit is the OR of all
  // gated queues. Counts include the flit that is being read; the choice does not. Its row learns of
  // the room in the cycle of the read, so its place is written by the edge that ends this cycle, or
  // later.
  logic [Rows-1:0] some_q, more_q, close_q, over_q;  // at least 1, 2 flits; above Crowded, by 2
  logic [Rows-1:0] filled, crowded, choose, chosen_q;
  assign filled = more_q | (some_q & ~chosen_q);
  assign crowded = over_q | (close_q & ~chosen_q);
  // Filled at the end of a lap of packets, and not picked since; for another whole lap.
  logic [Rows-1:0] old_q, late_q, first;
  assign first = crowded | (late_q & filled);
  logic [WordBits-1:0] rword;

  for (genvar r = 0; r < Rows; r++) begin : gen_row
    logic [XpDepth-1:0] last_q;  // of each flit: it is the last of its packet
    logic read_last_q;           // of the flit that is being read
    logic [KeptBits-1:0] kept;   // and all else of it: region, err, flit
    logic [PtrBits-1:0] wptr_q, rptr_q;
    logic [PtrBits:0] count_q, count_d;

    assign count_d = count_q + (PtrBits + 1)'(in_valid_i[r]) - (PtrBits + 1)'(chosen_q[r]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        wptr_q <= '0;
        rptr_q <= '0;
        count_q <= '0;
        some_q[r] <= 1'b0;
        more_q[r] <= 1'b0;
        close_q[r] <= 1'b0;
        over_q[r] <= 1'b0;
      end else begin
        if (in_valid_i[r]) wptr_q <= wptr_q + 1'b1;
        if (choose[r]) rptr_q <= rptr_q + 1'b1;
        count_q <= count_d;
        some_q[r] <= count_d != '0;
        more_q[r] <= count_d > (PtrBits + 1)'(1);
        close_q[r] <= count_d > Crowded;
        over_q[r] <= count_d > Crowded + 1'b1;
      end
    end

    always_ff @(posedge clk_i) begin
      if (in_valid_i[r]) last_q[wptr_q] <= in_last_i[r];
      if (choose[r]) read_last_q <= last_q[rptr_q];
    end

    nf_ram_1r1w #(
        .Width(KeptBits),
        .Depth(XpDepth)
    ) u_flits (
        .clk_i,
        .we_i   (in_valid_i[r]),
        .waddr_i(wptr_q),
        .wdata_i(KeptBits'({in_region_i[r*8+:8], in_err_i[r], in_data_i[r*FlitBits+:FlitBits]})),
        .re_i   (choose[r]),
        .raddr_i(rptr_q),
        .rdata_o(kept)
    );

    // The OR of the rows up to this one.
    logic [WordBits-1:0] gated, rword_or;
    assign gated = chosen_q[r] ? {kept[KeptBits-1:FlitBits], read_last_q, kept[FlitBits-1:0]} : '0;
    if (r == 0) begin : gen_first
      assign rword_or = gated;
    end else begin : gen_further
      assign rword_or = gated | gen_row[r-1].rword_or;
    end

`ifndef SYNTHESIS
    // A row never writes past the room that its credits give it.
    `NF_ASSERT(ColumnNoOverflow, count_d <= (PtrBits + 1)'(XpDepth))
    // A queue is chosen only when it holds a flit beside the one that is being read.
    `NF_ASSERT(ColumnNoUnderflow, !choose[r] || count_q > (PtrBits + 1)'(chosen_q[r]))

`ifdef FORMAL
    // What induction has to know, too much work for a simulation: the notes of the count, and how the flit
    // that came last was marked.
    logic tail_q;
    logic [PtrBits-1:0] newest, reading;
    assign newest = wptr_q - 1'b1;
    assign reading = rptr_q - 1'b1;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) tail_q <= 1'b1;
      else if (in_valid_i[r]) tail_q <= in_last_i[r];
    end
    `NF_ASSERT(ColumnNotesCount, some_q[r] == (count_q != '0) && more_q[r] == (count_q > (PtrBits + 1)'(1))
               && close_q[r] == (count_q > Crowded) && over_q[r] == (count_q > Crowded + 1'b1))
    logic [PtrBits-1:0] apart;
    assign apart = wptr_q - rptr_q + PtrBits'(chosen_q[r]);
    `NF_ASSERT(ColumnPointersMatch, count_q[PtrBits-1:0] == apart)
    `NF_ASSERT(ColumnCountInRange, count_q <= (PtrBits + 1)'(XpDepth))
    `NF_ASSERT(ColumnReadsWhatIsThere, !(chosen_q[r] && count_q == '0))
    `NF_ASSERT(ColumnTailKnown, count_q == '0 || last_q[newest] == tail_q)
    `NF_ASSERT(ColumnMarkRead, !chosen_q[r] || read_last_q == last_q[reading])
    // What is read next of a packet is here when its flit before is read.
    `NF_ASSERT(ColumnPacketGoesOn, !chosen_q[r] || count_q > (PtrBits + 1)'(1) || tail_q)
    `NF_ASSERT(ColumnPacketStays, !(open_q && !rd_valid_q && row_onehot_q[r]) || count_q != '0)
`endif
`endif
  end

  // ------------------------------------------------------------------------------ choosing
  // Crowded queues and all queues are picked from side by side: whether there is a crowded one is
  // known as late as the picks are.
  logic [RowBits-1:0] row_q, urgent_row, filled_row;  // row_q: of the packet in progress
  logic urgent, waiting, open_q, midway, read, space, start;
  logic [Rows-1:0] urgent_onehot, filled_onehot, pick_onehot, row_onehot_q;

  // A queue that goes first is a filled one.
  nf_rr_arb #(
      .Requests(Rows)
  ) u_pick_urgent (
      .req_i         (first),
      .last_i        (row_q),
      .grant_valid_o (urgent),
      .grant_index_o (urgent_row),
      .grant_onehot_o(urgent_onehot)
  );
  nf_rr_arb #(
      .Requests(Rows)
  ) u_pick_filled (
      .req_i         (filled),
      .last_i        (row_q),
      .grant_valid_o (waiting),
      .grant_index_o (filled_row),
      .grant_onehot_o(filled_onehot)
  );
  assign pick_onehot = urgent ? urgent_onehot : filled_onehot;

  // The flit that is read now tells whether it is the last of its packet.
  logic rd_valid_q;
  assign rword = gen_row[Rows-1].rword_or;
  assign word = FullBits'(rword);
  assign beat = word.beat;
  assign midway = rd_valid_q ? ~beat.last : open_q;
  assign choose = !space ? '0 : midway ? row_onehot_q & filled : pick_onehot;
  assign read = space & (midway ? (row_onehot_q & filled) != '0 : waiting);
  assign start = space & ~midway & waiting;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rd_valid_q <= 1'b0;
      open_q <= 1'b0;
      row_q <= '0;
      row_onehot_q <= '0;
      chosen_q <= '0;
    end else begin
      rd_valid_q <= read;
      open_q <= midway;
      chosen_q <= choose;
      if (start) begin
        row_q <= urgent ? urgent_row : filled_row;
        row_onehot_q <= pick_onehot;
      end
    end
  end

  logic [4:0] lap_q;  // packets that began in this lap
  logic [Rows-1:0] passed;
  assign passed = filled & ~({Rows{start}} & pick_onehot);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lap_q <= '0;
      old_q <= '0;
      late_q <= '0;
    end else begin
      lap_q <= lap_q + 5'(start);
      old_q <= (start && lap_q == '1) ? passed : old_q & passed;
      late_q <= ((start && lap_q == '1) ? late_q | old_q : late_q) & passed;
    end
  end

  assign credit_o = chosen_q;

  // ------------------------------------------------------------------------------ output
  // Two registers; the flit that was read always finds a place in one of them.
  logic head_valid_q, next_valid_q, head_load, pop;
  logic [WordBits-1:0] head_q, next_q;

  assign pop = head_valid_q & out_ready_i;
  assign head_load = ~head_valid_q | pop;
  // A read now arrives when at most one of the two registers is still taken.
  assign space = (2'(head_valid_q) + 2'(next_valid_q) + 2'(rd_valid_q) - 2'(pop)) < 2'd2;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_valid_q <= 1'b0;
      next_valid_q <= 1'b0;
    end else if (head_load) begin
      head_valid_q <= next_valid_q | rd_valid_q;
      next_valid_q <= next_valid_q & rd_valid_q;
    end else if (rd_valid_q) begin
      next_valid_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (head_load && (next_valid_q || rd_valid_q)) head_q <= next_valid_q ? next_q : rword;
    if (rd_valid_q) next_q <= rword;
  end

  assign out_valid_o = head_valid_q;
  assign out = FullBits'(head_q);
  assign out_last_o = head_valid_q & out.beat.last;
  assign out_err_o = head_valid_q & out.beat.err;
  assign out_region_o = out.region;
  assign out_data_o = out.beat.flit;
  assign busy_o = some_q != '0 || head_valid_q;

  logic unused_word;
  assign unused_word = ^{word, beat};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  // The two output registers never take a third flit.
  `NF_ASSERT(ColumnOutputBounded, !(rd_valid_q && head_valid_q && next_valid_q && !pop))
  // At most one queue is read in a cycle.
  `NF_ASSERT(ColumnReadsOne, (choose & (choose - 1'b1)) == '0)
  // A queue without room went ahead of its turn.
  `NF_COVER(ColumnCrowdedFirst, start && urgent && first != filled)
  // A queue that is not crowded had waited long enough.
  `NF_COVER(ColumnLateFirst, start && (pick_onehot & late_q & ~crowded) != '0)
  // The output held a packet back.
  `NF_COVER(ColumnHeld, head_valid_q && next_valid_q && !out_ready_i)
`ifdef FORMAL
  nf_switch_pkg::word_t next;
  assign next = FullBits'(next_q);
  // The row of the packet in progress, as a number and as a bit, and it is what is read.
  `NF_ASSERT(ColumnRowKnown, (chosen_q == '0 || chosen_q == row_onehot_q) && rd_valid_q == (chosen_q != '0)
             && (row_onehot_q == Rows'(1) << row_q || (row_onehot_q == '0 && !open_q)) && 32'(row_q) < Rows)
  // A packet that has begun is read on unless both registers are full; the flit behind them is its next one.
  `NF_ASSERT(ColumnReadsOn, !(next_valid_q && !head_valid_q) && !(open_q && !rd_valid_q && !next_valid_q)
             && !(head_valid_q && !next_valid_q && !rd_valid_q && !out.beat.last)
             && !(next_valid_q && !rd_valid_q && next.beat.last == open_q))
`endif
`endif

endmodule
