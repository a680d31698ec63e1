#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Area and worst stage of every module: NAND2 equivalents, um2, flip-flops, memory bits, ps.

Yosys: synth -flatten with memories kept, dfflibmap, abc -D 1 (its own script) with a driving buffer and
a load of four gates. A row includes the modules inside it. Memories are counted in bits and not
mapped, and no path through them is timed; `--memory flops` maps them to flip-flops instead. The delay is
ABC's, before layout.

Parameters: the module's defaults, or one row for each of its lines in synth/params.txt; there `by-module` says that the modules
inside are mapped one by one instead of being flattened, which a whole switch would take hours for.
"""

import argparse
import csv
import json
import multiprocessing
import os
import re
import sys

import liberty
import yosys
from yosys import project

BY_MODULE = "by-module"
COLUMNS = ["room", "block", "parameters", "nand2", "um2", "flipflops", "memory_bits", "stage_ps"]


def parameters():
    """{block: [[Name=number or by-module] of each row]} of synth/params.txt."""
    path = "synth/params.txt"
    chosen = {}
    if os.path.exists(os.path.join(project.ROOT, path)):
        for words in (line.split() for line in project.lines(path)):
            chosen.setdefault(words[0], []).append(words[1:])
    return chosen


def commands(top, words, library, memory, netlist):
    """The flow of one module."""
    flatten = "" if BY_MODULE in words else "-flatten "
    params = [w for w in words if w != BY_MODULE]
    return yosys.read_design(top, params) + [
        f"synth {flatten}-top {top} -run begin:fine",
        *(["memory_map"] if memory == "flops" else []),
        "opt -fast -full", "techmap", "opt -fast", "abc -fast", "opt_clean", "check -assert",
        f"read_liberty -lib {library.path}",
        f"dfflibmap -liberty {library.path}",
        f"abc -liberty {library.path} -constr {library.constraints} -D 1",
        "opt_clean", "check -assert",
        f"write_json {netlist}"]


class NotMapped(Exception):
    """A cell is left that the library does not have."""


def count(modules, name, library, known):
    """(area, flip-flops, memory bits) of a module and all inside it."""
    if name not in known:
        area, flops, bits = 0.0, 0, 0
        for cell in modules[name]["cells"].values():
            kind = cell["type"]
            if kind in modules and "cells" in modules[kind] and kind not in library.cells:
                inner = count(modules, kind, library, known)
                area, flops, bits = area + inner[0], flops + inner[1], bits + inner[2]
            elif kind in library.cells:
                area += library.areas[kind]
                flops += kind in library.flops
            elif kind.startswith("$mem"):
                bits += int(cell["parameters"]["SIZE"], 2) * int(cell["parameters"]["WIDTH"], 2)
            else:
                raise NotMapped(f"cell {kind} was not mapped")
        known[name] = (area, flops, bits)
    return known[name]


def measure(job):
    """One row, or (block, reason)."""
    top, params, library, memory, folder = job
    name = "_".join([top] + [p.replace("=", "") for p in params])
    netlist = f"{folder}/{name}.json"
    try:
        log = yosys.run(commands(top, params, library, memory, netlist), f"{folder}/{name}.log")
        with open(os.path.join(project.ROOT, netlist), encoding="utf-8") as f:
            area, flops, bits = count(json.load(f)["modules"], top, library, {})
    except (yosys.YosysError, NotMapped) as error:
        return top, str(error)
    os.remove(os.path.join(project.ROOT, netlist))
    delays = re.findall(r"\bDelay =\s*([\d.]+) ps", log)
    # ABC prints the delay of a module several times, the last is the result.
    worst = delays if BY_MODULE in params else delays[-1:]
    return {"room": project.room(project.rtl_files()[top]), "block": top,
            "parameters": " ".join(params), "nand2": round(area / library.areas[library.nand2]),
            "um2": round(area, 2 if area < 1000 else 0), "flipflops": flops, "memory_bits": bits,
            "stage_ps": round(max(map(float, worst))) if worst else ""}


def print_table(rows, library):
    print(f"{library.name}: 1 NAND2 = {library.nand2} = {library.areas[library.nand2]:g} um2")
    form = "{:<11}{:<26}{:<34}{:>10}{:>14}{:>11}{:>13}{:>10}"
    print(form.format(*(c.replace("_", " ") for c in COLUMNS)))
    for row in rows:
        print(form.format(*(str(row[c]) for c in COLUMNS)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lib", nargs="+", required=True, help="Liberty files, .lib or .lib.gz")
    parser.add_argument("--memory", choices=["keep", "flops"], default="keep")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--csv", help="write the table here too")
    parser.add_argument("modules", nargs="*", help="default: all of the file lists")
    args = parser.parse_args()
    missing = [p for p in args.lib if not os.path.exists(p)]
    if missing:
        sys.exit(f"area: {missing[0]} does not exist; Debian's qflow-tech-osu018 holds the default")
    folder = "build/area"
    os.chdir(project.ROOT)
    os.makedirs(folder, exist_ok=True)
    library = liberty.Library(args.lib, folder)
    chosen = parameters()
    jobs = [(m, params, library, args.memory, folder)
            for m in args.modules or project.modules() for params in chosen.get(m, [[]])]
    with multiprocessing.Pool(args.jobs) as pool:
        results = pool.map(measure, jobs, chunksize=1)
    rows = [r for r in results if isinstance(r, dict)]
    print_table(rows, library)
    if args.csv:
        with open(args.csv, "w", newline="", encoding="utf-8") as f:
            writer = csv.DictWriter(f, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    failures = [r for r in results if isinstance(r, tuple)]
    for block, reason in failures:
        print(f"area: {block}: {reason}", file=sys.stderr)
    sys.exit(1 if failures or not rows else 0)


if __name__ == "__main__":
    main()
