// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Egress of one switch port: merges the request and the response stream onto the link.
//
// Packets are not interleaved. A header goes out only while the receiver has room for its packet
// (tx_ready_i[v]), so that a virtual channel without room never blocks the other (KLENK IV-E2).
// The answer to a header is seen a cycle later; therefore headers of one virtual channel are at
// least two cycles apart, and packets without payload leave at most every other cycle per channel.
// It does not buffer packets.
//
// Latency 2 cycles, one flit per cycle.

`include "nf_assert.svh"

module nf_switch_egress (
    input  logic                               clk_i,
    input  logic                               rst_ni,
    // requests (0) and responses (1), from the columns
    input  logic                         [1:0] in_valid_i,
    output logic                         [1:0] in_ready_o,  // bit v: a flit of channel v is taken
    input  logic                         [1:0] in_last_i,
    input  logic                         [1:0] in_err_i,
    input  logic [2*nf_pkg::FLIT_BITS-1:0]     in_data_i,   // a flit of each
    // link
    output logic                               tx_valid_o,
    output logic                               tx_last_o,
    output logic                               tx_err_o,
    output nf_header_pkg::header_t             tx_data_o,   // its fields: in the first flit
    input  logic                         [1:0] tx_ready_i,  // bit v: the link has room for a packet
                                                            // of channel v: its header is taken,
                                                            // and with it all of it
    output logic                               sent_o,      // a packet's last flit is on the link
    output logic                               busy_o       // a flit is here, or a packet has begun
                                                            // and not ended
);

  nf_switch_pkg::beat_t in, next;  // one channel after the other, in a loop; what would be loaded
  localparam int unsigned BeatBits = $bits(in);
  logic [2*BeatBits-1:0] in_beats, held_beats;
  logic [1:0] held, take;

  always_comb begin
    for (int v = 0; v < 2; v++) begin
      in.err = in_err_i[v];
      in.last = in_last_i[v];
      in.flit = in_data_i[v*nf_pkg::FLIT_BITS+:nf_pkg::FLIT_BITS];
      in_beats[v*BeatBits+:BeatBits] = in;
    end
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    nf_skid #(
        .Width(BeatBits)
    ) u_skid (
        .clk_i,
        .rst_ni,
        .in_valid_i (in_valid_i[v]),
        .in_ready_o (in_ready_o[v]),
        .in_data_i  (in_beats[v*BeatBits+:BeatBits]),
        .out_valid_o(held[v]),
        .out_ready_i(take[v]),
        .out_data_o (held_beats[v*BeatBits+:BeatBits])
    );
  end

  logic valid_q, head_q, vc_q, open_q;  // open_q: the packet on the link has not ended
  logic leaves, load, vc;
  logic [1:0] may_start;

  assign leaves = valid_q & (~head_q | tx_ready_i[vc_q]);
  // A header of the same virtual channel that leaves now has not been answered yet.
  assign may_start[0] = held[0] & tx_ready_i[0] & ~(valid_q & head_q & ~vc_q);
  assign may_start[1] = held[1] & tx_ready_i[1] & ~(valid_q & head_q & vc_q);
  // Within a packet its channel goes on; between packets the channels take turns.
  assign vc = open_q ? vc_q : (vc_q ? ~may_start[0] : may_start[1]);
  assign load = (~valid_q | leaves) & (open_q ? held[vc_q] : may_start != '0);
  assign take = {load & vc, load & ~vc};
  assign next = vc ? held_beats[BeatBits+:BeatBits] : held_beats[0+:BeatBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      head_q <= 1'b0;
      vc_q <= 1'b0;
      open_q <= 1'b0;
      tx_last_o <= 1'b0;
      tx_err_o <= 1'b0;
    end else if (load) begin
      valid_q <= 1'b1;
      head_q <= ~open_q;
      vc_q <= vc;
      open_q <= ~next.last;
      tx_last_o <= next.last;
      tx_err_o <= next.err;
    end else if (leaves) begin
      valid_q <= 1'b0;
      tx_last_o <= 1'b0;
      tx_err_o <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) if (load) tx_data_o <= next.flit;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_o <= 1'b0;
    else sent_o <= leaves & tx_last_o;
  end

  assign tx_valid_o = valid_q;
  assign busy_o = valid_q || held != '0 || open_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_back_q;
  logic [1:0] room_seen_q;
  nf_header_pkg::header_t data_before_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_back_q <= 1'b0;
    else held_back_q <= valid_q & ~leaves;
  end
  always_ff @(posedge clk_i) begin
    data_before_q <= tx_data_o;
    room_seen_q <= tx_ready_i;
  end

  // A header that is offered stays until it is taken.
  `NF_ASSERT(EgressHolds, !held_back_q || (valid_q && tx_data_o == data_before_q))
  // A header goes out only when room for its packet was seen in the cycle before.
  `NF_ASSERT(EgressRoomKnown, !(valid_q && head_q && !held_back_q) || room_seen_q[vc_q])
  // The virtual channel of the link is the one that the header's opcode names.
  `NF_ASSERT(EgressVcMatches, !(valid_q && head_q) || tx_data_o.opcode[3] == vc_q)
  // Responses went on while requests had no room.
  `NF_COVER(EgressResponsePasses, load && vc && !open_q && held[0] && !tx_ready_i[0])
`endif

endmodule
