// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Ops and data types by name. What goes with what is said in docs/packet.md and nowhere else.
#ifndef NF_SIM_TYPES_H
#define NF_SIM_TYPES_H

#include "common/nf_defs.h"
#include "common/nf_names.h"
#include "sim/common/err.h"

// All names in one literal, for texts that the compiler puts together; the name of a code in
// docs/packet.md is understood as well.
#define NF_SIM_FIRST_NAME(code, name) name
#define NF_SIM_NEXT_NAME(code, name) ", " name
#define NF_OP_LIST NF_NAMED_OPS(NF_SIM_FIRST_NAME, NF_SIM_NEXT_NAME)
#define NF_DTYPE_LIST NF_NAMED_DTYPES(NF_SIM_FIRST_NAME, NF_SIM_NEXT_NAME)
// Of these, what ALUs without wide sums have: those of ACE and NetReduce.
#define NF_LANE_OP_LIST NF_NAMED_LANE_OPS(NF_SIM_FIRST_NAME, NF_SIM_NEXT_NAME)
#define NF_LANE_DTYPE_LIST NF_NAMED_LANE_DTYPES(NF_SIM_FIRST_NAME, NF_SIM_NEXT_NAME)
#define NF_MODE_LIST "plain, wide, exact"

enum { NF_DTYPE_OF_FILES = 254 }; // no --dtype was given

const char *nf_op_name(uint8_t op);
const char *nf_dtype_name(uint8_t dtype);

// The value of --op or --dtype; refuses a name that is none.
int nf_op_parse(uint8_t *op, const char *text, nf_err *e);
int nf_dtype_parse(uint8_t *dtype, const char *text, nf_err *e);

// What sums of a type are kept in on their way: the type itself, binary32, or all digits.
typedef enum { NF_MODE_PLAIN, NF_MODE_WIDE, NF_MODE_EXACT } nf_mode;
int nf_mode_parse(nf_mode *mode, const char *text, nf_err *e);
const char *nf_mode_name(nf_mode mode);
// Puts the type that sums `*dtype` so into *dtype; refuses a mode that the type does not have.
int nf_mode_apply(nf_mode mode, uint8_t *dtype, nf_err *e);

// Refuses a pair that does not exist: says what the type has, and which types have the op.
int nf_check_pair(uint8_t op, uint8_t dtype, nf_err *e);
// Refuses an average over a number that is no power of two, or above 2^15.
int nf_check_average(uint8_t op, uint64_t count, const char *what, nf_err *e);

// All of these: the type that sums are kept in goes to *dtype.
int nf_check_op(uint8_t op, nf_mode mode, uint8_t *dtype, uint64_t ranks, nf_err *e);

#endif
