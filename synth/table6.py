#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Ours beside the papers' silicon: the parts of ACE Table 6, and KLENK IV-G's reduction tables.

    make area-table6 LIB=nangate45        prints the table, writes build/table6.csv

Logic: cell area of the library (modules mapped one by one, default parameters, program stores of 8 KB as in ACE 6), scaled to the paper's
node by the square of the nodes' ratio, which is ideal scaling (Dennard et al., JSSC 1974); two libraries on either side of a node bracket
it. Power: that of synth/activity.py at its stated activity, scaled by the nodes' ratio and the square of the supplies' (0.9 V at 28 nm
and 0.8 V at 16 nm assumed), at 1 GHz; memories by synth/macro.py. ACE says neither clock nor activity. Memories: the model of
synth/macro.py at the paper's node; beside it the same bits at the density that the paper states itself.

Blocks of default parameters and without memories are not mapped again where `make area` has saved their row (osu018): the crossbar alone
is 213,983 NAND2, the rest takes minutes. The sizes of memories are in no row, so blocks with memories are mapped.
"""

import dataclasses
import multiprocessing

import activity
import area
import assembly
import macro
import options
import tables

SAVED = "synth/table6.csv"
ACE_NM, ACE_V, KLENK_NM, KLENK_V = 28, 0.9, 16, 0.8
CLOCK_GHZ = 1
CELL_16NM = 0.07  # um2, Wu et al., IEDM 2013
MACHINES, BANKS, BANK_WORDS, WORD_BITS, STORE_WORDS = 16, 4, 16384, 512, 2048
DIE, SHARE, PORTS = 106e6, 0.01, 16  # um2 of NVSwitch; KLENK IV-G: less than 1 % of it, for 1 kB a port
# Part of ACE's table: (its um2, its mW, [(module, parameters, how many)], memories besides {(words, width, ports): how many}).
ACE = {
    "ALU (one of 16 fp32 lanes)": (16112, 7.552, [("nf_ace_lane", [], 1)], {}),
    "Control unit": (159803, 128, [("nf_ace_machine", [f"ProgramWords={STORE_WORDS}"], MACHINES), ("nf_ace_issue", [], 1),
                                   ("nf_ace_scheduler", [], 1), ("nf_ace_csr", [], 1)], {}),
    # A bank is read or written in a cycle.
    "4x1MB SRAM banks": (5113696, 4096, [], {(BANK_WORDS, WORD_BITS, 1): BANKS}),
    "Crossbar switches": (1084, 0.329, [("nf_ace_crossbar", [], 1)], {}),
}
TOTAL, TOTAL_MW = 5339031, 4255
KLENK = [("nf_reduce_table", [], PORTS)]  # its defaults: 8 entries of 128 B
COLUMNS = ["library", "part", "node", "nand2", "memory_bits", "logic_um2", "memory_um2", "um2", "paper_um2", "ratio", "um2_at_paper_density", "mw", "paper_mw"]


@dataclasses.dataclass(frozen=True)
class Block:
    """What a block takes in the library: um2 of cells, pJ a cycle at the stated activity, {macro: how many}."""

    um2: float
    pj: float
    macros: dict


def saved(library):
    """{block: Block} of the rows of `make area` with default parameters and without memories; none of a library that it has not saved."""
    rows = tables.read(area.REFERENCE) if library.name == area.SAVED_LIBRARY else []
    return {r["block"]: Block(float(r["um2"]), float(r["uw_mhz"]), {}) for r in rows if not r["parameters"] and r["memory_bits"] == "0"}


def blocks_of(wanted, library, pool):
    """({block: Block}, [(block, reason)]) of [(block, parameters)]."""
    found = saved(library)
    todo = [(block, params) for block, params in wanted if params or block not in found]
    designs = dict(zip([block for block, _ in todo], assembly.assemble(todo, library, "yosys", pool, options.FOLDER)))
    failures = [(block, d) for block, d in designs.items() if isinstance(d, str)]
    if not failures:
        records = activity.of_designs(list(designs.values()), library, pool)
        found.update({block: Block(d.total("um2"), activity.uw_mhz(d, records, library), d.macros) for block, d in designs.items()})
    return found, failures


def part_of(name, modules, memories, blocks, model, node, volts, cell, density):
    """A row of modules and memories at a node; density: um2 a bit that the paper states."""
    own_nm, own_v = macro.PROCESS[model.library.name][:2]
    shrink, energy = (node / own_nm) ** 2, node / own_nm * (volts / own_v) ** 2
    row = {"part": name, "node": node, "nand2": 0, "logic_um2": 0.0, "mw": 0.0, "memory_um2": 0.0, "memory_bits": 0}
    sizes = dict(memories)
    for module, _, copies in modules:
        block = blocks[module]
        row["nand2"] += round(copies * block.um2 / model.library.areas[model.library.nand2])
        row["logic_um2"] += copies * block.um2 * shrink
        row["mw"] += copies * block.pj * energy * CLOCK_GHZ
        for ram, number in block.macros.items():
            if ram.sram:
                size = (ram.words, ram.width, ram.reads + ram.writes)
                sizes[size] = sizes.get(size, 0) + copies * number
            else:  # an array of flip-flops is logic at the paper's density too
                row["logic_um2"] += copies * number * model.um2(ram) * shrink
    for (words, width, ports), number in sizes.items():
        row["memory_bits"] += words * width * number
        row["memory_um2"] += number * macro.sram_um2(cell, words, width, ports)
    # Memories that are no part of a module work in every cycle.
    row["mw"] += sum(n * macro.read_pj(model.library.name, w, b) * energy for (w, b, _), n in memories.items()) * CLOCK_GHZ
    row["um2_at_paper_density"] = row["logic_um2"] + row["memory_bits"] * density
    return row


def measure(model, pool):
    """[row] of the parts."""
    wanted = [(m, params) for _, _, modules, _ in ACE.values() for m, params, _ in modules] + [(m, params) for m, params, _ in KLENK]
    blocks, failures = blocks_of(wanted, model.library, pool)
    if failures:
        return [], failures
    (klenk_bits, klenk_um2, _), (ace_bits, ace_um2, _) = macro.PAPERS.values()
    rows = []
    for name, (um2, mw, modules, memories) in ACE.items():
        row = part_of(f"ACE: {name}", modules, memories, blocks, model, ACE_NM, ACE_V, macro.F2 * (ACE_NM / 1000) ** 2, ace_um2 / ace_bits)
        rows.append({**row, "paper_um2": um2, "paper_mw": mw})
    sums = ["nand2", "memory_bits", "logic_um2", "memory_um2", "um2_at_paper_density", "mw"]
    # The paper's total is more than the sum of its rows: it has four ALUs.
    four = {k: 3 * v if k in sums else v for k, v in rows[0].items()}
    rows.insert(1, {**four, "part": "ACE: ALU, the other three", "paper_um2": TOTAL - sum(r["paper_um2"] for r in rows),
                    "paper_mw": round(TOTAL_MW - sum(r["paper_mw"] for r in rows), 3)})
    rows.append({"part": "ACE: total", "node": ACE_NM, **{k: sum(r[k] for r in rows) for k in [*sums, "paper_um2", "paper_mw"]}})
    rows.append({**part_of("KLENK: 16 tables of 1 kB with their ALUs", KLENK, {}, blocks, model, KLENK_NM, KLENK_V, CELL_16NM,
                           klenk_um2 / klenk_bits), "paper_um2": DIE * SHARE, "paper_mw": ""})
    for row in rows:
        row["library"], row["um2"] = model.library.name, row["logic_um2"] + row["memory_um2"]
        row["ratio"], row["mw"] = round(row["um2"] / row["paper_um2"], 3), round(row["mw"], 2)
        for key in ("logic_um2", "memory_um2", "um2", "um2_at_paper_density", "paper_um2"):
            row[key] = round(row[key])
    return rows, []


def main():
    args = options.parse(options.parser(__doc__, "lib", "jobs", saved=SAVED))
    model = options.model("table6", args.lib)
    with multiprocessing.Pool(args.jobs) as pool:
        rows, failures = measure(model, pool)
    options.show("{:<14}{:<42}{:>5}" + "{:>12}" * 7 + "{:>21}{:>10}{:>10}", COLUMNS, rows)
    options.write(args, COLUMNS, ["library", "part"], rows)
    options.end("table6", rows, failures)


if __name__ == "__main__":
    main()
