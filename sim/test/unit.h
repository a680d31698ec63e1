// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// cmocka with the headers that must come before its own. It hands every test a state, which few
// use.
#ifndef NF_SIM_UNIT_H
#define NF_SIM_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-parameter"

#endif
