// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Link side of one switch port: makes every packet well formed and accounts for its room.
//
// What leaves is always one header and exactly the payload that it announces, so that no room
// behind has to count flits. A packet that ends early is filled up with zero flits, one that does
// not end is cut; both end with err_o and are reported. A header that announces no payload, has an
// undefined opcode or a length past 8 leaves alone, with err_o if flits follow it; they are
// swallowed. It does not look at addresses and does not drop.
//
// Room is known before a packet advances (KLENK IV-E2): a header is taken only while its virtual
// channel has one of Window packet slots free; payload is always taken. rx_ready_o[v] falls only
// after a header of v was taken, or while a truncated packet is filled up.
//
// Latency 1 cycle, one flit per cycle.

`include "nf_assert.svh"

module nf_switch_framer #(
    parameter int unsigned Window = 16  // packets held per virtual channel, 4..16
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    // link
    input  logic                         rx_valid_i,
    input  logic                         rx_last_i,
    input  logic                         rx_err_i,        // with last: damaged on the way
    input  nf_header_pkg::header_t       rx_data_i,       // its fields: in the first flit
    output logic                   [1:0] rx_ready_o,      // bit v: a header of virtual channel v is
                                                          // taken
    // slots that became free again, one pulse each and per virtual channel
    input  logic                   [1:0] sent_i,          // bit v: the row has sent a packet of
                                                          // virtual channel v
    input  logic                   [1:0] dropped_i,       // bit v: the ingress has dropped one
    // framed packets
    output logic                         valid_o,
    output logic                         head_o,
    output logic                         last_o,
    output logic                         err_o,           // with last: the packet is damaged
    output nf_header_pkg::header_t       data_o,
    output logic                         length_error_o,  // a packet was filled up or cut
    output logic                         busy_o           // a packet is open or holds a slot
);

  `NF_PARAM(FramerWindow, Window >= 4 && Window <= 16)

  localparam int unsigned UsedBits = $clog2(Window + 1);

  typedef enum logic [1:0] {
    Idle,     // the next flit is a header
    Payload,  // left_q payload flits are still to come
    Pad,      // the packet ended early: left_q zero flits are made
    Skip      // everything up to the last flit is swallowed
  } state_e;

  state_e state_q, state_d;
  logic [3:0] left_q, left_d;
  logic [1:0] ready_q, holds;

  // What leaves, but for its data, which is not reset.
  typedef struct packed {
    logic valid;
    logic head;
    logic last;
    logic err;
    logic length_error;
  } out_t;
  out_t out_d, out_q;
  nf_header_pkg::header_t data_d;
  logic [1:0] taken;  // a header of this virtual channel is taken

  // The header as it lies on the link.
  logic [nf_pkg::HDR_LEN_BITS-1:0] follows;
  logic vc, header_ok;
  assign vc = rx_data_i.opcode[3];
  assign header_ok = 1'(nf_pkg::OPCODES_DEFINED >> rx_data_i.opcode)
                     && rx_data_i.len <= 4'(nf_pkg::MAX_PAYLOAD_FLITS);
  assign follows = (header_ok && 1'(nf_pkg::OPCODES_WITH_PAYLOAD >> rx_data_i.opcode))
                   ? rx_data_i.len : '0;

  always_comb begin
    state_d = state_q;
    left_d = left_q;
    out_d = '0;
    data_d = rx_data_i;
    taken = 2'b00;
    unique case (state_q)
      Idle: begin
        if (rx_valid_i && ready_q[vc]) begin
          taken[vc] = 1'b1;
          out_d.valid = 1'b1;
          out_d.head = 1'b1;
          left_d = follows;
          out_d.last = follows == 4'd0;
          if (follows == 4'd0) begin
            out_d.err = rx_last_i & rx_err_i;
            if (!rx_last_i) begin
              state_d = Skip;
              out_d.err = 1'b1;
            end
          end else if (rx_last_i) begin
            state_d = Pad;
            out_d.length_error = 1'b1;
          end else begin
            state_d = Payload;
          end
        end
      end
      Payload: begin
        if (rx_valid_i) begin
          out_d.valid = 1'b1;
          left_d = left_q - 4'd1;
          if (left_q == 4'd1) begin
            out_d.last = 1'b1;
            out_d.err = rx_err_i | ~rx_last_i;
            out_d.length_error = ~rx_last_i;
            state_d = rx_last_i ? Idle : Skip;
          end else if (rx_last_i) begin
            state_d = Pad;
            out_d.length_error = 1'b1;
          end
        end
      end
      Pad: begin
        out_d.valid = 1'b1;
        data_d = '0;
        left_d = left_q - 4'd1;
        if (left_q == 4'd1) begin
          out_d.last = 1'b1;
          out_d.err = 1'b1;
          state_d = Idle;
        end
      end
      Skip: begin
        if (rx_valid_i && rx_last_i) state_d = Idle;
      end
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      left_q <= '0;
      out_q <= '0;
    end else begin
      state_q <= state_d;
      left_q <= left_d;
      out_q <= out_d;
    end
  end

  always_ff @(posedge clk_i) if (out_d.valid) data_o <= data_d;

  assign valid_o = out_q.valid;
  assign head_o = out_q.head;
  assign last_o = out_q.last;
  assign err_o = out_q.err;
  assign length_error_o = out_q.length_error;

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [UsedBits-1:0] used_q, used_d;  // slots taken by packets of this virtual channel
    assign used_d = used_q + UsedBits'(taken[v]) - UsedBits'(sent_i[v])
                    - UsedBits'(dropped_i[v]);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q <= '0;
        ready_q[v] <= 1'b0;
      end else begin
        used_q <= used_d;
        ready_q[v] <= used_d < UsedBits'(Window) && state_d != Pad;
      end
    end
    assign holds[v] = used_q != '0;
`ifndef SYNTHESIS
    // No more packets are held than there are slots, and none is freed twice.
    `NF_ASSERT(FramerSlotsBounded, used_q <= UsedBits'(Window))
`endif
  end

  assign rx_ready_o = ready_q;
  assign busy_o = holds != 2'b00 || state_q != Idle;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [3:0] owed_q;  // payload flits that the last header still owes to the room behind
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) owed_q <= '0;
    else if (out_d.valid) owed_q <= out_d.head ? follows : owed_q - 4'd1;
  end

  // The last flit is the one on which the header's length has been paid, no other.
  `NF_ASSERT(FramerLengthKept, !valid_o || (last_o == (owed_q == '0)))
  // A header never comes before the packet ahead of it is complete.
  `NF_ASSERT(FramerNoEarlyHeader, !(out_d.valid && out_d.head) || state_q == Idle)
  // A truncated packet was filled up.
  `NF_COVER(FramerPadded, state_q == Pad)
  // A packet without an end was cut.
  `NF_COVER(FramerCut, state_q == Skip)
`endif

endmodule
