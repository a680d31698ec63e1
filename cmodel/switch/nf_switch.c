// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Model of rtl/switch/nf_switch.sv: the wires between the blocks of the switch (KLENK Fig. 5).
//
// A step has two halves: first what goes from port to port is gathered from the blocks' outputs of
// this cycle, then port after port gathers what stays inside it and its blocks take their clock
// edge. All outputs of blocks are registers or functions of registers alone, so that this is one
// pass, without a fixed point to search.
//
// A switch is at rest, or nearly so, in most cycles of most simulations. So inputs are kept from
// cycle to cycle and fields that nobody looks at are not copied: data goes with its valid bit only,
// and a block at rest returns at once.
#include "nf_switch.h"

#include "mcr/nf_mcr_table.h"
#include "mcr/nf_mcr_way.h"
#include "nf_switch_column.h"
#include "nf_switch_csr.h"
#include "nf_switch_egress.h"
#include "nf_switch_ingress.h"
#include "nf_switch_regs.h"
#include "nf_switch_row.h"
#include "nf_switch_stats.h"
#include "nf_switch_use.h"
#include "reduce/nf_reduce_table.h"

#include <stdlib.h>
#include <string.h>

// The blocks of one port, their inputs of this cycle and where their outputs are.
typedef struct {
  // Rows and columns: a port has two ways into the crossbar, its ingress and its table, and two out
  // of it, its link and its table. That is the internal speed-up of 2 that a reduction at line rate
  // needs (KLENK IV-E1). Requests and responses have columns of their own, so that neither channel
  // waits for the other (KLENK IV-E2).
  nf_switch_ingress *ingress;
  nf_switch_row *row, *result_row;
  nf_switch_column *request_column, *response_column, *reduce_column;
  nf_switch_egress *egress;
  nf_reduce_table *table;
  nf_switch_stats *stats;

  // Inputs of this cycle. The ingress gets its tables as a pointer, hence only the ports beside
  // them.
  nf_switch_ingress_ports ingress_in;
  nf_switch_row_in row_in, result_in;
  nf_switch_column_in request_in, response_in, reduce_in;
  nf_switch_egress_in egress_in;
  nf_reduce_table_in table_in;
  nf_switch_stats_in stats_in;

  // Where the outputs are, for the life of the block.
  const nf_switch_ingress_out *ingress_out;
  const nf_switch_row_out *row_out, *result_out;
  const nf_switch_column_out *request_out, *response_out, *reduce_out;
  const nf_switch_egress_out *egress_out;
  const nf_reduce_table_out *table_out;
  const nf_switch_stats_out *stats_out;
} port;

struct nf_switch {
  nf_switch_out out;
  nf_switch_cfg cfg;
  port ports[NF_MAX_PORTS];
  // u_csr, u_mcr and u_use: one of each for all ports.
  nf_switch_csr *csr;
  nf_switch_csr_in csr_in;
  const nf_switch_csr_out *csr_out;
  nf_mcr_table *mcr;
  nf_mcr_table_in mcr_in;
  const nf_mcr_table_out *mcr_out;
  nf_switch_use *use;
  nf_switch_use_in use_in;
  const nf_switch_use_out *use_out;
  // Gathered from all ports; traffic_q and the tick behind it.
  uint32_t held; // regions that the reduction tables refer to
  uint8_t flags; // of the results that left in the cycle before
  bool traffic, tick;
  bool configured; // the registers are as they were when the blocks last saw them
  uint32_t tick_count;
};

// gen_table: the column in front of a port's reduction table, the table, and the row behind it.
static nf_status init_table(port *p, const nf_switch_cfg *cfg) {
  // Only a table wants to know the region: it reads the expected counts by it.
  const nf_switch_column_cfg reduce = {cfg->Ports, cfg->XpDepth, 1};
  // ResultWindow: a table sends one packet after the other, in one channel; more than 8 bring
  // nothing.
  const nf_switch_row_cfg result = {cfg->Ports, cfg->Window < 8 ? cfg->Window : 8, cfg->XpDepth, 1,
                                    0};
  const nf_reduce_table_cfg table = {.Entries = cfg->Entries,
                                     .Ports = cfg->Ports,
                                     .Regions = cfg->Regions,
                                     .Nodes = cfg->Nodes,
                                     .Halves = cfg->Halves,
                                     .Wide = cfg->Wide,
                                     .Ghosts = cfg->Ghosts,
                                     .AluStages = cfg->AluStages,
                                     .OperandReg = cfg->OperandReg};
  nf_status s = nf_switch_column_init(&p->reduce_column, &reduce);
  s = s != NF_OK ? s : nf_reduce_table_init(&p->table, &table);
  s = s != NF_OK ? s : nf_switch_row_init(&p->result_row, &result);
  if (s != NF_OK)
    return s;
  p->reduce_out = nf_switch_column_peek(p->reduce_column);
  p->table_out = nf_reduce_table_peek(p->table);
  p->result_out = nf_switch_row_peek(p->result_row);
  return NF_OK;
}

// gen_no_table: the outputs of blocks that are not there.
static const nf_switch_column_out no_column;
static const nf_reduce_table_out no_table;
static const nf_switch_row_out no_row;

// gen_port: the blocks of one port with the parameters that the RTL gives them.
static nf_status init_port(port *p, const nf_switch_cfg *cfg) {
  const bool no_tables = cfg->Entries == 0;
  const nf_switch_ingress_cfg ingress = {cfg->Ports,  cfg->Regions, cfg->Nodes, cfg->HomeSlots,
                                         cfg->Window, cfg->Halves,  cfg->Wide,  no_tables};
  const nf_switch_row_cfg row = {cfg->Ports, cfg->Window, cfg->XpDepth, 0, no_tables};
  // Results go to the response columns, so these have a second set of rows.
  const nf_switch_column_cfg request = {cfg->Ports, cfg->XpDepth, 0};
  const nf_switch_column_cfg response = {no_tables ? cfg->Ports : 2 * cfg->Ports, cfg->XpDepth, 0};
  nf_status s = nf_switch_ingress_init(&p->ingress, &ingress);
  s = s != NF_OK ? s : nf_switch_row_init(&p->row, &row);
  s = s != NF_OK ? s : nf_switch_column_init(&p->request_column, &request);
  s = s != NF_OK ? s : nf_switch_column_init(&p->response_column, &response);
  s = s != NF_OK ? s : nf_switch_egress_init(&p->egress, &(nf_switch_egress_cfg){0});
  s = s != NF_OK ? s : nf_switch_stats_init(&p->stats, &(nf_switch_stats_cfg){0, no_tables});
  p->reduce_out = &no_column;
  p->table_out = &no_table;
  p->result_out = &no_row;
  if (s == NF_OK && !no_tables)
    s = init_table(p, cfg);
  if (s != NF_OK)
    return s;
  p->ingress_out = nf_switch_ingress_peek(p->ingress);
  p->row_out = nf_switch_row_peek(p->row);
  p->request_out = nf_switch_column_peek(p->request_column);
  p->response_out = nf_switch_column_peek(p->response_column);
  p->egress_out = nf_switch_egress_peek(p->egress);
  p->stats_out = nf_switch_stats_peek(p->stats);
  return NF_OK;
}

// u_csr, u_mcr, u_use and the ports; the blocks check the parameters between them. Pointers to
// outputs are kept, because a step asks for all of them.
nf_status nf_switch_init(nf_switch **m, const nf_switch_cfg *cfg) {
  if (cfg->Ghosts > 16)
    return "nf_switch: Ghosts must be 0..16";
  if (cfg->AluStages < 1 || cfg->AluStages > 4)
    return "nf_switch: AluStages must be 1..4";
  nf_switch *s = calloc(1, sizeof *s);
  if (s == NULL)
    return "nf_switch: out of memory";
  s->cfg = *cfg;
  const nf_switch_csr_cfg csr = {cfg->Ports, cfg->Entries, cfg->Regions, cfg->Nodes,
                                 cfg->HomeSlots};
  const nf_mcr_table_cfg mcr = {cfg->Ports, cfg->Regions, cfg->Nodes, cfg->HomeSlots};
  nf_status status = nf_switch_csr_init(&s->csr, &csr);
  status = status != NF_OK ? status : nf_mcr_table_init(&s->mcr, &mcr);
  const nf_switch_use_cfg use = {cfg->Ports, cfg->Regions, cfg->Window, cfg->XpDepth};
  status = status != NF_OK ? status : nf_switch_use_init(&s->use, &use);
  for (uint32_t p = 0; status == NF_OK && p < cfg->Ports; p++) {
    status = init_port(&s->ports[p], cfg);
    // A port's number is a constant of the generate loop in the RTL: set once.
    s->ports[p].ingress_in.cfg_port = (uint8_t)p;
    s->ports[p].table_in.cfg_port = (uint8_t)p;
  }
  if (status != NF_OK) {
    nf_switch_free(s);
    return status;
  }
  s->csr_out = nf_switch_csr_peek(s->csr);
  s->mcr_out = nf_mcr_table_peek(s->mcr);
  s->use_out = nf_switch_use_peek(s->use);
  s->out.csr_ready = s->csr_out->csr_ready;
  *m = s;
  return NF_OK;
}

// Ports of the ingresses, the egresses and u_csr, put together by set_port_out() and set_csr_out().
const nf_switch_out *nf_switch_peek(const nf_switch *m) { return &m->out; }

// Also of a switch that init gave up half-way: blocks that are not there are NULL, which every free
// takes.
void nf_switch_free(nf_switch *m) {
  if (m == NULL)
    return;
  for (uint32_t i = 0; i < NF_MAX_PORTS; i++) {
    port *p = &m->ports[i];
    nf_switch_ingress_free(p->ingress);
    nf_switch_row_free(p->row);
    nf_switch_row_free(p->result_row);
    nf_switch_column_free(p->request_column);
    nf_switch_column_free(p->response_column);
    nf_switch_column_free(p->reduce_column);
    nf_switch_egress_free(p->egress);
    nf_reduce_table_free(p->table);
    nf_switch_stats_free(p->stats);
  }
  nf_switch_csr_free(m->csr);
  nf_mcr_table_free(m->mcr);
  nf_switch_use_free(m->use);
  free(m);
}

// One flit of a row into a column. The same flit may go to many columns in one cycle: multicast
// copies it at the crosspoints, not in time (KLENK IV-A).
static void put(nf_switch_column_in *column, unsigned row, const nf_switch_row_out *flit) {
  column->in_valid |= 1u << row;
  column->in_last |= (uint32_t)flit->xb_last << row;
  column->in_err |= (uint32_t)flit->xb_err << row;
  column->in_region[row] = flit->xb_region;
  column->in_data[row] = flit->xb_data;
}

// No row writes; lanes of data keep what they had, as nobody looks at them.
static void clear(nf_switch_column_in *column) {
  column->in_valid = column->in_last = column->in_err = 0;
}

// The wires between rows and columns, both ways.
static void gather_crossbar(nf_switch *m) {
  // Transposed by hand: in the RTL bit [row * Ports + sink] of a row's vector is bit row of the
  // sink's, and the other way round for credits. Only bits that are set are walked, because most
  // rows and sinks are at rest in most cycles.
  const uint32_t ports = m->cfg.Ports;
  for (uint32_t i = 0; i < ports; i++) {
    port *p = &m->ports[i];
    clear(&p->request_in);
    clear(&p->response_in);
    clear(&p->reduce_in);
    p->row_in.credit_request = p->row_in.credit_response = p->row_in.credit_reduce = 0;
    p->result_in.credit_response = 0;
  }
  for (uint32_t i = 0; i < ports; i++) {
    port *p = &m->ports[i];
    const uint16_t bit = (uint16_t)(1u << i);
    // From rows to columns: an ingress row is row i, a result row is row Ports + i of the response
    // columns.
    for (uint32_t s = p->row_out->xb_request; s != 0; s &= s - 1)
      put(&m->ports[__builtin_ctz(s)].request_in, i, p->row_out);
    for (uint32_t s = p->row_out->xb_response; s != 0; s &= s - 1)
      put(&m->ports[__builtin_ctz(s)].response_in, i, p->row_out);
    for (uint32_t s = p->row_out->xb_reduce; s != 0; s &= s - 1)
      put(&m->ports[__builtin_ctz(s)].reduce_in, i, p->row_out);
    for (uint32_t s = p->result_out->xb_response; s != 0; s &= s - 1)
      put(&m->ports[__builtin_ctz(s)].response_in, ports + i, p->result_out);
    // Back from columns to rows: one credit for each flit that has left a crosspoint queue.
    for (uint32_t r = p->request_out->credit; r != 0; r &= r - 1)
      m->ports[__builtin_ctz(r)].row_in.credit_request |= bit;
    for (uint32_t r = p->response_out->credit & ((1u << ports) - 1); r != 0; r &= r - 1)
      m->ports[__builtin_ctz(r)].row_in.credit_response |= bit;
    for (uint32_t r = p->response_out->credit >> ports; r != 0; r &= r - 1)
      m->ports[__builtin_ctz(r)].result_in.credit_response |= bit;
    for (uint32_t r = p->reduce_out->credit; r != 0; r &= r - 1)
      m->ports[__builtin_ctz(r)].row_in.credit_reduce |= bit;
  }
}

// What one port sees of the registers.
static void gather_cfg(nf_switch *m, uint32_t i) {
  const nf_switch_csr_out *csr = m->csr_out;
  nf_switch_ingress_ports *g = &m->ports[i].ingress_in;
  g->cfg_id = csr->id;
  g->cfg_first_hop = csr->first_hop >> i & 1;
  g->cfg_uplink = csr->uplinks >> i & 1;
  g->cfg_uplinks = csr->uplinks;
  g->cfg_links = csr->links;
  nf_reduce_table_in *t = &m->ports[i].table_in;
  t->cfg_id = csr->id;
  t->cfg_first_hop = g->cfg_first_hop;
  t->cfg_multicast_partials = csr->multicast_partials;
  t->cfg_timeout = csr->timeout;
  t->cfg_entries = csr->entries;
  t->drop_epochs = csr->drop_epochs;
  t->drop_one = csr->drop_one;
  t->drop_region = csr->drop_region;
}

// The wires within one port. In the order in which a packet meets the blocks: ingress, row, egress,
// reduction table, result row; then what is counted.
static void gather_port(nf_switch *m, uint32_t i, const nf_switch_in *in) {
  port *p = &m->ports[i];
  const nf_switch_csr_out *csr = m->csr_out;

  nf_switch_ingress_ports *g = &p->ingress_in;
  g->rx_valid = in->rx_valid >> i & 1;
  if (g->rx_valid) {
    g->rx_last = in->rx_last >> i & 1;
    g->rx_err = in->rx_err >> i & 1;
    g->rx_data = in->rx_data[i];
  }
  // Slots that the row has emptied, for the framer's count, and the table's answer to a pull
  // request.
  g->sent = p->row_out->sent;
  g->alloc_ready = p->table_out->alloc_ready;

  nf_switch_row_in *w = &p->row_in;
  const nf_switch_ingress_out *go = p->ingress_out;
  // Packets that were looked up and not dropped, with where they go. There is no ready: their slots
  // are counted by the framer.
  w->wr_valid = go->wr_valid;
  if (go->wr_valid) {
    w->wr_vc = go->wr_vc;
    w->wr_head = go->wr_head;
    w->wr_last = go->wr_last;
    w->wr_err = go->wr_err;
    w->wr_data = go->wr_data;
    w->wr_egress = go->wr_egress;
    w->wr_reduce = go->wr_reduce;
    w->wr_region = go->wr_region;
    w->wr_wait = go->wr_wait;
    w->wr_counted = go->wr_counted;
  }
  // The result row has none of these: its ports are tied to zero in the RTL.
  w->alloc_done = p->table_out->alloc_done;

  // Bit 0 is the request column, bit 1 the response column, as everywhere on a link.
  nf_switch_egress_in *e = &p->egress_in;
  const nf_switch_column_out *q = p->request_out, *s = p->response_out;
  e->in_valid = (uint8_t)(q->out_valid | s->out_valid << 1);
  e->in_last = (uint8_t)(q->out_last | s->out_last << 1);
  e->in_err = (uint8_t)(q->out_err | s->out_err << 1);
  if (q->out_valid)
    e->in_data[0] = q->out_data;
  if (s->out_valid)
    e->in_data[1] = s->out_data;
  e->tx_ready = (uint8_t)(in->tx_ready >> 2 * i & 3);
  // The sinks of the three columns: the link's two buffers and the reduction table.
  p->request_in.out_ready = p->egress_out->in_ready & 1;
  p->response_in.out_ready = p->egress_out->in_ready >> 1 & 1;
  p->reduce_in.out_ready = p->table_out->in_ready;

  // The reduction table has the reduce column in front of it, and knows pull requests that its own
  // port's ingress has seen: an entry is allocated where the responses will come back (KLENK IV-B).
  nf_reduce_table_in *t = &p->table_in;
  const nf_switch_column_out *c = p->reduce_out;
  t->tick = m->tick;
  t->in_valid = c->out_valid;
  if (c->out_valid) {
    t->in_last = c->out_last;
    t->in_err = c->out_err;
    t->in_region = c->out_region;
    t->in_data = c->out_data;
  }
  // Pull requests stand until the table has an entry for them; the packet itself is held in the row
  // meanwhile.
  t->alloc_valid = go->alloc_valid;
  if (go->alloc_valid) {
    t->alloc_region = go->alloc_region;
    t->alloc_data = go->alloc_data;
  }
  // u_way, only while a header can be on its way out: the lookup is the dearest part of an idle
  // port.
  if (p->table_out->busy)
    t->way =
        nf_mcr_way_port(&m->mcr_out->view, p->table_out->way_addr, m->cfg.HomeSlots, csr->links);
  t->out_ready = p->result_out->wr_ready;

  // What a table emits comes with the ports that it goes to: results to every target, partials to
  // the home GPU, pull results to the requester. Its header is last, and so is `last`.
  nf_switch_row_in *r = &p->result_in;
  r->wr_valid = p->table_out->out_valid;
  if (r->wr_valid) {
    r->wr_last = p->table_out->out_last;
    r->wr_egress = p->table_out->out_ports;
    r->wr_data = p->table_out->out_data;
  }

  // causes; the ingress names one packet a cycle, dropped, or cut or filled up and sent on.
  // Counters have a word for each code but 0, which is no error.
  uint32_t drops = go->drop ? 1u << go->drop_error : 0;
  drops |= (uint32_t)go->length_error << NF_ERR_LENGTH;
  p->stats_in.event = (uint32_t)p->table_out->event << NF_SWITCH_COUNTED_EVENTS |
                      (uint32_t)go->packet << NF_SWITCH_COUNTED_RX_PACKETS |
                      (uint32_t)go->ack << NF_SWITCH_COUNTED_RX_ACKS |
                      (uint32_t)go->drop << NF_SWITCH_COUNTED_RX_DROPS |
                      (uint32_t)p->egress_out->sent << NF_SWITCH_COUNTED_TX_PACKETS |
                      (drops >> NF_ERR_OPCODE & 0x7ffu) << NF_SWITCH_COUNTED_CAUSES |
                      (uint32_t)p->table_out->dropped << NF_SWITCH_COUNTED_CLEARED;
  p->stats_in.rd_valid = csr->stats_read >> i & 1;
  p->stats_in.rd_index = csr->stats_index;
  // Sticky bits of CSR ERRORS and FLAGS, all ports together: codes, and the table's errors (events
  // ERR_COUNT to POISON).
  m->flags |= p->table_out->flags;
  m->csr_in.error |= (uint16_t)((drops >> NF_ERR_OPCODE & 0x7ffu) << NF_SWITCH_REGS_ERRORS_OPCODE |
                                (p->table_out->event >> NF_EV_ERR_COUNT & 31u)
                                    << NF_SWITCH_REGS_ERRORS_EV_ERR_COUNT);
}

// Packets that come to a region, leave it, and what the tables hold, for the lock of each region. A
// packet is counted out by its row, or by the table that takes it; what the table then keeps shows
// in `regions` from that cycle on, so that a region never looks free in between.
static void gather_use(nf_switch *m, uint32_t i) {
  const port *p = &m->ports[i];
  nf_switch_use_in *u = &m->use_in;
  u->enter |= (uint16_t)(p->ingress_out->enter << i);
  u->left |= (uint16_t)(p->row_out->left << i);
  u->taken |= (uint16_t)(p->table_out->taken << i);
  u->enter_region[i] = p->ingress_out->enter_region;
  u->left_region[i] = p->row_out->left_region;
  u->taken_region[i] = p->table_out->taken_region;
  m->held |= p->table_out->regions;
}

// What the CSR port looks at; the ports' state only while an access is under way. It is the same in
// all other cycles to nf_switch_csr, which reads these only for an access, and to gather it from
// all ports would cost each cycle.
static void gather_csr(nf_switch *m, const nf_switch_in *in) {
  nf_switch_csr_in *c = &m->csr_in;
  c->csr_valid = in->csr_valid != 0;
  c->csr_write = in->csr_write != 0;
  c->csr_rready = in->csr_rready != 0;
  c->csr_addr = in->csr_addr;
  c->csr_wdata = in->csr_wdata;
  c->cfg_ready = m->mcr_out->cfg_ready;
  c->cfg_rvalid = m->mcr_out->cfg_rvalid;
  c->cfg_err = m->mcr_out->cfg_err;
  c->cfg_rdata = m->mcr_out->cfg_rdata;
  c->traffic = m->traffic;
  if (!c->csr_valid && m->csr_out->csr_ready)
    return;
  const unsigned group = m->csr_out->mask_select;
  c->stats_valid = c->oldest_valid = 0;
  c->dropping = false;
  for (uint32_t i = 0; i < m->cfg.Ports; i++) {
    const port *p = &m->ports[i];
    c->stats_valid |= (uint16_t)(p->stats_out->rd_valid << i);
    c->stats_data[i] = p->stats_out->rd_data;
    c->used[i] = p->table_out->used;
    c->dropping |= p->table_out->dropping;
    c->oldest_valid |= (uint16_t)(p->table_out->oldest_valid << i);
    c->oldest_mask[i] = (uint32_t)(p->table_out->oldest_mask[group / 2] >> 32 * (group % 2));
    c->oldest_addr[i] = p->table_out->oldest_addr;
    c->oldest_count[i] = p->table_out->oldest_count;
    c->oldest_expected[i] = p->table_out->oldest_expected;
  }
}

// The reduction tables look at the regions by themselves: copy what they need after a change. In
// the RTL these are wires to every port; a copy for each port is cheap, as regions change only
// under a register access.
static void publish_regions(nf_switch *m) {
  const nf_mcr_view *v = &m->mcr_out->view;
  for (uint32_t i = 0; i < m->cfg.Ports; i++) {
    nf_reduce_table_in *t = &m->ports[i].table_in;
    for (uint32_t r = 0; r < m->cfg.Regions; r++) {
      t->region_expected[r] = v->region_expected[r];
      t->region_later[r] = v->region_later[r];
      t->region_mode[r] = v->region_mode[r];
      t->region_ports[r] = v->region_ports[r];
      t->region_home[r] = v->region_home[r];
      t->region_home_ports[r] = v->region_home_ports[r];
    }
  }
}

// port_busy[p]. What a table only holds counts, too: an entry needs the configuration that it began
// with. One such port locks the configuration of the whole switch: a packet that has been looked up
// must arrive by the tables that it was looked up in.
static bool port_busy(const port *p) {
  return p->ingress_out->busy || p->row_out->busy || p->request_out->busy ||
         p->response_out->busy || p->egress_out->busy || p->reduce_out->busy ||
         p->table_out->busy || p->table_out->used != 0 || p->result_out->busy;
}

// u_mcr. lock_i and in_use_i are registers of traffic and of u_use, so this comes before both move.
static void step_mcr(nf_switch *m) {
  const nf_switch_csr_out *csr = m->csr_out;
  m->mcr_in = (nf_mcr_table_in){.lock = m->traffic,
                                .in_use = m->use_out->in_use,
                                .cfg_valid = csr->cfg_valid,
                                .cfg_write = csr->cfg_write,
                                .cfg_addr = csr->cfg_addr,
                                .cfg_wdata = csr->cfg_wdata,
                                .cfg_rready = csr->cfg_rready};
  bool at_work = csr->cfg_valid || !m->mcr_out->cfg_ready || m->mcr_out->cfg_rvalid;
  // At rest it changes nothing, and the regions need not be copied to the tables.
  if (!at_work)
    return;
  nf_mcr_table_step(m->mcr, &m->mcr_in);
  publish_regions(m);
}

// One edge of all blocks of a port. They may go in any order: all their inputs have been gathered.
static void step_port(port *p, const nf_mcr_view *view) {
  nf_switch_ingress_step_view(p->ingress, &p->ingress_in, view);
  nf_switch_row_step(p->row, &p->row_in);
  nf_switch_column_step(p->request_column, &p->request_in);
  nf_switch_column_step(p->response_column, &p->response_in);
  nf_switch_egress_step(p->egress, &p->egress_in);
  if (p->table != NULL) {
    nf_switch_column_step(p->reduce_column, &p->reduce_in);
    nf_reduce_table_step(p->table, &p->table_in);
    nf_switch_row_step(p->result_row, &p->result_in);
  }
  nf_switch_stats_step(p->stats, &p->stats_in);
}

// One port's outputs, from its blocks after the edge. Data is copied with its valid bit only:
// without it nobody may look at it.
static void set_port_out(nf_switch *m, uint32_t i) {
  nf_switch_out *o = &m->out;
  const port *p = &m->ports[i];
  const nf_switch_egress_out *e = p->egress_out;
  o->rx_ready |= (uint32_t)p->ingress_out->rx_ready << 2 * i;
  o->tx_valid |= (uint16_t)(e->tx_valid << i);
  o->tx_last |= (uint16_t)(e->tx_last << i);
  o->tx_err |= (uint16_t)(e->tx_err << i);
  if (e->tx_valid)
    o->tx_data[i] = e->tx_data;
}

static void set_csr_out(nf_switch *m) {
  nf_switch_out *o = &m->out;
  o->csr_ready = m->csr_out->csr_ready;
  o->csr_rvalid = m->csr_out->csr_rvalid;
  o->csr_err = m->csr_out->csr_err;
  o->csr_rdata = m->csr_out->csr_rdata;
}

// One edge of the whole switch. flags_q delays the results' flags by one cycle more than
// error_pulses, so what was gathered in the cycle before goes to u_csr first.
void nf_switch_step(nf_switch *m, const nf_switch_in *in) {
  // error_pulses: what is gathered below reaches u_csr with this edge; flags are one cycle older.
  m->csr_in.error = 0;
  m->csr_in.flags = m->flags;
  m->flags = 0;
  gather_crossbar(m);
  gather_csr(m, in);
  // A flit on a link is traffic before its port has seen it: configuration must not change in that
  // very cycle.
  bool traffic = in->rx_valid != 0;
  m->use_in.enter = m->use_in.left = m->use_in.taken = 0;
  m->held = 0;
  m->out.rx_ready = 0;
  m->out.tx_valid = m->out.tx_last = m->out.tx_err = 0;
  // All of a port while it is in the processor's cache: nothing below looks at another port. The
  // ingresses look at the tables as they are before the edge, so the tables go last.
  for (uint32_t i = 0; i < m->cfg.Ports; i++) {
    if (!m->configured)
      gather_cfg(m, i);
    gather_port(m, i, in);
    gather_use(m, i);
    traffic = traffic || port_busy(&m->ports[i]);
    step_port(&m->ports[i], &m->mcr_out->view);
    set_port_out(m, i);
  }
  step_mcr(m);
  nf_switch_use_step_held(m->use, &m->use_in, m->held);
  // tick_q: a power of two of cycles, so that one counter serves every setting; it runs on while
  // the setting changes, as tick_count_q does. The tick is scaled rather than the ages made wider:
  // there is one tick, and an age in every entry (KLENK IV-C: a timeout for each).
  const uint32_t period = (uint32_t)NF_TICK_CYCLES << m->csr_out->tick_log2;
  m->tick = m->tick_count % period == period - 1;
  m->tick_count = (m->tick_count + 1) % ((uint32_t)NF_TICK_CYCLES << NF_MAX_TICK_LOG2);
  // u_csr comes last: u_mcr, the tables and the tick read its registers as they were. Only an
  // access changes them.
  m->configured = !m->csr_in.csr_valid && m->csr_out->csr_ready;
  nf_switch_csr_step(m->csr, &m->csr_in);

  // traffic_q: from the outputs before the edge, so it is set after everything that reads it.
  m->traffic = traffic;
  set_csr_out(m);
}
