// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/fabric.h"

#include "ace/nf_ace_pkg.h"
#include <stdlib.h>

int nf_ace_fabric_open(nf_ace_fabric *f, unsigned nodes, uint32_t rate, uint32_t latency,
                       uint32_t word, nf_err *e) {
  *f = (nf_ace_fabric){.nodes = nodes};
  f->to = calloc(nodes, sizeof *f->to);
  f->from = calloc(nodes, sizeof *f->from);
  f->queue = calloc(nodes, sizeof *f->queue);
  f->entering = calloc(nodes, sizeof *f->entering);
  bool ok = f->to && f->from && f->queue && f->entering;
  // Half of the way to the switch, half from it.
  const uint32_t half = latency > 1 ? latency / 2 : 1;
  for (unsigned n = 0; n < nodes && ok; n++)
    ok = nf_ace_pipe_open(&f->to[n], rate, half, word) &&
         nf_ace_pipe_open(&f->from[n], rate, latency > half ? latency - half : 1, word) &&
         nf_ace_pipe_open(&f->queue[n], rate, 1, word);
  return ok ? NF_EXIT_OK : nf_err_memory(e, "a switch");
}

// Takes what has come from a node; a whole packet goes to its queue.
static int enter(nf_ace_fabric *f, unsigned n, uint64_t cycle, nf_err *e) {
  const nf_ace_beat *b = nf_ace_pipe_end(&f->to[n], NF_PIPE_ANY, cycle);
  if (!b)
    return NF_EXIT_OK;
  if (b->first) {
    f->entering[n].beats = 0;
    f->entering[n].dst = nf_ace_hdr_dst(b->hdr.w);
  }
  if (f->entering[n].beats < 4)
    f->entering[n].beat[f->entering[n].beats++] = *b;
  const bool whole = b->last;
  nf_ace_pipe_take(&f->to[n], b);
  if (!whole)
    return NF_EXIT_OK;
  if (f->entering[n].dst >= f->nodes) {
    f->wrong++;
    return NF_EXIT_OK;
  }
  for (unsigned k = 0; k < f->entering[n].beats; k++) {
    const nf_ace_beat *q = &f->entering[n].beat[k];
    if (!nf_ace_pipe_put(&f->queue[f->entering[n].dst], q->first, q->last, &q->hdr, q->data.w,
                         cycle))
      return nf_err_memory(e, "the queue of a switch");
  }
  return NF_EXIT_OK;
}

int nf_ace_fabric_step(nf_ace_fabric *f, uint64_t cycle, nf_err *e) {
  for (unsigned n = 0; n < f->nodes; n++) {
    const nf_ace_beat *b =
        nf_ace_pipe_end(&f->queue[n], nf_ace_pipe_ready(&f->from[n], cycle), cycle);
    if (b) {
      if (!nf_ace_pipe_put(&f->from[n], b->first, b->last, &b->hdr, b->data.w, cycle))
        return nf_err_memory(e, "a wire");
      nf_ace_pipe_take(&f->queue[n], b);
    }
    if (enter(f, n, cycle, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

static void close_all(nf_ace_pipe *w, unsigned n) {
  for (unsigned i = 0; w && i < n; i++)
    nf_ace_pipe_close(&w[i]);
  free(w);
}

void nf_ace_fabric_close(nf_ace_fabric *f) {
  close_all(f->to, f->nodes);
  close_all(f->from, f->nodes);
  close_all(f->queue, f->nodes);
  free(f->entering);
}
