// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "nf_ace_world.h"

#include <string.h>

void nf_ace_world_csr(nf_tb *tb, nf_ace_world *w, uint32_t addr, uint32_t data, bool refused) {
  nf_tb_check(tb, w->writes < NF_ACE_WORLD_SCRIPT, "the script is full");
  if (w->writes < NF_ACE_WORLD_SCRIPT)
    w->script[w->writes++] = (nf_ace_world_write){addr, data, refused, false};
}

// ------------------------------------------------------------------------------ programs
static uint32_t control(unsigned op, unsigned rd, unsigned rs, unsigned imm) {
  uint64_t word = 0;
  nf_ace_control_set_op(&word, (uint8_t)op);
  nf_ace_control_set_rd(&word, (uint8_t)rd);
  nf_ace_control_set_rs(&word, (uint8_t)rs);
  nf_ace_control_set_imm(&word, (uint16_t)imm);
  return (uint32_t)word;
}

enum { SRC, DST };

static uint32_t transfer(unsigned op, unsigned qin, unsigned ra, unsigned wa, unsigned qout) {
  uint64_t word = 0;
  nf_ace_instr_set_op(&word, (uint8_t)op);
  nf_ace_instr_set_qin(&word, (uint8_t)qin);
  nf_ace_instr_set_qout(&word, (uint8_t)qout);
  nf_ace_instr_set_ra(&word, (uint8_t)ra);
  nf_ace_instr_set_rarea(&word, SRC);
  nf_ace_instr_set_wa(&word, (uint8_t)wa);
  nf_ace_instr_set_warea(&word, DST);
  return (uint32_t)word; // length from register 0
}

// All-reduce of two, member `rank`, one message each way (ACE Fig. 7 with two nodes).
static void load_ring(nf_tb *tb, nf_ace_world *w, unsigned machine, unsigned next, unsigned prev) {
  const unsigned rank = machine & 1;
  const uint32_t program[] = {
      control(NF_ACE_OP_GET, 0, 0, NF_ACE_GET_LEN),
      control(NF_ACE_OP_GET, 1, 0, NF_ACE_GET_PITCH),
      control(NF_ACE_OP_MUL, 3, 1, rank),         // own message
      control(NF_ACE_OP_MUL, 4, 1, 1 - rank),     // the other's
      transfer(NF_ACE_OP_SEND, 0, 4, 0, next),    // step 1
      transfer(NF_ACE_OP_RRCS, prev, 3, 3, next), // steps 3 and 4
      transfer(NF_ACE_OP_RECV, prev, 0, 4, 0),    // step 5
      control(NF_ACE_OP_DONE, 0, 0, 0),
  };
  for (unsigned i = 0; i < sizeof program / sizeof *program; i++)
    nf_ace_world_csr(tb, w, NF_ACE_CSR_PROGRAM + machine * 0x2000 + 4 * i, program[i], false);
}

void nf_ace_world_corrupt(nf_tb *tb, nf_ace_world *w) {
  nf_ace_world_csr(tb, w, NF_ACE_CSR_PROGRAM, control(NF_ACE_OP_LI, 0, 0, 1), false);
}

static void open_qp(nf_tb *tb, nf_ace_world *w, unsigned port, unsigned qp, unsigned first) {
  const unsigned at = NF_ACE_CSR_QP + port * 256 + qp * 16, log_slots = 2;
  nf_ace_world_csr(tb, w, at + 4, 7u | qp << 12 | 1u << log_slots << 16, false);
  nf_ace_world_csr(tb, w, at, 1u << 31 | log_slots << 8 | first, false);
}

static unsigned rings(const nf_ace_cfg *cfg) {
  return (cfg->Machines < cfg->Ports ? cfg->Machines : cfg->Ports) / 2;
}

static void open_port(nf_tb *tb, nf_ace_world *w, unsigned port) {
  for (unsigned qp = 0; qp < 2; qp++)
    open_qp(tb, w, port, qp, 4 * qp);
}

void nf_ace_world_abort(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, unsigned epoch) {
  nf_ace_world_csr(tb, w, NF_ACE_CSR_EPOCH, epoch, false);
  nf_tb_check(tb, w->writes < NF_ACE_WORLD_SCRIPT, "the script is full");
  if (w->writes < NF_ACE_WORLD_SCRIPT)
    w->script[w->writes++] = (nf_ace_world_write){.waits = true};
  for (unsigned p = 0; p < 2 * rings(cfg); p++)
    open_port(tb, w, p);
}

void nf_ace_world_setup(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, unsigned watchdog) {
  const unsigned packets = cfg->Banks * cfg->BankWords / NF_ACE_PACKET_WORDS, slot = packets / 4;
  nf_ace_world_csr(tb, w, NF_ACE_CSR_NODE, 7, false);
  nf_ace_world_csr(tb, w, NF_ACE_CSR_WATCHDOG, watchdog, false);
  nf_ace_world_csr(tb, w, NF_ACE_CSR_IRQ_ENABLE,
                   1u << NF_ACE_IRQ_COMMAND | 1u << NF_ACE_IRQ_FAULT | 1u << NF_ACE_IRQ_DMA |
                       1u << NF_ACE_IRQ_ABORT,
                   false);
  for (unsigned p = 0; p < 2; p++) {
    const unsigned at = NF_ACE_CSR_PARTITION + 16 * p;
    nf_ace_world_csr(tb, w, at, 2 * p * slot, false);
    nf_ace_world_csr(tb, w, at + 4, slot, false);
    nf_ace_world_csr(tb, w, at + 8, 2, false);
  }
  const unsigned pairs = rings(cfg);
  nf_ace_world_csr(tb, w, NF_ACE_CSR_PLAN, 2 * pairs << 8, false);
  nf_ace_world_csr(tb, w, NF_ACE_CSR_PLAN + 4, 0, false);
  for (unsigned i = 0; i < pairs; i++) {
    // The even machine sends on queue pair 0 and receives on 1, the odd one the other way round.
    for (unsigned side = 0; side < 2; side++) {
      open_port(tb, w, 2 * i + side);
      const unsigned port = (2 * i + side) * 16;
      load_ring(tb, w, 2 * i + side, port + side, port + 1 - side);
    }
  }
  nf_ace_world_csr(tb, w, NF_ACE_CSR_CONTROL, 1, false);
}

void nf_ace_world_command(nf_tb *tb, nf_ace_world *w, unsigned src, unsigned dst, unsigned block,
                          unsigned msg, unsigned dtype, unsigned tag) {
  const uint32_t values[] = {src,
                             0,
                             dst,
                             0,
                             block,
                             block,
                             block,
                             2 * block,
                             2 * block,
                             msg | 2u << 16 | 2u << 24,
                             (unsigned)NF_RED_OP_ADD << 4 | dtype << 8 | tag << 16};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    nf_ace_world_csr(tb, w, NF_ACE_CSR_CMD_SRC_LO + 4 * i, values[i], false);
}

void nf_ace_world_pace(nf_tb *tb, nf_ace_world *w, bool full) {
  nf_pace *const all[] = {&w->ar, &w->r, &w->aw, &w->w, &w->b, &w->host_tx, &w->host_rx};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    *all[i] = full ? (nf_pace){0} : nf_pace_any(tb);
  for (unsigned p = 0; p < NF_ACE_MAX_PORTS; p++)
    w->cable[p] = full ? (nf_pace){0} : nf_pace_any(tb);
  w->bus = (nf_axil_master){0};
  if (!full)
    nf_axil_master_any(tb, &w->bus);
  w->latency = full ? 20 : nf_tb_below(tb, 150);
  w->spread = full || nf_tb_chance(tb, 50) ? 0 : nf_tb_below(tb, 150);
  w->order =
      full ? NF_ACE_WORLD_ANY_ORDER : (nf_ace_world_order)nf_tb_below(tb, NF_ACE_WORLD_ORDERS);
}

// ------------------------------------------------------------------------------ processor
// The interrupt is up: it is cleared first, so that what happens while the registers are read
// raises it again.
static void call(nf_tb *tb, nf_ace_world *w) {
  w->called = true;
  if (w->writes < NF_ACE_WORLD_SCRIPT)
    nf_ace_world_csr(tb, w, NF_ACE_CSR_IRQ_STATUS,
                     1u << NF_ACE_IRQ_COMMAND | 1u << NF_ACE_IRQ_DMA | 1u << NF_ACE_IRQ_ABORT,
                     false);
}

// What is read after an interrupt, after COMPLETION has had no more.
static const uint16_t polled[] = {
    NF_ACE_CSR_FAULT_CAUSE,     NF_ACE_CSR_FAULT_WHERE,
    NF_ACE_CSR_FLAGS,           NF_ACE_CSR_POISONED,
    NF_ACE_CSR_POISON_FIRST_LO, NF_ACE_CSR_POISON_FIRST_HI,
    NF_ACE_CSR_POISON_LAST_LO,  NF_ACE_CSR_POISON_LAST_HI,
    NF_ACE_CSR_DMA_FAULT,       NF_ACE_CSR_EPOCH_OLD,
    NF_ACE_CSR_EPOCH_NEW,       NF_ACE_CSR_BAD_PACKET,
    NF_ACE_CSR_BAD_ACCESS,      NF_ACE_CSR_CHUNKS_DONE,
    NF_ACE_CSR_TX_DMA_BEATS,    NF_ACE_CSR_RX_DMA_BEATS,
    NF_ACE_CSR_GRANTS,          NF_ACE_CSR_REDUCTIONS,
    NF_ACE_CSR_HOST_DROPPED,    NF_ACE_CSR_WAIT_BASE + 4 * NF_ACE_WAIT_PACKET,
    NF_ACE_CSR_CYCLES};

enum { POLLED = sizeof polled / sizeof *polled };

uint32_t nf_ace_world_reg(const nf_ace_world *w, uint32_t addr) { return w->reg[addr / 4]; }

static uint32_t next_read(const nf_ace_world *w) {
  return w->poll == 0 ? NF_ACE_CSR_COMPLETION : polled[w->poll - 1];
}

// What was read after the interrupt, and what is read next.
static void take(nf_tb *tb, nf_ace_world *w, uint32_t data) {
  const uint32_t addr = next_read(w);
  w->reg[addr / 4] = data;
  if (addr == NF_ACE_CSR_COMPLETION && data >> 31 && w->completions < 8) {
    w->completion[w->completions++] = data; // and there may be another one
    return;
  }
  if (addr == NF_ACE_CSR_CYCLES)
    nf_tb_check(tb, data >= w->asked && data <= nf_tb_cycle(tb),
                "CYCLES is %u in a read from cycle %u to %u", data, (unsigned)w->asked,
                (unsigned)nf_tb_cycle(tb));
  if (addr == NF_ACE_CSR_HOST_DROPPED) // one may be under way
    nf_tb_check(tb, data + 1 >= w->long_asked && data <= w->host_long + 1,
                "HOST_DROPPED is %u, %u to %u normal packets were too long", data, w->long_asked,
                w->host_long);
  w->poll = w->poll == POLLED ? 0 : w->poll + 1;
  w->called &= w->poll != 0;
}

static void processor(nf_tb *tb, nf_ace_world *w, const nf_ace_out *out, nf_ace_in *in) {
  const nf_ace_world_write *const at = &w->script[w->next];
  NF_AXIL_SEE(tb, &w->bus, out, csr_);
  if (out->irq && !w->called && w->next == w->writes)
    call(tb, w);
  if (w->bus.write.over) {
    nf_tb_check(tb, (w->bus.write.resp == 2) == at->refused, "write 0x%05x: response %u", at->addr,
                w->bus.write.resp);
    w->bus.write.over = false;
    w->refused += at->refused;
    w->next++;
  } else if (w->bus.write.on) { // one access after the other
  } else if (!w->waiting && (w->reading || w->poll != 0 || (w->called && w->next == w->writes))) {
    if (!w->reading) {
      w->asked = nf_tb_cycle(tb);
      w->long_asked = w->host_long;
    }
    w->reading = !nf_axil_read(tb, &w->bus, next_read(w));
    if (!w->reading)
      take(tb, w, w->bus.read.data);
  } else if (w->next < w->writes && at->waits) {
    w->waiting = !nf_axil_read(tb, &w->bus, NF_ACE_CSR_STATUS);
    w->next += !w->waiting && !(w->bus.read.data >> 2 & 1);
  } else if (w->next < w->writes) {
    nf_axil_begin_write(&w->bus, at->addr, at->data);
  }
  NF_AXIL_DRIVE(tb, &w->bus, in, csr_);
}

// ------------------------------------------------------------------------------ memory
static void drop_first(nf_ace_world_burst *list, unsigned *used) {
  memmove(list, list + 1, --*used * sizeof *list);
}

static bool fails(const nf_ace_world *w, uint64_t addr) {
  const uint64_t within = w->word - 1;
  return (addr & ~within) < w->fails_to && (addr | within) >= w->fails_from;
}

// The word of an address.
static uint8_t *place(nf_ace_world *w, uint64_t addr) {
  return &w->bytes[addr % NF_ACE_WORLD_BYTES & ~(uint64_t)(w->word - 1)];
}

// Cycle of an answer; those of bursts before it are not overtaken.
static uint64_t due(nf_tb *tb, const nf_ace_world *w) {
  return nf_tb_cycle(tb) + w->latency + nf_tb_below(tb, w->spread + 1);
}

// Does the channel still do anything?
static bool speaks(const nf_ace_world *w, unsigned channel) {
  return !w->falls_silent || w->silent != channel || w->passed < w->silent_after;
}

// What was taken on a channel.
static void pass(nf_ace_world *w, unsigned channel, bool taken) {
  w->passed += w->falls_silent && w->silent == channel && taken;
}

static void memory_reads(nf_tb *tb, nf_ace_world *w, const nf_ace_out *out, nf_ace_in *in) {
  const bool go = nf_pace_go(tb, &w->r);
  if (w->reads > 0 && w->read[0].due <= nf_tb_cycle(tb) &&
      (w->r_up || (go && speaks(w, NF_ACE_CHANNEL_R)))) {
    nf_ace_world_burst *const b = &w->read[0];
    in->mem_r_valid = true;
    w->r_up = !out->mem_r_ready;
    in->mem_r_last = b->beats == 1;
    in->mem_r_resp = fails(w, b->addr) ? 2 : 0;
    memcpy(&in->mem_r_data, place(w, b->addr), w->word);
    if (in->mem_r_resp != 0)
      for (unsigned i = 0; i < w->word / 8; i++)
        in->mem_r_data.w[i] = ~in->mem_r_data.w[i];
    if (out->mem_r_ready) {
      b->addr += w->word;
      if (--b->beats == 0)
        drop_first(w->read, &w->reads);
    }
  }
  pass(w, NF_ACE_CHANNEL_R, in->mem_r_valid && out->mem_r_ready);
  w->words_read += in->mem_r_valid && out->mem_r_ready;
  in->mem_ar_ready =
      w->reads < NF_ACE_WORLD_BURSTS && nf_pace_go(tb, &w->ar) && speaks(w, NF_ACE_CHANNEL_AR);
  pass(w, NF_ACE_CHANNEL_AR, in->mem_ar_ready && out->mem_ar_valid);
  if (in->mem_ar_ready && out->mem_ar_valid)
    w->read[w->reads++] = (nf_ace_world_burst){out->mem_ar_addr, due(tb, w), out->mem_ar_len + 1u};
}

// Beats whose address is known.
static void store(nf_tb *tb, nf_ace_world *w) {
  while (w->writing > 0 && w->stored != w->beats) {
    nf_ace_world_burst *const b = &w->write[0];
    const nf_ace_world_beat *const beat = &w->beat[w->stored++ % NF_ACE_WORLD_BEATS];
    const uint8_t *const data = (const uint8_t *)&beat->data;
    uint8_t *const bytes = place(w, b->addr);
    for (unsigned i = 0; i < w->word; i++)
      if (beat->strobe[i / 64] >> i % 64 & 1)
        bytes[i] = data[i];
    b->addr += w->word;
    if (!beat->last)
      continue;
    drop_first(w->write, &w->writing);
    w->answer[w->answers++] = (nf_ace_world_burst){.due = due(tb, w)};
  }
}

static void memory_writes(nf_tb *tb, nf_ace_world *w, const nf_ace_out *out, nf_ace_in *in) {
  const bool go = nf_pace_go(tb, &w->b) && speaks(w, NF_ACE_CHANNEL_B);
  in->mem_b_valid = w->answers > 0 && (w->b_up || (go && w->answer[0].due <= nf_tb_cycle(tb)));
  w->b_up = in->mem_b_valid && !out->mem_b_ready;
  in->mem_b_resp = w->write_error ? 2 : 0;
  if (in->mem_b_valid && out->mem_b_ready)
    drop_first(w->answer, &w->answers);
  const bool ahead = w->ends > w->addresses, behind = w->ends < w->addresses;
  const bool begun = w->within || out->mem_w_valid; // data of the next address, if not ahead
  const bool room = w->writing + w->answers < NF_ACE_WORLD_BURSTS;
  in->mem_w_ready = nf_pace_go(tb, &w->w) && speaks(w, NF_ACE_CHANNEL_W) &&
                    w->beats - w->stored < NF_ACE_WORLD_BEATS &&
                    (w->order != NF_ACE_WORLD_DATA_AFTER_ADDRESS || behind);
  in->mem_aw_ready = nf_pace_go(tb, &w->aw) && speaks(w, NF_ACE_CHANNEL_AW) && room &&
                     (w->order != NF_ACE_WORLD_ADDRESS_AFTER_LAST || ahead) &&
                     (w->order != NF_ACE_WORLD_ADDRESS_AFTER_DATA || ahead || (!behind && begun));
  pass(w, NF_ACE_CHANNEL_B, in->mem_b_valid && out->mem_b_ready);
  pass(w, NF_ACE_CHANNEL_W, in->mem_w_ready && out->mem_w_valid);
  pass(w, NF_ACE_CHANNEL_AW, in->mem_aw_ready && out->mem_aw_valid);
  if (in->mem_w_ready && out->mem_w_valid) {
    nf_ace_world_beat *const beat = &w->beat[w->beats++ % NF_ACE_WORLD_BEATS];
    *beat = (nf_ace_world_beat){.data = out->mem_w_data, .last = out->mem_w_last};
    memcpy(beat->strobe, out->mem_w_strb, sizeof beat->strobe);
    if (ahead || (!behind && !(in->mem_aw_ready && out->mem_aw_valid)))
      nf_tb_cover(tb, "the memory takes data before its address");
    w->words_written++;
    w->within = !out->mem_w_last;
    w->ends += out->mem_w_last;
  }
  if (in->mem_aw_ready && out->mem_aw_valid) {
    w->write[w->writing++] = (nf_ace_world_burst){.addr = out->mem_aw_addr};
    w->addresses++;
  }
  store(tb, w);
}

// ------------------------------------------------------------------------------ cables, normal
// traffic A cable is a wire here: what port p sends is at port p^1 in the same cycle.
static void cables(nf_tb *tb, nf_ace_world *w, unsigned ports, const nf_ace_out *out,
                   nf_ace_in *in) {
  const unsigned limbs = w->word / 8;
  for (unsigned p = 0; p < ports; p++) {
    const unsigned peer = p ^ 1;
    if (peer >= ports || w->cut || !nf_pace_go(tb, &w->cable[p]))
      continue;
    const bool engine = nf_ace_hdr_mode(out->link_tx_hdr[p].w);
    in->link_tx_ready |= (uint16_t)((out->link_rx_ready >> 2 * peer & 3) << 2 * p);
    if (!(out->link_tx_valid >> p & 1) || !(out->link_rx_ready >> (2 * peer + engine) & 1))
      continue;
    in->link_rx_valid |= (uint8_t)(1u << peer);
    in->link_rx_first |= (uint8_t)((out->link_tx_first >> p & 1) << peer);
    in->link_rx_last |= (uint8_t)((out->link_tx_last >> p & 1) << peer);
    in->link_rx_hdr[peer] = out->link_tx_hdr[p];
    nf_ace_word_copy(&in->link_rx_data[peer * limbs], &out->link_tx_data[p * limbs], limbs);
    const uint8_t within = (uint8_t)(1u << peer);
    w->open = (uint8_t)(out->link_tx_last >> p & 1 ? w->open & ~within : w->open | within);
    w->engine_words[p] += engine && nf_ace_hdr_words(out->link_tx_hdr[p].w) > 0;
  }
}

// The host of port 0 sends normal packets, number by number; the host of port 1 takes them. Some
// are longer than a packet may be, and none of their words comes.
static void normal(nf_tb *tb, nf_ace_world *w, const nf_ace_out *out, nf_ace_in *in) {
  in->host_rx_ready = nf_pace_go(tb, &w->host_rx) ? 0xff : 0;
  if ((out->host_rx_valid & in->host_rx_ready) >> 1 & 1) {
    const uint64_t came = out->host_rx_data[w->word / 8]; // of port 1
    nf_tb_check(tb, came == w->host_came, "normal word %u, %u awaited", (unsigned)came,
                w->host_came);
    w->host_came++;
  }
  if (!w->host_on)
    return;
  if (w->host_length == 0)
    w->host_length = 1 + (unsigned)nf_tb_below(tb, NF_ACE_PACKET_WORDS) +
                     (nf_tb_chance(tb, 10) ? NF_ACE_PACKET_WORDS : 0);
  // What is offered stays until it is taken, and nothing is offered in the first cycle.
  w->host_up = w->host_up || nf_pace_go(tb, &w->host_tx);
  if (!w->host_up || nf_tb_cycle(tb) == 0)
    return;
  in->host_tx_valid = 1;
  in->host_tx_first = w->host_words == 0;
  in->host_tx_last = w->host_words + 1 == w->host_length;
  nf_ace_hdr_set_words(in->host_tx_hdr[0].w, (uint8_t)w->host_length);
  const bool too_long = w->host_length > NF_ACE_PACKET_WORDS;
  in->host_tx_data[0] = too_long ? UINT64_MAX : w->host_sent;
  w->host_up = !(out->host_tx_ready & 1);
  if (!w->host_up) {
    w->host_sent += !too_long;
    w->host_long += too_long && in->host_tx_last;
    w->host_words = in->host_tx_last ? 0 : w->host_words + 1;
    w->host_length = in->host_tx_last ? 0 : w->host_length;
  }
}

void nf_ace_world_drive(nf_tb *tb, nf_ace_world *w, const nf_ace_cfg *cfg, const nf_ace_out *out,
                        nf_ace_in *in) {
  w->word = cfg->WordBytes;
  processor(tb, w, out, in);
  memory_reads(tb, w, out, in);
  memory_writes(tb, w, out, in);
  cables(tb, w, cfg->Ports, out, in);
  normal(tb, w, out, in);
}
