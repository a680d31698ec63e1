#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make the register lists rtl/<component>/nf_<component>_regs.json from the SystemRDL beside them.

    scripts/gen_registers.py           writes the lists; needs systemrdl-compiler, which `make registers` puts into build/venv
    scripts/gen_registers.py --check   exits 1 and names each list that is stale

The lists are what everything else is made from (scripts/gen_defs.py, scripts/gen_component.py) and what the test of the registers
reads, so that only who changes a register needs the compiler. A list has the hashes of what it was made from and of itself:
without the compiler --check compares those.
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


def component(node, base):
    """A register, a group of registers or a memory, which is an array of words, as the lists have it."""
    from systemrdl.node import MemNode, RegNode
    words = place(node, base)
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
    elif isinstance(node, MemNode):
        words["array"] = words.get("array", []) + [[node.get_property("mementries"), node.get_property("memwidth") // 8]]
        words["fields"] = [{"name": "WORD", "lsb": 0, "width": node.get_property("memwidth"),
                            "access": access(node)}]
    else:
        words["registers"] = children(node)
    return words


def children(node):
    return [component(c, node.raw_absolute_address) for c in sorted(node.children(unroll=False), key=source_order)]


def bare(registers):
    """The same without texts, which the first map of a list has."""
    return [{key: bare(value) if key in ("registers", "fields") else value for key, value in r.items()
             if key not in ("meaning", "line")} for r in registers]


def one_map(path, parameters):
    from systemrdl import RDLCompileError, RDLCompiler
    compiler = RDLCompiler()
    try:
        compiler.compile_file(path, incl_search_paths=["."])
        top = compiler.elaborate(parameters=parameters).top
    except RDLCompileError:
        sys.exit(f"gen_registers: {path} does not compile")  # the compiler has said where and why
    return {"parameters": {p.name: p.get_value() for p in top.inst.parameters if p.name[0].isupper()},
            "registers": children(top)}


def text_of(name):
    """A list as text: a line for each register of the first level."""
    maps = [one_map(f"rtl/{name}/nf_{name}_regs.rdl", p) for p in SETS[name]]
    out = ['"maps": [']
    for i, one in enumerate(maps):
        registers = bare(one["registers"]) if i else one["registers"]
        out += [f'{{"parameters": {json.dumps(one["parameters"])},', '"registers": [']
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
