// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A frame goes in beat by beat when its last byte has come; what leaves is taken as it is offered,
// and has left with its last beat. Cycles in which nothing can move are skipped.
#include "sim/netreduce/cycle.h"

#include "common/nf_defs.h"
#include "netreduce/nf_netreduce.h"
#include "sim/engine/rtl/load.h"
#include "sim/engine/rtl/lockstep.h"
#include "sim/netreduce/latency.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef NF_NETREDUCE_PARAMETERS
#error "the build gives NF_NETREDUCE_PARAMETERS, as initializers of nf_netreduce_cfg"
#endif

// A busy device is advanced by so many cycles at a time; links are longer.
enum { STRIDE = 16, BEAT = NF_NETREDUCE_WORD_BYTES, ROOM = 65536, PATIENCE = 1000 };

static const nf_netreduce_cfg Built = {NF_NETREDUCE_PARAMETERS};

typedef struct frame {
  struct frame *next;
  uint64_t time; // in: when it has come; out: when it has left
  unsigned bytes, at;
  uint8_t data[];
} frame;

typedef struct {
  frame *first, *last;
} queue;

typedef struct {
  nf_nr_device_cfg cfg[NF_NR_RINGS]; // what is the same for all is looked at in the first
  unsigned rings;
  const char *name;
  nf_netreduce_cfg built;
  unsigned slots; // at least those that are needed
  nf_netreduce *model;
  nf_lockstep lockstep;
  bool steps;     // it is never taken to be at rest
  uint64_t again; // AGAIN
  nf_netreduce_in in;
  uint64_t cycle; // steps done; those before time 0 and when nothing moved are not in time
  queue to[NF_NR_PORTS], from[NF_NR_PORTS];
  uint8_t part[NF_NR_PORTS][ROOM]; // of the frame that is leaving
  unsigned parts[NF_NR_PORTS];
  frame *taken;
  uint64_t now;    // picoseconds
  uint64_t worked; // when a frame last went in
  uint64_t out;
  uint64_t paused[NF_NR_PORTS];        // the port stands until then
  nf_nr_latency *latency[NF_NR_RINGS]; // NULL: of a leaf
} device;

static int push(queue *q, uint64_t time, const uint8_t *data, unsigned bytes, nf_err *e) {
  frame *f = malloc(sizeof *f + bytes);
  if (!f)
    return nf_err_memory(e, "a frame");
  *f = (frame){.time = time, .bytes = bytes};
  memcpy(f->data, data, bytes);
  if (q->last)
    q->last->next = f;
  else
    q->first = f;
  q->last = f;
  return NF_EXIT_OK;
}

static frame *pop(queue *q) {
  frame *f = q->first;
  q->first = f->next;
  if (!q->first)
    q->last = NULL;
  return f;
}

// -------------------------------------------------------------------------------------- a cycle
// Shows a port the next bus word of the frame that waits for it, and drops the frame with its last.
static void feed(device *d, unsigned p, bool ready) {
  frame *f = d->to[p].first;
  if (!f || f->time > d->now)
    return;
  const unsigned left = f->bytes - f->at, bytes = left < BEAT ? left : BEAT;
  const bool last = left <= BEAT;
  memcpy(&d->in.s_tdata[p], f->data + f->at, bytes);
  memset((uint8_t *)&d->in.s_tdata[p] + bytes, 0, BEAT - bytes);
  d->in.s_tvalid |= (uint8_t)(1u << p);
  d->in.s_tlast |= (uint8_t)((unsigned)last << p);
  d->in.s_tkeep[p] = bytes == BEAT ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
  if (!ready)
    return;
  f->at += bytes;
  if (last) {
    free(pop(&d->to[p]));
    d->worked = d->now;
  }
}

// Puts a bus word that left a port to its frame; a complete frame goes to those that wait to be
// taken.
static int collect(device *d, unsigned p, const nf_netreduce_out *o, nf_err *e) {
  const unsigned bytes = (unsigned)__builtin_popcountll(o->m_tkeep[p]);
  if (d->parts[p] + bytes > ROOM)
    return nf_err_set(e, NF_EXIT_FAILED, "%s port %u: a frame without end", d->name, p);
  memcpy(d->part[p] + d->parts[p], &o->m_tdata[p], bytes);
  d->parts[p] += bytes;
  if ((o->m_tlast >> p & 1) == 0)
    return NF_EXIT_OK;
  const unsigned all = d->parts[p];
  d->parts[p] = 0;
  d->out++;
  for (unsigned r = 0; r < d->rings && d->latency[r]; r++)
    nf_nr_latency_out(d->latency[r], d->now + d->cfg->cycle, p, d->part[p], all);
  return push(&d->from[p], d->now + d->cfg->cycle, d->part[p], all, e);
}

// One clock edge, with what the caller has put to the AXI4-Lite port.
static int step(device *d, nf_err *e) {
  const nf_netreduce_out *o = nf_netreduce_peek(d->model);
  d->in.s_tvalid = d->in.s_tlast = d->in.s_tuser = 0;
  d->in.m_tready = 0;
  for (unsigned p = 0; p < d->cfg->ports; p++) {
    const bool ready = d->paused[p] <= d->now;
    d->in.m_tready |= (uint8_t)((unsigned)ready << p);
    feed(d, p, (o->s_tready >> p & 1) != 0);
    if (ready && (o->m_tvalid >> p & 1) != 0 && collect(d, p, o, e) != NF_EXIT_OK)
      return e->status;
  }
  nf_netreduce_step(d->model, &d->in);
  d->cycle++;
  return nf_lockstep_step(&d->lockstep, &d->in, nf_netreduce_peek(d->model), d->name, d->cycle, e);
}

static bool idle(const device *d) {
  if (d->steps)
    return false;
  for (unsigned p = 0; p < d->cfg->ports; p++)
    if (d->to[p].first || d->parts[p])
      return false;
  return nf_netreduce_idle(d->model);
}

// Time passes at rest. The RTL cannot skip it; but what it counts then, ticks of an eighth of AGAIN
// and the members' turns (nf_netreduce_recovery), comes round when all ages have run down, so what
// is left of whole rounds does instead of all.
static int rest(device *d, uint64_t time, nf_err *e) {
  enum { AGES = 10, TICKS = 8, HOSTS = NF_NETREDUCE_MAX_HOSTS }; // AGES: ticks, when all are old
  uint64_t cycles = (time - d->now) / d->cfg->cycle;
  d->now += cycles * d->cfg->cycle;
  if (!d->lockstep.dut) {
    nf_netreduce_skip(d->model, cycles);
    return NF_EXIT_OK;
  }
  const uint64_t tick = d->again >= TICKS ? d->again / TICKS : 1;
  const uint64_t settled = AGES * tick, round = tick * d->built.Rings * HOSTS;
  if (cycles > settled + round)
    cycles = settled + (cycles - settled) % round;
  for (; cycles > 0; cycles--)
    if (step(d, e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------ the registers
// One access; time stands still for the network.
static int access_csr(device *d, bool write, uint32_t addr, uint32_t *value, nf_err *e) {
  bool aw = write, w = write, ar = !write;
  for (unsigned i = 0; i < PATIENCE; i++) {
    const nf_netreduce_out *o = nf_netreduce_peek(d->model);
    d->in.aw_valid = aw;
    d->in.w_valid = w;
    d->in.ar_valid = ar;
    d->in.aw_addr = d->in.ar_addr = (uint16_t)addr;
    d->in.w_data = *value;
    d->in.b_ready = d->in.r_ready = true;
    const bool done = write ? o->b_valid : o->r_valid;
    const uint8_t resp = write ? o->b_resp : o->r_resp;
    const uint32_t data = o->r_data;
    aw = aw && !o->aw_ready;
    w = w && !o->w_ready;
    ar = ar && !o->ar_ready;
    if (step(d, e) != NF_EXIT_OK)
      return e->status;
    if (!done)
      continue;
    d->in.aw_valid = d->in.w_valid = d->in.ar_valid = false;
    if (resp != 0)
      return nf_refuse(e, "%s: register 0x%04x refuses %u", d->name, addr, *value);
    if (!write)
      *value = data;
    return NF_EXIT_OK;
  }
  return nf_err_set(e, NF_EXIT_STALLED, "%s: register 0x%04x does not answer", d->name, addr);
}

static int write_csr(device *d, uint32_t addr, uint32_t value, nf_err *e) {
  return access_csr(d, true, addr, &value, e);
}

// Registers one member of a ring: who sends as which HostID (NETREDUCE 4.2).
static int enrol(device *d, const nf_nr_device_cfg *c, unsigned host, nf_err *e) {
  const nf_nr_member *m = &c->member[host];
  const uint32_t list[][2] = {
      {NF_NETREDUCE_CSR_MEMBER_SRC_IP, m->src_ip},
      {NF_NETREDUCE_CSR_MEMBER_DST_IP, m->dst_ip},
      {NF_NETREDUCE_CSR_MEMBER_DST_QP, m->dst_qp},
      {NF_NETREDUCE_CSR_MEMBER_SRC_QP, m->src_qp},
      {NF_NETREDUCE_CSR_MEMBER_PORT, m->port | (uint32_t)m->role << 4 | m->parts << 8},
      {NF_NETREDUCE_CSR_MEMBER_SETUP, c->ring << 3 | host},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
    if (write_csr(d, list[i][0], list[i][1], e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

// Cycles until what is missing is asked for again, as the register holds them.
static uint32_t again_of(const nf_nr_device_cfg *c) {
  enum { MOST = 0xffffff };
  const uint64_t cycles = c->again / c->cycle;
  return cycles < MOST ? (uint32_t)cycles : MOST;
}

// The members need the addresses, the ring its members.
static int set_up(device *d, const nf_nr_device_cfg *c, nf_err *e) {
  d->again = again_of(c);
  const uint32_t list[][2] = {
      {NF_NETREDUCE_CSR_INET_TAG, c->tag},
      {NF_NETREDUCE_CSR_OWN_MAC_LO, (uint32_t)c->own_mac},
      {NF_NETREDUCE_CSR_OWN_MAC_HI, (uint32_t)(c->own_mac >> 32)},
      {NF_NETREDUCE_CSR_OWN_IP, c->own_ip},
      {NF_NETREDUCE_CSR_SPINE_MAC_LO, (uint32_t)c->spine_mac},
      {NF_NETREDUCE_CSR_SPINE_MAC_HI, (uint32_t)(c->spine_mac >> 32)},
      {NF_NETREDUCE_CSR_SPINE_IP, c->spine_ip},
      {NF_NETREDUCE_CSR_LOCAL_NET, c->local_net},
      {NF_NETREDUCE_CSR_LOCAL_MASK, c->local_mask},
      {NF_NETREDUCE_CSR_RING_MEMBERS, c->members},
      {NF_NETREDUCE_CSR_RING_LEAF, c->leaf},
      {NF_NETREDUCE_CSR_RING_WINDOW, c->window},
      {NF_NETREDUCE_CSR_RING_FIRST, c->first},
      {NF_NETREDUCE_CSR_RING_SLOT, c->first % d->slots},
      {NF_NETREDUCE_CSR_RING_DTYPE, c->dtype},
      {NF_NETREDUCE_CSR_AGAIN, (uint32_t)d->again},
      {NF_NETREDUCE_CSR_CONTROL, 1},
  };
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
    if (write_csr(d, list[i][0], list[i][1], e) != NF_EXIT_OK)
      return e->status;
  for (unsigned h = 0; h < NF_NR_ALL_MEMBERS(c); h++)
    if (enrol(d, c, h, e) != NF_EXIT_OK)
      return e->status;
  if (write_csr(d, NF_NETREDUCE_CSR_RING_SETUP, c->ring, e) != NF_EXIT_OK)
    return e->status;
  for (uint32_t busy = 1; busy != 0;) {
    busy = 0;
    if (access_csr(d, false, NF_NETREDUCE_CSR_BUSY, &busy, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

// -------------------------------------------------------------------------------- the interface
static void close_device(void *device_) {
  device *d = device_;
  if (!d)
    return;
  for (unsigned p = 0; p < NF_NR_PORTS; p++) {
    while (d->to[p].first)
      free(pop(&d->to[p]));
    while (d->from[p].first)
      free(pop(&d->from[p]));
  }
  free(d->taken);
  for (unsigned r = 0; r < d->rings; r++)
    free(d->latency[r]);
  nf_netreduce_free(d->model);
  nf_lockstep_close(&d->lockstep);
  free(d);
}

static uint32_t at_least(uint32_t built, uint32_t needed) {
  return built < needed ? needed : built;
}

// What was built; the model is made larger where that does not suffice.
static int sizes(nf_netreduce_cfg *c, const nf_nr_device_cfg *cfg, unsigned rings, bool rtl,
                 nf_err *e) {
  unsigned members = 0;
  *c = Built;
  for (; rings > 0; rings--, cfg++) {
    const bool halves = cfg->dtype == NF_DTYPE_F16 || cfg->dtype == NF_DTYPE_BF16;
    members += NF_NR_ALL_MEMBERS(cfg);
    c->Ports = at_least(c->Ports, cfg->ports);
    c->Rings = at_least(c->Rings, cfg->ring + 1);
    c->Window = at_least(c->Window, cfg->slots - 1);
    c->MaxMsgLen = at_least(c->MaxMsgLen, cfg->msglen);
    c->Halves = at_least(c->Halves, halves);
  }
  c->Connections = at_least(c->Connections, members);
  if (!rtl || memcmp(c, &Built, sizeof *c) == 0)
    return NF_EXIT_OK;
  return nf_refuse(e,
                   "--engine rtl is too small in this build; use --engine cycle, or make build "
                   "SIM_NETREDUCE=\"Ports=%u Rings=%u Window=%u MaxMsgLen=%u Connections=%u "
                   "BufferBeats=%u Stages=%u Halves=%u\"",
                   c->Ports, c->Rings, c->Window, c->MaxMsgLen, c->Connections, c->BufferBeats,
                   c->Stages, c->Halves);
}

static int open_latency(device *d, unsigned ring, nf_err *e) {
  const nf_nr_device_cfg *c = &d->cfg[ring];
  if (c->leaf)
    return e->status;
  d->latency[ring] = calloc(1, sizeof *d->latency[ring]);
  if (!d->latency[ring])
    return nf_err_memory(e, "an accelerator");
  d->latency[ring]->members = c->members;
  d->latency[ring]->tag = c->tag;
  d->latency[ring]->ring = c->ring;
  return e->status;
}

// The accelerator's model, with its RTL beside it if asked for, set up through its registers alone.
static int open_device(void **made, const nf_nr_device_cfg *cfg, unsigned rings, bool rtl,
                       nf_err *e) {
  nf_netreduce_cfg parameters;
  if (sizes(&parameters, cfg, rings, rtl, e) != NF_EXIT_OK)
    return e->status;
  device *d = calloc(1, sizeof *d);
  *made = d;
  if (!d)
    return nf_err_memory(e, "an accelerator");
  memcpy(d->cfg, cfg, rings * sizeof *cfg);
  d->rings = rings;
  d->built = parameters;
  d->slots = parameters.Window + 1;
  d->name = rtl ? "accelerator, RTL against model" : "accelerator";
  const nf_status s = nf_netreduce_init(&d->model, &parameters);
  if (s != NF_OK)
    return nf_refuse(e, "the accelerator: %s", s);
  const nf_dut *dut = NULL;
  if ((rtl && NF_RTL_LOAD("netfold_netreduce", nf_netreduce, &dut, e) != NF_EXIT_OK) ||
      nf_lockstep_open(&d->lockstep, dut, e) != NF_EXIT_OK)
    return e->status;
  if (step(d, e) != NF_EXIT_OK) // AXI: nothing is offered in the first cycle after reset
    return e->status;
  for (unsigned r = 0; r < rings && e->status == NF_EXIT_OK; r++) {
    open_latency(d, r, e);
    set_up(d, &d->cfg[r], e);
  }
  return e->status;
}

static int open_cycle(void **made, const nf_nr_device_cfg *cfg, unsigned rings, nf_err *e) {
  return open_device(made, cfg, rings, false, e);
}

static int open_stepped(void **made, const nf_nr_device_cfg *cfg, unsigned rings, nf_err *e) {
  if (open_device(made, cfg, rings, false, e) == NF_EXIT_OK)
    ((device *)*made)->steps = true;
  return e->status;
}

static int open_rtl(void **made, const nf_nr_device_cfg *cfg, unsigned rings, nf_err *e) {
  return open_device(made, cfg, rings, true, e);
}

static int advance(void *device_, uint64_t time, nf_err *e) {
  device *d = device_;
  while (d->now + d->cfg->cycle <= time) {
    if (idle(d)) // what is due later is offered later
      return rest(d, time, e);
    if (step(d, e) != NF_EXIT_OK)
      return e->status;
    d->now += d->cfg->cycle;
  }
  return NF_EXIT_OK;
}

static int offer(void *device_, uint64_t time, unsigned port, const uint8_t *data, unsigned bytes,
                 nf_err *e) {
  device *d = device_;
  if (advance(d, time, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned r = 0; r < d->rings && d->latency[r]; r++)
    nf_nr_latency_in(d->latency[r], time, port, data, bytes);
  return push(&d->to[port], time, data, bytes, e);
}

static void pause(void *device_, unsigned port, uint64_t until) {
  ((device *)device_)->paused[port] = until;
}

// Messages that have begun may end, for DRAIN cycles; time goes on meanwhile.
static int shut(void *device_, nf_err *e) {
  device *d = device_;
  if (write_csr(d, NF_NETREDUCE_CSR_RING_MEMBERS, 0, e) != NF_EXIT_OK)
    return e->status;
  return write_csr(d, NF_NETREDUCE_CSR_RING_SETUP, d->cfg[0].ring, e);
}

static uint64_t next(const void *device_) {
  const device *d = device_;
  return idle(d) ? NF_NR_NEVER : d->now + STRIDE * d->cfg->cycle;
}

static uint64_t worked(const void *device_) { return ((const device *)device_)->worked; }

// Of all ports the frame that left first, so that the network sees times that do not go back.
static const uint8_t *take(void *device_, uint64_t *time, unsigned *port, unsigned *bytes) {
  device *d = device_;
  queue *best = NULL;
  for (unsigned p = 0; p < d->cfg->ports; p++)
    if (d->from[p].first && (!best || d->from[p].first->time < best->first->time)) {
      best = &d->from[p];
      *port = p;
    }
  free(d->taken);
  d->taken = best ? pop(best) : NULL;
  if (!best)
    return NULL;
  *time = d->taken->time;
  *bytes = d->taken->bytes;
  return d->taken->data;
}

// Reads the counters through the registers, as a controller would.
static int count(void *device_, nf_nr_counts *counts, nf_err *e) {
  device *d = device_;
  *counts = (nf_nr_counts){.out = d->out};
  const struct {
    uint32_t addr;
    uint64_t *value;
  } list[] = {{NF_NETREDUCE_CSR_SUMS, &counts->sums},
              {NF_NETREDUCE_CSR_LOCALS, &counts->ups},
              {NF_NETREDUCE_CSR_HISTORIES, &counts->history},
              {NF_NETREDUCE_CSR_DROPPED, &counts->discarded},
              {NF_NETREDUCE_CSR_NAKS, &counts->naks},
              {NF_NETREDUCE_CSR_REPLAYS, &counts->replays},
              {NF_NETREDUCE_CSR_ANNOUNCED, &counts->announced},
              {NF_NETREDUCE_CSR_UNEVEN, &counts->uneven}};
  uint32_t value = 0;
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    if (access_csr(d, false, list[i].addr, &value, e) != NF_EXIT_OK)
      return e->status;
    *list[i].value = value;
  }
  for (unsigned p = 0; p < d->cfg->ports; p++) {
    if (access_csr(d, false, NF_NETREDUCE_CSR_SKIPPED + 4 * p, &value, e) != NF_EXIT_OK)
      return e->status;
    counts->skipped += value;
    for (unsigned cause = 0; cause < NF_NR_CAUSES; cause++) {
      if (access_csr(d, false, NF_NETREDUCE_CSR_COUNT + 128 * p + 4 * cause, &value, e) !=
          NF_EXIT_OK)
        return e->status;
      counts->cause[cause] += value;
    }
  }
  for (unsigned r = 0; r < d->rings && d->latency[r]; r++) {
    const nf_nr_latency *l = d->latency[r];
    counts->timed += l->frames;
    counts->latency += l->sum;
    counts->latency_most = l->most > counts->latency_most ? l->most : counts->latency_most;
  }
  return NF_EXIT_OK;
}

// What the bit of a HostID is called outside: the port of a host, or the leaf's two others.
static int member_bit(device *d, const nf_nr_device_cfg *c, unsigned host, unsigned *bit,
                      nf_err *e) {
  uint32_t member = 0;
  *bit = host == c->members ? NF_NR_HAS_HEADER : NF_NR_HAS_SUM;
  if (host >= c->members)
    return NF_EXIT_OK;
  if (access_csr(d, false, NF_NETREDUCE_CSR_MEMBER + 256 * c->ring + 32 * host, &member, e) !=
      NF_EXIT_OK)
    return e->status;
  *bit = 1u << (member & 7);
  return NF_EXIT_OK;
}

// Asks the straggler report (register LOOK) for a packet of the message in a slot: LOOK_RESULT.
static int ask(device *d, unsigned ring, unsigned slot, unsigned offset, uint32_t *result,
               uint32_t *msgid, nf_err *e) {
  if (write_csr(d, NF_NETREDUCE_CSR_LOOK, ring << 16 | slot << 8 | offset, e) != NF_EXIT_OK)
    return e->status;
  for (*result = 1u << 31; *result >> 31;)
    if (access_csr(d, false, NF_NETREDUCE_CSR_LOOK_RESULT, result, e) != NF_EXIT_OK)
      return e->status;
  return access_csr(d, false, NF_NETREDUCE_CSR_LOOK_MSGID, msgid, e);
}

// MsgIDs wrap.
static int oldest(void *device_, unsigned ring, bool *there, uint32_t *msgid, nf_err *e) {
  device *d = device_;
  uint32_t result, found = 0;
  *there = false;
  for (unsigned slot = 0; slot < d->slots; slot++) {
    if (ask(d, d->cfg[ring].ring, slot, 0, &result, &found, e) != NF_EXIT_OK)
      return e->status;
    if ((result >> 30 & 1) != 0 && (!*there || *msgid - found < 1u << 31)) {
      *there = true;
      *msgid = found;
    }
  }
  return NF_EXIT_OK;
}

// Which members' packets of a message's offset have come.
static int look(void *device_, unsigned ring, uint32_t msgid, unsigned offset, bool *there,
                unsigned *arrived, nf_err *e) {
  device *d = device_;
  const nf_nr_device_cfg *c = &d->cfg[ring];
  uint32_t result, found = 0;
  if (ask(d, c->ring, msgid % d->slots, offset, &result, &found, e) != NF_EXIT_OK)
    return e->status;
  *there = (result >> 30 & 1) != 0 && found == msgid;
  *arrived = 0;
  for (unsigned h = 0; h < NF_NR_PORTS && *there; h++) {
    unsigned bit = 0;
    if ((result >> h & 1) != 0 && member_bit(d, c, h, &bit, e) != NF_EXIT_OK)
      return e->status;
    *arrived |= bit;
  }
  return NF_EXIT_OK;
}

const nf_nr_engine nf_nr_cycle = {.name = "cycle",
                                  .open = open_cycle,
                                  .close = close_device,
                                  .offer = offer,
                                  .pause = pause,
                                  .shut = shut,
                                  .next = next,
                                  .advance = advance,
                                  .worked = worked,
                                  .take = take,
                                  .count = count,
                                  .look = look,
                                  .oldest = oldest};

const nf_nr_engine nf_nr_stepped = {.name = "stepped",
                                    .open = open_stepped,
                                    .close = close_device,
                                    .offer = offer,
                                    .pause = pause,
                                    .shut = shut,
                                    .next = next,
                                    .advance = advance,
                                    .worked = worked,
                                    .take = take,
                                    .count = count,
                                    .look = look,
                                    .oldest = oldest};

const nf_nr_engine nf_nr_rtl = {.name = "rtl",
                                .open = open_rtl,
                                .close = close_device,
                                .offer = offer,
                                .pause = pause,
                                .shut = shut,
                                .next = next,
                                .advance = advance,
                                .worked = worked,
                                .take = take,
                                .count = count,
                                .look = look,
                                .oldest = oldest};
