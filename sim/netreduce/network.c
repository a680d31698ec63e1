// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "network.h"

#include "straggler.h"
#include <string.h>

enum { OVERHEAD = 24 }; // preamble, FCS and gap of a frame
// Kinds of events beside the arrivals, whose kinds are those of nf_nr_place.
enum { SEND = NF_NR_AT_LEAF + 1, TIMER, DEVICE };

static int put(nf_nr_net *n, nf_nr_event event, nf_err *e) {
  if (!nf_nr_events_put(&n->events, event))
    nf_err_memory(e, "events of the network");
  return e->status;
}

static bool happens(nf_nr_net *n, uint32_t chance) {
  return chance != 0 && (uint32_t)(nf_rng_next(&n->rng) >> 32) < chance;
}

// ------------------------------------------------------------------------------- links
static int fly(nf_nr_net *n, const nf_nr_link *l, uint64_t time, nf_nr_flight *f, nf_err *e) {
  return put(
      n,
      (nf_nr_event){.time = time, .kind = l->to, .index = l->index, .port = l->port, .flight = f},
      e);
}

static uint64_t later(nf_nr_net *n) { return nf_rng_next(&n->rng) % (n->setup->reorder_time + 1); }

// The link takes the frame at `time` or as soon as it is free.
static int transmit(nf_nr_net *n, nf_nr_link *l, uint64_t time, nf_nr_flight *f, nf_err *e) {
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
    nf_nr_flight *twin = nf_nr_flight_new(&n->events);
    if (!twin)
      return nf_err_memory(e, "a frame");
    *twin = *f;
    l->doubled++;
    fly(n, l, arrival + later(n), twin, e);
  }
  return fly(n, l, arrival, f, e);
}

static int copy_to(nf_nr_net *n, nf_nr_link *l, uint64_t time, const uint8_t *frame, unsigned bytes,
                   nf_err *e) {
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
static nf_nr_link *route(nf_nr_net *n, unsigned device, const uint8_t *frame) {
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

static int forward(nf_nr_net *n, unsigned device, uint64_t time, const uint8_t *frame,
                   unsigned bytes, nf_err *e) {
  nf_nr_link *l = route(n, device, frame);
  if (l)
    return copy_to(n, l, time, frame, bytes, e);
  n->unrouted++;
  return e->status;
}

// ------------------------------------------------------------------------------- accelerators
// Takes what has left, and sees to it that the device is advanced when it has to be.
static int drain(nf_nr_net *n, unsigned device, nf_err *e) {
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

static int advance(nf_nr_net *n, unsigned device, nf_err *e) {
  if (n->wake[device] != n->now)
    return e->status; // it has been advanced earlier
  n->wake[device] = NF_NR_NEVER;
  if (n->engine->advance(n->device[device], n->now, e) != NF_EXIT_OK)
    return e->status;
  return drain(n, device, e);
}

static int offer(nf_nr_net *n, unsigned device, unsigned port, const nf_nr_flight *f, nf_err *e) {
  if (n->tap && n->tap(n->context, device, port, n->now, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  if (n->engine->offer(n->device[device], n->now, port, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  return drain(n, device, e);
}

// A spine's accelerator gets what is addressed to the spine.
static int at_spine(nf_nr_net *n, unsigned leaf, const nf_nr_flight *f, nf_err *e) {
  nf_nr_packet p;
  const unsigned spine = n->setup->leaves;
  if (nf_nr_frame_head(&p, f->frame, f->bytes) == 0 && p.dst_ip == nf_nr_spine_address().ip)
    return offer(n, spine, leaf, f, e);
  return forward(n, spine, n->now, f->frame, f->bytes, e);
}

// ------------------------------------------------------------------------------- hosts
static int look_after(nf_nr_net *n, unsigned host, nf_err *e) {
  const nf_nr_host *h = &n->host[host];
  const uint64_t free = n->from_host[host].free;
  if (!n->sending[host] && nf_nr_host_wants(h)) {
    n->sending[host] = true;
    put(n, (nf_nr_event){.time = free > n->now ? free : n->now, .kind = SEND, .index = host}, e);
  }
  if (!n->timing[host] && h->deadline != NF_NR_NEVER) {
    n->timing[host] = true;
    put(n, (nf_nr_event){.time = h->deadline, .kind = TIMER, .index = host}, e);
  }
  return e->status;
}

static int host_sends(nf_nr_net *n, unsigned host, nf_err *e) {
  n->sending[host] = false;
  if (nf_nr_host_wants(&n->host[host])) {
    nf_nr_flight *f = nf_nr_flight_new(&n->events);
    if (!f)
      return nf_err_memory(e, "a frame");
    f->bytes = nf_nr_host_send(&n->host[host], n->now, f->frame);
    transmit(n, &n->from_host[host], n->now, f, e);
  }
  return look_after(n, host, e);
}

static int host_timer(nf_nr_net *n, unsigned host, nf_err *e) {
  n->timing[host] = false;
  nf_nr_host_timer(&n->host[host], n->now);
  return look_after(n, host, e);
}

static int at_host(nf_nr_net *n, unsigned host, const nf_nr_flight *f, nf_err *e) {
  nf_nr_host *h = &n->host[host];
  const uint64_t before = h->expected, una = h->una;
  if (nf_nr_host_receive(h, n->now, f->frame, f->bytes, e) != NF_EXIT_OK)
    return e->status;
  if (h->expected != before) {
    n->received++;
    n->finished = n->now;
  }
  if (h->expected != before || h->una != una)
    n->progress = n->now;
  return look_after(n, host, e);
}

// ------------------------------------------------------------------------------- running
static int work(nf_nr_net *n, const nf_nr_event *v, nf_err *e) {
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
  default:
    return advance(n, v->index, e);
  }
}

static bool is_done(const nf_nr_net *n) {
  for (unsigned h = 0; h < n->setup->hosts; h++)
    if (!nf_nr_host_done(&n->host[h]))
      return false;
  return true;
}

int nf_nr_net_run(nf_nr_net *n, unsigned events, bool *more, nf_err *e) {
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

static void make_links(nf_nr_net *n) {
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

int nf_nr_net_open(nf_nr_net *n, const nf_nr_setup *s, const nf_nr_engine *engine,
                   uint32_t *const *data, uint32_t *const *result, nf_err *e) {
  *n = (nf_nr_net){.setup = s, .engine = engine, .rng = {s->seed}};
  make_links(n);
  for (unsigned d = 0; d < nf_nr_devices(s); d++) {
    const nf_nr_device_cfg cfg = nf_nr_device_setup(s, d);
    n->wake[d] = NF_NR_NEVER;
    if (engine->open(&n->device[d], &cfg, e) != NF_EXIT_OK)
      return e->status;
  }
  for (unsigned h = 0; h < s->hosts && e->status == NF_EXIT_OK; h++) {
    nf_nr_host_open(&n->host[h], s, h, data[h], result[h]);
    look_after(n, h, e);
  }
  return e->status;
}

int nf_nr_net_again(nf_nr_net *n, nf_err *e) {
  n->progress = n->now;
  for (unsigned h = 0; h < n->setup->hosts; h++) {
    nf_nr_host_again(&n->host[h]);
    look_after(n, h, e);
  }
  return e->status;
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

nf_nr_link_counts nf_nr_net_links(const nf_nr_net *n) {
  nf_nr_link_counts sum = {.unrouted = n->unrouted};
  add_links(&sum, n->from_host, n->setup->hosts);
  add_links(&sum, n->to_host, n->setup->hosts);
  add_links(&sum, n->up, n->setup->leaves);
  add_links(&sum, n->down, n->setup->leaves);
  return sum;
}

void nf_nr_net_close(nf_nr_net *n) {
  for (unsigned d = 0; n->setup && d < nf_nr_devices(n->setup); d++)
    if (n->device[d])
      n->engine->close(n->device[d]);
  nf_nr_events_close(&n->events);
}
