# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Parameters and ports of a module with their comments, read from its SystemVerilog, for gen_ports.py; where the fields of a
packed struct lie, for the theorems too.

Verilator's description, which gen_shim.py takes, has no comments and only the widths of one build. Read here is what the
tree's modules look like: one parameter or port a line, its comment behind it, lines of comment alone in front of a group:

    input  logic [Ports*16-1:0] room_i,  // flits that there is room for,
                                         // by port

A line of comment that is indented past the ports continues the comment above it; any other one stands for all ports up to
the next one. Whether a field is as wide as its port is checked in every test build, by what gen_shim.py writes.
"""

import functools
import re

import project

PARAMETER = re.compile(r"(parameter|localparam)\s+(?:int unsigned|bit|logic(?:\s*\[[^]]*\])?)\s+(\w+)\s*=\s*(.*?),?$")
PORT = re.compile(r"(input|output)\s+(?:wire\s+)?([\w:]+)\s*(?:\[([^]]*)\])?\s*(\w+)\s*,?$")
STRUCT = re.compile(r"typedef struct packed \{(.*?)\}\s*(\w+);", re.S)
MEMBER = re.compile(r"([\w:]+)\s*(?:\[([^]]*)\])?\s*(\w+)\s*;")
CONSTANT = re.compile(r"localparam\s+(?:int unsigned|bit|logic\s*(?:\[[^]]*\])?)\s+(\w+)\s*=\s*([^;]*);")
LITERAL = re.compile(r"\d*'([hdb])([0-9a-fA-F_]+)")
RANGE = re.compile(r"\.\.(\d+)\b|\bor (\d+)\b")


class Item:
    """A parameter or port: its name, the comment behind it and the one of its group, and what was declared."""

    def __init__(self, name, comment, group, **declared):
        self.name, self.comment, self.group = name, comment, group
        self.__dict__.update(declared)


def evaluate(text, names):
    """Value of a constant expression; names: {name: value} of what it may use."""
    text = LITERAL.sub(lambda m: str(int(m[2].replace("_", ""), {"h": 16, "d": 10, "b": 2}[m[1]])), text)
    if choice := re.fullmatch(r"(\w+) \? (\w+) : (\w+)", text.strip()):
        return evaluate(choice[2 if evaluate(choice[1], names) else 3], names)

    def value(word):
        if word[0] == "clog2":
            return "clog2"
        package, _, name = word[0].rpartition("::")
        return str(package_constants(package)[name] if package else names[name])

    text = re.sub(r"(?:[a-z]\w*::)?[A-Za-z_]\w*", value, text.replace("$clog2", "clog2")).replace("/", "//")
    return eval(text, {"__builtins__": {}, "clog2": lambda n: (n - 1).bit_length()})  # pylint: disable=eval-used


def evaluated(rows, names):
    """{name: value} of the (name, expression) that can be evaluated, each by names and those before it."""
    found = dict(names)
    for name, text in rows:
        try:
            found.setdefault(name, evaluate(text, found))
        except (KeyError, SyntaxError, TypeError):
            continue
    return found


@functools.lru_cache(None)
def package_constants(package):
    """{name: value} of a package's constants; those that cannot be evaluated are left out."""
    return evaluated(CONSTANT.findall(project.code(project.rtl_files()[package])), {})


def width(kind, bounds, names):
    """Bits of what is declared as `kind [bounds]`."""
    if "::" in kind:
        package, _, name = kind.partition("::")
        return structs(package)[name].bits
    if not bounds:
        return 1
    msb, lsb = (evaluate(text, names) for text in re.split(r"(?<!:):(?!:)", bounds))
    return msb - lsb + 1


class Struct:
    """A packed struct: how many bits it has, and {field: (type, its lowest bit, bits)}."""

    def __init__(self, body, names, others):
        self.bits, self.fields = 0, {}
        for kind, bounds, name in reversed(MEMBER.findall(body)):  # the last one has the lowest bits
            plain = kind in ("logic", "bit") or "::" in kind
            bits = width(kind, bounds, names) if plain else others[kind].bits
            self.fields[name] = kind, self.bits, bits
            self.bits += bits


def declared(text, names):
    """{name: Struct} of the packed structs that a text declares; those whose widths cannot be evaluated are left out."""
    found = {}
    for body, name in STRUCT.findall(text):
        try:
            found[name] = Struct(body, names, found)
        except (KeyError, SyntaxError, TypeError):
            continue
    return found


@functools.lru_cache(None)
def structs(package):
    """{name: Struct} of a package."""
    return declared(project.code(project.rtl_files()[package]), package_constants(package))


def module_structs(name, parameters):
    """{name: Struct} of those that a module declares for itself, with {parameter: value}; the others have their defaults."""
    module, text = Module(name), project.code(project.rtl_files()[name])
    names = evaluated(((p.name, p.value) for p in module.parameters + module.locals), parameters)
    return declared(text, evaluated(CONSTANT.findall(text), names))


def join(first, second):
    """Two lines of one comment."""
    return f"{first} {second}".strip()


class Module:
    """parameters, locals (derived parameters) and ports of a module, each a list of Item."""

    def __init__(self, name):
        self.name, self.path = name, project.rtl_files()[name]
        self.parameters, self.locals, self.ports = [], [], []
        text = re.search(rf"^module {name}\b(.*?)^\);", project.read(self.path), re.M | re.S)
        if not text:
            raise SystemExit(f"{self.path}: no `module {name}` that ends its ports with `);`")
        group, last, fresh = "", None, True
        for number, line in enumerate(text[1].splitlines()):
            code, comment = (part.strip() for part in re.fullmatch(r"((?:[^/]|/(?!/))*)(?://(.*))?", line).groups(""))
            if code in ("#(", ") (", "("):
                group, last, fresh = "", None, True
            elif not code and comment:
                if last and len(line) - len(line.lstrip()) > 8:
                    last.comment = join(last.comment, comment)
                else:
                    group, fresh = join("" if fresh else group, comment), False
            elif code:
                last, fresh = self.add(code, comment, group, number), True

    def add(self, code, comment, group, number):
        """The Item of a line."""
        if found := PARAMETER.fullmatch(code):
            item = Item(found[2], comment, group, value=found[3])
            (self.parameters if found[1] == "parameter" else self.locals).append(item)
        elif found := PORT.fullmatch(code):
            item = Item(found[4], comment, group, direction=found[1], kind=found[2], bounds="".join((found[3] or "").split()))
            self.ports.append(item)
        else:
            raise SystemExit(f"{self.path}: line {number + 1} of its module is neither a parameter nor a port: {code}")
        return item

    def range_end(self, parameter):
        """The largest value that a parameter's comment allows, or None."""
        found = RANGE.search(parameter.comment) or RANGE.search(parameter.group)
        return int(found[1] or found[2]) if found else None
