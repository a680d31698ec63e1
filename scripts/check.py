#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the tree promises of itself, as TAP.

usage: scripts/check.py mirror | gen | headers | format | scripts | slang [MODULE...] | verible | reuse

  mirror    rtl, cmodel, tb and docs have the same components and blocks; a component uses lower layers only; sizes and
            licence lines
  gen       generated files are what their source says
  headers   every header of cmodel/ compiles alone, as C11 and as C++17, and all together; every symbol of the
            library begins with nf_
  format    C sources are as clang-format has them
  scripts   shell scripts are free of shellcheck's complaints
  slang     slang accepts each module as its own top, with the parameters of all its builds (rtl/slang.f)
  verible   Verible parses all RTL and finds nothing against its rules (rtl/verible.rules)
  reuse     every file says its licence, as the REUSE specification has it; skipped where `reuse` of PyPI is absent

slang and Verible come from scripts/tools.sh. Without them the check is skipped; it fails if NF_NEED_TOOLS
is set to 1.
"""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

import mutants
import plan
import project

sys.path.insert(0, os.path.join(project.ROOT, "synth"))


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


def component_reasons(component):
    """What is missing or odd in one component."""
    reasons = []
    built = {}
    for b in project.builds():
        built.setdefault(b.block, []).append(b)
    listed = {n: p for n, p in project.rtl_files().items() if project.component(p) == component}
    for name, path in listed.items():
        if not re.search(rf"^\s*(module|package)\s+{name}\b", project.read(path), re.M):
            reasons.append(f"{path} does not define {name}")
        for other in project.used(name):
            there = project.component(project.rtl_files()[other])
            if there != component and project.layer(there) >= project.layer(component):
                reasons.append(f"{path} uses {other} of {there}, which is no lower layer")
        if project.is_package(name):
            continue
        part = project.is_register_file(name)
        for mirror in (f"cmodel/{component}/{name}.h", f"cmodel/{component}/{name}.c", *([] if part else [f"tb/{component}/{name}_tb.c"])):
            if not exists(mirror):
                reasons.append(f"{path} has no {mirror}")
        if part:
            continue
        if name not in built:
            reasons.append(f"{name} has no line in tb/{component}/params.txt")
        elif not project.netlists(name):
            reasons.append(f"{name} has no line marked netlist in tb/{component}/params.txt, or marked netlist-parts with all blocks inside marked")
    for path in project.find(f"tb/{component}/*_tb.c"):
        if os.path.basename(path)[:-5] not in listed and path != "tb/common/nf_tb.c":
            reasons.append(f"{path} tests no module of rtl/{component}")
    reasons += [c for c in project.params_lines()[1] if c.startswith((f"tb/{component}/", "tb/*/"))]
    if not exists(f"docs/{component}.md"):
        reasons.append(f"docs/{component}.md does not exist")
    return reasons


def sources():
    """Every source file of the project that people write."""
    found = []
    for pattern in ("rtl/*/*.sv", "rtl/*/*.svh", "rtl/*.vlt", "rtl/*.f", "rtl/*.rules",
                    "cmodel/*/*.[ch]", "tb/*/*.[ch]", "tb/*/*.cpp", "sim/*/*.[ch]", "sim/*/*.cpp", "sim/*/*/*.[ch]",
                    "testreduce/*.[ch]", "testreduce/*.mk", "testreduce/test/*.[ch]", "testreduce/python/*.py", "testreduce/python/*/*.py",
                    "sim/test/*.sh", "examples/*/*.sh", "examples/*/*/*.c", "examples/*/*/*.cpp", "examples/*/*/*.sv", "examples/*/*/*.py", "scripts/*.py", "scripts/*.sh", "scripts/*.bash", "prove/*.py", "prove/*.sh", "prove/test/*.py", "synth/*.py", "synth/*.sh", "synth/*.c", "synth/*/*.cpp", "synth/*/*.v", "mk/*.mk", "sim/*.mk", "sim/*/*.mk", "Makefile", ".ci/run"):
        found += project.find(pattern)
    return sorted(set(found))


def idle_mutants():
    """Mutants whose sed finds nothing: the block was changed, and what was broken is no longer shown to be found."""
    reasons = []
    rows = [(project.rtl_files()[build.broken], sed, cause) for _, build, sed, cause in mutants.read_mutants([])]
    for path, sed, cause in rows + project.theorem_mutants():
        done = subprocess.run(["sed", "-E", sed, path], cwd=project.ROOT, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode or done.stdout == project.read(path):
            reasons.append(f"{path} | {sed} | {cause}: the file stays as it is")
    return reasons


def untried_theorems():
    """Theorems that no mutant is known to refute."""
    listed = subprocess.run([sys.executable, "prove/prove.py", "--list"], cwd=project.ROOT, text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    tried = {theorem for _, _, theorem in project.theorem_mutants()}
    names = [line.split()[0] for line in listed.splitlines()]
    return [f"{name} has no mutant in prove/mutants.txt" for name in names if name not in tried] + \
        [f"prove/mutants.txt: there is no theorem {name}" for name in sorted(tried - set(names))]


def check_mirror(tap):
    components = sorted({project.component(p) for p in project.find("rtl/*/*.sv")})
    for component in components:
        tap.result(f"mirror: component {component}", component_reasons(component))
    bare = [path for path in sources()
            if "SPDX-License-Identifier: Apache-2.0" not in project.read(path)[:400]]
    tap.result("mirror: every source has its licence line", bare)
    tap.result("mirror: every mutant changes its block", idle_mutants())
    tap.result("mirror: every theorem has a mutant", untried_theorems())
    tap.result("mirror: every block has its part in the plan of verification",
               [f"{r['block']}: {', '.join(plan.missing(r))}" for r in plan.plan() if plan.missing(r)])


def run_lines(command):
    """Output lines of a command that failed, nothing of one that passed."""
    done = subprocess.run(command, cwd=project.ROOT, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return (done.stdout.splitlines() or ["it failed"]) if done.returncode else []


def check_gen(tap):
    for name in ("registers", "defs", "component", "regfile", "lists", "ports", "kinds"):
        tap.result(f"gen: scripts/gen_{name}.py --check",
                   run_lines([sys.executable, f"scripts/gen_{name}.py", "--check"]))


STRICT = ["-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Wpedantic", "-Werror", "-Icmodel", "-Ibuild/include"]
ANONYMOUS = "a struct without a name inside another, as C11 has it; g++ and clang++ take it outside -pedantic"
# Headers with a line that C++17 does not have, and why it is there.
NOT_CXX = {
    "common/nf_defs.h": "a table is initialised by index, as C99 has it; g++ and clang++ take it outside -pedantic",
    "link/nf_link_wire.h": "a compound literal with designators, inside the models of the link only",
    "mcr/nf_mcr_lookup_ports.h": ANONYMOUS,
    "mcr/nf_mcr_table_ports.h": ANONYMOUS,
    "reduce/nf_reduce_tag_ports.h": "a port of nf_reduce_tag is called new, which is a keyword there",
    "switch/nf_switch_ingress_ports.h": ANONYMOUS,
}


def compile_header(header, language, standard):
    """[(file of cmodel/, complaint)] of one header alone."""
    compiler = os.environ.get("CC", "gcc") if language == "c" else os.environ.get("CXX", "g++")
    done = subprocess.run([compiler, "-x", language, f"-std={standard}", *STRICT, "-"], cwd=project.ROOT, text=True,
                          input=f'#include "{header}"\n', check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    found = re.findall(r"^(?:cmodel/)?(\S+?):\d+:\d+: (?:fatal )?error: (.*)", done.stdout, re.M)
    return found or ([(header, "it does not compile")] if done.returncode else [])


def check_headers(tap):
    headers = [path[len("cmodel/"):] for path in project.find("cmodel/*/*.h")] + ["netfold.h"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        as_c = list(pool.map(lambda h: compile_header(h, "c", "c11"), headers))
        as_cxx = list(pool.map(lambda h: compile_header(h, "c++", "c++17"), headers))
    tap.result(f"headers: {len(headers)} alone as C11", [f"{f}: {text}" for found in as_c for f, text in found])
    complaints = {(f, text) for found in as_cxx for f, text in found}
    for header, reason in NOT_CXX.items():
        print(f"# C++17 does not have a line of {header}: {reason}")
    tap.result(f"headers: {len(headers)} alone as C++17, but for lines of {len(NOT_CXX)}",
               [f"{f}: {text}" for f, text in sorted(complaints) if f not in NOT_CXX]
               + [f"{f} is C++17 now: out of NOT_CXX, and of C_ONLY in mk/install.mk"
                  for f in sorted(set(NOT_CXX) - {f for f, _ in complaints})])
    for library in ("libnetfold.a", "libnetfold.so"):
        words = ["nm", "-g", "--defined-only"] + (["-D"] if library.endswith(".so") else []) + [f"build/lib/{library}"]
        done = subprocess.run(words, cwd=project.ROOT, text=True, check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        names = [line.split()[-1] for line in done.stdout.splitlines() if len(line.split()) == 3]
        tap.result(f"headers: {len(names)} symbols of {library} begin with nf_",
                   [n for n in names if not n.startswith("nf_")] if len(names) > 100 else done.stdout.splitlines()[:3])


def check_format(tap):
    files = [p for p in sources() if p.endswith((".c", ".h", ".cpp"))]
    if not shutil.which("clang-format"):
        print("# check-format skipped: clang-format is absent")
        tap.result("format", [], skip="clang-format is absent")
        return
    reasons = run_lines(["clang-format", "--dry-run", "-Werror"] + files)
    tap.result(f"format: {len(files)} C files", [r for r in reasons if "error:" in r] or reasons)


def help_goals():
    """The goals that `make help` names."""
    goals = []
    for line in project.read("Makefile").splitlines():
        if line.startswith("##   make "):
            goals += re.split("   +", line[len("##   make "):])[0].split()
    return goals


def check_nightly(tap):
    """Each goal of the help is one of `make nightly`; of what is for a BLOCK it is one block's."""
    found = re.search(r"^NIGHTLY_GOALS := ((?:.*\\\n)*.*)", project.read("mk/goals.mk"), re.M)
    nightly = found[1].replace("\\\n", " ").split() if found else []
    if "$(CHECKS)" in nightly:
        nightly += re.search(r"^CHECKS := (.*)", project.read("mk/goals.mk"), re.M)[1].split()
    goals = help_goals()
    lacking = [f"{goal} is in the help and not in NIGHTLY_GOALS of mk/goals.mk" for goal in goals
               if goal != "nightly" and not any(re.fullmatch(goal.replace("BLOCK", "nf_.*"), n) for n in nightly)]
    tap.result(f"scripts: make nightly runs all {len(goals) - 1} goals of the help",
               lacking if len(goals) > 1 else ["the help names no goal"])


def check_scripts(tap):
    check_nightly(tap)
    files = [p for p in sources() if p.endswith((".sh", ".bash")) or p == ".ci/run"]
    if not shutil.which("shellcheck"):
        print("# check-scripts skipped: shellcheck is absent")
        tap.result("scripts", [], skip="shellcheck is absent")
        return
    tap.result(f"scripts: shellcheck of {len(files)} files", run_lines(["shellcheck"] + files))


def tool(tap, name, program):
    """Path of a program that scripts/tools.sh installs; None, and a result that says so, if it is absent.

    Only the versions of scripts/tools.txt count: others find other things.
    """
    if exists("build/tools/tools.txt") and \
            project.read("build/tools/tools.txt") == project.read("scripts/tools.txt"):
        return f"build/tools/bin/{program}"
    missing = f"{name} of scripts/tools.txt is absent, scripts/tools.sh installs it"
    if os.environ.get("NF_NEED_TOOLS") == "1":
        tap.result(name, [missing])
    else:
        print(f"# {name} skipped: {missing}")
        tap.result(name, [], skip=missing)
    return None


def version(package):
    """The one version of a package that scripts/tools.txt allows."""
    return dict(line.split("==") for line in project.lines("scripts/tools.txt"))[package]


def check_slang(tap, modules):
    python = tool(tap, "slang", "python")
    if not python:
        return
    print(f"# slang {version('pyslang')}")
    modules = modules or project.modules()
    with subprocess.Popen([python, "scripts/slang_lint.py"] + modules, cwd=project.ROOT, text=True,
                          stdout=subprocess.PIPE) as lint:
        for line in lint.stdout:
            one = json.loads(line)
            modules.remove(one["module"])
            tap.result(f"slang {one['module']}  # parameter sets: {one['builds']}", one["findings"])
    for module in modules:
        tap.result(f"slang {module}", ["slang ended before it came to this module"])


def check_verible(tap):
    program = tool(tap, "verible", "verible-verilog-lint")
    if not program:
        return
    print(f"# Verible {version('verible')}")
    files = project.find("rtl/*/*.sv") + project.find("rtl/*/*.svh")
    tap.result(f"verible: {len(files)} files",
               run_lines([program, "--rules_config", "rtl/verible.rules"] + files))


def check_reuse(tap):
    program = shutil.which("reuse", path=f"{project.ROOT}/build/venv/bin:{os.environ['PATH']}")
    if not program:
        print("# reuse skipped: reuse of PyPI is absent")
        tap.result("reuse", [], skip="reuse of PyPI is absent")
        return
    tap.result("reuse: every file says its licence", run_lines([program, "lint", "--lines"]))


def main():
    checks = {"mirror": check_mirror, "gen": check_gen, "headers": check_headers, "format": check_format,
              "scripts": check_scripts, "slang": check_slang, "verible": check_verible, "reuse": check_reuse}
    name, names = sys.argv[1] if len(sys.argv) > 1 else None, sys.argv[2:]
    if name not in checks or (names and name != "slang") or set(names) - set(project.modules()):
        sys.exit(__doc__)
    tap = Tap()
    checks[name](tap, *([names] if name == "slang" else []))
    sys.exit(tap.done())


if __name__ == "__main__":
    main()
