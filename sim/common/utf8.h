// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Names come from files and from their paths, in any bytes; JSON is UTF-8 (RFC 8259 8.1).
#ifndef NF_SIM_UTF8_H
#define NF_SIM_UTF8_H

#include <stddef.h>

// Bytes of the character that a text begins with, 1..4; 0: there is none in UTF-8 (RFC 3629).
size_t nf_utf8_length(const char *text);

// Puts a question mark in the place of each byte that belongs to no character.
void nf_utf8_mend(char *text);

#endif
