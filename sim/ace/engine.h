// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Parameters of the engine by name: those of the RTL that is built in, and those that are asked
// for.
#ifndef NF_ACE_ENGINE_H
#define NF_ACE_ENGINE_H

#include "ace/nf_ace.h"
#include "sim/common/err.h"

enum { NF_ACE_PARAMETERS = 13 }; // in the order of nf_ace_cfg

// The engine that is built in as RTL, from its parameters' text; also the default of the model.
int nf_ace_engine_read(nf_ace_cfg *engine, const char *params, nf_err *e);
// The RTL is what was built: refuses another.
int nf_ace_engine_check(const nf_ace_cfg *engine, const char *params, nf_err *e);

#endif
