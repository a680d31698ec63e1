// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A walk is what passes the words of a transfer at one place, one in each cycle. Masks say which
// walks are on; grants wait in a ring until they are old enough to start theirs.
//
// What joins SRAM, ALUs, port buffers and DMAs in ACE Fig. 6. It decides nothing: issue grants a
// transfer only when banks, ports and lane are free, and from the cycle of the grant the time of
// every word is known. So there is no valid beside a word that anybody waits for, no back-pressure
// and no error; two walks at one place would be a fault of the grants, which properties of the RTL
// look for.
//
// Ages of a grant: a bank is read in the cycle behind it, a lane gets operands two later, and its
// result is as old as SINK_AGE says when a bank or a port takes it. A packet of four words holds
// each of its places for four cycles, at different times.
#include "nf_ace_crossbar.h"

#include <stdlib.h>

// In cycles: from a grant to the walks of its sinks; of the DMA's words, until they are as old as a
// lane's result; of poison, which is as long in the lane as its word. The ring is longer than any
// of them, so a place is read before it is written anew.
enum { RING = 8, SINK_AGE = 4, TXD_AGE = 3, LANE_AGE = 3 };

typedef struct {
  uint8_t left; // words after the one of this cycle
  uint8_t from; // lane or bank where the words come from
  bool dma;     // they come from the TX DMA
  uint16_t row;
} walk;

// A lane's walk: source_q and code_q of gen_lane.
typedef struct {
  uint8_t left, port, bank;
  bool recv, read;
  uint8_t code;
} feed;

// What sink1_q to sink_q and wrop1_q to wrop_q hold: a grant on its way to its sinks.
typedef struct {
  uint64_t op;
  uint32_t wrop;
  uint8_t lane;
} grant;

struct nf_ace_crossbar {
  nf_ace_crossbar_out out;
  uint32_t limbs; // of a bus word
  uint32_t bank_mask, bank_bits, row_mask;
  // The RTL moves all that is on its way by a stage in every cycle; here it stands still and is
  // found by its age.
  uint32_t now;                  // counts the steps that do something
  uint32_t ops, wrops, rdops;    // bit n: there was such a grant n+1 cycles ago
  uint32_t reads_more;           // banks that read again
  uint32_t feeds, writes, sends; // lanes, banks, ports with a walk
  bool takes, gives;             // TX DMA, RX DMA
  uint8_t take_left;
  uint32_t rdop;
  walk read[NF_ACE_MAX_BANKS], write[NF_ACE_MAX_BANKS], send[NF_ACE_MAX_PORTS], give;
  feed lane[NF_ACE_MAX_LANES];
  grant ring[RING];
  // txd1_q to txd3_q, txd_poison_q, and poison_q of all lanes.
  uint64_t txd[RING * NF_ACE_WORD_LIMBS];
  bool txd_poison[RING];
  uint8_t lane_poison[RING]; // of the operands given n cycles ago, one bit a lane
};

// NF_PARAMs; no walk is on. BankAddrBits cuts a row's number: an SRAM packet past the bank would
// wrap, which sound partitions and the machines' check of room keep from happening.
nf_status nf_ace_crossbar_init(nf_ace_crossbar **m, const nf_ace_crossbar_cfg *cfg) {
  if (cfg->Ports < 1 || cfg->Ports > NF_ACE_MAX_PORTS)
    return "nf_ace_crossbar: Ports must be 1..8";
  if (cfg->Banks != 1 && cfg->Banks != 2 && cfg->Banks != 4)
    return "nf_ace_crossbar: Banks must be 1, 2 or 4";
  if (cfg->Alus < 1 || cfg->Alus > cfg->Lanes || cfg->Lanes > NF_ACE_MAX_LANES)
    return "nf_ace_crossbar: Alus must be 1..Lanes, Lanes at most 8";
  if (cfg->BankAddrBits < 2 || cfg->BankAddrBits > 16)
    return "nf_ace_crossbar: BankAddrBits must be 2..16";
  if (!nf_ace_word_bytes_ok(cfg->WordBytes))
    return "nf_ace_crossbar: WordBytes must be 32, 64, 128 or 256";
  nf_ace_crossbar *x = calloc(1, sizeof *x);
  if (x == NULL)
    return "nf_ace_crossbar: out of memory";
  x->limbs = cfg->WordBytes / 8;
  x->bank_mask = cfg->Banks - 1;
  x->bank_bits = (uint32_t)__builtin_ctz(cfg->Banks);
  x->row_mask = (1u << cfg->BankAddrBits) - 1;
  *m = x;
  return NF_OK;
}

// Registers; look_* and busy are the model's own. What has no word in a cycle keeps its value, so a
// reader must look at the valid bits.
const nf_ace_crossbar_out *nf_ace_crossbar_peek(const nf_ace_crossbar *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_crossbar_free(nf_ace_crossbar *m) { free(m); }

// First row of a packet in its bank: packets are interleaved by their lowest address bits.
// Four rows a packet, also where it has fewer words: messages begin at packets.
static uint16_t row_of(const nf_ace_crossbar *m, uint32_t addr) {
  return (uint16_t)(addr >> m->bank_bits << 2 & m->row_mask);
}

// One word more: whether the walk goes on. left_q stays at 0, as the RTL's counter does.
static bool goes_on(uint8_t *left) {
  *left = (uint8_t)(*left - (*left != 0));
  return *left != 0;
}

// One bit of an output vector; bits of what has no word in this cycle keep their values.
static void set_bit(uint8_t *bits, unsigned at, bool value) {
  *bits = (uint8_t)((*bits & ~(1u << at)) | (unsigned)value << at);
}

// `starts` of gen_read[b]. The strobe is a register, so it shows in the cycle after the grant. The
// word itself comes a cycle after its strobe, as the SRAM has it.
static void start_read(nf_ace_crossbar *m, uint32_t addr, unsigned words) {
  const unsigned b = addr & m->bank_mask;
  m->out.bank_re |= (uint8_t)(1u << b);
  m->out.bank_raddr[b] = row_of(m, addr);
  m->read[b].left = (uint8_t)(words - 1);
  if (words > 1)
    m->reads_more |= 1u << b;
}

// `starts` of gen_write[b]. A lane's result and a word of the TX DMA reach a bank at the same age,
// so that one strobe serves both.
static void start_write(nf_ace_crossbar *m, uint32_t addr, unsigned words, bool dma, uint8_t lane) {
  const unsigned b = addr & m->bank_mask;
  m->write[b] =
      (walk){.left = (uint8_t)(words - 1), .from = lane, .dma = dma, .row = row_of(m, addr)};
  m->writes |= 1u << b;
}

// left_q and row_q of gen_read: banks that are in the middle of a packet. It comes before
// start_read(): so a bank's first row is not counted up in the step that sets it.
static void read_banks(nf_ace_crossbar *m) {
  m->out.bank_re = (uint8_t)m->reads_more;
  for (uint32_t left = m->reads_more; left; left &= left - 1) {
    const unsigned b = (unsigned)__builtin_ctz(left);
    m->out.bank_raddr[b]++;
    if (!goes_on(&m->read[b].left))
      m->reads_more &= ~(1u << b);
  }
}

// gen_lane: registers of the operands, and the poison that goes with them. What is received and
// read at once is reduced; poison_q, three stages in the RTL, is a ring that is read LANE_AGE steps
// later. Operand a is what was received, or else what was read; with one operand it passes. Poison
// is the OR of both operands': a sum of which one part is wrong is wrong (docs/ace-errors.md).
static void feed_lanes(nf_ace_crossbar *m, const nf_ace_crossbar_in *in) {
  nf_ace_crossbar_out *const out = &m->out;
  uint8_t *const poison = &m->lane_poison[m->now % RING];
  out->lane_valid = (uint8_t)m->feeds;
  *poison = 0;
  for (uint32_t left = m->feeds; left; left &= left - 1) {
    const unsigned l = (unsigned)__builtin_ctz(left);
    const uint32_t bit = 1u << l;
    feed *const f = &m->lane[l];
    const bool reduces = f->recv && f->read;
    set_bit(&out->lane_reduce, l, reduces);
    out->lane_code[l] = f->code;
    // Of the bank that its grant names: it was strobed in the cycle before for this lane alone.
    const uint64_t *const read = &in->bank_rdata[f->bank * m->limbs];
    nf_ace_word_copy(&out->lane_a[l * m->limbs], f->recv ? &in->in_data[f->port * m->limbs] : read,
                     m->limbs);
    // lane_b keeps what it had, as the RTL's register does: the lane looks at it with lane_reduce
    // alone.
    if (reduces)
      nf_ace_word_copy(&out->lane_b[l * m->limbs], read, m->limbs);
    if ((f->recv && in->in_poison >> f->port & 1) || (f->read && in->bank_rpoison >> f->bank & 1))
      *poison |= (uint8_t)bit;
    if (f->left-- == 0)
      m->feeds &= ~bit;
  }
}

// lane_poison[lane], as old as the lane's result of this cycle. The lane knows nothing of poison,
// so it is kept beside it for as long.
static bool result_poison(const nf_ace_crossbar *m, unsigned lane) {
  return m->lane_poison[(m->now - LANE_AGE) % RING] >> lane & 1;
}

// bank_we_o, row_out_q, bank_wdata_o and bank_wpoison_o of gen_write; words of the TX DMA out of
// the ring that stands for txd1_q .. txd3_q. One result may be written and sent in the same cycle
// (ACE Fig. 7c, sub-step 5.2): both walks name its lane.
static void write_banks(nf_ace_crossbar *m, const nf_ace_crossbar_in *in) {
  m->out.bank_we = (uint8_t)m->writes;
  for (uint32_t left = m->writes; left; left &= left - 1) {
    const unsigned b = (unsigned)__builtin_ctz(left);
    walk *const w = &m->write[b];
    m->out.bank_waddr[b] = w->row++;
    const unsigned was = (m->now - TXD_AGE) % RING;
    nf_ace_word_copy(&m->out.bank_wdata[b * m->limbs],
                     w->dma ? &m->txd[was * m->limbs] : &in->lane_result[w->from * m->limbs],
                     m->limbs);
    set_bit(&m->out.bank_wpoison, b, w->dma ? m->txd_poison[was] : result_poison(m, w->from));
    if (w->left-- == 0)
      m->writes &= ~(1u << b);
  }
}

// gen_out: a port gets the result of the lane that works for it. The port's buffer takes every
// word: its room was seen before the grant.
static void send(nf_ace_crossbar *m, const nf_ace_crossbar_in *in) {
  m->out.out_valid = (uint8_t)m->sends;
  for (uint32_t left = m->sends; left; left &= left - 1) {
    const unsigned p = (unsigned)__builtin_ctz(left);
    walk *const w = &m->send[p];
    nf_ace_word_copy(&m->out.out_data[p * m->limbs], &in->lane_result[w->from * m->limbs],
                     m->limbs);
    set_bit(&m->out.out_poison, p, result_poison(m, w->from));
    if (w->left-- == 0)
      m->sends &= ~(1u << p);
  }
}

// Words of the TX DMA into txd1_q (in the RTL they move always, here only those that a write will
// use), and the section of the RX DMA. The RX DMA's buffer takes every word as well: it counts its
// room when its packet is granted.
static void move_dmas(nf_ace_crossbar *m, const nf_ace_crossbar_in *in) {
  if (m->takes) {
    nf_ace_word_copy(&m->txd[m->now % RING * m->limbs], in->txd_data.w, m->limbs);
    m->txd_poison[m->now % RING] = in->txd_poison;
    m->takes = m->take_left-- != 0;
  }
  m->out.rxd_valid = m->gives;
  if (m->gives) {
    nf_ace_word_copy(m->out.rxd_data.w, &in->bank_rdata[m->give.from * m->limbs], m->limbs);
    m->out.rxd_poison = in->bank_rpoison >> m->give.from & 1;
    m->gives = m->give.left-- != 0;
  }
}

// Walks of grants of the cycle before. A place that has a walk gets a new one only when it is
// through, since issue has kept it in use for as many cycles as words.
static void start_sources(nf_ace_crossbar *m) {
  const grant *const g = &m->ring[(m->now - 1) % RING];
  if (m->ops & 1) {
    const unsigned l = g->lane & (NF_ACE_MAX_LANES - 1);
    m->lane[l] =
        (feed){.left = (uint8_t)(nf_ace_req_words(&g->op) - 1),
               .port = nf_ace_req_qin(&g->op) >> 4 & 7,
               .bank = (uint8_t)(nf_ace_req_raddr(&g->op) & m->bank_mask),
               .recv = nf_ace_req_recv(&g->op) != 0,
               .read = nf_ace_req_read(&g->op) != 0,
               .code = (uint8_t)(nf_ace_req_dtype(&g->op) << 4 | nf_ace_req_red_op(&g->op))};
    m->feeds |= 1u << l;
  }
  if (m->wrops & 1) {
    m->takes = true;
    m->take_left = (uint8_t)((g->wrop >> 16) - 1);
  }
  if (m->rdops & 1) {
    m->gives = true;
    m->give.left = (uint8_t)((m->rdop >> 16) - 1);
    m->give.from = (uint8_t)(m->rdop & m->bank_mask);
  }
}

// Walks of grants whose first result comes in the next cycle. Which of the two comes first does not
// matter: they never meet at a bank.
static void start_sinks(nf_ace_crossbar *m) {
  const uint32_t due = 1u << (SINK_AGE - 1);
  if (!((m->ops | m->wrops) & due))
    return;
  const grant *const g = &m->ring[(m->now - SINK_AGE) % RING];
  if (m->wrops & due)
    start_write(m, g->wrop & 0xffffu, g->wrop >> 16, true, 0);
  if (!(m->ops & due))
    return;
  const unsigned words = nf_ace_req_words(&g->op), p = nf_ace_req_qout(&g->op) >> 4 & 7;
  if (nf_ace_req_write(&g->op))
    start_write(m, nf_ace_req_waddr(&g->op), words, false, g->lane);
  if (nf_ace_req_send(&g->op)) {
    m->send[p].left = (uint8_t)(words - 1);
    m->send[p].from = g->lane;
    m->sends |= 1u << p;
  }
}

// No RTL: words are wide, so the engine copies only those that some walk takes in the next cycle.
// What is not looked at may be anything: the tests give noise there.
static void say_what_is_read(nf_ace_crossbar *m) {
  nf_ace_crossbar_out *const out = &m->out;
  uint32_t banks = m->gives ? 1u << m->give.from : 0, ports = 0, lanes = 0;
  for (uint32_t left = m->feeds; left; left &= left - 1) {
    const feed *const f = &m->lane[__builtin_ctz(left)];
    ports |= f->recv ? 1u << f->port : 0;
    banks |= f->read ? 1u << f->bank : 0;
  }
  for (uint32_t left = m->writes; left; left &= left - 1) {
    const walk *const w = &m->write[__builtin_ctz(left)];
    lanes |= w->dma ? 0 : 1u << w->from;
  }
  for (uint32_t left = m->sends; left; left &= left - 1)
    lanes |= 1u << m->send[__builtin_ctz(left)].from;
  out->look_bank = (uint8_t)banks;
  out->look_port = (uint8_t)ports;
  out->look_lane = (uint8_t)lanes;
  out->look_txd = m->takes;
}

// One edge. First every walk passes its word, then the grants of one and of SINK_AGE cycles ago
// start theirs, then those of this cycle are put into the ring: so each walk passes its first word
// one step after its start, as the active_q registers make it. `now` stands still while nothing is
// under way, when no age matters.
void nf_ace_crossbar_step(nf_ace_crossbar *m, const nf_ace_crossbar_in *in) {
  nf_ace_crossbar_out *const out = &m->out;
  const bool moves = in->op_valid && nf_ace_req_words(&in->op) != 0;
  // A token moves no word, so it does not begin anything here.
  if (!out->busy && !moves && !in->wrop_valid && !in->rdop_valid)
    return;
  read_banks(m);
  feed_lanes(m, in);
  write_banks(m, in);
  send(m, in);
  move_dmas(m, in);
  start_sources(m);
  start_sinks(m);

  grant *const g = &m->ring[m->now % RING];
  if (moves) {
    g->op = in->op;
    g->lane = in->op_lane & (NF_ACE_MAX_LANES - 1);
    if (nf_ace_req_read(&in->op))
      start_read(m, nf_ace_req_raddr(&in->op), nf_ace_req_words(&in->op));
  }
  if (in->wrop_valid)
    g->wrop = in->wrop;
  // A bank reads for one at a time; a machine's and the RX DMA's grants of a cycle are for
  // different ones.
  if (in->rdop_valid) {
    m->rdop = in->rdop;
    start_read(m, in->rdop & 0xffffu, in->rdop >> 16);
  }
  m->now++;
  m->ops = (m->ops << 1 | moves) & ((1u << SINK_AGE) - 1);
  m->wrops = (m->wrops << 1 | in->wrop_valid) & ((1u << SINK_AGE) - 1);
  m->rdops = in->rdop_valid;
  say_what_is_read(m);
  out->busy = (m->ops | m->wrops | m->rdops | m->feeds | m->writes | m->sends) || m->takes ||
              m->gives || out->bank_re || out->bank_we || out->lane_valid || out->out_valid ||
              out->rxd_valid;
}
