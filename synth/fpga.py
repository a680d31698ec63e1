#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What every module takes of an FPGA: look-up tables, flip-flops, carry chains, block RAM; and its slowest path by a model.

    make area-fpga BLOCK="nf_netreduce_state Hosts=7 Window=3"    a module with other parameters than those below
    make area-fpga BLOCK=... SAVE=1                               puts the rows into synth/fpga.csv; RTL=before: as those that were before

Yosys: synth_xilinx for Virtex UltraScale+ (-family xcup), without input and output buffers and without DSP
slices. A row includes the modules inside it. LUT counts LUT1 to LUT6 and INV as one each and LUT RAM by the LUTs
that it takes; RAMB36 and RAMB18 are block RAMs of 36 and 18 kbit, URAM those of 288 kbit. Not placed:
path_ps, path_luts, path_carry4 and path_muxf are of the slowest path by the model of synth/levels.py, model_mhz is its clock. A block that
misses the clock that is stated for it is mapped once more without the multiplexers that join LUTs (MUXF7 to MUXF9), which Yosys takes for free;
the faster mapping stands, with its cells (column mapping).

Parameters: the module's defaults, or one row for each of its lines in synth/params.txt; there `by-module` says that the
modules inside are mapped one by one instead of being flattened.
"""

import json
import multiprocessing
import os
import re

import design
import levels
import options
import timing
import yosys
from assembly import BY_MODULE, parameters
from yosys import project

SAVED = "synth/fpga.csv"
KEYS = ["block", "parameters", "rtl"]
CELLS = ["lut", "lut_ram", "flipflops", "carry4", "ramb36", "ramb18", "uram"]
COLUMNS = ["component", *KEYS, "mapping", *CELLS, "path_luts", "path_carry4", "path_muxf", "path_ps", "model_mhz", "path_from", "path_to"]
# LUTs of a LUT RAM cell, from its name: RAM32M16 has eight LUTs, RAM64X1D two.
LUT_RAM = {"RAM32M": 4, "RAM32M16": 8, "RAM64M": 4, "RAM64M8": 8, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4,
           "RAM256X1D": 8, "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
           "SRL16E": 1, "SRLC32E": 1}
OTHER = {"CARRY4": "carry4", "RAMB36E2": "ramb36", "RAMB18E2": "ramb18", "URAM288": "uram"}
FREE = {"MUXF7", "MUXF8", "MUXF9", "VCC", "GND", "BUFG"}


class NotMapped(Exception):
    """A cell is left that the device does not have."""


def kind_of(cell):
    """(column, number) of a cell; None: it is free."""
    if re.fullmatch(r"LUT[1-6]|INV", cell):
        return "lut", 1
    if re.fullmatch(r"FD[RSCP]E(_1)?", cell):
        return "flipflops", 1
    if cell in LUT_RAM:
        return "lut_ram", LUT_RAM[cell]
    if cell in OTHER:
        return OTHER[cell], 1
    if cell in FREE:
        return None
    raise NotMapped(f"cell {cell} was not mapped")


def count(modules, name, known):
    """{column: number} of a module and all inside it."""
    if name not in known:
        sums = dict.fromkeys(CELLS, 0)
        for cell in modules[name]["cells"].values():
            kind = cell["type"]
            if kind in modules and "blackbox" not in modules[kind].get("attributes", {}) \
                    and "whitebox" not in modules[kind].get("attributes", {}):
                for column, number in count(modules, kind, known).items():
                    sums[column] += number
            else:
                found = kind_of(kind)
                if found:
                    sums[found[0]] += found[1]
        known[name] = sums
    return known[name]


def mapped(top, words, folder, options_of_yosys):
    """(cells, slowest path) of one mapping."""
    flatten = [] if BY_MODULE in words else ["-flatten"]
    params = [w for w in words if w != BY_MODULE]
    netlist = f"{folder}/{options.label(top, params)}.json"
    yosys.run(design.read(top, params, folder) + [
        " ".join(["synth_xilinx -family xcup", *flatten, *options_of_yosys, f"-noiopad -noclkbuf -nodsp -top {top}"]), f"write_json {netlist}"],
        netlist.replace(".json", ".log"))
    with open(os.path.join(project.ROOT, netlist), encoding="utf-8") as f:
        modules = json.load(f)["modules"]
    os.remove(os.path.join(project.ROOT, netlist))
    return count(modules, top, {}), levels.slowest(modules, top)


def measure(job):
    """One row, or (block, reason)."""
    top, words, folder, rtl = job
    component = project.component(project.rtl_files()[top])
    try:
        mapping, (sums, path) = "wide", mapped(top, words, folder, [])
        if path["path_ps"] > 1e6 / timing.CLOCKS.get(component, timing.CLOCK):
            narrow, shorter = mapped(top, words, folder, ["-nowidelut"])
            if shorter["path_ps"] < path["path_ps"]:
                mapping, sums, path = "LUT6", narrow, shorter
    except (yosys.YosysError, NotMapped) as error:
        return top, str(error)
    return {"component": component, "block": top, "parameters": " ".join(words), "rtl": rtl, "mapping": mapping, **sums,
            **{column: path[column] for column in COLUMNS if column in path},
            "model_mhz": round(1e6 / path["path_ps"], 1) if path["path_ps"] else ""}


def wanted(words):
    """[(module, its parameters)] of a command line: of a module without any, all that synth/params.txt has, or its defaults."""
    rows = []
    for word in words:
        if "=" in word and rows:
            rows[-1][1].append(word)
        else:
            rows.append((word, []))
    chosen = parameters()
    return [(top, params) for top, given in rows for params in ([given] if given else chosen.get(top, [[]]))]


def main():
    parser = options.with_modules(options.parser(__doc__, "jobs", saved=SAVED))
    parser.add_argument("--rtl", default="now", metavar="WORD", help="which RTL the rows are of (default now)")
    args = options.parse(parser)
    folder = "build/fpga"
    os.makedirs(folder, exist_ok=True)
    options.known("fpga", [word for word in args.modules if "=" not in word])
    jobs = [(top, params, folder, args.rtl) for top, params in wanted(args.modules or project.modules())]
    with multiprocessing.Pool(args.jobs) as pool:
        rows, failures = options.split(pool.map(measure, jobs, chunksize=1))
    options.show("{:<11}{:<26}{:<44}{:<8}{:<8}" + "{:>10}" * 7 + "{:>11}" * 5 + "  {:<28}{}", COLUMNS, rows)
    options.write(args, COLUMNS, KEYS, rows)
    options.end("fpga", rows, failures)


if __name__ == "__main__":
    main()
