// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/system.h"

#include "ace/nf_ace_pkg.h"
#include <stdio.h>
#include <stdlib.h>

// ------------------------------------------------------------------------------- links
// A pipe from each port of the dimension to the neighbour's facing port.
static int open_rings(nf_ace_system *n, unsigned dim, nf_err *e) {
  const nf_topo *t = n->cfg.plan->cfg.topology;
  const bool package = t->dim[dim].package;
  for (unsigned k = 0; k < t->nodes; k++)
    for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
      if (nf_topo_port_dim(t, port) != (int)dim)
        continue;
      nf_ace_pipe *w = &n->wire[k * NF_TOPO_PORTS + port];
      if (!nf_ace_pipe_open(w, package ? n->cfg.inside : n->cfg.between,
                            package ? n->cfg.inside_latency : n->cfg.between_latency,
                            n->cfg.plan->cfg.engine.WordBytes))
        return nf_err_memory(e, "a link");
      n->node[k].tx[port] = w;
      n->node[nf_topo_neighbour(t, k, port)].rx[nf_topo_far_port(port)] = w;
    }
  return NF_EXIT_OK;
}

static int open_switches(nf_ace_system *n, nf_err *e) {
  const nf_topo *t = n->cfg.plan->cfg.topology;
  for (unsigned s = 0; s < NF_TOPO_SWITCHES; s++) {
    nf_ace_fabric *f = &n->fabric[n->fabrics++];
    if (nf_ace_fabric_open(f, t->nodes, n->cfg.between, n->cfg.between_latency,
                           n->cfg.plan->cfg.engine.WordBytes, e) != NF_EXIT_OK)
      return e->status;
    for (unsigned k = 0; k < t->nodes; k++) {
      n->node[k].tx[NF_TOPO_FIRST_SWITCH_PORT + s] = &f->to[k];
      n->node[k].rx[NF_TOPO_FIRST_SWITCH_PORT + s] = &f->from[k];
    }
  }
  return NF_EXIT_OK;
}

// A cable at each end of a node that has none yet: the wire that leaves it there and the one that
// comes.
static int open_cables(nf_ace_system *n, nf_err *e) {
  const unsigned nodes = n->cfg.plan->cfg.topology->nodes;
  n->cable = calloc(nodes * NF_TOPO_PORTS, sizeof *n->cable);
  if (!n->cable)
    return nf_err_memory(e, "the cables");
  for (unsigned k = 0; k < nodes; k++)
    for (unsigned port = 0; port < NF_TOPO_PORTS; port++) {
      nf_ace_pipe *to = n->node[k].tx[port];
      if (!to || to->sender)
        continue;
      nf_ace_cable *c = &n->cable[n->cables];
      if (!nf_ace_cable_open(c, &n->cfg.cable, n->cables++, to, n->node[k].rx[port]))
        return nf_err_memory(e, "a cable");
    }
  return NF_EXIT_OK;
}

// The models, and RTL beside a sample of them.
static int open_engines(nf_ace_system *n, nf_err *e) {
  const unsigned nodes = n->cfg.plan->cfg.topology->nodes;
  const unsigned sample = n->cfg.sample && n->cfg.sample < nodes ? n->cfg.sample : nodes;
  unsigned beside = 0;
  for (unsigned k = 0; k < nodes; k++) {
    nf_ace_node *node = &n->node[k];
    const nf_status refused = nf_ace_init(&node->model, &n->cfg.plan->cfg.engine);
    if (refused)
      return nf_refuse(e, "the engine: %s", refused);
    // `sample` of `nodes`, as evenly as they come.
    const bool rtl = n->cfg.dut && k * sample / nodes >= beside && beside < sample;
    beside += rtl;
    if (nf_lockstep_open(&node->lockstep, rtl ? n->cfg.dut : NULL, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

int nf_ace_system_open(nf_ace_system *n, const nf_ace_system_cfg *cfg, nf_err *e) {
  const nf_topo *t = cfg->plan->cfg.topology;
  *n = (nf_ace_system){.cfg = *cfg};
  n->node = calloc(t->nodes, sizeof *n->node);
  n->wire = calloc(t->nodes * NF_TOPO_PORTS, sizeof *n->wire);
  if (!n->node || !n->wire)
    return nf_err_memory(e, "the system");
  for (unsigned d = 0; d < t->dims && e->status == NF_EXIT_OK; d++)
    if (t->dim[d].size > 1)
      t->dim[d].switched ? open_switches(n, e) : open_rings(n, d, e);
  if (e->status == NF_EXIT_OK && n->cfg.cable.on)
    open_cables(n, e);
  return e->status == NF_EXIT_OK ? open_engines(n, e) : e->status;
}

void nf_ace_system_close(nf_ace_system *n) {
  const unsigned nodes = n->cfg.plan ? n->cfg.plan->cfg.topology->nodes : 0;
  for (unsigned k = 0; k < nodes && n->node; k++) {
    nf_ace_node *node = &n->node[k];
    if (node->model)
      nf_ace_free(node->model);
    nf_lockstep_close(&node->lockstep);
    nf_ace_mem_close(&node->memory);
    nf_ace_driver_close(&node->driver);
  }
  for (unsigned i = 0; i < nodes * NF_TOPO_PORTS && n->wire; i++)
    nf_ace_pipe_close(&n->wire[i]);
  for (unsigned s = 0; s < n->fabrics; s++)
    nf_ace_fabric_close(&n->fabric[s]);
  for (unsigned i = 0; i < n->cables; i++)
    nf_ace_cable_close(&n->cable[i]);
  free(n->node);
  free(n->wire);
  free(n->cable);
}

// ------------------------------------------------------------------------------- a cycle
static bool bit(unsigned v, unsigned i) { return v >> i & 1; }

// What the engine sends on a port goes to the wire. Both classes share it.
static int send(nf_ace_system *n, nf_ace_node *k, unsigned port, nf_err *e) {
  nf_ace_pipe *w = k->tx[port];
  const nf_ace_out *out = k->out;
  const unsigned ready = nf_ace_pipe_ready(w, n->cycle);
  k->in.link_tx_ready = (uint16_t)((k->in.link_tx_ready & ~(3u << 2 * port)) | ready << 2 * port);
  if (!bit(out->link_tx_valid, port) || !bit(ready, nf_ace_hdr_mode(out->link_tx_hdr[port].w)))
    return NF_EXIT_OK;
  if (!nf_ace_pipe_put(w, bit(out->link_tx_first, port), bit(out->link_tx_last, port),
                       &out->link_tx_hdr[port], &out->link_tx_data[port * (w->word / 8)], n->cycle))
    return nf_err_memory(e, "a wire");
  if (w->put_class == NF_PIPE_ENGINE)
    n->last_move = n->cycle;
  return NF_EXIT_OK;
}

// What has come on a wire is shown to the engine when it takes it.
static void receive(nf_ace_system *n, nf_ace_node *k, unsigned port) {
  nf_ace_pipe *w = k->rx[port];
  const nf_ace_beat *b = nf_ace_pipe_end(w, k->out->link_rx_ready >> 2 * port & 3u, n->cycle);
  const uint8_t mask = (uint8_t)(1u << port);
  if (!b) {
    if (k->driven & mask) {
      k->in.link_rx_valid &= (uint8_t)~mask;
      k->driven &= (uint8_t)~mask;
    }
    return;
  }
  k->driven |= mask;
  k->in.link_rx_valid |= mask;
  k->in.link_rx_first = (uint8_t)((k->in.link_rx_first & ~mask) | (b->first ? mask : 0));
  k->in.link_rx_last = (uint8_t)((k->in.link_rx_last & ~mask) | (b->last ? mask : 0));
  k->in.link_rx_hdr[port] = b->hdr;
  nf_ace_word_copy(&k->in.link_rx_data[port * (w->word / 8)], b->data.w, w->word / 8);
  nf_ace_pipe_take(w, b);
}

// One cycle of a node: links, memory, driver and background set the inputs, then the clock edge.
static int step_node(nf_ace_system *n, unsigned which, nf_err *e) {
  nf_ace_node *k = &n->node[which];
  k->out = nf_ace_peek(k->model);
  for (unsigned port = 0; port < NF_TOPO_PORTS; port++)
    if (k->tx[port]) {
      if (send(n, k, port, e) != NF_EXIT_OK)
        return e->status;
      receive(n, k, port);
    }
  const uint64_t words = k->memory.read_words + k->memory.written_words;
  nf_ace_mem_step(&k->memory, k->out, &k->in, n->cycle);
  if (k->memory.read_words + k->memory.written_words != words)
    n->last_move = n->cycle;
  if (nf_ace_driver_step(&k->driver, k->out, &k->in, n->cycle, e) != NF_EXIT_OK)
    return e->status;
  if (k->driver.access != NF_LITE_IDLE)
    n->last_move = n->cycle;
  if (k->background.ports &&
      nf_ace_background_step(&k->background, k->out, &k->in, e) != NF_EXIT_OK)
    return e->status;
  nf_ace_step(k->model, &k->in);
  if (!k->lockstep.dut)
    return NF_EXIT_OK;
  char name[32];
  snprintf(name, sizeof name, "node %u", which);
  n->compared++;
  return nf_lockstep_step(&k->lockstep, &k->in, nf_ace_peek(k->model), name, n->cycle, e);
}

int nf_ace_system_step(nf_ace_system *n, nf_err *e) {
  for (unsigned k = 0; k < n->cfg.plan->cfg.topology->nodes; k++)
    if (step_node(n, k, e) != NF_EXIT_OK)
      return e->status;
  for (unsigned s = 0; s < n->fabrics; s++)
    if (nf_ace_fabric_step(&n->fabric[s], n->cycle, e) != NF_EXIT_OK)
      return e->status;
  for (unsigned i = 0; i < n->cables; i++)
    nf_ace_cable_step(&n->cable[i], n->cycle);
  n->cycle++;
  return NF_EXIT_OK;
}
