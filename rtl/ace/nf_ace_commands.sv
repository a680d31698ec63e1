// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Commands and their chunks: takes commands, checks them, cuts each payload into chunks (ACE 4.1,
// Table 4), makes the orders for the two DMAs, and tells how a command ended (ACE 4.4).
//
// A command has one of four places until its completion is at the interface. Chunks are offered in the
// order of the commands; commands end in any order. Chunk c takes bytes c*m .. c*m+m-1 of every
// piece, m the bytes of a message. A command that moves no pieces at all is one chunk without
// data, a barrier. It does not know slots, machines or the plan table: whoever does is asked once
// a command.
//
// The plan is asked for 2 cycles after the command was taken, the first chunk is offered one cycle
// after the answer, the next one cycle after the last was taken. An order is at the port of its
// DMA one cycle after load_i or store_i, a completion two after the command's last chunk ended.

`include "nf_assert.svh"

module nf_ace_commands #(
    parameter bit Halves = 1'b0,  // the lanes have the types of 16-bit elements too, 0 or 1
    parameter int unsigned WordBytes = 64  // of a bus word: 32, 64, 128 or 256
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         abort_i,             // all commands end; completions wait until it is over
    // commands
    input  logic         cmd_valid_i,
    output logic         cmd_ready_o,
    input  logic [ 47:0] cmd_src_i,
    input  logic [ 47:0] cmd_dst_i,
    input  logic [ 31:0] cmd_src_stride_i,
    input  logic [ 31:0] cmd_dst_stride_i,
    input  logic [ 31:0] cmd_block_i,
    input  logic [ 31:0] cmd_src_total_i,
    input  logic [ 31:0] cmd_dst_total_i,
    input  logic [ 15:0] cmd_msg_i,
    input  logic [  7:0] cmd_src_pieces_i,
    input  logic [  7:0] cmd_dst_pieces_i,
    input  logic [  2:0] cmd_plan_i,
    input  logic [  3:0] cmd_red_op_i,
    input  logic [  3:0] cmd_dtype_i,
    input  logic [ 15:0] cmd_tag_i,
    output logic [  7:0] free_o,              // free places
    // the plan of the next command: asked until the answer comes
    output logic         plan_valid_o,
    output logic [  2:0] plan_o,
    input  logic         plan_done_i,
    input  logic         plan_ok_i,           // all that it names exists
    input  logic [  2:0] plan_phases_i,
    input  logic [ 15:0] plan_first_room_i,   // SRAM packets of a slot of its first partition
    input  logic [ 15:0] plan_last_room_i,    // and of its last
    // the next chunk; holds until taken
    output logic         chunk_valid_o,
    input  logic         chunk_ready_i,
    output logic [  1:0] chunk_place_o,       // of its command
    output logic [  2:0] chunk_plan_o,
    output logic [  2:0] chunk_phases_o,
    output logic [  3:0] chunk_red_op_o,
    output logic [  3:0] chunk_dtype_o,
    output logic [  7:0] chunk_len_o,         // bus words of a message
    output logic [  7:0] chunk_pitch_o,       // SRAM packets from one message to the next
    output logic [ 15:0] chunk_index_o,
    output logic [ 31:0] chunk_offset_o,      // bytes of each piece before it
    // orders for the DMAs; load only while txd_valid_o is low, store only while rxd_valid_o is
    input  logic         load_i,
    input  logic         store_i,
    input  logic [  7:0] order_row_i,
    input  logic [  1:0] order_place_i,
    input  logic [  7:0] order_pitch_i,
    input  logic [ 31:0] order_offset_i,
    input  logic [ 15:0] order_sram_i,
    output logic         txd_valid_o,
    input  logic         txd_ready_i,
    output nf_ace_pkg::chunk_t txd_id_o,
    output logic [ 47:0] txd_addr_o,
    output logic [ 31:0] txd_stride_o,
    output logic [  7:0] txd_pieces_o,
    output logic [ 31:0] txd_block_o,
    output logic [ 31:0] txd_total_o,
    output logic [ 15:0] txd_msg_o,
    output logic [ 15:0] txd_sram_o,
    output logic [  7:0] txd_pitch_o,
    output logic         rxd_valid_o,
    input  logic         rxd_ready_i,
    output nf_ace_pkg::chunk_t rxd_id_o,
    output logic [ 47:0] rxd_addr_o,
    output logic [ 31:0] rxd_stride_o,
    output logic [  7:0] rxd_pieces_o,
    output logic [ 31:0] rxd_block_o,
    output logic [ 31:0] rxd_total_o,
    output logic [ 15:0] rxd_msg_o,
    output logic [ 15:0] rxd_sram_o,
    output logic [  7:0] rxd_pitch_o,
    // what became of the chunks
    input  logic         fail_i,              // a load met an error of the memory
    input  logic [  1:0] fail_place_i,
    input  logic         poison_i,            // poisoned data was written to memory
    input  logic [  1:0] poison_place_i,
    input  logic         end_i,               // a chunk is complete
    input  logic [  1:0] end_place_i,
    input  logic         end_err_i,           // its store met an error
    input  logic         given_up_i,          // the memory was given up: errors are of that
    // completions; hold until taken
    output logic         cpl_valid_o,
    input  logic         cpl_ready_i,
    output logic [ 15:0] cpl_tag_o,
    output logic [  3:0] cpl_status_o,        // nf_ace_pkg::STATUS_*
    output logic         busy_o
);

  `NF_PARAM(CommandsWordBytes, WordBytes == 32 || WordBytes == 64 || WordBytes == 128 || WordBytes == 256)

  localparam int unsigned Places = 4;
  // Of the longest message: what ACE Table 4 has, and no more than a machine counts of words.
  localparam int unsigned CountedBytes = nf_ace_pkg::MAX_MESSAGE_WORDS * WordBytes;
  localparam int unsigned LongestBytes =
      CountedBytes < nf_ace_pkg::MAX_MESSAGE_BYTES ? CountedBytes : nf_ace_pkg::MAX_MESSAGE_BYTES;
  localparam int unsigned PacketBytes = nf_ace_pkg::PACKET_WORDS * WordBytes;
  localparam logic [255:0] Ops =
      nf_pkg::OPS_SUPPORTED & ~nf_pkg::OPS_WIDE & ~(Halves ? 256'd0 : nf_pkg::OPS_HALF);

  // ------------------------------------------------------------------------------ places
  // A plain memory of the commands' fields, and what is under way in each place.
  typedef struct packed {
    logic [7:0]  pieces;
    logic [31:0] total;
    logic [31:0] stride;
    logic [47:0] addr;
  } side_t;  // of the source, of the destination
  typedef struct packed {
    logic [15:0] tag;
    logic [3:0]  dtype;
    logic [3:0]  red_op;
    logic [2:0]  plan;
    logic [15:0] msg;
    logic [31:0] block;
  } common_t;

  side_t cmd_src, cmd_dst;
  common_t cmd_common;
  localparam int unsigned SideBits = $bits(cmd_src);
  localparam int unsigned CommonBits = $bits(cmd_common);
  logic [SideBits-1:0] src_q[Places], dst_q[Places];
  logic [CommonBits-1:0] common_q[Places];
  logic [Places-1:0] used_q, closed_q, free, end_at, open_at;
  logic [Places*6-1:0] count_q;   // chunks in flight
  logic [Places*4-1:0] status_q;
  logic [1:0] free_index;
  logic accept, unused_ready;

  assign accept = cmd_valid_i && cmd_ready_o;
  assign free = ~used_q & (used_q + 1'b1);  // the lowest free one
  assign free_index = {free[3] | free[2], free[3] | free[1]};

  assign cmd_src.pieces = cmd_src_pieces_i;
  assign cmd_src.total = cmd_src_total_i;
  assign cmd_src.stride = cmd_src_stride_i;
  assign cmd_src.addr = cmd_src_i;
  assign cmd_dst.pieces = cmd_dst_pieces_i;
  assign cmd_dst.total = cmd_dst_total_i;
  assign cmd_dst.stride = cmd_dst_stride_i;
  assign cmd_dst.addr = cmd_dst_i;
  assign cmd_common.tag = cmd_tag_i;
  assign cmd_common.dtype = cmd_dtype_i;
  assign cmd_common.red_op = cmd_red_op_i;
  assign cmd_common.plan = cmd_plan_i;
  assign cmd_common.msg = cmd_msg_i;
  assign cmd_common.block = cmd_block_i;

  always_ff @(posedge clk_i) begin
    if (accept) begin
      src_q[free_index] <= cmd_src;
      dst_q[free_index] <= cmd_dst;
      common_q[free_index] <= cmd_common;
    end
  end

  // The order in which they came.
  logic head_valid, head_done;
  logic [1:0] head;
  logic [2:0] unused_count;
  nf_fifo #(
      .Width(2),
      .Depth(Places)
  ) u_order (
      .clk_i,
      .rst_ni,
      .in_valid_i (accept),
      .in_ready_o (unused_ready),
      .in_data_i  (free_index),
      .out_valid_o(head_valid),
      .out_ready_i(head_done || abort_i),
      .out_data_o (head),
      .count_o    (unused_count)
  );

  // ------------------------------------------------------------------------------ check and chunks
  typedef enum logic [1:0] {
    Idle,   // no command waits
    Plan,   // the plan of the command is looked at
    Offer   // its chunks are offered
  } state_e;
  state_e state_q, state_d;

  side_t head_src, head_dst;  // of the command at the head
  common_t head_common;
  logic [31:0] left_q, left_d, offset_q, offset_d, block;
  logic [15:0] index_q, index_d, msg;
  logic [2:0] phases_q, phases_d;
  logic [3:0] verdict;
  logic [12:0] src_packets, dst_packets;
  logic [4:0] pitch;
  logic data, last, made, refused, bad_size;

  assign head_src = src_q[head];
  assign head_dst = dst_q[head];
  assign head_common = common_q[head];
  assign block = head_common.block;
  assign msg = head_common.msg;
  assign data = head_src.pieces != '0 || head_dst.pieces != '0;
  // A message is 1..LongestBytes when this matters.
  assign pitch = data ? 5'((13'(msg[12:0]) + 13'(PacketBytes - 1)) >> $clog2(PacketBytes)) : 5'd1;
  assign src_packets = 13'(head_src.pieces) * 13'(pitch);
  assign dst_packets = 13'(head_dst.pieces) * 13'(pitch);
  assign bad_size =
      data && (msg == '0 || msg > 16'(LongestBytes) || msg[1:0] != '0 || block == '0);

  always_comb begin
    verdict = nf_ace_pkg::STATUS_OK;
    if (!Ops[{head_common.dtype, head_common.red_op}]) verdict = nf_ace_pkg::STATUS_BAD_OP;
    if (16'(src_packets) > plan_first_room_i || 16'(dst_packets) > plan_last_room_i)
      verdict = nf_ace_pkg::STATUS_BAD_ROOM;
    if (bad_size) verdict = nf_ace_pkg::STATUS_BAD_SIZE;
    if (!plan_ok_i) verdict = nf_ace_pkg::STATUS_BAD_PLAN;
  end

  assign last = !data || left_q <= 32'(msg);

  always_comb begin
    state_d = state_q;
    left_d = left_q;
    offset_d = offset_q;
    index_d = index_q;
    phases_d = phases_q;
    made = 1'b0;
    refused = 1'b0;
    head_done = 1'b0;
    unique case (state_q)
      Idle: begin
        if (head_valid) begin
          left_d = block;
          offset_d = '0;
          index_d = '0;
          state_d = Plan;
        end
      end
      Plan: begin
        phases_d = plan_phases_i;
        if (plan_done_i) begin
          refused = verdict != nf_ace_pkg::STATUS_OK;
          head_done = refused;
          state_d = refused ? Idle : Offer;
        end
      end
      Offer: begin
        if (chunk_ready_i) begin
          made = 1'b1;
          left_d = left_q - 32'(msg);
          offset_d = offset_q + 32'(msg);
          index_d = index_q + 1'b1;
          head_done = last;
          if (last) state_d = Idle;
        end
      end
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      left_q <= '0;
      offset_q <= '0;
      index_q <= '0;
      phases_q <= '0;
    end else if (abort_i) begin
      state_q <= Idle;
    end else begin
      state_q <= state_d;
      left_q <= left_d;
      offset_q <= offset_d;
      index_q <= index_d;
      phases_q <= phases_d;
    end
  end

  logic [15:0] bytes;  // of a message of this chunk
  assign bytes = last ? left_q[15:0] : msg;
  assign plan_valid_o = state_q == Plan;
  assign chunk_valid_o = state_q == Offer;
  // Zero while they mean nothing.
  assign plan_o = plan_valid_o ? head_common.plan : '0;
  assign chunk_place_o = chunk_valid_o ? head : '0;
  assign chunk_plan_o = chunk_valid_o ? head_common.plan : '0;
  assign chunk_phases_o = phases_q;
  assign chunk_red_op_o = chunk_valid_o ? head_common.red_op : '0;
  assign chunk_dtype_o = chunk_valid_o ? head_common.dtype : '0;
  assign chunk_len_o = chunk_valid_o && data ? 8'((bytes + 16'(WordBytes - 1)) >> $clog2(WordBytes)) : '0;
  assign chunk_pitch_o = chunk_valid_o ? 8'(pitch) : '0;
  assign chunk_index_o = index_q;
  assign chunk_offset_o = offset_q;

  // ------------------------------------------------------------------------------ orders
  side_t load, store;
  common_t order;
  assign load = src_q[order_place_i];
  assign store = dst_q[order_place_i];
  assign order = common_q[order_place_i];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      txd_valid_o <= 1'b0;
      rxd_valid_o <= 1'b0;
    end else begin
      txd_valid_o <= !abort_i && (load_i || (txd_valid_o && !txd_ready_i));
      rxd_valid_o <= !abort_i && (store_i || (rxd_valid_o && !rxd_ready_i));
    end
  end
  always_ff @(posedge clk_i) begin
    if (load_i) begin
      txd_id_o <= '0;
      txd_id_o.place <= order_place_i;
      txd_id_o.row <= order_row_i[4:0];
      txd_addr_o <= load.addr + 48'(order_offset_i);
      txd_stride_o <= load.stride;
      txd_pieces_o <= load.pieces;
      txd_block_o <= order.block - order_offset_i;
      txd_total_o <= load.total > order_offset_i ? load.total - order_offset_i : '0;
      txd_msg_o <= order.msg;
      txd_sram_o <= order_sram_i;
      txd_pitch_o <= order_pitch_i;
    end
    if (store_i) begin
      rxd_id_o <= '0;
      rxd_id_o.place <= order_place_i;
      rxd_id_o.row <= order_row_i[4:0];
      rxd_addr_o <= store.addr + 48'(order_offset_i);
      rxd_stride_o <= store.stride;
      rxd_pieces_o <= store.pieces;
      rxd_block_o <= order.block - order_offset_i;
      rxd_total_o <= store.total > order_offset_i ? store.total - order_offset_i : '0;
      rxd_msg_o <= order.msg;
      rxd_sram_o <= order_sram_i;
      rxd_pitch_o <= order_pitch_i;
    end
  end

  // ------------------------------------------------------------------------------ ends
  logic [Places-1:0] over, grant;
  logic [1:0] grant_index, turn_q;
  logic grant_valid, complete;

  for (genvar p = 0; p < Places; p++) begin : gen_place
    logic begins, makes, ends, fails, poisons;
    assign begins = accept && free[p];
    assign open_at[p] = head == 2'(p);
    assign end_at[p] = end_i && end_place_i == 2'(p);
    assign makes = made && open_at[p];
    assign ends = end_at[p];
    assign fails = (fail_i && fail_place_i == 2'(p)) || (ends && end_err_i);
    assign poisons = poison_i && poison_place_i == 2'(p);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q[p] <= 1'b0;
        closed_q[p] <= 1'b0;
        count_q[p*6+:6] <= '0;
        status_q[p*4+:4] <= nf_ace_pkg::STATUS_OK;
      end else begin
        used_q[p] <= begins || (used_q[p] && !(complete && grant[p]));
        if (begins) begin
          closed_q[p] <= 1'b0;
          status_q[p*4+:4] <= nf_ace_pkg::STATUS_OK;
        end else if (abort_i && used_q[p] && !over[p]) begin
          closed_q[p] <= 1'b1;
          count_q[p*6+:6] <= '0;
          status_q[p*4+:4] <= nf_ace_pkg::STATUS_ABORTED;
        end else if (!abort_i) begin
          if (head_done && open_at[p]) closed_q[p] <= 1'b1;
          if (refused && open_at[p]) status_q[p*4+:4] <= verdict;
          else if (fails)
            status_q[p*4+:4] <=
                given_up_i ? nf_ace_pkg::STATUS_TIMEOUT : nf_ace_pkg::STATUS_AXI_ERROR;
          else if (poisons && status_q[p*4+:4] == nf_ace_pkg::STATUS_OK)
            status_q[p*4+:4] <= nf_ace_pkg::STATUS_POISONED;
          count_q[p*6+:6] <= count_q[p*6+:6] + 6'(makes) - 6'(ends);
        end
      end
    end
    assign over[p] = used_q[p] && closed_q[p] && count_q[p*6+:6] == '0;
    // A chunk ends only while its command has one in flight, or after the command was aborted.
    `NF_ASSERT(CommandsEndInFlight, !ends || abort_i || (used_q[p] && count_q[p*6+:6] != '0))
  end

  nf_rr_arb #(
      .Requests(Places)
  ) u_pick (
      .req_i         (over),
      .last_i        (turn_q),
      .grant_valid_o (grant_valid),
      .grant_index_o (grant_index),
      .grant_onehot_o(grant)
  );
  common_t ended;  // the command that is complete
  assign ended = common_q[grant_index];
  assign complete = grant_valid && !abort_i && (!cpl_valid_o || cpl_ready_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cpl_valid_o <= 1'b0;
      cpl_tag_o <= '0;
      cpl_status_o <= '0;
      turn_q <= '0;
    end else begin
      cpl_valid_o <= complete || (cpl_valid_o && !cpl_ready_i);
      if (complete) begin
        cpl_tag_o <= ended.tag;
        cpl_status_o <= status_q[grant_index*4+:4];
        turn_q <= grant_index;
      end
    end
  end

  assign cmd_ready_o = used_q != '1;
  assign free_o = 8'(!used_q[0]) + 8'(!used_q[1]) + 8'(!used_q[2]) + 8'(!used_q[3]);
  assign busy_o = used_q != '0;

  logic unused;
  assign unused = ^{order_row_i[7:5], unused_ready, unused_count, head_src, head_dst, head_common,
                    order, ended};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic cpl_held_q, txd_held_q, rxd_held_q;
  logic [19:0] cpl_q;
  logic [87:0] txd_q, rxd_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cpl_held_q <= 1'b0;
      txd_held_q <= 1'b0;
      rxd_held_q <= 1'b0;
    end else begin
      cpl_held_q <= cpl_valid_o && !cpl_ready_i;
      txd_held_q <= txd_valid_o && !txd_ready_i && !abort_i;
      rxd_held_q <= rxd_valid_o && !rxd_ready_i && !abort_i;
    end
  end
  always_ff @(posedge clk_i) begin
    cpl_q <= {cpl_tag_o, cpl_status_o};
    txd_q <= {txd_id_o, txd_addr_o, txd_total_o};
    rxd_q <= {rxd_id_o, rxd_addr_o, rxd_total_o};
  end
  // A completion that was not taken is offered again, unchanged.
  `NF_ASSERT(CommandsCompletionHolds,
             !cpl_held_q || (cpl_valid_o && cpl_q == {cpl_tag_o, cpl_status_o}))
  // So is an order for the TX DMA, unless its command is aborted.
  `NF_ASSERT(CommandsLoadHolds,
             !txd_held_q || (txd_valid_o && txd_q == {txd_id_o, txd_addr_o, txd_total_o}))
  // So is an order for the RX DMA.
  `NF_ASSERT(CommandsStoreHolds,
             !rxd_held_q || (rxd_valid_o && rxd_q == {rxd_id_o, rxd_addr_o, rxd_total_o}))
  // Poison is reported while its command is in flight.
  `NF_ASSERT(CommandsPoisonInFlight, !poison_i || abort_i || (used_q[poison_place_i]
             && count_q[poison_place_i*6+:6] != '0))
  // A chunk with data has 1..64 words a message.
  `NF_ASSERT(CommandsLenInRange, !chunk_valid_o || !data
             || (chunk_len_o != '0 && 32'(chunk_len_o) <= nf_ace_pkg::MAX_MESSAGE_WORDS))
  // Nothing of a piece is left out and nothing is taken twice.
  `NF_ASSERT(CommandsExact, !chunk_valid_o || !data || offset_q + left_q == block)
  // All places were taken.
  `NF_COVER(CommandsFull, used_q == '1)
`endif

endmodule
