// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What can be said of a program without running it: every jump stays inside, no path leads past its
// end, from every place that is reached there is a path to done or trap. Words that no path reaches
// get a warning.
#include "sim/ace/assemble_int.h"
#include "sim/ace/opcodes.h"

#include "ace/nf_ace_pkg.h"

#include <stdlib.h>

typedef struct {
  bool ends;    // done, trap, and what the machine faults on
  bool falls;   // goes on with the next word, or may
  bool jumps;   // goes to `target`, or may
  long target;  // index of a word; outside the program when wrong
  bool reached; // from a beginning
  bool leaves;  // has a path to an end
} step;

static step step_of(const nf_as_program *p, unsigned k) {
  const uint64_t word = p->word[k];
  const uint8_t op = nf_ace_control_op(&word);
  step s = {.falls = true, .target = (long)nf_ace_control_imm(&word) - (long)p->base};
  const bool same = nf_ace_control_rs(&word) == nf_ace_control_rt(&word);
  switch (op) {
  case NF_ACE_OP_JMP:
    s.jumps = true;
    s.falls = false;
    break;
  case NF_ACE_OP_DJNZ:
    s.jumps = true;
    break;
  case NF_ACE_OP_BEQ:
    s.jumps = true;
    s.falls = !same;
    break;
  case NF_ACE_OP_BNE:
  case NF_ACE_OP_BLTU:
    s.jumps = !same;
    break;
  case NF_ACE_OP_DONE:
  case NF_ACE_OP_TRAP:
  case NF_ACE_OP_ILLEGAL:
    s.ends = true;
    s.falls = false;
    break;
  default: // a word of .word that is no instruction ends there too, which a warning would not help
    break;
  }
  return s;
}

static void say(nf_as *as, bool warning, unsigned k, const char *text) {
  nf_as_say(as, warning, as->origin[k].line, as->origin[k].where, "%s", text);
}

// Marks what can be reached from the beginnings.
static void reach(const nf_as_program *p, step *s) {
  if (!p->entries)
    s[0].reached = true;
  for (size_t k = 0; k < p->entries; k++)
    if (p->entry[k].value - p->base < p->words)
      s[p->entry[k].value - p->base].reached = true;
  for (bool more = true; more;) {
    more = false;
    for (unsigned k = 0; k < p->words; k++) {
      if (!s[k].reached)
        continue;
      if (s[k].falls && k + 1 < p->words && !s[k + 1].reached)
        more = s[k + 1].reached = true;
      if (s[k].jumps && !s[s[k].target].reached)
        more = s[s[k].target].reached = true;
    }
  }
}

// Marks from where an end can be reached.
static void leave(const nf_as_program *p, step *s) {
  for (bool more = true; more;) {
    more = false;
    for (unsigned k = p->words; k-- > 0;)
      if (!s[k].leaves && (s[k].ends || (s[k].falls && k + 1 < p->words && s[k + 1].leaves) ||
                           (s[k].jumps && s[s[k].target].leaves)))
        more = s[k].leaves = true;
  }
}

void nf_as_flow(nf_as *as) {
  nf_as_program *p = as->program;
  if (!p->words) {
    nf_as_say(as, false, 0, as->line[0].text, "there is no instruction in it");
    return;
  }
  step *s = calloc(p->words, sizeof *s);
  if (!s) {
    as->memory = true;
    return;
  }
  for (unsigned k = 0; k < p->words; k++) {
    s[k] = step_of(p, k);
    if (s[k].jumps && (s[k].target < 0 || s[k].target >= (long)p->words)) {
      nf_as_say(as, false, as->origin[k].line, as->origin[k].where,
                "address %ld is outside the program: %u..%u is allowed",
                s[k].target + (long)p->base, p->base, p->base + p->words - 1);
      s[k].jumps = false;
    }
  }
  for (size_t k = 0; k < p->entries; k++)
    if (p->entry[k].value - p->base >= p->words)
      nf_as_say(as, false, as->origin[p->words - 1].line, as->origin[p->words - 1].where,
                "after this, the program '%s' has no instruction", p->entry[k].name);
  if (p->errors) {
    free(s);
    return;
  }
  reach(p, s);
  leave(p, s);
  if (s[p->words - 1].reached && s[p->words - 1].falls)
    say(as, false, p->words - 1, "after this the program ends without done, trap or jmp");
  for (unsigned k = 0; k < p->words && !p->errors; k++)
    if (s[k].reached && !s[k].leaves)
      say(as, false, k, "from here no path leads to done or trap: it goes round for ever");
  for (unsigned k = 0; k < p->words; k++)
    if (!s[k].reached && (k == 0 || s[k - 1].reached))
      say(as, true, k, "no path leads here");
  free(s);
}
