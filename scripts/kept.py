#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Results of the goals that take hours, kept by a hash of all that they depend on.

A goal asks find() before it begins a piece of its work, and calls keep() when the piece is done: started again, it goes
on where it stopped, and what a change does not touch still stands. The key is made of contents (sources, tools, options,
seed), never of names, dates or commits; of C and SystemVerilog it is what a compiler sees, so that a comment costs
nothing. Failures are not kept. The results lie in .results/, or where NETFOLD_RESULTS says; `make clean` leaves them, and
they may be shared between clones or removed at any time. What records/KIND.txt names, a hash a line, stands too: it
belongs to the tree, so that nobody has to begin anew who changes one block.
NETFOLD_FRESH=1: nothing stands.

    scripts/kept.py find KIND GOAL      status 0 if GOAL stands for the tree as it is now
    scripts/kept.py keep KIND GOAL      GOAL has passed for this tree
"""

import functools
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import project


HEAD = "# SPDX-License-Identifier: Apache-2.0\n# scripts/kept.py: what {} asks for and has passed, by a hash of all that it depends on\n"


def folder():
    """Where the results are."""
    return os.environ.get("NETFOLD_RESULTS") or os.path.join(project.ROOT, ".results")


def key(*parts):
    """Hash of texts and bytes, in their order; neighbours cannot run into each other."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


@functools.lru_cache(None)
def recorded(kind):
    """What the tree's own record names: {key: tests that passed, 1 where it does not say}."""
    path = f"records/{kind}.txt"
    rows = project.lines(path) if os.path.exists(os.path.join(project.ROOT, path)) else []
    return {words[0]: int((words + [1])[1]) for words in map(str.split, rows)}


def record(kind, names, note=""):
    """Writes that record anew: those of the names that stand. Returns how many."""
    known = {short(name): found.get("passed", 1) for name in names if (found := find(kind, name))}
    rows = [name if passed == 1 else f"{name} {passed}" for name, passed in sorted(known.items())]
    with open(os.path.join(project.ROOT, f"records/{kind}.txt"), "w", encoding="utf-8") as f:
        f.write(HEAD.format(kind) + note + "".join(f"{row}\n" for row in rows))
    return len(known)


def short(name):
    """A key as it stands in a record."""
    return name[:24]


def find(kind, name):
    """The record of that key, or None. One that cannot be read counts as absent."""
    if os.environ.get("NETFOLD_FRESH") == "1":
        return None
    if short(name) in recorded(kind):
        return {"what": "recorded", "passed": recorded(kind)[short(name)]}
    try:
        with open(f"{folder()}/{kind}/{name[:2]}/{name}.json", encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return None


def keep(kind, name, record):
    """Keeps a record; whole or not at all. Where nothing can be written, nothing is kept."""
    place = f"{folder()}/{kind}/{name[:2]}"
    try:
        os.makedirs(place, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=place, delete=False, encoding="utf-8") as f:
            json.dump(record, f)
        os.replace(f.name, f"{place}/{name}.json")
    except OSError as error:
        print(f"the result is not kept: {error}", file=sys.stderr)


@functools.lru_cache(None)
def version(*words):
    """What a tool says of its version; its name alone if it says nothing."""
    try:
        done = subprocess.run(words, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout
    except OSError:
        return words[0]


def tools():
    """The versions of what compiles and simulates."""
    return [version(os.environ.get("VERILATOR", "verilator"), "--version"), version(os.environ.get("YOSYS", "yosys"), "-V"),
            version(os.environ.get("CC", "gcc"), "--version"), version(os.environ.get("CXX", "g++"), "--version")]


@functools.lru_cache(None)
def flags():
    """What make gives Verilator and the compilers for a block's test. How the makefiles are worded is of no account."""
    plain = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(["make", "-s", "-C", project.ROOT, "test-flags"], check=True, text=True, env=plain,
                          stdout=subprocess.PIPE).stdout


def test(build, *options, changed=None):
    """Key of a run of a block's test; changed: {path: contents} in place of the tree's."""
    parts = [build.title, *options]
    for path in project.test_files(build):
        parts += [path, project.code(path, (changed or {}).get(path))]
    return key(*parts, flags(), *tools())


def tree(without=(), within=("",), comments=False):
    """Hash of the files that belong to the tree, as they are now; None where git does not know them. Of these, files whose
    path begins with a text of `within`; files whose path begins or ends with one of `without` do not count, nor, without
    `comments`, do comments."""
    done = subprocess.run(["git", "-C", project.ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode:
        return None
    parts = []
    for path in sorted(set(done.stdout.decode().split("\0")) - {""}):
        whole = os.path.join(project.ROOT, path)
        if os.path.isfile(whole) and path.startswith(tuple(within)) and \
                not path.startswith(tuple(without)) and not path.endswith(tuple(without)):
            if not comments and os.path.splitext(path)[1] in project.LANGUAGES:
                parts += [path, project.code(path)]
                continue
            with open(whole, "rb") as f:
                parts += [path, f.read()]
    return key(*parts, *tools())


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("find", "keep"):
        sys.exit(__doc__)
    _, action, kind, goal = sys.argv
    whole = tree(comments=True)
    if whole is None:
        return 1
    name = key(whole, goal)
    if action == "keep":
        keep(kind, name, {"what": goal})
        return 0
    return 0 if find(kind, name) else 1


if __name__ == "__main__":
    sys.exit(main())
