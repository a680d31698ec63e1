// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_defs.py from rtl/common/nf_defs.toml; change that.
// Constants and field positions; no state, no types.
package nf_pkg;

  localparam int unsigned FLIT_BITS = 128;  // bits of one flit; one flit per cycle at 1.5625 GHz is 25 GB/s (KLENK V)
  localparam int unsigned FLIT_BYTES = 16;  // bytes of one flit
  localparam int unsigned MAX_PAYLOAD_FLITS = 8;  // payload flits of the longest packet: 128 B (KLENK V)
  localparam int unsigned MAX_PACKET_FLITS = 9;  // header and payload flits of the longest packet: 144 B (KLENK V)
  localparam int unsigned BLOCK_BYTES = 128;  // bytes of one reduction table entry and alignment of a full payload (KLENK IV-D)
  localparam int unsigned MAX_PORTS = 16;  // ports of the largest switch (DGX-2, KLENK II-A)
  localparam int unsigned MAX_ENTRIES = 32;  // entries of the largest reduction table: 4 kB a port (KLENK VI)
  localparam int unsigned MAX_REGIONS = 32;  // multicast regions of the largest MCR table
  localparam int unsigned MAX_HOME_SLOTS = 512;  // slots of the largest home-port table
  localparam int unsigned MAX_LINKS = 8;  // links of an endpoint, over which it interleaves blocks
  localparam int unsigned DTYPES = 13;  // data types
  localparam int unsigned TABLE_EVENTS = 16;  // events of a reduction table
  localparam int unsigned EXACT_SEGMENTS = 10;  // 32-bit segments of an exact sum: 320 bits from 2^-149 up, room for 2^42 contributions of f32
  localparam int unsigned TICK_CYCLES = 64;  // cycles between two ticks of the entry timeouts, times a power of two (CSR TIMEOUT)
  localparam int unsigned MAX_TICK_LOG2 = 15;  // log2 of the largest such factor: 255 ticks are 342 ms then
  localparam int unsigned EXACT_ADDEND_BITS = 64;  // a contribution to an exact sum, decoded
  localparam int unsigned EXACT_BITS = 333;  // an exact sum: segments, nine saved carries, four sticky bits
  localparam int unsigned BROADCAST_ID = 1023;  // destination id of results: the address's region decides
  localparam int unsigned HOME_TABLE_ID = 1022;  // destination id of a leaf's partial sums: the address's home slot decides
  localparam int unsigned HOME_UP_BIT = 15;  // bit of a region's home node, as the tables have it: there is none, partial sums go up

  // Header fields: least significant bit and width.
  localparam int unsigned HDR_OPCODE_LSB = 0;  // what the packet is; bit 3 is its virtual channel
  localparam int unsigned HDR_OPCODE_BITS = 4;
  localparam int unsigned HDR_RED_OP_BITS = 4;  // reduction op
  localparam int unsigned HDR_DTYPE_BITS = 4;  // data type of the elements
  localparam int unsigned HDR_LEN_LSB = 12;  // payload length in flits, 0..8; in a read or pull request the length asked for
  localparam int unsigned HDR_LEN_BITS = 4;
  localparam int unsigned HDR_COUNT_LSB = 16;  // how many contributions the payload holds
  localparam int unsigned HDR_COUNT_BITS = 16;
  localparam int unsigned HDR_ADDR_LSB = 32;  // address in the network's global address space
  localparam int unsigned HDR_ADDR_BITS = 48;
  localparam int unsigned HDR_SRC_LSB = 80;  // source node id
  localparam int unsigned HDR_SRC_BITS = 10;
  localparam int unsigned HDR_DST_LSB = 90;  // destination node id
  localparam int unsigned HDR_DST_BITS = 10;
  localparam int unsigned HDR_TAG_LSB = 100;  // request tag, returned in the response
  localparam int unsigned HDR_TAG_BITS = 12;
  localparam int unsigned HDR_WAVE_BITS = 8;  // wave or counter id of the endpoint (KLENK IV-F); with PLANE: which plane
  localparam int unsigned HDR_FLAGS_LSB = 120;  // poison, the sticky IEEE 754 flags of the sum, and what the payload is
  localparam int unsigned HDR_EPOCH_LSB = 126;  // which attempt the packet belongs to: what is left of an aborted collective meets nothing of its repetition
  localparam int unsigned HDR_EPOCH_BITS = 2;

  localparam logic [3:0] OPCODE_READ_REQ = 4'h0;  // unicast read request
  localparam logic [3:0] OPCODE_WRITE = 4'h1;  // unicast write
  localparam logic [3:0] OPCODE_MCAST_WRITE = 4'h2;  // write to every target of a multicast region (KLENK IV-A)
  localparam logic [3:0] OPCODE_PULL_REQ = 4'h3;  // load-reduce: read every target of a region, reduce the responses (KLENK IV-B)
  localparam logic [3:0] OPCODE_PUSH_WRITE = 4'h4;  // reduction write to the address's home port (KLENK IV-C)
  localparam logic [3:0] OPCODE_BARRIER = 4'h5;  // push reduction without payload: counts arrivals only
  localparam logic [3:0] OPCODE_READ_RSP = 4'h8;  // read response
  localparam logic [3:0] OPCODE_WRITE_ACK = 4'h9;  // acknowledgement of a write or of a result
  localparam logic [3:0] OPCODE_PULL_RSP = 4'ha;  // response to a pull request, reduced on its way
  localparam logic [3:0] OPCODE_PUSH_PARTIAL = 4'hb;  // partial sum: of an evicted entry (KLENK IV-C), or of a leaf that reduces first
  localparam logic [3:0] OPCODE_PUSH_RESULT = 4'hc;  // complete sum of a push reduction
  localparam logic [3:0] OPCODE_BARRIER_DONE = 4'hd;  // the barrier is complete

  localparam logic [3:0] RED_OP_ADD = 4'h0;  // sum
  localparam logic [3:0] RED_OP_MIN = 4'h1;  // minimum; floating point: IEEE 754-2019 minimumNumber
  localparam logic [3:0] RED_OP_MAX = 4'h2;  // maximum; floating point: IEEE 754-2019 maximumNumber
  localparam logic [3:0] RED_OP_AND = 4'h3;  // bitwise and
  localparam logic [3:0] RED_OP_OR = 4'h4;  // bitwise or
  localparam logic [3:0] RED_OP_XOR = 4'h5;  // bitwise exclusive or
  localparam logic [3:0] RED_OP_AVG = 4'h6;  // average: the sum, then scaled by the expected count, a power of two, and rounded

  localparam logic [3:0] DTYPE_F32 = 4'h0;  // IEEE 754 binary32
  localparam logic [3:0] DTYPE_U32 = 4'h1;  // unsigned 32-bit integer, sums wrap
  localparam logic [3:0] DTYPE_S32 = 4'h2;  // signed 32-bit integer, sums wrap
  localparam logic [3:0] DTYPE_U32SAT = 4'h3;  // unsigned 32-bit integer, sums stay at the largest one: OVERFLOW
  localparam logic [3:0] DTYPE_S32SAT = 4'h4;  // signed 32-bit integer, sums stay at the largest or least one: OVERFLOW
  localparam logic [3:0] DTYPE_FIX32 = 4'h5;  // fixed point, binary point agreed by the endpoints (NETREDUCE 5.2.2); sums as S32SAT
  localparam logic [3:0] DTYPE_F16 = 4'h6;  // pair of IEEE 754 binary16, each sum rounded to binary16
  localparam logic [3:0] DTYPE_BF16 = 4'h7;  // pair of bfloat16, each sum rounded to bfloat16
  localparam logic [3:0] DTYPE_F16_F32 = 4'h8;  // pair of binary16, summed in binary32, rounded once on the way out
  localparam logic [3:0] DTYPE_BF16_F32 = 4'h9;  // pair of bfloat16, summed in binary32, rounded once on the way out
  localparam logic [3:0] DTYPE_F32X = 4'ha;  // binary32, exact sum, rounded once on the way out
  localparam logic [3:0] DTYPE_F16X = 4'hb;  // pair of binary16, exact sums, rounded once on the way out
  localparam logic [3:0] DTYPE_BF16X = 4'hc;  // pair of bfloat16, exact sums, rounded once on the way out

  localparam logic [7:0] ERR_NONE = 8'h0;  // no error
  localparam logic [7:0] ERR_OPCODE = 8'h1;  // undefined opcode
  localparam logic [7:0] ERR_ROUTE = 8'h2;  // no route to the destination, one that leads from an uplink to an uplink, or a leaf's sum that came from above
  localparam logic [7:0] ERR_REGION = 8'h3;  // the address belongs to no region
  localparam logic [7:0] ERR_RANGE = 8'h4;  // the packet crosses the end of its block of 128 B
  localparam logic [7:0] ERR_MODE = 8'h5;  // the region does not allow this opcode, or not from this source
  localparam logic [7:0] ERR_ALIGN = 8'h6;  // misaligned address, or a length that the opcode does not allow
  localparam logic [7:0] ERR_OP = 8'h7;  // op and type are not a supported pair, an endpoint sends what only switches send, or the switch has no reduction table for it
  localparam logic [7:0] ERR_COUNT = 8'h8;  // a contribution with count zero that is no plane, or of an endpoint with another count than one
  localparam logic [7:0] ERR_LENGTH = 8'h9;  // damaged on the link, or ended before or after the flits that its header announces
  localparam logic [7:0] ERR_HOME = 8'ha;  // the address's home slot is not programmed
  localparam logic [7:0] ERR_TARGETS = 8'hb;  // no port is left after the exclusion of source, own port and uplinks

  localparam logic [7:0] MCR_STATUS_OK = 8'h0;  // the region is valid
  localparam logic [7:0] MCR_STATUS_OVERLAP = 8'h1;  // it overlaps a valid region
  localparam logic [7:0] MCR_STATUS_NO_TARGET = 8'h2;  // its target list is empty
  localparam logic [7:0] MCR_STATUS_NO_ROUTE = 8'h3;  // a target has no route
  localparam logic [7:0] MCR_STATUS_BAD_SIZE = 8'h4;  // base or size is zero, not a multiple of 128, or past 2^48
  localparam logic [7:0] MCR_STATUS_BAD_INDEX = 8'h5;  // the index is past the table
  localparam logic [7:0] MCR_STATUS_NO_EXPECTED = 8'h6;  // a reduction region needs an expected count of 1 or more, and with UP a share of 1 or more
  localparam logic [7:0] MCR_STATUS_NO_HOME = 8'h7;  // a push region needs a home node that has a route
  localparam logic [7:0] MCR_STATUS_BUSY = 8'h8;  // packets or table entries refer to the region, or it is valid and traffic is in the switch; nothing changed

  localparam int unsigned FLAG_POISON = 0;  // bit: the payload is not to be used: a contribution was damaged, refused or missing
  localparam int unsigned FLAG_INVALID = 1;  // bit: an addition of infinities of opposite sign, or a signalling NaN
  localparam int unsigned FLAG_OVERFLOW = 2;  // bit: a finite sum was rounded to infinity, or an integer one passed its range
  localparam int unsigned FLAG_UNDERFLOW = 3;  // bit: IEEE 754 underflow, tininess detected after rounding
  localparam int unsigned FLAG_INEXACT = 4;  // bit: a sum was rounded
  localparam int unsigned FLAG_PLANE = 5;  // bit: the payload is one plane of an unrounded sum; wave says which

  localparam int unsigned MCR_MODE_MEMBERS = 4;  // bit: requests of sources that are no targets are dropped, at the first hop every packet of others, or in the name of a target behind another port
  localparam int unsigned MCR_MODE_HOME_SPREAD = 5;  // bit: the route to the home GPU has bit SPREAD; found by the commit
  localparam int unsigned MCR_MODE_SPREAD = 6;  // bit: the route of a target has bit SPREAD; found by the commit
  localparam int unsigned MCR_MODE_CLOSED = 7;  // bit: takes no new requests; set by COMMIT 2 only

  localparam logic [15:0] CSR_ID = 16'h0;  // 0x4E460001: netfold, version 1 of this map
  localparam logic [15:0] CSR_PARAMS = 16'h4;  // ports 7:0, table entries 15:8, regions 23:16, home slots 31:24: 2^n, n in 30:24, three times that with bit 31
  localparam logic [15:0] CSR_SWITCH_ID = 16'h8;  // node id of this switch, 9:0
  localparam logic [15:0] CSR_CONTROL = 16'hc;  // bit 0: multicast partials to all targets (eviction strategy 1); 0: to the home GPU (strategy 2)
  localparam logic [15:0] CSR_TIMEOUT = 16'h10;  // entry timeout in ticks, 7:0, 0 = never; a tick is 64 cycles times two to the power of 11:8
  localparam logic [15:0] CSR_FIRST_HOP = 16'h14;  // bit p: port p leads to an endpoint
  localparam logic [15:0] CSR_TABLE_LIMIT = 16'h18;  // entries of each reduction table that may be used, 7:0
  localparam logic [15:0] CSR_STATUS = 16'h1c;  // bit 0: traffic in the switch; the registers of this page are locked, regions one by one
  localparam logic [15:0] CSR_ERRORS = 16'h20;  // bit e: a packet was dropped for error code e since last cleared; bits 16+v: event bit v of 10..14
  localparam logic [15:0] CSR_FLAGS = 16'h28;  // bit f: a result left with header flag f since last cleared (0: POISON, 1..4: IEEE 754)
  localparam logic [15:0] CSR_PORT_SELECT = 16'h24;  // port whose counters the window below shows, 7:0
  localparam logic [15:0] CSR_UPLINKS = 16'h2c;  // bit p: port p leads up; what came in on such a port never leaves by one
  localparam logic [15:0] CSR_LINKS = 16'h34;  // links that endpoints interleave blocks over, 3:0, 1..8: this switch sees one block of 128 B in so many (home slots)
  localparam logic [15:0] CSR_CLEAR = 16'h38;  // as long as bit e of 3:0 is set, entries of epoch e are dropped from all tables, nothing is sent; bit 15: only those of region 12:8; may be written under traffic. Bit 31, read only: some are still to be dropped
  localparam logic [15:0] CSR_MASK_SELECT = 16'h30;  // which 32 nodes OLDEST_MASK shows, 7:0: nodes 32*n+31 : 32*n
  localparam logic [15:0] CSR_OLDEST_ADDR_LO = 16'h40;  // oldest entry of the selected port: address 31:0. Reading it notes the next three down
  localparam logic [15:0] CSR_OLDEST_ADDR_HI = 16'h44;  // address 47:32; bit 31: an entry is held
  localparam logic [15:0] CSR_OLDEST_COUNT = 16'h48;  // count 15:0, expected count 31:16
  localparam logic [15:0] CSR_OLDEST_MASK = 16'h4c;  // its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
  localparam logic [15:0] CSR_TABLE_USED = 16'h50;  // entries in use 7:0
  localparam logic [15:0] CSR_RX_PACKETS = 16'h80;  // packets received at the selected port
  localparam logic [15:0] CSR_RX_DROPS = 16'h84;  // packets dropped at the selected port, all causes
  localparam logic [15:0] CSR_RX_ACKS = 16'h88;  // write acknowledgements addressed to this switch and consumed here
  localparam logic [15:0] CSR_TX_PACKETS = 16'h8c;  // packets sent at the selected port
  localparam logic [15:0] CSR_CLEARED = 16'h90;  // entries of the port's reduction table dropped by CLEAR
  localparam logic [15:0] CSR_DROP_BASE = 16'hc0;  // +4*e: packets dropped for error code e (1..11), each for one; for LENGTH also those that go on, filled up or cut
  localparam logic [15:0] CSR_EVENT_BASE = 16'h100;  // +4*v: events of the port's reduction table by event bit v (0..15)
  localparam logic [15:0] CSR_MCR_BASE = 16'h1000;  // window of the MCR, routing and home tables, below

  localparam logic [11:0] MCR_REG_REGION_INDEX = 12'h0;  // region that COMMIT works on
  localparam logic [11:0] MCR_REG_REGION_BASE_LO = 12'h4;  // first address 31:0, multiple of 128
  localparam logic [11:0] MCR_REG_REGION_BASE_HI = 12'h8;  // first address 47:32
  localparam logic [11:0] MCR_REG_REGION_SIZE = 12'hc;  // bytes, multiple of 128
  localparam logic [11:0] MCR_REG_REGION_EXPECTED = 12'h10;  // contributions of a complete reduction, 15:0; those that a pull waits for at a later hop and, with UP, a push at its leaf, 31:16, 0: a pull does not wait and its responses pass by
  localparam logic [11:0] MCR_REG_REGION_MODE = 12'h14;  // bits of the MCR mode
  localparam logic [11:0] MCR_REG_REGION_HOME = 12'h18;  // node id of the home GPU, 9:0; bit 31 UP: this switch is a leaf that reduces first
  localparam logic [11:0] MCR_REG_REGION_TARGET_SET = 12'h1c;  // node id: adds it to the target list
  localparam logic [11:0] MCR_REG_REGION_TARGET_CLEAR = 12'h20;  // any value: empties the target list
  localparam logic [11:0] MCR_REG_REGION_COMMIT = 12'h24;  // 1: check and activate the region; 0: invalidate it; 2: close it, it takes no new requests
  localparam logic [11:0] MCR_REG_REGION_STATUS = 12'h28;  // result code of the last commit 7:0
  localparam logic [11:0] MCR_REG_REGION_VALID = 12'h2c;  // bit r: region r is valid
  localparam logic [11:0] MCR_REG_REGION_IN_USE = 12'h30;  // bit r: packets or table entries refer to region r
  localparam logic [11:0] MCR_REG_ROUTE_BASE = 12'h400;  // +4*node: egress port 3:0, bit 30 SPREAD (in its place the way of the address's home slot), bit 31 valid
  localparam logic [11:0] MCR_REG_HOME_BASE = 12'h800;  // +4*slot: port 3:0, way 7:4 (egress port of what is spread), bit 30 local (that port's table here), bit 31 valid

  localparam logic [15:0] OPCODES_DEFINED = 16'h3f3f;  // bit: opcode
  localparam logic [15:0] OPCODES_WITH_PAYLOAD = 16'h1d16;  // bit: opcode; the others are a header alone
  localparam logic [255:0] OPS_SUPPORTED = 256'h41004100410041004100070007000700010001003f003f0047;  // bit: {dtype, red_op}
  localparam logic [255:0] OPS_WIDE = 256'h41004100410041004100000000000000000000000000000040;  // of these: the sum is wider than the type
  localparam logic [255:0] OPS_HALF = 256'h41004100000041004100070007000000000000000000000000;  // of these: 16-bit elements
  localparam logic [79:0] DTYPE_PLANES = 80'h16b2c420000000001;  // 5 bits a type: planes of a wide sum

endpackage
