// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
#include "sim/ace/opcodes.h"

#include "ace/nf_ace_pkg.h"

#include <stddef.h>

const nf_as_opcode nf_as_opcodes[] = {
    {"li", NF_ACE_OP_LI, "di"},        {"add", NF_ACE_OP_ADD, "dst"},
    {"sub", NF_ACE_OP_SUB, "dst"},     {"addi", NF_ACE_OP_ADDI, "dsi"},
    {"mul", NF_ACE_OP_MUL, "dsb"},     {"get", NF_ACE_OP_GET, "dg"},
    {"jmp", NF_ACE_OP_JMP, "j"},       {"djnz", NF_ACE_OP_DJNZ, "dj"},
    {"beq", NF_ACE_OP_BEQ, "stj"},     {"bne", NF_ACE_OP_BNE, "stj"},
    {"bltu", NF_ACE_OP_BLTU, "stj"},   {"sig", NF_ACE_OP_SIG, "q"},
    {"wait", NF_ACE_OP_WAIT, "q"},     {"trap", NF_ACE_OP_TRAP, ""},
    {"done", NF_ACE_OP_DONE, ""},      {"send", NF_ACE_OP_SEND, "ORL"},
    {"copy", NF_ACE_OP_COPY, "RWL"},   {"cs", NF_ACE_OP_CS, "RWOL"},
    {"drop", NF_ACE_OP_DROP, "IL"},    {"fwd", NF_ACE_OP_FWD, "IOL"},
    {"recv", NF_ACE_OP_RECV, "IWL"},   {"rcs", NF_ACE_OP_RCS, "IWOL"},
    {"rrs", NF_ACE_OP_RRS, "IROL"},    {"rrc", NF_ACE_OP_RRC, "IRWL"},
    {"rrcs", NF_ACE_OP_RRCS, "IRWOL"}, {NULL, NF_ACE_OP_ILLEGAL, NULL},
};

const char *const nf_as_get[] = {"len", "pitch", "index", NULL};
