// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The systems of ACE 5 by their names, as options and figures have them.
#ifndef NF_ENDPOINT_SYSTEM_H
#define NF_ENDPOINT_SYSTEM_H

#include "endpoint.h"

extern const char *const nf_endpoint_collective_words[2]; // "allreduce", "alltoall"
// A kind of NF_KIND_ACE with the figures of ACE Table 7.
int nf_endpoint_topology(nf_endpoint_config *c, nf_system system, const char *text, nf_err *e);

#endif
