// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/limits.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/common/types.h"
#include "sim/netreduce/tree.h"

const nf_nr_setup nf_nr_defaults = {.hosts = 6,
                                    .dtype = NF_DTYPE_OF_FILES,
                                    .mtu = NF_NR_MOST_PAYLOAD,
                                    .msglen = 170,
                                    .tag = 0x4e657452,
                                    .ack_every = 16,
                                    .byte_time = 80,
                                    .delay = 300 * NF_NR_PICO,
                                    .through = 200 * NF_NR_PICO,
                                    .queue = 200000 * NF_NR_PICO,
                                    .cycle = 3103, // 322.265625 MHz
                                    .reorder_time = 2000 * NF_NR_PICO,
                                    .seed = 1,
                                    .rings = 1,
                                    .silent = -1,
                                    .paused = -1,
                                    .closed = -1,
                                    .paused_time = 1000000 * NF_NR_PICO};

int nf_nr_check_dtype(uint8_t dtype, nf_err *e) {
  if (dtype == NF_DTYPE_OF_FILES || nf_nr_dtype_adds(dtype))
    return e->status;
  return nf_refuse(
      e, "--dtype %s: the accelerator's lanes do not have it; give one of " NF_LANE_DTYPE_LIST,
      nf_dtype_name(dtype));
}

const char *nf_nr_cause_name(unsigned cause) {
#define NAME(id, text) [NF_NETREDUCE_CAUSE_##id] = text
  static const char *const names[NF_NR_CAUSES] = {NAME(NONE, "engine"),
                                                  NAME(NOT_IPV4, "not_ipv4"),
                                                  NAME(OPTIONS, "options"),
                                                  NAME(FRAGMENT, "fragment"),
                                                  NAME(NOT_UDP, "not_udp"),
                                                  NAME(NOT_ROCE, "not_roce"),
                                                  NAME(OPCODE, "opcode"),
                                                  NAME(UNTAGGED, "untagged"),
                                                  NAME(UNKNOWN, "unknown"),
                                                  NAME(OFF, "off"),
                                                  NAME(MARK, "mark"),
                                                  NAME(TRUNCATED, "truncated"),
                                                  NAME(IP_CHECKSUM, "ip_checksum"),
                                                  NAME(LENGTH, "length"),
                                                  NAME(ICRC, "icrc"),
                                                  NAME(DAMAGED, "damaged"),
                                                  NAME(NO_RING, "no_ring"),
                                                  NAME(UNREGISTERED, "unregistered"),
                                                  NAME(MSGLEN, "msglen"),
                                                  NAME(PSN, "psn"),
                                                  NAME(WINDOW, "window"),
                                                  NAME(MEMBER, "member"),
                                                  NAME(OTHER_RING, "other_ring"),
                                                  NAME(RAW, "raw"),
                                                  NAME(PAYLOAD, "payload"),
                                                  NAME(LONG, "long"),
                                                  NAME(ROLE, "role")};
  return names[cause];
}
