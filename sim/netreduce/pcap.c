// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _DEFAULT_SOURCE // u_char and others of pcap.h
#include "sim/netreduce/pcap.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// Debian's and Ubuntu's name of the library, the one of all others, and the one of its headers.
static const char *const Names[] = {"libpcap.so.0.8", "libpcap.so.1", "libpcap.so"};

const nf_nr_pcap *nf_nr_pcap_load(nf_err *e) {
  static nf_nr_pcap pcap;
  static bool loaded;
  void *library = NULL;
  if (loaded)
    return &pcap;
  for (size_t i = 0; !library && i < sizeof Names / sizeof *Names; i++)
    library = dlopen(Names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    nf_refuse(e,
              "captures need libpcap, which cannot be loaded: %s; install it (Debian, Ubuntu: "
              "libpcap0.8)",
              dlerror());
    return NULL;
  }
  // dlsym gives functions as void *, which C does not convert to one.
#define FIND(name)                                                                                 \
  void *const at_##name = dlsym(library, #name);                                                   \
  if (!at_##name) {                                                                                \
    nf_refuse(e, "libpcap has no %s; install version 1.5.1 or a later one", #name);                \
    return NULL;                                                                                   \
  }                                                                                                \
  memcpy(&pcap.name, &at_##name, sizeof pcap.name);
  NF_NR_PCAP_CALLS(FIND)
#undef FIND
  loaded = true;
  return &pcap;
}
