// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Made by scripts/gen_component.py from rtl/endpoint/nf_endpoint.toml; change that.
// Mirrors rtl/endpoint/nf_endpoint_pkg.sv.
#ifndef NF_ENDPOINT_PKG_H
#define NF_ENDPOINT_PKG_H

#include <stdint.h>

// clang-format off
enum {
  NF_ENDPOINT_BLOCK_BITS = 41, // number of a block of 128 B in a 48-bit address
  NF_ENDPOINT_MAX_TRANSLATIONS = 16, // entries of its translation table
};

// What a command of the DMA engine asks for (KLENK IV-B, IV-C, IV-F).
enum {
  NF_ENDPOINT_KIND_PUSH = 0x0, // reduction writes of a piece of memory
  NF_ENDPOINT_KIND_PULL = 0x1, // pull requests for a piece of a region
  NF_ENDPOINT_KIND_BARRIER = 0x2, // a push reduction without payload
};

// How a command ended.
enum {
  NF_ENDPOINT_STATUS_OK = 0x0, // complete
  NF_ENDPOINT_STATUS_BAD = 0x1, // the command makes no sense; nothing was sent
  NF_ENDPOINT_STATUS_TRANSLATE = 0x2, // an address of it is not in the table
  NF_ENDPOINT_STATUS_NO_COUNTER = 0x3, // no wave counter free after all retries
  NF_ENDPOINT_STATUS_POISON = 0x4, // a result of it was poisoned
};

// Operations on the write port of the memory.
enum {
  NF_ENDPOINT_MEM_WRITE = 0x0, // store the payload
  NF_ENDPOINT_MEM_REDUCE = 0x1, // add the payload to the block's running sum
  NF_ENDPOINT_MEM_REDUCE_OWN = 0x2, // begin a sum: the own data and the payload
  NF_ENDPOINT_MEM_REDUCE_FIRST = 0x3, // begin a sum: the payload
};

// Of event_o: one-cycle pulses. What happens twice in a cycle of a lane is one pulse; stale_o counts both.
enum {
  NF_ENDPOINT_EV_RESULT = 0, // a block was written
  NF_ENDPOINT_EV_PARTIAL = 1, // a partial sum was taken
  NF_ENDPOINT_EV_PULL_SERVED = 2, // a request was answered
  NF_ENDPOINT_EV_ACK_SENT = 3, // an acknowledgement left
  NF_ENDPOINT_EV_ACK_TAKEN = 4, // an acknowledgement came
  NF_ENDPOINT_EV_MCAST = 5, // a multicast write of a complete sum was started
  NF_ENDPOINT_EV_ERR_OPCODE = 6, // a packet that no endpoint takes: dropped
  NF_ENDPOINT_EV_ERR_TRANSLATE = 7, // no translation: packet dropped, or command refused
  NF_ENDPOINT_EV_ERR_COUNT = 8, // a total passes the number of ranks, or a contribution fits no sum or counts nothing
  NF_ENDPOINT_EV_ERR_DAMAGED = 9, // a packet damaged on the link: dropped
  NF_ENDPOINT_EV_ERR_POISON = 10, // a complete block or barrier was poisoned
  NF_ENDPOINT_EV_ERR_ACK = 11, // an acknowledgement came though none was due
  NF_ENDPOINT_EV_NO_COUNTER_RETRY = 12, // no wave counter was free: tried again
  NF_ENDPOINT_EV_STRAY = 13, // a barrier completed that nothing waits for
  NF_ENDPOINT_EV_ACK_SKIPPED = 14, // a response's acknowledgement found no space
  NF_ENDPOINT_EV_STALE = 15, // a packet, a sum or a completion of another epoch: dropped
  NF_ENDPOINT_EVENT_BITS = 16, // of one event vector
};
// clang-format on

#endif
