# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Mapped blocks put together: sums over the hierarchy, and one Verilog netlist of all of it."""

import collections
import functools
import os

import design
import mapping
from yosys import project

BY_MODULE = "by-module"


def parameters(device=False):
    """{block: [[Name=number or by-module] of each row]} of synth/params.txt. device: with those of an FPGA alone, which have an option in them."""
    path = "synth/params.txt"
    chosen = {}
    if os.path.exists(os.path.join(project.ROOT, path)):
        for words in (line.split() for line in project.lines(path)):
            if device or not any(map(is_option, words)):
                chosen.setdefault(words[0], []).append(words[1:])
    return chosen


def is_option(word):
    """Of Yosys' command for a device, not a parameter."""
    return word.startswith("-")


def rows_of(modules):
    """[(block, [Name=number])] of the rows of a table of these modules."""
    chosen = parameters()
    return [(m, [w for w in words if w != BY_MODULE]) for m in modules for words in chosen.get(m, [[]])]


class NotMapped(Exception):
    """One of the modules could not be mapped; the text says why."""


class Assembly:
    """A block with all that is inside it, mapped module by module; top: its module's name."""

    def __init__(self, top, modules, mapped):
        failed = [m for m in mapped.values() if isinstance(m, str)]
        if failed:
            raise NotMapped(failed[0])
        self.top, self.modules, self.mapped = top, modules, mapped
        self.alone = False

    @functools.cached_property
    def counts(self):
        """{module: how many of it}, the top once."""
        if self.alone:
            return collections.Counter({self.top: 1})
        counts, todo = collections.Counter(), [(self.top, 1)]
        while todo:
            name, number = todo.pop()
            counts[name] += number
            todo += [(child, number * times) for child, times in self.mapped[name].children.items()]
        return counts

    def total(self, what):
        """Sum of a count (um2, flipflops, combinational) over all modules."""
        return sum(number * getattr(self.mapped[name], what) for name, number in self.counts.items())

    @functools.cached_property
    def macros(self):
        """{macro: how many}."""
        found = collections.Counter()
        for name, number in self.counts.items():
            for ram, times in self.mapped[name].macros.items():
                found[ram] += number * times
        return found

    @property
    def clocked(self):
        return f"\n  input {design.CLOCK};" in self.mapped[self.top].verilog

    def part(self, name, alone=False):
        """What is below a module; alone: the module with empty boxes for what is below."""
        found = Assembly(name, self.modules, self.mapped)
        found.alone = alone
        return found

    def pieces(self, most):
        """[Assembly] that together are this one, none of more than so many cells unless a single module is."""
        todo, found = [self.top], {}
        while todo:
            name = todo.pop()
            if name not in found:
                whole = self.part(name)
                small = whole.total("gates") + whole.total("flipflops") <= most
                found[name] = whole if small else self.part(name, alone=True)
                todo += [] if small else list(self.mapped[name].children)
        return list(found.values())

    @property
    def block(self):
        """The block's name, which its module has in verilog()."""
        return self.modules[self.top].block

    def verilog(self):
        """All modules that are used, each once, the top first and by its block's name."""
        return "".join(self.mapped[name].verilog for name in self.counts).replace(f"module {self.top} (", f"module {self.block} (", 1)

    def registers(self):
        """[(module, register, bits, how many)] of all flip-flops by their names."""
        for name, number in self.counts.items():
            for register, bits in self.mapped[name].registers.items():
                yield self.modules[name], register, bits, number


def largest_first(pool, work, jobs, size):
    """pool.map that begins with the jobs of the largest size, so that none of them is left alone at the end."""
    order = sorted(range(len(jobs)), key=lambda number: size(jobs[number]), reverse=True)
    done = dict(zip(order, pool.map(work, [jobs[number] for number in order], chunksize=1)))
    return [done[number] for number in range(len(jobs))]


def cells(design):
    """How many an Assembly has; none if it is the reason why not."""
    return 0 if isinstance(design, str) else design.total("gates") + design.total("flipflops")


def assemble(wanted, library, script, pool, folder, flat=False):
    """[Assembly or the reason why not] of [(top, parameters)]; every module is mapped once, as it is when it is elaborated by itself, so that
    it is the same in every run. flat: each top is one module."""
    tops = [design.setting(top, params) for top, params in wanted]
    kinds = list(dict.fromkeys(tops))
    elaborated = dict(zip(kinds, pool.starmap(elaborate, [(*kind, f"{folder}/elaborated", flat) for kind in kinds], chunksize=1)))
    inside = {design.setting(m.block, m.parameters.split()): m.identity
              for found in elaborated.values() if isinstance(found, dict) for m in found.values()}
    own = {kind: top_of(elaborated[kind]) for kind in inside if kind in elaborated}
    more = [kind for kind in inside if kind not in own]
    own.update(zip(more, pool.starmap(alone, [(*kind, f"{folder}/elaborated", flat) for kind in more], chunksize=1)))
    single = {m.identity: m for m in own.values() if not isinstance(m, str)}
    jobs = [(m, library, script, f"{folder}/{library.name}-{script}") for m in single.values()]
    mapped = dict(zip(single, largest_first(pool, mapping.map_module, jobs, lambda job: len(job[0].text))))
    for kind, identity in inside.items():
        mapped.setdefault(identity, own[kind] if isinstance(own[kind], str) else f"{kind[0]}: is another module by itself")
    results = []
    for found in (elaborated[kind] for kind in tops):
        try:
            results.append(found if isinstance(found, str) else
                           Assembly(next(iter(found)), found, {name: mapped[m.identity] for name, m in found.items()}))
        except NotMapped as error:
            results.append(str(error))
    return results


def elaborate(top, params, folder, flat):
    """design.elaborate, or the reason why not."""
    try:
        return design.elaborate(top, params, folder, flat)
    except design.yosys.YosysError as error:
        return str(error)


def top_of(found):
    """The top of what elaborate() gives, or its reason."""
    return found if isinstance(found, str) else next(iter(found.values()))


def alone(block, params, folder, flat):
    """A module elaborated as the top, or the reason why not."""
    return top_of(elaborate(block, params, folder, flat))
