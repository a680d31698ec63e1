// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_ace_slots: no slot of a partition is given to two chunks; chunks get a slot in the order in which they
// got in line for it; and every slot comes back: a slot that nobody is in line for is free, and of a line
// the first one holds it (ACE 4.3.1, 4.3.2).
//
// One partition is looked at, with 1 to `Slots` slots, written once; nobody gets in line elsewhere, and
// partitions have nothing in common but the ports. Rows get in line and leave whenever they want: a row that is not in
// line, and one that holds its slot. The books beside it are lists: for each slot, its rows in their order.

`include "nf_assert.svh"

module claim_ace_slots #(
    parameter int unsigned Chunks = 3,
    parameter int unsigned Slots = 2,
    parameter int unsigned Partition = 0
) (
    input logic       clk_i,
    input logic       rst_ni,
    input logic [4:0] slots_i,     // in the first cycle: slots of the partition
    input logic       take_i,
    input logic [7:0] take_row_i,
    input logic       leave_i,
    input logic [7:0] leave_row_i
);

  localparam int unsigned RowBits = $clog2(Chunks);
  localparam int unsigned CountBits = $clog2(Chunks + 1);

  // ------------------------------------------------------------------------------ set-up, ports
  logic ready_q, sets, take, leave;
  logic [4:0] slots_q;
  logic [RowBits-1:0] take_row, leave_row;
  logic [Chunks*8-1:0] held;
  logic [Chunks-1:0] holds, inline_q;  // rows that hold their slot; that are in line
  logic [7:0] set;
  logic first_free;
  assign sets = !ready_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= 1'b0;
      slots_q <= '0;
    end else if (sets) begin
      ready_q <= slots_i != '0 && slots_i <= 5'(Slots);
      slots_q <= slots_i;
    end
  end
  for (genvar r = 0; r < Chunks; r++) begin : gen_holds
    assign holds[r] = held[r*8+Partition];
  end
  assign take_row = take_row_i[RowBits-1:0];
  assign leave_row = leave_row_i[RowBits-1:0];
  assign take = ready_q && take_i && take_row_i < 8'(Chunks) && !inline_q[take_row];
  assign leave = ready_q && leave_i && leave_row_i < 8'(Chunks) && holds[leave_row];

  nf_ace_slots #(
      .Chunks(Chunks)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .abort_i(1'b0),
      .cfg_valid_i   (sets),
      .cfg_addr_i    (20'(nf_ace_pkg::CSR_PARTITION + Partition * 16 + 8)),
      .cfg_wdata_i   (slots_i <= 5'(Slots) ? 32'(slots_i) : 32'd0),
      .take_i        (take),
      .take_row_i    (8'(take_row)),
      .take_part_i   (3'(Partition)),
      .release_i     (leave),
      .release_row_i (8'(leave_row)),
      .release_part_i(3'(Partition)),
      .look_i        (1'b0),
      .look_row_i    (8'd0),
      .look_part_i   (3'd0),
      .src_o         (),
      .dst_o         (),
      .pick_i        (1'b0),
      .pick_row_i    (8'd0),
      .pick_part_i   (3'd0),
      .sram_o        (),
      .held_o        (held),
      .set_o         (set),
      .room_o        (),
      .first_free_o  (first_free)
  );

  // ------------------------------------------------------------------------------ books
  logic [4:0] turn_q;                       // slot of the next chunk
  logic [Chunks*5-1:0] slot_q;              // of each row
  logic [Slots*Chunks*RowBits-1:0] list_q;  // rows in line for a slot, the first one lowest
  logic [Slots*CountBits-1:0] count_q;      // of them
  logic [Slots-1:0] nobody;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q <= '0;
      slot_q <= '0;
      inline_q <= '0;
    end else begin
      if (leave) inline_q[leave_row] <= 1'b0;
      if (take) begin
        inline_q[take_row] <= 1'b1;
        slot_q[take_row*5+:5] <= turn_q;
        turn_q <= turn_q + 5'd1 == slots_q ? '0 : turn_q + 5'd1;
      end
    end
  end

  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    logic goes, comes;
    logic [CountBits-1:0] count, last;
    logic [RowBits-1:0] first;
    assign count = count_q[s*CountBits+:CountBits];
    assign first = list_q[s*Chunks*RowBits+:RowBits];
    assign goes = leave && slot_q[leave_row*5+:5] == 5'(s);
    assign comes = take && turn_q == 5'(s);
    assign last = count - CountBits'(goes);
    assign nobody[s] = count == '0;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q[s*CountBits+:CountBits] <= '0;
      else count_q[s*CountBits+:CountBits] <= last + CountBits'(comes);
    end
    for (genvar p = 0; p < Chunks; p++) begin : gen_place
      localparam int unsigned At = (s * Chunks + p) * RowBits;
      logic [RowBits-1:0] row;
      assign row = list_q[At+:RowBits];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) list_q[At+:RowBits] <= '0;
        else if (comes && last == CountBits'(p)) list_q[At+:RowBits] <= take_row;
        else if (goes && p + 1 < Chunks)
          list_q[At+:RowBits] <= list_q[(s*Chunks+(p+1)%Chunks)*RowBits+:RowBits];
      end
      // The first one in line for a slot holds it, and nobody else.
      `NF_ASSERT(SlotsFirstHolds, CountBits'(p) >= count || holds[row] == (p == 0))
    end
    // Who leaves was the first one in its line.
    `NF_ASSERT(SlotsFirstLeaves, !goes || (count != '0 && first == leave_row))
  end

  // No two rows hold the same slot.
  for (genvar r = 0; r < Chunks; r++) begin : gen_row
    for (genvar o = 0; o < r; o++) begin : gen_other
      `NF_ASSERT(SlotsGivenOnce,
                 !(holds[r] && holds[o]) || slot_q[r*5+:5] != slot_q[o*5+:5])
    end
    // Who holds a slot is in line for it.
    `NF_ASSERT(SlotsHolderInLine, !holds[r] || inline_q[r])
  end
  // A slot comes back: the next one is free as soon as nobody is in line for it.
  if (Partition == 0) begin : gen_first
    `NF_ASSERT(SlotsComeBack, !ready_q || first_free == |(nobody & (Slots'(1) << turn_q)))
  end
  // The partition is set up from the first cycle on, and no other one is.
  `NF_ASSERT(SlotsOnePartition, set == 8'(ready_q) << Partition)

endmodule
