// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_commands.sv: commands, their chunks, orders for the DMAs, and how each
// command ended (ACE 4.1, 4.4).
#ifndef NF_ACE_COMMANDS_H
#define NF_ACE_COMMANDS_H

#include "ace/nf_ace_pkg.h"
#include "common/nf_status.h"
#include "nf_ace_commands_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ACE_COMMAND_PLACES = 4 };

typedef struct nf_ace_commands nf_ace_commands;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_commands_init(nf_ace_commands **m, const nf_ace_commands_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_commands_out *nf_ace_commands_peek(const nf_ace_commands *m);
// While it is not busy, has no completion at the interface and no command comes, a step may be left
// out.
void nf_ace_commands_step(nf_ace_commands *m, const nf_ace_commands_in *in);
// NULL is allowed.
void nf_ace_commands_free(nf_ace_commands *m);

#ifdef __cplusplus
}
#endif

#endif
