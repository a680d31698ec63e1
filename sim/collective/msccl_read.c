// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#define _POSIX_C_SOURCE 200809L
#include "msccl.h"
#include "sim/cli/cli.h"
#include "sim/common/grow.h"
#include <errno.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A step as the file has it.
typedef struct {
  uint32_t gpu, block, place;
  int32_t send, recv;
  uint32_t chan, count;
  char type[8], buffer[2]; // source, destination: i, o, s
  uint32_t offset[2];
  int32_t depid, deps;
  bool posts;           // hasdep: tells others when it is done
  uint32_t first, last; // our steps that it became
} line;

typedef struct {
  nf_schedule *s;
  const char *path;
  XML_Parser xml;
  nf_err *e;
  line *lines;
  size_t count;
  uint32_t room;
  line at;                           // gpu and block in which we are
  uint32_t inputs, outputs, scratch; // the most that a GPU has
  uint32_t per_loop;                 // nchunksperloop; 0: not there
  bool in_place, algo, gpu, block;
} reading;

static int refuse(reading *r, const char *what) {
  nf_refuse(r->e, "%s:%lu: %s", r->path, (unsigned long)XML_GetCurrentLineNumber(r->xml), what);
  return XML_StopParser(r->xml, XML_FALSE), r->e->status;
}

static const char *text_of(const char **attr, const char *name) {
  for (; attr[0]; attr += 2)
    if (strcmp(attr[0], name) == 0)
      return attr[1];
  return NULL;
}

// A number of -1 or more; `missing` where the attribute is not there, if that is not below -1.
static int64_t number_of(reading *r, const char **attr, const char *name, int64_t missing) {
  const char *text = text_of(attr, name);
  char what[96];
  uint64_t v = 0;
  if (!text && missing >= -1)
    return missing;
  if (text && strcmp(text, "-1") == 0)
    return -1;
  const char *rest = text ? nf_cli_number(text, &v) : NULL;
  if (!rest || *rest || v > NF_SCHEDULE_CHUNKS) {
    snprintf(what, sizeof what, "%.30s must be a number of -1..%d", name, NF_SCHEDULE_CHUNKS);
    refuse(r, what);
    return 0;
  }
  return (int64_t)v;
}

enum { MUST = -2 };
static uint32_t count_of(reading *r, const char **attr, const char *name, int64_t missing) {
  const int64_t v = number_of(r, attr, name, missing);
  if (v < 0)
    refuse(r, "a count or index is negative");
  return v < 0 ? 0 : (uint32_t)v;
}

// ------------------------------------------------------------------------------- elements
static void begin_algo(reading *r, const char **attr) {
  const char *what = text_of(attr, "coll"), *name = text_of(attr, "name");
  r->algo = true;
  snprintf(r->s->name, sizeof r->s->name, "%s", name ? name : "msccl");
  r->s->ranks = count_of(r, attr, "ngpus", MUST);
  r->s->root = count_of(r, attr, "root", 0);
  r->in_place = number_of(r, attr, "inplace", 0) == 1;
  r->per_loop = count_of(r, attr, "nchunksperloop", 0);
  if (r->e->status == NF_EXIT_OK &&
      (r->s->ranks < 1 || r->s->ranks > NF_SCHEDULE_RANKS || r->s->root >= r->s->ranks))
    refuse(r, "ngpus or root is out of range");
  if (r->e->status == NF_EXIT_OK && nf_collective_parse(&r->s->what, what ? what : "", r->e))
    refuse(r, "coll");
}

static uint32_t more(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void begin_gpu(reading *r, const char **attr) {
  r->gpu = true;
  r->at.gpu = count_of(r, attr, "id", MUST);
  r->inputs = more(r->inputs, count_of(r, attr, "i_chunks", 0));
  r->outputs = more(r->outputs, count_of(r, attr, "o_chunks", 0));
  r->scratch = more(r->scratch, count_of(r, attr, "s_chunks", 0));
  if (r->at.gpu >= r->s->ranks)
    refuse(r, "this GPU is not below ngpus");
}

static void begin_block(reading *r, const char **attr) {
  r->block = true;
  r->at.block = count_of(r, attr, "id", MUST);
  r->at.send = (int32_t)number_of(r, attr, "send", -1);
  r->at.recv = (int32_t)number_of(r, attr, "recv", -1);
  r->at.chan = count_of(r, attr, "chan", 0);
}

static char buffer_of(reading *r, const char **attr, const char *name) {
  const char *text = text_of(attr, name);
  if (!text || !strchr("ios", *text) || !*text || text[1])
    refuse(r, "a buffer must be i, o or s");
  return text ? *text : 'i';
}

static void add_step(reading *r, const char **attr) {
  const char *type = text_of(attr, "type");
  if (!nf_grow(&r->lines, &r->room, r->count + 1, sizeof *r->lines)) {
    nf_err_memory(r->e, "the steps of the file");
    XML_StopParser(r->xml, XML_FALSE);
    return;
  }
  line *l = &r->lines[r->count++];
  *l = r->at;
  snprintf(l->type, sizeof l->type, "%s", type ? type : "");
  l->place = count_of(r, attr, "s", MUST);
  l->depid = (int32_t)number_of(r, attr, "depid", -1);
  l->deps = (int32_t)number_of(r, attr, "deps", -1);
  l->posts = number_of(r, attr, "hasdep", 1) != 0;
  if (strcmp(l->type, "nop") == 0)
    return;
  l->count = count_of(r, attr, "cnt", 1);
  l->buffer[0] = buffer_of(r, attr, "srcbuf");
  l->buffer[1] = buffer_of(r, attr, "dstbuf");
  l->offset[0] = count_of(r, attr, "srcoff", MUST);
  l->offset[1] = count_of(r, attr, "dstoff", MUST);
}

static void XMLCALL begin(void *own, const char *name, const char **attr) {
  reading *r = own;
  if (strcmp(name, "algo") == 0 && !r->algo)
    begin_algo(r, attr);
  else if (strcmp(name, "gpu") == 0 && r->algo && !r->gpu)
    begin_gpu(r, attr);
  else if (strcmp(name, "tb") == 0 && r->gpu && !r->block)
    begin_block(r, attr);
  else if (strcmp(name, "step") == 0 && r->block)
    add_step(r, attr);
  else
    refuse(r, "an element is not where MSCCL has it: algo, gpu, tb, step, one in the other");
}

static void XMLCALL end(void *own, const char *name) {
  reading *r = own;
  r->gpu = r->gpu && strcmp(name, "gpu") != 0;
  r->block = r->block && strcmp(name, "tb") != 0;
}

// ------------------------------------------------------------------------------- into our steps
static void set_buffers(reading *r) {
  nf_schedule *s = r->s;
  uint32_t data;
  if (s->what == NF_ALL_TO_ALL || !r->in_place) {
    s->inputs = r->inputs;
    data = r->inputs + r->outputs;
  } else if (s->what == NF_ALL_GATHER) {
    data = more(r->outputs, r->inputs * s->ranks);
  } else {
    data = more(r->inputs, r->outputs);
  }
  s->chunks = data + r->scratch;
  s->scratch = r->scratch;
}

static uint32_t chunk_of(const reading *r, const line *l, int side) {
  const nf_schedule *s = r->s;
  const uint32_t data = s->chunks - s->scratch, off = l->offset[side];
  const uint32_t own = l->gpu * (s->ranks ? data / s->ranks : 0);
  switch (l->buffer[side]) {
  case 's':
    return data + off;
  case 'i':
    return !s->inputs && s->what == NF_ALL_GATHER ? own + off : off;
  default:
    if (s->inputs)
      return s->inputs + off;
    return s->what == NF_REDUCE_SCATTER ? own + off : off;
  }
}

static bool beyond(const reading *r, const line *l, int side) {
  const nf_schedule *s = r->s;
  const uint32_t in_place = s->chunks - s->scratch, size = l->buffer[side] == 's'   ? r->scratch
                                                           : !s->inputs             ? in_place
                                                           : l->buffer[side] == 'i' ? r->inputs
                                                                                    : r->outputs;
  return l->offset[side] + (uint64_t)l->count > size;
}

typedef struct {
  nf_steps *steps; // of each rank
  uint32_t *spare; // chunks of each rank that it has taken for rrs
} made;

static void put(reading *r, made *m, line *l, nf_step t) {
  nf_steps *out = &m->steps[l->gpu];
  t.lane = l->block;
  t.tag = l->chan;
  t.count = t.kind == NF_STEP_WAIT ? 0 : l->count;
  if (l->last == UINT32_MAX)
    l->first = out->steps;
  l->last = out->steps;
  const uint32_t dep = 0; // filled in when all steps are there
  nf_steps_add(out, &t, &dep, l->first == l->last && l->depid >= 0, r->e);
}

// What a step of the file does.
typedef struct {
  const char *name;
  bool sends, receives, reduces;
  bool copies, adds; // within the GPU
  bool drops;        // a sum that is sent on is not kept
} step_type;

static const step_type Types[] = {
    {.name = "s", .sends = true},
    {.name = "r", .receives = true},
    {.name = "rrc", .receives = true, .reduces = true},
    {.name = "rcs", .receives = true, .sends = true},
    {.name = "rrs", .receives = true, .sends = true, .reduces = true, .drops = true},
    {.name = "rrcs", .receives = true, .sends = true, .reduces = true},
    {.name = "cpy", .copies = true},
    {.name = "re", .adds = true},
    {.name = "nop"}};

static const step_type *type_of(const line *l) {
  for (size_t i = 0; i < sizeof Types / sizeof *Types; i++)
    if (strcmp(Types[i].name, l->type) == 0)
      return &Types[i];
  return NULL;
}

// False: there is no such step, or what it needs is not there.
static bool check_line(reading *r, const line *l, const step_type *t) {
  const char *what = !t ? "is no step"
                     : (t->sends && l->send < 0) || (t->receives && l->recv < 0)
                         ? "needs a peer that the tb does not have"
                         : NULL;
  if (what)
    nf_refuse(r->e, "%s: GPU %u tb %u step %u: '%s' %s", r->path, l->gpu, l->block, l->place,
              l->type, what);
  return !what;
}

static void put_line(reading *r, made *m, line *l) {
  const step_type *t = type_of(l);
  if (!check_line(r, l, t))
    return;
  l->last = UINT32_MAX;
  if (!t->sends && !t->receives && !t->copies && !t->adds) {
    put(r, m, l, (nf_step){.kind = NF_STEP_WAIT});
    return;
  }
  if (beyond(r, l, 0) || beyond(r, l, 1)) {
    nf_refuse(r->e, "%s: GPU %u tb %u step %u: the buffer has no such chunks", r->path, l->gpu,
              l->block, l->place);
    return;
  }
  const uint32_t from = chunk_of(r, l, 0);
  uint32_t to = chunk_of(r, l, 1);
  if (t->drops) {
    to = r->s->chunks + m->spare[l->gpu];
    m->spare[l->gpu] += l->count;
  }
  if (t->copies || (t->reduces && from != to))
    put(r, m, l, (nf_step){.kind = NF_STEP_COPY, .from = from, .chunk = to});
  if (t->adds)
    put(r, m, l, (nf_step){.kind = NF_STEP_ADD, .from = from, .chunk = to});
  if (t->receives)
    put(r, m, l,
        (nf_step){.kind = t->reduces ? NF_STEP_REDUCE : NF_STEP_RECV,
                  .peer = (uint32_t)l->recv,
                  .chunk = to});
  if (t->sends)
    put(r, m, l,
        (nf_step){
            .kind = NF_STEP_SEND, .peer = (uint32_t)l->send, .chunk = t->receives ? to : from});
}

static int by_place(const void *a, const void *b) {
  const line *x = a, *y = b;
  const uint32_t u[3] = {x->gpu, x->block, x->place}, v[3] = {y->gpu, y->block, y->place};
  for (int i = 0; i < 3; i++)
    if (u[i] != v[i])
      return u[i] < v[i] ? -1 : 1;
  return 0;
}

static void set_deps(reading *r, made *m) {
  for (size_t i = 0; i < r->count && r->e->status == NF_EXIT_OK; i++) {
    const line *l = &r->lines[i];
    if (l->depid < 0)
      continue;
    const line key = {.gpu = l->gpu, .block = (uint32_t)l->depid, .place = (uint32_t)l->deps},
               *on = l->deps < 0 ? NULL : bsearch(&key, r->lines, r->count, sizeof key, by_place);
    if (!on || !on->posts)
      nf_refuse(r->e, "%s: GPU %u tb %u step %u waits for step %d of tb %d, which %s", r->path,
                l->gpu, l->block, l->place, l->deps, l->depid,
                on ? "has hasdep=\"0\" and so tells nobody when it is done" : "is not there");
    else
      m->steps[l->gpu].dep[m->steps[l->gpu].step[l->first].dep] = on->last;
  }
}

static void check_chunks(const reading *r) {
  const nf_schedule *s = r->s;
  const uint32_t parts = nf_schedule_parts(s);
  const bool shared =
      s->what == NF_ALL_GATHER || s->what == NF_REDUCE_SCATTER || s->what == NF_ALL_TO_ALL;
  if (s->chunks > NF_SCHEDULE_CHUNKS || parts == 0 || (shared && parts % s->ranks))
    nf_refuse(r->e,
              "%s: %u chunks cannot be the buffer of an %s of %u GPUs; see i_chunks, o_chunks",
              r->path, parts, nf_collective_name(s->what), s->ranks);
  else if (s->what == NF_ALL_REDUCE && r->per_loop && r->per_loop != parts)
    nf_refuse(r->e, "%s: nchunksperloop is %u, but an all-reduce of %u chunks sums these alone",
              r->path, r->per_loop, parts);
}

static int finish(reading *r) {
  nf_schedule *s = r->s;
  made m = {calloc(s->ranks + 1ull, sizeof *m.steps), calloc(s->ranks + 1ull, sizeof *m.spare)};
  uint32_t spare = 0;
  if (!m.steps || !m.spare)
    nf_err_memory(r->e, "the schedule");
  if (r->count)
    qsort(r->lines, r->count, sizeof *r->lines, by_place);
  set_buffers(r);
  for (size_t i = 0; i < r->count && r->e->status == NF_EXIT_OK; i++) {
    if (i && by_place(&r->lines[i - 1], &r->lines[i]) == 0)
      nf_refuse(r->e, "%s: GPU %u tb %u has step %u twice", r->path, r->lines[i].gpu,
                r->lines[i].block, r->lines[i].place);
    else
      put_line(r, &m, &r->lines[i]);
  }
  set_deps(r, &m);
  for (uint32_t k = 0; m.spare && k < s->ranks; k++)
    spare = more(spare, m.spare[k]);
  s->chunks += spare;
  s->scratch += spare;
  s->buffered = true;
  if (r->e->status == NF_EXIT_OK)
    check_chunks(r);
  free(m.spare);
  if (r->e->status == NF_EXIT_OK && nf_schedule_keep(s, m.steps, r->e) == NF_EXIT_OK)
    return NF_EXIT_OK;
  for (uint32_t k = 0; m.steps && k < s->ranks; k++)
    nf_steps_free(&m.steps[k]);
  free(m.steps);
  return r->e->status;
}

static void parse(reading *r, FILE *f) {
  char part[65536];
  bool last = false;
  XML_SetUserData(r->xml, r);
  XML_SetElementHandler(r->xml, begin, end);
  while (!last && r->e->status == NF_EXIT_OK) {
    const size_t n = fread(part, 1, sizeof part, f);
    last = n < sizeof part;
    if (XML_Parse(r->xml, part, (int)n, last) == XML_STATUS_ERROR && r->e->status == NF_EXIT_OK)
      refuse(r, XML_ErrorString(XML_GetErrorCode(r->xml)));
  }
}

int nf_msccl_read(nf_schedule *s, const char *path, nf_err *e) {
  *s = (nf_schedule){.ranks = 0};
  reading r = {.s = s, .path = path, .e = e};
  FILE *f = fopen(path, "rb");
  if (!f)
    return nf_refuse(e, "%s: %s", path, strerror(errno));
  r.xml = XML_ParserCreate(NULL);
  if (!r.xml) {
    nf_err_memory(e, "the XML parser");
  } else {
    parse(&r, f);
    XML_ParserFree(r.xml);
  }
  fclose(f);
  if (e->status == NF_EXIT_OK && !r.algo)
    nf_refuse(e, "%s: there is no <algo>", path);
  if (e->status == NF_EXIT_OK)
    finish(&r);
  free(r.lines);
  if (e->status != NF_EXIT_OK)
    nf_schedule_close(s);
  return e->status;
}
