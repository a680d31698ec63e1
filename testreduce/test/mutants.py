#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Break TestReduce on purpose and demand that the named test goes red. TAP; `make mutants-testreduce`.

testreduce/test/mutants.txt, one mutant a line:   file | sed expression | test

  file    of testreduce/
  sed     applied to it with sed -E; one that changes nothing is an error
  test    a test of testreduce_test.c, run with sanitizers, or a function of sim/test/testreduce.py that asks the command

Each test must be named once at least: one that nothing turns red checks nothing. And each must be green in the same
programs before anything is broken.
"""

import argparse
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys

FOLDER = "build/mutants/testreduce"
LIST = "testreduce/test/mutants.txt"
UNIT, COMMAND = "testreduce/test/testreduce_test.c", "sim/test/testreduce.py"
# Seconds of processor time, so that a busy machine breaks no test; the longest one takes 15. None waits on anything else.
TIMEOUT = 120


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def read_mutants():
    """[(number, file, sed, test)], or an exit that says which line is wrong."""
    found = []
    for row in read(LIST).splitlines():
        if not row.strip() or row.startswith("#"):
            continue
        parts = [p.strip() for p in row.split(" | ")]
        if len(parts) < 3 or not os.path.exists(f"testreduce/{parts[0]}"):
            sys.exit(f"{LIST}: '{row}' is not: file of testreduce/ | sed expression | test")
        found.append((len(found) + 1, parts[0], " | ".join(parts[1:-1]), parts[-1]))
    return found


def tests():
    """(unit tests, tests of the command), by name."""
    own = re.search(r"^OWN = \[(.*?)\]", read(COMMAND), re.M | re.S)
    return set(re.findall(r"cmocka_unit_test\((\w+)\)", read(UNIT))), set(re.findall(r"\w+", own[1]))


def build(number, file, sed, unit, options):
    """Path of the program with the change in it, of the program as it is for no file; (None, complaint) if there is none."""
    folder = f"{FOLDER}/{number}"
    os.makedirs(folder, exist_ok=True)
    compiler, program = options.compile.split(), f"{folder}/{'unit' if unit else 'testreduce'}"
    objects, commands = (options.unit if unit else options.command).split(), []
    if file:
        wrong = change(folder, file, sed)
        if wrong:
            return None, wrong
        made = f"{folder}/{file}.o"
        commands.append([*compiler, "-c", f"{folder}/{file}", "-o", made])
        objects = [made if o == f"build/obj/san/testreduce/{file[:-2]}.o" else o for o in objects]
    commands.append([*compiler, "-o", program, *objects, "-lcmocka", "-lcjson", "-lm"])
    for command in commands:
        done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            return None, f"it does not build: {done.stdout[-500:]}"
    return program, None


def change(folder, file, sed):
    """Writes the changed file; what is wrong, or None."""
    done = subprocess.run(["sed", "-E", sed, f"testreduce/{file}"], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode or done.stdout == read(f"testreduce/{file}"):
        return f"sed: {done.stderr.strip() or 'the expression changes nothing'}"
    with open(f"{folder}/{file}", "w", encoding="utf-8") as f:
        f.write(done.stdout)
    return None


def is_green(program, test, unit):
    """True, False, or None if the test does not end."""
    command = [program, test] if unit else [sys.executable, "-B", COMMAND, test]
    try:
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30 * TIMEOUT,
                              env=os.environ | {"SEED": "1", "TESTREDUCE": program},
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (TIMEOUT, TIMEOUT + 1)))
        return None if -done.returncode in (signal.SIGXCPU, signal.SIGKILL) else done.returncode == 0
    except subprocess.TimeoutExpired:
        return None


def run_mutant(job):
    """(name, complaint or None)"""
    (number, file, sed, test), unit, options = job
    name = f"{test} finds {file} {sed}".replace("#", "") if file else f"{test} is green before"
    program, wrong = build(number, file, sed, unit, options)
    if wrong:
        return name, wrong
    green = is_green(program, test, unit)
    if green is None:
        return name, f"the test did not end within {TIMEOUT} s of processor time"
    if file:
        return name, "it survived: the test stayed green" if green else None
    return name, None if green else "it is red with nothing broken"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compile", required=True, help="compiler and flags")
    parser.add_argument("--unit", required=True, help="objects of the unit tests")
    parser.add_argument("--command", required=True, help="objects of the command")
    parser.add_argument("tests", nargs="*", help="only mutants of these tests (default: all)")
    options = parser.parse_args()
    unit, command = tests()
    everything = read_mutants()
    mutants = [m for m in everything if not options.tests or m[3] in options.tests]
    unknown = {m[3] for m in mutants} - unit - command
    if unknown or not mutants:
        sys.exit(f"{LIST}: no such test: {', '.join(sorted(unknown)) or options.tests}")
    # First each test as it is; its number is the test's name.
    jobs = [((f"none/{test}", None, None, test), test in unit, options) for test in sorted({m[3] for m in mutants})]
    jobs += [(m, m[3] in unit, options) for m in mutants]
    print(f"1..{len(jobs) + 1}", flush=True)
    lacking = sorted((unit | command) - {m[3] for m in everything})
    failed = bool(lacking)
    print(f"{'not ok' if lacking else 'ok'} 1 - each of {len(unit | command)} tests has a mutant")
    print("".join(f"# none for {test}\n" for test in lacking), end="", flush=True)
    with multiprocessing.Pool(options.jobs) as pool:
        for number, (name, wrong) in enumerate(pool.imap(run_mutant, jobs), 2):
            failed += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
            print("".join(f"# {line}\n" for line in (wrong or "").splitlines()), end="", flush=True)
    print(f"{len(jobs) + 1 - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
