// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "ring.h"

#include "../report.h"
#include "../types.h"
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------- writing
static void add_address(cJSON *j, nf_nr_address a) {
  char text[32];
  snprintf(text, sizeof text, "%u.%u.%u.%u", a.ip >> 24, a.ip >> 16 & 255, a.ip >> 8 & 255,
           a.ip & 255);
  cJSON_AddStringToObject(j, "ip", text);
  snprintf(text, sizeof text, "%02x:%02x:%02x:%02x:%02x:%02x", (unsigned)(a.mac >> 40 & 255),
           (unsigned)(a.mac >> 32 & 255), (unsigned)(a.mac >> 24 & 255),
           (unsigned)(a.mac >> 16 & 255), (unsigned)(a.mac >> 8 & 255), (unsigned)(a.mac & 255));
  cJSON_AddStringToObject(j, "mac", text);
}

int nf_nr_ring_write(const char *path, const nf_nr_setup *s, nf_err *e) {
  cJSON *j = cJSON_CreateObject();
  cJSON_AddNumberToObject(j, "members", s->hosts);
  cJSON_AddNumberToObject(j, "ring", s->ring);
  cJSON_AddNumberToObject(j, "tag", s->tag);
  cJSON_AddNumberToObject(j, "window", s->window);
  cJSON_AddNumberToObject(j, "first_msgid", s->first);
  cJSON_AddNumberToObject(j, "msglen", s->msglen);
  cJSON_AddStringToObject(j, "dtype", nf_dtype_name(s->dtype));
  cJSON_AddNumberToObject(j, "mtu", s->mtu);
  cJSON_AddNumberToObject(j, "bytes", (double)s->bytes);
  cJSON *hosts = cJSON_AddArrayToObject(j, "hosts");
  for (unsigned h = 0; h < s->hosts; h++) {
    char name[32];
    cJSON *host = cJSON_CreateObject();
    snprintf(name, sizeof name, "in%u.pcap", h);
    cJSON_AddStringToObject(host, "capture", name);
    add_address(host, nf_nr_host_address(s, h));
    cJSON_AddNumberToObject(host, "receive_qp", nf_nr_receive_qp(h));
    cJSON_AddNumberToObject(host, "send_qp", nf_nr_send_qp(h));
    cJSON_AddNumberToObject(host, "first_psn", s->psn[h]);
    cJSON_AddItemToArray(hosts, host);
  }
  return nf_report_write(path, j, e);
}

// ------------------------------------------------------------------------------- reading
static char *read_text(const char *path, nf_err *e) {
  enum { MOST = 1 << 20 };
  FILE *f = fopen(path, "r");
  char *text = f ? calloc(1, MOST) : NULL;
  if (!text || (fread(text, 1, MOST - 1, f), ferror(f)) || !feof(f)) {
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: cannot be read: %s", path,
               errno ? strerror(errno) : "larger than 1 MB");
    free(text);
    text = NULL;
  }
  if (f)
    fclose(f);
  return text;
}

static uint32_t number(const cJSON *j, const char *path, const char *key, double low, double high,
                       nf_err *e) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(j, key);
  const double v = cJSON_IsNumber(item) ? item->valuedouble : -1;
  if (v < low || v > high || (double)(uint32_t)v != v) {
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: \"%s\" must be a number %.0f..%.0f", path, key, low,
               high);
    return 0;
  }
  return (uint32_t)v;
}

int nf_nr_ring_read(nf_nr_setup *s, const char *path, nf_err *e) {
  errno = 0;
  char *text = read_text(path, e);
  if (!text)
    return e->status;
  cJSON *j = cJSON_Parse(text);
  free(text);
  if (!cJSON_IsObject(j)) {
    cJSON_Delete(j);
    return nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: is no JSON object", path);
  }
  const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(j, "dtype");
  s->hosts = number(j, path, "members", 2, NF_NR_PORTS, e);
  s->ring = number(j, path, "ring", 0, UINT16_MAX, e);
  s->tag = number(j, path, "tag", 0, UINT32_MAX, e);
  s->window = number(j, path, "window", 1, NF_NR_MOST_WINDOW, e);
  s->first = number(j, path, "first_msgid", 0, UINT32_MAX, e);
  s->msglen = number(j, path, "msglen", 1, NF_NR_MOST_MSGLEN, e);
  if (!cJSON_IsString(dtype))
    nf_err_set(e, NF_EXIT_BAD_INPUT, "%s: \"dtype\" must be a name", path);
  else if (e->status == NF_EXIT_OK)
    nf_dtype_parse(&s->dtype, dtype->valuestring, e);
  cJSON_Delete(j);
  return e->status;
}
