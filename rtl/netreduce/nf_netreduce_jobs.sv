// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Jobs on their way from the lookup to the aggregator (NETREDUCE 4.3, Fig. 4): a job waits here
// until the packets that it adds or whose headers it needs are in the stores of their ports.
//
// A TAKE is a packet that a port was told to store. A job waits for every TAKE of the ports that it
// concerns which was given at or before it; of a port they are stored in order, so that a count for
// each job and port is enough. Jobs leave in the order in which they came. One with `announce`
// leaves twice: first as the announcement alone, which reads and delivers its own port.
//
// It says, too, whether a job of another ring than the one that waits for a port could be done: what
// nf_netreduce_away counts.
//
// It does not look at what a job means. A job of kind NONE without `announce` asks for nothing and
// is lost at the door.
// Latency: 1 cycle when nothing is to be waited for. Throughput: one job per cycle.

`include "nf_assert.svh"

module nf_netreduce_jobs #(
    parameter int unsigned Ports = 6,  // 2..8
    parameter int unsigned Depth = 8   // jobs that can wait, 2..32
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // jobs of the lookup
    input  logic             job_valid_i,
    output logic             job_ready_o,
    input  logic [     63:0] job_i,        // record `job`
    // what becomes of the packets; at most 7 of a port are between the two
    input  logic [Ports-1:0] take_i,       // is to be stored; counts before the job of the cycle
    input  logic [Ports-1:0] stored_i,     // is in the store
    // jobs that can be done
    output logic             out_valid_o,
    input  logic             out_ready_i,
    output logic [     63:0] out_job_o,    // zero unless valid
    output logic             out_alone_o,  // an announcement
    // a job of another ring than wait_ring_i could be done: a cycle later
    input  logic [Ports-1:0] room_i,       // ports that would not have to be waited for
    input  logic [      3:0] wait_ring_i,
    output logic             other_o
);

  `NF_PARAM(JobsPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)
  `NF_PARAM(JobsDepthInRange, Depth >= 2 && Depth <= 32)

  localparam int unsigned JobBits = nf_netreduce_pkg::JOB_BITS;
  localparam int unsigned IndexBits = $clog2(Depth);
  localparam int unsigned CountBits = $clog2(Depth + 1);
  localparam int unsigned WaitBits = 3;  // TAKEs of a port
  localparam logic [IndexBits-1:0] Last = IndexBits'(Depth - 1);

  // ------------------------------------------------------------------------------ at the door
  logic push, pop;
  logic [Ports-1:0] concerns;  // ports whose packets the job needs
  logic [Ports*WaitBits-1:0] under_way_q, under_way_d, waits;

  assign concerns = job_i[nf_netreduce_pkg::JOB_READ_LSB+:Ports] |
      job_i[nf_netreduce_pkg::JOB_DELIVER_LSB+:Ports] |
      (Ports'(1) << job_i[nf_netreduce_pkg::JOB_PORT_LSB+:4]);
  assign push = job_valid_i && job_ready_o &&
      (job_i[nf_netreduce_pkg::JOB_ANNOUNCE_LSB] ||
       job_i[nf_netreduce_pkg::JOB_KIND_LSB+:2] != nf_netreduce_pkg::JOB_NONE);

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    assign under_way_d[p*WaitBits+:WaitBits] =
        under_way_q[p*WaitBits+:WaitBits] + WaitBits'(take_i[p]) - WaitBits'(stored_i[p]);
    assign waits[p*WaitBits+:WaitBits] = concerns[p] ? under_way_d[p*WaitBits+:WaitBits] : '0;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) under_way_q <= '0;
    else under_way_q <= under_way_d;
  end

  // ------------------------------------------------------------------------------ entries
  logic [IndexBits-1:0] head_q, tail_q;
  logic [CountBits-1:0] count_q;
  logic told_q;  // the announcement of the first job has left
  logic [Depth*JobBits-1:0] jobs_q;
  logic [Depth-1:0] there_q, can_go, others;
  logic [Depth*Ports*WaitBits-1:0] waits_q;

  for (genvar e = 0; e < Depth; e++) begin : gen_entry
    logic put;
    assign put = push && tail_q == IndexBits'(e);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) there_q[e] <= 1'b0;
      else there_q[e] <= put || (there_q[e] && !(pop && head_q == IndexBits'(e)));
    end
    for (genvar p = 0; p < Ports; p++) begin : gen_wait
      localparam int unsigned At = (e * Ports + p) * WaitBits;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) waits_q[At+:WaitBits] <= '0;
        else if (put) waits_q[At+:WaitBits] <= waits[p*WaitBits+:WaitBits];
        else if (stored_i[p] && waits_q[At+:WaitBits] != '0) begin
          waits_q[At+:WaitBits] <= waits_q[At+:WaitBits] - 1'b1;
        end
      end
    end
    always_ff @(posedge clk_i) begin
      if (put) jobs_q[e*JobBits+:JobBits] <= job_i;
    end
    assign can_go[e] = waits_q[e*Ports*WaitBits+:Ports*WaitBits] == '0;
    assign others[e] = there_q[e] && can_go[e]
        && jobs_q[e*JobBits+nf_netreduce_pkg::JOB_SLOT_LSB+3+:4] != wait_ring_i
        && (jobs_q[e*JobBits+nf_netreduce_pkg::JOB_DELIVER_LSB+:Ports] & ~room_i) == '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      count_q <= '0;
      told_q <= 1'b0;
    end else begin
      if (push) tail_q <= tail_q == Last ? '0 : tail_q + 1'b1;
      if (pop) head_q <= head_q == Last ? '0 : head_q + 1'b1;
      count_q <= count_q + CountBits'(push) - CountBits'(pop);
      if (out_valid_o && out_ready_i) told_q <= !pop;
    end
  end
  assign job_ready_o = count_q != CountBits'(Depth);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) other_o <= 1'b0;
    else other_o <= others != '0;
  end

  // ------------------------------------------------------------------------------ the first job
  logic [JobBits-1:0] job, alone;
  logic [7:0] own;

  assign job = jobs_q[head_q*JobBits+:JobBits];
  assign own = 8'd1 << job[nf_netreduce_pkg::JOB_PORT_LSB+:4];
  always_comb begin
    alone = job;
    alone[nf_netreduce_pkg::JOB_KIND_LSB+:2] = nf_netreduce_pkg::JOB_NONE;
    alone[nf_netreduce_pkg::JOB_MODE_LSB+:2] = nf_netreduce_pkg::MODE_ANNOUNCE;
    alone[nf_netreduce_pkg::JOB_KEEP_LSB] = 1'b0;
    alone[nf_netreduce_pkg::JOB_READ_LSB+:8] = own;
    alone[nf_netreduce_pkg::JOB_DELIVER_LSB+:8] = own;
  end

  assign out_valid_o = count_q != '0 && can_go[head_q];
  assign out_alone_o = out_valid_o && job[nf_netreduce_pkg::JOB_ANNOUNCE_LSB] && !told_q;
  assign out_job_o = !out_valid_o ? '0 : out_alone_o ? alone : job;
  assign pop = out_valid_o && out_ready_i &&
      (!out_alone_o || job[nf_netreduce_pkg::JOB_KIND_LSB+:2] == nf_netreduce_pkg::JOB_NONE);

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic held_q, alone_q;
  logic [JobBits-1:0] job_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= 1'b0;
    else held_q <= out_valid_o && !out_ready_i;
  end
  always_ff @(posedge clk_i) begin
    job_q <= out_job_o;
    alone_q <= out_alone_o;
  end
  logic [Ports-1:0] fits;
  logic [Depth*Ports-1:0] comes;
  for (genvar p = 0; p < Ports; p++) begin : gen_fits
    logic [3:0] next;
    assign next = {1'b0, under_way_q[p*WaitBits+:WaitBits]} + 4'(take_i[p]) - 4'(stored_i[p]);
    assign fits[p] = next <= 4'd7;
    for (genvar e = 0; e < Depth; e++) begin : gen_comes
      assign comes[e*Ports+p] = waits_q[(e*Ports+p)*WaitBits+:WaitBits] <=
          under_way_q[p*WaitBits+:WaitBits];
    end
  end
  // No port has more than 7 packets under way, and none is stored that was not to be.
  `NF_ASSERT(JobsTakesFit, fits == '1)
  // What a job waits for is under way.
  `NF_ASSERT(JobsWaitInVain, comes == '1)
  // The queue holds no more than it has places.
  `NF_ASSERT(JobsFit, 32'(count_q) <= Depth)
  // A job that is not taken stays as it is.
  `NF_ASSERT(JobsStay, !held_q || (out_valid_o && out_job_o == job_q && out_alone_o == alone_q))
  // A job that comes out asks for something.
  `NF_ASSERT(JobsAskForSomething, !out_valid_o || out_alone_o ||
             out_job_o[nf_netreduce_pkg::JOB_KIND_LSB+:2] != nf_netreduce_pkg::JOB_NONE)
  // The queue is full.
  `NF_COVER(JobsFull, !job_ready_o)
  // A job comes with the TAKE that it waits for.
  `NF_COVER(JobsWithTake, push && (concerns & take_i) != '0)
`endif

endmodule
