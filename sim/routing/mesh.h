// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Routings for networks whose accelerators forward. Adaptive ones share one idea (HXMESH IV-C3): a
// packet goes to the next virtual channel whenever it leaves a mesh, by a tree or by a torus's
// wrap-around cable, and within a mesh it obeys a turn rule; so the channels of each mesh are in
// order, and so are the meshes, one after the other.
#ifndef NF_MESH_H
#define NF_MESH_H

#include "route_int.h"

extern const nf_routing_kind Nf_routing_torus, Nf_routing_packages, Nf_routing_hamming,
    Nf_routing_dragonfly;

#endif
