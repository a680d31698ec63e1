#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the prototypes of the builders and the table of topologies in docs/topology.md from the rows of sim/topology/kinds.c.

    scripts/gen_kinds.py           writes both
    scripts/gen_kinds.py --check   exits 1 and names each file that is stale
"""
import re
import sys

import generated
import project
from gen_defs import table

SOURCE, HEADER, PAGE = "sim/topology/kinds.c", "sim/topology/makers.h", "docs/topology.md"
ROW = re.compile(r'\{\.name = "([^"]+)",(.*?)\.make = (\w+)\}', re.S)
NUMBER = re.compile(r"""\{"(\w+)", '(.)', (true|false),""")
TABLE = re.compile(r"(?<=<!-- topologies, made by scripts/gen_kinds.py -->\n).*?(?=<!-- end of topologies -->)", re.S)


def string(row, field):
    """A member of a row that is a text, which may be in several literals."""
    return "".join(re.findall(r'"([^"]*)"', re.search(rf'\.{field} =((?:\s*"[^"]*")+)', row)[1]))


def form(name, numbers):
    """What a SPEC looks like, as nf_kind_form() has it: fattree:K,LEVELS[,TAPER]."""
    left_out = [optional == "true" for _, _, optional in numbers]
    return name + "".join(f"{'[' * optional}{before}{letter}" for (letter, before, _), optional in zip(numbers, left_out)) + "]" * sum(left_out)


def header(rows):
    makers = dict.fromkeys(maker for _, _, maker in rows)
    return "\n".join(["// SPDX-License-Identifier: Apache-2.0", "// Copyright 2026 The netfold authors", "//",
                      f"// Made by scripts/gen_kinds.py from {SOURCE}; change that.", "// The builders of the kinds.",
                      "#ifndef NF_MAKERS_H", "#define NF_MAKERS_H", "", '#include "kinds.h"', "",
                      *(f"int {maker}(nf_build *b, const nf_spec *s);" for maker in makers), "", "#endif", ""])


def page(rows):
    """The page with its table."""
    lines = []
    for name, row, _ in rows:
        numbers = NUMBER.findall(row)
        usual = re.search(r"\.usual = (\d+)", row)
        keys = re.findall(r"HAS\((\w+)\)", row)
        lines.append((f"`{form(name, numbers)}`", string(row, "sentence") + (f"; {numbers[0][0]} = {usual[1]}" if usual else ""),
                      " ".join(f"`{key.lower()}`" for key in keys), string(row, "source")))
    text, found = TABLE.subn(lambda _: "\n".join(table(("SPEC", "what", "options", "source"), lines)), project.read(PAGE))
    if found != 1:
        sys.exit(f"gen_kinds: {PAGE} has no place for the table of topologies, or more than one")
    return text


def files():
    """{path: text}"""
    source = project.code(SOURCE)
    rows = ROW.findall(source)
    if len(rows) != source.count("{.name ="):
        sys.exit(f"gen_kinds: a row of {SOURCE} does not begin with .name and end with .make")
    return {HEADER: header(rows), PAGE: page(rows)}


if __name__ == "__main__":
    generated.run(__doc__, files)
