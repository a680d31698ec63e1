// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The network as the fast engine runs it: sites, rows, outputs and links, plane by plane.
//
// A site is a switch, or an endpoint's part in one plane. What comes in at a port enters a row,
// which holds up to its window of packets of each channel until they have left by their outputs;
// what comes then waits in the link's buffer (credits are returned at ingress, as nf_link and
// nf_switch_framer do). An output is a port, or the way into a port's reduction table; it keeps one
// FIFO a channel, takes turns among channels, and sends on credit.
#ifndef NF_FAST_FABRIC_H
#define NF_FAST_FABRIC_H

#include "packet.h"
#include "sim/routing/route.h"
#include "team.h"
#include <stdbool.h>
#include <stddef.h>

enum {
  NF_FAST_PORTS = 128,      // of a site
  NF_FAST_CROSS_PORTS = 64, // of a switch that reduces, in one word
  NF_FAST_SOURCES = 2,      // rows of an endpoint's own packets: requests, responses
  NF_FAST_LUMP = 32,        // flits that have come free when the sender knows
  NF_FAST_LATE = 19,        // cycles from a flit's leaving the buffer to its packet's time
  NF_FAST_BUFFER = 512,     // flits a channel behind a link (nf_link Room)
  NF_FAST_MAKE_UP = NF_FAST_LUMP + NF_FAST_LATE, // flits, for both (link.h)
  NF_FAST_ROOM = NF_FAST_BUFFER + NF_FAST_MAKE_UP,
  NF_FAST_ROW = 16,          // packets of a channel in a row (nf_switch Window)
  NF_FAST_RESULT_ROW = 8 + 1 // ... behind a reduction table; one more waits in the table itself
};

// What a site looks at in each window lies side by side; the rest of a port is touched only when
// something happens there, first line first.
typedef struct {
  nf_fast_packet *slot; // ring of the link that ends at a port
  uint32_t mask, take;  // entries - 1; next record
} nf_fast_in;

enum { NF_FAST_LINE = 64, NF_FAST_CLASSES = 2 };

// Of a row of a crossbar (crossbar.h): its bus, and what waits for it.
typedef struct {
  uint64_t full[NF_FAST_CLASSES + 1];    // ports by class, and tables, whose queues have no room
  uint32_t queue[NF_FAST_CLASSES + 1];   // first of the queues to them, in the crossbar
  uint32_t free;                         // tick
  uint16_t table[NF_FAST_CLASSES];       // bit i: the sinks of place i are reduction tables
  uint8_t count[NF_FAST_CLASSES], waits; // packets that wait for it, by class and all
  uint8_t last;                          // class that went last
} nf_fast_bus;

// The packets of a class that wait for a row's bus, each in a place of its own until it leaves, the
// lowest ones first, so that a row with few of them touches few lines.
typedef struct {
  uint64_t order;   // their places, four bits each, the oldest lowest
  uint64_t want[2]; // ports, tables that one of them has to be sent to, of up to 64; or had
  uint16_t used;    // places
  // By place, of each its ports that it still has to be sent to, which are looked at far more often
  // than the packet.
  uint64_t sinks[NF_FAST_ROW];
  nf_fast_packet packet[NF_FAST_ROW];
} __attribute__((aligned(NF_FAST_LINE))) nf_fast_waiting;

// Of a row of a wide crossbar, one of more ports: of its bus, and of the packets that wait for it,
// by class, the second words.
typedef struct {
  uint64_t full[NF_FAST_CLASSES + 1];
  uint64_t sinks[NF_FAST_CLASSES][NF_FAST_ROW];
} nf_fast_high;

enum {
  NF_FAST_CROSS_ROWS = 2 * NF_FAST_CROSS_PORTS,
  NF_FAST_CROSS_WORDS = NF_FAST_CROSS_ROWS / 64
};

// Of an output of a crossbar, for a class: the rows that have something for it in their queues; of
// them those whose queue has no room for another packet. Of more ports there is a second one, for
// the rows behind these.
typedef struct {
  uint64_t filled[NF_FAST_CROSS_WORDS], full[NF_FAST_CROSS_WORDS];
} nf_fast_column;

typedef struct {
  union {
    const uint16_t *way[NF_FAST_VCS]; // choice by destination, of what comes in here
    nf_fast_bus bus;                  // of a crossbar
  };
  uint16_t held[NF_FAST_VCS]; // packets of the row that wait at outputs
  uint64_t freed;             // flits that have left the link's buffer (packet.h)
  uint16_t lump;              // of them not in the ring yet
  uint16_t window;
  uint8_t waits;        // channels with packets in the link's buffer
  uint8_t most;         // `lump` is put into the ring when it is as large
  uint8_t usual;        // likewise, when nothing waits; 0: the link makes up for lumps
  uint8_t early;        // cycles that credits come before their packets' times when nothing waits
  nf_fast_credit *back; // ring of the room that came free, read at the other end
  uint32_t back_mask, back_put, back_delay;
  uint32_t head[NF_FAST_VCS], tail[NF_FAST_VCS]; // of the buffer
} __attribute__((aligned(2 * NF_FAST_LINE))) nf_fast_row;
_Static_assert(sizeof(nf_fast_row) == 2 * NF_FAST_LINE, "two lines of the caches");

typedef struct nf_fast_wire nf_fast_wire;

typedef struct {
  nf_fast_packet *slot; // ring of the link that begins here; NULL: nothing is plugged in
  uint64_t hash;
  uint32_t mask, put;  // entries - 1; packets since the start
  uint32_t room_until; // there are entries for packets up to this one
  uint32_t free;       // a header may start
  uint32_t again;      // one of the channel that was served last may
  uint32_t delay;      // from a packet's end here to its time at the other end
  uint16_t sent[NF_FAST_VCS], known[NF_FAST_VCS]; // flits sent; of them known to have left
  uint8_t waits;   // channels with packets; at a port of a crossbar those that have been drawn
  uint8_t last;    // channel that was served last
  uint8_t more;    // at a port of a crossbar: channels with packets in queues of the column
  uint8_t flit;    // ticks of a flit
  bool port : 1;   // false: the way into a reduction table
  bool here : 1;   // the other end is run by this worker
  bool chosen : 1; // of a table behind a crossbar: the row whose packet is next has been
  uint16_t bit;    // its event
  uint32_t queued; // flits, for the choice among several outputs
  uint32_t head[NF_FAST_VCS], tail[NF_FAST_VCS];
  uint8_t turn[NF_FAST_CLASSES]; // of a crossbar: row that was chosen last
  uint16_t read;                 // entries of room that are known, modulo 2^16
  nf_fast_row *peer;             // at the link's other end
  nf_fast_in *peer_in;           //
  nf_fast_wire *wire;            // its bit errors; NULL: none (wire.h)
} __attribute__((aligned(2 * NF_FAST_LINE))) nf_fast_out;
_Static_assert(sizeof(nf_fast_out) == 2 * NF_FAST_LINE, "two lines of the caches");

// A packet that waits: at an output, or in a link's buffer. The time at which it came is of no use
// any more, so its place has the number of the packet behind it, and at an output of a site without
// a crossbar the row in which it holds a place, of the channel by which it came. So four packets
// fill a line of the caches.
typedef union {
  nf_fast_packet packet;
  uint32_t link; // over its time: the row, bits 31:24; the next packet, 0: none
} nf_fast_entry;
enum {
  NF_FAST_POOL = 1 << 24, // entries of a pool, at most
  NF_FAST_NO_ROW = 255    // it holds no place in a row
};

static inline uint32_t nf_fast_next(const nf_fast_entry *e) { return e->link % NF_FAST_POOL; }
static inline unsigned nf_fast_held_row(const nf_fast_entry *e) { return e->link / NF_FAST_POOL; }

// Packets that wait in a site, side by side; entry 0 is none.
typedef struct {
  nf_fast_entry *entry;
  uint32_t entries, free;
} nf_fast_pool;

// Packets between a row and a column of a crossbar.
typedef struct {
  uint32_t head, tail;
  uint32_t start;   // of the one that left last
  uint32_t crowded; // tick of the flit that left no room for another packet, if there is none
  uint8_t flits;    // that wait
  uint8_t leave;    // of the one that left last
} nf_fast_crosspoint;

// Of a channel at a port of a crossbar: what is between the column and the link (crossbar.h).
enum { NF_FAST_DRAWN = 4 }; // flits
typedef struct {
  uint32_t sent[NF_FAST_DRAWN]; // ticks at which the last flits went to the link, the latest last
  uint32_t next;                // the column has read all of the packet that it drew last
  uint8_t flits;                // of packets that have been drawn and not begun
} nf_fast_drawn;

typedef struct nf_fast_table nf_fast_table;

typedef struct {
  uint32_t node;         // in the graph
  uint16_t plane, ports; // ports in this plane
  uint16_t tables;       // reduction tables, the first of them those of the ports
  uint16_t owner;        // worker that runs it
  bool endpoint, forwards, mine;
  bool direct; // an endpoint with one port, which passes nothing on: it needs no events
  bool wide;   // its crossbar, if it has one, has masks of two words
  bool ahead;  // its outputs were run one by one for the last window, without events
  void *lane;  // of an endpoint: what is to be sent, by collective.c or message.c
  uint16_t serve, result, sends,
      bits; // first event bit of tables or sources, of results, of outputs
  uint16_t rows, outs;
  nf_fast_pool pool;
  uint16_t *graph_port;      // of each port
  nf_fast_in *in;            // of each port
  uint32_t *event;           // of each output: tick at which it is looked at again
  uint32_t *due;             // of each table: tick at which something leaves
  nf_fast_row *row;          // ports, then sources or result rows
  nf_fast_out *out;          // ports, then tables
  nf_fast_table *table;      // NULL: it reduces nothing
  uint32_t *timer;           // of each source: when it is asked next
  uint32_t *again;           // of each row of a crossbar: when its bus is looked at again
  nf_fast_crosspoint *cross; // of a crossbar, by column and row; NULL: outputs have a queue each
  nf_fast_column *column;    // likewise, by output and class
  nf_fast_drawn *drawn;      // likewise, by port and class
  nf_fast_waiting *waiting;  // likewise, by row and class
  nf_fast_high *high;        // likewise, by row, of a wide one; NULL
  // Of a switch in a network that reduces, plan.h:
  uint16_t *home;     // by slot: port towards a block's home, or its table
  uint64_t *spread;   // by tree: ports that a multicast goes to, the one it came by among them;
                      // of a wide switch two words each
  uint8_t *up;        // by tree: port towards the root
  uint16_t *below;    // by tree: members whose packets for the root come through here and that a
                      // pull waits for; 0: it does not wait
  uint8_t *to_switch; // by number in the plane: port for acknowledgements
  uint16_t local;     // members at its ports, whose contributions it reduces first; 0: it does not
  uint64_t stalled[NF_FAST_PORTS / 64]; // outputs that wait for credit
} nf_fast_site;

enum { NF_FAST_RECENT = 256 };

// Outputs among which a routing decision may choose; the first is the deterministic one.
typedef struct {
  uint8_t count;
  struct {
    uint8_t port, vc;
  } to[NF_ROUTE_MOST];
} nf_fast_choice;

// A link that ends or begins at a site of another worker. What stands at its other end is there in
// this worker too, and is touched by nobody but team mail.
typedef struct {
  uint32_t link; // 2 * cable + the end that it begins at
  uint32_t next; // of its plane, + 1; 0: none
  uint16_t with; // the other worker
  bool leaves;   // it begins at a site of this one
  nf_fast_out *out;
  uint32_t told; // of its room, entries that the other worker has
} nf_fast_cut;

typedef struct {
  uint32_t first, count; // sites of a plane
  uint32_t cut;          // its first cut link, + 1
  bool *with;            // by worker: links are cut between it and this one
  bool open;             // in the next window all outputs have room, whatever they send (ahead.c)
} nf_fast_plane;

static const uint64_t NF_FAST_MIX =
    0x9e3779b97f4a7c15ull; // of the trace's hash: 2^64 / golden ratio

typedef struct {
  const nf_graph *graph;
  uint32_t sites, planes;
  unsigned workers, me;
  bool by_plane;   // each worker has planes of its own, not nodes
  uint16_t *owner; // by node, of workers of nodes
  nf_fast_cut *cut;
  uint32_t cuts, cut_room;
  uint32_t *cut_of; // by link
  nf_fast_site *site;
  nf_fast_plane *plane;
  uint32_t *endpoint_site; // [plane * endpoints + endpoint]
  uint32_t *node_site;     // of a node that is no endpoint
  unsigned classes, route_vcs;
  unsigned gap;    // flit times between two headers of a channel
  uint32_t window; // ticks that a site may be run ahead of its neighbours
  uint32_t reach;  // ticks that packets take at least to a site that is no direct endpoint
  unsigned flit;   // ticks of one on the fastest link
  unsigned bits;   // largest number of event bits of a site
  nf_fast_choice *choice;
  uint32_t choices, choice_room;
  uint16_t recent[NF_FAST_RECENT]; // numbers of choices, by what they are
  uint16_t **table;                // routing rows, shared where alike
  uint32_t tables, table_room;
  bool adaptive, wide, reduces;
  size_t bytes; // allocated
} nf_fast_fabric;

typedef struct {
  const nf_graph *graph;
  const nf_route *route;
  unsigned classes;     // of packets: 1, or 2 for requests and responses
  bool adaptive;        // takes the emptiest of the choices, else the first
  unsigned gap;         // flit times between two headers of a channel: 2 as in nf_switch; 1
  bool wide;            // all switches are; changes no result
  bool reduces;         // switches have reduction tables
  unsigned workers, me; // of a team; 0 workers: one alone
  bool by_plane;        // as many planes to each worker; else nodes, in all planes
} nf_fast_fabric_cfg;

// Bytes that opening will take, without doing it.
uint64_t nf_fast_fabric_bytes(const nf_fast_fabric_cfg *cfg);
int nf_fast_fabric_open(nf_fast_fabric *f, const nf_fast_fabric_cfg *cfg, nf_err *e);
void nf_fast_fabric_close(nf_fast_fabric *f);

// The planes that a worker runs, one after the other.
static inline unsigned nf_fast_fabric_turns(const nf_fast_fabric *f) {
  return f->by_plane ? f->planes / f->workers : f->planes;
}

static inline unsigned nf_fast_fabric_plane(const nf_fast_fabric *f, unsigned turn) {
  return f->by_plane ? turn * f->workers + f->me : turn;
}

// What runs a node in a plane; of a switch the plane is its own.
static inline nf_fast_site *nf_fast_site_of(const nf_fast_fabric *f, uint32_t node,
                                            unsigned plane) {
  return &f->site[node < f->graph->endpoints
                      ? f->endpoint_site[(size_t)plane * f->graph->endpoints + node]
                      : f->node_site[node]];
}

// The graph's port behind a site's, with its cable and what is at the other end.
static inline const nf_graph_port *nf_fast_graph_port(const nf_graph *g, const nf_fast_site *s,
                                                      unsigned port) {
  return &g->port[g->node[s->node].first_port + s->graph_port[port]];
}

// A site's number of a port of the graph; its `ports`, if that is in another plane.
static inline unsigned nf_fast_port_of(const nf_fast_site *s, uint32_t graph_port) {
  unsigned p = 0;
  while (p < s->ports && s->graph_port[p] != graph_port)
    p++;
  return p;
}

// Ticks that a credit or a link's acknowledgement spends on a cable. Of reductions it is what the
// exact engines have for the cable: what a switch takes beyond its logic is part of the cables
// there.
uint32_t nf_fast_fabric_reach(const nf_fast_fabric *f, const nf_graph_cable *c);
// Ticks of a flit on a cable, rounded: what the engine has of its rate. 0: the cable is too fast.
uint8_t nf_fast_flit_ticks(const nf_graph_cable *c);

// Every flit that was sent has left the link's buffer, is there or under way, and every packet is
// somewhere once. Refuses with the link where that is not so. *inside: packets in the network. In a
// team of what this worker runs, and the links that end there.
int nf_fast_fabric_check(const nf_fast_fabric *f, uint64_t *inside, nf_err *e);
// Packets over all links that begin at sites of this worker, since the start.
uint64_t nf_fast_fabric_hops(const nf_fast_fabric *f);

#endif
