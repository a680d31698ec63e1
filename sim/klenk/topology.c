// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/klenk/topology_int.h"

#include "sim/common/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_MB = 16 }; // no network needs more

int nf_topology_add_switch(nf_topology *t, const char *name, nf_err *e) {
  if (strlen(name) >= NF_TOPOLOGY_NAME || strncmp(name, "gpu", 3) == 0 || !name[0])
    return nf_refuse(e, "%s: switch %u: a name is 1..%d characters and does not begin with gpu",
                     t->name, t->switches, NF_TOPOLOGY_NAME - 1);
  if (t->switches == NF_TOPOLOGY_SWITCHES)
    return nf_refuse(e, "%s: more than %d switches", t->name, NF_TOPOLOGY_SWITCHES);
  nf_switch_site *s = &t->sw[t->switches++];
  snprintf(s->name, sizeof s->name, "%s", name);
  for (unsigned p = 0; p < NF_MAX_PORTS; p++)
    s->cable[p] = -1;
  return NF_EXIT_OK;
}

static int32_t *socket_of(nf_topology *t, const nf_plug *p) {
  return p->gpu ? &t->gpu_cable[p->node][p->port] : &t->sw[p->node].cable[p->port];
}

void nf_topology_plug_name(const nf_topology *t, const nf_plug *p, char text[NF_PLUG_TEXT]) {
  if (p->gpu)
    snprintf(text, NF_PLUG_TEXT, "gpu%u.%u", p->node, p->port);
  else
    snprintf(text, NF_PLUG_TEXT, "%s.%u", t->sw[p->node].name, p->port);
}

uint32_t nf_topology_longest_cable(const nf_topology *t) {
  uint32_t most = 1;
  for (unsigned c = 0; c < t->cables; c++)
    most = t->cable[c].latency > most ? t->cable[c].latency : most;
  return most;
}

int nf_topology_add_cable(nf_topology *t, nf_plug a, nf_plug b, uint32_t latency, nf_err *e) {
  const nf_plug end[2] = {a, b};
  if (t->cables == NF_TOPOLOGY_CABLES)
    return nf_refuse(e, "%s: more than %d cables", t->name, NF_TOPOLOGY_CABLES);
  for (unsigned i = 0; i < 2; i++) {
    char name[NF_PLUG_TEXT];
    nf_topology_plug_name(t, &end[i], name);
    if (*socket_of(t, &end[i]) >= 0)
      return nf_refuse(e, "%s: cable %u: %s has a cable already; a port takes one", t->name,
                       t->cables, name);
    *socket_of(t, &end[i]) = (int32_t)t->cables;
  }
  if (a.gpu && b.gpu)
    return nf_refuse(e, "%s: cable %u joins two GPUs; between GPUs there must be a switch%s",
                     t->name, t->cables, nf_topology_remedy());
  t->cable[t->cables++] = (nf_cable){{a, b}, latency};
  return NF_EXIT_OK;
}

void nf_topology_clear(nf_topology *t, const char *name, unsigned gpus, unsigned links) {
  memset(t, 0, sizeof *t);
  snprintf(t->name, sizeof t->name, "%s", name);
  t->gpus = gpus;
  t->links = links;
  memset(t->gpu_cable, -1, sizeof t->gpu_cable);
}

// ------------------------------------------------------------------------------- from a file
static int number(const cJSON *j, const char *path, const char *key, double low, double high,
                  unsigned *value, nf_err *e) {
  const cJSON *v = cJSON_GetObjectItemCaseSensitive(j, key);
  if (!cJSON_IsNumber(v) || v->valuedouble < low || v->valuedouble > high ||
      v->valuedouble != (unsigned)v->valuedouble)
    return nf_refuse(e, "%s: \"%s\" must be a whole number, %.0f..%.0f", path, key, low, high);
  *value = (unsigned)v->valuedouble;
  return NF_EXIT_OK;
}

// "gpu3.0" or "<switch>.<port>".
static int parse_plug(const nf_topology *t, const char *path, const char *text, nf_plug *p,
                      nf_err *e) {
  const char *dot = strrchr(text, '.');
  char *end = NULL;
  const unsigned long port = dot ? strtoul(dot + 1, &end, 10) : 0;
  if (!dot || dot == text || end == dot + 1 || *end)
    return nf_refuse(e, "%s: cable end \"%s\": write gpu<number>.<link> or <switch>.<port>", path,
                     text);
  unsigned n;
  int used = 0;
  if (sscanf(text, "gpu%u%n", &n, &used) == 1 && text + used == dot) {
    if (n >= t->gpus || port >= t->links)
      return nf_refuse(e, "%s: cable end \"%s\": there are gpu0..gpu%u with links 0..%u", path,
                       text, t->gpus - 1, t->links - 1);
    *p = (nf_plug){true, (uint16_t)n, (uint8_t)port};
    return NF_EXIT_OK;
  }
  for (n = 0; n < t->switches; n++)
    if (strlen(t->sw[n].name) == (size_t)(dot - text) &&
        strncmp(t->sw[n].name, text, (size_t)(dot - text)) == 0)
      break;
  if (n == t->switches || port >= NF_MAX_PORTS)
    return nf_refuse(e,
                     "%s: cable end \"%s\": %s; switches are those of \"switches\", with ports "
                     "0..%d",
                     path, text, n == t->switches ? "no such switch" : "no such port",
                     NF_MAX_PORTS - 1);
  *p = (nf_plug){false, (uint16_t)n, (uint8_t)port};
  return NF_EXIT_OK;
}

static int parse_cable(nf_topology *t, const char *path, const cJSON *c, unsigned usual,
                       nf_err *e) {
  const cJSON *a = cJSON_GetArrayItem(c, 0), *b = cJSON_GetArrayItem(c, 1),
              *l = cJSON_GetArrayItem(c, 2);
  nf_plug end[2];
  if (!cJSON_IsArray(c) || !cJSON_IsString(a) || !cJSON_IsString(b) || (l && !cJSON_IsNumber(l)))
    return nf_refuse(e, "%s: cable %u: write [\"end\", \"end\"] or [\"end\", \"end\", cycles]",
                     path, t->cables);
  const double latency = l ? l->valuedouble : usual;
  if (latency < 1 || latency > NF_TOPOLOGY_LATENCY || latency != (uint32_t)latency)
    return nf_refuse(e, "%s: cable %u: a latency is a whole number of cycles, 1..%d", path,
                     t->cables, NF_TOPOLOGY_LATENCY);
  if (parse_plug(t, path, a->valuestring, &end[0], e) != NF_EXIT_OK ||
      parse_plug(t, path, b->valuestring, &end[1], e) != NF_EXIT_OK)
    return e->status;
  return nf_topology_add_cable(t, end[0], end[1], (uint32_t)latency, e);
}

static int parse_switches(nf_topology *t, const char *path, const cJSON *list, nf_err *e) {
  const cJSON *item;
  if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) == 0)
    return nf_refuse(e, "%s: \"switches\" must be a list of names", path);
  cJSON_ArrayForEach(item, list) {
    const char *name = cJSON_IsString(item) ? item->valuestring : "";
    for (unsigned s = 0; s < t->switches; s++)
      if (strcmp(t->sw[s].name, name) == 0)
        return nf_refuse(e, "%s: two switches are called \"%s\"", path, name);
    if (nf_topology_add_switch(t, name, e) != NF_EXIT_OK)
      return e->status;
  }
  return NF_EXIT_OK;
}

static int parse(nf_topology *t, const char *path, const cJSON *j, nf_err *e) {
  unsigned gpus = 0, links = 0, latency = 1;
  const cJSON *cables = cJSON_GetObjectItemCaseSensitive(j, "cables"), *item;
  if (number(j, path, "gpus", 2, NF_TOPOLOGY_GPUS, &gpus, e) != NF_EXIT_OK ||
      number(j, path, "links", 1, NF_TOPOLOGY_LINKS, &links, e) != NF_EXIT_OK ||
      (cJSON_GetObjectItemCaseSensitive(j, "latency") &&
       number(j, path, "latency", 1, NF_TOPOLOGY_LATENCY, &latency, e) != NF_EXIT_OK))
    return e->status;
  const char *base = strrchr(path, '/');
  nf_topology_clear(t, base ? base + 1 : path, gpus, links);
  if (parse_switches(t, path, cJSON_GetObjectItemCaseSensitive(j, "switches"), e) != NF_EXIT_OK)
    return e->status;
  if (!cJSON_IsArray(cables))
    return nf_refuse(e, "%s: \"cables\" must be a list", path);
  cJSON_ArrayForEach(item, cables) if (parse_cable(t, path, item, latency, e) != NF_EXIT_OK) break;
  return e->status;
}

// The schema of sim/topology counts endpoints, this one GPUs.
static int open_file(nf_topology *t, const char *path, nf_err *e) {
  char *text = nf_json_read(path, MAX_FILE_MB, e);
  cJSON *j = text ? nf_json_parse(path, text, e) : NULL;
  free(text);
  if (j && cJSON_HasObjectItem(j, "endpoints"))
    nf_topology_from_graph(t, path, 0, e);
  else if (j)
    parse(t, path, j, e);
  cJSON_Delete(j);
  return e->status;
}

// ------------------------------------------------------------------------------- planes
const nf_plug *nf_topology_peer(const nf_topology *t, unsigned s, unsigned port) {
  const int32_t c = t->sw[s].cable[port];
  if (c < 0)
    return NULL;
  const nf_plug *end = t->cable[c].end;
  return !end[0].gpu && end[0].node == s && end[0].port == port ? &end[1] : &end[0];
}

// Gives every switch that can be reached from `s` its plane.
static int spread(nf_topology *t, unsigned s, unsigned plane, bool *seen, nf_err *e) {
  if (seen[s] && t->sw[s].plane != plane)
    return nf_refuse(e,
                     "%s: switch %s joins links %u and %u of the GPUs; link l of every GPU must "
                     "lead into a network of its own",
                     t->name, t->sw[s].name, t->sw[s].plane, plane);
  if (seen[s])
    return NF_EXIT_OK;
  seen[s] = true;
  t->sw[s].plane = (uint8_t)plane;
  for (unsigned p = 0; p < NF_MAX_PORTS && e->status == NF_EXIT_OK; p++) {
    const nf_plug *peer = nf_topology_peer(t, s, p);
    if (peer && !peer->gpu)
      spread(t, peer->node, plane, seen, e);
  }
  return e->status;
}

// Switches that a link number leads to are one plane; planes do not meet.
static int find_planes(nf_topology *t, nf_err *e) {
  bool seen[NF_TOPOLOGY_SWITCHES] = {false};
  for (unsigned l = 0; l < t->links; l++)
    for (unsigned g = 0; g < t->gpus; g++) {
      const int32_t c = t->gpu_cable[g][l];
      if (c < 0)
        return nf_refuse(e, "%s: gpu%u.%u has no cable; every link needs one", t->name, g, l);
      const nf_plug *end = t->cable[c].end;
      if (spread(t, end[0].gpu ? end[1].node : end[0].node, l, seen, e) != NF_EXIT_OK)
        return e->status;
    }
  for (unsigned s = 0; s < t->switches; s++)
    if (!seen[s])
      return nf_refuse(e, "%s: no cable path leads from a GPU to switch %s", t->name,
                       t->sw[s].name);
  return NF_EXIT_OK;
}

int nf_topology_open(nf_topology *t, const char *spec, unsigned hop_cycles, nf_err *e) {
  if ((nf_graph_is_file(spec) ? open_file(t, spec, e)
                              : nf_topology_from_graph(t, spec, hop_cycles, e)) != NF_EXIT_OK)
    return e->status;
  return find_planes(t, e);
}

int nf_topology_parse(nf_topology *t, const char *name, const char *json, nf_err *e) {
  cJSON *j = nf_json_parse(name, json, e);
  if (j && parse(t, name, j, e) == NF_EXIT_OK)
    find_planes(t, e);
  cJSON_Delete(j);
  return e->status;
}
