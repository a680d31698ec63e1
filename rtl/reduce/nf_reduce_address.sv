// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Gives a leaving header its destination and its egress ports: results go to every target of their
// region, partials to the home GPU, or from a leaf to the home table, or to every target (KLENK IV-C, strategies 2
// and 1), pull responses out of the table's own port to the requester that the header already names (KLENK IV-B).
// A plane of a wide sum gets its number; only the last one keeps the count.
//
// It does not look up addresses: the region comes with the header. Combinational.

`include "nf_assert.svh"

module nf_reduce_address #(
    parameter int unsigned Ports = 16,   // switch ports, 1..16
    parameter int unsigned Regions = 8   // regions of the MCR table, 1..32
) (
    input  nf_header_pkg::header_t head_i,              // header, destination set for pulls only
    input  logic [          1:0] to_i,                  // nf_reduce_pkg::TO_*
    input  logic [          7:0] region_i,              // one past the table has no ports
    input  logic [          7:0] port_i,                // own port
    input  logic                 multicast_partials_i,  // strategy 1
    input  logic                  plane_i,               // the payload is a plane of a wide sum
    input  logic [          7:0]  index_i,               // its number
    input  logic                  last_i,                // it is the last one of its sum
    input  logic [          15:0] way_i,                 // one-hot: way of the header's address
    input  logic [Regions*8-1:0]  region_mode_i,
    input  logic [Regions*16-1:0] region_ports_i,
    input  logic [Regions*16-1:0] region_home_i,
    input  logic [Regions*16-1:0] region_home_ports_i,
    output nf_header_pkg::header_t head_o,
    output logic [         15:0] ports_o
);

  `NF_PARAM(PortsOutOfRange, Ports >= 1 && Ports <= 16)
  `NF_PARAM(RegionsOutOfRange, Regions >= 1 && Regions <= 32)

  localparam logic [15:0] PortMask = 16'((17'd1 << Ports) - 17'd1);

  logic [15:0] all_ports, home_ports, home, ports;
  logic [7:0] mode;
  logic unused;  // a node id has 10 bits; only two bits of the mode matter
  assign unused = ^{home, mode};

  always_comb begin
    all_ports = '0;
    home_ports = '0;
    home = '0;
    mode = '0;
    for (int r = 0; r < Regions; r++) begin
      if (region_i == 8'(r)) begin
        all_ports |= region_ports_i[r*16+:16];
        home_ports |= region_home_ports_i[r*16+:16];
        home |= region_home_i[r*16+:16];
        mode |= region_mode_i[r*8+:8];
      end
    end
    // Where several ports would do, the address says which.
    if (mode[nf_pkg::MCR_MODE_SPREAD]) all_ports |= way_i;
    if (mode[nf_pkg::MCR_MODE_HOME_SPREAD]) home_ports |= way_i;
  end

  always_comb begin
    head_o = head_i;
    if (plane_i) begin
      head_o.flags.plane = 1'b1;
      head_o.wave = index_i;
      if (!last_i) head_o.count = '0;
    end
    for (int p = 0; p < 16; p++) ports[p] = port_i == 8'(p);
    if (to_i == nf_reduce_pkg::TO_HOME && !multicast_partials_i) begin
      ports = home_ports;
      head_o.dst = home[9:0];
    end else if (to_i != nf_reduce_pkg::TO_REQUESTER) begin
      ports = all_ports;
      head_o.dst = 10'(nf_pkg::BROADCAST_ID);
    end
  end
  assign ports_o = ports & PortMask;

endmodule
