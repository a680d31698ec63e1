// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The CSR port of the switch with the MCR table behind its window, as nf_switch joins them.
#include "register_port.h"

#include "mcr/nf_mcr_table.h"
#include "switch/nf_switch_csr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum {
  // All of error_i: error codes 1..11, table events 10..14.
  ERROR_EVENTS = 0xffff,
  // Header flags of a result: POISON, the four of IEEE 754, and PLANE, which FLAGS does not show.
  HEADER_FLAGS = 0x3f,
  WINDOW_CYCLES = 1024, // a commit takes Nodes + Regions + 4
};

typedef struct {
  nf_switch_csr *csr;
  nf_mcr_table *table;
  nf_switch_csr_in in;
  nf_mcr_table_in window;
} switch_model;

static void open_switch(register_port *port) {
  switch_model *const m = port->model = calloc(1, sizeof *m);
  assert_non_null(m);
  const nf_switch_csr_cfg csr = {.Ports = register_list_parameter(port->list, "Ports"),
                                 .Entries = register_list_parameter(port->list, "Entries"),
                                 .Regions = register_list_parameter(port->list, "Regions"),
                                 .Nodes = register_list_parameter(port->list, "Nodes"),
                                 .HomeSlots = register_list_parameter(port->list, "HomeSlots")};
  const nf_mcr_table_cfg table = {csr.Ports, csr.Regions, csr.Nodes, csr.HomeSlots};
  assert_null(nf_switch_csr_init(&m->csr, &csr));
  assert_null(nf_mcr_table_init(&m->table, &table));
}

static void close_switch(register_port *port) {
  switch_model *const m = port->model;
  nf_switch_csr_free(m->csr);
  nf_mcr_table_free(m->table);
  free(m);
}

// Both see each other's outputs as they were before the edge.
static void step_switch(register_port *port) {
  switch_model *const m = port->model;
  const nf_switch_csr_out *const c = nf_switch_csr_peek(m->csr);
  const nf_mcr_table_out *const t = nf_mcr_table_peek(m->table);
  m->in.cfg_ready = t->cfg_ready;
  m->in.cfg_rvalid = t->cfg_rvalid;
  m->in.cfg_rdata = t->cfg_rdata;
  m->in.cfg_err = t->cfg_err;
  m->in.stats_valid = c->stats_read;
  m->window.cfg_valid = c->cfg_valid;
  m->window.cfg_write = c->cfg_write;
  m->window.cfg_addr = c->cfg_addr;
  m->window.cfg_wdata = c->cfg_wdata;
  m->window.cfg_rready = c->cfg_rready;
  m->window.lock = m->in.traffic;
  nf_switch_csr_step(m->csr, &m->in);
  nf_mcr_table_step(m->table, &m->window);
}

static bool access_switch(register_port *port, bool write, uint32_t address, uint32_t *data) {
  switch_model *const m = port->model;
  const nf_switch_csr_out *const o = nf_switch_csr_peek(m->csr);
  m->in.csr_valid = true;
  m->in.csr_write = write;
  m->in.csr_addr = (uint16_t)address;
  m->in.csr_wdata = *data;
  assert_true(o->csr_ready);
  step_switch(port);
  m->in.csr_valid = false;
  for (unsigned cycle = 0; !o->csr_rvalid; cycle++) {
    assert_true(cycle < WINDOW_CYCLES);
    step_switch(port);
  }
  const bool ok = !o->csr_err;
  *data = o->csr_rdata;
  m->in.csr_rready = true;
  step_switch(port);
  m->in.csr_rready = false;
  return ok;
}

static bool write_switch(register_port *port, uint32_t address, uint32_t data) {
  return access_switch(port, true, address, &data);
}

static bool read_switch(register_port *port, uint32_t address, uint32_t *data) {
  return access_switch(port, false, address, data);
}

static void stir_switch(register_port *port) {
  switch_model *const m = port->model;
  m->in.traffic = register_noise(port) & 1;
  m->in.dropping = register_noise(port) & 1;
  const uint32_t regions = register_list_parameter(port->list, "Regions");
  m->window.in_use = register_noise(port) & (uint32_t)((1ull << regions) - 1);
  for (unsigned p = 0; p < NF_MAX_PORTS; p++) {
    m->in.used[p] = (uint8_t)register_noise(port);
    m->in.oldest_addr[p] = register_noise(port); // the other words are noted, not shown
  }
}

static void switch_events(register_port *port) {
  switch_model *const m = port->model;
  m->in.error = ERROR_EVENTS;
  m->in.flags = HEADER_FLAGS;
  step_switch(port);
  m->in.error = m->in.flags = 0;
}

static void switch_traffic(register_port *port, bool there) {
  ((switch_model *)port->model)->in.traffic = there;
}

// Counters lie elsewhere: those of the selected port are shown.
static void switch_counters(register_port *port) {
  switch_model *const m = port->model;
  static const char *const counters[] = {"RX_PACKETS", "RX_DROPS", "RX_ACKS", "TX_PACKETS",
                                         "CLEARED",    "DROP",     "EVENT"};
  const uint32_t ports = register_list_parameter(port->list, "Ports");
  for (uint32_t p = 0; p < ports; p++) {
    assert_true(register_port_set(port, "PORT_SELECT", p));
    for (unsigned c = 0; c < sizeof counters / sizeof *counters; c++) {
      m->in.stats_data[p] = register_noise(port) | 1;
      assert_int_equal(register_port_field(port, counters[c], "COUNT"), m->in.stats_data[p]);
      m->in.stats_data[p] = 0;
    }
  }
}

// The oldest entry of the selected port, of which a read of the first word notes the others down.
static void switch_oldest(register_port *port) {
  switch_model *const m = port->model;
  assert_true(register_port_set(port, "PORT_SELECT", 1));
  m->in.oldest_valid = 2;
  m->in.oldest_mask[1] = 0xcafe;
  m->in.oldest_addr[1] = 0x123456789a80;
  m->in.oldest_count[1] = 3;
  m->in.oldest_expected[1] = 5;
  assert_int_equal(register_port_field(port, "OLDEST_ADDR_HI", "HELD"), 0);
  assert_int_equal(register_port_field(port, "OLDEST_ADDR_LO", "ADDR"), 0x56789a80);
  m->in.oldest_valid = 0;
  m->in.oldest_mask[1] = 0;
  m->in.oldest_addr[1] = 0;
  m->in.oldest_count[1] = m->in.oldest_expected[1] = 0;
  assert_int_equal(register_port_field(port, "OLDEST_ADDR_HI", "HELD"), 1);
  assert_int_equal(register_port_field(port, "OLDEST_ADDR_HI", "ADDR"), 0x1234);
  assert_int_equal(register_port_field(port, "OLDEST_COUNT", "COUNT"), 3);
  assert_int_equal(register_port_field(port, "OLDEST_COUNT", "EXPECTED"), 5);
  assert_int_equal(register_port_field(port, "OLDEST_MASK", "NODES"), 0xcafe);
}

static void switch_commands(register_port *port) {
  const nf_switch_csr_out *const o = nf_switch_csr_peek(((switch_model *)port->model)->csr);
  const uint32_t last = register_list_parameter(port->list, "Regions") - 1;
  switch_counters(port);
  switch_oldest(port);
  // A clear command reaches the tables.
  assert_true(register_port_set(port, "CLEAR",
                                register_port_place(port, "CLEAR", "EPOCHS", 5) |
                                    register_port_place(port, "CLEAR", "ONE", 1) |
                                    register_port_place(port, "CLEAR", "REGION", last)));
  assert_int_equal(o->drop_epochs, 5);
  assert_true(o->drop_one);
  assert_int_equal(o->drop_region, last);
  // A commit is answered when it is done, and its code is there then: of a region without size,
  // then of a good one.
  assert_true(register_port_set(port, "MCR.REGION_COMMIT", 1));
  assert_int_equal(register_port_field(port, "MCR.REGION_STATUS", "CODE"), NF_MCR_STATUS_BAD_SIZE);
  assert_int_equal(register_port_field(port, "MCR.REGION_VALID", "REGIONS"), 0);
  assert_true(register_port_set(port, "MCR.ROUTE",
                                register_port_place(port, "MCR.ROUTE", "VALID", 1) |
                                    register_port_place(port, "MCR.ROUTE", "PORT", 1)));
  assert_true(register_port_set(port, "MCR.REGION_INDEX", 1));
  assert_true(register_port_set(port, "MCR.REGION_BASE_LO", 0x1000));
  assert_true(register_port_set(port, "MCR.REGION_SIZE", 0x1000));
  assert_true(register_port_set(port, "MCR.REGION_MODE",
                                register_port_place(port, "MCR.REGION_MODE", "MULTICAST", 1)));
  assert_true(register_port_set(port, "MCR.REGION_TARGET_SET", 0));
  assert_true(register_port_set(port, "MCR.REGION_COMMIT", 1));
  assert_int_equal(register_port_field(port, "MCR.REGION_STATUS", "CODE"), NF_MCR_STATUS_OK);
  assert_int_equal(register_port_field(port, "MCR.REGION_VALID", "REGIONS"), 2);
  // The region relies on the route: it refuses what it takes otherwise.
  assert_false(register_port_set(port, "MCR.ROUTE", 0));
  assert_int_equal(register_port_field(port, "MCR.ROUTE", "VALID"), 1);
}

const register_block register_switch = {.component = "switch",
                                        .end = 0x10000,
                                        .open = open_switch,
                                        .step = step_switch,
                                        .close = close_switch,
                                        .write = write_switch,
                                        .read = read_switch,
                                        .stir = stir_switch,
                                        .events = switch_events,
                                        .traffic = switch_traffic,
                                        .commands = switch_commands};
