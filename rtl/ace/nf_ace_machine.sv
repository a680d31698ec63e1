// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A programmable state machine: runs the program of a phase for one chunk after the other and asks
// for the transfer of each packet (ACE 4.2, 4.3.2).
//
// It moves no data and does not know what is free: nf_ace_issue grants a transfer when all it needs
// is, and refuses one that is wrong. It does not order the packets of one instruction: a COPY onto
// its own source is the program's mistake.
//
// Control instructions take one cycle, two when they jump. A transfer is asked for 3 cycles after
// its fetch, the next packet of its message in the cycle after a grant. What follows a message is
// shown w + 5 cycles or more after the grant of its last packet, of w words: whoever acts on it
// finds all that was written in the SRAM.

`include "nf_assert.svh"

module nf_ace_machine #(
    parameter int unsigned ProgramWords = 256,  // instructions, 16..2048
    parameter int unsigned QueueDepth = 8       // chunks that wait, 2..16
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [  3:0] id_i,             // number of the machine
    input  logic         abort_i,          // as after reset: no chunk, no fault, nothing asked for
    input  logic         run_i,            // 0: no chunk and no instruction is started
    input  logic [ 31:0] watchdog_i,       // cycles without a grant after which it stops; 0: never
    // configuration bus; the program store listens
    input  logic         cfg_valid_i,
    input  logic [ 19:0] cfg_addr_i,
    input  logic [ 31:0] cfg_wdata_i,
    // queue of chunks, see nf_ace_chunk_queue
    input  logic         reserve_valid_i,  // an entry at the tail of the queue; never when free_o
                                           // is 0
    input  logic [  7:0] reserve_id_i,
    input  logic [  3:0] reserve_phase_i,
    output logic [  7:0] free_o,           // entries of the queue
    input  logic         ready_valid_i,    // the context of an entry that was reserved in an
                                           // earlier cycle
    input  logic [127:0] ready_ctx_i,      // record ctx
    // transfer of a packet; the request stays to the end of the cycle of its grant or refusal
    output logic         req_valid_o,
    output nf_ace_pkg::req_t req_o,        // record req; 0 without a request
    input  logic         grant_i,
    input  logic [  7:0] reject_i,         // FAULT_*, not 0: the request cannot be granted ever
    input  logic [  7:0] wait_i,           // WAIT_*: what the request waits for
    // end of a phase
    output logic         done_valid_o,
    output logic [  7:0] done_id_o,
    output logic [  3:0] done_phase_o,
    input  logic         done_ready_i,
    // observation
    output nf_ace_pkg::fault_t fault_o,  // stays until an abort
    output logic         busy_o,           // works on a chunk
    output logic [ 15:0] pc_o              // of the instruction that it is at
);

  `NF_PARAM(MachineProgramInRange, ProgramWords >= 16 && ProgramWords <= 2048)

  localparam int unsigned PcBits = $clog2(ProgramWords);
  localparam logic [15:0] LongestMessage = 16'(nf_ace_pkg::MAX_MESSAGE_WORDS);

  typedef enum logic [2:0] {
    Idle,      // waits for a chunk
    Load,      // its context is there
    Fetch,     // reads the instruction at pc_q
    Execute,   // the instruction is there
    Check,     // its operands are
    Ask,       // packets are asked for, or will be when the writes before are done
    Complete,  // tells the scheduler, likewise
    Stopped    // a fault
  } state_e;

  state_e state_q, state_d;
  logic [15:0] pc_q, pc_d;
  logic [nf_ace_pkg::REGISTERS*16-1:0] regs_q;

  // --------------------------------------------------------------------------- queue and program
  logic head_ready, start;
  nf_ace_pkg::ctx_t ctx;
  nf_ace_chunk_queue #(
      .QueueDepth(QueueDepth)
  ) u_queue (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .abort_i        (abort_i),
      .reserve_valid_i(reserve_valid_i),
      .reserve_id_i   (reserve_id_i),
      .reserve_phase_i(reserve_phase_i),
      .free_o         (free_o),
      .ready_valid_i  (ready_valid_i),
      .ready_ctx_i    (ready_ctx_i),
      .head_ready_o   (head_ready),
      .start_i        (start),
      .ctx_o          (ctx)
  );
  assign start = state_q == Idle && run_i && head_ready;

  logic executes, fetch, in_store, store;
  logic [15:0] fetch_pc;
  logic [31:0] instr_word;
  nf_ace_pkg::instr_t instr;      // as a transfer
  nf_ace_pkg::control_t control;  // as any other
  assign executes = state_q == Execute && run_i;
  // The instruction that follows is read while one is executed.
  assign fetch_pc = state_q == Execute ? pc_q + 16'd1 : pc_q;
  assign in_store = fetch_pc < 16'(ProgramWords);
  assign fetch = (state_q == Fetch || executes) && in_store;
  assign store = cfg_valid_i && cfg_addr_i[19:13] == {nf_ace_pkg::CSR_PROGRAM[19:17], id_i}
      && {1'b0, cfg_addr_i[12:2]} < 12'(ProgramWords);
  nf_ram_1r1w #(
      .Width(32),
      .Depth(ProgramWords)
  ) u_program (
      .clk_i  (clk_i),
      .we_i   (store),
      .waddr_i(cfg_addr_i[2+:PcBits]),
      .wdata_i(cfg_wdata_i),
      .re_i   (fetch),
      .raddr_i(fetch_pc[PcBits-1:0]),
      .rdata_o(instr_word)
  );

  // --------------------------------------------------------------------------- decoder
  // What a transfer does with each packet, as its opcode says below the bit that makes it one.
  typedef struct packed {
    logic recv;
    logic read;
    logic write;
    logic send;
  } kind_t;

  logic [4:0] op;
  logic [15:0] imm;
  logic is_transfer, is_token, legal;
  kind_t does;
  // The opcode has one place in both formats.
  assign instr = instr_word;
  assign control = instr_word;
  assign op = control.op;
  assign imm = control.imm;
  assign {is_transfer, does} = op;
  assign is_token = op == nf_ace_pkg::OP_SIG || op == nf_ace_pkg::OP_WAIT;
  // A transfer has a source and a destination; only what is received can be dropped.
  always_comb begin
    if (is_transfer)
      legal = ((does.recv | does.read) & (does.write | does.send)) | (does.recv & ~does.read);
    else if (op == nf_ace_pkg::OP_GET) legal = imm <= 16'(nf_ace_pkg::GET_INDEX);
    else legal = op != nf_ace_pkg::OP_ILLEGAL;
  end

  // Both formats share the ports of the registers.
  logic [2:0] a_index, b_index, c_index;
  logic [15:0] a, b, c;
  nf_ace_pkg::end_t qin, qout;
  assign a_index = is_transfer ? instr.ra : control.rs;
  assign b_index = is_transfer ? instr.wa : control.rt;
  assign c_index = is_transfer ? instr.rl : control.rd;
  assign a = regs_q[a_index*16+:16];
  assign b = regs_q[b_index*16+:16];
  assign c = regs_q[c_index*16+:16];
  assign qin = is_transfer ? instr.qin : imm[7:0];
  assign qout = is_transfer ? instr.qout : imm[7:0];

  // --------------------------------------------------------------------------- control
  logic [15:0] result;
  logic has_result, jumps;
  always_comb begin
    result = imm;
    has_result = 1'b1;
    jumps = 1'b0;
    case (op)
      nf_ace_pkg::OP_LI: ;
      nf_ace_pkg::OP_ADD: result = a + b;
      nf_ace_pkg::OP_SUB: result = a - b;
      nf_ace_pkg::OP_ADDI: result = a + imm;
      nf_ace_pkg::OP_MUL: result = a * {8'd0, imm[7:0]};
      nf_ace_pkg::OP_GET: begin
        result = ctx.index;
        if (imm[3:0] == nf_ace_pkg::GET_LEN) result = 16'(ctx.len);
        if (imm[3:0] == nf_ace_pkg::GET_PITCH) result = 16'(ctx.pitch);
      end
      nf_ace_pkg::OP_DJNZ: begin
        result = c - 16'd1;
        jumps = c != 16'd1;
      end
      default: begin
        has_result = 1'b0;
        jumps = op == nf_ace_pkg::OP_JMP || (op == nf_ace_pkg::OP_BEQ && a == b)
            || (op == nf_ace_pkg::OP_BNE && a != b) || (op == nf_ace_pkg::OP_BLTU && a < b);
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (state_q == Load) regs_q <= '0;
    else if (executes && has_result) regs_q[control.rd*16+:16] <= result;
  end

  // --------------------------------------------------------------------------- transfer
  kind_t kind_q;
  logic token_q, rarea_q, warea_q;
  logic [6:0] qin_q, qout_q;
  logic [15:0] raddr_q, waddr_q;  // offsets in Check, then addresses of the next packet
  logic [15:0] left_q;       // words that have not been granted yet
  logic [15:0] rbase, rroom, wbase, wroom;
  logic [4:0] packets;
  logic [3:0] words;
  logic overrun, last, granted, rejected;
  assign rbase = rarea_q ? ctx.dst : ctx.src;
  assign wbase = warea_q ? ctx.dst : ctx.src;
  assign rroom = rarea_q ? ctx.dst_room : ctx.src_room;
  assign wroom = warea_q ? ctx.dst_room : ctx.src_room;
  assign packets = left_q[6:2] + 5'(left_q[1:0] != '0);
  assign overrun = (kind_q.read && {1'b0, raddr_q} + 17'(packets) > {1'b0, rroom})
      || (kind_q.write && {1'b0, waddr_q} + 17'(packets) > {1'b0, wroom});

  assign words = left_q >= 16'd4 ? 4'd4 : {2'd0, left_q[1:0]};
  assign last = left_q <= 16'd4;
  assign rejected = req_valid_o && reject_i != '0;
  assign granted = req_valid_o && grant_i && !rejected;

  always_ff @(posedge clk_i) begin
    if (state_q == Execute) begin
      kind_q.recv <= is_transfer ? does.recv : op == nf_ace_pkg::OP_WAIT;
      kind_q.read <= is_transfer && does.read;
      kind_q.write <= is_transfer && does.write;
      kind_q.send <= is_transfer ? does.send : op == nf_ace_pkg::OP_SIG;
      token_q <= is_token;
      rarea_q <= instr.rarea;
      warea_q <= instr.warea;
      qin_q <= qin.indirect ? regs_q[qin.pair[2:0]*16+:7] : qin.pair;
      qout_q <= qout.indirect ? regs_q[qout.pair[2:0]*16+:7] : qout.pair;
      raddr_q <= a;
      waddr_q <= b;
      left_q <= is_token ? '0 : c;
    end else if (state_q == Check) begin
      raddr_q <= rbase + raddr_q;
      waddr_q <= wbase + waddr_q;
    end else if (granted) begin
      raddr_q <= raddr_q + 16'd1;
      waddr_q <= waddr_q + 16'd1;
      left_q <= left_q - 16'(words);
    end
  end

  // Fields that a transfer does not use are zero.
  nf_ace_pkg::req_t req;
  always_comb begin
    req = '0;
    req.recv = kind_q.recv;
    req.read = kind_q.read;
    req.write = kind_q.write;
    req.send = kind_q.send;
    req.words = words;
    if (kind_q.recv && kind_q.read) begin
      req.red_op = ctx.red_op;
      req.dtype = ctx.dtype;
    end
    if (kind_q.recv) req.qin = {1'b0, qin_q};
    if (kind_q.send) req.qout = {1'b0, qout_q};
    if (kind_q.read) req.raddr = raddr_q;
    if (kind_q.write) req.waddr = waddr_q;
  end
  assign req_o = req_valid_o ? req : '0;

  // --------------------------------------------------------------------------- time
  // guard_q: cycles until all words of the instruction before are in the SRAM, less those from here
  // to the first read. idle_q: cycles since the chunk was started or a packet granted.
  logic [2:0] guard_q;
  logic [31:0] idle_q;
  logic counts, expired;
  assign counts = run_i && state_q != Idle && state_q != Complete && state_q != Stopped;
  assign expired = counts && watchdog_i != '0 && idle_q >= watchdog_i && !granted;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      guard_q <= '0;
      idle_q <= '0;
    end else begin
      if (granted && last) guard_q <= words[2:0] + 3'd3;
      else if (guard_q != '0) guard_q <= guard_q - 3'd1;
      if (watchdog_i == '0 || state_q == Idle || granted) idle_q <= '0;
      else if (counts) idle_q <= idle_q + 32'd1;
    end
  end

  // --------------------------------------------------------------------------- states
  logic [7:0] cause_q, cause_d, wait_q;
  always_comb begin
    state_d = state_q;
    pc_d = pc_q;
    cause_d = expired ? nf_ace_pkg::FAULT_WATCHDOG : nf_ace_pkg::FAULT_NONE;
    unique case (state_q)
      Idle: if (start) state_d = Load;
      Load: begin
        pc_d = 16'(ctx.pc);
        state_d = Fetch;
      end
      Fetch: begin
        if (in_store) state_d = Execute;
        else cause_d = nf_ace_pkg::FAULT_PC;
      end
      Execute: begin
        if (!run_i) state_d = Execute;
        else if (!legal) cause_d = nf_ace_pkg::FAULT_ILLEGAL;
        else if (op == nf_ace_pkg::OP_TRAP) cause_d = nf_ace_pkg::FAULT_TRAP;
        else if (op == nf_ace_pkg::OP_DONE) state_d = Complete;
        else if (is_transfer || is_token) state_d = Check;
        else begin
          pc_d = jumps ? imm : pc_q + 16'd1;
          if (jumps || !in_store) state_d = Fetch;
        end
      end
      Check: begin
        if (left_q == '0 && !token_q) begin
          pc_d = pc_q + 16'd1;
          state_d = Fetch;
        end else if (left_q > LongestMessage) cause_d = nf_ace_pkg::FAULT_LENGTH;
        else if (overrun) cause_d = nf_ace_pkg::FAULT_OVERRUN;
        else state_d = Ask;
      end
      Ask: begin
        if (rejected) cause_d = reject_i;
        else if (granted && last) begin
          pc_d = pc_q + 16'd1;
          state_d = Fetch;
        end
      end
      Complete: if (done_valid_o && done_ready_i) state_d = Idle;
      default: ;
    endcase
    if (cause_d != nf_ace_pkg::FAULT_NONE) begin
      state_d = Stopped;
      pc_d = pc_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      pc_q <= '0;
      cause_q <= nf_ace_pkg::FAULT_NONE;
      wait_q <= '0;
      req_valid_o <= 1'b0;
      done_valid_o <= 1'b0;
    end else if (abort_i) begin
      state_q <= Idle;
      cause_q <= nf_ace_pkg::FAULT_NONE;
      req_valid_o <= 1'b0;
      done_valid_o <= 1'b0;
    end else begin
      state_q <= state_d;
      pc_q <= pc_d;
      if (cause_d != nf_ace_pkg::FAULT_NONE) begin
        cause_q <= cause_d;
        wait_q <= req_valid_o ? wait_i : '0;
      end
      req_valid_o <= state_d == Ask && (req_valid_o || guard_q == '0);
      done_valid_o <= state_d == Complete && (done_valid_o || guard_q == '0);
    end
  end

  // --------------------------------------------------------------------------- outputs
  always_comb begin
    fault_o = '0;
    if (cause_q != nf_ace_pkg::FAULT_NONE) begin
      fault_o.cause = cause_q;
      fault_o.wait_ = wait_q;
      fault_o.pc = pc_q;
      fault_o.id = ctx.id;
      fault_o.phase = 8'(ctx.phase);
      fault_o.index = ctx.index;
    end
  end
  assign done_id_o = done_valid_o ? ctx.id : '0;
  assign done_phase_o = done_valid_o ? ctx.phase : '0;
  assign busy_o = state_q != Idle && state_q != Stopped;
  assign pc_o = pc_q;

  logic unused;
  assign unused = ^{cfg_addr_i[1:0], instr.op, control.pad};

  // --------------------------------------------------------------------------- properties
`ifndef SYNTHESIS
  logic asked_q, told_q;  // a request, an end that must stay
  nf_ace_pkg::req_t req_q;
  nf_ace_pkg::fault_t fault_q;
  logic [3:0] busy_sram_q;  // cycles until a request or an end may be shown
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= 1'b0;
      told_q <= 1'b0;
      req_q <= '0;
      fault_q <= '0;
      busy_sram_q <= '0;
    end else begin
      asked_q <= req_valid_o && !grant_i && reject_i == '0 && !expired && !abort_i;
      told_q <= done_valid_o && !done_ready_i && !abort_i;
      req_q <= req_o;
      fault_q <= abort_i ? '0 : fault_o;
      if (granted && last) busy_sram_q <= words + 4'd4;
      else if (busy_sram_q != '0) busy_sram_q <= busy_sram_q - 4'd1;
    end
  end
  // A request stays as it is until it is granted or refused, or the watchdog or an abort ends the
  // wait.
  `NF_ASSERT(MachineRequestHolds, !asked_q || (req_valid_o && req_o == req_q))
  // The end of a phase stays until it is taken, or an abort.
  `NF_ASSERT(MachineDoneHolds, !told_q || done_valid_o)
  // No packet outside the room of the chunk is asked for.
  `NF_ASSERT(MachineInsideRoom, !req_valid_o || ((!kind_q.read || raddr_q - rbase < rroom)
             && (!kind_q.write || waddr_q - wbase < wroom)))
  // A message has 1 to 64 words; only a send or a recv alone can be a token.
  `NF_ASSERT(MachineWordsInRange, !req_valid_o || (left_q <= 16'd64
             && (words != '0 || (kind_q.recv != kind_q.send && !kind_q.read && !kind_q.write))))
  // What an instruction wrote is in the SRAM before the next packet or the end of the phase.
  `NF_ASSERT(MachineReadsWritten, busy_sram_q == '0 || !(req_valid_o || done_valid_o))
  // A machine that has stopped stays so until an abort, with the first fault.
  `NF_ASSERT(MachineFaultStays, fault_q == '0 || (fault_o == fault_q && !req_valid_o && !busy_o))
  // Packets of a message were granted as fast as the bus can carry them.
  `NF_COVER(MachineBursts, granted && !last)
`endif

endmodule
