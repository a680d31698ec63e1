// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/engine.h"

#include "sim/cli/cli.h"
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Parameters of nf_ace, in the order of nf_ace_cfg.
#define PARAMETER(name) offsetof(nf_ace_cfg, name)
static const struct {
  const char *option, *parameter;
  size_t offset;
} Parameters[] = {{"machines", "Machines", PARAMETER(Machines)},
                  {"ports", "Ports", PARAMETER(Ports)},
                  {"banks", "Banks", PARAMETER(Banks)},
                  {"bank-words", "BankWords", PARAMETER(BankWords)},
                  {"alus", "Alus", PARAMETER(Alus)},
                  {"lanes", "Lanes", PARAMETER(Lanes)},
                  {"slots", "Slots", PARAMETER(Slots)},
                  {"program-words", "ProgramWords", PARAMETER(ProgramWords)},
                  {"queue-depth", "QueueDepth", PARAMETER(QueueDepth)},
                  {"chunks", "Chunks", PARAMETER(Chunks)},
                  {"bursts", "Bursts", PARAMETER(Bursts)},
                  {"halves", "Halves", PARAMETER(Halves)},
                  {"word-bytes", "WordBytes", PARAMETER(WordBytes)}};
_Static_assert(sizeof Parameters / sizeof Parameters[0] == NF_ACE_PARAMETERS,
               "the header says how many");

static uint32_t *parameter(nf_ace_cfg *c, unsigned i) {
  return (uint32_t *)((char *)c + Parameters[i].offset);
}

int nf_ace_engine_read(nf_ace_cfg *engine, const char *params, nf_err *e) {
  *engine = (nf_ace_cfg){0};
  for (unsigned i = 0; i < NF_ACE_PARAMETERS; i++) {
    char key[32];
    snprintf(key, sizeof key, "%s=", Parameters[i].parameter);
    const char *at = strstr(params, key);
    while (at && at != params && at[-1] != ' ') // the end of another name
      at = strstr(at + 1, key);
    uint64_t value;
    if (!at || !nf_cli_number(at + strlen(key), &value))
      return nf_refuse(e, "the build's engine does not say its %s", key);
    *parameter(engine, i) = (uint32_t)value;
  }
  return NF_EXIT_OK;
}

int nf_ace_engine_check(const nf_ace_cfg *engine, const char *params, nf_err *e) {
  nf_ace_cfg asked = *engine, built;
  if (nf_ace_engine_read(&built, params, e) != NF_EXIT_OK)
    return e->status;
  for (unsigned i = 0; i < NF_ACE_PARAMETERS; i++)
    if (*parameter(&asked, i) != *parameter(&built, i))
      return nf_refuse(e,
                       "--%s %u: this build's RTL has %u; use --engine cycle, or make build "
                       "SIM_ACE=\"...%s=%u...\"",
                       Parameters[i].option, *parameter(&asked, i), *parameter(&built, i),
                       Parameters[i].parameter, *parameter(&asked, i));
  return NF_EXIT_OK;
}
