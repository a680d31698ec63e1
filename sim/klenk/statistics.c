// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/statistics.h"

#include <stdlib.h>
#include <string.h>

enum { DROP_CODES = 0xfff }; // bits of ERRORS that stand for dropped packets

static void on_sent(void *ctx, unsigned gpu, const nf_flit *header, uint64_t cycle) {
  nf_statistics *b = ctx;
  const unsigned opcode = nf_hdr_opcode(header);
  uint32_t block;
  if ((opcode != NF_OPCODE_PUSH_WRITE && opcode != NF_OPCODE_PULL_REQ &&
       opcode != NF_OPCODE_PULL_RSP) ||
      !nf_interleave_block_at(b->interleave, nf_hdr_addr(header), &block))
    return;
  const size_t at = (size_t)gpu * b->interleave->blocks + block;
  if (opcode != NF_OPCODE_PULL_REQ)
    b->gave[at] = true;
  if (opcode != NF_OPCODE_PULL_RSP && b->sent[at] == 0)
    b->sent[at] = cycle + 1;
}

int nf_statistics_open(nf_statistics *b, const nf_interleave *interleave, unsigned ranks,
                       nf_network *net, nf_err *e) {
  *b = (nf_statistics){.interleave = interleave, .net = net, .ranks = ranks};
  b->sent = calloc((size_t)ranks * interleave->blocks, sizeof *b->sent);
  b->gave = calloc((size_t)ranks * interleave->blocks, sizeof *b->gave);
  if (!b->sent || !b->gave)
    return nf_err_memory(e, "the times of packets");
  net->sent = on_sent;
  net->ctx = b;
  return NF_EXIT_OK;
}

void nf_statistics_close(nf_statistics *b) {
  free(b->sent);
  free(b->gave);
}

void nf_statistics_restart(nf_statistics *b) {
  const size_t all = (size_t)b->ranks * b->interleave->blocks;
  memset(b->sent, 0, all * sizeof *b->sent);
  memset(b->gave, 0, all * sizeof *b->gave);
}

bool nf_statistics_gave(const nf_statistics *b, unsigned rank, uint32_t block) {
  return b->gave[(size_t)rank * b->interleave->blocks + block];
}

static int by_size(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

void nf_statistics_latency(const nf_statistics *b, double *mean, uint64_t *p99) {
  const size_t all = (size_t)b->ranks * b->interleave->blocks;
  uint64_t *took = malloc((all + 1) * sizeof *took), sum = 0;
  size_t n = 0;
  *mean = 0;
  *p99 = 0;
  for (size_t i = 0; took && i < all; i++) {
    const nf_memory *m = b->net->gpu[i / b->interleave->blocks].memory;
    const uint64_t done = nf_memory_completed_at(m, (uint32_t)(i % b->interleave->blocks));
    if (b->sent[i] != 0 && done + 1 > b->sent[i])
      sum += took[n++] = done + 1 - b->sent[i];
  }
  if (n) {
    qsort(took, n, sizeof *took, by_size);
    *mean = (double)sum / (double)n;
    *p99 = took[(n * 99 + 99) / 100 - 1];
  }
  free(took);
}

void nf_statistics_use(const nf_network *net, nf_collective_run *run) {
  for (unsigned i = 0; i < 2 * net->t->cables; i++) {
    const bool from = net->t->cable[i / 2].end[i % 2].gpu,
               to = net->t->cable[i / 2].end[1 - i % 2].gpu;
    double *most = from ? &run->from_gpu : to ? &run->to_gpu : &run->between;
    const double use = (double)net->end[i].flits / (double)run->cycles;
    run->flits += net->end[i].flits;
    *most = use > *most ? use : *most;
  }
}

// ------------------------------------------------------------------------------- counters
enum { PER_PORT = 6 };

static int switch_counts(nf_network *net, nf_collective_run *run, nf_err *e) {
  nf_csr_op op[1 + NF_MAX_PORTS * PER_PORT] = {{NF_CSR_ERRORS, true, 0}};
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    nf_csr_op *o = &op[1 + p * PER_PORT];
    o[0] = (nf_csr_op){NF_CSR_PORT_SELECT, false, p};
    o[1] = (nf_csr_op){NF_CSR_EVENT_BASE + 4 * NF_EV_EVICT, true, 0};
    o[2] = (nf_csr_op){NF_CSR_EVENT_BASE + 4 * NF_EV_TIMEOUT, true, 0};
    o[3] = (nf_csr_op){NF_CSR_EVENT_BASE + 4 * NF_EV_POISON, true, 0};
    o[4] = (nf_csr_op){NF_CSR_CLEARED, true, 0};
    o[5] = (nf_csr_op){NF_CSR_EVENT_BASE + 4 * NF_EV_REST, true, 0};
  }
  if (nf_network_inspect(net, op, sizeof op / sizeof op[0], e) != NF_EXIT_OK)
    return e->status;
  for (unsigned s = 0; s < net->t->switches; s++) {
    const nf_csr_op *got = net->sw[s].op;
    if (got[0].value & DROP_CODES)
      return nf_err_set(e, NF_EXIT_FAILED,
                        "switch %s dropped packets: ERRORS is 0x%x (docs/packet.md, errors)",
                        net->t->sw[s].name, got[0].value);
    for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
      const nf_csr_op *o = &got[1 + p * PER_PORT];
      run->evictions += o[1].value;
      run->timeouts += o[2].value;
      run->poisoned += o[3].value;
      run->cleared += o[4].value;
      // What a leaf that reduces first sends up is a share of the sum, no rest.
      run->rests += net->cfg.manager->site[s].reduces_first ? 0 : o[5].value;
    }
  }
  return NF_EXIT_OK;
}

static int endpoint_counts(nf_network *net, nf_collective_run *run, nf_err *e) {
  static const char *const wrong[NF_NETWORK_EVENTS] = {
      [NF_ENDPOINT_EV_ERR_OPCODE] = "a packet that no endpoint takes",
      [NF_ENDPOINT_EV_ERR_TRANSLATE] = "an address that is not mapped",
      [NF_ENDPOINT_EV_ERR_COUNT] = "contributions that fit no sum",
      [NF_ENDPOINT_EV_ERR_DAMAGED] = "a damaged packet",
      [NF_ENDPOINT_EV_ERR_ACK] = "an acknowledgement that was not due",
  };
  for (unsigned g = 0; g < net->t->gpus; g++)
    run->stale += net->gpu[g].out->stale;
  for (unsigned g = 0; g < net->t->gpus; g++)
    for (unsigned l = 0; l <= net->t->links; l++) {
      const uint64_t *count = net->gpu[g].events[l];
      run->partials += count[NF_ENDPOINT_EV_PARTIAL];
      for (unsigned v = 0; v < NF_NETWORK_EVENTS; v++)
        if (wrong[v] && count[v])
          return nf_err_set(e, NF_EXIT_FAILED, "gpu%u.%u received %s, %llu times", g, l, wrong[v],
                            (unsigned long long)count[v]);
    }
  return NF_EXIT_OK;
}

int nf_statistics_counts(nf_network *net, nf_collective_run *run, nf_err *e) {
  for (unsigned i = 0; i < 2 * net->t->cables; i++) {
    const nf_network_end *end = &net->end[i];
    run->turned += end->wire.turned;
    run->lost += end->wire.lost;
    run->repeated += end->wire.repeated;
    run->crc_errors += end->events[NF_LINK_EV_CRC_ERROR];
    run->replays += end->events[NF_LINK_EV_REPLAY];
    run->links_down += end->out->down;
  }
  if (endpoint_counts(net, run, e) != NF_EXIT_OK)
    return e->status;
  return switch_counts(net, run, e);
}
