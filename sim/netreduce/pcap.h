// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// libpcap, loaded when a capture is opened: it brings nine other libraries along, and no command
// but those of captures needs it.
#ifndef NF_NR_PCAP_H
#define NF_NR_PCAP_H

#include "sim/common/err.h"
#include <pcap/pcap.h>

// What is called of it: X(name).
#define NF_NR_PCAP_CALLS(X)                                                                        \
  X(pcap_open_offline_with_tstamp_precision)                                                       \
  X(pcap_datalink)                                                                                 \
  X(pcap_datalink_val_to_name)                                                                     \
  X(pcap_next_ex)                                                                                  \
  X(pcap_geterr)                                                                                   \
  X(pcap_close)                                                                                    \
  X(pcap_open_dead_with_tstamp_precision)                                                          \
  X(pcap_dump_open)                                                                                \
  X(pcap_dump)                                                                                     \
  X(pcap_dump_flush)                                                                               \
  X(pcap_dump_file)                                                                                \
  X(pcap_dump_close)

typedef struct {
#define NF_NR_PCAP_MEMBER(name) __typeof__(name) *name;
  NF_NR_PCAP_CALLS(NF_NR_PCAP_MEMBER)
#undef NF_NR_PCAP_MEMBER
} nf_nr_pcap;

// The library, once it has been found; it stays. NULL: refused, with what to install.
const nf_nr_pcap *nf_nr_pcap_load(nf_err *e);

#endif
