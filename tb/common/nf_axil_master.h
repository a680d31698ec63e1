// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// An AXI4-Lite master for the tests: one write and one read at a time, independent of each other.
// Of a write the address comes before the data, behind it, together with it, or each when it likes;
// responses are taken early or late. What is offered stays until it is taken, and nothing is
// offered in the first cycle after reset (AXI4 A3.1.2, A3.2.1).
//
// In a test's drive, in this order: NF_AXIL_SEE; accesses are begun, those that are over looked at;
// NF_AXIL_DRIVE. A master that is all zeros takes no time and no liberties.
#ifndef NF_AXIL_MASTER_H
#define NF_AXIL_MASTER_H

#include "nf_tb.h"

// What the slave shows in a cycle.
typedef struct {
  bool aw_ready, w_ready, b_valid, ar_ready, r_valid;
  uint8_t b_resp, r_resp;
  uint32_t r_data;
} nf_axil_shown;

typedef enum {
  NF_AXIL_TOGETHER,      // address and data in the same cycle
  NF_AXIL_ADDRESS_FIRST, // data when its address was taken
  NF_AXIL_DATA_FIRST,    // the address when its data was taken
  NF_AXIL_ANY_ORDER,     // each when it likes
  NF_AXIL_ORDERS
} nf_axil_order;

typedef struct {
  bool on, addr_due, data_due; // under way; not taken yet
  bool over;                   // answered; falls when it was looked at, or with the next one
  bool addr_shown, data_shown;
  nf_axil_order order;
  uint32_t addr, data; // of a read: what came
  uint8_t resp;
} nf_axil_access;

typedef struct {
  nf_axil_access write, read;
  bool liberties; // any order; else address and data come together
  nf_pace aw, w, b, ar, r;
  nf_axil_shown shown;
  // What the master drives in this cycle; addresses and data of nothing are noise.
  bool b_ready, r_ready;
  uint32_t aw_addr, w_data, ar_addr;
} nf_axil_master;

// Any order, any pace from now on.
void nf_axil_master_any(nf_tb *tb, nf_axil_master *m);
// Begins an access; none of its kind may be under way.
void nf_axil_begin_write(nf_axil_master *m, uint32_t addr, uint32_t data);
void nf_axil_begin_read(nf_axil_master *m, uint32_t addr);
// Begins an access unless it is under way; true once, in the cycle in which it was answered or
// later. A response other than OKAY is an error of the test.
bool nf_axil_write(nf_tb *tb, nf_axil_master *m, uint32_t addr, uint32_t data);
bool nf_axil_read(nf_tb *tb, nf_axil_master *m, uint32_t addr);

void nf_axil_master_see(nf_tb *tb, nf_axil_master *m, nf_axil_shown shown);
void nf_axil_master_drive(nf_tb *tb, nf_axil_master *m);

// Macros, because the blocks' ports are of different types. `px`: what stands before the channels'
// names, or nothing.
#define NF_AXIL_SEE(tb, m, out, px)                                                                \
  nf_axil_master_see((tb), (m),                                                                    \
                     (nf_axil_shown){.aw_ready = (out)->px##aw_ready,                              \
                                     .w_ready = (out)->px##w_ready,                                \
                                     .b_valid = (out)->px##b_valid,                                \
                                     .ar_ready = (out)->px##ar_ready,                              \
                                     .r_valid = (out)->px##r_valid,                                \
                                     .b_resp = (out)->px##b_resp,                                  \
                                     .r_resp = (out)->px##r_resp,                                  \
                                     .r_data = (out)->px##r_data})
#define NF_AXIL_DRIVE(tb, m, in, px)                                                               \
  (nf_axil_master_drive((tb), (m)), (in)->px##aw_valid = (m)->write.addr_shown,                    \
   (in)->px##w_valid = (m)->write.data_shown, (in)->px##ar_valid = (m)->read.addr_shown,           \
   (in)->px##aw_addr = (__typeof__((in)->px##aw_addr))(m)->aw_addr,                                \
   (in)->px##ar_addr = (__typeof__((in)->px##ar_addr))(m)->ar_addr,                                \
   (in)->px##w_data = (m)->w_data, (in)->px##b_ready = (m)->b_ready,                               \
   (in)->px##r_ready = (m)->r_ready)

#endif
