// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The word that somebody may have meant.
#ifndef NF_SIM_NEAREST_H
#define NF_SIM_NEAREST_H

// Index of the word that the fewest letters inserted, deleted or replaced make of `text`; the first
// of equals. count is 1 or more.
int nf_nearest(const char *text, const char *const *words, int count);

#endif
