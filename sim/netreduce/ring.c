// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/netreduce/ring.h"

#include "netreduce/nf_netreduce_pkg.h"
#include "sim/cli/report.h"
#include "sim/common/json.h"
#include "sim/common/note.h"
#include "sim/common/types.h"
#include "sim/netreduce/limits.h"
#include "sim/netreduce/tree.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const Roles[] = {[NF_NETREDUCE_ROLE_HOST] = "host",
                                    [NF_NETREDUCE_ROLE_HEADER] = "header",
                                    [NF_NETREDUCE_ROLE_GLOBAL] = "global"};

// ------------------------------------------------------------------------------- names
void nf_nr_device_name(const nf_nr_setup *s, unsigned device, char *name) {
  if (!s->leaves)
    snprintf(name, NF_NR_NAME, "switch");
  else if (device == s->leaves)
    snprintf(name, NF_NR_NAME, "spine");
  else
    snprintf(name, NF_NR_NAME, "leaf%u", device);
}

void nf_nr_capture_name(const nf_nr_setup *s, unsigned device, unsigned port, char *name) {
  char of[NF_NR_NAME];
  nf_nr_device_name(s, device, of);
  snprintf(name, NF_NR_CAPTURE, "%s%sin%u.pcap", s->leaves ? of : "", s->leaves ? "-" : "", port);
}

// ------------------------------------------------------------------------------- writing
static void add_ip(cJSON *j, const char *key, uint32_t ip) {
  char text[16];
  snprintf(text, sizeof text, "%u.%u.%u.%u", ip >> 24, ip >> 16 & 255, ip >> 8 & 255, ip & 255);
  cJSON_AddStringToObject(j, key, text);
}

static void add_mac(cJSON *j, const char *key, uint64_t mac) {
  char text[20];
  snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", (unsigned)(mac >> 40 & 255),
           (unsigned)(mac >> 32 & 255), (unsigned)(mac >> 24 & 255), (unsigned)(mac >> 16 & 255),
           (unsigned)(mac >> 8 & 255), (unsigned)(mac & 255));
  cJSON_AddStringToObject(j, key, text);
}

static cJSON *add_object(cJSON *list) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddItemToArray(list, j);
  return j;
}

// What a ring's accelerators have in common.
static void add_numbers(cJSON *j, const nf_nr_device_cfg *c) {
  cJSON_AddNumberToObject(j, "ring", c->ring);
  cJSON_AddNumberToObject(j, "members", c->members);
  cJSON_AddNumberToObject(j, "window", c->window);
  cJSON_AddNumberToObject(j, "first_msgid", c->first);
  cJSON_AddNumberToObject(j, "msglen", c->msglen);
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(c->dtype));
}

// A ring as its hosts see it.
static void add_ring(cJSON *list, const nf_nr_setup *s) {
  cJSON *j = add_object(list);
  cJSON_AddNumberToObject(j, "ring", s->ring);
  cJSON_AddNumberToObject(j, "mtu", s->mtu);
  cJSON_AddNumberToObject(j, "begin", (double)s->begin);
  cJSON_AddNumberToObject(j, "bytes", (double)s->bytes);
  cJSON *hosts = cJSON_AddArrayToObject(j, "hosts");
  for (unsigned h = 0; h < s->hosts; h++) {
    char name[NF_NR_CAPTURE];
    cJSON *host = add_object(hosts);
    const unsigned in_switch = s->leaves ? h % s->per_leaf : h;
    nf_nr_capture_name(s, nf_nr_leaf_of(s, h), s->at + in_switch, name);
    cJSON_AddNumberToObject(host, "host", nf_nr_place_of(s, h));
    cJSON_AddStringToObject(host, "capture", name);
    add_ip(host, "ip", nf_nr_host_address(s, h).ip);
    add_mac(host, "mac", nf_nr_host_address(s, h).mac);
    cJSON_AddNumberToObject(host, "receive_qp", nf_nr_receive_qp(s, h));
    cJSON_AddNumberToObject(host, "send_qp", nf_nr_send_qp(s, h));
    cJSON_AddNumberToObject(host, "first_psn", s->psn[h]);
  }
}

static void add_members(cJSON *j, const nf_nr_device_cfg *c) {
  cJSON *list = cJSON_AddArrayToObject(j, "connections");
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(c); i++) {
    const nf_nr_member *m = &c->member[i];
    cJSON *member = add_object(list);
    cJSON_AddStringToObject(member, "role", Roles[m->role]);
    cJSON_AddNumberToObject(member, "port", m->port);
    add_ip(member, "src_ip", m->src_ip);
    add_ip(member, "dst_ip", m->dst_ip);
    cJSON_AddNumberToObject(member, "dst_qp", m->dst_qp);
    cJSON_AddNumberToObject(member, "src_qp", m->src_qp);
    cJSON_AddNumberToObject(member, "parts", m->parts);
  }
}

// An accelerator as its controller sets it up.
static void add_device(cJSON *list, const nf_nr_setup *s, unsigned device) {
  char name[NF_NR_CAPTURE];
  cJSON *j = add_object(list), *captures, *rings;
  nf_nr_device_name(s, device, name);
  cJSON_AddStringToObject(j, "name", name);
  for (unsigned r = 0; r < s->rings; r++) {
    const nf_nr_setup ring = nf_nr_ring_setup(s, r);
    const nf_nr_device_cfg c = nf_nr_device_setup(&ring, device);
    if (r == 0) {
      cJSON_AddBoolToObject(j, "leaf", c.leaf);
      add_ip(j, "ip", c.own_ip);
      add_mac(j, "mac", c.own_mac);
      add_ip(j, "spine_ip", c.spine_ip);
      add_mac(j, "spine_mac", c.spine_mac);
      add_ip(j, "local_net", c.local_net);
      add_ip(j, "local_mask", c.local_mask);
      captures = cJSON_AddArrayToObject(j, "captures");
      for (unsigned p = 0; p < c.ports; p++) {
        nf_nr_capture_name(s, device, p, name);
        cJSON_AddItemToArray(captures, cJSON_CreateString(name));
      }
      rings = cJSON_AddArrayToObject(j, "rings");
    }
    cJSON *own = add_object(rings);
    add_numbers(own, &c);
    add_members(own, &c);
  }
}

int nf_nr_ring_write(const char *path, const nf_nr_setup *s, nf_err *e) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddNumberToObject(j, "tag", s->tag);
  cJSON *rings = cJSON_AddArrayToObject(j, "rings");
  for (unsigned r = 0; r < s->rings; r++) {
    const nf_nr_setup ring = nf_nr_ring_setup(s, r);
    add_ring(rings, &ring);
  }
  cJSON *devices = cJSON_AddArrayToObject(j, "devices");
  for (unsigned d = 0; d < nf_nr_devices(s); d++)
    add_device(devices, s, d);
  return nf_report_write(path, j, e);
}

// ------------------------------------------------------------------------------- reading
// `where` is the file, and of what is inside of "devices" the place in it.
enum { WHERE = 512 };

static const char *const File_keys[] = {"tag", "rings", "devices", NULL};
static const char *const Single_keys[] = {"members",     "ring",   "tag",   "window",
                                          "first_msgid", "msglen", "dtype", NULL};
static const char *const Device_keys[] = {"name",     "leaf",      "ip",        "mac",
                                          "spine_ip", "spine_mac", "local_net", "local_mask",
                                          "captures", "rings",     NULL};
static const char *const Ring_keys[] = {"ring",   "members", "window",      "first_msgid",
                                        "msglen", "dtype",   "connections", NULL};
static const char *const Connection_keys[] = {"role",   "port",   "src_ip", "dst_ip",
                                              "dst_qp", "src_qp", "parts",  NULL};

// An object with these keys, each once at most: one that is misspelt would be left out otherwise,
// and of two the second.
static int check_keys(const cJSON *j, const char *where, const char *const *known, nf_err *e) {
  nf_note list = {.used = 0};
  bool twice;
  if (!cJSON_IsObject(j))
    return nf_refuse(e, "%s: must be an object, {...}", where);
  const cJSON *odd = nf_json_odd_key(j, known, &twice);
  if (!odd)
    return e->status;
  if (twice)
    return nf_refuse(e, "%s: \"%s\" stands there twice; leave one out", where, odd->string);
  for (unsigned i = 0; known[i]; i++)
    nf_note_add(&list, "%s%s", i ? ", " : "", known[i]);
  return nf_refuse(e, "%s: \"%s\" is unknown; there are %s", where, odd->string, list.text);
}

static uint32_t number(const cJSON *j, const char *where, const char *key, double low, double high,
                       nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, key);
  const double v = cJSON_IsNumber(item) ? item->valuedouble : -1;
  if (v < low || v > high || (double)(uint32_t)v != v) {
    if (low == high)
      nf_refuse(e, "%s: \"%s\" must be %.0f", where, key, low);
    else
      nf_refuse(e, "%s: \"%s\" must be a whole number %.0f..%.0f", where, key, low, high);
    return 0;
  }
  return (uint32_t)v;
}

static bool truth(const cJSON *j, const char *where, const char *key, nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, key);
  if (!cJSON_IsBool(item))
    nf_refuse(e, "%s: \"%s\" must be true or false", where, key);
  return cJSON_IsTrue(item);
}

static const char *text(const cJSON *j, const char *where, const char *key, nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, key);
  if (cJSON_IsString(item))
    return item->valuestring;
  nf_refuse(e, "%s: \"%s\" must be a name", where, key);
  return "";
}

// A byte of an address and what follows it. strtoul would take blanks, signs and 0x; a decimal one
// that begins with 0 is octal to others.
static const char *byte_of(const char *at, bool decimal, unsigned long *v) {
  unsigned digits = 0;
  while (decimal ? isdigit((unsigned char)at[digits]) : isxdigit((unsigned char)at[digits]))
    digits++;
  if (digits == 0 || digits > (decimal ? 3 : 2) || (decimal && digits > 1 && at[0] == '0'))
    return NULL;
  *v = strtoul(at, NULL, decimal ? 10 : 16);
  return *v > 255 ? NULL : at + digits;
}

// Bytes in so many groups: an address of IP or a MAC address.
static uint64_t address(const cJSON *j, const char *where, const char *key, unsigned groups,
                        nf_err *e) {
  const char *given = text(j, where, key, e), *at = given;
  const bool decimal = groups == 4;
  uint64_t v = 0;
  for (unsigned i = 0; i < groups; i++) {
    unsigned long byte = 0;
    at = byte_of(at, decimal, &byte);
    if (!at || *at != (i + 1 == groups ? '\0' : decimal ? '.' : ':')) {
      nf_refuse(e, "%s: \"%s\" is '%s', which is no %s", where, key, given,
                decimal ? "IPv4 address such as 10.0.0.1"
                        : "MAC address such as 02:00:0a:00:00:01");
      return 0;
    }
    v = v << 8 | byte;
    at++;
  }
  return v;
}

static uint32_t ip(const cJSON *j, const char *where, const char *key, nf_err *e) {
  return (uint32_t)address(j, where, key, 4, e);
}

static uint8_t dtype(const cJSON *j, const char *where, nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, "dtype");
  const char *name = cJSON_IsString(item) ? item->valuestring : "no name";
  nf_err of_options = {0}; // speaks of --dtype
  uint8_t v = NF_DTYPE_F32;
  if (nf_dtype_parse(&v, name, &of_options) != NF_EXIT_OK || !nf_nr_dtype_adds(v))
    nf_refuse(e, "%s: \"dtype\" is '%s'; give one of " NF_LANE_DTYPE_LIST, where, name);
  return v;
}

static const cJSON *list(const cJSON *j, const char *where, const char *key, int low, int high,
                         nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, key);
  const int count = cJSON_IsArray(item) ? cJSON_GetArraySize(item) : -1;
  if (count < low || count > high)
    nf_refuse(e, "%s: \"%s\" must be a list of %d..%d", where, key, low, high);
  return item;
}

// What MEMBER_SETUP takes: a host that sends to another one stands for itself, a leaf for its
// hosts, GLOBAL for all; of HEADER it is not looked at.
static unsigned read_parts(const nf_nr_member *m, const cJSON *j, const char *where,
                           uint32_t own_ip, nf_err *e) {
  if (m->role == NF_NETREDUCE_ROLE_HEADER)
    return number(j, where, "parts", 0, 127, e);
  const bool is_one = m->role == NF_NETREDUCE_ROLE_HOST && m->dst_ip != own_ip;
  return number(j, where, "parts", 1, is_one ? 1 : NF_NETREDUCE_MOST_PARTS, e);
}

// Hosts come first, of a leaf then the header and the spine's sum.
static uint8_t role_of(const nf_nr_device_cfg *c, unsigned member) {
  return member < c->members    ? NF_NETREDUCE_ROLE_HOST
         : member == c->members ? NF_NETREDUCE_ROLE_HEADER
                                : NF_NETREDUCE_ROLE_GLOBAL;
}

static void read_member(nf_nr_device_cfg *c, unsigned member, const cJSON *j, const char *where,
                        nf_err *e) {
  nf_nr_member *m = &c->member[member];
  if (check_keys(j, where, Connection_keys, e) != NF_EXIT_OK)
    return;
  m->role = role_of(c, member);
  if (strcmp(text(j, where, "role", e), Roles[m->role]) != 0)
    nf_refuse(e, "%s: \"role\" must be %s: hosts come first, of a leaf then header and global",
              where, Roles[m->role]);
  m->port = number(j, where, "port", 0, c->ports - 1, e);
  m->src_ip = ip(j, where, "src_ip", e);
  m->dst_ip = ip(j, where, "dst_ip", e);
  m->dst_qp = number(j, where, "dst_qp", 0, NF_NR_PSN_MASK, e);
  m->src_qp = number(j, where, "src_qp", 0, NF_NR_PSN_MASK, e);
  m->parts = read_parts(m, j, where, c->own_ip, e);
}

// Each host has a port of its own.
static void check_members(const nf_nr_device_cfg *c, const char *where, nf_err *e) {
  unsigned ports = 0, parts = 0;
  for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(c); i++) {
    const nf_nr_member *m = &c->member[i];
    const bool taken = ports >> m->port & 1;
    if (i < c->members) {
      ports |= 1u << m->port;
      parts += m->parts;
    }
    if (taken && i < c->members)
      nf_refuse(e, "%s: two hosts at port %u", where, m->port);
    else if (taken)
      nf_refuse(e, "%s: connection %u is at port %u, which is a host's; give one that is not",
                where, i, m->port);
  }
  if (parts > NF_NETREDUCE_MOST_PARTS)
    nf_refuse(e, "%s: \"parts\" of the hosts are %u together; %d can be at most", where, parts,
              NF_NETREDUCE_MOST_PARTS);
}

// Packets are told apart by connection, and acknowledgements by their sender's queue pair; those of
// what is sent to the accelerator itself nobody acknowledges.
static void check_alike(const nf_nr_plan *plan, const nf_nr_device_cfg *c, unsigned member,
                        const char *where, nf_err *e) {
  const nf_nr_member *m = &c->member[member];
  for (const nf_nr_device_cfg *d = plan->cfg; d <= c; d++)
    for (unsigned i = 0; i < (d == c ? member : NF_NR_ALL_MEMBERS(d)); i++) {
      const nf_nr_member *o = &d->member[i];
      const bool itself = m->dst_ip == c->own_ip || o->dst_ip == c->own_ip;
      const bool same_dst = m->dst_qp == o->dst_qp, same_src = m->src_qp == o->src_qp && !itself;
      if (m->src_ip == o->src_ip && m->dst_ip == o->dst_ip && (same_dst || same_src))
        nf_refuse(e,
                  "%s: connection %u has the addresses and the \"%s\" of connection %u of "
                  "rings[%u]; give each its own",
                  where, member, same_dst ? "dst_qp" : "src_qp", i, (unsigned)(d - plan->cfg));
    }
}

static void read_device_ring(nf_nr_device_cfg *c, const cJSON *j, const char *where, nf_err *e) {
  if (check_keys(j, where, Ring_keys, e) != NF_EXIT_OK)
    return;
  // Of eight members of a leaf's ring two are none of its hosts.
  const int most = c->leaf ? NF_NR_LEAF_HOSTS : NF_NR_PORTS, others = c->leaf ? 2 : 0;
  c->ring = number(j, where, "ring", 0, NF_NR_RINGS - 1, e);
  c->members = number(j, where, "members", c->leaf ? 1 : 2, most, e);
  c->window = number(j, where, "window", 1, NF_NR_MOST_WINDOW, e);
  c->first = number(j, where, "first_msgid", 0, UINT32_MAX, e);
  c->msglen = number(j, where, "msglen", 1, NF_NR_MOST_MSGLEN, e);
  c->dtype = dtype(j, where, e);
  const int all = (int)c->members + others;
  const cJSON *item, *members = cJSON_GetObjectItemCaseSensitive(j, "connections");
  unsigned i = 0;
  if (!cJSON_IsArray(members) || cJSON_GetArraySize(members) != all)
    nf_refuse(e, "%s: \"connections\" must be a list of %d: one for each of the \"members\"%s",
              where, all, c->leaf ? ", then header and global" : "");
  if (e->status != NF_EXIT_OK)
    return;
  cJSON_ArrayForEach(item, members) {
    char inside[WHERE];
    snprintf(inside, sizeof inside, "%s.connections[%u]", where, i);
    read_member(c, i++, item, inside, e);
  }
  if (e->status == NF_EXIT_OK)
    check_members(c, where, e);
}

static void read_captures(nf_nr_plan *plan, const cJSON *captures, const char *path, nf_err *e) {
  const char *slash = strrchr(path, '/');
  const int folder = slash ? (int)(slash - path) + 1 : 0;
  const cJSON *item;
  cJSON_ArrayForEach(item, captures) {
    char *name = plan->capture[plan->captures++];
    if (!cJSON_IsString(item) ||
        snprintf(name, NF_NR_CAPTURE, "%.*s%s", folder, path, item->valuestring) >= NF_NR_CAPTURE)
      nf_refuse(e,
                "%s: \"captures\" must be names of files, with the folder "
                "less than %d bytes",
                path, NF_NR_CAPTURE);
  }
}

static void read_device(nf_nr_plan *plan, const cJSON *j, uint32_t tag, const char *path,
                        const char *where, nf_err *e) {
  const cJSON *captures = list(j, where, "captures", 2, NF_NR_PORTS, e);
  const cJSON *rings = list(j, where, "rings", 1, NF_NR_RINGS, e), *item;
  nf_nr_device_cfg all = {.ports = (unsigned)cJSON_GetArraySize(captures),
                          .leaf = truth(j, where, "leaf", e),
                          .tag = tag,
                          .own_ip = ip(j, where, "ip", e),
                          .own_mac = address(j, where, "mac", 6, e),
                          .spine_ip = ip(j, where, "spine_ip", e),
                          .spine_mac = address(j, where, "spine_mac", 6, e),
                          .local_net = ip(j, where, "local_net", e),
                          .local_mask = ip(j, where, "local_mask", e)};
  if (e->status != NF_EXIT_OK)
    return;
  read_captures(plan, captures, path, e);
  cJSON_ArrayForEach(item, rings) {
    nf_nr_device_cfg *c = &plan->cfg[plan->rings];
    char inside[WHERE];
    snprintf(inside, sizeof inside, "%s.rings[%u]", where, plan->rings);
    *c = all;
    read_device_ring(c, item, inside, e);
    for (unsigned i = 0; i < NF_NR_ALL_MEMBERS(c) && e->status == NF_EXIT_OK; i++)
      check_alike(plan, c, i, inside, e);
    for (unsigned r = 0; r < plan->rings; r++)
      if (plan->cfg[r].ring == c->ring)
        nf_refuse(e, "%s: ring %u is there twice", where, c->ring);
    plan->rings++;
  }
}

static void name_place(char *where, const char *path, unsigned device) {
  snprintf(where, WHERE, "%s: devices[%u]", path, device);
}

// The accelerator of that name, or the only one, and its place; -1: there is none.
static int find_device(const cJSON *devices, const char *path, const char *device, nf_note *names,
                       nf_err *e) {
  const cJSON *item;
  int i = 0, found = -1;
  cJSON_ArrayForEach(item, devices) {
    char where[WHERE];
    name_place(where, path, (unsigned)i);
    if (check_keys(item, where, Device_keys, e) != NF_EXIT_OK)
      return -1;
    const char *name = text(item, where, "name", e);
    nf_note_add(names, "%s%s", names->used ? ", " : "", name);
    if (!device || strcmp(name, device) == 0) {
      if (device && found >= 0)
        nf_refuse(e, "%s: \"name\" is %s, as that of another one", where, name);
      found = i;
    }
    i++;
  }
  return device || i == 1 ? found : -1;
}

static void read_plan(nf_nr_plan *plan, const cJSON *j, const char *path, const char *device,
                      nf_err *e) {
  nf_note names = {.used = 0};
  char where[WHERE];
  if (check_keys(j, path, File_keys, e) != NF_EXIT_OK)
    return;
  const cJSON *devices = list(j, path, "devices", 1, NF_NR_LEAVES + 1, e);
  const uint32_t tag = number(j, path, "tag", 0, UINT32_MAX, e);
  const int at = e->status == NF_EXIT_OK ? find_device(devices, path, device, &names, e) : -1;
  if (e->status != NF_EXIT_OK)
    return;
  if (at < 0) {
    nf_refuse(e, "%s: has the accelerators %s; give one of them with --device", path, names.text);
    return;
  }
  const cJSON *found = cJSON_GetArrayItem(devices, at);
  name_place(where, path, (unsigned)at);
  snprintf(plan->name, sizeof plan->name, "%s", text(found, where, "name", e));
  read_device(plan, found, tag, path, where, e);
}

static void read_one_ring(nf_nr_setup *s, const cJSON *j, const char *path, const char *device,
                          nf_err *e) {
  if (check_keys(j, path, Single_keys, e) != NF_EXIT_OK)
    return;
  s->hosts = number(j, path, "members", 2, NF_NR_PORTS, e);
  s->ring = number(j, path, "ring", 0, NF_NR_RINGS - 1, e);
  s->tag = number(j, path, "tag", 0, UINT32_MAX, e);
  s->window = number(j, path, "window", 1, NF_NR_MOST_WINDOW, e);
  s->first = number(j, path, "first_msgid", 0, UINT32_MAX, e);
  s->msglen = number(j, path, "msglen", 1, NF_NR_MOST_MSGLEN, e);
  s->dtype = dtype(j, path, e);
  if (device)
    nf_refuse(e, "%s: names no accelerators; leave --device %s out", path, device);
}

static bool has(const cJSON *j, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(j, key) != NULL;
}

int nf_nr_ring_read(nf_nr_plan *plan, nf_nr_setup *s, const char *path, const char *device,
                    nf_err *e) {
  enum { MOST_MB = 1 };
  char *content = nf_json_read(path, MOST_MB, e);
  if (!content)
    return e->status;
  cJSON *j = nf_json_parse(path, content, e);
  free(content);
  if (has(j, "devices") || has(j, "rings"))
    read_plan(plan, j, path, device, e);
  else if (j)
    read_one_ring(s, j, path, device, e);
  cJSON_Delete(j);
  return e->status;
}
