// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Chunk table: the life of a chunk from its creation to its end (ACE 4.3).
//
// A chunk lives in a row. Created, it waits for the TX DMA; when that has loaded it, it has arrived
// in partition 0. Arrived in the partition of a phase, it starts the phase as soon as it holds its
// slot of the next partition (nf_ace_slots), past slower chunks; when its machine is done it has
// left its slot and arrived in the next partition. After the last phase it waits for the RX DMA, and
// with what that has stored the row is free.
//
// nf_ace_done_arb takes what is done one at a time, nf_ace_dma_queues has the chunks that wait for a
// DMA. The table does not choose a row or a machine (nf_ace_creator does), and knows nothing of
// commands but the place of each chunk's.
//
// From a machine's done_valid_i to the next machine's ready_valid_o 4 cycles when nothing else
// happens, from txd_done_valid_i 2 cycles. At most one done and one ready per cycle. Outputs are
// functions of registers.

`include "nf_assert.svh"

module nf_ace_chunk_table #(
    parameter int unsigned Machines = 16,  // 2..16
    parameter int unsigned Chunks = 32     // rows of the chunk table, 2..32
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  abort_i,           // forgets all chunks
    // config bus: nf_ace_pkg::CSR_PARTITION
    input  logic                  cfg_valid_i,
    input  logic [          19:0] cfg_addr_i,
    input  logic [          31:0] cfg_wdata_i,
    // a step of the creation of a chunk, with part 0 its first: its slot of a partition, and the
    // machine of that phase
    input  logic                  step_i,
    input  logic [           7:0] step_row_i,
    input  logic [           2:0] step_part_i,
    input  logic [           3:0] step_machine_i,
    // the chunk that is created
    input  logic [           1:0] chunk_place_i,     // of its command
    input  logic [           2:0] chunk_plan_i,
    input  logic [           2:0] chunk_phases_i,
    input  logic [           3:0] chunk_red_op_i,
    input  logic [           3:0] chunk_dtype_i,
    input  logic [           7:0] chunk_len_i,
    input  logic [           7:0] chunk_pitch_i,
    input  logic [          15:0] chunk_index_i,
    input  logic [          31:0] chunk_offset_i,    // bytes of each piece before it
    // what there is
    output logic [    Chunks-1:0] used_o,            // rows
    output logic [           7:0] set_o,             // partitions that are set up
    output logic [         127:0] room_o,            // SRAM packets of their slots, 16 bits each
    output logic                  first_free_o,      // the next slot of partition 0 is free
    // a phase starts: its program is looked up, and the context is right a cycle later
    output logic                  look_o,
    output logic [           2:0] look_plan_o,
    output logic [           2:0] look_phase_o,
    output logic [  Machines-1:0] ready_valid_o,
    output nf_ace_pkg::ctx_t      ready_ctx_o,       // pc is left 0
    // what is done
    input  logic                  txd_done_valid_i,
    input  logic [           7:0] txd_done_row_i,
    input  logic [  Machines-1:0] done_valid_i,
    input  logic [Machines*8-1:0] done_id_i,
    input  logic [Machines*8-1:0] done_phase_i,
    output logic [  Machines-1:0] done_ready_o,
    input  logic                  rxd_done_valid_i,
    output logic                  rxd_done_ready_o,
    input  nf_ace_pkg::chunk_t    rxd_done_id_i,
    input  logic                  rxd_done_err_i,
    // a chunk ends
    output logic                  end_o,
    output logic [           1:0] end_place_o,       // of its command
    output logic                  end_err_o,
    output logic                  chunk_done_o,      // it did, in the cycle before
    // order for a DMA, in the cycle after load_o or store_o was picked
    input  logic                  txd_busy_i,        // an order waits for the TX DMA
    input  logic                  rxd_busy_i,        // one for the RX DMA
    output logic                  load_o,
    output logic                  store_o,
    output logic [           7:0] order_row_o,
    output logic [           1:0] order_place_o,
    output logic [           7:0] order_pitch_o,
    output logic [          31:0] order_offset_o,
    output logic [          15:0] order_sram_o
);

  `NF_PARAM(ChunkTableMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(ChunkTableChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  localparam int unsigned RowBits = $clog2(Chunks);

  // ------------------------------------------------------------------------------ rows
  // Registers of each row: used; arrived: its data is in the partition of its phase; the phase.
  // The rest is memory.
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
  logic [Chunks-1:0] used_q, used_d;
  logic [Chunks-1:0] arrived_q, arrived_d, startable;
  logic [Chunks*3-1:0] phases_q;
  logic [InfoBits-1:0] rows_q[Chunks];
  logic [3:0] machines_q[Chunks*8];  // of {row, phase}
  logic [RowBits-1:0] new_row;
  logic create;

  assign create = step_i && step_part_i == '0;
  assign new_row = step_row_i[RowBits-1:0];
  assign new_info.offset = chunk_offset_i;
  assign new_info.index = chunk_index_i;
  assign new_info.pitch = chunk_pitch_i;
  assign new_info.len = chunk_len_i;
  assign new_info.dtype = chunk_dtype_i;
  assign new_info.red_op = chunk_red_op_i;
  assign new_info.phases = chunk_phases_i;
  assign new_info.plan = chunk_plan_i;
  assign new_info.place = chunk_place_i;
  always_ff @(posedge clk_i) begin
    if (create) rows_q[new_row] <= new_info;
  end
  always_ff @(posedge clk_i) begin
    if (step_i) machines_q[{new_row, step_part_i}] <= step_machine_i;
  end
  assign used_o = used_q;

  // ------------------------------------------------------------------------------ to the machines
  logic go;
  logic [2:0] go_phase, go_next;
  logic [Chunks*8-1:0] held;
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
  assign look_o = go;
  assign look_plan_o = go_info.plan;
  assign look_phase_o = go_phase;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      go_last_q <= '0;
      ready_valid_o <= '0;
      ctx_q <= '0;
    end else begin
      ready_valid_o <= go && !abort_i ? Machines'(1) << machines_q[{go_row, go_phase}] : '0;
      if (go) begin
        go_last_q <= go_row;
        ctx_q.dst_room <= room_o[go_next*16+:16];
        ctx_q.src_room <= room_o[go_phase*16+:16];
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
  assign ready_ctx_o.pc = '0;
  assign ready_ctx_o.dtype = ctx_q.dtype;
  assign ready_ctx_o.red_op = ctx_q.red_op;
  assign ready_ctx_o.phase = ctx_q.phase;
  assign ready_ctx_o.id = ctx_q.id;

  // ------------------------------------------------------------------------------ what is done
  logic ev_valid, ev_rx, ev_last;
  logic [7:0] ev_row8;
  logic [RowBits-1:0] ev_row, tx_row;
  logic [2:0] ev_phase, ev_phases, ev_part;

  nf_ace_done_arb #(
      .Machines(Machines),
      .Chunks  (Chunks)
  ) u_done (
      .clk_i,
      .rst_ni,
      .abort_i,
      .done_valid_i,
      .done_id_i,
      .done_phase_i,
      .done_ready_o,
      .rxd_done_valid_i,
      .rxd_done_ready_o,
      .rxd_done_id_i,
      .rxd_done_err_i,
      .ev_valid_o(ev_valid),
      .ev_rx_o   (ev_rx),
      .ev_err_o  (end_err_o),
      .ev_place_o(end_place_o),
      .ev_row_o  (ev_row8),
      .ev_phase_o(ev_phase)
  );
  assign ev_row = ev_row8[RowBits-1:0];
  assign tx_row = txd_done_row_i[RowBits-1:0];
  assign ev_info = rows_q[ev_row];
  assign ev_phases = ev_info.phases;
  assign ev_part = ev_rx ? ev_phases : ev_phase;
  assign ev_last = ev_phase + 3'd1 == ev_phases;
  assign end_o = ev_valid && ev_rx;

  always_comb begin
    used_d = used_q;
    arrived_d = arrived_q & ~go_onehot;
    if (create) used_d[new_row] = 1'b1;
    if (txd_done_valid_i) arrived_d[tx_row] = 1'b1;
    if (ev_valid && ev_rx) used_d[ev_row] = 1'b0;
    if (ev_valid && !ev_rx && !ev_last) arrived_d[ev_row] = 1'b1;
  end

  for (genvar r = 0; r < Chunks; r++) begin : gen_phase
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) phases_q[r*3+:3] <= '0;
      else if (create && new_row == RowBits'(r)) phases_q[r*3+:3] <= '0;
      else if (ev_valid && !ev_rx && ev_row == RowBits'(r)) phases_q[r*3+:3] <= ev_phase + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      arrived_q <= '0;
      chunk_done_o <= 1'b0;
    end else begin
      used_q <= abort_i ? '0 : used_d;
      arrived_q <= abort_i ? '0 : arrived_d;
      chunk_done_o <= ev_valid && ev_rx && !abort_i;
    end
  end

  // ------------------------------------------------------------------------------ to the DMAs
  logic load_turn, store_turn, pick_load, pick_store, store_push;
  logic [7:0] pick_row8;
  logic [RowBits-1:0] pick_row;
  assign store_push = ev_valid && !ev_rx && ev_last;

  nf_ace_dma_queues #(
      .Chunks(Chunks)
  ) u_queues (
      .clk_i,
      .rst_ni,
      .abort_i,
      .load_push_i (create),
      .load_row_i  (step_row_i),
      .store_push_i(store_push),
      .store_row_i (ev_row8),
      .load_turn_o (load_turn),
      .load_free_i (!txd_busy_i),
      .store_turn_o(store_turn),
      .store_free_i(!rxd_busy_i),
      .pick_row_o  (pick_row8),
      .load_o,
      .store_o
  );
  assign pick_load = load_turn && !txd_busy_i;
  assign pick_store = store_turn && !rxd_busy_i;
  assign pick_row = pick_row8[RowBits-1:0];
  assign pick_info = rows_q[pick_row];

  logic [RowBits-1:0] order_row_q;
  always_ff @(posedge clk_i) begin
    if (pick_load || pick_store) begin
      order_row_q <= pick_row;
      order_place_o <= pick_info.place;
      order_pitch_o <= pick_info.pitch;
      order_offset_o <= pick_info.offset;
    end
  end
  assign order_row_o = 8'(order_row_q);

  // ------------------------------------------------------------------------------ slots
  nf_ace_slots #(
      .Chunks(Chunks)
  ) u_slots (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cfg_valid_i,
      .cfg_addr_i,
      .cfg_wdata_i,
      .take_i        (step_i),
      .take_row_i    (step_row_i),
      .take_part_i   (step_part_i),
      .release_i     (ev_valid),
      .release_row_i (ev_row8),
      .release_part_i(ev_part),
      .look_i        (go),
      .look_row_i    (8'(go_row)),
      .look_part_i   (go_phase),
      .src_o         (src),
      .dst_o         (dst),
      .pick_i        (pick_load || pick_store),
      .pick_row_i    (pick_row8),
      .pick_part_i   (pick_load ? 3'd0 : pick_info.phases),
      .sram_o        (order_sram_o),
      .held_o        (held),
      .set_o,
      .room_o,
      .first_free_o
  );

  // Rows are 8 bits wide at the ports.
  logic unused;
  assign unused = ^{step_row_i, txd_done_row_i, ev_row8, pick_row8, go_info, pick_info, ev_info};

  // --------------------------------------------------------------------------- properties
  // What a machine says is done is a phase that was started.
  `NF_ASSERT(ChunkTableDoneExpected, !ev_valid || ev_rx || abort_i
             || (used_q[ev_row] && !arrived_q[ev_row] && ev_phase == phases_q[ev_row*3+:3]))
  // Only a chunk that is in the table can start a phase.
  `NF_ASSERT(ChunkTableArrivedUsed, (arrived_q & ~used_q) == '0)
  // A chunk of a later command started a phase while an older row waited.
  `NF_COVER(ChunkTableOvertakes, go && (arrived_q & ~startable) != '0)

endmodule
