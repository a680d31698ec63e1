// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/endpoint/nf_endpoint_lane.sv: what one link of an endpoint does by itself (KLENK
// IV-F, Fig. 6). One step is one clock cycle. Bit v and lane v of what there is two of: virtual
// channel v.
#ifndef NF_ENDPOINT_LANE_H
#define NF_ENDPOINT_LANE_H

#include "common/nf_defs.h"
#include "common/nf_status.h"
#include "nf_endpoint_lane_ports.h"
#include "nf_endpoint_pkg.h"
#include "nf_endpoint_translate.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nf_endpoint_lane nf_endpoint_lane;

// Makes a lane in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_endpoint_lane_init(nf_endpoint_lane **m, const nf_endpoint_lane_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_endpoint_lane_out *nf_endpoint_lane_peek(const nf_endpoint_lane *m);
// One rising clock edge.
void nf_endpoint_lane_step(nf_endpoint_lane *m, const nf_endpoint_lane_in *in);
// Frees m; NULL is allowed.
void nf_endpoint_lane_free(nf_endpoint_lane *m);

#ifdef __cplusplus
}
#endif

#endif
