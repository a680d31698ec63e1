// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A register block's model behind its port: single accesses, what the rest of the machine shows it,
// what it does to the rest.
#ifndef REGISTER_PORT_H
#define REGISTER_PORT_H

#include "register_list.h"

typedef struct register_port register_port;

// One register block. Inputs are those of a machine at rest until a function below says otherwise.
typedef struct {
  const char *component;
  uint32_t end; // of its addresses
  void (*open)(register_port *port);
  void (*step)(register_port *port);
  void (*close)(register_port *port);
  // Accesses; false: refused. NULL: by AXI4-Lite, port->bus.
  bool (*write)(register_port *port, uint32_t address, uint32_t data);
  bool (*read)(register_port *port, uint32_t address, uint32_t *data);
  // Inputs that fields show as they are take other values, as wide as the RTL's port is.
  void (*stir)(register_port *port);
  // Every event that a sticky bit stands for, in one cycle.
  void (*events)(register_port *port);
  // Traffic comes or goes; NULL where nothing is locked.
  void (*traffic)(register_port *port, bool there);
  // Has the last write been handed on to where its words are? NULL where none is.
  bool (*handed)(const register_port *port, uint32_t address, uint32_t data);
  // Tries its commands and what reading does: what of a word reaches which port, when it is
  // refused.
  void (*commands)(register_port *port);
  const char *running; // a register that counts by itself; or NULL
  const char *refused; // a register that counts refused accesses; or NULL
} register_block;

// The AXI4-Lite port: what the master drives, what the slave showed in the last cycle.
typedef struct {
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint32_t aw_addr, w_data, ar_addr;
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint32_t b_resp, r_resp, r_data;
} register_bus;

struct register_port {
  const register_block *block;
  register_list *list;
  register_bus bus;
  void *model;      // the block's own
  uint32_t refused; // accesses since reset
  uint64_t noise;
};

extern const register_block register_switch, register_ace, register_netreduce;

register_port *register_port_open(const register_block *block, unsigned map);
void register_port_close(register_port *port);
// False: refused.
bool register_port_write(register_port *port, uint32_t address, uint32_t data);
bool register_port_read(register_port *port, uint32_t address, uint32_t *data);
uint32_t register_noise(register_port *port);
// A field of the first register of that name, read; the same of a word that is to be written.
uint32_t register_port_field(register_port *port, const char *name, const char *field);
uint32_t register_port_place(const register_port *port, const char *name, const char *field,
                             uint32_t value);
// Writes the first register of that name. False: refused.
bool register_port_set(register_port *port, const char *name, uint32_t value);

#endif
