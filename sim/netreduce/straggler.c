// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/straggler.h"

#include "sim/common/note.h"

static uint64_t left(const nf_nr_host *h) { return h->packets - h->expected; }

// The host, of whatever ring, that most is still to come to.
static const nf_nr_host *slowest(const nf_nr_ethernet *n) {
  const nf_nr_host *h = &n->host[0];
  for (unsigned i = 1; i < nf_nr_ethernet_hosts(n); i++)
    if (left(&n->host[i]) > left(h))
      h = &n->host[i];
  return h;
}

// Adds the hosts of a switch whose packet of a ring is missing; returns how many.
static unsigned missing(const nf_nr_ethernet *n, const nf_nr_setup *s, unsigned device,
                        const nf_nr_piece *p, nf_note *list, nf_err *e) {
  const unsigned members = s->leaves ? s->per_leaf : s->hosts;
  unsigned arrived = 0, count = 0;
  bool open = false;
  n->engine->look(n->device[device], s->ring - n->setup->ring, (uint32_t)(s->first + p->message),
                  p->offset, &open, &arrived, e);
  for (unsigned i = 0; i < members; i++) {
    if (open && arrived >> (s->at + i) & 1)
      continue;
    nf_note_add(list, "%s%u", list->used ? ", " : "", nf_nr_place_of(s, device * members + i));
    count++;
  }
  return count;
}

int nf_nr_straggler(const nf_nr_ethernet *n, nf_err *e) {
  const nf_nr_host *h = slowest(n);
  const nf_nr_setup *s = h->setup;
  if (h->expected == h->packets)
    return nf_err_set(e, NF_EXIT_STALLED,
                      "all sums have come, but for %.0f us no acknowledgement; the links lose too "
                      "much",
                      (double)s->stall / 1e6);
  const nf_nr_piece p = nf_nr_piece_of(s, h->expected);
  nf_note list = {.used = 0}, refused = {.used = 0};
  const unsigned switches = s->leaves ? s->leaves : 1;
  unsigned count = 0;
  for (unsigned d = 0; d < switches; d++)
    count += missing(n, s, d, &p, &list, e);
  for (unsigned i = 0; i < nf_nr_ethernet_hosts(n); i++)
    if (n->host[i].counts.unmarked)
      nf_note_add(&refused, "; host %u has refused %llu packets that are not marked as sums of all",
                  nf_nr_place_of(n->host[i].setup, n->host[i].id),
                  (unsigned long long)n->host[i].counts.unmarked);
  return nf_err_set(e, NF_EXIT_STALLED,
                    "nothing has come for %.0f us: host %u waits for packet %u of message %llu "
                    "(MsgID %u) of ring %u; %s%s%s",
                    (double)s->stall / 1e6, nf_nr_place_of(s, h->id), p.offset,
                    (unsigned long long)p.message, (unsigned)(uint32_t)(s->first + p.message),
                    s->ring, count ? "missing is that of host " : "those of all hosts have come",
                    list.text, refused.text);
}
