// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The registers of a component as rtl/<component>/nf_<component>_regs.json lists them, a word for
// each element of an array.
#ifndef REGISTER_LIST_H
#define REGISTER_LIST_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  ACCESS_RO,
  ACCESS_RW,
  ACCESS_WO,
  ACCESS_W1C, // writing 1 clears the bit
  ACCESS_WC   // writing anything clears it
} register_access;

typedef struct {
  const char *name;
  unsigned lsb, width;
  register_access access;
  bool has_reset; // else it shows what the hardware says
  uint32_t reset;
  uint32_t lowest, highest; // values that it takes
} register_field;

// What the words of an array have in common.
typedef struct {
  char name[64]; // of the register, with those of the groups that it is in: MEMBER.HOST.STATE
  bool exact;    // a write with other bits or values is refused
  bool locked;   // a write is refused under traffic
  bool command;  // a write is refused for reasons of its own
  bool reads_zero;
  unsigned fields;
  register_field field[32];
} register_kind;

typedef struct {
  uint32_t address;
  const register_kind *kind;
} register_word;

typedef struct register_list register_list;

// The map of that number of a list: 0 has the RTL's default parameters. Any fault in the file is
// one of the test.
register_list *register_list_open(const char *component, unsigned map);
void register_list_free(register_list *list);

// By address; *count: how many there are.
const register_word *register_list_words(const register_list *list, unsigned *count);
// A parameter of the RTL.
uint32_t register_list_parameter(const register_list *list, const char *name);
// The first word of that name, and a field of it.
const register_word *register_list_find(const register_list *list, const char *name);
const register_field *register_list_field(const register_list *list, const char *name,
                                          const char *field);

static inline uint32_t field_ones(const register_field *f) {
  return f->width == 32 ? UINT32_MAX : (1u << f->width) - 1;
}
static inline uint32_t field_mask(const register_field *f) { return field_ones(f) << f->lsb; }
static inline uint32_t field_of(const register_field *f, uint32_t word) {
  return word >> f->lsb & field_ones(f);
}
// Bits of the fields with this access.
uint32_t kind_mask(const register_kind *kind, register_access access);
// Bits of all fields.
uint32_t kind_bits(const register_kind *kind);
// The value after reset of fields that have one, and their bits.
uint32_t kind_reset(const register_kind *kind, uint32_t *mask);

#endif
