// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Says which partitions of the SRAM are sound: all of their slots lie in the SRAM, and none in
// another partition (ACE 4.3.1). A plan with one that is not is refused before anything starts.
//
// It keeps its own copy of where partitions lie, and multiplies once for each write that changes
// one. It does not know plans: a partition that no plan uses counts while it has slots.
//
// A write shows three cycles later. One write per cycle. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_partitions #(
    parameter int unsigned Packets = 16384  // of the SRAM, 16..65536
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // config bus: nf_ace_pkg::CSR_PARTITION
    input  logic        cfg_valid_i,
    input  logic [19:0] cfg_addr_i,
    input  logic [31:0] cfg_wdata_i,
    output logic [ 7:0] sound_o       // partition p has slots, in the SRAM and apart from others
);

  `NF_PARAM(PartitionsPacketsInRange, Packets >= 16 && Packets <= 65536)

  localparam int unsigned Parts = nf_ace_pkg::MAX_PARTITIONS;
  localparam int unsigned EndBits = 23;  // of first + slots * packets of a slot

  logic cfg_hit;
  logic [2:0] cfg_part;
  logic [Parts*16-1:0] first_q, room_q;
  logic [Parts*6-1:0] slots_q;
  assign cfg_hit = cfg_valid_i && cfg_addr_i[19:7] == nf_ace_pkg::CSR_PARTITION[19:7];
  assign cfg_part = cfg_addr_i[6:4];

  for (genvar p = 0; p < Parts; p++) begin : gen_partition
    logic mine;
    assign mine = cfg_hit && cfg_part == 3'(p);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q[p*16+:16] <= '0;
        room_q[p*16+:16]  <= '0;
        slots_q[p*6+:6]   <= '0;
      end else if (mine) begin
        if (cfg_addr_i[3:2] == 2'd0) first_q[p*16+:16] <= cfg_wdata_i[15:0];
        if (cfg_addr_i[3:2] == 2'd1) room_q[p*16+:16] <= cfg_wdata_i[15:0];
        if (cfg_addr_i[3:2] == 2'd2)
          slots_q[p*6+:6] <= cfg_wdata_i > 32'd32 ? '0 : cfg_wdata_i[5:0];
      end
    end
  end

  // ------------------------------------------------------------------------------ where it ends
  logic end_valid_q;
  logic [2:0] end_part_q;
  logic [EndBits-1:0] last;
  logic [Parts*EndBits-1:0] end_q;
  assign last = EndBits'(first_q[end_part_q*16+:16])
                + EndBits'(room_q[end_part_q*16+:16]) * EndBits'(slots_q[end_part_q*6+:6]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      end_valid_q <= 1'b0;
      end_part_q <= '0;
      end_q <= '0;
    end else begin
      end_valid_q <= cfg_hit;
      end_part_q <= cfg_part;
      if (end_valid_q) end_q[end_part_q*EndBits+:EndBits] <= last;
    end
  end

  // ------------------------------------------------------------------------------ beside the others
  // clash_q[8p+q]: p and q have a packet in common. The one that was written is compared with all;
  // when both were, the later one finds what the earlier one has become.
  logic meet_valid_q;
  logic [2:0] meet_part_q;
  logic [Parts-1:0] meets, filled;  // filled: it has packets
  logic [Parts*Parts-1:0] clash_q;

  for (genvar q = 0; q < Parts; q++) begin : gen_meet
    assign filled[q] = slots_q[q*6+:6] != '0 && room_q[q*16+:16] != '0;
    assign meets[q] = meet_part_q != 3'(q)
        && filled[q] && filled[meet_part_q]
        && EndBits'(first_q[q*16+:16]) < end_q[meet_part_q*EndBits+:EndBits]
        && EndBits'(first_q[meet_part_q*16+:16]) < end_q[q*EndBits+:EndBits];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      meet_valid_q <= 1'b0;
      meet_part_q <= '0;
    end else begin
      meet_valid_q <= end_valid_q;
      meet_part_q <= end_part_q;
    end
  end
  for (genvar p = 0; p < Parts; p++) begin : gen_row
    for (genvar q = 0; q < Parts; q++) begin : gen_pair
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) clash_q[p*Parts+q] <= 1'b0;
        else if (meet_valid_q && meet_part_q == 3'(p)) clash_q[p*Parts+q] <= meets[q];
        else if (meet_valid_q && meet_part_q == 3'(q)) clash_q[p*Parts+q] <= meets[p];
      end
    end
    assign sound_o[p] = slots_q[p*6+:6] != '0 && clash_q[p*Parts+:Parts] == '0
        && end_q[p*EndBits+:EndBits] <= EndBits'(Packets);
  end

  logic unused;
  assign unused = ^cfg_addr_i[1:0];

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [Parts*Parts-1:0] mirrored;
  for (genvar p = 0; p < Parts; p++) begin : gen_mirror
    for (genvar q = 0; q < Parts; q++) begin : gen_other
      assign mirrored[p*Parts+q] = clash_q[q*Parts+p];
    end
  end
  // Two partitions know the same of each other.
  `NF_ASSERT(PartitionsMutual, clash_q == mirrored)
  // Two partitions have a packet in common.
  `NF_COVER(PartitionsClash, clash_q != '0)
`endif

endmodule
