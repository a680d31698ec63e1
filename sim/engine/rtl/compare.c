// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/engine/rtl/compare.h"

#include "common/nf_defs.h"
#include <stdio.h>
#include <string.h>

// A value as hex digits, most significant first, without leading zero bytes.
static void hex(char *text, size_t size, const unsigned char *v, size_t bytes) {
  while (bytes > 1 && v[bytes - 1] == 0)
    bytes--;
  size_t n = 0;
  for (size_t i = bytes; i-- > 0 && n + 3 < size;)
    n += (size_t)snprintf(text + n, size - n, "%02x", v[i]);
}

int nf_compare(const nf_dut *dut, const void *rtl, const void *model, uint64_t cycle, nf_err *e) {
  for (size_t i = 0; i < dut->out_count; i++) {
    const nf_dut_field *f = &dut->out[i];
    const unsigned char *x = (const unsigned char *)rtl + f->offset;
    const unsigned char *y = (const unsigned char *)model + f->offset;
    if (memcmp(x, y, f->size) == 0)
      continue;
    // A port of many flits: name the one that differs and show only that.
    size_t lane = 0, width = f->size;
    char name[64];
    if (f->size > sizeof(nf_flit)) {
      width = sizeof(nf_flit);
      while (memcmp(x + lane * width, y + lane * width, width) == 0)
        lane++;
      snprintf(name, sizeof name, "%s[%zu]", f->name, lane);
    } else {
      snprintf(name, sizeof name, "%s", f->name);
    }
    char in_rtl[40], in_model[40];
    hex(in_rtl, sizeof in_rtl, x + lane * width, width);
    hex(in_model, sizeof in_model, y + lane * width, width);
    return nf_err_set(e, NF_EXIT_FAILED,
                      "RTL and model differ in cycle %llu: %s is 0x%s in the RTL and 0x%s in the "
                      "model",
                      (unsigned long long)cycle, name, in_rtl, in_model);
  }
  return NF_EXIT_OK;
}

int nf_compare_properties(uint64_t cycle, nf_err *e) {
  const char *failure = nf_dut_next_failure();
  if (!failure)
    return NF_EXIT_OK;
  return nf_err_set(e, NF_EXIT_FAILED, "a property of the RTL failed in cycle %llu: %s",
                    (unsigned long long)cycle, failure);
}
