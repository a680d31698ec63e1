#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the tree promises of itself, as TAP.

usage: scripts/check.py mirror | gen | format | scripts

  mirror    rtl, cmodel, tb and docs have the same rooms and blocks; file lists are complete; a room uses
            lower floors only; sizes and licence lines
  gen       generated files are what their source says
  format    C sources are as clang-format has them
  scripts   shell scripts are free of shellcheck's complaints
"""

import os
import re
import shutil
import subprocess
import sys

import project


class Tap:
    """Numbered result lines; a failed one is followed by its reasons."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def result(self, name, reasons, skip=None):
        self.count += 1
        self.failed += bool(reasons)
        print(f"{'not ok' if reasons else 'ok'} {self.count} - {name}"
              + (f" # SKIP {skip}" if skip else ""))
        for reason in reasons:
            print(f"# {reason}")

    def done(self):
        print(f"1..{self.count}")
        return 1 if self.failed else 0


def exists(path):
    return os.path.exists(os.path.join(project.ROOT, path))


def room_reasons(room):
    """What is missing or odd in one room."""
    reasons = []
    built = {}
    for b in project.builds():
        built.setdefault(b.block, []).append(b)
    listed = {n: p for n, p in project.rtl_files().items() if project.room(p) == room}
    for path in project.find(f"rtl/{room}/*.sv"):
        name = os.path.splitext(os.path.basename(path))[0]
        if name not in listed:
            reasons.append(f"{path} is in no file list")
            continue
        if not re.search(rf"^\s*(module|package)\s+{name}\b", project.read(path), re.M):
            reasons.append(f"{path} does not define {name}")
        for other in project.used(name):
            there = project.room(project.rtl_files()[other])
            if there != room and project.floor(there) >= project.floor(room):
                reasons.append(f"{path} uses {other} of {there}, which is no lower floor")
        if project.is_package(name):
            continue
        for twin in (f"cmodel/{room}/{name}.h", f"cmodel/{room}/{name}.c", f"tb/{room}/{name}_tb.c"):
            if not exists(twin):
                reasons.append(f"{path} has no {twin}")
        if name not in built:
            reasons.append(f"{name} has no line in tb/{room}/params.txt")
        elif not any(b.netlist for b in built[name]):
            reasons.append(f"{name} has no line marked netlist in tb/{room}/params.txt")
    for path in project.find(f"tb/{room}/*_tb.c"):
        if os.path.basename(path)[:-5] not in listed and path != "tb/common/nf_tb.c":
            reasons.append(f"{path} tests no module of rtl/{room}")
    reasons += [c for c in project.params_lines()[1] if c.startswith((f"tb/{room}/", "tb/*/"))]
    if not exists(f"docs/{room}.md"):
        reasons.append(f"docs/{room}.md does not exist")
    return reasons


def sources():
    """Every source file of the project that people write."""
    found = []
    for pattern in ("rtl/*/*.sv", "rtl/*/*.svh", "rtl/*.vlt", "cmodel/*/*.[ch]", "tb/*/*.[ch]",
                    "tb/*/*.cpp", "sim/*.[ch]", "sim/*/*.[ch]", "sim/test/*.sh", "scripts/*.py",
                    "scripts/*.sh", "synth/*.py", "mk/*.mk", "sim/*.mk", "Makefile", ".ci/run"):
        found += project.find(pattern)
    return sorted(set(found))


def check_mirror(tap):
    rooms = sorted({project.room(p) for p in project.find("rtl/*/*.sv")})
    for room in rooms:
        tap.result(f"mirror: room {room}", room_reasons(room))
    bare = [path for path in sources()
            if "SPDX-License-Identifier: Apache-2.0" not in project.read(path)[:400]]
    tap.result("mirror: every source has its licence line", bare)


def run_lines(command):
    """Output lines of a command that failed, nothing of one that passed."""
    done = subprocess.run(command, cwd=project.ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return (done.stdout.splitlines() or ["it failed"]) if done.returncode else []


def check_gen(tap):
    for script in project.find("scripts/gen_defs.py") + project.find("scripts/gen_room.py"):
        tap.result(f"gen: {script} --check", run_lines([sys.executable, script, "--check"]))


def check_format(tap):
    files = [p for p in sources() if p.endswith((".c", ".h", ".cpp"))]
    if not shutil.which("clang-format"):
        print("# check-format skipped: clang-format is absent")
        tap.result("format", [], skip="clang-format is absent")
        return
    reasons = run_lines(["clang-format", "--dry-run", "-Werror"] + files)
    tap.result(f"format: {len(files)} C files", [r for r in reasons if "error:" in r] or reasons)


def check_scripts(tap):
    files = [p for p in sources() if p.endswith(".sh") or p == ".ci/run"]
    if not shutil.which("shellcheck"):
        print("# check-scripts skipped: shellcheck is absent")
        tap.result("scripts", [], skip="shellcheck is absent")
        return
    tap.result(f"scripts: shellcheck of {len(files)} files", run_lines(["shellcheck"] + files))


def main():
    checks = {"mirror": check_mirror, "gen": check_gen, "format": check_format,
              "scripts": check_scripts}
    if len(sys.argv) != 2 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    tap = Tap()
    checks[sys.argv[1]](tap)
    sys.exit(tap.done())


if __name__ == "__main__":
    main()
