// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Headers in one memory, words in another (ACE 4.4): the header is needed with each word of a
// packet, and with a memory of its own it is stored once. Room is given by whole packets before
// their first word, which is ACE's demand that the engine consults the NIC before it writes; so a
// writer never stops within a packet.
#include "nf_ace_nic_queue.h"

#include "nf_ace_pkg.h"

#include <stdlib.h>

enum {
  MAX_PACKETS = 64,
  MAX_WORDS = MAX_PACKETS * NF_ACE_PACKET_WORDS,
  LAST = NF_ACE_PACKET_WORDS - 1
};

struct nf_ace_nic_queue {
  nf_ace_nic_queue_out out;
  uint32_t packets, word_mask, limbs; // limbs: of a bus word
  // Whole = 0 is for the engine's own packets, whose writer does not pause; Whole = 1 for normal
  // ones, held until they are complete, so that neither a slow host nor a slow link stops the other
  // within a packet.
  bool whole;
  bool in_open, skip; // the next word is not a first one; it is of a packet that was dropped
  uint32_t index;     // words stored of the open packet
  // Powers of two wrap by masks, as the RTL's pointers do by their width.
  uint32_t write, read, write_hdr, read_hdr;
  bool loaded;              // in the last cycle
  uint32_t used;            // packets for which room is reserved or in use
  uint32_t words, complete; // stored and not loaded; packets complete and not begun at the output
  bool last[MAX_WORDS];
  nf_flit hdr[MAX_PACKETS];
  uint64_t data[MAX_WORDS * NF_ACE_WORD_LIMBS];
};

// NF_PARAMs; empty, with room. In the RTL the memories are not reset: no word is loaded that was
// not stored.
nf_status nf_ace_nic_queue_init(nf_ace_nic_queue **m, const nf_ace_nic_queue_cfg *cfg) {
  if (cfg->Packets < 2 || cfg->Packets > MAX_PACKETS || (cfg->Packets & (cfg->Packets - 1)) != 0)
    return "nf_ace_nic_queue: Packets must be a power of two 2..64";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_nic_queue: WordBytes must be 32, 64, 128 or 256";
  nf_ace_nic_queue *q = calloc(1, sizeof *q);
  if (q == NULL)
    return "nf_ace_nic_queue: out of memory";
  q->packets = cfg->Packets;
  q->word_mask = cfg->Packets * NF_ACE_PACKET_WORDS - 1;
  q->limbs = cfg->WordBytes / 8;
  q->whole = cfg->Whole;
  q->out.room = true;
  *m = q;
  return NF_OK;
}

// Output registers of the two RAMs, room_q, and functions of the counts.
const nf_ace_nic_queue_out *nf_ace_nic_queue_peek(const nf_ace_nic_queue *m) { return &m->out; }

// The memories are part of the struct.
void nf_ace_nic_queue_free(nf_ace_nic_queue *m) { free(m); }

// Section "writing", and of the books what it changes. A fourth word that is not the last takes
// back the three before it and the header: the packet has no room, and none of it may be offered.
// So a host or a link that sends packets without end fills nothing: it occupies the room of one
// packet for three words, and the rest is swallowed word by word (skip) until its last. What was
// taken back cannot have been loaded, since an incomplete packet is not offered.
static void store(nf_ace_nic_queue *m, bool in_last, const nf_flit *hdr, const nf_ace_word *data) {
  const bool drop = m->whole && !m->skip && m->in_open && m->index == LAST && !in_last;
  if (drop) { // takes back what there is of it
    m->write = (m->write - LAST) & m->word_mask;
    m->words -= LAST;
    m->write_hdr = (m->write_hdr - 1) & (m->packets - 1);
    m->used--;
  } else if (!m->skip) {
    nf_ace_word_copy(&m->data[m->write * m->limbs], data->w, m->limbs);
    m->last[m->write] = in_last;
    m->write = (m->write + 1) & m->word_mask;
    m->words++;
    // What `whole` offers by. The counts are kept apart: words may be there of a packet that is not
    // complete.
    m->complete += in_last;
  }
  // A header is stored with the first word alone. A drop, which needs in_open, never comes with
  // one.
  if (!m->in_open) {
    m->hdr[m->write_hdr] = *hdr;
    m->write_hdr = (m->write_hdr + 1) & (m->packets - 1);
  }
  // Two bits wrap for a packet that is skipped; skip is what counts then.
  m->index = (m->in_open ? m->index + 1 : 1) & (NF_ACE_PACKET_WORDS - 1);
  m->skip = !in_last && (m->skip || drop);
  m->out.drop = drop;
  m->in_open = !in_last;
}

// Section "reading": output registers of u_words, and with a first word of u_headers. A packet
// begins where the one before ended: its first word fetches the header, which stays at the output
// for the words behind.
static void load(nf_ace_nic_queue *m) {
  const bool first = !m->out.open;
  nf_ace_word_copy(m->out.out_data.w, &m->data[m->read * m->limbs], m->limbs);
  m->out.out_first = first;
  m->out.out_last = m->last[m->read];
  m->read = (m->read + 1) & m->word_mask;
  m->words--;
  if (first) {
    m->out.out_hdr = m->hdr[m->read_hdr];
    m->read_hdr = (m->read_hdr + 1) & (m->packets - 1);
    m->complete--;
  }
}

// One edge. The room of a packet is free a cycle after its last word was loaded (release_packet),
// not in the step that loads it; open_o and ready_o are of the new counts. Header and word come by
// address, not within `in`: nf_ace_nic moves three queues a cycle, and would copy each word of 256
// bytes twice otherwise.
void nf_ace_nic_queue_move(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in, const nf_flit *hdr,
                           const nf_ace_word *data) {
  if (!in->reserve && !in->in_valid && !in->load && !m->loaded && !m->out.drop)
    return;
  // Read before write: a word written now is not read now.
  const bool released = m->loaded && m->out.out_last;
  if (in->load)
    load(m);
  m->loaded = in->load;
  m->out.drop = false;
  if (in->in_valid)
    store(m, in->in_last, hdr, data);
  // Reserved and not begun counts as used: else the same room could be promised again before the
  // first word comes. store() has given back that of a packet it dropped.
  m->used += (uint32_t)in->reserve - (uint32_t)released;
  m->out.room = m->used != m->packets;
  m->out.open = m->out.out_last ? false : m->out.open || in->load;
  // Within a packet the words that are there are enough: with `whole` all of them are.
  m->out.ready = m->whole && !m->out.open ? m->complete != 0 : m->words != 0;
}

// The same for who has words and ports in one place, as a test has.
void nf_ace_nic_queue_step(nf_ace_nic_queue *m, const nf_ace_nic_queue_in *in) {
  nf_ace_nic_queue_move(m, in, &in->in_hdr, &in->in_data);
}
