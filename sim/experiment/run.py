#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Experiments beside the paper's: many runs of netfold, a table and a chart.

usage: sim/experiment/run.py [--jobs N] [--long] [--out DIR] ID...
       sim/experiment/run.py [--out DIR] --page docs/results.md ID...

  ID      k7a, k10b, tables, waves, n11, n52, loss, or all
  --long  k7a up to 64 MB
  --page  runs nothing: writes the tables of earlier runs into the page, between its marks
          <!-- ID --> and <!-- end -->, and copies their charts to docs/fig/

Makes DIR/ID.csv, .json and .svg (DIR: build/experiments). NETFOLD names the program, else
build/netfold. Every result is compared with the exact sum; a run that fails ends the experiment
with status 1, after all others.
"""

import argparse
import concurrent.futures
import csv
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import cases
import plot
import tell

NETFOLD = os.environ.get("NETFOLD", "build/netfold")


def run_case(case, folder, number):
    """Rows, mostly one: the case, what netfold reports, the time it took."""
    report = os.path.join(folder, f"{number}.json")
    words = [NETFOLD, *case.words(), "--json", report]
    row = dataclasses.asdict(case)
    begin = time.monotonic()
    done = subprocess.run(words, check=False, text=True, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE)
    row["seconds"] = round(time.monotonic() - begin, 2)
    if done.returncode:
        row["error"] = f"{' '.join(words)}: {done.stderr.strip() or done.returncode}"
        return [row]
    with open(report, encoding="utf-8") as file:
        found = json.load(file)
    if not found["bit_exact"]:
        row["error"] = f"{' '.join(words)}: the result is wrong"
    figures = case.figures(found)
    return [row | each for each in (figures if isinstance(figures, list) else [figures])]


def run_all(experiment, jobs):
    """Rows in the order of the cases; the longest runs start first."""
    todo = sorted(enumerate(experiment.cases), key=lambda item: -item[1].weight())
    rows = {}
    with (tempfile.TemporaryDirectory() as folder,
          concurrent.futures.ThreadPoolExecutor(jobs) as pool):
        started = {pool.submit(run_case, case, folder, number): number for number, case in todo}
        for future in concurrent.futures.as_completed(started):
            rows[started[future]] = future.result()
            if sys.stderr.isatty():
                print(f"\r{experiment.name}: {len(rows)} of {len(todo)} runs", end="",
                      file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return [row for number in sorted(rows) for row in rows[number]]


def write_chart(chart, rows, out):
    panels = {}
    for row in rows:
        if "error" not in row and (not chart.only or row[chart.panels] in chart.only):
            lines = panels.setdefault(row[chart.panels], {})
            lines.setdefault(row[chart.lines], []).append((row[chart.x], row[chart.y]))
    width = max(300, 600 // max(len(panels), 1))
    drawn = plot.chart(out / f"{chart.name}.svg", panels, chart.x_label, chart.y_label, chart.ys, chart.limit, width,
                       even=chart.even)
    if not drawn:
        print(f"{out}/{chart.name}.svg is not drawn: matplotlib is absent (Debian: python3-matplotlib)")


def write(experiment, rows, seconds, out):
    out.mkdir(parents=True, exist_ok=True)
    whole = {"id": experiment.name, "title": experiment.title, "paper": experiment.paper,
             **dict(experiment.notes), "seconds": round(seconds, 1), "rows": rows}
    (out / f"{experiment.name}.json").write_text(json.dumps(whole, indent=1) + "\n",
                                                 encoding="utf-8")
    columns = list(dict.fromkeys(key for row in rows for key in row))
    with open(out / f"{experiment.name}.csv", "w", encoding="utf-8", newline="") as file:
        notes = {"paper": experiment.paper} | {f"paper_{key}": value for key, value in experiment.notes}
        writer = csv.DictWriter(file, [*columns, *notes], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | notes for row in rows)
    for chart in (experiment, *experiment.more):
        write_chart(chart, rows, out)


def run(experiment, jobs, out):
    """Number of runs that failed."""
    begin = time.monotonic()
    rows = run_all(experiment, jobs)
    seconds = time.monotonic() - begin
    write(experiment, rows, seconds, out)
    failed = [row["error"] for row in rows if "error" in row]
    print(f"{experiment.title}\n  paper: {experiment.paper}\n")
    print(tell.tables(experiment, rows))
    print(f"{out}/{experiment.name}.csv, .json, .svg: {len(experiment.cases)} runs in {seconds:.0f} s")
    for error in failed:
        print(f"FAILED {error}")
    print(flush=True)
    return len(failed)


def write_page(page, experiment, out):
    """Replaces what is between the marks of the experiment."""
    rows = json.loads((out / f"{experiment.name}.json").read_text(encoding="utf-8"))["rows"]
    text = page.read_text(encoding="utf-8")
    marks = re.compile(rf"(<!-- {experiment.name} -->\n).*?(<!-- end -->)", re.S)
    if not marks.search(text):
        sys.exit(f"{page}: no <!-- {experiment.name} --> and <!-- end -->")
    text = marks.sub(lambda m: m[1] + tell.tables(experiment, rows) + m[2], text)
    page.write_text(text, encoding="utf-8")
    for chart in (experiment, *experiment.more):
        drawn = out / f"{chart.name}.svg"
        if drawn.exists():
            shutil.copyfile(drawn, page.parent / "fig" / f"{chart.name}.svg")
        else:
            print(f"{drawn} is absent: the page keeps its figure")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="+", metavar="ID", choices=[*cases.EXPERIMENTS, "all"])
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at a time")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/experiments"))
    parser.add_argument("--page", type=pathlib.Path)
    args = parser.parse_args()
    failed = 0
    for name in cases.EXPERIMENTS if "all" in args.ids else args.ids:
        experiment = cases.EXPERIMENTS[name](args.long)
        if args.page:
            write_page(args.page, experiment, args.out)
        else:
            failed += run(experiment, args.jobs, args.out)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
