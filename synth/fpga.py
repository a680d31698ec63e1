#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What every module takes of an FPGA: look-up tables, flip-flops, carry chains, block RAM.

    make area-fpga                                   all modules; an hour
    make area-fpga BLOCK="nf_fifo nf_skid" SAVE=1    some, into the tables of docs/area.md and docs/netreduce-area.md (make synth-page)

Yosys: synth_xilinx for Virtex UltraScale+ (-family xcup), without input and output buffers and without DSP
slices. A row includes the modules inside it. LUT counts LUT1 to LUT6 and INV as one each and LUT RAM by the LUTs
that it takes; RAMB36 and RAMB18 are block RAMs of 36 and 18 kbit, URAM those of 288 kbit. Not placed, so that no
clock is given.

Parameters: the module's defaults, or one row for each of its lines in synth/params.txt; there `by-module` says that the
large modules that a block has more than once are mapped once, with all that is in them, and a word with a minus is an option of synth_xilinx: -uram, large
memories are URAM. One is ours: -block=u_history,u_heads, what these instances hold is block RAM in spite of it.
"""

import collections
import json
import multiprocessing
import os
import re

import design
import options
import tables
import yosys
from assembly import BY_MODULE, is_option, largest_first, parameters
from yosys import project

SAVED = "synth/area-fpga.csv"
COLUMNS = ["component", "block", "parameters", "lut", "lut_ram", "flipflops", "carry4", "ramb36", "ramb18", "uram"]
# LUTs of a LUT RAM cell, from its name: RAM32M16 has eight LUTs, RAM64X1D two.
LUT_RAM = {"RAM32M": 4, "RAM32M16": 8, "RAM64M": 4, "RAM64M8": 8, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4,
           "RAM256X1D": 8, "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
           "SRL16E": 1, "SRLC32E": 1}
OTHER = {"CARRY4": "carry4", "RAMB36E2": "ramb36", "RAMB18E2": "ramb18", "URAM288": "uram"}
# Yosys' own cells of URAM have byte enables of 8 bits, and give them 9.
QUIET = 'logger -nowarn "Resizing cell port .*BWE_[AB] from 8 bits to 9 bits"'
FREE = {"MUXF7", "MUXF8", "MUXF9", "VCC", "GND", "BUFG"}


BLOCK = "-block="
LARGE = 100_000  # characters of RTLIL, of a module and what is in it: smaller ones are mapped in seconds wherever they are


def repeated(top, params, folder):
    """Large blocks that a design has more than once: of those inside one another the outer ones."""
    modules = design.elaborate(top, params, folder)

    def size(name):
        return len(modules[name].text) + sum(map(size, modules[name].children))

    found, once = set(), [next(iter(modules))]
    while once:
        inside = collections.Counter(child for name in once for child in modules[name].children)
        blocks = collections.Counter()
        for name, number in inside.items():
            blocks[modules[name].block] += number
        found |= {modules[name].block for name in inside if blocks[modules[name].block] > 1 and size(name) >= LARGE}
        once = [name for name in inside if blocks[modules[name].block] == 1]
    return sorted(found)


def mapped_once(block):
    """Commands that keep a block apart, with whatever parameters: Yosys calls it $paramod\\block\\.. or $paramod$..\\block then."""
    names = f"*\\{block} *\\{block}\\*"
    return ['logger -nowarn "Selection .* did not match any module"', f"select -assert-any {names}", f"setattr -mod -set keep_hierarchy 1 {names}"]


def said(words):
    """(options of Yosys' command, commands before it) of a row's options: -block is ours. An instance becomes part of the module around it, as others of
    its kind stay as they are."""
    before = []
    for name in (name for word in words if word.startswith(BLOCK) for name in word[len(BLOCK):].split(",")):
        before += [f"select -assert-any */c:{name}", f"flatten */c:{name}", f"flatten */c:{name}.*", f'setattr -set ram_style "block" */m:{name}.*']
    return [word for word in words if is_option(word) and not word.startswith(BLOCK)], before


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
        sums = dict.fromkeys(COLUMNS[3:], 0)
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


def mapping(top, params, words, folder):
    """Commands that map a block; words: by-module and options."""
    more, prepare = said(words)
    if BY_MODULE in words:
        prepare += [command for block in repeated(top, params, f"{folder}/elaborated") for command in mapped_once(block)]
    return [QUIET] + design.read(top, params, folder) + prepare + [
        " ".join(["synth_xilinx -family xcup -flatten -noiopad -noclkbuf -nodsp", *more, f"-top {top}"])]


def mapped(top, params, words, folder):
    """A mapped block's modules, as write_json has them."""
    netlist = f"{folder}/{options.label(top, [*params, *words])}.json"
    yosys.run(mapping(top, params, words, folder) + [f"write_json {netlist}"], netlist.replace(".json", ".log"))
    with open(os.path.join(project.ROOT, netlist), encoding="utf-8") as f:
        modules = json.load(f)["modules"]
    os.remove(os.path.join(project.ROOT, netlist))
    return modules


def measure(job):
    """One row, or (block, reason)."""
    top, words, folder = job
    params = [w for w in words if w != BY_MODULE and not is_option(w)]
    try:
        sums = count(mapped(top, params, [w for w in words if w not in params], folder), top, {})
    except (yosys.YosysError, NotMapped) as error:
        return top, str(error)
    return {"component": project.component(project.rtl_files()[top]), "block": top, "parameters": " ".join(words), **sums}


def main():
    args = options.parse(options.with_modules(options.parser(__doc__, "jobs", saved=SAVED)))
    folder = "build/fpga"
    os.makedirs(folder, exist_ok=True)
    chosen = parameters(device=True)
    jobs = [(m, params, folder) for m in options.known("fpga", args.modules) for params in chosen.get(m, [[]])]
    luts = {(r["block"], r["parameters"]): int(r["lut"]) for r in tables.read(SAVED)}
    with multiprocessing.Pool(args.jobs) as pool:
        rows, failures = options.split(largest_first(pool, measure, jobs, lambda job: luts.get((job[0], " ".join(job[1])), 0)))
    options.show("{:<11}{:<26}{:<60}" + "{:>11}" * 7, COLUMNS, rows)
    options.write(args, COLUMNS, ["component", "block", "parameters"], rows)
    options.end("fpga", rows, failures)


if __name__ == "__main__":
    main()
