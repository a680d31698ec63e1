// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_books.sv: outstanding commands, acknowledgements due and landed
// blocks of the DMA engine (KLENK IV-F3).
#ifndef NF_ENDPOINT_BOOKS_H
#define NF_ENDPOINT_BOOKS_H

#include "common/nf_status.h"
#include "nf_endpoint_books_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_ENDPOINT_MAX_COMMANDS = 64 };

typedef struct nf_endpoint_books nf_endpoint_books;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_books_init(nf_endpoint_books **m, const nf_endpoint_books_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_books_out *nf_endpoint_books_peek(const nf_endpoint_books *m);
// One rising clock edge.
void nf_endpoint_books_step(nf_endpoint_books *m, const nf_endpoint_books_in *in);
// NULL is allowed.
void nf_endpoint_books_free(nf_endpoint_books *m);

#ifdef __cplusplus
}
#endif

#endif
