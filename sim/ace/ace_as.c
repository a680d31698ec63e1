// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// ace-as: programs of the engine's state machines to words, and back.
#include "sim/ace/assemble.h"
#include "sim/ace/disassemble.h"
#include "sim/cli/cli.h"
#include "sim/common/outputs.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { FORMAT_HEX, FORMAT_BIN, FORMAT_LIST, FORMAT_JSON } format;

enum {
  MOST_GIVEN = 64,
  KEY_STORE = 256,
  KEY_BASE,
  KEY_PORTS,
  KEY_SLOTS,
  KEY_LISTING,
  KEY_SYMBOLS,
  KEY_PROGRAMS
};

typedef struct {
  const char *source, *output;
  format format;
  bool disassemble, listing, symbols;
  nf_as_symbol given[MOST_GIVEN];
  size_t givens;
  unsigned store, base, ports, slots;
} options;

static const char Help[] =
    "usage: ace-as [options] SOURCE\n"
    "       ace-as -d [options] WORDS\n"
    "\n"
    "Assembles a program of ACE's state machines. SOURCE is a file, '-' for standard input, or the "
    "name\n"
    "of a program that is built in. docs/ace-programs.md describes the language.\n"
    "\n"
    "  -D NAME=VALUE    value of a .param, decimal or 0x...; as often as needed\n"
    "  -o FILE          where the words go (default: standard output)\n"
    "  --format F       hex: a word a line (default); bin: little-endian words; list: address, "
    "word and\n"
    "                   source line; json: words, programs and symbols\n"
    "  --listing        the list, on standard output, beside -o or instead of the words\n"
    "  --symbols        names and values, on standard output, beside -o or instead of the words\n"
    "  -d               disassemble WORDS, of --format hex or bin, to text that gives the same "
    "words\n"
    "  --store N        words of the program store, 1..2048 (default 256)\n"
    "  --base N         address of the first word (default 0)\n"
    "  --ports N        links of the engine, 1..8 (default 8)\n"
    "  --slots N        the symbol SLOTS: slots of the queue pairs that it receives on, 1..256 "
    "(default: 0,\n"
    "                   not known)\n"
    "  --programs       names of the programs that are built in\n"
    "  --help, --version\n"
    "\n"
    "Exit status: 0; 1: the source has errors, which are on standard error; 2: the command line is "
    "wrong,\n"
    "or a file cannot be read or written.\n"
    "\n"
    "Example, the second of four members of a ring:\n"
    "  ace-as ring_all_reduce -D RANK=1 -D SIZE=4 -D NEXT=0x00 -D PREV=0x10 --listing\n";

// -D NAME=VALUE: a symbol from outside the source.
static void give(options *o, const char *text, nf_err *e) {
  const char *eq = strchr(text, '=');
  const bool negative = eq && eq[1] == '-';
  uint64_t value = 0;
  const char *rest = eq ? nf_cli_number(eq + 1 + negative, &value) : NULL;
  const size_t n = eq ? (size_t)(eq - text) : 0;
  if (!rest || *rest || !n || n >= NF_AS_NAME || value > INT64_MAX)
    nf_refuse(e, "-D %s: give NAME=VALUE, e.g. SIZE=4", text);
  else if (o->givens == MOST_GIVEN)
    nf_refuse(e, "-D %s: at most %d can be given", text, MOST_GIVEN);
  else {
    nf_as_symbol *s = &o->given[o->givens++];
    memcpy(s->name, text, n);
    s->name[n] = 0;
    s->value = negative ? -(int64_t)value : (int64_t)value;
    for (size_t k = 0; k + 1 < o->givens; k++)
      if (strcmp(o->given[k].name, s->name) == 0)
        nf_refuse(e, "-D %s is given twice", s->name);
  }
}

static unsigned in_range(const char *option, unsigned low, unsigned high, const char *what,
                         nf_err *e) {
  return (unsigned)nf_cli_range(option, optarg, low, high, what, e);
}

// Tells what went wrong, if something did; the exit status.
static int finish(const options *o, nf_err *e) {
  if (nf_stdout_check(e) != NF_EXIT_OK)
    fprintf(stderr, "ace-as: %s%s\n", e->text, o->source ? "" : "; see 'ace-as --help'");
  return e->status;
}

// What no option can tell alone.
static void check(const options *o, nf_err *e) {
  if (o->base > o->store)
    nf_refuse(e, "--base %u: lies outside the store of %u words", o->base, o->store);
  if (o->disassemble && (o->format == FORMAT_LIST || o->format == FORMAT_JSON || o->listing ||
                         o->symbols || o->givens || o->slots))
    nf_refuse(e, "-d reads --format hex or bin, and goes with -o, --base and --store only");
}

static void parse(options *o, int argc, char **argv, nf_err *e) {
  static const struct option Table[] = {{"format", required_argument, 0, 'f'},
                                        {"listing", no_argument, 0, KEY_LISTING},
                                        {"symbols", no_argument, 0, KEY_SYMBOLS},
                                        {"store", required_argument, 0, KEY_STORE},
                                        {"base", required_argument, 0, KEY_BASE},
                                        {"ports", required_argument, 0, KEY_PORTS},
                                        {"slots", required_argument, 0, KEY_SLOTS},
                                        {"programs", no_argument, 0, KEY_PROGRAMS},
                                        {"help", no_argument, 0, 'h'},
                                        {"version", no_argument, 0, 'v'},
                                        {0, 0, 0, 0}};
  static const char *const formats[] = {"hex", "bin", "list", "json"};
  opterr = 0;
  for (int key;
       e->status == NF_EXIT_OK && (key = getopt_long(argc, argv, ":D:o:d", Table, NULL)) != -1;)
    switch (key) {
    case 'D':
      give(o, optarg, e);
      break;
    case 'o':
      o->output = optarg;
      break;
    case 'd':
      o->disassemble = true;
      break;
    case 'f':
      o->format = (format)nf_cli_choice("format", optarg, formats, 4, e);
      break;
    case KEY_SLOTS:
      o->slots = in_range("slots", 1, 256, "the slots of a queue pair", e);
      break;
    case KEY_LISTING:
      o->listing = true;
      break;
    case KEY_SYMBOLS:
      o->symbols = true;
      break;
    case KEY_STORE:
      o->store = in_range("store", 1, NF_AS_STORE_MAX, "the words of the store", e);
      break;
    case KEY_BASE:
      o->base = in_range("base", 0, NF_AS_STORE_MAX, "the first address", e);
      break;
    case KEY_PORTS:
      o->ports = in_range("ports", 1, 8, "the links", e);
      break;
    case KEY_PROGRAMS:
      for (size_t k = 0; nf_as_library_name(k); k++)
        puts(nf_as_library_name(k));
      exit(finish(o, e));
    case 'h':
      fputs(Help, stdout);
      exit(finish(o, e));
    case 'v':
      puts("ace-as " NF_VERSION);
      exit(finish(o, e));
    default:
      nf_refuse(e, "option '%s' is unknown or lacks its value", argv[optind - 1]);
    }
  if (argc - optind != 1)
    nf_refuse(e, "one source must be given, not %d", argc - optind);
  else
    o->source = argv[optind];
  check(o, e);
}

// The words that were disassembled: little-endian bytes, or numbers of up to 8 hexadecimal digits.
static unsigned read_words(const options *o, uint32_t *word, nf_err *e) {
  FILE *f = strcmp(o->source, "-") == 0 ? stdin : fopen(o->source, "rb");
  unsigned n = 0;
  if (!f) {
    nf_refuse(e, "%s cannot be read: %s", o->source, strerror(errno));
    return 0;
  }
  unsigned char b[4];
  char line[256];
  while (e->status == NF_EXIT_OK) {
    uint32_t w;
    const size_t got =
        o->format == FORMAT_BIN ? fread(b, 1, 4, f) : (size_t)(fscanf(f, "%255s", line) == 1);
    if (!got)
      break;
    if (o->format == FORMAT_BIN && got < 4)
      nf_refuse(e, "%s: its bytes are no multiple of 4", o->source);
    else if (o->format != FORMAT_BIN && !nf_cli_hex_word(line, &w))
      nf_refuse(e, "%s: '%.40s' is no word of 8 hexadecimal digits", o->source, line);
    else if (n == o->store - o->base)
      nf_refuse(e, "%s: more words than the store has, %u", o->source, o->store - o->base);
    else
      word[n++] = o->format == FORMAT_BIN ? (uint32_t)b[0] | (uint32_t)b[1] << 8 |
                                                (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24
                                          : w;
  }
  if (ferror(f))
    nf_refuse(e, "%s cannot be read: %s", o->source, strerror(errno));
  if (f != stdin)
    fclose(f);
  return n;
}

static void disassemble(const options *o, FILE *to, nf_err *e) {
  uint32_t word[NF_AS_STORE_MAX];
  const unsigned n = read_words(o, word, e);
  if (e->status != NF_EXIT_OK)
    return;
  char *text = nf_as_disassemble(word, n, o->base);
  if (!text)
    nf_err_memory(e, "the text");
  else
    fputs(text, to);
  free(text);
}

static void put_list(const nf_as_program *p, FILE *to) {
  for (unsigned k = 0; k < p->words; k++) {
    const nf_as_unit *file = &p->file[p->from[k]];
    const char *c = file->text;
    for (unsigned line = 1; line < p->line[k]; line++)
      c += strcspn(c, "\n") + 1;
    fprintf(to, "%4u  %08x  ", p->base + k, (unsigned)p->word[k]);
    if (p->from[k])
      fprintf(to, "%s:", file->name);
    fprintf(to, "%4u  %.*s\n", p->line[k], (int)strcspn(c, "\r\n"), c);
  }
}

static void put_symbols(const nf_as_program *p, FILE *to) {
  for (size_t k = 0; k < p->entries; k++)
    fprintf(to, "%-24s %6lld  program\n", p->entry[k].name, (long long)p->entry[k].value);
  for (size_t k = 0; k < p->symbols; k++)
    fprintf(to, "%-24s %6lld\n", p->symbol[k].name, (long long)p->symbol[k].value);
}

static void put_json(const nf_as_program *p, FILE *to) {
  fprintf(to, "{\"base\": %u,\n \"words\": [", p->base);
  for (unsigned k = 0; k < p->words; k++)
    fprintf(to, "%s%u", k ? ", " : "", (unsigned)p->word[k]);
  fprintf(to, "],\n \"programs\": {");
  for (size_t k = 0; k < p->entries; k++)
    fprintf(to, "%s\"%s\": %lld", k ? ", " : "", p->entry[k].name, (long long)p->entry[k].value);
  fprintf(to, "},\n \"symbols\": {");
  for (size_t k = 0; k < p->symbols; k++)
    fprintf(to, "%s\"%s\": %lld", k ? ", " : "", p->symbol[k].name, (long long)p->symbol[k].value);
  fprintf(to, "}}\n");
}

static void put_words(const options *o, const nf_as_program *p, FILE *to) {
  switch (o->format) {
  case FORMAT_LIST:
    put_list(p, to);
    break;
  case FORMAT_JSON:
    put_json(p, to);
    break;
  default:
    for (unsigned k = 0; k < p->words; k++)
      if (o->format == FORMAT_HEX)
        fprintf(to, "%08x\n", (unsigned)p->word[k]);
      else
        for (unsigned b = 0; b < 4; b++)
          fputc((int)(p->word[k] >> 8 * b & 0xff), to);
  }
}

static FILE *open_output(const options *o, nf_outputs *out, nf_err *e) {
  if (!o->output)
    return stdout;
  const char *temporary = nf_outputs_add(out, o->output, e);
  FILE *to = temporary ? fopen(temporary, "wb") : NULL;
  if (!to)
    nf_refuse(e, "%s cannot be written: %s", o->output, strerror(errno));
  return to;
}

static void close_output(const options *o, FILE *to, nf_err *e) {
  if (to == stdout)
    return;
  const bool ok = !ferror(to);
  if (fclose(to) != 0 || !ok)
    nf_refuse(e, "%s cannot be written: %s", o->output, strerror(errno));
}

// A name that is no file may be that of a built-in program.
static bool built_in(const options *o) {
  FILE *f = fopen(o->source, "rb");
  if (f)
    fclose(f);
  return !f && nf_as_library(o->source);
}

static char *source_text(const options *o, nf_err *e) {
  if (built_in(o)) {
    const char *library = nf_as_library(o->source);
    char *text = malloc(strlen(library) + 1);
    if (!text)
      nf_err_memory(e, "the source");
    return text ? strcpy(text, library) : NULL;
  }
  return nf_as_file(strcmp(o->source, "-") == 0 ? "/dev/stdin" : o->source, e);
}

static int assemble(const options *o, nf_outputs *out, nf_err *e) {
  char *text = source_text(o, e);
  if (!text)
    return e->status;
  nf_as_program p;
  const nf_as_source source = {.file = o->source,
                               .text = text,
                               .given = o->given,
                               .givens = o->givens,
                               .base = o->base,
                               .store = o->store,
                               .ports = o->ports,
                               .slots = o->slots,
                               .built_in = built_in(o)};
  nf_err found = {0}; // all of it is among the messages
  const int status = nf_as_assemble(&p, &source, &found);
  if (p.messages)
    fputs(p.messages, stderr);
  if (status != NF_EXIT_OK && !p.errors)
    *e = found;
  else if (status == NF_EXIT_OK) {
    FILE *to = o->output || !(o->listing || o->symbols) ? open_output(o, out, e) : NULL;
    if (to) {
      put_words(o, &p, to);
      close_output(o, to, e);
    }
    if (o->listing)
      put_list(&p, stdout);
    if (o->symbols)
      put_symbols(&p, stdout);
  }
  nf_as_free(&p);
  free(text);
  return status;
}

int main(int argc, char **argv) {
  options o = {.store = NF_AS_STORE, .ports = 8};
  nf_err e = {0};
  nf_outputs out = {0};
  int status = NF_EXIT_OK;
  nf_begin();
  nf_outputs_guard(&out);
  parse(&o, argc, argv, &e);
  if (e.status == NF_EXIT_OK && o.disassemble) {
    FILE *to = open_output(&o, &out, &e);
    if (to) {
      disassemble(&o, to, &e);
      close_output(&o, to, &e);
    }
  } else if (e.status == NF_EXIT_OK) {
    status = assemble(&o, &out, &e);
  }
  if (status == NF_EXIT_OK)
    nf_outputs_commit(&out, &e);
  nf_outputs_discard(&out);
  finish(&o, &e);
  return e.status == NF_EXIT_OK ? status : e.status;
}
