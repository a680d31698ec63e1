# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""A routed layout as OpenSTA reads it: the netlist that was laid out, as Verilog, and its wires, as SPEF (IEEE 1481).

qrouter writes a tree of resistances and capacitances for each net, which it works out by the LEF file's values for a square and an edge of
each metal:

    net 1 driver/pin N ( ohm pF sink/pin , ( ohm pF ... ) , ... )

Half of a piece's capacitance is at each of its ends. A pin that the tree lacks is put where the wire is longest.
"""

import re

import lvs

SHORT = 0.001  # ohm
HEAD = """*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE ""
*VENDOR ""
*PROGRAM "qrouter"
*VERSION ""
*DESIGN_FLOW ""
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
"""


def netlist(top, laid):
    """(Verilog, {net of the layout: net of the Verilog}); the n-th cell of a kind is KIND_n, as qflow names them."""
    names = {net: net if re.fullmatch(r"[a-z]\w*", net) else f"n{k}" for k, net in enumerate(lvs.connections(laid))}
    names.update(zip(lvs.RAILS, ("1'b1", "1'b0")))
    inputs, outputs = ([port for port in ports if port not in lvs.RAILS] for ports in laid.ports)
    known = {*inputs, *outputs, *lvs.RAILS}
    lines = [f"module {top} ({', '.join(names[port] for port in inputs + outputs)});"]
    lines += [f"  {way} {names[port]};" for way, ports in (("input", inputs), ("output", outputs)) for port in ports]
    lines += [f"  wire {name};" for net, name in names.items() if net not in known]
    for (cell, pins), instance in zip(laid.gates, lvs.instances(laid)):
        lines.append(f"  {cell} {instance} ({', '.join(f'.{pin}({names[net]})' for pin, net in pins.items())});")
    return "\n".join(lines) + "\nendmodule\n", names


class Tree:
    """A net's wire: res is [(node, node, ohm)], cap {node: pF}, nodes {pin: node}, ohm {node: from the driver to it}; node 0 is the driver's."""

    def __init__(self, line):
        self.words, self.at = line.split(), 4
        self.net, self.driver = self.words[0], self.words[2]
        self.res, self.cap, self.nodes, self.ohm = [], {}, {self.driver: 0}, {0: 0.0}
        self.branches(0)

    def branches(self, node):
        """What is at a node: sinks and further pieces, with commas between them."""
        while self.at < len(self.words) and self.words[self.at] != ")":
            word = self.words[self.at]
            self.at += 1
            if word == "(":
                self.piece(node)
            elif "/" in word:
                self.nodes.setdefault(word, node)

    def piece(self, node):
        ohm, farad = (float(w) for w in self.words[self.at:self.at + 2])
        self.at += 2
        end = len(self.ohm)
        self.ohm[end] = self.ohm[node] + ohm
        self.res.append((node, end, ohm))
        for here in (node, end):
            self.cap[here] = self.cap.get(here, 0.0) + farad / 2
        self.branches(end)
        self.at += 1  # its bracket

    def spef(self, name, pins, way):
        """The net, whose pins are {pin as the tree has it: pin as SPEF has it}, the driver's first; ways of those that are the block's."""
        first, shared = {}, []
        for pin, spelled in pins.items():
            node = self.nodes[pin]
            if node in first:  # a further pin at a node, a short piece away
                shared.append((first[node], spelled))
            first.setdefault(node, spelled)

        def named(node):
            return first.get(node, f"{name}:{node}")
        lines = [f"*D_NET {name} {sum(self.cap.values()):.6g}", "*CONN"]
        lines += [f"*P {pin} {way[pin]}" if pin in way else f"*I {pin} {'I' if k else 'O'}" for k, pin in enumerate(pins.values())]
        lines += ["*CAP", *(f"{k} {named(node)} {farad:.6g}" for k, (node, farad) in enumerate(self.cap.items(), 1))]
        pieces = [(named(one), named(other), ohm) for one, other, ohm in self.res] + [(one, other, SHORT) for one, other in shared]
        return lines + ["*RES", *(f"{k} {one} {other} {ohm:.6g}" for k, (one, other, ohm) in enumerate(pieces, 1)), "*END", ""]


def spef(top, laid, names, text):
    """(SPEF, number of pins that have no wire in it)."""
    lines, without, joined = [HEAD.format(top=top)], 0, lvs.connections(laid)
    way = {names[port]: "IO"[out] for out, ports in enumerate(laid.ports) for port in ports}
    for tree in map(Tree, filter(str.strip, text.split("\n"))):
        pins = {f"{instance}/{pin}" if instance else f"PIN/{pin}": f"{instance}:{pin}" if instance else names[pin] for instance, pin in sorted(joined[tree.net])}
        if tree.driver not in pins:
            raise ValueError(f"{tree.net}: {tree.driver} is not one of its pins")
        lacking = [pin for pin in pins if pin not in tree.nodes]
        tree.nodes.update(dict.fromkeys(lacking, max(tree.ohm, key=tree.ohm.get)))
        lines += tree.spef(names[tree.net], {tree.driver: pins.pop(tree.driver), **pins}, way)
        without += len(lacking)
    return "\n".join(lines) + "\n", without
