// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "register_port.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PATIENCE = 64 }; // cycles; the slowest answer takes under ten

register_port *register_port_open(const register_block *block, unsigned map) {
  register_port *const port = calloc(1, sizeof *port);
  assert_non_null(port);
  port->block = block;
  port->noise = 1;
  port->list = register_list_open(block->component, map);
  block->open(port);
  return port;
}

void register_port_close(register_port *port) {
  if (port == NULL)
    return;
  port->block->close(port);
  register_list_free(port->list);
  free(port);
}

// xorshift64*
uint32_t register_noise(register_port *port) {
  port->noise ^= port->noise >> 12;
  port->noise ^= port->noise << 25;
  port->noise ^= port->noise >> 27;
  return (uint32_t)(port->noise * 0x2545f4914f6cdd1dull >> 32);
}

// Address and data are each offered until they are taken, then the response is awaited.
static bool axil_write(register_port *port, uint32_t address, uint32_t data) {
  register_bus *const b = &port->bus;
  b->aw_valid = b->w_valid = b->b_ready = true;
  b->aw_addr = address;
  b->w_data = data;
  for (unsigned cycle = 0; cycle < PATIENCE; cycle++) {
    const bool aw = b->aw_valid && b->aw_ready, w = b->w_valid && b->w_ready, over = b->b_valid;
    const uint32_t resp = b->b_resp;
    port->block->step(port);
    b->aw_valid = b->aw_valid && !aw;
    b->w_valid = b->w_valid && !w;
    if (over) {
      b->b_ready = false;
      return resp == 0;
    }
  }
  fail_msg("write of %#x: no response", address);
  return false;
}

static bool axil_read(register_port *port, uint32_t address, uint32_t *data) {
  register_bus *const b = &port->bus;
  b->ar_valid = b->r_ready = true;
  b->ar_addr = address;
  for (unsigned cycle = 0; cycle < PATIENCE; cycle++) {
    const bool ar = b->ar_valid && b->ar_ready, over = b->r_valid;
    const uint32_t resp = b->r_resp;
    *data = b->r_data;
    port->block->step(port);
    b->ar_valid = b->ar_valid && !ar;
    if (over) {
      b->r_ready = false;
      return resp == 0;
    }
  }
  fail_msg("read of %#x: no response", address);
  return false;
}

bool register_port_write(register_port *port, uint32_t address, uint32_t data) {
  const bool ok = port->block->write != NULL ? port->block->write(port, address, data)
                                             : axil_write(port, address, data);
  port->refused += !ok;
  return ok;
}

bool register_port_read(register_port *port, uint32_t address, uint32_t *data) {
  const bool ok = port->block->read != NULL ? port->block->read(port, address, data)
                                            : axil_read(port, address, data);
  port->refused += !ok;
  return ok;
}

static uint32_t address_of(const register_port *port, const char *name) {
  const register_word *const w = register_list_find(port->list, name);
  if (w == NULL)
    fail_msg("the list has no register %s", name);
  return w->address;
}

uint32_t register_port_field(register_port *port, const char *name, const char *field) {
  uint32_t word = 0;
  assert_true(register_port_read(port, address_of(port, name), &word));
  return field_of(register_list_field(port->list, name, field), word);
}

uint32_t register_port_place(const register_port *port, const char *name, const char *field,
                             uint32_t value) {
  const register_field *const f = register_list_field(port->list, name, field);
  assert_true(value <= field_ones(f));
  return value << f->lsb;
}

bool register_port_set(register_port *port, const char *name, uint32_t value) {
  return register_port_write(port, address_of(port, name), value);
}
