#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Run tests built for coverage, merge what they saw, report per RTL file.

A line is covered when each branch or block that Verilator places on it ran, in any build and instance.
A file of --goals (tb/<component>/toggles.txt) says of which signals each bit must toggle: counters, timers, wide fields:

    block | signal | bits | why

where bits is the width of one element of the signal; a bit is reached when it toggled in one element, build or instance.
What a test saw is kept until its program is built anew: a run that was ended goes on where it stopped.
Writes into build/coverage/: uncovered.txt (lines and branches that never ran), untoggled.txt (bits),
points.txt (functional points with their counts), lcov.info (by verilator_coverage, for genhtml).
"""

import argparse
import glob
import multiprocessing
import os
import re
import shutil
import subprocess
import sys

import project

FOLDER = "build/coverage"
RAW = f"{FOLDER}/raw"  # a folder for each test
POINT = re.compile(r"nf_tb_cover\(\s*[^,]+,\s*\"([^\"]+)\"\s*\)")


def run_test(program):
    """One test, unless it has passed since it was built; its data goes to its folder. Returns (program, passed)."""
    folder = f"{RAW}/{os.path.basename(program)}"
    passed = f"{folder}/passed"
    if os.path.exists(passed) and os.path.getmtime(passed) > os.path.getmtime(program):
        return program, True
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    done = subprocess.run([program, "--quiet"], check=False, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, env={**os.environ, "NF_COVER_DIR": folder})
    if done.returncode == 0:
        with open(passed, "w", encoding="utf-8"):
            pass
    return program, done.returncode == 0


def forget_others(programs):
    """What tests have left that are no more among those asked for."""
    for folder in set(glob.glob(f"{RAW}/*")) - {f"{RAW}/{os.path.basename(p)}" for p in programs}:
        shutil.rmtree(folder)


def numbers(ranges):
    """'3,5-7' -> 3, 5, 6, 7"""
    for part in filter(None, ranges.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def read_points(path):
    """(kind, file, line, column, name, covered lines, count) of each point of Verilator's data."""
    with open(path, encoding="utf-8", errors="replace") as f:
        for row in f:
            if not row.startswith("C '"):
                continue
            body, count = row[3:].rsplit("' ", 1)
            key = dict(p.split("\x02", 1) for p in body.split("\x01") if "\x02" in p)
            kind = key.get("page", "").split("/")[0][2:]
            yield (kind, os.path.relpath(os.path.abspath(key.get("f", ""))), int(key.get("l", 0)),
                   key.get("n", ""), key.get("o", ""), key.get("S", ""), int(count))


class Report:
    """Points added up over builds and instances."""

    def __init__(self):
        self.lines = {}     # (file, line) -> {point: count}
        self.branches = {}  # (file, line, column, name) -> count
        self.toggles = {}   # (file, line, bit) -> count
        self.user = {}      # (file, property) -> count

    def add(self, kind, file, line, column, name, ranges, count):
        if not file.startswith("rtl/"):
            return
        if kind in ("line", "branch"):
            for k in numbers(ranges):
                points = self.lines.setdefault((file, k), {})
                points[(line, column, name)] = points.get((line, column, name), 0) + count
        if kind == "branch":
            key = (file, line, column, name)
            self.branches[key] = self.branches.get(key, 0) + count
        elif kind == "toggle":
            key = (file, line, name)
            self.toggles[key] = self.toggles.get(key, 0) + count
        elif kind == "user":
            self.user[(file, name)] = self.user.get((file, name), 0) + count

    def merge(self, other):
        """Adds the counts of another one."""
        for key, points in other.lines.items():
            mine = self.lines.setdefault(key, {})
            for point, count in points.items():
                mine[point] = mine.get(point, 0) + count
        for mine, more in ((self.branches, other.branches), (self.toggles, other.toggles), (self.user, other.user)):
            for key, count in more.items():
                mine[key] = mine.get(key, 0) + count

    def covered_lines(self):
        return {key: all(points.values()) for key, points in self.lines.items()}


def read_goals(pattern):
    """[(path, file of the RTL, signal, bits)] of the signals of which each bit must toggle."""
    rows = []
    for path in project.find(pattern) if pattern else []:
        for row in project.lines(path):
            cells = [c.strip() for c in row.split("|")]
            if len(cells) != 4 or not all(cells) or not cells[2].isdigit():
                sys.exit(f"{path}: '{row}' is not 'block | signal | bits | why'")
            rows.append((path, project.rtl_files().get(cells[0], cells[0]), cells[1], int(cells[2])))
    return rows


def missed_goals(toggles, goals):
    """What is wrong, a line each: goals that name no signal, bits that never toggled."""
    bits = {}  # (file, signal) -> {bit: count}
    for (file, _, name), count in toggles.items():
        signal, _, index = name.rstrip("]").rpartition("[")
        element = bits.setdefault((file, signal or name), {})
        number = int(index) if signal else 0
        element[number] = element.get(number, 0) + count
    wrong = []
    for path, file, signal, width in goals:
        seen = bits.get((file, signal), {})
        if len(seen) < width:
            wrong.append(f"{path}: {file} has {len(seen)} bits of {signal}, {width} are asked for")
            continue
        still = [b for b in range(width) if not any(c for k, c in seen.items() if k % width == b)]
        if still:
            wrong.append(f"{path}: {file}: of {signal} never toggled: bits {', '.join(map(str, still))}")
    return wrong


def read_test(folder):
    """Report of what one test has left."""
    report = Report()
    for path in glob.glob(f"{folder}/*.dat"):
        for point in read_points(path):
            report.add(*point)
    return report


def percent(hit, total):
    return 100.0 * hit / total if total else 100.0


def functional():
    """{(block, point): count} of nf_tb_cover, points that no test reached included."""
    points = {}
    for path in project.find("tb/*/*_tb.c"):
        for name in POINT.findall(project.read(path)):
            points[(os.path.basename(path)[:-5], name)] = 0
    for path in glob.glob(f"{RAW}/*/*.cover"):
        with open(path, encoding="utf-8") as f:
            for row in f:
                block, hits, name = row.rstrip("\n").split(" ", 2)
                points[(block, name)] = points.get((block, name), 0) + int(hits)
    return points


def print_report(report, lines):
    """One row per file, a total; returns the total of line coverage."""
    print(f"{'file':<44}{'lines':>14}{'branches':>16}{'toggled bits':>20}")
    total = [0, 0, 0, 0, 0, 0]
    for file in sorted({k[0] for k in lines}) + ["total"]:
        def pick(table):
            values = [v for k, v in table.items() if k[0] == file]
            return sum(1 for v in values if v), len(values)
        row = total if file == "total" else [*pick(lines), *pick(report.branches),
                                             *pick(report.toggles)]
        if file != "total":
            total = [a + b for a, b in zip(total, row)]
        cells = [f"{hit}/{of} {percent(hit, of):5.1f}%" for hit, of in zip(row[::2], row[1::2])]
        print(f"{file:<44}{cells[0]:>14}{cells[1]:>16}{cells[2]:>20}")
    return percent(total[0], total[1])


def write(name, rows):
    with open(f"{FOLDER}/{name}", "w", encoding="utf-8") as f:
        f.writelines(row + "\n" for row in rows)


def write_lcov(data):
    tool = os.environ.get("VERILATOR_COVERAGE", "verilator_coverage")
    try:
        subprocess.run([tool, "--write-info", f"{FOLDER}/lcov.info"] + data, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        print(f"lcov.info was not written: {tool} does not run")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minimum", type=float, default=0, help="percent of lines, else it fails")
    parser.add_argument("--goals", help="pattern of the files that name the signals of which each bit must toggle")
    parser.add_argument("programs", nargs="+")
    args = parser.parse_args()
    os.makedirs(RAW, exist_ok=True)
    forget_others(args.programs)
    report = Report()
    with multiprocessing.Pool(args.jobs) as pool:
        failed = [p for p, ok in pool.map(run_test, args.programs, chunksize=1) if not ok]
        data = glob.glob(f"{RAW}/*/*.dat")
        if not data:
            sys.exit("coverage: no test left any data")
        for one in pool.imap_unordered(read_test, sorted(glob.glob(f"{RAW}/*"))):
            report.merge(one)
    lines = report.covered_lines()
    reached = print_report(report, lines)
    write("uncovered.txt", [f"{f}:{n}" for (f, n), hit in sorted(lines.items()) if not hit]
          + [f"{f}:{n}: branch {name} in column {c}"
             for (f, n, c, name), count in sorted(report.branches.items()) if not count])
    write("untoggled.txt", [f"{f}:{n}: {bit}" for (f, n, bit), c in sorted(report.toggles.items())
                            if not c])
    points = {(f"{b} (test)", n): c for (b, n), c in functional().items()}
    points.update({(f"{f} (property)", n): c for (f, n), c in report.user.items()})
    write("points.txt", [f"{c:>10}  {w}: {n}" for (w, n), c in sorted(points.items())])
    print(f"functional points: {sum(1 for c in points.values() if c)} of {len(points)} reached")
    for (where, name), count in sorted(points.items()):
        if not count:
            print(f"  never reached: {where}: {name}")
    print(f"lines never run, bits never toggled: see {FOLDER}/")
    write_lcov(data)
    goals = read_goals(args.goals)
    missed = missed_goals(report.toggles, goals)
    print(f"signals of which each bit must toggle: {len(goals) - len(missed)} of {len(goals)} do")
    for line in [f"{program} failed" for program in failed] + missed:
        print(f"coverage: {line}", file=sys.stderr)
    if reached < args.minimum:
        print(f"coverage: {reached:.1f} % of the lines, {args.minimum:g} % are required",
              file=sys.stderr)
    sys.exit(1 if failed or missed or reached < args.minimum else 0)


if __name__ == "__main__":
    main()
