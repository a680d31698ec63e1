// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// floo_router of FlooNoC with 16 ports of 128 bits and some virtual channels, as a switch: a FIFO an input and channel, one an output and channel, the
// output in the header. Packets take turns at an output (wormhole); a packet waits for the one in front of it.
module floo_switch
  import floo_pkg::*;
#(
    parameter int unsigned Channels = 2,
    parameter int unsigned Depth = 2  // flits of an input's FIFO, of each channel; 2 is the least
) (
    input  logic                   clk_i,
    input  logic                   rst_ni,
    input  logic [16*Channels-1:0] in_valid_i,
    output logic [16*Channels-1:0] in_ready_o,
    input  logic [     16*141-1:0] in_data_i,
    output logic [16*Channels-1:0] out_valid_o,
    input  logic [16*Channels-1:0] out_ready_i,
    output logic [     16*141-1:0] out_data_o
);
  // Of the destination a router takes as many bits as name its output, and hands on the rest.
  typedef struct packed {
    collect_op_e collective_op;
    logic [7:0]  dst_id;
    logic        last;
  } header_t;
  typedef struct packed {
    header_t      hdr;
    logic [127:0] payload;
  } flit_t;

  logic [16*Channels-1:0] unused_credits;
  logic unused_request;

  floo_router #(
      .NumRoutes      (16),
      .NumVirtChannels(Channels),
      .InFifoDepth    (Depth),
      .OutFifoDepth   (2),
      .RouteAlgo      (SourceRouting),
      .IdWidth        (8),
      .NoLoopback     (1'b0),
      .flit_t         (flit_t),
      .hdr_t          (header_t)
  ) u_router (
      .clk_i,
      .rst_ni,
      .test_enable_i (1'b0),
      .xy_id_i       ('0),
      .id_route_map_i('0),
      .valid_i       (in_valid_i),
      .ready_o       (in_ready_o),
      .data_i        (in_data_i),
      .credit_o      (unused_credits),
      .valid_o       (out_valid_o),
      .ready_i       (out_ready_i),
      .data_o        (out_data_o),
      .credit_i      ('1),
      .offload_req_o (unused_request),
      .offload_rsp_i ('0)
  );

endmodule
