// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One instruction: its operands to the fields of its word.
#include "sim/ace/assemble_int.h"
#include "sim/ace/opcodes.h"

#include "ace/nf_ace_pkg.h"

#include <stdio.h>
#include <string.h>

static bool reg(nf_as *as, unsigned *number) {
  nf_as_blank(as);
  const int r = nf_as_register(as);
  if (r < 0)
    return nf_as_wrong(as, as->p, "here a register is missing, r0..r7");
  *number = (unsigned)r;
  return true;
}

static bool ranged(nf_as *as, int64_t low, int64_t high, const char *what, int64_t *value) {
  nf_as_blank(as);
  const char *where = as->p;
  return nf_as_value(as, value) &&
         ((*value >= low && *value <= high) ||
          nf_as_wrong(as, where, "%s is %lld: %lld..%lld is allowed", what, (long long)*value,
                      (long long)low, (long long)high));
}

// A register in brackets.
static bool bracket(nf_as *as, const char *before, unsigned *number) {
  if (!nf_as_take(as, "["))
    return nf_as_wrong(as, as->p, "after %s a register in brackets is missing, as %s[r1]", before,
                       before);
  return reg(as, number) && (nf_as_take(as, "]") || nf_as_wrong(as, as->p, "here a ] is missing"));
}

static bool queue_pair(nf_as *as, uint8_t *qp) {
  const unsigned ports = as->source->ports ? as->source->ports : NF_ACE_MAX_PORTS;
  unsigned r = 0;
  int64_t value;
  if (nf_as_take(as, "q")) {
    if (!bracket(as, "q", &r))
      return false;
    *qp = (uint8_t)(NF_AS_QP_REGISTER | r);
    return true;
  }
  if (!ranged(as, 0, NF_ACE_QPS * ports - 1, "the queue pair", &value))
    return false;
  *qp = (uint8_t)value;
  return true;
}

static bool area(nf_as *as, uint8_t *which, uint8_t *offset) {
  unsigned r = 0;
  if (nf_as_take(as, "src"))
    *which = 0;
  else if (nf_as_take(as, "dst"))
    *which = 1;
  else
    return nf_as_wrong(as, as->p, "here a place in SRAM is missing: src[r1] or dst[r1]");
  if (!bracket(as, *which ? "dst" : "src", &r))
    return false;
  *offset = (uint8_t)r;
  return true;
}

static bool get_field(nf_as *as, int64_t *value) {
  for (unsigned k = 0; nf_as_get[k]; k++)
    if (nf_as_take(as, nf_as_get[k])) {
      *value = k;
      return true;
    }
  return nf_as_wrong(as, as->p, "here the field is missing: len, pitch or index");
}

// Reads one operand of the kind that the instruction's row names and puts it into its field.
static bool operand(nf_as *as, char kind, uint64_t *word) {
  unsigned r = 0;
  int64_t value = 0;
  uint8_t which = 0, offset = 0;
  bool good;
  nf_as_blank(as);
  switch (kind) {
  case 'd':
    good = reg(as, &r);
    nf_ace_control_set_rd(word, (uint8_t)r);
    return good;
  case 's':
    good = reg(as, &r);
    nf_ace_control_set_rs(word, (uint8_t)r);
    return good;
  case 't':
    good = reg(as, &r);
    nf_ace_control_set_rt(word, (uint8_t)r);
    return good;
  case 'L':
    good = reg(as, &r);
    nf_ace_instr_set_rl(word, (uint8_t)r);
    return good;
  case 'q':
    good = queue_pair(as, &offset);
    nf_ace_control_set_imm(word, offset);
    return good;
  case 'I':
    good = queue_pair(as, &offset);
    nf_ace_instr_set_qin(word, offset);
    return good;
  case 'O':
    good = queue_pair(as, &offset);
    nf_ace_instr_set_qout(word, offset);
    return good;
  case 'R':
    good = area(as, &which, &offset);
    nf_ace_instr_set_rarea(word, which);
    nf_ace_instr_set_ra(word, offset);
    return good;
  case 'W':
    good = area(as, &which, &offset);
    nf_ace_instr_set_warea(word, which);
    nf_ace_instr_set_wa(word, offset);
    return good;
  case 'g':
    good = get_field(as, &value);
    break;
  case 'b':
    good = ranged(as, 0, UINT8_MAX, "the factor", &value);
    break;
  case 'j':
    good = ranged(as, 0, UINT16_MAX, "the address", &value);
    break;
  default:
    good = ranged(as, INT16_MIN, UINT16_MAX, "the number", &value);
  }
  nf_ace_control_set_imm(word, (uint16_t)value);
  return good;
}

// What an operand looks like, for messages.
static const char *shape(char kind) {
  switch (kind) {
  case 'I':
    return "FROM";
  case 'O':
    return "TO";
  case 'q':
    return "QP";
  case 'R':
    return "src|dst[rA]";
  case 'W':
    return "src|dst[rW]";
  case 'L':
    return "rL";
  case 'g':
    return "len|pitch|index";
  case 'j':
    return "LABEL";
  case 'd':
    return "rD";
  case 's':
    return "rS";
  case 't':
    return "rT";
  default:
    return "NUMBER";
  }
}

static bool operands(nf_as *as, const nf_as_opcode *o, uint64_t *word, const char **last) {
  char form[80] = "";
  size_t n = 0;
  for (const char *k = o->operands; *k; k++)
    n +=
        (size_t)snprintf(form + n, sizeof form - n, "%s %s", k > o->operands ? "," : "", shape(*k));
  for (const char *k = o->operands; *k; k++) {
    if (nf_as_ended(as) || (k > o->operands && !nf_as_take(as, ",")))
      return nf_as_wrong(as, as->p, "an operand or a comma is missing: %s%s", o->name, form);
    nf_as_blank(as);
    *last = as->p;
    if (!operand(as, *k, word))
      return false;
  }
  return nf_as_ended(as) ||
         nf_as_wrong(as, as->p, "here the instruction should end: %s%s", o->name, form);
}

static bool unknown(nf_as *as, const char *name, const char *where) {
  char list[200] = "";
  size_t n = 0;
  for (const nf_as_opcode *o = nf_as_opcodes; o->name; o++)
    n += (size_t)snprintf(list + n, sizeof list - n, " %s", o->name);
  return nf_as_wrong(as, where, "'%s' is no instruction:%s mov nop", name, list);
}

bool nf_as_instruction(nf_as *as, const char *name, const char *where) {
  static const nf_as_opcode Mov = {"mov", NF_ACE_OP_ADDI, "ds"}, // rd = rs + 0
      Nop = {"nop", NF_ACE_OP_ADDI, ""};                         // r0 = r0 + 0
  uint64_t word = 0;
  const nf_as_opcode *o = nf_as_opcodes;
  while (o->name && strcmp(o->name, name) != 0)
    o++;
  if (strcmp(name, "mov") == 0)
    o = &Mov;
  else if (strcmp(name, "nop") == 0)
    o = &Nop;
  const char *last = where;
  bool good = false;
  if (o->name) {
    nf_ace_control_set_op(&word, o->op);
    good = operands(as, o, &word, &last);
  } else {
    unknown(as, name, where);
  }
  nf_as_emit(as, (uint32_t)word, last);
  return good;
}
