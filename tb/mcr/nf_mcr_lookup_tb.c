// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Tables come from the model of nf_mcr_table, programmed as a fabric manager would. Headers follow
// each other without a gap; the answer to each is expected two cycles later.
#include "mcr/nf_mcr_hash.h"
#include "mcr/nf_mcr_lookup.h"
#include "mcr_program.h"
#include "nf_tb.h"

#include <string.h>

// A line of params.txt that does not say it has the RTL's.
#ifndef P_NoTables
#define P_NoTables 0
#endif

extern const nf_dut nf_mcr_lookup_dut;

static const nf_mcr_table_cfg table_cfg = {
    .Ports = P_Ports, .Regions = P_Regions, .Nodes = P_Nodes, .HomeSlots = P_HomeSlots};
static const nf_mcr_lookup_cfg cfg = {.Ports = P_Ports,
                                      .Regions = P_Regions,
                                      .Nodes = P_Nodes,
                                      .HomeSlots = P_HomeSlots,
                                      .Halves = P_Halves,
                                      .Wide = P_Wide,
                                      .NoTables = P_NoTables};

enum { LATENCY = 2, SWITCH_ID = 7 };

// Made anew by each start; a scenario that is cut short leaves them to the next one.
static nf_mcr_table *tables;

static void make_tables(nf_tb *tb) {
  nf_mcr_table_free(tables);
  tables = NULL;
  nf_tb_check(tb, nf_mcr_table_init(&tables, &table_cfg) == NF_OK, "the tables can be made");
}

typedef struct {
  const char *what;
  nf_mcr_lookup_out out;
} expectation;

typedef struct header_case header_case;

typedef struct {
  expectation due[LATENCY]; // what the header of two cycles ago must give, and of one
  const header_case *cases; // directed: headers to send, one per cycle
  unsigned case_count;
  nf_pace pace;
  unsigned quiet; // cycles without headers: the tables may change after two
  bool first_hop;
  uint8_t port;
  uint16_t id, uplinks;
  uint8_t links;
  // live: the fabric manager's accesses, and the header of the cycle before with its tables
  unsigned step;
  uint32_t in_use;
  bool header_before;
  nf_flit header;
  nf_mcr_view view;
} context;

static bool same(const nf_mcr_lookup_out *a, const nf_mcr_lookup_out *b) {
  return a->valid == b->valid && a->egress == b->egress && a->reduce == b->reduce &&
         a->alloc == b->alloc && a->sink == b->sink && a->by_region == b->by_region &&
         a->region == b->region && a->error == b->error;
}

// Checks what is due, and notes what the header of this cycle must give.
static void expect(nf_tb *tb, context *c, const nf_mcr_lookup_out *out, expectation next) {
  const expectation *due = &c->due[0];
  nf_tb_check(tb, same(out, &due->out),
              "%s: egress %#x reduce %#x alloc %d sink %d region %u error %u, expected egress %#x "
              "reduce %#x alloc %d sink %d region %u error %u",
              due->what == NULL ? "no header" : due->what, out->egress, out->reduce, out->alloc,
              out->sink, out->region, out->error, due->out.egress, due->out.reduce, due->out.alloc,
              due->out.sink, due->out.region, due->out.error);
  c->due[0] = c->due[1];
  c->due[1] = next;
}

// ----------------------------------------------------------------------------- directed
// Switch 7 of a tree: GPU 0, 1 and 2 at ports 0, 1 and 2; GPU 3 and 4 behind the switch at port 3.
enum { BASE = 0xa000, SIZE = 0x400, SMALL_BASE = 0x10000 };

struct header_case {
  const char *what;
  unsigned opcode, len;
  uint64_t addr;
  unsigned src, dst, count, red_op, dtype, flags;
  unsigned port;
  bool first_hop;
  unsigned uplinks;      // ports that lead up
  nf_mcr_lookup_out out; // valid is understood
};

#define F32_AND .red_op = NF_RED_OP_AND, .dtype = NF_DTYPE_F32
#define FROM_ABOVE .port = 3, .uplinks = 0xc
#define PLANE .flags = 1 << NF_FLAG_PLANE
#define TO(...) .out = {__VA_ARGS__}
// To the table of a port in region 1, or refused, as the build has the op or not.
#define PUSHED(built)                                                                              \
  .out = {.reduce = (built) ? 4 : 0, .region = (built), .error = (built) ? 0 : NF_ERR_OP}
#define REDUCED(built) .out = {.reduce = (built) ? 2 : 0, .error = (built) ? 0 : NF_ERR_OP}

static const header_case cases[] = {
    // KLENK IV-A: unicast
    {"read request", NF_OPCODE_READ_REQ, 8, 0x80, 0, 2, TO(.egress = 4)},
    {"write", NF_OPCODE_WRITE, 8, 0x80, 0, 1, TO(.egress = 2)},
    {"write of one flit", NF_OPCODE_WRITE, 1, 0x90, 0, 4, TO(.egress = 8)},
    {"read response", NF_OPCODE_READ_RSP, 7, 0x10, 0, 0, TO(.egress = 1)},
    {"write acknowledgement", NF_OPCODE_WRITE_ACK, 0, 0x80, 0, 3, TO(.egress = 8)},
    {"acknowledgement for this switch", NF_OPCODE_WRITE_ACK, 0, 0x80, 0, SWITCH_ID,
     TO(.sink = true)},
    {"write to this switch's id has no route", NF_OPCODE_WRITE, 8, 0x80, 0, SWITCH_ID,
     TO(.error = NF_ERR_ROUTE)},
    {"partial to the home GPU", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, .count = 1, TO(.egress = 2)},
    {"partial of a barrier", NF_OPCODE_PUSH_PARTIAL, 0, BASE, 2, 1, .count = 1, TO(.egress = 2)},
    {"partial from an endpoint", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, .count = 1, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_OP)},
    {"partial of a barrier from an endpoint", NF_OPCODE_PUSH_PARTIAL, 0, BASE, 2, 1, .count = 3,
     .port = 2, .first_hop = true, TO(.error = NF_ERR_OP)},
    {"partial with count zero", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, TO(.error = NF_ERR_COUNT)},
    {"no route", NF_OPCODE_WRITE, 8, 0x80, 0, 5, TO(.error = NF_ERR_ROUTE)},
    {"node id past the table", NF_OPCODE_WRITE, 8, 0x80, 0, 1000, TO(.error = NF_ERR_ROUTE)},
    {"unicast inside a region stays unicast", NF_OPCODE_WRITE, 8, BASE, 0, 2, TO(.egress = 4)},
    // KLENK IV-A: multicast, source exclusion, ports merged, no echo
    {"multicast without its source", NF_OPCODE_MCAST_WRITE, 8, BASE, 0, 9, .port = 0,
     .first_hop = true, TO(.egress = 0xe, .region = 1)},
    {"source shares its port with a target", NF_OPCODE_MCAST_WRITE, 8, BASE, 4, 0, .port = 2,
     .first_hop = true, TO(.egress = 0xf, .region = 1)},
    {"source is no target", NF_OPCODE_MCAST_WRITE, 8, BASE, 6, 0, .port = 0, .first_hop = true,
     TO(.egress = 0xf, .region = 1)},
    {"source id past the table", NF_OPCODE_MCAST_WRITE, 8, BASE, 1023, 0, .port = 0,
     .first_hop = true, TO(.egress = 0xf, .region = 1)},
    {"no echo to the switch it came from", NF_OPCODE_MCAST_WRITE, 8, BASE, 3, 0, .port = 3,
     TO(.egress = 7, .region = 1)},
    {"the only target is the source", NF_OPCODE_MCAST_WRITE, 8, SMALL_BASE, 0, 0, .port = 1,
     TO(.error = NF_ERR_TARGETS)},
    {"the only target is where it came from", NF_OPCODE_MCAST_WRITE, 8, SMALL_BASE, 3, 0, .port = 0,
     TO(.error = NF_ERR_TARGETS)},
    {"region 0 is told from unicast by its list", NF_OPCODE_MCAST_WRITE, 8, SMALL_BASE, 3, 0,
     .port = 3, TO(.egress = 1)},
    // KLENK IV-B: pull
    {"pull request allocates and is replicated", NF_OPCODE_PULL_REQ, 8, BASE, 1, 0, .port = 1,
     .first_hop = true, TO(.egress = 0xd, .alloc = true, .region = 1)},
    {"pull request at a later hop", NF_OPCODE_PULL_REQ, 4, BASE + 0x40, 4, 0, .port = 3,
     TO(.egress = 7, .alloc = true, .region = 1)},
    {"pull response goes to its table", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .count = 1,
     TO(.reduce = 2)},
    {"pull response on its way up", NF_OPCODE_PULL_RSP, 8, BASE, 2, 3, .count = 7, TO(.reduce = 8)},
    {"pull response without a route", NF_OPCODE_PULL_RSP, 8, BASE, 2, 6, .count = 1,
     TO(.error = NF_ERR_ROUTE)},
    // KLENK IV-C: push
    {"home table in this switch", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     TO(.reduce = 4, .region = 1)},
    {"home table behind port 3", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x80, 0, 0, .count = 1,
     TO(.egress = 8, .region = 1)},
    {"home slot not programmed", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x100, 0, 0, .count = 1,
     TO(.error = NF_ERR_HOME)},
    {"barrier goes to its home table", NF_OPCODE_BARRIER, 0, BASE + 0x20, 0, 0, .count = 1,
     TO(.reduce = 4, .region = 1)},
    {"result to all targets", NF_OPCODE_PUSH_RESULT, 8, BASE, SWITCH_ID, NF_BROADCAST_ID, .port = 3,
     .first_hop = true, TO(.egress = 0xf, .region = 1)},
    {"result from the tree above", NF_OPCODE_PUSH_RESULT, 8, BASE, 6, NF_BROADCAST_ID, .port = 3,
     TO(.egress = 7, .region = 1)},
    {"partial to all targets, from the tree above", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 6,
     NF_BROADCAST_ID, .count = 1, .port = 3, TO(.egress = 7, .region = 1)},
    {"partial of a barrier to all targets", NF_OPCODE_PUSH_PARTIAL, 0, BASE, 6, NF_BROADCAST_ID,
     .count = 1, .port = 3, TO(.egress = 7, .region = 1)},
    {"partial to all of a region without push", NF_OPCODE_PUSH_PARTIAL, 8, SMALL_BASE, 6,
     NF_BROADCAST_ID, .count = 1, TO(.error = NF_ERR_MODE)},
    // a leaf's sums
    {"a leaf's sum to its home table", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 6, NF_HOME_TABLE_ID,
     .count = 8, .port = 1, TO(.reduce = 4, .region = 1)},
    {"a leaf's sum on its way up", NF_OPCODE_PUSH_PARTIAL, 8, BASE + 0x80, 6, NF_HOME_TABLE_ID,
     .count = 8, .port = 1, .uplinks = 0xc, TO(.egress = 8, .region = 1)},
    {"a leaf's part of a barrier", NF_OPCODE_PUSH_PARTIAL, 0, BASE, 6, NF_HOME_TABLE_ID, .count = 3,
     .port = 1, TO(.reduce = 4, .region = 1)},
    {"a leaf's sum without a home", NF_OPCODE_PUSH_PARTIAL, 8, BASE + 0x100, 6, NF_HOME_TABLE_ID,
     .count = 8, .port = 1, TO(.error = NF_ERR_HOME)},
    {"a leaf's sum of nothing", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 6, NF_HOME_TABLE_ID, .port = 1,
     TO(.error = NF_ERR_COUNT)},
    {"a leaf's sum in a region without push", NF_OPCODE_PUSH_PARTIAL, 8, SMALL_BASE, 6,
     NF_HOME_TABLE_ID, .count = 8, .port = 1, TO(.error = NF_ERR_MODE)},
    {"a leaf's sum from above", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 6, NF_HOME_TABLE_ID, .count = 8,
     FROM_ABOVE, TO(.error = NF_ERR_ROUTE)},
    {"a leaf's sum from above, further down", NF_OPCODE_PUSH_PARTIAL, 8, BASE + 0x80, 6,
     NF_HOME_TABLE_ID, .count = 8, .port = 2, .uplinks = 4, TO(.error = NF_ERR_ROUTE)},
    {"a leaf's sum from an endpoint", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, NF_HOME_TABLE_ID,
     .count = 1, .port = 2, .first_hop = true, TO(.error = NF_ERR_OP)},
    {"barrier done to all targets", NF_OPCODE_BARRIER_DONE, 0, BASE, SWITCH_ID, NF_BROADCAST_ID,
     .port = 3, .first_hop = true, TO(.egress = 0xf, .region = 1)},
    // up*/down* routing: ports 2 and 3 lead up
    {"from below to all, up and down", NF_OPCODE_MCAST_WRITE, 8, BASE, 6, 0, .port = 0,
     .first_hop = true, .uplinks = 0xc, TO(.egress = 0xf, .region = 1)},
    {"multicast from above goes down", NF_OPCODE_MCAST_WRITE, 8, BASE, 6, 0, FROM_ABOVE,
     TO(.egress = 3, .region = 1)},
    {"pull request from above goes down", NF_OPCODE_PULL_REQ, 8, BASE, 6, 0, FROM_ABOVE,
     TO(.egress = 3, .alloc = true, .region = 1)},
    {"result from above goes down", NF_OPCODE_PUSH_RESULT, 8, BASE, 6, NF_BROADCAST_ID, FROM_ABOVE,
     TO(.egress = 3, .region = 1)},
    {"barrier done from above goes down", NF_OPCODE_BARRIER_DONE, 0, BASE, 6, NF_BROADCAST_ID,
     FROM_ABOVE, TO(.egress = 3, .region = 1)},
    {"from above, all targets above", NF_OPCODE_MCAST_WRITE, 8, SMALL_BASE, 6, 0, .port = 3,
     .uplinks = 9, TO(.error = NF_ERR_TARGETS)},
    {"write from above goes down", NF_OPCODE_WRITE, 8, 0x80, 6, 1, FROM_ABOVE, TO(.egress = 2)},
    {"write from below goes up", NF_OPCODE_WRITE, 8, 0x80, 0, 4, .port = 0, .uplinks = 0xc,
     TO(.egress = 8)},
    {"write from above to another uplink", NF_OPCODE_WRITE, 8, 0x80, 6, 2, FROM_ABOVE,
     TO(.error = NF_ERR_ROUTE)},
    {"write from above, back up", NF_OPCODE_WRITE, 8, 0x80, 6, 4, FROM_ABOVE,
     TO(.error = NF_ERR_ROUTE)},
    {"partial from above to another uplink", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 6, 2, .count = 1,
     FROM_ABOVE, TO(.error = NF_ERR_ROUTE)},
    {"response from above goes down", NF_OPCODE_PULL_RSP, 8, BASE, 6, 1, .count = 1, FROM_ABOVE,
     TO(.reduce = 2)},
    {"response from below goes up", NF_OPCODE_PULL_RSP, 8, BASE, 0, 4, .count = 1, .port = 0,
     .uplinks = 0xc, TO(.reduce = 8)},
    {"response from above for a requester above", NF_OPCODE_PULL_RSP, 8, BASE, 6, 4, .count = 1,
     FROM_ABOVE, TO(.error = NF_ERR_ROUTE)},
    {"push from above to a table here", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1, FROM_ABOVE,
     TO(.reduce = 4, .region = 1)},
    {"push from below to a home above", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x80, 0, 0, .count = 1,
     .port = 0, .uplinks = 0xc, TO(.egress = 8, .region = 1)},
    {"push from above to a home above", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x80, 0, 0, .count = 1,
     FROM_ABOVE, TO(.error = NF_ERR_ROUTE)},
    {"an open home slot is told before the turn", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x100, 0, 0,
     .count = 1, FROM_ABOVE, TO(.error = NF_ERR_HOME)},
    {"acknowledgement from above ends here", NF_OPCODE_WRITE_ACK, 0, 0x80, 0, SWITCH_ID, FROM_ABOVE,
     TO(.sink = true)},
    // spec 1.2: the errors, never a hang
    {"undefined opcode 6", 6, 8, BASE, 0, 0, TO(.error = NF_ERR_OPCODE)},
    {"undefined opcode 15", 15, 0, BASE, 0, 0, TO(.error = NF_ERR_OPCODE)},
    {"address below every region", NF_OPCODE_MCAST_WRITE, 8, BASE - 0x80, 0, 0,
     TO(.error = NF_ERR_REGION)},
    {"address just past a region", NF_OPCODE_MCAST_WRITE, 8, BASE + SIZE, 0, 0,
     TO(.error = NF_ERR_REGION)},
    {"last block of a region", NF_OPCODE_MCAST_WRITE, 8, BASE + SIZE - 0x80, 0, 0, .port = 0,
     TO(.egress = 0xe, .region = 1)},
    {"last flit of a region", NF_OPCODE_MCAST_WRITE, 1, BASE + SIZE - 0x10, 0, 0, .port = 0,
     TO(.egress = 0xe, .region = 1)},
    {"packet crosses the end of its region", NF_OPCODE_MCAST_WRITE, 2, BASE + SIZE - 0x10, 0, 0,
     TO(.error = NF_ERR_RANGE)},
    {"pull request for more than the region has", NF_OPCODE_PULL_REQ, 7, BASE + SIZE - 0x60, 0, 0,
     TO(.error = NF_ERR_RANGE)},
    {"packet crosses a block inside its region", NF_OPCODE_MCAST_WRITE, 7, BASE + 0x60, 0, 0,
     TO(.error = NF_ERR_RANGE)},
    {"write past its block, which may be the last that is mapped", NF_OPCODE_WRITE, 7, 0x1ff0, 0, 1,
     TO(.error = NF_ERR_RANGE)},
    {"read request past its block", NF_OPCODE_READ_REQ, 2, 0x1ff0, 0, 1, TO(.error = NF_ERR_RANGE)},
    {"write of the end of a block", NF_OPCODE_WRITE, 7, 0x1f90, 0, 1, TO(.egress = 2)},
    {"push in a region without push", NF_OPCODE_PUSH_WRITE, 8, SMALL_BASE, 1, 0, .count = 1,
     TO(.error = NF_ERR_MODE)},
    {"barrier in a region without push", NF_OPCODE_BARRIER, 0, SMALL_BASE, 1, 0, .count = 1,
     TO(.error = NF_ERR_MODE)},
    {"result in a region without push", NF_OPCODE_PUSH_RESULT, 8, SMALL_BASE, 1, 0,
     TO(.error = NF_ERR_MODE)},
    {"pull in a region without pull", NF_OPCODE_PULL_REQ, 8, SMALL_BASE, 1, 0,
     TO(.error = NF_ERR_MODE)},
    {"address not at a flit", NF_OPCODE_WRITE, 1, 0x88, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"full payload not at a block", NF_OPCODE_WRITE, 8, 0x90, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"length 9", NF_OPCODE_WRITE, 9, 0, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"length 15", NF_OPCODE_READ_REQ, 15, 0, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"write without payload", NF_OPCODE_WRITE, 0, 0, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"read request for nothing", NF_OPCODE_READ_REQ, 0, 0, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"acknowledgement with payload", NF_OPCODE_WRITE_ACK, 1, 0, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"barrier with payload", NF_OPCODE_BARRIER, 8, BASE, 0, 1, TO(.error = NF_ERR_ALIGN)},
    {"push of the and of floats", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1, F32_AND,
     TO(.error = NF_ERR_OP)},
    {"pull with an undefined type", NF_OPCODE_PULL_REQ, 8, BASE, 0, 0, .dtype = NF_DTYPES,
     TO(.error = NF_ERR_OP)},
    {"push of an undefined op", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .red_op = NF_REDUCTION_OPS, TO(.error = NF_ERR_OP)},
    // what the build's reduction tables can do
    {"push of saturating integers", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .dtype = NF_DTYPE_S32SAT, PUSHED(1)},
    {"push of halves", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1, .dtype = NF_DTYPE_BF16,
     PUSHED(P_Halves)},
    {"push of an exact sum", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .dtype = NF_DTYPE_F32X, PUSHED(P_Wide)},
    {"push of an average", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1, .red_op = NF_RED_OP_AVG,
     PUSHED(P_Wide)},
    {"push of an exact sum of halves", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .dtype = NF_DTYPE_F16X, PUSHED(P_Halves &&P_Wide)},
    {"average of integers", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .red_op = NF_RED_OP_AVG, .dtype = NF_DTYPE_U32, TO(.error = NF_ERR_OP)},
    {"pull of a sum in binary32", NF_OPCODE_PULL_REQ, 8, BASE, 1, 0, .port = 1, .first_hop = true,
     .dtype = NF_DTYPE_F16_F32,
     TO(.egress = P_Halves && P_Wide ? 0xd : 0, .alloc = P_Halves && P_Wide,
        .region = P_Halves && P_Wide, .error = P_Halves && P_Wide ? 0 : NF_ERR_OP)},
    // planes of unrounded sums
    {"response, first plane", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .dtype = NF_DTYPE_F32X, PLANE,
     REDUCED(P_Wide)},
    {"response, last plane", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .count = 3, .dtype = NF_DTYPE_F32X,
     PLANE, REDUCED(P_Wide)},
    {"response, plane of halves", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .dtype = NF_DTYPE_BF16X, PLANE,
     REDUCED(P_Halves &&P_Wide)},
    {"response, plane of an average", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .red_op = NF_RED_OP_AVG,
     PLANE, REDUCED(P_Wide)},
    {"response, plane of a rounded sum", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .count = 1, PLANE,
     TO(.error = NF_ERR_OP)},
    {"response, plane of nothing known", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .red_op = 15,
     .dtype = 15, PLANE, TO(.error = NF_ERR_OP)},
    {"response, a plane from an endpoint", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .port = 2,
     .first_hop = true, .dtype = NF_DTYPE_F32X, PLANE, TO(.error = NF_ERR_OP)},
    {"partial, a plane", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, .dtype = NF_DTYPE_F32X, PLANE,
     TO(.egress = P_Wide ? 2 : 0, .error = P_Wide ? 0 : NF_ERR_OP)},
    {"a leaf's sum, a plane", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, NF_HOME_TABLE_ID,
     .dtype = NF_DTYPE_F32X, PLANE, .port = 1, TO(.error = NF_ERR_OP)},
    {"a leaf's contribution to an exact sum", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, NF_HOME_TABLE_ID,
     .count = 1, .dtype = NF_DTYPE_F32X, .port = 1, TO(.reduce = 4, .region = 1)},
    {"partial, plane of a rounded sum", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, .count = 2, PLANE,
     TO(.error = NF_ERR_OP)},
    {"a contribution is no plane", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, .count = 1,
     .dtype = NF_DTYPE_F32X, PLANE, TO(.error = NF_ERR_OP)},
    {"a result is no plane", NF_OPCODE_PUSH_RESULT, 8, BASE, SWITCH_ID, NF_BROADCAST_ID,
     .dtype = NF_DTYPE_F32X, PLANE, TO(.error = NF_ERR_OP)},
    {"a write is no plane", NF_OPCODE_WRITE, 8, BASE, 0, 2, .dtype = NF_DTYPE_F32X, PLANE,
     TO(.error = NF_ERR_OP)},
    {"a plane is told before its count", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0,
     .dtype = NF_DTYPE_F32X, PLANE, TO(.error = NF_ERR_OP)},
    {"alignment before a plane", NF_OPCODE_WRITE, 8, BASE + 1, 0, 2, PLANE,
     TO(.error = NF_ERR_ALIGN)},
    {"a write does not reduce: any op", NF_OPCODE_WRITE, 8, BASE, 0, 2, F32_AND, TO(.egress = 4)},
    {"push with count zero", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, TO(.error = NF_ERR_COUNT)},
    {"barrier with count zero", NF_OPCODE_BARRIER, 0, BASE, 0, 0, TO(.error = NF_ERR_COUNT)},
    {"pull response with count zero", NF_OPCODE_PULL_RSP, 8, BASE, 0, 1, TO(.error = NF_ERR_COUNT)},
    // the first cause is reported
    {"opcode before alignment", 7, 9, BASE + 1, 0, 0, TO(.error = NF_ERR_OPCODE)},
    {"alignment before op", NF_OPCODE_PUSH_WRITE, 8, BASE + 1, 0, 0, F32_AND,
     TO(.error = NF_ERR_ALIGN)},
    {"op before count", NF_OPCODE_PUSH_WRITE, 8, BASE, 0, 0, F32_AND, TO(.error = NF_ERR_OP)},
    {"count before region", NF_OPCODE_PUSH_WRITE, 8, 0, 0, 0, TO(.error = NF_ERR_COUNT)},
    {"range before mode", NF_OPCODE_PULL_REQ, 2, SMALL_BASE + 0x70, 0, 0,
     TO(.error = NF_ERR_RANGE)},
    {"mode before home", NF_OPCODE_PUSH_WRITE, 8, SMALL_BASE, 0, 0, .count = 1,
     TO(.error = NF_ERR_MODE)},
};

enum { CASES = sizeof cases / sizeof cases[0] };

static void start_directed(nf_tb *tb, void *ctx) {
  static const uint16_t all[] = {0, 1, 2, 3, 4}, only_0[] = {0};
  const mcr_region every_mode = {.index = 1,
                                 .base = BASE,
                                 .size = SIZE,
                                 .expected = 5,
                                 .mode = 15,
                                 .home = 1,
                                 .targets = all,
                                 .target_count = 5};
  const mcr_region multicast_only = {.index = 0,
                                     .base = SMALL_BASE,
                                     .size = NF_BLOCK_BYTES,
                                     .expected = 0,
                                     .mode = 1 << NF_MCR_MODE_MULTICAST |
                                             1 << NF_MCR_MODE_EXCLUDE_SOURCE,
                                     .home = 0,
                                     .targets = only_0,
                                     .target_count = 1};
  context *c = ctx;
  c->cases = cases;
  c->case_count = CASES;
  const uint32_t valid = 1u << 31, local = 1u << 30;
  make_tables(tb);
  for (unsigned node = 0; node < 5; node++) {
    mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * node, valid | (node < 3 ? node : 3));
  }
  // blocks 0..2 of the region: port 2's table here, a table behind port 3, none
  mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * nf_mcr_hash(BASE, P_HomeSlots, 1),
            valid | local | 2);
  mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * nf_mcr_hash(BASE + 0x80, P_HomeSlots, 1), valid | 3);
  nf_tb_check(tb, mcr_commit(tables, &every_mode) == NF_MCR_STATUS_OK, "region 1 is valid");
  nf_tb_check(tb, mcr_commit(tables, &multicast_only) == NF_MCR_STATUS_OK, "region 0 is valid");
}

// In the same switch: what of it counts for more than one. The region expects five.
#define OF_GPU .port = 2, .first_hop = true
static const header_case count_cases[] = {
    {"push of one", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 1, OF_GPU,
     TO(.reduce = 4, .region = 1)},
    {"push that names the whole sum", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 5, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"push of two", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 2, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"push of 257", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 0x101, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"push of none", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, OF_GPU, TO(.error = NF_ERR_COUNT)},
    {"push of two to a home behind port 3", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x80, 2, 0, .count = 2,
     OF_GPU, TO(.error = NF_ERR_COUNT)},
    {"push of five from a switch", NF_OPCODE_PUSH_WRITE, 8, BASE, 3, 0, .count = 5, .port = 3,
     TO(.reduce = 4, .region = 1)},
    {"barrier of one", NF_OPCODE_BARRIER, 0, BASE, 2, 0, .count = 1, OF_GPU,
     TO(.reduce = 4, .region = 1)},
    {"barrier that names all", NF_OPCODE_BARRIER, 0, BASE, 2, 0, .count = 5, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"barrier of none", NF_OPCODE_BARRIER, 0, BASE, 2, 0, OF_GPU, TO(.error = NF_ERR_COUNT)},
    {"barrier of five from a switch", NF_OPCODE_BARRIER, 0, BASE, 3, 0, .count = 5, .port = 3,
     TO(.reduce = 4, .region = 1)},
    {"response of one", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .count = 1, OF_GPU, TO(.reduce = 2)},
    {"response that names the whole sum", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, .count = 5, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"response of none", NF_OPCODE_PULL_RSP, 8, BASE, 2, 1, OF_GPU, TO(.error = NF_ERR_COUNT)},
    {"response of five from a switch", NF_OPCODE_PULL_RSP, 8, BASE, 3, 1, .count = 5, .port = 3,
     TO(.reduce = 2)},
    {"a result of the home GPU has all", NF_OPCODE_PUSH_RESULT, 8, BASE, 2, NF_BROADCAST_ID,
     .count = 5, OF_GPU, TO(.egress = 0xb, .region = 1)},
    {"a multicast has no count", NF_OPCODE_MCAST_WRITE, 8, BASE, 2, 0, .count = 5, OF_GPU,
     TO(.egress = 0xb, .region = 1)},
    {"a pull request has no count", NF_OPCODE_PULL_REQ, 8, BASE, 2, 0, .count = 5, OF_GPU,
     TO(.egress = 0xb, .alloc = true, .region = 1)},
    {"a write has no count", NF_OPCODE_WRITE, 8, BASE, 2, 1, .count = 5, OF_GPU, TO(.egress = 2)},
    {"op before count", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 2, F32_AND, OF_GPU,
     TO(.error = NF_ERR_OP)},
    {"a sum of a switch before its count", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1, .count = 5,
     OF_GPU, TO(.error = NF_ERR_OP)},
    {"count before region", NF_OPCODE_BARRIER, 0, 0, 2, 0, .count = 2, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
    {"count before route", NF_OPCODE_PULL_RSP, 8, BASE, 2, 6, .count = 2, OF_GPU,
     TO(.error = NF_ERR_COUNT)},
};

enum { COUNT_CASES = sizeof count_cases / sizeof count_cases[0] };

static void start_counts(nf_tb *tb, void *ctx) {
  context *c = ctx;
  start_directed(tb, ctx);
  c->cases = count_cases;
  c->case_count = COUNT_CASES;
}

// The worked example of docs/mcr.md: four GPUs at one switch, as in KLENK Fig. 2.
static const header_case fig_2_cases[] = {
    {"multicast of GPU 0", NF_OPCODE_MCAST_WRITE, 8, 0xa080, 0, 0, .port = 0, .first_hop = true,
     TO(.egress = 0xe)},
    {"multicast of GPU 3", NF_OPCODE_MCAST_WRITE, 8, 0xa080, 3, 0, .port = 3, .first_hop = true,
     TO(.egress = 0x7)},
#if P_HomeSlots == 64
    {"push of block 0", NF_OPCODE_PUSH_WRITE, 8, 0xa000, 1, 0, .count = 1, .first_hop = true,
     TO(.reduce = 1)},
    {"push of block 1", NF_OPCODE_PUSH_WRITE, 8, 0xa080, 2, 0, .count = 1, .first_hop = true,
     TO(.reduce = 2)},
#endif
    {"pull is not allowed", NF_OPCODE_PULL_REQ, 8, 0xa000, 0, 0, TO(.error = NF_ERR_MODE)},
    {"past the end", NF_OPCODE_MCAST_WRITE, 2, 0xa3f0, 0, 0, TO(.error = NF_ERR_RANGE)},
    {"behind the end", NF_OPCODE_MCAST_WRITE, 8, 0xa400, 0, 0, TO(.error = NF_ERR_REGION)},
    {"write to GPU 2", NF_OPCODE_WRITE, 8, 0xa080, 0, 2, TO(.egress = 4)},
};

enum { FIG_2_CASES = sizeof fig_2_cases / sizeof fig_2_cases[0] };

static void start_fig_2(nf_tb *tb, void *ctx) {
  static const uint16_t gpus[] = {0, 1, 2, 3};
  const mcr_region region = {.base = 0xa000,
                             .size = 0x400,
                             .expected = 4,
                             .mode = 0xd,
                             .home = 1,
                             .targets = gpus,
                             .target_count = 4};
  context *c = ctx;
  c->cases = fig_2_cases;
  c->case_count = FIG_2_CASES;
  make_tables(tb);
  for (unsigned n = 0; n < 4; n++)
    mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * n, 1u << 31 | n);
  for (unsigned s = 0; s < P_HomeSlots; s++) {
    mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * s, 3u << 30 | s % 4);
  }
  nf_tb_check(tb, mcr_commit(tables, &region) == NF_MCR_STATUS_OK, "the region is valid");
  const nf_mcr_view *view = &nf_mcr_table_peek(tables)->view;
  nf_tb_check(tb, view->region_ports[0] == 0xf && view->region_multi[0] == 0, "its ports");
  nf_tb_check(tb, view->region_home_ports[0] == 2, "its home port");
}

// GPU 0, 1 and 4 are members, behind ports 0, 1 and 3; GPU 2 and 3 are not.
static const header_case member_cases[] = {
    {"push of a member", NF_OPCODE_PUSH_WRITE, 8, BASE, 1, 0, .count = 1, .port = 1,
     .first_hop = true, TO(.reduce = 4, .region = 1)},
    {"push of another node", NF_OPCODE_PUSH_WRITE, 8, BASE, 2, 0, .count = 1, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"push by a member's name from another port", NF_OPCODE_PUSH_WRITE, 8, BASE, 1, 0, .count = 1,
     .port = 2, .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"push of a member that a switch sends on", NF_OPCODE_PUSH_WRITE, 8, BASE, 1, 0, .count = 1,
     .port = 3, TO(.reduce = 4, .region = 1)},
    {"push of another node that a switch sends on", NF_OPCODE_PUSH_WRITE, 8, BASE, 3, 0, .count = 1,
     .port = 3, TO(.error = NF_ERR_MODE)},
    {"push of a node id past the table", NF_OPCODE_PUSH_WRITE, 8, BASE, 1023, 0, .count = 1,
     .port = 3, TO(.error = NF_ERR_MODE)},
    {"barrier of a member", NF_OPCODE_BARRIER, 0, BASE, 4, 0, .count = 1, .port = 3,
     .first_hop = true, TO(.reduce = 4, .region = 1)},
    {"barrier of another node", NF_OPCODE_BARRIER, 0, BASE, 3, 0, .count = 1, .port = 3,
     .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"pull request of a member", NF_OPCODE_PULL_REQ, 8, BASE, 0, 0, .port = 0, .first_hop = true,
     TO(.egress = 0xa, .alloc = true, .region = 1)},
    {"pull request of another node", NF_OPCODE_PULL_REQ, 8, BASE, 2, 0, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"multicast of another node", NF_OPCODE_MCAST_WRITE, 8, BASE, 2, 0, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"a result is a switch's", NF_OPCODE_PUSH_RESULT, 8, BASE, SWITCH_ID, NF_BROADCAST_ID,
     .port = 2, TO(.egress = 0xb, .region = 1)},
    {"a result of the home GPU", NF_OPCODE_PUSH_RESULT, 8, BASE, 1, NF_BROADCAST_ID, .port = 1,
     .first_hop = true, TO(.egress = 0x9, .region = 1)},
    {"a result in a switch's name from an endpoint", NF_OPCODE_PUSH_RESULT, 8, BASE, SWITCH_ID,
     NF_BROADCAST_ID, .port = 2, .first_hop = true, TO(.error = NF_ERR_MODE)},
    {"a partial sum of another node around the region", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 2, 1,
     .count = 1, .port = 2, .first_hop = true, TO(.error = NF_ERR_OP)},
    {"a partial sum of a member", NF_OPCODE_PUSH_PARTIAL, 8, BASE, 1, NF_BROADCAST_ID, .count = 1,
     .port = 1, .first_hop = true, TO(.error = NF_ERR_OP)},
    {"range before membership", NF_OPCODE_PULL_REQ, 7, BASE + SIZE - 0x60, 2, 0, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_RANGE)},
    {"membership before home", NF_OPCODE_PUSH_WRITE, 8, BASE + 0x100, 2, 0, .count = 1, .port = 2,
     .first_hop = true, TO(.error = NF_ERR_MODE)},
};

enum { MEMBER_CASES = sizeof member_cases / sizeof member_cases[0] };

static void start_members(nf_tb *tb, void *ctx) {
  static const uint16_t members[] = {0, 1, 4};
  const mcr_region region = {.index = 1,
                             .base = BASE,
                             .size = SIZE,
                             .expected = 3,
                             .mode = 15 | 1 << NF_MCR_MODE_MEMBERS,
                             .home = 1,
                             .targets = members,
                             .target_count = 3};
  context *c = ctx;
  c->cases = member_cases;
  c->case_count = MEMBER_CASES;
  make_tables(tb);
  for (unsigned node = 0; node < 5; node++)
    mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * node, 1u << 31 | (node < 3 ? node : 3));
  mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * nf_mcr_hash(BASE, P_HomeSlots, 1), 3u << 30 | 2);
  nf_tb_check(tb, mcr_commit(tables, &region) == NF_MCR_STATUS_OK, "the region is valid");
}

// GPU 4 is reached by port 2 or port 3: block 0 takes 2, block 1 takes 3, block 2 has no slot.
static const header_case spread_cases[] = {
    {"a multicast takes the way of its block", NF_OPCODE_MCAST_WRITE, 8, BASE, 0, 9, .port = 0,
     .first_hop = true, TO(.egress = 6, .region = 1)},
    {"another block, another way", NF_OPCODE_MCAST_WRITE, 8, BASE + 0x80, 0, 9, .port = 0,
     .first_hop = true, TO(.egress = 0xa, .region = 1)},
    {"from above it goes down", NF_OPCODE_MCAST_WRITE, 8, BASE, 4, 9, .port = 3, .uplinks = 0xc,
     TO(.egress = 3, .region = 1)},
    {"a way is no echo", NF_OPCODE_MCAST_WRITE, 8, BASE, 4, 9, .port = 2,
     TO(.egress = 3, .region = 1)},
    {"a multicast without a way", NF_OPCODE_MCAST_WRITE, 8, BASE + 0x100, 0, 9, .port = 0,
     .first_hop = true, TO(.error = NF_ERR_HOME)},
    {"a write takes the way of its block", NF_OPCODE_WRITE, 8, BASE + 0x80, 0, 4, TO(.egress = 8)},
    {"a write without a way", NF_OPCODE_WRITE, 8, BASE + 0x100, 0, 4, TO(.error = NF_ERR_ROUTE)},
    {"a way turns up", NF_OPCODE_WRITE, 8, BASE + 0x80, 0, 4, .port = 2, .uplinks = 0xc,
     TO(.error = NF_ERR_ROUTE)},
    {"a pull's response to the table of its way", NF_OPCODE_PULL_RSP, 8, BASE, 0, 4, .count = 1,
     TO(.reduce = 4)},
    {"of another block", NF_OPCODE_PULL_RSP, 8, BASE + 0x80, 0, 4, .count = 1, TO(.reduce = 8)},
};

enum { SPREAD_CASES = sizeof spread_cases / sizeof spread_cases[0] };

static void start_spread(nf_tb *tb, void *ctx) {
  static const uint16_t targets[] = {0, 1, 4};
  const mcr_region region = {.index = 1,
                             .base = BASE,
                             .size = SIZE,
                             .expected = 3,
                             .mode = 1 << NF_MCR_MODE_MULTICAST | 1 << NF_MCR_MODE_EXCLUDE_SOURCE,
                             .targets = targets,
                             .target_count = 3};
  context *c = ctx;
  c->cases = spread_cases;
  c->case_count = SPREAD_CASES;
  make_tables(tb);
  for (unsigned n = 0; n < 2; n++)
    mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * n, 1u << 31 | n);
  mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * 4, 3u << 30);
  for (unsigned b = 0; b < 2; b++)
    mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * nf_mcr_hash(BASE + 0x80 * b, P_HomeSlots, 1),
              1u << 31 | (2 + b) << 4);
  nf_tb_check(tb, mcr_commit(tables, &region) == NF_MCR_STATUS_OK, "the region is valid");
  const nf_mcr_view *view = &nf_mcr_table_peek(tables)->view;
  nf_tb_check(tb, view->region_ports[1] == 3, "its ports without the spread ones");
}

static void drive_directed(nf_tb *tb, void *ctx, const void *out, void *in_ptr) {
  context *c = ctx;
  nf_mcr_lookup_in *in = in_ptr;
  uint64_t n = nf_tb_cycle(tb);
  in->view = nf_mcr_table_peek(tables)->view;
  in->cfg_id = SWITCH_ID;
  in->cfg_links = 1;
  // cfg_port is sampled one cycle after the header it belongs to
  if (n > 0 && n <= c->case_count) {
    in->cfg_port = (uint8_t)c->cases[n - 1].port;
    in->cfg_first_hop = c->cases[n - 1].first_hop;
    in->cfg_uplinks = (uint16_t)c->cases[n - 1].uplinks;
    in->cfg_uplink = in->cfg_uplinks >> in->cfg_port & 1;
  }
  expectation next = {0};
  if (n < c->case_count) {
    const header_case *now = &c->cases[n];
    in->valid = true;
    nf_hdr_set_opcode(&in->hdr, (uint8_t)now->opcode);
    nf_hdr_set_len(&in->hdr, (uint8_t)now->len);
    nf_hdr_set_addr(&in->hdr, now->addr);
    nf_hdr_set_src(&in->hdr, (uint16_t)now->src);
    nf_hdr_set_dst(&in->hdr, (uint16_t)now->dst);
    nf_hdr_set_count(&in->hdr, (uint16_t)now->count);
    nf_hdr_set_red_op(&in->hdr, (uint8_t)now->red_op);
    nf_hdr_set_dtype(&in->hdr, (uint8_t)now->dtype);
    nf_hdr_set_flags(&in->hdr, (uint8_t)now->flags);
    next = (expectation){now->what, now->out};
    if (P_NoTables && (now->out.reduce != 0 || now->out.alloc))
      next.out = (nf_mcr_lookup_out){.error = NF_ERR_OP};
    next.out.valid = true;
    const unsigned region_opcodes =
        1u << NF_OPCODE_MCAST_WRITE | 1u << NF_OPCODE_PULL_REQ | 1u << NF_OPCODE_PUSH_WRITE |
        1u << NF_OPCODE_BARRIER | 1u << NF_OPCODE_PUSH_RESULT | 1u << NF_OPCODE_BARRIER_DONE |
        (unsigned)(now->dst == NF_BROADCAST_ID || now->dst == NF_HOME_TABLE_ID)
            << NF_OPCODE_PUSH_PARTIAL;
    next.out.by_region = next.out.error == 0 && (region_opcodes >> now->opcode & 1) != 0;
  }
  expect(tb, c, out, next);
}

// ----------------------------------------------------------------------------- random
static const char *const error_points[] = {
    "error NONE", "error OPCODE", "error ROUTE", "error REGION", "error RANGE",
    "error MODE", "error ALIGN",  "error OP",    "error COUNT",  "",
    "error HOME", "error TARGETS"};

// Mostly everything is allowed, to everybody.
static uint32_t random_mode(nf_tb *tb) {
  return (uint32_t)(nf_tb_below(tb, 16) | nf_tb_below(tb, 16)) | (uint32_t)nf_tb_chance(tb, 25)
                                                                     << NF_MCR_MODE_MEMBERS;
}

// Routes, home slots and regions anew; commits may fail, which leaves fewer regions.
static void program_random(nf_tb *tb, context *c) {
  make_tables(tb);
  unsigned routed = 80 + (unsigned)nf_tb_below(tb, 21);
  for (unsigned node = 0; node < P_Nodes; node++) {
    uint32_t valid = (uint32_t)nf_tb_chance(tb, routed) << 31;
    const uint32_t spread = (uint32_t)nf_tb_chance(tb, 10) << 30;
    mcr_write(tables, NF_MCR_REG_ROUTE_BASE + 4 * node,
              valid | spread | (uint32_t)nf_tb_below(tb, P_Ports));
  }
  for (unsigned slot = 0; slot < P_HomeSlots; slot++) {
    uint32_t valid = (uint32_t)nf_tb_chance(tb, 90) << 31;
    uint32_t local = (uint32_t)nf_tb_chance(tb, 50) << 30;
    mcr_write(tables, NF_MCR_REG_HOME_BASE + 4 * slot,
              valid | local | (uint32_t)nf_tb_below(tb, P_Ports) << 4 |
                  (uint32_t)nf_tb_below(tb, P_Ports));
  }
  uint64_t top = 1ull << (8 + nf_tb_below(tb, 41)); // crowded, or spread over 2^48
  for (unsigned r = 0; r < P_Regions; r++) {
    uint16_t targets[8];
    unsigned count = 1 + (unsigned)nf_tb_below(tb, 8);
    for (unsigned i = 0; i < count; i++)
      targets[i] = (uint16_t)nf_tb_below(tb, P_Nodes);
    uint32_t blocks = (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 50) ? 4 : 1u << 20) + 1;
    mcr_region region = {.index = r,
                         .base = nf_tb_below(tb, top) / NF_BLOCK_BYTES * NF_BLOCK_BYTES,
                         .size = blocks * NF_BLOCK_BYTES,
                         .expected = 1,
                         .mode = random_mode(tb),
                         .home = targets[0],
                         .targets = targets,
                         .target_count = count};
    if (nf_tb_chance(tb, 5))
      region.base = (1ull << 48) - region.size; // ends at 2^48
    mcr_commit(tables, &region);
    // a region that was valid keeps its bounds
    if (nf_tb_chance(tb, 15))
      mcr_write(tables, NF_MCR_REG_REGION_COMMIT, 0);
  }
  c->first_hop = nf_tb_chance(tb, 50);
  c->port = (uint8_t)nf_tb_below(tb, P_Ports);
  c->links = (uint8_t)(1 + nf_tb_below(tb, NF_MAX_LINKS));
  c->uplinks = 0;
  if (nf_tb_chance(tb, 60))
    c->uplinks =
        (uint16_t)(nf_tb_below(tb, 1u << P_Ports) | (uint32_t)nf_tb_chance(tb, 60) << c->port);
  c->id = (uint16_t)nf_tb_below(tb, nf_tb_chance(tb, 80) ? P_Nodes : 1024);
  c->pace = nf_pace_any(tb);
}

// Mostly in a region, near its start or its end, sometimes anywhere.
static uint64_t random_addr(nf_tb *tb, const nf_mcr_view *view) {
  unsigned r = (unsigned)nf_tb_below(tb, P_Regions);
  for (unsigned i = 0; i < 2 && (view->region_valid >> r & 1) == 0; i++) {
    r = (unsigned)nf_tb_below(tb, P_Regions);
  }
  uint64_t first = view->region_base[r], past = view->region_end[r];
  uint64_t near = nf_tb_below(tb, 24) * NF_FLIT_BYTES;
  switch (nf_tb_below(tb, 8)) {
  case 0:
    return nf_tb_rand(tb) >> 16;
  case 1:
    return first - near;
  case 2:
    return past + near;
  case 3:
    return past - near;
  case 4:
    return first + near;
  default:
    return first + nf_tb_below(tb, past - first) / NF_BLOCK_BYTES * NF_BLOCK_BYTES;
  }
}

static void random_header(nf_tb *tb, uint16_t id, nf_flit *hdr) {
  const nf_mcr_view *view = &nf_mcr_table_peek(tables)->view;
  static const uint8_t defined[] = {0, 1, 2, 2, 3, 3, 4, 4, 5, 8, 9, 10, 11, 12, 13};
  hdr->w[0] = nf_tb_rand(tb);
  hdr->w[1] = nf_tb_rand(tb);
  unsigned opcode = defined[nf_tb_below(tb, sizeof defined)];
  if (nf_tb_chance(tb, 3))
    opcode = (unsigned)nf_tb_below(tb, 16);
  bool no_payload = opcode == NF_OPCODE_WRITE_ACK || opcode == NF_OPCODE_BARRIER ||
                    opcode == NF_OPCODE_BARRIER_DONE;
  unsigned len = no_payload ? 0 : 1 + (unsigned)nf_tb_below(tb, NF_MAX_PAYLOAD_FLITS);
  if (nf_tb_chance(tb, 3))
    len = (unsigned)nf_tb_below(tb, 16);
  uint64_t addr = random_addr(tb, view);
  if (nf_tb_chance(tb, 95)) {
    uint64_t unit = len == NF_MAX_PAYLOAD_FLITS ? NF_BLOCK_BYTES : NF_FLIT_BYTES;
    addr -= addr % unit;
  }
  nf_hdr_set_opcode(hdr, (uint8_t)opcode);
  nf_hdr_set_len(hdr, (uint8_t)len);
  nf_hdr_set_addr(hdr, addr);
  if (nf_tb_chance(tb, 95)) {
    nf_hdr_set_dtype(hdr, (uint8_t)nf_tb_below(tb, NF_DTYPES));
    nf_hdr_set_red_op(hdr, (uint8_t)nf_tb_below(tb, NF_REDUCTION_OPS));
  }
  if (nf_tb_chance(tb, 70))
    nf_hdr_set_count(hdr, nf_tb_chance(tb, 15) ? 0 : 1);
  const uint8_t plane = 1u << NF_FLAG_PLANE;
  const bool may_be_plane = opcode == NF_OPCODE_PULL_RSP || opcode == NF_OPCODE_PUSH_PARTIAL;
  nf_hdr_set_flags(hdr, (uint8_t)((nf_hdr_flags(hdr) & ~plane) |
                                  (nf_tb_chance(tb, may_be_plane ? 50 : 2) ? plane : 0)));
  if (nf_tb_chance(tb, 95))
    nf_hdr_set_src(hdr, (uint16_t)nf_tb_below(tb, P_Nodes));
  if (nf_tb_chance(tb, 95))
    nf_hdr_set_dst(hdr, (uint16_t)nf_tb_below(tb, P_Nodes));
  if (nf_tb_chance(tb, 10))
    nf_hdr_set_dst(hdr, id);
  if (opcode == NF_OPCODE_PUSH_PARTIAL && nf_tb_chance(tb, 50))
    nf_hdr_set_dst(hdr, nf_tb_chance(tb, 50) ? NF_BROADCAST_ID : NF_HOME_TABLE_ID);
}

static void drive_random(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_lookup_out *out = out_ptr;
  nf_mcr_lookup_in *in = in_ptr;
  if (nf_tb_cycle(tb) == 0 || (c->quiet >= LATENCY && nf_tb_chance(tb, 20))) {
    program_random(tb, c);
    c->quiet = 0;
  }
  in->view = nf_mcr_table_peek(tables)->view;
  in->cfg_id = c->id;
  in->cfg_port = c->port;
  in->cfg_first_hop = c->first_hop;
  in->cfg_uplinks = c->uplinks;
  in->cfg_links = c->links;
  in->cfg_uplink = c->uplinks >> c->port & 1;
  // a pause now and then, in which the tables may change
  bool pause = c->quiet > 0 || nf_tb_chance(tb, 1);
  expectation next = {0};
  in->valid = !pause && nf_pace_go(tb, &c->pace);
  c->quiet = pause ? c->quiet + 1 : 0;
  if (in->valid) {
    const nf_mcr_place place = {c->id, c->port, c->first_hop, in->cfg_uplink, c->uplinks, c->links};
    random_header(tb, c->id, &in->hdr);
    next.what = "the lookup without the pipeline agrees";
    nf_mcr_route(&cfg, &in->view, &place, &in->hdr, &next.out);
  }
  if (out->valid) {
    nf_tb_cover(tb, error_points[out->error]);
    if (out->alloc)
      nf_tb_cover(tb, "allocation");
    if (out->sink)
      nf_tb_cover(tb, "sink");
    if (out->egress != 0 && (c->uplinks >> c->port & 1) != 0) {
      nf_tb_check(tb, (out->egress & c->uplinks) == 0, "from uplink %u to ports %#x, uplinks %#x",
                  c->port, out->egress, c->uplinks);
      nf_tb_cover(tb, "down from an uplink");
    }
    if ((out->egress & (out->egress - 1)) != 0)
      nf_tb_cover(tb, "replication");
    if (out->reduce != 0)
      nf_tb_cover(tb, "reduction table");
  }
  expect(tb, c, out, next);
}

// ----------------------------------------------------------------------------- live
// One access after the other: a region is staged and committed, closed or made invalid, a route or
// a home slot is written. What relies on what is the table's business.
static void manage(nf_tb *tb, context *c, nf_mcr_table_in *in) {
  static const uint16_t order[] = {NF_MCR_REG_REGION_INDEX,        NF_MCR_REG_REGION_BASE_LO,
                                   NF_MCR_REG_REGION_SIZE,         NF_MCR_REG_REGION_EXPECTED,
                                   NF_MCR_REG_REGION_MODE,         NF_MCR_REG_REGION_HOME,
                                   NF_MCR_REG_REGION_TARGET_SET,   NF_MCR_REG_REGION_TARGET_SET,
                                   NF_MCR_REG_REGION_TARGET_CLEAR, NF_MCR_REG_REGION_COMMIT};
  in->cfg_valid = in->cfg_write = true;
  c->step = (c->step + 1) % (sizeof order / sizeof order[0] + 2);
  if (c->step >= sizeof order / sizeof order[0]) {
    const unsigned n = (unsigned)nf_tb_below(tb, P_Nodes + P_HomeSlots);
    in->cfg_addr = (uint16_t)(n < P_Nodes ? NF_MCR_REG_ROUTE_BASE + 4 * n
                                          : NF_MCR_REG_HOME_BASE + 4 * (n - P_Nodes));
    in->cfg_wdata = 1u << 31 | (uint32_t)nf_tb_below(tb, P_Ports) |
                    (n < P_Nodes ? 0 : (uint32_t)nf_tb_below(tb, P_Ports) << 4);
    return;
  }
  in->cfg_addr = order[c->step];
  switch (in->cfg_addr) {
  case NF_MCR_REG_REGION_INDEX:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, P_Regions);
    break;
  case NF_MCR_REG_REGION_BASE_LO:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, 4 * P_Regions) * NF_BLOCK_BYTES;
    break;
  case NF_MCR_REG_REGION_SIZE:
    in->cfg_wdata = (uint32_t)(1 + nf_tb_below(tb, 3)) * NF_BLOCK_BYTES;
    break;
  case NF_MCR_REG_REGION_MODE:
    in->cfg_wdata = random_mode(tb);
    break;
  case NF_MCR_REG_REGION_COMMIT:
    in->cfg_wdata = (uint32_t)(nf_tb_chance(tb, 40) ? 1 : nf_tb_below(tb, 3));
    break;
  case NF_MCR_REG_REGION_TARGET_CLEAR:
    in->cfg_addr = nf_tb_chance(tb, 20) ? in->cfg_addr : (uint16_t)NF_MCR_REG_REGION_TARGET_SET;
    // fallthrough
  default:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, P_Nodes);
  }
}

// Headers in every cycle while the tables change. Each must be answered from one version of its
// region: the one that it found, with CLOSED as it was a cycle later.
static void drive_live(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_lookup_out *out = out_ptr;
  nf_mcr_lookup_in *in = in_ptr;
  if (nf_tb_cycle(tb) == 0)
    program_random(tb, c);
  in->view = nf_mcr_table_peek(tables)->view;
  in->cfg_id = c->id;
  in->cfg_port = c->port;
  in->cfg_first_hop = c->first_hop;
  in->cfg_uplinks = c->uplinks;
  in->cfg_uplink = c->uplinks >> c->port & 1;
  in->cfg_links = c->links;
  const nf_mcr_place place = {c->id, c->port, c->first_hop, in->cfg_uplink, c->uplinks, c->links};
  if (c->header_before) {
    for (unsigned r = 0; r < P_Regions; r++) {
      const uint8_t closed = in->view.region_mode[r] & 1u << NF_MCR_MODE_CLOSED;
      const unsigned kept = c->view.region_mode[r] & ~(1u << NF_MCR_MODE_CLOSED);
      c->view.region_mode[r] = (uint8_t)(kept | closed);
    }
    c->due[1].what = "one version of the region";
    nf_mcr_route(&cfg, &c->view, &place, &c->header, &c->due[1].out);
    if (memcmp(c->view.region_base, in->view.region_base, sizeof in->view.region_base) != 0)
      nf_tb_cover(tb, "a region came under a header");
    if (c->view.region_valid != in->view.region_valid)
      nf_tb_cover(tb, "a region came or went under a header");
  }
  in->valid = nf_pace_go(tb, &c->pace);
  if (in->valid)
    random_header(tb, c->id, &in->hdr);
  c->header_before = in->valid;
  c->header = in->hdr;
  c->view = in->view;
  expect(tb, c, out, (expectation){0});

  if (nf_tb_chance(tb, 3))
    c->in_use = (uint32_t)(nf_tb_rand(tb) & nf_tb_rand(tb)) & (uint32_t)((1ull << P_Regions) - 1);
  nf_mcr_table_in access = {.lock = true, .in_use = c->in_use, .cfg_rready = true};
  if (nf_mcr_table_peek(tables)->cfg_ready)
    manage(tb, c, &access);
  nf_mcr_table_step(tables, &access);
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-A, IV-B, IV-C and spec 1.2: every rule and every error", CASES + 4, start_directed,
     drive_directed, NULL},
    {"KLENK IV-A Fig. 2: the worked example", FIG_2_CASES + 4, start_fig_2, drive_directed, NULL},
    {"KLENK IV-A one of several ports, by the home slot of the address", SPREAD_CASES + 4,
     start_spread, drive_directed, NULL},
    {"KLENK IV-A a region of members only", MEMBER_CASES + 4, start_members, drive_directed, NULL},
    {"KLENK IV-D an endpoint's contribution counts one", COUNT_CASES + 4, start_counts,
     drive_directed, NULL},
    {"KLENK IV-A, IV-E2 random tables and headers", 60000, NULL, drive_random, NULL},
    {"KLENK IV-A, IV-E2 headers while regions come and go", 60000, NULL, drive_live, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {
      .dut = &nf_mcr_lookup_dut,
      .model = NF_TB_MODEL(nf_mcr_lookup),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
