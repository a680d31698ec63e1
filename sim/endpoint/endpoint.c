// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "endpoint.h"
#include "phases.h"
#include "sim/common/grow.h"
#include <stdlib.h>

// What serves one message at a time. MEMORY_OUT is used where memory is split.
enum { MEMORY, MEMORY_OUT, BUS, SRAM, LINKS, SERVERS = LINKS + NF_ENDPOINT_DIMS * NF_PHASE_LINKS };
enum { NONE = 0xffffffffu };

typedef struct {
  uint32_t collective;
  uint32_t phase, strands; // left in this phase
  uint32_t bytes;          // of the payload, as it began
  double since;            // waits
} chunk;

typedef struct {
  uint32_t chunk, round, waiting; // messages of the round that are under way
  uint32_t link;
} strand;

typedef struct {
  uint32_t strand, next_free;
  uint8_t stage, link;
  bool whole; // a chunk on its way between memory and SRAM; then `strand` is the chunk
} message;

// What comes next: messages by time, chunks that wait by priority; of those alike the first.
typedef struct {
  double key;
  uint64_t order;
  uint32_t item;
} entry;

typedef struct {
  entry *at;
  uint32_t count, room;
} heap;

typedef struct {
  nf_endpoint_collective what;
  uint32_t priority, chunks; // left
  double end;
} collective;

struct nf_endpoint {
  nf_endpoint_config c;
  nf_phases plan[2]; // by nf_endpoint_collective
  double now, free_at[SERVERS];
  uint64_t order;
  heap events;
  chunk *chunks;
  strand *strands;
  message *messages;
  collective *collectives;
  uint32_t chunk_count, chunk_room, strand_count, strand_room, message_count, message_room,
      collective_count, collective_room, free_message, free_strand;
  // Chunks that wait for a phase, and places of each: machines, and slots of the SRAM. Phase
  // `phases` is the way back to memory.
  heap waiting[NF_ENDPOINT_PHASES + 1];
  uint32_t working[NF_ENDPOINT_PHASES + 1], loading;
  nf_endpoint_account account;
};

// ------------------------------------------------------------------------------- room
static int grow(void *array, uint32_t count, uint32_t *room, size_t size, nf_err *e) {
  return nf_grow(array, room, count + 1ull, size)
             ? NF_EXIT_OK
             : nf_err_memory(e, "the messages of a collective");
}

static bool earlier(const entry *a, const entry *b) {
  return a->key < b->key || (a->key == b->key && a->order < b->order);
}

static int push(heap *h, double key, uint64_t order, uint32_t item, nf_err *e) {
  if (grow(&h->at, h->count, &h->room, sizeof *h->at, e) != NF_EXIT_OK)
    return e->status;
  const entry v = {key, order, item};
  uint32_t i = h->count++;
  for (; i > 0 && earlier(&v, &h->at[(i - 1) / 2]); i = (i - 1) / 2)
    h->at[i] = h->at[(i - 1) / 2];
  h->at[i] = v;
  return NF_EXIT_OK;
}

static entry pop(heap *h) {
  const entry top = h->at[0], last = h->at[--h->count];
  uint32_t i = 0;
  for (uint32_t k = 1; k < h->count; i = k, k = 2 * i + 1) {
    if (k + 1 < h->count && earlier(&h->at[k + 1], &h->at[k]))
      k++;
    if (!earlier(&h->at[k], &last))
      break;
    h->at[i] = h->at[k];
  }
  h->at[i] = last;
  return top;
}

// A message that is at its first stage now.
static int launch(nf_endpoint *m, uint32_t owner, bool whole, uint32_t link, nf_err *e) {
  uint32_t k = m->free_message;
  if (k != NONE) {
    m->free_message = m->messages[k].next_free;
  } else {
    if (grow(&m->messages, m->message_count, &m->message_room, sizeof *m->messages, e) !=
        NF_EXIT_OK)
      return e->status;
    k = m->message_count++;
  }
  m->messages[k] = (message){.strand = owner, .whole = whole, .link = (uint8_t)link};
  return push(&m->events, m->now, m->order++, k, e);
}

// ------------------------------------------------------------------------------- servers
// Takes a message now; returns when the server has done with it. *queue, *transfer: what of that it
// waited and took.
static double serve(nf_endpoint *m, uint32_t server, double occupied, double *queue) {
  const double start = m->now > m->free_at[server] ? m->now : m->free_at[server];
  *queue += start - m->now;
  m->free_at[server] = start + occupied;
  return start + occupied;
}

// LogGP: o on either side and L on the way, the bus is taken for the bytes and for g.
static double memory(nf_endpoint *m, bool out, double bytes) {
  const double took = bytes / m->c.memory_rate + m->c.g;
  m->account.memory_busy += took;
  m->account.memory_transfer += took + 2.0 * m->c.o + m->c.l;
  return serve(m, out && m->c.split ? MEMORY_OUT : MEMORY, took, &m->account.memory_queue) +
         2.0 * m->c.o + m->c.l;
}

static double bus(nf_endpoint *m, double bytes) {
  const double took = bytes / m->c.bus_rate + m->c.g;
  m->account.bus_busy += took;
  m->account.bus_transfer += took + 2.0 * m->c.o + m->c.l;
  return serve(m, BUS, took, &m->account.bus_queue) + 2.0 * m->c.o + m->c.l;
}

static double wire_bytes(const nf_endpoint_config *c, double bytes) {
  return bytes * c->packet_wire / c->packet;
}

// Over `hops` links one after the other. Packets go on as they come, so each link after the first
// adds its latency and a packet; as all endpoints do the same, this one's link carries as many for
// others.
static double cross(nf_endpoint *m, const nf_phase *p, uint32_t link, double bytes, uint32_t hops) {
  const nf_endpoint_dim *d = &m->c.dim[p->dim];
  const double took = wire_bytes(&m->c, bytes) / d->rate;
  double queue = 0;
  const double sent = serve(m, LINKS + p->dim * NF_PHASE_LINKS + link, hops * took, &queue);
  if (link == 0)
    m->account.link_busy[p->dim] += hops * took;
  const double arrival = sent - (hops - 1) * took + hops * (double)d->latency +
                         (hops - 1) * (double)m->c.packet_wire / d->rate;
  m->account.network += arrival - m->now;
  return arrival;
}

// ------------------------------------------------------------------------------- a message
static const nf_phase *phase_of(const nf_endpoint *m, const chunk *c) {
  return &m->plan[m->collectives[c->collective].what].phase[c->phase];
}

static uint32_t phases_of(const nf_endpoint *m, const chunk *c) {
  return m->plan[m->collectives[c->collective].what].phases;
}

// The stages of a message, by system: when what it does now is done; false if it has done all.
static bool baseline_stage(nf_endpoint *m, const nf_phase *p, nf_round r, double bytes,
                           const message *v, double *done) {
  switch (v->stage) {
  case 0:
    *done = memory(m, false, bytes);
    return true;
  case 1:
  case 3:
    *done = bus(m, bytes);
    return true;
  case 2:
    *done = cross(m, p, v->link, bytes, r.hops);
    return true;
  case 4:
    *done = memory(m, true, bytes);
    return true;
  case 5:
    if (r.reduce)
      *done = memory(m, false, m->c.passes * bytes);
    return r.reduce;
  default:
    return false;
  }
}

// Reads of the SRAM. What is read for packets that come or go is read while they do, so a reader
// that has the banks for itself takes no time of its own: `lead` is how long it has been reading.
static double read_sram(nf_endpoint *m, double bytes, double lead) {
  const double begin = m->now - lead, free_at = m->free_at[SRAM];
  const double end = (begin > free_at ? begin : free_at) + bytes / m->c.sram_rate;
  m->free_at[SRAM] = end;
  return end > m->now ? end : m->now;
}

// The first message of a strand is read and sent. One that comes is added to what is read, or only
// passed on, packet by packet; a machine goes on when the last one is stored.
static bool ace_stage(nf_endpoint *m, const nf_phase *p, nf_round r, double bytes, const message *v,
                      double *done) {
  const bool first = m->strands[v->strand].round == 0 || p->kind == NF_PHASE_ALL_TO_ALL;
  const double wire = wire_bytes(&m->c, bytes) / m->c.dim[p->dim].rate;
  const double packet = m->c.packet / m->c.port_rate;
  switch (v->stage) {
  case 0:
    // The first packet is on the link while the others are read.
    *done = first ? read_sram(m, bytes, 0) - bytes / m->c.sram_rate + packet : m->now;
    return true;
  case 1:
    *done = cross(m, p, v->link, bytes, r.hops);
    return true;
  case 2:
    *done = (r.reduce ? read_sram(m, bytes, wire) : m->now) + m->c.step + packet;
    return true;
  default:
    return false;
  }
}

static bool ideal_stage(nf_endpoint *m, const nf_phase *p, nf_round r, double bytes,
                        const message *v, double *done) {
  *done = v->stage == 0 ? cross(m, p, v->link, bytes, r.hops) : m->now + 1;
  return v->stage < 2;
}

static bool stage(nf_endpoint *m, const message *v, double *done) {
  static bool (*const of[NF_ENDPOINTS])(nf_endpoint *, const nf_phase *, nf_round, double,
                                        const message *,
                                        double *) = {baseline_stage, ace_stage, ideal_stage};
  const strand *s = &m->strands[v->strand];
  const chunk *c = &m->chunks[s->chunk];
  const nf_phase *p = phase_of(m, c);
  return of[m->c.system](m, p, nf_phase_round(p, s->round),
                         nf_phase_strands(&m->c, p, c->bytes).bytes, v, done);
}

// A chunk between memory and SRAM: memory and bus, or the other way round.
static bool whole_stage(nf_endpoint *m, double bytes, bool out, uint8_t k, double *done) {
  if (k > 1)
    return false;
  *done = (k == 0) == out ? bus(m, bytes) : memory(m, out, bytes);
  if (k == 0 && out) // read where the writes of the DMA begin
    read_sram(m, bytes, 0);
  return true;
}

// ------------------------------------------------------------------------------- chunks
// The messages of a strand's round.
static int begin_round(nf_endpoint *m, uint32_t k, nf_err *e) {
  const nf_phase *p = phase_of(m, &m->chunks[m->strands[k].chunk]);
  const nf_round r = nf_phase_round(p, m->strands[k].round);
  m->strands[k].waiting = r.messages;
  for (uint32_t i = 0; i < r.messages && e->status == NF_EXIT_OK; i++)
    launch(m, k, false, (m->strands[k].link + i) % m->c.dim[p->dim].links, e);
  return e->status;
}

static uint32_t places(const nf_endpoint *m, uint32_t phases, uint32_t phase) {
  if (phase == phases)
    return NONE; // the way back
  const uint32_t each = m->c.machines / phases;
  return each ? each : 1;
}

static int begin_phase(nf_endpoint *m, uint32_t k, nf_err *e) {
  chunk *c = &m->chunks[k];
  const nf_phase *p = phase_of(m, c);
  m->account.chunk_queue += m->now - c->since;
  const nf_strands plan = nf_phase_strands(&m->c, p, c->bytes);
  c->strands = plan.strands;
  for (uint32_t s = 0; s < plan.strands && e->status == NF_EXIT_OK; s++) {
    uint32_t i = m->free_strand;
    if (i != NONE) {
      m->free_strand = m->strands[i].waiting;
    } else {
      if (grow(&m->strands, m->strand_count, &m->strand_room, sizeof *m->strands, e) != NF_EXIT_OK)
        return e->status;
      i = m->strand_count++;
    }
    // Strands and chunks go to the links in turn.
    m->strands[i] = (strand){.chunk = k, .link = (s + k) % m->c.dim[p->dim].links};
    begin_round(m, i, e);
  }
  return e->status;
}

// Starts what can start.
static int start_waiting(nf_endpoint *m, nf_err *e) {
  for (uint32_t phase = 0; phase < NF_ENDPOINT_PHASES && e->status == NF_EXIT_OK; phase++)
    while (m->waiting[phase].count && e->status == NF_EXIT_OK) {
      const uint32_t phases = phases_of(m, &m->chunks[m->waiting[phase].at[0].item]);
      if (m->working[phase] >= places(m, phases, phase))
        break;
      m->working[phase]++;
      begin_phase(m, pop(&m->waiting[phase]).item, e);
    }
  return e->status;
}

// A chunk waits, for its phase or for a place in the SRAM.
static int wait_for(nf_endpoint *m, uint32_t k, uint32_t phase, nf_err *e) {
  m->chunks[k].since = m->now;
  return push(&m->waiting[phase], -(double)m->collectives[m->chunks[k].collective].priority,
              m->order++, k, e);
}

// The SRAM holds so many chunks, from the time that they are read until they are written.
static uint32_t slots(const nf_endpoint *m) {
  const uint64_t held = m->c.sram / m->c.chunk;
  return m->c.system != NF_ENDPOINT_ACE ? NONE : held ? (uint32_t)held : 1;
}

static void end_chunk(nf_endpoint *m, chunk *c) {
  collective *const o = &m->collectives[c->collective];
  m->account.chunks++;
  if (--o->chunks == 0)
    o->end = m->now;
}

static int load_more(nf_endpoint *m, nf_err *e);

// A chunk that has gone through a phase.
static int end_phase(nf_endpoint *m, uint32_t k, nf_err *e) {
  chunk *c = &m->chunks[k];
  m->working[c->phase]--;
  if (++c->phase < phases_of(m, c)) {
    wait_for(m, k, c->phase, e);
  } else if (m->c.system == NF_ENDPOINT_ACE) {
    launch(m, k, true, 0, e);
  } else {
    end_chunk(m, c);
  }
  return e->status == NF_EXIT_OK ? start_waiting(m, e) : e->status;
}

// The next chunks into the SRAM, the collectives of greatest priority first. Chunks that are not in
// the SRAM wait in the list behind the last phase.
static int load_more(nf_endpoint *m, nf_err *e) {
  while (m->loading < slots(m) && m->waiting[NF_ENDPOINT_PHASES].count && e->status == NF_EXIT_OK) {
    const uint32_t k = pop(&m->waiting[NF_ENDPOINT_PHASES]).item;
    m->loading++;
    m->account.chunk_queue += m->now - m->chunks[k].since;
    launch(m, k, true, 0, e);
  }
  return e->status;
}

static int end_message(nf_endpoint *m, uint32_t k, nf_err *e) {
  const message v = m->messages[k];
  m->messages[k].next_free = m->free_message;
  m->free_message = k;
  m->account.messages += !v.whole;
  if (v.whole) {
    chunk *c = &m->chunks[v.strand];
    if (c->phase == 0)
      return wait_for(m, v.strand, 0, e) == NF_EXIT_OK ? start_waiting(m, e) : e->status;
    m->loading--;
    end_chunk(m, c);
    return load_more(m, e);
  }
  strand *s = &m->strands[v.strand];
  if (--s->waiting > 0)
    return NF_EXIT_OK;
  chunk *c = &m->chunks[s->chunk];
  if (++s->round < phase_of(m, c)->rounds)
    return begin_round(m, v.strand, e);
  const uint32_t owner = s->chunk;
  s->waiting = m->free_strand;
  m->free_strand = v.strand;
  return --c->strands == 0 ? end_phase(m, owner, e) : NF_EXIT_OK;
}

static int step(nf_endpoint *m, nf_err *e) {
  const entry v = pop(&m->events);
  message *const msg = &m->messages[v.item];
  double done = 0;
  bool more;
  m->now = v.key;
  if (msg->whole) {
    const chunk *c = &m->chunks[msg->strand];
    more = whole_stage(m, c->bytes, c->phase > 0, msg->stage, &done);
  } else {
    more = stage(m, msg, &done);
  }
  if (!more)
    return end_message(m, v.item, e);
  msg->stage++;
  return push(&m->events, done, m->order++, v.item, e);
}

// ------------------------------------------------------------------------------- from outside
int nf_endpoint_open(nf_endpoint **m, const nf_endpoint_config *c, nf_err *e) {
  *m = NULL;
  if (nf_phases_check(c, e) != NF_EXIT_OK)
    return e->status;
  if (!(*m = calloc(1, sizeof **m)))
    return nf_err_memory(e, "an endpoint");
  (*m)->c = *c;
  // A link of an engine is no faster than the port that fills it.
  const double most = wire_bytes(c, c->port_rate);
  for (uint32_t d = 0; d < NF_ENDPOINT_DIMS; d++)
    if (c->system == NF_ENDPOINT_ACE && c->dim[d].rate > most)
      (*m)->c.dim[d].rate = most;
  (*m)->free_message = (*m)->free_strand = NONE;
  for (int k = 0; k < 2; k++)
    nf_phases_plan(&(*m)->plan[k], c, (nf_endpoint_collective)k);
  return NF_EXIT_OK;
}

void nf_endpoint_close(nf_endpoint *m) {
  if (!m)
    return;
  free(m->events.at);
  for (uint32_t i = 0; i <= NF_ENDPOINT_PHASES; i++)
    free(m->waiting[i].at);
  free(m->chunks);
  free(m->strands);
  free(m->messages);
  free(m->collectives);
  free(m);
}

int nf_endpoint_advance(nf_endpoint *m, double at, nf_err *e) {
  while (m->events.count && m->events.at[0].key <= at && step(m, e) == NF_EXIT_OK) {
  }
  m->now = at > m->now ? at : m->now;
  return e->status;
}

int nf_endpoint_submit(nf_endpoint *m, double at, uint64_t bytes, nf_endpoint_collective what,
                       uint32_t priority, uint32_t *number, nf_err *e) {
  const uint64_t count = (bytes + m->c.chunk - 1) / m->c.chunk;
  if (bytes == 0 || count > 1u << 24)
    return nf_refuse(e, "a collective must have 1 byte to %llu chunks of %u", 1ull << 24,
                     m->c.chunk);
  if (nf_endpoint_advance(m, at, e) != NF_EXIT_OK ||
      grow(&m->collectives, m->collective_count, &m->collective_room, sizeof *m->collectives, e) !=
          NF_EXIT_OK)
    return e->status;
  *number = m->collective_count++;
  m->collectives[*number] = (collective){what, priority, (uint32_t)count, -1};
  for (uint64_t i = 0; i < count && e->status == NF_EXIT_OK; i++) {
    if (grow(&m->chunks, m->chunk_count, &m->chunk_room, sizeof *m->chunks, e) != NF_EXIT_OK)
      return e->status;
    const uint32_t k = m->chunk_count++;
    // All chunks alike: the last one is not smaller, the others make up for it.
    m->chunks[k] = (chunk){.collective = *number, .bytes = (uint32_t)((bytes + count - 1) / count)};
    wait_for(m, k, m->c.system == NF_ENDPOINT_ACE ? NF_ENDPOINT_PHASES : 0, e);
  }
  if (e->status == NF_EXIT_OK && load_more(m, e) == NF_EXIT_OK)
    start_waiting(m, e);
  return e->status;
}

int nf_endpoint_finish(nf_endpoint *m, uint32_t number, double *at, nf_err *e) {
  while (m->collectives[number].chunks && m->events.count && step(m, e) == NF_EXIT_OK) {
  }
  if (e->status == NF_EXIT_OK && m->collectives[number].chunks)
    return nf_err_set(e, NF_EXIT_FAILED, "a collective stands still with %u chunks left",
                      m->collectives[number].chunks);
  *at = m->collectives[number].end;
  return e->status;
}

const nf_endpoint_account *nf_endpoint_account_of(const nf_endpoint *m) { return &m->account; }
