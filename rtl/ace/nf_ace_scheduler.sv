// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Scheduler: leads every chunk from memory through the phases of its plan and back
// (ACE 4.3, Fig. 6).
//
// Three parts. nf_ace_commands holds the commands and cuts them into chunks. nf_ace_creator admits
// a chunk when a row, a slot and the queues of its machines have room: it gets in line for a slot in
// each of its partitions and, for each phase, a machine of the phase's group in turn and an entry in
// that machine's queue (ACE 4.3.2), all in creation order, so every node runs the same chunks in the
// same order on each machine. nf_ace_chunk_table leads it on from there, past slower chunks, until
// it has been stored.
//
// It does not move data, does not run programs and does not stop what runs when run_i falls or
// stop_i rises: then only no new chunk is created. Plans and partitions must not change while
// commands use them.
//
// Creating a chunk of P phases takes P + 3 cycles. From a machine's done_valid_i to the next
// machine's ready_valid_o 4 cycles when nothing else happens, from txd_done_valid_i 2 cycles. At
// most one done, one ready and one new entry per cycle. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_ace_scheduler #(
    parameter int unsigned Machines = 16,  // 2..16
    parameter int unsigned Chunks = 32,    // rows of the chunk table, 2..32
    parameter bit          Halves = 1'b0,  // the lanes have the types of 16-bit elements too, 0 or
                                           // 1
    parameter int unsigned WordBytes = 64  // of a bus word: 32, 64, 128 or 256
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  abort_i,          // ends all commands, forgets all chunks
    // config bus: nf_ace_pkg::CSR_PARTITION, CSR_PLAN
    input  logic                  cfg_valid_i,
    input  logic [          19:0] cfg_addr_i,
    input  logic [          31:0] cfg_wdata_i,
    input  logic                  run_i,            // chunks may be created
    input  logic                  stop_i,           // none may: a fault is held
    input  logic [           7:0] sound_i,          // partitions that plans may use, bit p
    // commands
    input  logic                  cmd_valid_i,
    output logic                  cmd_ready_o,
    input  logic [          47:0] cmd_src_i,
    input  logic [          47:0] cmd_dst_i,
    input  logic [          31:0] cmd_src_stride_i,
    input  logic [          31:0] cmd_dst_stride_i,
    input  logic [          31:0] cmd_block_i,
    input  logic [          31:0] cmd_src_total_i,
    input  logic [          31:0] cmd_dst_total_i,
    input  logic [          15:0] cmd_msg_i,
    input  logic [           7:0] cmd_src_pieces_i,
    input  logic [           7:0] cmd_dst_pieces_i,
    input  logic [           2:0] cmd_plan_i,
    input  logic [           3:0] cmd_red_op_i,
    input  logic [           3:0] cmd_dtype_i,
    input  logic [          15:0] cmd_tag_i,
    output logic [           7:0] free_o,           // commands that there is room for
    // TX DMA: memory to a slot of partition 0
    output logic                  txd_valid_o,
    input  logic                  txd_ready_i,
    output nf_ace_pkg::chunk_t    txd_id_o,
    output logic [          47:0] txd_addr_o,
    output logic [          31:0] txd_stride_o,
    output logic [           7:0] txd_pieces_o,
    output logic [          31:0] txd_block_o,
    output logic [          31:0] txd_total_o,
    output logic [          15:0] txd_msg_o,
    output logic [          15:0] txd_sram_o,
    output logic [           7:0] txd_pitch_o,
    input  logic                  txd_done_valid_i,
    output logic                  txd_done_ready_o,
    input  nf_ace_pkg::chunk_t    txd_done_id_i,
    input  logic                  txd_done_err_i,
    // RX DMA: a slot of the last partition to memory
    output logic                  rxd_valid_o,
    input  logic                  rxd_ready_i,
    output nf_ace_pkg::chunk_t    rxd_id_o,
    output logic [          47:0] rxd_addr_o,
    output logic [          31:0] rxd_stride_o,
    output logic [           7:0] rxd_pieces_o,
    output logic [          31:0] rxd_block_o,
    output logic [          31:0] rxd_total_o,
    output logic [          15:0] rxd_msg_o,
    output logic [          15:0] rxd_sram_o,
    output logic [           7:0] rxd_pitch_o,
    input  logic                  rxd_done_valid_i,
    output logic                  rxd_done_ready_o,
    input  nf_ace_pkg::chunk_t    rxd_done_id_i,
    input  logic                  rxd_done_err_i,
    input  logic                  rxd_poison_i,     // poisoned data of an order was written
    input  nf_ace_pkg::chunk_t    rxd_poison_id_i,
    input  logic                  given_up_i,       // a DMA has given the memory up
    // machines: an entry is appended; a chunk may start; a phase of a chunk is done
    output logic [  Machines-1:0] reserve_valid_o,
    output logic [           7:0] reserve_id_o,
    output logic [           3:0] reserve_phase_o,
    input  logic [Machines*8-1:0] free_i,           // free entries of each machine's queue
    output logic [  Machines-1:0] ready_valid_o,
    output nf_ace_pkg::ctx_t      ready_ctx_o,
    input  logic [  Machines-1:0] done_valid_i,
    input  logic [Machines*8-1:0] done_id_i,
    input  logic [Machines*8-1:0] done_phase_i,
    output logic [  Machines-1:0] done_ready_o,
    // completions
    output logic                  cpl_valid_o,
    input  logic                  cpl_ready_i,
    output logic [          15:0] cpl_tag_o,
    output logic [           3:0] cpl_status_o,     // nf_ace_pkg::STATUS_*
    output logic                  chunk_done_o,     // a chunk is complete
    output logic                  busy_o
);

  `NF_PARAM(SchedulerMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(SchedulerChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  // ------------------------------------------------------------------------------ commands
  logic plan_valid, plan_done, plan_ok, chunk_valid, chunk_taken;
  logic [2:0] plan, plan_phases, chunk_plan, chunk_phases;
  logic [1:0] chunk_place;
  logic [3:0] chunk_red_op, chunk_dtype;
  logic [7:0] chunk_len, chunk_pitch;
  logic [15:0] chunk_index;
  logic [31:0] chunk_offset;
  logic load, store;  // an order for a DMA
  logic [7:0] order_row, order_pitch;
  logic [1:0] order_place;
  logic [15:0] order_sram;
  logic [31:0] order_offset;
  logic chunk_end, end_err;
  logic [1:0] end_place;
  logic [127:0] room;

  nf_ace_commands #(
      .Halves(Halves),
      .WordBytes(WordBytes)
  ) u_commands (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cmd_valid_i,
      .cmd_ready_o,
      .cmd_src_i,
      .cmd_dst_i,
      .cmd_src_stride_i,
      .cmd_dst_stride_i,
      .cmd_block_i,
      .cmd_src_total_i,
      .cmd_dst_total_i,
      .cmd_msg_i,
      .cmd_src_pieces_i,
      .cmd_dst_pieces_i,
      .cmd_plan_i,
      .cmd_red_op_i,
      .cmd_dtype_i,
      .cmd_tag_i,
      .free_o,
      .plan_valid_o     (plan_valid),
      .plan_o           (plan),
      .plan_done_i      (plan_done),
      .plan_ok_i        (plan_ok),
      .plan_phases_i    (plan_phases),
      .plan_first_room_i(room[15:0]),
      .plan_last_room_i (room[plan_phases*16+:16]),
      .chunk_valid_o    (chunk_valid),
      .chunk_ready_i    (chunk_taken),
      .chunk_place_o    (chunk_place),
      .chunk_plan_o     (chunk_plan),
      .chunk_phases_o   (chunk_phases),
      .chunk_red_op_o   (chunk_red_op),
      .chunk_dtype_o    (chunk_dtype),
      .chunk_len_o      (chunk_len),
      .chunk_pitch_o    (chunk_pitch),
      .chunk_index_o    (chunk_index),
      .chunk_offset_o   (chunk_offset),
      .load_i           (load),
      .store_i          (store),
      .order_row_i      (order_row),
      .order_place_i    (order_place),
      .order_pitch_i    (order_pitch),
      .order_offset_i   (order_offset),
      .order_sram_i     (order_sram),
      .txd_valid_o,
      .txd_ready_i,
      .txd_id_o,
      .txd_addr_o,
      .txd_stride_o,
      .txd_pieces_o,
      .txd_block_o,
      .txd_total_o,
      .txd_msg_o,
      .txd_sram_o,
      .txd_pitch_o,
      .rxd_valid_o,
      .rxd_ready_i,
      .rxd_id_o,
      .rxd_addr_o,
      .rxd_stride_o,
      .rxd_pieces_o,
      .rxd_block_o,
      .rxd_total_o,
      .rxd_msg_o,
      .rxd_sram_o,
      .rxd_pitch_o,
      .fail_i           (txd_done_valid_i && txd_done_err_i),
      .fail_place_i     (txd_done_id_i.place),
      .poison_i         (rxd_poison_i),
      .poison_place_i   (rxd_poison_id_i.place),
      .end_i            (chunk_end),
      .end_place_i      (end_place),
      .end_err_i        (end_err),
      .given_up_i,
      .cpl_valid_o,
      .cpl_ready_i,
      .cpl_tag_o,
      .cpl_status_o,
      .busy_o
  );

  // ------------------------------------------------------------------------------ creation
  logic step;
  logic [7:0] step_row, parts_set;
  logic [2:0] step_part;
  logic [3:0] step_machine;
  logic [Chunks-1:0] used;
  logic first_free, look;
  logic [2:0] look_plan, look_phase;
  logic [11:0] pc;

  nf_ace_creator #(
      .Machines(Machines),
      .Chunks  (Chunks)
  ) u_creator (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cfg_valid_i,
      .cfg_addr_i,
      .cfg_wdata_i,
      .run_i,
      .stop_i,
      .plan_valid_i  (plan_valid),
      .plan_i        (plan),
      .plan_done_o   (plan_done),
      .plan_ok_o     (plan_ok),
      .plan_phases_o (plan_phases),
      .chunk_valid_i (chunk_valid),
      .chunk_plan_i  (chunk_plan),
      .chunk_phases_i(chunk_phases),
      .chunk_ready_o (chunk_taken),
      .set_i         (parts_set & sound_i),
      .first_free_i  (first_free),
      .used_i        (used),
      .free_i,
      .step_o        (step),
      .step_row_o    (step_row),
      .step_part_o   (step_part),
      .step_machine_o(step_machine),
      .reserve_valid_o,
      .reserve_id_o,
      .reserve_phase_o,
      .look_i        (look),
      .look_plan_i   (look_plan),
      .look_phase_i  (look_phase),
      .pc_o          (pc)
  );

  // ------------------------------------------------------------------------------ chunk table
  nf_ace_pkg::ctx_t ctx;

  nf_ace_chunk_table #(
      .Machines(Machines),
      .Chunks  (Chunks)
  ) u_table (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cfg_valid_i,
      .cfg_addr_i,
      .cfg_wdata_i,
      .step_i        (step),
      .step_row_i    (step_row),
      .step_part_i   (step_part),
      .step_machine_i(step_machine),
      .chunk_place_i (chunk_place),
      .chunk_plan_i  (chunk_plan),
      .chunk_phases_i(chunk_phases),
      .chunk_red_op_i(chunk_red_op),
      .chunk_dtype_i (chunk_dtype),
      .chunk_len_i   (chunk_len),
      .chunk_pitch_i (chunk_pitch),
      .chunk_index_i (chunk_index),
      .chunk_offset_i(chunk_offset),
      .used_o        (used),
      .set_o         (parts_set),
      .room_o        (room),
      .first_free_o  (first_free),
      .look_o        (look),
      .look_plan_o   (look_plan),
      .look_phase_o  (look_phase),
      .ready_valid_o,
      .ready_ctx_o   (ctx),
      .txd_done_valid_i,
      .txd_done_row_i(8'(txd_done_id_i.row)),
      .done_valid_i,
      .done_id_i,
      .done_phase_i,
      .done_ready_o,
      .rxd_done_valid_i,
      .rxd_done_ready_o,
      .rxd_done_id_i,
      .rxd_done_err_i,
      .end_o         (chunk_end),
      .end_place_o   (end_place),
      .end_err_o     (end_err),
      .chunk_done_o,
      .txd_busy_i    (txd_valid_o),
      .rxd_busy_i    (rxd_valid_o),
      .load_o        (load),
      .store_o       (store),
      .order_row_o   (order_row),
      .order_place_o (order_place),
      .order_pitch_o (order_pitch),
      .order_offset_o(order_offset),
      .order_sram_o  (order_sram)
  );

  // Where the phase's program begins comes from the creator's plans.
  always_comb begin
    ready_ctx_o = ctx;
    ready_ctx_o.pc = pc;
  end
  assign txd_done_ready_o = 1'b1;

  logic unused;
  assign unused = ^{txd_done_id_i, rxd_poison_id_i, ctx.pc};

endmodule
