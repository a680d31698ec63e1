#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Netlist check of one test build: the synthesized gates must repeat what the RTL did.

usage: synth/netlist.py TAG [--cycles N]      TAG: nf_fifo_Width8_Depth3, see build/netlist

The block's test records inputs and outputs of every cycle (--vectors), Yosys makes a netlist of
two-input gates and flip-flops with the same parameters, Icarus replays the inputs on it and compares all
outputs on every cycle. Memories stay arrays. Registers and memories of the netlist start at zero, as in
the RTL's simulation: zero is written into the finished netlist, so synthesis cannot make use of it.
The result is one line of TAP in build/netlist/TAG.tap, and TAG.ok if it passed.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

import yosys
from yosys import project

GATES = "AND,NAND,OR,NOR,XOR,XNOR,MUX"
REGISTER = re.compile(r"^(  reg (?:\[\d+:\d+\] )?(?:\\\S+ |[\w$]+));$", re.M)
MEMORY = re.compile(r"^  reg \[(\d+):0\] (\\?\S+) +\[(\d+):0\];$", re.M)


class Mismatch(Exception):
    """The check failed; the text says how."""


def command(words, what, seconds=1200):
    """Standard output of a program that must succeed."""
    try:
        done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False, timeout=seconds)
    except OSError as absent:
        raise Mismatch(f"{what}: {words[0]}: {absent.strerror}; Debian: apt-get install iverilog") from absent
    except subprocess.TimeoutExpired as late:
        raise Mismatch(f"{what} took longer than {seconds} s") from late
    if done.returncode:
        raise Mismatch(f"{what} failed: {done.stdout.strip()[-600:]}")
    return done.stdout


def synthesize(build, folder):
    """Gates of the block in plain Verilog, everything zero at power-up."""
    path = f"{folder}/netlist.v"
    yosys.run(yosys.read_design(build.block, build.params) + [
        f"synth -flatten -top {build.block} -run begin:fine",
        "opt -fast -full", "techmap", "opt -fast", f"abc -g {GATES}", "opt_clean", "check -assert",
        # One net a bit: Icarus carries a change of one bit of a wide net to all readers of the net.
        "splitnets",
        f"write_verilog -noattr {path}"], f"{folder}/synth.log")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    count = 0

    def zero(found):
        nonlocal count
        count += 1
        width, name, last = found.groups()
        index = f"zero_{count}"
        return (f"{found.group(0)}\n  integer {index};\n  initial for ({index} = 0; {index} <= {last}; "
                f"{index} = {index} + 1) {name} [{index}] = {int(width) + 1}'d0;")

    with open(path, "w", encoding="utf-8") as f:
        f.write(REGISTER.sub(r"\1 = 0;", MEMORY.sub(zero, text)))
    return path


def replay(build, cycles, folder, player):
    """Records the vectors of a build's own test and plays each file with player(path), which returns what the
    replay printed. Returns what was compared, raises Mismatch."""
    test = f"build/tb/{build.tag}"
    command([test, "--vectors", folder, "--cycles", str(cycles), "--quiet"], "recording the vectors")
    total = 0
    vectors = sorted(n for n in os.listdir(folder) if n.endswith(".vec"))
    for name in vectors:
        path = f"{folder}/{name}"
        out = player(path)
        with open(path, encoding="utf-8") as f:
            recorded = sum(1 for _ in f)
        done = re.search(r"replayed (\d+) cycles, (\d+) wrong", out)
        if not done or int(done.group(1)) != recorded or int(done.group(2)):
            raise Mismatch(f"scenario {name[:-4]}, {recorded} cycles:\n{out.rstrip()}")
        total += recorded
    if not total:
        raise Mismatch("no vectors were recorded")
    return f"{total} cycles of {len(vectors)} scenarios"


def check(build, cycles, folder):
    """Returns what was compared, raises Mismatch."""
    netlist = synthesize(build, folder)
    bench = f"build/vl/test/{build.tag}/{build.tag}_replay.v"
    command(["iverilog", "-g2005-sv", "-s", "replay", "-o", f"{folder}/replay", netlist, bench],
            "Icarus Verilog")
    return replay(build, cycles, folder, lambda vectors: command(
        ["vvp", "-n", f"{folder}/replay", f"+vectors={vectors}"], "the netlist's simulation"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tag")
    parser.add_argument("--cycles", type=int, default=400, help="per scenario (default 400)")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    found = [b for b in project.builds() if b.tag == args.tag]
    if not found:
        sys.exit(f"netlist: {args.tag} is no line of tb/*/params.txt")
    folder = f"build/netlist/{args.tag}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    lines = ["1..1"]
    try:
        what = check(found[0], args.cycles, folder)
        lines.append(f"ok 1 - netlist {found[0].title}  # {what}")
    except (Mismatch, yosys.YosysError) as error:
        lines.append(f"not ok 1 - netlist {found[0].title}")
        lines += [f"# {line}" for line in str(error).splitlines()]
    with open(f"{folder}.tap", "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    if lines[1].startswith("not ok"):
        sys.exit("\n".join(lines[1:]))
    with open(f"{folder}.ok", "w", encoding="utf-8"):
        pass


if __name__ == "__main__":
    main()
