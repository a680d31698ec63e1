// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/explain.h"

#include "sim/ace/disassemble.h"

const char *const nf_ace_wait_names[NF_ACE_WAITS] = {
    [NF_ACE_WAIT_NOTHING] = "nothing",     [NF_ACE_WAIT_PACKET] = "packet",
    [NF_ACE_WAIT_CREDIT] = "credit",       [NF_ACE_WAIT_OUTPUT] = "output",
    [NF_ACE_WAIT_IN_PORT] = "in_port",     [NF_ACE_WAIT_OUT_PORT] = "out_port",
    [NF_ACE_WAIT_BANK_READ] = "bank_read", [NF_ACE_WAIT_BANK_WRITE] = "bank_write",
    [NF_ACE_WAIT_LANE] = "lane",           [NF_ACE_WAIT_TURN] = "turn"};

static const char *cause_text(uint8_t cause) {
  static const char *const texts[] = {
      [NF_ACE_FAULT_ILLEGAL] = "undefined instruction",
      [NF_ACE_FAULT_PC] = "the program ran out of its store",
      [NF_ACE_FAULT_OVERRUN] = "a transfer outside the chunk's room",
      [NF_ACE_FAULT_QP] = "a queue pair that is not set up",
      [NF_ACE_FAULT_MISMATCH] = "a packet of another length than expected",
      [NF_ACE_FAULT_LENGTH] = "a message of more than 64 bus words",
      [NF_ACE_FAULT_TRAP] = "the program's own trap",
      [NF_ACE_FAULT_WATCHDOG] = "watchdog"};
  return cause && cause < sizeof texts / sizeof texts[0] ? texts[cause] : "unknown cause";
}

const char *const nf_ace_channel_names[NF_ACE_CHANNELS] = {[NF_ACE_CHANNEL_AR] = "ar",
                                                           [NF_ACE_CHANNEL_R] = "r",
                                                           [NF_ACE_CHANNEL_AW] = "aw",
                                                           [NF_ACE_CHANNEL_W] = "w",
                                                           [NF_ACE_CHANNEL_B] = "b"};

const char *nf_ace_explain_status(uint8_t status) {
  static const char *const texts[] = {
      [NF_ACE_STATUS_OK] = "complete",
      [NF_ACE_STATUS_BAD_PLAN] = "BAD_PLAN: no phase, a machine or partition that is not there, or "
                                 "partitions past the SRAM or over each other",
      [NF_ACE_STATUS_BAD_SIZE] = "BAD_SIZE: a message of 0 or more than 4096 bytes (2048 with bus "
                                 "words of 32), or no block",
      [NF_ACE_STATUS_BAD_ROOM] = "BAD_ROOM: a chunk is larger than a slot of its partition",
      [NF_ACE_STATUS_BAD_OP] = "BAD_OP: the ALUs do not have this op for this type",
      [NF_ACE_STATUS_AXI_ERROR] = "AXI_ERROR: the memory answered with an error",
      [NF_ACE_STATUS_POISONED] = "POISONED: data of a node whose memory failed",
      [NF_ACE_STATUS_TIMEOUT] = "TIMEOUT: the memory stood still and was given up",
      [NF_ACE_STATUS_ABORTED] = "ABORTED: EPOCH was written before it was complete"};
  return status < sizeof texts / sizeof texts[0] ? texts[status] : "an unknown status";
}

static void explain_pair(nf_note *n, const nf_ace_plan *p, unsigned node, unsigned number,
                         const char *direction) {
  if (number & 0x80) {
    nf_note_add(n, " on the queue pair in r%u", number & 7);
    return;
  }
  nf_note_add(n, " on queue pair 0x%02x", number);
  for (unsigned i = 0; i < p->pairs; i++)
    if (p->pair[i].number == number)
      nf_note_add(n, " (port %u, %s node %u)", number / NF_ACE_QPS, direction,
                  nf_ace_plan_peer(p, &p->pair[i], node));
}

static void explain_wait(nf_note *n, const nf_ace_plan *p, unsigned node, uint8_t wait,
                         uint32_t instruction) {
  const uint64_t word = instruction;
  const uint8_t op = nf_ace_instr_op(&word);
  const bool transfer = op >= 16;
  const unsigned in = transfer ? nf_ace_instr_qin(&word) : nf_ace_control_imm(&word) & 0xff;
  const unsigned out = transfer ? nf_ace_instr_qout(&word) : in;
  if (wait == NF_ACE_WAIT_PACKET) {
    nf_note_add(n, ", waiting for a packet");
    explain_pair(n, p, node, in, "from");
  } else if (wait == NF_ACE_WAIT_CREDIT) {
    nf_note_add(n, ", waiting for room at the peer");
    explain_pair(n, p, node, out, "to");
  } else if (wait != NF_ACE_WAIT_NOTHING && wait < NF_ACE_WAITS) {
    nf_note_add(n, ", waiting for: %s", nf_ace_wait_names[wait]);
  }
}

void nf_ace_explain_fault(nf_note *n, const nf_ace_plan *p, unsigned node, const nf_ace_fault *f,
                          const nf_ace_source *source) {
  nf_note_add(n, "node %u: machine %u stopped at pc %u", node, f->machine, f->pc);
  nf_as_program words = {0};
  nf_err ignored = {0};
  uint32_t instruction = 0;
  if (f->phase < p->phases)
    nf_ace_setup_program(&words, p, f->phase, f->machine, node, source, &ignored);
  if (f->pc < words.words) {
    char text[NF_AS_LINE];
    instruction = words.word[f->pc];
    nf_note_add(n, " (%s; %s:%u)", nf_as_text(text, instruction),
                words.file[words.from[f->pc]].name, words.line[f->pc]);
  }
  nf_as_free(&words);
  nf_note_add(n, ": %s", cause_text(f->cause));
  explain_wait(n, p, node, f->wait, instruction);
  nf_note_add(n, ", chunk %u, phase %u", f->chunk, f->phase);
}
