// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "share.h"

#include "link.h"
#include <string.h>

enum { ROOM = 1u << 31 }; // of a link's number in the mail: what follows is room, not packets
static const uint32_t Closed = UINT32_MAX; // in its place: no longer window comes next (ahead.h)

static void no_memory(nf_fast *f) { nf_err_memory(f->err, "mail between workers"); }

static void add(nf_fast *f, unsigned worker, const void *data, size_t bytes) {
  if (!nf_fast_mail_add(&f->team->to[worker], data, bytes))
    no_memory(f);
}

static void add_to_all(nf_fast *f, const void *data, size_t bytes) {
  for (unsigned w = 0; w < f->team->workers; w++)
    add(f, w, data, bytes);
}

// What comes next in a mail; false: that was all. What a worker without memory could not send is
// missed at its end; nf_fast_agree then ends the run.
static bool read(const nf_fast_mail *m, size_t *at, void *data, size_t bytes) {
  if (*at + bytes > m->used)
    return false;
  memcpy(data, m->byte + *at, bytes);
  *at += bytes;
  return true;
}

// ------------------------------------------------------------------------------- cut links
// head[1] entries of a ring, from one on, behind their head.
static void add_ring(nf_fast *f, unsigned worker, const uint32_t head[2], const void *ring,
                     size_t size, uint32_t from, uint32_t mask) {
  const uint32_t first = from & mask, count = head[1],
                 straight = count < mask + 1 - first ? count : mask + 1 - first;
  const size_t before = straight * size, bytes = 2 * sizeof *head + count * size;
  uint8_t *to = nf_fast_mail_place(&f->team->to[worker], bytes);
  if (!to) {
    no_memory(f);
    return;
  }
  memcpy(to, head, 2 * sizeof *head);
  memcpy(to + 2 * sizeof *head, (const uint8_t *)ring + first * size, before);
  memcpy(to + 2 * sizeof *head + before, ring, bytes - 2 * sizeof *head - before);
}

static void send_packets(nf_fast *f, const nf_fast_cut *c) {
  nf_fast_out *o = c->out;
  nf_fast_in *in = o->peer_in;
  const uint32_t head[2] = {c->link, o->put - in->take};
  if (head[1] == 0)
    return;
  add_ring(f, c->with, head, o->slot, sizeof *o->slot, in->take, o->mask);
  in->take = o->put;
}

static void send_room(nf_fast *f, nf_fast_cut *c) {
  const nf_fast_row *r = c->out->peer;
  const uint32_t head[2] = {c->link | ROOM, r->back_put - c->told};
  if (head[1] == 0)
    return;
  add_ring(f, c->with, head, r->back, sizeof *r->back, c->told, r->back_mask);
  c->told = r->back_put;
}

static void take_mail(nf_fast *f, nf_fast_plane *plane, const nf_fast_mail *m) {
  const nf_fast_fabric *net = f->fabric;
  uint32_t head[2];
  nf_fast_packet p;
  nf_fast_credit c;
  for (size_t at = 0; read(m, &at, head, sizeof head);) {
    if (head[0] == Closed) {
      plane->open = false;
      continue;
    }
    const nf_fast_cut *cut = &net->cut[net->cut_of[head[0] & ~ROOM]];
    for (uint32_t k = 0; k < head[1]; k++)
      if (head[0] & ROOM) {
        if (read(m, &at, &c, sizeof c))
          nf_fast_room(f, cut->out->peer, c.freed, c.time);
      } else if (read(m, &at, &p, sizeof p)) {
        nf_fast_record(f, cut->out, &p);
      }
  }
}

void nf_fast_trade(nf_fast *f, nf_fast_plane *plane) {
  nf_fast_team *t = f->team;
  for (uint32_t i = plane->cut; i; i = f->fabric->cut[i - 1].next) {
    nf_fast_cut *c = &f->fabric->cut[i - 1];
    if (c->leaves)
      send_packets(f, c);
    else
      send_room(f, c);
  }
  if (f->ahead && !plane->open)
    add_to_all(f, (uint32_t[2]){Closed, 0}, 2 * sizeof(uint32_t));
  t->swap(t, plane->with);
  for (unsigned w = 0; w < t->workers; w++)
    if (plane->with[w] || f->ahead) // then of threads, whose mail goes to all
      take_mail(f, plane, &t->from[w]);
}

// ------------------------------------------------------------------------------- numbers
int nf_fast_agree(nf_fast *f, uint64_t *number, unsigned count) {
  nf_fast_team *t = f->team;
  if (!t)
    return f->err->status;
  add_to_all(f, number, count * sizeof *number);
  add_to_all(f, f->err, sizeof *f->err);
  bool lost = false; // what could not be sent to one is known to all
  for (unsigned w = 0; w < t->workers; w++)
    lost |= t->to[w].lost;
  for (unsigned w = 0; w < t->workers; w++)
    t->to[w].lost = lost;
  t->swap(t, NULL);
  for (unsigned w = 0; w < t->workers; w++) {
    size_t at = 0;
    nf_err e = {0};
    for (unsigned k = 0; w != t->me && k < count; k++) {
      uint64_t theirs = 0;
      read(&t->from[w], &at, &theirs, sizeof theirs);
      number[k] += theirs;
    }
    if (w != t->me && read(&t->from[w], &at, &e, sizeof e) && e.status != NF_EXIT_OK)
      nf_err_set(f->err, e.status, "%s", e.text);
    else if (t->from[w].lost)
      no_memory(f);
  }
  return f->err->status;
}

void nf_fast_tell(nf_fast *f, const void *record, size_t size, uint32_t count,
                  void (*take)(void *ctx, const void *record), void *ctx) {
  nf_fast_team *t = f->team;
  uint64_t theirs[NF_FAST_TOLD / sizeof(uint64_t)];
  if (!t)
    return;
  add_to_all(f, record, size * count);
  t->swap(t, NULL);
  for (unsigned w = 0; w < t->workers; w++)
    for (size_t at = 0; w != t->me && read(&t->from[w], &at, theirs, size);)
      take(ctx, theirs);
}

static void later(void *ctx, const void *record) {
  uint32_t *latest = ctx, theirs;
  memcpy(&theirs, record, sizeof theirs);
  *latest = theirs > *latest ? theirs : *latest;
}

void nf_fast_latest(nf_fast *f, uint32_t *tick) {
  const uint32_t mine = *tick;
  nf_fast_tell(f, &mine, sizeof mine, 1, later, tick);
}

void nf_fast_share_stats(nf_fast *f, nf_fast_stats *s) {
  nf_fast_agree(f, (uint64_t *)s, sizeof *s / sizeof(uint64_t));
}

// ------------------------------------------------------------------------------- the end of a run
// What was sent over a cut link is known at its one end, what has left its buffer at the other.
static void tell_sent(nf_fast *f) {
  nf_fast_team *t = f->team;
  const nf_fast_fabric *net = f->fabric;
  for (uint32_t i = 0; i < net->cuts; i++)
    if (net->cut[i].leaves) {
      add(f, net->cut[i].with, &net->cut[i].link, sizeof net->cut[i].link);
      add(f, net->cut[i].with, net->cut[i].out->sent, sizeof net->cut[i].out->sent);
    }
  t->swap(t, NULL);
  for (unsigned w = 0; w < t->workers; w++) {
    uint32_t link;
    for (size_t at = 0; w != t->me && read(&t->from[w], &at, &link, sizeof link);) {
      nf_fast_out *o = net->cut[net->cut_of[link]].out;
      read(&t->from[w], &at, o->sent, sizeof o->sent);
    }
  }
}

int nf_fast_check(nf_fast *f, uint64_t *inside) {
  if (f->team)
    tell_sent(f);
  nf_fast_fabric_check(f->fabric, inside, f->err);
  return nf_fast_agree(f, inside, 1);
}

// Each worker has the hashes of what its sites sent; all are put together in the order of sites.
uint64_t nf_fast_hash(nf_fast *f) {
  const nf_fast_fabric *net = f->fabric;
  size_t at[NF_FAST_WORKERS] = {0};
  uint64_t h = 0;
  for (uint32_t i = 0; f->team && i < net->sites; i++)
    for (unsigned p = 0; net->site[i].mine && p < net->site[i].ports; p++)
      add_to_all(f, &net->site[i].out[p].hash, sizeof(uint64_t));
  if (f->team)
    f->team->swap(f->team, NULL);
  for (uint32_t i = 0; i < net->sites; i++)
    for (unsigned p = 0; p < net->site[i].ports; p++) {
      const nf_fast_site *s = &net->site[i];
      uint64_t one = s->out[p].hash;
      if (!s->mine)
        read(&f->team->from[s->owner], &at[s->owner], &one, sizeof one);
      h = (h ^ one) * NF_FAST_MIX;
    }
  return h;
}
