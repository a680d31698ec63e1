#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Verdicts that stand: of the commands' tests and the unit tests those that have passed with the same programs and files.

usage: scripts/verdicts.py find NAME...    build/verdicts/ for scripts/tap_run.sh; how many stand
       scripts/verdicts.py keep NAME...    those that have passed, into .results (scripts/kept.py)

A verdict stands by a hash of all that its test reads: programs and libraries of build/ by content, variables that steer tests and
programs, the machine's packages, and of the tree's files

  a unit test     none but the program, or what READS names
  sim/test/*.sh   itself, the modules that it imports, and what a line `# reads: PATH...` in one of them names (folders as a whole);
                  where no such line is, the whole tree

No list can be too short: a test that has one runs in a folder where nothing else is, build/verdicts/NAME/view. `find` leaves there
what stands; `keep` computes the hash anew, so that what was edited during the run is not taken for what has run.
`make test WHOLE=1` runs all, whatever stands.
"""

import hashlib
import importlib.metadata
import os
import re
import shutil
import sys

import kept
import project

FOLDER = "build/verdicts"
READS = {"build/tb/registers": [f"rtl/{component}/nf_{component}_regs.json" for component in ("ace", "netreduce", "switch")],
         "build/tb/nf_netreduce_parser_corpus_test": ["tb/netreduce/corpus"]}
VARIABLES = re.compile(r"NF_(?!VERDICTS|COVER)|NETFOLD(?!_RESULTS|_FRESH)|TR_|TESTREDUCE|TESTFLOAT|ACE_|LC_|(CC|CXX|LANG|PATH|PYTHON|SEED|TMPDIR|V)$")
PRODUCTS = ("build/lib/*", "build/include/*", "build/engines/*", "build/tools/tools.txt")
PACKAGES = "/var/lib/dpkg/status"


def digest(path):
    """Hash of a file's contents."""
    with open(path, "rb") as f:
        return hashlib.file_digest(f, "sha256").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.sha256(f.read()).hexdigest()


def digests(paths):
    """Names and hashes, as parts of a key."""
    return [part for path in sorted(paths) if os.path.isfile(path) for part in (path, digest(path))]


def surroundings():
    """What is no file of the tree: variables, and what is installed."""
    packages = sorted(f"{d.metadata['Name']} {d.version}" for d in importlib.metadata.distributions())
    return [*(f"{name}={value}" for name, value in sorted(os.environ.items()) if VARIABLES.match(name)),
            sys.version, *packages, *digests([PACKAGES])]


def imported(script):
    """The script, and the modules of its folder that it uses."""
    found, todo = [], [script, script[:-3] + ".py"]
    while todo:
        path = todo.pop()
        if path not in found and os.path.isfile(path):
            found.append(path)
            names = re.findall(r"^\s*(?:import|from) (\w+)", project.read(path), re.M) if path.endswith(".py") else []
            todo += [os.path.join(os.path.dirname(path), f"{name}.py") for name in names]
    return found


def reads(name):
    """Files and folders of the tree that a test is given; None: all."""
    if name.startswith("build/"):
        return READS.get(name, [])
    files = imported(name)
    lines = re.findall(r"^# reads:(.*)", "\n".join(project.read(path) for path in files), re.M)
    return files + " ".join(lines).split() if lines else None


def below(path):
    """A file, or all files of a folder."""
    return [path] if os.path.isfile(path) else [os.path.join(folder, f) for folder, _, files in os.walk(path)
                                                if not folder.endswith("__pycache__") for f in files]


def keys(names):
    """{name: key}; tests without a program have none."""
    common = surroundings()
    programs = [path for path in project.find("build/*") if os.access(path, os.X_OK)]
    products = digests(programs + [path for pattern in PRODUCTS for path in project.find(pattern)])
    tree = kept.tree(without=("records/",), comments=True)
    found = {}
    for name in filter(os.path.isfile, names):
        given = reads(name)
        if given is not None:
            files = digests({name, *(file for path in given for file in below(path))})
        elif tree:
            files = [tree]
        else:
            continue
        found[name] = kept.key("verdict", name, *common, *files, *([] if name.startswith("build/") else products))
    return found


def place(name):
    """The folder for a test's verdict."""
    return f"{FOLDER}/{name.replace('/', '_')}"


def make_view(name):
    """A folder with links to what the test may read; a unit test has no more of build/ than itself."""
    given = {name, *reads(name), *([] if name.startswith("build/") else ["build"])}
    for path in given:
        if any(path.startswith(f"{folder}/") for folder in given):
            continue                            # it is in a folder that the test is given as a whole
        link = f"{place(name)}/view/{path}"
        os.makedirs(os.path.dirname(link), exist_ok=True)
        os.symlink(os.path.abspath(path), link)


def find(names):
    """Leaves what stands, and the folders to run the others in."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    standing = 0
    for name, key in keys(names).items():
        os.makedirs(place(name))
        if reads(name) is not None:
            make_view(name)
        with open(f"{place(name)}/key", "w", encoding="utf-8") as f:
            f.write(key)
        known = kept.find("verdicts", key)
        if known:
            standing += 1
            with open(f"{place(name)}/tap", "w", encoding="utf-8") as f:
                f.write(f"# {name} stands: it has passed with these programs and files\n{known['tap']}")
    print(f"  {standing} of {len(names)} tests of commands and units stand: they have passed with these programs and files")


def keep(names):
    """Keeps what has passed, if nothing that it depends on was changed in the meantime."""
    for name, key in keys(names).items():
        tap = f"build/tap/{name.replace('/', '_')}.tap"
        if os.path.exists(f"{place(name)}/tap") or not os.path.exists(tap) or not os.path.exists(f"{place(name)}/key"):
            continue
        text = project.read(tap)
        if project.read(f"{place(name)}/key") == key and re.search("^ok", text, re.M) and not re.search("^not ok", text, re.M):
            kept.keep("verdicts", key, {"what": name, "tap": text})


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in ("find", "keep"):
        sys.exit(__doc__)
    os.chdir(project.ROOT)
    (find if sys.argv[1] == "find" else keep)(sys.argv[2:])


if __name__ == "__main__":
    main()
