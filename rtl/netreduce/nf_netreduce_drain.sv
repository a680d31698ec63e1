// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Brings a ring, or all of them, to rest before it is closed or switched off. Messages that have
// begun may end while no other begins; then the packets are shut out, and what was accepted before is
// added and leaves. Each of the two takes `time_i` cycles at most; what has not ended by then is
// given up, which is reported.
//
// Sums leave a port in the order in which their room was reserved: when the jobs are done, those that
// a port still holds are counted, and have left when as many have.
//
// It does not know messages, jobs or frames, nor whose they are.
// Outputs are functions of registers.

`include "nf_assert.svh"

module nf_netreduce_drain #(
    parameter int unsigned Ports = 6  // ports, 2..8
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [     31:0] time_i,      // cycles of each wait at most; looked at when it begins
    input  logic             start_i,     // begin; not while busy
    input  logic             open_i,      // a message has begun and is not complete
    input  logic             jobs_i,      // a packet is with the state manager, or a job is not done
    input  logic [Ports-1:0] reserve_i,   // room for a sum is reserved in a port's combiner
    input  logic [Ports-1:0] sent_i,      // a sum has left it, of at most 16 that it holds
    output logic             busy_o,      // from the cycle behind start_i to that of done_o
    output logic             hold_o,      // no message may begin
    output logic             shut_o,      // one cycle: shut the packets out
    output logic             done_o,      // one cycle: all is at rest, or given up
    output logic             given_up_o   // one cycle: a wait was too long, of messages with
                                          // shut_o, of sums with done_o
);

  `NF_PARAM(DrainPortsInRange, Ports >= 2 && Ports <= nf_netreduce_pkg::MAX_PORTS)

  // From the cycle in which packets are shut out until those before have been answered.
  localparam logic [3:0] Settle = 4'd10;
  localparam int unsigned CountBits = 5;

  typedef enum logic [1:0] {
    REST,
    MESSAGES,  // begun ones end
    SETTLE,    // packets are on their way through the lookups
    FRAMES     // jobs are done, and sums leave
  } stage_e;
  stage_e stage_q;
  logic [31:0] left_q;
  logic [3:0] settle_q;
  logic [Ports-1:0] holds;
  logic late, rest, frames;

  for (genvar p = 0; p < Ports; p++) begin : gen_port
    logic [CountBits-1:0] count_q, count_d, wait_q;  // sums held; those that are waited for
    assign count_d = count_q + CountBits'(reserve_i[p]) - CountBits'(sent_i[p]);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q <= '0;
        wait_q <= '0;
      end else begin
        count_q <= count_d;
        if (stage_q != FRAMES || jobs_i) wait_q <= count_d;
        else if (sent_i[p] && wait_q != '0) wait_q <= wait_q - 1'b1;
      end
    end
    assign holds[p] = wait_q != '0;
    // What has left was there.
    `NF_ASSERT(DrainSentWasHeld, !sent_i[p] || count_q != '0)
    // The counter does not overflow.
    `NF_ASSERT(DrainCountFits, count_q <= CountBits'(16))
  end

  assign late = left_q == '0;
  assign frames = jobs_i || holds != '0;
  assign rest = stage_q == FRAMES && (!frames || late);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q <= REST;
      left_q <= '0;
      settle_q <= '0;
      shut_o <= 1'b0;
      done_o <= 1'b0;
      given_up_o <= 1'b0;
    end else begin
      left_q <= left_q - 32'(!late);
      settle_q <= settle_q - 4'(settle_q != '0);
      shut_o <= 1'b0;
      done_o <= rest;
      given_up_o <= rest && frames;
      unique case (stage_q)
        REST:
        if (start_i) begin
          stage_q <= MESSAGES;
          left_q <= time_i;
        end
        MESSAGES:
        if (!open_i || late) begin
          stage_q <= SETTLE;
          settle_q <= Settle;
          shut_o <= 1'b1;
          given_up_o <= open_i;
        end
        SETTLE:
        if (settle_q == '0) begin
          stage_q <= FRAMES;
          left_q <= time_i;
        end
        default: if (rest) stage_q <= REST;
      endcase
    end
  end
  assign busy_o = stage_q != REST || done_o;
  assign hold_o = stage_q == MESSAGES;

  // It is asked for when it rests.
  `NF_ASSERT(DrainOneAtATime, !start_i || !busy_o)
  // A message is waited for.
  `NF_COVER(DrainMessageWaits, stage_q == MESSAGES && open_i && !late)
  // A sum that leaves is waited for, and no job.
  `NF_COVER(DrainSumWaits, stage_q == FRAMES && !jobs_i && holds != '0 && !late)

endmodule
