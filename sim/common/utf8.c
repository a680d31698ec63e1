// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/common/utf8.h"

size_t nf_utf8_length(const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  if (s[0] < 0x80)
    return s[0] != 0;
  const size_t length = s[0] >= 0xf0 ? 4 : s[0] >= 0xe0 ? 3 : 2;
  if (s[0] < 0xc2 || s[0] > 0xf4)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  // Longer than it need be, half of a pair of UTF-16, or beyond the last character.
  if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
      (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
    return 0;
  return length;
}

void nf_utf8_mend(char *text) {
  while (*text) {
    const size_t length = nf_utf8_length(text);
    if (length == 0)
      *text = '?';
    text += length ? length : 1;
  }
}
