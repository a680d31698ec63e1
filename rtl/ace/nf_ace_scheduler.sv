// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Scheduler: leads every chunk from memory through the phases of its plan and back
// (ACE 4.3, Fig. 6).
//
// A chunk lives in a row of the chunk table. When it is created it gets in line for a slot in each
// of its partitions (nf_ace_slots) and, for each phase, a machine of the phase's group in turn and
// an entry in that machine's queue (ACE 4.3.2): all in creation order, so every node runs the same
// chunks in the same order on each machine. Then it goes where its resources let it, past slower
// chunks: TX DMA; for each phase, once it holds its slot of the next partition, its machine; RX
// DMA. A slot is free again when the chunk has left it.
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
    parameter bit          Halves = 1'b0,  // the lanes have the types of 16-bit elements too
    parameter int unsigned WordBytes = 64  // of a bus word: 64, 128 or 256
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
    input  logic [           7:0] sound_i,          // partitions that plans may use
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
    input  logic [Machines*8-1:0] free_i,           // free entries
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

  localparam int unsigned RowBits = $clog2(Chunks);
  localparam int unsigned DoneBits = $clog2(Machines + 1);

  // ------------------------------------------------------------------------------ commands
  logic plan_valid, plan_done, plan_ok, chunk_valid, chunk_taken;
  logic [2:0] plan, plan_phases, chunk_plan, chunk_phases;
  logic [1:0] chunk_place;
  logic [3:0] chunk_red_op, chunk_dtype;
  logic [7:0] chunk_len, chunk_pitch;
  logic [15:0] chunk_index, sram;
  logic [31:0] chunk_offset, order_offset_q;
  logic load_q, store_q;
  logic [7:0] order_row_q, order_pitch_q;
  logic [1:0] order_place_q;
  logic ev_valid_q, ev_rx_q, ev_err_q;
  logic [1:0] ev_place_q;
  logic [Chunks*8-1:0] held;
  logic [7:0] parts_set;
  logic [127:0] room;
  logic first_free;

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
      .load_i           (load_q),
      .store_i          (store_q),
      .order_row_i      (order_row_q),
      .order_place_i    (order_place_q),
      .order_pitch_i    (order_pitch_q),
      .order_offset_i   (order_offset_q),
      .order_sram_i     (sram),
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
      .end_i            (ev_valid_q && ev_rx_q),
      .end_place_i      (ev_place_q),
      .end_err_i        (ev_err_q),
      .given_up_i,
      .cpl_valid_o,
      .cpl_ready_i,
      .cpl_tag_o,
      .cpl_status_o,
      .busy_o
  );

  // ------------------------------------------------------------------------------ creation
  logic step, create;
  logic [7:0] step_row;
  logic [2:0] step_part, go_phase, go_next;
  logic [3:0] step_machine;
  logic [Chunks-1:0] used_q, used_d;
  logic [11:0] pc;
  logic go;

  // What the chunk table knows of a chunk for all its time.
  typedef struct packed {
    logic [31:0] offset;  // bytes of each piece before it
    logic [15:0] index;
    logic [7:0]  pitch;
    logic [7:0]  len;
    logic [3:0]  dtype;
    logic [3:0]  red_op;
    logic [2:0]  phases;
    logic [2:0]  plan;
    logic [1:0]  place;   // of its command
  } info_t;

  info_t new_info, go_info, pick_info, ev_info;
  localparam int unsigned InfoBits = $bits(new_info);
  assign create = step && step_part == '0;

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
      .used_i        (used_q),
      .free_i,
      .step_o        (step),
      .step_row_o    (step_row),
      .step_part_o   (step_part),
      .step_machine_o(step_machine),
      .reserve_valid_o,
      .reserve_id_o,
      .reserve_phase_o,
      .look_i        (go),
      .look_plan_i   (go_info.plan),
      .look_phase_i  (go_phase),
      .pc_o          (pc)
  );

  // ------------------------------------------------------------------------------ chunk table
  // Registers of each row: used; arrived: its data is in the partition of its phase; the phase.
  // The rest is memory.
  logic [Chunks-1:0] arrived_q, arrived_d, startable;
  logic [Chunks*3-1:0] phases_q;
  logic [InfoBits-1:0] rows_q[Chunks];
  logic [3:0] machines_q[Chunks*8];  // of {row, phase}
  logic [RowBits-1:0] new_row;

  assign new_row = step_row[RowBits-1:0];
  assign new_info.offset = chunk_offset;
  assign new_info.index = chunk_index;
  assign new_info.pitch = chunk_pitch;
  assign new_info.len = chunk_len;
  assign new_info.dtype = chunk_dtype;
  assign new_info.red_op = chunk_red_op;
  assign new_info.phases = chunk_phases;
  assign new_info.plan = chunk_plan;
  assign new_info.place = chunk_place;
  always_ff @(posedge clk_i) begin
    if (create) rows_q[new_row] <= new_info;
  end
  always_ff @(posedge clk_i) begin
    if (step) machines_q[{new_row, step_part}] <= step_machine;
  end

  // ------------------------------------------------------------------------------ to the machines
  logic [RowBits-1:0] go_row, go_last_q;
  logic [Chunks-1:0] go_onehot;
  // A context without addresses and program counter, which come a cycle later.
  typedef struct packed {
    logic [15:0] dst_room;
    logic [15:0] src_room;
    logic [15:0] index;
    logic [7:0]  pitch;
    logic [7:0]  len;
    logic [3:0]  dtype;
    logic [3:0]  red_op;
    logic [3:0]  phase;
    logic [7:0]  id;
  } early_t;

  early_t ctx_q;
  logic [15:0] src, dst;

  for (genvar r = 0; r < Chunks; r++) begin : gen_startable
    logic [7:0] mine;
    assign mine = held[r*8+:8];
    assign startable[r] = arrived_q[r] && mine[phases_q[r*3+:3]+3'd1];
  end
  nf_rr_arb #(
      .Requests(Chunks)
  ) u_go (
      .req_i         (startable),
      .last_i        (go_last_q),
      .grant_valid_o (go),
      .grant_index_o (go_row),
      .grant_onehot_o(go_onehot)
  );
  assign go_phase = phases_q[go_row*3+:3];
  assign go_next = go_phase + 3'd1;
  assign go_info = rows_q[go_row];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      go_last_q <= '0;
      ready_valid_o <= '0;
      ctx_q <= '0;
    end else begin
      ready_valid_o <= go && !abort_i ? Machines'(1) << machines_q[{go_row, go_phase}] : '0;
      if (go) begin
        go_last_q <= go_row;
        ctx_q.dst_room <= room[go_next*16+:16];
        ctx_q.src_room <= room[go_phase*16+:16];
        ctx_q.index <= go_info.index;
        ctx_q.pitch <= go_info.pitch;
        ctx_q.len <= go_info.len;
        ctx_q.dtype <= go_info.dtype;
        ctx_q.red_op <= go_info.red_op;
        ctx_q.phase <= 4'(go_phase);
        ctx_q.id <= 8'(go_row);
      end
    end
  end
  assign ready_ctx_o.dst_room = ctx_q.dst_room;
  assign ready_ctx_o.src_room = ctx_q.src_room;
  assign ready_ctx_o.index = ctx_q.index;
  assign ready_ctx_o.pitch = ctx_q.pitch;
  assign ready_ctx_o.len = ctx_q.len;
  assign ready_ctx_o.dst = dst;
  assign ready_ctx_o.src = src;
  assign ready_ctx_o.pc = pc;
  assign ready_ctx_o.dtype = ctx_q.dtype;
  assign ready_ctx_o.red_op = ctx_q.red_op;
  assign ready_ctx_o.phase = ctx_q.phase;
  assign ready_ctx_o.id = ctx_q.id;

  // ------------------------------------------------------------------------------ what is done
  // The port of a done is open for one cycle, to the one that was picked in the cycle before.
  logic [Machines:0] done_valid, done_ready_q, done_grant;
  logic [DoneBits-1:0] done_last_q, done_index;
  logic done_pick;
  nf_ace_pkg::chunk_t done_id;  // of a machine: the row alone
  logic [7:0] done_phase;

  // In an abort what the RX DMA has done is taken and forgotten.
  assign done_valid = {rxd_done_valid_i, abort_i ? '0 : done_valid_i} & ~done_ready_q;
  nf_rr_arb #(
      .Requests(Machines + 1)
  ) u_done (
      .req_i         (done_valid),
      .last_i        (done_last_q),
      .grant_valid_o (done_pick),
      .grant_index_o (done_index),
      .grant_onehot_o(done_grant)
  );
  always_comb begin
    done_id = done_ready_q[Machines] ? rxd_done_id_i : '0;
    done_phase = '0;
    for (int m = 0; m < Machines; m++) begin
      if (done_ready_q[m]) begin
        done_id = done_id | done_id_i[m*8+:8];
        done_phase = done_phase | done_phase_i[m*8+:8];
      end
    end
  end
  assign done_ready_o = done_ready_q[Machines-1:0];
  assign rxd_done_ready_o = done_ready_q[Machines];
  assign txd_done_ready_o = 1'b1;

  logic [RowBits-1:0] ev_row_q, tx_row;
  logic [2:0] ev_phase_q, ev_phases, ev_part;
  logic ev_last;
  assign tx_row = txd_done_id_i.row[RowBits-1:0];
  assign ev_info = rows_q[ev_row_q];
  assign ev_phases = ev_info.phases;
  assign ev_part = ev_rx_q ? ev_phases : ev_phase_q;
  assign ev_last = ev_phase_q + 3'd1 == ev_phases;

  always_comb begin
    used_d = used_q;
    arrived_d = arrived_q & ~go_onehot;
    if (create) used_d[new_row] = 1'b1;
    if (txd_done_valid_i) arrived_d[tx_row] = 1'b1;
    if (ev_valid_q && ev_rx_q) used_d[ev_row_q] = 1'b0;
    if (ev_valid_q && !ev_rx_q && !ev_last) arrived_d[ev_row_q] = 1'b1;
  end

  for (genvar r = 0; r < Chunks; r++) begin : gen_phase
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) phases_q[r*3+:3] <= '0;
      else if (create && new_row == RowBits'(r)) phases_q[r*3+:3] <= '0;
      else if (ev_valid_q && !ev_rx_q && ev_row_q == RowBits'(r))
        phases_q[r*3+:3] <= ev_phase_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      arrived_q <= '0;
      done_ready_q <= '0;
      done_last_q <= '0;
      ev_valid_q <= 1'b0;
      ev_rx_q <= 1'b0;
      ev_err_q <= 1'b0;
      ev_place_q <= '0;
      ev_row_q <= '0;
      ev_phase_q <= '0;
      chunk_done_o <= 1'b0;
    end else begin
      used_q <= abort_i ? '0 : used_d;
      arrived_q <= abort_i ? '0 : arrived_d;
      done_ready_q <= done_grant;
      if (done_pick) done_last_q <= done_index;
      ev_valid_q <= done_ready_q != '0 && !abort_i;
      if (done_ready_q != '0) begin
        ev_rx_q <= done_ready_q[Machines];
        ev_err_q <= rxd_done_err_i;
        ev_place_q <= done_id.place;
        ev_row_q <= done_id.row[RowBits-1:0];
        ev_phase_q <= done_phase[2:0];
      end
      chunk_done_o <= ev_valid_q && ev_rx_q && !abort_i;
    end
  end

  // What is handed to a DMA in this cycle.
  logic pick_load, pick_store;
  logic [RowBits-1:0] pick_row;

  nf_ace_slots #(
      .Chunks(Chunks)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cfg_valid_i,
      .cfg_addr_i,
      .cfg_wdata_i,
      .take_i        (step),
      .take_row_i    (step_row),
      .take_part_i   (step_part),
      .release_i     (ev_valid_q),
      .release_row_i (8'(ev_row_q)),
      .release_part_i(ev_part),
      .look_i        (go),
      .look_row_i    (8'(go_row)),
      .look_part_i   (go_phase),
      .src_o         (src),
      .dst_o         (dst),
      .pick_i        (pick_load || pick_store),
      .pick_row_i    (8'(pick_row)),
      .pick_part_i   (pick_load ? 3'd0 : pick_info.phases),
      .sram_o        (sram),
      .held_o        (held),
      .set_o         (parts_set),
      .room_o        (room),
      .first_free_o  (first_free)
  );

  // ------------------------------------------------------------------------------ to the DMAs
  // First come, first served. The two take turns at the table, a cycle each.
  logic load_valid, store_valid, even_q, store_push;
  logic load_ready, store_ready;
  logic [RowBits-1:0] load_row, store_row;
  logic [$clog2(Chunks+1)-1:0] unused_loads, unused_stores;
  assign store_push = ev_valid_q && !ev_rx_q && ev_last;

  nf_fifo #(
      .Width(RowBits),
      .Depth(Chunks)
  ) u_loads (
      .clk_i,
      .rst_ni,
      .in_valid_i (create),
      .in_ready_o (load_ready),
      .in_data_i  (new_row),
      .out_valid_o(load_valid),
      .out_ready_i(pick_load || abort_i),
      .out_data_o (load_row),
      .count_o    (unused_loads)
  );
  nf_fifo #(
      .Width(RowBits),
      .Depth(Chunks)
  ) u_stores (
      .clk_i,
      .rst_ni,
      .in_valid_i (store_push),
      .in_ready_o (store_ready),
      .in_data_i  (ev_row_q),
      .out_valid_o(store_valid),
      .out_ready_i(pick_store || abort_i),
      .out_data_o (store_row),
      .count_o    (unused_stores)
  );
  assign pick_load = load_valid && even_q && !load_q && !txd_valid_o;
  assign pick_store = store_valid && !even_q && !store_q && !rxd_valid_o;
  assign pick_row = even_q ? load_row : store_row;
  assign pick_info = rows_q[pick_row];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      even_q <= 1'b0;
      load_q <= 1'b0;
      store_q <= 1'b0;
    end else begin
      even_q <= !even_q;
      load_q <= pick_load && !abort_i;
      store_q <= pick_store && !abort_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (pick_load || pick_store) begin
      order_row_q <= 8'(pick_row);
      order_place_q <= pick_info.place;
      order_pitch_q <= pick_info.pitch;
      order_offset_q <= pick_info.offset;
    end
  end

  logic unused;
  assign unused = ^{unused_loads, unused_stores, load_ready, store_ready, txd_done_id_i,
                    rxd_poison_id_i,
                    done_id, done_phase, go_info, pick_info, ev_info};

  // --------------------------------------------------------------------------- properties
  // What a machine says is done is a phase that was started.
  `NF_ASSERT(SchedulerDoneExpected, !ev_valid_q || ev_rx_q || abort_i
             || (used_q[ev_row_q] && !arrived_q[ev_row_q] && ev_phase_q == phases_q[ev_row_q*3+:3]))
  // Only a chunk that is in the table can start a phase.
  `NF_ASSERT(SchedulerArrivedUsed, (arrived_q & ~used_q) == '0)
  // The queues of the DMAs have room for every chunk.
  `NF_ASSERT(SchedulerQueuesFit, (!create || load_ready) && (!store_push || store_ready))
  // At most one port for a done is open, and only while something is there to be taken.
  `NF_ASSERT(SchedulerDoneDoor, (done_ready_q & ~{rxd_done_valid_i, done_valid_i}) == '0
             && (done_ready_q & (done_ready_q - 1'b1)) == '0)
  // A chunk of a later command started a phase while an older row waited.
  `NF_COVER(SchedulerOvertakes, go && (arrived_q & ~startable) != '0)

endmodule
