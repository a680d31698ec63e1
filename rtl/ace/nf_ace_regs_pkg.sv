// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_regfile.py from rtl/ace/nf_ace_regs.rdl; change that.
// What the register file of the component `ace` and the hardware around it give each other: packed structs.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_ace_regs_pkg;

  // What the engine is doing.
  typedef struct packed {
    logic [7:0] free;  // free places in the command queue
    logic       abort_;  // an abort is under way
    logic       fault;  // a fault is held
    logic       busy;  // a chunk is in flight
  } status_t;

  // What has happened: IRQ_*.
  typedef struct packed {
    logic epoch;  // a packet of a newer epoch was dropped: other nodes have gone on without this one
    logic abort_;  // an abort is over: EPOCH
    logic dma;  // a DMA has given the memory up: DMA_FAULT
    logic fault;  // a machine has stopped: FAULT_*
    logic command;  // a command is complete: COMPLETION holds its record
    logic chunk;  // a chunk is complete (ACE 4.4)
  } irq_status_t;

  // irq is the OR of the bits that are set here and in IRQ_STATUS.
  typedef struct packed {
    logic epoch;  // epoch
    logic abort_;  // abort
    logic dma;  // dma
    logic fault;  // fault
    logic command;  // command
    logic chunk;  // chunk
  } irq_enable_t;

  // First fault since reset or the last abort. Its record can still be read after the abort.
  typedef struct packed {
    logic       valid;  // a fault is held
    logic [3:0] machine;  // machine that stopped
    logic [7:0] wait_;  // WAIT_*: what its transfer waited for
    logic [7:0] cause;  // FAULT_*
  } fault_cause_t;

  // Where it was.
  typedef struct packed {
    logic [7:0]  phase;  // phase of the plan
    logic [7:0]  row;  // chunk table row
    logic [15:0] pc;  // program counter
  } fault_where_t;

  // The pieces that a command moves.
  typedef struct packed {
    logic [7:0]  dst_pieces;  // pieces of the result; 0: none moved
    logic [7:0]  src_pieces;  // pieces of the data; 0: none moved
    logic [15:0] message;  // bytes of a message
  } cmd_shape_t;

  // IEEE 754 flags of all sums so far.
  typedef struct packed {
    logic inexact;  // a sum was rounded
    logic underflow;  // underflow
    logic overflow;  // a finite sum was rounded to infinity, or an integer one passed its range
    logic invalid;  // an addition of infinities of opposite sign, or a signalling NaN
  } flags_t;

  // Channels of the memory's port that stood still when their DMA gave the memory up.
  typedef struct packed {
    logic b;  // RX DMA: a write whose address and data were taken was not answered
    logic w;  // RX DMA: data of a write was not taken
    logic aw;  // RX DMA: an address of a write was not taken
    logic r;  // TX DMA: data of a read that was taken did not come
    logic ar;  // TX DMA: an address of a read was not taken
  } dma_fault_t;

  // A word: Oldest completion, taken by reading; 0: none.
  typedef struct packed {
    logic        valid;  // there was one
    logic [2:0]  none28;  // of no field
    logic [3:0]  status;  // STATUS_*: how it ended
    logic [7:0]  none16;  // of no field
    logic [15:0] tag;  // tag of the command
  } completion_t;

  // A word: Enters the command. Refused while the queue is full and during an abort.
  typedef struct packed {
    logic [15:0] tag;  // tag of its completion
    logic [3:0]  none12;  // of no field
    logic [3:0]  dtype;  // data type, nf_pkg::DTYPE_*
    logic [3:0]  red_op;  // reduction op, nf_pkg::RED_OP_*
    logic        none3;  // of no field
    logic [2:0]  plan;  // plan
  } cmd_go_t;

  // A word: Who does it.
  typedef struct packed {
    logic        more;  // another phase follows
    logic [17:0] none13;  // of no field
    logic [4:0]  count;  // machines
    logic [3:0]  none4;  // of no field
    logic [3:0]  first;  // first machine
  } plan_phase_machines_t;

  // A word: The receiving side.
  typedef struct packed {
    logic        open;  // it is set up
    logic [18:0] none12;  // of no field
    logic [3:0]  slots_log2;  // log2 of the slots
    logic [7:0]  first;  // first receive slot
  } qp_pair_receive_t;

  // A word: The sending side.
  typedef struct packed {
    logic [7:0] none24;  // of no field
    logic [7:0] credits;  // its slots
    logic [3:0] peer_qp;  // its queue pair
    logic [1:0] none10;  // of no field
    logic [9:0] peer;  // peer node
  } qp_pair_send_t;

  // What the hardware says: events, what is counted, values.
  typedef struct packed {
    logic [15:0]  machine_busy;  // MACHINE: it runs a chunk
    logic [63:0]  machine_wait;  // MACHINE: WAIT_*
    logic [255:0] machine_pc;  // MACHINE: program counter
    logic [79:0]  wait_;  // WAIT: machine cycles spent waiting, by WAIT_*
    logic [3:0]   epoch_new;  // EPOCH_NEW: packets of the engine dropped since they were of a newer epoch (up to 63 after this one)
    logic [3:0]   epoch_old;  // EPOCH_OLD: packets of the engine dropped since they were of an older epoch (up to 64 before this one)
    dma_fault_t   dma_fault;  // DMA_FAULT: Channels of the memory's port that stood still when their DMA gave the memory up
    logic [4:0]   host_dropped;  // HOST_DROPPED: normal packets dropped, of the host and of the link: more than 4 bus words
    logic         poison_last_hi_we;  // POISON_LAST_HI: 47:32 of it, as of the last read of POISON_LAST_LO
    logic [15:0]  poison_last_hi;  // POISON_LAST_HI: 47:32 of it, as of the last read of POISON_LAST_LO
    logic [31:0]  poison_last_lo;  // POISON_LAST_LO: byte address of the highest of these words; 0: there is none. Reading it notes POISON_LAST_HI down
    logic         poison_first_hi_we;  // POISON_FIRST_HI: 47:32 of it, as of the last read of POISON_FIRST_LO
    logic [15:0]  poison_first_hi;  // POISON_FIRST_HI: 47:32 of it, as of the last read of POISON_FIRST_LO
    logic [31:0]  poison_first_lo;  // POISON_FIRST_LO: byte address of the lowest of these words in memory; all ones: there is none. Reading it notes POISON_FIRST_HI down
    logic         poisoned;  // POISONED: bus words of the results so far that hold poisoned data; writing anything makes this and POISON_* new
    flags_t       flags;  // FLAGS: IEEE 754 flags of all sums so far
    logic         reductions;  // REDUCTIONS: of these: reduced
    logic         grants;  // GRANTS: packets transferred by machines
    logic         rx_dma_beats;  // RX_DMA_BEATS: bus words written to memory
    logic         tx_dma_beats;  // TX_DMA_BEATS: bus words read from memory
    logic         cycles;  // CYCLES: cycles since reset, modulo 2^32
    logic         chunks_done;  // CHUNKS_DONE: chunks complete
    logic [3:0]   bad_packet;  // BAD_PACKET: packets of the engine dropped: not for this node, unknown kind, queue pair not set up, outside the window
    logic         fault_chunk_we;  // FAULT_CHUNK: number of the chunk within its command
    logic [15:0]  fault_chunk;  // FAULT_CHUNK: number of the chunk within its command
    logic         fault_where_we;  // FAULT_WHERE: program counter
    fault_where_t fault_where;  // FAULT_WHERE: Where it was
    logic         fault_cause_we;  // FAULT_CAUSE: FAULT_*
    fault_cause_t fault_cause;  // FAULT_CAUSE: First fault since reset or the last abort. Its record can still be read after the abort
    irq_status_t  irq_status;  // IRQ_STATUS: What has happened: IRQ_*
    status_t      status;  // STATUS: What the engine is doing
  } in_t;

  // What the hardware is given: values of registers.
  typedef struct packed {
    logic [31:0] dma_watchdog;  // DMA_WATCHDOG: cycles for which all channels of a DMA may wait for the memory before it is given up, until reset; DMA_WATCHDOG_CYCLES after reset; 0: never
    cmd_shape_t  cmd_shape;  // CMD_SHAPE: The pieces that a command moves
    logic [31:0] cmd_dst_total;  // CMD_DST_TOTAL: bytes at CMD_DST that may be written; what lies past them is dropped
    logic [31:0] cmd_src_total;  // CMD_SRC_TOTAL: bytes at CMD_SRC that may be read; past them pieces are zeros
    logic [31:0] cmd_block;  // CMD_BLOCK: bytes of a piece; a chunk takes one message from each
    logic [31:0] cmd_dst_stride;  // CMD_DST_STRIDE: bytes from one piece of the result to the next
    logic [31:0] cmd_src_stride;  // CMD_SRC_STRIDE: bytes from one piece of the data to the next
    logic [15:0] cmd_dst_hi;  // CMD_DST_HI: 47:32 of it
    logic [31:0] cmd_dst_lo;  // CMD_DST_LO: byte address of the result
    logic [15:0] cmd_src_hi;  // CMD_SRC_HI: 47:32 of it
    logic [31:0] cmd_src_lo;  // CMD_SRC_LO: byte address of the data
    logic [15:0] wait_select;  // WAIT_SELECT: machines whose waiting is counted, one bit each; all after reset
    logic [31:0] watchdog;  // WATCHDOG: cycles without a transfer or an end after which a running machine stops; WATCHDOG_CYCLES after reset; 0: never
    logic        control;  // CONTROL: while 0 no chunk is created and no machine starts an instruction
    logic [9:0]  node;  // NODE: this node's id; enters the headers
  } out_t;

endpackage
