// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/disassemble.h"

#include "ace/nf_ace_pkg.h"
#include "sim/ace/opcodes.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 1 << 16 };

static const nf_as_opcode *find(uint8_t op) {
  const nf_as_opcode *o = nf_as_opcodes;
  while (o->name && o->op != op)
    o++;
  return o->name ? o : NULL;
}

// Bits that the instruction has no use for are zero, else the text would not give the word back.
static bool exact(const nf_as_opcode *o, uint64_t word) {
  uint64_t rest = word;
  nf_ace_control_set_op(&rest, 0);
  for (const char *k = o->operands; *k; k++)
    switch (*k) {
    case 'd':
      nf_ace_control_set_rd(&rest, 0);
      break;
    case 's':
      nf_ace_control_set_rs(&rest, 0);
      break;
    case 't':
      nf_ace_control_set_rt(&rest, 0);
      break;
    case 'L':
      nf_ace_instr_set_rl(&rest, 0);
      break;
    case 'I':
      nf_ace_instr_set_qin(&rest, 0);
      break;
    case 'O':
      nf_ace_instr_set_qout(&rest, 0);
      break;
    case 'R':
      nf_ace_instr_set_rarea(&rest, 0);
      nf_ace_instr_set_ra(&rest, 0);
      break;
    case 'W':
      nf_ace_instr_set_warea(&rest, 0);
      nf_ace_instr_set_wa(&rest, 0);
      break;
    case 'b':
    case 'g':
    case 'q':
      nf_ace_control_set_imm(&rest, nf_ace_control_imm(&rest) & 0xff00u);
      break;
    default:
      nf_ace_control_set_imm(&rest, 0);
    }
  return rest == 0;
}

// Queue pairs as q[r3] or 0x13; false: bits that no text has.
static bool queue_pair(char *text, size_t size, unsigned qp) {
  if (!(qp & NF_AS_QP_REGISTER)) {
    snprintf(text, size, "0x%02x", qp);
    return true;
  }
  snprintf(text, size, "q[r%u]", qp & 7);
  return (qp & 0x78) == 0;
}

// The inverse of encode.c: a field of the word as text.
static bool operand(char *text, size_t size, char kind, uint64_t word) {
  unsigned field;
  switch (kind) {
  case 'd':
    snprintf(text, size, "r%u", nf_ace_control_rd(&word));
    return true;
  case 's':
    snprintf(text, size, "r%u", nf_ace_control_rs(&word));
    return true;
  case 't':
    snprintf(text, size, "r%u", nf_ace_control_rt(&word));
    return true;
  case 'L':
    snprintf(text, size, "r%u", nf_ace_instr_rl(&word));
    return true;
  case 'q':
    return queue_pair(text, size, nf_ace_control_imm(&word));
  case 'I':
    return queue_pair(text, size, nf_ace_instr_qin(&word));
  case 'O':
    return queue_pair(text, size, nf_ace_instr_qout(&word));
  case 'R':
    snprintf(text, size, "%s[r%u]", nf_ace_instr_rarea(&word) ? "dst" : "src",
             nf_ace_instr_ra(&word));
    return true;
  case 'W':
    snprintf(text, size, "%s[r%u]", nf_ace_instr_warea(&word) ? "dst" : "src",
             nf_ace_instr_wa(&word));
    return true;
  case 'g':
    field = nf_ace_control_imm(&word);
    if (field > NF_ACE_GET_INDEX)
      return false;
    snprintf(text, size, "%s", nf_as_get[field]);
    return true;
  default:
    snprintf(text, size, "%u", nf_ace_control_imm(&word));
    return true;
  }
}

static const char *text_of(char text[NF_AS_LINE], uint32_t word, const char *label) {
  const uint64_t w = word;
  const nf_as_opcode *o = find(nf_ace_control_op(&w));
  bool good = o && exact(o, w);
  size_t n = good ? (size_t)snprintf(text, NF_AS_LINE, "%s", o->name) : 0;
  for (const char *k = good ? o->operands : ""; *k && good; k++) {
    char one[24];
    good = operand(one, sizeof one, *k, w);
    n += (size_t)snprintf(text + n, NF_AS_LINE - n, "%s %s", k == o->operands ? "" : ",",
                          *k == 'j' && label ? label : one);
  }
  if (!good)
    snprintf(text, NF_AS_LINE, ".word 0x%08x", (unsigned)word);
  return text;
}

const char *nf_as_text(char text[NF_AS_LINE], uint32_t word) { return text_of(text, word, NULL); }

// Where a jump goes, if it is one and stays within the program; -1.
static long target(uint32_t word, unsigned words, unsigned base) {
  const uint64_t w = word;
  const nf_as_opcode *o = find(nf_ace_control_op(&w));
  const long to = (long)nf_ace_control_imm(&w) - (long)base;
  return o && strchr(o->operands, 'j') && exact(o, w) && to >= 0 && to < (long)words ? to : -1;
}

char *nf_as_disassemble(const uint32_t *word, unsigned words, unsigned base) {
  if (words > MOST_WORDS)
    return NULL;
  const size_t size = (size_t)words * (NF_AS_LINE + 16) + 1;
  char *text = malloc(size);
  bool *labelled = calloc((size_t)words + 1, sizeof *labelled);
  if (!text || !labelled) {
    free(text);
    free(labelled);
    return NULL;
  }
  for (unsigned k = 0; k < words; k++) {
    const long to = target(word[k], words, base);
    if (to >= 0)
      labelled[to] = true;
  }
  size_t n = 0;
  text[0] = 0;
  for (unsigned k = 0; k < words; k++) {
    char line[NF_AS_LINE], label[16];
    const long to = target(word[k], words, base);
    snprintf(label, sizeof label, "L%ld", to + (long)base);
    if (labelled[k])
      n += (size_t)snprintf(text + n, size - n, "L%u:\n", k + base);
    n += (size_t)snprintf(text + n, size - n, "  %s\n",
                          text_of(line, word[k], to >= 0 ? label : NULL));
  }
  free(labelled);
  return text;
}
