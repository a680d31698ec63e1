// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers of the collectives engine.
#include "register_port.h"

#include "ace/nf_ace_csr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct {
  nf_ace_csr *csr;
  nf_ace_csr_in in;
  uint32_t cfg_addr, cfg_wdata; // the last write that was handed on
} ace_model;

static void show(register_port *port) {
  ace_model *const m = port->model;
  const nf_ace_csr_out *const o = nf_ace_csr_peek(m->csr);
  register_bus *const b = &port->bus;
  b->aw_ready = o->aw_ready;
  b->w_ready = o->w_ready;
  b->b_valid = o->b_valid;
  b->ar_ready = o->ar_ready;
  b->r_valid = o->r_valid;
  b->b_resp = o->b_resp;
  b->r_resp = o->r_resp;
  b->r_data = o->r_data;
  if (o->cfg_valid) {
    m->cfg_addr = o->cfg_addr;
    m->cfg_wdata = o->cfg_wdata;
  }
}

static void open_ace(register_port *port) {
  ace_model *const m = port->model = calloc(1, sizeof *m);
  assert_non_null(m);
  const nf_ace_csr_cfg cfg = {.Machines = register_list_parameter(port->list, "Machines"),
                              .Ports = register_list_parameter(port->list, "Ports"),
                              .Banks = register_list_parameter(port->list, "Banks"),
                              .Alus = register_list_parameter(port->list, "Alus"),
                              .Lanes = register_list_parameter(port->list, "Lanes"),
                              .WordBytes = register_list_parameter(port->list, "WordBytes")};
  assert_null(nf_ace_csr_init(&m->csr, &cfg));
  show(port);
}

static void close_ace(register_port *port) {
  nf_ace_csr_free(((ace_model *)port->model)->csr);
  free(port->model);
}

static void step_ace(register_port *port) {
  ace_model *const m = port->model;
  const register_bus *const b = &port->bus;
  m->in.aw_valid = b->aw_valid;
  m->in.w_valid = b->w_valid;
  m->in.b_ready = b->b_ready;
  m->in.ar_valid = b->ar_valid;
  m->in.r_ready = b->r_ready;
  m->in.aw_addr = b->aw_addr;
  m->in.w_data = b->w_data;
  m->in.ar_addr = b->ar_addr;
  nf_ace_csr_step(m->csr, &m->in);
  show(port);
}

static void stir_ace(register_port *port) {
  ace_model *const m = port->model;
  m->in.busy = register_noise(port) & 1;
  m->in.free = (uint8_t)register_noise(port);
  m->in.machine_busy = (uint16_t)register_noise(port);
  for (unsigned k = 0; k < NF_ACE_MAX_MACHINES; k++) {
    m->in.machine_pc[k] = (uint16_t)register_noise(port);
    m->in.machine_wait[k] = (uint8_t)register_noise(port);
  }
}

static void ace_events(register_port *port) {
  ace_model *const m = port->model;
  m->in.chunk_done = m->in.cpl_valid = m->in.clear = m->in.poison = true;
  m->in.dma_fault = 1;
  m->in.early = 1;
  m->in.flags = 15;
  nf_ace_fault_set_cause(&m->in.fault[0], NF_ACE_FAULT_TRAP);
  step_ace(port);
  const nf_ace_csr_in bus_alone = {0};
  m->in = bus_alone;
}

static bool handed_ace(const register_port *port, uint32_t address, uint32_t data) {
  const ace_model *const m = port->model;
  return m->cfg_addr == address && m->cfg_wdata == data;
}

// Each field of a command arrives at its port, alone and all bits of it.
static void ace_go(register_port *port) {
  ace_model *const m = port->model;
  const nf_ace_csr_out *const o = nf_ace_csr_peek(m->csr);
  static const char *const names[] = {"PLAN", "RED_OP", "DTYPE", "TAG"};
  enum { FIELDS = sizeof names / sizeof *names };
  m->in.free = 0;
  assert_false(register_port_set(port, "CMD_GO", 0));
  m->in.free = 3;
  assert_int_equal(register_port_field(port, "STATUS", "FREE"), 3);
  for (unsigned f = 0; f < FIELDS; f++) {
    const uint32_t ones = field_ones(register_list_field(port->list, "CMD_GO", names[f]));
    m->in.cmd_ready = false;
    assert_true(
        register_port_set(port, "CMD_GO", register_port_place(port, "CMD_GO", names[f], ones)));
    assert_true(o->cmd_valid);
    const uint32_t ports[FIELDS] = {o->cmd.plan, o->cmd.red_op, o->cmd.dtype, o->cmd.tag};
    for (unsigned p = 0; p < FIELDS; p++)
      assert_int_equal(ports[p], p == f ? ones : 0);
    m->in.cmd_ready = true;
    step_ace(port);
  }
}

static void ace_completion(register_port *port) {
  ace_model *const m = port->model;
  m->in.cpl_valid = true;
  m->in.cpl.tag = 0xbeef;
  m->in.cpl.status = NF_ACE_STATUS_POISONED;
  step_ace(port);
  m->in.cpl_valid = false;
  uint32_t word = 0;
  const register_word *const w = register_list_find(port->list, "COMPLETION");
  assert_true(register_port_read(port, w->address, &word));
  assert_int_equal(word,
                   register_port_place(port, "COMPLETION", "VALID", 1) |
                       register_port_place(port, "COMPLETION", "TAG", 0xbeef) |
                       register_port_place(port, "COMPLETION", "STATUS", NF_ACE_STATUS_POISONED));
  // Reading has taken it.
  assert_true(register_port_read(port, w->address, &word));
  assert_int_equal(word, 0);
}

static void ace_fault(register_port *port) {
  ace_model *const m = port->model;
  uint64_t *const fault = &m->in.fault[1];
  nf_ace_fault_set_cause(fault, NF_ACE_FAULT_WATCHDOG);
  nf_ace_fault_set_wait(fault, NF_ACE_WAIT_CREDIT);
  nf_ace_fault_set_pc(fault, 0x1234);
  nf_ace_fault_set_id(fault, 0x56);
  nf_ace_fault_set_phase(fault, 0x78);
  nf_ace_fault_set_index(fault, 0x9abc);
  step_ace(port);
  *fault = 0;
  assert_int_equal(register_port_field(port, "STATUS", "FAULT"), 1);
  assert_int_equal(register_port_field(port, "FAULT_CAUSE", "VALID"), 1);
  assert_int_equal(register_port_field(port, "FAULT_CAUSE", "MACHINE"), 1);
  assert_int_equal(register_port_field(port, "FAULT_CAUSE", "CAUSE"), NF_ACE_FAULT_WATCHDOG);
  assert_int_equal(register_port_field(port, "FAULT_CAUSE", "WAIT"), NF_ACE_WAIT_CREDIT);
  assert_int_equal(register_port_field(port, "FAULT_WHERE", "PC"), 0x1234);
  assert_int_equal(register_port_field(port, "FAULT_WHERE", "ROW"), 0x56);
  assert_int_equal(register_port_field(port, "FAULT_WHERE", "PHASE"), 0x78);
  assert_int_equal(register_port_field(port, "FAULT_CHUNK", "INDEX"), 0x9abc);
}

// An epoch takes effect when the abort that it begins is over; until then no other begins, and no
// command.
static void ace_epoch(register_port *port) {
  ace_model *const m = port->model;
  m->in.free = 8;
  assert_false(register_port_set(port, "EPOCH", 0));
  assert_true(register_port_set(port, "EPOCH", 77));
  assert_int_equal(register_port_field(port, "STATUS", "ABORT"), 1);
  assert_int_equal(register_port_field(port, "EPOCH", "EPOCH"), 0);
  assert_false(register_port_set(port, "EPOCH", 78));
  assert_false(register_port_set(port, "CMD_GO", 0));
  m->in.clear = true;
  step_ace(port);
  m->in.clear = false;
  assert_int_equal(register_port_field(port, "STATUS", "ABORT"), 0);
  assert_int_equal(register_port_field(port, "EPOCH", "EPOCH"), 77);
  assert_int_equal(register_port_field(port, "IRQ_STATUS", "ABORT"), 1);
  assert_false(register_port_set(port, "EPOCH", 77));
}

static void ace_poison(register_port *port) {
  ace_model *const m = port->model;
  m->in.poison = true;
  m->in.poison_addr = 0xf23496789abcull;
  step_ace(port);
  m->in.poison = false;
  assert_int_equal(register_port_field(port, "POISONED", "COUNT"), 1);
  assert_int_equal(register_port_field(port, "POISON_FIRST_LO", "ADDR"), 0x96789abc);
  assert_int_equal(register_port_field(port, "POISON_FIRST_HI", "ADDR"), 0xf234);
  assert_int_equal(register_port_field(port, "POISON_LAST_LO", "ADDR"), 0x96789abc);
  assert_int_equal(register_port_field(port, "POISON_LAST_HI", "ADDR"), 0xf234);
  // Writing anything makes all of them new. Of an address the upper half is that of the lower one
  // that was read last.
  assert_true(register_port_set(port, "POISONED", 0));
  assert_int_equal(register_port_field(port, "POISONED", "COUNT"), 0);
  assert_int_equal(register_port_field(port, "POISON_FIRST_HI", "ADDR"), 0xf234);
  assert_int_equal(register_port_field(port, "POISON_LAST_HI", "ADDR"), 0xf234);
  assert_int_equal(register_port_field(port, "POISON_FIRST_LO", "ADDR"), 0xffffffff);
  assert_int_equal(register_port_field(port, "POISON_LAST_LO", "ADDR"), 0);
  assert_int_equal(register_port_field(port, "POISON_FIRST_HI", "ADDR"), 0xffff);
  assert_int_equal(register_port_field(port, "POISON_LAST_HI", "ADDR"), 0);
}

static void ace_dma(register_port *port) {
  ace_model *const m = port->model;
  static const char *const channels[] = {[NF_ACE_CHANNEL_AR] = "AR",
                                         [NF_ACE_CHANNEL_R] = "R",
                                         [NF_ACE_CHANNEL_AW] = "AW",
                                         [NF_ACE_CHANNEL_W] = "W",
                                         [NF_ACE_CHANNEL_B] = "B"};
  for (unsigned c = 0; c < sizeof channels / sizeof *channels; c++) {
    m->in.dma_fault = (uint8_t)(1u << c);
    step_ace(port);
    assert_int_equal(register_port_field(port, "DMA_FAULT", channels[c]), 1);
  }
}

static void ace_commands(register_port *port) {
  ace_go(port);
  ace_completion(port);
  ace_fault(port);
  ace_epoch(port);
  ace_poison(port);
  ace_dma(port);
}

const register_block register_ace = {.component = "ace",
                                     .end = 0x100000,
                                     .open = open_ace,
                                     .step = step_ace,
                                     .close = close_ace,
                                     .stir = stir_ace,
                                     .events = ace_events,
                                     .handed = handed_ace,
                                     .commands = ace_commands,
                                     .running = "CYCLES",
                                     .refused = "BAD_ACCESS"};
