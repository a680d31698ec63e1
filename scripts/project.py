#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the other scripts know about the tree: components, modules, files, parameter lines.

Everything is read from the tree itself: a component's RTL is rtl/<component>/*.sv, its test builds are in
tb/<component>/params.txt. A module's file list is found from the names it uses, because file = module = name.
"""

import copy
import functools
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# A component uses components of lower layers only.
LAYERS = {"common": 0, "alu": 1, "mcr": 2, "reduce": 2, "link": 2, "switch": 3, "endpoint": 3,
          "ace": 3, "netreduce": 3}

WORD = re.compile(r"\b[a-z]\w*\b")
# Strings, escaped names and character literals, which may hold what looks like a comment; comments.
TOKENS = {
    "SystemVerilog": re.compile(r'"(?:\\.|[^"\\\n])*"|\\\S+|//[^\n]*|/\*.*?\*/', re.S),
    "C": re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//(?:\\\n|[^\n])*|/\*.*?\*/', re.S),
}
LANGUAGES = {".sv": "SystemVerilog", ".svh": "SystemVerilog", ".v": "SystemVerilog", ".c": "C", ".h": "C", ".cpp": "C"}
# Comments that a tool obeys.
DIRECTIVE = re.compile(r"(verilator|synthesis|synopsys)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def read(path):
    """A file of the tree, path relative to its root."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def code(path, text=None):
    """What a compiler sees of a C or SystemVerilog file: no comments, no blanks at a line's end, no empty lines.

    text: the contents, if not the file's own. Comments that are for Verilator or a synthesizer stay, and files of other
    languages as they are.
    """
    text = read(path) if text is None else text
    language = LANGUAGES.get(os.path.splitext(path)[1])
    if not language:
        return text

    def kept(token):
        found = token[0]
        # In SystemVerilog a backslash behind a comment still continues a macro.
        stays = not found.startswith(("//", "/*")) or DIRECTIVE.match(found[2:].lstrip()) or \
            (language == "SystemVerilog" and found.startswith("//") and found.endswith("\\"))
        return found if stays else " "

    rows, continued = [], False
    for row in TOKENS[language].sub(kept, text).split("\n"):
        row = row.rstrip()
        # An empty line ends a macro whose last line has a backslash.
        if row or continued:
            rows.append(row + "\n")
        continued = row.endswith("\\")
    return "".join(rows)


def find(pattern):
    """Files of the tree that match, relative to its root, sorted."""
    return sorted(os.path.relpath(p, ROOT) for p in glob.glob(os.path.join(ROOT, pattern)))


def lines(path):
    """Lines of a text file with content: comments (# or //) and blank lines dropped."""
    for text in read(path).splitlines():
        text = re.sub(r"(^|\s)(#|//).*", "", text).strip()
        if text:
            yield text


@functools.lru_cache(None)
def rtl_files():
    """{module or package: path} by component, those of its file list in the list's order and behind them the others of its folder:
    the order decides in which one tools read, and so how they number what has no name, on which results on record depend."""
    files = {}
    for folder in sorted({os.path.dirname(path) for path in find("rtl/*/*.sv")}):
        there, made = find(f"{folder}/*.sv"), f"{folder}/{os.path.basename(folder)}.f"
        listed = [path for path in lines(made) if path in there] if os.path.exists(os.path.join(ROOT, made)) else []
        for path in [*listed, *(path for path in there if path not in listed)]:
            name = os.path.splitext(os.path.basename(path))[0]
            if name in files:
                sys.exit(f"{path}: {files[name]} has that name")
            files[name] = path
    return files


def component(path):
    """The component a file belongs to: rtl/common/nf_fifo.sv -> common."""
    return os.path.basename(os.path.dirname(path))


def layer(name_of_component):
    """A component that is not in the list stands above all others."""
    return LAYERS.get(name_of_component, 9)


@functools.lru_cache(None)
def used(name):
    """Modules and packages that a module names, itself excluded."""
    words = set(WORD.findall(code(rtl_files()[name])))
    return [n for n in rtl_files() if n in words and n != name]


def is_package(name):
    """Packages are named nf_<...>_pkg or nf_pkg."""
    return name.endswith("_pkg")


def is_register_file(name):
    """nf_<component>_regs is made with its model (scripts/gen_regfile.py), and tested as a part of nf_<component>_csr."""
    return name.endswith("_regs")


def modules():
    """All modules, packages left out."""
    return [n for n in rtl_files() if not is_package(n)]


@functools.lru_cache(None)
def closure(top):
    """Names of everything `top` needs, lowest first."""
    order = []

    def visit(name, path):
        if name in path:
            sys.exit(f"rtl: a cycle of modules: {' -> '.join(path + [name])}")
        if name not in order:
            for n in used(name):
                visit(n, path + [name])
            order.append(name)

    visit(top, [])
    return [n for n in order if is_package(n)] + [n for n in order if not is_package(n)]


def rtl_of(top):
    """Source files of `top`, in the order in which tools must read them."""
    return [rtl_files()[n] for n in closure(top)]


class Build:
    """One line of tb/<component>/params.txt: a block, its parameters, and marks.

    netlist: the build whose netlist is checked; netlist-soak: checked by `make soak` alone; netlist-parts: too
    large for that as a whole, all blocks inside have theirs. cross: of these, one whose
    RTL `make test` runs in the second simulator. large: takes long to build, so that it is never a block's first build, which
    every `make test` runs (first_tags). soak: larger still, left out of `make test` as a whole.
    """

    def __init__(self, name_of_component, text):
        words = text.split()
        self.component = name_of_component
        self.block = self.broken = words[0]
        marks = [w for w in words[1:] if w in ("netlist", "netlist-soak", "netlist-parts", "cross", "large", "soak")]
        self.soak = "soak" in marks
        self.large = "large" in marks
        self.late_netlist = "netlist-soak" in marks or (self.soak and "netlist" in marks)
        self.netlist = "netlist" in marks or self.late_netlist
        self.netlist_parts = "netlist-parts" in marks
        self.cross = "cross" in marks
        self.params = [w for w in words[1:] if w not in marks]
        for p in self.params:
            if not re.fullmatch(r"[A-Za-z]\w*=\d+", p):
                sys.exit(f"tb/{name_of_component}/params.txt: '{p}' is not Name=number")
        self.tag = "_".join([self.block] + [p.replace("=", "") for p in self.params])

    def with_broken(self, name):
        """The same for a mutant in which another module than the block itself is changed, one within it."""
        other = copy.copy(self)
        other.broken = name
        return other

    @property
    def title(self):
        """nf_fifo Width=32 Depth=4"""
        return " ".join([self.block] + self.params)


@functools.lru_cache(None)
def params_lines():
    """(builds, complaints) of all params.txt: a line needs its RTL and its test to become a build."""
    found, complaints = [], []
    for f in find("tb/*/params.txt"):
        for text in lines(f):
            b = Build(component(f), text)
            if b.block in rtl_files() and os.path.exists(f"{ROOT}/tb/{b.component}/{b.block}_tb.c"):
                found.append(b)
            else:
                complaints.append(f"{f}: {b.block}: no RTL in a file list, or no "
                                  f"tb/{b.component}/{b.block}_tb.c")
    tags = [b.tag for b in found]
    complaints += [f"tb/*/params.txt: {t} is listed twice" for t in set(tags) if tags.count(t) > 1]
    return list({b.tag: b for b in found}.values()), sorted(set(complaints))


def builds():
    """All test builds whose block and test exist."""
    return params_lines()[0]


@functools.lru_cache(None)
def first_tags():
    """Builds that every `make test` runs: of each block the first that is not large. The others stand (scripts/due.py)."""
    first = {}
    for b in builds():
        if not b.soak and not b.large:
            first.setdefault(b.block, b.tag)
    return set(first.values())


def netlists(block):
    """Titles of the builds whose netlists are checked; of a block marked netlist-parts those of all that is inside, or none."""
    own = [b for b in builds() if b.block == block]
    if not any(b.netlist_parts for b in own):
        return [b.title for b in own if b.netlist]
    inside = [netlists(m) for m in closure(block) if m != block and not is_package(m) and not is_register_file(m)]
    return sum(inside, []) if all(inside) else []


def theorem_mutants():
    """[(file, sed, theorem)] of prove/mutants.txt."""
    rows = [r.split(" | ") for r in read("prove/mutants.txt").splitlines() if r.strip() and not r.startswith("#")]
    return [(row[0].strip(), " | ".join(row[1:-1]).strip(), row[-1].strip()) for row in rows]


def include_dirs(path):
    """Where a quoted include of this file is looked for, in order."""
    return [os.path.dirname(path), "cmodel", "tb", "tb/common", "cmodel/common"]


@functools.lru_cache(None)
def c_closure(path):
    """(headers, sources) that a C file needs beside itself: all headers it reaches, and their siblings."""
    seen, todo, sources = set(), [path], []
    while todo:
        current = todo.pop()
        for name in INCLUDE.findall(read(current)):
            for folder in include_dirs(current):
                header = os.path.normpath(os.path.join(folder, name))
                if not os.path.exists(os.path.join(ROOT, header)) or header in seen:
                    continue
                seen.add(header)
                todo.append(header)
                source = header[:-2] + ".c"
                if not header.startswith("tb/common/nf_tb") and source != path and \
                        os.path.exists(os.path.join(ROOT, source)):
                    sources.append(source)
                    todo.append(source)
                break
    return sorted(seen), sorted(set(sources))


def c_sources(path):
    """C files that a C file needs beside itself."""
    return c_closure(path)[1]


def test_files(build):
    """All files on which the outcome of a block's test depends, the scripts that build it among them."""
    test = f"tb/{build.component}/{build.block}_tb.c"
    headers, sources = c_closure(test)
    driver = [path for path in find("tb/common/nf_tb*") if not path.endswith("_test.c")]
    return sorted({test, *headers, *sources, *rtl_of(build.block), *driver, *find("tb/common/nf_dut*"),
                   "rtl/lint.vlt", "rtl/common/nf_assert.svh", "scripts/gen_shim.py", "scripts/vl_compile.sh"})


if __name__ == "__main__":
    if sys.argv[1:] == ["--modules"]:
        print("\n".join(modules()))
    elif len(sys.argv) == 2 and sys.argv[1] in rtl_files():
        print("\n".join(rtl_of(sys.argv[1])))
    else:
        sys.exit("usage: scripts/project.py MODULE | --modules\n"
                 "Prints the RTL files of a module in reading order, or the names of all modules.")
