#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the register lists rtl/<component>/nf_<component>_regs.json from the SystemRDL beside them.

    scripts/gen_registers.py           writes the lists; needs systemrdl-compiler, which `make registers` puts into build/venv
    scripts/gen_registers.py --check   exits 1 and names each list that is stale

The lists are what everything else is made from (scripts/gen_defs.py, gen_component.py, gen_regfile.py) and what the test of the
registers reads, so that only who changes a register needs the compiler. A list has the hashes of what it was made from and of
itself: without the compiler --check compares those.

The first map of a list says besides how each field is built: what the hardware does with it, and, where a number depends on the
RTL's parameters, the formula (`reset_is` beside `reset`), in an arithmetic that SystemVerilog and C have in common.
"""
import argparse
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
VENV = ROOT / "build/venv/bin/python"
# With which parameters a map is listed: first the RTL's own, which the pages show, then others, so that the test sees
# whether what depends on them does.
SETS = {
    "switch": [{}, {"Ports": 4, "Entries": 4, "Regions": 2, "Nodes": 40, "HomeSlots": 12}],
    "ace": [{}, {"Machines": 5, "Ports": 2, "Banks": 1, "Alus": 1, "Lanes": 8, "WordBytes": 256}],
    "netreduce": [{}, {"Ports": 3, "Rings": 16, "Window": 7, "MaxMsgLen": 256, "Connections": 128, "BufferBeats": 512}],
}
# The build with the most of everything: the widths of the register file's ports (`most`), which do not depend on parameters.
LARGEST = {
    "switch": {"Ports": 16, "Entries": 32, "Regions": 32, "Nodes": 256, "HomeSlots": 512},
    "ace": {"Machines": 16, "Ports": 8, "Banks": 4, "Alus": 4, "Lanes": 8, "WordBytes": 256},
    "netreduce": {"Ports": 8, "Rings": 16, "Window": 7, "MaxMsgLen": 256, "Connections": 128, "BufferBeats": 1024},
}
# SystemRDL's software access with its side effects, and the short form of the lists.
ACCESS = {("r", None): "ro", ("w", None): "wo", ("rw", None): "rw", ("rw", "woclr"): "w1c", ("rw", "wclr"): "wc",
          ("rw", "wuser"): "rw"}


def sources(path):
    """A file and all that it includes, by their names from the root of the tree."""
    found = [path]
    for name in found:
        found += [i for i in re.findall(r'^`include "(.*)"', (ROOT / name).read_text(), re.M) if i not in found]
    return sorted(found)


def digest(data):
    return hashlib.sha256(data).hexdigest()


def hashes(component):
    return {name: digest((ROOT / name).read_bytes())
            for name in sources(f"rtl/{component}/nf_{component}_regs.rdl")}


def access(node, onwrite=None):
    found = (node.get_property("sw").name, onwrite and onwrite.name)
    if found not in ACCESS:
        sys.exit(f"gen_registers: {node.get_path()}: sw = {found[0]} with onwrite = {found[1]} has no short form in ACCESS")
    return ACCESS[found]


OPERATORS = {"Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "Mod": "%", "LShift": "<<", "RShift": ">>", "Eq": "==", "Neq": "!=",
             "Lt": "<", "Gt": ">", "Leq": "<=", "Geq": ">="}


def formula(tree):
    """An expression of the source as text, or None where it names no parameter."""
    from systemrdl.ast import ASTNode

    def written(part, inner=True):
        kind = type(part).__name__
        if kind in ("AssignmentCast", "Width64Cast", "WidthCast"):
            return written(part.v, inner)
        if kind == "BoolCast":
            return written(part.n, inner)
        if kind == "IntLiteral":
            return str(part.val), False
        if kind == "ParameterRef":
            return part.param_name, True
        if kind == "Conditional":
            parts = [written(p) for p in (part.i, part.j, part.k)]
            text = "{} ? {} : {}".format(*(t for t, _ in parts))
        elif kind in OPERATORS:
            parts = [written(part.l, type(part.l).__name__ != "Add" or kind not in ("Add", "Sub")), written(part.r)]
            text = f" {OPERATORS[kind]} ".join(t for t, _ in parts)
        else:
            sys.exit(f"gen_registers: an expression with {kind} has no text in OPERATORS")
        return f"({text})" if inner else text, any(named for _, named in parts)

    text, named = written(tree, False) if isinstance(tree, ASTNode) else (None, False)
    return text if named else None


# What SystemRDL has for a field and scripts/gen_regfile.py does not make.
NOT_MADE = ("hwset", "hwclr", "hwenable", "hwmask", "incrsaturate", "singlepulse", "swwe", "swwel", "sticky", "wel")


def built(words, node, source, largest):
    """Adds to the words of a field how the register file has it."""
    if asked := [name for name in NOT_MADE if node.get_property(name)]:
        sys.exit(f"gen_registers: {node.get_path()}: no register file is made with {', '.join(asked)}")
    words["hw"] = node.get_property("hw").name
    if source.msb is not None and (msb := formula(source.msb)):
        words["width_is"] = re.sub(r"^(\w+) - 1$", r"\1", msb) if node.low == 0 else None
        if words["width_is"] is None or " " in words["width_is"]:
            sys.exit(f"gen_registers: {node.get_path()}: only bits [Parameter-1:0] may depend on a parameter")
        words["most"] = largest.width
    for name, prop in (("reset", "reset"), ("highest", "nf_highest")):
        if text := formula(source.properties.get(prop)):
            words[f"{name}_is"] = text
    if node.get_property("counter"):
        words["counter"] = node.get_property("incrwidth") or 1
    for name, prop in (("sticky", "stickybit"), ("we", "we"), ("refused", "nf_refused")):
        if node.get_property(prop):
            words[name] = True
    if node.get_property("intr"):
        words["enable"] = node.get_property("enable").parent.inst_name
    if words.get("sticky") and node.get_property("precedence").name != "hw":
        sys.exit(f"gen_registers: {node.get_path()}: an event is not to be lost: precedence = hw")


def field(node):
    words = {"name": node.inst_name, "lsb": node.low, "width": node.width, "access": access(node, node.get_property("onwrite"))}
    if node.get_property("reset") is not None:
        words["reset"] = node.get_property("reset")
    for bound in ("lowest", "highest"):
        if node.get_property(f"nf_{bound}") is not None:
            words[bound] = node.get_property(f"nf_{bound}")
    if node.get_property("onread"):
        words["acts_on_read"] = True
    if node.get_property("desc"):
        words["meaning"] = node.get_property("desc")
    return words


def place(node, base):
    """Name, offset in what it is part of, and (count, stride) of each dimension of an array."""
    words = {"name": node.inst_name, "offset": node.raw_absolute_address - base}
    if node.is_array:
        stride, dims = node.array_stride, []
        for count in reversed(node.array_dimensions):
            dims.insert(0, [count, stride])
            stride *= count
        words["array"] = dims
    return words


def source_order(node):
    at = node.inst.inst_src_ref
    return at.path, at.line, at.line_selection


def component(node, base, source, largest):
    """A register, a group of registers or a memory, which is an array of words, as the lists have it.

    source: the same before its expressions had values; largest: the same with the parameters of LARGEST.
    """
    from systemrdl.node import MemNode, RegNode
    words = place(node, base)
    if node.external:
        words["external"] = True
    elif node.is_array and (count := formula(source.array_dimensions[0])):
        words["count_is"] = count
    if node.is_array and not node.external:
        words["count_most"] = largest.array_dimensions[0]
    for name in ("constant", "line"):
        if node.get_property(f"nf_{name}"):
            words[name] = node.get_property(f"nf_{name}")
    if node.get_property("desc"):
        words["meaning"] = node.get_property("desc")
    if isinstance(node, RegNode):
        for name in ("exact", "locked", "command", "reads_zero", "first"):
            if node.get_property(f"nf_{name}"):
                words[name] = node.get_property(f"nf_{name}")
        words["fields"] = [field(f) for f in node.fields()]
        for one, f in zip(words["fields"], node.fields()) if "external" not in words else ():
            built(one, f, named(source, f.inst_name), largest.get_child_by_name(f.inst_name))
    elif isinstance(node, MemNode):
        words["array"] = words.get("array", []) + [[node.get_property("mementries"), node.get_property("memwidth") // 8]]
        words["fields"] = [{"name": "WORD", "lsb": 0, "width": node.get_property("memwidth"),
                            "access": access(node)}]
    else:
        words["registers"] = children(node, source, largest)
    return words


def named(source, name):
    return next(c for c in source.children if c.inst_name == name)


def children(node, source, largest):
    return [component(c, node.raw_absolute_address, named(source, c.inst_name), largest.get_child_by_name(c.inst_name))
            for c in sorted(node.children(unroll=False), key=source_order)]


# Only the first map of a list has texts and how it is built.
FIRST = ("meaning", "line", "external", "hw", "counter", "sticky", "we", "refused", "enable", "most", "count_most")


def bare(registers):
    return [{key: bare(value) if key in ("registers", "fields") else value for key, value in r.items()
             if key not in FIRST and not key.endswith("_is")} for r in registers]


def elaborated(path, parameters):
    from systemrdl import RDLCompileError, RDLCompiler
    compiler = RDLCompiler()
    try:
        compiler.compile_file(path, incl_search_paths=["."])
        top = compiler.elaborate(parameters=parameters).top
    except RDLCompileError:
        sys.exit(f"gen_registers: {path} does not compile")  # the compiler has said where and why
    return top


def one_map(path, parameters, largest):
    top = elaborated(path, parameters)
    source = top.inst.original_def
    return {"parameters": {p.name: p.get_value() for p in top.inst.parameters if p.name[0].isupper()},
            "derived": {p.name: formula(p.expr) for p in source.parameters if not p.name[0].isupper()},
            "registers": children(top, source, elaborated(path, largest))}


def text_of(name):
    """A list as text: a line for each register of the first level."""
    maps = [one_map(f"rtl/{name}/nf_{name}_regs.rdl", p, LARGEST[name]) for p in SETS[name]]
    out = ['"maps": [']
    for i, one in enumerate(maps):
        registers = bare(one["registers"]) if i else one["registers"]
        out += [f'{{"parameters": {json.dumps(one["parameters"])},']
        out += ['"registers": ['] if i else [f'"derived": {json.dumps(one["derived"])},', '"registers": [']
        out += [",\n".join(json.dumps(r) for r in registers)]
        out += ["]}" + ("," if i + 1 < len(maps) else "")]
    body = "\n".join(out + ["]", "}", ""])
    return "\n".join(["{", '"made": "Made by scripts/gen_registers.py; change what it was made from.",',
                      f'"sources": {json.dumps(hashes(name), indent=1)},', f'"rest": "{digest(body.encode())}",', body])


def stale(name, target, compiler):
    if not target.exists():
        return True
    text = target.read_text()
    if compiler:
        return text != text_of(name)
    listed = json.loads(text)
    return listed["sources"] != hashes(name) or listed["rest"] != digest(text[text.index('"maps": ['):].encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    compiler = importlib.util.find_spec("systemrdl") is not None
    if not compiler and VENV.exists() and pathlib.Path(sys.prefix) != VENV.parent.parent:
        os.execv(VENV, [str(VENV), __file__, *sys.argv[1:]])
    if not compiler and not args.check:
        sys.exit("gen_registers: systemrdl-compiler is absent: `make registers` installs it, from PyPI")
    os.chdir(ROOT)
    failed = 0
    for name in SETS:
        target = ROOT / f"rtl/{name}/nf_{name}_regs.json"
        if not args.check:
            target.write_text(text_of(name))
        elif stale(name, target, compiler):
            print(f"gen_registers: {target.relative_to(ROOT)} is stale: run scripts/gen_registers.py", file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
