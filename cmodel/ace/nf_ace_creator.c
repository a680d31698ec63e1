// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The plan table, and a walk along the phases of a plan: to check it, or to create a chunk.
//
// ACE 4.3.2 assigns a chunk its state machines when it is created. Here all that it will ever wait
// for is entered then, in one order for all chunks: a place in line for a slot of each partition
// and an entry of each machine's queue. So nothing that two chunks want is decided by who comes
// first, on any node, and the oldest chunk waits for nobody.
#include "nf_ace_creator.h"

#include "nf_ace_regs.h"

#include <stdlib.h>

enum { ENTRIES = 64 };

// A phase of a plan.
typedef struct {
  bool set, more; // written; another phase follows
  uint8_t first, machines, turn;
  uint16_t pc;
} entry;

struct nf_ace_creator {
  nf_ace_creator_out out;
  // state_q, phase_q, row_q; `phase` counts the partitions in Step
  uint32_t machines, rows; // how many; bit mask of all
  enum { REST, WALK, STEP } state;
  uint8_t phase, row;
  entry table[ENTRIES];
};

// plan_write, and pcs_q when bit 2 of the address is set. A new plan begins with its first machine
// again (moved_q). `set` comes with the half that has the machines. What the program counter of the
// other half leads to is the host's business: a wrong one ends in a fault of the machine.
static void write_entry(nf_ace_creator *m, const nf_ace_creator_in *in) {
  entry *const e = &m->table[in->cfg_addr >> 3 & (ENTRIES - 1)];
  if (in->cfg_addr & 4) {
    e->pc = in->cfg_wdata & 0xfff;
    return;
  }
  const nf_ace_regs_plan_phase_machines w = nf_ace_regs_plan_phase_machines_of(in->cfg_wdata);
  e->set = true;
  e->more = w.more;
  e->first = w.first;
  e->machines = w.count;
  e->turn = 0;
}

// State Rest. In the cycle of an answer or of a last step the commands still show what was: without
// `answered` and `taken` the same plan would be checked, or the same chunk created, twice.
static void rest(nf_ace_creator *m, const nf_ace_creator_in *in, bool answered, bool taken) {
  m->phase = 0;
  // Checks go before chunks, though both cannot be asked for at once: u_commands is in one state.
  if (in->plan_valid && !answered) {
    m->state = WALK;
  } else if (in->chunk_valid && !taken && in->run && !in->stop && in->first_free &&
             (in->used & m->rows) != m->rows) {
    m->state = STEP;
    m->row = (uint8_t)__builtin_ctz(~in->used);
  }
}

// State Walk: entry_ok of one phase a cycle, until one is the last one, or bad. Phase p reads
// partition p and writes p + 1, so both must be set up. What the host wrote is looked at once a
// command, not trusted: machines that there are, partitions that are set up and sound, no phase
// behind the seventh. From then on a chunk can only meet what is there.
static void walk(nf_ace_creator *m, const nf_ace_creator_in *in) {
  const entry *const e = &m->table[(in->plan & 7) << 3 | m->phase];
  const unsigned next = (m->phase + 1) & 7;
  const bool ok = e->set && e->machines != 0 && e->first + e->machines <= m->machines &&
                  (in->set >> m->phase & 1) && (in->set >> next & 1) &&
                  !(e->more && m->phase == NF_ACE_MAX_PHASES - 1);
  m->phase = (uint8_t)next;
  if (ok && e->more)
    return;
  m->out.plan_done = true;
  m->out.plan_ok = ok;
  m->out.plan_phases = (uint8_t)next;
  m->state = REST;
}

// State Step: one partition of the chunk, and the machine of the phase that reads it. The last
// partition is read by no phase, and needs no machine. What was appended in the cycle before
// (`reserved`) is not yet in the machine's count: without it a full queue would get one entry too
// many. So the reservations of all chunks stand in creation order in every queue.
static void step(nf_ace_creator *m, const nf_ace_creator_in *in, unsigned reserved) {
  nf_ace_creator_out *const o = &m->out;
  entry *const e = &m->table[(in->chunk_plan & 7) << 3 | m->phase];
  const bool last = m->phase == (in->chunk_phases & 7);
  const unsigned machine = (e->first + e->turn) & 15;
  if (!last) {
    if (in->free[machine] <= (reserved >> machine & 1))
      return;
    // Machines of a group take turns by chunk, whatever they are doing: all nodes give a chunk to
    // the same one.
    e->turn = e->turn + 1 == e->machines ? 0 : (e->turn + 1) & 15;
    o->step_machine = (uint8_t)machine;
    o->reserve_valid = (uint16_t)(1u << machine);
  } else {
    m->state = REST;
    o->chunk_ready = true;
  }
  o->step = true;
  o->step_row = o->reserve_id = m->row;
  o->step_part = o->reserve_phase = m->phase;
  m->phase = (m->phase + 1) & 7;
}

// Every plan begins with its first machine again: all nodes must agree. The entries themselves
// stay, as all that the host has set up.
static void forget(nf_ace_creator *m) {
  m->state = REST;
  m->phase = 0;
  for (unsigned i = 0; i < ENTRIES; i++)
    m->table[i].turn = 0;
}

// always_comb of state_d. A write to the turns of the table in the cycle of a step would meet the
// step's own, so the step waits.
static void advance(nf_ace_creator *m, const nf_ace_creator_in *in, bool answered, bool taken,
                    bool write, unsigned reserved) {
  switch (m->state) {
  case REST:
    rest(m, in, answered, taken);
    break;
  case WALK:
    walk(m, in);
    break;
  case STEP:
    // The turns are written by one at a time.
    if (!write || (in->cfg_addr & 4) != 0)
      step(m, in, reserved);
    break;
  }
}

// One edge. The look-up and the states see the table as it was, so write_entry() comes last; pulses
// are low unless a state raises them. pc is looked up for the table's look_o, and stays.
void nf_ace_creator_step(nf_ace_creator *m, const nf_ace_creator_in *in) {
  nf_ace_creator_out *const o = &m->out;
  const bool answered = o->plan_done, taken = o->chunk_ready;
  const bool write = in->cfg_valid && (in->cfg_addr & 0xffe00u) == NF_ACE_CSR_PLAN;
  const unsigned reserved = o->reserve_valid;
  if (in->look)
    o->pc = m->table[(in->look_plan & 7) << 3 | (in->look_phase & 7)].pc;
  o->plan_done = o->chunk_ready = o->step = false;
  o->reserve_valid = 0;
  if (in->abort)
    forget(m);
  else
    advance(m, in, answered, taken, write, reserved);
  if (write)
    write_entry(m, in);
}

// NF_PARAMs; no plan is set. The 64 entries are eight plans of eight phases, of which the last can
// never be reached.
nf_status nf_ace_creator_init(nf_ace_creator **m, const nf_ace_creator_cfg *cfg) {
  if (cfg->Machines < 2 || cfg->Machines > NF_ACE_MAX_MACHINES)
    return "Machines must be 2..16";
  if (cfg->Chunks < 2 || cfg->Chunks > NF_ACE_MAX_CHUNKS)
    return "Chunks must be 2..32";
  nf_ace_creator *const n = calloc(1, sizeof *n);
  if (n == NULL)
    return "out of memory";
  n->machines = cfg->Machines;
  n->rows = (uint32_t)((1ull << cfg->Chunks) - 1);
  *m = n;
  return NF_OK;
}

// Registers all of them. pc_o comes a cycle after look_i, as the rest of the context does.
const nf_ace_creator_out *nf_ace_creator_peek(const nf_ace_creator *m) { return &m->out; }

// Not of the RTL: gives back what init() made. NULL is allowed.
void nf_ace_creator_free(nf_ace_creator *m) { free(m); }
