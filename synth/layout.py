#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Blocks as routed layouts in an open process: osu018 (180 nm, SCMOS rules), by Debian's qflow, graywolf, qrouter and magic.

    make layout                                      the rows of synth/layout.txt
    make layout ROW="nf_alu_lane Halves=1"           one; --density=0.5 in a row: rows filled so far, not to 0.7

The netlist is that of `make area` (synth/mapping.py, Yosys' script), flattened. qflow's own steps follow: a tree of clock buffers and
buffers at outputs, graywolf places, qrouter routes, magic checks the design rules of wires, vias and cells' abstracts. OpenSTA times
what was laid out, the clock's tree included, without and with the wires' resistance and capacitance (synth/wires.py). A netlist of more than ANNEALED NAND2 is placed by coloquinte of PyPI, an analytical
placer (synth/placer.py), and the router's last stage, which routes every net twice more, is left out; annealing, as graywolf does it, and
that stage take long there. Of so many vias some are wrong, which are put right (synth/repair.py), and KLayout compares layout and netlist
(synth/lvs.py). Debian has no layout inside the cells (GDS), so that what is checked and drawn is all but that. A block's memories stay
outside: their connections are pins at the die's edge, and paths to and from them are not timed. failed: nets that could not be routed.
utilisation: cells' area over the die's, power stripes and fill in between. Without ps, it has no path from register to register.
A row is kept by a hash of the netlist, the options and the tools; what qflow leaves is in build/layout/ROW, a picture (KLayout of PyPI,
put into build/layout-venv with coloquinte by make layout) in build/layout/ROW.png.
"""

import multiprocessing.dummy
import os
import re
import shutil
import subprocess

import assembly
import liberty
import lvs
import macro
import options
import repair
import wires
import yosys
from sta import StaError, time_netlist

import kept

SAVED = "synth/layout.csv"
DENSITY = 0.7  # of the rows, unless a row says --density=
# Of the placement, tried until no rule is broken: qrouter now and then leaves a via on a piece of metal that is smaller than the rules allow.
SEEDS = (12345, 1, 2, 3)  # the first is osu018's own, for graywolf
SHOWN = {"nf_fp_add_pipe": "layout.png", "nf_alu_array": "layout-array.png",  # pictures of docs/silicon.md
         "nf_reduce_table_Entries8_Ports4_--density0.5": "layout-table.png"}
ANNEALED = 10000  # NAND2, above which graywolf takes too long
PLACER, REPAIR, LVS, WIRES = "synth/placer.py", "synth/repair.py", "synth/lvs.py", "synth/wires.py"
LEF = os.path.join(os.path.dirname(liberty.OSU018), "osu018_stdcells.lef")
TOOLS = "/usr/lib/qflow/bin"  # qflow's links to its tools
STEPS = ["synthesize", "place", "route", "backanno", "migrate", "drc"]  # backanno: the netlist as the placer has led its buffers
ROUTED = STEPS.index("route") + 1
PACKAGES = ["qflow", "graywolf", "qrouter", "magic", "qflow-tech-osu018"]
UNITS = 100  # of DEF in a um
CLOCK, BETWEEN = "clk_i", "register to register"
COLUMNS = ["library", "block", "parameters", "state", "nand2", "cells", "cells_um2", "width_um", "height_um", "utilisation", "nets", "wire_mm", "vias",
           "failed", "drc", "seed", "ps", "ps_with_wires"]
VIEW = """
import sys
import klayout.db as db, klayout.lay as lay
lef, def_file, picture = sys.argv[1:]
options = db.LoadLayoutOptions()
options.lefdef_config.lef_files = [lef]
options.lefdef_config.read_lef_with_def = False
options.lefdef_config.macro_resolution_mode = 1
options.lefdef_config.dbu = 0.01
options.lefdef_config.produce_labels = False
options.lefdef_config.produce_lef_labels = False
options.lefdef_config.produce_cell_outlines = False
view = lay.LayoutView()
view.load_layout(def_file, options, "")
view.max_hier()
view.zoom_fit()
view.set_config("background-color", "#ffffff")
for what in ("text-visible", "cell-box-visible", "grid-visible"):
    view.set_config(what, "false")
view.save_image(picture, 1000, 760)
"""


# The rules of a large layout, without what qflow's own script extracts before them.
RULES = """
drc off
snap int
lef read {lef}
def read {top}
load {top}
drc on
select top cell
expand
drc check
drc catchup
foreach {{why boxes}} [drc listall why] {{ puts stdout "$why: [llength $boxes], the first at [lindex $boxes 0]" }}
puts stdout "drc = [drc list count total]"
quit
"""


class LayoutError(Exception):
    """A tool is absent or a step has failed."""


def box(ram):
    """A memory as an empty module."""
    pins = [f"{direction} {name}_{k}" for _, name, bits, direction in macro.ports(ram) for k in range(bits)]
    return f"(* blackbox *) module {ram.name} (input CLK, {', '.join(pins)}); endmodule\n"


def outside(text, rams):
    """A module without its memories: what they are connected to becomes its ports."""
    kinds = "|".join(ram.name for ram in rams)
    for k, instance in enumerate(re.findall(rf"^  (?:{kinds}) \S+ \(.*?\);\n", text, re.M | re.S) if rams else []):
        ports, lines = [], []
        for pin, net in re.findall(r"\.(\w+)\((.+?)\)[,\n]", instance):
            port = f"memory{k}_{pin}"
            ports.append(f"{port}, ")
            lines.append(f"  input {port};\n  assign {net} = {port};\n" if re.match(r"R\d+_DATA", pin) else f"  output {port};\n  assign {port} = {net};\n")
        text = re.sub(r"^module \w+\(", lambda head, new="".join(ports): head[0] + new, text.replace(instance, "".join(lines)), count=1, flags=re.M)
    return text


def netlist(top, params, library, folder):
    """(the block as one module of cells in plain Verilog, its NAND2 equivalents)."""
    with multiprocessing.dummy.Pool(1) as pool:
        found = assembly.assemble([(top, params)], library, "yosys", pool, options.FOLDER)[0]
    if isinstance(found, str):
        raise LayoutError(found)
    with open(f"{folder}/mapped.v", "w", encoding="utf-8") as f:
        f.write(found.verilog() + "".join(map(box, found.macros)))
    # qflow's scripts do not take the RTL's names with brackets.
    yosys.run([f"read_liberty -lib -ignore_miss_func {library.path}", f"read_verilog {folder}/mapped.v", f"hierarchy -check -top {top}", "flatten",
               "rename -hide", f"write_verilog -noattr {folder}/flat.v"], f"{folder}/flat.log")
    with open(f"{folder}/flat.v", encoding="utf-8") as f:
        text = outside(f.read(), found.macros)
    with open(f"{folder}/source/{top}.v", "w", encoding="utf-8") as f:
        f.write(text)
    return text, round(found.total("um2") / library.areas[library.nand2])


def read_def(text):
    """(width, height in um, nets, um of wire, vias) of a routed DEF file."""
    area = [int(v) / UNITS for v in re.search(r"^DIEAREA \( (-?\d+) (-?\d+) \) \( (-?\d+) (-?\d+) \)", text, re.M).groups()]
    nets = text[text.index("\nNETS "):text.index("\nEND NETS")]
    length, vias = 0, 0
    for path in re.findall(r"(?:ROUTED|NEW) \S+ (.*)", nets):
        at = None
        for x, y in re.findall(r"\( (\S+) (\S+)(?: \S+)? \)", path):
            here = tuple(at[k] if v == "*" else int(v) for k, v in enumerate((x, y)))
            length += sum(abs(a - b) for a, b in zip(here, at)) if at else 0
            at = here
        vias += len(re.findall(r"\) +([A-Za-z]\w*)", path))
    return area[2] - area[0], area[3] - area[1], int(re.search(r"^NETS (\d+)", nets, re.M)[1]), length / UNITS, vias


def first(pattern, path, what):
    """What a log says."""
    found = []
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            found = re.findall(pattern, f.read(), re.M)
    if not found:
        raise LayoutError(f"{what} is not in {path}")
    return found


def delays(top, folder, model):
    """ps of the slowest path between registers, without wires and with them; "" where there is none."""
    with open(f"{folder}/synthesis/{top}_anno.blif", encoding="utf-8") as f, open(f"{folder}/layout/{top}.rc", encoding="utf-8") as g:
        laid, trees = lvs.read_blif(f.read()), g.read()
    verilog, names = wires.netlist(top, laid)
    try:
        spef, without = wires.spef(top, laid, names, trees)
    except (ValueError, IndexError) as error:
        raise LayoutError(f"{folder}/layout/{top}.rc: {error}") from error
    if without:
        print(f"layout: {top}: pins that have no wire among qrouter's, and are at its end here: {without}", flush=True)
    if CLOCK not in names:
        return "", ""
    timed = [time_netlist(top, verilog, [], model, True, f"{folder}/layout/{top}-timed", text) for text in ("", spef)]
    return tuple(round(t.groups[BETWEEN][0]) if BETWEEN in t.groups else "" for t in timed)


def filled(words):
    """(parameters, density) of a row."""
    params, density = [w for w in words if not w.startswith("-")], DENSITY
    for word in words:
        if word.startswith("-"):
            name, _, value = word.partition("=")
            if name != "--density" or not re.fullmatch(r"0\.[1-9]\d*|1", value):
                raise LayoutError(f"{word}: a row may have --density=0.1 to 1, and parameters")
            density = float(value)
    return params, density


def for_large(top, folder, python, density):
    """{file: contents} by which qflow places by coloquinte and leaves out the router's last stage."""
    if not os.path.exists(python) or subprocess.run([python, "-c", "import coloquinte, klayout"], check=False, stderr=subprocess.DEVNULL).returncode:
        raise LayoutError(f"{python} has no coloquinte or klayout; make layout installs them from PyPI")
    # qflow's tools with another one in the place of graywolf.
    shutil.rmtree(f"{folder}/bin", ignore_errors=True)
    os.makedirs(f"{folder}/bin")
    for tool in os.listdir(TOOLS):
        if tool != "graywolf":
            os.symlink(f"{TOOLS}/{tool}", f"{folder}/bin/{tool}")
    with open(f"{folder}/bin/graywolf", "w", encoding="utf-8") as f:
        f.write(f'#!/bin/sh\nexec {os.path.abspath(python)} {os.path.abspath(PLACER)} --density {density} "$@"\n')
    os.chmod(f"{folder}/bin/graywolf", 0o755)
    return {"project_vars.sh": f"set bindir = {os.path.abspath(folder)}/bin\n",
            f"layout/{top}.cfg2": f"qrouter::standard_route {top}_route.def false true\nquit\n"}


def qflow(top, folder, steps):
    """Some of qflow's steps; of their status there is no use, what they come to is read from their logs."""
    with open(f"{folder}/qflow.log", "a", encoding="utf-8") as log:
        subprocess.run(["qflow", "-T", "osu018", *steps, top], cwd=folder, check=False, stdout=log, stderr=subprocess.STDOUT)


def prepare(top, folder, seed, files):
    """The folder as qflow wants it: a seed of the placement and files of its options."""
    for part in ("synthesis", "layout", "log"):
        shutil.rmtree(f"{folder}/{part}", ignore_errors=True)
        os.makedirs(f"{folder}/{part}")
    for name, contents in {**files, "qflow.log": ""}.items():
        with open(f"{folder}/{name}", "w", encoding="utf-8") as f:
            f.write(contents)
    with open(f"{os.path.dirname(liberty.OSU018)}/osu018.par", encoding="utf-8") as f:
        text = re.sub(r"(random\.seed\s*:) *\d+", rf"\g<1> {seed}", f.read())
    with open(f"{folder}/layout/{top}.par", "w", encoding="utf-8") as f:
        f.write(text)


def run(top, folder):
    """(violations of the rules, 0) of a small netlist."""
    qflow(top, folder, STEPS)
    return int(first(r"^drc = (\d+)", f"{folder}/log/drc.log", "the number of violations")[-1]), 0


def tool(command, folder, log):
    """A tool in a folder, with a log."""
    with open(log, "w", encoding="utf-8") as f:
        subprocess.run(command, cwd=folder, check=False, stdin=subprocess.DEVNULL, stdout=f, stderr=subprocess.STDOUT)


def run_large(top, folder, python):
    """(violations of the rules, differences between layout and netlist) of a large one, whose vias are put right between router and checks."""
    qflow(top, folder, STEPS[:ROUTED])
    path = f"{folder}/layout/{top}.def"
    if not os.path.exists(path):
        raise LayoutError(f"qflow has made no layout; {folder}/log says why")
    with open(path, encoding="utf-8") as f, open(LEF, encoding="utf-8") as lef:
        text, added, removed, longer, still = repair.repair(f.read(), lef.read())
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    print(f"layout: {top}: {added} vias put where a pin had none, {removed} that led nowhere taken away, {longer} wires led on to their via; pins that stay open: {still or 'none'}", flush=True)
    qflow(top, folder, ["backanno"])
    with open(f"{folder}/layout/rules.tcl", "w", encoding="utf-8") as f:
        f.write(RULES.format(lef=LEF, top=top))
    tool(["magic", "-dnull", "-noconsole", "rules.tcl"], f"{folder}/layout", f"{folder}/log/drc.log")
    tool([python, LVS, path, LEF, f"{folder}/synthesis/{top}_anno.blif", f"{folder}/source/{top}.v"], ".", f"{folder}/log/lvs.log")
    return (int(first(r"^drc = (\d+)", f"{folder}/log/drc.log", "the number of violations")[-1]),
            int(first(r"^differences = (\d+)", f"{folder}/log/lvs.log", "the number of differences")[-1]))


def layout(top, words, model, python):
    """A row."""
    library = model.library
    params, density = filled(words)
    folder = f"build/layout/{options.label(top, words)}"
    os.makedirs(f"{folder}/source", exist_ok=True)
    text, nand2 = netlist(top, params, library, folder)
    large, versions = nand2 > ANNEALED, [kept.version("dpkg-query", "-W", *PACKAGES, "opensta")]
    with open(WIRES, encoding="utf-8") as f:
        versions.append(f.read())
    if large:
        for script in (PLACER, REPAIR, LVS):
            with open(script, encoding="utf-8") as f:
                versions.append(f.read())
        versions += [RULES, kept.version(python, "-c", "from importlib.metadata import version; print(version('coloquinte'), version('klayout'))")]
    seeds = SEEDS[1:] if large else SEEDS
    name = kept.key("layout", text, library.text, density, seeds, *STEPS, *versions)
    found = kept.find("layout", name)
    if found:
        return {**found, "parameters": " ".join(words), "nand2": nand2}
    if not shutil.which("qflow"):
        raise LayoutError("qflow is absent; Debian: apt-get install " + " ".join(PACKAGES))
    files = for_large(top, folder, python, density) if large else {"project_vars.sh": f"set initial_density = {density}\n"}
    for seed in seeds:
        prepare(top, folder, seed, files)
        broken, differences = run_large(top, folder, python) if large else run(top, folder)
        if not broken and not differences:
            break
    if differences:
        raise LayoutError(f"the layout is not the netlist: {folder}/log/lvs.log")
    failed = first(r"^Final: (No failed routes!|Failed net routes: \d+)", f"{folder}/log/route.log", "the end of the routing")[-1]
    with open(f"{folder}/layout/{top}.def", encoding="utf-8") as f:
        routed = f.read()
    width, height, nets, wire, vias = read_def(routed)
    # Buffers that qflow has added are among them, what fills the rows is not.
    cells = [c for c in re.findall(r"^- \S+ (\w+) \+ ", routed[:routed.index("\nPINS ")], re.M) if c in library.areas and "FILL" not in c]
    um2 = sum(library.areas[c] for c in cells)
    ps, with_wires = delays(top, folder, model)
    row = {"library": library.name, "block": top, "parameters": " ".join(words), "state": "placed and routed", "nand2": nand2, "cells": len(cells),
           "cells_um2": round(um2), "width_um": round(width, 1), "height_um": round(height, 1), "utilisation": round(um2 / (width * height), 2),
           "nets": nets, "wire_mm": round(wire / 1000, 2), "vias": vias, "failed": 0 if failed.startswith("No") else int(failed.split()[-1]),
           "drc": broken, "seed": seed, "ps": ps, "ps_with_wires": with_wires}
    kept.keep("layout", name, row)
    return row


def draw(top, params, python):
    """A picture of the routed layout; False where KLayout is absent."""
    base = f"build/layout/{options.label(top, params)}"
    if not os.path.exists(f"{base}/layout/{top}.def"):
        return os.path.exists(f"{base}.png")
    return os.path.exists(python) and subprocess.run([python, "-c", VIEW, LEF, f"{base}/layout/{top}.def", f"{base}.png"], check=False).returncode == 0


def main():
    parser = options.with_row(options.parser(__doc__, saved=SAVED), "synth/layout.txt")
    parser.add_argument("--python", default="build/layout-venv/bin/python", help="one that has klayout and coloquinte of PyPI")
    args = options.parse(parser)
    os.makedirs("build/layout", exist_ok=True)
    model = options.model("layout", ["osu018"])

    def one(top, params):
        row = layout(top, params, model, args.python)
        drawn = draw(top, params, args.python)
        if drawn and args.save and (name := options.label(top, params)) in SHOWN:
            shutil.copy(f"build/layout/{name}.png", f"docs/fig/{SHOWN[name]}")
        if not drawn:
            print(f"layout: no picture of {top}: {args.python} has no klayout; make layout installs it from PyPI")
        return row

    rows, failures = options.each_row("layout", args, one, (LayoutError, StaError, yosys.YosysError))
    form = "{:<8}{:<16}{:<20}{:<18}" + "{:>8}{:>7}{:>10}{:>9}{:>10}{:>12}{:>7}{:>8}{:>7}{:>7}{:>5}{:>6}{:>7}{:>14}"
    options.show(form, COLUMNS, rows)
    options.write(args, COLUMNS, ["block", "parameters"], rows)
    bad = [r["block"] for r in rows if r["failed"] or r["drc"]]
    if bad:
        failures.append((", ".join(bad), "nets are not routed or rules of the process are broken"))
    options.end("layout", rows, failures)


if __name__ == "__main__":
    main()
