# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on long counters, which no test can run full: how each advances from any state, and what reads of it return.

prove/counters.txt has a line for each theorem, name | block and parameters, and below it what is claimed:

    next | register | bits | its value in the next cycle
    when | condition | what then holds
    is   | register | type

Expressions are Verilog on ports, on wires and registers at the block's top level and, by u_name.signal, on those of its parts. Of
a packed struct signal.field is a field, where the RTL's type has it. A register that is declared as bits and holds a struct gets
its type by `is`. The block has free inputs, no reset, and starts in any state, reached or not, so that nothing is said of a part of
the values alone. The witness of `next` is that the register's top bit changes, that of `when` that the condition holds.
"""

import re

import control
from engine import project
import ports
from theorem import Theorem

NAME = re.compile(r"(?<![\w'.:])[a-z_]\w*(?:\.[a-z_]\w*)*\b(?!::)")


def outside(text):
    """The same with the names that the environment has for signals of parts."""
    return NAME.sub(lambda name: name[0].replace(".", "__"), text)


class Counters(control.Line):
    """The registers of one block."""

    def __init__(self, head):
        name, build = (cell.strip() for cell in head.split("|"))
        self.name = f"counters.{name}"
        self.block, *self.params = build.split()
        self.how, self.depth = "advance", 1
        self.granted, self.left_out, self.cut, self.covers, self.seen = [], [], [], [], []
        self.rows, self.texts, self.types = [], [head], {}

    def add(self, row):
        """One claim, or the type of a register."""
        kind, *cells = (cell.strip() for cell in row.split(" | "))
        if len(cells) != {"next": 3, "when": 2, "is": 2}.get(kind):
            raise SystemExit(f"prove/counters.txt: '{row.strip()}' is none of next | register | bits | value, when | condition | claim, "
                             "is | register | type")
        if kind == "is":
            self.types[cells[0]] = cells[1]
        else:
            self.rows.append((kind, *cells))
        self.texts.append(row)

    def words(self):
        kinds = [row[0] for row in self.rows]
        return f"{' '.join([self.block] + self.params)}: from any state, {kinds.count('next')} registers advance by their events, " \
               f"all bits of them, and {kinds.count('when')} reads return all bits"

    def wrong(self, what):
        """The end of a run whose claims the RTL does not know."""
        return SystemExit(f"prove/counters.txt: {self.block}: {what}")

    def struct(self, kind, where, bits):
        """The packed struct that so many bits are."""
        package, _, own = kind.rpartition("::")
        if not package and "." in where:
            raise self.wrong(f"{where} is a {kind}, which is no type of a package: what a part declares for itself has no names here")
        parameters = {name: ports.evaluate(value, {}) for name, value in (param.split("=") for param in self.params)}
        known = ports.structs(package) if package else ports.module_structs(self.block, parameters)
        if own not in known:
            raise self.wrong(f"{where} is a {kind or 'vector'}, which is no packed struct whose width is known")
        if known[own].bits != bits:
            raise self.wrong(f"{where} has {bits} bits, a {kind} {known[own].bits}")
        return known[own]

    def place(self, module, name):
        """(signal, lowest bit, bits) of what a claim names: a signal, or a field of one."""
        signal = name
        while signal not in module["netnames"]:
            signal = signal.rpartition(".")[0]
            if not signal:
                raise self.wrong(f"there is no {name}")
        net = module["netnames"][signal]
        lowest, bits = 0, len(net["bits"])
        kind = self.types.get(signal) or net["attributes"].get("wiretype", "").lstrip("\\")
        if signal in self.types:
            self.struct(kind, signal, bits)
        reached = signal
        for field in name.removeprefix(signal).split(".")[1:]:
            struct = self.struct(kind, reached, bits)
            if field not in struct.fields:
                raise self.wrong(f"{reached} is a {kind}, which has no field {field}; it has {', '.join(struct.fields)}")
            inner, offset, bits = struct.fields[field]
            lowest, reached = lowest + offset, f"{reached}.{field}"
            # A package names its own structs without itself.
            kind = inner if "::" in inner or "::" not in kind else f"{kind.partition('::')[0]}::{inner}"
        return signal, lowest, bits

    def places(self, module):
        """{name: its place} of all that the claims name."""
        names = {name for row in self.rows for cell in row[1:] for name in NAME.findall(cell)} | set(self.types)
        return {name: self.place(module, name) for name in sorted(names)}

    def inside(self, module):
        """{name: bits} of the signals that the claims name and that are no inputs."""
        signals = sorted({signal for signal, _, _ in self.places(module).values()} - set(control.ports(module, "input")))
        return {name: len(module["netnames"][name]["bits"]) for name in signals}

    def environment(self, module, what):
        """Verilog around the block: free inputs, no reset, and what is claimed."""
        inputs = control.ports(module, "input")
        lines = ["module control (input clk_i" + "".join(f", input [{b - 1}:0] {n}" for n, b in inputs.items()) + ");",
                 "  wire rst_ni = 1'b1;", "  reg later_q = 1'b0;", "  always @(posedge clk_i) later_q <= 1'b1;"]
        lines += [f"  wire [{b - 1}:0] {outside(n)};" for n, b in self.inside(module).items()]
        lines += [f"  wire [{bits - 1}:0] {outside(name)} = {outside(signal)}[{lowest}+:{bits}];"
                  for name, (signal, lowest, bits) in self.places(module).items() if name != signal]
        for k, row in enumerate([kind, *map(outside, cells)] for kind, *cells in self.rows):
            if row[0] == "next":
                _, register, bits, value = row
                kept, claim = (register, f"(({register}) ^ kept{k}_q) >> {int(bits) - 1} == 0") if what == "witness" else \
                    (value, f"({register}) == kept{k}_q")
                lines += [f"  reg [{int(bits) - 1}:0] kept{k}_q;", f"  always @(posedge clk_i) kept{k}_q <= {kept};",
                          f"  row{k} : assert property (!later_q || {claim});"]
            else:
                _, condition, claim = row
                lines += [f"  row{k} : assert property (!({condition})" + ("" if what == "witness" else f" || ({claim})") + ");"]
        return "\n".join(lines + [control.instance(inputs)])

    def probes(self, module):
        return ["cd control", *(f"connect -nomap -set {outside(n)} dut.{n}" for n in self.inside(module)), "cd .."]


def theorems():
    """All theorems of counters.txt."""
    found = []
    for row in project.read("prove/counters.txt").splitlines():
        if row.startswith("    "):
            found[-1].add(row)
        elif row.strip() and row[0] != "#":
            found.append(Counters(row))
    return [Theorem(block.name, block.words(),
                    lambda block=block: [control.ControlCase(block, "advance"), control.ControlCase(block, "witness")],
                    block.reads) for block in found]
