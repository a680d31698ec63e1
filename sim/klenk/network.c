// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Wires of the network. A cycle of a node has two halves: inputs are gathered from the others'
// outputs of this cycle, then everything takes its clock edge.
#include "sim/klenk/network.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VCS = 2, CSR_PATIENCE = 10000 };

// ------------------------------------------------------------------------------- opening
static int refuse(const char *what, nf_status status, nf_err *e) {
  return nf_refuse(e, "the %s cannot be built so: %s", what, status);
}

static const nf_plug *plug_of(const nf_network *n, unsigned end) {
  return &n->t->cable[end / 2].end[end % 2];
}

static int open_end(nf_network *n, unsigned i, nf_err *e) {
  nf_network_end *end = &n->end[i];
  const nf_status status = nf_link_init(&end->model, &n->cfg.link);
  if (status != NF_OK)
    return refuse("link", status, e);
  end->out = nf_link_peek(end->model);
  const nf_plug *plug = plug_of(n, i);
  if (plug->gpu)
    n->gpu[plug->node].end[n->gpu[plug->node].ends++] = (uint16_t)i;
  else
    n->sw[plug->node].end[n->sw[plug->node].ends++] = (uint16_t)i;
  if (!nf_wire_open(&end->wire, n->cfg.link.Width, n->t->cable[i / 2].latency, n->ahead,
                    &n->cfg.faults, n->cfg.seed * NF_TOPOLOGY_CABLES * 2 + i))
    return nf_err_memory(e, "a wire");
  return nf_lockstep_open(&end->lockstep, n->cfg.link_dut, e);
}

static int open_switch(nf_network *n, unsigned s, nf_err *e) {
  nf_network_switch *sw = &n->sw[s];
  const nf_status status = nf_switch_init(&sw->model, &n->cfg.manager->cfg);
  if (status != NF_OK)
    return refuse("switch", status, e);
  sw->out = nf_switch_peek(sw->model);
  const bool waves = n->cfg.wave_dut && s == n->cfg.watched;
  return nf_lockstep_open(&sw->lockstep, waves ? n->cfg.wave_dut : n->cfg.switch_dut, e);
}

static int open_gpu(nf_network *n, unsigned g, nf_err *e) {
  nf_network_gpu *gpu = &n->gpu[g];
  const nf_status status = nf_endpoint_init(&gpu->model, &n->cfg.endpoint);
  if (status != NF_OK)
    return refuse("endpoint", status, e);
  gpu->out = nf_endpoint_peek(gpu->model);
  return nf_lockstep_open(&gpu->lockstep, n->cfg.endpoint_dut, e);
}

// What draws from one source of chance for all GPUs, and what is to be seen at the first difference
// between RTL and model, goes in lock step.
static unsigned look_ahead(const nf_network *n) {
  const bool lock_step = n->cfg.lock_step || n->cfg.switch_dut || n->cfg.backpressure;
  unsigned most = lock_step ? 1 : NF_NETWORK_MOST_AHEAD;
  for (unsigned c = 0; c < n->t->cables; c++)
    if (n->t->cable[c].latency < most)
      most = n->t->cable[c].latency;
  return most;
}

int nf_network_open(nf_network *n, const nf_network_cfg *cfg, nf_err *e) {
  *n = (nf_network){.cfg = *cfg, .t = cfg->manager->t};
  n->cfg.endpoint.Links = n->t->links;
  n->failed = n->t->switches;
  n->ahead = look_ahead(n);
  n->rng.state = cfg->seed;
  while (n->cfg.switch_dut && nf_dut_next_failure()) {
  } // of a network before this one
  n->sw = calloc(n->t->switches, sizeof *n->sw);
  n->gpu = calloc(n->t->gpus, sizeof *n->gpu);
  n->end = calloc(2 * n->t->cables, sizeof *n->end);
  if (!n->sw || !n->gpu || !n->end)
    return nf_err_memory(e, "the network");
  for (unsigned s = 0; s < n->t->switches; s++)
    if (open_switch(n, s, e) != NF_EXIT_OK)
      return e->status;
  for (unsigned g = 0; g < n->t->gpus; g++)
    if (open_gpu(n, g, e) != NF_EXIT_OK)
      return e->status;
  for (unsigned i = 0; i < 2 * n->t->cables; i++)
    if (open_end(n, i, e) != NF_EXIT_OK)
      return e->status;
  return NF_EXIT_OK;
}

void nf_network_close(nf_network *n) {
  if (n->sw && n->wave.path && n->sw[n->cfg.watched].lockstep.rtl)
    n->cfg.wave_dut->trace_close(n->sw[n->cfg.watched].lockstep.rtl);
  for (unsigned s = 0; n->sw && s < n->t->switches; s++) {
    nf_lockstep_close(&n->sw[s].lockstep);
    nf_switch_free(n->sw[s].model);
    free(n->sw[s].op);
  }
  for (unsigned g = 0; n->gpu && g < n->t->gpus; g++) {
    nf_lockstep_close(&n->gpu[g].lockstep);
    nf_endpoint_free(n->gpu[g].model);
  }
  for (unsigned i = 0; n->end && i < 2 * n->t->cables; i++) {
    nf_lockstep_close(&n->end[i].lockstep);
    nf_link_free(n->end[i].model);
    nf_wire_close(&n->end[i].wire);
  }
  free(n->sw);
  free(n->gpu);
  free(n->end);
}

// ------------------------------------------------------------------------------- gathering
// A flit goes to or comes from the device at this end of a link.
static void note_flit(nf_network *n, const nf_network_end *end, nf_packet_way way,
                      const nf_flit *flit, bool last, bool damaged, uint64_t cycle) {
  if (cycle > n->last_move)
    n->last_move = cycle;
  if (n->packets)
    nf_packet_trace_flit(n->packets, (unsigned)(end - n->end), way, flit, last, damaged, cycle);
}

static void note_sent(nf_network *n, nf_network_end *end, uint64_t cycle) {
  end->flits++;
  note_flit(n, end, NF_PACKET_SENT, &end->in.tx_data.flit, end->in.tx_last, end->in.tx_err, cycle);
}

static void note_got(nf_network *n, const nf_network_end *end, uint64_t cycle) {
  note_flit(n, end, NF_PACKET_GOT, &end->out->rx_data.flit, end->out->rx_last, end->out->rx_err,
            cycle);
}

static void note_packet(nf_network *n, unsigned g, unsigned lane, uint64_t cycle) {
  nf_network_gpu *gpu = &n->gpu[g];
  const uint8_t bit = (uint8_t)(1u << lane);
  if (!(gpu->open & bit) && n->sent)
    n->sent(n->ctx, g, &gpu->out->tx_data[lane], cycle);
  gpu->open = gpu->out->tx_last & bit ? gpu->open & (uint8_t)~bit : gpu->open | bit;
}

// A GPU that does not take everything at once: behind a packet it closes one of the lane's channels
// for a while. What is closed is closed for both sides: the link keeps a header that the endpoint
// does not see. Payload follows its header in any case.
static bool closes(nf_network *n, nf_network_end *end, nf_network_gpu *gpu, unsigned lane,
                   uint64_t cycle) {
  enum { LONGEST = 24 };
  const uint8_t bit = (uint8_t)(1u << lane);
  for (unsigned v = 0; v < VCS; v++)
    if (gpu->closed[VCS * lane + v] > cycle)
      end->in.rx_ready &= (uint8_t) ~(1u << v);
  if (!end->out->rx_valid)
    return false;
  const unsigned vc = nf_hdr_opcode(&end->out->rx_data.flit) >> 3 & 1;
  const bool inside = gpu->arrives & bit;
  if (!inside && gpu->closed[VCS * lane + vc] > cycle)
    return true;
  if (!inside && !(end->in.rx_ready >> vc & 1))
    return false; // the endpoint itself does not take it
  gpu->arrives = end->out->rx_last ? gpu->arrives & (uint8_t)~bit : gpu->arrives | bit;
  if (end->out->rx_last && nf_rng_below(&n->rng, 100) < n->cfg.backpressure)
    gpu->closed[VCS * lane + nf_rng_below(&n->rng, VCS)] =
        cycle + 1 + nf_rng_below(&n->rng, LONGEST);
  return false;
}

// One lane of a GPU and the link end at it: each one's outputs are the other's inputs.
static void gather_lane(nf_network *n, nf_network_end *end, unsigned g, unsigned lane,
                        uint64_t cycle) {
  nf_network_gpu *gpu = &n->gpu[g];
  const nf_endpoint_out *out = gpu->out;
  nf_endpoint_in *in = &gpu->in;
  const uint8_t bit = (uint8_t)(1u << lane);
  end->in.rx_ready = out->rx_ready >> VCS * lane & 3;
  const bool closed = n->cfg.backpressure && closes(n, end, gpu, lane, cycle);
  end->in.tx_valid = out->tx_valid & bit;
  in->tx_ready |= (uint16_t)(end->out->tx_ready << VCS * lane);
  if (end->in.tx_valid) {
    end->in.tx_last = out->tx_last & bit;
    end->in.tx_err = out->tx_err & bit;
    end->in.tx_data.flit = out->tx_data[lane];
    note_packet(n, g, lane, cycle);
    note_sent(n, end, cycle);
  }
  if (end->out->rx_valid && !closed) {
    in->rx_valid |= bit;
    in->rx_last |= end->out->rx_last ? bit : 0;
    in->rx_err |= end->out->rx_err ? bit : 0;
    in->rx_data[lane] = end->out->rx_data.flit;
    note_got(n, end, cycle);
  }
}

// The same for a switch's port.
static void gather_port(nf_network *n, nf_network_end *end, unsigned s, unsigned port,
                        uint64_t cycle) {
  const nf_switch_out *out = n->sw[s].out;
  nf_switch_in *in = &n->sw[s].in;
  const uint16_t bit = (uint16_t)(1u << port);
  end->in.rx_ready = out->rx_ready >> VCS * port & 3;
  end->in.tx_valid = out->tx_valid & bit;
  in->tx_ready |= (uint32_t)end->out->tx_ready << VCS * port;
  if (end->in.tx_valid) {
    end->in.tx_last = out->tx_last & bit;
    end->in.tx_err = out->tx_err & bit;
    end->in.tx_data.flit = out->tx_data[port];
    note_sent(n, end, cycle);
  }
  if (end->out->rx_valid) {
    in->rx_valid |= bit;
    in->rx_last |= end->out->rx_last ? bit : 0;
    in->rx_err |= end->out->rx_err ? bit : 0;
    in->rx_data[port] = end->out->rx_data.flit;
    note_got(n, end, cycle);
  }
}

static void gather_csr(nf_network_switch *sw) {
  sw->in.csr_valid = sw->in.csr_rready = 0;
  if (sw->next == sw->ops)
    return;
  const nf_csr_op *op = &sw->op[sw->next];
  sw->in.csr_valid = sw->csr == NF_CSR_OFFER;
  sw->in.csr_rready = sw->csr == NF_CSR_WAIT;
  sw->in.csr_write = !op->read;
  sw->in.csr_addr = op->addr;
  sw->in.csr_wdata = op->value;
}

static void gather_end(nf_network *n, nf_network_end *end) {
  const uint64_t *word = nf_wire_take(&end->wire);
  end->in.cfg_timeout = n->cfg.link_timeout;
  end->in.cfg_retries = n->cfg.link_retries;
  memcpy(end->in.wire_data.w, word, sizeof end->in.wire_data.flit);
  end->in.wire_ctrl = word[end->wire.limbs];
  end->in.tx_last = end->in.tx_err = false;
}

static void gather_switch(nf_network *n, unsigned s, uint64_t cycle) {
  nf_network_switch *sw = &n->sw[s];
  nf_switch_in *in = &sw->in;
  in->rx_valid = in->rx_last = in->rx_err = 0;
  in->tx_ready = 0;
  gather_csr(sw);
  for (unsigned i = 0; i < sw->ends; i++) {
    gather_end(n, &n->end[sw->end[i]]);
    gather_port(n, &n->end[sw->end[i]], s, plug_of(n, sw->end[i])->port, cycle);
  }
}

static void gather_gpu(nf_network *n, unsigned g, uint64_t cycle) {
  nf_network_gpu *gpu = &n->gpu[g];
  nf_endpoint_in *in = &gpu->in;
  in->rx_valid = in->rx_last = in->rx_err = 0;
  in->tx_ready = 0;
  if (gpu->memory)
    nf_memory_drive(gpu->memory, in);
  for (unsigned i = 0; i < gpu->ends; i++) {
    gather_end(n, &n->end[gpu->end[i]]);
    gather_lane(n, &n->end[gpu->end[i]], g, plug_of(n, gpu->end[i])->port, cycle);
  }
}

// ------------------------------------------------------------------------------- stepping
static void count_events(uint64_t *count, uint16_t event) {
  for (unsigned v = event; v; v &= v - 1)
    count[__builtin_ctz(v)]++;
}

// The answer to a register access, if there is one in this cycle.
static int answer(nf_network *n, unsigned s, nf_err *e) {
  nf_network_switch *sw = &n->sw[s];
  if (sw->next == sw->ops)
    return NF_EXIT_OK;
  nf_csr_op *op = &sw->op[sw->next];
  if (sw->csr == NF_CSR_OFFER) {
    sw->csr = sw->out->csr_ready ? NF_CSR_WAIT : NF_CSR_OFFER;
    return NF_EXIT_OK;
  }
  if (!sw->out->csr_rvalid)
    return NF_EXIT_OK;
  sw->csr = NF_CSR_OFFER;
  sw->next++;
  if (sw->out->csr_err && n->writing) {
    n->refused = true;
    return NF_EXIT_OK;
  }
  if (sw->out->csr_err)
    return nf_err_set(e, NF_EXIT_FAILED, "switch %s refuses register 0x%03x = 0x%x",
                      n->t->sw[s].name, op->addr, op->value);
  if (!op->read)
    return NF_EXIT_OK;
  if (!n->keeps && sw->out->csr_rdata != op->value)
    return nf_err_set(e, NF_EXIT_FAILED, "switch %s: register 0x%03x is 0x%x, not 0x%x",
                      n->t->sw[s].name, op->addr, sw->out->csr_rdata, op->value);
  op->value = sw->out->csr_rdata;
  return NF_EXIT_OK;
}

// The RTL's step and comparison of the switch that is watched.
static int step_watched(nf_network *n, nf_network_switch *sw, const char *name, uint64_t cycle,
                        nf_err *e) {
  const nf_dut *dut = sw->lockstep.dut;
  nf_switch_out turned;
  const nf_switch_out *out = sw->out;
  if (n->wave.path && cycle == n->wave.from && !dut->trace_open(sw->lockstep.rtl, n->wave.path))
    return nf_err_set(e, NF_EXIT_FAILED, "%s: the waveform cannot be written", n->wave.path);
  if (n->inject && cycle + 1 == n->inject) {
    turned = *out;
    turned.tx_valid ^= 1;
    out = &turned;
  }
  nf_lockstep_step(&sw->lockstep, &sw->in, out, name, cycle, e);
  if (n->wave.path && cycle + 1 == n->wave.to)
    dut->trace_close(sw->lockstep.rtl);
  return e->status;
}

static int step_end(nf_network *n, unsigned i, uint64_t cycle, nf_err *e) {
  nf_network_end *end = &n->end[i];
  if (end->out->event)
    count_events(end->events, end->out->event);
  nf_link_step(end->model, &end->in);
  if (!end->lockstep.dut)
    return NF_EXIT_OK;
  char plug[NF_PLUG_TEXT], name[NF_PLUG_TEXT + 8];
  nf_topology_plug_name(n->t, plug_of(n, i), plug);
  snprintf(name, sizeof name, "link at %s", plug);
  return nf_lockstep_step(&end->lockstep, &end->in, end->out, name, cycle, e);
}

// Wires take the outputs of this cycle before the link ends change them.
static int step_ends(nf_network *n, const uint16_t *end, unsigned ends, uint64_t cycle, nf_err *e) {
  for (unsigned i = 0; i < ends; i++) {
    const nf_link_out *out = n->end[end[i]].out;
    nf_wire_put(&n->end[end[i] ^ 1].wire, out->wire_data.w, out->wire_ctrl);
    if (step_end(n, end[i], cycle, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

static int step_switch(nf_network *n, unsigned s, uint64_t cycle, nf_err *e) {
  nf_network_switch *sw = &n->sw[s];
  const char *name = n->t->sw[s].name;
  gather_switch(n, s, cycle);
  if (answer(n, s, e) != NF_EXIT_OK)
    return e->status;
  nf_switch_step(sw->model, &sw->in);
  if (sw->lockstep.dut) {
    if (s == n->cfg.watched ? step_watched(n, sw, name, cycle, e)
                            : nf_lockstep_step(&sw->lockstep, &sw->in, sw->out, name, cycle, e))
      return n->failed = s, e->status;
    n->compared += 1 + sw->ends;
  }
  return step_ends(n, sw->end, sw->ends, cycle, e);
}

static int step_gpu(nf_network *n, unsigned g, uint64_t cycle, nf_err *e) {
  nf_network_gpu *gpu = &n->gpu[g];
  char name[16];
  gather_gpu(n, g, cycle);
  for (unsigned i = 0; i <= n->t->links; i++)
    count_events(gpu->events[i], gpu->out->event[i]);
  if (gpu->memory && nf_memory_step(gpu->memory, gpu->out, cycle, e) != NF_EXIT_OK) {
    nf_err found = *e;
    return *e = (nf_err){0}, nf_err_set(e, found.status, "gpu%u: %.900s", g, found.text);
  }
  nf_endpoint_step(gpu->model, &gpu->in);
  if (gpu->lockstep.dut) {
    snprintf(name, sizeof name, "gpu%u", g);
    if (nf_lockstep_step(&gpu->lockstep, &gpu->in, gpu->out, name, cycle, e) != NF_EXIT_OK)
      return e->status;
    n->compared += 1 + gpu->ends;
  }
  return step_ends(n, gpu->end, gpu->ends, cycle, e);
}

int nf_network_run(nf_network *n, unsigned cycles, nf_network_drive *drive, void *ctx, nf_err *e) {
  const uint64_t from = n->cycle, to = from + cycles;
  for (unsigned s = 0; s < n->t->switches; s++)
    for (uint64_t cycle = from; cycle < to; cycle++)
      if (step_switch(n, s, cycle, e) != NF_EXIT_OK)
        return e->status;
  for (unsigned g = 0; g < n->t->gpus; g++)
    for (uint64_t cycle = from; cycle < to; cycle++) {
      if (drive)
        drive(ctx, g, cycle);
      if (step_gpu(n, g, cycle, e) != NF_EXIT_OK)
        return e->status;
    }
  n->cycle = to;
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- registers
// Accesses that the switch with most of them still has to make.
static unsigned accesses_left(const nf_network *n) {
  unsigned most = 0;
  for (unsigned s = 0; s < n->t->switches; s++)
    if (n->sw[s].ops - n->sw[s].next > most)
      most = n->sw[s].ops - n->sw[s].next;
  return most;
}

// Goes on until all switches have answered their register accesses; refuses to wait for ever.
static int run_accesses(nf_network *n, nf_err *e) {
  unsigned quiet = 0;
  for (unsigned left; (left = accesses_left(n)) != 0;) {
    // An access takes two cycles at least, and the first one may be half done: no more than are
    // needed.
    const unsigned needed = 2 * left - 1, cycles = needed < n->ahead ? needed : n->ahead;
    if (nf_network_run(n, cycles, NULL, NULL, e) != NF_EXIT_OK)
      return e->status;
    quiet = accesses_left(n) == left ? quiet + cycles : 0;
    if (quiet >= CSR_PATIENCE)
      return nf_err_set(e, NF_EXIT_FAILED, "a switch's registers do not answer in %d cycles",
                        CSR_PATIENCE);
  }
  return NF_EXIT_OK;
}

bool nf_network_write(nf_network *n, uint16_t addr, uint32_t value) {
  nf_network_switch *sw = &n->sw[n->cfg.watched];
  if (sw->next < sw->ops)
    return false;
  // What was there before has room: the accesses that filled the tables.
  sw->op[0] = (nf_csr_op){addr, false, value};
  sw->ops = 1;
  sw->next = 0;
  sw->csr = NF_CSR_OFFER;
  n->writing = true;
  return true;
}

int nf_network_program(nf_network *n, nf_err *e) {
  n->keeps = false;
  for (unsigned s = 0; s < n->t->switches; s++) {
    free(n->sw[s].op);
    n->sw[s].next = 0;
    if (nf_manager_program(n->cfg.manager, s, &n->sw[s].op, &n->sw[s].ops, e) != NF_EXIT_OK)
      return e->status;
  }
  return run_accesses(n, e);
}

int nf_network_inspect(nf_network *n, const nf_csr_op *op, unsigned count, nf_err *e) {
  n->keeps = true;
  n->writing = false;
  for (unsigned s = 0; s < n->t->switches; s++) {
    nf_network_switch *sw = &n->sw[s];
    nf_csr_op *copy = realloc(sw->op, count * sizeof *copy);
    if (!copy)
      return nf_err_memory(e, "register accesses");
    memcpy(copy, op, count * sizeof *copy);
    sw->op = copy;
    sw->ops = count;
    sw->next = 0;
    sw->csr = NF_CSR_OFFER;
  }
  return run_accesses(n, e);
}
