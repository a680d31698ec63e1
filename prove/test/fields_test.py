# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The theorems on counters name fields of packed structs: trees in which one thing was changed, and whether the theorems follow or
say what they do not find. TAP."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "sim/test"))
import helpers  # noqa: E402

COPIED = ("prove", "rtl", "scripts", "synth")  # Python finds the tree by its own files
COUNTERS = "rtl/netreduce/nf_netreduce_counters.sv"
STRAGGLER = "rtl/netreduce/nf_netreduce_straggler.sv"
CLAIMS = "prove/counters.txt"


class Tree:
    """A tree whose theorems can be asked, with every file of it as it was before each question."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "tree"
        for name in COPIED:
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        (self.root / "records").mkdir()
        self.results = str(pathlib.Path(folder) / "results")

    def prove(self, name, path=None, *changes):
        """(exit status, output) of a theorem, with each (text, other text) of a file replaced."""
        texts = (self.root / path).read_text(encoding="utf-8") if path else ""
        changed = texts
        for old, new in changes:
            if old not in changed:
                raise SystemExit(f"fields_test: {path} has no '{old}'")
            changed = changed.replace(old, new)
        if path:
            (self.root / path).write_text(changed, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", "prove/prove.py", "--only", name], cwd=self.root, check=False, text=True,
                              env=os.environ | {"NETFOLD_RESULTS": self.results}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if path:
            (self.root / path).write_text(texts, encoding="utf-8")
        return done.returncode, done.stdout

    def claims(self, name):
        """The environment that a theorem was last exported with."""
        return (self.root / f"build/prove/export/control_counters.{name}_advance.v").read_text(encoding="utf-8")


def follows(tap, tree, name, path, changes, before, after):
    """A theorem stands when fields change places, because it asks for other bits."""
    status, _ = tree.prove(name)
    was = tree.claims(name)
    _, output = tree.prove(name, path, *changes)
    tap.result(f"{name}: proven", helpers.said(was, [before]) + [f"exit status {status}"] * (status != 0))
    tap.result(f"{name}: fields in another order: proven of other bits",
               helpers.said(output, ["1 of 1 theorems proven"]) + helpers.said(tree.claims(name), [after]))


def refuses(tap, tree, name, what, path, changes, words):
    """A theorem is not asked, and the reason is said."""
    status, output = tree.prove(name, path, *changes)
    tap.result(f"refused: {what}", helpers.said(output, [f"prove/counters.txt: {words}"]) + [f"exit status {status}"] * (status != 1))


def main():
    tap = helpers.Tap()
    with tempfile.TemporaryDirectory(prefix="netfold_fields_") as folder:
        tree = Tree(folder)
        index, count = "    logic [IndexBits-1:0] index;\n", "    logic [CountBits-1:0] count;\n"
        follows(tap, tree, "netreduce.counters", COUNTERS, [(index + count, count + index)],
                "last_q__count = last_q[0+:32]", "last_q__count = last_q[5+:32]")
        offset, cycles = "    logic [7:0]  offset;\n", "    logic [31:0] cycles;   // for how long\n"
        follows(tap, tree, "netreduce.straggler", STRAGGLER, [(cycles, ""), (offset, offset + cycles)],
                "columns_q__cycles = columns_q[9+:32]", "columns_q__cycles = columns_q[49+:32]")
        block = "nf_netreduce_counters: "
        refuses(tap, tree, "netreduce.counters", "a field is renamed", COUNTERS,
                [(count, count.replace("count", "number")), ("last_q.count", "last_q.number"), ("writes.count", "writes.number")],
                block + "last_q is a counter_t, which has no field count; it has number, index")
        refuses(tap, tree, "netreduce.counters", "a register is renamed", COUNTERS, [("last_q", "latest_q")],
                block + "there is no last_q.count")
        refuses(tap, tree, "netreduce.counters", "a register is no struct any more", COUNTERS,
                [("counter_t writes, last_q;", "counter_t writes, kept;\n  logic [IndexBits+CountBits-1:0] last_q;\n  assign kept = last_q;"),
                 ("last_q.count", "kept.count"), ("last_q.index", "kept.index")],
                block + "last_q is a vector, which is no packed struct whose width is known")
        block = "nf_netreduce_straggler: "
        refuses(tap, tree, "netreduce.straggler", "a register has a field more than its type", STRAGGLER,
                [("logic [Rings*ColumnBits-1:0] columns_q,", "logic [Rings*(ColumnBits+1)-1:0] columns_q,")],
                block + "columns_q has 93 bits, a column_t 92")
        refuses(tap, tree, "netreduce.straggler", "a claim gives it another type", CLAIMS,
                [("columns_q | column_t", "columns_q | votes_t")], block + "columns_q has 92 bits, a votes_t 24")
        refuses(tap, tree, "netreduce.straggler", "a claim gives it a type that there is not", CLAIMS,
                [("columns_q | column_t", "columns_q | row_t")],
                block + "columns_q is a row_t, which is no packed struct whose width is known")
        refuses(tap, tree, "reduce.tag", "a field of a package's struct is no field", CLAIMS,
                [("new_i.count", "new_i.number")],
                "nf_reduce_tag: new_i is a nf_header_pkg::header_t, which has no field number; it has opcode, ")
    return tap.done()


if __name__ == "__main__":
    sys.exit(main())
