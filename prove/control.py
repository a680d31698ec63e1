# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on control: the properties that stand in the RTL, for all inputs and not only for those of a test.

prove/control.txt has a line for each: block, parameters, how it is proven, what is taken for granted. The block
is elaborated with its properties (NF_ASSERT under FORMAL), one cycle of reset, and free inputs, and goes to ABC.
A theorem that takes something for granted has a case `reach` beside: the block can run 12 cycles that way. Every
theorem has a case `witness`: what it is about happens, under the same assumptions.
"""

import json
import os
import re

import engine
from engine import ABC, FOLDER, Answer, claim, project, yosys
from theorem import Theorem

HOLDS = "prove/claims/nf_formal_holds.sv prove/claims/nf_formal_seen.sv"
REACH = 12  # cycles that must be possible
WITNESS = 24  # cycles in which each witness must be reached


class Line:
    """One line of control.txt."""

    def __init__(self, row):
        cells = [c.strip() for c in row.split("|")]
        self.name, build, self.how, depth, granted, left_out, cut, witnesses = self.texts = cells
        self.block, *self.params = build.split()
        self.depth = int(depth)
        self.granted, self.left_out, self.cut = granted.split(), left_out.split(), cut.split()
        self.covers = re.sub(r"\{.*?\}", " ", witnesses).split()
        self.seen = re.findall(r"\{(.*?)\}", witnesses)  # expressions of ports

    def words(self):
        """The sentence of the theorem."""
        when = f"in the first {self.depth} cycles after reset" if self.how in ("bmc", "sweep") else "in every cycle"
        given = f", given {', '.join(self.granted)}" if self.granted else ""
        cut = f", with anything in place of {', '.join(self.cut)}" if self.cut else ""
        return f"{' '.join([self.block] + self.params)}: its properties and those of its parts hold {when}{given}{cut}"

    def reads(self):
        """All texts on which an answer depends."""
        return [*self.texts, *map(engine.project.code, [*engine.sources_of(self.block), "rtl/common/nf_assert.svh", *HOLDS.split()])]

    def environment(self, module, what):
        """Verilog around the block: free inputs, and reset in the first cycle."""
        inputs, outputs = ports(module, "input"), ports(module, "output")
        lines = ["module control (input clk_i" + "".join(f", input [{b - 1}:0] {n}" for n, b in inputs.items()) + ");"]
        if what == "step":  # a cycle of reset is no start of a step: there every property holds
            lines += ["  wire rst_ni = 1'b1;"]
        else:
            lines += ["  reg rst_ni = 1'b0;", "  always @(posedge clk_i) rst_ni <= 1'b1;"]
        if what == "reach":
            lines += ["  reg [7:0] cycle_q = 8'd0;", "  always @(posedge clk_i) cycle_q <= cycle_q + 8'd1;",
                      f"  never : assert property (cycle_q != 8'd{REACH});"]
        if what == "witness":
            lines += [f"  wire [{b - 1}:0] {n};" for n, b in outputs.items()]
            lines += [f"  port{k} : assert property (!rst_ni || !({e}));" for k, e in enumerate(self.seen)]
            inputs = inputs | outputs
        return "\n".join(lines + [instance(inputs)])

    @staticmethod
    def probes(module):
        """Yosys commands that show the environment what is inside the flat block."""
        del module
        return []


def elaborate(line, defines, path):
    """Yosys commands up to the block as dut_top, and the module that they make, as Yosys writes it in JSON."""
    sets = "".join(f" -set {p.replace('=', ' ')}" for p in line.params)
    read = [f"read_verilog -sv -formal -mem2reg {defines} -Irtl/common {HOLDS} {' '.join(engine.sources_of(line.block))}",
            *([f"chparam{sets} {line.block}"] if sets else []),
            f"hierarchy -check -top {line.block}", f"rename -top dut_top"]
    yosys.run(read + ["proc", "flatten", f"write_json {path}.json"], path + ".ports.log")
    return read, json.loads(project.read(path + ".json"))["modules"]["dut_top"]


def ports(module, direction):
    """{name: bits} but for clock and reset."""
    return {name: len(port["bits"]) for name, port in module["ports"].items()
            if port["direction"] == direction and name not in ("clk_i", "rst_ni")}


def instance(connected):
    """The end of a module around the block."""
    return f"  dut_top dut (.clk_i(clk_i), .rst_ni(rst_ni){''.join(f', .{n}({n})' for n in connected)});\nendmodule\n"


def export(line, what):
    """The AIGER file of one case, and the names of the properties in the order of its outputs."""
    os.makedirs(f"{FOLDER}/export", exist_ok=True)
    path = f"{FOLDER}/export/control_" + "_".join([line.name, what])
    defines = {"step": f"-DNF_STEP={line.depth}", "witness": "-DNF_WITNESS"}.get(what, "")
    read, module = elaborate(line, defines, path)
    with open(path + ".v", "w", encoding="utf-8") as f:
        f.write(line.environment(module, what))
    yosys.run(
        read + [f"read_verilog -sv -formal {path}.v", "hierarchy -top control", "proc"] +
        [f"delete */t:*{name}*" for name in line.cut] +
        ["flatten", *line.probes(module), "opt_clean", "setundef -undriven -anyseq", "async2sync", "dffunmap", "opt_clean"] +
        [f"delete c:*.{name}.*" for name in line.left_out] +
        [f"chformal -assert2assume c:*.{name}.holds" for name in line.granted] +
        (["delete c:*.holds t:$assert %i"] if what in ("reach", "witness", "advance") else []) +
        (["delete c:*.never t:$assert %i" + "".join(f" c:*.{name}.never %d" for name in line.covers)] if what == "witness" else []) +
        ["opt_expr -keepdc", "opt_clean", "wreduce -keepdc", "opt_expr -keepdc", "opt_merge", "opt_clean",
         "simplemap", "techmap", "simplemap", "dffunmap", "simplemap", "setundef -anyseq", "aigmap", "opt_clean",
         f"tee -q -o {path}.names select -list t:$assert", f"write_aiger -zinit {path}.aig"], path + ".log")
    return path + ".aig", [n.split("/", 1)[1] for n in project.read(path + ".names").split()]


class ControlCase:
    """A question to ABC on an exported block. what: base, step, reach, pdr or witness; advance of counters.py."""

    def __init__(self, line, what):
        self.name = what
        self.line = line
        self.what = what

    def ask(self, path, solvers):
        """Returns the Answer; the files of the export serve instead of path."""
        del path
        aiger, names = export(self.line, self.what)
        with open(aiger, "rb") as f:
            question = [ABC, engine.kept.version(engine.YOSYS, "-V"), self.what, self.line.how, self.line.depth, *names, f.read()]
        return engine.once(question, lambda: self.solve(aiger, names, solvers))

    def solve(self, aiger, names, solvers):
        """Asks ABC."""
        if self.what == "witness":
            return self.reach_all(aiger, names, solvers)
        frames = (REACH if self.what == "reach" else self.line.depth) + 1
        method = "pdr" if self.what == "pdr" else f"bmc3 -F {frames}"
        merge = self.what == "pdr" or (self.what == "base" and self.line.how == "sweep")
        prepare = "scorr; dc2; " if merge else ""
        output, seconds = solvers.run([ABC, "-c", f"read_aiger {aiger}; fold; strash; {prepare}{method}"])
        broken = re.search(r"Output (\d+) of miter .* was asserted in frame (\d+)", output)
        if self.what == "reach":
            reached = broken and int(broken.group(2)) == REACH
            return Answer("proven" if reached else "what is granted allows no run", seconds)
        if broken:
            number, frame = int(broken.group(1)), int(broken.group(2))
            where = "a cycle after a state that no reset need lead to" if self.what in ("step", "advance") else f"cycle {frame}"
            return Answer("refuted", seconds, [f"{names[number]} does not hold in {where} ({aiger})"])
        if "Property proved" in output or f"No output asserted in {frames} frames" in output:
            return Answer("proven", seconds)
        return Answer(f"no answer of ABC ({aiger})", seconds)


    @staticmethod
    def reach_all(aiger, names, solvers):
        """Each witness by itself."""
        total, never = 0.0, [] if names else ["a witness"]
        for k, name in enumerate(names):
            output, seconds = solvers.run([ABC, "-c", f"read_aiger {aiger}; fold; strash; cone -s -O {k}; bmc3 -F {WITNESS + 1}"])
            total += seconds
            if "was asserted in frame" not in output:
                never.append(name)
        return Answer(f"{', '.join(never)} does not happen within {WITNESS} cycles" if never else "proven", total)


def cases(line):
    """The cases that together prove a line."""
    kinds = {"pdr": ["pdr"], "bmc": ["base"], "sweep": ["base"], "induct": ["base", "step"]}[line.how]
    return [ControlCase(line, what) for what in kinds + (["reach"] if line.granted else []) + ["witness"]]


def theorems():
    """All theorems of control.txt, and the table of actions, which has no registers."""
    rows = [row for row in project.read("prove/control.txt").splitlines() if row.strip() and row[0] != "#"]
    found = [Theorem(f"control.{line.name}", line.words(), lambda line=line: cases(line), line.reads)
             for line in map(Line, rows)]
    return found + [Theorem(
        "control.decide", "nf_reduce_decide: entries are taken when free, evicted when not; what is counted in fits "
        "its entry and does not pass its expected count; a result leaves exactly when that is reached; nothing is "
        "dropped without an error; requests wait at the first hop alone; whatever ghosts say, the same is complete, "
        "dropped and counted",
        lambda: [claim("all headers", "claim_decide")])]
