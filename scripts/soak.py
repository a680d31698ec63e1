#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The block tests again, SCALE times as long, with a seed of their own, the builds marked `soak` too.

    make soak                           what does not stand yet, with the seed of the run before
    make soak SEED=new                  all of it, with a new seed
    make soak SEED=7 SCALE=5            with that seed
    scripts/soak.py nf_fifo nf_link_rx  the tests of these blocks alone
    make soak-record                    what stands, and its seed, into records/soak.txt; runs nothing

Builds marked `large` or `soak` run a tenth as long: a cycle of theirs takes ten to a hundred times as long as a small block's.
It takes hours. What has passed is kept by a hash of sources, tools, scale and seed (scripts/kept.py): a run that was ended
goes on where it stopped, with the seed that it had. A run of all of it ends with records/soak.txt, which says with what
seed all of it stands; what a change has touched since is run again. Each piece has a line; the
lines of one that failed, or was skipped because a tool is missing, follow it; what was skipped does not stand. The last line is "N passed, N failed", counted in tests, those of earlier runs included.
"""

import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time

import due
import kept
import project

BATCH = 8  # builds made together, and then run
# What several goals build: made first, as two of them at a time would write the same files.
SHARED = ["build/netfold", "build/nf_campaign", "rtl"]
SEED_LINE = "# seed {}, scale {}\n"
APART = ("docs/", "records/", "prove/", "synth/", ".md", ".rdl", ".toml", "_regs.json")  # what no goal of soak reads


class Piece:
    """Something to run: what `make` has to build before, the command, the key under which its result is kept."""

    def __init__(self, name, target, command, key):
        self.name = name
        self.target = target
        self.command = command
        self.key = key


def test_pieces(builds, scale, seed):
    """One for each block test."""
    scales = [max(1, scale // 10) if b.large or b.soak else scale for b in builds]
    return [Piece(f"build/tb/{b.tag}", f"build/tb/{b.tag}",
                  ["scripts/tap_run.sh", f"build/tb/{b.tag}", "--scale", str(own), "--seed", str(seed)],
                  kept.test(b, "soak", own, seed)) for b, own in zip(builds, scales)]


def netlist_pieces(builds):
    """Netlists and recordings in other simulators that `make test` leaves out."""
    def early(build):
        return build.netlist and not build.late_netlist

    return [Piece(f"{kind}/{b.tag}", f"build/{kind}/{b.tag}.ok", ["scripts/tap_run.sh", f"{kind}/{b.tag}"],
                  kept.key(kept.test(b, kind), *(project.read(path) for path in ["synth/yosys.py", *due.CHECKS[kind]])))
            for kind, wanted in (("netlist", lambda b: b.late_netlist), ("cross", lambda b: early(b) and not b.cross),
                                 ("four-state", lambda b: not b.soak and not early(b)))
            for b in builds if wanted(b)]


def goal_pieces(goals):
    """Goals of the Makefile. What a goal reads follows its name, GOAL=FOLDER:FOLDER, else it depends on the whole tree."""
    pieces = []
    for goal in goals:
        name, _, reads = goal.partition("=")
        tree = kept.tree(APART, reads.split(":") if reads else ("",))
        pieces.append(Piece(name, None, ["make", "--no-print-directory", name], tree and kept.key(tree, "soak", name)))
    return pieces


def build(targets, jobs):
    """Builds what it can, and removes of the rest what an earlier build left: it must not run in its place."""
    make = ["make", "--no-print-directory"]
    if not targets or subprocess.run(make + ["-k", "-j", str(jobs)] + targets, check=False, stdout=subprocess.DEVNULL).returncode == 0:
        return
    for target in targets:
        if subprocess.run(make + ["-q", target], check=False, stdout=subprocess.DEVNULL).returncode:
            for stale in (target, target.replace(".ok", ".tap")):
                if os.path.exists(stale):
                    os.remove(stale)


def run(piece):
    """(passed, failed, seconds, lines)."""
    begin = time.monotonic()
    done = subprocess.run(piece.command, check=False, text=True, errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    passed = len(re.findall(r"^ok\b(?!.*# SKIP)", done.stdout, re.M))
    failed = len(re.findall(r"^not ok\b", done.stdout, re.M))
    if done.returncode and not failed:
        failed = 1
    skipped = not passed and re.search(r"^skipped\b", done.stdout, re.M)
    if not done.returncode and not passed and not skipped:  # a goal that is no list of tests
        passed = 1
    if not failed and not skipped and piece.key:
        kept.keep("soak", piece.key, {"what": piece.name, "passed": passed})
    return passed, failed, time.monotonic() - begin, done.stdout.splitlines()


def show(piece, result):
    """One line, and of what failed what it said."""
    passed, failed, seconds, lines = result
    print(f"{'FAILED' if failed else 'ok' if passed else 'skipped':<7} {piece.name:<70} {passed:5d} passed {failed:3d} failed {seconds:7.0f} s")
    if failed or not passed:
        print("\n".join(f"        {line}" for line in lines if not line.startswith("ok")))
    sys.stdout.flush()


def recorded_seed(scale):
    """The seed of the run that the tree's record is of, None if it is of none with that scale."""
    try:
        found = re.search(SEED_LINE.format(r"(\d+)", scale), project.read("records/soak.txt"))
    except OSError:
        return None
    return found and int(found[1])


def settled_seed(wanted, scale):
    """The number that was asked for; kept: the seed of a run that was ended, else that of the record, else a new one."""
    path = f"{kept.folder()}/soak-{scale}.seed"
    if wanted not in ("kept", "new"):
        return int(wanted, 0)
    try:
        with open(path, encoding="utf-8") as f:
            seed = int(f.read())
    except (OSError, ValueError):
        seed = recorded_seed(scale)
    if wanted == "new" or not seed:
        seed = random.SystemRandom().randrange(1, 1 << 32)
    os.makedirs(kept.folder(), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(f"{seed}\n")
    return seed


def record(pieces, seed, scale):
    """Writes the record of all pieces."""
    known = kept.record("soak", [p.key for p in pieces if p.key], SEED_LINE.format(seed, scale))
    print(f"# {known} of {len(pieces)} pieces are on record, seed {seed}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="tests at a time")
    parser.add_argument("--scale", type=int, default=20, help="how many times as long as in `make test`")
    parser.add_argument("--seed", default="kept", help="a number; new; kept: that of the run before (default)")
    parser.add_argument("--goals", default="", help="goals of the Makefile that belong to it, each with what it reads: GOAL=FOLDER:FOLDER")
    parser.add_argument("--record", action="store_true", help="write records/soak.txt and run nothing")
    parser.add_argument("blocks", nargs="*", help="default: all")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    seed = settled_seed(args.seed, args.scale)
    builds = [b for b in project.builds() if not args.blocks or b.block in args.blocks]
    if not builds:
        parser.error("no block has that name; scripts/project.py --modules prints them")
    pieces = test_pieces(builds, args.scale, seed) + netlist_pieces(builds) + goal_pieces(args.goals.split())
    if args.record:
        record(pieces, seed, args.scale)
        return 0
    passed = failed = 0
    left = []
    for piece in pieces:
        stands = piece.key and kept.find("soak", piece.key)
        passed += stands["passed"] if stands else 0
        left += [] if stands else [piece]
    print(f"seed {seed}, scale {args.scale}: {len(pieces) - len(left)} of {len(pieces)} pieces stand from an earlier run", flush=True)
    if any(piece.target is None for piece in left):
        subprocess.run(["make", "--no-print-directory", f"JOBS={args.jobs}"] + SHARED, check=False, stdout=subprocess.DEVNULL)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for first in range(0, len(left), BATCH):
            batch = left[first:first + BATCH]
            targets = [p.target for p in batch if p.target]
            build(targets, args.jobs)
            for piece, result in zip(batch, pool.map(run, batch)):
                passed += result[0]
                failed += result[1]
                show(piece, result)
    if not args.blocks:
        record(pieces, seed, args.scale)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
