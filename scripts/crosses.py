#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Functional cross coverage as a gate: each bin was reached by the runs of its block, or stands in tb/<component>/unreached.txt.

    scripts/crosses.py FOLDER DUE   TAP of the runs that left their .cross files there; crosses.csv beside them

A line of unreached.txt says which bins cannot be, or are too rare to ask for, and why; * stands for anything:

    block | cross | bins | reason

DUE names the tests that this `make test` had to run besides the first of each block (scripts/due.py). A block of which it has
left out another one, because it stands, is not judged here: its verdict stands too.
"""

import argparse
import collections
import csv
import fnmatch
import glob
import os
import sys

import project

SHOWN = 40  # bins that are named of one block


def read_hits(folder):
    """{(block, cross, bin): hits} over all runs."""
    hits = collections.Counter()
    for path in glob.glob(f"{folder}/*.cross"):
        with open(path, encoding="utf-8") as f:
            for row in f:
                *key, count = row.rstrip("\n").split("\t")
                hits[tuple(key)] += int(count)
    blocks = set(project.modules())  # the driver's own test has others
    return collections.Counter({key: count for key, count in hits.items() if key[0] in blocks})


def read_unreached():
    """[(file, block, cross, bins)], patterns."""
    rows = []
    for path in project.find("tb/*/unreached.txt"):
        for row in project.lines(path):
            cells = [c.strip() for c in row.split("|")]
            if len(cells) != 4 or not all(cells):
                sys.exit(f"{path}: '{row}' is not 'block | cross | bins | reason'")
            rows.append((path, *cells[:3]))
    return rows


def fits(block, row):
    """Is a line of unreached.txt for that block, perhaps among others?"""
    return fnmatch.fnmatchcase(block, row[1])


def standing(due):
    """Blocks of which a build was left out."""
    run = project.first_tags() | {os.path.basename(name) for name in due}
    return {build.block for build in project.builds() if not build.soak and build.tag not in run}


def judge(hits, unreached, stand):
    """[(name, messages)]: of each block that does not stand what is missing, and lines of unreached.txt that name no bin."""
    named = set()  # lines of unreached.txt that name bins
    missing = collections.defaultdict(list)
    for (block, cross, name), count in sorted(hits.items()):
        lines = [k for k, (_, *pattern) in enumerate(unreached)
                 if all(fnmatch.fnmatchcase(what, p) for what, p in zip((block, cross, name), pattern))]
        if not count and not lines and block not in stand:
            missing[block].append(f"never reached: {cross}: {name}")
        named.update(lines)
    for build in project.builds():
        if not build.soak and build.block not in stand and not hits[(build.block, "runs", " ".join(build.params))]:
            missing[build.block].append(f"left nothing: {build.title}")
    for k, row in enumerate(unreached):
        owners = [block for block in project.modules() if fits(block, row)]
        if k not in named and not stand & set(owners):
            missing[owners[0] if owners else row[0]].append(f"{row[0]}: '{' | '.join(row[1:])}' names no bin")
    bins = collections.Counter(key[0] for key in hits if key[1] != "runs")
    tested = {build.block for build in project.builds() if not build.soak}
    verdicts = [(f"{bins[block]} bins of {block}", missing[block]) for block in sorted({*tested, *missing} - stand)]
    return verdicts + [(f"{len(stand)} blocks # SKIP builds of theirs stand, and so does this", [])] * bool(stand)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER")
    parser.add_argument("due", metavar="DUE", help="file with a name a line")
    args = parser.parse_args()
    hits = read_hits(args.folder)
    if not hits:
        print(f"1..1\nnot ok 1 - no test left its bins in {args.folder}")
        return 1
    with open(f"{args.folder}/crosses.csv", "w", encoding="utf-8", newline="") as f:
        table = csv.writer(f)
        table.writerow(["block", "cross", "bin", "hits"])
        table.writerows([*key, count] for key, count in sorted(hits.items()))
    verdicts = judge(hits, read_unreached(), standing(project.lines(args.due)))
    print(f"1..{len(verdicts)}")
    for k, (what, messages) in enumerate(verdicts, 1):
        print(f"{'not ok' if messages else 'ok'} {k} - cross coverage: {what}")
        for message in messages[:SHOWN]:
            print(f"# {message}")
        if len(messages) > SHOWN:
            print(f"# and {len(messages) - SHOWN} more, see {args.folder}/crosses.csv")
    return 1 if any(messages for _, messages in verdicts) else 0


if __name__ == "__main__":
    os.chdir(project.ROOT)
    sys.exit(main())
