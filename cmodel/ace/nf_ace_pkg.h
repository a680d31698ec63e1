// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/ace/nf_ace.toml; change that.
// Mirrors rtl/ace/nf_ace_pkg.sv.
#ifndef NF_ACE_PKG_H
#define NF_ACE_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_ACE_PACKET_WORDS = 4, // bus words of a full packet, which is the unit of SRAM addresses: 256 B with bus words of 64 (ACE Table 4)
  NF_ACE_WORD_BYTES = 64, // bytes of a bus word, if nothing else is said (ACE 6: 64 B buses, 16 lanes of 32 bits)
  NF_ACE_MIN_WORD_BYTES = 32, // bytes of the narrowest bus word
  NF_ACE_MAX_WORD_BYTES = 256, // bytes of the widest bus word
  NF_ACE_MAX_MESSAGE_BYTES = 4096, // bytes of the longest message (ACE Table 4)
  NF_ACE_MAX_MESSAGE_WORDS = 64, // bus words of the longest message
  NF_ACE_MAX_MACHINES = 16, // programmable state machines (ACE 6)
  NF_ACE_MAX_PORTS = 8, // links of an engine
  NF_ACE_QPS = 16, // queue pairs of a port
  NF_ACE_MAX_BANKS = 4, // SRAM banks (ACE 6)
  NF_ACE_MAX_LANES = 8, // transfer lanes, with and without ALU
  NF_ACE_MAX_PARTITIONS = 8, // partitions: P + 1 for P phases (ACE 4.3.1)
  NF_ACE_MAX_PHASES = 7, // phases of a plan
  NF_ACE_MAX_PLANS = 8, // plans: collectives that can be commanded
  NF_ACE_MAX_CHUNKS = 32, // chunks in flight
  NF_ACE_REGISTERS = 8, // registers of a machine
  NF_ACE_WAITS = 10, // WAIT_* codes: causes of waiting that are counted
  NF_ACE_WATCHDOG_CYCLES = 1073741824, // what WATCHDOG holds after reset: about a second at 1 GHz
  NF_ACE_DMA_WATCHDOG_CYCLES = 16777216, // what DMA_WATCHDOG holds after reset: 17 ms at 1 GHz, far below WATCHDOG_CYCLES
  NF_ACE_WRITE_LATENCY = 6, // cycles from a granted transfer to the write strobe of its first word
};

// Kinds of the engine's packets.
enum {
  NF_ACE_KIND_DATA = 0x0, // payload, or a token when it has no words
  NF_ACE_KIND_CREDIT = 0x1, // credits alone
};

// Opcodes. A transfer instruction's name says what is done with each packet, as NCCL's primitives do.
enum {
  NF_ACE_OP_ILLEGAL = 0x0, // an unwritten program word: fault
  NF_ACE_OP_LI = 0x1, // rd = imm
  NF_ACE_OP_ADD = 0x2, // rd = rs + rt, modulo 2^16 as all arithmetic
  NF_ACE_OP_SUB = 0x3, // rd = rs - rt
  NF_ACE_OP_ADDI = 0x4, // rd = rs + imm
  NF_ACE_OP_MUL = 0x5, // rd = rs * imm[7:0]
  NF_ACE_OP_GET = 0x6, // rd = field of the chunk, imm: GET_*
  NF_ACE_OP_JMP = 0x7, // go to imm
  NF_ACE_OP_DJNZ = 0x8, // rd = rd - 1; go to imm unless it is 0
  NF_ACE_OP_BEQ = 0x9, // go to imm when rs = rt
  NF_ACE_OP_BNE = 0xa, // go to imm when rs differs from rt
  NF_ACE_OP_BLTU = 0xb, // go to imm when rs < rt, unsigned
  NF_ACE_OP_SIG = 0xc, // send a token to queue pair imm
  NF_ACE_OP_WAIT = 0xd, // take a token from queue pair imm
  NF_ACE_OP_TRAP = 0xe, // fault with TRAP; the program found that it cannot go on
  NF_ACE_OP_DONE = 0xf, // the phase of this chunk is complete
  NF_ACE_OP_SEND = 0x15, // send: SRAM to queue pair (bits 3:0 of a transfer's opcode: recv, read, write, send, from bit 3)
  NF_ACE_OP_COPY = 0x16, // copy: SRAM to SRAM
  NF_ACE_OP_CS = 0x17, // copySend: SRAM to SRAM and to queue pair
  NF_ACE_OP_DROP = 0x18, // receive and drop
  NF_ACE_OP_FWD = 0x19, // forward: queue pair to queue pair
  NF_ACE_OP_RECV = 0x1a, // recv: queue pair to SRAM
  NF_ACE_OP_RCS = 0x1b, // recvCopySend: queue pair to SRAM and to queue pair (Fig. 7, sub-step 5.2)
  NF_ACE_OP_RRS = 0x1d, // recvReduceSend: queue pair plus SRAM to queue pair (sub-steps 2.2, 2.3)
  NF_ACE_OP_RRC = 0x1e, // recvReduceCopy: queue pair plus SRAM to SRAM
  NF_ACE_OP_RRCS = 0x1f, // recvReduceCopySend: queue pair plus SRAM to SRAM and to queue pair (sub-steps 3.2, 4.1)
};

// What GET reads.
enum {
  NF_ACE_GET_LEN = 0x0, // bus words of a message of this chunk
  NF_ACE_GET_PITCH = 0x1, // SRAM packets from one message to the next
  NF_ACE_GET_INDEX = 0x2, // number of the chunk within its command
};

// What a transfer waits for: the first that is missing, in this order.
enum {
  NF_ACE_WAIT_NOTHING = 0x0, // no transfer is asked for
  NF_ACE_WAIT_PACKET = 0x1, // nothing has been received on the source queue pair
  NF_ACE_WAIT_CREDIT = 0x2, // the peer has no room for another packet
  NF_ACE_WAIT_OUTPUT = 0x3, // the output buffer of the port is full: the NIC or the link is behind
  NF_ACE_WAIT_IN_PORT = 0x4, // the source port's bus is in use
  NF_ACE_WAIT_OUT_PORT = 0x5, // the destination port's bus is in use
  NF_ACE_WAIT_BANK_READ = 0x6, // the read port of the SRAM bank is in use
  NF_ACE_WAIT_BANK_WRITE = 0x7, // the write port of the SRAM bank is in use
  NF_ACE_WAIT_LANE = 0x8, // no lane, or for a reduction no ALU, is free
  NF_ACE_WAIT_TURN = 0x9, // all is free, and another machine was granted
};

// Why a machine stops. It stops until an abort; the engine takes no new chunk before that.
enum {
  NF_ACE_FAULT_NONE = 0x0, // it runs
  NF_ACE_FAULT_ILLEGAL = 0x1, // undefined instruction
  NF_ACE_FAULT_PC = 0x2, // the program counter has left the program store
  NF_ACE_FAULT_OVERRUN = 0x3, // a transfer outside the chunk's room in its partition
  NF_ACE_FAULT_QP = 0x4, // a queue pair that is not set up, or of a port that does not exist
  NF_ACE_FAULT_MISMATCH = 0x5, // the packet that came is not as long as the one the program waits for
  NF_ACE_FAULT_LENGTH = 0x6, // a message longer than 64 bus words
  NF_ACE_FAULT_TRAP = 0x7, // the program's own TRAP
  NF_ACE_FAULT_WATCHDOG = 0x8, // no transfer and no end for as many cycles as WATCHDOG says
};

// How a command ended.
enum {
  NF_ACE_STATUS_OK = 0x0, // complete
  NF_ACE_STATUS_BAD_PLAN = 0x1, // its plan has no phase, or names a machine or a partition that does not exist, or a partition that leaves the SRAM or overlaps another
  NF_ACE_STATUS_BAD_SIZE = 0x2, // message of 0 or more than 4096 bytes (2048 with bus words of 32) or no multiple of 4, or a block of no bytes
  NF_ACE_STATUS_BAD_ROOM = 0x3, // a chunk is larger than a slot of the first or the last partition
  NF_ACE_STATUS_BAD_OP = 0x4, // the ALUs do not have this op for this type
  NF_ACE_STATUS_AXI_ERROR = 0x5, // this node's memory answered a read or a write with an error; the result is not complete
  NF_ACE_STATUS_POISONED = 0x6, // some of the result comes from a read that another node's memory answered with an error, or not at all: POISON_*
  NF_ACE_STATUS_TIMEOUT = 0x7, // a DMA has given this node's memory up, since it stood still, and an access of the command failed; the result is not complete: DMA_FAULT
  NF_ACE_STATUS_ABORTED = 0x8, // EPOCH was written before it was complete; what of the result has been written is not said
};

// Bits of IRQ_STATUS and IRQ_ENABLE.
enum {
  NF_ACE_IRQ_CHUNK = 0x0, // a chunk is complete (ACE 4.4)
  NF_ACE_IRQ_COMMAND = 0x1, // a command is complete: COMPLETION holds its record
  NF_ACE_IRQ_FAULT = 0x2, // a machine has stopped: FAULT_*
  NF_ACE_IRQ_DMA = 0x3, // a DMA has given the memory up: DMA_FAULT
  NF_ACE_IRQ_ABORT = 0x4, // an abort is over: EPOCH
  NF_ACE_IRQ_EPOCH = 0x5, // a packet of a newer epoch was dropped: other nodes have gone on without this one
};

// Channels of the memory's AXI4 port: bits of DMA_FAULT.
enum {
  NF_ACE_CHANNEL_AR = 0x0, // TX DMA: an address of a read was not taken
  NF_ACE_CHANNEL_R = 0x1, // TX DMA: data of a read that was taken did not come
  NF_ACE_CHANNEL_AW = 0x2, // RX DMA: an address of a write was not taken
  NF_ACE_CHANNEL_W = 0x3, // RX DMA: data of a write was not taken
  NF_ACE_CHANNEL_B = 0x4, // RX DMA: a write whose address and data were taken was not answered
};

// AXI4-Lite, byte addresses
enum {
  NF_ACE_CSR_ID = 0x0, // 0x41434531
  NF_ACE_CSR_BUILD = 0x4, // machines 7:0, ports 11:8, bytes of a bus word / 32 15:12, banks 23:16, ALUs 27:24, lanes 31:28
  NF_ACE_CSR_NODE = 0x8, // this node's id, 9:0; enters the headers
  NF_ACE_CSR_CONTROL = 0xc, // bit 0: run. While 0 no chunk is created and no machine starts an instruction
  NF_ACE_CSR_WATCHDOG = 0x10, // cycles without a transfer or an end after which a running machine stops; WATCHDOG_CYCLES after reset; 0: never
  NF_ACE_CSR_STATUS = 0x14, // bit 0: a chunk is in flight; bit 1: a fault is held; bit 2: an abort is under way; 15:8 free places in the command queue
  NF_ACE_CSR_IRQ_STATUS = 0x18, // IRQ_*; writing 1 clears a bit
  NF_ACE_CSR_IRQ_ENABLE = 0x1c, // IRQ_*; irq is the OR of the bits that are set in both
  NF_ACE_CSR_COMPLETION = 0x20, // oldest completion, taken by reading: 31 valid, 27:24 STATUS_*, 15:0 tag; 0: none
  NF_ACE_CSR_FAULT_CAUSE = 0x24, // first fault since reset or the last abort: 31 valid, 27:24 machine, 15:8 WAIT_*, 7:0 FAULT_*
  NF_ACE_CSR_FAULT_WHERE = 0x28, // 15:0 program counter, 23:16 chunk table row, 31:24 phase
  NF_ACE_CSR_FAULT_CHUNK = 0x2c, // number of the chunk within its command
  NF_ACE_CSR_WAIT_SELECT = 0x30, // machines whose waiting is counted, one bit each; all after reset
  NF_ACE_CSR_BAD_ACCESS = 0x34, // accesses answered SLVERR
  NF_ACE_CSR_BAD_PACKET = 0x38, // packets of the engine dropped: not for this node, unknown kind, queue pair not set up, outside the window
  NF_ACE_CSR_CHUNKS_DONE = 0x3c, // chunks complete
  NF_ACE_CSR_CMD_SRC_LO = 0x40, // byte address of the data
  NF_ACE_CSR_CMD_SRC_HI = 0x44, // 15:0 of it
  NF_ACE_CSR_CMD_DST_LO = 0x48, // byte address of the result
  NF_ACE_CSR_CMD_DST_HI = 0x4c, // 15:0 of it
  NF_ACE_CSR_CMD_SRC_STRIDE = 0x50, // bytes from one piece of the data to the next
  NF_ACE_CSR_CMD_DST_STRIDE = 0x54, // bytes from one piece of the result to the next
  NF_ACE_CSR_CMD_BLOCK = 0x58, // bytes of a piece; a chunk takes one message from each
  NF_ACE_CSR_CMD_SRC_TOTAL = 0x5c, // bytes at CMD_SRC that may be read; past them pieces are zeros
  NF_ACE_CSR_CMD_DST_TOTAL = 0x60, // bytes at CMD_DST that may be written; what lies past them is dropped
  NF_ACE_CSR_CMD_SHAPE = 0x64, // 15:0 bytes of a message; 23:16 pieces of the data, 31:24 of the result; 0: none moved
  NF_ACE_CSR_CMD_GO = 0x68, // enter the command: 2:0 plan, 7:4 reduction op, 11:8 data type, 31:16 tag
  NF_ACE_CSR_CYCLES = 0x70, // cycles since reset, modulo 2^32
  NF_ACE_CSR_TX_DMA_BEATS = 0x74, // bus words read from memory
  NF_ACE_CSR_RX_DMA_BEATS = 0x78, // bus words written to memory
  NF_ACE_CSR_GRANTS = 0x7c, // packets transferred by machines
  NF_ACE_CSR_REDUCTIONS = 0x80, // of these: reduced
  NF_ACE_CSR_FLAGS = 0x84, // IEEE 754 flags of all sums so far: 0 invalid, 1 overflow, 2 underflow, 3 inexact; writing 1 clears a bit
  NF_ACE_CSR_POISONED = 0x88, // bus words of the results so far that hold poisoned data; writing anything makes this and POISON_* new
  NF_ACE_CSR_POISON_FIRST_LO = 0x8c, // byte address of the lowest of these words in memory; all ones: there is none. Reading it notes the next one down
  NF_ACE_CSR_POISON_FIRST_HI = 0x90, // 15:0 of it
  NF_ACE_CSR_POISON_LAST_LO = 0x94, // byte address of the highest of these words; 0: there is none. Reading it notes the next one down
  NF_ACE_CSR_POISON_LAST_HI = 0x98, // 15:0 of it
  NF_ACE_CSR_HOST_DROPPED = 0x9c, // normal packets dropped, of the host and of the link: more than 4 bus words
  NF_ACE_CSR_DMA_WATCHDOG = 0xa0, // cycles for which all channels of a DMA may wait for the memory before it is given up, until reset; DMA_WATCHDOG_CYCLES after reset; 0: never
  NF_ACE_CSR_DMA_FAULT = 0xa4, // channels that stood still when their DMA gave the memory up, a bit for each CHANNEL_*; 0: none did
  NF_ACE_CSR_EPOCH = 0xa8, // 6:0 epoch, 0 after reset. Writing another one aborts: all commands end, all queue pairs are closed, then it is the epoch
  NF_ACE_CSR_EPOCH_OLD = 0xac, // packets of the engine dropped since they were of an older epoch (up to 64 before this one)
  NF_ACE_CSR_EPOCH_NEW = 0xb0, // packets of the engine dropped since they were of a newer epoch (up to 63 after this one)
  NF_ACE_CSR_WAIT_BASE = 0xc0, // machine cycles spent waiting, at WAIT_BASE + 4 * WAIT_*
  NF_ACE_CSR_MACHINE = 0x100, // 4 B a machine: 31 it runs a chunk, 27:24 WAIT_*, 15:0 program counter
  NF_ACE_CSR_PARTITION = 0x1000, // 16 B a partition: +0 first SRAM packet, +4 SRAM packets of a slot, +8 slots (1..32)
  NF_ACE_CSR_PLAN = 0x2000, // 64 B a plan, 8 B a phase: +0 first machine 3:0, machines 12:8, bit 31 another phase follows; +4 program counter
  NF_ACE_CSR_QP = 0x4000, // 16 B a queue pair, 256 B a port: +0 bit 31 set up, 7:0 first receive slot, 11:8 log2 of the slots; +4 peer node 9:0, its queue pair 15:12, its slots 23:16
  NF_ACE_CSR_PROGRAM = 0x40000, // 8 KB a machine: its program store, 32-bit instructions
};

// Packet header, beside the first word of a packet; 16 B on the wire. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_HDR_BITS = 128 };
// 1: of the engine; 0: a normal packet of the NIC, which passes the engine by (ACE 4.4).
static inline uint8_t nf_ace_hdr_mode(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x1ull);
}
static inline void nf_ace_hdr_set_mode(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 0)) | ((uint64_t)v & 0x1ull) << 0;
}
// KIND_*: data or credits; free for the NIC in a normal packet.
static inline uint8_t nf_ace_hdr_kind(const uint64_t *r) {
  return (uint8_t)(r[0] >> 1 & 0x7ull);
}
static inline void nf_ace_hdr_set_kind(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 1)) | ((uint64_t)v & 0x7ull) << 1;
}
// Bus words that follow, 0..4.
static inline uint8_t nf_ace_hdr_words(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0xfull);
}
static inline void nf_ace_hdr_set_words(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 4)) | ((uint64_t)v & 0xfull) << 4;
}
// Destination node id.
static inline uint16_t nf_ace_hdr_dst(const uint64_t *r) {
  return (uint16_t)(r[0] >> 8 & 0x3ffull);
}
static inline void nf_ace_hdr_set_dst(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0x3ffull << 8)) | ((uint64_t)v & 0x3ffull) << 8;
}
// Source node id.
static inline uint16_t nf_ace_hdr_src(const uint64_t *r) {
  return (uint16_t)(r[0] >> 18 & 0x3ffull);
}
static inline void nf_ace_hdr_set_src(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0x3ffull << 18)) | ((uint64_t)v & 0x3ffull) << 18;
}
// Queue pair at the receiving port.
static inline uint8_t nf_ace_hdr_qp(const uint64_t *r) {
  return (uint8_t)(r[0] >> 28 & 0xfull);
}
static inline void nf_ace_hdr_set_qp(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 28)) | ((uint64_t)v & 0xfull) << 28;
}
// Data: number of the packet on its queue pair; credits: unused.
static inline uint16_t nf_ace_hdr_seq(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_ace_hdr_set_seq(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// Credits: packets that the receiver has freed.
static inline uint8_t nf_ace_hdr_credits(const uint64_t *r) {
  return (uint8_t)(r[0] >> 48 & 0xffull);
}
static inline void nf_ace_hdr_set_credits(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 48)) | ((uint64_t)v & 0xffull) << 48;
}
// Data: a word of it comes from a read that was answered with an error.
static inline uint8_t nf_ace_hdr_poison(const uint64_t *r) {
  return (uint8_t)(r[0] >> 56 & 0x1ull);
}
static inline void nf_ace_hdr_set_poison(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 56)) | ((uint64_t)v & 0x1ull) << 56;
}
// Epoch of the sending engine when the packet was granted; another one than the receiver's: dropped.
static inline uint8_t nf_ace_hdr_epoch(const uint64_t *r) {
  return (uint8_t)(r[0] >> 57 & 0x7full);
}
static inline void nf_ace_hdr_set_epoch(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7full << 57)) | ((uint64_t)v & 0x7full) << 57;
}
// Free for the NIC; the engine sends zeros.
static inline uint64_t nf_ace_hdr_nic(const uint64_t *r) {
  return (uint64_t)(r[1] >> 0 & 0xffffffffffffffffull);
}
static inline void nf_ace_hdr_set_nic(uint64_t *r, uint64_t v) {
  r[1] = (r[1] & ~(0xffffffffffffffffull << 0)) | ((uint64_t)v & 0xffffffffffffffffull) << 0;
}

// Transfer of one packet, asked for by a machine and granted when all it needs is free (ACE 4.2). Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_REQ_BITS = 64 };
// To a queue pair.
static inline uint8_t nf_ace_req_send(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x1ull);
}
static inline void nf_ace_req_set_send(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 0)) | ((uint64_t)v & 0x1ull) << 0;
}
// To SRAM.
static inline uint8_t nf_ace_req_write(const uint64_t *r) {
  return (uint8_t)(r[0] >> 1 & 0x1ull);
}
static inline void nf_ace_req_set_write(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 1)) | ((uint64_t)v & 0x1ull) << 1;
}
// From SRAM; with recv the two are reduced.
static inline uint8_t nf_ace_req_read(const uint64_t *r) {
  return (uint8_t)(r[0] >> 2 & 0x1ull);
}
static inline void nf_ace_req_set_read(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 2)) | ((uint64_t)v & 0x1ull) << 2;
}
// From a queue pair.
static inline uint8_t nf_ace_req_recv(const uint64_t *r) {
  return (uint8_t)(r[0] >> 3 & 0x1ull);
}
static inline void nf_ace_req_set_recv(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 3)) | ((uint64_t)v & 0x1ull) << 3;
}
// Bus words, 0..4; 0 is a token and only for send or recv alone.
static inline uint8_t nf_ace_req_words(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0xfull);
}
static inline void nf_ace_req_set_words(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 4)) | ((uint64_t)v & 0xfull) << 4;
}
// Reduction op, nf_pkg::RED_OP_*.
static inline uint8_t nf_ace_req_red_op(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xfull);
}
static inline void nf_ace_req_set_red_op(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 8)) | ((uint64_t)v & 0xfull) << 8;
}
// Data type, nf_pkg::DTYPE_*.
static inline uint8_t nf_ace_req_dtype(const uint64_t *r) {
  return (uint8_t)(r[0] >> 12 & 0xfull);
}
static inline void nf_ace_req_set_dtype(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 12)) | ((uint64_t)v & 0xfull) << 12;
}
// Source queue pair: port * 16 + queue pair.
static inline uint8_t nf_ace_req_qin(const uint64_t *r) {
  return (uint8_t)(r[0] >> 16 & 0xffull);
}
static inline void nf_ace_req_set_qin(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 16)) | ((uint64_t)v & 0xffull) << 16;
}
// Destination queue pair.
static inline uint8_t nf_ace_req_qout(const uint64_t *r) {
  return (uint8_t)(r[0] >> 24 & 0xffull);
}
static inline void nf_ace_req_set_qout(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 24)) | ((uint64_t)v & 0xffull) << 24;
}
// SRAM packet that is read.
static inline uint16_t nf_ace_req_raddr(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_ace_req_set_raddr(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// SRAM packet that is written.
static inline uint16_t nf_ace_req_waddr(const uint64_t *r) {
  return (uint16_t)(r[0] >> 48 & 0xffffull);
}
static inline void nf_ace_req_set_waddr(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}

// Context of a chunk in the queue of a machine (ACE 4.3.2). Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_CTX_BITS = 128 };
// Row of the chunk table.
static inline uint8_t nf_ace_ctx_id(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xffull);
}
static inline void nf_ace_ctx_set_id(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 0)) | ((uint64_t)v & 0xffull) << 0;
}
// Phase of the plan, from 0.
static inline uint8_t nf_ace_ctx_phase(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xfull);
}
static inline void nf_ace_ctx_set_phase(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 8)) | ((uint64_t)v & 0xfull) << 8;
}
// Reduction op, nf_pkg::RED_OP_*.
static inline uint8_t nf_ace_ctx_red_op(const uint64_t *r) {
  return (uint8_t)(r[0] >> 12 & 0xfull);
}
static inline void nf_ace_ctx_set_red_op(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 12)) | ((uint64_t)v & 0xfull) << 12;
}
// Data type, nf_pkg::DTYPE_*.
static inline uint8_t nf_ace_ctx_dtype(const uint64_t *r) {
  return (uint8_t)(r[0] >> 16 & 0xfull);
}
static inline void nf_ace_ctx_set_dtype(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xfull << 16)) | ((uint64_t)v & 0xfull) << 16;
}
// Where the program of this phase begins.
static inline uint16_t nf_ace_ctx_pc(const uint64_t *r) {
  return (uint16_t)(r[0] >> 20 & 0xfffull);
}
static inline void nf_ace_ctx_set_pc(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xfffull << 20)) | ((uint64_t)v & 0xfffull) << 20;
}
// First SRAM packet of the chunk in this phase's partition.
static inline uint16_t nf_ace_ctx_src(const uint64_t *r) {
  return (uint16_t)(r[0] >> 32 & 0xffffull);
}
static inline void nf_ace_ctx_set_src(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// First SRAM packet of its room in the next partition.
static inline uint16_t nf_ace_ctx_dst(const uint64_t *r) {
  return (uint16_t)(r[0] >> 48 & 0xffffull);
}
static inline void nf_ace_ctx_set_dst(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}
// Bus words of one message, 1..64; 0 in a command without data.
static inline uint8_t nf_ace_ctx_len(const uint64_t *r) {
  return (uint8_t)(r[1] >> 0 & 0xffull);
}
static inline void nf_ace_ctx_set_len(uint64_t *r, uint8_t v) {
  r[1] = (r[1] & ~(0xffull << 0)) | ((uint64_t)v & 0xffull) << 0;
}
// SRAM packets from one message to the next, 1..16.
static inline uint8_t nf_ace_ctx_pitch(const uint64_t *r) {
  return (uint8_t)(r[1] >> 8 & 0xffull);
}
static inline void nf_ace_ctx_set_pitch(uint64_t *r, uint8_t v) {
  r[1] = (r[1] & ~(0xffull << 8)) | ((uint64_t)v & 0xffull) << 8;
}
// Number of the chunk within its command, modulo 2^16.
static inline uint16_t nf_ace_ctx_index(const uint64_t *r) {
  return (uint16_t)(r[1] >> 16 & 0xffffull);
}
static inline void nf_ace_ctx_set_index(uint64_t *r, uint16_t v) {
  r[1] = (r[1] & ~(0xffffull << 16)) | ((uint64_t)v & 0xffffull) << 16;
}
// SRAM packets at src.
static inline uint16_t nf_ace_ctx_src_room(const uint64_t *r) {
  return (uint16_t)(r[1] >> 32 & 0xffffull);
}
static inline void nf_ace_ctx_set_src_room(uint64_t *r, uint16_t v) {
  r[1] = (r[1] & ~(0xffffull << 32)) | ((uint64_t)v & 0xffffull) << 32;
}
// SRAM packets at dst.
static inline uint16_t nf_ace_ctx_dst_room(const uint64_t *r) {
  return (uint16_t)(r[1] >> 48 & 0xffffull);
}
static inline void nf_ace_ctx_set_dst_room(uint64_t *r, uint16_t v) {
  r[1] = (r[1] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}

// Why a machine stopped. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_FAULT_BITS = 64 };
// FAULT_*; 0: none.
static inline uint8_t nf_ace_fault_cause(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0xffull);
}
static inline void nf_ace_fault_set_cause(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 0)) | ((uint64_t)v & 0xffull) << 0;
}
// WAIT_*: what its transfer waited for, if it had one.
static inline uint8_t nf_ace_fault_wait(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0xffull);
}
static inline void nf_ace_fault_set_wait(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 8)) | ((uint64_t)v & 0xffull) << 8;
}
// Program counter of the instruction.
static inline uint16_t nf_ace_fault_pc(const uint64_t *r) {
  return (uint16_t)(r[0] >> 16 & 0xffffull);
}
static inline void nf_ace_fault_set_pc(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 16)) | ((uint64_t)v & 0xffffull) << 16;
}
// Row of the chunk table.
static inline uint8_t nf_ace_fault_id(const uint64_t *r) {
  return (uint8_t)(r[0] >> 32 & 0xffull);
}
static inline void nf_ace_fault_set_id(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 32)) | ((uint64_t)v & 0xffull) << 32;
}
// Phase of the plan.
static inline uint8_t nf_ace_fault_phase(const uint64_t *r) {
  return (uint8_t)(r[0] >> 40 & 0xffull);
}
static inline void nf_ace_fault_set_phase(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 40)) | ((uint64_t)v & 0xffull) << 40;
}
// Number of the chunk within its command.
static inline uint16_t nf_ace_fault_index(const uint64_t *r) {
  return (uint16_t)(r[0] >> 48 & 0xffffull);
}
static inline void nf_ace_fault_set_index(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 48)) | ((uint64_t)v & 0xffffull) << 48;
}

// Transfer instruction. Bits 31:27 are the opcode: bit 31 set, then recv, read, write, send. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_INSTR_BITS = 32 };
// Register that holds the length in bus words.
static inline uint8_t nf_ace_instr_rl(const uint64_t *r) {
  return (uint8_t)(r[0] >> 0 & 0x7ull);
}
static inline void nf_ace_instr_set_rl(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 0)) | ((uint64_t)v & 0x7ull) << 0;
}
// Write at src (0) or dst (1) of the chunk.
static inline uint8_t nf_ace_instr_warea(const uint64_t *r) {
  return (uint8_t)(r[0] >> 3 & 0x1ull);
}
static inline void nf_ace_instr_set_warea(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 3)) | ((uint64_t)v & 0x1ull) << 3;
}
// Read at src (0) or dst (1) of the chunk.
static inline uint8_t nf_ace_instr_rarea(const uint64_t *r) {
  return (uint8_t)(r[0] >> 4 & 0x1ull);
}
static inline void nf_ace_instr_set_rarea(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1ull << 4)) | ((uint64_t)v & 0x1ull) << 4;
}
// Register with the offset that is written, in SRAM packets.
static inline uint8_t nf_ace_instr_wa(const uint64_t *r) {
  return (uint8_t)(r[0] >> 5 & 0x7ull);
}
static inline void nf_ace_instr_set_wa(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 5)) | ((uint64_t)v & 0x7ull) << 5;
}
// Register with the offset that is read, in SRAM packets.
static inline uint8_t nf_ace_instr_ra(const uint64_t *r) {
  return (uint8_t)(r[0] >> 8 & 0x7ull);
}
static inline void nf_ace_instr_set_ra(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 8)) | ((uint64_t)v & 0x7ull) << 8;
}
// Where to send: port * 16 + queue pair; bit 7: taken from register 2:0.
static inline uint8_t nf_ace_instr_qout(const uint64_t *r) {
  return (uint8_t)(r[0] >> 11 & 0xffull);
}
static inline void nf_ace_instr_set_qout(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 11)) | ((uint64_t)v & 0xffull) << 11;
}
// Where to receive from, likewise.
static inline uint8_t nf_ace_instr_qin(const uint64_t *r) {
  return (uint8_t)(r[0] >> 19 & 0xffull);
}
static inline void nf_ace_instr_set_qin(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0xffull << 19)) | ((uint64_t)v & 0xffull) << 19;
}
// OP_*.
static inline uint8_t nf_ace_instr_op(const uint64_t *r) {
  return (uint8_t)(r[0] >> 27 & 0x1full);
}
static inline void nf_ace_instr_set_op(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1full << 27)) | ((uint64_t)v & 0x1full) << 27;
}

// Control instruction. Readers and writers of its fields; the record is an array of
// 64-bit words, least significant first.
enum { NF_ACE_CONTROL_BITS = 32 };
// Immediate, jump target, or queue pair with bit 7 as in transfers.
static inline uint16_t nf_ace_control_imm(const uint64_t *r) {
  return (uint16_t)(r[0] >> 0 & 0xffffull);
}
static inline void nf_ace_control_set_imm(uint64_t *r, uint16_t v) {
  r[0] = (r[0] & ~(0xffffull << 0)) | ((uint64_t)v & 0xffffull) << 0;
}
// Zero.
static inline uint8_t nf_ace_control_pad(const uint64_t *r) {
  return (uint8_t)(r[0] >> 16 & 0x3ull);
}
static inline void nf_ace_control_set_pad(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x3ull << 16)) | ((uint64_t)v & 0x3ull) << 16;
}
// Second source register.
static inline uint8_t nf_ace_control_rt(const uint64_t *r) {
  return (uint8_t)(r[0] >> 18 & 0x7ull);
}
static inline void nf_ace_control_set_rt(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 18)) | ((uint64_t)v & 0x7ull) << 18;
}
// First source register.
static inline uint8_t nf_ace_control_rs(const uint64_t *r) {
  return (uint8_t)(r[0] >> 21 & 0x7ull);
}
static inline void nf_ace_control_set_rs(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 21)) | ((uint64_t)v & 0x7ull) << 21;
}
// Destination register.
static inline uint8_t nf_ace_control_rd(const uint64_t *r) {
  return (uint8_t)(r[0] >> 24 & 0x7ull);
}
static inline void nf_ace_control_set_rd(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x7ull << 24)) | ((uint64_t)v & 0x7ull) << 24;
}
// OP_*.
static inline uint8_t nf_ace_control_op(const uint64_t *r) {
  return (uint8_t)(r[0] >> 27 & 0x1full);
}
static inline void nf_ace_control_set_op(uint64_t *r, uint8_t v) {
  r[0] = (r[0] & ~(0x1full << 27)) | ((uint64_t)v & 0x1full) << 27;
}
// clang-format on

#endif
