// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/reduce/nf_reduce.toml; change that.
// Constants of the component `reduce`, packed structs of records and bundles; no state.

`ifdef __slang__
`pragma diagnostic ignore="-Wunused-package-typedef"
`endif
package nf_reduce_pkg;

  localparam int unsigned BLOCK_BITS = 44;  // number of a 16-byte block in a 48-bit address
  localparam int unsigned EXACT_PORT_BITS = 352;  // of an exact sum at a port: whole words
  localparam int unsigned MAX_PENDING = 3;  // slots in the ALUs whose flit comes too late for the slot at the operands

  // Flit that a slot in the ALUs will write.
  localparam int unsigned PENDING_BITS = 9;

  // Flit that a slot in the ALUs will write.
  typedef struct packed {
    logic       valid;  // there is one
    logic [4:0] entry;  // its entry, in as many bits as the largest table needs
    logic [2:0] flit;  // its place in the entry
  } pending_t;

  // What an entry is found by. Requester and tag tell pulls apart, and are zero for all others; the epoch tells every reduction from the same one that was aborted.
  typedef struct packed {
    logic [1:0]  epoch;  // attempt at the collective
    logic [1:0]  mode;  // MODE_*
    logic [9:0]  requester;  // of a pull: node
    logic [11:0] tag;  // of a pull: request tag
    logic [43:0] block;  // of the address
  } key_t;

  // Of the key, what a push or a barrier is found by.
  typedef struct packed {
    logic [1:0]  epoch;  // attempt at the collective
    logic        barrier;  // it is a barrier
    logic [43:0] block;  // of the address
  } ghost_key_t;

  // What all packets of a sum have in common, as the header has it.
  typedef struct packed {
    logic [3:0] len;  // payload flits
    logic [3:0] dtype;  // type
    logic [3:0] red_op;  // op
  } shape_t;

  // Attributes of a sum: what its packets have in common, and its region.
  typedef struct packed {
    logic [7:0] region;  // region of the MCR table
    shape_t     shape;  // length, type, op
  } attr_t;

  // What an entry keeps of the packet that it began with.
  typedef struct packed {
    logic [15:0] expected;  // count at which it leaves
    logic [7:0]  region;  // region of the MCR table
    logic [7:0]  wave;  // wave id
    logic [11:0] tag;  // for pulls also in the key
  } origin_t;

  // What a ghost tells of an entry that left unfinished.
  typedef struct packed {
    logic [15:0] expected;  // contributions that it waited for
    logic [15:0] count;  // contributions that it had
  } counts_t;

  // A ghost: counts, and whether there is one.
  typedef struct packed {
    logic    known;  // there is one
    counts_t counts;  // contributions
  } ghost_t;

  // A flit at the input of a table.
  typedef struct packed {
    logic         err;  // with last: damaged on the way
    logic         last;  // of its packet
    logic [7:0]   region;  // with the header
    logic [127:0] data;  // header or payload
  } flit_t;

  // What the slots of a packet's payload have in common.
  typedef struct packed {
    logic [4:0] entry;  // entry
    logic       read;  // the entry's flits are read
    logic       write;  // the entry's flits are written
    logic       adds;  // the entry's flits are combined with the packet's
    logic [1:0] send;  // SEND_*: what of them leaves
    logic       keep_flags;  // their flags are added to the entry's
    logic       send_flags;  // their flags are added to those of the header that leaves
    logic [3:0] red_op;  // op
    logic [3:0] dtype;  // type
    logic       wide;  // it is about a wide sum
    logic       plane;  // the packet brings a plane of it
    logic       round;  // what leaves is rounded
    logic       raw;  // what leaves is the packet's, as it came
    logic [4:0] index;  // number of the plane that comes
    logic [3:0] shift;  // log2 of what the sum is divided by
  } plan_t;

  // Flags of a slot of the data path, and where they go.
  typedef struct packed {
    logic [7:0] flags;  // bits nf_pkg::FLAG_*
    logic       start;  // the next result begins: its flags are zero before that
    logic       take;  // it begins with the entry's flags, which become zero
    logic       send;  // the flags are added to the result's
    logic       keep;  // the flags are added to the entry's
  } flag_work_t;

  // Of a slot of the data path, what goes with it from stage to stage.
  typedef struct packed {
    logic       valid;  // there is one
    logic       write;  // it writes the entry's flit
    logic       header;  // it sends a header
    logic       sum;  // what it writes or sends is the ALUs' result
    logic [1:0] send;  // SEND_*
    flag_work_t work;  // flags
  } slot_t;

  // Of a slot of the exact sums.
  typedef struct packed {
    logic read;  // the row of sums is read
    logic write;  // the row of sums is written
    logic pass;  // the contribution itself is sent
    logic send;  // a plane is sent
  } exact_slot_t;

  // What the exact sums add.
  typedef struct packed {
    logic         sum;  // the contribution is added to the row, else to zero
    logic         plane;  // it is a plane of sums
    logic [4:0]   index;  // number of that plane, or of the one that is sent
    logic [127:0] low;  // contributions to the low sums, or the plane
    logic [127:0] high;  // contributions to the high sums
  } addends_t;

  // How an entry came about; part of its key (KLENK IV-B, IV-C).
  localparam logic [1:0] MODE_PUSH = 2'h0;  // reduction writes
  localparam logic [1:0] MODE_BARRIER = 2'h1;  // a push reduction without payload
  localparam logic [1:0] MODE_PULL = 2'h2;  // responses to a pull request

  // What happens to a packet or to a pull request: the table in docs/reduce/nf_reduce_decide.md.
  localparam logic [3:0] ACT_DROP = 4'h0;  // nothing is kept, nothing leaves
  localparam logic [3:0] ACT_INSERT = 4'h1;  // written into a free entry
  localparam logic [3:0] ACT_EVICT = 4'h2;  // written over the LRU entry while that one leaves
  localparam logic [3:0] ACT_FIRST = 4'h3;  // first response of an allocated entry: written
  localparam logic [3:0] ACT_REDUCE = 4'h4;  // reduced with the entry, kept
  localparam logic [3:0] ACT_FINISH = 4'h5;  // reduced with the entry, the result leaves
  localparam logic [3:0] ACT_ONLY = 4'h6;  // the first response is also the last: leaves as it came
  localparam logic [3:0] ACT_PASS = 4'h7;  // complete by its own count: leaves as the result
  localparam logic [3:0] ACT_BYPASS = 4'h8;  // no entry to be had: leaves unreduced
  localparam logic [3:0] ACT_ALLOC = 4'h9;  // the request gets a free entry
  localparam logic [3:0] ACT_LET_GO = 4'ha;  // the request travels on without an entry
  localparam logic [3:0] ACT_WAIT = 4'hb;  // the request waits at the interface
  localparam logic [3:0] ACT_CLEAR = 4'hc;  // the LRU entry leaves first
  localparam logic [3:0] ACT_EXPIRE = 4'hd;  // no packet's: the entry that timed out leaves
  localparam logic [3:0] ACT_REST = 4'he;  // reduced with the entry, the rest of a sum leaves

  // What a payload slot sends out.
  localparam logic [1:0] SEND_NONE = 2'h0;  // nothing
  localparam logic [1:0] SEND_SUM = 2'h1;  // the ALUs' result
  localparam logic [1:0] SEND_HELD = 2'h2;  // the flit that the entry held
  localparam logic [1:0] SEND_IN = 2'h3;  // the flit that came in, or a header

  // Whom a leaving packet is for.
  localparam logic [1:0] TO_ALL = 2'h0;  // result: every target of the region
  localparam logic [1:0] TO_HOME = 2'h1;  // partial: home GPU or every target, by configuration
  localparam logic [1:0] TO_REQUESTER = 2'h2;  // pull response: out of the own port

endpackage
