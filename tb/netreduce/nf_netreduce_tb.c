// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Rings of go-back-N hosts whose packets go through the accelerator, among others' frames and
// damaged ones. Every frame that leaves must be one of these: the oldest of those that are to pass,
// byte by byte; or a host's packet with the sum of all hosts: never what a host has sent, also
// while the ring is closed or the accelerator switched off, and whatever frames are forged. In the
// end every host has every message, and the counters say of every frame what became of it.
#include "netreduce/nf_netreduce.h"

#include "common/nf_defs.h"
#include "nf_axil_master.h"
#include "nf_netreduce_pauses.h"
#include "nf_netreduce_ring.h"
#include "nf_tb.h"

#include <string.h>

extern const nf_dut nf_netreduce_dut;

enum { PORTS = NF_NETREDUCE_MAX_PORTS, CAUSES = NF_NETREDUCE_CAUSES, ROOM = 1536, PASSES = 64 };
enum { PACE = 2000, SCRIPT = 96, PATIENCE = 30000, QUIET = 400 };
// Longer than answers wait at a slow output: who repeats what is on its way only fills it more.
enum { TIMEOUT = 600, AGAIN = 400 };
enum { THRESHOLD = 300, HONEST = 1500, SILENCE = 4000 }; // cycles
enum { ACKNOWLEDGE = 0x11, CONGESTION = 0x81 };          // BTH opcodes

typedef struct {
  unsigned size;
  uint8_t bytes[ROOM];
} plain;

typedef struct {
  nf_frame frame; // that is being sent
  unsigned at, beats;
  bool on, err;
  bool up; // a beat is offered, and stays until it is taken
  nf_netreduce_word beat;
  unsigned beat_bytes;
  nf_pace comes, takes;
  plain pass[PASSES]; // to pass, oldest first
  unsigned passes, passed;
  plain came; // so far
  uint32_t count[CAUSES];
} port;

// What is counted beside the frames, in the order of reading; see judge_counts.
enum {
  SUMS,
  HISTORIES,
  ANNOUNCED,
  LOCALS,
  UNEVEN,
  BAD_ACCESS,
  GIVEN_UP,
  CHARGED,
  NAKS,
  DROPPED,
  CYCLES,
  INVALID,               // and the others, bit by bit as NF_FP_*
  SKIPPED = INVALID + 4, // of each port
  OTHERS = SKIPPED + P_Ports
};
static const uint16_t Others[SKIPPED] = {
    [SUMS] = NF_NETREDUCE_CSR_SUMS,
    [HISTORIES] = NF_NETREDUCE_CSR_HISTORIES,
    [ANNOUNCED] = NF_NETREDUCE_CSR_ANNOUNCED,
    [LOCALS] = NF_NETREDUCE_CSR_LOCALS,
    [UNEVEN] = NF_NETREDUCE_CSR_UNEVEN,
    [BAD_ACCESS] = NF_NETREDUCE_CSR_BAD_ACCESS,
    [GIVEN_UP] = NF_NETREDUCE_CSR_GIVEN_UP,
    [CHARGED] = NF_NETREDUCE_CSR_CHARGED,
    [NAKS] = NF_NETREDUCE_CSR_NAKS,
    [DROPPED] = NF_NETREDUCE_CSR_DROPPED,
    [CYCLES] = NF_NETREDUCE_CSR_CYCLES,
    [INVALID] = NF_NETREDUCE_CSR_INVALID,
    NF_NETREDUCE_CSR_OVERFLOW,
    NF_NETREDUCE_CSR_UNDERFLOW,
    NF_NETREDUCE_CSR_INEXACT,
};

typedef enum { SET_UP, RUN, TELL, HOLD, DRAIN, READ } phase;

typedef struct {
  nf_ring ring;
  port ports[PORTS];
  unsigned others, damage; // percent
  unsigned hostile;        // percent: frames of members that must leave no trace
  bool breaks;             // rings are closed, the accelerator is switched off in mid-run
  uint64_t next_break;
  bool open, closed;   // the ring that was set up last; it was closed in mid-run
  uint32_t drain;      // cycles that begun messages have then
  bool stops, at_rest; // it is closed or switched off; no sum may leave any more
  bool brisk;          // no idle, no back-pressure, no loss
  bool silent;         // the last host sends nothing until the registers have told it
  bool recovers;       // losses are repaired by the switch (AGAIN)
  bool withheld;       // host 0 never acknowledges the round's last sum: it is sent again and again
  unsigned again;      // times that it came since anything else did
  unsigned again_at[2], replays[2], held; // times and REPLAYS at two moments; registers read
  bool lies; // the last host begins the first message with a wrong MsgLen
  unsigned told;
  phase phase;
  uint64_t since; // cycle in which something moved
  // registers
  uint32_t addr[SCRIPT], data[SCRIPT];
  unsigned writes, written;
  nf_axil_master bus;
  unsigned reading;
  // over all rounds
  unsigned rounds, sums, kept, naks; // naks: to hosts
  uint32_t total[PORTS][CAUSES], other[OTHERS], columns, flagged[4];
  uint32_t dues;  // sums that columns owe their members
  uint64_t asked; // cycle in which the present read began
  uint64_t first_out, last_out;
  unsigned outs;
  // Of the receiver of host h's packets: what it will send next.
  bool ack_due[SENDERS_HOSTS], nak_due[SENDERS_HOSTS];
} world;

// -------------------------------------------------------------------------------- the registers
static void put(world *c, uint32_t addr, uint32_t data) {
  c->addr[c->writes] = addr;
  c->data[c->writes++] = data;
}

// In a script: wait until no ring is being set up.
enum { WAIT = NF_NETREDUCE_CSR_BUSY };

// The ring is closed, and its members are none any more.
static void take_away(world *c) {
  const nf_ring *const r = &c->ring;
  put(c, NF_NETREDUCE_CSR_RING_MEMBERS, 0);
  put(c, NF_NETREDUCE_CSR_RING_SETUP, r->ring);
  put(c, WAIT, 0);
  for (unsigned h = 0; h < r->hosts.hosts; h++)
    put(c, NF_NETREDUCE_CSR_MEMBER_SETUP, 1u << 31 | r->ring << 3 | h);
}

static void enrol(world *c) {
  const nf_ring *const r = &c->ring;
  for (unsigned h = 0; h < r->hosts.hosts; h++) {
    uint32_t list[NF_RING_ENROL][2];
    nf_ring_enrol(r, h, list);
    for (unsigned i = 0; i < NF_RING_ENROL; i++)
      put(c, list[i][0], list[i][1]);
  }
}

static void set_up(nf_tb *tb, world *c, unsigned window) {
  nf_ring *const r = &c->ring;
  const unsigned slots = P_Window + 1, hosts = r->hosts.hosts;
  r->tag = (uint32_t)nf_tb_rand(tb);
  r->ring = (unsigned)nf_tb_below(tb, P_Rings);
  // Around the wrap where MsgIDs may wrap, that is when slots are a power of two.
  const bool wraps = (slots & (slots - 1)) == 0;
  r->first = wraps && nf_tb_chance(tb, 50) ? (uint32_t)-10 : (uint32_t)nf_tb_below(tb, 1u << 30);
  put(c, NF_NETREDUCE_CSR_INET_TAG, r->tag);
  put(c, NF_NETREDUCE_CSR_CONTROL, 1);
  put(c, NF_NETREDUCE_CSR_OWN_IP, 0x0a00fe01);
  put(c, NF_NETREDUCE_CSR_THRESHOLD, THRESHOLD);
  put(c, NF_NETREDUCE_CSR_DRAIN, c->drain);
  put(c, NF_NETREDUCE_CSR_AGAIN, c->recovers ? AGAIN : 0);
  enrol(c);
  put(c, NF_NETREDUCE_CSR_RING_MEMBERS, hosts);
  put(c, NF_NETREDUCE_CSR_RING_LEAF, 0);
  put(c, NF_NETREDUCE_CSR_RING_WINDOW, window);
  put(c, NF_NETREDUCE_CSR_RING_FIRST, r->first);
  put(c, NF_NETREDUCE_CSR_RING_SLOT, r->first % slots);
  put(c, NF_NETREDUCE_CSR_RING_DTYPE, r->dtype);
  put(c, NF_NETREDUCE_CSR_RING_SETUP, r->ring);
  put(c, WAIT, 0);
  c->open = true;
}

static void any_paces(nf_tb *tb, world *c) {
  for (unsigned p = 0; p < P_Ports; p++) {
    c->ports[p].comes = c->brisk ? (nf_pace){.kind = NF_PACE_ALWAYS} : nf_pace_any(tb);
    c->ports[p].takes = c->brisk ? (nf_pace){.kind = NF_PACE_ALWAYS} : nf_pace_any(tb);
  }
}

static void new_round(nf_tb *tb, world *c) {
  static const uint8_t dtypes[] = {NF_DTYPE_F32, NF_DTYPE_FIX32, NF_DTYPE_S32, NF_DTYPE_BF16};
  nf_ring *const r = &c->ring;
  const unsigned most = P_Ports < SENDERS_HOSTS ? P_Ports : SENDERS_HOSTS;
  const unsigned hosts = c->brisk ? most : 2 + (unsigned)nf_tb_below(tb, most - 1);
  const unsigned fits = (P_Window + 1) / 2; // windows that never wait (see nf_netreduce_state)
  c->writes = c->written = 0;
  if (c->open)
    take_away(c);
  c->closed = c->stops = c->at_rest = false;
  c->next_break = nf_tb_cycle(tb) + 500 + nf_tb_below(tb, 4000);
  const unsigned window = c->brisk ? fits : 1 + (unsigned)nf_tb_below(tb, P_Window);
  senders_start(tb, &r->hosts, hosts, window, P_MaxMsgLen, c->brisk);
  if (c->brisk) {
    r->hosts.loss = r->hosts.twice = r->hosts.reorder = 0;
    r->hosts.messages = SENDERS_MESSAGES;
    for (unsigned m = 0; m < SENDERS_MESSAGES; m++)
      r->hosts.start[m + 1] = r->hosts.start[m] + P_MaxMsgLen;
  }
  if (c->recovers && r->hosts.loss == 0)
    r->hosts.loss = 1;
  c->withheld = c->recovers && nf_tb_chance(tb, 50);
  c->held = c->again = 0;
  memset(c->ack_due, 0, sizeof c->ack_due);
  memset(c->nak_due, 0, sizeof c->nak_due);
  r->hosts.timeout = TIMEOUT;
  r->full = c->brisk;
  r->dtype = dtypes[nf_tb_below(tb, P_Halves ? 4 : 3)];
  r->salt = nf_tb_rand(tb);
  r->qp0 = 0x100;
  for (unsigned h = 0; h < hosts; h++) { // ports in any order
    bool taken;
    do {
      r->port[h] = (unsigned)nf_tb_below(tb, P_Ports);
      taken = false;
      for (unsigned i = 0; i < h; i++)
        taken = taken || r->port[i] == r->port[h];
    } while (taken);
    const uint32_t any = (uint32_t)nf_tb_rand(tb) & 0xffffff;
    r->psn0[h] = nf_tb_chance(tb, 50) ? (uint32_t) - (int32_t)(any % 40) & 0xffffff : any;
  }
  set_up(tb, c, window);
  any_paces(tb, c);
  c->phase = SET_UP;
  c->since = nf_tb_cycle(tb);
}

// Writes and waits of the script; true when it is done.
static bool drive_script(nf_tb *tb, world *c) {
  if (c->written == c->writes)
    return true;
  const uint32_t addr = c->addr[c->written];
  if (addr == WAIT) {
    const bool over = nf_axil_read(tb, &c->bus, addr) && c->bus.read.data == 0;
    c->at_rest = c->at_rest || (over && c->stops);
    c->written += over;
  } else {
    if (addr == NF_NETREDUCE_CSR_CONTROL && c->data[c->written] == 1)
      c->stops = c->at_rest = false;
    c->written += nf_axil_write(tb, &c->bus, addr, c->data[c->written]);
  }
  return c->written == c->writes;
}

// In the midst of messages: off and on again, or the ring is closed for good.
static void break_in(nf_tb *tb, world *c) {
  if (!c->breaks || nf_tb_cycle(tb) < c->next_break || c->closed)
    return;
  c->next_break = nf_tb_cycle(tb) + 500 + nf_tb_below(tb, 4000);
  if (c->written != c->writes)
    return;
  c->writes = c->written = 0;
  if (nf_tb_chance(tb, 70)) {
    put(c, NF_NETREDUCE_CSR_CONTROL, 0);
    c->stops = c->drain != 0 && nf_tb_chance(tb, 70);
    if (c->stops)
      put(c, WAIT, 0);
    for (unsigned n = (unsigned)nf_tb_below(tb, 40); n > 0; n--)
      put(c, NF_NETREDUCE_CSR_OWN_IP, 0x0a00fe01); // that takes a while
    put(c, NF_NETREDUCE_CSR_CONTROL, 1);
    nf_tb_cover(tb, "switched off in mid-run");
  } else {
    put(c, NF_NETREDUCE_CSR_RING_MEMBERS, 0);
    put(c, NF_NETREDUCE_CSR_RING_SETUP, c->ring.ring);
    put(c, WAIT, 0);
    c->closed = true;
    c->stops = c->drain != 0;
    nf_tb_cover(tb, "closed in mid-run");
  }
}

// The last host has said nothing, and all wait for its first packet; or it was the first to speak,
// and all others are refused.
static uint32_t report_of(const world *c) {
  const uint32_t last = 1u << (c->ring.hosts.hosts - 1), others = last - 1;
  if (!c->lies)
    return 1u << 31 | last << 8;
  return 1u << 31 | 1u << 24 | (c->ring.hosts.hosts > 2 ? last << 16 : 0) | others << 8;
}

static void drive_tell(nf_tb *tb, world *c) {
  const uint32_t charged = (report_of(c) >> 16 & 0xff) != 0;
  const uint32_t irqs = 1u << NF_NETREDUCE_IRQ_STRAGGLER | 1u << NF_NETREDUCE_IRQ_MSGLEN;
  switch (c->told) {
  case 0:
    c->told += nf_axil_write(tb, &c->bus, NF_NETREDUCE_CSR_STRAGGLER_RING, c->ring.ring);
    break;
  case 1:
    if (nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_STRAGGLER)) {
      c->told++;
      nf_tb_check(tb, c->bus.read.data == report_of(c), "straggler 0x%08x, not 0x%08x",
                  c->bus.read.data, report_of(c));
    }
    break;
  case 2:
    if (nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_STRAGGLER_MSGID)) {
      c->told++;
      nf_tb_check(tb, c->bus.read.data == c->ring.first, "straggler of message %u",
                  c->bus.read.data);
    }
    break;
  case 3:
    if (nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_STRAGGLER_CYCLES)) {
      c->told++;
      nf_tb_check(tb, c->bus.read.data > THRESHOLD && c->bus.read.data < SILENCE, "for %u cycles",
                  c->bus.read.data);
    }
    break;
  case 4:
    if (nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_CHARGED)) {
      c->told++;
      nf_tb_check(tb, c->bus.read.data == charged, "%u members charged", c->bus.read.data);
    }
    break;
  case 5:
    if (nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_IRQ_STATUS)) {
      c->told++;
      nf_tb_check(tb, (c->bus.read.data & irqs) == (charged << NF_NETREDUCE_IRQ_MSGLEN | 1),
                  "interrupts 0x%x", c->bus.read.data);
    }
    break;
  default:
    c->phase = RUN;
    c->since = nf_tb_cycle(tb);
    c->silent = false;
  }
}

// A ring that was closed: it is not known how many columns were added; but when what has begun may
// end, they are those of whole messages.
static void count_closed(nf_tb *tb, world *c) {
  const unsigned added = c->other[SUMS] - c->columns;
  bool whole = false;
  for (unsigned m = 0; m <= c->ring.hosts.messages; m++)
    whole = whole || added == c->ring.hosts.start[m];
  nf_tb_check(tb, whole || c->drain == 0, "%u columns were added, and a part of a message", added);
  c->columns = c->other[SUMS];
  c->dues += added * c->ring.hosts.hosts;
  memcpy(c->flagged, &c->other[INVALID], sizeof c->flagged);
}

// A ring all of whose columns were added.
static void count_whole(world *c) {
  for (unsigned packet = 0; packet < c->ring.hosts.start[c->ring.hosts.messages]; packet++) {
    const uint8_t flags = nf_ring_flags(&c->ring, packet);
    for (unsigned i = 0; i < 4; i++)
      c->flagged[i] += flags >> i & 1;
    c->columns++;
    c->dues += c->ring.hosts.hosts;
  }
}

// The last sum to host 0 is all that is sent, once for each REPLAYS. A register is read while none
// comes.
static void drive_hold(nf_tb *tb, world *c) {
  enum { TIMES = 3 };
  const unsigned from = c->held == 0 ? TIMES : c->again_at[0] + TIMES;
  if (c->held == 2) {
    nf_tb_check(tb, c->replays[1] - c->replays[0] == c->again_at[1] - c->again_at[0],
                "%u replays, the last sum came %u times", c->replays[1] - c->replays[0],
                c->again_at[1] - c->again_at[0]);
    nf_tb_cover(tb, "a sum that nobody acknowledges is sent again and again");
    c->withheld = false;
    c->ack_due[0] = true;
    c->phase = DRAIN;
    c->since = nf_tb_cycle(tb);
    return;
  }
  if (c->again < from || (!c->bus.read.on && nf_tb_cycle(tb) - c->since > 50))
    return;
  if (!c->bus.read.on)
    c->again_at[c->held] = c->again;
  if (!nf_axil_read(tb, &c->bus, NF_NETREDUCE_CSR_REPLAYS))
    return;
  c->replays[c->held] = c->bus.read.data;
  if (c->again == c->again_at[c->held])
    c->held++;
}

// What has come shows that the last sum is not all that is sent, or that it is.
static void note_again(world *c, unsigned host, unsigned packet) {
  const bool last = host == 0 && packet + 1 == c->ring.hosts.start[c->ring.hosts.messages];
  c->again = c->phase == HOLD && last ? c->again + 1 : 0;
  if (!last)
    c->held = 0;
}

static uint16_t other_register(unsigned i) {
  return (uint16_t)(i < SKIPPED ? Others[i] : NF_NETREDUCE_CSR_SKIPPED + 4 * (i - SKIPPED));
}

// All counters, one after the other.
static void drive_read(nf_tb *tb, world *c) {
  const unsigned p = c->reading / CAUSES, cause = c->reading % CAUSES;
  c->asked = c->asked == 0 ? nf_tb_cycle(tb) : c->asked;
  if (!nf_axil_read(tb, &c->bus,
                    p < P_Ports ? NF_NETREDUCE_CSR_COUNT + 128 * p + 4 * cause
                                : other_register(c->reading - P_Ports * CAUSES)))
    return;
  if (p < P_Ports)
    c->total[p][cause] = c->bus.read.data;
  else
    c->other[c->reading - P_Ports * CAUSES] = c->bus.read.data;
  if (c->reading == P_Ports * CAUSES + CYCLES)
    nf_tb_check(tb, c->bus.read.data >= c->asked && c->bus.read.data <= nf_tb_cycle(tb),
                "CYCLES is %u in a read from cycle %u to %u", c->bus.read.data, (unsigned)c->asked,
                (unsigned)nf_tb_cycle(tb));
  c->asked = 0;
  if (++c->reading == P_Ports * CAUSES + OTHERS) {
    c->reading = 0;
    c->rounds++;
    if (c->closed)
      count_closed(tb, c);
    else
      count_whole(c);
    new_round(tb, c);
  }
}

// What is known of the frames must be counted under its cause, and every frame under one.
static void judge_counts(nf_tb *tb, world *c) {
  uint32_t packets = 0;
  for (unsigned p = 0; p < P_Ports; p++) {
    uint32_t sent = 0, counted = 0;
    for (unsigned cause = 0; cause < CAUSES; cause++) {
      sent += c->ports[p].count[cause];
      counted += c->total[p][cause];
      const bool open = cause == NF_NETREDUCE_CAUSE_NONE || cause == NF_NETREDUCE_CAUSE_WINDOW ||
                        cause == NF_NETREDUCE_CAUSE_PSN || c->breaks;
      nf_tb_check(tb, open || c->total[p][cause] == c->ports[p].count[cause],
                  "port %u cause %u: %u counted, %u sent", p, cause, c->total[p][cause],
                  c->ports[p].count[cause]);
    }
    packets += c->total[p][NF_NETREDUCE_CAUSE_NONE];
    nf_tb_check(tb, sent == counted, "port %u: %u frames counted, %u sent", p, counted, sent);
  }
  nf_tb_check(tb, c->other[SUMS] == c->columns, "%u columns summed, %u sent", c->other[SUMS],
              c->columns);
  uint32_t skipped = 0;
  for (unsigned p = 0; p < P_Ports; p++)
    skipped += c->other[SKIPPED + p];
  nf_tb_check(tb, c->dues + c->other[HISTORIES] == c->sums + skipped,
              "%u sums due, %u repeated; %u have come, %u were skipped", c->dues,
              c->other[HISTORIES], c->sums, skipped);
  // A packet begins a column, or is repeated: then it is answered, dropped, or its column still
  // waits.
  nf_tb_check(
      tb, c->breaks || c->recovers || packets >= c->dues + c->other[HISTORIES] + c->other[DROPPED],
      "%u packets; %u are due, %u are answered again, %u are dropped", packets, c->dues,
      c->other[HISTORIES], c->other[DROPPED]);
  for (unsigned i = 0; i < 4; i++)
    nf_tb_check(tb, c->other[INVALID + i] == c->flagged[i], "%u sums with flag %u, %u have it",
                c->other[INVALID + i], i, c->flagged[i]);
  nf_tb_check(tb, c->other[NAKS] == c->naks, "%u NAKs, %u came", c->other[NAKS], c->naks);
  for (unsigned i = ANNOUNCED; i <= CHARGED; i++)
    nf_tb_check(tb,
                c->other[i] == 0 || (i == GIVEN_UP && c->drain == 0) || (i == CHARGED && c->lies),
                "register 0x%04x counts %u", Others[i], c->other[i]);
}

// ------------------------------------------------------------------------------------- frames in
static bool room_to_pass(const port *o) { return o->passes - o->passed < PASSES - 1; }

static void expect_pass(nf_tb *tb, port *o) {
  nf_tb_check(tb, room_to_pass(o) && o->frame.size <= ROOM, "room of the test");
  plain *const f = &o->pass[o->passes++ % PASSES];
  f->size = o->frame.size;
  memcpy(f->bytes, o->frame.bytes, f->size);
}

// Is it of a member's connection, and has something that could be added? Then it does not get by.
static bool of_member(const world *c, const port *o) {
  unsigned ip, bth;
  if (!nf_frame_connection(&o->frame, &ip, &bth) || o->frame.bytes[bth] == ACKNOWLEDGE ||
      o->frame.bytes[bth] == CONGESTION)
    return false;
  for (unsigned h = 0; h < c->ring.hosts.hosts; h++) {
    const nf_ring_member m = nf_ring_member_of(&c->ring, h);
    if (nf_frame_get(&o->frame, ip + 12, 4) == m.src_ip &&
        nf_frame_get(&o->frame, ip + 16, 4) == m.dst_ip &&
        nf_frame_get(&o->frame, bth + 5, 3) == m.dst_qp)
      return true;
  }
  return false;
}

// The frame is not the engine's: what becomes of it is known.
static void announce(nf_tb *tb, world *c, port *o) {
  unsigned cause = nf_frame_cause(&o->frame, o->err, c->ring.tag);
  if (cause == NF_NETREDUCE_CAUSE_NONE)
    cause = NF_NETREDUCE_CAUSE_UNKNOWN; // of a connection that nobody has
  if (cause < NF_NETREDUCE_FIRST_DROPPED && of_member(c, o)) {
    cause = NF_NETREDUCE_CAUSE_RAW;
    nf_tb_cover(tb, "a member's frame that would pass");
  }
  o->count[cause]++;
  if (cause < NF_NETREDUCE_FIRST_DROPPED)
    expect_pass(tb, o);
}

// Not tagged for us, or damaged.
static void any_other(nf_tb *tb, world *c, port *o) {
  uint8_t room[1100];
  nf_frame_fields fields;
  do {
    nf_frame_any(tb, &fields, ~c->ring.tag, room, nf_tb_chance(tb, 50) ? 40 : 1000);
    nf_frame_build(&o->frame, &fields);
    nf_frame_corrupt(tb, &o->frame, (nf_frame_corruption)nf_tb_below(tb, NF_CORRUPT_KINDS));
    if (nf_tb_chance(tb, 10))
      nf_frame_noise(tb, &o->frame, 1 + (unsigned)nf_tb_below(tb, 300));
  } while ((nf_frame_cause(&o->frame, false, c->ring.tag) == NF_NETREDUCE_CAUSE_NONE &&
            nf_frame_get(&o->frame, NF_NETREDUCE_HEAD_BYTES, 4) == c->ring.tag) ||
           (c->breaks && nf_frame_cause(&o->frame, false, c->ring.tag) >=
                             NF_NETREDUCE_FIRST_DROPPED)); // or passes when off
}

// A frame that a member, or somebody in its place, could send to corrupt the job; and what it must
// be counted as.
static unsigned forge(nf_tb *tb, const world *c, unsigned host, unsigned packet, nf_frame *f) {
  static const uint8_t causes[] = {
      NF_NETREDUCE_CAUSE_UNREGISTERED, NF_NETREDUCE_CAUSE_WINDOW,  NF_NETREDUCE_CAUSE_MSGLEN,
      NF_NETREDUCE_CAUSE_MSGLEN,       NF_NETREDUCE_CAUSE_PAYLOAD, NF_NETREDUCE_CAUSE_MEMBER,
      NF_NETREDUCE_CAUSE_OTHER_RING,   NF_NETREDUCE_CAUSE_MARK,    NF_NETREDUCE_CAUSE_ROLE};
  uint8_t payload[2 * NF_NETREDUCE_MAX_PAYLOAD] = {0};
  const nf_ring *const r = &c->ring;
  const unsigned kind = (unsigned)nf_tb_below(tb, 9), next = (host + 1) % r->hosts.hosts;
  nf_frame_fields fields;
  // A message's first packet.
  nf_ring_fields(r, host, r->hosts.start[senders_message(&r->hosts, packet)], false, &fields,
                 payload);
  switch (kind) {
  case 0: // a QP of before
    fields.dst_qp ^= 0x4000;
    break;
  case 1:
    fields.msgid += 5000;
    break;
  case 2:
    fields.msglen = 0;
    break;
  case 3:
    fields.msglen = P_MaxMsgLen + 1;
    break;
  case 4:
    fields.payload_bytes = NF_NETREDUCE_MAX_PAYLOAD + 4;
    break;
  case 5: // its neighbour's
    nf_ring_fields(r, next, r->hosts.start[senders_message(&r->hosts, packet)], false, &fields,
                   payload);
    break;
  case 6:
    fields.ring = (uint16_t)(fields.ring ^ 1u << nf_tb_below(tb, 16));
    break;
  case 7: // it says that it is a sum
    fields.mark = (uint8_t)(nf_tb_chance(tb, 50) ? NF_NETREDUCE_RESULT | r->hosts.hosts
                                                 : 1 + nf_tb_below(tb, 127));
    break;
  default: // a header alone
    fields.opcode = (uint8_t)(NF_NETREDUCE_ALONE << 5 | fields.opcode);
    fields.payload_bytes = 0;
    break;
  }
  nf_frame_build(f, &fields);
  return causes[kind];
}

// An acknowledgement or a congestion notification of a member's connection, also behind VLAN tags
// and IP options: it passes, whatever the ring is.
static bool empty_of_member(nf_tb *tb, world *c, unsigned p) {
  static const uint8_t nothing[16] = {0};
  const int host = nf_ring_host(&c->ring, p);
  uint8_t payload[NF_NETREDUCE_MAX_PAYLOAD];
  nf_frame_fields fields;
  if (host < 0)
    return false;
  port *const o = &c->ports[p];
  nf_ring_fields(&c->ring, (unsigned)host, 0, false, &fields, payload);
  fields.opcode = nf_tb_chance(tb, 50) ? ACKNOWLEDGE : CONGESTION;
  fields.nr = false;
  fields.payload = nothing;
  fields.payload_bytes = fields.opcode == ACKNOWLEDGE ? 4 : sizeof nothing;
  nf_frame_build(&o->frame, &fields);
  const unsigned tags = (unsigned)nf_tb_below(tb, 3), words = (unsigned)nf_tb_below(tb, 3);
  nf_frame_widen(tb, &o->frame, tags, words);
  announce(tb, c, o);
  nf_tb_cover(tb, tags != 0 ? "a tagged acknowledgement of a member" : "an acknowledgement");
  return true;
}

// The first packet of the first message, with another MsgLen.
static void lie(const world *c, unsigned host, nf_frame *f) {
  uint8_t payload[NF_NETREDUCE_MAX_PAYLOAD];
  nf_frame_fields fields;
  nf_ring_fields(&c->ring, host, 0, false, &fields, payload);
  fields.msglen = (uint16_t)(fields.msglen == 1 ? 2 : fields.msglen - 1);
  nf_frame_build(f, &fields);
}

// A packet of the ring: as it is, or damaged, which its sender sees as lost.
static bool any_packet(nf_tb *tb, world *c, unsigned p) {
  port *const o = &c->ports[p];
  const int host = nf_ring_host(&c->ring, p);
  unsigned packet;
  if (host < 0 || !senders_arrive(tb, &c->ring.hosts, (unsigned)host, &packet))
    return false;
  if (nf_tb_chance(tb, c->hostile)) {
    o->count[forge(tb, c, (unsigned)host, packet, &o->frame)]++;
    return true; // the packet itself is lost
  }
  if (c->lies && packet == 0 && (unsigned)host == c->ring.hosts.hosts - 1)
    lie(c, (unsigned)host, &o->frame);
  else
    nf_ring_frame(&c->ring, (unsigned)host, packet, false, &o->frame);
  if (nf_tb_chance(tb, c->damage)) {
    o->err = nf_tb_chance(tb, 20);
    nf_frame_corrupt(tb, &o->frame, (nf_frame_corruption)nf_tb_below(tb, NF_CORRUPT_KINDS));
    if (nf_frame_cause(&o->frame, o->err, c->ring.tag) == NF_NETREDUCE_CAUSE_NONE)
      return false;
    announce(tb, c, o);
  } else {
    o->count[NF_NETREDUCE_CAUSE_NONE]++;
  }
  return true;
}

// An acknowledgement of host h's packets up to this one, or a NAK for it, as its receiver sends it.
static void build_ack(nf_tb *tb, const world *c, unsigned h, bool gap, unsigned packet,
                      nf_frame *f) {
  static uint8_t payload[NF_NETREDUCE_MAX_PAYLOAD];
  nf_frame_fields fields;
  nf_ring_fields(&c->ring, h, 0, false, &fields, payload);
  const nf_ring_member m = nf_ring_member_of(&c->ring, h);
  fields.src_ip = m.dst_ip;
  fields.dst_ip = m.src_ip;
  fields.dst_qp = m.src_qp;
  fields.opcode = ACKNOWLEDGE;
  fields.nr = false;
  fields.psn = (c->ring.psn0[h] + packet) & 0xffffff;
  fields.payload_bytes = NF_NETREDUCE_AETH_BYTES;
  memset(payload, 0, NF_NETREDUCE_AETH_BYTES);
  payload[0] = gap ? NF_NETREDUCE_NAK_SEQUENCE : 0;
  nf_frame_build(f, &fields);
  if (nf_tb_chance(tb, 30))
    nf_frame_tag(tb, f, 1 + (unsigned)nf_tb_below(tb, 2));
}

// Somebody at another port says in a receiver's name what it has, or lacks. Believed, it would make
// sums that the receiver has not seen acknowledged, or replay them again and again.
static bool stranger_speaks(nf_tb *tb, world *c, unsigned p) {
  const unsigned hosts = c->ring.hosts.hosts, h = (unsigned)nf_tb_below(tb, hosts);
  if (!nf_tb_chance(tb, 5) || c->ring.port[(h + 1) % hosts] == p)
    return false;
  const unsigned packet = c->ring.hosts.host[h].expected + (unsigned)nf_tb_below(tb, 4);
  const bool gap = nf_tb_chance(tb, 30);
  build_ack(tb, c, h, gap, packet, &c->ports[p].frame);
  c->ports[p].count[NF_NETREDUCE_CAUSE_MEMBER]++;
  nf_tb_cover(tb, gap ? "a NAK in another's name" : "an acknowledgement in another's name");
  return true;
}

// What the host at a port has to say of the sums that it gets. A NAK ends in the switch.
static bool receiver_speaks(nf_tb *tb, world *c, unsigned p) {
  const unsigned hosts = c->ring.hosts.hosts;
  const int to = nf_ring_host(&c->ring, p);
  if (to < 0)
    return false;
  const unsigned h = ((unsigned)to + hosts - 1) % hosts;
  const bool gap = c->nak_due[h];
  if (!gap && (!c->ack_due[h] || c->ring.hosts.host[h].expected == 0))
    return false;
  const bool withheld =
      c->withheld && h == 0 && !gap &&
      c->ring.hosts.host[0].expected == c->ring.hosts.start[c->ring.hosts.messages];
  c->nak_due[h] = c->ack_due[h] = false;
  if (nf_tb_chance(tb, c->ring.hosts.loss))
    return false;
  port *const o = &c->ports[p];
  build_ack(tb, c, h, gap, c->ring.hosts.host[h].expected - !gap - withheld, &o->frame);
  if (gap) {
    o->count[NF_NETREDUCE_CAUSE_NONE]++;
    nf_tb_cover(tb, "a receiver's NAK");
  } else {
    announce(tb, c, o);
  }
  return true;
}

// A sum at its receiver, where the switch repairs losses: a gap is its business, not the sender's.
static void receive(nf_tb *tb, world *c, unsigned h, unsigned packet) {
  sender *const s = &c->ring.hosts.host[h];
  if (nf_tb_chance(tb, c->ring.hosts.loss))
    return;
  if (packet > s->expected) {
    c->nak_due[h] = c->nak_due[h] || !s->complained;
    s->complained = true;
    return;
  }
  if (packet == s->expected) {
    s->expected++;
    s->complained = false;
    s->idle = 0;
  }
  s->acked = s->expected;
  s->next = s->next < s->acked ? s->acked : s->next;
  c->ack_due[h] = true;
}

// The switch asks a host for what it misses, in its receiver's name.
static bool is_nak(nf_tb *tb, world *c, unsigned h, const nf_frame *f) {
  uint64_t meta[4];
  nf_frame_record(f, false, c->ring.tag, meta);
  const nf_ring_member m = nf_ring_member_of(&c->ring, h);
  if (!c->recovers || nf_netreduce_meta_ack(meta) != NF_NETREDUCE_ACK_GAP ||
      nf_netreduce_meta_src_ip(meta) != m.dst_ip || nf_netreduce_meta_dst_ip(meta) != m.src_ip ||
      nf_netreduce_meta_dst_qp(meta) != m.src_qp)
    return false;
  sender *const s = &c->ring.hosts.host[h];
  const unsigned packet = (nf_netreduce_meta_psn(meta) - c->ring.psn0[h]) & 0xffffff;
  nf_tb_check(tb, packet < c->ring.hosts.start[c->ring.hosts.messages],
              "host %u is asked for packet %u", h, packet);
  if (packet >= s->acked && packet < s->next)
    s->next = packet;
  c->naks++;
  return true;
}

static void next_frame(nf_tb *tb, world *c, unsigned p) {
  port *const o = &c->ports[p];
  o->err = false;
  if (!room_to_pass(o))
    return;
  if (c->recovers && receiver_speaks(tb, c, p)) {
    nf_tb_cover(tb, "a receiver speaks");
  } else if (c->phase != RUN) {
    return;
  } else if (c->recovers && stranger_speaks(tb, c, p)) {
    nf_tb_cover(tb, "a stranger speaks");
  } else if (nf_tb_chance(tb, c->others) && nf_tb_chance(tb, 5)) {
    if (!empty_of_member(tb, c, p))
      return;
  } else if (nf_tb_chance(tb, c->others)) {
    any_other(tb, c, o);
    o->err = !c->breaks && nf_tb_chance(tb, 5);
    announce(tb, c, o);
  } else if (!any_packet(tb, c, p)) {
    return;
  }
  o->on = true;
  o->at = 0;
  o->beats = nf_frame_beats(&o->frame);
}

static void drive_in(nf_tb *tb, world *c, unsigned p, bool ready, nf_netreduce_in *in) {
  port *const o = &c->ports[p];
  if (!o->on && (c->phase == RUN || c->phase == HOLD || (c->phase == DRAIN && c->recovers)))
    next_frame(tb, c, p);
  if (!o->on || (!o->up && !nf_pace_go(tb, &o->comes) && c->phase != DRAIN))
    return; // the end is not waited for
  if (!o->up)
    o->beat_bytes = nf_frame_beat(tb, &o->frame, o->at, &o->beat);
  o->up = !ready;
  const unsigned bytes = o->beat_bytes;
  const bool last = o->at + 1 == o->beats;
  in->s_tdata[p] = o->beat;
  in->s_tvalid |= (uint8_t)(1u << p);
  in->s_tlast |= (uint8_t)((unsigned)last << p);
  in->s_tkeep[p] = bytes == 64 ? UINT64_MAX : ((uint64_t)1 << bytes) - 1;
  if (o->err && last) { // the MAC says so, or null bytes inside of the frame
    if (bytes > 2 && o->frame.size % 2 == 0)
      in->s_tkeep[p] &= ~(uint64_t)2;
    else
      in->s_tuser |= (uint8_t)(1u << p);
  }
  if (!ready)
    return;
  c->since = nf_tb_cycle(tb);
  o->at++;
  o->on = !last;
}

// ------------------------------------------------------------------------------------ frames out
static void judge_frame(nf_tb *tb, world *c, unsigned p) {
  port *const o = &c->ports[p];
  const plain *const first = &o->pass[o->passed % PASSES];
  if (o->passed < o->passes && first->size == o->came.size &&
      memcmp(first->bytes, o->came.bytes, first->size) == 0) {
    o->passed++;
    return;
  }
  const int host = nf_ring_host(&c->ring, p);
  nf_frame got = {.size = o->came.size};
  memcpy(got.bytes, o->came.bytes, got.size);
  if (host >= 0 && is_nak(tb, c, (unsigned)host, &got))
    return;
  const unsigned packet = host < 0 ? 0 : nf_ring_packet(&c->ring, (unsigned)host, &got);
  if (host < 0 || packet >= c->ring.hosts.start[c->ring.hosts.messages]) {
    nf_tb_check(tb, false, "port %u: a frame of %u bytes that nobody sent", p, got.size);
    return;
  }
  static nf_frame expect;
  nf_ring_frame(&c->ring, (unsigned)host, packet, true, &expect);
  if (got.size == expect.size && memcmp(got.bytes, expect.bytes, got.size) == 0) {
    nf_tb_check(tb, !c->at_rest, "port %u: a sum when BUSY has fallen", p);
    if (c->recovers)
      receive(tb, c, (unsigned)host, packet);
    else
      senders_result(tb, &c->ring.hosts, (unsigned)host, packet);
    c->sums++;
    note_again(c, (unsigned)host, packet);
    if (c->first_out == 0)
      c->first_out = nf_tb_cycle(tb);
    c->last_out = nf_tb_cycle(tb);
    c->outs++;
    return;
  }
  nf_tb_check(
      tb, false,
      "port %u: packet %u of host %d is not the sum, type %u, expected next %u, sizes %u %u", p,
      packet, host, c->ring.dtype, c->ring.hosts.host[host].expected, got.size, expect.size);
}

static void take_out(nf_tb *tb, world *c, unsigned p, const nf_netreduce_out *o) {
  port *const q = &c->ports[p];
  const uint64_t keep = o->m_tkeep[p];
  const unsigned bytes = (unsigned)__builtin_popcountll(keep);
  const bool last = (o->m_tlast >> p & 1) != 0;
  nf_tb_check(tb, (keep & (keep + 1)) == 0 && bytes > 0 && (last || bytes == 64), "keep %llx",
              (unsigned long long)keep);
  if (q->came.size + bytes > ROOM) {
    nf_tb_check(tb, false, "port %u: a frame without end", p);
    q->came.size = 0;
    return;
  }
  memcpy(q->came.bytes + q->came.size, &o->m_tdata[p], bytes);
  q->came.size += bytes;
  c->since = nf_tb_cycle(tb);
  if (!last)
    return;
  judge_frame(tb, c, p);
  q->came.size = 0;
}

// ---------------------------------------------------------------------------------------- a cycle
static bool all_done(const world *c) {
  for (unsigned m = 0; m < c->ring.hosts.messages; m++)
    if (!senders_all_have(&c->ring.hosts, m))
      return false;
  return true;
}

static bool nothing_to_pass(const world *c) {
  bool none = true;
  for (unsigned p = 0; p < P_Ports; p++)
    none = none && c->ports[p].passes == c->ports[p].passed && !c->ports[p].on;
  return none;
}

static void drive(nf_tb *tb, void *ctx, const void *out, void *input) {
  world *const c = ctx;
  const nf_netreduce_out *const o = out;
  nf_netreduce_in *const in = input;
  const uint64_t now = nf_tb_cycle(tb);

  if (now % PACE == PACE - 1) // not once a round: a slow one would last as long as the test
    any_paces(tb, c);
  NF_AXIL_SEE(tb, &c->bus, o, );
  if (c->phase == SET_UP) {
    if (drive_script(tb, c))
      c->phase = RUN;
  } else if (c->phase == TELL)
    drive_tell(tb, c);
  else if (c->phase == READ)
    drive_read(tb, c);
  else if (c->phase == HOLD)
    drive_hold(tb, c);
  if (c->phase == RUN) {
    for (unsigned h = c->lies && now < HONEST ? c->ring.hosts.hosts - 1 : 0;
         h + c->silent < c->ring.hosts.hosts; h++)
      senders_move(tb, &c->ring.hosts, h);
    const bool idle = drive_script(tb, c);
    if (idle && (all_done(c) || (c->closed && now > c->next_break)))
      c->phase = c->withheld ? HOLD : DRAIN;
    else
      break_in(tb, c);
    if ((c->silent || c->lies) && c->told == 0 && now > SILENCE)
      c->phase = TELL;
  }
  NF_AXIL_DRIVE(tb, &c->bus, in, );
  for (unsigned p = 0; p < P_Ports; p++) {
    if (nf_pace_go(tb, &c->ports[p].takes) || c->phase == DRAIN) {
      in->m_tready |= (uint8_t)(1u << p);
      if ((o->m_tvalid >> p & 1) != 0)
        take_out(tb, c, p, o);
    }
    drive_in(tb, c, p, (o->s_tready >> p & 1) != 0, in);
  }
  if (c->phase == DRAIN && now - c->since > (c->recovers ? QUIET + 2 * AGAIN : QUIET)) {
    nf_tb_check(tb, nothing_to_pass(c), "a frame that was to pass is lost");
    c->phase = READ;
  }
  if (c->rounds != c->kept) { // the counters are read
    c->kept = c->rounds;
    judge_counts(tb, c);
  }
  if (now - c->since > PATIENCE) {
    nf_tb_check(tb, false, "nothing moves");
    c->since = now;
  }
}

static void start(nf_tb *tb, void *ctx) {
  nf_axil_master_any(tb, &((world *)ctx)->bus);
  new_round(tb, ctx);
}

static void start_mixed(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->others = 40;
  c->damage = 5;
  new_round(tb, c);
}

static void start_hostile(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->hostile = 10;
  new_round(tb, c);
}

static void start_breaks(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->breaks = true;
  c->others = 10;
  new_round(tb, c);
}

static void start_drained(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->breaks = true;
  c->drain = 30000;
  new_round(tb, c);
}

static void start_brisk(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->brisk = true;
  new_round(tb, c);
}

static void start_silent(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->silent = true;
  new_round(tb, c);
  c->ring.hosts.loss = 0;
}

static void start_lies(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->lies = true;
  new_round(tb, c);
  c->ring.hosts.loss = 0;
}

static void finish_lies(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->told == 6, "%u registers read", c->told);
}

static void finish_silent(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  nf_tb_reach(tb, c->told == 6 && c->rounds > 0, "%u registers read, %u rounds", c->told,
              c->rounds);
}

static void finish(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  // Long messages take more than the scenario's time.
  nf_tb_reach(tb, (c->rounds > 0 || P_MaxMsgLen > 8) && c->sums > 50, "%u rounds, %u sums",
              c->rounds, c->sums);
}

static void start_recovers(nf_tb *tb, void *ctx) {
  world *const c = ctx;
  c->recovers = true;
  new_round(tb, c);
}

static void finish_recovers(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  finish(tb, ctx);
  nf_tb_reach(tb, c->naks > 3, "%u NAKs to hosts", c->naks);
}

// A column takes the aggregator 17 cycles, and every column leaves by every port.
static void finish_brisk(nf_tb *tb, void *ctx) {
  const world *const c = ctx;
  if (c->rounds > 0 || P_MaxMsgLen * P_Window < 16)
    return; // there is a pause between rounds; short windows do not cover the way
  const double cycles = (double)(c->last_out - c->first_out) * P_Ports / c->outs;
  nf_tb_check(tb, c->outs > 100 && cycles < 17.5, "%.2f cycles a column, %u frames", cycles,
              c->outs);
}

static const nf_tb_scenario scenarios[] = {
    {"NETREDUCE 4.3 rings of hosts, packets and results lost, doubled, reordered", 60000, start,
     drive, finish},
    {"NETREDUCE 4.3 the same among frames of others, damaged ones too", 90000, start_mixed, drive,
     finish},
    {"NETREDUCE 4.3.1 the same among forged frames: they leave no trace", 120000, start_hostile,
     drive, finish},
    {"NETREDUCE 4.2 closed, or switched off in mid-run: nothing passes raw", 60000, start_breaks,
     drive, finish},
    {"NETREDUCE 4.2 the same, but what has begun ends: no sum when BUSY has fallen", 90000,
     start_drained, drive, finish},
    {"NETREDUCE 4.3.2 a host says nothing: whose packet is missing", 40000, start_silent, drive,
     finish_silent},
    {"NETREDUCE 4.3.2 the switch repairs losses: sums in order, NAKs, replays", 60000,
     start_recovers, drive, finish_recovers},
    {"NETREDUCE 4.1 a host lies about MsgLen, and is the first: it is charged, not the others",
     8000, start_lies, drive, finish_lies},
    {"NETREDUCE 4.4 line rate: full packets on all ports", 12000, start_brisk, drive, finish_brisk},
    {"NETREDUCE 4.3 the output of one port is paused", 40000, pauses_start_one, pauses_drive,
     pauses_finish_one},
    {"NETREDUCE 4.3 the output of one port stops and goes", 40000, pauses_start_flap, pauses_drive,
     pauses_finish_flap},
    {"NETREDUCE 4.3.2 one member floods the accelerator with repeats", 20000, pauses_start_flood,
     pauses_drive, pauses_finish_flood},
    {"NETREDUCE 4.3 all outputs are paused: inputs go on", 40000, pauses_start_all, pauses_drive,
     pauses_finish_all},
};
enum { OF_ONE_RING = 5 }; // scenarios; the others need two

int main(int argc, char **argv) {
  static const nf_netreduce_cfg cfg = {.Ports = P_Ports,
                                       .Rings = P_Rings,
                                       .Window = P_Window,
                                       .MaxMsgLen = P_MaxMsgLen,
                                       .Connections = P_Connections,
                                       .BufferBeats = P_BufferBeats,
                                       .Stages = P_Stages,
                                       .Halves = P_Halves};
  static const nf_tb_bench bench = {
      .dut = &nf_netreduce_dut,
      .model = NF_TB_MODEL(nf_netreduce),
      .cfg = &cfg,
      .ctx_size = sizeof(world) > sizeof(pauses) ? sizeof(world) : sizeof(pauses),
      .scenarios = scenarios,
      .count = P_Rings < PAUSES_RINGS ? OF_ONE_RING : sizeof scenarios / sizeof scenarios[0],
      .unreset = "m_tdata:m_tvalid m_tkeep:m_tvalid m_tlast:m_tvalid"};
  return nf_tb_main(argc, argv, &bench);
}
