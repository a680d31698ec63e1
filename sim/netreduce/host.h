// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An end host: NETREDUCE Algorithm 1 over a reliable connection to the next host of the ring and
// one from the host before. Go-back-N: a packet out of order is answered by one NAK, a time-out
// sends all again that was not acknowledged.
#ifndef NF_NR_HOST_H
#define NF_NR_HOST_H

#include "sim/netreduce/setup.h"

typedef struct {
  uint64_t sent, repeated;  // data packets; of these, those sent before
  uint64_t acks, naks;      // sent
  uint64_t timeouts, backs; // of the sender: of its own, by a NAK
  uint64_t early, late;     // packets behind a gap; those that had come before
  uint64_t foreign;         // frames that are none of this host's, or damaged
  uint64_t unmarked;        // refused: not marked as the sum of all hosts
} nf_nr_host_counts;

typedef struct {
  const nf_nr_setup *setup;
  unsigned id;         // within the ring
  const uint8_t *data; // elements
  uint8_t *result;
  nf_nr_address own, next, before;
  uint64_t packets; // in all, so far
  // Sender; packets are counted from 0, PSNs are made of that.
  uint64_t una, nxt, top; // oldest not acknowledged, next to be sent, next never sent
  uint64_t deadline;      // of the time-out
  unsigned tries;         // time-outs since something was acknowledged; each doubles the next
  // Receiver.
  uint64_t expected;
  unsigned unacked; // packets that came and are not acknowledged
  bool ack_due, nak_due, nak_sent;
  uint64_t last; // time of the last packet in order
  nf_nr_host_counts counts;
} nf_nr_host;

void nf_nr_host_open(nf_nr_host *h, const nf_nr_setup *s, unsigned id, const void *data,
                     void *result);
// One more all-reduce behind what is done, with the data that are there now.
void nf_nr_host_again(nf_nr_host *h);
// Has it something to send?
bool nf_nr_host_wants(const nf_nr_host *h);
// Writes the next frame; returns its bytes.
unsigned nf_nr_host_send(nf_nr_host *h, uint64_t now, uint8_t *frame);
// A frame comes in. Refuses, with the place, what is in order and cannot be a sum of this ring;
// what does not say that it is the sum of all hosts is as good as lost.
int nf_nr_host_receive(nf_nr_host *h, uint64_t now, const uint8_t *frame, unsigned bytes,
                       nf_err *e);
// The time-out, if it is due.
void nf_nr_host_timer(nf_nr_host *h, uint64_t now);
// All sent, all acknowledged, all received.
bool nf_nr_host_done(const nf_nr_host *h);

#endif
