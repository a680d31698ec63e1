// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_kinds.py from sim/topology/kinds.c; change that.
// The builders of the kinds.
#ifndef NF_MAKERS_H
#define NF_MAKERS_H

#include "kinds.h"

int nf_make_single(nf_build *b, const nf_spec *s);
int nf_make_dgx2(nf_build *b, const nf_spec *s);
int nf_make_nvl72(nf_build *b, const nf_spec *s);
int nf_make_fattree128(nf_build *b, const nf_spec *s);
int nf_make_fattree(nf_build *b, const nf_spec *s);
int nf_make_star(nf_build *b, const nf_spec *s);
int nf_make_leaf(nf_build *b, const nf_spec *s);
int nf_make_torus(nf_build *b, const nf_spec *s);
int nf_make_alltoall(nf_build *b, const nf_spec *s);
int nf_make_switch(nf_build *b, const nf_spec *s);
int nf_make_dragonfly(nf_build *b, const nf_spec *s);
int nf_make_hyperx(nf_build *b, const nf_spec *s);
int nf_make_hammingmesh(nf_build *b, const nf_spec *s);
int nf_make_dgx1(nf_build *b, const nf_spec *s);
int nf_make_p3(nf_build *b, const nf_spec *s);

#endif
