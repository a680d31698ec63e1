// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One function a state; each leaves the state for the next cycle and, when the machine must stop,
// the cause. The instruction that was fetched is `instr`, as the memory's output register in the
// RTL.
//
// ACE 4.3.2: a state machine is programmed for a phase and processes its queue of chunks in order.
// It is a small processor whose instructions transfer whole messages; what they move is in the
// instruction, so up to five control instructions between two messages of full packets cost
// nothing.
//
// A program is the user's and may do anything but harm: each transfer is held to the chunk's own
// slots, each queue pair to those that are set up, each wait to the watchdog. A machine that stops
// keeps why, and hurts no other machine.
#include "nf_ace_machine.h"

#include "ace/nf_ace_pkg.h"
#include "nf_ace_chunk_queue.h"
#include <stdlib.h>
#include <string.h>

enum { RECV = 8, READ = 4, WRITE = 2, SEND = 1 }; // as in an opcode and in a request

// state_e, in the order in which a chunk passes them; STOPPED is left by an abort alone
typedef enum { IDLE, LOAD, FETCH, EXECUTE, CHECK, ASK, COMPLETE, STOPPED } state;

struct nf_ace_machine {
  nf_ace_machine_out out;
  state state;
  nf_ace_chunk_queue *queue;
  const nf_ace_chunk_queue_out *queue_out;
  // u_queue's ctx_o: registers there, which keep it until the next start.
  const uint64_t *ctx; // of the chunk that was started last
  uint32_t program_words;
  uint64_t instr;
  uint16_t regs[NF_ACE_REGISTERS];
  // the transfer
  // kind_q and the other registers of section "transfer": offsets until Check, then addresses
  unsigned kind;
  bool token, rarea, warea;
  uint8_t qin, qout;
  uint16_t raddr, waddr, left;
  uint8_t guard; // cycles for which nothing may be shown
  uint32_t idle; // cycles since the chunk was started or a packet granted
  uint32_t program[];
};

// NF_PARAM MachineProgramInRange; u_queue's init refuses its depth. A word of the store that was
// never written is undefined in the RTL; here it is 0, ILLEGAL.
nf_status nf_ace_machine_init(nf_ace_machine **m, const nf_ace_machine_cfg *cfg) {
  if (cfg->ProgramWords < 16 || cfg->ProgramWords > 2048)
    return "nf_ace_machine: ProgramWords must be 16..2048";
  const nf_ace_chunk_queue_cfg queue = {.QueueDepth = cfg->QueueDepth};
  nf_ace_machine *s = calloc(1, sizeof *s + cfg->ProgramWords * sizeof s->program[0]);
  if (s == NULL)
    return "nf_ace_machine: out of memory";
  const nf_status bad = nf_ace_chunk_queue_init(&s->queue, &queue);
  if (bad != NF_OK) {
    free(s);
    return bad;
  }
  s->queue_out = nf_ace_chunk_queue_peek(s->queue);
  s->ctx = s->queue_out->ctx;
  s->program_words = cfg->ProgramWords;
  s->out.free = s->queue_out->free;
  *m = s;
  return NF_OK;
}

// Registers, and functions of them that are written where the registers change.
const nf_ace_machine_out *nf_ace_machine_peek(const nf_ace_machine *m) { return &m->out; }

// Reads the instruction at pc unless it lies outside the store. pc is 16 bits wide and the store
// 2048 words at most: a jump may name any address, and the fault says where it went (FAULT_PC).
static bool fetch(nf_ace_machine *m, uint16_t pc) {
  if (pc >= m->program_words)
    return false;
  m->instr = m->program[pc];
  return true;
}

// Words of the packet that is asked for. A token has none: it asks for a transfer without words,
// which takes no lane and no bank.
static unsigned words(const nf_ace_machine *m) {
  return m->left < NF_ACE_PACKET_WORDS ? m->left : NF_ACE_PACKET_WORDS;
}

// always_comb of req: fields that a transfer does not use are zero, as nf_ace_issue compares
// requests. Type and op go with a reduction alone; they are the chunk's, from its command.
static uint64_t request(const nf_ace_machine *m) {
  uint64_t r = m->kind;
  nf_ace_req_set_words(&r, (uint8_t)words(m));
  if ((m->kind & (RECV | READ)) == (RECV | READ)) {
    nf_ace_req_set_red_op(&r, nf_ace_ctx_red_op(m->ctx));
    nf_ace_req_set_dtype(&r, nf_ace_ctx_dtype(m->ctx));
  }
  if (m->kind & RECV)
    nf_ace_req_set_qin(&r, m->qin);
  if (m->kind & SEND)
    nf_ace_req_set_qout(&r, m->qout);
  if (m->kind & READ)
    nf_ace_req_set_raddr(&r, m->raddr);
  if (m->kind & WRITE)
    nf_ace_req_set_waddr(&r, m->waddr);
  return r;
}

// qin_q, qout_q: bit 7 of the field says that a register holds the number. So one program can serve
// several partners, as all-to-all needs. Which number that is issue judges: one that is not open
// ends in FAULT_QP.
static uint8_t queue_pair(const nf_ace_machine *m, uint8_t field) {
  return (field & 0x80 ? m->regs[field & 7] : field) & 0x7f;
}

// Registers of "transfer" in state Execute: offsets, not yet addresses. A token has no words and no
// addresses. The fields are kept, since the RTL's Execute reads the next instruction meanwhile.
static void operands(nf_ace_machine *m, unsigned op) {
  const uint64_t *const i = &m->instr;
  m->token = op == NF_ACE_OP_SIG || op == NF_ACE_OP_WAIT;
  if (m->token) {
    m->kind = op == NF_ACE_OP_SIG ? SEND : RECV;
    m->qin = m->qout = queue_pair(m, (uint8_t)nf_ace_control_imm(i));
    m->left = 0;
    return;
  }
  m->kind = op & 15;
  m->rarea = nf_ace_instr_rarea(i);
  m->warea = nf_ace_instr_warea(i);
  m->qin = queue_pair(m, nf_ace_instr_qin(i));
  m->qout = queue_pair(m, nf_ace_instr_qout(i));
  m->raddr = m->regs[nf_ace_instr_ra(i)];
  m->waddr = m->regs[nf_ace_instr_wa(i)];
  m->left = m->regs[nf_ace_instr_rl(i)];
}

// `legal`: a transfer has a source and a destination; only what is received can be dropped. What
// the unused opcodes would do is not left open: they stop the machine, so that a later engine may
// use them.
static bool legal(unsigned op, uint16_t imm) {
  if (op >= 16) {
    const bool source = (op & (RECV | READ)) != 0, sink = (op & (WRITE | SEND)) != 0;
    return source && (sink || !(op & READ));
  }
  return op == NF_ACE_OP_GET ? imm <= NF_ACE_GET_INDEX : op != NF_ACE_OP_ILLEGAL;
}

// A control instruction that neither transfers nor ends; whether it jumps. All arithmetic is modulo
// 2^16, of lengths and offsets in packets; a loop is DJNZ. Nothing here can go wrong: an address
// that makes no sense is caught where it is used.
static bool control(nf_ace_machine *m, unsigned op, uint16_t imm) {
  const uint16_t a = m->regs[nf_ace_control_rs(&m->instr)];
  const uint16_t b = m->regs[nf_ace_control_rt(&m->instr)];
  uint16_t *const rd = &m->regs[nf_ace_control_rd(&m->instr)];
  switch (op) {
  case NF_ACE_OP_LI:
    *rd = imm;
    return false;
  case NF_ACE_OP_ADD:
    *rd = (uint16_t)(a + b);
    return false;
  case NF_ACE_OP_SUB:
    *rd = (uint16_t)(a - b);
    return false;
  case NF_ACE_OP_ADDI:
    *rd = (uint16_t)(a + imm);
    return false;
  case NF_ACE_OP_MUL:
    *rd = (uint16_t)(a * (imm & 0xffu));
    return false;
  case NF_ACE_OP_GET:
    *rd = imm == NF_ACE_GET_LEN     ? nf_ace_ctx_len(m->ctx)
          : imm == NF_ACE_GET_PITCH ? nf_ace_ctx_pitch(m->ctx)
                                    : nf_ace_ctx_index(m->ctx);
    return false;
  case NF_ACE_OP_DJNZ:
    return --*rd != 0;
  case NF_ACE_OP_BEQ:
    return a == b;
  case NF_ACE_OP_BNE:
    return a != b;
  case NF_ACE_OP_BLTU:
    return a < b;
  default: // JMP
    return true;
  }
}

// State Execute with run_i. The instruction that follows is fetched in the same cycle, so that a
// control instruction takes one; after a jump, or at the end of the store, state Fetch does it, and
// finds the fault of the latter. While run_i is low nothing is executed: CONTROL stops a machine
// between instructions, not within a message.
static uint8_t execute(nf_ace_machine *m) {
  const unsigned op = nf_ace_control_op(&m->instr);
  const uint16_t imm = nf_ace_control_imm(&m->instr);
  if (!legal(op, imm))
    return NF_ACE_FAULT_ILLEGAL;
  if (op == NF_ACE_OP_TRAP)
    return NF_ACE_FAULT_TRAP;
  if (op == NF_ACE_OP_DONE) {
    m->state = COMPLETE;
  } else if (op >= 16 || op == NF_ACE_OP_SIG || op == NF_ACE_OP_WAIT) {
    operands(m, op);
    m->state = CHECK;
  } else if (control(m, op, imm)) {
    m->out.pc = imm;
    m->state = FETCH;
  } else if (!fetch(m, ++m->out.pc)) {
    m->state = FETCH;
  }
  return NF_ACE_FAULT_NONE;
}

// The address of the first packet, or -1 when the message does not fit. The sum is wider than 16
// bits, so an offset that wraps is beyond the room, not in front of it.
static int32_t place(const nf_ace_machine *m, bool dst, uint16_t offset) {
  const uint32_t packets = (m->left + 3u) / 4;
  const uint16_t room = dst ? nf_ace_ctx_dst_room(m->ctx) : nf_ace_ctx_src_room(m->ctx);
  const uint16_t base = dst ? nf_ace_ctx_dst(m->ctx) : nf_ace_ctx_src(m->ctx);
  return offset + packets > room ? -1 : (uint16_t)(base + offset);
}

// pc_d and state_d behind a transfer. It is fetched while the last packet is on its way; what it
// asks for waits for the guard.
static void next_instruction(nf_ace_machine *m) {
  m->out.pc++;
  m->state = FETCH;
}

// State Check: offsets become addresses, when the message lies within the chunk's slots. An empty
// message is no transfer. All of the message is judged before its first packet is asked for, so a
// program that is wrong has sent nothing and written nothing of it.
static uint8_t check(nf_ace_machine *m) {
  m->state = ASK;
  if (m->token)
    return NF_ACE_FAULT_NONE;
  if (m->left == 0) {
    next_instruction(m);
    return NF_ACE_FAULT_NONE;
  }
  // The 4 kB of ACE Table 4 in words of 64 bytes. Wider ones have the same limit in words, so that
  // all widths have the same times.
  if (m->left > NF_ACE_MAX_MESSAGE_WORDS)
    return NF_ACE_FAULT_LENGTH;
  const int32_t raddr = m->kind & READ ? place(m, m->rarea, m->raddr) : 0;
  const int32_t waddr = m->kind & WRITE ? place(m, m->warea, m->waddr) : 0;
  if (raddr < 0 || waddr < 0)
    return NF_ACE_FAULT_OVERRUN;
  m->raddr = (uint16_t)raddr;
  m->waddr = (uint16_t)waddr;
  return NF_ACE_FAULT_NONE;
}

// `granted`: a packet of the message is on its way; the next one follows it in both areas. Only a
// grant moves on: what is missing (ACE 4.2: a step is stalled until all its resources are free) is
// found by issue, and the request stands unchanged until then.
static void granted(nf_ace_machine *m) {
  m->out.req_valid = false;
  if (m->left <= NF_ACE_PACKET_WORDS) {
    next_instruction(m);
    return;
  }
  m->raddr++;
  m->waddr++;
  m->left = (uint16_t)(m->left - NF_ACE_PACKET_WORDS);
}

// cause_d != FAULT_NONE: state Stopped at the instruction that failed (pc_d = pc_q), and fault_o,
// whose fields of the chunk stay, as no other chunk is started. Nothing is shown any more, so the
// engine around it goes on: only the chunks that are queued up here wait.
static void stop(nf_ace_machine *m, uint8_t cause, uint8_t wait, uint16_t pc) {
  m->state = STOPPED;
  m->out.pc = pc;
  nf_ace_fault_set_cause(&m->out.fault, cause);
  nf_ace_fault_set_wait(&m->out.fault, wait);
  nf_ace_fault_set_pc(&m->out.fault, pc);
  nf_ace_fault_set_id(&m->out.fault, nf_ace_ctx_id(m->ctx));
  nf_ace_fault_set_phase(&m->out.fault, nf_ace_ctx_phase(m->ctx));
  nf_ace_fault_set_index(&m->out.fault, nf_ace_ctx_index(m->ctx));
  m->out.busy = m->out.req_valid = m->out.done_valid = false;
  m->out.req = 0;
  m->out.done_id = m->out.done_phase = 0;
}

// idle_q: time is up for what a machine waits for. A grant in the cycle in which it is comes in
// time. Complete does not count: there the machine waits for the scheduler, not for a partner.
// While run_i is low time stands still. In a network a machine is mostly stopped by this, when
// another node died or a message never comes.
static bool time_is_up(nf_ace_machine *m, const nf_ace_machine_in *in, bool grant) {
  const bool counts = in->run && m->state != COMPLETE;
  const bool expired = counts && in->watchdog != 0 && m->idle >= in->watchdog && !grant;
  m->idle = in->watchdog == 0 || grant ? 0 : m->idle + counts;
  return expired;
}

// State Ask: the request stands until it is granted or refused. A refusal may come with any packet:
// its queue pair is not open, or the packet at its head is not as long as this one
// (FAULT_MISMATCH), as when two nodes run programs that do not fit.
static uint8_t ask(nf_ace_machine *m, const nf_ace_machine_in *in, bool grant) {
  if (m->out.req_valid && in->reject != 0)
    return in->reject;
  if (grant)
    granted(m);
  return NF_ACE_FAULT_NONE;
}

// State Complete: the phase was taken. The next chunk starts in the next cycle at the earliest,
// from the queue.
static void complete(nf_ace_machine *m) {
  m->state = IDLE;
  m->out.busy = m->out.done_valid = false;
  m->out.done_id = m->out.done_phase = 0;
}

// The states of a machine that works on a chunk; what goes wrong in them (cause_d). Registers are
// cleared for each chunk, so no program can depend on what another has left.
static uint8_t advance(nf_ace_machine *m, const nf_ace_machine_in *in, bool grant) {
  switch (m->state) {
  case LOAD:
    memset(m->regs, 0, sizeof m->regs);
    m->out.pc = nf_ace_ctx_pc(m->ctx);
    m->state = FETCH;
    break;
  case FETCH:
    if (!fetch(m, m->out.pc))
      return NF_ACE_FAULT_PC;
    m->state = EXECUTE;
    break;
  case EXECUTE:
    return in->run ? execute(m) : NF_ACE_FAULT_NONE;
  case CHECK:
    return check(m);
  case ASK:
    return ask(m, in, grant);
  default: // COMPLETE
    if (m->out.done_valid && in->done_ready)
      complete(m);
    break;
  }
  return NF_ACE_FAULT_NONE;
}

// A cycle of a machine that works on a chunk. A cause of its own says more than that time is up,
// and wins. wait_i is of the cycle before, as is the request that it is about.
static void work(nf_ace_machine *m, const nf_ace_machine_in *in) {
  const bool asks = m->out.req_valid, grant = asks && in->grant && in->reject == 0;
  const uint16_t pc = m->out.pc;
  const bool expired = time_is_up(m, in, grant);
  uint8_t cause = advance(m, in, grant);
  if (expired && cause == NF_ACE_FAULT_NONE)
    cause = NF_ACE_FAULT_WATCHDOG;
  if (cause != NF_ACE_FAULT_NONE)
    stop(m, cause, asks ? in->wait : NF_ACE_WAIT_NOTHING, pc);
}

// What is due and may be shown now, is. req_valid_o and done_valid_o with guard_q: whoever acts on
// what is shown must find in SRAM all that the instruction before has written, and writes end words
// + 5 cycles behind the last grant. So neither tokens nor the next machine overtake data.
static void show(nf_ace_machine *m) {
  if (m->state == ASK && !m->out.req_valid) {
    m->out.req_valid = true;
    m->out.req = request(m);
  } else if (m->state == COMPLETE && !m->out.done_valid) {
    m->out.done_valid = true;
    m->out.done_id = nf_ace_ctx_id(m->ctx);
    m->out.done_phase = nf_ace_ctx_phase(m->ctx);
  }
}

// u_queue. start was decided from what it showed in this cycle. Most cycles bring nothing to it,
// and are left out.
static void step_queue(nf_ace_machine *m, const nf_ace_machine_in *in, bool start) {
  nf_ace_chunk_queue_in queue;
  queue.reserve_valid = in->reserve_valid;
  queue.reserve_id = in->reserve_id;
  queue.reserve_phase = in->reserve_phase;
  queue.ready_valid = in->ready_valid;
  queue.ready_ctx[0] = in->ready_ctx[0];
  queue.ready_ctx[1] = in->ready_ctx[1];
  queue.start = start;
  queue.abort = in->abort;
  nf_ace_chunk_queue_step(m->queue, &queue);
  m->out.free = m->queue_out->free;
}

// `store`: a write into this machine's program. Writes go to all machines at once; a word past the
// store is lost, as is one of another machine.
static void store(nf_ace_machine *m, const nf_ace_machine_in *in) {
  const uint32_t offset = in->cfg_addr - NF_ACE_CSR_PROGRAM;
  const uint32_t word = offset % 0x2000 / 4;
  if (in->cfg_addr >= NF_ACE_CSR_PROGRAM && offset / 0x2000 == in->id && word < m->program_words)
    m->program[word] = in->cfg_wdata;
}

// What is under way ends here. Its registers, its program and its guard stay: words of a granted
// packet are still on their way into SRAM.
static void abandon(nf_ace_machine *m) {
  m->state = IDLE;
  m->out.busy = m->out.req_valid = m->out.done_valid = false;
  m->out.req = m->out.fault = 0;
  m->out.done_id = m->out.done_phase = 0;
}

// One edge. start looks at the state before work(), which may come to rest in this step: no chunk
// starts in the cycle in which the one before ends. The guard is set one too high, since it is
// counted down in the same step (the RTL does one or the other); and the abort comes after all that
// it undoes.
void nf_ace_machine_step(nf_ace_machine *m, const nf_ace_machine_in *in) {
  const bool start = m->state == IDLE && in->run && m->queue_out->head_ready;
  // The next to be shown comes words + 5 cycles after the last packet, an abort or not.
  if (m->out.req_valid && in->grant && in->reject == 0 && m->left <= NF_ACE_PACKET_WORDS)
    m->guard = (uint8_t)(words(m) + 4);
  if (m->state != IDLE && m->state != STOPPED && !in->abort) {
    work(m, in);
    if (m->guard == 0)
      show(m);
    if (!m->out.req_valid)
      m->out.req = 0;
  }
  // In every state: time passes for words under way also when the machine stands.
  m->guard = (uint8_t)(m->guard - (m->guard != 0));
  if (start) {
    m->state = LOAD;
    m->idle = 0;
    m->out.busy = true;
  }
  if (in->abort)
    abandon(m);
  if (start || in->reserve_valid || in->ready_valid || in->abort)
    step_queue(m, in, start);
  // After the fetch: a word that is written while it is read comes out as it was.
  if (in->cfg_valid)
    store(m, in);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_machine_free(nf_ace_machine *m) {
  if (m == NULL)
    return;
  nf_ace_chunk_queue_free(m->queue);
  free(m);
}
