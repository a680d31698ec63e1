// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Partitions of the SRAM and their slots (ACE 4.3.1). A partition is a run of equal slots; the
// n-th chunk that is created gets slot n mod (slots), and waits for exactly that one until the
// chunk before it there has left. So no chunk overtakes another into a slot, and the oldest one
// can always go on.
//
// A chunk gets in line for its slot of each partition when it is created. A slot's line is a list:
// the slot knows its last chunk, every chunk the one behind it. It does not know phases or
// commands, and the set-up of a partition must not change while a chunk is in its lines.
//
// A chunk that gets in line, or one behind a chunk that leaves, holds its slot one cycle later.
// Looked-up addresses come one cycle after the request and stay. One of each per cycle.

`include "nf_assert.svh"

module nf_ace_slots #(
    parameter int unsigned Chunks = 32  // rows of the chunk table, 2..32
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic                abort_i,        // no chunk is in any line; the set-up stays
    // config bus: nf_ace_pkg::CSR_PARTITION
    input  logic                cfg_valid_i,
    input  logic [        19:0] cfg_addr_i,
    input  logic [        31:0] cfg_wdata_i,
    // the chunk in a row gets in line for the next slot of a partition
    input  logic                take_i,
    input  logic [         7:0] take_row_i,
    input  logic [         2:0] take_part_i,
    // it leaves the slot that it holds
    input  logic                release_i,
    input  logic [         7:0] release_row_i,
    input  logic [         2:0] release_part_i,
    // addresses of a row's slots in partition look_part and the next, for a machine
    input  logic                look_i,         // addresses in a partition and the next
    input  logic [         7:0] look_row_i,
    input  logic [         2:0] look_part_i,
    output logic [        15:0] src_o,
    output logic [        15:0] dst_o,
    // address of a row's slot in a partition, for a DMA
    input  logic                pick_i,         // address in a partition
    input  logic [         7:0] pick_row_i,
    input  logic [         2:0] pick_part_i,
    output logic [        15:0] sram_o,         // in the cycle after pick_i
    // what is
    output logic [Chunks*8-1:0] held_o,         // bit 8 r + p: row r holds its slot of partition p
    output logic [         7:0] set_o,          // partition p is set up: it has 1..32 slots
    output logic [       127:0] room_o,         // SRAM packets of its slots, 16 bits each
    output logic                first_free_o    // the next slot of partition 0 is free
);

  `NF_PARAM(SlotsChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  localparam int unsigned RowBits = $clog2(Chunks);
  localparam int unsigned Parts = nf_ace_pkg::MAX_PARTITIONS;

  // ------------------------------------------------------------------------------ partitions
  logic cfg_hit;
  logic [Parts*5-1:0] turn_q;         // slot that the next chunk gets
  logic [Parts*16-1:0] at_q, room_q;  // its address; packets of a slot
  assign cfg_hit = cfg_valid_i && cfg_addr_i[19:7] == nf_ace_pkg::CSR_PARTITION[19:7];

  for (genvar p = 0; p < Parts; p++) begin : gen_partition
    logic mine, wrap;
    logic [5:0] slots_q;
    logic [15:0] first_q;
    assign mine = cfg_hit && cfg_addr_i[6:4] == 3'(p);
    assign wrap = 6'(turn_q[p*5+:5]) + 6'd1 >= slots_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        slots_q <= '0;
        first_q <= '0;
        room_q[p*16+:16] <= '0;
        turn_q[p*5+:5] <= '0;
        at_q[p*16+:16] <= '0;
      end else if (mine) begin
        // A new set-up begins with slot 0.
        turn_q[p*5+:5] <= '0;
        at_q[p*16+:16] <= first_q;
        if (cfg_addr_i[3:2] == 2'd0) begin
          first_q <= cfg_wdata_i[15:0];
          at_q[p*16+:16] <= cfg_wdata_i[15:0];
        end
        if (cfg_addr_i[3:2] == 2'd1) room_q[p*16+:16] <= cfg_wdata_i[15:0];
        if (cfg_addr_i[3:2] == 2'd2) slots_q <= cfg_wdata_i > 32'd32 ? '0 : cfg_wdata_i[5:0];
      end else if (abort_i) begin
        turn_q[p*5+:5] <= '0;
        at_q[p*16+:16] <= first_q;
      end else if (take_i && take_part_i == 3'(p)) begin
        turn_q[p*5+:5] <= wrap ? '0 : turn_q[p*5+:5] + 1'b1;
        at_q[p*16+:16] <= wrap ? first_q : at_q[p*16+:16] + room_q[p*16+:16];
      end
    end
    assign set_o[p] = slots_q != '0;
  end
  assign room_o = room_q;

  // ------------------------------------------------------------------------------ lines
  logic [Parts*32-1:0] line_q, line_d;                     // a chunk is in line for the slot
  logic [Chunks*8-1:0] held_q, held_d, behind_q, behind_d;  // behind: another waits
  logic [RowBits-1:0] last_q[Parts*32];                    // last chunk in a slot's line
  logic [RowBits-1:0] next_q[Chunks*8];                    // the one behind this one
  typedef struct packed {
    logic [4:0]  slot;
    logic [15:0] addr;  // where it is
  } place_t;

  place_t taken, released;
  localparam int unsigned PlaceBits = $bits(taken);
  logic [PlaceBits-1:0] slot_q[Chunks*8];                  // its slot

  logic [7:0] take_slot, release_slot;            // partition and slot
  logic [RowBits+2:0] take_at, release_at, ahead_at, behind_at;  // row and partition
  logic waits, handed;

  assign taken.slot = turn_q[take_part_i*5+:5];
  assign taken.addr = at_q[take_part_i*16+:16];
  assign released = slot_q[release_at];
  assign take_slot = {take_part_i, taken.slot};
  assign take_at = {take_row_i[RowBits-1:0], take_part_i};
  assign ahead_at = {last_q[take_slot], take_part_i};
  assign release_at = {release_row_i[RowBits-1:0], release_part_i};
  assign release_slot = {release_part_i, released.slot};
  assign behind_at = {next_q[release_at], release_part_i};
  // The last in line may just be leaving.
  assign waits = take_i && line_q[take_slot] && !(release_i && ahead_at == release_at);
  assign handed = release_i && behind_q[release_at];

  always_comb begin
    line_d = line_q;
    held_d = held_q;
    behind_d = behind_q;
    if (release_i) begin
      held_d[release_at] = 1'b0;
      behind_d[release_at] = 1'b0;
      if (handed) held_d[behind_at] = 1'b1;
      else line_d[release_slot] = 1'b0;
    end
    if (take_i) begin
      line_d[take_slot] = 1'b1;
      if (waits) behind_d[ahead_at] = 1'b1;
      else held_d[take_at] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      line_q <= '0;
      held_q <= '0;
      behind_q <= '0;
    end else if (abort_i) begin
      line_q <= '0;
      held_q <= '0;
      behind_q <= '0;
    end else begin
      line_q <= line_d;
      held_q <= held_d;
      behind_q <= behind_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take_i) last_q[take_slot] <= take_row_i[RowBits-1:0];
  end
  always_ff @(posedge clk_i) begin
    if (waits) next_q[ahead_at] <= take_row_i[RowBits-1:0];
  end
  always_ff @(posedge clk_i) begin
    if (take_i) slot_q[take_at] <= taken;
  end

  // ------------------------------------------------------------------------------ addresses
  place_t look_src, look_dst, picked;
  logic [15:0] src_q, dst_q, sram_q;
  assign look_src = slot_q[{look_row_i[RowBits-1:0], look_part_i}];
  assign look_dst = slot_q[{look_row_i[RowBits-1:0], look_part_i+3'd1}];
  assign picked = slot_q[{pick_row_i[RowBits-1:0], pick_part_i}];
  always_ff @(posedge clk_i) begin
    if (look_i) begin
      src_q <= look_src.addr;
      dst_q <= look_dst.addr;
    end
    if (pick_i) sram_q <= picked.addr;
  end
  assign src_o = src_q;
  assign dst_o = dst_q;
  assign sram_o = sram_q;
  assign held_o = held_q;
  assign first_free_o = !line_q[{3'd0, turn_q[4:0]}];

  // Rows are 8 bits wide at the ports.
  logic unused;
  assign unused = ^{take_row_i, release_row_i, look_row_i, pick_row_i, cfg_addr_i[1:0],
                    released.addr, look_src.slot, look_dst.slot, picked.slot};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [Parts*32-1:0] busy_q;  // slots that a chunk holds
  place_t behind;
  logic [7:0] behind_slot;
  logic unused_behind;
  assign behind = slot_q[behind_at];
  assign behind_slot = {release_part_i, behind.slot};
  assign unused_behind = ^behind.addr;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) busy_q <= '0;
    else if (abort_i) busy_q <= '0;
    else begin
      if (release_i && !handed) busy_q[release_slot] <= 1'b0;
      if (take_i && !waits) busy_q[take_slot] <= 1'b1;
    end
  end
  // A chunk gets in line only for a partition that is set up.
  `NF_ASSERT(SlotsSetUp, !take_i || set_o[take_part_i])
  // A chunk that leaves holds its slot.
  `NF_ASSERT(SlotsReleaseHeld, !release_i || held_q[release_at])
  // A chunk gets a slot at once only when no other chunk holds it.
  `NF_ASSERT(SlotsOneHolder, !take_i || waits || !busy_q[take_slot]
             || (release_i && !handed && release_slot == take_slot))
  // A slot goes to the chunk behind, which is in line for the same one.
  `NF_ASSERT(SlotsSameLine, !handed || (behind_slot == release_slot && !held_q[behind_at]))
  // A chunk leaves while another is in line behind it.
  `NF_COVER(SlotsHandedOn, handed)
`endif

endmodule
