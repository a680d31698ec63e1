// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "ahead.h"

#include "link.h"
#include <stdlib.h>

// A switch before the endpoints that are next to it, which stand in front of it.
static void order_plane(uint32_t *order, const nf_fast_fabric *net, const nf_fast_plane *plane) {
  uint32_t n = plane->first;
  for (uint32_t i = plane->first, first = i; i < plane->first + plane->count; i++)
    if (!net->site[i].direct) {
      order[n++] = i;
      for (; first < i; first++)
        order[n++] = first;
      first = i + 1;
    }
}

// Each direct endpoint stands in front of its switch, with direct ones alone between, and no wire
// is watched.
static bool suits(const nf_fast_fabric *net) {
  const nf_fast_site *s = net->site, *behind = NULL; // behind: the next one that is not direct
  if (net->adaptive || net->sites == 0 || s[net->sites - 1].direct)
    return false;
  for (uint32_t i = net->sites; i-- > 0;) {
    for (unsigned p = 0; s[i].mine && p < s[i].ports; p++)
      if (s[i].out[p].wire)
        return false;
    if (!s[i].direct)
      behind = &s[i];
    else if (behind->plane != s[i].plane ||
             behind->node != nf_fast_graph_port(net->graph, &s[i], 0)->peer)
      return false;
  }
  return true;
}

int nf_fast_ahead_open(nf_fast_ahead *a, nf_fast *f, uint32_t most, unsigned flits, nf_err *e) {
  const nf_fast_fabric *net = f->fabric;
  // Room must be left for what is under way.
  const uint32_t room = flits < NF_FAST_ROOM / 2 ? (NF_FAST_ROOM / 2 - flits) * net->flit : 0;
  uint32_t window = net->reach < most ? net->reach : most;
  window = room < window ? room : window;
  *a = (nf_fast_ahead){.window = 0};
  if (window <= net->window || !suits(net) ||
      (f->team && !net->by_plane && nf_fast_mpi_processes() > 1))
    return e->status;
  a->order = malloc(net->sites * sizeof *a->order);
  if (!a->order)
    return nf_err_memory(e, "the order of sites");
  for (unsigned p = 0; p < net->planes; p++) {
    order_plane(a->order, net, &net->plane[p]);
    net->plane[p].open = true;
  }
  a->window = window;
  a->flits = window / net->flit + flits + 1;
  return e->status;
}

void nf_fast_ahead_close(nf_fast_ahead *a) { free(a->order); }

// Counts by channel as one word (packet.h).
static uint64_t word_of(const uint16_t *channel) {
  uint64_t word;
  memcpy(&word, channel, sizeof word);
  return word;
}

// Flits by channel that have been sent and have not left the buffer behind the link, of which no
// channel has more than `most`: all four at once, in halves of a word that leave room for carries.
static bool all_below(uint64_t sent, uint64_t left, unsigned most) {
  const uint64_t even = 0x0000ffff0000ffff, carry = 0x0001000000010000;
  const uint64_t low = (((sent & even) | carry) - (left & even)) & even,
                 high = (((sent >> 16 & even) | carry) - (left >> 16 & even)) & even,
                 add = (0xffff - most) * 0x0000000100000001ull;
  return (((low + add) | (high + add)) & carry) == 0;
}

static bool lacks_room(nf_fast_out *o, unsigned most, uint32_t from) {
  nf_fast_read_back(o, from - 1);
  if (all_below(word_of(o->sent), word_of(o->known), most))
    return false;
  // By what is under way, all of which will be known in time.
  const nf_fast_row *r = o->peer;
  const nf_fast_credit *c = &r->back[(r->back_put - 1) & r->back_mask];
  return c->time == 0 || !all_below(word_of(o->sent), c->freed, most);
}

bool nf_fast_ahead_open_plane(const nf_fast_ahead *a, const nf_fast_fabric *net,
                              const nf_fast_plane *plane, uint32_t from) {
  const nf_fast_site *s = &net->site[plane->first];
  const unsigned most = NF_FAST_ROOM - a->flits;
  for (uint32_t i = 0; i < plane->count; i++)
    for (unsigned p = 0; s[i].mine && p < s[i].ports; p++) {
      nf_fast_out *o = &s[i].out[p];
      if (!all_below(word_of(o->sent), word_of(o->known), most) && lacks_room(o, most, from))
        return false;
    }
  return true;
}
