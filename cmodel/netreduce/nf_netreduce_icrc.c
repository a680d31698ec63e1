// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The invariant CRC of RoCE v2 (InfiniBand architecture, annex A17): CRC-32 over what no router
// changes. NETREDUCE replaces the payload (4.3), so it is made new on the way out; on the way in it
// is what keeps a damaged packet out of a sum. It is no signature: who can send a frame can make
// its CRC. The sum runs over the bytes as they come; only the timing is the RTL's.
#include "nf_netreduce_icrc.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "common/nf_crc.h"
#include "nf_netreduce_pkg.h"

// LEAST: a frame without payload; of a shorter one there is no field to compare with.
enum { STAGES = 7, QUEUE = 8, LEAST = NF_NETREDUCE_HEAD_BYTES + NF_NETREDUCE_ICRC_BYTES };

// The generator of IEEE 802.3, lowest bit first.
static const uint32_t mirrored = 0xedb88320u;

static nf_crc_table ethernet;
static once_flag ethernet_once = ONCE_FLAG_INIT;

// The table of the CRC, made once, by whoever is first: models may run in several threads.
static void make_ethernet(void) { nf_crc_table_make(&ethernet, 32, NF_CRC_POLY_ETHERNET); }

// Bytes of the first beat that count as ones, since routers may change them: type of service, time
// to live, IP and UDP check sums, and the byte of BTH with FECN and BECN. moved: by VLAN tags.
static void cover(uint8_t *beat, unsigned moved) {
  static const uint8_t changed[] = {15, 22, 24, 25, 40, 41, 46};
  for (unsigned i = 0; i < sizeof changed; i++)
    beat[moved + changed[i]] = 0xff;
}

// Stages 1 to 6. The RTL takes whole beats and undoes the zeros behind the field; here the bytes
// that count are added and no others, so nothing has to be undone. Both begin with eight bytes of
// ones in the place before the IP header. length is what a header says: one that is beyond the
// frame's end leaves the sum not whole, and it matches nothing.
void nf_netreduce_icrc_add(nf_netreduce_icrc_sum *s, bool first, bool last,
                           const nf_netreduce_word *data, unsigned bytes, unsigned length,
                           unsigned tags) {
  enum { ETH = NF_NETREDUCE_ETH_BYTES, BEAT = NF_NETREDUCE_WORD_BYTES };
  if (!first && !s->open)
    return;
  call_once(&ethernet_once, make_ethernet);
  if (first) {
    s->left = length;
    s->open = length >= LEAST + 4 * tags; // of a shorter one nothing is asked
  }
  const unsigned here = s->left < BEAT ? s->left : BEAT;
  s->whole = s->open && s->left <= BEAT && (!last || bytes >= s->left);
  if (first && s->open) {
    uint8_t head[BEAT];
    memcpy(head, data, sizeof head);
    // The link header that Ethernet does not have: the last eight bytes in front of the IP header,
    // whatever stands there.
    const unsigned from = ETH + 4 * tags - 8;
    cover(head, 4 * tags);
    memset(head + from, 0xff, 8);
    s->sum = nf_crc_bytes(&ethernet, UINT32_MAX, head + from, here - from);
  } else if (s->open) {
    s->sum = nf_crc_bytes(&ethernet, s->sum, data, here);
  }
  s->open = s->open && s->left > BEAT && !last;
  s->left -= here;
}

// Stage 7: the field undone, gen_field. Zero of a frame that is too short or ends early.
uint32_t nf_netreduce_icrc_crc(const nf_netreduce_icrc_sum *s) {
  if (!s->whole)
    return 0;
  uint32_t sum = s->sum; // 32 zeros after (register before the field) ^ (field)
  for (unsigned i = 0; i < 32; i++)
    sum = sum >> 31 != 0 ? (sum ^ mirrored) << 1 | 1 : sum << 1;
  return ~sum;
}

// match_o: the register after a right field is the same for all frames (Good); that is, the
// correction is zero. whole is asked too: the correction of a frame that ended early is zero as
// well.
bool nf_netreduce_icrc_match(const nf_netreduce_icrc_sum *s) {
  return s->whole && nf_netreduce_icrc_crc(s) == 0;
}

struct nf_netreduce_icrc {
  nf_netreduce_icrc_out out;
  nf_netreduce_icrc_sum sum;
  uint32_t due;                       // bit n: a result in n cycles
  nf_netreduce_icrc_out queue[QUEUE]; // results that are due, in order
  unsigned head, tail;
};

// No parameters to refuse; nothing is due.
nf_status nf_netreduce_icrc_init(nf_netreduce_icrc **m, const nf_netreduce_icrc_cfg *cfg) {
  (void)cfg;
  *m = calloc(1, sizeof **m);
  return *m != NULL ? NF_OK : "nf_netreduce_icrc: out of memory";
}

// The registers of stage 7: match and crc hold until the next result.
const nf_netreduce_icrc_out *nf_netreduce_icrc_peek(const nf_netreduce_icrc *m) { return &m->out; }

// One edge: the sum is complete with the last beat, and waits until the RTL's pipeline would be
// through.
void nf_netreduce_icrc_step(nf_netreduce_icrc *m, const nf_netreduce_icrc_in *in) {
  if (in->valid) {
    nf_netreduce_icrc_add(&m->sum, in->first, in->last, &in->data, in->bytes, in->length, in->tags);
    if (in->last) {
      m->queue[m->tail] = (nf_netreduce_icrc_out){.done = true,
                                                  .match = nf_netreduce_icrc_match(&m->sum),
                                                  .crc = nf_netreduce_icrc_crc(&m->sum)};
      m->tail = (m->tail + 1) % QUEUE;
      m->due |= 1u << STAGES;
    }
  }
  m->due >>= 1;
  if ((m->due & 1) != 0) {
    m->out = m->queue[m->head];
    m->head = (m->head + 1) % QUEUE;
  } else {
    m->out.done = false;
  }
}

// The model's own; NULL is allowed.
void nf_netreduce_icrc_free(nf_netreduce_icrc *m) { free(m); }
