// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/netreduce/nf_netreduce.sv: the RoCE v2 reduction accelerator in front of an Ethernet
// switch (NETREDUCE 4.3, Fig. 4). Registers: docs/netreduce-registers.md.
#ifndef NF_NETREDUCE_H
#define NF_NETREDUCE_H

#include "common/nf_status.h"
#include "netreduce/nf_netreduce_pkg.h"
#include "netreduce/nf_netreduce_word.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t Ports;       // 2..8
  uint32_t Rings;       // 1..16
  uint32_t Window;      // N: N + 1 messages of a ring are held, 1..7
  uint32_t MaxMsgLen;   // packets of a message, 1..256
  uint32_t Connections; // entries of LUT#1, 2..128
  uint32_t BufferBeats; // of a port's frame buffer, a power of two, 16..512
  uint32_t Stages;      // registers of an adder, 1..4
  uint32_t Halves;      // the types of 16-bit elements too, 0 or 1
} nf_netreduce_cfg;

// Bit p of a mask, and element p of an array, are port p's.
typedef struct {
  uint8_t s_tvalid, s_tlast;
  uint8_t s_tuser; // with any beat: the frame is bad
  uint8_t m_tready;
  nf_netreduce_word s_tdata[NF_NETREDUCE_MAX_PORTS]; // looked at with s_tvalid alone
  uint64_t s_tkeep[NF_NETREDUCE_MAX_PORTS];
  uint32_t overruns[NF_NETREDUCE_MAX_PORTS]; // what MACs' FIFOs have counted; or zero
  // AXI4-Lite, byte addresses.
  bool aw_valid, w_valid, b_ready, ar_valid, r_ready;
  uint16_t aw_addr, ar_addr;
  uint32_t w_data;
} nf_netreduce_in;

typedef struct {
  uint8_t s_tready, m_tvalid, m_tlast;
  nf_netreduce_word m_tdata[NF_NETREDUCE_MAX_PORTS];
  uint64_t m_tkeep[NF_NETREDUCE_MAX_PORTS];
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp;
  uint32_t r_data;
  bool irq;
} nf_netreduce_out;

typedef struct nf_netreduce nf_netreduce;

// Makes the accelerator in its reset state. Returns NF_OK, or why cfg is refused.
nf_status nf_netreduce_init(nf_netreduce **m, const nf_netreduce_cfg *cfg);
// Outputs of this cycle; valid until the next step.
const nf_netreduce_out *nf_netreduce_peek(const nf_netreduce *m);
// One rising clock edge.
void nf_netreduce_step(nf_netreduce *m, const nf_netreduce_in *in);
// Until something comes at a port, steps do nothing but let the registers' clocks go on (the search
// for stragglers).
bool nf_netreduce_idle(const nf_netreduce *m);
// NULL is allowed.
void nf_netreduce_free(nf_netreduce *m);

#ifdef __cplusplus
}
#endif

#endif
