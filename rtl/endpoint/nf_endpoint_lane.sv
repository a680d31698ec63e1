// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What one link of an endpoint does by itself (KLENK IV-F, Fig. 6): sends the packets that the DMA
// engine asks for, writes what comes from the network to memory, answers requests, acknowledges,
// and tells the engine which blocks and barriers are complete.
//
// It does not count blocks and does not know commands; sums are made by the memory, and counted here.
//
// Reception of responses waits for nothing but room for completions and acknowledgements of its
// own: this keeps the network free of deadlock (KLENK IV-B, IV-E2); docs/endpoint-protocol.md has the
// argument. Latency: link to memory 3 cycles, memory to link 2, job to memory 2, to link 3. One
// flit per cycle each way.

`include "nf_assert.svh"

module nf_endpoint_lane #(
    parameter int unsigned Translations = 4,  // pieces of the network's address space that are
                                              // mapped, 1..16
    parameter int unsigned Acks = 256,        // acknowledgements that wait, see nf_endpoint_rx; and
                                              // blocks added up at once, see nf_endpoint_count
    parameter int unsigned Skip = 0           // see nf_endpoint_count
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // configuration: held while the lane is busy
    input  logic  [                9:0] cfg_id_i,                  // node id of this endpoint
    input  logic  [               15:0] cfg_ranks_i,               // contributions to a complete
                                                                   // sum
    input  logic                        cfg_multicast_partials_i,  // 1: every target adds the
                                                                   // partial sums; 0: the home GPU
                                                                   // does
    input  logic                        cfg_exclude_source_i,      // 1: pull responses lack the own
                                                                   // data, which the memory adds
    input  logic                        cfg_result_acks_i,         // 1: results of a push are
                                                                   // acknowledged
    input  logic  [                1:0] cfg_epoch_i,               // only what is of this epoch
                                                                   // counts
    input  logic                        abort_i,                   // pulse: running sums are given
                                                                   // up
    input  logic  [   Translations-1:0] at_valid_i,                // bit t: entry t of the table is
                                                                   // used
    input  logic  [Translations*64-1:0] at_base_i,                 // first network address: whole
                                                                   // blocks of 128 B
    input  logic  [Translations*64-1:0] at_end_i,                  // one past the last
    input  logic  [Translations*64-1:0] at_source_i,               // local address of what is
                                                                   // contributed
    input  logic  [Translations*64-1:0] at_result_i,               // local address of the results
    // packets to be sent
    input  logic                        job_valid_i,               // holds until taken
    output logic                        job_ready_o,
    input  logic                        job_read_i,                // 1: its payload is read at
                                                                   // job_addr_i; 0: it has none
    input  logic  [               63:0] job_addr_i,                // there, a local address
    input  nf_header_pkg::header_t      job_hdr_i,                 // complete
    // completions
    output logic                        done_valid_o,              // a block or a barrier is
                                                                   // complete; holds until taken
    input  logic                        done_ready_i,
    output logic                        done_barrier_o,            // 1: a barrier is complete; 0: a
                                                                   // block is
    output logic  [                7:0] done_flags_o,              // of its header, without PLANE
    output logic  [                1:0] done_epoch_o,              // of its header
    output logic  [               63:0] done_addr_o,               // network address
    output logic                        ack_o,                     // pulse: an acknowledgement for
                                                                   // this endpoint came
    output logic                        mcast_o,                   // pulse: a multicast write was
                                                                   // handed to the memory
    // link
    input  logic                        rx_valid_i,
    input  logic                        rx_last_i,
    input  logic                        rx_err_i,                  // with last: damaged
    input  nf_header_pkg::header_t      rx_data_i,                 // its fields: in the first flit
    output logic  [                1:0] rx_ready_o,
    output logic                        tx_valid_o,
    output logic                        tx_last_o,
    output logic                        tx_err_o,
    output nf_header_pkg::header_t      tx_data_o,
    input  logic  [                1:0] tx_ready_i,
    // memory: reads by virtual channel of the packet that they become, and these packets
    output logic  [                1:0] rd_valid_o,
    input  logic  [                1:0] rd_ready_i,
    output nf_endpoint_pkg::addr_pair_t rd_addr_o,
    output nf_endpoint_pkg::hdr_pair_t  rd_hdr_o,
    input  logic  [                1:0] rt_valid_i,
    output logic  [                1:0] rt_ready_o,
    input  logic  [                1:0] rt_last_i,
    input  logic  [              255:0] rt_data_i,
    // memory: writes, always taken
    output logic                        wr_valid_o,
    output logic  [                7:0] wr_op_o,                   // nf_endpoint_pkg::MEM_*
    output logic  [               63:0] wr_addr_o,
    output logic  [               63:0] wr_own_o,
    output logic                        wr_last_o,
    output logic                        wr_err_o,                  // with last: forget the packet
    output nf_header_pkg::header_t      wr_data_o,
    // memory: header and contributions held, for every reduction
    input  logic                        tot_valid_i,
    output logic                        tot_ready_o,
    input  nf_header_pkg::header_t      tot_hdr_i,                 // count: contributions that the
                                                                   // sum now holds
    // observation
    output nf_endpoint_pkg::event_t     event_o,                   // pulses: one of a kind a cycle
    output logic [1:0]                  stale_o,                   // packets and sums of other epochs
                                                                   // dropped in this cycle
    output logic                        busy_o                     // something is under way
);

  // What is complete, as the two halves of the lane tell it.
  typedef struct packed {
    logic                              barrier;
    logic [7:0]                        flags;
    logic [nf_pkg::HDR_EPOCH_BITS-1:0] epoch;
    logic [63:0]                       addr;
  } done_t;

  // ------------------------------------------------------------------- receive
  logic [63:0] rx_look_addr, rx_look_source, rx_look_result;
  logic rx_look_hit, rx_done_valid, rx_done_ready, rx_busy;
  done_t rx_done;
  logic ack_valid, ack_ready;
  nf_header_pkg::header_t ack_hdr;
  nf_endpoint_pkg::event_t rx_event;
  // what it hands on to the count store
  logic in_valid, in_last, in_err, count_busy;
  logic [7:0] in_op;
  logic [63:0] in_addr, in_own;
  nf_header_pkg::header_t in_data;
  nf_endpoint_pkg::event_t count_event;
  logic [15:0] unused_sums;

  nf_endpoint_translate #(
      .Translations(Translations)
  ) u_rx_translate (
      .at_valid_i,
      .at_base_i,
      .at_end_i,
      .at_source_i,
      .at_result_i,
      .addr_i  (rx_look_addr),
      .hit_o   (rx_look_hit),
      .source_o(rx_look_source),
      .result_o(rx_look_result)
  );

  nf_endpoint_rx #(
      .Acks(Acks)
  ) u_rx (
      .clk_i,
      .rst_ni,
      .cfg_id_i,
      .cfg_exclude_source_i,
      .cfg_result_acks_i,
      .cfg_epoch_i,
      .rx_valid_i,
      .rx_last_i,
      .rx_err_i,
      .rx_data_i,
      .rx_ready_o,
      .look_addr_o   (rx_look_addr),
      .look_hit_i    (rx_look_hit),
      .look_source_i (rx_look_source),
      .look_result_i (rx_look_result),
      .wr_valid_o    (in_valid),
      .wr_op_o       (in_op),
      .wr_addr_o     (in_addr),
      .wr_own_o      (in_own),
      .wr_last_o     (in_last),
      .wr_err_o      (in_err),
      .wr_data_o     (in_data),
      .req_valid_o   (rd_valid_o[1]),
      .req_ready_i   (rd_ready_i[1]),
      .req_addr_o    (rd_addr_o.response),
      .req_hdr_o     (rd_hdr_o.response),
      .ack_valid_o   (ack_valid),
      .ack_ready_i   (ack_ready),
      .ack_hdr_o     (ack_hdr),
      .done_valid_o  (rx_done_valid),
      .done_ready_i  (rx_done_ready),
      .done_barrier_o(rx_done.barrier),
      .done_flags_o  (rx_done.flags),
      .done_epoch_o  (rx_done.epoch),
      .done_addr_o   (rx_done.addr),
      .ack_o,
      .event_o       (rx_event),
      .busy_o        (rx_busy)
  );

  // ------------------------------------------------------------------- what memory is to add
  nf_endpoint_count #(
      .Counts(Acks),
      .Skip  (Skip)
  ) u_count (
      .clk_i,
      .rst_ni,
      .cfg_ranks_i,
      .cfg_epoch_i,
      .clear_i   (abort_i),
      .in_valid_i(in_valid),
      .in_op_i   (in_op),
      .in_addr_i (in_addr),
      .in_own_i  (in_own),
      .in_last_i (in_last),
      .in_err_i  (in_err),
      .in_data_i (in_data),
      .wr_valid_o,
      .wr_op_o,
      .wr_addr_o,
      .wr_own_o,
      .wr_last_o,
      .wr_err_o,
      .wr_data_o,
      .used_o    (unused_sums),
      .event_o   (count_event),
      .busy_o    (count_busy)
  );

  // ------------------------------------------------------------------- totals
  logic [63:0] tot_look_addr, unused_tot_source, tot_look_result;
  logic tot_look_hit, mc_valid, mc_ready, bar_valid, bar_ready;
  logic tot_done_valid, tot_done_ready, tot_busy;
  done_t tot_done;
  logic [63:0] mc_addr;
  nf_header_pkg::header_t mc_hdr, bar_hdr;
  nf_endpoint_pkg::event_t tot_event;

  nf_endpoint_translate #(
      .Translations(Translations)
  ) u_total_translate (
      .at_valid_i,
      .at_base_i,
      .at_end_i,
      .at_source_i,
      .at_result_i,
      .addr_i  (tot_look_addr),
      .hit_o   (tot_look_hit),
      .source_o(unused_tot_source),
      .result_o(tot_look_result)
  );

  nf_endpoint_total u_total (
      .clk_i,
      .rst_ni,
      .cfg_id_i,
      .cfg_ranks_i,
      .cfg_multicast_partials_i,
      .cfg_exclude_source_i,
      .cfg_epoch_i,
      .tot_valid_i,
      .tot_ready_o,
      .tot_hdr_i,
      .look_addr_o   (tot_look_addr),
      .look_hit_i    (tot_look_hit),
      .look_result_i (tot_look_result),
      .mc_valid_o    (mc_valid),
      .mc_ready_i    (mc_ready),
      .mc_addr_o     (mc_addr),
      .mc_hdr_o      (mc_hdr),
      .bar_valid_o   (bar_valid),
      .bar_ready_i   (bar_ready),
      .bar_hdr_o     (bar_hdr),
      .done_valid_o  (tot_done_valid),
      .done_ready_i  (tot_done_ready),
      .done_barrier_o(tot_done.barrier),
      .done_flags_o  (tot_done.flags),
      .done_epoch_o  (tot_done.epoch),
      .done_addr_o   (tot_done.addr),
      .event_o       (tot_event),
      .busy_o        (tot_busy)
  );

  // ------------------------------------------------------------------- jobs and reads for requests
  logic job_q, job_read_q, job_taken, job_to_tx, tx_job_ready;
  logic [63:0] job_addr_q;
  nf_header_pkg::header_t job_hdr_q;
  logic read_q, read_mc_q, read_load, pick_mc, wants_job;
  logic [63:0] read_addr_q;
  nf_header_pkg::header_t read_hdr_q;

  assign job_ready_o = ~job_q;
  assign job_to_tx = job_q & ~job_read_q;
  assign wants_job = job_q & job_read_q;
  // Jobs and multicast writes take turns at the memory.
  assign read_load = (~read_q | rd_ready_i[0]) & (wants_job | mc_valid);
  assign pick_mc = mc_valid & (~wants_job | ~read_mc_q);
  assign mc_ready = read_load & pick_mc;
  assign job_taken = job_to_tx ? tx_job_ready : read_load & ~pick_mc;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_q <= 1'b0;
      read_q <= 1'b0;
      read_mc_q <= 1'b0;
      mcast_o <= 1'b0;
    end else begin
      job_q <= job_q ? ~job_taken : job_valid_i;
      read_q <= read_load | (read_q & ~rd_ready_i[0]);
      if (read_load) read_mc_q <= pick_mc;
      // The acknowledgements of an old epoch's multicast will be dropped: none is due.
      mcast_o <= read_q & rd_ready_i[0] & read_mc_q
          & (read_hdr_q.epoch == cfg_epoch_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (!job_q && job_valid_i) begin
      job_read_q <= job_read_i;
      job_addr_q <= job_addr_i;
      job_hdr_q <= job_hdr_i;
    end
    if (read_load) begin
      read_addr_q <= pick_mc ? mc_addr : job_addr_q;
      read_hdr_q <= pick_mc ? mc_hdr : job_hdr_q;
    end
  end
  assign rd_valid_o[0] = read_q;
  assign rd_addr_o.request = read_addr_q;
  assign rd_hdr_o.request = read_hdr_q;

  // ------------------------------------------------------------------- send
  logic tx_busy;
  nf_endpoint_pkg::event_t tx_event;

  nf_endpoint_tx u_tx (
      .clk_i,
      .rst_ni,
      .cfg_id_i,
      .rt_valid_i,
      .rt_ready_o,
      .rt_last_i,
      .rt_data_i,
      .job_valid_i(job_to_tx),
      .job_ready_o(tx_job_ready),
      .job_hdr_i  (job_hdr_q),
      .ack_valid_i(ack_valid),
      .ack_ready_o(ack_ready),
      .ack_hdr_i  (ack_hdr),
      .bar_valid_i(bar_valid),
      .bar_ready_o(bar_ready),
      .bar_hdr_i  (bar_hdr),
      .tx_valid_o,
      .tx_last_o,
      .tx_err_o,
      .tx_data_o,
      .tx_ready_i,
      .event_o    (tx_event),
      .busy_o     (tx_busy)
  );

  // ------------------------------------------------------------------- completions
  // What was received and what the memory completed take turns.
  done_t done_out_q;
  logic done_q, done_load, pick_total, done_total_q, poison_q;
  assign done_load = (~done_q | done_ready_i) & (rx_done_valid | tot_done_valid);
  assign pick_total = tot_done_valid & (~rx_done_valid | ~done_total_q);
  assign rx_done_ready = done_load & ~pick_total;
  assign tot_done_ready = done_load & pick_total;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
      done_total_q <= 1'b0;
      poison_q <= 1'b0;
    end else begin
      done_q <= done_load | (done_q & ~done_ready_i);
      if (done_load) done_total_q <= pick_total;
      poison_q <= done_q & done_ready_i & done_flags_o[nf_pkg::FLAG_POISON];
    end
  end
  always_ff @(posedge clk_i) begin
    if (done_load) begin
      done_out_q <= pick_total ? tot_done : rx_done;
    end
  end
  assign done_valid_o = done_q;
  assign done_barrier_o = done_out_q.barrier;
  assign done_flags_o = done_out_q.flags;
  assign done_epoch_o = done_out_q.epoch;
  assign done_addr_o = done_out_q.addr;

  always_comb begin
    event_o = rx_event | count_event | tot_event | tx_event;
    stale_o = 2'(rx_event.stale) + 2'(count_event.stale) + 2'(tot_event.stale);
    event_o.mcast = mcast_o;
    event_o.err_poison = poison_q;
  end
  assign busy_o = rx_busy || count_busy || tot_busy || tx_busy || job_q || read_q || done_q;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic read_held_q, done_held_q;
  nf_header_pkg::header_t read_before_q;
  done_t done_before_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_held_q <= 1'b0;
      done_held_q <= 1'b0;
    end else begin
      read_held_q <= read_q & ~rd_ready_i[0];
      done_held_q <= done_q & ~done_ready_i;
    end
  end
  always_ff @(posedge clk_i) begin
    read_before_q <= read_hdr_q;
    done_before_q <= done_out_q;
  end

  // A read that is offered stays until it is taken.
  `NF_ASSERT(LaneReadHolds, !read_held_q || (read_q && read_hdr_q == read_before_q))
  // So does a completion.
  `NF_ASSERT(LaneDoneHolds, !done_held_q || (done_q && done_out_q == done_before_q))
  // A multicast write and a job wanted the memory at once.
  `NF_COVER(LaneReadTurns, wants_job && mc_valid)
  // A block that came and one that the memory completed were reported in turn.
  `NF_COVER(LaneDoneTurns, rx_done_valid && tot_done_valid)
`endif

endmodule
