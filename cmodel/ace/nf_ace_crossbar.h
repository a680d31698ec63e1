// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/ace/nf_ace_crossbar.sv: moves the words of granted transfers (ACE 4, Fig. 6). Of the
// data only what out.look_* names is read.
#ifndef NF_ACE_CROSSBAR_H
#define NF_ACE_CROSSBAR_H

#include <stdbool.h>
#include <stdint.h>

#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_word.h"
#include "common/nf_status.h"
#include "nf_ace_crossbar_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_ace_crossbar nf_ace_crossbar;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_ace_crossbar_init(nf_ace_crossbar **m, const nf_ace_crossbar_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_ace_crossbar_out *nf_ace_crossbar_peek(const nf_ace_crossbar *m);
// One rising clock edge. While out.busy is false and no grant comes it changes nothing.
void nf_ace_crossbar_step(nf_ace_crossbar *m, const nf_ace_crossbar_in *in);
// NULL is allowed.
void nf_ace_crossbar_free(nf_ace_crossbar *m);

#ifdef __cplusplus
}
#endif

#endif
