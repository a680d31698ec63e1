# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the commands of this folder share: options, the library and its model, refusals of what does not exist, tables that are printed
and saved."""

import argparse
import math
import os
import sys
import zlib

import design
import liberty
import macro
import mapping
import sta
import tables
from yosys import project

FOLDER = "build/synth"


def above_zero(kind):
    """A type of argparse: int or float, above zero."""
    def read(text):
        value = kind(text)
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"{text} is not above zero")
        return value
    read.__name__ = kind.__name__
    return read


def parser(doc, *which, saved=None):
    """A parser with the options of that name: lib, script, jobs. All have --csv; saved: the table that --save adds to."""
    made = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if "lib" in which:
        made.add_argument("--lib", nargs="+", default=["osu018"], help="name of a library or its Liberty files (default osu018)")
    if "script" in which:
        made.add_argument("--script", nargs="+", choices=list(mapping.SCRIPTS), default=list(mapping.SCRIPTS),
                          help="of ABC: Yosys' own, or one that maps for speed (default: both)")
    if "jobs" in which:
        made.add_argument("--jobs", type=above_zero(int), default=1, help="processes at a time (default 1)")
    made.add_argument("--csv", metavar="FILE", help="write the table here too")
    made.set_defaults(save=False, saved=saved)
    if saved:
        made.add_argument("--save", action="store_true", help=f"put the rows into {saved} too, of which the pages have their tables")
    return made


def with_modules(made):
    made.add_argument("modules", nargs="*", help="default: all of the file lists")
    return made


def with_row(made, listed):
    """A block and its parameters as words; listed: the file whose lines are taken where there are none."""
    made.add_argument("row", nargs="*", help=f"a block and its parameters (Name=number); default: the rows of {listed}")
    made.set_defaults(listed=listed)
    return made


def parse(made, versions=False, folders=()):
    """The arguments; from here on paths are those of the project's root. folders: options that are paths from here. versions: the saved table says which Yosys a row is of."""
    args = made.parse_args()
    for word in folders:
        if getattr(args, word):
            setattr(args, word, os.path.abspath(getattr(args, word)))
    if args.save and any(word.endswith((".lib", ".lib.gz")) for word in getattr(args, "lib", ())):
        made.error("--save: the saved tables are of libraries by their names: osu018, or a folder of PDK")
    if args.save and not versions and mapping.version() != mapping.SAVED_YOSYS:
        made.error(f"--save: the saved table is of Yosys {mapping.SAVED_YOSYS}, this is {mapping.version()}")
    os.chdir(project.ROOT)
    return args


def label(top, params):
    """A block with its parameters as the name of a file."""
    return "_".join([top] + [p.replace("=", "") for p in params])


def known(program, names):
    """The modules, all where none is named; ends the program where one does not exist."""
    for name in names:
        if name not in project.modules():
            sys.exit(f"{program}: {name} is no module of the file lists; scripts/project.py --modules names them")
    return names or project.modules()


def accepted(program, top, params):
    """Ends the program where a block has no such parameter, or cannot have that value: Yosys takes its lowest bits."""
    largest = design.largest(top)
    for word in params:
        name, _, value = word.partition("=")
        if name not in largest:
            sys.exit(f"{program}: {top} has no parameter {name}; it has {', '.join(largest) or 'none'}")
        if not value.isdecimal() or int(value) > largest[name]:
            sys.exit(f"{program}: {word} is not {name}=number, at most {largest[name]}")
    names = [word.split("=")[0] for word in params]
    if len(set(names)) < len(names):
        sys.exit(f"{program}: {top} {' '.join(params)}: a parameter is given twice")


def library(program, words):
    """The library; ends the program where it is absent."""
    try:
        return liberty.Library(liberty.paths(words), FOLDER)
    except liberty.Absent as absent:
        sys.exit(f"{program}: {absent}")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        sys.exit(f"{program}: LIB={' '.join(words)} cannot be read: {error}")


def model(program, words, ram_ps=None):
    """The model of memories in a library; ends the program where the library or OpenSTA is absent."""
    found = library(program, words)
    os.makedirs("build/timing", exist_ok=True)
    try:
        return macro.Model(found, sta.gate_delay(found, "build/timing"), ram_ps)
    except sta.StaError as error:
        sys.exit(f"{program}: {error}")


def each_row(program, args, measure, errors, also=()):
    """([row], [(block, reason)]) of measure(top, params) over the row or the list of with_row; errors: exceptions that are a reason;
    also: what a row may have besides parameters, or words with a minus."""
    wanted = [args.row] if args.row else [line.split() for line in project.lines(args.listed)]
    known(program, [top for top, *_ in wanted])
    for top, *params in wanted:
        accepted(program, top, [p for p in params if p not in also and not p.startswith("-")])
    results = []
    for top, *params in wanted:
        try:
            results.append(measure(top, params))
        except errors as error:
            results.append((top, str(error)))
    return split(results)


def show(form, columns, rows, heads=None):
    """Prints rows, under their columns' names or other heads."""
    print(form.format(*(heads or (c.replace("_", " ") for c in columns))))
    for row in rows:
        print(form.format(*(str(row[c]) for c in columns)), flush=True)


def write(args, columns, keys, rows):
    """The rows into the table of --csv, and with --save into the saved one, in place of those with the same keys."""
    if args.csv:
        tables.write(args.csv, columns, rows)
    if args.save:
        tables.merge(args.saved, columns, keys, rows)


def end(program, rows, failures, larger=(), save=False):
    """Says what failed, and what grew (tables.grown); ends the program with status 1 if something failed, if there is no row, or if
    something grew that is not saved."""
    for block, reason in failures:
        print(f"{program}: {block}: {reason}", file=sys.stderr)
    for text in larger:
        print(f"{program}: grown by more than {tables.GROWTH:.0%}: {text}", file=sys.stderr)
    sys.exit(1 if failures or not rows or larger and not save else 0)


def split(results):
    """(rows, [(block, reason)]) of what a pool has made."""
    return [r for r in results if isinstance(r, dict)], [r for r in results if isinstance(r, tuple)]
