// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One port of claim_switch: what ingress and table are taken to do, the books between rows and columns and between columns and
// egress, and whether something moves.

`include "nf_assert.svh"

module claim_switch_port (
    input logic         clk_i,
    input logic         rst_ni,
    // into the row; out of the table and into it; into the egress
    input logic         wr_valid_i,
    input logic         wr_vc_i,
    input logic         wr_head_i,
    input logic         wr_last_i,
    input logic         wr_wait_i,
    input logic [  1:0] wr_egress_i,
    input logic [  1:0] wr_reduce_i,
    input logic [127:0] wr_data_i,
    input logic         res_valid_i,
    input logic         res_ready_i,
    input logic         res_last_i,
    input logic [  1:0] res_ports_i,
    input logic         rc_valid_i,
    input logic         rc_ready_i,
    input logic [  1:0] eg_valid_i,
    // the row and the row behind the table
    input logic [ 29:0] row_credit_q,
    input logic         row_active_q,
    input logic         row_fresh_q,
    input logic         row_send_vc_q,
    input logic         row_select,
    input logic         row_select_vc,
    input logic         row_open_q,
    input logic         row_open_vc_q,
    input logic [  3:0] row_send_index_q,
    input logic [  9:0] row_send_q,
    input logic [  7:0] row_holds,
    input logic [ 31:0] row_wants,
    input logic [  9:0] result_credit_q,
    input logic         result_active_q,
    input logic         result_fresh_q,
    input logic         result_send_vc_q,
    input logic         result_select,
    input logic         result_open_q,
    input logic [  3:0] result_send_index_q,
    input logic [ 16:0] result_send_q,
    input logic [  3:0] result_open_index_q,
    input logic [  3:0] result_free_q,
    input logic [  3:0] result_holds,
    input logic [  7:0] result_wants,
    // their buses, and the queues that they fill: requests below, then responses, then tables
    input logic [  5:0] row_written,
    input logic         row_last,
    input logic [ 29:0] row_counts,
    input logic [  5:0] row_tails,
    input logic [  1:0] result_written,
    input logic         result_last,
    input logic [  9:0] result_counts,
    input logic [  1:0] result_tails,
    // the columns of this port
    input logic [  1:0] request_chosen,
    input logic [  9:0] request_counts,
    input logic [  3:0] response_chosen,
    input logic [ 19:0] response_counts,
    input logic [  1:0] reduce_chosen,
    input logic [  9:0] reduce_counts,
    // the egress
    input logic         egress_valid_q,
    input logic         egress_head_q,
    input logic         egress_vc_q,
    input logic         egress_open_q,
    input logic [  1:0] egress_held,
    input logic [  1:0] egress_held_last,
    input logic [  1:0] egress_take,
    input logic [  1:0] egress_alone,       // its second register is free
    input logic [  1:0] egress_spare_last,
    input logic [  1:0] tx_ready_i,
    output logic [ 1:0] headed_o,           // the receiver takes a header
    // of all (0) and of the response side (1)
    output logic [ 1:0] holds_o,
    output logic [ 1:0] open_o,
    output logic [ 1:0] moves_o
);

  localparam int unsigned Most = nf_pkg::MAX_PAYLOAD_FLITS;

  // What a row sends, of 2 ports and 4 packets a channel.
  typedef struct packed {
    logic [3:0] sinks;
    logic [3:0] len;
    logic [1:0] slot;
  } packet_t;
  packet_t row_send;
  assign row_send = row_send_q;
  // What the row behind the table sends, which goes to no table.
  typedef struct packed {
    logic [1:0] sinks;
    logic [3:0] len;
    logic [1:0] slot;
  } result_t;
  result_t result_send;
  assign result_send = result_send_q;

  // ------------------------------------------------------------------------------ what is taken for granted
  logic [3:0] opcode, len;
  assign opcode = wr_data_i[nf_pkg::HDR_OPCODE_LSB+:nf_pkg::HDR_OPCODE_BITS];
  assign len = 1'(nf_pkg::OPCODES_WITH_PAYLOAD >> opcode) ? wr_data_i[nf_pkg::HDR_LEN_LSB+:nf_pkg::HDR_LEN_BITS] : 4'd0;
  // The ingress sends packets of 1 to 9 flits that are for some sink; only a request without payload waits for an entry.
  `NF_ASSERT(FlowPackets, !wr_valid_i || (wr_head_i == !row_open_q && (wr_head_i || wr_vc_i == row_open_vc_q)
             && (!wr_head_i || (32'(len) <= Most && (wr_egress_i | wr_reduce_i) != '0
                                && (!wr_wait_i || (wr_last_i && !wr_vc_i))))))
  // A table sends results of at most 8 flits and a header, which is for some port.
  `NF_ASSERT(FlowResults, !res_valid_i || (res_last_i ? res_ports_i != '0 : !(result_open_q && result_open_index_q == 4'd9)))

  // ------------------------------------------------------------------------------ books
  // A row's credits and its column's flits are of one queue, and a packet that has begun comes on.
  for (genvar c = 0; c < 6; c++) begin : gen_row
    logic sends;
    if (c < 2) begin : gen_request
      assign sends = !row_send_vc_q && row_send.sinks[c];
    end else if (c < 4) begin : gen_response
      assign sends = row_send_vc_q && row_send.sinks[c-2];
    end else begin : gen_reduce
      assign sends = row_send.sinks[c-2];
    end
    logic goes_on;
    assign goes_on = row_active_q && sends && !row_fresh_q;
    `NF_ASSERT(FlowCredits, 32'(row_credit_q[c*5+:5]) + 32'(row_counts[c*5+:5]) + 32'(row_written[c])
               + (goes_on ? 32'(row_send.len) - 32'(row_send_index_q) + 1 : 0) == 16)
    `NF_ASSERT(FlowNoGap, goes_on == (row_written[c] && !row_last) && (row_tails[c] || row_written[c]))
  end
  for (genvar c = 0; c < 2; c++) begin : gen_result
    logic goes_on;
    assign goes_on = result_active_q && result_send.sinks[c] && !result_fresh_q;
    `NF_ASSERT(FlowResultCredits, 32'(result_credit_q[c*5+:5]) + 32'(result_counts[c*5+:5]) + 32'(result_written[c])
               + (goes_on ? 32'(result_send.len) - 32'(result_send_index_q) + 1 : 0) == 16)
    `NF_ASSERT(FlowResultNoGap, goes_on == (result_written[c] && !result_last) && (result_tails[c] || result_written[c]))
  end
  // Writing behind the table: nothing is held there, and what comes is refused only without a free slot.
  logic began_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) began_q <= 1'b0;
    else began_q <= 1'b1;
  end
  `NF_ASSERT(FlowResultLength, !result_open_q || (result_open_index_q >= 4'd2 && result_open_index_q <= 4'd9))
  `NF_ASSERT(FlowResultReady, result_holds == '0 && res_ready_i == (began_q && (result_open_q || result_free_q != '0)))

  // A packet that has begun to leave a column comes without a gap; a header on the link is taken at once.
  assign headed_o = !(egress_valid_q && egress_head_q) ? 2'b00 : tx_ready_i & {egress_vc_q, ~egress_vc_q};
  for (genvar v = 0; v < 2; v++) begin : gen_egress
    logic more;
    assign more = !egress_alone[v] ? !egress_spare_last[v] : egress_held[v] ? !egress_held_last[v]
                  : egress_open_q && egress_vc_q == 1'(v);
    `NF_ASSERT(FlowPacketGoesOn, eg_valid_i[v] || !more)
  end
  `NF_ASSERT(FlowHeaderGoes, !(egress_valid_q && egress_head_q) || tx_ready_i[egress_vc_q])

  // ------------------------------------------------------------------------------ the claim, port by port
  logic [1:0] column_holds;
  assign column_holds[0] = request_counts != '0 || eg_valid_i[0] || egress_held[0];
  assign column_holds[1] = response_counts != '0 || eg_valid_i[1] || egress_held[1];
  for (genvar v = 0; v < 2; v++) begin : gen_leaves
    // Cycles in which the receiver has room, the link is not the other channel's, and nothing of this one goes onto it.
    logic [3:0] stall_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) stall_q <= '0;
      else if (!column_holds[v] || !tx_ready_i[v] || egress_take[v] || (egress_open_q && egress_vc_q != 1'(v))) stall_q <= '0;
      else stall_q <= stall_q + 4'd1;
    end
    `NF_ASSERT(FlowLeaves, stall_q <= 4'd5)
  end
  // The same of a reduce column and its table.
  logic [3:0] reduce_stall_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) reduce_stall_q <= '0;
    else if (!(reduce_counts != '0 || rc_valid_i) || !rc_ready_i || rc_valid_i) reduce_stall_q <= '0;
    else reduce_stall_q <= reduce_stall_q + 4'd1;
  end
  `NF_ASSERT(FlowReduces, reduce_stall_q <= 4'd2)

  // ------------------------------------------------------------------------------ the claim, all ports together
  logic [1:0] ripe;  // the row has requests that may go; it, or the row behind the table, responses
  logic refused;
  always_comb begin
    ripe = '0;
    for (int e = 0; e < 4; e++) begin
      if (!row_holds[e] && row_wants[e*4+:4] != '0) ripe[0] = 1'b1;
      if (!row_holds[4+e] && row_wants[16+e*4+:4] != '0) ripe[1] = 1'b1;
      if (result_wants[e*2+:2] != '0) ripe[1] = 1'b1;
    end
  end
  assign refused = res_valid_i && !res_ready_i && began_q;
  assign holds_o[1] = ripe[1] || refused || column_holds[1] || reduce_counts != '0 || rc_valid_i;
  assign holds_o[0] = holds_o[1] || ripe[0] || column_holds[0];
  assign open_o[1] = tx_ready_i[1] && (rc_ready_i || refused);
  assign open_o[0] = open_o[1] && tx_ready_i[0];
  // Requests that are on the row's bus or on the link go on to their end.
  assign moves_o[1] = (row_select && row_select_vc) || result_select || row_active_q || result_active_q || egress_take[1]
                      || (egress_open_q && !egress_vc_q) || response_chosen != '0 || reduce_chosen != '0
                      || (rc_valid_i && rc_ready_i);
  assign moves_o[0] = moves_o[1] || row_select || request_chosen != '0 || egress_take[0];

  logic unused;
  assign unused = ^{wr_data_i, result_send_vc_q};

endmodule
