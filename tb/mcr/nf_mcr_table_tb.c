// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Directed scenarios are lists of accesses with the response that each must get; random ones stage
// regions that are mostly legal and often overlap.
#include "mcr/nf_mcr_table.h"
#include "nf_tb.h"

extern const nf_dut nf_mcr_table_dut;

static const nf_mcr_table_cfg cfg = {
    .Ports = P_Ports, .Regions = P_Regions, .Nodes = P_Nodes, .HomeSlots = P_HomeSlots};

// ----------------------------------------------------------------------------- directed
typedef enum { WRITE, REFUSED, READ, LOCK, UNLOCK, USE, SHOWS } action;

typedef struct {
  action action; // REFUSED: a write that must be; READ: data is what must come back; USE: regions
  unsigned addr;
  uint32_t data;
  const char *what; // for READ, REFUSED and SHOWS
  bool (*shows)(const nf_mcr_view *view);
} step;

typedef struct {
  const step *steps;
  unsigned count;
  unsigned next; // step to be carried out
  bool waiting;  // its access was taken, its response has not come
  bool lock;
  uint32_t in_use;
  unsigned walk; // cycles since a commit was taken
  nf_pace request, response;
  uint64_t top;       // random bases lie below
  unsigned responses; // random: accesses answered
} context;

enum {
  INDEX = NF_MCR_REG_REGION_INDEX,
  BASE_LO = NF_MCR_REG_REGION_BASE_LO,
  BASE_HI = NF_MCR_REG_REGION_BASE_HI,
  SIZE = NF_MCR_REG_REGION_SIZE,
  EXPECTED = NF_MCR_REG_REGION_EXPECTED,
  MODE = NF_MCR_REG_REGION_MODE,
  HOME = NF_MCR_REG_REGION_HOME,
  TARGET_SET = NF_MCR_REG_REGION_TARGET_SET,
  TARGET_CLEAR = NF_MCR_REG_REGION_TARGET_CLEAR,
  COMMIT = NF_MCR_REG_REGION_COMMIT,
  STATUS = NF_MCR_REG_REGION_STATUS,
  VALID = NF_MCR_REG_REGION_VALID,
  IN_USE = NF_MCR_REG_REGION_IN_USE,
  ROUTE = NF_MCR_REG_ROUTE_BASE,
  HOME_SLOT = NF_MCR_REG_HOME_BASE,
};

// One step each: a write, a write that is refused, a read, the regions in use, a look at the
// tables.
#define W(a, d)                                                                                    \
  { .action = WRITE, .addr = (a), .data = (d) }
#define X(a, d, w)                                                                                 \
  { .action = REFUSED, .addr = (a), .data = (d), .what = (w) }
#define R(a, d, w)                                                                                 \
  { .action = READ, .addr = (a), .data = (d), .what = (w) }
#define U(m)                                                                                       \
  { .action = USE, .data = (m) }
#define S(f, w)                                                                                    \
  { .action = SHOWS, .what = (w), .shows = (f) }

#define ON 0x80000000u    // valid bit of a route and of a home slot
#define LOCAL 0x40000000u // local bit of a home slot
#define SPREAD LOCAL      // spread bit of a route

// Fig. 2: four GPUs at ports 0..3 and a region of 1 kB at 0xA000 in all of them.
#define FOUR_GPUS                                                                                  \
  W(ROUTE + 0, ON | 0), W(ROUTE + 4, ON | 1), W(ROUTE + 8, ON | 2), W(ROUTE + 12, ON | 3)
#define REGION_OF_FIG_2                                                                            \
  W(INDEX, 0), W(BASE_LO, 0xa000), W(BASE_HI, 0), W(SIZE, 0x400), W(EXPECTED, 0x30004),            \
      W(MODE, 15), W(HOME, 1), W(TARGET_CLEAR, 1), W(TARGET_SET, 0), W(TARGET_SET, 1),             \
      W(TARGET_SET, 2), W(TARGET_SET, 3), W(COMMIT, 1)

static bool shows_fig_2(const nf_mcr_view *v) {
  return v->region_valid == 1 && v->region_base[0] == 0xa000 && v->region_end[0] == 0xa400 &&
         v->region_expected[0] == 4 && v->region_later[0] == 3 && v->region_mode[0] == 15 &&
         v->region_ports[0] == 15 && v->region_multi[0] == 0 && v->region_home[0] == 1 &&
         v->region_home_ports[0] == 2 && v->region_targets[0] == 15;
}
static bool shows_moved(const nf_mcr_view *v) {
  return v->region_valid == 1 && v->region_base[0] == 0xa200 && v->region_end[0] == 0xa600;
}
static bool shows_merged(const nf_mcr_view *v) {
  return v->region_ports[0] == 5 && v->region_multi[0] == 4 && v->region_targets[0] == 0xf;
}
static bool shows_no_home(const nf_mcr_view *v) {
  return v->region_valid == 1 && v->region_home[0] == 4 && v->region_home_ports[0] == 0;
}
static bool shows_top(const nf_mcr_view *v) { return v->region_end[0] == 1ull << 48; }
static bool shows_closed(const nf_mcr_view *v) {
  return v->region_valid == 3 && v->region_mode[1] == (1u << NF_MCR_MODE_CLOSED | 15) &&
         v->region_mode[0] == 15;
}
static bool shows_first(const nf_mcr_view *v) { return v->region_valid == 1; }
static bool shows_second_anew(const nf_mcr_view *v) {
  return v->region_valid == 3 && v->region_base[1] == 0xb000 && v->region_mode[1] == 15;
}
static bool shows_spread(const nf_mcr_view *v) {
  return v->region_ports[0] == 5 && v->region_home_ports[0] == 0 &&
         v->region_mode[0] == (1u << NF_MCR_MODE_SPREAD | 1u << NF_MCR_MODE_HOME_SPREAD | 15);
}
static bool shows_up(const nf_mcr_view *v) {
  return v->region_valid == 1 && v->region_home[0] == (1u << NF_HOME_UP_BIT | NF_HOME_TABLE_ID) &&
         v->region_home_ports[0] == 0 && v->region_mode[0] >> NF_MCR_MODE_HOME_SPREAD & 1 &&
         v->region_later[0] == 2;
}
static bool shows_empty(const nf_mcr_view *v) { return v->region_valid == 0; }

static const step fig_2[] = {
    R(HOME, 0, "no home, and sums do not go up, before anything is written"),
    FOUR_GPUS,
    R(ROUTE + 8, ON | 2, "a route reads back"),
    W(HOME_SLOT + 4, ON | LOCAL | 3),
    R(HOME_SLOT + 4, ON | LOCAL | 3, "a home slot reads back"),
    R(VALID, 0, "no region is valid before the first commit"),
    REGION_OF_FIG_2,
    R(STATUS, NF_MCR_STATUS_OK, "the commit went well"),
    R(VALID, 1, "region 0 is valid"),
    S(shows_fig_2, "the region of Fig. 2 with its port list"),
    R(BASE_LO, 0xa000, "the staged base reads back"),
    R(SIZE, 0x400, "the staged size reads back"),
    R(EXPECTED, 0x30004, "the staged counts read back"),
    R(MODE, 15, "the staged mode reads back"),
    R(HOME, 1, "the staged home reads back"),
    R(TARGET_SET, 0, "a write-only register reads zero"),
    W(BASE_LO, 0xa200),
    S(shows_fig_2, "staging does not touch a valid region"),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "a region does not overlap itself"),
    S(shows_moved, "a second commit moves the region"),
    W(COMMIT, 0),
    S(shows_empty, "commit 0 makes the region invalid"),
    W(ROUTE + 4, 2), // GPU 1 is gone
    W(ROUTE + 4, ON | 2),
    W(ROUTE + 12, ON | 2),
    W(COMMIT, 1),
    S(shows_merged, "targets behind one port are merged"),
    W(COMMIT, 0),
    W(ROUTE + 8, ON | SPREAD),
    W(ROUTE + 12, ON | SPREAD),
    R(ROUTE + 12, ON | SPREAD, "a route to one of several ports reads back"),
    W(HOME, 3),
    W(COMMIT, 1),
    S(shows_spread, "targets and home GPU behind one of several ports"),
    W(HOME_SLOT + 4, ON | 0x23),
    R(HOME_SLOT + 4, ON | 0x23, "the way of a home slot reads back"),
    W(COMMIT, 0),
    W(EXPECTED, 0x20004),
    W(ROUTE + 16, ON | 3),
    W(HOME, ON | 4),
    R(HOME, ON | 4, "a leaf's home reads back"),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "a leaf that reduces first"),
    S(shows_up, "a region whose sums go up"),
    W(ROUTE + 16, ON | 1),
    R(ROUTE + 16, ON | 1, "no route leads to the home of what goes up"),
};

static const step statuses[] = {
    FOUR_GPUS,
    W(INDEX, P_Regions),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BAD_INDEX, "an index past the table"),
    W(INDEX, 255),
    W(COMMIT, 0),
    R(STATUS, NF_MCR_STATUS_BAD_INDEX, "an index past the table cannot be cleared"),
    W(INDEX, 0),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BAD_SIZE, "size zero"),
    W(SIZE, 0x440),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BAD_SIZE, "a size that is not in whole blocks"),
    W(SIZE, 0x400),
    W(BASE_LO, 0xa010),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BAD_SIZE, "a base that is not at a block"),
    W(BASE_HI, 0xffff),
    W(BASE_LO, 0xfffffc80),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BAD_SIZE, "one block past 2^48"),
    W(BASE_LO, 0xfffffc00),
    W(EXPECTED, 0x30000),
    W(MODE, 1 << NF_MCR_MODE_PULL),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_EXPECTED, "pull without an expected count"),
    W(MODE, 1 << NF_MCR_MODE_PUSH),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_EXPECTED, "push without an expected count"),
    W(EXPECTED, 3),
    W(HOME, ON),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_EXPECTED, "sums that go up without a share"),
    W(HOME, 0),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_TARGET, "a zero target list"),
    W(TARGET_SET, P_Nodes - 1),
    W(TARGET_SET, 0),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_ROUTE, "a target without a route"),
    W(TARGET_CLEAR, 0),
    W(TARGET_SET, 0),
    W(HOME, 4),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_NO_HOME, "push without a route to the home GPU"),
    S(shows_empty, "no failed commit made a region valid"),
    W(MODE, 1 << NF_MCR_MODE_PULL),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "pull needs no home"),
    S(shows_no_home, "an unrouted home has no port"),
    S(shows_top, "a region may end at 2^48"),
    // overlap: the last block, one block before it, all around it, and touching it
    W(INDEX, 1),
    W(BASE_LO, 0xffffff80),
    W(SIZE, 0x80),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OVERLAP, "a region inside another"),
    W(BASE_LO, 0xfffffb80),
    W(SIZE, 0x100),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OVERLAP, "one block shared"),
    W(SIZE, 0x480),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OVERLAP, "a region around another"),
    R(VALID, 1, "the table is as it was"),
    W(SIZE, 0x80),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "regions may touch"),
    R(VALID, 3, "both are valid"),
    W(INDEX, 0),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OVERLAP, "a valid region cannot be moved onto another"),
    R(VALID, 3, "and stays where it was"),
};

static const step refusals[] = {
    FOUR_GPUS,
    X(INDEX, 256, "an index of nine bits"),
    X(BASE_HI, 0x10000, "an address of 49 bits"),
    X(MODE, 32, "an undefined mode bit"),
    X(HOME, P_Nodes, "a home past the nodes"),
    X(HOME, ON | P_Nodes, "a home past the nodes of what goes up"),
    X(HOME, LOCAL, "an undefined bit of a home"),
    X(TARGET_SET, P_Nodes, "a target past the nodes"),
    X(COMMIT, 3, "an undefined commit"),
    X(STATUS, 0, "a write to the status"),
    X(VALID, 0, "a write to the valid bits"),
    X(IN_USE, 0, "a write to the regions in use"),
    X(0x034, 0, "an unknown address"),
    X(0x3fc, 0, "an unknown address below the routes"),
    X(INDEX + 1, 0, "an address between two words"),
    X(ROUTE + 2, ON, "an address between two routes"),
    X(ROUTE, ON | 16, "a port of five bits"),
    X(ROUTE, LOCAL >> 1, "an undefined bit of a route"),
    X(HOME_SLOT, ON | 256, "an undefined bit of a home slot"),
    X(HOME_SLOT + 4 * P_HomeSlots, ON, "a home slot past the table"),
    R(ROUTE + 4, ON | 1, "no route changed"),
    R(HOME_SLOT, 0, "no home slot changed"),
    REGION_OF_FIG_2,
    X(ROUTE + 4, ON | 2, "a route while a valid region relies on it"),
    W(ROUTE + 16, ON | 2),
    R(ROUTE + 16, ON | 2, "a route that no region relies on may change"),
    W(HOME_SLOT, ON | 2),
    W(HOME_SLOT, ON | 3),
    R(HOME_SLOT, ON | 3, "without traffic home slots may change while a region is valid"),
    W(COMMIT, 0),
    W(ROUTE + 4, ON | 2),
    R(ROUTE + 4, ON | 2, "a route after the last region has gone"),
};

// Traffic is in the switch from the first access on.
static const step live[] = {
    {.action = LOCK},
    FOUR_GPUS,
    W(ROUTE + 16, ON | 3),
    W(HOME_SLOT + 4, ON | LOCAL | 3),
    W(HOME_SLOT + 4, ON | LOCAL | 2),
    R(HOME_SLOT + 4, ON | LOCAL | 2, "a slot that no region relies on may change"),
    REGION_OF_FIG_2,
    R(STATUS, NF_MCR_STATUS_OK, "a region comes under traffic"),
    S(shows_fig_2, "the region of Fig. 2, whole"),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BUSY, "a valid region is not replaced under traffic"),
    X(HOME_SLOT + 4, ON | LOCAL | 1, "a slot where pushes meet"),
    X(HOME_SLOT + 4, 0, "to make it invalid, too"),
    R(HOME_SLOT + 4, ON | LOCAL | 2, "the slot is what it was"),
    W(HOME_SLOT, ON | LOCAL | 1),
    R(HOME_SLOT, ON | LOCAL | 1, "a slot that takes no pushes yet may begin to"),
    W(INDEX, 1),
    W(BASE_LO, 0xb000),
    W(HOME, 4),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "a second region beside the first"),
    X(ROUTE + 16, ON | 1, "a route to a home GPU"),
    U(2),
    R(IN_USE, 2, "the regions in use read back"),
    W(COMMIT, 0),
    R(STATUS, NF_MCR_STATUS_BUSY, "a region in use does not go"),
    R(VALID, 3, "and stays valid"),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BUSY, "nor is it replaced"),
    W(COMMIT, 2),
    R(STATUS, NF_MCR_STATUS_OK, "it may be closed"),
    S(shows_closed, "it alone is closed, and still valid"),
    U(0),
    W(COMMIT, 0),
    R(STATUS, NF_MCR_STATUS_OK, "a region that nobody uses goes"),
    S(shows_first, "the other one stays"),
    W(ROUTE + 16, ON | 1),
    R(ROUTE + 16, ON | 1, "its home GPU's route may change then"),
    U(2),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BUSY, "what a region left behind keeps its entry"),
    W(COMMIT, 0),
    R(STATUS, NF_MCR_STATUS_BUSY, "and shows that it is not free yet"),
    W(INDEX, 0),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OVERLAP, "and keeps its addresses from other regions"),
    U(0),
    W(INDEX, 1),
    W(COMMIT, 2),
    R(STATUS, NF_MCR_STATUS_OK, "closing what is not valid does nothing"),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "an entry that is free takes a region"),
    S(shows_second_anew, "which is open"),
    U(1),
    {.action = UNLOCK},
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_OK, "without traffic a valid region may be replaced"),
    W(INDEX, 0),
    W(BASE_LO, 0xa000),
    W(COMMIT, 1),
    R(STATUS, NF_MCR_STATUS_BUSY, "but not one in use"),
};

static void watch_walk(nf_tb *tb, context *c, const nf_mcr_table_out *out) {
  c->walk = out->cfg_ready || out->cfg_rvalid ? 0 : c->walk + 1;
  nf_tb_check(tb, c->walk <= P_Nodes + P_Regions + 4, "a commit ends in time");
}

static void drive_steps(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_table_out *out = out_ptr;
  nf_mcr_table_in *in = in_ptr;
  watch_walk(tb, c, out);
  in->cfg_rready = true;
  if (c->waiting && out->cfg_rvalid) {
    const step *done = &c->steps[c->next];
    bool refused = done->action == REFUSED;
    nf_tb_check(tb, out->cfg_err == refused, "%s is %s", refused ? done->what : "the access",
                refused ? "refused" : "taken");
    if (done->action == READ) {
      nf_tb_check(tb, out->cfg_rdata == done->data, "%s: %#x, expected %#x", done->what,
                  out->cfg_rdata, done->data);
    }
    c->waiting = false;
    c->next++;
  }
  // steps without an access wait for the walk like an access does
  while (out->cfg_ready && c->next < c->count && c->steps[c->next].action >= LOCK) {
    const step *now = &c->steps[c->next++];
    if (now->action == SHOWS)
      nf_tb_check(tb, now->shows(&out->view), "%s", now->what);
    else if (now->action == USE)
      c->in_use = now->data;
    else
      c->lock = now->action == LOCK;
  }
  in->lock = c->lock;
  in->in_use = c->in_use;
  if (c->waiting || c->next == c->count)
    return;
  const step *now = &c->steps[c->next];
  in->cfg_valid = true;
  in->cfg_write = now->action != READ;
  in->cfg_addr = (uint16_t)now->addr;
  in->cfg_wdata = in->cfg_write ? now->data : 0;
  c->waiting = out->cfg_ready;
}

static void finish_steps(nf_tb *tb, void *ctx) {
  const context *c = ctx;
  nf_tb_check(tb, c->next == c->count, "all steps were carried out");
}

#define STEPS_SCENARIO(list)                                                                       \
  static void start_##list(nf_tb *tb, void *ctx) {                                                 \
    (void)tb;                                                                                      \
    context *c = ctx;                                                                              \
    c->steps = list;                                                                               \
    c->count = sizeof list / sizeof list[0];                                                       \
  }
STEPS_SCENARIO(fig_2)
STEPS_SCENARIO(statuses)
STEPS_SCENARIO(refusals)
STEPS_SCENARIO(live)

// ----------------------------------------------------------------------------- random
static const char *const status_points[] = {
    "commit OK",          "commit OVERLAP",  "commit NO_TARGET",
    "commit NO_ROUTE",    "commit BAD_SIZE", "commit BAD_INDEX",
    "commit NO_EXPECTED", "commit NO_HOME",  "commit BUSY"};

// Other regions are in use now and then, and traffic comes and goes.
static void random_use(nf_tb *tb, context *c, nf_mcr_table_in *in) {
  if (nf_tb_chance(tb, 5)) {
    c->in_use = (uint32_t)(nf_tb_rand(tb) & nf_tb_rand(tb)) & (uint32_t)((1ull << P_Regions) - 1);
    c->lock = c->in_use != 0 || nf_tb_chance(tb, 50);
  }
  in->lock = c->lock;
  in->in_use = c->in_use;
}

static uint32_t random_base(nf_tb *tb, const context *c) {
  uint32_t base = (uint32_t)nf_tb_below(tb, c->top);
  return nf_tb_chance(tb, 97) ? base - base % NF_BLOCK_BYTES : base;
}

// A write that means something, most of the time.
static void random_write(nf_tb *tb, const context *c, nf_mcr_table_in *in) {
  static const uint16_t staging[] = {INDEX,        BASE_LO, BASE_LO, SIZE,       SIZE,
                                     EXPECTED,     MODE,    MODE,    HOME,       TARGET_SET,
                                     TARGET_CLEAR, COMMIT,  COMMIT,  TARGET_SET, TARGET_SET};
  in->cfg_write = true;
  in->cfg_wdata = (uint32_t)(nf_tb_rand(tb) >> nf_tb_below(tb, 64));
  if (nf_tb_chance(tb, 15)) {
    in->cfg_addr = (uint16_t)(ROUTE + 4 * nf_tb_below(tb, P_Nodes + 1));
    in->cfg_wdata = (nf_tb_chance(tb, 95) ? ON : 0) | (nf_tb_chance(tb, 15) ? SPREAD : 0) |
                    (uint32_t)nf_tb_below(tb, P_Ports + 1);
    return;
  }
  if (nf_tb_chance(tb, 15)) {
    in->cfg_addr = (uint16_t)(HOME_SLOT + 4 * nf_tb_below(tb, P_HomeSlots + 1)) & 0xfff;
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, 4) << 30 | (uint32_t)nf_tb_below(tb, P_Ports + 1) |
                    (uint32_t)nf_tb_below(tb, P_Ports + 1) << 4;
    return;
  }
  in->cfg_addr = staging[nf_tb_below(tb, sizeof staging / sizeof staging[0])];
  switch (in->cfg_addr) {
  case INDEX:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 90) ? P_Regions : 300);
    break;
  case BASE_LO:
    in->cfg_wdata = random_base(tb, c);
    break;
  case SIZE:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 95) ? 6 : 1u << 25) * NF_BLOCK_BYTES;
    break;
  case MODE:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, 17);
    break;
  case HOME:
  case TARGET_SET:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, P_Nodes + 1);
    break;
  case COMMIT:
    in->cfg_wdata = (uint32_t)(nf_tb_chance(tb, 70) ? 1 : nf_tb_below(tb, 4));
    break;
  default:
    break;
  }
}

// Any access at any time.
static void drive_random(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  context *c = ctx;
  const nf_mcr_table_out *out = out_ptr;
  nf_mcr_table_in *in = in_ptr;
  watch_walk(tb, c, out);
  if (nf_tb_cycle(tb) == 0 || nf_tb_chance(tb, 1)) {
    c->request = nf_pace_any(tb);
    c->response = nf_pace_any(tb);
    c->top = 1ull << (9 + nf_tb_below(tb, 16));
  }
  random_use(tb, c, in);
  in->cfg_rready = nf_pace_go(tb, &c->response);
  in->cfg_valid = nf_pace_go(tb, &c->request);
  if (!in->cfg_valid)
    return;
  uint64_t n = nf_tb_cycle(tb);
  if (n < 4 * P_Nodes) {
    // at first every node gets a route, so that commits can succeed
    in->cfg_write = true;
    in->cfg_addr = (uint16_t)(ROUTE + 4 * (n / 4));
    in->cfg_wdata = (nf_tb_chance(tb, 95) ? ON : 0) | (uint32_t)nf_tb_below(tb, P_Ports);
  } else if (nf_tb_chance(tb, 70)) {
    random_write(tb, c, in);
  } else if (nf_tb_chance(tb, 90)) {
    in->cfg_addr = (uint16_t)(4 * nf_tb_below(tb, 13));
    if (nf_tb_chance(tb, 30))
      in->cfg_addr = STATUS;
    if (nf_tb_chance(tb, 30))
      in->cfg_addr = (uint16_t)(4 * nf_tb_below(tb, 1024));
    if (out->cfg_ready && in->cfg_addr == STATUS)
      nf_tb_cover(tb, "status read");
  } else {
    in->cfg_write = nf_tb_chance(tb, 50);
    in->cfg_addr = (uint16_t)nf_tb_below(tb, 4096);
    in->cfg_wdata = (uint32_t)nf_tb_rand(tb);
  }
  if (out->cfg_rvalid && out->cfg_err)
    nf_tb_cover(tb, "refused");
  if (out->cfg_ready)
    c->responses++;
}

// One whole random region after the other, as a fabric manager stages them.
static void drive_regions(nf_tb *tb, void *ctx, const void *out_ptr, void *in_ptr) {
  static const uint16_t order[] = {TARGET_CLEAR, INDEX,      BASE_LO, BASE_HI,    SIZE,
                                   EXPECTED,     MODE,       HOME,    TARGET_SET, TARGET_SET,
                                   TARGET_SET,   TARGET_SET, COMMIT,  STATUS};
  context *c = ctx;
  const nf_mcr_table_out *out = out_ptr;
  nf_mcr_table_in *in = in_ptr;
  watch_walk(tb, c, out);
  in->cfg_rready = true;
  random_use(tb, c, in);
  if (c->waiting && out->cfg_rvalid) {
    c->waiting = false;
    if (order[c->next] == STATUS)
      nf_tb_cover(tb, status_points[out->cfg_rdata]);
    c->next = (c->next + 1) % (sizeof order / sizeof order[0]);
  }
  if (c->waiting || !out->cfg_ready)
    return;
  c->waiting = true;
  in->cfg_valid = true;
  if (c->responses < P_Nodes) {
    // the routes come first; the responses do not move the list on
    in->cfg_write = true;
    in->cfg_addr = (uint16_t)(ROUTE + 4 * c->responses++);
    in->cfg_wdata = (nf_tb_chance(tb, 90) ? ON : 0) | (nf_tb_chance(tb, 10) ? SPREAD : 0) |
                    (uint32_t)nf_tb_below(tb, P_Ports);
    c->next = sizeof order / sizeof order[0] - 1;
    return;
  }
  in->cfg_addr = order[c->next];
  in->cfg_write = in->cfg_addr != STATUS;
  switch (in->cfg_addr) {
  case INDEX:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, P_Regions + nf_tb_chance(tb, 10));
    break;
  case BASE_LO:
    c->top = 1ull << 13;
    in->cfg_wdata = random_base(tb, c);
    break;
  case SIZE:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, 5) * NF_BLOCK_BYTES;
    break;
  case EXPECTED:
    in->cfg_wdata = (uint32_t)(nf_tb_below(tb, 6) << 16 | nf_tb_below(tb, 6));
    break;
  case MODE:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, 32);
    break;
  case HOME:
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, P_Nodes);
    break;
  case TARGET_SET:
    // an id past the nodes is refused: some lists are shorter, a few empty
    in->cfg_wdata = (uint32_t)nf_tb_below(tb, nf_tb_chance(tb, 50) ? P_Nodes : 4 * P_Nodes);
    break;
  case COMMIT:
    in->cfg_wdata = (uint32_t)(nf_tb_chance(tb, 70) ? 1 : nf_tb_below(tb, 3));
    break;
  default:
    break;
  }
}

static const nf_tb_scenario scenarios[] = {
    {"KLENK IV-A Fig. 2: a region of four GPUs", 200 + 6 * (P_Nodes + P_Regions), start_fig_2,
     drive_steps, finish_steps},
    {"spec 1.2 every reason for a commit to fail", 300 + 12 * (P_Nodes + P_Regions), start_statuses,
     drive_steps, finish_steps},
    {"spec 1.2 every access that is refused", 300 + 3 * (P_Nodes + P_Regions), start_refusals,
     drive_steps, finish_steps},
    {"KLENK IV-A regions come and go under traffic", 300 + 13 * (P_Nodes + P_Regions), start_live,
     drive_steps, finish_steps},
    {"KLENK IV-A regions one after the other, many overlap", 60000, NULL, drive_regions, NULL},
    {"KLENK IV-A random accesses, use, lock and back-pressure", 40000, NULL, drive_random, NULL},
};

int main(int argc, char **argv) {
  const nf_tb_bench bench = {
      .dut = &nf_mcr_table_dut,
      .model = NF_TB_MODEL(nf_mcr_table),
      .cfg = &cfg,
      .ctx_size = sizeof(context),
      .scenarios = scenarios,
      .count = sizeof scenarios / sizeof scenarios[0],
  };
  return nf_tb_main(argc, argv, &bench);
}
