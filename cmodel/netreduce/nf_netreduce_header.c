// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The Header Manager of NETREDUCE 4.5 (Algorithm 3): what a stored header becomes before it is sent
// with a sum. Line 9, to find the header, is the store's: it lies at the place of its column. A
// header is changed when it comes; it leaves as late as the RTL's. What was stored has passed the
// parser, so the fields are where they are looked for; a host's own choices (TOS, TTL, ports,
// identification) go back as they came.
#include "nf_netreduce_header.h"

#include <stdlib.h>
#include <string.h>

// QUEUE: one header a cycle, so no more than STAGES are on their way.
enum { STAGES = 3, QUEUE = 4, HEAD = NF_NETREDUCE_HEAD_BYTES };

// First bytes of the fields, of a plain frame: what has VLAN tags or IP options is never stored.
// BARE: lengths without payload and pad.
enum {
  MAC_DST = 0,
  MAC_SRC = 6,
  IP = NF_NETREDUCE_ETH_BYTES,
  IP_LENGTH = IP + 2,
  IP_CHECKSUM = IP + 10,
  IP_SRC = IP + 12,
  IP_DST = IP + 16,
  UDP = IP + NF_NETREDUCE_IP_BYTES,
  UDP_LENGTH = UDP + 4,
  UDP_CHECKSUM = UDP + 6,
  BTH = UDP + NF_NETREDUCE_UDP_BYTES,
  BTH_PAD = BTH + 1,  // bits 5:4
  BTH_MARK = BTH + 8, // bits 6:0
  BTH_QP = BTH + 5,
  BTH_PSN = BTH + 9,
  UDP_BARE = NF_NETREDUCE_UDP_BYTES + NF_NETREDUCE_BTH_BYTES + NF_NETREDUCE_ICRC_BYTES,
  IP_BARE = UDP_BARE + NF_NETREDUCE_IP_BYTES
};

// wire16, wire24, wire32, wire48: a number into the header, highest byte first.
static void put(uint8_t *at, unsigned bytes, uint64_t value) {
  for (unsigned i = bytes; i-- > 0; value >>= 8)
    at[i] = (uint8_t)value;
}

// A number out of the header, highest byte first.
static uint32_t get(const uint8_t *at, unsigned bytes) {
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value = value << 8 | at[i];
  return value;
}

// For what goes back: source and destination.
static void swap(uint8_t *a, uint8_t *b, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) {
    const uint8_t byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

// Addresses of stage 1: `up`, `back`. UP is line 5: the hosts' sum goes from the leaf to the spine.
// With KEEP what is addressed to the switch itself returns to its sender (lines 7 and 8): the spine
// answers the leaf so. By DstIP alone: the MAC address is what the last router has written.
static void change_addresses(uint8_t *head, const nf_netreduce_header_addresses *own,
                             unsigned mode) {
  if (mode == NF_NETREDUCE_MODE_UP) {
    put(head + MAC_DST, 6, own->spine_mac);
    put(head + MAC_SRC, 6, own->own_mac);
    put(head + IP_SRC, 4, own->own_ip);
    put(head + IP_DST, 4, own->spine_ip);
  } else if (mode == NF_NETREDUCE_MODE_REPLY ||
             (mode == NF_NETREDUCE_MODE_KEEP && get(head + IP_DST, 4) == own->own_ip)) {
    swap(head + MAC_DST, head + MAC_SRC, 6);
    swap(head + IP_SRC, head + IP_DST, 4);
  }
}

// Opcode and pad count of stage 1: packed into the opcode of a header that travels alone (line 4),
// or unpacked: so a stored header, also one that came alone, leaves as its host has sent it, and no
// adapter takes an announcement for data.
static void change_opcode(uint8_t *head, unsigned mode) {
  const unsigned opcode = head[BTH], pad = head[BTH_PAD] >> 4 & 3;
  if (mode == NF_NETREDUCE_MODE_ANNOUNCE) {
    head[BTH] = (uint8_t)(NF_NETREDUCE_ALONE << 5 | pad << 3 | (opcode & 7));
    head[BTH_PAD] &= 0xcf;
  } else if (opcode >> 5 == NF_NETREDUCE_ALONE) {
    head[BTH] = opcode & 7;
    head[BTH_PAD] = (uint8_t)((head[BTH_PAD] & 0xcf) | (opcode >> 3 & 3) << 4);
  }
}

// The header of an acknowledgement of the stored packet, as its receiver would send it: to the
// sender's own queue pair, which the packet does not name. Solicited event and pad count are zero.
static void make_reply(uint8_t *head, const nf_netreduce_header_in *in) {
  head[BTH] = NF_NETREDUCE_OPCODE_ACKNOWLEDGE;
  head[BTH_PAD] &= 0x4f;
  put(head + BTH_QP, 3, in->qp);
  head[BTH_MARK] &= 0x7f; // it asks for no acknowledgement
  put(head + BTH_PSN, 3, in->psn);
}

// Stages 1 to 3. Lengths are those of the payload that follows, which may differ from the stored
// packet's. The UDP check sum is 0, that is none (RFC 768): the ICRC covers the packet. The mark
// says whose sum it is; AckReq beside it stays the host's. The check sum is made last, of the
// header as it leaves, its own field as zero; carries come round twice, as the first time may give
// one more.
static void change(uint8_t head[NF_NETREDUCE_HEAD_BYTES], const nf_netreduce_header_addresses *own,
                   const nf_netreduce_header_in *in) {
  const unsigned mode = in->mode, size = in->size;
  change_addresses(head, own, mode);
  head[BTH_MARK] = (uint8_t)((head[BTH_MARK] & 0x80) |
                             (mode == NF_NETREDUCE_MODE_ANNOUNCE ? 0 : in->mark & 127));
  change_opcode(head, mode);
  if (mode == NF_NETREDUCE_MODE_REPLY)
    make_reply(head, in);
  put(head + IP_LENGTH, 2, IP_BARE + size);
  put(head + UDP_LENGTH, 2, UDP_BARE + size);
  put(head + UDP_CHECKSUM, 2, 0);
  put(head + IP_CHECKSUM, 2, 0);
  uint32_t sum = 0;
  for (unsigned at = IP; at < UDP; at += 2)
    sum += get(head + at, 2);
  sum = (sum & 0xffff) + (sum >> 16);
  put(head + IP_CHECKSUM, 2, ~(sum + (sum >> 16)));
}

// A header that has been changed and is not due yet.
typedef struct {
  uint8_t head[HEAD];
  uint16_t size;
} item;

struct nf_netreduce_header {
  nf_netreduce_header_out out;
  uint32_t due;      // bit n: a header in n cycles
  item queue[QUEUE]; // headers that are due, in order
  unsigned first, behind;
};

// No parameters to refuse; nothing is due.
nf_status nf_netreduce_header_init(nf_netreduce_header **m, const nf_netreduce_header_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m != NULL ? NF_OK : "nf_netreduce_header: out of memory";
}

// The registers of stage 3: head and size hold until the next one.
const nf_netreduce_header_out *nf_netreduce_header_peek(const nf_netreduce_header *m) {
  return &m->out;
}

// One edge. Addresses are levels that stand still while a header is under way, so it does not
// matter that they are looked at when it comes.
void nf_netreduce_header_step(nf_netreduce_header *m, const nf_netreduce_header_in *in) {
  if (in->valid) {
    const nf_netreduce_header_addresses own = {.own_mac = in->own_mac,
                                               .spine_mac = in->spine_mac,
                                               .own_ip = in->own_ip,
                                               .spine_ip = in->spine_ip};
    item *const next = &m->queue[m->behind];
    memcpy(next->head, in->head, HEAD);
    next->size = in->size;
    change(next->head, &own, in);
    m->behind = (m->behind + 1) % QUEUE;
    m->due |= 1u << STAGES;
  }
  m->due >>= 1;
  m->out.valid = (m->due & 1) != 0;
  if (m->out.valid) {
    const item *const next = &m->queue[m->first];
    memcpy(m->out.head, next->head, HEAD);
    m->out.size = next->size;
    m->first = (m->first + 1) % QUEUE;
  }
}

// The model's own; NULL is allowed.
void nf_netreduce_header_free(nf_netreduce_header *m) { free(m); }
