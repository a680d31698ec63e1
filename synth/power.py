#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Power of test builds from the switching of their own tests: uW/MHz, and pJ for 128 B that are reduced.

    make power                                        the builds of synth/power.txt
    make power TAG=nf_skid_Width7 LIB=nangate45       one build of tb/*/params.txt

The block's test records its inputs and outputs (--vectors), Icarus replays them on the mapped netlist, whose cells are what the
library's Liberty file says of them, and compares all outputs on every cycle. Measured: transitions of every cell's output, reads and
writes of every memory. OpenSTA makes power of that (report_power) with the library's internal energies, leakage and pin
capacitances. Assumed: no wires and no clock tree, no glitches (the replay has no delays), memories by their model (synth/macro.py).
Registers and memories start at zero, as in the RTL's simulation.

dynamic uW/MHz is pJ a cycle; at 28 nm it is that times the nodes' ratio and the square of the supplies' (0.9 V assumed). A line of
synth/power.txt may say how many bytes a cycle reduces and which inputs are then all 1.
"""

import collections
import multiprocessing.dummy
import os
import re
import shutil
import sys

import assembly
import liberty
import macro
import netlist
import options
import sta
from yosys import project

import gen_shim

SAVED = "synth/power.csv"
PERIOD_NS = 10
REDUCED = 128  # bytes
TARGET_NM, TARGET_V = 28, 0.9  # of ACE Table 6, which says the node; 0.9 V is assumed
COLUMNS = ["library", "block", "parameters", "nand2", "cycles", "transitions", "dynamic_uw_mhz", "clock_uw_mhz", "registers_uw_mhz",
           "logic_uw_mhz", "memory_uw_mhz", "leakage_uw", "reduced_bytes", "pj_128b", "uw_mhz_28nm", "pj_128b_28nm"]
TOKEN = re.compile(r"[A-Za-z_]\w*|[01()!&|^*+']")
STRENGTHS = [("+|", "|"), ("*&", "&"), ("^", "^")]


class NoModel(Exception):
    """A cell whose Liberty text this file cannot make Verilog of."""


def expression(text):
    """A Liberty function as Verilog. From strong to weak: ' and !, ^, * or & or nothing between operands, + or |."""
    tokens = TOKEN.findall(text)
    if "".join(tokens) != re.sub(r"\s", "", text):
        raise NoModel(f"function {text}")

    def operand():
        word = tokens.pop(0)
        if word == "!":
            return f"~{operand()}"
        if word == "(":
            value = level(0)
            if not tokens or tokens.pop(0) != ")":
                raise NoModel(f"function {text}")
        else:
            value = f"1'b{word}" if word in "01" else word
        while tokens[:1] == ["'"]:
            tokens.pop(0)
            value = f"~{value}"
        return value

    def level(strength):
        if strength == len(STRENGTHS):
            return operand()
        parts, (words, sign) = [level(strength + 1)], STRENGTHS[strength]
        while tokens and (tokens[0] in words or (sign == "&" and re.match(r"[\w(!]", tokens[0]))):
            if tokens[0] in words:
                tokens.pop(0)
            parts.append(level(strength + 1))
        return parts[0] if len(parts) == 1 else "(" + f" {sign} ".join(parts) + ")"

    value = level(0)
    if tokens:
        raise NoModel(f"function {text}")
    return value


def attribute(text, name):
    found = re.search(rf"\b{name}\s*:\s*\"([^\"]*)\"", text) or re.search(rf"\b{name}\s*:\s*([^;\"]+);", text)
    return found[1] if found else None


def cell_model(library, name):
    """Verilog of a cell: a function, or a flip-flop that starts at zero."""
    text, pins = library.cells[name], library.pins(name)
    lines = [f"module {name} ({', '.join(p for p, _, _ in pins)});"] + [f"  {way} {p};" for p, way, _ in pins]
    flop = next(((n, t) for kind, n, t in liberty.split(text)[1] if kind == "ff"), None)
    if flop:
        states, body = re.search(r"ff\s*\(([^)]*)\)", flop[1])[1].replace('"', "").split(","), flop[1]
        state, inverse = (s.strip() for s in states)
        clock, clear, preset = (attribute(body, a) for a in ("clocked_on", "clear", "preset"))
        edges = [f"posedge {w}" for w, e in (("clear", clear), ("preset", preset)) if e]
        lines += [f"  reg {state} = 0; wire {inverse} = ~{state};", f"  wire clock = {expression(clock)};"]
        lines += [f"  wire {w} = {expression(e)};" for w, e in (("clear", clear), ("preset", preset)) if e]
        lines += [f"  always @({' or '.join(['posedge clock', *edges])})",
                  "    " + "".join(f"if ({w}) {state} <= {v}; else " for w, e, v in (("clear", clear, 0), ("preset", preset, 1)) if e)
                  + f"{state} <= {expression(attribute(body, 'next_state'))};"]
    for pin, way, body in pins:
        if way == "output":
            function = attribute(body, "function")
            if function is None:
                raise NoModel(f"{name}.{pin} has no function")
            lines.append(f"  assign {pin} = {expression(function)};")
    return "\n".join(lines) + "\nendmodule\n"


def macro_model(ram):
    """Verilog of a macro that counts its accesses."""
    pins = ["CLK"] + [f"{name}_{k}" for _, name, bits, _ in macro.ports(ram) for k in range(bits)]
    lines = [f"module {ram.name} ({', '.join(pins)});", "  input CLK;"]
    for _, name, bits, way in macro.ports(ram):
        lines += [f"  {way} {name}_{k};" for k in range(bits)]
        both = ", ".join(f"{name}_{k}" for k in reversed(range(bits)))
        lines.append(f"  wire [{bits - 1}:0] {name} = {{{both}}};" if way == "input" else
                     f"  {'reg' if ram.clocked else 'wire'} [{bits - 1}:0] {name}{' = 0' if ram.clocked else ''}; assign {{{both}}} = {name};")
    lines += [f"  reg [{ram.width - 1}:0] words [0:{ram.words - 1}];", "  integer reads = 0, writes = 0, k;",
              f"  initial for (k = 0; k < {ram.words}; k = k + 1) words[k] = 0;", "  always @(posedge CLK) begin"]
    for r in range(ram.reads):
        if ram.clocked:
            lines.append(f"    if (R{r}_EN) begin R{r}_DATA <= words[R{r}_ADDR]; reads = reads + 1; end")
    grain = ram.width // ram.grains
    for w in range(ram.writes):
        lines.append(f"    if (|W{w}_EN) writes = writes + 1;")
        lines += [f"    if (W{w}_EN[{g}]) words[W{w}_ADDR][{g * grain} +: {grain}] <= W{w}_DATA[{g * grain} +: {grain}];"
                  for g in range(ram.grains)]
    lines.append("  end")
    lines += [f"  assign R{r}_DATA = words[R{r}_ADDR];" for r in range(ram.reads) if not ram.clocked]
    return "\n".join(lines) + "\nendmodule\n"


def read_vcd(path):
    """({code: [(scope, name, bits)]}, {code: transitions}, {code of a vector: last value})."""
    names, values, changes, vectors, scope = {}, {}, collections.Counter(), {}, []
    with open(path, encoding="utf-8") as f:
        for line in f:
            words = line.split()
            if words[:1] == ["$scope"]:
                scope.append(words[2].lstrip("\\"))
            elif words[:1] == ["$upscope"]:
                scope.pop()
            elif words[:1] == ["$var"]:
                names.setdefault(words[3], []).append((tuple(scope), words[4].lstrip("\\"), int(words[2])))
            elif words[:1] == ["$enddefinitions"]:
                break
        for line in f:
            if line[0] in "01xz":
                code = line[1:].strip()
                changes[code] += code in values and values[code] != line[0]
                values[code] = line[0]
            elif line[0] == "b":
                value, code = line[1:].split()
                vectors[code] = value
    return names, changes, vectors


def number(value):
    return int(value, 2) if set(value) <= {"0", "1"} else 0


def reducing(build, vectors, names):
    """Cycles of the vectors in which all these inputs are 1."""
    _, _, ins, _ = gen_shim.read_ports(f"build/vl/test/{build.tag}/V{build.tag}.h")
    columns = [[p.name for p in ins].index(n) for n in names]
    with open(vectors, encoding="utf-8") as f:
        return sum(all(int(words[c], 16) for c in columns) for words in map(str.split, f))


def compile_replay(text, library, macros, bench, folder):
    """Icarus' program of a mapped netlist with its bench, which writes the VCD that +vcd names."""
    used = sorted(c for c in library.cells if re.search(rf"^  {re.escape(c)} ", text, re.M))
    with open(f"{folder}/netlist.v", "w", encoding="utf-8") as f:
        f.write(text)
    with open(f"{folder}/cells.v", "w", encoding="utf-8") as f:
        f.write("".join(cell_model(library, c) for c in used) + "".join(macro_model(r) for r in sorted(macros)))
    with open(f"{folder}/dump.v", "w", encoding="utf-8") as f:
        f.write('module dump;\n  reg [8191:0] name;\n  initial begin\n    if ($value$plusargs("vcd=%s", name)) $dumpfile(name);\n'
                "    $dumpvars(0, replay.dut);\n  end\nendmodule\n")
    netlist.command(["iverilog", "-g2005-sv", "-s", "replay", "-s", "dump", "-o", f"{folder}/replay", f"{folder}/netlist.v",
                     f"{folder}/cells.v", f"{folder}/dump.v", bench], "Icarus Verilog")
    return f"{folder}/replay"


def simulate(build, design, library, folder, cycles):
    """Replays the test's vectors on the mapped netlist; returns their files, each with its VCD beside it."""
    program = compile_replay(design.verilog(), library, design.macros, f"build/vl/test/{build.tag}/{build.tag}_replay.v", folder)
    vectors = []

    def player(path):
        vectors.append(path)
        return netlist.command(["vvp", "-n", program, f"+vectors={path}", f"+vcd={path}.vcd"], "the netlist's simulation")

    netlist.replay(build, cycles, folder, player)
    return vectors


def gather(vectors):
    """({pin of a driver: transitions}, {macro's instance: [reads, writes]}) of all replays."""
    drivers, accesses = collections.Counter(), {}
    for path in vectors:
        names, changes, counters = read_vcd(f"{path}.vcd")
        os.remove(f"{path}.vcd")
        for code, places in names.items():
            for scope, name, bits in places:
                below = "/".join(scope[2:])
                if name in ("reads", "writes") and bits == 32:
                    entry = accesses.setdefault(below, [0, 0])
                    entry[name == "writes"] += number(counters.get(code, "0"))
                elif bits == 1:
                    drivers[below, name] += changes[code]
    return drivers, accesses


def report(design, model, drivers, cycles, folder):
    """({sequential, combinational: pJ a cycle}, pJ a cycle of the clock, uW of leakage, transitions, drivers without power).

    OpenSTA gives each instance's power with no and with one transition a cycle everywhere: the first is that of the clock, the
    difference that of a transition. (Its own annotation of pins does not work in 2.0.17.)
    """
    library, macros = model.library, f"{folder}/macros.lib"
    if design.macros:
        with open(macros, "w", encoding="utf-8") as f:
            f.write(model.liberty_file(design.macros))
    script = sta.TCL.format(
        library=library.power_path, macros=f"read_liberty {macros}\n" if design.macros else "", verilog=f"{folder}/netlist.v",
        top=design.block, clock=f"create_clock -name clk -period {PERIOD_NS * 1000} [get_ports clk_i]\n",
        buffer=library.buffer, load=library.load, reset="")
    for activity in (0, 1):
        script += (f'puts "@@{activity}"\nset_power_activity -global -activity {activity} -duty 0.5\n'
                   f"set_power_activity -input -activity {activity} -duty 0.5\nreport_power -digits 8 -instance [get_cells -hierarchical *]\n")
    text = sta.run_sta(script, f"{folder}/power.log")
    # internal, switching, leakage, total in W
    factor = sta.energy_factor(folder)
    power = [{name.replace("\\", ""): (float(i) / factor + float(s), float(k)) for i, s, k, name in
              re.findall(r"^\s*(\d\S*e\S+)\s+(\d\S*e\S+)\s+(\d\S*e\S+)\s+\d\S*e\S+\s+(\S+)$", part, re.M)}
             for part in text.split("@@1")]
    pj = PERIOD_NS * 1e-9 * 1e12
    outputs = {c: {p for p, way, _ in library.pins(c) if way == "output"} for c in library.cells}
    kinds = dict(cells(design))
    moved, lost, transitions = collections.Counter(), 0, 0
    for (instance, pin), count in drivers.items():
        kind = kinds.get(instance)
        if kind in outputs and pin in outputs[kind]:
            transitions += count
            if instance in power[1]:
                # Of a cell with two outputs each has its part.
                each = (power[1][instance][0] - power[0][instance][0]) / len(outputs[kind])
                moved["sequential" if kind in library.flops else "combinational"] += each * pj * count / cycles
            else:
                lost += 1
    idle = sum(p for p, _ in power[0].values()) * pj
    return moved, idle, 1e6 * sum(k for _, k in power[0].values()), transitions, lost


def measure(job):
    """A row, or (build, reason)."""
    build, names, model, cycles = job
    library = model.library
    folder = f"build/power/{library.name}/{build.tag}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with multiprocessing.dummy.Pool(1) as pool:
        design = assembly.assemble([(build.block, build.params)], library, "yosys", pool, options.FOLDER)[0]
    if isinstance(design, str):
        return build.title, design
    try:
        vectors = simulate(build, design, library, folder, cycles)
        drivers, accesses = gather(vectors)
        count, reduced = 0, 0
        for path in vectors:
            with open(path, encoding="utf-8") as f:
                count += sum(1 for _ in f)
            reduced += int(names[0]) * reducing(build, path, names[1:]) if names else 0
        moved, idle, leakage, transitions, lost = report(design, model, drivers, count, folder)
    except (netlist.Mismatch, sta.StaError, NoModel) as error:
        return build.title, str(error)
    if lost or not idle:
        return build.title, f"OpenSTA gives no power for {lost} of {len(drivers)} drivers ({folder}/power.log)"
    memory = memory_pj(design, library, accesses) / count
    total = sum(moved.values()) + idle + memory
    each = total * count * REDUCED / reduced if reduced else 0
    node, volts = macro.PROCESS[library.name][:2]
    scale = TARGET_NM / node * (TARGET_V / volts) ** 2
    return {"library": library.name, "block": build.block, "parameters": " ".join(build.params),
            "nand2": round(design.total("um2") / library.areas[library.nand2]), "cycles": count,
            "transitions": round(transitions / count, 1), "dynamic_uw_mhz": round(total, 3),
            "clock_uw_mhz": round(idle, 3), "registers_uw_mhz": round(moved["sequential"], 3),
            "logic_uw_mhz": round(moved["combinational"], 3), "memory_uw_mhz": round(memory, 3), "leakage_uw": round(leakage, 3),
            "reduced_bytes": reduced, "pj_128b": round(each, 1) if reduced else "", "uw_mhz_28nm": round(total * scale, 3),
            "pj_128b_28nm": round(each * scale, 1) if reduced else ""}


def memory_pj(design, library, accesses):
    """Energy of all accesses; the instances' paths end in the name of a memory in the module that has it."""
    rams = {r.name: r for r in design.macros}
    places = {path: rams[kind] for path, kind in cells(design) if kind in rams}
    return sum(macro.access_pj(library.name, places[path], reads, writes) for path, (reads, writes) in accesses.items())


def cells(design, name=None, path=""):
    """(path, kind) of every cell and macro of the netlist."""
    boxes = set(design.counts)
    for kind, instance in re.findall(r"^  (\S+) (\\\S+ |\w+) \(", design.mapped[name or design.top].verilog, re.M):
        instance = path + instance.strip().lstrip("\\")
        if kind in boxes:
            yield from cells(design, kind, f"{instance}/")
        else:
            yield instance, kind


def print_table(rows, model):
    print(f"{model.library.name}: before layout, no wires, no clock tree; memories at {macro.PROCESS[model.library.name][1]} V by their model")
    form = "{:<24}{:<70}{:>8}{:>8}{:>12}{:>10}{:>9}{:>10}{:>9}{:>9}{:>11}{:>10}{:>9}{:>9}{:>9}"
    options.show(form, COLUMNS[1:], rows, ["block", "parameters", "nand2", "cycles", "transitions", "uW/MHz", "clock", "registers", "logic", "memory",
                                           "leakage uW", "reduced B", "pJ/128 B", "28 nm", "28 nm"])


def main():
    parser = options.parser(__doc__, "lib", saved=SAVED)
    parser.add_argument("--cycles", type=int, default=200, help="per scenario of the test (default 200)")
    parser.add_argument("tags", nargs="*", help="default: the builds of synth/power.txt")
    args = options.parse(parser)
    listed = {words[0]: words[1:] for words in map(str.split, project.lines("synth/power.txt"))}
    builds = {b.tag: b for b in project.builds()}
    unknown = [t for t in args.tags or listed if t not in builds]
    if unknown:
        sys.exit(f"power: {unknown[0]} is no build of tb/*/params.txt (block_Name1_Other2, as in build/tb)")
    model = options.model("power", args.lib)
    rows, failures = options.split([measure((builds[t], listed.get(t), model, args.cycles)) for t in args.tags or listed])
    print_table(rows, model)
    options.write(args, COLUMNS, ["block", "parameters", "library"], rows)
    options.end("power", rows, failures)


if __name__ == "__main__":
    main()
