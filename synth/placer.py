#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Placement of a netlist by coloquinte of PyPI, in the place of qflow's graywolf: an analytical placer, which takes 12 s of a processor
for the 13,238 cells of the ALU array, where graywolf's annealing had not ended after 200 s.

    placer.py [--density D] [-n] NAME        in qflow's folder layout: NAME.cel and, for the seed, NAME.par are read; NAME.pl1, NAME.pl2 and
                                             NAME.pin written

Placed twice: once without the trees of buffers and with the pins in the order in which they are declared; then the pins lie where their
nets are, each buffer of a tree drives cells that lie together, and the netlist is placed with them. Gaps in the rows become fill.
"""

import argparse
import collections
import math
import re

import coloquinte

SITE = 80  # of the .cel file's units, 1/100 um: the grid of the cells in a row, the width of FILL
ROW = 1000  # their height
TALL = round(ROW / SITE)  # a row in the placer's units, which are sites
ASPECT = 0.75  # of the die's height to its width
SIDES = {"left": -1, "right": -2, "top": -3, "bottom": -4}  # of a pin, as graywolf numbers them: the first two are on a layer of horizontal wires
OUTPUT = "Y"  # of a buffer
EFFORT = 3  # of 1 to 9


class Netlist:
    """cells: {name: sites wide}; pins: [name]; nets: {net: [[cell, the cell's pin, x, y from its left lower corner]]}, where cell is None
    for a pin of the block; trees: {name of a tree of buffers: [its nets]}."""

    def __init__(self, text):
        self.cells, self.pins, self.nets, at = {}, [], collections.defaultdict(list), None
        for words in map(str.split, text.splitlines()):
            if words[:1] == ["cell"]:
                at = words[2]
            elif words[:1] == ["pad"]:
                at = None
                self.pins.append(words[3].removeprefix("twpin_"))
            elif words[:1] == ["left"]:
                left, bottom = int(words[1]), int(words[5])
                self.cells[at] = (int(words[3]) - left) // SITE
            elif words[:2] == ["pin", "name"] and at is None:
                self.nets[words[4]].append([None, words[2], 0, 0])
            elif words[:2] == ["pin", "name"] and not words[2].startswith("twfeed"):
                self.nets[words[4]].append([at, words[2], (int(words[7]) - left) // SITE, (int(words[8]) - bottom) * TALL // ROW])
        self.trees = collections.defaultdict(list)
        for net in self.nets:
            if "_bF$buf" in net:
                self.trees[net.rsplit("$buf", 1)[0]].append(net)


class Die:
    """Rows of sites, and the places of pins around them."""

    def __init__(self, sites, density):
        area = sites / density * SITE * ROW
        self.rows = max(1, round(math.sqrt(area * ASPECT) / ROW))
        self.sites = math.ceil(area / ROW / self.rows / SITE)

    def around(self, pins):
        """{pin: (x, y, side)}: the pins in that order, from the left lower corner upward, at equal distances."""
        width, height = self.sites, self.rows * TALL
        places = {}
        for k, pin in enumerate(pins):
            at = (k + 0.5) / len(pins) * 2 * (width + height)
            if at < height:
                places[pin] = (0, round(at), "left")
            elif at < height + width:
                places[pin] = (round(at - height), height, "top")
            elif at < 2 * height + width:
                places[pin] = (width, round(2 * height + width - at), "right")
            else:
                places[pin] = (round(2 * height + 2 * width - at), 0, "bottom")
        return places


def place(netlist, die, around, nets, seed):
    """({cell: (x, row)}, length of the wires)."""
    names = list(netlist.cells)
    number = {name: k for k, name in enumerate(names)}
    pins = len(names)  # one more cell, fixed and without area, has the block's pins
    circuit = coloquinte.Circuit(pins + 1)
    circuit.cell_width = [netlist.cells[name] for name in names] + [0]
    circuit.cell_height = [TALL] * pins + [0]
    circuit.cell_is_fixed = [False] * pins + [True]
    circuit.cell_is_obstruction = [True] * pins + [False]
    circuit.cell_x = [die.sites // 2] * pins + [0]
    circuit.cell_y = [die.rows * TALL // 2] * pins + [0]
    circuit.cell_row_polarity = [coloquinte.CellRowPolarity.SAME] * (pins + 1)
    turned = [coloquinte.CellOrientation.N, coloquinte.CellOrientation.FS]
    circuit.rows = [coloquinte.Row(coloquinte.Rectangle(0, die.sites, r * TALL, (r + 1) * TALL), turned[r % 2]) for r in range(die.rows)]
    for net in nets:
        ends = [(number[cell], x, y) if cell else (pins, *around[pin][:2]) for cell, pin, x, y in netlist.nets[net]]
        if len(ends) > 1:
            circuit.add_net(*map(list, zip(*ends)))
    circuit.expand_cells_to_density(0.85, 0.3)
    circuit.check()
    params = coloquinte.ColoquinteParameters(EFFORT, seed)
    circuit.place_global(params)
    circuit.place_detailed(params)
    return {name: (x, y // TALL) for name, x, y in zip(names, circuit.cell_x, circuit.cell_y)}, circuit.hpwl()


def middle(places):
    """Of some places."""
    xs, ys = zip(*places)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def groups(sinks, where, count):
    """The sinks in so many groups of about one size, of neighbours: halved across their longer side, again and again."""
    if count == 1:
        return [sinks]
    xs, ys = zip(*(where[s[0]] for s in sinks))
    side = 0 if max(xs) - min(xs) > TALL * (max(ys) - min(ys)) else 1
    ordered = sorted(sinks, key=lambda s: where[s[0]][side])
    cut = len(sinks) * (count // 2) // count
    return groups(ordered[:cut], where, count // 2) + groups(ordered[cut:], where, count - count // 2)


def grow(netlist, where):
    """Gives each buffer of a tree sinks that lie together, and says in `where` that it lies among them. Any buffer of a tree may drive
    any of its sinks; qflow reads from the placement which one does."""
    def split(tree):
        """[[the buffer's output]] of the tree's nets, and all their sinks."""
        ends = [netlist.nets[net] for net in netlist.trees[tree]]
        return [[e for e in each if e[1] == OUTPUT] for each in ends], [e for each in ends for e in each if e[1] != OUTPUT]

    waiting = list(netlist.trees)
    buffers = {tree: {e[0] for own in split(tree)[0] for e in own} for tree in waiting}
    while waiting:
        # Leaves first: a tree none of whose sinks is a buffer of another one that waits.
        tree = next(t for t in waiting if not any(e[0] in buffers[u] for e in split(t)[1] for u in waiting if u != t))
        waiting.remove(tree)
        kept, sinks = split(tree)
        for net, own, group in zip(netlist.trees[tree], kept, groups(sinks, where, len(kept))):
            netlist.nets[net] = own + group
            where.update((e[0], middle([where[s[0]] for s in group])) for e in own)


def by_angle(netlist, die, where):
    """The block's pins in the order in which their nets lie around the middle, from the left lower corner upward."""
    angle = {}
    for ends in netlist.nets.values():
        cells = [where[cell] for cell, *_ in ends if cell]
        for cell, pin, *_ in ends:
            if cell is None and cells:
                x, row = middle(cells)
                angle[pin] = (-math.atan2(2 * row / die.rows - 1, 2 * x / die.sites - 1) - 0.75 * math.pi) % (2 * math.pi)
    return sorted(netlist.pins, key=lambda p: angle.get(p, 0))


def written(netlist, die, where, around):
    """The three files of graywolf, for place2def.tcl."""
    rows = [[] for _ in range(die.rows)]
    for name, (x, row) in where.items():
        rows[row].append((x, x + netlist.cells[name], name))
    cells, feeds = [], 0
    for r, row in enumerate(rows):
        at = 0
        for x, end, name in sorted(row) + [(die.sites, die.sites, None)]:
            for gap in range(at, x):
                cells.append((f"twfeed{feeds}", gap, gap + 1, r))
                feeds += 1
            if name:
                cells.append((name, x, end, r))
            at = end
    pl1 = [f"{name} {x * SITE} {r * ROW} {end * SITE} {(r + 1) * ROW} {r % 2} {r + 1}" for name, x, end, r in cells]
    pl2 = [f"{r + 1} 0 {r * ROW} {die.sites * SITE} {(r + 1) * ROW} 0 0" for r in range(die.rows)]
    out = {"left": (-2 * SITE, 0), "right": (2 * SITE, 0), "top": (0, 2 * SITE), "bottom": (0, -2 * SITE)}
    for pin, (x, y, side) in around.items():
        x, y = x * SITE + out[side][0], y * ROW // TALL + out[side][1]
        line = f"twpin_{pin} {x - 40} {y - 50} {x + 40} {y + 50} 0 {SIDES[side]}"
        pl1.append(line)
        pl2.append(line)
    pin = [f"{net} 1 {cell or 'twpin_' + name} {name} 0 0 0 0 1" for net, ends in netlist.nets.items() for cell, name, *_ in ends]
    return {"pl1": pl1, "pl2": pl2, "pin": pin}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--density", type=float, default=0.7, help="of the rows (default 0.7)")
    parser.add_argument("-n", action="store_true", help="no window, as graywolf has it")
    parser.add_argument("name")
    args = parser.parse_args()
    with open(f"{args.name}.cel", encoding="utf-8") as f:
        netlist = Netlist(f.read())
    with open(f"{args.name}.par", encoding="utf-8") as f:
        seed = int(re.search(r"random\.seed\s*: *(\d+)", f.read())[1])
    die = Die(sum(netlist.cells.values()), args.density)
    around = die.around(netlist.pins)
    where, length = place(netlist, die, around, [n for n in netlist.nets if "_bF$buf" not in n], seed)
    print(f"placed without trees: {length * SITE / 1e5:.1f} mm")
    grow(netlist, where)
    around = die.around(by_angle(netlist, die, where))
    where, length = place(netlist, die, around, list(netlist.nets), seed)
    print(f"placed: {length * SITE / 1e5:.1f} mm in {die.rows} rows of {die.sites} sites")
    for kind, lines in written(netlist, die, where, around).items():
        with open(f"{args.name}.{kind}", "w", encoding="utf-8") as f:
            f.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
