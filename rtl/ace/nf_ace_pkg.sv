// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/ace/nf_ace.toml; change that.
// Constants of the component `ace`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_ace_pkg;

  localparam int unsigned PACKET_WORDS = 4;  // bus words of a full packet, which is the unit of SRAM addresses: 256 B with bus words of 64 (ACE Table 4)
  localparam int unsigned WORD_BYTES = 64;  // bytes of a bus word, if nothing else is said (ACE 6: 64 B buses, 16 lanes of 32 bits)
  localparam int unsigned MIN_WORD_BYTES = 32;  // bytes of the narrowest bus word
  localparam int unsigned MAX_WORD_BYTES = 256;  // bytes of the widest bus word
  localparam int unsigned MAX_MESSAGE_BYTES = 4096;  // bytes of the longest message (ACE Table 4)
  localparam int unsigned MAX_MESSAGE_WORDS = 64;  // bus words of the longest message
  localparam int unsigned MAX_MACHINES = 16;  // programmable state machines (ACE 6)
  localparam int unsigned MAX_PORTS = 8;  // links of an engine
  localparam int unsigned QPS = 16;  // queue pairs of a port
  localparam int unsigned MAX_BANKS = 4;  // SRAM banks (ACE 6)
  localparam int unsigned MAX_LANES = 8;  // transfer lanes, with and without ALU
  localparam int unsigned MAX_PARTITIONS = 8;  // partitions: P + 1 for P phases (ACE 4.3.1)
  localparam int unsigned MAX_PHASES = 7;  // phases of a plan
  localparam int unsigned MAX_PLANS = 8;  // plans: collectives that can be commanded
  localparam int unsigned MAX_CHUNKS = 32;  // chunks in flight
  localparam int unsigned REGISTERS = 8;  // registers of a machine
  localparam int unsigned WAITS = 10;  // WAIT_* codes: causes of waiting that are counted
  localparam int unsigned WATCHDOG_CYCLES = 1073741824;  // what WATCHDOG holds after reset: about a second at 1 GHz
  localparam int unsigned DMA_WATCHDOG_CYCLES = 16777216;  // what DMA_WATCHDOG holds after reset: 17 ms at 1 GHz, far below WATCHDOG_CYCLES
  localparam int unsigned WRITE_LATENCY = 6;  // cycles from a granted transfer to the write strobe of its first word

  // Packet header, beside the first word of a packet; 16 B on the wire.
  localparam int unsigned HDR_BITS = 128;
  localparam int unsigned HDR_MODE_LSB = 0;  // 1: of the engine; 0: a normal packet of the NIC, which passes the engine by (ACE 4.4)
  localparam int unsigned HDR_KIND_LSB = 1;  // KIND_*: data or credits; free for the NIC in a normal packet
  localparam int unsigned HDR_CREDITS_LSB = 48;  // credits: packets that the receiver has freed

  // Transfer of one packet, asked for by a machine and granted when all it needs is free (ACE 4.2).
  localparam int unsigned REQ_BITS = 64;

  // Context of a chunk in the queue of a machine (ACE 4.3.2).
  localparam int unsigned CTX_BITS = 128;

  // Why a machine stopped.
  localparam int unsigned FAULT_BITS = 64;

  // Transfer instruction. Bits 31:27 are the opcode: bit 31 set, then recv, read, write, send.
  localparam int unsigned INSTR_BITS = 32;

  // Control instruction.
  localparam int unsigned CONTROL_BITS = 32;

  // Packet header, beside the first word of a packet; 16 B on the wire.
  typedef struct packed {
    logic [63:0] nic;  // free for the NIC; the engine sends zeros
    logic [6:0]  epoch;  // epoch of the sending engine when the packet was granted; another one than the receiver's: dropped
    logic        poison;  // data: a word of it comes from a read that was answered with an error
    logic [7:0]  credits;  // credits: packets that the receiver has freed
    logic [15:0] seq;  // data: number of the packet on its queue pair; credits: unused
    logic [3:0]  qp;  // queue pair at the receiving port
    logic [9:0]  src;  // source node id
    logic [9:0]  dst;  // destination node id
    logic [3:0]  words;  // bus words that follow, 0..4
    logic [2:0]  kind;  // KIND_*: data or credits; free for the NIC in a normal packet
    logic        mode;  // 1: of the engine; 0: a normal packet of the NIC, which passes the engine by (ACE 4.4)
  } hdr_t;

  // A queue pair of the engine.
  typedef struct packed {
    logic [3:0] port;  // its port; 0..7, of others there are none
    logic [3:0] qp;  // its number at its port
  } pair_t;

  // Transfer of one packet, asked for by a machine and granted when all it needs is free (ACE 4.2).
  typedef struct packed {
    logic [15:0] waddr;  // SRAM packet that is written
    logic [15:0] raddr;  // SRAM packet that is read
    pair_t       qout;  // destination queue pair
    pair_t       qin;  // source queue pair: port * 16 + queue pair
    logic [3:0]  dtype;  // data type, nf_pkg::DTYPE_*
    logic [3:0]  red_op;  // reduction op, nf_pkg::RED_OP_*
    logic [3:0]  words;  // bus words, 0..4; 0 is a token and only for send or recv alone
    logic        recv;  // from a queue pair
    logic        read;  // from SRAM; with recv the two are reduced
    logic        write;  // to SRAM
    logic        send;  // to a queue pair
  } req_t;

  // Context of a chunk in the queue of a machine (ACE 4.3.2).
  typedef struct packed {
    logic [15:0] dst_room;  // SRAM packets at dst
    logic [15:0] src_room;  // SRAM packets at src
    logic [15:0] index;  // number of the chunk within its command, modulo 2^16
    logic [7:0]  pitch;  // SRAM packets from one message to the next, 1..16
    logic [7:0]  len;  // bus words of one message, 1..64; 0 in a command without data
    logic [15:0] dst;  // first SRAM packet of its room in the next partition
    logic [15:0] src;  // first SRAM packet of the chunk in this phase's partition
    logic [11:0] pc;  // where the program of this phase begins
    logic [3:0]  dtype;  // data type, nf_pkg::DTYPE_*
    logic [3:0]  red_op;  // reduction op, nf_pkg::RED_OP_*
    logic [3:0]  phase;  // phase of the plan, from 0
    logic [7:0]  id;  // row of the chunk table
  } ctx_t;

  // Why a machine stopped.
  typedef struct packed {
    logic [15:0] index;  // number of the chunk within its command
    logic [7:0]  phase;  // phase of the plan
    logic [7:0]  id;  // row of the chunk table
    logic [15:0] pc;  // program counter of the instruction
    logic [7:0]  wait_;  // WAIT_*: what its transfer waited for, if it had one
    logic [7:0]  cause;  // FAULT_*; 0: none
  } fault_t;

  // Where an instruction sends to or receives from.
  typedef struct packed {
    logic       indirect;  // the queue pair is in a register
    logic [6:0] pair;  // port * 16 + queue pair; with indirect the register that holds it, in 2:0
  } end_t;

  // Transfer instruction. Bits 31:27 are the opcode: bit 31 set, then recv, read, write, send.
  typedef struct packed {
    logic [4:0] op;  // OP_*
    end_t       qin;  // where to receive from, likewise
    end_t       qout;  // where to send: port * 16 + queue pair; bit 7: taken from register 2:0
    logic [2:0] ra;  // register with the offset that is read, in SRAM packets
    logic [2:0] wa;  // register with the offset that is written, in SRAM packets
    logic       rarea;  // read at src (0) or dst (1) of the chunk
    logic       warea;  // write at src (0) or dst (1) of the chunk
    logic [2:0] rl;  // register that holds the length in bus words
  } instr_t;

  // Control instruction.
  typedef struct packed {
    logic [4:0]  op;  // OP_*
    logic [2:0]  rd;  // destination register
    logic [2:0]  rs;  // first source register
    logic [2:0]  rt;  // second source register
    logic [1:0]  pad;  // zero
    logic [15:0] imm;  // immediate, jump target, or queue pair with bit 7 as in transfers
  } control_t;

  // What a lane does with two words.
  typedef struct packed {
    logic [3:0] dtype;  // data type, nf_pkg::DTYPE_*
    logic [3:0] red_op;  // reduction op, nf_pkg::RED_OP_*
  } code_t;

  // A packet that a DMA writes to SRAM or reads from it.
  typedef struct packed {
    logic [11:0] pad;  // zero
    logic [3:0]  words;  // bus words, 1..4
    logic [15:0] addr;  // SRAM packet
  } access_t;

  // The chunk that a DMA's order is of.
  typedef struct packed {
    logic       pad;  // zero
    logic [1:0] place;  // of its command
    logic [4:0] row;  // of the chunk table
  } chunk_t;

  // What a DMA moves for a chunk: one message of each piece.
  typedef struct packed {
    chunk_t      id;  // whose it is; the DMA gives it back
    logic [47:0] addr;  // first byte of the message of piece 0
    logic [31:0] stride;  // bytes from piece to piece
    logic [7:0]  pieces;  // pieces, each with one message
    logic [31:0] block;  // bytes left in a piece from here on
    logic [31:0] total;  // bytes left in the payload from here on, for piece 0
    logic [15:0] msg;  // bytes of a message
    logic [15:0] sram;  // first SRAM packet of the chunk
    logic [7:0]  pitch;  // SRAM packets from message to message
  } order_t;

  // A command, as the registers hand it to the scheduler.
  typedef struct packed {
    logic [47:0] src;  // where the data is
    logic [47:0] dst;  // where the result goes
    logic [31:0] src_stride;  // bytes from piece to piece of the data
    logic [31:0] dst_stride;  // bytes from piece to piece of the result
    logic [31:0] block;  // bytes of a piece
    logic [31:0] src_total;  // bytes of the data
    logic [31:0] dst_total;  // bytes of the result
    logic [15:0] msg;  // bytes of a message
    logic [7:0]  src_pieces;  // pieces of the data
    logic [7:0]  dst_pieces;  // pieces of the result
    logic [2:0]  plan;  // its plan
    logic [3:0]  red_op;  // reduction op
    logic [3:0]  dtype;  // data type
    logic [15:0] tag;  // of the completion
  } command_t;

  // How a command ended.
  typedef struct packed {
    logic [15:0] tag;  // of the command
    logic [3:0]  status;  // STATUS_*
  } completion_t;

  // A burst of a DMA, or a run that moves nothing, as nf_ace_pieces cuts it.
  typedef struct packed {
    logic        burst;  // there is something to access
    logic        first;  // first record of its run
    logic        last;  // last record of its command
    logic        ends;  // its run is the last one of its command
    logic [7:0]  id;  // of its command
    logic [47:0] addr;  // of the burst, a multiple of the beat's bytes
    logic [7:0]  len;  // beats of the burst, less one
    logic [11:0] place;  // where in its page the run begins
    logic [20:0] bytes;  // bytes that the run moves
    logic [7:0]  pieces;  // pieces of the run
    logic [15:0] room;  // bytes that each of them has room for in SRAM
    logic [15:0] sram;  // first SRAM packet of the first piece
    logic [7:0]  pitch;  // SRAM packets from piece to piece
  } burst_t;

  // A piece of a run, as nf_ace_runs gives it.
  typedef struct packed {
    logic [7:0]  id;  // of its command
    logic        ends;  // the last one of its command
    logic        first;  // of its run
    logic        last;  // of its run
    logic        share;  // its last beat is the first one of the next piece, too
    logic [47:0] addr;  // of the run
    logic [7:0]  place;  // where in its first beat it begins
    logic [15:0] bytes;  // that it moves
    logic [10:0] beats;  // beats that hold bytes of it
    logic [10:0] words;  // bus words of its room
    logic [15:0] sram;  // first SRAM packet of it
  } piece_t;

  // The end of a DMA's command.
  typedef struct packed {
    logic [7:0] id;  // of the command
    logic       err;  // an access was answered with an error
  } done_t;

  // Kinds of the engine's packets.
  localparam logic [2:0] KIND_DATA = 3'h0;  // payload, or a token when it has no words
  localparam logic [2:0] KIND_CREDIT = 3'h1;  // credits alone

  // Opcodes. A transfer instruction's name says what is done with each packet, as NCCL's primitives do.
  localparam logic [4:0] OP_ILLEGAL = 5'h0;  // an unwritten program word: fault
  localparam logic [4:0] OP_LI = 5'h1;  // rd = imm
  localparam logic [4:0] OP_ADD = 5'h2;  // rd = rs + rt, modulo 2^16 as all arithmetic
  localparam logic [4:0] OP_SUB = 5'h3;  // rd = rs - rt
  localparam logic [4:0] OP_ADDI = 5'h4;  // rd = rs + imm
  localparam logic [4:0] OP_MUL = 5'h5;  // rd = rs * imm[7:0]
  localparam logic [4:0] OP_GET = 5'h6;  // rd = field of the chunk, imm: GET_*
  localparam logic [4:0] OP_JMP = 5'h7;  // go to imm
  localparam logic [4:0] OP_DJNZ = 5'h8;  // rd = rd - 1; go to imm unless it is 0
  localparam logic [4:0] OP_BEQ = 5'h9;  // go to imm when rs = rt
  localparam logic [4:0] OP_BNE = 5'ha;  // go to imm when rs differs from rt
  localparam logic [4:0] OP_BLTU = 5'hb;  // go to imm when rs < rt, unsigned
  localparam logic [4:0] OP_SIG = 5'hc;  // send a token to queue pair imm
  localparam logic [4:0] OP_WAIT = 5'hd;  // take a token from queue pair imm
  localparam logic [4:0] OP_TRAP = 5'he;  // fault with TRAP; the program found that it cannot go on
  localparam logic [4:0] OP_DONE = 5'hf;  // the phase of this chunk is complete
  localparam logic [4:0] OP_SEND = 5'h15;  // send: SRAM to queue pair (bits 3:0 of a transfer's opcode: recv, read, write, send, from bit 3)
  localparam logic [4:0] OP_COPY = 5'h16;  // copy: SRAM to SRAM
  localparam logic [4:0] OP_CS = 5'h17;  // copySend: SRAM to SRAM and to queue pair
  localparam logic [4:0] OP_DROP = 5'h18;  // receive and drop
  localparam logic [4:0] OP_FWD = 5'h19;  // forward: queue pair to queue pair
  localparam logic [4:0] OP_RECV = 5'h1a;  // recv: queue pair to SRAM
  localparam logic [4:0] OP_RCS = 5'h1b;  // recvCopySend: queue pair to SRAM and to queue pair (Fig. 7, sub-step 5.2)
  localparam logic [4:0] OP_RRS = 5'h1d;  // recvReduceSend: queue pair plus SRAM to queue pair (sub-steps 2.2, 2.3)
  localparam logic [4:0] OP_RRC = 5'h1e;  // recvReduceCopy: queue pair plus SRAM to SRAM
  localparam logic [4:0] OP_RRCS = 5'h1f;  // recvReduceCopySend: queue pair plus SRAM to SRAM and to queue pair (sub-steps 3.2, 4.1)

  // What GET reads.
  localparam logic [3:0] GET_LEN = 4'h0;  // bus words of a message of this chunk
  localparam logic [3:0] GET_PITCH = 4'h1;  // SRAM packets from one message to the next
  localparam logic [3:0] GET_INDEX = 4'h2;  // number of the chunk within its command

  // What a transfer waits for: the first that is missing, in this order.
  localparam logic [3:0] WAIT_NOTHING = 4'h0;  // no transfer is asked for
  localparam logic [3:0] WAIT_PACKET = 4'h1;  // nothing has been received on the source queue pair
  localparam logic [3:0] WAIT_CREDIT = 4'h2;  // the peer has no room for another packet
  localparam logic [3:0] WAIT_OUTPUT = 4'h3;  // the output buffer of the port is full: the NIC or the link is behind
  localparam logic [3:0] WAIT_IN_PORT = 4'h4;  // the source port's bus is in use
  localparam logic [3:0] WAIT_OUT_PORT = 4'h5;  // the destination port's bus is in use
  localparam logic [3:0] WAIT_BANK_READ = 4'h6;  // the read port of the SRAM bank is in use
  localparam logic [3:0] WAIT_BANK_WRITE = 4'h7;  // the write port of the SRAM bank is in use
  localparam logic [3:0] WAIT_LANE = 4'h8;  // no lane, or for a reduction no ALU, is free
  localparam logic [3:0] WAIT_TURN = 4'h9;  // all is free, and another machine was granted

  // Why a machine stops. It stops until an abort; the engine takes no new chunk before that.
  localparam logic [7:0] FAULT_NONE = 8'h0;  // it runs
  localparam logic [7:0] FAULT_ILLEGAL = 8'h1;  // undefined instruction
  localparam logic [7:0] FAULT_PC = 8'h2;  // the program counter has left the program store
  localparam logic [7:0] FAULT_OVERRUN = 8'h3;  // a transfer outside the chunk's room in its partition
  localparam logic [7:0] FAULT_QP = 8'h4;  // a queue pair that is not set up, or of a port that does not exist
  localparam logic [7:0] FAULT_MISMATCH = 8'h5;  // the packet that came is not as long as the one the program waits for
  localparam logic [7:0] FAULT_LENGTH = 8'h6;  // a message longer than 64 bus words
  localparam logic [7:0] FAULT_TRAP = 8'h7;  // the program's own TRAP
  localparam logic [7:0] FAULT_WATCHDOG = 8'h8;  // no transfer and no end for as many cycles as WATCHDOG says

  // How a command ended.
  localparam logic [3:0] STATUS_OK = 4'h0;  // complete
  localparam logic [3:0] STATUS_BAD_PLAN = 4'h1;  // its plan has no phase, or names a machine or a partition that does not exist, or a partition that leaves the SRAM or overlaps another
  localparam logic [3:0] STATUS_BAD_SIZE = 4'h2;  // message of 0 or more than 4096 bytes (2048 with bus words of 32) or no multiple of 4, or a block of no bytes
  localparam logic [3:0] STATUS_BAD_ROOM = 4'h3;  // a chunk is larger than a slot of the first or the last partition
  localparam logic [3:0] STATUS_BAD_OP = 4'h4;  // the ALUs do not have this op for this type
  localparam logic [3:0] STATUS_AXI_ERROR = 4'h5;  // this node's memory answered a read or a write with an error; the result is not complete
  localparam logic [3:0] STATUS_POISONED = 4'h6;  // some of the result comes from a read that another node's memory answered with an error, or not at all: POISON_*
  localparam logic [3:0] STATUS_TIMEOUT = 4'h7;  // a DMA has given this node's memory up, since it stood still, and an access of the command failed; the result is not complete: DMA_FAULT
  localparam logic [3:0] STATUS_ABORTED = 4'h8;  // EPOCH was written before it was complete; what of the result has been written is not said

  // Bits of IRQ_STATUS and IRQ_ENABLE.
  localparam logic [2:0] IRQ_CHUNK = 3'h0;  // a chunk is complete (ACE 4.4)
  localparam logic [2:0] IRQ_COMMAND = 3'h1;  // a command is complete: COMPLETION holds its record
  localparam logic [2:0] IRQ_FAULT = 3'h2;  // a machine has stopped: FAULT_*
  localparam logic [2:0] IRQ_DMA = 3'h3;  // a DMA has given the memory up: DMA_FAULT
  localparam logic [2:0] IRQ_ABORT = 3'h4;  // an abort is over: EPOCH
  localparam logic [2:0] IRQ_EPOCH = 3'h5;  // a packet of a newer epoch was dropped: other nodes have gone on without this one

  // Channels of the memory's AXI4 port: bits of DMA_FAULT.
  localparam logic [2:0] CHANNEL_AR = 3'h0;  // TX DMA: an address of a read was not taken
  localparam logic [2:0] CHANNEL_R = 3'h1;  // TX DMA: data of a read that was taken did not come
  localparam logic [2:0] CHANNEL_AW = 3'h2;  // RX DMA: an address of a write was not taken
  localparam logic [2:0] CHANNEL_W = 3'h3;  // RX DMA: data of a write was not taken
  localparam logic [2:0] CHANNEL_B = 3'h4;  // RX DMA: a write whose address and data were taken was not answered

  // AXI4-Lite, byte addresses
  localparam logic [19:0] CSR_ID = 20'h0;  // 0x41434531
  localparam logic [19:0] CSR_BUILD = 20'h4;  // machines 7:0, ports 11:8, bytes of a bus word / 32 15:12, banks 23:16, ALUs 27:24, lanes 31:28
  localparam logic [19:0] CSR_NODE = 20'h8;  // this node's id, 9:0; enters the headers
  localparam logic [19:0] CSR_CONTROL = 20'hc;  // bit 0: run. While 0 no chunk is created and no machine starts an instruction
  localparam logic [19:0] CSR_WATCHDOG = 20'h10;  // cycles without a transfer or an end after which a running machine stops; WATCHDOG_CYCLES after reset; 0: never
  localparam logic [19:0] CSR_STATUS = 20'h14;  // bit 0: a chunk is in flight; bit 1: a fault is held; bit 2: an abort is under way; 15:8 free places in the command queue
  localparam logic [19:0] CSR_IRQ_STATUS = 20'h18;  // IRQ_*; writing 1 clears a bit
  localparam logic [19:0] CSR_IRQ_ENABLE = 20'h1c;  // IRQ_*; irq is the OR of the bits that are set in both
  localparam logic [19:0] CSR_COMPLETION = 20'h20;  // oldest completion, taken by reading: 31 valid, 27:24 STATUS_*, 15:0 tag; 0: none
  localparam logic [19:0] CSR_FAULT_CAUSE = 20'h24;  // first fault since reset or the last abort: 31 valid, 27:24 machine, 15:8 WAIT_*, 7:0 FAULT_*
  localparam logic [19:0] CSR_FAULT_WHERE = 20'h28;  // 15:0 program counter, 23:16 chunk table row, 31:24 phase
  localparam logic [19:0] CSR_FAULT_CHUNK = 20'h2c;  // number of the chunk within its command
  localparam logic [19:0] CSR_WAIT_SELECT = 20'h30;  // machines whose waiting is counted, one bit each; all after reset
  localparam logic [19:0] CSR_BAD_ACCESS = 20'h34;  // accesses answered SLVERR
  localparam logic [19:0] CSR_BAD_PACKET = 20'h38;  // packets of the engine dropped: not for this node, unknown kind, queue pair not set up, outside the window
  localparam logic [19:0] CSR_CHUNKS_DONE = 20'h3c;  // chunks complete
  localparam logic [19:0] CSR_CMD_SRC_LO = 20'h40;  // byte address of the data
  localparam logic [19:0] CSR_CMD_SRC_HI = 20'h44;  // 15:0 of it
  localparam logic [19:0] CSR_CMD_DST_LO = 20'h48;  // byte address of the result
  localparam logic [19:0] CSR_CMD_DST_HI = 20'h4c;  // 15:0 of it
  localparam logic [19:0] CSR_CMD_SRC_STRIDE = 20'h50;  // bytes from one piece of the data to the next
  localparam logic [19:0] CSR_CMD_DST_STRIDE = 20'h54;  // bytes from one piece of the result to the next
  localparam logic [19:0] CSR_CMD_BLOCK = 20'h58;  // bytes of a piece; a chunk takes one message from each
  localparam logic [19:0] CSR_CMD_SRC_TOTAL = 20'h5c;  // bytes at CMD_SRC that may be read; past them pieces are zeros
  localparam logic [19:0] CSR_CMD_DST_TOTAL = 20'h60;  // bytes at CMD_DST that may be written; what lies past them is dropped
  localparam logic [19:0] CSR_CMD_SHAPE = 20'h64;  // 15:0 bytes of a message; 23:16 pieces of the data, 31:24 of the result; 0: none moved
  localparam logic [19:0] CSR_CMD_GO = 20'h68;  // enter the command: 2:0 plan, 7:4 reduction op, 11:8 data type, 31:16 tag
  localparam logic [19:0] CSR_CYCLES = 20'h70;  // cycles since reset, modulo 2^32
  localparam logic [19:0] CSR_TX_DMA_BEATS = 20'h74;  // bus words read from memory
  localparam logic [19:0] CSR_RX_DMA_BEATS = 20'h78;  // bus words written to memory
  localparam logic [19:0] CSR_GRANTS = 20'h7c;  // packets transferred by machines
  localparam logic [19:0] CSR_REDUCTIONS = 20'h80;  // of these: reduced
  localparam logic [19:0] CSR_FLAGS = 20'h84;  // IEEE 754 flags of all sums so far: 0 invalid, 1 overflow, 2 underflow, 3 inexact; writing 1 clears a bit
  localparam logic [19:0] CSR_POISONED = 20'h88;  // bus words of the results so far that hold poisoned data; writing anything makes this and POISON_* new
  localparam logic [19:0] CSR_POISON_FIRST_LO = 20'h8c;  // byte address of the lowest of these words in memory; all ones: there is none. Reading it notes the next one down
  localparam logic [19:0] CSR_POISON_FIRST_HI = 20'h90;  // 15:0 of it
  localparam logic [19:0] CSR_POISON_LAST_LO = 20'h94;  // byte address of the highest of these words; 0: there is none. Reading it notes the next one down
  localparam logic [19:0] CSR_POISON_LAST_HI = 20'h98;  // 15:0 of it
  localparam logic [19:0] CSR_HOST_DROPPED = 20'h9c;  // normal packets dropped, of the host and of the link: more than 4 bus words
  localparam logic [19:0] CSR_DMA_WATCHDOG = 20'ha0;  // cycles for which all channels of a DMA may wait for the memory before it is given up, until reset; DMA_WATCHDOG_CYCLES after reset; 0: never
  localparam logic [19:0] CSR_DMA_FAULT = 20'ha4;  // channels that stood still when their DMA gave the memory up, a bit for each CHANNEL_*; 0: none did
  localparam logic [19:0] CSR_EPOCH = 20'ha8;  // 6:0 epoch, 0 after reset. Writing another one aborts: all commands end, all queue pairs are closed, then it is the epoch
  localparam logic [19:0] CSR_EPOCH_OLD = 20'hac;  // packets of the engine dropped since they were of an older epoch (up to 64 before this one)
  localparam logic [19:0] CSR_EPOCH_NEW = 20'hb0;  // packets of the engine dropped since they were of a newer epoch (up to 63 after this one)
  localparam logic [19:0] CSR_WAIT_BASE = 20'hc0;  // machine cycles spent waiting, at WAIT_BASE + 4 * WAIT_*
  localparam logic [19:0] CSR_MACHINE = 20'h100;  // 4 B a machine: 31 it runs a chunk, 27:24 WAIT_*, 15:0 program counter
  localparam logic [19:0] CSR_PARTITION = 20'h1000;  // 16 B a partition: +0 first SRAM packet, +4 SRAM packets of a slot, +8 slots (1..32)
  localparam logic [19:0] CSR_PLAN = 20'h2000;  // 64 B a plan, 8 B a phase: +0 first machine 3:0, machines 12:8, bit 31 another phase follows; +4 program counter
  localparam logic [19:0] CSR_QP = 20'h4000;  // 16 B a queue pair, 256 B a port: +0 bit 31 set up, 7:0 first receive slot, 11:8 log2 of the slots; +4 peer node 9:0, its queue pair 15:12, its slots 23:16
  localparam logic [19:0] CSR_PROGRAM = 20'h40000;  // 8 KB a machine: its program store, 32-bit instructions

endpackage
