// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Plans, and the creation of chunks: holds the plan table, says whether a command's plan can be
// run, and gives each new chunk a row of the chunk table, a place in line for a slot of each of
// its partitions, and for each phase a machine of the phase's group in turn, with an entry of that
// machine's queue (ACE 4.3.2).
//
// A chunk is begun when it may run, a row is free and its slot of partition 0 is. Then it takes
// one step a cycle, step p for partition p and the phase that reads it; a step waits while the
// machine's queue is full. Chunks are created one after the other, so everybody sees them in the
// same order. Plans must not change while commands use them. It does not know slots or what
// becomes of a chunk.
//
// A chunk of P phases: 1 cycle to begin, P + 1 steps, 1 until the next may begin. A plan of P
// phases: P + 1 cycles to the answer. pc_o comes one cycle after look_i and stays. Outputs are
// registers.

`include "nf_assert.svh"

module nf_ace_creator #(
    parameter int unsigned Machines = 16,  // 2..16
    parameter int unsigned Chunks = 32     // rows of the chunk table, 2..32
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    input  logic                  abort_i,         // as after reset; the plans stay
    // config bus: nf_ace_pkg::CSR_PLAN
    input  logic                  cfg_valid_i,
    input  logic [          19:0] cfg_addr_i,
    input  logic [          31:0] cfg_wdata_i,
    input  logic                  run_i,           // chunks may be begun
    input  logic                  stop_i,          // none may
    // is this plan good? answered by one pulse
    input  logic                  plan_valid_i,
    input  logic [           2:0] plan_i,
    output logic                  plan_done_o,
    output logic                  plan_ok_o,
    output logic [           2:0] plan_phases_o,
    // the next chunk; taken by one pulse with its last step
    input  logic                  chunk_valid_i,
    input  logic [           2:0] chunk_plan_i,
    input  logic [           2:0] chunk_phases_i,
    output logic                  chunk_ready_o,   // one cycle: the chunk is taken, with its last
                                                   // step
    // what there is
    input  logic [           7:0] set_i,           // partitions that are set up
    input  logic                  first_free_i,    // the next slot of partition 0 is free
    input  logic [    Chunks-1:0] used_i,          // bit r: row r of the chunk table is in use
    input  logic [Machines*8-1:0] free_i,          // free entries of each machine's queue
    // a step: partition, and the phase that reads it unless it is the last one
    output logic                  step_o,
    output logic [           7:0] step_row_o,
    output logic [           2:0] step_part_o,
    output logic [           3:0] step_machine_o,  // with reserve
    output logic [  Machines-1:0] reserve_valid_o,  // bit m
    output logic [           7:0] reserve_id_o,
    output logic [           3:0] reserve_phase_o,
    // where the program of a phase begins
    input  logic                  look_i,
    input  logic [           2:0] look_plan_i,
    input  logic [           2:0] look_phase_i,
    output logic [          11:0] pc_o             // in the cycle after look_i
);

  `NF_PARAM(CreatorMachinesInRange, Machines >= 2 && Machines <= nf_ace_pkg::MAX_MACHINES)
  `NF_PARAM(CreatorChunksInRange, Chunks >= 2 && Chunks <= nf_ace_pkg::MAX_CHUNKS)

  localparam int unsigned RowBits = $clog2(Chunks);

  // ------------------------------------------------------------------------------ plan table
  // One entry a phase: {plan, phase}. An entry that was never written ends every check.
  typedef struct packed {
    logic       more;      // another phase follows
    logic [4:0] machines;  // of the phase's group
    logic [3:0] first;     // of them
  } plan_t;

  nf_ace_regs_pkg::plan_phase_machines_t cfg_word;
  plan_t cfg_plan, at_plan;
  localparam int unsigned PlanBits = $bits(cfg_plan);
  logic plan_hit, plan_write;
  logic [63:0] set_q;
  logic [63:0] moved_q;  // its turn has moved on from the first machine
  logic [PlanBits-1:0] plan_q[64];
  logic [11:0] pcs_q[64];  // where its program begins
  logic [3:0] turn_q[64];  // machines of its group before the one whose turn it is
  logic [5:0] cfg_entry, entry;
  logic [3:0] at_turn, machine;
  logic entry_ok, more, walk, step, reserve;
  logic [2:0] phase_q, phase_d;  // phase or partition

  assign plan_hit = cfg_valid_i && cfg_addr_i[19:9] == nf_ace_pkg::CSR_PLAN[19:9];
  assign plan_write = plan_hit && !cfg_addr_i[2];
  assign cfg_entry = cfg_addr_i[8:3];
  assign cfg_word = cfg_wdata_i;
  assign cfg_plan.more = cfg_word.more;
  assign cfg_plan.machines = cfg_word.count;
  assign cfg_plan.first = cfg_word.first;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) set_q <= '0;
    else if (plan_write) set_q[cfg_entry] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (plan_write) plan_q[cfg_entry] <= cfg_plan;
  end
  always_ff @(posedge clk_i) begin
    if (plan_hit && cfg_addr_i[2]) pcs_q[cfg_entry] <= cfg_wdata_i[11:0];
  end
  always_ff @(posedge clk_i) begin
    if (look_i) pc_o <= pcs_q[{look_plan_i, look_phase_i}];
  end

  assign entry = {walk ? plan_i : chunk_plan_i, phase_q};
  assign at_plan = plan_q[entry];
  assign at_turn = moved_q[entry] ? turn_q[entry] : '0;
  assign more = at_plan.more;
  assign machine = at_plan.first + at_turn;
  assign entry_ok = set_q[entry] && at_plan.machines != '0
      && 32'(at_plan.machines) + 32'(at_plan.first) <= Machines
      && set_i[phase_q] && set_i[phase_q+3'd1]
      && !(more && 32'(phase_q) == nf_ace_pkg::MAX_PHASES - 1);

  // A new plan begins with its first machine, and every plan after an abort: all nodes must agree.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) moved_q <= '0;
    else if (abort_i) moved_q <= '0;
    else if (plan_write) moved_q[cfg_entry] <= 1'b0;
    else if (reserve) moved_q[entry] <= 1'b1;
  end
  always_ff @(posedge clk_i) begin
    if (reserve) turn_q[entry] <= 5'(at_turn) + 5'd1 == at_plan.machines ? '0 : at_turn + 1'b1;
  end

  // ------------------------------------------------------------------------------ creation
  typedef enum logic [1:0] {
    Rest,  // nothing to do, or the next chunk waits for a row, for its slot, for run
    Walk,  // a plan is checked, a phase a cycle
    Step   // a chunk is created
  } state_e;
  state_e state_q, state_d;
  logic [RowBits-1:0] row_q, free_row;
  logic [Chunks-1:0] free_rows;
  logic [Machines*8-1:0] entries;
  logic [Machines-1:0] machine_onehot;
  logic last_step, machine_free, answer, taken;

  // What was appended in this cycle is not yet in the machine's count.
  assign entries = free_i >> {machine, 3'd0};
  assign machine_onehot = Machines'(1) << machine;
  assign machine_free = entries[7:0] > 8'((reserve_valid_o & machine_onehot) != '0);

  assign free_rows = ~used_i & (used_i + 1'b1);  // the lowest free one
  for (genvar b = 0; b < RowBits; b++) begin : gen_free
    logic [Chunks-1:0] numbers;
    for (genvar i = 0; i < Chunks; i++) begin : gen_number
      assign numbers[i] = ((i >> b) % 2) == 1;
    end
    assign free_row[b] = (free_rows & numbers) != '0;
  end

  assign walk = state_q == Walk;
  assign last_step = phase_q == chunk_phases_i;
  always_comb begin
    state_d = state_q;
    phase_d = phase_q;
    answer = 1'b0;
    step = 1'b0;
    unique case (state_q)
      Rest: begin
        phase_d = '0;
        // In the cycle of an answer or of a last step the commands still show what was.
        if (plan_valid_i && !plan_done_o) state_d = Walk;
        else if (chunk_valid_i && !chunk_ready_o && run_i && !stop_i && used_i != '1
                 && first_free_i)
          state_d = Step;
      end
      Walk: begin
        phase_d = phase_q + 1'b1;
        answer = !entry_ok || !more;
        if (answer) state_d = Rest;
      end
      Step: begin
        // The turns are written by one at a time.
        step = !plan_write && (last_step || machine_free);
        if (step) phase_d = phase_q + 1'b1;
        if (step && last_step) state_d = Rest;
      end
      default: state_d = Rest;
    endcase
  end
  assign reserve = step && !last_step;
  assign taken = step && last_step;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Rest;
      phase_q <= '0;
      row_q <= '0;
      plan_done_o <= 1'b0;
      plan_ok_o <= 1'b0;
      plan_phases_o <= '0;
      chunk_ready_o <= 1'b0;
      step_o <= 1'b0;
      step_row_o <= '0;
      step_part_o <= '0;
      step_machine_o <= '0;
      reserve_valid_o <= '0;
    end else if (abort_i) begin
      state_q <= Rest;
      phase_q <= '0;
      plan_done_o <= 1'b0;
      chunk_ready_o <= 1'b0;
      step_o <= 1'b0;
      reserve_valid_o <= '0;
    end else begin
      state_q <= state_d;
      phase_q <= phase_d;
      if (state_q == Rest && state_d == Step) row_q <= free_row;
      plan_done_o <= answer;
      if (answer) begin
        plan_ok_o <= entry_ok;
        plan_phases_o <= phase_q + 1'b1;
      end
      chunk_ready_o <= taken;
      step_o <= step;
      if (step) begin
        step_row_o <= 8'(row_q);
        step_part_o <= phase_q;
      end
      reserve_valid_o <= reserve ? machine_onehot : '0;
      if (reserve) step_machine_o <= machine;
    end
  end
  assign reserve_id_o = step_row_o;
  assign reserve_phase_o = 4'(step_part_o);

  logic unused;
  assign unused = ^{cfg_addr_i[1:0], cfg_word, entries};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic [Machines-1:0] full;
  for (genvar m = 0; m < Machines; m++) begin : gen_full
    assign full[m] = free_i[m*8+:8] == '0;
  end
  // An entry is appended only where one is free.
  `NF_ASSERT(CreatorEntryFree, (reserve_valid_o & full) == '0)
  // One machine at a time.
  `NF_ASSERT(CreatorOneMachine, (reserve_valid_o & (reserve_valid_o - 1'b1)) == '0)
  // A machine is named only by a step that is not a chunk's last, and by every such step.
  `NF_ASSERT(CreatorEveryPhase,
             (reserve_valid_o != '0) == (step_o && step_part_o != chunk_phases_i))
  // A chunk is begun only in a free row.
  `NF_ASSERT(CreatorRowFree, !(step_o && step_part_o == '0) || !used_i[step_row_o[RowBits-1:0]])
  // A chunk is taken with its last step.
  `NF_ASSERT(CreatorTakenWhole, !chunk_ready_o || (step_o && step_part_o == chunk_phases_i))
  // A step waited for an entry.
  `NF_COVER(CreatorQueueFull, state_q == Step && !last_step && !machine_free)
  // All rows were taken.
  `NF_COVER(CreatorTableFull, state_q == Rest && chunk_valid_i && used_i == '1)
`endif

endmodule
