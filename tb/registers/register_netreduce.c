// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers of the NetReduce accelerator, with tables that answer as late as they may.
#include "register_port.h"

#include "common/nf_defs.h"
#include "netreduce/nf_netreduce_csr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct {
  nf_netreduce_csr *csr;
  nf_netreduce_csr_in in;
  bool asked;                   // a question of the cycle before
  nf_netreduce_csr_out last_up; // outputs when a ring was last set up
} netreduce_model;

static void show(register_port *port) {
  netreduce_model *const m = port->model;
  const nf_netreduce_csr_out *const o = nf_netreduce_csr_peek(m->csr);
  register_bus *const b = &port->bus;
  b->aw_ready = o->aw_ready;
  b->w_ready = o->w_ready;
  b->b_valid = o->b_valid;
  b->ar_ready = o->ar_ready;
  b->r_valid = o->r_valid;
  b->b_resp = o->b_resp;
  b->r_resp = o->r_resp;
  b->r_data = o->r_data;
  if (o->cfg_valid)
    m->last_up = *o;
}

static void open_netreduce(register_port *port) {
  netreduce_model *const m = port->model = calloc(1, sizeof *m);
  assert_non_null(m);
  const nf_netreduce_csr_cfg cfg = {
      .Ports = register_list_parameter(port->list, "Ports"),
      .Rings = register_list_parameter(port->list, "Rings"),
      .Window = register_list_parameter(port->list, "Window"),
      .MaxMsgLen = register_list_parameter(port->list, "MaxMsgLen"),
      .Connections = register_list_parameter(port->list, "Connections"),
      .BufferBeats = register_list_parameter(port->list, "BufferBeats"),
      .Halves = 1};
  assert_null(nf_netreduce_csr_init(&m->csr, &cfg));
  show(port);
}

static void close_netreduce(register_port *port) {
  nf_netreduce_csr_free(((netreduce_model *)port->model)->csr);
  free(port->model);
}

static void step_netreduce(register_port *port) {
  netreduce_model *const m = port->model;
  const nf_netreduce_csr_out *const o = nf_netreduce_csr_peek(m->csr);
  const register_bus *const b = &port->bus;
  m->in.aw_valid = b->aw_valid;
  m->in.w_valid = b->w_valid;
  m->in.b_ready = b->b_ready;
  m->in.ar_valid = b->ar_valid;
  m->in.r_ready = b->r_ready;
  m->in.aw_addr = (uint16_t)b->aw_addr;
  m->in.w_data = b->w_data;
  m->in.ar_addr = (uint16_t)b->ar_addr;
  // Counts and members are there a cycle after they were asked for.
  m->in.count_valid = m->in.enrol_done = m->asked;
  m->asked = o->count_re || o->enrol_valid;
  nf_netreduce_csr_step(m->csr, &m->in);
  show(port);
}

static void stir_netreduce(register_port *port) {
  nf_netreduce_csr_in *const in = &((netreduce_model *)port->model)->in;
  const uint32_t rings = (1u << register_list_parameter(port->list, "Rings")) - 1;
  const uint32_t ports = (1u << register_list_parameter(port->list, "Ports")) - 1;
  in->busy = (uint16_t)(register_noise(port) & rings);
  in->stragglers = (uint16_t)(register_noise(port) & rings);
  in->away = (uint8_t)(register_noise(port) & ports);
  in->count_data = register_noise(port);
  in->member.valid = register_noise(port) & 1;
  in->member.port = register_noise(port) & 7;
  in->member.role = register_noise(port) & 3;
  in->member.parts = register_noise(port) & 127;
  in->member.src_ip = register_noise(port);
  in->member.dst_ip = register_noise(port);
  in->member.dst_qp = register_noise(port) & 0xffffff;
  in->member.src_qp = register_noise(port) & 0xffffff;
  in->report.valid = register_noise(port) & 1;
  in->report.offset = (uint8_t)register_noise(port);
  in->report.missing = (uint8_t)register_noise(port);
  in->report.unlike = register_noise(port) & 1;
  in->report.charged = (uint8_t)register_noise(port);
  for (unsigned p = 0; p < NF_NETREDUCE_MAX_PORTS; p++)
    in->overruns[p] = register_noise(port);
}

static void netreduce_events(register_port *port) {
  nf_netreduce_csr_in *const in = &((netreduce_model *)port->model)->in;
  in->straggler = in->charged = in->sum = in->uneven = true;
  in->flags = 15;
  step_netreduce(port);
  in->straggler = in->charged = in->sum = in->uneven = false;
  in->flags = 0;
  // The event BAD_ACCESS: a word that there is not.
  assert_false(register_port_write(port, 0xfffc, 0));
}

static void netreduce_look(register_port *port) {
  netreduce_model *const m = port->model;
  const nf_netreduce_csr_out *const o = nf_netreduce_csr_peek(m->csr);
  const uint32_t ring = register_list_parameter(port->list, "Rings") - 1;
  const uint32_t slot = register_list_parameter(port->list, "Window");
  const uint32_t look = register_port_place(port, "LOOK", "RING", ring) |
                        register_port_place(port, "LOOK", "SLOT", slot) |
                        register_port_place(port, "LOOK", "PACKET", 0x93);
  assert_true(register_port_set(port, "LOOK", look));
  assert_true(o->look_valid);
  assert_int_equal(o->look.ring, ring);
  assert_int_equal(o->look.slot, slot);
  assert_int_equal(o->look.offset, 0x93);
  assert_int_equal(register_port_field(port, "LOOK_RESULT", "PENDING"), 1);
  assert_false(register_port_set(port, "LOOK", look));
  m->in.look_ready = true;
  step_netreduce(port);
  m->in.look_ready = false;
  m->in.look_done = m->in.seen.open = true;
  m->in.seen.msgid = 0xfeedf00d;
  m->in.seen.arrived = 0x5a;
  step_netreduce(port);
  m->in.look_done = false;
  assert_int_equal(register_port_field(port, "LOOK_RESULT", "PENDING"), 0);
  assert_int_equal(register_port_field(port, "LOOK_RESULT", "OPEN"), 1);
  assert_int_equal(register_port_field(port, "LOOK_RESULT", "ARRIVED"), 0x5a);
  assert_int_equal(register_port_field(port, "LOOK_MSGID", "MSGID"), 0xfeedf00d);
}

static void netreduce_enrol(register_port *port) {
  netreduce_model *const m = port->model;
  const nf_netreduce_csr_out *const o = nf_netreduce_csr_peek(m->csr);
  const uint32_t ring = register_list_parameter(port->list, "Rings") - 1;
  const uint32_t ports = register_list_parameter(port->list, "Ports");
  const uint32_t last = ports < 7 ? ports : 7; // a ring has one member more than there are ports
  const uint32_t of_ring = register_port_place(port, "MEMBER_SETUP", "RING", ring);
  const uint32_t member = register_port_place(port, "MEMBER_SETUP", "HOST", last) | of_ring;
  // A ring is being set up; the table of members says no; it says yes, but not of another member.
  assert_false(register_port_set(port, "MEMBER_SETUP", member));
  m->in.cfg_ready = true;
  assert_false(register_port_set(port, "MEMBER_SETUP", member));
  m->in.enrol_ok = true;
  assert_true(register_port_set(port, "MEMBER_SETUP", member));
  assert_int_equal(o->enrol.op, NF_NETREDUCE_ENROL_ADD);
  assert_int_equal(o->enrol.ring, ring);
  assert_int_equal(o->enrol.host, last);
  if (last < 7)
    assert_false(
        register_port_set(port, "MEMBER_SETUP",
                          register_port_place(port, "MEMBER_SETUP", "HOST", last + 1) | of_ring));
  assert_true(register_port_set(port, "MEMBER_SETUP",
                                member | register_port_place(port, "MEMBER_SETUP", "REMOVE", 1)));
  assert_int_equal(o->enrol.op, NF_NETREDUCE_ENROL_REMOVE);

  assert_true(register_port_set(port, "RING_MEMBERS", 2));
  assert_true(register_port_set(port, "RING_DTYPE", NF_DTYPE_S32));
  assert_true(register_port_set(port, "RING_FIRST", 0x10203040));
  assert_true(
      register_port_set(port, "RING_SETUP", register_port_place(port, "RING_SETUP", "RING", ring)));
  assert_true(m->last_up.cfg_valid);
  assert_int_equal(m->last_up.cfg.ring, ring);
  assert_int_equal(m->last_up.cfg.members, 2);
  assert_int_equal(m->last_up.cfg.dtype, NF_DTYPE_S32);
  assert_int_equal(m->last_up.cfg.first, 0x10203040);
  m->in.enrol_ok = false;
  assert_false(register_port_set(port, "RING_SETUP", ring));
  m->in.cfg_ready = false;
}

// The words of a report belong together: reading the first notes the others down.
static void netreduce_straggler(register_port *port) {
  netreduce_model *const m = port->model;
  m->in.report.valid = true;
  m->in.report.msgid = 0x11112222;
  m->in.report.cycles = 0x33334444;
  assert_int_equal(register_port_field(port, "STRAGGLER", "VALID"), 1);
  m->in.report.msgid = m->in.report.cycles = 0;
  assert_int_equal(register_port_field(port, "STRAGGLER_MSGID", "MSGID"), 0x11112222);
  assert_int_equal(register_port_field(port, "STRAGGLER_CYCLES", "CYCLES"), 0x33334444);
}

static void netreduce_commands(register_port *port) {
  netreduce_look(port);
  netreduce_enrol(port);
  netreduce_straggler(port);
}

const register_block register_netreduce = {.component = "netreduce",
                                           .end = 0x10000,
                                           .open = open_netreduce,
                                           .step = step_netreduce,
                                           .close = close_netreduce,
                                           .stir = stir_netreduce,
                                           .events = netreduce_events,
                                           .commands = netreduce_commands,
                                           .running = "CYCLES",
                                           .refused = "BAD_ACCESS"};
