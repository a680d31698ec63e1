#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The RTL of one test build in a simulator with four states: what no reset and no write has set is X, and stays in there.

usage: synth/four_state.py TAG [--cycles N]      TAG: nf_fifo_Width5_Depth2, see build/tb

Verilator knows two states: its registers start with a number, zero or by chance. In a simulator with four they are X, an `if` of
X takes its else, and an X in a sum makes all of it X, so RTL may stand still there that works in hardware. The block's test records
inputs and outputs of every cycle (--vectors); Icarus replays the inputs on the RTL with no register set but by its reset, and compares
each output that means something. What that is, is written once: in the test (`unreset`) and in the names of ports (x_valid, x_data).
Icarus 11 does not read the sources, so Yosys reads them with the build's parameters and writes them as Verilog-2005 with multiplexers for conditions, which is stricter than an `if`;
nothing is synthesized.
The result is a line of TAP in build/four-state/TAG.tap, and TAG.ok if it passed.
"""

import argparse
import os
import re
import shutil
import sys

import netlist
import yosys
from netlist import Mismatch, command
from yosys import project

import gen_shim

UNRESET = re.compile(r"\.unreset\s*=\s*((?:\"[^\"]*\"\s*)+)")


def qualifiers(build, outs):
    """{output: (the output that says when it means something or None: never, one bit for all)} of outputs that need not be known."""
    names = {p.field: p for p in outs}
    found = {p.name: (outs[at], False) for p in outs if (at := gen_shim.qualifier(p, outs)) >= 0}
    for text in UNRESET.findall(project.read(f"tb/{build.component}/{build.block}_tb.c")):
        for word in "".join(re.findall(r'"([^"]*)"', text)).split():
            data, sign, by = re.fullmatch(r"(\w+)(?:([:|])(\w+))?", word).groups()
            found[names[data].name] = (names[by] if by else None, sign == "|")
    return found


def known(bits, by, any_bit):
    """Verilog: the mask of an output's bits that mean something."""
    if by is None:
        return f"{{{bits}{{1'b0}}}}"
    if any_bit or by.bits == 1:
        return f"{{{bits}{{|want_{by.name}}}}}"
    return "{" + ", ".join(f"{{{bits // by.bits}{{want_{by.name}[{b}]}}}}" for b in reversed(range(by.bits))) + "}"


def bench(build):
    """The netlist check's bench, that looks at what means something alone."""
    text = project.read(f"build/vl/test/{build.tag}/{build.tag}_replay.v").replace("netlist %h  rtl %h", "four-state %h  verilator %h")
    outs = gen_shim.read_ports(f"build/vl/test/{build.tag}/V{build.tag}.h")[3]
    for port in outs:
        by = qualifiers(build, outs).get(port.name)
        if by:
            plain, mask = f"if ({port.name} !== want_{port.name})", known(port.bits, *by)
            if text.count(plain) != 1:
                raise Mismatch(f"{build.tag}_replay.v does not compare {port.name}")
            text = text.replace(plain, f"if ((({port.name} ^ want_{port.name}) & {mask}) !== {port.bits}'d0)")
    return text


def check(build, cycles, folder):
    """Returns what was compared, raises Mismatch or yosys.YosysError."""
    yosys.run(yosys.read_design(build.block, build.params) + ["proc", f"write_verilog -noattr {folder}/rtl.v"], f"{folder}/read.log")
    with open(f"{folder}/replay.v", "w", encoding="utf-8") as f:
        f.write(bench(build))
    command(["iverilog", "-g2005-sv", "-s", "replay", "-o", f"{folder}/replay", f"{folder}/rtl.v", f"{folder}/replay.v"], "Icarus Verilog")
    return netlist.replay(build, cycles, folder, lambda vectors: command(
        ["vvp", "-n", f"{folder}/replay", f"+vectors={vectors}"], "the simulation with four states"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tag")
    parser.add_argument("--cycles", type=int, default=400, help="per scenario (default 400)")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    found = [b for b in project.builds() if b.tag == args.tag]
    if not found:
        sys.exit(f"four_state: {args.tag} is no line of tb/*/params.txt")
    folder = f"build/four-state/{args.tag}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    name = f"1 - four-state {found[0].title}"
    try:
        lines = ["1..1", f"ok {name}  # {check(found[0], args.cycles, folder)}"]
    except (Mismatch, yosys.YosysError) as error:
        lines = ["1..1", f"not ok {name}"] + [f"# {line}" for line in str(error).splitlines()]
    with open(f"{folder}.tap", "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    if lines[1].startswith("not ok"):
        sys.exit("\n".join(lines[1:]))
    with open(f"{folder}.ok", "w", encoding="utf-8"):
        pass


if __name__ == "__main__":
    main()
