// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Scenarios that a whole end of a link and each of its halves go through.
#ifndef NF_LINK_SCENES_H
#define NF_LINK_SCENES_H

#include "nf_link_kit.h"

// Cycles of one phase: traffic and noise of one kind, then all is delivered and checked.
enum { NF_LINK_PHASE = 6000, NF_LINK_DRAIN = 2600 };

// Parameters that a build does not name are the RTL's own.
#ifndef P_Width
#define P_Width NF_FLIT_BITS
#endif
#ifndef P_PacketFlits
#define P_PacketFlits NF_MAX_PACKET_FLITS
#endif
#ifndef P_VcBit
#define P_VcBit NF_LINK_VC_BIT
#endif

typedef struct {
  nf_link_kit kit;
  nf_link_noise noise; // upper limits; drawn anew in each phase
  bool any_traffic;    // drawn anew in each phase
  bool hasty;          // timeouts too short, drawn anew in each phase
  bool fickle;         // devices take ready back before the header
  bool slow;           // end 0's device takes little
  bool blocked;        // one channel of end 0's device takes nothing
  bool outage;         // the wires are dead for a while in each phase
  uint64_t dead_from, dead_to;
  unsigned dead_wires; // bit e: what end e sends is lost
  bool for_good;       // ... for good, and the ends have to notice
  bool rate;           // a flit in every cycle is due
} nf_link_scene;

// Parameters of end 0, from the program that uses the scenes.
extern const nf_link_cfg nf_link_scene_cfg;

void nf_link_start_clean(nf_tb *tb, void *ctx);
void nf_link_start_full(nf_tb *tb, void *ctx);
void nf_link_start_short(nf_tb *tb, void *ctx);
void nf_link_start_one_channel(nf_tb *tb, void *ctx);
void nf_link_start_flips(nf_tb *tb, void *ctx);
void nf_link_start_losses(nf_tb *tb, void *ctx);
void nf_link_start_outage(nf_tb *tb, void *ctx);
void nf_link_start_for_good(nf_tb *tb, void *ctx);
void nf_link_start_hasty(nf_tb *tb, void *ctx);
void nf_link_start_fickle(nf_tb *tb, void *ctx);
void nf_link_start_blocked(nf_tb *tb, void *ctx);
void nf_link_start_other_room(nf_tb *tb, void *ctx);
// One cycle of any of them; `out` and `in` are those of end 0.
void nf_link_scene_drive(nf_tb *tb, nf_link_scene *s, const nf_link_out *out, nf_link_in *in);
void nf_link_scene_finish(nf_tb *tb, void *ctx);

/* clang-format off */
#define NF_LINK_SCENES(drive)                                                                      \
  {"KLENK IV-E3 clean wire, any packets", 24000, nf_link_start_clean, drive, nf_link_scene_finish},\
  {"KLENK IV-G a flit in every cycle, full packets", 4000, nf_link_start_full, drive,              \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-G a flit in every cycle, packets of one flit", 4000, nf_link_start_short, drive,      \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-G a flit in every cycle, one channel", 4000, nf_link_start_one_channel, drive,        \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-E3 bit errors", 48000, nf_link_start_flips, drive, nf_link_scene_finish},             \
  {"KLENK IV-E3 words lost, repeated, slipped", 48000, nf_link_start_losses, drive,                \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-E3 wire dead for a while", 36000, nf_link_start_outage, drive, nf_link_scene_finish}, \
  {"KLENK IV-E3 wire dead for good", 12000, nf_link_start_for_good, drive, nf_link_scene_finish},  \
  {"KLENK IV-E3 wire dead for good, other moment", 12000, nf_link_start_for_good, drive,           \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-E3 timeout shorter than the round trip", 24000, nf_link_start_hasty, drive,          \
   nf_link_scene_finish},                                                                          \
  {"KLENK IV-E2 ready taken back", 12000, nf_link_start_fickle, drive, nf_link_scene_finish},      \
  {"KLENK IV-E2 one channel blocked", 18000, nf_link_start_blocked, drive, nf_link_scene_finish},  \
  {"KLENK IV-E2 other end counts on more room", 18000, nf_link_start_other_room, drive,            \
   nf_link_scene_finish}
/* clang-format on */

#endif
