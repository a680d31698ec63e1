// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/ace/nf_ace_regs.rdl; change that.
// Model of rtl/ace/nf_ace_regs.sv. A step of the block around it reads, then writes,
// then calls nf_ace_regs_step.
#ifndef NF_ACE_REGS_H
#define NF_ACE_REGS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// clang-format off
typedef struct {
  uint32_t Machines, Ports, Banks, Alus, Lanes, WordBytes;
} nf_ace_regs_cfg;

// The registers.
typedef struct {
  nf_ace_regs_cfg cfg;
  uint16_t node : 10; // NODE: this node's id; enters the headers
  bool control; // CONTROL: while 0 no chunk is created and no machine starts an instruction
  uint32_t watchdog; // WATCHDOG: cycles without a transfer or an end after which a running machine stops; WATCHDOG_CYCLES after reset; 0: never
  uint32_t irq_status; // IRQ_STATUS: What has happened: IRQ_*; bits at their places
  uint32_t irq_enable; // IRQ_ENABLE: irq is the OR of the bits that are set here and in IRQ_STATUS; bits at their places
  uint8_t fault_cause_cause; // FAULT_CAUSE: FAULT_*
  uint8_t fault_cause_wait; // FAULT_CAUSE: WAIT_*: what its transfer waited for
  uint8_t fault_cause_machine; // FAULT_CAUSE: machine that stopped
  struct {
    uint16_t pc; // program counter
    uint8_t row; // chunk table row
    uint8_t phase; // phase of the plan
  } fault_where; // FAULT_WHERE: Where it was
  uint16_t fault_chunk; // FAULT_CHUNK: number of the chunk within its command
  uint16_t wait_select; // WAIT_SELECT: machines whose waiting is counted, one bit each; all after reset
  uint32_t bad_access; // BAD_ACCESS: accesses answered SLVERR
  uint32_t bad_packet; // BAD_PACKET: packets of the engine dropped: not for this node, unknown kind, queue pair not set up, outside the window
  uint32_t chunks_done; // CHUNKS_DONE: chunks complete
  uint32_t cmd_src_lo; // CMD_SRC_LO: byte address of the data
  uint16_t cmd_src_hi; // CMD_SRC_HI: 47:32 of it
  uint32_t cmd_dst_lo; // CMD_DST_LO: byte address of the result
  uint16_t cmd_dst_hi; // CMD_DST_HI: 47:32 of it
  uint32_t cmd_src_stride; // CMD_SRC_STRIDE: bytes from one piece of the data to the next
  uint32_t cmd_dst_stride; // CMD_DST_STRIDE: bytes from one piece of the result to the next
  uint32_t cmd_block; // CMD_BLOCK: bytes of a piece; a chunk takes one message from each
  uint32_t cmd_src_total; // CMD_SRC_TOTAL: bytes at CMD_SRC that may be read; past them pieces are zeros
  uint32_t cmd_dst_total; // CMD_DST_TOTAL: bytes at CMD_DST that may be written; what lies past them is dropped
  struct {
    uint16_t message; // bytes of a message
    uint8_t src_pieces; // pieces of the data; 0: none moved
    uint8_t dst_pieces; // pieces of the result; 0: none moved
  } cmd_shape; // CMD_SHAPE: The pieces that a command moves
  uint32_t cycles; // CYCLES: cycles since reset, modulo 2^32
  uint32_t tx_dma_beats; // TX_DMA_BEATS: bus words read from memory
  uint32_t rx_dma_beats; // RX_DMA_BEATS: bus words written to memory
  uint32_t grants; // GRANTS: packets transferred by machines
  uint32_t reductions; // REDUCTIONS: of these: reduced
  uint32_t flags; // FLAGS: IEEE 754 flags of all sums so far; bits at their places
  uint32_t poisoned; // POISONED: bus words of the results so far that hold poisoned data; writing anything makes this and POISON_* new
  uint16_t poison_first_hi; // POISON_FIRST_HI: 47:32 of it, as of the last read of POISON_FIRST_LO
  uint16_t poison_last_hi; // POISON_LAST_HI: 47:32 of it, as of the last read of POISON_LAST_LO
  uint32_t host_dropped; // HOST_DROPPED: normal packets dropped, of the host and of the link: more than 4 bus words
  uint32_t dma_watchdog; // DMA_WATCHDOG: cycles for which all channels of a DMA may wait for the memory before it is given up, until reset; DMA_WATCHDOG_CYCLES after reset; 0: never
  uint32_t epoch_old; // EPOCH_OLD: packets of the engine dropped since they were of an older epoch (up to 64 before this one)
  uint32_t epoch_new; // EPOCH_NEW: packets of the engine dropped since they were of a newer epoch (up to 63 after this one)
  uint32_t wait_[10]; // WAIT: machine cycles spent waiting, by WAIT_*
} nf_ace_regs;

// What registers show that are not kept here.
typedef struct {
  struct {
    bool busy; // a chunk is in flight
    bool fault; // a fault is held
    bool abort_; // an abort is under way
    uint8_t free; // free places in the command queue
  } status; // STATUS: What the engine is doing
  bool fault_cause_valid; // FAULT_CAUSE: a fault is held
  uint32_t poison_first_lo; // POISON_FIRST_LO: byte address of the lowest of these words in memory; all ones: there is none. Reading it notes POISON_FIRST_HI down
  uint32_t poison_last_lo; // POISON_LAST_LO: byte address of the highest of these words; 0: there is none. Reading it notes POISON_LAST_HI down
  uint32_t dma_fault; // DMA_FAULT: Channels of the memory's port that stood still when their DMA gave the memory up; bits at their places
  uint16_t machine_pc[16]; // MACHINE: program counter
  uint8_t machine_wait[16]; // MACHINE: WAIT_*
  bool machine_busy[16]; // MACHINE: it runs a chunk
} nf_ace_regs_wires;

// What happens in a cycle: events, what is counted, values that are kept now (_we).
typedef struct {
  uint32_t irq_status; // IRQ_STATUS: What has happened: IRQ_*; bits at their places
  uint8_t fault_cause_cause; // FAULT_CAUSE: FAULT_*
  uint8_t fault_cause_wait; // FAULT_CAUSE: WAIT_*: what its transfer waited for
  uint8_t fault_cause_machine; // FAULT_CAUSE: machine that stopped
  struct {
    uint16_t pc; // program counter
    uint8_t row; // chunk table row
    uint8_t phase; // phase of the plan
  } fault_where; // FAULT_WHERE: Where it was
  uint16_t fault_chunk; // FAULT_CHUNK: number of the chunk within its command
  uint8_t bad_packet; // BAD_PACKET: packets of the engine dropped: not for this node, unknown kind, queue pair not set up, outside the window
  bool chunks_done; // CHUNKS_DONE: chunks complete
  bool cycles; // CYCLES: cycles since reset, modulo 2^32
  bool tx_dma_beats; // TX_DMA_BEATS: bus words read from memory
  bool rx_dma_beats; // RX_DMA_BEATS: bus words written to memory
  bool grants; // GRANTS: packets transferred by machines
  bool reductions; // REDUCTIONS: of these: reduced
  uint32_t flags; // FLAGS: IEEE 754 flags of all sums so far; bits at their places
  bool poisoned; // POISONED: bus words of the results so far that hold poisoned data; writing anything makes this and POISON_* new
  uint16_t poison_first_hi; // POISON_FIRST_HI: 47:32 of it, as of the last read of POISON_FIRST_LO
  uint16_t poison_last_hi; // POISON_LAST_HI: 47:32 of it, as of the last read of POISON_LAST_LO
  uint8_t host_dropped; // HOST_DROPPED: normal packets dropped, of the host and of the link: more than 4 bus words
  uint8_t epoch_old; // EPOCH_OLD: packets of the engine dropped since they were of an older epoch (up to 64 before this one)
  uint8_t epoch_new; // EPOCH_NEW: packets of the engine dropped since they were of a newer epoch (up to 63 after this one)
  uint8_t wait_[10]; // WAIT: machine cycles spent waiting, by WAIT_*
  bool fault_cause_we;
  bool fault_where_we;
  bool fault_chunk_we;
  bool poison_first_hi_we;
  bool poison_last_hi_we;
  uint8_t refused; // accesses
} nf_ace_regs_events;

// After reset.
void nf_ace_regs_reset(nf_ace_regs *r, const nf_ace_regs_cfg *cfg);
// False: no register that can be read has this address.
bool nf_ace_regs_read(const nf_ace_regs *r, const nf_ace_regs_wires *w, uint32_t addr, uint32_t *value);
// False: no register takes this value.
bool nf_ace_regs_write(nf_ace_regs *r, uint32_t addr, uint32_t value);
// The rest of a cycle.
void nf_ace_regs_step(nf_ace_regs *r, const nf_ace_regs_events *e);
static inline bool nf_ace_regs_irq(const nf_ace_regs *r) {
  return (r->irq_status & r->irq_enable) != 0;
}

// Fields of COMPLETION: Oldest completion, taken by reading; 0: none.
typedef struct {
  uint16_t tag; // tag of the command
  uint8_t status; // STATUS_*: how it ended
  bool valid; // there was one
} nf_ace_regs_completion;
static inline uint32_t nf_ace_regs_completion_word(const nf_ace_regs_completion *w) {
  return (uint32_t)w->tag << 0 | (uint32_t)w->status << 24 | (uint32_t)w->valid << 31;
}

// Fields of CMD_GO: Enters the command. Refused while the queue is full and during an abort.
typedef struct {
  uint8_t plan : 3; // plan
  uint8_t red_op : 4; // reduction op, nf_pkg::RED_OP_*
  uint8_t dtype : 4; // data type, nf_pkg::DTYPE_*
  uint16_t tag; // tag of its completion
  uint32_t none; // bits of no field, at their places
} nf_ace_regs_cmd_go;
static inline nf_ace_regs_cmd_go nf_ace_regs_cmd_go_of(uint32_t word) {
  nf_ace_regs_cmd_go w;
  w.plan = (uint8_t)(word >> 0 & 0x7u);
  w.red_op = (uint8_t)(word >> 4 & 0xfu);
  w.dtype = (uint8_t)(word >> 8 & 0xfu);
  w.tag = (uint16_t)(word >> 16 & 0xffffu);
  w.none = word & 0xf008u;
  return w;
}

// Fields of PLAN_PHASE_MACHINES: Who does it.
typedef struct {
  uint8_t first : 4; // first machine
  uint8_t count : 5; // machines
  bool more; // another phase follows
  uint32_t none; // bits of no field, at their places
} nf_ace_regs_plan_phase_machines;
static inline nf_ace_regs_plan_phase_machines nf_ace_regs_plan_phase_machines_of(uint32_t word) {
  nf_ace_regs_plan_phase_machines w;
  w.first = (uint8_t)(word >> 0 & 0xfu);
  w.count = (uint8_t)(word >> 8 & 0x1fu);
  w.more = (word >> 31 & 0x1u) != 0;
  w.none = word & 0x7fffe0f0u;
  return w;
}

// Fields of QP_PAIR_RECEIVE: The receiving side.
typedef struct {
  uint8_t first; // first receive slot
  uint8_t slots_log2 : 4; // log2 of the slots
  bool open; // it is set up
  uint32_t none; // bits of no field, at their places
} nf_ace_regs_qp_pair_receive;
static inline nf_ace_regs_qp_pair_receive nf_ace_regs_qp_pair_receive_of(uint32_t word) {
  nf_ace_regs_qp_pair_receive w;
  w.first = (uint8_t)(word >> 0 & 0xffu);
  w.slots_log2 = (uint8_t)(word >> 8 & 0xfu);
  w.open = (word >> 31 & 0x1u) != 0;
  w.none = word & 0x7ffff000u;
  return w;
}

// Fields of QP_PAIR_SEND: The sending side.
typedef struct {
  uint16_t peer : 10; // peer node
  uint8_t peer_qp : 4; // its queue pair
  uint8_t credits; // its slots
  uint32_t none; // bits of no field, at their places
} nf_ace_regs_qp_pair_send;
static inline nf_ace_regs_qp_pair_send nf_ace_regs_qp_pair_send_of(uint32_t word) {
  nf_ace_regs_qp_pair_send w;
  w.peer = (uint16_t)(word >> 0 & 0x3ffu);
  w.peer_qp = (uint8_t)(word >> 12 & 0xfu);
  w.credits = (uint8_t)(word >> 16 & 0xffu);
  w.none = word & 0xff000c00u;
  return w;
}
// clang-format on

#ifdef __cplusplus
}
#endif

#endif
