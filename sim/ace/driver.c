// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/driver.h"

#include <stdlib.h>
#include <string.h>

// Counters in the order in which they are read.
static const uint32_t CounterAt[] = {
    NF_ACE_CSR_CYCLES,         NF_ACE_CSR_TX_DMA_BEATS,    NF_ACE_CSR_RX_DMA_BEATS,
    NF_ACE_CSR_GRANTS,         NF_ACE_CSR_REDUCTIONS,      NF_ACE_CSR_CHUNKS_DONE,
    NF_ACE_CSR_BAD_PACKET,     NF_ACE_CSR_BAD_ACCESS,      NF_ACE_CSR_FLAGS,
    NF_ACE_CSR_POISONED,       NF_ACE_CSR_POISON_FIRST_LO, NF_ACE_CSR_POISON_FIRST_HI,
    NF_ACE_CSR_POISON_LAST_LO, NF_ACE_CSR_POISON_LAST_HI,  NF_ACE_CSR_DMA_FAULT,
    NF_ACE_CSR_EPOCH_OLD,      NF_ACE_CSR_EPOCH_NEW};
enum { PLAIN_COUNTERS = sizeof CounterAt / sizeof CounterAt[0] };
enum { COUNTERS = PLAIN_COUNTERS + NF_ACE_WAITS, FAULT_REGISTERS = 3 };

int nf_ace_driver_open(nf_ace_driver *d, const nf_ace_plan *p, unsigned node,
                       const nf_ace_source *source, uint32_t watchdog, uint32_t dma_watchdog,
                       const nf_ace_order *order, unsigned commands, uint64_t dst_step, nf_err *e) {
  *d = (nf_ace_driver){.plan = p, .order = *order, .commands = commands, .dst_step = dst_step};
  d->ends = calloc(commands, 1);
  if (!d->ends)
    return nf_err_memory(e, "the statuses of the commands");
  if (nf_ace_setup_pairs(&d->pairs, p, node, e) != NF_EXIT_OK)
    return e->status;
  return nf_ace_setup_node(&d->setup, p, node, source, watchdog, dma_watchdog, e);
}

void nf_ace_driver_close(nf_ace_driver *d) {
  nf_ace_writes_free(&d->setup);
  nf_ace_writes_free(&d->pairs);
  nf_ace_writes_free(&d->command);
  free(d->ends);
}

void nf_ace_driver_go(nf_ace_driver *d) { d->stage = NF_DRIVER_RUN; }

// In NF_DRIVER_ABORT `index` counts these.
enum { ABORT_BEGIN, ABORT_WAIT, ABORT_COMPLETIONS, ABORT_CHUNKS, ABORT_CLEAR, ABORT_PAIRS };

void nf_ace_driver_abort(nf_ace_driver *d) {
  d->stage = NF_DRIVER_ABORT;
  d->index = ABORT_BEGIN;
  d->epoch++;
}

void nf_ace_driver_count(nf_ace_driver *d) {
  d->stage = NF_DRIVER_COUNT;
  d->index = 0;
}

// ------------------------------------------------------------------------------- what to do next
static void begin(nf_ace_driver *d, bool write, uint32_t addr, uint32_t value) {
  d->access = write ? NF_LITE_WRITE : NF_LITE_READ;
  d->addr = addr;
  d->value = value;
  d->addr_done = d->data_done = false;
}

// The next write of a list; false at its end.
static bool write_next(nf_ace_driver *d, const nf_ace_writes *w) {
  if (d->next == w->count)
    return false;
  begin(d, true, w->write[d->next].addr, w->write[d->next].value);
  d->next++;
  return true;
}

static int next_command(nf_ace_driver *d, nf_err *e) {
  nf_ace_order o = d->order;
  o.dst += d->given * d->dst_step;
  d->command.count = d->next = 0;
  return nf_ace_setup_command(&d->command, d->plan, &o, (uint16_t)d->given, e);
}

static void serve(nf_ace_driver *d) {
  switch (d->serving) {
  case NF_SERVE_STATUS:
    begin(d, false, NF_ACE_CSR_IRQ_STATUS, 0);
    break;
  case NF_SERVE_CLEAR:
    begin(d, true, NF_ACE_CSR_IRQ_STATUS, d->irqs);
    break;
  case NF_SERVE_COMPLETION:
    begin(d, false, NF_ACE_CSR_COMPLETION, 0);
    break;
  default:
    begin(d, false, NF_ACE_CSR_FAULT_CAUSE + 4 * d->index, 0);
  }
}

static int run_next(nf_ace_driver *d, uint64_t cycle, nf_err *e) {
  if (d->serving == NF_SERVE_NONE && write_next(d, &d->command))
    return NF_EXIT_OK;
  if (d->serving == NF_SERVE_NONE && d->irq)
    d->serving = NF_SERVE_STATUS;
  if (d->serving != NF_SERVE_NONE) {
    serve(d);
  } else if (d->fault.any || d->ended == d->commands ||
             (d->status != NF_ACE_STATUS_OK && !nf_ace_status_of_data(d->status))) {
    d->stage = NF_DRIVER_IDLE;
  } else if (d->given < d->commands && d->given - d->ended < NF_DRIVER_AHEAD) {
    if (next_command(d, e) != NF_EXIT_OK)
      return e->status;
    if (d->given++ == 0 && d->go == 0)
      d->go = cycle;
    write_next(d, &d->command);
  }
  return NF_EXIT_OK;
}

// All that was given is forgotten, also what has ended well.
static void begin_abort(nf_ace_driver *d) {
  d->serving = NF_SERVE_NONE;
  d->given = d->ended = 0;
  d->status = NF_ACE_STATUS_OK;
  d->fault.any = false;
  d->command.count = d->next = 0;
  memset(d->ends, 0, d->commands);
  d->index = ABORT_WAIT;
  begin(d, true, NF_ACE_CSR_EPOCH, d->epoch);
}

static void abort_next(nf_ace_driver *d) {
  switch (d->index) {
  case ABORT_BEGIN:
    begin_abort(d);
    break;
  case ABORT_WAIT:
    begin(d, false, NF_ACE_CSR_STATUS, 0);
    break;
  case ABORT_COMPLETIONS:
    begin(d, false, NF_ACE_CSR_COMPLETION, 0);
    break;
  case ABORT_CHUNKS:
    begin(d, false, NF_ACE_CSR_CHUNKS_DONE, 0);
    break;
  case ABORT_CLEAR:
    d->index = ABORT_PAIRS;
    begin(d, true, NF_ACE_CSR_IRQ_STATUS, UINT32_MAX);
    break;
  default:
    if (write_next(d, &d->pairs))
      break;
    d->stage = NF_DRIVER_READY;
    d->next = 0;
  }
}

static int choose(nf_ace_driver *d, uint64_t cycle, nf_err *e) {
  switch (d->stage) {
  case NF_DRIVER_SETUP:
    if (!write_next(d, &d->setup)) {
      d->stage = NF_DRIVER_READY;
      d->next = 0;
    }
    break;
  case NF_DRIVER_RUN:
    return run_next(d, cycle, e);
  case NF_DRIVER_ABORT:
    abort_next(d);
    break;
  case NF_DRIVER_COUNT:
    if (d->index == COUNTERS)
      d->stage = NF_DRIVER_END;
    else
      begin(d, false,
            d->index < PLAIN_COUNTERS ? CounterAt[d->index]
                                      : NF_ACE_CSR_WAIT_BASE + 4 * (d->index - PLAIN_COUNTERS),
            0);
    break;
  default:
    break;
  }
  return NF_EXIT_OK;
}

// ------------------------------------------------------------------------------- what was read
static void take_completion(nf_ace_driver *d, uint32_t v) {
  const uint8_t status = v >> 24 & 0xf;
  if (!(v >> 31)) {
    d->serving = d->irqs >> NF_ACE_IRQ_FAULT & 1 ? NF_SERVE_FAULT : NF_SERVE_NONE;
    d->index = 0;
    return;
  }
  d->ended++;
  d->end = d->irq_cycle;
  if ((v & 0xffff) < d->commands)
    d->ends[v & 0xffff] = status;
  if (status != NF_ACE_STATUS_OK && d->status == NF_ACE_STATUS_OK) {
    d->status = status;
    d->failed_tag = v & 0xffff;
  }
}

static void take_fault(nf_ace_driver *d, uint32_t v) {
  nf_ace_fault *f = &d->fault;
  switch (d->index++) {
  case 0:
    f->any = v >> 31;
    f->machine = v >> 24 & 0xf;
    f->wait = (uint8_t)(v >> 8);
    f->cause = (uint8_t)v;
    break;
  case 1:
    f->pc = (uint16_t)v;
    f->phase = (uint8_t)(v >> 24);
    break;
  default:
    f->chunk = (uint16_t)v;
  }
  if (d->index == FAULT_REGISTERS)
    d->serving = NF_SERVE_NONE;
}

static void take_counter(nf_ace_driver *d, uint32_t v) {
  nf_ace_counters *c = &d->counters;
  uint32_t *const plain[PLAIN_COUNTERS] = {
      &c->cycles,      &c->tx_beats,     &c->rx_beats,  &c->grants,   &c->reductions, &c->chunks,
      &c->bad_packets, &c->bad_accesses, &c->flags,     &c->poisoned, &c->poison[0],  &c->poison[1],
      &c->poison[2],   &c->poison[3],    &c->dma_fault, &c->old,      &c->newer};
  if (d->index < PLAIN_COUNTERS)
    *plain[d->index] = v;
  else
    c->wait[d->index - PLAIN_COUNTERS] = v;
  d->index++;
}

static void take_abort(nf_ace_driver *d, uint32_t v) {
  switch (d->index) {
  case ABORT_WAIT: // no abort is under way, and no command
    if ((v & 5) == 0)
      d->index = ABORT_COMPLETIONS;
    break;
  case ABORT_COMPLETIONS:
    d->aborted += (v >> 24 & 0xf) == NF_ACE_STATUS_ABORTED;
    if (!(v >> 31))
      d->index = ABORT_CHUNKS;
    break;
  case ABORT_CHUNKS:
    d->chunks_before = v;
    d->index = ABORT_CLEAR;
    break;
  default: // what was read when the abort was asked for
    break;
  }
}

static void take_value(nf_ace_driver *d, uint32_t v) {
  if (d->stage == NF_DRIVER_COUNT) {
    take_counter(d, v);
  } else if (d->stage == NF_DRIVER_ABORT) {
    take_abort(d, v);
  } else if (d->serving == NF_SERVE_STATUS) {
    d->irqs = v;
    d->serving = NF_SERVE_CLEAR;
  } else if (d->serving == NF_SERVE_COMPLETION) {
    take_completion(d, v);
  } else {
    take_fault(d, v);
  }
}

// ------------------------------------------------------------------------------- AXI4-Lite
static int answered(nf_ace_driver *d, unsigned resp, nf_err *e) {
  if (resp)
    return nf_err_set(e, NF_EXIT_FAILED, "register 0x%05x: the %s of 0x%08x was answered %u",
                      d->addr, d->access == NF_LITE_WRITE ? "write" : "read", d->value, resp);
  d->access = NF_LITE_IDLE;
  return NF_EXIT_OK;
}

static int write_step(nf_ace_driver *d, const nf_ace_out *out, nf_ace_in *in, nf_err *e) {
  in->csr_aw_valid = !d->addr_done;
  in->csr_w_valid = !d->data_done;
  in->csr_aw_addr = d->addr;
  in->csr_w_data = d->value;
  const bool over = out->csr_b_valid && d->addr_done && d->data_done;
  d->addr_done |= out->csr_aw_ready;
  d->data_done |= out->csr_w_ready;
  if (!over)
    return NF_EXIT_OK;
  if (d->serving == NF_SERVE_CLEAR && d->stage == NF_DRIVER_RUN)
    d->serving = NF_SERVE_COMPLETION;
  return answered(d, out->csr_b_resp, e);
}

static int read_step(nf_ace_driver *d, const nf_ace_out *out, nf_ace_in *in, nf_err *e) {
  in->csr_ar_valid = !d->addr_done;
  in->csr_ar_addr = d->addr;
  const bool over = out->csr_r_valid && d->addr_done;
  d->addr_done |= out->csr_ar_ready;
  if (over && answered(d, out->csr_r_resp, e) == NF_EXIT_OK)
    take_value(d, out->csr_r_data);
  return e->status;
}

int nf_ace_driver_step(nf_ace_driver *d, const nf_ace_out *out, nf_ace_in *in, uint64_t cycle,
                       nf_err *e) {
  if (out->irq && !d->irq)
    d->irq_cycle = cycle;
  d->irq = out->irq;
  // AXI: nothing is offered in the first cycle after reset.
  if (d->access == NF_LITE_IDLE && cycle != 0 && choose(d, cycle, e) != NF_EXIT_OK)
    return e->status;
  in->csr_aw_valid = in->csr_w_valid = in->csr_ar_valid = false;
  in->csr_b_ready = in->csr_r_ready = true;
  if (d->access == NF_LITE_WRITE)
    return write_step(d, out, in, e);
  if (d->access == NF_LITE_READ)
    return read_step(d, out, in, e);
  return NF_EXIT_OK;
}
