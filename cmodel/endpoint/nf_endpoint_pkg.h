// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Codes that the models of the endpoint and its users share; rtl/endpoint/nf_endpoint_pkg.sv
// mirrors them.
#ifndef NF_ENDPOINT_PKG_H
#define NF_ENDPOINT_PKG_H

// Of the largest builds.
enum {
  NF_ENDPOINT_MAX_LINKS = 8,         // lanes, one for each link
  NF_ENDPOINT_MAX_TRANSLATIONS = 16, // entries of the translation table
};

// What a command of the DMA engine asks for (KLENK IV-B, IV-C, IV-F).
enum {
  NF_ENDPOINT_KIND_PUSH = 0,    // reduction writes of a piece of memory
  NF_ENDPOINT_KIND_PULL = 1,    // pull requests for a piece of a region
  NF_ENDPOINT_KIND_BARRIER = 2, // a push reduction without payload
};

// How a command ended.
enum {
  NF_ENDPOINT_STATUS_OK = 0,         // complete
  NF_ENDPOINT_STATUS_BAD = 1,        // the command makes no sense; nothing was sent
  NF_ENDPOINT_STATUS_TRANSLATE = 2,  // an address of it is not in the table
  NF_ENDPOINT_STATUS_NO_COUNTER = 3, // no wave counter free after all retries
  NF_ENDPOINT_STATUS_POISON = 4,     // a result of it was poisoned
};

// Operations on the write port of the memory.
enum {
  NF_ENDPOINT_MEM_WRITE = 0,        // store the payload
  NF_ENDPOINT_MEM_REDUCE = 1,       // add the payload to the block's running sum
  NF_ENDPOINT_MEM_REDUCE_OWN = 2,   // begin a sum: the own data and the payload
  NF_ENDPOINT_MEM_REDUCE_FIRST = 3, // begin a sum: the payload
};

// Bits of event: one-cycle pulses.
enum {
  NF_ENDPOINT_EV_RESULT = 0,            // a block was written
  NF_ENDPOINT_EV_PARTIAL = 1,           // a partial sum was taken
  NF_ENDPOINT_EV_PULL_SERVED = 2,       // a request was answered
  NF_ENDPOINT_EV_ACK_SENT = 3,          // an acknowledgement left
  NF_ENDPOINT_EV_ACK_TAKEN = 4,         // an acknowledgement came
  NF_ENDPOINT_EV_MCAST = 5,             // a multicast write of a complete sum was started
  NF_ENDPOINT_EV_ERR_OPCODE = 6,        // a packet that no endpoint takes: dropped
  NF_ENDPOINT_EV_ERR_TRANSLATE = 7,     // no translation: packet dropped, or command refused
  NF_ENDPOINT_EV_ERR_COUNT = 8,         // a total passes the number of ranks
  NF_ENDPOINT_EV_ERR_DAMAGED = 9,       // a packet damaged on the link: dropped
  NF_ENDPOINT_EV_ERR_POISON = 10,       // a complete block or barrier was poisoned
  NF_ENDPOINT_EV_ERR_ACK = 11,          // an acknowledgement came though none was due
  NF_ENDPOINT_EV_NO_COUNTER_RETRY = 12, // no wave counter was free: tried again
  NF_ENDPOINT_EV_STRAY = 13,            // a barrier completed that nothing waits for
  NF_ENDPOINT_EV_ACK_SKIPPED = 14,      // a response's acknowledgement found no room
  NF_ENDPOINT_EV_STALE = 15,            // a packet, or a sum, of another epoch: dropped
  NF_ENDPOINT_EVENT_BITS = 16,          // bits of one event vector
};

#endif
