#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Binary32 adders beside one another, in one flow: those of rtl/alu, a plain one, and open ones whose folders are given.

    make adders HARDFLOAT=../HardFloat MOR1KX=../mor1kx
    make adders LIB=asap7 SAVE=1                        ours and the plain one, into the table of docs/alu-area.md

Each is one flat module behind a top of ours (synth/adders/NAME.v): Yosys maps it with both scripts of ABC (synth/mapping.py), OpenSTA times it,
with the constraints of synth/timing.py. What an open unit can do besides adding is tied off in the top, and Yosys takes it out.
Before that, each is Verilated and compared with the processor's own additions, 200,000 pairs of special and random operands in
each cycle, which counts its stages too (Verilator and a C++ compiler; HardFloat's own format is compared within the conversions).
"""

import collections
import multiprocessing
import os
import re

import assembly
import mapping
import options
import sta
import timing
import yosys

import foreign

SAVED, FOLDER = "synth/adders.csv", "build/adders"
COLUMNS = ["library", "adder", "parameters", "script", "stages", "wrong", "nand2", "flipflops", "period_ps", "levels"]
HARDFLOAT = ["addRecFN", "fNToRecFN", "recFNToFN", "HardFloat_rawFN", "HardFloat_primitives", "isSigNaNRecFN", "RISCV/HardFloat_specialize"]
STAGES = 6  # of nf_fp_add_pipe
HALVES = [(5, 10), (8, 7)]  # fp16 and bf16, which the processor does not add: nf_fp_add's own tests and proofs do

# module: the top; parameters: words; folder: of the open unit, "" where it is ours; files: what it needs below that; include: folders; checked: is it
# an adder of IEEE operands?
Adder = collections.namedtuple("Adder", "module parameters folder files include checked")


def adders(args):
    """The adders that can be measured."""
    found = [Adder("nf_fp_add", (), "", (), (), True)]
    found += [Adder("nf_fp_add_pipe", (f"Stages={n}",), "", (), (), True) for n in range(1, STAGES + 1)]
    found += [Adder("nf_fp_add", (f"ExpBits={e}", f"ManBits={m}"), "", (), (), False) for e, m in HALVES]
    found.append(Adder("plain", (), "", (), (), True))
    if args.hardfloat:
        files = [f"source/{name}.v" for name in HARDFLOAT]
        found += [Adder(name, (), args.hardfloat, files, ("source/RISCV", "source"), name == "hardfloat") for name in ("hardfloat", "hardfloat_recoded")]
    if args.mor1kx:
        found.append(Adder("mor1kx", (), args.mor1kx, ("rtl/verilog/pfpu32/*.v",), ("rtl/verilog",), True))
    return found


def sources(adder):
    """Its files and the folders that they include from, as absolute paths."""
    if adder.module.startswith("nf_"):
        return [os.path.abspath(path) for path in yosys.project.rtl_of(adder.module)], [os.path.abspath("rtl/common")]
    names = [adder.module] + ["hardfloat_recoded"] * (adder.module == "hardfloat")
    paths = [os.path.abspath(f"synth/adders/{name}.v") for name in names]
    paths += foreign.copies(adder.folder, adder.files, f"{FOLDER}/{adder.module}-sources")
    return paths, [os.path.abspath(os.path.join(adder.folder, name)) for name in adder.include]


def clocked(adder):
    return adder.module in ("nf_fp_add_pipe", "mor1kx")


def label(adder):
    return options.label(adder.module, adder.parameters)


def elaborate(adder):
    """design.Module of all of it."""
    paths, include = sources(adder)
    return foreign.elaborate(adder.module, adder.parameters, paths, include, f"{FOLDER}/{label(adder)}", ours=not adder.folder)


def check(adder):
    """(stages, sums of CHECKED that are wrong), by simulation beside the processor; raises YosysError where one of ours is wrong."""
    defines = [*(["CLOCKED"] if clocked(adder) else []), *(["OURS"] if adder.module == "nf_fp_add_pipe" else [])]
    output = foreign.simulate(adder.module, adder.parameters, *sources(adder), "synth/adders/check.cpp", f"{FOLDER}/{label(adder)}-check", defines)
    found = re.fullmatch(r"(\d+) (\d+)\n(.*)", output, re.S)
    if not found or (found[2] != "0" and not adder.folder):
        raise yosys.YosysError((found[3] if found else output).strip())
    if found[2] != "0":
        print(f"{label(adder)}: {found[3].strip()}")
    return int(found[1]), int(found[2])


def row_of(job):
    """A row, or (adder, reason)."""
    adder, module, (stages, wrong), model, script = job
    mapped = mapping.map_module((module, model.library, script, f"{FOLDER}/{model.library.name}-{script}"))
    if isinstance(mapped, str):
        return label(adder), mapped
    whole = foreign.whole(module, mapped)
    try:
        found = timing.time_assembly(whole, model, f"{FOLDER}/{model.library.name}-{script}", label(adder))
    except sta.StaError as error:
        return label(adder), str(error)
    return {"library": model.library.name, "adder": adder.module, "parameters": module.parameters, "script": script, "stages": stages, "wrong": wrong,
            "nand2": round(whole.total("um2") / model.library.areas[model.library.nand2]), "flipflops": whole.total("flipflops"),
            "period_ps": round(found.period(found.worst)), "levels": found.groups[found.worst][3]}


def prepare(adder):
    """(Module, what check() says), or (adder, reason)."""
    try:
        return elaborate(adder), check(adder) if adder.checked else (0, "")
    except yosys.YosysError as error:
        return label(adder), str(error)


def main():
    parser = options.parser(__doc__, "lib", "script", "jobs", saved=SAVED)
    parser.add_argument("--hardfloat", metavar="FOLDER", help="Berkeley HardFloat, release 1 (source/addRecFN.v)")
    parser.add_argument("--mor1kx", metavar="FOLDER", help="mor1kx (rtl/verilog/pfpu32)")
    args = options.parse(parser, folders=("hardfloat", "mor1kx"))
    os.makedirs(FOLDER, exist_ok=True)
    model, found = options.model("adders", args.lib), adders(args)
    with multiprocessing.Pool(args.jobs) as pool:
        ready = pool.map(prepare, found, chunksize=1)
        failures = [r for r in ready if isinstance(r[0], str)]
        good = [(adder, *r) for adder, r in zip(found, ready) if not isinstance(r[0], str)]
        jobs = [(*entry, model, script) for script in args.script for entry in good]
        rows, failed = options.split(assembly.largest_first(pool, row_of, jobs, lambda job: len(job[1].text)))
    form = "{:<15}{:<20}{:<12}{:<8}{:>7}{:>7}{:>8}{:>11}{:>11}{:>8}"
    options.show(form, COLUMNS, rows)
    options.write(args, COLUMNS, ["library", "adder", "parameters", "script"], rows)
    options.end("adders", rows, failures + failed)


if __name__ == "__main__":
    main()
