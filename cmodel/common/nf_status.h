// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// What a function that can refuse its arguments returns.
#ifndef NF_STATUS_H
#define NF_STATUS_H

#include <stddef.h>

// NULL (NF_OK) on success; otherwise a static sentence that says what is wrong and which range is
// allowed. It is never freed.
typedef const char *nf_status;

#define NF_OK ((nf_status)NULL)

#endif
