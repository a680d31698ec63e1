// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/ethernet.h"

#include "sim/netreduce/straggler.h"
#include <string.h>

enum { OVERHEAD = 24 }; // preamble, FCS and gap of a frame
// Kinds of events beside the arrivals, whose kinds are those of nf_nr_place.
enum { SEND = NF_NR_AT_LEAF + 1, TIMER, DEVICE, PAUSE, SHUT };

static int put(nf_nr_ethernet *n, nf_nr_event event, nf_err *e) {
  if (!nf_nr_events_put(&n->events, event))
    nf_err_memory(e, "events of the network");
  return e->status;
}

static bool happens(nf_nr_ethernet *n, uint32_t chance) {
  return chance != 0 && (uint32_t)(nf_rng_next(&n->rng) >> 32) < chance;
}

// ------------------------------------------------------------------------------- links
static int fly(nf_nr_ethernet *n, const nf_nr_link *l, uint64_t time, nf_nr_flight *f, nf_err *e) {
  return put(
      n,
      (nf_nr_event){.time = time, .kind = l->to, .index = l->index, .port = l->port, .flight = f},
      e);
}

static uint64_t later(nf_nr_ethernet *n) {
  return nf_rng_next(&n->rng) % (n->setup->reorder_time + 1);
}

// The link takes the frame at `time` or as soon as it is free.
static int transmit(nf_nr_ethernet *n, nf_nr_link *l, uint64_t time, nf_nr_flight *f, nf_err *e) {
  const nf_nr_setup *s = n->setup;
  const uint64_t start = time > l->free ? time : l->free;
  if (start - time > s->queue) { // no room in the queue
    l->overflows++;
    nf_nr_flight_free(&n->events, f);
    return e->status;
  }
  l->free = start + (f->bytes + OVERHEAD) * s->byte_time;
  l->frames++;
  uint64_t arrival = l->free + l->delay;
  if (arrival < n->now) // a device that works in strides says late what has left
    arrival = n->now;
  if (happens(n, s->loss)) {
    l->lost++;
    nf_nr_flight_free(&n->events, f);
    return e->status;
  }
  if (happens(n, s->reordered)) {
    l->reordered++;
    arrival += later(n);
  }
  if (happens(n, s->doubled)) {
    nf_nr_flight *copy = nf_nr_flight_new(&n->events);
    if (!copy)
      return nf_err_memory(e, "a frame");
    *copy = *f;
    l->doubled++;
    fly(n, l, arrival + later(n), copy, e);
  }
  return fly(n, l, arrival, f, e);
}

static int copy_to(nf_nr_ethernet *n, nf_nr_link *l, uint64_t time, const uint8_t *frame,
                   unsigned bytes, nf_err *e) {
  nf_nr_flight *f = nf_nr_flight_new(&n->events);
  if (!f)
    return nf_err_memory(e, "a frame");
  f->bytes = bytes;
  memcpy(f->frame, frame, bytes);
  return transmit(n, l, time, f, e);
}

// ------------------------------------------------------------------------------- switches
static int host_of(const nf_nr_setup *s, uint32_t ip) {
  for (unsigned h = 0; h < s->hosts; h++)
    if (nf_nr_host_address(s, h).ip == ip)
      return (int)h;
  return -1;
}

// Where a switch sends a frame; NULL: nowhere. device: the leaf or the spine.
static nf_nr_link *route(nf_nr_ethernet *n, unsigned device, const uint8_t *frame) {
  const nf_nr_setup *s = n->setup;
  nf_nr_packet p;
  if (nf_nr_frame_head(&p, frame, NF_NR_HEAD) != 0)
    return NULL;
  const int host = host_of(s, p.dst_ip);
  if (!s->leaves)
    return host < 0 ? NULL : &n->to_host[host];
  if (device < s->leaves) {
    if (host >= 0 && nf_nr_leaf_of(s, (unsigned)host) == device)
      return &n->to_host[host];
    return p.dst_ip == nf_nr_leaf_address(device).ip ? NULL : &n->up[device];
  }
  if (host >= 0)
    return &n->down[nf_nr_leaf_of(s, (unsigned)host)];
  for (unsigned l = 0; l < s->leaves; l++)
    if (p.dst_ip == nf_nr_leaf_address(l).ip)
      return &n->down[l];
  return NULL;
}

static int forward(nf_nr_ethernet *n, unsigned device, uint64_t time, const uint8_t *frame,
                   unsigned bytes, nf_err *e) {
  nf_nr_link *l = route(n, device, frame);
  if (l)
    return copy_to(n, l, time, frame, bytes, e);
  n->unrouted++;
  return e->status;
}

// ------------------------------------------------------------------------------- accelerators
// Takes what has left, and sees to it that the device is advanced when it has to be.
static int drain(nf_nr_ethernet *n, unsigned device, nf_err *e) {
  uint64_t time;
  unsigned port, bytes;
  const uint8_t *frame;
  while (e->status == NF_EXIT_OK &&
         (frame = n->engine->take(n->device[device], &time, &port, &bytes)) != NULL)
    forward(n, device, time, frame, bytes, e);
  const uint64_t next = n->engine->next(n->device[device]);
  if (next >= n->wake[device])
    return e->status;
  n->wake[device] = next;
  return put(n, (nf_nr_event){.time = next, .kind = DEVICE, .index = device}, e);
}

static int advance(nf_nr_ethernet *n, unsigned device, nf_err *e) {
  if (n->wake[device] != n->now)
    return e->status; // it has been advanced earlier
  n->wake[device] = NF_NR_NEVER;
  if (n->engine->advance(n->device[device], n->now, e) != NF_EXIT_OK)
    return e->status;
  return drain(n, device, e);
}

static int offer(nf_nr_ethernet *n, unsigned device, unsigned port, const nf_nr_flight *f,
                 nf_err *e) {
  if (n->tap && n->tap(n->context, device, port, n->now, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  if (n->engine->offer(n->device[device], n->now, port, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  return drain(n, device, e);
}

// A spine's accelerator gets what is addressed to the spine.
static int at_spine(nf_nr_ethernet *n, unsigned leaf, const nf_nr_flight *f, nf_err *e) {
  nf_nr_packet p;
  const unsigned spine = n->setup->leaves;
  if (nf_nr_frame_head(&p, f->frame, f->bytes) == 0 && p.dst_ip == nf_nr_spine_address().ip)
    return offer(n, spine, leaf, f, e);
  return forward(n, spine, n->now, f->frame, f->bytes, e);
}

// ------------------------------------------------------------------------------- hosts
// The connections that a host has in a ring; NULL: it is not in it.
static nf_nr_host *in_ring(nf_nr_ethernet *n, unsigned place, unsigned ring) {
  const int member = nf_nr_member_at(&n->ring[ring], place);
  return member < 0 ? NULL : &n->host[ring * n->ring[0].hosts + (unsigned)member];
}

static int look_after_timer(nf_nr_ethernet *n, nf_nr_host *h, nf_err *e) {
  const unsigned index = (unsigned)(h - n->host);
  if (n->timing[index] || h->deadline == NF_NR_NEVER)
    return e->status;
  n->timing[index] = true;
  return put(n, (nf_nr_event){.time = h->deadline, .kind = TIMER, .index = index}, e);
}

static int look_after(nf_nr_ethernet *n, unsigned place, nf_nr_host *h, nf_err *e) {
  const uint64_t free = n->from_host[place].free;
  if (!n->sending[place] && nf_nr_host_wants(h)) {
    n->sending[place] = true;
    put(n, (nf_nr_event){.time = free > n->now ? free : n->now, .kind = SEND, .index = place}, e);
  }
  return look_after_timer(n, h, e);
}

// Rings take turns at the host's link, a frame each.
static int host_sends(nf_nr_ethernet *n, unsigned place, nf_err *e) {
  const unsigned rings = n->setup->rings;
  nf_nr_host *h = NULL;
  n->sending[place] = false;
  for (unsigned i = 0; i < rings && !h; i++) {
    nf_nr_host *next = in_ring(n, place, (n->turn[place] + i) % rings);
    if (next && nf_nr_host_wants(next))
      h = next;
  }
  if (!h)
    return e->status;
  nf_nr_flight *f = nf_nr_flight_new(&n->events);
  if (!f)
    return nf_err_memory(e, "a frame");
  f->bytes = nf_nr_host_send(h, n->now, f->frame);
  n->turn[place] = (h->setup->ring - n->setup->ring + 1) % rings;
  transmit(n, &n->from_host[place], n->now, f, e);
  look_after_timer(n, h, e);
  for (unsigned r = 0; r < rings && !n->sending[place]; r++) {
    h = in_ring(n, place, r);
    if (h)
      look_after(n, place, h, e);
  }
  return e->status;
}

static int host_timer(nf_nr_ethernet *n, unsigned index, nf_err *e) {
  nf_nr_host *h = &n->host[index];
  n->timing[index] = false;
  nf_nr_host_timer(h, n->now);
  return look_after(n, nf_nr_place_of(h->setup, h->id), h, e);
}

// Whose frame it is, is said by its queue pair; one of nobody is counted by the host's first ring.
static nf_nr_host *addressed(nf_nr_ethernet *n, unsigned place, const nf_nr_flight *f) {
  nf_nr_packet p = {.dst_qp = 0};
  nf_nr_host *h = NULL;
  nf_nr_frame_head(&p, f->frame, f->bytes);
  const unsigned ring = nf_nr_ring_of_qp(p.dst_qp) - n->setup->ring;
  if (ring < n->setup->rings)
    h = in_ring(n, place, ring);
  for (unsigned r = 0; r < n->setup->rings && !h; r++)
    h = in_ring(n, place, r);
  return h;
}

static int at_host(nf_nr_ethernet *n, unsigned place, const nf_nr_flight *f, nf_err *e) {
  nf_nr_host *h = addressed(n, place, f);
  const uint64_t before = h->expected, una = h->una;
  if (nf_nr_host_receive(h, n->now, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  if (h->expected != before) {
    n->received++;
    n->finished = n->ended[h->setup->ring - n->setup->ring] = n->now;
  }
  if (h->expected != before || h->una != una)
    n->progress = n->now;
  return look_after(n, place, h, e);
}

// ------------------------------------------------------------------------------- running
static int work(nf_nr_ethernet *n, const nf_nr_event *v, nf_err *e) {
  switch (v->kind) {
  case NF_NR_AT_HOST:
    return at_host(n, v->index, v->flight, e);
  case NF_NR_AT_DEVICE:
  case NF_NR_AT_LEAF:
    return offer(n, v->index, v->port, v->flight, e);
  case NF_NR_AT_SPINE:
    return at_spine(n, v->index, v->flight, e);
  case SEND:
    return host_sends(n, v->index, e);
  case TIMER:
    return host_timer(n, v->index, e);
  case PAUSE:
    n->engine->pause(n->device[v->index], v->port, n->now + n->setup->paused_time);
    return drain(n, v->index, e);
  case SHUT:
    if (n->engine->shut(n->device[v->index], e) != NF_EXIT_OK)
      return e->status;
    return drain(n, v->index, e);
  default:
    return advance(n, v->index, e);
  }
}

static bool is_done(const nf_nr_ethernet *n) {
  for (unsigned h = 0; h < nf_nr_ethernet_hosts(n); h++)
    if (!nf_nr_host_done(&n->host[h]))
      return false;
  return true;
}

int nf_nr_ethernet_run(nf_nr_ethernet *n, unsigned events, bool *more, nf_err *e) {
  for (unsigned i = 0; i < events && e->status == NF_EXIT_OK; i++) {
    if (n->events.count == 0 || n->events.heap[0].time > n->progress + n->setup->stall) {
      *more = false;
      return is_done(n) ? e->status : nf_nr_straggler(n, e);
    }
    const nf_nr_event v = nf_nr_events_take(&n->events);
    n->now = v.time;
    work(n, &v, e);
    if (v.flight)
      nf_nr_flight_free(&n->events, v.flight);
  }
  *more = !is_done(n);
  return e->status;
}

// ------------------------------------------------------------------------------- the whole
static nf_nr_link link_to(const nf_nr_setup *s, nf_nr_place to, unsigned index, unsigned port) {
  return (nf_nr_link){.to = to, .index = index, .port = port, .delay = s->delay + s->through};
}

static void make_links(nf_nr_ethernet *n) {
  const nf_nr_setup *s = n->setup;
  for (unsigned h = 0; h < s->hosts; h++) {
    const unsigned port = s->leaves ? h % s->per_leaf : h;
    n->from_host[h] = link_to(s, NF_NR_AT_DEVICE, nf_nr_leaf_of(s, h), port);
    n->to_host[h] = link_to(s, NF_NR_AT_HOST, h, 0);
  }
  for (unsigned l = 0; l < s->leaves; l++) {
    n->up[l] = link_to(s, NF_NR_AT_SPINE, l, 0);
    n->down[l] = link_to(s, NF_NR_AT_LEAF, l, s->per_leaf);
  }
}

static int plan_pause(nf_nr_ethernet *n, nf_err *e) {
  const nf_nr_setup *s = n->setup;
  const nf_nr_link *l = &n->from_host[s->paused]; // the port is that of its other direction
  return put(
      n, (nf_nr_event){.time = s->paused_from, .kind = PAUSE, .index = l->index, .port = l->port},
      e);
}

int nf_nr_ethernet_open(nf_nr_ethernet *n, const nf_nr_setup *s, const nf_nr_engine *engine,
                        uint32_t *const *data, uint32_t *const *result, nf_err *e) {
  *n = (nf_nr_ethernet){.setup = s, .engine = engine, .rng = {s->seed}};
  make_links(n);
  for (unsigned r = 0; r < s->rings; r++)
    n->ring[r] = nf_nr_ring_setup(s, r);
  for (unsigned d = 0; d < nf_nr_devices(s); d++) {
    nf_nr_device_cfg cfg[NF_NR_RINGS];
    for (unsigned r = 0; r < s->rings; r++)
      cfg[r] = nf_nr_device_setup(&n->ring[r], d);
    n->wake[d] = NF_NR_NEVER;
    if (engine->open(&n->device[d], cfg, s->rings, e) != NF_EXIT_OK)
      return e->status;
  }
  for (unsigned i = 0; i < nf_nr_ethernet_hosts(n) && e->status == NF_EXIT_OK; i++) {
    const nf_nr_setup *ring = &n->ring[i / n->ring[0].hosts];
    const unsigned h = i % ring->hosts, place = nf_nr_place_of(ring, h);
    nf_nr_host_open(&n->host[i], ring, h, data[place] + ring->begin / 4,
                    result[place] + ring->begin / 4);
    look_after(n, place, &n->host[i], e);
  }
  if (s->closed >= 0)
    put(n, (nf_nr_event){.time = s->closed_from, .kind = SHUT, .index = (unsigned)s->closed}, e);
  return s->paused < 0 ? e->status : plan_pause(n, e);
}

int nf_nr_ethernet_again(nf_nr_ethernet *n, nf_err *e) {
  n->progress = n->now;
  for (unsigned i = 0; i < nf_nr_ethernet_hosts(n); i++) {
    nf_nr_host *h = &n->host[i];
    nf_nr_host_again(h);
    look_after(n, nf_nr_place_of(h->setup, h->id), h, e);
  }
  return e->status;
}

uint64_t nf_nr_ethernet_packets(const nf_nr_ethernet *n) {
  uint64_t sum = 0;
  for (unsigned r = 0; r < n->setup->rings; r++)
    sum += nf_nr_packets(&n->ring[r]) * n->ring[r].hosts;
  return sum;
}

static void add_links(nf_nr_link_counts *sum, const nf_nr_link *l, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    sum->frames += l[i].frames;
    sum->lost += l[i].lost;
    sum->doubled += l[i].doubled;
    sum->reordered += l[i].reordered;
    sum->overflows += l[i].overflows;
  }
}

nf_nr_link_counts nf_nr_ethernet_links(const nf_nr_ethernet *n) {
  nf_nr_link_counts sum = {.unrouted = n->unrouted};
  add_links(&sum, n->from_host, n->setup->hosts);
  add_links(&sum, n->to_host, n->setup->hosts);
  add_links(&sum, n->up, n->setup->leaves);
  add_links(&sum, n->down, n->setup->leaves);
  return sum;
}

void nf_nr_ethernet_close(nf_nr_ethernet *n) {
  for (unsigned d = 0; n->setup && d < nf_nr_devices(n->setup); d++)
    if (n->device[d])
      n->engine->close(n->device[d]);
  nf_nr_events_close(&n->events);
}
