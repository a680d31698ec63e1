// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_defs.py from rtl/common/nf_defs.toml; change that.
// Packet header, codes and register map, shared with rtl/common/nf_pkg.sv.
#ifndef NF_DEFS_H
#define NF_DEFS_H

#include <stdbool.h>
#include <stdint.h>

// clang-format off
enum {
  NF_FLIT_BITS = 128, // bits of one flit; one flit per cycle at 1.5625 GHz is 25 GB/s (KLENK V)
  NF_FLIT_BYTES = 16, // bytes of one flit
  NF_MAX_PAYLOAD_FLITS = 8, // payload flits of the longest packet: 128 B (KLENK V)
  NF_MAX_PACKET_FLITS = 9, // header and payload flits of the longest packet: 144 B (KLENK V)
  NF_BLOCK_BYTES = 128, // bytes of one reduction table entry and alignment of a full payload (KLENK IV-D)
  NF_MAX_PORTS = 16, // ports of the largest switch (DGX-2, KLENK II-A)
  NF_MAX_ENTRIES = 32, // entries of the largest reduction table: 4 kB a port (KLENK VI)
  NF_MAX_REGIONS = 32, // multicast regions of the largest MCR table
  NF_MAX_NODES = 1024, // node ids that the header can name; the last two are no nodes
  NF_MAX_HOME_SLOTS = 512, // slots of the largest home-port table
  NF_MAX_LINKS = 8, // links of an endpoint, over which it interleaves blocks
  NF_REDUCTION_OPS = 7, // reduction ops
  NF_DTYPES = 13, // data types
  NF_TABLE_EVENTS = 16, // events of a reduction table
  NF_EXACT_SEGMENTS = 10, // 32-bit segments of an exact sum: 320 bits from 2^-149 up, room for 2^42 contributions of f32
  NF_VC_REQUEST = 0, // virtual channel of requests
  NF_VC_RESPONSE = 1, // virtual channel of responses
  NF_TICK_CYCLES = 64, // cycles between two ticks of the entry timeouts, times a power of two (CSR TIMEOUT)
  NF_MAX_TICK_LOG2 = 15, // log2 of the largest such factor: 255 ticks are 342 ms then
  NF_EXACT_ADDEND_BITS = 64, // a contribution to an exact sum, decoded
  NF_EXACT_BITS = 333, // an exact sum: segments, nine saved carries, four sticky bits
  NF_BROADCAST_ID = 1023, // destination id of results: the address's region decides
  NF_HOME_TABLE_ID = 1022, // destination id of a leaf's partial sums: the address's home slot decides
  NF_HOME_UP_BIT = 15, // bit of a region's home node, as the tables have it: there is none, partial sums go up
};

enum {
  NF_OPCODE_READ_REQ = 0, // unicast read request
  NF_OPCODE_WRITE = 1, // unicast write
  NF_OPCODE_MCAST_WRITE = 2, // write to every target of a multicast region (KLENK IV-A)
  NF_OPCODE_PULL_REQ = 3, // load-reduce: read every target of a region, reduce the responses (KLENK IV-B)
  NF_OPCODE_PUSH_WRITE = 4, // reduction write to the address's home port (KLENK IV-C)
  NF_OPCODE_BARRIER = 5, // push reduction without payload: counts arrivals only
  NF_OPCODE_READ_RSP = 8, // read response
  NF_OPCODE_WRITE_ACK = 9, // acknowledgement of a write or of a result
  NF_OPCODE_PULL_RSP = 10, // response to a pull request, reduced on its way
  NF_OPCODE_PUSH_PARTIAL = 11, // partial sum: of an evicted entry (KLENK IV-C), or of a leaf that reduces first
  NF_OPCODE_PUSH_RESULT = 12, // complete sum of a push reduction
  NF_OPCODE_BARRIER_DONE = 13, // the barrier is complete
};

enum {
  NF_RED_OP_ADD = 0, // sum
  NF_RED_OP_MIN = 1, // minimum; floating point: IEEE 754-2019 minimumNumber
  NF_RED_OP_MAX = 2, // maximum; floating point: IEEE 754-2019 maximumNumber
  NF_RED_OP_AND = 3, // bitwise and
  NF_RED_OP_OR = 4, // bitwise or
  NF_RED_OP_XOR = 5, // bitwise exclusive or
  NF_RED_OP_AVG = 6, // average: the sum, then scaled by the expected count, a power of two, and rounded
};

enum {
  NF_DTYPE_F32 = 0, // IEEE 754 binary32
  NF_DTYPE_U32 = 1, // unsigned 32-bit integer, sums wrap
  NF_DTYPE_S32 = 2, // signed 32-bit integer, sums wrap
  NF_DTYPE_U32SAT = 3, // unsigned 32-bit integer, sums stay at the largest one: OVERFLOW
  NF_DTYPE_S32SAT = 4, // signed 32-bit integer, sums stay at the largest or least one: OVERFLOW
  NF_DTYPE_FIX32 = 5, // fixed point, binary point agreed by the endpoints (NETREDUCE 5.2.2); sums as S32SAT
  NF_DTYPE_F16 = 6, // pair of IEEE 754 binary16, each sum rounded to binary16
  NF_DTYPE_BF16 = 7, // pair of bfloat16, each sum rounded to bfloat16
  NF_DTYPE_F16_F32 = 8, // pair of binary16, summed in binary32, rounded once on the way out
  NF_DTYPE_BF16_F32 = 9, // pair of bfloat16, summed in binary32, rounded once on the way out
  NF_DTYPE_F32X = 10, // binary32, exact sum, rounded once on the way out
  NF_DTYPE_F16X = 11, // pair of binary16, exact sums, rounded once on the way out
  NF_DTYPE_BF16X = 12, // pair of bfloat16, exact sums, rounded once on the way out
};

enum {
  NF_ERR_NONE = 0, // no error
  NF_ERR_OPCODE = 1, // undefined opcode
  NF_ERR_ROUTE = 2, // no route to the destination, one that leads from an uplink to an uplink, or a leaf's sum that came from above
  NF_ERR_REGION = 3, // the address belongs to no region
  NF_ERR_RANGE = 4, // the packet crosses the end of its block of 128 B
  NF_ERR_MODE = 5, // the region does not allow this opcode, or not from this source
  NF_ERR_ALIGN = 6, // misaligned address, or a length that the opcode does not allow
  NF_ERR_OP = 7, // op and type are not a supported pair, an endpoint sends what only switches send, or the switch has no reduction table for it
  NF_ERR_COUNT = 8, // a contribution with count zero that is no plane, or of an endpoint with another count than one
  NF_ERR_LENGTH = 9, // damaged on the link, or ended before or after the flits that its header announces
  NF_ERR_HOME = 10, // the address's home slot is not programmed
  NF_ERR_TARGETS = 11, // no port is left after the exclusion of source, own port and uplinks
};

enum {
  NF_MCR_STATUS_OK = 0, // the region is valid
  NF_MCR_STATUS_OVERLAP = 1, // it overlaps a valid region
  NF_MCR_STATUS_NO_TARGET = 2, // its target list is empty
  NF_MCR_STATUS_NO_ROUTE = 3, // a target has no route
  NF_MCR_STATUS_BAD_SIZE = 4, // base or size is zero, not a multiple of 128, or past 2^48
  NF_MCR_STATUS_BAD_INDEX = 5, // the index is past the table
  NF_MCR_STATUS_NO_EXPECTED = 6, // a reduction region needs an expected count of 1 or more, and with UP a share of 1 or more
  NF_MCR_STATUS_NO_HOME = 7, // a push region needs a home node that has a route
  NF_MCR_STATUS_BUSY = 8, // packets or table entries refer to the region, or it is valid and traffic is in the switch; nothing changed
};

enum { // bit numbers
  NF_FLAG_POISON = 0, // the payload is not to be used: a contribution was damaged, refused or missing
  NF_FLAG_INVALID = 1, // an addition of infinities of opposite sign, or a signalling NaN
  NF_FLAG_OVERFLOW = 2, // a finite sum was rounded to infinity, or an integer one passed its range
  NF_FLAG_UNDERFLOW = 3, // IEEE 754 underflow, tininess detected after rounding
  NF_FLAG_INEXACT = 4, // a sum was rounded
  NF_FLAG_PLANE = 5, // the payload is one plane of an unrounded sum; wave says which
};

enum { // bit numbers
  NF_EV_PACKET = 0, // packets taken
  NF_EV_HIT = 1, // contributions that found their entry
  NF_EV_MISS = 2, // contributions that found none
  NF_EV_INSERT = 3, // entries written by a push
  NF_EV_COMPLETE = 4, // complete results sent
  NF_EV_EVICT = 5, // entries evicted by a full table
  NF_EV_TIMEOUT = 6, // entries that timed out
  NF_EV_BYPASS = 7, // packets passed by the table unreduced
  NF_EV_ALLOC = 8, // entries allocated by pull requests
  NF_EV_ALLOC_STALL = 9, // cycles a pull request waited for an entry
  NF_EV_ERR_COUNT = 10, // packets dropped because they pass the expected count, or it is one that an average cannot be scaled by
  NF_EV_ERR_MISMATCH = 11, // contributions dropped because op, type or length differ from the entry's
  NF_EV_ERR_NO_ENTRY = 12, // pull responses dropped at the first hop because they found no entry
  NF_EV_ERR_DAMAGED = 13, // contributions damaged on the way: the entry is poisoned
  NF_EV_POISON = 14, // poisoned results sent
  NF_EV_REST = 15, // rests of sums sent: the last of what was to come after an entry had left, or all of a leaf's share
};

enum { // bit numbers
  NF_MCR_MODE_MULTICAST = 0, // multicast writes allowed
  NF_MCR_MODE_PULL = 1, // pull reductions allowed
  NF_MCR_MODE_PUSH = 2, // push reductions and barriers allowed
  NF_MCR_MODE_EXCLUDE_SOURCE = 3, // the source is left out of the targets
  NF_MCR_MODE_MEMBERS = 4, // requests of sources that are no targets are dropped, at the first hop every packet of others, or in the name of a target behind another port
  NF_MCR_MODE_HOME_SPREAD = 5, // the route to the home GPU has bit SPREAD; found by the commit
  NF_MCR_MODE_SPREAD = 6, // the route of a target has bit SPREAD; found by the commit
  NF_MCR_MODE_CLOSED = 7, // takes no new requests; set by COMMIT 2 only
};

enum { // byte offsets
  NF_CSR_ID = 0x0000, // 0x4E460001: netfold, version 1 of this map
  NF_CSR_PARAMS = 0x0004, // ports 7:0, table entries 15:8, regions 23:16, home slots 31:24: 2^n, n in 30:24, three times that with bit 31
  NF_CSR_SWITCH_ID = 0x0008, // node id of this switch, 9:0
  NF_CSR_CONTROL = 0x000c, // bit 0: multicast partials to all targets (eviction strategy 1); 0: to the home GPU (strategy 2)
  NF_CSR_TIMEOUT = 0x0010, // entry timeout in ticks, 7:0, 0 = never; a tick is 64 cycles times two to the power of 11:8
  NF_CSR_FIRST_HOP = 0x0014, // bit p: port p leads to an endpoint
  NF_CSR_TABLE_LIMIT = 0x0018, // entries of each reduction table that may be used, 7:0
  NF_CSR_STATUS = 0x001c, // bit 0: traffic in the switch; the registers of this page are locked, regions one by one
  NF_CSR_ERRORS = 0x0020, // bit e: a packet was dropped for error code e since last cleared; bits 16+v: event bit v of 10..14
  NF_CSR_FLAGS = 0x0028, // bit f: a result left with header flag f since last cleared (0: POISON, 1..4: IEEE 754)
  NF_CSR_PORT_SELECT = 0x0024, // port whose counters the window below shows, 7:0
  NF_CSR_UPLINKS = 0x002c, // bit p: port p leads up; what came in on such a port never leaves by one
  NF_CSR_LINKS = 0x0034, // links that endpoints interleave blocks over, 3:0, 1..8: this switch sees one block of 128 B in so many (home slots)
  NF_CSR_CLEAR = 0x0038, // as long as bit e of 3:0 is set, entries of epoch e are dropped from all tables, nothing is sent; bit 15: only those of region 12:8; may be written under traffic. Bit 31, read only: some are still to be dropped
  NF_CSR_MASK_SELECT = 0x0030, // which 32 nodes OLDEST_MASK shows, 7:0: nodes 32*n+31 : 32*n
  NF_CSR_OLDEST_ADDR_LO = 0x0040, // oldest entry of the selected port: address 31:0. Reading it notes the next three down
  NF_CSR_OLDEST_ADDR_HI = 0x0044, // address 47:32; bit 31: an entry is held
  NF_CSR_OLDEST_COUNT = 0x0048, // count 15:0, expected count 31:16
  NF_CSR_OLDEST_MASK = 0x004c, // its arrival mask then, of the nodes that MASK_SELECT named: bit n: node 32*MASK_SELECT+n had arrived
  NF_CSR_TABLE_USED = 0x0050, // entries in use 7:0
  NF_CSR_RX_PACKETS = 0x0080, // packets received at the selected port
  NF_CSR_RX_DROPS = 0x0084, // packets dropped at the selected port, all causes
  NF_CSR_RX_ACKS = 0x0088, // write acknowledgements addressed to this switch and consumed here
  NF_CSR_TX_PACKETS = 0x008c, // packets sent at the selected port
  NF_CSR_CLEARED = 0x0090, // entries of the port's reduction table dropped by CLEAR
  NF_CSR_DROP_BASE = 0x00c0, // +4*e: packets dropped for error code e (1..11), each for one; for LENGTH also those that go on, filled up or cut
  NF_CSR_EVENT_BASE = 0x0100, // +4*v: events of the port's reduction table by event bit v (0..15)
  NF_CSR_MCR_BASE = 0x1000, // window of the MCR, routing and home tables, below
};

enum { // byte offsets
  NF_MCR_REG_REGION_INDEX = 0x0000, // region that COMMIT works on
  NF_MCR_REG_REGION_BASE_LO = 0x0004, // first address 31:0, multiple of 128
  NF_MCR_REG_REGION_BASE_HI = 0x0008, // first address 47:32
  NF_MCR_REG_REGION_SIZE = 0x000c, // bytes, multiple of 128
  NF_MCR_REG_REGION_EXPECTED = 0x0010, // contributions of a complete reduction, 15:0; those that a pull waits for at a later hop and, with UP, a push at its leaf, 31:16, 0: a pull does not wait and its responses pass by
  NF_MCR_REG_REGION_MODE = 0x0014, // bits of the MCR mode
  NF_MCR_REG_REGION_HOME = 0x0018, // node id of the home GPU, 9:0; bit 31 UP: this switch is a leaf that reduces first
  NF_MCR_REG_REGION_TARGET_SET = 0x001c, // node id: adds it to the target list
  NF_MCR_REG_REGION_TARGET_CLEAR = 0x0020, // any value: empties the target list
  NF_MCR_REG_REGION_COMMIT = 0x0024, // 1: check and activate the region; 0: invalidate it; 2: close it, it takes no new requests
  NF_MCR_REG_REGION_STATUS = 0x0028, // result code of the last commit 7:0
  NF_MCR_REG_REGION_VALID = 0x002c, // bit r: region r is valid
  NF_MCR_REG_REGION_IN_USE = 0x0030, // bit r: packets or table entries refer to region r
  NF_MCR_REG_ROUTE_BASE = 0x0400, // +4*node: egress port 3:0, bit 30 SPREAD (in its place the way of the address's home slot), bit 31 valid
  NF_MCR_REG_HOME_BASE = 0x0800, // +4*slot: port 3:0, way 7:4 (egress port of what is spread), bit 30 local (that port's table here), bit 31 valid
};

// One flit; bit 0 is bit 0 of w[0].
typedef struct {
  uint64_t w[2];
} nf_flit;

// What the packet is; bit 3 is its virtual channel (4 bits).
static inline uint8_t nf_hdr_opcode(const nf_flit *h) {
  return (uint8_t)(h->w[0] >> 0 & 0xfu);
}
static inline void nf_hdr_set_opcode(nf_flit *h, uint8_t v) {
  h->w[0] = (h->w[0] & ~(0xfull << 0)) | ((uint64_t)v & 0xfull) << 0;
}

// Reduction op (4 bits).
static inline uint8_t nf_hdr_red_op(const nf_flit *h) {
  return (uint8_t)(h->w[0] >> 4 & 0xfu);
}
static inline void nf_hdr_set_red_op(nf_flit *h, uint8_t v) {
  h->w[0] = (h->w[0] & ~(0xfull << 4)) | ((uint64_t)v & 0xfull) << 4;
}

// Data type of the elements (4 bits).
static inline uint8_t nf_hdr_dtype(const nf_flit *h) {
  return (uint8_t)(h->w[0] >> 8 & 0xfu);
}
static inline void nf_hdr_set_dtype(nf_flit *h, uint8_t v) {
  h->w[0] = (h->w[0] & ~(0xfull << 8)) | ((uint64_t)v & 0xfull) << 8;
}

// Payload length in flits, 0..8; in a read or pull request the length asked for (4 bits).
static inline uint8_t nf_hdr_len(const nf_flit *h) {
  return (uint8_t)(h->w[0] >> 12 & 0xfu);
}
static inline void nf_hdr_set_len(nf_flit *h, uint8_t v) {
  h->w[0] = (h->w[0] & ~(0xfull << 12)) | ((uint64_t)v & 0xfull) << 12;
}

// How many contributions the payload holds (16 bits).
static inline uint16_t nf_hdr_count(const nf_flit *h) {
  return (uint16_t)(h->w[0] >> 16 & 0xffffu);
}
static inline void nf_hdr_set_count(nf_flit *h, uint16_t v) {
  h->w[0] = (h->w[0] & ~(0xffffull << 16)) | ((uint64_t)v & 0xffffull) << 16;
}

// Address in the network's global address space (48 bits).
static inline uint64_t nf_hdr_addr(const nf_flit *h) {
  return (uint64_t)((h->w[0] >> 32 | h->w[1] << 32) & 0xffffffffffffull);
}
static inline void nf_hdr_set_addr(nf_flit *h, uint64_t v) {
  h->w[0] = (h->w[0] & ~(0xffffffffull << 32)) | ((uint64_t)v & 0xffffffffull) << 32;
  h->w[1] = (h->w[1] & ~0xffffull) | ((uint64_t)v >> 32 & 0xffffull);
}

// Source node id (10 bits).
static inline uint16_t nf_hdr_src(const nf_flit *h) {
  return (uint16_t)(h->w[1] >> 16 & 0x3ffu);
}
static inline void nf_hdr_set_src(nf_flit *h, uint16_t v) {
  h->w[1] = (h->w[1] & ~(0x3ffull << 16)) | ((uint64_t)v & 0x3ffull) << 16;
}

// Destination node id (10 bits).
static inline uint16_t nf_hdr_dst(const nf_flit *h) {
  return (uint16_t)(h->w[1] >> 26 & 0x3ffu);
}
static inline void nf_hdr_set_dst(nf_flit *h, uint16_t v) {
  h->w[1] = (h->w[1] & ~(0x3ffull << 26)) | ((uint64_t)v & 0x3ffull) << 26;
}

// Request tag, returned in the response (12 bits).
static inline uint16_t nf_hdr_tag(const nf_flit *h) {
  return (uint16_t)(h->w[1] >> 36 & 0xfffu);
}
static inline void nf_hdr_set_tag(nf_flit *h, uint16_t v) {
  h->w[1] = (h->w[1] & ~(0xfffull << 36)) | ((uint64_t)v & 0xfffull) << 36;
}

// Wave or counter id of the endpoint (KLENK IV-F); with PLANE: which plane (8 bits).
static inline uint8_t nf_hdr_wave(const nf_flit *h) {
  return (uint8_t)(h->w[1] >> 48 & 0xffu);
}
static inline void nf_hdr_set_wave(nf_flit *h, uint8_t v) {
  h->w[1] = (h->w[1] & ~(0xffull << 48)) | ((uint64_t)v & 0xffull) << 48;
}

// Poison, the sticky IEEE 754 flags of the sum, and what the payload is (6 bits).
static inline uint8_t nf_hdr_flags(const nf_flit *h) {
  return (uint8_t)(h->w[1] >> 56 & 0x3fu);
}
static inline void nf_hdr_set_flags(nf_flit *h, uint8_t v) {
  h->w[1] = (h->w[1] & ~(0x3full << 56)) | ((uint64_t)v & 0x3full) << 56;
}

// Which attempt the packet belongs to: what is left of an aborted collective meets nothing of its repetition (2 bits).
static inline uint8_t nf_hdr_epoch(const nf_flit *h) {
  return (uint8_t)(h->w[1] >> 62 & 0x3u);
}
static inline void nf_hdr_set_epoch(nf_flit *h, uint8_t v) {
  h->w[1] = (h->w[1] & ~(0x3ull << 62)) | ((uint64_t)v & 0x3ull) << 62;
}

// What a data type can do: bit masks of ops, of ops with sums wider than the type, the planes of
// such a sum, and whether the elements are 16-bit ones in pairs.
typedef struct {
  uint16_t ops, wide;
  uint8_t planes;
  bool half;
} nf_dtype_info;
static const nf_dtype_info nf_dtypes[16] = {
  [0] = {.ops = 0x0047, .wide = 0x0040, .planes = 1, .half = 0},
  [1] = {.ops = 0x003f, .wide = 0x0000, .planes = 0, .half = 0},
  [2] = {.ops = 0x003f, .wide = 0x0000, .planes = 0, .half = 0},
  [3] = {.ops = 0x0001, .wide = 0x0000, .planes = 0, .half = 0},
  [4] = {.ops = 0x0001, .wide = 0x0000, .planes = 0, .half = 0},
  [5] = {.ops = 0x0007, .wide = 0x0000, .planes = 0, .half = 0},
  [6] = {.ops = 0x0007, .wide = 0x0000, .planes = 0, .half = 1},
  [7] = {.ops = 0x0007, .wide = 0x0000, .planes = 0, .half = 1},
  [8] = {.ops = 0x0041, .wide = 0x0041, .planes = 2, .half = 1},
  [9] = {.ops = 0x0041, .wide = 0x0041, .planes = 2, .half = 1},
  [10] = {.ops = 0x0041, .wide = 0x0041, .planes = 11, .half = 0},
  [11] = {.ops = 0x0041, .wide = 0x0041, .planes = 22, .half = 1},
  [12] = {.ops = 0x0041, .wide = 0x0041, .planes = 22, .half = 1},
};

// True when the pair of reduction op and data type exists.
static inline bool nf_op_supported(unsigned red_op, unsigned dtype) {
  return red_op < 16 && dtype < 16 && (nf_dtypes[dtype].ops >> red_op & 1) != 0;
}
// True when its sums are wider than the type: rounded on the way out, partial in planes.
static inline bool nf_op_wide(unsigned red_op, unsigned dtype) {
  return red_op < 16 && dtype < 16 && (nf_dtypes[dtype].wide >> red_op & 1) != 0;
}
// True when hardware with these parameters (Halves, Wide) can do it.
static inline bool nf_op_built(unsigned red_op, unsigned dtype, bool halves, bool wide) {
  return nf_op_supported(red_op, dtype) && (halves || !nf_dtypes[dtype].half) &&
         (wide || !nf_op_wide(red_op, dtype));
}

// True when the opcode is defined.
static inline bool nf_opcode_defined(unsigned opcode) {
  return opcode < 16 && (0x3f3fu >> opcode & 1) != 0;
}

// Flits that follow a header: a request carries the length it asks for, not a payload.
static inline unsigned nf_payload_flits(unsigned opcode, unsigned len) {
  return (0x1d16u >> (opcode & 15) & 1) != 0 ? len : 0;
}
static inline unsigned nf_hdr_payload_flits(const nf_flit *h) {
  return nf_payload_flits(nf_hdr_opcode(h), nf_hdr_len(h));
}

// Virtual channel of a packet: bit 3 of its opcode.
static inline unsigned nf_hdr_vc(const nf_flit *h) { return nf_hdr_opcode(h) >> 3; }
// clang-format on

#endif
