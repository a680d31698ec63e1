#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Prove the arithmetic and control of the RTL, for all operands; and see each kind of theorem fail on a mutant.

    make prove                          all theorems, then the mutants of prove/mutants.txt
    make prove THEOREMS=fp16            the theorems whose name holds that text, without mutants
    python3 prove/prove.py --help

Each theorem is a sentence and some cases that together prove it (theorem.py); a case is one question to
cvc5 or to ABC (engine.py). The last table has one row a theorem; build/prove/report.json and report.csv hold
the same. The exit status is 1 when a theorem is refuted or a solver gives no answer, or when a mutant leaves
the theorem that is named for it standing. A question that an earlier run has answered, to the letter and with the same
solver, is not asked again (scripts/kept.py): a run that was ended goes on where it stopped, and each run ends with
records/prove.txt, which names what was answered. To add a theorem, add it to theorems() of a file here.
"""
import argparse
import concurrent.futures
import csv
import importlib
import json
import os
import shutil
import subprocess
import sys
import time

import engine

FILES = ("floating", "pipelines", "exact", "rounding", "control", "counters")
FOLDER = engine.FOLDER


def all_theorems():
    """Of all files, in reading order."""
    return [t for name in FILES for t in importlib.import_module(name).theorems()]


class Progress:
    """One line that is written over, or nothing where there is no terminal."""

    def begin(self, title, total):
        self.title, self.total, self.done, self.start = title, total, 0, time.monotonic()

    def step(self, name):
        self.done += 1
        if sys.stderr.isatty():
            passed = time.monotonic() - self.start
            left = passed / self.done * (self.total - self.done)
            print(f"\r{self.title}: {self.done}/{self.total} cases, {passed:.0f} s, about {left:.0f} s left: "
                  f"{name:<40.40}", end="", file=sys.stderr, flush=True)

    @staticmethod
    def end():
        if sys.stderr.isatty():
            print("\r" + " " * 110 + "\r", end="", file=sys.stderr, flush=True)


FORM = "{:<26}{:>6}{:>9}  {:<10}{}"


def show(row):
    """One theorem of the table, and what refutes it."""
    theorem, cases, seconds, verdict, lines, _ = row
    print(FORM.format(theorem.name, cases, f"{seconds:.1f}", verdict, theorem.words))
    for line in lines:
        print(f"    {line}")
    sys.stdout.flush()


def judge(theorem, answers):
    """The row of a theorem: (theorem, cases, seconds, verdict, lines, cases answered by an earlier run)."""
    failed = [(c, a) for c, a in answers if a.verdict not in ("proven", "skipped")]
    lines = [f"{c.name}: {a.verdict}" + "".join(f"\n      {line}" for line in a.lines) for c, a in failed]
    verdict = "proven" if not failed else \
        "refuted" if any(a.verdict == "refuted" for _, a in failed) else "no answer"
    return theorem, len(answers), sum(a.seconds for _, a in answers), verdict, lines, \
        sum(a.stands for _, a in answers)


def prove(theorems, jobs, stop_early):
    """The rows of the theorems, in their order, each shown as soon as it is known."""
    os.makedirs(f"{FOLDER}/cases", exist_ok=True)
    print(FORM.format("theorem", "cases", "CPU s", "verdict", "in words"), flush=True)
    progress, solvers, rows = Progress(), engine.Solvers(), []

    def ask(question):
        theorem, case = question
        path = f"{FOLDER}/cases/" + f"{theorem.name}-{case.name}".replace(" ", "_").replace("=", "")
        if solvers.stopped:
            return case, engine.Answer("skipped", 0.0)
        answer = case.ask(path, solvers)
        if answer.verdict != "proven" and stop_early:
            solvers.stop()
        elif answer.verdict == "proven":
            for left in (path + ".smt2", path + "-witness.smt2"):
                if os.path.exists(left):
                    os.remove(left)
        progress.step(f"{theorem.name}: {case.name}")
        return case, answer

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for number, theorem in enumerate(theorems, 1):
            questions = [(theorem, case) for case in theorem.cases()]
            progress.begin(f"theorem {number}/{len(theorems)}", len(questions))
            rows.append(judge(theorem, list(pool.map(ask, questions))))
            progress.end()
            show(rows[-1])
            if solvers.stopped:
                break
    return rows


def report(rows):
    """The table, in files."""
    table = [{"theorem": t.name, "words": t.words, "cases": n, "cpu_seconds": round(s, 1), "verdict": v,
              "cases_of_an_earlier_run": k} for t, n, s, v, _, k in rows]
    with open(f"{FOLDER}/report.json", "w", encoding="utf-8") as f:
        json.dump({"tools": engine.versions(), "theorems": table}, f, indent=1)
    with open(f"{FOLDER}/report.csv", "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, list(table[0]))
        writer.writeheader()
        writer.writerows(table)


def key_of(path, sed, name):
    """What the verdict on a mutant depends on: the expression, the scripts, what the theorems of that name read."""
    scripts = [engine.project.read(file) for file in (*engine.project.find("prove/*.py"), "scripts/ports.py", "synth/yosys.py")]
    everything = [engine.project.code(file) for file in engine.project.find("rtl/*/*.sv") + engine.project.find("prove/claims/*")]
    reads = [text for t in all_theorems() if name in t.name for text in (t.reads() if t.reads else everything)]
    return engine.kept.key("mutant", path, sed, name, str(engine.versions()), *scripts, *reads)


def run_mutant(number, path, sed, name):
    """None when the named theorem is refuted in a tree with the changed file, else what is wrong."""
    key = key_of(path, sed, name)
    wrong = None if engine.kept.find("prove", key) else break_tree(number, path, sed, name)
    if not wrong:
        engine.answered.add(key)
        engine.kept.keep("prove", key, {"passed": 1, "what": f"{path}: {sed}"})
    return wrong


def break_tree(number, path, sed, name):
    """The same, without looking at earlier runs."""
    tree = os.path.abspath(f"{FOLDER}/mutants/{number}")
    shutil.rmtree(tree, ignore_errors=True)
    os.makedirs(tree)
    for entry in ("rtl", "prove", "synth", "scripts"):  # copies: Python finds the tree by its own files
        shutil.copytree(entry, f"{tree}/{entry}", ignore=shutil.ignore_patterns("__pycache__"))
    for entry in ("tb", "cmodel"):
        os.symlink(os.path.abspath(entry), f"{tree}/{entry}")
    before = engine.project.read(path)
    subprocess.run(["sed", "-E", "-i", sed, f"{tree}/{path}"], check=True)
    with open(f"{tree}/{path}", encoding="utf-8") as f:
        if f.read() == before:
            return "the expression changes nothing"
    done = subprocess.run([sys.executable, "prove/prove.py", "--only", name, "--first"], cwd=tree, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == 1 and "refuted" in done.stdout:
        shutil.rmtree(tree)
        return None
    return "the theorem still stands" if done.returncode == 0 else done.stdout[-800:]


def try_mutants(jobs):
    """How many are not refuted; prints a line for each."""
    mutants = engine.project.theorem_mutants()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        answers = pool.map(lambda m: run_mutant(m[0], *m[1]), enumerate(mutants))
        alive = 0
        for (path, sed, name), wrong in zip(mutants, answers):
            alive += wrong is not None
            print(f"mutant of {os.path.basename(path)[:-3]}: {wrong or 'refutes ' + name}   ({sed})", flush=True)
    print(f"{len(mutants) - alive} of {len(mutants)} mutants refute their theorem")
    return alive


def record(whole):
    """Writes what was answered to records/prove.txt; a run of a part leaves the rest of it."""
    earlier = set() if whole else engine.kept.recorded("prove")
    print(f"# {engine.kept.record('prove', {*earlier, *engine.answered})} answers are on record")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1, help="solvers at a time")
    parser.add_argument("--only", default="", metavar="TEXT", help="theorems whose name holds TEXT; no mutants")
    parser.add_argument("--mutants", action="store_true", help="the mutants alone")
    parser.add_argument("--first", action="store_true", help="end with the first case that is not proven")
    parser.add_argument("--list", action="store_true", help="print the theorems and end")
    args = parser.parse_args()
    os.chdir(engine.ROOT)
    if args.mutants:
        alive = try_mutants(args.jobs)
        record(False)
        return 1 if alive else 0
    theorems = [t for t in all_theorems() if args.only in t.name]
    if not theorems:
        sys.exit(f"prove: no theorem has '{args.only}' in its name; --list prints them")
    if args.list:
        for t in theorems:
            print(f"{t.name:<26} {t.words}")
        return 0
    start = time.monotonic()
    rows = prove(theorems, args.jobs, args.first)
    report(rows)
    bad = sum(row[3] != "proven" for row in rows)
    print(f"{len(rows) - bad} of {len(rows)} theorems proven, {sum(row[1] for row in rows)} cases, "
          f"{sum(row[5] for row in rows)} of them answered by an earlier run, "
          f"{sum(row[2] for row in rows):.0f} s of processor time, {time.monotonic() - start:.0f} s")
    if not args.only:
        bad += try_mutants(args.jobs)
    if not args.first:
        record(whole=not args.only)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
