// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes and types that the modules of the reduction table share; cmodel/reduce/nf_reduce_pkg.h mirrors them.

// A package is a catalogue, of types as well: each module uses the part of it that it needs.
`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_reduce_pkg;

  // How an entry came about; part of its key (KLENK IV-B, IV-C).
  localparam logic [1:0] MODE_PUSH = 2'd0;  // reduction writes
  localparam logic [1:0] MODE_BARRIER = 2'd1;  // a push reduction without payload
  localparam logic [1:0] MODE_PULL = 2'd2;  // responses to a pull request

  // What happens to a packet or to a pull request: the table in docs/reduce/nf_reduce_decide.md.
  localparam logic [3:0] ACT_DROP = 4'd0;  // nothing is kept, nothing leaves
  localparam logic [3:0] ACT_INSERT = 4'd1;  // written into a free entry
  localparam logic [3:0] ACT_EVICT = 4'd2;  // written over the LRU entry while that one leaves
  localparam logic [3:0] ACT_FIRST = 4'd3;  // first response of an allocated entry: written
  localparam logic [3:0] ACT_REDUCE = 4'd4;  // reduced with the entry, kept
  localparam logic [3:0] ACT_FINISH = 4'd5;  // reduced with the entry, the result leaves
  localparam logic [3:0] ACT_ONLY = 4'd6;  // the first response is also the last: leaves as it came
  localparam logic [3:0] ACT_PASS = 4'd7;  // complete by its own count: leaves as the result
  localparam logic [3:0] ACT_BYPASS = 4'd8;  // no entry to be had: leaves unreduced
  localparam logic [3:0] ACT_ALLOC = 4'd9;  // the request gets a free entry
  localparam logic [3:0] ACT_LET_GO = 4'd10;  // the request travels on without an entry
  localparam logic [3:0] ACT_WAIT = 4'd11;  // the request waits at the interface
  localparam logic [3:0] ACT_CLEAR = 4'd12;  // the LRU entry leaves first
  localparam logic [3:0] ACT_EXPIRE = 4'd13;  // no packet's: the entry that timed out leaves
  localparam logic [3:0] ACT_REST = 4'd14;  // reduced with the entry, the rest of a sum leaves

  // What a payload slot sends out.
  localparam logic [1:0] SEND_NONE = 2'd0;
  localparam logic [1:0] SEND_SUM = 2'd1;  // the ALUs' result
  localparam logic [1:0] SEND_HELD = 2'd2;  // the flit that the entry held
  localparam logic [1:0] SEND_IN = 2'd3;  // the flit that came in, or a header

  // Whom a leaving packet is for.
  localparam logic [1:0] TO_ALL = 2'd0;  // result: every target of the region
  localparam logic [1:0] TO_HOME = 2'd1;  // partial: home GPU or every target, by configuration
  localparam logic [1:0] TO_REQUESTER = 2'd2;  // pull response: out of the own port

  localparam int unsigned BLOCK_BITS = 44;  // number of a 16-byte block in a 48-bit address
  localparam int unsigned EXACT_PORT_BITS = 352;  // of an exact sum at a port: whole words

  // What an entry is found by. Requester and tag tell pulls apart, and are zero for all others; the epoch
  // tells every reduction from the same one that was aborted.
  typedef struct packed {
    logic [1:0]            epoch;
    logic [1:0]            mode;       // MODE_*
    logic [9:0]            requester;
    logic [11:0]           tag;
    logic [BLOCK_BITS-1:0] block;
  } key_t;

  // Of the key, what a push or a barrier is found by.
  typedef struct packed {
    logic [1:0]            epoch;
    logic                  barrier;
    logic [BLOCK_BITS-1:0] block;
  } ghost_key_t;

  // What all packets of a sum have in common, as the header has it.
  typedef struct packed {
    logic [3:0] len;
    logic [3:0] dtype;
    logic [3:0] red_op;
  } shape_t;

  typedef struct packed {
    logic [7:0] region;
    shape_t     shape;
  } attr_t;

  // What an entry keeps of the packet that it began with.
  typedef struct packed {
    logic [15:0] expected;  // count at which it leaves
    logic [7:0]  region;
    logic [7:0]  wave;
    logic [11:0] tag;       // for pulls also in the key
  } origin_t;

  // What a ghost tells of an entry that left unfinished.
  typedef struct packed {
    logic [15:0] expected;  // contributions that it waited for
    logic [15:0] count;     // ... and had
  } counts_t;

  // The same with whether there is one.
  typedef struct packed {
    logic    known;
    counts_t counts;
  } ghost_t;

  // A flit at the input of a table.
  typedef struct packed {
    logic         err;     // with last: damaged on the way
    logic         last;    // of its packet
    logic [7:0]   region;  // with the header
    logic [127:0] data;
  } flit_t;

  // What the slots of a packet's payload have in common.
  typedef struct packed {
    logic [4:0] entry;
    logic       read;        // the entry's flits are read
    logic       write;       // ... and written
    logic       adds;        // ... and combined with the packet's
    logic [1:0] send;        // SEND_*: what of them leaves
    logic       keep_flags;  // their flags are added to the entry's
    logic       send_flags;  // ... to those of the header that leaves
    logic [3:0] red_op;
    logic [3:0] dtype;
    logic       wide;        // it is about a wide sum
    logic       plane;       // of which the packet brings a plane
    logic       round;       // what leaves is rounded
    logic       raw;         // what leaves is the packet's, as it came
    logic [4:0] index;       // number of the plane that comes
    logic [3:0] shift;       // log2 of what the sum is divided by
  } plan_t;

  // Flags of a slot of the data path, and where they go.
  typedef struct packed {
    logic [7:0] flags;  // bits nf_pkg::FLAG_*
    logic       start;  // the next result begins: its flags are zero before that
    logic       take;   // it begins with the entry's flags, which become zero
    logic       send;   // the flags are added to the result's
    logic       keep;   // ... to the entry's
  } flag_work_t;

  // Of a slot of the data path, what goes with it from stage to stage.
  typedef struct packed {
    logic       valid;
    logic       write;   // it writes the entry's flit
    logic       header;  // it sends a header
    logic       sum;     // what it writes or sends is the ALUs' result
    logic [1:0] send;    // SEND_*
    flag_work_t work;
  } slot_t;

  // Of a slot of the exact sums.
  typedef struct packed {
    logic read;   // the row of sums is read
    logic write;  // ... and written
    logic pass;   // the contribution itself is sent
    logic send;   // a plane is sent
  } exact_slot_t;

  typedef struct packed {
    logic         sum;    // the contribution is added to the row, else to zero
    logic         plane;  // it is a plane of sums
    logic [4:0]   index;  // number of that plane, or of the one that is sent
    logic [127:0] low;    // contributions to the low sums, or the plane
    logic [127:0] high;
  } addends_t;

endpackage
