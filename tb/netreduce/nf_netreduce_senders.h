// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The members of a ring as senders: reliable connections with go-back-N (NETREDUCE 4.2, Algorithm
// 1).
//
// Host h sends to host h + 1, and receives on the connection of host h - 1. It sends message m + W
// only when it has received all of message m. The way to the accelerator loses, doubles and
// reorders packets; the way back loses results, and acknowledgements. A receiver takes packets in
// their order and complains once about a gap; a sender goes back to where it was asked to, or after
// a timeout to what is not acknowledged.
#ifndef NF_NETREDUCE_SENDERS_H
#define NF_NETREDUCE_SENDERS_H

#include "nf_tb.h"

#include <string.h>

enum { SENDERS_HOSTS = 8, SENDERS_MESSAGES = 48, SENDERS_POOL = 6 };

typedef struct {
  unsigned next, acked;        // packets sent, acknowledged: numbers of packets
  unsigned expected;           // of the receiver, host h + 1
  bool complained;             // of a gap at `expected`
  unsigned idle;               // cycles without an acknowledgement
  unsigned pool[SENDERS_POOL]; // on the way to the accelerator
  unsigned on_way;
} sender;

typedef struct {
  unsigned hosts, window, messages;
  unsigned timeout;                     // cycles without an acknowledgement
  unsigned loss, twice, reorder;        // percent
  unsigned start[SENDERS_MESSAGES + 1]; // first packet of each message
  sender host[SENDERS_HOSTS];
} senders;

static inline void senders_start(nf_tb *tb, senders *s, unsigned hosts, unsigned window,
                                 unsigned longest, bool same) {
  static const unsigned often[] = {0, 1, 5, 20};
  memset(s, 0, sizeof *s);
  s->hosts = hosts;
  s->window = window;
  s->timeout = 200;
  s->messages = 4 + (unsigned)nf_tb_below(tb, SENDERS_MESSAGES - 3);
  s->loss = often[nf_tb_below(tb, 4)];
  s->twice = often[nf_tb_below(tb, 4)];
  s->reorder = often[nf_tb_below(tb, 4)];
  for (unsigned m = 0; m < s->messages; m++) {
    const unsigned any = 1 + (unsigned)nf_tb_below(tb, longest),
                   some = nf_tb_chance(tb, 60) ? 1 : any;
    s->start[m + 1] = s->start[m] + (same ? longest : some); // long ones among short ones
  }
}

static inline unsigned senders_message(const senders *s, unsigned packet) {
  unsigned m = 0;
  while (s->start[m + 1] <= packet)
    m++;
  return m;
}

static inline unsigned senders_length(const senders *s, unsigned message) {
  return s->start[message + 1] - s->start[message];
}

// Has every host received all of the message?
static inline bool senders_all_have(const senders *s, unsigned message) {
  for (unsigned h = 0; h < s->hosts; h++)
    if (s->host[h].expected < s->start[message + 1])
      return false;
  return true;
}

static inline unsigned senders_limit(const senders *s, unsigned h) {
  const unsigned got = s->host[(h + s->hosts - 1) % s->hosts].expected;
  unsigned m = got == s->start[s->messages] ? s->messages : senders_message(s, got);
  m += s->window;
  return s->start[m < s->messages ? m : s->messages];
}

// One cycle of a host: perhaps a packet more on its way.
static inline void senders_move(nf_tb *tb, senders *s, unsigned h) {
  sender *const c = &s->host[h];
  if (++c->idle > s->timeout && c->acked < c->next) {
    c->next = c->acked;
    c->idle = 0;
    nf_tb_cover(tb, "timeout of a sender");
  }
  if (c->next >= senders_limit(s, h) || c->on_way == SENDERS_POOL)
    return;
  if (!nf_tb_chance(tb, s->loss))
    c->pool[c->on_way++] = c->next;
  if (c->on_way < SENDERS_POOL && nf_tb_chance(tb, s->twice))
    c->pool[c->on_way++] = c->next;
  c->next++;
}

// The next packet of a host that comes to the accelerator; false: none.
static inline bool senders_arrive(nf_tb *tb, senders *s, unsigned h, unsigned *packet) {
  sender *const c = &s->host[h];
  if (c->on_way == 0)
    return false;
  const unsigned at = nf_tb_chance(tb, s->reorder) ? (unsigned)nf_tb_below(tb, c->on_way) : 0;
  *packet = c->pool[at];
  c->on_way--;
  memmove(&c->pool[at], &c->pool[at + 1], (c->on_way - at) * sizeof c->pool[0]);
  return true;
}

// The accelerator sent the packet of host h on, with the sum.
static inline void senders_result(nf_tb *tb, senders *s, unsigned h, unsigned packet) {
  sender *const c = &s->host[h];
  if (nf_tb_chance(tb, s->loss)) {
    nf_tb_cover(tb, "a result is lost");
    return;
  }
  if (packet > c->expected) { // a gap
    if (!c->complained && !nf_tb_chance(tb, s->loss)) {
      c->next = c->acked = c->expected;
      nf_tb_cover(tb, "a sender goes back");
    }
    c->complained = true;
    return;
  }
  if (packet == c->expected) {
    c->expected++;
    c->complained = false;
  }
  if (!nf_tb_chance(tb, s->loss)) {
    if (c->expected > c->acked)
      c->idle = 0;
    c->acked = c->expected;
    if (c->next < c->acked)
      c->next = c->acked;
  }
}

#endif
