# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Runs what pages tell their reader to type, as TAP: one result for each section that has commands.

usage: python3 examples/pages.py PAGE...

A command is a line that is indented by four spaces; what stands behind it after `# ` must be in what the section prints.
The commands of a page run in their order in one shell's surroundings (`export` lasts), in the root of the tree. A section
whose tool is absent is skipped by name, and so is one that is not for this machine, NOT_HERE.
"""

import os
import re
import shutil
import subprocess
import sys

# What the sections need besides what scripts/setup.sh installs: {heading: (what is missing, a command that has it)}.
OPTIONAL = {
    "Python": ("cffi (Debian: python3-cffi)", "python3 -c 'import cffi'"),
    "slang": ("scripts/tools.sh has not run", "test -e build/tools/tools.txt"),
    "Registers": ("make registers has not run", "test -x build/venv/bin/peakrdl"),
    "FuseSoC": ("fusesoc (PyPI)", "fusesoc --version"),
}
NOT_HERE = {"Vendor tools": "no vendor's tool is here"}


def sections(page):
    """[(heading, its lines of commands)], those without commands left out."""
    found = []
    with open(page, encoding="utf-8") as f:
        for line in f.read().splitlines():
            if line.startswith("## "):
                found.append((line[3:], []))
            elif line.startswith("    ") and found:
                found[-1][1].append(line[4:])
    return [(heading, lines) for heading, lines in found if lines]


def reasons(lines, environment):
    """What is wrong with one section, and the environment that it leaves."""
    expected = [m[1] for m in (re.search(r"\s# (.*)$", line) for line in lines) if m]
    script = "set -e\n" + "\n".join(lines) + "\necho\necho ENVIRONMENT\nenv -0\n"
    done = subprocess.run(["bash", "-c", script], env=environment, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    printed, _, left = done.stdout.decode(errors="replace").rpartition("\nENVIRONMENT\n")
    if done.returncode:
        return done.stdout.decode(errors="replace").splitlines()[-15:], environment
    left = dict(entry.split("=", 1) for entry in left.split("\0") if "=" in entry)
    return [f"'{text}' is not in what it prints: {printed.strip().splitlines()[-3:]}" for text in expected
            if text not in printed], left


def present(command):
    return subprocess.run(["bash", "-c", command], check=False, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def main():
    count = failed = 0
    shutil.rmtree("build/examples", ignore_errors=True)
    os.makedirs("build/examples")
    # A make above this one would have its own options passed on.
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    for page in sys.argv[1:]:
        for heading, lines in sections(page):
            count += 1
            name = f"{count} - {page}: {heading}"
            missing, have = OPTIONAL.get(heading, ("", "true"))
            if heading in NOT_HERE or not present(have):
                print(f"ok {name} # SKIP {NOT_HERE.get(heading, missing)}", flush=True)
                continue
            wrong, environment = reasons(lines, environment)
            failed += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {name}", flush=True)
            for line in wrong:
                print(f"# {line}")
    if not count:
        failed = 1
        print("not ok 1 - no page has a command")
    print(f"1..{count or 1}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
