// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Jobs on their way from the lookup to the aggregator (NETREDUCE 4.3, Fig. 4): a job waits here
// until the packets that it adds or whose headers it needs are in the stores of their ports.
//
// A TAKE is a packet that a port was to store. A job waits for every TAKE of the ports that it
// concerns which was given at or before it; of a port they are stored in order, so that a count for
// each job and port is enough. One with `announce` leaves twice: first as the announcement alone,
// which reads and delivers its own port.
//
// Jobs of a ring leave in the order in which they came: what a receiver gets has no gap, or it would
// ask for all behind it once more. But jobs of repeated packets (`again`) have a queue of their own:
// one of them leaves when no other job can and its ports have room, behind 64 others, or when a later
// job of its ring is the first of the others; never before a job that came before it, as it may want
// what that one makes.
//
// While one ring alone is at work, a repeated packet waits when that queue is full, and what is behind
// it waits, too. When jobs of several rings have come within 1023 cycles of work, or the first of the
// queue has waited 1023 cycles for its ports, or a port that it is for is away, it is dropped: the
// host repeats the packet once more. So a flood of repeats takes from other rings what they leave, and
// one turn in 65.
//
// It says, too, whether a job of another ring than the one that waits for a port could be done: what
// nf_netreduce_away counts.
//
// It does not look at what a job means. A job of kind NONE without `announce` asks for nothing and
// is not kept.
// Latency: 1 cycle when nothing is to be waited for, of a repeated packet's 2. Throughput: one job
// per cycle.

`include "nf_assert.svh"

module nf_netreduce_jobs #(
    parameter int unsigned Ports = 6,  // ports, 2..8
    parameter int unsigned Depth = 8,  // jobs that can wait, 2..32
    parameter int unsigned Again = 8   // jobs of repeated packets that can wait, 2..32
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // jobs of the lookup
    input  logic             job_valid_i,
    output logic             job_ready_o,
    input  nf_netreduce_pkg::job_t job_i,
    // what becomes of the packets; at most 7 of a port are between the two
    input  logic [Ports-1:0] take_i,         // bit p: a packet of port p was given the verdict
                                             // TAKE; counts before the job of the same cycle
    input  logic [Ports-1:0] stored_i,       // bit p: a packet with that verdict is in the store,
                                             // in the order of the verdicts
    // jobs that can be done
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output nf_netreduce_pkg::job_t out_job_o,  // zero unless out_valid_o
    output logic             out_alone_o,    // an announcement
    // ports
    input  logic [Ports-1:0] room_i,         // bit p: port p would not have to be waited for
    input  logic [Ports-1:0] away_i,         // bit p: port p is away
    // what is held up
    input  logic [      3:0] wait_ring_i,    // whose job waits for a port
    output logic             other_o,  // a cycle later: it holds up a job of another ring, whose
                                       // packets are stored and whose ports all have room
    // repeated packets
    output logic [      1:0] dropped_o,      // a repeated packet's job was dropped in the cycle
                                             // before: its parts, 0..2, an announcement counts
    output nf_netreduce_pkg::window_slot_t dropped_slot_o  // and its slot
);

  `NF_PARAM(JobsPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(JobsDepthInRange, Depth >= 2 && Depth <= 32)
  `NF_PARAM(JobsAgainInRange, Again >= 2 && Again <= 32)

  localparam int unsigned JobBits = nf_netreduce_pkg::JOB_BITS;
  localparam int unsigned CountBits = 6;   // of a queue
  localparam int unsigned WaitBits = 3;    // TAKEs of a port
  localparam int unsigned TurnBits = 6;    // jobs that go before one of a repeated packet
  localparam int unsigned MixedBits = 10;  // cycles after which a ring is alone
  localparam int unsigned StuckBits = 10;  // cycles that a repeated packet's job waits for its ports
  localparam int unsigned Own = 0, Repeats = 1;  // the queues

  // ------------------------------------------------------------------------------ what comes in
  logic enter, drop;
  logic [1:0] push, pop, can_go, held;
  logic [1:0] parts;  // of the job that comes in
  logic [3:0] ring;   // its
  logic full;         // the queue of repeated packets
  logic fits;         // the first of them can be done, and its ports have room
  logic [Ports-1:0] concerns;  // ports whose packets the job needs
  logic [Ports*WaitBits-1:0] under_way_q, under_way_d, waits;
  logic [2*CountBits-1:0] counts;

  assign concerns = job_i.read[Ports-1:0] | job_i.deliver[Ports-1:0] | (Ports'(1) << job_i.port);
  assign parts = 2'(job_i.announce) + 2'(job_i.kind != nf_netreduce_pkg::JOB_NONE);
  assign enter = job_valid_i && job_ready_o && parts != '0;
  assign push[Own] = enter && !job_i.again;
  assign push[Repeats] = enter && job_i.again && !full &&
      (job_i.deliver[Ports-1:0] & away_i) == '0;
  assign drop = enter && push == '0;
  assign ring = job_i.slot.ring;
  assign full = counts[Repeats*CountBits+:CountBits] == CountBits'(Again);

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign under_way_d[p*WaitBits+:WaitBits] =
        under_way_q[p*WaitBits+:WaitBits] + WaitBits'(take_i[p]) - WaitBits'(stored_i[p]);
    assign waits[p*WaitBits+:WaitBits] = concerns[p] ? under_way_d[p*WaitBits+:WaitBits] : '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      under_way_q <= '0;
      dropped_o <= '0;
    end else begin
      under_way_q <= under_way_d;
      dropped_o <= drop ? parts : '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (drop) dropped_slot_o <= job_i.slot;
  end

  // ------------------------------------------------------------------------------ queues
  // A queue's jobs, and which of its places have one that can be done, or one at all.
  logic [Depth*JobBits-1:0] own_jobs_q;
  logic [Again*JobBits-1:0] repeat_jobs_q;
  logic [Depth-1:0] own_ready;
  logic [Again-1:0] repeat_there;
  nf_netreduce_pkg::job_t own_head, repeat_head;
  nf_netreduce_pkg::job_t own_entry, repeat_entry;  // one after the other, in a loop
  logic [2*32*Ports-1:0] behind;  // entries that wait for more than is under way: none
  logic [Depth-1:0] others;       // jobs of other rings that could be done
  logic [Again-1:0] same;         // repeated packets' of the ring of the job that comes in
  logic [Again-1:0] gone;         // the repeated packet's job that leaves

  always_comb begin
    for (int unsigned e = 0; e < Depth; e++) begin
      own_entry = own_jobs_q[e*JobBits+:JobBits];
      others[e] = own_ready[e] && own_entry.slot.ring != wait_ring_i
                  && (own_entry.deliver[Ports-1:0] & ~room_i) == '0;
    end
  end
  always_comb begin
    for (int unsigned e = 0; e < Again; e++) begin
      repeat_entry = repeat_jobs_q[e*JobBits+:JobBits];
      same[e] = repeat_there[e] && repeat_entry.slot.ring == ring;
    end
  end

  for (genvar q = 0; q < 2; q++) begin : gen_queue
    localparam int unsigned Places = q == Own ? Depth : Again;
    localparam int unsigned IndexBits = $clog2(Places);
    localparam logic [IndexBits-1:0] Last = IndexBits'(Places - 1);
    logic [IndexBits-1:0] head_q, tail_q;
    logic [CountBits-1:0] count_q, ahead;
    logic [Places-1:0] ready, there, frees;

    // A repeated packet's job waits for those that came before it, another one for the repeated
    // packets' of its ring.
    assign ahead = q == Own ? '0 : counts[Own*CountBits+:CountBits] - CountBits'(pop[Own]);

    for (genvar e = 0; e < Places; e++) begin : gen_entry
      logic put, there_q, free;
      logic [CountBits-1:0] ahead_q;
      logic [Ports-1:0] here;
      assign put = push[q] && tail_q == IndexBits'(e);
      for (genvar p = 0; p < Ports; p++) begin : gen_wait
        logic [WaitBits-1:0] wait_q;
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) wait_q <= '0;
          else if (put) wait_q <= waits[p*WaitBits+:WaitBits];
          else if (stored_i[p] && wait_q != '0) wait_q <= wait_q - 1'b1;
        end
        assign here[p] = wait_q == '0;
        assign behind[(q*32+e)*Ports+p] = wait_q > under_way_q[p*WaitBits+:WaitBits];
      end
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          there_q <= 1'b0;
          ahead_q <= '0;
        end else begin
          there_q <= put || (there_q && !(pop[q] && head_q == IndexBits'(e)));
          if (put) ahead_q <= ahead;
          else if (pop[Own] && ahead_q != '0) ahead_q <= ahead_q - 1'b1;
        end
      end
      assign ready[e] = there_q && here == '1 && free;
      if (q == Own) begin : gen_own
        logic [Again-1:0] behind_q;
        always_ff @(posedge clk_i or negedge rst_ni) begin
          if (!rst_ni) behind_q <= '0;
          else behind_q <= (put ? same : behind_q) & ~gone;
        end
        assign free = behind_q == '0;
        always_ff @(posedge clk_i) if (put) own_jobs_q[e*JobBits+:JobBits] <= job_i;
      end else begin : gen_repeat
        assign free = ahead_q == '0;
        always_ff @(posedge clk_i) if (put) repeat_jobs_q[e*JobBits+:JobBits] <= job_i;
        assign gone[e] = pop[Repeats] && head_q == IndexBits'(e);
      end
      assign there[e] = there_q;
      assign frees[e] = free;
    end
    for (genvar e = Places; e < 32; e++) begin : gen_none
      assign behind[(q*32+e)*Ports+:Ports] = '0;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        head_q <= '0;
        tail_q <= '0;
        count_q <= '0;
      end else begin
        if (push[q]) tail_q <= tail_q == Last ? '0 : tail_q + 1'b1;
        if (pop[q]) head_q <= head_q == Last ? '0 : head_q + 1'b1;
        count_q <= count_q + CountBits'(push[q]) - CountBits'(pop[q]);
      end
    end
    assign counts[q*CountBits+:CountBits] = count_q;
    if (q == Own) begin : gen_own_queue
      assign own_head = own_jobs_q[head_q*JobBits+:JobBits];
      assign own_ready = ready;
    end else begin : gen_repeat_queue
      assign repeat_head = repeat_jobs_q[head_q*JobBits+:JobBits];
      assign repeat_there = there;
    end
    assign can_go[q] = ready[head_q];
    assign held[q] = there[head_q] && !frees[head_q];
  end

  // ------------------------------------------------------------------------------ wait or drop
  logic [3:0] ring_q;  // of the last job
  logic any;           // job is there
  logic [MixedBits-1:0] mixed_q;
  logic [StuckBits-1:0] stuck_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ring_q <= '0;
      mixed_q <= '0;
      stuck_q <= '0;
    end else begin
      if (enter) ring_q <= ring;
      mixed_q <= enter && ring != ring_q ? '1 : mixed_q - MixedBits'(any && mixed_q != '0);
      stuck_q <= !can_go[Repeats] || fits ? '0 : stuck_q + StuckBits'(stuck_q != '1);
    end
  end
  assign any = counts != '0;
  assign job_ready_o = counts[Own*CountBits+:CountBits] != CountBits'(Depth) &&
      (!full || mixed_q != '0 || stuck_q == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) other_o <= 1'b0;
    else other_o <= others != '0;
  end

  // ------------------------------------------------------------------------------ which one
  logic told_q;    // the announcement of the job that is offered has left
  logic chosen_q;  // it is a repeated packet's
  logic [TurnBits-1:0] turn_q;  // jobs that have gone before it
  logic [Ports-1:0] wants;
  logic idle, turn, choose;

  assign wants = repeat_head.deliver[Ports-1:0]
      | (repeat_head.announce ? Ports'(1) << repeat_head.port : '0);
  assign fits = can_go[Repeats] && (wants & ~room_i) == '0;
  assign idle = !can_go[Own] && out_ready_i;
  assign turn = pop[Own] && turn_q == '1;
  assign choose = can_go[Repeats] && (held[Own] || (fits && (idle || turn)));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q <= 1'b0;
      chosen_q <= 1'b0;
      turn_q <= '0;
    end else begin
      if (out_valid_o && out_ready_i) told_q <= pop == '0;
      chosen_q <= chosen_q ? !pop[Repeats] : choose;
      if (pop[Repeats]) turn_q <= '0;
      else if (pop[Own] && can_go[Repeats] && turn_q != '1) turn_q <= turn_q + 1'b1;
    end
  end

  // ------------------------------------------------------------------------------ the offer
  nf_netreduce_pkg::job_t job, alone;
  logic [7:0] own;
  logic leaves;

  assign job = chosen_q ? repeat_head : own_head;
  assign own = 8'd1 << job.port;
  always_comb begin
    alone = job;
    alone.kind = nf_netreduce_pkg::JOB_NONE;
    alone.mode = nf_netreduce_pkg::MODE_ANNOUNCE;
    alone.keep = 1'b0;
    alone.read = own;
    alone.deliver = own;
  end

  assign out_valid_o = chosen_q || can_go[Own];
  assign out_alone_o = out_valid_o && job.announce && !told_q;
  assign out_job_o = !out_valid_o ? '0 : out_alone_o ? alone : job;
  assign leaves = out_valid_o && out_ready_i &&
      (!out_alone_o || job.kind == nf_netreduce_pkg::JOB_NONE);
  assign pop[Own] = leaves && !chosen_q;
  assign pop[Repeats] = leaves && chosen_q;

  // Of a job that waits its ring and its ports are looked at.
  logic unused;
  assign unused = ^{own_entry, repeat_entry};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q, alone_q, chose_q, could_q, turned_q;
  nf_netreduce_pkg::job_t job_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
      chose_q <= 1'b0;
    end else begin
      held_q <= out_valid_o && !out_ready_i;
      chose_q <= !chosen_q && choose;
    end
  end
  always_ff @(posedge clk_i) begin
    job_q <= out_job_o;
    alone_q <= out_alone_o;
    could_q <= can_go[Own];
    turned_q <= turn;
  end
  logic [Ports-1:0] in_range;
  for (genvar p = 0; p < Ports; p++) begin : gen_fits
    logic [3:0] next;
    assign next = {1'b0, under_way_q[p*WaitBits+:WaitBits]} + 4'(take_i[p]) - 4'(stored_i[p]);
    assign in_range[p] = next <= 4'd7;
  end
  // No port has more than 7 packets under way, and none is stored that was not to be.
  `NF_ASSERT(JobsTakesFit, in_range == '1)
  // What a job waits for is under way.
  `NF_ASSERT(JobsWaitInVain, behind == '0)
  // A queue holds no more than it has places.
  `NF_ASSERT(JobsFit, 32'(counts[Own*CountBits+:CountBits]) <= Depth &&
             32'(counts[Repeats*CountBits+:CountBits]) <= Again)
  // A repeated packet's job does not go before one that can, but in its turn.
  `NF_ASSERT(JobsRepeatsWait, !chose_q || !could_q || turned_q)
  // No job goes before a repeated packet's of its ring that came before it.
  `NF_ASSERT(JobsInOrder, !(can_go[Own] && held[Own]))
  // What is dropped is a repeated packet's.
  `NF_ASSERT(JobsDropRepeats, !drop || job_i.again)
  // A job that is not taken stays as it is.
  `NF_ASSERT(JobsStay, !held_q || (out_valid_o && out_job_o == job_q && out_alone_o == alone_q))
  // A job that comes out asks for something.
  `NF_ASSERT(JobsAskForSomething, !out_valid_o || out_alone_o ||
             out_job_o.kind != nf_netreduce_pkg::JOB_NONE)
  // The queue is full.
  `NF_COVER(JobsFull, counts[Own*CountBits+:CountBits] == CountBits'(Depth))
  // A repeated packet waits, as its ring is alone.
  `NF_COVER(JobsRepeatWaits, !job_ready_o && full)
  // One is dropped, as its ring is not; as the first one is stuck.
  `NF_COVER(JobsDropMixed, drop && full && mixed_q != '0)
  `NF_COVER(JobsDropStuck, drop && full && mixed_q == '0)
  // A repeated packet's job goes before a later one of its ring.
  `NF_COVER(JobsHeld, choose && held[Own])
  // A repeated packet's job goes in its turn.
  `NF_COVER(JobsTurn, fits && turn)
  // A job comes with the TAKE that it waits for.
  `NF_COVER(JobsWithTake, push != '0 && (concerns & take_i) != '0)
`endif

endmodule
