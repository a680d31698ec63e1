// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The network adds, and machines of several GPUs (NETREDUCE 3.2). Lanes 0 and 1 send and receive
// within a machine, 2 and 3 between machines.
#include "algorithms.h"
#include "emit.h"

static int emit_network(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 1, out, e) == NF_EXIT_OK)
    nf_emit_join(&b, 0, 0, 0, 1);
  nf_emit_close(&b);
  return e->status;
}

int nf_in_network_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  s->emit = emit_network;
  s->groups = 1;
  s->group_size = shape->ranks;
  return nf_shape_chunks(s, 1, e);
}

nf_extent nf_in_network_extent(const nf_shape *shape) {
  return (nf_extent){shape->ranks, shape->ranks};
}

static int set_machine(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  if (shape->machine < 2 || shape->ranks % shape->machine || shape->ranks == shape->machine)
    return nf_refuse(e,
                     "%s: give --machine, 2 or more ranks of one machine, and two machines or more "
                     "of them; %u does not divide %u so",
                     s->name, shape->machine, shape->ranks);
  s->machine = shape->machine;
  return NF_EXIT_OK;
}

static nf_ring ring_of_machine(const nf_schedule *s, uint32_t rank) {
  const uint32_t n = s->machine, first = rank - rank % n, me = rank % n;
  return (nf_ring){n, me, first + (me + 1) % n, first + (me + n - 1) % n, 0, s->chunks / n, 0};
}

// ------------------------------------------------------------------------------- NetReduce
static int emit_netreduce(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  nf_emit b;
  const nf_ring local = ring_of_machine(s, rank);
  if (nf_emit_open(&b, s, rank, 3, out, e) == NF_EXIT_OK) {
    nf_ring_reduce_scatter(&b, &local);
    nf_emit_join(&b, 2, local.me, local.me, 1);
    nf_ring_all_gather(&b, &local);
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_hierarchical_netreduce_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  if (set_machine(s, shape, e) != NF_EXIT_OK)
    return e->status;
  s->emit = emit_netreduce;
  s->groups = s->sharers = s->machine; // all GPUs of a machine use its network at once
  s->group_size = s->ranks / s->machine;
  return nf_shape_chunks(s, s->machine, e);
}

nf_extent nf_hierarchical_netreduce_extent(const nf_shape *shape) {
  return nf_extent_sum(nf_extent_trips(2, shape->ranks, shape->machine, 1),
                       (nf_extent){shape->ranks, shape->ranks});
}

// ------------------------------------------------------------------------------- Tencent
// Within a machine the reduction is Rabenseifner's, halving and then gathering to the master; the
// broadcast is van de Geijn's, scattering and then a ring. Blocks of `width` chunks, one a GPU.
static void reduce_to_master(nf_emit *b, uint32_t first, uint32_t me, uint32_t n, uint32_t width) {
  uint32_t low = 0, size = n;
  for (uint32_t d = n / 2; d > 0; d /= 2) {
    size /= 2;
    const uint32_t mine = me & d ? low + size : low, theirs = me & d ? low : low + size;
    nf_emit_send(b, 0, first + (me ^ d), 0, theirs * width, size * width);
    nf_emit_recv(b, 1, first + (me ^ d), 0, mine * width, size * width, true);
    low = mine;
  }
  for (uint32_t d = 1; d < n && me % d == 0; d *= 2) {
    if (me & d)
      nf_emit_send(b, 0, first + me - d, 0, me * width, d * width);
    else
      nf_emit_recv(b, 1, first + me + d, 0, (me + d) * width, d * width, false);
    if (me & d)
      break;
  }
}

static void scatter_from_master(nf_emit *b, uint32_t first, uint32_t me, uint32_t n,
                                uint32_t width) {
  for (uint32_t d = n / 2; d > 0; d /= 2) {
    if (me % d)
      continue;
    if (me & d)
      nf_emit_recv(b, 1, first + me - d, 0, me * width, d * width, false);
    else
      nf_emit_send(b, 0, first + me + d, 0, (me + d) * width, d * width);
  }
}

static int emit_tencent(const nf_schedule *s, uint32_t rank, nf_steps *out, nf_err *e) {
  const uint32_t n = s->machine, machines = s->ranks / n;
  const nf_ring local = ring_of_machine(s, rank);
  const nf_ring masters = {.members = machines,
                           .me = rank / n,
                           .next = (rank + n) % s->ranks,
                           .prev = (rank + s->ranks - n) % s->ranks,
                           .width = n,
                           .lane = 2};
  nf_emit b;
  if (nf_emit_open(&b, s, rank, 4, out, e) == NF_EXIT_OK) {
    reduce_to_master(&b, rank - local.me, local.me, n, local.width);
    if (local.me == 0)
      nf_ring_all_reduce(&b, &masters);
    scatter_from_master(&b, rank - local.me, local.me, n, local.width);
    nf_ring_all_gather(&b, &local);
  }
  nf_emit_close(&b);
  return e->status;
}

int nf_tencent_open(nf_schedule *s, const nf_shape *shape, nf_err *e) {
  if (set_machine(s, shape, e) != NF_EXIT_OK)
    return e->status;
  if (s->machine & (s->machine - 1))
    return nf_refuse(e, "tencent: --machine %u: give a power of two, as NETREDUCE Eq. 5 assumes",
                     s->machine);
  s->emit = emit_tencent;
  s->sharers = 1; // the masters alone use the network
  return nf_shape_chunks(s, s->ranks, e);
}

// Of a machine of n: halving, 2 log n steps a rank with all blocks but one, twice; to the master
// and from it an edge for each other rank, n / 2 blocks on each of the log n levels; then the
// rings.
nf_extent nf_tencent_extent(const nf_shape *shape) {
  const uint64_t n = shape->machine, machines = shape->ranks / n, width = machines,
                 log = nf_log_of(n);
  const nf_extent trees = {machines * (2 * n * log + 4 * (n - 1)),
                           machines * width * (2 * n * (n - 1) + 2 * n * log)};
  return nf_extent_sum(trees, nf_extent_sum(nf_extent_trips(2, machines, machines, n),
                                            nf_extent_trips(1, shape->ranks, n, width)));
}
