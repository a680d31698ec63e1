// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce_store.sv: a port's own packets: header, size and payload
// words of each place (NETREDUCE 4.3). Each one is what was read last; zero before the first read
// and where nothing was written.
#ifndef NF_NETREDUCE_STORE_H
#define NF_NETREDUCE_STORE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"
#include "nf_netreduce_store_ports.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { NF_NETREDUCE_STORE_MAX_PLACES = 65536 };

typedef struct nf_netreduce_store nf_netreduce_store;

// Makes the block in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_store_init(nf_netreduce_store **m, const nf_netreduce_store_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_store_out *nf_netreduce_store_peek(const nf_netreduce_store *m);
// A step without a write and without a read changes nothing and may be left out.
void nf_netreduce_store_step(nf_netreduce_store *m, const nf_netreduce_store_in *in);
// NULL is allowed.
void nf_netreduce_store_free(nf_netreduce_store *m);

#ifdef __cplusplus
}
#endif

#endif
