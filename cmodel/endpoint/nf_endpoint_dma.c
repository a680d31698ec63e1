// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Queue of commands and the state machine that turns them into waves of jobs.
//
// The request generator of KLENK IV-F3 and Fig. 6. A wave is the unit of flow control: its counter
// in the wave controller is the credit without which none of its jobs goes out, so the blocks that
// can be in the network at once are bounded by counters times blocks of a wave (IV-F1). Several
// waves of a command may be out, which hides the latency of synchronizing each.
//
// Commands generate one after the other, in their order, and complete as they can: u_tracker has
// what is outstanding of those that have been injected. Nothing of a command is believed: an
// address that is not mapped, an op that does not exist or a barrier's end that nobody waits for
// ends in a status or an event.
#include "nf_endpoint_dma.h"

#include "nf_endpoint_tracker.h"
#include <stdlib.h>
#include <string.h>

// state_e. CHECK to JUDGE once a command, WAVE to SEND once a wave, HOLD for a barrier.
enum { IDLE, CHECK, LAST, SPAN, JUDGE, WAVE, ASK, ANSWER, PAUSE, SEND, HOLD };

// command_t: an entry of u_queue, as the processor wrote it.
typedef struct {
  uint64_t addr;
  uint32_t bytes, landed;
  uint16_t wave_blocks;
  uint8_t kind, id, waves, red_op, dtype, lane;
} command;

struct nf_endpoint_dma {
  nf_endpoint_dma_out out;
  nf_endpoint_dma_cfg cfg;
  uint32_t at_mask;
  // ack_i and mcast_i have Links bits; what a test puts above them must not count
  uint32_t links_mask;
  nf_endpoint_tracker *tracker;
  const nf_endpoint_tracker_out *book;
  // What this step has to say to u_tracker, put together by the states and given to them at its
  // end.
  nf_endpoint_tracker_in book_in;
  command queue[NF_ENDPOINT_MAX_COMMANDS];
  uint32_t head, waiting, old; // old: those in the queue that came before an abort
  unsigned state;
  uint16_t events; // of the cycle before
  bool stirred;    // acknowledgements came in the cycle before
  // the command that generates
  bool near_hit, far_hit;
  uint64_t last, local, far, block;
  uint32_t left;
  uint16_t wave_left, index, timer;
  uint8_t lane, tries;
};

// NF_PARAMs; the queue is empty and the generator idle. u_tracker has place for as many commands as
// can wait here: `Commands` bounds both.
nf_status nf_endpoint_dma_init(nf_endpoint_dma **m, const nf_endpoint_dma_cfg *cfg) {
  if (cfg->Links < 1 || cfg->Links > 8)
    return "nf_endpoint_dma: Links must be 1..8";
  if (cfg->Commands < 2 || cfg->Commands > NF_ENDPOINT_MAX_COMMANDS)
    return "nf_endpoint_dma: Commands must be 2..64";
  if (cfg->Translations < 1 || cfg->Translations > NF_ENDPOINT_MAX_TRANSLATIONS)
    return "nf_endpoint_dma: Translations must be 1..16";
  nf_endpoint_dma *d = calloc(1, sizeof *d);
  if (d == NULL)
    return "nf_endpoint_dma: out of memory";
  const nf_status status =
      nf_endpoint_tracker_init(&d->tracker, &(nf_endpoint_tracker_cfg){cfg->Links, cfg->Commands});
  if (status != NF_OK) {
    free(d);
    return status;
  }
  d->cfg = *cfg;
  d->at_mask = (1u << cfg->Translations) - 1;
  d->links_mask = (1u << cfg->Links) - 1;
  d->book = nf_endpoint_tracker_peek(d->tracker);
  d->out.cmd_ready = true;
  *m = d;
  return NF_OK;
}

// Registers, and what is a function of the state (alloc_*) or of u_tracker. The wave controller
// sees alloc_* in the state Ask and has its answer in Answer, a cycle later.
const nf_endpoint_dma_out *nf_endpoint_dma_peek(const nf_endpoint_dma *m) { return &m->out; }

// !bad. The RTL looks in state Check and keeps the answer; the command stays at the head, so it is
// the same in Judge. What is refused here would do harm further on: an address past 2^48 would wrap
// in the header, a wave of no blocks or none at a time would never be sent, and an op without a
// type is nothing that an ALU does.
static bool makes_sense(const nf_endpoint_dma *m, const command *c) {
  if (c->kind > NF_ENDPOINT_KIND_BARRIER || c->addr >> 48 != 0 || c->addr % NF_BLOCK_BYTES != 0 ||
      c->lane >= m->cfg.Links)
    return false;
  if (c->kind == NF_ENDPOINT_KIND_BARRIER)
    return true;
  return c->bytes != 0 && c->bytes % NF_FLIT_BYTES == 0 && m->last >> 48 == 0 &&
         c->wave_blocks != 0 && c->waves != 0 && nf_op_supported(c->red_op, c->dtype);
}

// u_translate for one address; source_o, as results are the lanes' business. Entries past the table
// are masked, as the RTL has none.
static bool translate(const nf_endpoint_dma *m, const nf_endpoint_dma_in *in, uint64_t addr,
                      uint64_t *source) {
  const int t =
      nf_endpoint_translate_find(in->at_valid & m->at_mask, in->at_base, in->at_end, addr);
  *source = t < 0 ? 0 : in->at_source[t] + (addr - in->at_base[t]);
  return t >= 0;
}

// The registers that `start` sets. last is the address of the last byte: whether it is below 2^48
// is looked at in makes_sense(), not here, as it may wrap.
static void begin(nf_endpoint_dma *m, const command *c) {
  m->last = c->addr + c->bytes - 1;
  m->block = c->addr / NF_BLOCK_BYTES & ((1ull << 41) - 1);
  m->left = (uint32_t)(((uint64_t)c->bytes + NF_BLOCK_BYTES - 1) / NF_BLOCK_BYTES);
  m->lane = c->lane;
  m->index = 0;
  m->tries = 0;
}

// `load`: job_* and hdr, then the counters of blocks, lanes and wave. A contribution is one (count
// 1), to all (BROADCAST_ID): the routing by the address decides which switch reduces it (KLENK
// IV-C). Only a push has a payload, which the lane reads at job_addr; a pull's is read by the
// others, a barrier has none.
static void load_job(nf_endpoint_dma *m, const nf_endpoint_dma_in *in, const command *c) {
  static const uint8_t opcodes[] = {NF_OPCODE_PUSH_WRITE, NF_OPCODE_PULL_REQ, NF_OPCODE_BARRIER};
  nf_endpoint_dma_out *const out = &m->out;
  nf_flit *const h = &out->job_hdr;
  *h = (nf_flit){{0, 0}};
  nf_hdr_set_opcode(h, opcodes[c->kind]);
  if (c->kind != NF_ENDPOINT_KIND_BARRIER) {
    // The last block of a command may be shorter: 0 means that it is not.
    const uint8_t rest = c->bytes / NF_FLIT_BYTES % NF_MAX_PAYLOAD_FLITS;
    nf_hdr_set_red_op(h, c->red_op);
    nf_hdr_set_dtype(h, c->dtype);
    nf_hdr_set_len(h, m->left == 1 && rest != 0 ? rest : NF_MAX_PAYLOAD_FLITS);
    nf_hdr_set_tag(h, m->index);
  }
  // This rank's own contribution.
  nf_hdr_set_count(h, 1);
  nf_hdr_set_addr(h, m->block * NF_BLOCK_BYTES);
  nf_hdr_set_src(h, in->cfg_id & 0x3ff);
  nf_hdr_set_dst(h, NF_BROADCAST_ID);
  nf_hdr_set_epoch(h, in->cfg_epoch & 3);
  out->job_valid = (uint8_t)(1u << m->lane);
  out->job_read = c->kind == NF_ENDPOINT_KIND_PUSH;
  out->job_addr = out->job_read ? m->local : 0;
  // All of these step with a job, whoever looks at them: their values behind the last are loaded
  // anew by begin().
  m->block++;
  m->local += NF_BLOCK_BYTES;
  m->left--;
  m->wave_left--;
  m->index = (m->index + 1) & 0xfff;
  // Block by block over all links, so that every plane carries the same share of a wave.
  m->lane = m->lane + 1u == m->cfg.Links ? 0 : (uint8_t)(m->lane + 1);
}

// finish and finish_status, with the way back to Idle. Of a command that was given up its waves
// stay out: u_tracker waits for these, and only then is its place free. Else their blocks would be
// counted for the next command there.
static void finish(nf_endpoint_dma *m, uint8_t status) {
  m->book_in.finish = true;
  m->book_in.finish_status = status;
  m->state = IDLE;
}

// The answer to an allocation: the wave goes, waits for an older one, is tried again or given up.
// KLENK IV-F3 says retry after some time, and in the end an error. Tries are counted per wave: an
// endpoint whose counters are just busy is not at its end.
static void answer(nf_endpoint_dma *m, const nf_endpoint_dma_in *in) {
  if (in->alloc_ok) {
    m->book_in.wave = true;
    m->tries = 0;
    m->state = SEND;
  } else if (in->alloc_overlap) {
    m->state = WAVE; // that wave ends by itself, so no try is lost
  } else if (m->tries == in->cfg_retries) {
    finish(m, NF_ENDPOINT_STATUS_NO_COUNTER);
  } else {
    m->events |= 1u << NF_ENDPOINT_EV_NO_COUNTER_RETRY;
    // Not at once: the counters are shared with the waves that are out, which take a network's
    // latency.
    m->timer = in->cfg_retry_cycles;
    m->tries++;
    m->state = PAUSE;
  }
}

// State Check to Judge: both ends of the command's memory are looked up. One u_translate serves
// both, so each takes a cycle; their difference takes another. Of a long command the blocks between
// its ends are not looked up: in one run of local addresses they lie between those of the ends.
static void look_up(nf_endpoint_dma *m, const nf_endpoint_dma_in *in, const command *c) {
  switch (m->state) {
  case CHECK:
    m->near_hit = translate(m, in, c->addr, &m->local);
    m->state = c->kind == NF_ENDPOINT_KIND_BARRIER ? JUDGE : LAST;
    break;
  case LAST:
    m->far_hit = translate(m, in, m->last, &m->far);
    m->state = SPAN;
    break;
  default: // SPAN
    // Modulo 2^64: of ends in two entries it is bytes - 1 only where these lie side by side in
    // local memory, too.
    m->far -= m->local;
    m->state = JUDGE;
    break;
  }
}

// State Judge: both ends are mapped, and what lies between them is one run of local addresses. A
// pull enters its expected blocks here, also one that is refused for want of a mapping: the other
// ranks deliver all the same, and the running totals of all must agree. One that makes no sense
// does not (docs/endpoint/nf_endpoint_tracker.md).
static void judge(nf_endpoint_dma *m, const command *c) {
  const bool barrier = c->kind == NF_ENDPOINT_KIND_BARRIER;
  if (!makes_sense(m, c)) {
    finish(m, NF_ENDPOINT_STATUS_BAD);
    return;
  }
  m->book_in.expect = c->kind == NF_ENDPOINT_KIND_PULL;
  m->book_in.expect_blocks = c->landed;
  m->state = barrier ? SEND : WAVE;
  if (barrier || (m->near_hit && m->far_hit && m->far == c->bytes - 1u))
    return;
  m->events |= 1u << NF_ENDPOINT_EV_ERR_TRANSLATE;
  finish(m, NF_ENDPOINT_STATUS_TRANSLATE);
}

// State Wave: the next wave may begin, or all have gone. out counts waves of this command alone;
// the counters are shared by all.
static void next_wave(nf_endpoint_dma *m, const command *c) {
  if (m->left == 0) {
    finish(m, NF_ENDPOINT_STATUS_OK);
  } else if (m->book->out < c->waves) {
    m->wave_left = m->left > c->wave_blocks ? c->wave_blocks : (uint16_t)m->left;
    m->state = ASK;
  }
}

// State Send. One register for all lanes: a job that its lane does not take holds up those of the
// others. Blocks go to the lanes in turn, so a lane whose link is full would soon stop its wave
// anyhow.
static void send(nf_endpoint_dma *m, const nf_endpoint_dma_in *in, const command *c, bool free) {
  if (!free)
    return;
  if (c->kind == NF_ENDPOINT_KIND_BARRIER)
    m->state = HOLD;
  else if (m->wave_left == 1)
    m->state = WAVE;
  load_job(m, in, c);
}

// State Idle. A barrier says that all before it is done: it starts when that is complete and
// acknowledged. A command that starts gets a place of u_tracker, so it waits until one is free.
// KLENK IV-B wants a barrier before a pull, so that no rank is asked for data that it still writes:
// what was commanded before must be seen by all when it begins.
static void start(nf_endpoint_dma *m, const command *c) {
  const bool barrier = c->kind == NF_ENDPOINT_KIND_BARRIER;
  if (m->waiting == 0 || !m->book->room || (barrier && !m->book->empty))
    return;
  m->book_in.start = true;
  m->book_in.id = c->id;
  m->book_in.pull = c->kind == NF_ENDPOINT_KIND_PULL;
  begin(m, c);
  m->state = CHECK;
}

// One edge of the state machine for the command at the head of the queue. A job that was taken
// leaves before the state loads the next one, so jobs follow without a gap.
static void generate(nf_endpoint_dma *m, const nf_endpoint_dma_in *in, const command *c) {
  const bool job_free = (m->out.job_valid & ~in->job_ready) == 0;
  m->out.job_valid &= (uint8_t)~in->job_ready;
  switch (m->state) {
  case CHECK:
  case LAST:
  case SPAN:
    look_up(m, in, c);
    break;
  case JUDGE:
    judge(m, c);
    break;
  case WAVE:
    next_wave(m, c);
    break;
  case ASK:
    m->state = ANSWER;
    break;
  case ANSWER:
    answer(m, in);
    break;
  case PAUSE:
    // again: one cycle more than the register says, as the RTL compares before it counts.
    if (m->timer-- == 0)
      m->state = ASK;
    break;
  case SEND:
    send(m, in, c, job_free);
    break;
  // The first end that comes is this barrier's: barriers are alone (start() waits for empty), and
  // ends of older epochs are dropped by the lanes.
  case HOLD:
    if (in->barrier_valid) {
      finish(m, NF_ENDPOINT_STATUS_OK);
      m->book_in.finish_poison = in->barrier_poison;
    }
    break;
  default: // IDLE
    start(m, c);
    break;
  }
}

// u_queue. There is room: cmd_ready was high. A command in the queue costs nothing and is looked at
// when it is at the head.
static void enqueue(nf_endpoint_dma *m, const nf_endpoint_dma_in *in) {
  m->queue[(m->head + m->waiting) % m->cfg.Commands] = (command){.addr = in->cmd_addr,
                                                                 .bytes = in->cmd_bytes,
                                                                 .landed = in->cmd_landed,
                                                                 .wave_blocks = in->cmd_wave_blocks,
                                                                 .kind = in->cmd_kind,
                                                                 .id = in->cmd_id,
                                                                 .waves = in->cmd_waves,
                                                                 .red_op = in->cmd_red_op,
                                                                 .dtype = in->cmd_dtype,
                                                                 .lane = in->cmd_lane};
  m->waiting++;
}

// Nothing is under way and nothing comes. stirred: u_tracker adds up pulses in one cycle and
// records them in the next, so a step is due behind each.
static bool idle(const nf_endpoint_dma *m, const nf_endpoint_dma_in *in, uint8_t ack) {
  return !m->out.busy && !in->abort && !in->cmd_valid && !in->count_done && !in->barrier_valid &&
         ack == 0 && in->mcast == 0 && m->out.event == 0 && !m->stirred;
}

// What u_tracker hears from the lanes. None of it waits for an answer: acknowledgements and counted
// blocks are booked in the cycle in which they come, or the network would wait for u_tracker.
static nf_endpoint_tracker_in hear(const nf_endpoint_dma_in *in, uint8_t ack) {
  return (nf_endpoint_tracker_in){.cfg_acks = in->cfg_acks,
                                  .cfg_exclude_source = in->cfg_exclude_source,
                                  .count_done = in->count_done,
                                  .hit = in->hit,
                                  .hit_owner = in->hit_owner,
                                  .hit_goal = in->hit_goal,
                                  .poison = in->poison,
                                  .ack = ack,
                                  .mcast = in->mcast,
                                  .lane_busy = in->lane_busy,
                                  .clear = in->abort,
                                  .done_ready = in->done_ready};
}

// The command at the head of the queue is done with.
static void drop_head(nf_endpoint_dma *m) {
  m->head = m->head + 1 == m->cfg.Commands ? 0 : m->head + 1;
  m->waiting--;
}

// Outputs that are functions of the new state. alloc_* are zero outside of Ask, so that the wave
// controller sees one request a try.
static void show(nf_endpoint_dma *m) {
  nf_endpoint_dma_out *const out = &m->out;
  const bool asks = m->state == ASK;
  out->cmd_ready = m->waiting != m->cfg.Commands;
  out->done_valid = m->book->done_valid;
  out->done_id = m->book->done_id;
  out->done_status = m->book->done_status;
  out->alloc_valid = asks;
  out->alloc_base = asks ? m->block * NF_BLOCK_BYTES : 0;
  out->alloc_blocks = asks ? m->wave_left : 0;
  out->alloc_owner = asks ? m->book->tail : 0;
  out->event = m->events | m->book->event;
  out->due = m->book->due;
  out->busy = m->waiting != 0 || m->book->busy || out->job_valid != 0;
}

// One edge: the generator with what it says to u_tracker, the queue, an abort over all of it,
// u_tracker last. The generator reads u_tracker as it was (room, empty, tail, out); stepping it
// first would let it start a command in a place that becomes free only now.
void nf_endpoint_dma_step(nf_endpoint_dma *m, const nf_endpoint_dma_in *in) {
  const uint8_t ack = (uint8_t)(in->ack & m->links_mask);
  if (idle(m, in, ack))
    return;
  m->book_in = hear(in, ack);
  // A second end of a barrier, or one that nobody started here, completes nothing.
  m->events = (uint16_t)((in->barrier_valid && m->state != HOLD) ? 1u << NF_ENDPOINT_EV_STRAY : 0);
  m->stirred = ack != 0;
  const bool take = in->cmd_valid && m->out.cmd_ready;
  // Commands of before an abort leave first: until then none is generated, and new ones queue up
  // behind them.
  const bool flush = m->old != 0;
  if (!flush)
    generate(m, in, &m->queue[m->head]);
  if (take)
    enqueue(m, in);
  if (m->book_in.finish || flush) {
    drop_head(m);
    m->old -= flush;
  }
  // Behind all that the generator did: abort_i has the last word in each of the RTL's registers.
  // What was popped in this cycle is gone, and what came in it is old already.
  if (in->abort) { // what waits leaves the queue one by one, and nobody is notified
    m->old = m->waiting;
    m->state = IDLE;
    m->events = 0;
    m->out.job_valid = 0;
  }
  nf_endpoint_tracker_step(m->tracker, &m->book_in);
  show(m);
}

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_endpoint_dma_free(nf_endpoint_dma *m) {
  if (m == NULL)
    return;
  nf_endpoint_tracker_free(m->tracker);
  free(m);
}
