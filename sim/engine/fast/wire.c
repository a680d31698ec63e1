// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "wire.h"

#include "common/nf_defs.h"

#include <math.h>
#include <stdlib.h>

enum {
  WORD_BITS = 192, // a flit and the control part beside it
  // Cycles of nf_link from a damaged flit to its repetition, besides the wire both ways; of the
  // timeout of the command's networks, 4 (longest cable + 32) (sim/klenk/plan.c).
  TURN = 10 * NF_FAST_CYCLE,
  TIMEOUT = 32 * NF_FAST_CYCLE,
  // Flits of its buffer, one less than there are places, without those promised to a channel.
  REPLAY = 512 - 1 - NF_MAX_PACKET_FLITS,
  ACK = 11 * NF_FAST_CYCLE, // from a flit on the wire to its place being free, besides the wire
  LINK = 6 * NF_FAST_CYCLE  // both ends, which row.back_delay has in it
};

// Flits before the next damaged one: geometric, so that a rare error costs nothing before it.
static uint64_t draw(nf_fast_wire *w) {
  const double chance = ((double)(nf_rng_next(&w->rng) >> 11) + 0.5) * 0x1p-53,
               n = log(chance) * w->scale;
  return n < 9e18 ? (uint64_t)n : UINT64_MAX;
}

// Ticks by which errors delay a packet.
static uint64_t repeat(nf_fast_wire *w, unsigned flits) {
  uint64_t left = flits, late = 0;
  while (w->intact < left && !w->down) {
    left -= w->intact; // it begins with the damaged one
    late += w->again;
    w->replays++;
    w->intact = draw(w);
    for (unsigned tries = 1; w->intact == 0 && !w->down; tries++) {
      late += w->retry;
      w->replays++;
      w->down = tries == NF_FAST_RETRIES;
      w->intact = draw(w);
    }
  }
  w->intact -= w->down ? 0 : left;
  return late;
}

// Tick at which no more than `room` flits of those taken are without acknowledgement, if that is
// later; *first: a packet that is not behind the one whose acknowledgement it is, set to that.
static uint32_t room_time(const nf_fast_wire *w, unsigned room, uint32_t *first, uint32_t tick) {
  if (w->flits <= room)
    return tick;
  const uint32_t last = w->flits - room;
  while (w->unacked[*first & w->mask].flits < last)
    ++*first;
  const nf_fast_unacked *p = &w->unacked[*first & w->mask];
  const uint32_t when = p->acked - (p->flits - last) * w->flit;
  return when > tick ? when : tick;
}

uint32_t nf_fast_wire_take(nf_fast_wire *w, unsigned flits, uint32_t now, uint32_t *free,
                           uint32_t *again) {
  const uint64_t begin = w->line > now ? w->line : now,
                 end = begin + (*free - now) + repeat(w, flits);
  w->line = end < NF_FAST_LONGEST ? (uint32_t)end : NF_FAST_LONGEST;
  w->flits += flits;
  w->unacked[w->next++ & w->mask] = (nf_fast_unacked){w->flits, w->line + w->there};
  *free = room_time(w, w->room, &w->first, *free);
  uint32_t first = w->first;
  *again = room_time(w, w->room - NF_MAX_PACKET_FLITS, &first, *free);
  return w->line;
}

bool nf_fast_wires_err(const nf_graph *g, double bit_errors) {
  bool err = bit_errors > 0;
  for (uint32_t c = 0; c < g->cables && !err; c++)
    err = g->cable[c].bit_errors > 0;
  return err;
}

// Ticks from a flit on the wire to its place in the replay buffer being free.
static uint32_t place_time(uint32_t wire) { return 2 * wire + ACK; }

// False: there is no memory.
static bool open_wire(nf_fast_fabric *f, const nf_fast_wires_cfg *cfg, nf_fast_site *s,
                      unsigned port, uint32_t longest) {
  const nf_graph_node *n = &f->graph->node[s->node];
  nf_fast_out *o = &s->out[port];
  const uint32_t number = n->first_port + s->graph_port[port], wire = o->peer->back_delay - LINK;
  const nf_graph_cable *cable = &f->graph->cable[f->graph->port[number].cable];
  const bool binds =
      cfg->bounded && place_time(wire) > (REPLAY - NF_MAX_PACKET_FLITS) * (uint32_t)o->flit;
  if (!s->mine || !(binds || cfg->all))
    return true;
  nf_fast_wire *w = o->wire = malloc(sizeof *w);
  if (!w)
    return false;
  const double errors = cable->has_errors ? cable->bit_errors : cfg->bit_errors;
  *w = (nf_fast_wire){.rng = {cfg->seed * 0x100000001b3ull ^ (uint64_t)number << 20},
                      .scale = 1 / (WORD_BITS * log1p(-errors)),
                      .again = 2 * wire + TURN,
                      .retry = 4 * (longest + TIMEOUT),
                      .there = place_time(wire),
                      .flit = o->flit};
  // Without errors a link that is not bounded never waits for its buffer, however long it is.
  const uint32_t flying = w->there / o->flit + 2 * NF_MAX_PACKET_FLITS;
  w->room = binds || REPLAY > flying ? REPLAY : flying;
  for (w->mask = 1; w->mask <= w->room; w->mask = 2 * w->mask + 1) {
  }
  w->unacked = malloc((w->mask + 1) * sizeof *w->unacked);
  f->bytes += sizeof *w + (w->mask + 1) * sizeof *w->unacked;
  nf_rng_next(&w->rng);
  w->intact = draw(w);
  return w->unacked != NULL;
}

int nf_fast_wires_open(nf_fast_fabric *f, const nf_fast_wires_cfg *cfg, nf_err *e) {
  uint32_t longest = 0;
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; p < f->site[i].ports; p++) {
      const uint32_t wire = f->site[i].out[p].peer->back_delay - LINK;
      longest = wire > longest ? wire : longest;
    }
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; p < f->site[i].ports; p++)
      if (!open_wire(f, cfg, &f->site[i], p, longest))
        return nf_err_memory(e, "links that wait for their buffers");
  return NF_EXIT_OK;
}

void nf_fast_wires_close(nf_fast_fabric *f) {
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; f->site[i].out && p < f->site[i].ports; p++) {
      nf_fast_out *o = &f->site[i].out[p];
      if (o->wire)
        free(o->wire->unacked);
      free(o->wire);
      o->wire = NULL;
    }
}

uint64_t nf_fast_wires_replays(const nf_fast_fabric *f) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; p < f->site[i].ports; p++)
      n += f->site[i].out[p].wire ? f->site[i].out[p].wire->replays : 0;
  return n;
}

uint32_t nf_fast_wires_rest(const nf_fast_fabric *f) {
  enum { LONGEST_PACKET = 256 }; // flits
  uint64_t rest = 0;
  for (uint32_t i = 0; i < f->sites; i++)
    for (unsigned p = 0; p < f->site[i].ports; p++) {
      const nf_fast_out *o = &f->site[i].out[p];
      const nf_fast_wire *w = o->wire;
      const uint64_t one = o->delay + LONGEST_PACKET * o->flit, news = o->peer->back_delay,
                     repeats = w ? w->again + (uint64_t)NF_FAST_RETRIES * w->retry : 0,
                     all = (one > news ? one : news) + repeats;
      rest = all > rest ? all : rest;
    }
  return rest < NF_FAST_LONGEST ? (uint32_t)rest : NF_FAST_LONGEST;
}
