// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// nf_switch with 2 ports, wired as it is: nothing in it stands still while it holds something. Whatever the requests wait
// for, responses and what is on its way to a reduction table move as long as responses are taken.
//
// In the places of ingresses and reduction tables anything comes that is well formed (claim_switch_port says what); what
// keeps a table waiting is claim_table_moves. Receivers take a header when they have room, and have room (again) whenever they
// want, or never.

`include "nf_assert.svh"

module claim_switch (
    input logic       clk_i,
    input logic       rst_ni,
    input logic [3:0] room_i  // bit 2p+v: the receiver at port p has room for channel v (again)
);

  logic [3:0] ready_q, headed;
  // Of each port, all that it has (2p) and its response side (2p+1): it holds something; its receiver and its table take
  // what is offered; something moves.
  logic [3:0] holds, open, moves;

  // Ready falls only after a header of its channel was taken.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ready_q <= '0;
    else ready_q <= (ready_q & ~headed) | room_i;
  end

  nf_switch #(
      .Ports    (2),
      .Entries  (2),
      .Regions  (2),
      .Nodes    (8),
      .HomeSlots(2),
      .Window   (4),
      .XpDepth  (16)
  ) u_switch (
      .clk_i,
      .rst_ni,
      .rx_valid_i  ('0),
      .rx_last_i   ('0),
      .rx_err_i    ('0),
      .rx_data_i   ('0),
      .rx_ready_o  (),
      .tx_valid_o  (),
      .tx_last_o   (),
      .tx_err_o    (),
      .tx_data_o   (),
      .tx_ready_i  (ready_q),
      .csr_valid_i ('0),
      .csr_ready_o (),
      .csr_write_i ('0),
      .csr_addr_i  ('0),
      .csr_wdata_i ('0),
      .csr_rvalid_o(),
      .csr_rready_i('0),
      .csr_rdata_o (),
      .csr_err_o   ()
  );

  // What it keeps inside.
  (* hierconn *) wire \u_switch.gen_port[0].wr_valid , \u_switch.gen_port[1].wr_valid ;
  (* hierconn *) wire \u_switch.gen_port[0].wr_vc , \u_switch.gen_port[1].wr_vc ;
  (* hierconn *) wire \u_switch.gen_port[0].wr_head , \u_switch.gen_port[1].wr_head ;
  (* hierconn *) wire \u_switch.gen_port[0].wr_last , \u_switch.gen_port[1].wr_last ;
  (* hierconn *) wire \u_switch.gen_port[0].wr_wait , \u_switch.gen_port[1].wr_wait ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.res_valid , \u_switch.gen_port[1].gen_table.res_valid ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.res_ready , \u_switch.gen_port[1].gen_table.res_ready ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.res_last , \u_switch.gen_port[1].gen_table.res_last ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.rc_valid , \u_switch.gen_port[1].gen_table.rc_valid ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.rc_ready , \u_switch.gen_port[1].gen_table.rc_ready ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].wr_egress , \u_switch.gen_port[1].wr_egress ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].wr_reduce , \u_switch.gen_port[1].wr_reduce ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].eg_valid , \u_switch.gen_port[1].eg_valid ;
  (* hierconn *) wire [15:0] \u_switch.gen_port[0].gen_table.res_ports , \u_switch.gen_port[1].gen_table.res_ports ;
  (* hierconn *) wire [127:0] \u_switch.gen_port[0].wr_data , \u_switch.gen_port[1].wr_data ;
  (* hierconn *) wire [29:0] \u_switch.gen_port[0].u_row.u_credits.credit_q , \u_switch.gen_port[1].u_row.u_credits.credit_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.active_q , \u_switch.gen_port[1].u_row.active_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.fresh_q , \u_switch.gen_port[1].u_row.fresh_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.send_vc_q , \u_switch.gen_port[1].u_row.send_vc_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.select , \u_switch.gen_port[1].u_row.select ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.select_vc , \u_switch.gen_port[1].u_row.select_vc ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.open_q , \u_switch.gen_port[1].u_row.open_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].u_row.send_index_q , \u_switch.gen_port[1].u_row.send_index_q ;
  // A packet of claim_switch_port.
  (* hierconn *) wire [9:0] \u_switch.gen_port[0].u_row.send_q , \u_switch.gen_port[1].u_row.send_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].u_row.gen_vc[0].u_window.hold_q ,
                             \u_switch.gen_port[1].u_row.gen_vc[0].u_window.hold_q ;
  (* hierconn *) wire [15:0] \u_switch.gen_port[0].u_row.gen_vc[0].u_window.sinks_q ,
                             \u_switch.gen_port[1].u_row.gen_vc[0].u_window.sinks_q ;
  (* hierconn *) wire [9:0] \u_switch.gen_port[0].gen_table.u_result_row.u_credits.credit_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.u_credits.credit_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_result_row.active_q , \u_switch.gen_port[1].gen_table.u_result_row.active_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_result_row.fresh_q , \u_switch.gen_port[1].gen_table.u_result_row.fresh_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_result_row.send_vc_q , \u_switch.gen_port[1].gen_table.u_result_row.send_vc_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_result_row.select , \u_switch.gen_port[1].gen_table.u_result_row.select ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_result_row.open_q , \u_switch.gen_port[1].gen_table.u_result_row.open_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].gen_table.u_result_row.send_index_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.send_index_q ;
  // A result of claim_switch_port.
  (* hierconn *) wire [16:0] \u_switch.gen_port[0].gen_table.u_result_row.send_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.send_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.hold_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.hold_q ;
  (* hierconn *) wire [7:0] \u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.sinks_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.sinks_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_row.open_vc_q , \u_switch.gen_port[1].u_row.open_vc_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].u_row.gen_vc[1].u_window.hold_q ,
                             \u_switch.gen_port[1].u_row.gen_vc[1].u_window.hold_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].gen_table.u_result_row.open_index_q ,
                             \u_switch.gen_port[1].gen_table.u_result_row.open_index_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.free_q , \u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.free_q ;
  (* hierconn *) wire [15:0] \u_switch.gen_port[0].u_row.gen_vc[1].u_window.sinks_q ,
                             \u_switch.gen_port[1].u_row.gen_vc[1].u_window.sinks_q ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].u_request_column.chosen_q ,
                             \u_switch.gen_port[1].u_request_column.chosen_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_request_column.gen_row[0].count_q ,
                             \u_switch.gen_port[1].u_request_column.gen_row[0].count_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_request_column.gen_row[1].count_q ,
                             \u_switch.gen_port[1].u_request_column.gen_row[1].count_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_request_column.gen_row[0].tail_q ,
                             \u_switch.gen_port[1].u_request_column.gen_row[0].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_request_column.gen_row[1].tail_q ,
                             \u_switch.gen_port[1].u_request_column.gen_row[1].tail_q ;
  (* hierconn *) wire [3:0] \u_switch.gen_port[0].u_response_column.chosen_q ,
                             \u_switch.gen_port[1].u_response_column.chosen_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_response_column.gen_row[0].count_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[0].count_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_response_column.gen_row[1].count_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[1].count_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_response_column.gen_row[2].count_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[2].count_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].u_response_column.gen_row[3].count_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[3].count_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_response_column.gen_row[0].tail_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[0].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_response_column.gen_row[1].tail_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[1].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_response_column.gen_row[2].tail_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[2].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_response_column.gen_row[3].tail_q ,
                             \u_switch.gen_port[1].u_response_column.gen_row[3].tail_q ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].gen_table.u_reduce_column.chosen_q ,
                             \u_switch.gen_port[1].gen_table.u_reduce_column.chosen_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[0].count_q ,
                             \u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[0].count_q ;
  (* hierconn *) wire [4:0] \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[1].count_q ,
                             \u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[1].count_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[0].tail_q ,
                             \u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[0].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[1].tail_q ,
                             \u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[1].tail_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.valid_q , \u_switch.gen_port[1].u_egress.valid_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.head_q , \u_switch.gen_port[1].u_egress.head_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.vc_q , \u_switch.gen_port[1].u_egress.vc_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.open_q , \u_switch.gen_port[1].u_egress.open_q ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].u_egress.held , \u_switch.gen_port[1].u_egress.held ;
  // Channel 1 above channel 0.
  (* hierconn *) wire [259:0] \u_switch.gen_port[0].u_egress.held_beats , \u_switch.gen_port[1].u_egress.held_beats ;
  (* hierconn *) wire [1:0] \u_switch.gen_port[0].u_egress.take , \u_switch.gen_port[1].u_egress.take ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.gen_vc[0].u_skid.ready_q ,
                             \u_switch.gen_port[1].u_egress.gen_vc[0].u_skid.ready_q ;
  (* hierconn *) wire \u_switch.gen_port[0].u_egress.gen_vc[1].u_skid.ready_q ,
                             \u_switch.gen_port[1].u_egress.gen_vc[1].u_skid.ready_q ;
  (* hierconn *) wire [129:0] \u_switch.gen_port[0].u_egress.gen_vc[0].u_skid.spare_q ,
                             \u_switch.gen_port[1].u_egress.gen_vc[0].u_skid.spare_q ;
  (* hierconn *) wire [129:0] \u_switch.gen_port[0].u_egress.gen_vc[1].u_skid.spare_q ,
                             \u_switch.gen_port[1].u_egress.gen_vc[1].u_skid.spare_q ;
  (* hierconn *) wire [3:0] \u_switch.in_request , \u_switch.in_response , \u_switch.in_reduce , \u_switch.out_response ;
  (* hierconn *) wire [1:0] \u_switch.in_last , \u_switch.out_last ;

  claim_switch_port u_port0 (
      .clk_i,
      .rst_ni,
      .wr_valid_i(\u_switch.gen_port[0].wr_valid ),
      .wr_vc_i(\u_switch.gen_port[0].wr_vc ),
      .wr_head_i(\u_switch.gen_port[0].wr_head ),
      .wr_last_i(\u_switch.gen_port[0].wr_last ),
      .wr_wait_i(\u_switch.gen_port[0].wr_wait ),
      .wr_egress_i(\u_switch.gen_port[0].wr_egress ),
      .wr_reduce_i(\u_switch.gen_port[0].wr_reduce ),
      .wr_data_i(\u_switch.gen_port[0].wr_data ),
      .res_valid_i(\u_switch.gen_port[0].gen_table.res_valid ),
      .res_ready_i(\u_switch.gen_port[0].gen_table.res_ready ),
      .res_last_i(\u_switch.gen_port[0].gen_table.res_last ),
      .rc_valid_i(\u_switch.gen_port[0].gen_table.rc_valid ),
      .rc_ready_i(\u_switch.gen_port[0].gen_table.rc_ready ),
      .eg_valid_i(\u_switch.gen_port[0].eg_valid ),
      .res_ports_i(\u_switch.gen_port[0].gen_table.res_ports [1:0]),
      .row_credit_q(\u_switch.gen_port[0].u_row.u_credits.credit_q ),
      .row_active_q(\u_switch.gen_port[0].u_row.active_q ),
      .row_fresh_q(\u_switch.gen_port[0].u_row.fresh_q ),
      .row_send_vc_q(\u_switch.gen_port[0].u_row.send_vc_q ),
      .row_select(\u_switch.gen_port[0].u_row.select ),
      .row_open_q(\u_switch.gen_port[0].u_row.open_q ),
      .row_send_index_q(\u_switch.gen_port[0].u_row.send_index_q ),
      .row_send_q(\u_switch.gen_port[0].u_row.send_q ),
      .result_credit_q(\u_switch.gen_port[0].gen_table.u_result_row.u_credits.credit_q ),
      .result_active_q(\u_switch.gen_port[0].gen_table.u_result_row.active_q ),
      .result_fresh_q(\u_switch.gen_port[0].gen_table.u_result_row.fresh_q ),
      .result_send_vc_q(\u_switch.gen_port[0].gen_table.u_result_row.send_vc_q ),
      .result_select(\u_switch.gen_port[0].gen_table.u_result_row.select ),
      .result_open_q(\u_switch.gen_port[0].gen_table.u_result_row.open_q ),
      .result_send_index_q(\u_switch.gen_port[0].gen_table.u_result_row.send_index_q ),
      .result_send_q(\u_switch.gen_port[0].gen_table.u_result_row.send_q ),
      .row_select_vc(\u_switch.gen_port[0].u_row.select_vc ),
      .row_open_vc_q(\u_switch.gen_port[0].u_row.open_vc_q ),
      .row_holds({\u_switch.gen_port[0].u_row.gen_vc[1].u_window.hold_q , \u_switch.gen_port[0].u_row.gen_vc[0].u_window.hold_q }),
      .row_wants({\u_switch.gen_port[0].u_row.gen_vc[1].u_window.sinks_q , \u_switch.gen_port[0].u_row.gen_vc[0].u_window.sinks_q }),
      .result_open_index_q(\u_switch.gen_port[0].gen_table.u_result_row.open_index_q ),
      .result_free_q(\u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.free_q ),
      .result_holds(\u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.hold_q ),
      .result_wants(\u_switch.gen_port[0].gen_table.u_result_row.gen_vc[0].u_window.sinks_q ),
      .row_counts({\u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[0].count_q ,
          \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[0].count_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[0].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[0].count_q ,
          \u_switch.gen_port[1].u_request_column.gen_row[0].count_q ,
          \u_switch.gen_port[0].u_request_column.gen_row[0].count_q }),
      .row_tails({\u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[0].tail_q ,
          \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[0].tail_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[0].tail_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[0].tail_q ,
          \u_switch.gen_port[1].u_request_column.gen_row[0].tail_q ,
          \u_switch.gen_port[0].u_request_column.gen_row[0].tail_q }),
      .result_counts({\u_switch.gen_port[1].u_response_column.gen_row[2].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[2].count_q }),
      .result_tails({\u_switch.gen_port[1].u_response_column.gen_row[2].tail_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[2].tail_q }),
      .row_written({\u_switch.in_reduce [1:0], \u_switch.in_response [1:0], \u_switch.in_request [1:0]}),
      .result_written(\u_switch.out_response [1:0]),
      .row_last(\u_switch.in_last [0]),
      .result_last(\u_switch.out_last [0]),
      .request_chosen(\u_switch.gen_port[0].u_request_column.chosen_q ),
      .request_counts({\u_switch.gen_port[0].u_request_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].u_request_column.gen_row[0].count_q }),
      .response_chosen(\u_switch.gen_port[0].u_response_column.chosen_q ),
      .response_counts({\u_switch.gen_port[0].u_response_column.gen_row[3].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[2].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[0].count_q }),
      .reduce_chosen(\u_switch.gen_port[0].gen_table.u_reduce_column.chosen_q ),
      .reduce_counts({\u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[0].count_q }),
      .egress_valid_q(\u_switch.gen_port[0].u_egress.valid_q ),
      .egress_head_q(\u_switch.gen_port[0].u_egress.head_q ),
      .egress_vc_q(\u_switch.gen_port[0].u_egress.vc_q ),
      .egress_open_q(\u_switch.gen_port[0].u_egress.open_q ),
      .egress_held(\u_switch.gen_port[0].u_egress.held ),
      .egress_held_last({\u_switch.gen_port[0].u_egress.held_beats [258],
          \u_switch.gen_port[0].u_egress.held_beats [128]}),
      .egress_take(\u_switch.gen_port[0].u_egress.take ),
      .egress_alone({\u_switch.gen_port[0].u_egress.gen_vc[1].u_skid.ready_q ,
          \u_switch.gen_port[0].u_egress.gen_vc[0].u_skid.ready_q }),
      .egress_spare_last({\u_switch.gen_port[0].u_egress.gen_vc[1].u_skid.spare_q [128],
          \u_switch.gen_port[0].u_egress.gen_vc[0].u_skid.spare_q [128]}),
      .tx_ready_i(ready_q[1:0]),
      .headed_o(headed[1:0]),
      .holds_o(holds[1:0]),
      .open_o(open[1:0]),
      .moves_o(moves[1:0])
  );

  claim_switch_port u_port1 (
      .clk_i,
      .rst_ni,
      .wr_valid_i(\u_switch.gen_port[1].wr_valid ),
      .wr_vc_i(\u_switch.gen_port[1].wr_vc ),
      .wr_head_i(\u_switch.gen_port[1].wr_head ),
      .wr_last_i(\u_switch.gen_port[1].wr_last ),
      .wr_wait_i(\u_switch.gen_port[1].wr_wait ),
      .wr_egress_i(\u_switch.gen_port[1].wr_egress ),
      .wr_reduce_i(\u_switch.gen_port[1].wr_reduce ),
      .wr_data_i(\u_switch.gen_port[1].wr_data ),
      .res_valid_i(\u_switch.gen_port[1].gen_table.res_valid ),
      .res_ready_i(\u_switch.gen_port[1].gen_table.res_ready ),
      .res_last_i(\u_switch.gen_port[1].gen_table.res_last ),
      .rc_valid_i(\u_switch.gen_port[1].gen_table.rc_valid ),
      .rc_ready_i(\u_switch.gen_port[1].gen_table.rc_ready ),
      .eg_valid_i(\u_switch.gen_port[1].eg_valid ),
      .res_ports_i(\u_switch.gen_port[1].gen_table.res_ports [1:0]),
      .row_credit_q(\u_switch.gen_port[1].u_row.u_credits.credit_q ),
      .row_active_q(\u_switch.gen_port[1].u_row.active_q ),
      .row_fresh_q(\u_switch.gen_port[1].u_row.fresh_q ),
      .row_send_vc_q(\u_switch.gen_port[1].u_row.send_vc_q ),
      .row_select(\u_switch.gen_port[1].u_row.select ),
      .row_open_q(\u_switch.gen_port[1].u_row.open_q ),
      .row_send_index_q(\u_switch.gen_port[1].u_row.send_index_q ),
      .row_send_q(\u_switch.gen_port[1].u_row.send_q ),
      .result_credit_q(\u_switch.gen_port[1].gen_table.u_result_row.u_credits.credit_q ),
      .result_active_q(\u_switch.gen_port[1].gen_table.u_result_row.active_q ),
      .result_fresh_q(\u_switch.gen_port[1].gen_table.u_result_row.fresh_q ),
      .result_send_vc_q(\u_switch.gen_port[1].gen_table.u_result_row.send_vc_q ),
      .result_select(\u_switch.gen_port[1].gen_table.u_result_row.select ),
      .result_open_q(\u_switch.gen_port[1].gen_table.u_result_row.open_q ),
      .result_send_index_q(\u_switch.gen_port[1].gen_table.u_result_row.send_index_q ),
      .result_send_q(\u_switch.gen_port[1].gen_table.u_result_row.send_q ),
      .row_select_vc(\u_switch.gen_port[1].u_row.select_vc ),
      .row_open_vc_q(\u_switch.gen_port[1].u_row.open_vc_q ),
      .row_holds({\u_switch.gen_port[1].u_row.gen_vc[1].u_window.hold_q , \u_switch.gen_port[1].u_row.gen_vc[0].u_window.hold_q }),
      .row_wants({\u_switch.gen_port[1].u_row.gen_vc[1].u_window.sinks_q , \u_switch.gen_port[1].u_row.gen_vc[0].u_window.sinks_q }),
      .result_open_index_q(\u_switch.gen_port[1].gen_table.u_result_row.open_index_q ),
      .result_free_q(\u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.free_q ),
      .result_holds(\u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.hold_q ),
      .result_wants(\u_switch.gen_port[1].gen_table.u_result_row.gen_vc[0].u_window.sinks_q ),
      .row_counts({\u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[1].count_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[1].count_q ,
          \u_switch.gen_port[1].u_request_column.gen_row[1].count_q ,
          \u_switch.gen_port[0].u_request_column.gen_row[1].count_q }),
      .row_tails({\u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[1].tail_q ,
          \u_switch.gen_port[0].gen_table.u_reduce_column.gen_row[1].tail_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[1].tail_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[1].tail_q ,
          \u_switch.gen_port[1].u_request_column.gen_row[1].tail_q ,
          \u_switch.gen_port[0].u_request_column.gen_row[1].tail_q }),
      .result_counts({\u_switch.gen_port[1].u_response_column.gen_row[3].count_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[3].count_q }),
      .result_tails({\u_switch.gen_port[1].u_response_column.gen_row[3].tail_q ,
          \u_switch.gen_port[0].u_response_column.gen_row[3].tail_q }),
      .row_written({\u_switch.in_reduce [3:2], \u_switch.in_response [3:2], \u_switch.in_request [3:2]}),
      .result_written(\u_switch.out_response [3:2]),
      .row_last(\u_switch.in_last [1]),
      .result_last(\u_switch.out_last [1]),
      .request_chosen(\u_switch.gen_port[1].u_request_column.chosen_q ),
      .request_counts({\u_switch.gen_port[1].u_request_column.gen_row[1].count_q ,
          \u_switch.gen_port[1].u_request_column.gen_row[0].count_q }),
      .response_chosen(\u_switch.gen_port[1].u_response_column.chosen_q ),
      .response_counts({\u_switch.gen_port[1].u_response_column.gen_row[3].count_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[2].count_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[1].count_q ,
          \u_switch.gen_port[1].u_response_column.gen_row[0].count_q }),
      .reduce_chosen(\u_switch.gen_port[1].gen_table.u_reduce_column.chosen_q ),
      .reduce_counts({\u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[1].count_q ,
          \u_switch.gen_port[1].gen_table.u_reduce_column.gen_row[0].count_q }),
      .egress_valid_q(\u_switch.gen_port[1].u_egress.valid_q ),
      .egress_head_q(\u_switch.gen_port[1].u_egress.head_q ),
      .egress_vc_q(\u_switch.gen_port[1].u_egress.vc_q ),
      .egress_open_q(\u_switch.gen_port[1].u_egress.open_q ),
      .egress_held(\u_switch.gen_port[1].u_egress.held ),
      .egress_held_last({\u_switch.gen_port[1].u_egress.held_beats [258],
          \u_switch.gen_port[1].u_egress.held_beats [128]}),
      .egress_take(\u_switch.gen_port[1].u_egress.take ),
      .egress_alone({\u_switch.gen_port[1].u_egress.gen_vc[1].u_skid.ready_q ,
          \u_switch.gen_port[1].u_egress.gen_vc[0].u_skid.ready_q }),
      .egress_spare_last({\u_switch.gen_port[1].u_egress.gen_vc[1].u_skid.spare_q [128],
          \u_switch.gen_port[1].u_egress.gen_vc[0].u_skid.spare_q [128]}),
      .tx_ready_i(ready_q[3:2]),
      .headed_o(headed[3:2]),
      .holds_o(holds[3:2]),
      .open_o(open[3:2]),
      .moves_o(moves[3:2])
  );

  // ------------------------------------------------------------------------------ the claim
  // No deadlock: all receivers and tables take what comes, of responses at least, and yet all that is held stands still.
  for (genvar v = 0; v < 2; v++) begin : gen_side
    logic [3:0] still_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) still_q <= '0;
      else if (!(holds[v] || holds[2+v]) || !(open[v] && open[2+v]) || moves[v] || moves[2+v]) still_q <= '0;
      else still_q <= still_q + 4'd1;
    end
    `NF_ASSERT(SwitchMoves, still_q <= 4'd7)
  end
  // Requests fill a queue whose receiver has no room, and a response leaves beside them.
  logic full, response_leaves, pull_waits, response_goes;
  assign full = \u_switch.gen_port[0].u_request_column.gen_row[0].count_q >= 5'd8 && !ready_q[0];
  assign response_leaves = \u_switch.gen_port[0].u_egress.take [1];
  `NF_COVER(SwitchResponsePasses, full && response_leaves)
  // A response leaves its row while a pull request in it waits for an entry.
  assign pull_waits = \u_switch.gen_port[0].u_row.gen_vc[0].u_window.hold_q != '0 && !\u_switch.gen_port[0].u_row.open_q ;
  assign response_goes = \u_switch.gen_port[0].u_row.select && \u_switch.gen_port[0].u_row.select_vc ;
  `NF_COVER(SwitchPassesPull, pull_waits && response_goes)

endmodule
