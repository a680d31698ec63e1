# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Vias that qrouter leaves out of a routed DEF file, or puts where they lead nowhere.

Of some ten thousand vias between metal1 and metal2 it now and then writes one beside the pin that the wire above reaches: the pin is not
connected, which no design rule says, and the via's square of metal1, if it touches nothing, is smaller than the rules allow. Here the
wires of each net are put together from their rectangles; a pin that they miss gets a via where metal2 of the net lies over it, and vias
that touch nothing below go. Of some ten thousand nets one has a wire that ends a little short of its via, which stands beside the track
where the pin's metal is: the wire is led on to it. What was right is left as it is.
"""

import re

VIA, LOWER, UPPER = "M2_M1", "metal1", "metal2"
WIDTH = {"metal6": 50}  # of a wire, in DEF's units of 1/100 um
OTHERS = 30
PAD = {"M6_M5": 25}  # half a side of a via
OTHER = 20
UNITS = 100
REACH = 60  # from a wire's end to a via that it falls short of: less than from track to track, 80 or 100
RAILS = ("vdd", "gnd")  # nets of which the cells' own rails are a part


def cells(lef):
    """{cell: (height, {pin: [(layer, rectangle)]})} of a LEF file."""
    found = {}
    for macro in re.findall(r"^MACRO (\S+)(.*?)^END \1", lef, re.M | re.S):
        height = re.search(r"SIZE \S+ BY (\S+)", macro[1])[1]
        pins = {pin: [(layer, tuple(round(float(v) * UNITS) for v in rect)) for layer, rects in re.findall(r"LAYER (metal\d) ;((?:\s+RECT .*)+)", body)
                      for rect in re.findall(r"RECT (\S+) (\S+) (\S+) (\S+)", rects)]
                for pin, body in re.findall(r"^  PIN (\S+)(.*?)^  END \1", macro[1], re.M | re.S)}
        found[macro[0]] = (round(float(height) * UNITS), pins)
    return found


def placed(text, library):
    """{cell: {pin: [(layer, rectangle)]}} of a DEF file, whose cells stand upright (N) or upside down (FS)."""
    found = {}
    for name, kind, x, y, turned in re.findall(r"^- (\S+) (\S+) \+ PLACED \( (-?\d+) (-?\d+) \) (N|FS) ;", text, re.M):
        height, pins = library[kind]
        x, y = int(x), int(y)
        found[name] = {pin: [(layer, (x + a, y + (height - d if turned == "FS" else b), x + c, y + (height - b if turned == "FS" else d)))
                             for layer, (a, b, c, d) in rects] for pin, rects in pins.items()}
    return found


class Piece:
    """A wire with its vias, `layer ( x y ) ( * y ) VIA`; of the stubs in SPECIALNETS, `layer width ( x y ) ( x * )`."""

    def __init__(self, text):
        self.layer, path = text.split(" ", 1)
        width = re.match(r"\d+", path)
        half = int(width[0] if width else WIDTH.get(self.layer, OTHERS)) // 2
        self.words, self.points, self.vias = re.findall(r"\( .*? \)|\w+", path), [], []
        for word in self.words:
            if word[0] == "(":
                at = self.points[-1] if self.points else None
                self.points.append(tuple(at[k] if v == "*" else int(v) for k, v in enumerate(word.split()[1:3])))
            elif not word.isdecimal():
                self.vias.append((word, self.points[-1]))
        beyond = 0 if width else half  # a stub ends where its path does
        self.wires = []
        for (a, b), (c, d) in zip(self.points, self.points[1:]):
            x, y = (beyond, half) if b == d else (half, beyond)
            self.wires.append((min(a, c) - x, min(b, d) - y, max(a, c) + x, max(b, d) + y))

    def parts(self):
        """[[(layer, rectangle)]]: each wire, each via with both its sides."""
        return [[(self.layer, wire)] for wire in self.wires] + \
               [[(layer, square(kind, at)) for layer in sides(kind)] for kind, at in self.vias]

    def without(self, loose):
        """Its text without vias at these points; "" if nothing is left."""
        left, points = [], iter(self.points)
        at = None
        for word in self.words:
            at = next(points) if word[0] == "(" else at
            if word != VIA or at not in loose:
                left.append(word)
        return f"{self.layer} {' '.join(left)}" if len(left) > 1 else ""


def sides(kind):
    """The layers of a via."""
    return [f"metal{number}" for number in re.findall(r"\d", kind)]


def square(kind, at):
    half = PAD.get(kind, OTHER)
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def touch(one, other):
    """Whether two parts have a layer on which their rectangles overlap or abut."""
    return any(p == q and a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3] for p, a in one for q, b in other)


def joined(parts):
    """[number of the group] of each part."""
    group = list(range(len(parts)))
    for k, part in enumerate(parts):
        for m in range(k):
            if group[m] != group[k] and touch(part, parts[m]):
                old, new = group[k], group[m]
                group = [new if g == old else g for g in group]
    return group


def above(pin, wires):
    """Where a wire of metal2 lies so over a pin that a via's square is inside the pin; None where none does."""
    for left, bottom, right, top in (rect for layer, rect in pin if layer == LOWER):
        for piece in wires:
            for (a, b), (c, d) in zip(piece.points, piece.points[1:]):
                x, y = max(left + OTHER, min(a, c)), max(bottom + OTHER, min(b, d))
                if x <= min(right - OTHER, max(a, c)) and y <= min(top - OTHER, max(b, d)):
                    return x, y
    return None


def short(pieces, groups):
    """The piece from a wire's end to a via of another group, in line with it; None: no wire falls short. groups: of each piece's parts."""
    for of_vias, with_vias in zip(groups, pieces):
        for (kind, at), via in zip(with_vias.vias, of_vias[len(with_vias.wires):]):
            for of_wires, piece in zip(groups, pieces):
                for ends, wire in zip(zip(piece.points, piece.points[1:]), of_wires):
                    for end in ends if piece.layer in sides(kind) and wire != via else ():
                        away = [abs(end[k] - at[k]) for k in (0, 1)]
                        if 0 in away and sum(away) <= REACH:
                            return f"{piece.layer} ( {end[0]} {end[1]} ) ( {at[0]} {at[1]} )"
    return None


def mend(pieces, stubs, pins):
    """(points of vias to add, points of vias to remove, pieces to add, [pin that stays open]) of a net; pins: {name: [(layer, rectangle)]}."""
    names, parts = list(pins), list(pins.values())
    owner = [None] * len(parts)
    for piece in pieces + stubs:
        parts += piece.parts()
        owner += [piece] * (len(parts) - len(owner))
    group = joined(parts)
    main = max(group[:len(names)], key=group[:len(names)].count, default=None)
    wires = [p for p in pieces if p.layer == UPPER and any(o is p and g == main for o, g in zip(owner, group))]
    added, still = [], []
    for name, own in zip(names, group):
        if own != main:
            at = above(pins[name], wires)
            (added if at else still).append(at or name)
    more = short(pieces, [[g for o, g in zip(owner, group) if o is p] for p in pieces]) if still else None
    if more:
        added, loose, others, still = mend([*pieces, Piece(more)], stubs, pins)
        return added, loose, [more, *others], still
    low = [(layer, rect) for part in parts for layer, rect in part if layer == LOWER]
    loose = {at for piece in pieces for kind, at in piece.vias if kind == VIA
             and not any(touch([(LOWER, square(kind, at))], [other]) for other in low if other[1] != square(kind, at))}
    return added, loose, [], still


def repair(text, lef):
    """(a routed DEF file with these vias and wires, how many vias were added, how many removed, how many wires led on, [(net, pin) that
    stays open])."""
    where, stubs, counts, still = placed(text, cells(lef)), {}, [0, 0, 0], []
    special = re.search(r"^SPECIALNETS .*?^END SPECIALNETS", text, re.M | re.S)
    for name, body in re.findall(r"^- (\S+)(.*?);", special[0] if special else "", re.M | re.S):
        stubs[name] = [Piece(words) for words in re.findall(r"(?:ROUTED|NEW) (\w+ \d+ \(.*?)(?=\n|$)", body)]

    def net(found):
        if found[1] in RAILS:
            return found[0]
        ends = re.findall(r"\( (\S+) (\S+) \)", found[2])
        pieces = [Piece(words) for words in re.split(r"\s+NEW ", found[3])]
        pins = {f"{cell}/{pin}": where[cell][pin] for cell, pin in ends if cell != "PIN"}
        added, loose, longer, opened = mend(pieces, stubs.get(found[1], []), pins)
        still.extend((found[1], pin) for pin in opened)
        counts[0] += len(added)
        counts[1] += len(loose)
        counts[2] += len(longer)
        if not added and not loose and not longer:
            return found[0]
        left = list(filter(None, (piece.without(loose) for piece in pieces))) + longer + [f"{LOWER} ( {x} {y} ) {VIA}" for x, y in added]
        return f"- {found[1]}{found[2]}+ ROUTED " + "\n  NEW ".join(left) + " ;"

    begin, end = text.index("\nNETS "), text.index("\nEND NETS")
    nets = re.sub(r"^- (\S+)([^;]*?)\+ ROUTED ([^;]*?)\s*;", net, text[begin:end], flags=re.M)
    return text[:begin] + nets + text[end:], *counts, still
