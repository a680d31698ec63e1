# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the commands of this folder share: options, the library and its model, refusals of what does not exist."""

import argparse
import os
import sys

import liberty
import macro
import mapping
import sta
from yosys import project

FOLDER = "build/synth"


def parser(doc, *which, saved=None):
    """A parser with the options of that name: lib, script, jobs. All have --csv; saved: the table that --save adds to."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if "lib" in which:
        made.add_argument("--lib", nargs="+", default=["osu018"], help="name of a library or its Liberty files (default osu018)")
    if "script" in which:
        made.add_argument("--script", nargs="+", choices=list(mapping.SCRIPTS), default=list(mapping.SCRIPTS),
                          help="of ABC: Yosys' own, or one that maps for speed (default: both)")
    if "jobs" in which:
        made.add_argument("--jobs", type=int, default=1, help="processes at a time (default 1)")
    made.add_argument("--csv", metavar="FILE", help="write the table here too")
    if saved:
        made.add_argument("--save", action="store_true", help=f"put the rows into {saved} too, of which the pages have their tables")
    return made


def with_modules(made):
    made.add_argument("modules", nargs="*", help="default: all of the file lists")
    return made


def known(program, names):
    """The modules, all where none is named; ends the program where one does not exist."""
    for name in names:
        if name not in project.modules():
            sys.exit(f"{program}: {name} is no module of the file lists; scripts/project.py --modules names them")
    return names or project.modules()


def library(program, words):
    """The library; ends the program where it is absent."""
    try:
        return liberty.Library(liberty.paths(words), FOLDER)
    except liberty.Absent as absent:
        sys.exit(f"{program}: {absent}")


def model(program, words, ram_ps=None):
    """The model of memories in a library; ends the program where the library or OpenSTA is absent."""
    found = library(program, words)
    os.makedirs("build/timing", exist_ok=True)
    try:
        return macro.Model(found, sta.gate_delay(found, "build/timing"), ram_ps)
    except sta.StaError as error:
        sys.exit(f"{program}: {error}")


def end(program, rows, failures, more=False):
    """Says what failed; ends the program with status 1 if something did, if there is no row, or if `more` is said to be wrong."""
    for block, reason in failures:
        print(f"{program}: {block}: {reason}", file=sys.stderr)
    sys.exit(1 if failures or more or not rows else 0)


def split(results):
    """(rows, [(block, reason)]) of what a pool has made."""
    return [r for r in results if isinstance(r, dict)], [r for r in results if isinstance(r, tuple)]
