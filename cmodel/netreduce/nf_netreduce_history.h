// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_history.sv: a memory of columns: payload words and size of
// each place (NETREDUCE 4.3.3). Each one is what was read last; zero before the first read and
// where nothing was written.
#ifndef NF_NETREDUCE_HISTORY_H
#define NF_NETREDUCE_HISTORY_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_history_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_NETREDUCE_HISTORY_MAX_PLACES = 65536 };

typedef struct nf_netreduce_history nf_netreduce_history;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_history_init(nf_netreduce_history **m, const nf_netreduce_history_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_history_out *nf_netreduce_history_peek(const nf_netreduce_history *m);
// A step without a write and without a read changes nothing and may be left out.
void nf_netreduce_history_step(nf_netreduce_history *m, const nf_netreduce_history_in *in);
// NULL is allowed.
void nf_netreduce_history_free(nf_netreduce_history *m);

// What a place holds now, for blocks that have this one inside; NULL where there is no place.
uint16_t *nf_netreduce_history_size_at(nf_netreduce_history *m, uint32_t place);
nf_netreduce_word *nf_netreduce_history_word_at(nf_netreduce_history *m, uint32_t place,
                                                unsigned index);

#ifdef __cplusplus
}
#endif

#endif
