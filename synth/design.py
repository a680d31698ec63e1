# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A design as its elaborated modules, each a piece of RTLIL that can be mapped alone.

A module with a clock stays a module; one without is a pure function and becomes part of what instantiates it
(docs/architecture.md: blocks have registered outputs, so little is lost where no gate is moved across their ports).
So each block with its parameters is mapped once, however often and wherever it is instantiated: Yosys' own names and numbers depend
on what else was read, so a module has a name of block and parameters, and what it is known by (`identity`) is the RTL that it comes from.
What is mapped is its text as a top of its own (`setting`): inside another block the nets without a name have other numbers, and ABC, which
meets them in that order, makes other gates of them.
"""

import dataclasses
import functools
import hashlib
import os
import re

import yosys
from yosys import project

import kept

CLOCK = "clk_i"
INCLUDED = "rtl/common/nf_assert.svh"
MODULE = re.compile(r"^module (\S+)\n(.*?)^end\n", re.M | re.S)
CELL = re.compile(r"^  cell (\S+) ", re.M)
PORT = re.compile(r"^  wire (?:width \d+ )?(?:(?:offset|upto|signed) ?\d* )*(?:input|output|inout) \d+ \S+\n", re.M)
PARAMETER = re.compile(r"^  parameter \\(\w+) (.*)\n", re.M)


@dataclasses.dataclass(frozen=True)
class Module:
    """name: block, and a part of a hash of its parameters if it has any; block: the source's; parameters: 'Width=8 Depth=4'; text: RTLIL
    with the modules that it instantiates as empty boxes; children: their names, once each instance; identity: hash of all that decides
    what it is."""

    name: str
    block: str
    parameters: str
    text: str
    children: tuple
    identity: str


def number(value):
    """A parameter of RTLIL: 8, 32'00001000, s32'0..., "text"."""
    bits = re.fullmatch(r"s?\d+'(?:s)?([01]+)", value)
    return str(int(bits[1], 2)) if bits else value.strip('"')


def named(block, parameters):
    """A module's name, the same in every design."""
    return block + (f"_{hashlib.sha256(parameters.encode()).hexdigest()[:8]}" if parameters else "")


@functools.lru_cache(None)
def sources(block):
    """RTL that a block comes from, without its comments and blanks."""
    return kept.key(*(" ".join(project.code(path).split()) for path in [*project.rtl_of(block), INCLUDED]))


def split(text, top, flat=False):
    """{name: Module} of the RTLIL of a whole design, the top first."""
    bodies, names, about = dict(MODULE.findall(text)), {}, {}
    for name, body in bodies.items():
        block = "\\" + top if name == "\\" + top else name[name.rindex("\\nf_"):] if "\\nf_" in name else name
        block = re.match(r"\\(\w+)", block)[1]
        parameters = " ".join(f"{p}={number(v)}" for p, v in PARAMETER.findall(body))
        names[name], about[name] = named(block, parameters), (block, parameters)
    stubs = {name: f"attribute \\blackbox 1\nmodule \\{names[name]}\n{''.join(PORT.findall(body))}end\n" for name, body in bodies.items()}
    found = {}
    for name, body in sorted(bodies.items(), key=lambda item: item[0] != "\\" + top):
        children = tuple(kind for kind in CELL.findall(body) if kind in bodies)
        renamed = CELL.sub(lambda cell: f"  cell \\{names[cell[1]]} " if cell[1] in names else cell[0], body)
        block, parameters = about[name]
        inside = "".join({names[c]: stubs[c] for c in sorted(set(children))}.values())
        found[names[name]] = Module(names[name], block, parameters, f"{inside}attribute \\top 1\nmodule \\{names[name]}\n{renamed}end\n",
                                    tuple(names[c] for c in children), kept.key(sources(block), parameters, flat))
    return found


def defaults(block):
    """{parameter: number} of a block's parameters whose default is a plain number."""
    text = project.code(project.rtl_files()[block])
    head = re.search(rf"\bmodule\s+{block}\s*#\s*\((.*?)\)\s*\(", text, re.S)
    return {name: value.removeprefix("1'b") for name, value in re.findall(r"(\w+)\s*=\s*(\d+|1'b[01])\s*(?=,|$)", head[1] if head else "")}


def largest(block):
    """{parameter: its largest value} of a block."""
    text = project.code(project.rtl_files()[block])
    return {name: 1 if kind == "bit" else 2**32 - 1 for kind, name in re.findall(r"\bparameter\s+(bit|int|logic)\b[^=,]*?(\w+)\s*=", text)}


def setting(block, params):
    """(block, parameters) to elaborate a block with, the same however these are stated: sorted, without those that are the default."""
    usual = defaults(block)
    return block, tuple(sorted(p for p in params if p.split("=")[1] != usual.get(p.split("=")[0])))


def reading(top, folder):
    """The command that reads a module with all it needs, from files without comments and empty lines: Yosys names a cell by its line and
    sorts by names, and ABC makes other gates of another order."""
    texts = {os.path.basename(path): project.code(path) for path in [*project.rtl_of(top), INCLUDED]}
    place = os.path.join(folder, "code", kept.key(*texts, *texts.values())[:16])
    os.makedirs(os.path.join(project.ROOT, place), exist_ok=True)
    for name, text in texts.items():
        path = os.path.join(project.ROOT, place, name)
        if not os.path.exists(path):
            part = f"{path}.{os.getpid()}"
            with open(part, "w", encoding="utf-8") as f:
                f.write(text)
            os.replace(part, path)
    return f"read_verilog -sv -I{place} {' '.join(f'{place}/{name}' for name in texts if name != os.path.basename(INCLUDED))}"


def read(top, params, folder):
    """yosys.read_design of such files."""
    return [reading(top, folder), *yosys.read_design(top, params)[1:]]


def elaborate(top, params, folder, flat=False):
    """{name: Module}, the top first. flat: all is part of the top. Kept in the folder by a hash of sources and tool."""
    flow = read(top, params, folder) + [
        "proc", *([] if flat else [f"setattr -mod -set keep_hierarchy 1 w:{CLOCK} %m"]), "flatten", f"hierarchy -top {top}", "opt_clean",
        "setattr -unset src *", "setattr -mod -unset src *", "rename -enumerate"]
    key = kept.key(*flow, kept.version(os.environ.get("YOSYS", "yosys"), "-V"))
    path = os.path.join(folder, f"{key[:24]}.il")
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        part = f"{path}.{os.getpid()}"
        yosys.run(flow + [f"write_rtlil {part}"], f"{part}.log")
        os.replace(part, path)
    with open(path, encoding="utf-8") as f:
        return split(f.read(), top, flat)
