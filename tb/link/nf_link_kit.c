// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_link_kit.h"

#include <string.h>

// End 1 of the run in progress. It stays reachable when a run is cut short.
static nf_link *end1;

void nf_link_kit_start(nf_tb *tb, nf_link_kit *k, const nf_link_cfg *peer, unsigned delay) {
  nf_link_free(end1);
  end1 = NULL;
  nf_status s = nf_link_init(&end1, peer);
  nf_tb_check(tb, s == NF_OK, "%s", s == NF_OK ? "" : s);
  k->width = peer->Width;
  k->packet = peer->PacketFlits;
  k->vc_bit = peer->VcBit;
  k->delay = delay;
  k->timeout = (uint16_t)(3 * delay + 100);
  for (unsigned e = 0; e < 2; e++) {
    k->wire[e].tail = delay;
    k->device[e].traffic = nf_link_traffic_any(tb);
  }
}

nf_link_traffic nf_link_traffic_any(nf_tb *tb) {
  nf_link_traffic t = {.pace = nf_pace_any(tb), .channels = 3, .length = NF_LINK_ANY};
  for (unsigned v = 0; v < 2; v++)
    t.ready_percent[v] = nf_tb_chance(tb, 30) ? 100 : 5 + (unsigned)nf_tb_below(tb, 95);
  return t;
}

nf_link_traffic nf_link_traffic_full(void) {
  return (nf_link_traffic){.pace = {.kind = NF_PACE_ALWAYS},
                           .channels = 3,
                           .length = NF_LINK_FULL,
                           .ready_percent = {100, 100}};
}

static uint64_t mix(const nf_link_kit *k, uint64_t digest, const nf_link_data *f) {
  for (unsigned i = 0; i < k->width / 64; i++)
    digest = ((digest ^ f->w[i]) * 0x9e3779b97f4a7c15u) ^ digest >> 29;
  return digest ^ digest >> 32;
}

static unsigned channel(const nf_link_kit *k, const nf_link_data *header) {
  return header->w[k->vc_bit / 64] >> k->vc_bit % 64 & 1;
}

// ---------------------------------------------------------------------------------- wire
static void carry(nf_tb *tb, const nf_link_kit *k, nf_link_wire *w, const nf_link_data *data,
                  uint64_t ctrl, nf_link_data *out, uint64_t *out_ctrl) {
  const nf_link_noise *n = &w->noise;
  w->data[w->tail % NF_LINK_KIT_LINE] = *data;
  w->ctrl[w->tail % NF_LINK_KIT_LINE] = ctrl;
  w->tail++;
  bool slip = nf_tb_below(tb, 1000000) < n->slip;
  unsigned depth = w->tail - w->head;
  if (slip && nf_tb_chance(tb, 50) && depth < NF_LINK_KIT_LINE / 2) {
    // The word before comes once more, this one a cycle later: from now on the wire is longer.
    nf_tb_cover(tb, "a word came twice");
  } else {
    if (slip && depth > 1) {
      w->head++;
      nf_tb_cover(tb, "a word vanished");
    }
    uint64_t dice = nf_tb_below(tb, 1000000);
    if (dice >= n->repeat) {
      w->shown = w->data[w->head % NF_LINK_KIT_LINE];
      w->shown_ctrl = w->ctrl[w->head % NF_LINK_KIT_LINE];
    }
    w->head++;
  }
  uint64_t dice = nf_tb_below(tb, 1000000);
  *out = w->shown;
  *out_ctrl = w->shown_ctrl;
  if (dice < n->flip) {
    for (uint64_t flips = 1 + nf_tb_below(tb, 3); flips != 0; flips--) {
      unsigned bit = (unsigned)nf_tb_below(tb, k->width + 64);
      if (bit < k->width)
        out->w[bit / 64] ^= 1ull << bit % 64;
      else
        *out_ctrl ^= 1ull << (bit - k->width);
    }
  }
  if (dice >= 1000000 - n->lose || w->dead) {
    *out = (nf_link_data){.w = {0}};
    *out_ctrl = 0;
  }
}

// ---------------------------------------------------------------------------------- devices
static void make_packet(nf_tb *tb, const nf_link_kit *k, nf_link_device *d, unsigned vc) {
  nf_link_packet *p = &d->next[vc];
  unsigned flits = 1 + (unsigned)nf_tb_below(tb, k->packet);
  if (d->traffic.length == NF_LINK_SHORT)
    flits = 1;
  if (d->traffic.length == NF_LINK_FULL)
    flits = k->packet;
  if (nf_tb_chance(tb, d->traffic.long_percent))
    flits = k->packet + 1 + (unsigned)nf_tb_below(tb, 5);
  for (unsigned f = 0; f < flits; f++)
    for (unsigned i = 0; i < k->width / 64; i++)
      p->flit[f].w[i] = nf_tb_rand(tb);
  if (channel(k, &p->flit[0]) != vc)
    p->flit[0].w[k->vc_bit / 64] ^= 1ull << k->vc_bit % 64;
  p->flits = flits;
  p->err = nf_tb_chance(tb, 5);
}

// The header was taken: from here on the link owes the packet.
static void enter(nf_tb *tb, const nf_link_kit *k, nf_link_book *b, const nf_link_packet *p) {
  nf_tb_check(tb, b->tail - b->head < NF_LINK_KIT_BOOK, "the link holds what it can hold");
  nf_link_entry *e = &b->entry[b->tail++ % NF_LINK_KIT_BOOK];
  *e = (nf_link_entry){.flits = p->flits, .err = p->err};
  if (p->flits > k->packet) {
    e->flits = k->packet;
    e->err = true;
    nf_tb_cover(tb, "a packet too long");
  }
  for (unsigned f = 0; f < e->flits; f++)
    e->digest = mix(k, e->digest, &p->flit[f]);
}

// Header only after ready was seen, and not directly after another of that channel.
static void send(nf_tb *tb, nf_link_kit *k, unsigned e, const nf_link_out *out, nf_link_in *in) {
  nf_link_device *d = &k->device[e];
  unsigned can = 0;
  for (unsigned v = 0; v < 2; v++) {
    if (d->next[v].flits == 0 && (d->traffic.channels >> v & 1) != 0 && !k->stop)
      make_packet(tb, k, d, v);
    if (d->next[v].flits != 0 && !(d->headed && d->sending == v))
      can |= (unsigned)(d->ready_seen & 1u << v);
  }
  d->ready_seen = out->tx_ready;
  bool was_headed = d->headed;
  d->headed = false;
  if (!d->open && k->stop)
    return;
  if (!nf_pace_go(tb, &d->traffic.pace) || (!d->open && can == 0))
    return;
  if (!d->open) {
    bool other = can == 3 && (was_headed || nf_tb_chance(tb, 50));
    d->sending = can != 3 ? can >> 1 : other ? d->sending ^ 1u : d->sending;
    d->sent = 0;
    d->open = d->headed = true;
    // Swallowed without a trace but for an event when the link is down.
    nf_tb_check(tb, (out->tx_ready >> d->sending & 1) != 0, "ready held until a header came");
    if (d->first_in == 0)
      d->first_in = nf_tb_cycle(tb) + 1;
    if (out->down) {
      d->refused++;
    } else {
      d->taken++;
      enter(tb, k, &k->book[1 - e][d->sending], &d->next[d->sending]);
    }
  }
  nf_link_packet *p = &d->next[d->sending];
  in->tx_valid = true;
  in->tx_data = p->flit[d->sent++];
  in->tx_last = d->sent == p->flits;
  in->tx_err = in->tx_last && p->err;
  if (in->tx_last) {
    p->flits = 0;
    d->open = false;
  }
}

static void finish_packet(nf_tb *tb, nf_link_kit *k, unsigned e, bool err) {
  nf_link_device *d = &k->device[e];
  nf_link_book *b = &k->book[e][d->vc];
  d->in_packet = false;
  nf_tb_check(tb, b->head != b->tail, "a packet that was sent");
  nf_link_entry *expected = &b->entry[b->head++ % NF_LINK_KIT_BOOK];
  if (d->digest == expected->digest && d->flits == expected->flits && err == expected->err) {
    d->delivered++;
  } else {
    d->closed++;
    nf_tb_check(tb, err && d->down && d->closed == 1 && d->flits <= expected->flits + 1,
                "a packet changed: %u of %u flits, err %u", d->flits, expected->flits, err);
  }
}

static void receive(nf_tb *tb, nf_link_kit *k, unsigned e, const nf_link_out *out, nf_link_in *in) {
  nf_link_device *d = &k->device[e];
  for (unsigned v = 0; v < 2; v++)
    if (k->stop || nf_tb_chance(tb, d->traffic.ready_percent[v]))
      d->ready |= (uint8_t)(1u << v);
  if (!k->stop && nf_tb_chance(tb, d->traffic.fickle_percent))
    d->ready &= (uint8_t)nf_tb_below(tb, 4);
  in->rx_ready = d->ready;
  if (d->first_out != 0 && !out->rx_valid)
    d->gaps++;
  if (!out->rx_valid)
    return;
  if (!d->in_packet) {
    d->vc = channel(k, &out->rx_data);
    if ((d->ready >> d->vc & 1) == 0) {
      nf_tb_cover(tb, "a header had to wait");
      return;
    }
    if (!k->stop && !nf_tb_chance(tb, d->traffic.ready_percent[d->vc]))
      d->ready &= (uint8_t) ~(1u << d->vc);
    d->in_packet = true;
    d->flits = 0;
    d->digest = 0;
  }
  if (d->first_out == 0)
    d->first_out = nf_tb_cycle(tb) + 1;
  d->flits_out++;
  d->flits++;
  d->digest = mix(k, d->digest, &out->rx_data);
  if (out->rx_last)
    finish_packet(tb, k, e, out->rx_err);
}

void nf_link_kit_drive(nf_tb *tb, nf_link_kit *k, const nf_link_out *out, nf_link_in *in) {
  const nf_link_out *o[2] = {out, nf_link_peek(end1)};
  nf_link_in now[2] = {{.cfg_timeout = k->timeout, .cfg_retries = k->retries},
                       {.cfg_timeout = k->timeout, .cfg_retries = k->retries}};
  for (unsigned e = 0; e < 2; e++) {
    nf_link_device *d = &k->device[e];
    d->down = o[e]->down;
    d->busy = o[e]->busy;
    for (unsigned v = 0; v < 16; v++)
      d->events[v] += o[e]->event >> v & 1u;
    receive(tb, k, e, o[e], &now[e]);
    send(tb, k, e, o[e], &now[e]);
    carry(tb, k, &k->wire[e], &o[e]->wire_data, o[e]->wire_ctrl, &now[1 - e].wire_data,
          &now[1 - e].wire_ctrl);
  }
  *in = now[0];
  nf_link_step(end1, &now[1]);
}

void nf_link_kit_check_empty(nf_tb *tb, const nf_link_kit *k) {
  for (unsigned e = 0; e < 2; e++) {
    for (unsigned v = 0; v < 2; v++)
      nf_tb_check(tb, k->book[e][v].head == k->book[e][v].tail, "end %u got %u of %u packets of %u",
                  e, k->book[e][v].head, k->book[e][v].tail, v);
    nf_tb_check(tb, !k->device[e].busy && !k->device[e].in_packet, "end %u is idle", e);
    nf_tb_check(tb, k->device[e].ready_seen == 3, "end %u has all its credits back: ready %u", e,
                k->device[e].ready_seen);
    nf_tb_check(tb, k->device[e].delivered == k->device[1 - e].taken, "end %u: %llu of %llu", e,
                (unsigned long long)k->device[e].delivered,
                (unsigned long long)k->device[1 - e].taken);
  }
}
