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

#ifdef __cplusplus
extern "C" {
#endif

// No parameters.
typedef struct {
  char none;
} nf_netreduce_parser_cfg;

typedef struct {
  uint32_t cfg_tag; // InetTag
  bool valid, last;
  bool err;               // with any beat: the MAC says that the frame is bad
  nf_netreduce_word data; // first byte on the wire in bits 7:0 of w[0]
  uint8_t bytes;          // of the last beat, 1..64
} nf_netreduce_parser_in;

typedef struct {
  bool meta_valid;
  uint64_t meta[4]; // record meta of nf_netreduce_pkg.h
} nf_netreduce_parser_out;

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
