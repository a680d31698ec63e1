// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Request generator of the DMA engine (KLENK IV-F3, Fig. 6): commands become waves of jobs.
//
// One command generates at a time; the next one starts when all waves of this one are injected, so
// several are outstanding, and complete in any order but that of pulls. Each wave needs a counter of
// the wave controller (nf_endpoint_wave) before its blocks go out. A barrier starts when everything
// before it is complete and acknowledged, and nothing starts before the barrier is.
//
// It does not read or write memory and knows no packets but headers: the lanes do the rest. What is
// outstanding is kept by nf_endpoint_tracker.
// One job per cycle while the lane takes it; 10 cycles from a command at the interface to its first job,
// 3 idle cycles between two waves. Outputs are functions of registers.

`include "nf_assert.svh"

module nf_endpoint_dma #(
    parameter int unsigned Links = 6,        // lanes, 1..8
    parameter int unsigned Commands = 4,     // that can wait, and that can be outstanding, 2..64
    parameter int unsigned Translations = 4  // entries of the translation table, 1..16
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    input  logic                       abort_i,               // pulse: all commands are given up
    // configuration
    input  logic [                9:0] cfg_id_i,
    input  logic [               15:0] cfg_acks_i,            // acknowledgements due for one
                                                              // multicast write
    input  logic                       cfg_exclude_source_i,
    input  logic [                1:0] cfg_epoch_i,           // of all that is sent
    input  logic [               15:0] cfg_retry_cycles_i,
    input  logic [                7:0] cfg_retries_i,
    input  logic [   Translations-1:0] at_valid_i,
    input  logic [Translations*64-1:0] at_base_i,
    input  logic [Translations*64-1:0] at_end_i,
    input  logic [Translations*64-1:0] at_source_i,
    input  logic [Translations*64-1:0] at_result_i,
    // commands
    input  logic                       cmd_valid_i,
    output logic                       cmd_ready_o,
    input  logic [                7:0] cmd_kind_i,
    input  logic [                7:0] cmd_id_i,
    input  logic [               63:0] cmd_addr_i,
    input  logic [               31:0] cmd_bytes_i,
    input  logic [               15:0] cmd_wave_blocks_i,
    input  logic [                7:0] cmd_waves_i,
    input  logic [                7:0] cmd_red_op_i,
    input  logic [                7:0] cmd_dtype_i,
    input  logic [                7:0] cmd_lane_i,
    input  logic [               31:0] cmd_landed_i,
    // completions
    output logic                       done_valid_o,
    input  logic                       done_ready_i,
    output logic [                7:0] done_id_o,
    output logic [                7:0] done_status_o,
    // wave controller
    output logic                       alloc_valid_o,
    output logic [               63:0] alloc_base_o,
    output logic [               15:0] alloc_blocks_o,
    output logic [                5:0] alloc_owner_o,         // place of the command in the tracker;
                                                              // comes back with every block of the
                                                              // wave
    input  logic                       alloc_ok_i,            // valid one cycle after alloc_valid_o
    input  logic                       alloc_overlap_i,
    input  logic                       count_done_i,          // a block is complete
    input  logic                       hit_i,                 // a wave waited for it
    input  logic [                5:0] hit_owner_i,
    input  logic                       hit_goal_i,            // and is complete
    input  logic                       poison_i,
    // a barrier is complete
    input  logic                       barrier_valid_i,
    input  logic                       barrier_poison_i,
    // jobs for the lanes: one lane at a time
    output logic [          Links-1:0] job_valid_o,
    input  logic [          Links-1:0] job_ready_i,
    output logic                       job_read_o,
    output logic [               63:0] job_addr_o,            // local address of the payload, with
                                                              // job_read_o
    output nf_header_pkg::header_t     job_hdr_o,
    // acknowledgements, one pulse each
    input  logic [          Links-1:0] ack_i,                 // one came
    input  logic [          Links-1:0] mcast_i,               // a multicast write was started
    input  logic [          Links-1:0] lane_busy_i,
    // status
    output nf_endpoint_pkg::event_t    event_o,
    output logic [               31:0] due_o,
    output logic                       busy_o
);

  `NF_PARAM(DmaLinksInRange, Links >= 1 && Links <= nf_pkg::MAX_LINKS)
  `NF_PARAM(DmaCommandsInRange, Commands >= 2 && Commands <= 64)

  localparam logic [3:0] FullLen = 4'(nf_pkg::MAX_PAYLOAD_FLITS);

  // ------------------------------------------------------------------------------ queue
  // The command that generates stays at the head of the queue until all of it is injected.
  nf_endpoint_pkg::command_t cmd_in, cmd;  // at the interface; at the head of the queue
  localparam int unsigned CountBits = $clog2(Commands + 1);
  logic q_valid, finish, q_pop;
  logic [CountBits-1:0] q_count;

  nf_fifo #(
      .Width($bits(cmd_in)),
      .Depth(Commands)
  ) u_queue (
      .clk_i,
      .rst_ni,
      .in_valid_i (cmd_valid_i),
      .in_ready_o (cmd_ready_o),
      .in_data_i  (cmd_in),
      .out_valid_o(q_valid),
      .out_ready_i(q_pop),
      .out_data_o (cmd),
      .count_o    (q_count)
  );
  always_comb begin
    cmd_in.kind = cmd_kind_i;
    cmd_in.id = cmd_id_i;
    cmd_in.waves = cmd_waves_i;
    cmd_in.red_op = cmd_red_op_i;
    cmd_in.dtype = cmd_dtype_i;
    cmd_in.lane = cmd_lane_i;
    cmd_in.wave_blocks = cmd_wave_blocks_i;
    cmd_in.landed = cmd_landed_i;
    cmd_in.bytes = cmd_bytes_i;
    cmd_in.addr = cmd_addr_i;
  end
  // Commands that came before an abort leave the queue one by one, and nobody is notified.
  logic [CountBits-1:0] old_q;
  logic flush;
  assign flush = old_q != '0;
  assign q_pop = finish || flush;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) old_q <= '0;
    else if (abort_i) begin
      old_q <= q_count + CountBits'(cmd_valid_i && cmd_ready_o) - CountBits'(q_pop);
    end else if (flush) old_q <= old_q - 1'b1;
  end

  logic is_barrier, is_pull;
  assign is_barrier = cmd.kind == nf_endpoint_pkg::KIND_BARRIER;
  assign is_pull = cmd.kind == nf_endpoint_pkg::KIND_PULL;

  // ------------------------------------------------------------------------------ generator
  typedef enum logic [3:0] {
    Idle,    // waits for a command, and for room in the ring of outstanding ones
    Check,   // does the command make sense? its first address is translated
    Last,    // its last address is translated
    Span,    // how far are the two apart locally?
    Judge,   // the command is carried out or refused
    Wave,    // waits until one more wave may be outstanding
    Ask,     // a counter is asked for
    Answer,  // the answer is there
    Pause,   // waits before the next try
    Send,    // jobs of the wave
    Hold     // a barrier waits for its end
  } state_e;
  state_e state_q, state_d;

  logic [63:0] last_q, local_q, far_q, look_q, source, unused_result;
  logic [40:0] block_q;      // next block
  logic [25:0] left_q;       // blocks to come
  logic [15:0] wave_left_q;  // blocks of the wave; those to come
  logic [11:0] index_q;      // of the next block in the command
  logic [7:0] lane_q, tries_q;
  logic [15:0] timer_q;
  logic near_hit_q, far_hit_q, at_hit, bad_q;
  logic start, next_wave, load, again, bad, straight, retry;
  logic [7:0] finish_status;

  localparam logic [255:0] Ops = nf_pkg::OPS_SUPPORTED;
  logic op_known;
  assign op_known = 1'(Ops >> {cmd.dtype[3:0], cmd.red_op[3:0]});
  assign bad = cmd.kind > nf_endpoint_pkg::KIND_BARRIER
      || cmd.addr[63:48] != '0 || cmd.addr[6:0] != '0 || cmd.lane >= 8'(Links)
      || (!is_barrier && (cmd.bytes == '0 || cmd.bytes[3:0] != '0 || last_q[63:48] != '0
                          || cmd.wave_blocks == '0 || cmd.waves == '0 || cmd.red_op[7:4] != '0
                          || cmd.dtype[7:4] != '0
                          || !op_known));

  nf_endpoint_translate #(
      .Translations(Translations)
  ) u_translate (
      .addr_i  (look_q),
      .at_valid_i,
      .at_base_i,
      .at_end_i,
      .at_source_i,
      .at_result_i,
      .hit_o   (at_hit),
      .source_o(source),
      .result_o(unused_result)
  );
  // Both ends are mapped, and what lies between them is one run of local addresses.
  assign straight = near_hit_q && far_hit_q && far_q == {32'd0, cmd.bytes - 32'd1};

  // Of the tracker: room for one more outstanding command, none outstanding, the place of the one that
  // generates, its waves outstanding.
  logic room, empty, tracker_busy;
  logic [5:0] tail;
  logic [7:0] out;

  always_comb begin
    state_d = state_q;
    start = 1'b0;
    finish = 1'b0;
    finish_status = nf_endpoint_pkg::STATUS_OK;
    next_wave = 1'b0;
    load = 1'b0;
    again = 1'b0;
    retry = 1'b0;
    unique case (state_q)
      Idle: begin
        start = q_valid && !flush && room && (!is_barrier || empty);
        if (start) state_d = Check;
      end
      Check: state_d = is_barrier ? Judge : Last;
      Last: state_d = Span;
      Span: state_d = Judge;
      Judge: begin
        finish = bad_q || !(is_barrier || straight);
        finish_status = bad_q ? nf_endpoint_pkg::STATUS_BAD : nf_endpoint_pkg::STATUS_TRANSLATE;
        state_d = finish ? Idle : is_barrier ? Send : Wave;
      end
      Wave: begin
        finish = left_q == '0;
        next_wave = left_q != '0 && out < cmd.waves;
        if (finish) state_d = Idle;
        else if (next_wave) state_d = Ask;
      end
      Ask: state_d = Answer;
      Answer: begin
        if (alloc_ok_i) state_d = Send;
        else if (alloc_overlap_i) state_d = Wave;  // that wave ends by itself: no try is lost
        else if (tries_q == cfg_retries_i) begin
          finish = 1'b1;
          finish_status = nf_endpoint_pkg::STATUS_NO_COUNTER;
          state_d = Idle;
        end else begin
          retry = 1'b1;
          state_d = Pause;
        end
      end
      Pause: begin
        again = timer_q == '0;
        if (again) state_d = Ask;
      end
      Send: begin
        load = (job_valid_o & ~job_ready_i) == '0;
        if (load && is_barrier) state_d = Hold;
        else if (load && wave_left_q == 16'd1) state_d = Wave;
      end
      Hold: begin
        finish = barrier_valid_i;
        if (barrier_valid_i) state_d = Idle;
      end
      default: state_d = Idle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= Idle;
    else state_q <= abort_i ? Idle : state_d;
  end

  always_ff @(posedge clk_i) begin
    if (start) begin
      last_q <= cmd.addr + 64'(cmd.bytes) - 64'd1;
      look_q <= cmd.addr;
      block_q <= cmd.addr[47:7];
      left_q <= 26'((33'(cmd.bytes) + 33'd127) >> 7);
      lane_q <= cmd.lane;
      index_q <= '0;
      tries_q <= '0;
    end
    if (state_q == Check) begin
      bad_q <= bad;
      near_hit_q <= at_hit;
      local_q <= source;
      look_q <= last_q;
    end
    if (state_q == Last) begin
      far_hit_q <= at_hit;
      far_q <= source;
    end
    if (state_q == Span) far_q <= far_q - local_q;
    if (next_wave) wave_left_q <= (left_q > 26'(cmd.wave_blocks)) ? cmd.wave_blocks : left_q[15:0];
    if (retry) begin
      timer_q <= cfg_retry_cycles_i;
      tries_q <= tries_q + 8'd1;
    end
    if (state_q == Pause) timer_q <= timer_q - 16'd1;
    if (state_q == Answer && alloc_ok_i) tries_q <= '0;
    if (load) begin
      block_q <= block_q + 41'd1;
      local_q <= local_q + 64'(nf_pkg::BLOCK_BYTES);
      left_q <= left_q - 26'd1;
      wave_left_q <= wave_left_q - 16'd1;
      index_q <= index_q + 12'd1;
      lane_q <= (lane_q == 8'(Links - 1)) ? '0 : lane_q + 8'd1;
    end
  end

  assign alloc_valid_o = state_q == Ask;
  assign alloc_base_o = alloc_valid_o ? {16'd0, block_q, 7'd0} : '0;
  assign alloc_blocks_o = alloc_valid_o ? wave_left_q : '0;
  assign alloc_owner_o = alloc_valid_o ? tail : '0;

  // ------------------------------------------------------------------------------ jobs
  logic [3:0] len;
  nf_header_pkg::header_t hdr;
  assign len = (left_q != 26'd1 || cmd.bytes[6:4] == '0) ? FullLen : {1'b0, cmd.bytes[6:4]};
  always_comb begin
    hdr = '0;
    hdr.opcode = is_barrier ? nf_pkg::OPCODE_BARRIER
        : is_pull ? nf_pkg::OPCODE_PULL_REQ : nf_pkg::OPCODE_PUSH_WRITE;
    if (!is_barrier) begin
      hdr.red_op = cmd.red_op[3:0];
      hdr.dtype = cmd.dtype[3:0];
      hdr.len = len;
      hdr.tag = index_q;
    end
    hdr.count = 16'd1;
    hdr.addr = {block_q, 7'd0};
    hdr.src = cfg_id_i;
    hdr.dst = 10'(nf_pkg::BROADCAST_ID);
    hdr.epoch = cfg_epoch_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      job_valid_o <= '0;
      job_read_o <= 1'b0;
      job_addr_o <= '0;
      job_hdr_o <= '0;
    end else begin
      job_valid_o <= abort_i ? '0 : load ? Links'(1) << lane_q : job_valid_o & ~job_ready_i;
      if (load) begin
        job_read_o <= !is_barrier && !is_pull;
        job_addr_o <= (is_barrier || is_pull) ? '0 : local_q;
        job_hdr_o <= hdr;
      end
    end
  end

  // ------------------------------------------------------------------------------ tracker
  nf_endpoint_pkg::event_t book_events, events_q;
  nf_endpoint_tracker #(
      .Links   (Links),
      .Commands(Commands)
  ) u_tracker (
      .clk_i,
      .rst_ni,
      .cfg_acks_i,
      .cfg_exclude_source_i,
      .clear_i        (abort_i),
      .start_i        (start),
      .id_i           (cmd.id),
      .pull_i         (is_pull),
      .expect_i       (state_q == Judge && is_pull && !bad_q),
      .expect_blocks_i(cmd.landed),
      .wave_i         (state_q == Answer && alloc_ok_i),
      .finish_i       (finish),
      .finish_status_i(finish_status),
      .finish_poison_i(state_q == Hold && barrier_poison_i),
      .room_o         (room),
      .empty_o        (empty),
      .tail_o         (tail),
      .out_o          (out),
      .count_done_i,
      .hit_i,
      .hit_owner_i,
      .hit_goal_i,
      .poison_i,
      .ack_i,
      .mcast_i,
      .lane_busy_i,
      .done_valid_o,
      .done_ready_i,
      .done_id_o,
      .done_status_o,
      .event_o        (book_events),
      .due_o,
      .busy_o         (tracker_busy)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      events_q <= '0;
    end else begin
      events_q <= '0;
      if (!abort_i) begin
        events_q.err_translate <= state_q == Judge && finish && !bad_q;
        events_q.no_counter_retry <= retry;
        events_q.stray <= barrier_valid_i && state_q != Hold;
      end
    end
  end
  assign event_o = events_q | book_events;
  assign busy_o = q_valid || tracker_busy || job_valid_o != '0;

  logic unused;
  assign unused = ^unused_result;

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q;
  logic [Links-1:0] held_valid_q;
  nf_header_pkg::header_t held_hdr_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= (job_valid_o & ~job_ready_i) != '0 && !abort_i;
  end
  always_ff @(posedge clk_i) begin
    held_valid_q <= job_valid_o;
    held_hdr_q <= job_hdr_o;
  end

  // A command never has more waves outstanding than it may have.
  `NF_ASSERT(DmaWavesBounded,
             is_barrier || !(state_q == Ask || state_q == Answer || state_q == Send)
             || out <= cmd.waves)
  // What came before an abort is in the queue until it has left.
  `NF_ASSERT(DmaFlushFinds, !flush || (q_valid && state_q == Idle))
  // A job goes to one lane.
  `NF_ASSERT(DmaJobHasOneLane, (job_valid_o & (job_valid_o - 1'b1)) == '0)
  // A job that no lane took is offered again, unchanged.
  `NF_ASSERT(DmaJobHolds, !held_q || (job_valid_o == held_valid_q && job_hdr_o == held_hdr_q))
  // A wave waited for another one that has some of its blocks.
  `NF_COVER(DmaOverlap, state_q == Answer && alloc_overlap_i)
`endif

endmodule
