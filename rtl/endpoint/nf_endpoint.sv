// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Endpoint: the DMA engine of a GPU with its wave controller (KLENK IV-F, Fig. 6).
//
// Commands of the processor become waves of reductions. Each link has a lane that sends and
// receives by itself; every link leads into a network of its own (KLENK V). The core in the middle
// generates the lanes' jobs, counts completed blocks by their address and tracks what is outstanding.
//
//   commands -> dma -> jobs -> lanes -> links
//                ^               |
//              wave <- arbiter <-'  completed blocks and barriers
//
// It has no memory: the ports rd, rt, wr and tot lead to that of the GPU, which also adds.
//
// One completed block or barrier a cycle, all lanes together; it takes 4 cycles from a lane to the
// tracker. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_endpoint #(
    parameter int unsigned Links = 6,         // links, each with a lane of its own, 1..8
    parameter int unsigned Counters = 16,     // waves that can be outstanding, all commands
                                              // together, 1..64
    parameter int unsigned Commands = 4,      // commands that can wait, and that can be
                                              // outstanding, 2..64
    parameter int unsigned Translations = 4,  // entries of the translation table: pieces of the
                                              // network's address space that are mapped, 1..16
    parameter int unsigned Acks = 256  // acknowledgements of responses that can wait in a lane,
                                       // 16..4096, power of two; more than enough when it is at
                                       // least the blocks that can be outstanding on a lane; as
                                       // many sums can be added up in memory at once
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // configuration: held while the endpoint is busy
    input  logic [           9:0] cfg_id_i,                  // node id of this endpoint
    input  logic [          15:0] cfg_ranks_i,               // contributions to a complete sum
    input  logic [          15:0] cfg_acks_i,                // acknowledgements due for one
                                                             // multicast write: ranks, or ranks - 1
                                                             // where the source is excluded
    input  logic                  cfg_multicast_partials_i,  // 1: eviction strategy 1, every target
                                                             // adds partial sums; 0: strategy 2,
                                                             // the home GPU (KLENK IV-C)
    input  logic                  cfg_exclude_source_i,      // pull requests and multicasts do not
                                                             // come back to their source; memory
                                                             // adds the own data
    input  logic                  cfg_result_acks_i,         // 1: results of a push are
                                                             // acknowledged to the switch that sent
                                                             // them
    input  logic [           1:0] cfg_epoch_i,               // epoch of all that is sent; what
                                                             // comes with another one is dropped
    input  logic                  abort_i,                   // pulse: all commands are given up,
                                                             // none of them completes; the epoch
                                                             // changes in the same cycle
    input  logic [          15:0] cfg_retry_cycles_i,        // cycles between two tries to get a
                                                             // wave counter
    input  logic [           7:0] cfg_retries_i,             // tries after the first one
    // translation table: one entry is written
    input  logic                  at_write_i,
    input  logic [           7:0] at_index_i,                // an index past the table is ignored
    input  logic                  at_on_i,                   // 0: the entry matches nothing
    input  logic [          63:0] at_base_i,                 // first network address, multiple of 128
    input  logic [          63:0] at_size_i,                 // bytes; the last block of 128 is
                                                             // mapped as a whole
    input  logic [          63:0] at_source_i,               // local address of the data that is
                                                             // contributed
    input  logic [          63:0] at_result_i,               // local address of the results
    // commands
    input  logic                  cmd_valid_i,               // holds until taken
    output logic                  cmd_ready_o,
    input  logic [           7:0] cmd_kind_i,                // nf_endpoint_pkg::KIND_*
    input  logic [           7:0] cmd_id_i,                  // comes back with the completion
    input  logic [          63:0] cmd_addr_i,                // network address, multiple of 128
    input  logic [          31:0] cmd_bytes_i,               // multiple of 16
    input  logic [          15:0] cmd_wave_blocks_i,         // blocks of one wave
    input  logic [           7:0] cmd_waves_i,               // waves of this command that may be
                                                             // outstanding
    input  logic [           7:0] cmd_red_op_i,              // nf_pkg::RED_OP_*
    input  logic [           7:0] cmd_dtype_i,               // nf_pkg::DTYPE_*
    input  logic [           7:0] cmd_lane_i,                // lane of the first block; of a
                                                             // barrier
    input  logic [          31:0] cmd_landed_i,              // pull: blocks that other ranks' pulls
                                                             // deliver here until this command is
                                                             // complete
    // completions
    output logic                  done_valid_o,              // a command is complete; holds until
                                                             // taken
    input  logic                  done_ready_i,
    output logic [           7:0] done_id_o,                 // which
    output logic [           7:0] done_status_o,             // nf_endpoint_pkg::STATUS_*
    // links
    input  logic [     Links-1:0] rx_valid_i,
    input  logic [     Links-1:0] rx_last_i,
    input  logic [     Links-1:0] rx_err_i,
    input  logic [ Links*128-1:0] rx_data_i,
    output logic [   Links*2-1:0] rx_ready_o,                // bit 2l+v: lane l takes a header of v
    output logic [     Links-1:0] tx_valid_o,
    output logic [     Links-1:0] tx_last_o,
    output logic [     Links-1:0] tx_err_o,
    output logic [ Links*128-1:0] tx_data_o,
    input  logic [   Links*2-1:0] tx_ready_i,
    // memory: reads, bit and lane 2l+v
    output logic [   Links*2-1:0] rd_valid_o,                // read `len` flits and return them as
                                                             // a packet of channel v
    input  logic [   Links*2-1:0] rd_ready_i,
    output logic [Links*2*64-1:0] rd_addr_o,                 // local address
    output logic [ Links*256-1:0] rd_hdr_o,                  // header of the packet
    input  logic [   Links*2-1:0] rt_valid_i,                // that packet: header and flits,
                                                             // contiguous, gaps allowed; packets in
                                                             // any order
    output logic [   Links*2-1:0] rt_ready_o,
    input  logic [   Links*2-1:0] rt_last_i,
    input  logic [ Links*256-1:0] rt_data_i,
    // memory: writes
    output logic [     Links-1:0] wr_valid_o,                // a flit for memory, always taken
    output logic [   Links*8-1:0] wr_op_o,                   // with the header:
                                                             // nf_endpoint_pkg::MEM_*
    output logic [  Links*64-1:0] wr_addr_o,                 // with the header: address of the
                                                             // result
    output logic [  Links*64-1:0] wr_own_o,                  // with the header: address of the own
                                                             // data
    output logic [     Links-1:0] wr_last_o,
    output logic [     Links-1:0] wr_err_o,                  // with last: forget the whole packet
    output logic [ Links*128-1:0] wr_data_o,                 // header, then payload
    // memory: contributions held after a reduction
    input  logic [     Links-1:0] tot_valid_i,
    output logic [     Links-1:0] tot_ready_o,
    input  logic [ Links*128-1:0] tot_hdr_i,                 // header of the reduction; count:
                                                             // contributions held now, flags: those
                                                             // of the sum
    // status
    output logic [Links*16+15:0]  event_o,                   // pulses: nf_endpoint_pkg::event_t of
                                                             // each lane, then of the core
    output logic [           7:0] waves_o,                   // wave counters in use
    output logic                  oldest_valid_o,            // the wave that waits longest
    output logic [          63:0] oldest_addr_o,             // its address
    output logic [          15:0] oldest_count_o,            // blocks done
    output logic [          15:0] oldest_goal_o,             // blocks in all
    output logic [          31:0] due_o,                     // acknowledgements due
    output logic [          31:0] stale_o,                   // packets, sums and completions of other
                                                             // epochs that were dropped; wraps
    output logic                  busy_o                     // something is under way
);

  `NF_PARAM(EndpointLinksInRange, Links >= 1 && Links <= nf_pkg::MAX_LINKS)
  `NF_PARAM(EndpointTranslationsInRange, Translations >= 1 &&
            Translations <= nf_endpoint_pkg::MAX_TRANSLATIONS)

  // ------------------------------------------------------------------------------ translation table
  logic [Translations-1:0] at_valid_q;
  logic [Translations*64-1:0] at_base_q, at_end_q, at_source_q, at_result_q;
  for (genvar t = 0; t < Translations; t++) begin : gen_entry
    logic write;
    assign write = at_write_i && at_index_i == 8'(t);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) at_valid_q[t] <= 1'b0;
      else if (write) at_valid_q[t] <= at_on_i;
    end
    always_ff @(posedge clk_i) begin
      if (write) begin
        at_base_q[t*64+:64] <= at_base_i;
        at_end_q[t*64+:64] <= at_base_i + at_size_i;
        at_source_q[t*64+:64] <= at_source_i;
        at_result_q[t*64+:64] <= at_result_i;
      end
    end
  end

  // ------------------------------------------------------------------------------ lanes
  localparam int unsigned FlitBits = nf_pkg::FLIT_BITS;
  // Blocks of a lane are Links apart: low bits that are the same for all of them.
  localparam int unsigned Skip =
      (Links % 8 == 0) ? 3 : (Links % 4 == 0) ? 2 : (Links % 2 == 0) ? 1 : 0;
  // What a lane completes.
  typedef struct packed {
    logic                             poison;
    logic [nf_pkg::HDR_ADDR_BITS-1:0] addr;
  } block_t;
  typedef struct packed {
    logic [nf_pkg::HDR_EPOCH_BITS-1:0] epoch;
    logic                              barrier;  // else a block
    block_t                            block;
  } done_t;
  done_t done;
  localparam int unsigned DoneBits = $bits(done);
  logic [Links-1:0] job_valid, job_ready, ack, mcast, lane_busy, done_held, done_pop, done_busy;
  logic job_read;
  logic [63:0] job_addr;
  nf_header_pkg::header_t job_hdr;
  logic [Links*DoneBits-1:0] done_data;
  nf_endpoint_pkg::event_t dma_event, core_event;
  logic [Links*2-1:0] lane_stale;
  localparam int unsigned EventBits = $bits(core_event);

  for (genvar l = 0; l < Links; l++) begin : gen_lane
    logic lane_valid, lane_ready, lane_barrier;
    logic [7:0] lane_flags;
    logic [1:0] lane_epoch;
    logic [63:0] lane_addr;
    logic [1:0] held;

    nf_endpoint_lane #(
        .Translations(Translations),
        .Acks        (Acks),
        .Skip        (Skip)
    ) u_lane (
        .clk_i,
        .rst_ni,
        .cfg_id_i,
        .cfg_ranks_i,
        .cfg_multicast_partials_i,
        .cfg_exclude_source_i,
        .cfg_result_acks_i,
        .cfg_epoch_i,
        .abort_i,
        .at_valid_i    (at_valid_q),
        .at_base_i     (at_base_q),
        .at_end_i      (at_end_q),
        .at_source_i   (at_source_q),
        .at_result_i   (at_result_q),
        .job_valid_i   (job_valid[l]),
        .job_ready_o   (job_ready[l]),
        .job_read_i    (job_read),
        .job_addr_i    (job_addr),
        .job_hdr_i     (job_hdr),
        .done_valid_o  (lane_valid),
        .done_ready_i  (lane_ready),
        .done_barrier_o(lane_barrier),
        .done_flags_o  (lane_flags),
        .done_epoch_o  (lane_epoch),
        .done_addr_o   (lane_addr),
        .ack_o         (ack[l]),
        .mcast_o       (mcast[l]),
        .rx_valid_i    (rx_valid_i[l]),
        .rx_last_i     (rx_last_i[l]),
        .rx_err_i      (rx_err_i[l]),
        .rx_data_i     (rx_data_i[l*FlitBits+:FlitBits]),
        .rx_ready_o    (rx_ready_o[l*2+:2]),
        .tx_valid_o    (tx_valid_o[l]),
        .tx_last_o     (tx_last_o[l]),
        .tx_err_o      (tx_err_o[l]),
        .tx_data_o     (tx_data_o[l*FlitBits+:FlitBits]),
        .tx_ready_i    (tx_ready_i[l*2+:2]),
        .rd_valid_o    (rd_valid_o[l*2+:2]),
        .rd_ready_i    (rd_ready_i[l*2+:2]),
        .rd_addr_o     (rd_addr_o[l*2*64+:2*64]),
        .rd_hdr_o      (rd_hdr_o[l*2*FlitBits+:2*FlitBits]),
        .rt_valid_i    (rt_valid_i[l*2+:2]),
        .rt_ready_o    (rt_ready_o[l*2+:2]),
        .rt_last_i     (rt_last_i[l*2+:2]),
        .rt_data_i     (rt_data_i[l*2*FlitBits+:2*FlitBits]),
        .wr_valid_o    (wr_valid_o[l]),
        .wr_op_o       (wr_op_o[l*8+:8]),
        .wr_addr_o     (wr_addr_o[l*64+:64]),
        .wr_own_o      (wr_own_o[l*64+:64]),
        .wr_last_o     (wr_last_o[l]),
        .wr_err_o      (wr_err_o[l]),
        .wr_data_o     (wr_data_o[l*FlitBits+:FlitBits]),
        .tot_valid_i   (tot_valid_i[l]),
        .tot_ready_o   (tot_ready_o[l]),
        .tot_hdr_i     (tot_hdr_i[l*FlitBits+:FlitBits]),
        .event_o       (event_o[l*EventBits+:EventBits]),
        .stale_o       (lane_stale[l*2+:2]),
        .busy_o        (lane_busy[l])
    );

    // Lanes may complete blocks at once; the counters take one a cycle. The entry is a done_t, put
    // together in its order: Yosys 0.23 knows no fields of a struct inside a generate block.
    nf_fifo #(
        .Width(DoneBits),
        .Depth(2)
    ) u_done (
        .clk_i,
        .rst_ni,
        .in_valid_i (lane_valid),
        .in_ready_o (lane_ready),
        .in_data_i  ({lane_epoch, lane_barrier, lane_flags[nf_pkg::FLAG_POISON], lane_addr[47:0]}),
        .out_valid_o(done_held[l]),
        .out_ready_i(done_pop[l]),
        .out_data_o (done_data[l*DoneBits+:DoneBits]),
        .count_o    (held)
    );
    assign done_busy[l] = held != '0;

    logic unused;
    assign unused = ^{lane_flags, lane_addr[63:48]};
  end

  // ------------------------------------------------------------------------------ arbiter
  logic done_any;
  if (Links == 1) begin : gen_one
    assign done_any = done_held[0];
    assign done_pop = done_held;
  end else begin : gen_arbiter
    localparam int unsigned IndexBits = $clog2(Links);
    logic [IndexBits-1:0] index, last_q;
    nf_rr_arb #(
        .Requests(Links)
    ) u_arb (
        .req_i         (done_held),
        .last_i        (last_q),
        .grant_valid_o (done_any),
        .grant_index_o (index),
        .grant_onehot_o(done_pop)
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) last_q <= '0;
      else if (done_any) last_q <= index;
    end
  end

  always_comb begin
    done = '0;
    for (int l = 0; l < Links; l++) begin
      if (done_pop[l]) done |= done_data[l*DoneBits+:DoneBits];
    end
  end
  // A register, since the counters compare the address with all of theirs. What was complete in a lane
  // before the epoch changed does not count any more.
  logic block_q, barrier_q, done_stale_q, done_current;
  block_t done_q;
  assign done_current = done_any && done.epoch == cfg_epoch_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      block_q <= 1'b0;
      barrier_q <= 1'b0;
      done_stale_q <= 1'b0;
      done_q <= '0;
    end else begin
      block_q <= done_current && !done.barrier;
      barrier_q <= done_current && done.barrier;
      done_stale_q <= done_any && !done_current;
      done_q <= done.block;
    end
  end

  // ------------------------------------------------------------------------------ core
  logic alloc_valid, alloc_done, alloc_ok, alloc_overlap;
  logic count_done, hit, hit_goal, hit_poison, dma_busy;
  logic [63:0] alloc_base;
  logic [15:0] alloc_blocks;
  logic [5:0] alloc_owner, hit_owner;

  nf_endpoint_wave #(
      .Counters(Counters)
  ) u_wave (
      .clk_i,
      .rst_ni,
      .clear_i        (abort_i),
      .alloc_valid_i  (alloc_valid),
      .alloc_base_i   (alloc_base),
      .alloc_blocks_i (alloc_blocks),
      .alloc_owner_i  (alloc_owner),
      .alloc_done_o   (alloc_done),
      .alloc_ok_o     (alloc_ok),
      .alloc_overlap_o(alloc_overlap),
      .count_valid_i  (block_q),
      .count_addr_i   (64'(done_q.addr)),
      .count_poison_i (done_q.poison),
      .count_done_o   (count_done),
      .hit_o          (hit),
      .hit_owner_o    (hit_owner),
      .hit_goal_o     (hit_goal),
      .poison_o       (hit_poison),
      .waves_o,
      .oldest_valid_o,
      .oldest_addr_o,
      .oldest_count_o,
      .oldest_goal_o
  );

  nf_endpoint_dma #(
      .Links       (Links),
      .Commands    (Commands),
      .Translations(Translations)
  ) u_dma (
      .clk_i,
      .rst_ni,
      .abort_i,
      .cfg_id_i,
      .cfg_acks_i,
      .cfg_exclude_source_i,
      .cfg_epoch_i,
      .cfg_retry_cycles_i,
      .cfg_retries_i,
      .at_valid_i      (at_valid_q),
      .at_base_i       (at_base_q),
      .at_end_i        (at_end_q),
      .at_source_i     (at_source_q),
      .at_result_i     (at_result_q),
      .cmd_valid_i,
      .cmd_ready_o,
      .cmd_kind_i,
      .cmd_id_i,
      .cmd_addr_i,
      .cmd_bytes_i,
      .cmd_wave_blocks_i,
      .cmd_waves_i,
      .cmd_red_op_i,
      .cmd_dtype_i,
      .cmd_lane_i,
      .cmd_landed_i,
      .done_valid_o,
      .done_ready_i,
      .done_id_o,
      .done_status_o,
      .alloc_valid_o   (alloc_valid),
      .alloc_base_o    (alloc_base),
      .alloc_blocks_o  (alloc_blocks),
      .alloc_owner_o   (alloc_owner),
      .alloc_ok_i      (alloc_ok),
      .alloc_overlap_i (alloc_overlap),
      .count_done_i    (count_done),
      .hit_i           (hit),
      .hit_owner_i     (hit_owner),
      .hit_goal_i      (hit_goal),
      .poison_i        (hit_poison),
      .barrier_valid_i (barrier_q),
      .barrier_poison_i(done_q.poison),
      .job_valid_o     (job_valid),
      .job_ready_i     (job_ready),
      .job_read_o      (job_read),
      .job_addr_o      (job_addr),
      .job_hdr_o       (job_hdr),
      .ack_i           (ack),
      .mcast_i         (mcast),
      .lane_busy_i     (lane_busy),
      .event_o         (dma_event),
      .due_o,
      .busy_o          (dma_busy)
  );

  assign event_o[Links*EventBits+:EventBits] = core_event;

  always_comb begin
    core_event = dma_event;
    core_event.stale |= done_stale_q;
  end

  // How many packets, sums and completions of other epochs were dropped; it wraps.
  logic [4:0] stale;
  always_comb begin
    stale = 5'(done_stale_q);
    for (int l = 0; l < Links; l++) stale += 5'(lane_stale[l*2+:2]);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stale_o <= '0;
    else stale_o <= stale_o + 32'(stale);
  end

  assign busy_o = dma_busy || lane_busy != '0 || done_busy != '0 || block_q || barrier_q
      || count_done;

  logic unused_answer;
  assign unused_answer = alloc_done;

  // --------------------------------------------------------------------------- properties
`ifdef NF_WATCHED
  logic [3:0] unused_core_broken;
  nf_endpoint_pkg::command_t cmd;
  assign cmd.kind = cmd_kind_i;
  assign cmd.id = cmd_id_i;
  assign cmd.waves = cmd_waves_i;
  assign cmd.red_op = cmd_red_op_i;
  assign cmd.dtype = cmd_dtype_i;
  assign cmd.lane = cmd_lane_i;
  assign cmd.wave_blocks = cmd_wave_blocks_i;
  assign cmd.landed = cmd_landed_i;
  assign cmd.bytes = cmd_bytes_i;
  assign cmd.addr = cmd_addr_i;
  nf_stream_rules #(
      .Width($bits(cmd))
  ) u_rules_cmd (
      .clk_i,
      .rst_ni,
      .valid_i (cmd_valid_i),
      .ready_i (cmd_ready_o),
      .data_i  (cmd),
      .broken_o(unused_core_broken[1:0])
  );
  nf_stream_rules #(
      .Width($bits({done_id_o, done_status_o}))
  ) u_rules_done (
      .clk_i,
      .rst_ni,
      .valid_i (done_valid_o),
      .ready_i (done_ready_i),
      .data_i  ({done_id_o, done_status_o}),
      .broken_o(unused_core_broken[3:2])
  );
  for (genvar l = 0; l < Links; l++) begin : gen_lane_rules
    logic [1:0] unused_broken;
    nf_header_pkg::header_t total;
    assign total = tot_hdr_i[l*FlitBits+:FlitBits];
    nf_stream_rules #(
        .Width($bits(total))
    ) u_rules_tot (
        .clk_i,
        .rst_ni,
        .valid_i (tot_valid_i[l]),
        .ready_i (tot_ready_o[l]),
        .data_i  (total),
        .broken_o(unused_broken[1:0])
    );
  end
  // What memory is asked for, and a flit of what it answers.
  typedef struct packed {
    logic [63:0]            addr;
    nf_header_pkg::header_t hdr;
  } read_t;
  typedef struct packed {
    logic                last;
    logic [FlitBits-1:0] data;
  } answer_t;
  for (genvar m = 0; m < 2 * Links; m++) begin : gen_memory_rules
    logic [3:0] unused_broken;
    read_t read;
    answer_t answer;
    assign read.addr = rd_addr_o[m*64+:64];
    assign read.hdr = rd_hdr_o[m*FlitBits+:FlitBits];
    assign answer.last = rt_last_i[m];
    assign answer.data = rt_data_i[m*FlitBits+:FlitBits];
    nf_stream_rules #(
        .Width($bits(read_t))
    ) u_rules_rd (
        .clk_i,
        .rst_ni,
        .valid_i (rd_valid_o[m]),
        .ready_i (rd_ready_i[m]),
        .data_i  (read),
        .broken_o(unused_broken[1:0])
    );
    nf_stream_rules #(
        .Width($bits(answer_t))
    ) u_rules_rt (
        .clk_i,
        .rst_ni,
        .valid_i (rt_valid_i[m]),
        .ready_i (rt_ready_o[m]),
        .data_i  (answer),
        .broken_o(unused_broken[3:2])
    );
  end
`endif

endmodule
