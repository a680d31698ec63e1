// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Three sides, as in the RTL: packets are read ahead, their words are shifted into beats, and the
// ledger waits for the responses.
//
// The two sides run at their own pace: reading is ahead of writing by what the buffer holds, so
// SRAM, which many share, is asked for packets while the memory is busy. Both get each run from the
// cutter in the same order, so a word in the buffer needs no name: the next word is of the next
// piece.
//
// What can be outstanding is bounded everywhere, so that everything that comes finds room: flight
// <= Bursts commands, and with them completions; as many bursts in the ledger; `used` words,
// counted from the grant on.
#include "nf_ace_rx_dma.h"

#include <stdlib.h>

#include "ace/nf_ace_merge.h"
#include "ace/nf_ace_pieces.h"
#include "ace/nf_ace_pkg.h"
#include "ace/nf_ace_ring.h"
#include "ace/nf_ace_rotate.h"
#include "ace/nf_ace_runs.h"

enum { MAX_BURSTS = 64, MAX_WORDS = 256, PACKET = NF_ACE_PACKET_WORDS, PAGE = 4096 };
static const uint64_t address_mask = ((uint64_t)1 << 48) - 1;

// The packet that is asked for and what follows of its piece: k_words_q, k_sram_q.
typedef struct {
  uint16_t words, sram;
} reading;

// The piece that is written: what is left of it.
typedef struct {
  uint16_t beats, words;
  uint8_t offset, id; // where it begins within its first beat; command
  uint64_t at;        // address of the beat
  uint16_t stop;      // bytes of its last beat
  uint8_t from;       // where in the beat its run begins
  bool first;         // none of its run is written
  bool last, share;   // it ends its run; the next piece begins in its last beat
} writing;

// An entry of the ledger: `burst` says that a response is to come, `last` that a completion
// follows. In u_done only id and err count.
typedef struct {
  uint8_t id;
  bool burst, last, err;
} record;

struct nf_ace_rx_dma {
  nf_ace_rx_dma_out out;
  nf_ace_rx_dma_cfg cfg;
  uint32_t limbs; // of a bus word
  // gone_q: from here on the port only ends what it has begun
  bool gone; // the memory was given up
  nf_ace_pieces *pieces;
  const nf_ace_pieces_out *rec;
  nf_ace_pieces_in cut;
  uint8_t flight, open; // commands; bursts whose address is or was offered, with data to come
  // u_words' pointers and held_q, u_ledger, u_done
  nf_ace_ring word_ring, ledger_ring, done_ring;
  // u_reads, u_shifts: the same runs, which the two sides take at different times
  nf_ace_runs *reads, *writes;
  const nf_ace_runs_out *read, *write;
  nf_ace_runs_in to_read, to_write;
  reading k;
  writing i;
  bool k_valid, i_valid, d_valid, err, d_poison, before_poison;
  uint8_t gap;   // words of the last packet that are still to be read, a grant from now
  uint16_t used; // words of the buffer that hold data or wait for it
  // Output register of u_words, and before_q: what is left of the word before, turned already, or
  // the part of a shared beat that the piece before has filled.
  nf_ace_word d, before;
  uint64_t words[MAX_WORDS * NF_ACE_WORD_LIMBS];
  bool poison[MAX_WORDS]; // of words
  record ledger[MAX_BURSTS], done[MAX_BURSTS];
};

// NF_PARAMs, u_pieces, and u_reads and u_shifts, which leave out pieces that move nothing: no word
// is read of which nothing is written. Zeros = 0: a piece that lies past the total has room in
// SRAM, but nobody wants its bytes.
nf_status nf_ace_rx_dma_init(nf_ace_rx_dma **m, const nf_ace_rx_dma_cfg *cfg) {
  if (cfg->Bursts < 2 || cfg->Bursts > MAX_BURSTS)
    return "nf_ace_rx_dma: Bursts must be 2..64";
  if (cfg->Words < 16 || cfg->Words > MAX_WORDS)
    return "nf_ace_rx_dma: Words must be 16..256";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_rx_dma: WordBytes must be 32, 64, 128 or 256";
  nf_ace_rx_dma *const dma = calloc(1, sizeof *dma);
  if (dma == NULL)
    return "nf_ace_rx_dma: out of memory";
  const nf_ace_pieces_cfg pieces = {.WordBytes = cfg->WordBytes};
  const nf_ace_runs_cfg runs = {.Depth = cfg->Bursts + 2, .Zeros = 0, .WordBytes = cfg->WordBytes};
  nf_status status = nf_ace_pieces_init(&dma->pieces, &pieces);
  if (status == NF_OK)
    status = nf_ace_runs_init(&dma->reads, &runs);
  if (status == NF_OK)
    status = nf_ace_runs_init(&dma->writes, &runs);
  if (status != NF_OK) {
    nf_ace_rx_dma_free(dma);
    return status;
  }
  dma->cfg = *cfg;
  dma->limbs = cfg->WordBytes / 8;
  dma->rec = nf_ace_pieces_peek(dma->pieces);
  dma->read = nf_ace_runs_peek(dma->reads);
  dma->write = nf_ace_runs_peek(dma->writes);
  dma->word_ring.depth = (uint16_t)cfg->Words;
  dma->ledger_ring.depth = (uint16_t)cfg->Bursts;
  dma->done_ring.depth = (uint16_t)cfg->Bursts;
  // All else of the ports is low after reset; nf_ace_pieces is empty, so it takes a command.
  dma->out.cmd_ready = true;
  *m = dma;
  return NF_OK;
}

// Registers, and functions of them by show(). None depends on an input of this cycle, so a slave
// may make its ready of these valids.
const nf_ace_rx_dma_out *nf_ace_rx_dma_peek(const nf_ace_rx_dma *m) { return &m->out; }

// A record of the cutter can go on: there is room for all that it enters. It enters all of them in
// one step or none: an address that went out without its ledger entry would get a response that
// nobody waits for.
static bool record_fits(const nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in) {
  const nf_ace_pieces_out *const r = m->rec;
  if (!r->out_valid)
    return false;
  const bool burst = r->out_burst && !m->gone;
  if (burst && m->out.aw_valid && !in->aw_ready)
    return false;
  // A run enters both queues with its first burst; the bursts behind it bring nothing new to either
  // side.
  if (burst && r->out_first && !m->read->in_ready)
    return false;
  if (burst && r->out_first && !m->write->in_ready)
    return false;
  // The ledger is what bounds the bursts outstanding. A record that is neither burst nor end leaves
  // no trace: it stands for a run that moves nothing.
  return m->ledger_ring.count != m->ledger_ring.depth || !(r->out_burst || r->out_last);
}

// rec_take: aw_load, run_push and ledger_push. From the give-up on only the ledger hears of a
// burst, so that its command still ends. No address is offered and no run begins any more, so
// reading stops by itself when the runs before are through.
static void take_record(nf_ace_rx_dma *m) {
  const nf_ace_pieces_out *const r = m->rec;
  if (r->out_burst || r->out_last)
    m->ledger[nf_ace_ring_push(&m->ledger_ring)] =
        (record){.id = r->out_id, .burst = r->out_burst, .last = r->out_last};
  if (!r->out_burst || m->gone)
    return;
  m->out.aw_valid = true;
  m->out.aw_addr = r->out_addr;
  m->out.aw_len = r->out_len;
  if (!r->out_first)
    return;
  m->to_read.in_valid = m->to_write.in_valid = true;
  m->to_read.in_bytes = m->to_write.in_bytes = r->out_bytes;
  m->to_read.in_pieces = m->to_write.in_pieces = r->out_pieces;
  m->to_read.in_room = m->to_write.in_room = r->out_room;
  m->to_read.in_sram = r->out_sram;
  m->to_read.in_pitch = r->out_pitch;
  m->to_write.in_id = r->out_id;
  // The run's first byte: its first burst lies in the page in which the run begins, and out_place
  // is the byte within that page.
  m->to_write.in_addr = (r->out_addr & ~(uint64_t)0xfff) | r->out_place;
}

// Bus words of so many bytes, which lie in SRAM from the beginning of a word on. So the number of
// words of a piece does not depend on where it lies in memory, but that of its beats does.
static uint16_t words_of(const nf_ace_rx_dma *m, unsigned bytes) {
  return (uint16_t)((bytes + m->cfg.WordBytes - 1) / m->cfg.WordBytes);
}

// Packets of SRAM are asked for while the buffer has room for them. The room is taken with the
// grant, not when the words come: they come later, in a row, and cannot be stalled. `gap` counts
// words of the last packet that are still to be read: the next one is asked for so early that its
// words follow without a pause, and not earlier.
static void read_ahead(nf_ace_rx_dma *m, bool granted) {
  if (granted) {
    m->gap = m->out.rd_words;
    m->used = (uint16_t)(m->used + m->out.rd_words);
    m->k_valid = m->k.words > PACKET;
    // 11 bits, as k_words_q; of a piece that is through the value is not used.
    m->k.words = (uint16_t)(m->k.words - PACKET) & 0x7ff;
    m->k.sram++;
  } else if (m->gap != 0) {
    m->gap--;
  }
  // read_take: also in the cycle in which the last packet of the piece before was granted.
  m->to_read.out_ready = !m->k_valid;
  if (!m->k_valid && m->read->out_valid) {
    m->k = (reading){.words = words_of(m, m->read->out_bytes), .sram = m->read->out_sram};
    m->k_valid = true;
  }
}

// The next piece is written: behind the one before, or at the beginning of a run. Address and id
// are those of the run and are loaded with its first piece; within a run the beats count on, since
// its pieces touch. So at a shared beat nothing has to be computed back.
static void write_on(nf_ace_rx_dma *m) {
  const nf_ace_runs_out *const r = m->write;
  writing *const i = &m->i;
  m->to_write.out_ready = !m->i_valid;
  if (m->i_valid || !r->out_valid)
    return;
  const uint32_t word = m->cfg.WordBytes, stop = (r->out_place + r->out_bytes) % word;
  i->beats = r->out_beats;
  i->words = words_of(m, r->out_bytes);
  // Word k goes to beats k and k + 1, `offset` bytes into the first. The next piece of a run has an
  // offset of its own: it begins in SRAM with a whole word.
  i->offset = r->out_place;
  // A last beat that is full has all bytes, not none.
  i->stop = (uint16_t)(stop == 0 ? word : stop);
  i->last = r->out_last;
  i->share = r->out_share;
  if (r->out_first) {
    i->first = true;
    i->from = (uint8_t)(r->out_addr % word);
    i->at = r->out_addr - i->from;
    i->id = r->out_id;
  }
  m->i_valid = true;
}

// Strobes of the bytes from .. to-1. All bytes outside of the piece are spared: they may belong to
// somebody else, and what lies there is not known here. From the give-up on no further beat writes
// a byte: it is only there to end its burst.
static void strobe(nf_ace_rx_dma *m, uint32_t from, uint32_t to) {
  for (uint32_t at = 0; at < m->cfg.WordBytes; at += 64) {
    // 64 strobes a limb. A shift by 64 would be undefined, so both ends are compared first.
    const uint32_t low = from > at ? from - at : 0, high = to > at ? to - at : 0;
    const uint64_t above = low < 64 ? UINT64_MAX << low : 0;
    const uint64_t below = high < 64 ? ~(UINT64_MAX << high) : UINT64_MAX;
    m->out.w_strb[at / 64] = m->gone ? 0 : above & below;
  }
}

// The next beat, or with `keep` the part of it that waits for the next piece. True when it ends its
// burst. A beat has the end of the word before in its low bytes and the beginning of this one
// above. With an offset a piece of n words has n + 1 beats; the last has no word of its own and
// does not wait for one.
static bool load_beat(nf_ace_rx_dma *m, bool keep) {
  writing *const i = &m->i;
  nf_ace_rx_dma_out *const out = &m->out;
  const bool final = i->beats == 1;
  const uint32_t word = m->cfg.WordBytes, to = final ? i->stop : word;
  nf_ace_word turned, beat;
  // Poison follows the bytes: this word's if there is one, and that of the word before if some of
  // its bytes lie in this beat, which they do not in a run's first beat or with an offset of 0. A
  // shared beat takes that of both pieces.
  bool poison = !i->first && i->offset != 0 && m->before_poison;
  if (i->words != 0) {
    poison |= m->d_poison;
    m->before_poison = m->d_poison;
    nf_ace_rotate(&turned, &m->d, (word - i->offset) % word, word);
    i->words--;
  } else {
    nf_ace_word_copy(turned.w, m->before.w, m->limbs);
  }
  nf_ace_merge(&beat, &m->before, &turned, i->offset, i->from, to, word);
  i->first = false;
  i->beats--;
  m->i_valid = !final;
  nf_ace_word_copy(m->before.w, keep ? beat.w : turned.w, m->limbs);
  // i_keep: the beat is not counted, at and from stay: it is the next piece's first one, and is
  // written once with the bytes of both.
  if (keep) {
    m->before_poison = poison;
    return false;
  }
  nf_ace_word_copy(out->w_data.w, beat.w, m->limbs);
  strobe(m, i->from, to);
  // The cutter ends a burst at the end of a page or of the run and nowhere else, so where a burst
  // ends is known from the address, and no lengths have to be queued for the data.
  out->w_last = (final && i->last) || i->at % PAGE == PAGE - word;
  i->from = 0;
  // poison_o is reported with the offer of the beat, so long before the completion of its command,
  // which must know it.
  out->poison = poison && !m->gone;
  out->poison_id = i->id;
  out->poison_addr = i->at;
  i->at = (i->at + word) & address_mask;
  return out->w_last;
}

// Responses, and the completions that follow the last one of a command. One transaction ID:
// responses come in the order of the bursts, so the oldest entry is the one that is answered.
// Entries without a burst pass without one, in their turn, and keep the completions in the order of
// the commands. After the give-up every burst counts as answered with an error, so every command
// ends.
static void settle(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in) {
  if (m->ledger_ring.count == 0)
    return;
  record *const l = &m->ledger[m->ledger_ring.read];
  if (l->burst && !in->b_valid && !m->gone)
    return;
  // Any response but OKAY; EXOKAY was not asked for. Nothing is repeated: the command ends with it
  // (STATUS_AXI_ERROR).
  m->err |= l->burst && (m->gone || in->b_resp != 0);
  if (l->last) {
    m->done[nf_ace_ring_push(&m->done_ring)] = (record){.id = l->id, .err = m->err};
    m->err = false;
  }
  nf_ace_ring_pop(&m->ledger_ring);
}

// Outputs that are functions of the new state. cmd_ready counts commands until their completion was
// taken: with that u_done, Bursts deep, never overflows.
static void show(nf_ace_rx_dma *m) {
  nf_ace_rx_dma_out *const out = &m->out;
  const record *const d = &m->done[m->done_ring.read];
  out->cmd_ready = m->rec->cmd_ready && m->flight != m->cfg.Bursts;
  out->done_valid = m->done_ring.count != 0;
  out->done_id = d->id;
  out->done_err = d->err;
  // A whole packet must fit, also where fewer words are left: what was offered stays offered until
  // granted, since `used` only falls meanwhile.
  out->rd_valid = m->k_valid && m->gap <= 2 && m->used <= m->cfg.Words - PACKET;
  out->rd_addr = m->k.sram;
  out->rd_words = m->k.words <= PACKET ? (uint8_t)m->k.words : PACKET;
  // A memory that answers before it was asked is not listened to; one that wakes up after the
  // give-up may say what it likes, and it is forgotten.
  out->b_ready = m->gone || (m->ledger_ring.count != 0 && m->ledger[m->ledger_ring.read].burst);
}

// What moves in a step, decided from the state before it.
typedef struct {
  bool cmd, rec, done;       // a command, a record of the cutter, a completion
  bool granted, aw, aw_load; // a packet of SRAM; an address leaves, and enters
  bool i, d, fetch;          // a beat, its word, the next word of the buffer
} moves;

// cmd_take, rec_take, done_take, aw_load, i_take, d_take and fetch. Behind the last word of a piece
// (words == 0) the rest of it is in `before`. No beat goes before its burst's address was offered
// (open). Behind, not before, but also not behind the handshake: a slave may wait for the address
// before it takes data or the other way round, and both must come to an end (AXI4 A3.3).
static moves decide(const nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in) {
  const nf_ace_rx_dma_out *const out = &m->out;
  moves g = {.cmd = in->cmd_valid && out->cmd_ready,
             .rec = record_fits(m, in),
             .done = out->done_valid && in->done_ready,
             .granted = out->rd_valid && in->rd_grant,
             .aw = out->aw_valid && in->aw_ready};
  g.aw_load = g.rec && m->rec->out_burst && !m->gone;
  g.i = m->i_valid && (m->i.words == 0 || m->d_valid) && (!out->w_valid || in->w_ready) &&
        m->open != 0;
  g.d = g.i && m->i.words != 0;
  g.fetch = m->word_ring.count != 0 && (!m->d_valid || g.d);
  return g;
}

// The beat at the port, and the one behind it. A beat that the next piece shares is not written
// yet, but put together there. `open` counts bursts between the offer of their address and the
// offer of their last beat, in one sum: both may happen in one cycle.
static void move_beats(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in, const moves *g) {
  nf_ace_rx_dma_out *const out = &m->out;
  const bool keep = m->i.beats == 1 && m->i.share;
  out->beat = out->w_valid && in->w_ready;
  out->w_valid = (g->i && !keep) || (out->w_valid && !in->w_ready);
  out->poison = false;
  const bool burst_ends = g->i && load_beat(m, keep);
  m->open = (uint8_t)(m->open + g->aw_load - burst_ends);
}

// The buffer: a word leaves for d, then the one that comes from SRAM enters. The RAM has one write
// and one read port and an output register, so a word that is stored now is not fetched now. A
// poison bit lies beside each word, as beside each packet in SRAM.
static void move_words(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in, const moves *g) {
  if (g->fetch) {
    const unsigned at = nf_ace_ring_pop(&m->word_ring);
    nf_ace_word_copy(m->d.w, &m->words[at * m->limbs], m->limbs);
    m->d_poison = m->poison[at];
  }
  m->d_valid = g->fetch || (m->d_valid && !g->d);
  if (in->data_valid) {
    const unsigned at = nf_ace_ring_push(&m->word_ring);
    nf_ace_word_copy(&m->words[at * m->limbs], in->data.w, m->limbs);
    m->poison[at] = in->poison;
  }
}

// Addresses, and the queues of runs, which step last: what they show was looked at until then.
// aw_taken comes before take_record(), which may offer the next address in the same step.
static void move_runs(nf_ace_rx_dma *m, const moves *g) {
  if (g->aw)
    m->out.aw_valid = false;
  m->to_read.in_valid = m->to_write.in_valid = false;
  if (g->rec)
    take_record(m);
  write_on(m);
  nf_ace_runs_step(m->reads, &m->to_read);
  nf_ace_runs_step(m->writes, &m->to_write);
}

// u_pieces, which a command enters. Its fields are copied only when a command comes: the cutter
// looks at them then alone.
static void cut(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in, const moves *g) {
  m->cut.cmd_valid = g->cmd;
  if (g->cmd) {
    m->cut.cmd_id = in->cmd_id;
    m->cut.cmd_addr = in->cmd_addr;
    m->cut.cmd_stride = in->cmd_stride;
    m->cut.cmd_pieces = in->cmd_pieces;
    m->cut.cmd_block = in->cmd_block;
    m->cut.cmd_total = in->cmd_total;
    m->cut.cmd_msg = in->cmd_msg;
    m->cut.cmd_sram = in->cmd_sram;
    m->cut.cmd_pitch = in->cmd_pitch;
  }
  m->cut.out_ready = g->rec;
  nf_ace_pieces_step(m->pieces, &m->cut);
}

// One edge. The stages move from the memory back to the cutter, so that each is emptied before the
// one behind it fills it. give_up_i is registered (gone_q), so it comes after all. Without a
// command in flight nothing is under way, since a command leaves last: only the two pulses must
// fall. Not so after a give-up, which ends commands while the port still owes the memory the data
// of addresses it has offered.
void nf_ace_rx_dma_step(nf_ace_rx_dma *m, const nf_ace_rx_dma_in *in) {
  const moves g = decide(m, in);
  if (m->flight == 0 && !g.cmd && !in->give_up) {
    m->out.beat = m->out.poison = false;
    return;
  }
  if (g.done)
    nf_ace_ring_pop(&m->done_ring);
  settle(m, in);
  move_beats(m, in, &g);
  move_words(m, in, &g);
  read_ahead(m, g.granted);
  m->used = (uint16_t)(m->used - g.fetch);
  move_runs(m, &g);
  cut(m, in, &g);
  m->flight = (uint8_t)(m->flight + g.cmd - g.done);
  m->gone = in->give_up;
  show(m);
}

// Also called by a refused init; what was not made is NULL.
void nf_ace_rx_dma_free(nf_ace_rx_dma *m) {
  if (m == NULL)
    return;
  nf_ace_pieces_free(m->pieces);
  nf_ace_runs_free(m->reads);
  nf_ace_runs_free(m->writes);
  free(m);
}
