// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// JSON files that users write. cJSON takes more than JSON: text behind the value, keys twice, names
// that a \u0000 cuts short. All of these are mistakes, which would be read as something else.
#ifndef NF_SIM_JSON_H
#define NF_SIM_JSON_H

#include "sim/common/err.h"
#include <cjson/cJSON.h>
#include <stdbool.h>

// A file's text, to be freed; NULL: refused, also when it is larger than so many MB.
char *nf_json_read(const char *path, unsigned megabytes, nf_err *e);
// Its value, to be deleted; NULL: refused, with the line.
cJSON *nf_json_parse(const char *path, const char *text, nf_err *e);
// Does an item stand behind another one of its key? cJSON keeps both, and its look-up finds the
// first.
bool nf_json_is_repeated(const cJSON *object, const cJSON *item);
// The first item whose key is not among those known, up to NULL, or stands there twice; NULL: none.
const cJSON *nf_json_odd_key(const cJSON *object, const char *const *known, bool *twice);

#endif
