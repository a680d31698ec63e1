# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Vias that qrouter leaves out of a routed DEF file, or puts where they lead nowhere.

Of some ten thousand vias between metal1 and metal2 it now and then writes one beside the pin that the wire above reaches: the pin is not
connected, which no design rule says, and the via's square of metal1, if it touches nothing, is smaller than the rules allow. Here the
wires of each net are put together from their rectangles; a pin that they miss gets a via where metal2 of the net lies over it, and vias
that touch nothing below go. Of some ten thousand nets one has a wire that ends a little short of its via, which stands beside the track
where the pin's metal is: the wire is led on to it, and the via comes as far towards it as it may, as another pin may be beside it. A via of
higher metals may lead nowhere, too. And a pin of the block that has no wire is a square of metal that is smaller than the rules allow: it
is made longer, to where there is room. What was right is left as it is.
"""

import re

VIA, LOWER, UPPER = "M2_M1", "metal1", "metal2"
WIDTH = {"metal6": 50}  # of a wire, in DEF's units of 1/100 um
OTHERS = 30
PAD = {"M6_M5": 25}  # half a side of a via
OTHER = 20
UNITS = 100
REACH = 60  # from a wire's end to a via that it falls short of: less than from track to track, 80 or 100
NEARER = 15  # that a via comes towards its wire: half a stub's width less than the square's, so that they overlap by a stub's width and more
LONGER = 60  # that a pin without a wire becomes
SPACE = 40  # to other metal, for a pin that becomes longer; the rules of metal1 to metal5 ask for 30, of metal6 for 50
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

    def __str__(self):
        """Its text, with each point whole."""
        points = iter(self.points)
        return f"{self.layer} {' '.join('( {} {} )'.format(*next(points)) if word[0] == '(' else word for word in self.words)}"

    def without(self, loose):
        """The same without these vias; None if nothing is left."""
        left, points = [], iter(self.points)
        at = None
        for word in self.words:
            at = next(points) if word[0] == "(" else at
            if (word, at) not in loose:
                left.append(word)
        return Piece(f"{self.layer} {' '.join(left)}") if len(left) > 1 else None

    def nearer(self, via, axis, away):
        """The same with a via and the wire that leads to it this far away along an axis; where the wire begins it stays."""
        points, words = iter(self.points), []
        for number, word in enumerate(self.words):
            if word[0] != "(":
                words.append(word)
                continue
            at = next(points)
            moved = tuple(v + away * (k == axis) for k, v in enumerate(at)) if at[axis] == via[1][axis] else at
            both = [moved] if moved == at or at == via[1] else [at, moved] if number == 0 else [moved, at]
            words += ["( {} {} )".format(*point) for point in both]
        return Piece(f"{self.layer} {' '.join(words)}")


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


def led_on(pieces, groups):
    """The pieces with a wire led on to a via of another group that is in line with its end, and comes nearer; None: no wire falls short.
    groups: of each piece's parts."""
    for of_vias, with_vias in zip(groups, pieces):
        for (kind, at), via in zip(with_vias.vias, of_vias[len(with_vias.wires):]):
            for of_wires, piece in zip(groups, pieces):
                for ends, wire in zip(zip(piece.points, piece.points[1:]), of_wires):
                    for end in ends if piece.layer in sides(kind) and wire != via else ():
                        away = [end[k] - at[k] for k in (0, 1)]
                        if 0 in away and sum(map(abs, away)) <= REACH:
                            axis = away.index(0) ^ 1
                            near = with_vias.nearer((kind, at), axis, NEARER if away[axis] > 0 else -NEARER)
                            to = near.vias[with_vias.vias.index((kind, at))][1]
                            more = Piece(f"{piece.layer} ( {end[0]} {end[1]} ) ( {to[0]} {to[1]} )")
                            return [near if p is with_vias else p for p in pieces] + [more]
    return None


def leads_nowhere(via, pieces, metal):
    """Whether a via's square below touches none of the metal ([(layer, rectangle)]), nor another via's."""
    layer = min(sides(via[0]))
    below = [(layer, square(*via))]
    return not touch(below, metal) and \
        not touch(below, [(layer, square(*one)) for piece in pieces for one in piece.vias if one != via and layer in sides(one[0])])


def mend(pieces, stubs, pins, ports):
    """(the pieces of a net, numbers of vias added, vias removed and wires led on, [pin that stays open]); pins: {name: [(layer, rectangle)]},
    ports: [(layer, rectangle)]."""
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
    more = led_on(pieces, [[g for o, g in zip(owner, group) if o is p] for p in pieces]) if still else None
    if more:
        whole, (vias, loose, led), still = mend(more, stubs, pins, ports)
        return whole, (vias, loose, led + 1), still
    metal = ports + [part for pin in pins.values() for part in pin] + [(p.layer, wire) for p in pieces + stubs for wire in p.wires]
    loose = {via for piece in pieces for via in piece.vias if leads_nowhere(via, pieces, metal)}
    left = [p for p in (piece.without(loose) for piece in pieces) if p] + [Piece(f"{LOWER} ( {x} {y} ) {VIA}") for x, y in added]
    return left, (len(added), len(loose), 0), still


PORT = r"^(- \S+ \+ NET (\S+)\s+\+ LAYER (\S+) )\( (\S+) (\S+) \) \( (\S+) (\S+) \)(?=\s+\+ PLACED \( (\S+) (\S+) \))"


def ports_of(text):
    """{net: [(layer, rectangle)]} of the block's pins, all of which stand upright."""
    found = {}
    for _, net, layer, *numbers in re.findall(PORT, text, re.M):
        a, b, c, d, x, y = map(int, numbers)
        found.setdefault(net, []).append((layer, (x + a, y + b, x + c, y + d)))
    return found


def grown(rectangle, by):
    return tuple(v - by if k < 2 else v + by for k, v in enumerate(rectangle))


def longer(rectangle, metal):
    """(edge, how far) that a pin is made longer with room to other metal, [rectangle]; None: there is none."""
    left, bottom, right, top = grown(rectangle, LONGER + SPACE)
    near = [other for other in metal if left <= other[2] and other[0] <= right and bottom <= other[3] and other[1] <= top]
    for edge in range(4):
        away = LONGER if edge > 1 else -LONGER
        more = tuple(v + away * (k == edge) for k, v in enumerate(rectangle))
        if not any(touch([("", grown(more, SPACE))], [("", other)]) for other in near):
            return edge, away
    return None


def longer_ports(text, ports, wired, metal):
    """What is before a DEF file's nets with pins of the block that have no wire made longer; metal: [(layer, rectangle)] of the nets."""
    by_layer = {}
    for layer, rectangle in metal + [part for parts in ports.values() for part in parts]:
        by_layer.setdefault(layer, []).append(rectangle)

    def port(found):
        if found[2] in wired or found[2] in RAILS:
            return found[0]
        *edges, x, y = map(int, found.groups()[3:])
        at = tuple(v + (x, y)[k % 2] for k, v in enumerate(edges))
        more = longer(at, [other for other in by_layer[found[3]] if other != at])
        if more:
            edges[more[0]] += more[1]
            by_layer[found[3]].append(tuple(v + (x, y)[k % 2] for k, v in enumerate(edges)))  # the next one has to keep away, too
        return found[1] + "( {} {} ) ( {} {} )".format(*edges)
    return re.sub(PORT, port, text, flags=re.M)


def repair(text, lef):
    """(a routed DEF file with these vias, wires and pins, how many vias were added, how many removed, how many wires led on, [(net, pin)
    that stays open])."""
    where, stubs, counts, still, wired = placed(text, cells(lef)), {}, [0, 0, 0], [], set()
    ports, metal = ports_of(text), []
    special = re.search(r"^SPECIALNETS .*?^END SPECIALNETS", text, re.M | re.S)
    for name, body in re.findall(r"^- (\S+)(.*?);", special[0] if special else "", re.M | re.S):
        stubs[name] = [Piece(words) for words in re.findall(r"(?:ROUTED|NEW) (\w+ \d+ \(.*?)(?=\n|$)", body)]

    def net(found):
        wired.add(found[1])
        if found[1] in RAILS:
            metal.extend(part for words in re.split(r"\s+NEW ", found[3]) for part in sum(Piece(words).parts(), []))
            return found[0]
        ends = re.findall(r"\( (\S+) (\S+) \)", found[2])
        pieces = [Piece(words) for words in re.split(r"\s+NEW ", found[3])]
        pins = {f"{cell}/{pin}": where[cell][pin] for cell, pin in ends if cell != "PIN"}
        left, changes, opened = mend(pieces, stubs.get(found[1], []), pins, ports.get(found[1], []))
        metal.extend(part for piece in left + stubs.get(found[1], []) for part in sum(piece.parts(), []))
        still.extend((found[1], pin) for pin in opened)
        counts[:] = map(sum, zip(counts, changes))
        if not any(changes):
            return found[0]
        return f"- {found[1]}{found[2]}+ ROUTED " + "\n  NEW ".join(map(str, left)) + " ;"

    begin, end = text.index("\nNETS "), text.index("\nEND NETS")
    nets = re.sub(r"^- (\S+)([^;]*?)\+ ROUTED ([^;]*?)\s*;", net, text[begin:end], flags=re.M)
    return longer_ports(text[:begin], ports, wired, metal) + nets + text[end:], *counts, still
