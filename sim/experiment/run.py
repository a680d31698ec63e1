# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What `netfold experiment` starts (command.c has its options and checks them): runs, tables, charts, checks.

Every run of netfold leaves its report in OUT/runs, under a name made of the command line and of the program itself. A run that
has one there is not run again: so an experiment that was stopped goes on, and parts of it may run on several machines with one file
system.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import csv
import hashlib
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import experiments
import plot
import table
import tell

BAD_INPUT, STOPPED = 2, 130
MOST_SHOWN = 5  # runs that failed
SIGNAL_S = 0.2  # seconds after which a signal is seen at the latest


class Store:
    """Reports of runs, kept by command line and program."""

    def __init__(self, folder, netfold, fresh):
        self.folder, self.netfold, self.fresh = folder, netfold, fresh
        self.running, self.stopping, self.lock = set(), False, threading.Lock()  # processes
        self.program = hashlib.sha256(pathlib.Path(netfold).read_bytes()).hexdigest()
        folder.mkdir(parents=True, exist_ok=True)

    def version(self):
        return subprocess.run([self.netfold, "--version"], text=True, check=True, capture_output=True).stdout.split()[-1]

    def place(self, run):
        key = hashlib.sha256("\0".join((self.program, *run.words)).encode()).hexdigest()
        return self.folder / f"{key[:32]}.json"

    def has(self, run):
        return not run.words or (not self.fresh and self.place(run).exists())

    def load(self, run):
        kept = json.loads(self.place(run).read_text(encoding="utf-8"))
        return kept["report"], kept["seconds"]

    def make(self, run):
        """Runs it and keeps its report; returns what went wrong, or None."""
        command = [self.netfold, *run.words]
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            report = pathlib.Path(folder) / "report.json"
            begin = time.monotonic()
            with self.lock:  # none begins behind the signal that ends those that run
                if self.stopping:
                    return "stopped"
                process = subprocess.Popen([*command, "--json", report], text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                self.running.add(process)
            said = process.communicate()[1].strip()
            self.running.discard(process)
            seconds = time.monotonic() - begin
            if process.returncode:
                return f"{' '.join(command)}: {said or f'status {process.returncode}'}"
            found = json.loads(report.read_text(encoding="utf-8"))
            if not run.right(found):
                return f"{' '.join(command)}: the result is wrong"
            whole = pathlib.Path(folder) / "whole.json"
            whole.write_text(json.dumps({"words": run.words, "seconds": round(seconds, 3), "report": found}), encoding="utf-8")
            whole.replace(self.place(run))  # at once: another process never reads a part of it
        return None

    def stop(self):
        with self.lock:
            self.stopping = True
            for process in list(self.running):
                process.terminate()


def span(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Progress:
    """How many runs are done and the time that is left, on a terminal; runs take time in proportion to their weight."""

    def __init__(self, name, runs, total):
        self.name, self.total, self.already = name, total, total - len(runs)
        self.weight, self.done, self.weighed = sum(run.weight for run in runs) or 1, 0, 0.0
        self.begin, self.on = time.monotonic(), sys.stderr.isatty()

    def step(self, run):
        self.done += 1
        self.weighed += run.weight
        if self.on:
            spent = time.monotonic() - self.begin
            left = spent * (self.weight - self.weighed) / self.weighed
            print(f"\r\033[K{self.name}: {self.already + self.done} of {self.total} runs, {span(spent)}, about {span(left)} left",
                  end="", file=sys.stderr, flush=True)

    def end(self):
        if self.on and self.done:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def make_all(name, runs, store, jobs):
    """Makes what is not there, the longest runs first; returns {index of a run: what went wrong}."""
    todo = [(index, run) for index, run in enumerate(runs) if not store.has(run)]
    todo = collections.deque(sorted(todo, key=lambda item: -item[1].weight))
    progress, errors, lock = Progress(name, [run for _, run in todo], len(runs)), {}, threading.Lock()

    def work():
        while True:
            with lock:
                if not todo:
                    return
                index, run = todo.popleft()
            error = store.make(run)
            with lock:
                if error:
                    errors[index] = error
                progress.step(run)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:  # a signal may come as soon as the first worker runs
            workers = [pool.submit(work) for _ in range(min(jobs, len(todo)))]
            # One that comes just before the wait is seen when that ends: an unlimited wait would sleep through it.
            while concurrent.futures.wait(workers, timeout=SIGNAL_S).not_done:
                pass
            for worker in workers:
                worker.result()
        except KeyboardInterrupt:
            todo.clear()
            store.stop()
            raise
        finally:
            progress.end()
    return errors


def gather(runs, store, errors):
    """Rows in the order of the runs."""
    rows = []
    for index, run in enumerate(runs):
        if index in errors:
            rows.append(run.labels | {"error": errors[index]})
        elif run.words:
            report, seconds = store.load(run)
            rows += [row | {"seconds": seconds} for row in run.rows(report)]
        else:
            rows.append(dict(run.labels))
    return rows


def write_csv(path, experiment, rows):
    columns = list(dict.fromkeys(key for row in rows for key in row))
    notes = {"source": experiment.source, "paper": experiment.paper} | {f"paper_{k}": v for k, v in experiment.notes.items()}
    with contextlib.ExitStack() as stack:
        file = sys.stdout if path == "-" else stack.enter_context(open(path, "w", encoding="utf-8", newline=""))
        writer = csv.DictWriter(file, [*columns, *notes], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row | notes for row in rows)


def write_json(path, whole):
    text = json.dumps(whole, indent=1) + "\n"
    if path == "-":
        sys.stdout.write(text)
    else:
        pathlib.Path(path).write_text(text, encoding="utf-8")


def write_charts(experiment, rows, folder):
    """The charts' files; what could not be drawn is said."""
    files = []
    for chart in experiment.charts:
        path = folder / f"{experiment.id}{'-' if chart.name else ''}{chart.name}.svg"
        panels = chart.points_of(rows)
        if not panels:
            continue  # the settings leave its rows out
        if plot.chart(path, panels, chart):
            files.append(path.name)
        else:
            print(f"{path} is not drawn: matplotlib is absent (Debian: python3-matplotlib)", file=sys.stderr)
    return files


def settings_of(experiment, words):
    settings = {name: setting.default for name, setting in experiment.settings.items()}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign or name not in settings:
            known = ", ".join(f"{k}={v.default}" for k, v in experiment.settings.items())
            raise table.BadInput(f"--set {word}: {experiment.id} takes {known or 'no settings'}")
        settings[name] = experiment.settings[name].read(name, text)
    return settings


def part_of(runs, part):
    """The runs of part K of N."""
    if not part:
        return runs
    k, _, n = part.partition("/")
    return [run for index, run in enumerate(runs) if index % int(n) == int(k) - 1]


def show_failed(failed, out):
    for error in failed[:MOST_SHOWN]:
        print(f"FAILED {error}", file=out)
    if len(failed) > MOST_SHOWN:
        print(f"FAILED {len(failed) - MOST_SHOWN} runs more", file=out)


def conclude(experiment, settings, rows, seconds, store, args, out):
    """Tables, files and charts of a whole experiment; returns how much of it does not hold."""
    failed = [row["error"] for row in rows if "error" in row]
    if experiment.derive and not failed:
        rows = rows + experiment.derive(table.Rows(rows))
    found = table.Rows(rows)
    claims = [] if failed else experiment.claims(found, settings)
    checks = [] if failed else experiment.checks(found, settings)
    write_csv(args.out / f"{experiment.id}.csv", experiment, rows)
    whole = {"id": experiment.id, "title": experiment.title, "source": experiment.source, "paper": experiment.paper,
             "program": store.program, "version": store.version(), "settings": settings, "notes": experiment.notes, "seconds": round(seconds, 1),
             "claims": [{"what": c.what, "paper": c.paper, "ours": c.ours, "reason": c.why} for c in claims],
             "checks": [{"what": what, "holds": bool(holds)} for what, holds in checks], "rows": rows}
    write_json(args.out / f"{experiment.id}.json", whole)
    files = [f"{experiment.id}.csv", f"{experiment.id}.json", *write_charts(experiment, rows, args.out)]
    print(f"{experiment.id}: {experiment.title} ({experiment.source})\n  paper: {experiment.paper}\n", file=out)
    print(tell.page(experiment, whole), file=out)
    for what, holds in checks:
        print(f"{'holds ' if holds else 'FAILED'} {what}", file=out)
    show_failed(failed, out)
    print(f"{args.out}: {', '.join(files)}; {len(rows)} rows in {seconds:.1f} s\n", file=out, flush=True)
    if args.csv:
        write_csv(args.csv, experiment, rows)
    if args.json:
        write_json(args.json, whole)
    if not failed and not checks:
        raise LookupError(f"{experiment.id} has checked nothing")
    return len(failed) + sum(not holds for _, holds in checks)


def perform(experiment, args):
    settings = settings_of(experiment, args.set)
    out = sys.stderr if "-" in (args.csv, args.json) else sys.stdout
    store = Store(args.out / "runs", args.netfold, args.fresh)
    begin = time.monotonic()
    runs = part_of(experiment.runs(settings), args.part)
    errors = make_all(experiment.id, runs, store, args.jobs)
    if args.part:
        show_failed(list(errors.values()), out)
        print(f"{experiment.id}: part {args.part}, {len(runs)} runs are there; without --part come tables and charts", file=out)
        return len(errors)
    return conclude(experiment, settings, gather(runs, store, errors), time.monotonic() - begin, store, args, out)


def show_list():
    width = max(len(e.id) for e in experiments.ALL)
    source = max(len(e.source) for e in experiments.ALL)
    for e in experiments.ALL:
        print(f"{e.id:<{width}}  {e.source:<{source}}  {e.title}")
        for name, setting in e.settings.items():
            whole = isinstance(setting.default, int) and setting.default % 1024 == 0
            default = table.size(setting.default) if whole else setting.default
            words = f" ({', '.join(setting.words)})" if setting.words else ""
            print(f"{'':<{width}}  --set {name}={default}: {setting.meaning}{words}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--netfold", required=True)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/experiments"))
    parser.add_argument("--part")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--json")
    parser.add_argument("--csv")
    parser.add_argument("id", nargs="?")
    args = parser.parse_args()
    args.jobs = args.jobs or len(os.sched_getaffinity(0))
    if args.list:
        show_list()
        return 0
    chosen = [e for e in experiments.ALL if args.id.lower() in (e.id.lower(), "all")]
    if not chosen:
        raise table.BadInput(f"{args.id}: there is no such experiment; see netfold experiment --list")
    if len(chosen) > 1 and (args.set or args.json or args.csv):
        raise table.BadInput("all: --set, --json and --csv are for one experiment")
    return 1 if sum(perform(e, args) for e in chosen) else 0


def interrupted(_number, _frame):
    raise KeyboardInterrupt


class NotTaken(Exception):
    """Of standard output: nobody reads it any more, or its disk is full."""


class Standard(io.FileIO):
    """Standard output, whose errors are told from those of files."""

    def write(self, data):
        try:
            return super().write(data)
        except OSError as error:
            raise NotTaken(error.strerror) from error


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, interrupted)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(Standard(1, "w", closefd=False)), sys.stdout.encoding, sys.stdout.errors,
                                  line_buffering=sys.stdout.isatty())
    try:
        status = main()
        sys.stdout.flush()
        sys.exit(status)
    except (table.BadInput, OSError) as error:
        print(f"netfold: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except NotTaken as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else what is left is tried once more at the end
        print(f"netfold: standard output cannot be written: {error}; what was printed is not all there", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        print("netfold: stopped; the runs that are done are kept, the same command goes on with the others", file=sys.stderr)
        sys.exit(STOPPED)
