// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An accelerator as the network sees it: whole frames in and out at its ports, at times in
// picoseconds. cycle.h has those that know cycles, reference.h one that does not.
#ifndef NF_NR_DEVICE_H
#define NF_NR_DEVICE_H

#include "sim/common/err.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NF_NR_RINGS = 16, NF_NR_PORTS = 8, NF_NR_CAUSES = 32, NF_NR_MEMBERS = 10 };
enum { NF_NR_HAS_HEADER = 1 << 8, NF_NR_HAS_SUM = 1 << 9 };
#define NF_NR_NEVER UINT64_MAX

// Members of a ring, those of a leaf that are no hosts too.
#define NF_NR_ALL_MEMBERS(cfg) ((cfg)->members + ((cfg)->leaf ? 2u : 0))

// Who may send to a ring (NETREDUCE 4.2), as MEMBER_SETUP takes it.
typedef struct {
  uint32_t src_ip, dst_ip, dst_qp;
  uint32_t src_qp; // the sender's own
  unsigned port;
  uint8_t role;   // NF_NETREDUCE_ROLE_*
  unsigned parts; // contributors that it stands for
} nf_nr_member;

// The control plane's part: one ring, and where the accelerator is (NETREDUCE 4.5). Of several
// rings of an accelerator only what says where it is is the same: ports, tag, addresses, times.
typedef struct {
  unsigned ports;
  unsigned members;                   // of the ring: hosts of this switch; for a spine its leaves
  bool leaf;                          // there are more, on other leaves
  nf_nr_member member[NF_NR_MEMBERS]; // by HostID: hosts, then of a leaf HEADER and GLOBAL
  unsigned ring;                      // RingID
  unsigned window;                    // messages that a host has under way, at most (W)
  unsigned slots;                     // messages that the accelerator knows at a time (N + 1)
  unsigned msglen;                    // packets of a message, at most
  uint32_t first;                     // MsgID of the first message
  uint32_t tag;                       // InetTag
  uint8_t dtype;                      // NF_DTYPE_*
  uint32_t own_ip, spine_ip;
  uint64_t own_mac, spine_mac;
  uint32_t local_net, local_mask; // destinations of this switch
  uint64_t cycle;                 // picoseconds of a clock cycle
  uint64_t again;                 // picoseconds until what is missing is asked for again
} nf_nr_device_cfg;

// What a device has counted. A device that cannot know leaves zeros.
typedef struct {
  uint64_t cause[NF_NR_CAUSES]; // frames in, by NF_NETREDUCE_CAUSE_*
  uint64_t sums;                // columns whose sum was delivered
  uint64_t ups;                 // sums of a leaf's hosts that were sent to the spine
  uint64_t history;             // packets answered from the history buffer
  uint64_t discarded;           // repeated packets of a column that is not complete
  uint64_t skipped;             // frames that a port did not get while it was away
  uint64_t announced;           // headers sent to other leaves
  uint64_t uneven;              // sums of payloads of different sizes
  uint64_t naks;                // sent to hosts whose packets are missing
  uint64_t requests;            // sent to other accelerators: what they sent is missing
  uint64_t resent;              // sums of a leaf's hosts and headers that were sent once more
  uint64_t replays;             // of sums to a receiver that misses them
  uint64_t out;                 // frames out
  // Picoseconds from the frame that completes a column to its sum: of so many of them together, and
  // the most.
  uint64_t timed, latency, latency_most;
} nf_nr_counts;

typedef struct {
  const char *name; // value of --engine
  int (*open)(void **device, const nf_nr_device_cfg *cfg, unsigned rings, nf_err *e);
  void (*close)(void *device);
  // The last byte of a frame comes to a port. Times do not go back, nor behind `advance`.
  int (*offer)(void *device, uint64_t time, unsigned port, const uint8_t *frame, unsigned bytes,
               nf_err *e);
  // From now on what leaves by a port stands until this time.
  void (*pause)(void *device, unsigned port, uint64_t until);
  // Its first ring is closed, as by a controller; with whole frames all of them, at once.
  int (*shut)(void *device, nf_err *e);
  // When it has to be advanced next, if nothing more is offered; NF_NR_NEVER: it is idle.
  uint64_t (*next)(const void *device);
  // Works up to this time, inclusive.
  int (*advance)(void *device, uint64_t time, nf_err *e);
  // When it last worked on what was offered. What leaves much later no frame has caused: it asks
  // again, or repeats itself.
  uint64_t (*worked)(const void *device);
  // A frame whose last byte has left by then: its time and port. The bytes stay until the next
  // call. NULL: there is none.
  const uint8_t *(*take)(void *device, uint64_t *time, unsigned *port, unsigned *bytes);
  int (*count)(void *device, nf_nr_counts *counts, nf_err *e);
  // Has a message of a ring, by its place in cfg, a place, and if so whose packets of an offset
  // have come: bit p for the member at port p, NF_NR_HAS_HEADER and NF_NR_HAS_SUM for those of a
  // leaf that are no hosts.
  int (*look)(void *device, unsigned ring, uint32_t msgid, unsigned offset, bool *there,
              unsigned *arrived, nf_err *e);
  // The oldest message of a ring that has a place, if any has.
  int (*oldest)(void *device, unsigned ring, bool *there, uint32_t *msgid, nf_err *e);
} nf_nr_engine;

// The engines that this build has, and their number.
extern const nf_nr_engine *const nf_nr_engines[];
extern const unsigned nf_nr_engine_count;
const nf_nr_engine *nf_nr_engine_find(const char *name, nf_err *e);

#endif
