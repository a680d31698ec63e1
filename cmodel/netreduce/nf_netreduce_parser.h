// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_parser.sv: is a frame the engine's, and what are its headers
// (NETREDUCE 4.1, 4.3).
#ifndef NF_NETREDUCE_PARSER_H
#define NF_NETREDUCE_PARSER_H

#include <stdbool.h>
#include <stdint.h>

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_parser_ports.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_netreduce_parser nf_netreduce_parser;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_parser_init(nf_netreduce_parser **m, const nf_netreduce_parser_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_parser_out *nf_netreduce_parser_peek(const nf_netreduce_parser *m);
// One rising clock edge.
void nf_netreduce_parser_step(nf_netreduce_parser *m, const nf_netreduce_parser_in *in);
// NULL is allowed.
void nf_netreduce_parser_free(nf_netreduce_parser *m);

#ifdef __cplusplus
}
#endif

#endif
