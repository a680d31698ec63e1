# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A design as its elaborated modules, each a piece of RTLIL that can be mapped alone.

A module with a clock stays a module; one without is a pure function and becomes part of what instantiates it
(docs/architecture.md: blocks have registered outputs, so little is lost where no gate is moved across their ports).
So each block with its parameters is mapped once, however often and wherever it is instantiated.
"""

import dataclasses
import os
import re

import yosys
from yosys import project

import kept

CLOCK = "clk_i"
MODULE = re.compile(r"^module (\S+)\n(.*?)^end\n", re.M | re.S)
CELL = re.compile(r"^  cell (\S+) ", re.M)
PORT = re.compile(r"^  wire (?:width \d+ )?(?:(?:offset|upto|signed) ?\d* )*(?:input|output|inout) \d+ \S+\n", re.M)
PARAMETER = re.compile(r"^  parameter \\(\w+) (.*)\n", re.M)


@dataclasses.dataclass(frozen=True)
class Module:
    """name: as Yosys has it; block: the source's; parameters: 'Width=8 Depth=4'; text: RTLIL with the modules that it
    instantiates as empty boxes; children: their names, once each instance."""

    name: str
    block: str
    parameters: str
    text: str
    children: tuple


def number(value):
    """A parameter of RTLIL: 8, 32'00001000, s32'0..., "text"."""
    bits = re.fullmatch(r"s?\d+'(?:s)?([01]+)", value)
    return str(int(bits[1], 2)) if bits else value.strip('"')


def split(text, top):
    """{name: Module} of the RTLIL of a whole design."""
    bodies = dict(MODULE.findall(text))
    stubs = {name: f"attribute \\blackbox 1\nmodule {name}\n{''.join(PORT.findall(body))}end\n" for name, body in bodies.items()}
    found = {}
    for name, body in bodies.items():
        children = tuple(kind for kind in CELL.findall(body) if kind in bodies)
        block = "\\" + top if name == "\\" + top else name[name.rindex("\\nf_"):] if "\\nf_" in name else name
        block = re.match(r"\\(\w+)", block)[1]
        parameters = " ".join(f"{p}={number(v)}" for p, v in PARAMETER.findall(body))
        text = "".join(stubs[c] for c in sorted(set(children))) + f"attribute \\top 1\nmodule {name}\n{body}end\n"
        found[name.lstrip("\\")] = Module(name.lstrip("\\"), block, parameters, text,
                                          tuple(c.lstrip("\\") for c in children))
    return found


def elaborate(top, params, folder, flat=False):
    """{name: Module}; the top has its own name. flat: all is part of the top. Kept in the folder by a hash of sources and tool."""
    sources = [project.read(path) for path in project.rtl_of(top)] + [project.read("rtl/common/nf_assert.svh")]
    flow = yosys.read_design(top, params) + [
        "proc", *([] if flat else [f"setattr -mod -set keep_hierarchy 1 w:{CLOCK} %m"]), "flatten", f"hierarchy -top {top}", "opt_clean",
        # Where a line stands and in which order things were met is of no account for what is mapped.
        "setattr -unset src *", "setattr -mod -unset src *", "rename -enumerate"]
    key = kept.key(*flow, *sources, kept.version(os.environ.get("YOSYS", "yosys"), "-V"))
    path = os.path.join(folder, f"{key[:24]}.il")
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        part = f"{path}.{os.getpid()}"
        yosys.run(flow + [f"write_rtlil {part}"], f"{part}.log")
        os.replace(part, path)
    with open(path, encoding="utf-8") as f:
        return split(f.read(), top)
