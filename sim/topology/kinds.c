// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "makers.h"

#include "sim/common/nearest.h"
#include <string.h>

// KLENK V: 150 ns a hop. A path through n switches takes n hops, so a hop is shared out as
// sim/klenk does it: 17 cycles of 640 ps in switch and link logic, the rest on the wire, half of
// that on a cable to an endpoint (the makers halve it).
#define KLENK_LINK .rate = 25, .wire_ps = 217 * 640, .switch_ps = 17 * 640
// HXMESH Table III: 400 Gb/s, 20 ns a cable, 1 ns on a board, 40 ns in the input and in the output
// buffer of what forwards.
#define HXMESH_LINK                                                                                \
  .rate = 50, .wire_ps = 20000, .trace_rate = 50, .trace_ps = 1000, .switch_ps = 80000
// ACE Table 7: 200 GB/s and 90 cycles in a package, 25 GB/s and 200 cycles between packages, of 1
// ns each as in sim/ace, where a link of 25 bytes a cycle has 25 GB/s; port to port is one more.
#define ACE_LINK                                                                                   \
  .rate = 25, .wire_ps = 200000, .trace_rate = 200, .trace_ps = 90000, .switch_ps = 1000
// NETREDUCE 5.1: 100 Gb/s; the delays are those of sim/netreduce.
#define ETHERNET_LINK .rate = 12.5, .wire_ps = 300000, .switch_ps = 200000

#define HAS(key) (1u << NF_KEY_##key)
#define USUAL (HAS(RATE) | HAS(WIRE) | HAS(SWITCH))

const nf_kind Nf_kinds[] = {
    {.name = "single",
     .number = {{"R", ':', true, 2, 128, "ports of the switch"}},
     .usual = 16,
     .keys = USUAL | HAS(PLANES),
     .planes = 1,
     KLENK_LINK,
     .commands = NF_KIND_ALLREDUCE,
     .sentence = "R endpoints at one switch",
     .source = "KLENK V",
     .example = "single:16",
     .make = nf_make_single},
    {.name = "dgx2",
     .keys = USUAL,
     .planes = 6,
     KLENK_LINK,
     .commands = NF_KIND_ALLREDUCE,
     .sentence = "16 GPUs with 6 links each, 12 switches of 16 ports in two groups",
     .source = "KLENK V",
     .example = "dgx2",
     .make = nf_make_dgx2},
    {.name = "nvl72",
     .keys = USUAL,
     .planes = 18,
     .rate = 50,
     .wire_ps = 20000,
     .switch_ps = 300000,
     .sentence = "72 GPUs with 18 links each, 18 switches of 72 ports, one tier",
     .source = "NVIDIA GB200 NVL72: 1.8 TB/s a GPU, both directions",
     .example = "nvl72",
     .make = nf_make_nvl72},
    {.name = "fattree128",
     .keys = USUAL,
     .planes = 6,
     KLENK_LINK,
     .commands = NF_KIND_ALLREDUCE,
     .sentence = "128 GPUs with 6 links each, 96 leaves and 48 spines of 16 ports",
     .source = "KLENK V",
     .example = "fattree128",
     .make = nf_make_fattree128},
    {.name = "fattree",
     .number = {{"K", ':', false, 2, 128, "ports of a switch"},
                {"LEVELS", ',', false, 2, 3, "levels of switches"},
                {"TAPER", ',', true, 0, 90,
                 "per cent of the bandwidth that the leaves lack upward"}},
     .keys = USUAL | HAS(PLANES) | HAS(ENDPOINTS),
     .planes = 1,
     HXMESH_LINK,
     .commands = NF_KIND_ALLREDUCE,
     .sentence = "fat tree of K-port switches; as large as they allow, or for endpoints=N",
     .source = "HXMESH App. C",
     .example = "fattree:64,2,50,endpoints=1050,planes=16",
     .make = nf_make_fattree},
    {.name = "star",
     .number = {{"H", ':', true, 2, 128, "hosts at the switch"}},
     .usual = 6,
     .keys = USUAL | HAS(PLANES),
     .planes = 1,
     ETHERNET_LINK,
     .commands = NF_KIND_ALLREDUCE | NF_KIND_NETREDUCE,
     .sentence = "H hosts at one switch",
     .source = "NETREDUCE",
     .example = "star:6",
     .make = nf_make_star},
    {.name = "leaf",
     .number = {{"L", ':', false, 1, 512, "leaves"}, {"H", 'x', false, 1, 512, "hosts of a leaf"}},
     .keys = USUAL | HAS(PLANES) | HAS(SPINES),
     .planes = 1,
     ETHERNET_LINK,
     .commands = NF_KIND_ALLREDUCE | NF_KIND_NETREDUCE,
     .sentence = "L leaves of H hosts, each leaf with a cable to each of spines=S (1)",
     .source = "NETREDUCE 4.5",
     .example = "leaf:3x2",
     .make = nf_make_leaf},
    {.name = "ring",
     .number = {{"N", ':', false, 1, 1024, "accelerators in the ring"}},
     .keys = USUAL | HAS(PLANES),
     .planes = 1,
     ACE_LINK,
     .commands = NF_KIND_ACE,
     .sentence = "N accelerators that forward, in one ring",
     .source = "ACE",
     .example = "ring:8",
     .make = nf_make_torus},
    {.name = "torus",
     .number = {{"A", ':', false, 1, 1024, "accelerators in x"},
                {"B", 'x', false, 1, 1024, "accelerators in y"},
                {"C", 'x', true, 1, 1024, "accelerators in z"}},
     .keys = USUAL | HAS(PLANES) | HAS(BOARD) | HAS(FIBRE),
     .planes = 1,
     HXMESH_LINK,
     .commands = NF_KIND_ACE,
     .sentence = "torus of accelerators that forward, in two or three dimensions",
     .source = "HXMESH III-D, ACE Table 5",
     .example = "torus:32x32,board=2x2,planes=4",
     .make = nf_make_torus},
    {.name = "alltoall",
     .number = {{"L", ':', false, 1, 64, "accelerators of a package, in a ring"},
                {"P", 'x', false, 1, 128, "packages, joined by four switches"}},
     .keys = USUAL | HAS(PLANES),
     .planes = 1,
     ACE_LINK,
     .commands = NF_KIND_ACE,
     .sentence =
         "P packages of L accelerators in a ring, each with a link to each of four switches",
     .source = "ACE Table 5",
     .example = "alltoall:4x16",
     .make = nf_make_alltoall},
    {.name = "switch",
     .number = {{"N", ':', false, 1, 128, "accelerators, joined by four switches"}},
     .keys = USUAL | HAS(PLANES),
     .planes = 1,
     ACE_LINK,
     .commands = NF_KIND_ACE,
     .sentence = "N accelerators, each with a link to each of four switches",
     .source = "ACE Table 5",
     .example = "switch:8",
     .make = nf_make_switch},
    {.name = "dragonfly",
     .number = {{"A", ':', false, 1, 64, "routers of a group"},
                {"H", ',', false, 1, 64, "global ports of a router"},
                {"G", ',', false, 2, 1024, "groups"}},
     .keys = USUAL | HAS(PLANES) | HAS(TERMINALS) | HAS(LOCAL),
     .planes = 1,
     HXMESH_LINK,
     .sentence = "groups of routers, H endpoints or terminals=P at each",
     .source = "HXMESH App. C, Kim et al.",
     .example = "dragonfly:8,16,8,local=4,planes=16",
     .make = nf_make_dragonfly},
    {.name = "hyperx",
     .number = {{"A", ':', false, 2, 2048, "accelerators in x"},
                {"B", 'x', false, 2, 2048, "accelerators in y"}},
     .keys = USUAL | HAS(PLANES) | HAS(TAPER) | HAS(RADIX),
     .planes = 1,
     HXMESH_LINK,
     .sentence = "two-dimensional HyperX, which is a HammingMesh of 1x1 boards",
     .source = "HXMESH Table II, note 2",
     .example = "hyperx:32x32,planes=4",
     .make = nf_make_hyperx},
    {.name = "hammingmesh",
     .number = {{"A", ':', false, 1, 64, "accelerators of a board in x"},
                {"B", 'x', false, 1, 64, "accelerators of a board in y"},
                {"X", ',', false, 2, 2048, "boards in x"},
                {"Y", 'x', false, 2, 2048, "boards in y"}},
     .keys = USUAL | HAS(PLANES) | HAS(TAPER) | HAS(RADIX) | HAS(FAILED),
     .planes = 1,
     HXMESH_LINK,
     .sentence =
         "X by Y boards of A x B accelerators, rows and columns joined by switches or fat trees",
     .source = "HXMESH III",
     .example = "hammingmesh:2x2,16x16,planes=4",
     .make = nf_make_hammingmesh},
    {.name = "dgx1",
     .keys = USUAL,
     .planes = 1,
     .rate = 20,
     .wire_ps = 20000,
     .trace_rate = 10,
     .trace_ps = 20000,
     .switch_ps = 100000,
     .sentence = "8 GPUs, one NVLink between two of a group of four and of a pair, PCI Express",
     .source = "NVIDIA DGX-1 with P100",
     .example = "dgx1",
     .make = nf_make_dgx1},
    {.name = "p3.16xlarge",
     .keys = USUAL,
     .planes = 1,
     .rate = 25,
     .wire_ps = 20000,
     .trace_rate = 10,
     .trace_ps = 20000,
     .switch_ps = 100000,
     .sentence = "8 GPUs, the same pairs with one or two NVLinks, PCI Express",
     .source = "TREE Fig. 3",
     .example = "p3.16xlarge",
     .make = nf_make_p3},
};
const unsigned Nf_kinds_count = sizeof Nf_kinds / sizeof Nf_kinds[0];

static const struct {
  const char *name, *what;
  double low, high;
  bool whole;
} Keys[NF_KEYS] = {
    [NF_KEY_PLANES] = {"planes", "copies of the network side by side", 1, 64, true},
    [NF_KEY_RATE] = {"rate", "GB/s of a link, one direction", 0.001, 10000, false},
    [NF_KEY_WIRE] = {"wire", "ns of a cable", 0, 1e6, false},
    [NF_KEY_SWITCH] = {"switch", "ns in a switch, header in to header out", 0, 1e6, false},
    [NF_KEY_ENDPOINTS] = {"endpoints", "endpoints that are attached", 2, NF_GRAPH_MOST_ENDPOINTS,
                          true},
    [NF_KEY_TAPER] = {"taper", "per cent of the bandwidth that leaves lack upward", 0, 90, true},
    [NF_KEY_TERMINALS] = {"terminals", "endpoints of a router", 1, 128, true},
    [NF_KEY_LOCAL] = {"local", "parallel cables between two routers of a group", 1, 16, true},
    [NF_KEY_SPINES] = {"spines", "spines, each with a cable to each leaf", 1, 64, true},
    [NF_KEY_FIBRE] = {"fibre",
                      "1: cables between boards are fibres, as HXMESH Table II prices them", 0, 1,
                      true},
    [NF_KEY_RADIX] = {"radix", "ports of the switches of rows and columns", 4, 128, true},
    // Not one number: the text says what they take.
    [NF_KEY_BOARD] = {"board", "AxB accelerators of a board, whose cables are traces", 0, 0, true},
    [NF_KEY_FAILED] = {"failed", "up to 64 boards X.Y+X.Y+... that are out of order", 0, 0, true},
};
_Static_assert(NF_KIND_FAILED == 64, "as the text of failed= says");

static bool is_number(unsigned key) { return key != NF_KEY_BOARD && key != NF_KEY_FAILED; }

// A limit as a SPEC may have it: without an exponent.
enum { LIMIT_TEXT = 24 };
static const char *limit_text(double limit, char text[LIMIT_TEXT]) {
  snprintf(text, LIMIT_TEXT, "%.10g", limit);
  return text;
}

// ------------------------------------------------------------------------------- printing
void nf_kind_form(const nf_kind *k, char text[64]) {
  size_t used = (size_t)snprintf(text, 64, "%s", k->name);
  unsigned open = 0;
  for (unsigned i = 0; i < NF_KIND_NUMBERS && k->number[i].letter; i++) {
    open += k->number[i].optional;
    used += (size_t)snprintf(text + used, 64 - used, "%s%c%s", k->number[i].optional ? "[" : "",
                             k->number[i].before, k->number[i].letter);
  }
  while (open-- && used + 1 < 64) {
    text[used++] = ']';
    text[used] = 0;
  }
}

static void print_kind(FILE *f, const nf_kind *k) {
  char form[64];
  nf_kind_form(k, form);
  fprintf(f, "%s\n  %s (%s).\n", form, k->sentence, k->source);
  for (unsigned i = 0; i < NF_KIND_NUMBERS && k->number[i].letter; i++) {
    const nf_number *n = &k->number[i];
    fprintf(f, "  %-9s %u..%u%s: %s", n->letter, n->low, n->high,
            n->optional ? ", may be left out" : "", n->what);
    if (i == 0 && k->usual)
      fprintf(f, " (%u)", k->usual);
    fprintf(f, "\n");
  }
  for (unsigned i = 0; i < NF_KEYS; i++)
    if (k->keys & 1u << i & ~(uint32_t)USUAL) {
      fprintf(f, "  %-9s ", Keys[i].name);
      if (is_number(i))
        fprintf(f, "%.0f..%.0f: ", Keys[i].low, Keys[i].high);
      fprintf(f, "%s", Keys[i].what);
      if (i == NF_KEY_PLANES)
        fprintf(f, " (%u)", k->planes);
      fprintf(f, "\n");
    }
  fprintf(f, "  %g GB/s a link", k->rate);
  if (k->trace_rate > 0 && k->trace_rate != k->rate)
    fprintf(f, ", %g on a board or in a package", k->trace_rate);
  fprintf(f, "\n  example: %s\n\n", k->example);
}

void nf_kinds_print(FILE *f) {
  for (unsigned i = 0; i < Nf_kinds_count; i++)
    print_kind(f, &Nf_kinds[i]);
  fprintf(f, "FILE.json\n  Any other network, one plane of it or all (docs/topology.md has the "
             "schema).\n\n"
             "Behind all of them but a file: ");
  for (unsigned i = NF_KEY_RATE; i <= NF_KEY_SWITCH; i++)
    fprintf(f, ",%s=N%s", Keys[i].name, i < NF_KEY_SWITCH ? " " : "");
  fprintf(f, "\n");
  char low[LIMIT_TEXT], high[LIMIT_TEXT];
  for (unsigned i = NF_KEY_RATE; i <= NF_KEY_SWITCH; i++)
    fprintf(f, "  %-9s %s..%s: %s\n", Keys[i].name, limit_text(Keys[i].low, low),
            limit_text(Keys[i].high, high), Keys[i].what);
}

void nf_kinds_forms(FILE *f, unsigned indent, unsigned width) {
  unsigned column = 0;
  for (unsigned i = 0; i <= Nf_kinds_count; i++) {
    char form[64] = "FILE.json";
    if (i < Nf_kinds_count)
      nf_kind_form(&Nf_kinds[i], form);
    const unsigned length = (unsigned)strlen(form) + 2; // blank and comma
    if (column == 0 || column + length > width) {
      fprintf(f, "%s%*s", column ? "\n" : "", (int)indent - 1, "");
      column = indent - 1;
    }
    fprintf(f, " %s%s", form, i < Nf_kinds_count ? "," : "\n");
    column += length;
  }
}

void nf_kinds_of(unsigned command, char text[256]) {
  unsigned used = 0;
  for (unsigned i = 0; i < Nf_kinds_count; i++) {
    char form[64];
    nf_kind_form(&Nf_kinds[i], form);
    if (Nf_kinds[i].commands & command)
      used += (unsigned)snprintf(text + used, 256 - used, "%s%s", used ? ", " : "", form);
  }
}

// ------------------------------------------------------------------------------- reading
enum { WORD = 32 };

static const nf_kind *find(const char *word, nf_err *e) {
  const char *name[sizeof Nf_kinds / sizeof Nf_kinds[0]];
  for (unsigned i = 0; i < Nf_kinds_count; i++) {
    if (strcmp(word, Nf_kinds[i].name) == 0)
      return &Nf_kinds[i];
    name[i] = Nf_kinds[i].name;
  }
  char form[64];
  nf_kind_form(&Nf_kinds[nf_nearest(word, name, (int)Nf_kinds_count)], form);
  nf_refuse(e,
            "topology '%s' is unknown; the nearest is %s, 'netfold topology --list' has all "
            "(a file's name ends in .json or has a slash)",
            word, form);
  return NULL;
}

// Digits, at most nine.
static const char *read_whole(const char *text, uint32_t *value) {
  const size_t digits = strspn(text, "0123456789");
  *value = 0;
  if (digits == 0 || digits > 9)
    return NULL;
  for (size_t i = 0; i < digits; i++)
    *value = *value * 10 + (uint32_t)(text[i] - '0');
  return text + digits;
}

static const char *read_fraction(const char *text, double *value) {
  uint32_t whole, part;
  if (!(text = read_whole(text, &whole)))
    return NULL;
  *value = whole;
  if (*text != '.')
    return text;
  const char *end = read_whole(text + 1, &part);
  double unit = 1;
  for (const char *p = text + 1; p < end; p++)
    unit /= 10;
  *value += part * unit;
  return end;
}

// What of a SPEC was not understood, and what would have been right.
static const char *refuse_form(const nf_kind *k, const char *text, const char *at, nf_err *e) {
  char form[64];
  nf_kind_form(k, form);
  if (*at)
    nf_refuse(e, "topology '%s': '%s' does not fit; write %s, like %s", text, at, form, k->example);
  else
    nf_refuse(e, "topology '%s': ends too early; write %s, like %s", text, form, k->example);
  return NULL;
}

static const char *read_numbers(const nf_kind *k, const char *text, const char *at, nf_spec *s,
                                nf_err *e) {
  for (; s->numbers < NF_KIND_NUMBERS && k->number[s->numbers].letter; s->numbers++) {
    const nf_number *n = &k->number[s->numbers];
    const bool here = *at == n->before && at[1] >= '0' && at[1] <= '9';
    if (!here && n->optional)
      return at;
    const char *end = here ? read_whole(at + 1, &s->number[s->numbers]) : NULL;
    if (!end)
      return refuse_form(k, text, at, e);
    if (s->number[s->numbers] < n->low || s->number[s->numbers] > n->high) {
      nf_refuse(e, "topology '%s': %s (%s) is %u; it may be %u..%u", text, n->letter, n->what,
                s->number[s->numbers], n->low, n->high);
      return NULL;
    }
    at = end;
    if (n->before == ',' && n->optional && *at == '%')
      at++;
  }
  return at;
}

static const char *read_board(const char *at, nf_spec *s) {
  if (!(at = read_whole(at, &s->board[0])) || *at != 'x')
    return NULL;
  return read_whole(at + 1, &s->board[1]);
}

static const char *read_failed(const char *at, nf_spec *s) {
  while (s->failures < NF_KIND_FAILED) {
    uint32_t *board = s->failed[s->failures++];
    if (!(at = read_whole(at, &board[0])) || *at != '.' || !(at = read_whole(at + 1, &board[1])))
      return NULL;
    if (*at != '+')
      return at;
    at++;
  }
  return NULL;
}

// The key that a text begins with; NF_KEYS: none of this kind's.
static unsigned key_of(const nf_kind *k, const char *at) {
  unsigned key = 0;
  while (key < NF_KEYS && (strncmp(at, Keys[key].name, strlen(Keys[key].name)) != 0 ||
                           at[strlen(Keys[key].name)] != '=' || !(k->keys >> key & 1)))
    key++;
  return key;
}

static void refuse_key(const nf_kind *k, const char *text, const char *at, nf_err *e) {
  char known[256] = "";
  for (unsigned i = 0, used = 0; i < NF_KEYS; i++)
    if (k->keys >> i & 1)
      used += (unsigned)snprintf(known + used, sizeof known - used, "%s%s=", used ? ", " : "",
                                 Keys[i].name);
  nf_refuse(e, "topology '%s': '%s' is unknown here; there are %s", text, at, known);
}

static void refuse_value(const char *text, unsigned key, nf_err *e) {
  char low[LIMIT_TEXT], high[LIMIT_TEXT];
  if (is_number(key))
    nf_refuse(e, "topology '%s': %s= takes %s..%s, %s", text, Keys[key].name,
              limit_text(Keys[key].low, low), limit_text(Keys[key].high, high), Keys[key].what);
  else
    nf_refuse(e, "topology '%s': %s= takes %s", text, Keys[key].name, Keys[key].what);
}

static bool in_range(unsigned key, double number) {
  return (!Keys[key].whole || number == (uint32_t)number) && number >= Keys[key].low &&
         number <= Keys[key].high;
}

static const char *read_key(const nf_kind *k, const char *text, const char *at, nf_spec *s,
                            nf_err *e) {
  const unsigned key = key_of(k, at);
  if (key == NF_KEYS) {
    refuse_key(k, text, at, e);
    return NULL;
  }
  const char *value = at + strlen(Keys[key].name) + 1;
  const char *end = key == NF_KEY_BOARD    ? read_board(value, s)
                    : key == NF_KEY_FAILED ? read_failed(value, s)
                                           : read_fraction(value, &s->value[key]);
  s->given[key] = true;
  if (end && *end == '%' && key == NF_KEY_TAPER)
    end++;
  if (!end || (*end && *end != ',') || (is_number(key) && !in_range(key, s->value[key]))) {
    refuse_value(text, key, e);
    return NULL;
  }
  return end;
}

const nf_kind *nf_spec_parse(const char *text, nf_spec *s, nf_err *e) {
  memset(s, 0, sizeof *s);
  char word[WORD];
  const size_t n = strcspn(text, ":,");
  snprintf(word, sizeof word, "%.*s", (int)n, text);
  const nf_kind *k = find(word, e);
  if (!k)
    return NULL;
  s->number[0] = k->usual;
  const char *at = read_numbers(k, text, text + n, s, e);
  while (at && *at == ',')
    at = read_key(k, text, at + 1, s, e);
  if (at && *at)
    refuse_form(k, text, at, e);
  return at && !*at ? k : NULL;
}

const nf_kind *nf_spec_parse_for(unsigned command, const char *text, nf_spec *s, nf_err *e) {
  const nf_kind *k = nf_spec_parse(text, s, e);
  char known[256];
  nf_kinds_of(command, known);
  if (k && !(k->commands & command))
    nf_refuse(e, "--topology %s: this command's engines cannot be %s; there are %s", text, k->name,
              known);
  for (unsigned key = 0; k && key < NF_KEYS; key++)
    if (s->given[key])
      nf_refuse(e, "--topology %s: this command takes no %s=; it has options of its own", text,
                Keys[key].name);
  return e->status == NF_EXIT_OK ? k : NULL;
}

unsigned nf_spec_dimensions(const nf_kind *k, const nf_spec *s, uint32_t size[3], bool *switched) {
  const unsigned alone = k->make == nf_make_switch; // one accelerator in a package
  *switched = alone || k->make == nf_make_alltoall;
  for (unsigned d = 0; d < 3; d++)
    size[d] = d >= alone && d - alone < s->numbers ? s->number[d - alone] : 1;
  return alone + s->numbers;
}
