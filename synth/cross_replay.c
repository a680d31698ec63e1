/* SPDX-License-Identifier: Apache-2.0
 * Copyright 2026 The netfold authors
 *
 * Replays recorded vectors on RTL that CXXRTL simulates, and compares all outputs on every cycle.
 *
 *   cross_replay PORTS VECTORS
 *
 * PORTS has a line a port, inputs first, in the order of the columns of VECTORS: "clock clk_i 1",
 * "reset rst_ni 1", "in NAME BITS", "out NAME BITS". VECTORS has a line a cycle, in hexadecimal.
 * Reset and clock move as in the generated replay_*.v of netlists (scripts/gen_shim.py), with one
 * difference: inputs settle before the edge. Compiled with each design; design.h is what
 * `write_cxxrtl -header` made of it. */

#include "design.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PORTS = 512, CHUNK_DIGITS = 8, SHOWN = 8, LONGEST_WORD = 1 << 16 };

typedef struct {
  char name[128];
  struct cxxrtl_object *object;
  size_t chunks;
  uint32_t *value; /* of this line of the vectors */
} port;

static port clock_port, reset_port, ins[MOST_PORTS], outs[MOST_PORTS];
static int in_count, out_count;
static cxxrtl_handle design;
static char word[LONGEST_WORD];

static void die(const char *what, const char *which) {
  printf("cross_replay: %s %s\n", what, which);
  exit(2);
}

static void find(port *p, const char *name, size_t bits) {
  snprintf(p->name, sizeof p->name, "%s", name);
  p->object = cxxrtl_get(design, name);
  if (!p->object)
    die("the design has no port", name);
  if (p->object->width != bits ||
      (p->object->type != CXXRTL_VALUE && p->object->type != CXXRTL_WIRE))
    die("the design has another width for, or no storage behind, port", name);
  p->chunks = (bits + 31) / 32;
  p->value = calloc(p->chunks, sizeof *p->value);
  if (!p->value)
    die("no memory for port", name);
}

static void read_ports(const char *path) {
  FILE *const file = fopen(path, "r");
  char kind[8], name[128];
  size_t bits;
  if (!file)
    die("cannot open", path);
  while (fscanf(file, "%7s %127s %zu", kind, name, &bits) == 3) {
    if (!strcmp(kind, "clock"))
      find(&clock_port, name, bits);
    else if (!strcmp(kind, "reset"))
      find(&reset_port, name, bits);
    else if (!strcmp(kind, "in") && in_count < MOST_PORTS)
      find(&ins[in_count++], name, bits);
    else if (!strcmp(kind, "out") && out_count < MOST_PORTS)
      find(&outs[out_count++], name, bits);
    else
      die("more ports than there is room for, or an unknown kind of port:", name);
  }
  fclose(file);
}

/* The next word of the vectors into a port's value; false at their end. */
static bool read_value(FILE *file, port *p) {
  if (fscanf(file, "%65535s", word) != 1)
    return false;
  size_t end = strlen(word);
  for (size_t k = 0; k < p->chunks; k++) {
    const size_t start = end > CHUNK_DIGITS ? end - CHUNK_DIGITS : 0;
    char digits[CHUNK_DIGITS + 1] = {0}, *rest;
    memcpy(digits, word + start, end - start);
    p->value[k] = (uint32_t)strtoul(digits, &rest, 16);
    if (*rest)
      die("a word of the vectors is no number:", word);
    end = start;
  }
  return true;
}

static void drive(port *p, uint32_t value) {
  p->object->next[0] = value;
  cxxrtl_step(design);
}

static void print_value(const char *what, const uint32_t *value, size_t chunks) {
  printf("  %s ", what);
  for (size_t k = chunks; k-- > 0;)
    printf("%08x", value[k]);
}

static unsigned long compare(unsigned long cycle, unsigned long wrong) {
  for (int k = 0; k < out_count; k++) {
    const port *const p = &outs[k];
    if (!memcmp(p->object->curr, p->value, p->chunks * sizeof *p->value))
      continue;
    if (wrong++ < SHOWN) {
      printf("%8lu  %-24s", cycle, p->name);
      print_value("cxxrtl", p->object->curr, p->chunks);
      print_value("verilator", p->value, p->chunks);
      printf("\n");
    }
  }
  return wrong;
}

static void set_inputs(void) {
  for (int k = 0; k < in_count; k++)
    memcpy(ins[k].object->next, ins[k].value, ins[k].chunks * sizeof *ins[k].value);
  cxxrtl_step(design);
}

int main(int argc, char **argv) {
  unsigned long cycles = 0, wrong = 0;
  bool more = true;
  if (argc != 3)
    die("usage:", "cross_replay PORTS VECTORS");
  design = cxxrtl_create(cxxrtl_design_create());
  read_ports(argv[1]);
  FILE *const file = fopen(argv[2], "r");
  if (!file)
    die("cannot open", argv[2]);
  if (reset_port.object) {
    drive(&reset_port, 1);
    drive(&reset_port, 0);
    drive(&reset_port, 1);
  }
  for (;;) {
    for (int k = 0; k < in_count + out_count && more; k++)
      more = read_value(file, k < in_count ? &ins[k] : &outs[k - in_count]);
    if (!more)
      break;
    if (clock_port.object)
      wrong = compare(cycles, wrong);
    set_inputs();
    if (clock_port.object) {
      drive(&clock_port, 1);
      drive(&clock_port, 0);
    } else {
      wrong = compare(cycles, wrong);
    }
    cycles++;
  }
  printf("replayed %lu cycles, %lu wrong\n", cycles, wrong);
  return 0;
}
