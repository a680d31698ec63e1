#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Whether a routed layout is its netlist: cells and pins that metal and vias connect, by KLayout of PyPI.

    lvs.py DEF LEF LAID SOURCE      LAID: the netlist that was laid out (BLIF); SOURCE: the one before placement (Verilog)

From the geometry alone (wires, vias, pins of the cells' abstracts), which KLayout puts together, each net's pins are compared with the
netlist's; pieces of metal that a cell's abstract gives one pin are one. And LAID is followed from its outputs against SOURCE, through
buffers: each cell must be the same function of the same nets, whatever its strength. Prints each difference, and `differences = N`.
"""

import collections
import re
import sys

RAILS = ("vdd", "gnd")  # every cell's pins are on them
METALS = 6
OUTPUTS = {"Y", "Q"}
SHOWN = 10


def kind(cell):
    """A cell without its strength."""
    return re.sub(r"X?\d+$", "", cell)


class Netlist:
    """gates: [(cell, {pin: net})]; alias: {net: the net that it is}; ports: ([input], [output])."""

    def __init__(self, gates, alias, ports):
        self.gates, self.ports, self.driver = gates, ports, {}
        self.through = dict(alias)
        for cell, pins in gates:
            out = next(pin for pin in pins if pin in OUTPUTS)
            if kind(cell) in ("BUF", "CLKBUF"):
                self.through[pins[out]] = pins["A"]
            else:
                self.driver[pins[out]] = kind(cell), {pin: net for pin, net in pins.items() if pin != out}

    def root(self, net):
        """The net before all buffers."""
        while net in self.through:
            net = self.through[net]
        return net


def read_blif(text):
    gates, ports = [], ([], [])
    for line in text.replace("\\\n", " ").split("\n"):
        words = line.split()
        if words[:1] == [".gate"]:
            gates.append((words[1], dict(w.split("=", 1) for w in words[2:])))
        elif words[:1] in ([".inputs"], [".outputs"]):
            ports[words[0] == ".outputs"].extend(words[1:])
    return Netlist(gates, {}, ports)


def read_verilog(text):
    """A module of cells as Yosys writes it."""
    ranges = {name: (int(high), int(low)) for high, low, name in re.findall(r"^  (?:wire|input|output) \[(\d+):(\d+)\] (\S+) ?;", text, re.M)}

    def bits(word):
        word = word.strip()
        if word.startswith("{"):
            return [bit for part in word[1:-1].split(",") for bit in bits(part)]
        part = re.fullmatch(r"(\S+?) ?\[(\d+)(?::(\d+))?\]", word)
        number = re.fullmatch(r"(\d+)'h([0-9a-f]+)", word)
        if number:
            return [RAILS[digit == "0"] for digit in f"{int(number[2], 16):0{number[1]}b}"]
        if part or word in ranges:
            name, high, low = (part[1], int(part[2]), int(part[3] or part[2])) if part else (word, *ranges[word])
            return [f"{name}[{k}]" for k in range(high, low - 1, -1)]
        return [word]

    gates = [(cell, {pin: bits(net)[0] for pin, net in re.findall(r"\.(\w+)\((.*?)\)(?:,|\n)", body)})
             for cell, body in re.findall(r"^  (\w+) \S+ \((.*?)^  \);", text, re.M | re.S)]
    alias = {}
    for left, right in re.findall(r"^  assign (.*?) = (.*?);", text, re.M):
        alias.update(zip(bits(left), bits(right)))
    ports = [[bit for name in re.findall(rf"^  {way} (?:\[\d+:\d+\] )?(\S+) ?;", text, re.M) for bit in bits(name)] for way in ("input", "output")]
    return Netlist(gates, alias, ports)


def functions(laid, source):
    """[difference] of two netlists, from their outputs backwards: each net of the source is one net that is laid out."""
    found = [f"port {port} is in one netlist alone" for one, other in zip(laid.ports, source.ports) for port in set(one) ^ set(other)]
    is_laid, left = {}, [(source.root(port), laid.root(port)) for port in source.ports[1]]
    while left:
        net, other = left.pop()
        if net in is_laid:
            if is_laid[net] != other:
                found.append(f"{net} is {is_laid[net]} and {other}")
            continue
        is_laid[net] = other
        one, two = source.driver.get(net, (None, {})), laid.driver.get(other, (None, {}))
        if one[0] != two[0] or one[1].keys() != two[1].keys() or (one[0] is None and net != other):
            found.append(f"{net} is {one[0] or 'an input'}, as {other} {two[0] or 'an input'}")
            continue
        left += [(source.root(one[1][pin]), laid.root(two[1][pin])) for pin in one[1]]
    used = set(is_laid.values())
    return found + [f"{net} was not in the source" for net in laid.driver if net not in used]


def instances(netlist):
    """Of each gate its name: the n-th cell of a kind is KIND_n, as qflow names them."""
    count = collections.Counter()
    for cell, _ in netlist.gates:
        count[cell] += 1
        yield f"{cell}_{count[cell]}"


def connections(netlist):
    """{net: {(instance, pin) or ("", port)}}."""
    nets = collections.defaultdict(set)
    for (_, pins), instance in zip(netlist.gates, instances(netlist)):
        for pin, net in pins.items():
            nets[net].add((instance, pin))
    for ports in netlist.ports:
        for port in ports:
            nets[port].add(("", port))
    return nets


def united(groups):
    """Groups of pins of which those that share one are one."""
    owner, whole = {}, {}
    for number, group in enumerate(groups):
        same = {owner[pin] for pin in group if pin in owner}
        whole[number] = set(group).union(*(whole.pop(n) for n in same))
        owner.update(dict.fromkeys(whole[number], number))
    return list(whole.values())


def compare(groups, nets):
    """[difference] of pins that geometry connects and those of each net."""
    where = {pin: group for group in united(groups) for pin in group}
    found = []
    for net, pins in nets.items():
        parts = {id(part): part for part in (where.get(pin, {pin}) for pin in pins)}
        if len(parts) > 1:
            found.append(f"{net} is in {len(parts)} pieces")
        rest = {pin for part in parts.values() for pin in part - pins if net not in RAILS or pin[1] != net}
        if rest:
            found.append(f"{net} is connected to {' '.join(sorted('/'.join(pin) for pin in rest)[:3])}")
    return found


def geometry(def_file, lef):
    """[{(instance, pin) or ("", port)}] that metal connects."""
    import klayout.db as db  # pylint: disable=import-outside-toplevel
    options = db.LoadLayoutOptions()
    config = options.lefdef_config
    config.lef_files, config.read_lef_with_def, config.macro_resolution_mode, config.dbu = [lef], False, 1, 0.01
    config.instance_property_name, config.pin_property_name = "instance", "pin"
    config.produce_obstructions, config.produce_cell_outlines = False, False
    layout = db.Layout()
    layout.read(def_file, options)
    top = layout.top_cell()
    layer = {layout.get_info(k).name: k for k in layout.layer_indexes()}
    for k in range(1, METALS + 1):  # a label for each piece of a cell's pin
        pins, labels = layer.get(f"metal{k}.PIN"), layer.get(f"metal{k}.LABEL")
        for cell in layout.each_cell() if pins is not None and labels is not None else ():
            for shape in cell.shapes(pins).each():
                if cell.name != top.name and shape.property("pin"):
                    cell.shapes(labels).insert(db.Text(shape.property("pin"), db.Trans(shape.bbox().center())))
    nets = db.LayoutToNetlist(db.RecursiveShapeIterator(layout, top, []))

    def region(*names):
        return sum((nets.make_layer(layer[name], name) for name in names if name in layer), db.Region())
    metals = [region(f"metal{k}", f"metal{k}.PIN") for k in range(1, METALS + 1)]
    vias = [region(name, f"{name}.PIN") for name in ("via", *(f"via{k}" for k in range(2, METALS)))]
    for metal in metals + vias:
        nets.connect(metal)
    for k, metal in enumerate(metals):
        if f"metal{k + 1}.LABEL" in layer:
            nets.connect(metal, nets.make_text_layer(layer[f"metal{k + 1}.LABEL"]))
    for low, via, high in zip(metals, vias, metals[1:]):
        nets.connect(low, via)
        nets.connect(via, high)
    nets.extract_netlist()
    name = {(one.cell.name, str(one.trans)): one.property("instance") for one in top.each_inst() if one.property("instance")}

    def pins_of(net):
        pins = {("", port) for port in net.name.split(",") if port}
        for pin in net.each_subcircuit_pin():
            cell = pin.subcircuit()
            instance = name.get((cell.circuit_ref().name, str(cell.trans.to_itrans(layout.dbu).s_trans())))
            if instance:
                pins |= {(instance, part) for part in pin.pin().name().split(",") if part}
        return pins
    return [pins_of(net) for net in nets.netlist().circuit_by_name(top.name).each_net()]


def main():
    def_file, lef, laid, source = sys.argv[1:]
    with open(laid, encoding="utf-8") as f, open(source, encoding="utf-8") as g:
        laid, source = read_blif(f.read()), read_verilog(g.read())
    found = functions(laid, source) + compare(geometry(def_file, lef), connections(laid))
    for line in found[:SHOWN]:
        print(line)
    print(f"differences = {len(found)}")


if __name__ == "__main__":
    main()
