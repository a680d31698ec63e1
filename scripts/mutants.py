#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Break the RTL on purpose and demand that the block's own test goes red for the right reason. TAP.

tb/<component>/mutants.txt, one mutant a line:   block | sed expression | cause

  block   nf_fifo: the block's first line in params.txt; nf_fifo Width=5 Depth=2: that very line; nf_ace_csr/nf_ace_regs: what is
          broken is the register file within it
  sed     applied to rtl/<component>/<block>.sv with sed -E; one that changes nothing is an error
  cause   name of the property that must fail, or `mismatch`: an output must differ from the model's, or
          a check of the test fail; or `unknown`: the test stays green, but in the simulator with four states
          (synth/four_state.py) an output is X

Each mutant lives in build/mutants/<number>/, where everything but the RTL is a link to the tree. A mutant that was caught
is not built again until its RTL, its test or a tool changes (scripts/kept.py): a run that was ended goes on where it stopped.
A run of all of them ends with records/mutants.txt, which says which of them stand.

    make mutants-record             writes the record and runs nothing
    NETFOLD_FRESH=1 make mutants    breaks everything anew, whatever the record says
"""

import argparse
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import threading

import kept
import project

FOLDER = "build/mutants"
UNKNOWN = "unknown"
TIMEOUT = 600  # seconds
LINKS = ["Makefile", "mk", "scripts", "cmodel", "tb", "synth", "sim", "testreduce", "prove"]
SHARED = ["obj", "san", "vl/runtime", "vl/headers", "config.mk"]


def read_mutants(only):
    """[(number, Build, sed, cause)] of all components, or an exit that says which line is wrong."""
    builds = project.builds()
    found = []
    for path in project.find("tb/*/mutants.txt"):
        for row in project.read(path).splitlines():
            if not row.strip() or row.lstrip().startswith("#"):
                continue
            parts = [p.strip() for p in row.split(" | ")]
            if len(parts) < 3:
                sys.exit(f"{path}: '{row}' is not: block | sed expression | cause")
            title, sed, cause = parts[0], " | ".join(parts[1:-1]), parts[-1]
            title, _, part = title.partition("/")
            fits = [b for b in builds if title in (b.block, b.title)]
            if not fits:
                sys.exit(f"{path}: '{title}' is no build of params.txt")
            if part and not project.is_register_file(part):
                sys.exit(f"{path}: '{part}' is no register file")
            if not only or fits[0].block in only:
                found.append((len(found) + 1, fits[0].with_broken(part or fits[0].block), sed, cause))
    return found


def changed(build, sed):
    """(RTL of the block after the expression, None) or (None, complaint)."""
    path = project.rtl_files()[build.broken]
    done = subprocess.run(["sed", "-E", sed, path], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode:
        return None, f"sed: {done.stderr.strip()}"
    return (None, "the expression changes nothing") if done.stdout == project.read(path) else (done.stdout, None)


def prepare(number, build, text, own=()):
    """A tree of its own with one changed file; folders of `own` are copied: Python finds the tree by where a script really lies."""
    folder = f"{FOLDER}/{number}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/build/vl")
    root = os.path.abspath(".")
    for name in LINKS:
        if name in own:
            shutil.copytree(name, f"{folder}/{name}")
        elif os.path.exists(name):
            os.symlink(f"{root}/{name}", f"{folder}/{name}")
    for name in SHARED:
        os.symlink(f"{root}/build/{name}", f"{folder}/build/{name}")
    shutil.copytree("rtl", f"{folder}/rtl")
    with open(f"{folder}/{project.rtl_files()[build.broken]}", "w", encoding="utf-8") as f:
        f.write(text)


def judge(output, cause):
    """None if the output is red for the named cause, else what is wrong."""
    if not re.search(r"^not ok", output, re.M):
        return "it survived: the test stayed green"
    properties = re.findall(r"^# +\d+  property (\S+)", output, re.M)
    differs = re.search(r"^# +\d+  (\S+ +rtl 0x|check: )", output, re.M)
    if cause in properties or (cause == "mismatch" and differs):
        return None
    seen = sorted(set(properties)) + (["mismatch"] if differs else [])
    return f"red, but by {', '.join(seen) or 'something else'}"


def run_until_caught(test, folder, cause):
    """What the test prints, up to where it is red for the named cause; None if it does not end."""
    lines = []
    with subprocess.Popen([test, "--keep-going"], cwd=folder, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        clock = threading.Timer(TIMEOUT, process.kill)
        clock.start()
        for line in process.stdout:
            lines.append(line)
            if line.startswith("# ") and judge("".join(lines), cause) is None:
                process.kill()
                break
        late = not clock.is_alive()
        clock.cancel()
    return None if late else "".join(lines)


def runs_into_x(folder, tag, output):
    """None if the check with four states ended with an X where it should not, else what is wrong."""
    path = f"{folder}/build/four-state/{tag}.tap"
    if not os.path.exists(path):
        return f"no check with four states: {output[-300:]}"
    with open(path, encoding="utf-8") as f:
        text = f.read()
    if not re.search(r"^not ok", text, re.M):
        return "it survived: nothing unknown came out"
    return None if re.search(r"^# +\d+  \S+ +four-state [0-9a-f]*[xX]", text, re.M) else "red, but without an X"


def key_of(build, text, cause):
    """What the verdict on a mutant depends on."""
    judged_by = [project.read("synth/four_state.py")] if cause == UNKNOWN else []
    return kept.test(build, "mutant", cause, *judged_by, changed={project.rtl_files()[build.broken]: text})


def key_of_row(build, sed, cause):
    """The same, or None for an expression that is wrong."""
    text, wrong = changed(build, sed)
    return None if wrong else key_of(build, text, cause)


def stands(build, sed, cause):
    """Was it caught by an earlier run?"""
    key = key_of_row(build, sed, cause)
    return key is not None and bool(kept.find("mutants", key))


def record(mutants):
    """Writes the record of all mutants."""
    keys = [key_of_row(*mutant[1:]) for mutant in mutants]
    print(f"# {kept.record('mutants', filter(None, keys))} of {len(mutants)} mutants are on record")


def run_mutant(mutant):
    """Returns (name, complaint or None, what to print beside a complaint, whether an earlier run caught it)."""
    number, build, sed, cause = mutant
    name = f"mutant {build.broken}: {cause} by {sed}".replace("#", "")
    text, wrong = changed(build, sed)
    if wrong:
        return name, wrong, "", False
    key = key_of(build, text, cause)
    if kept.find("mutants", key):
        return name, None, "", True
    prepare(number, build, text, ("scripts", "synth") if cause == UNKNOWN else ())
    folder, test = f"{FOLDER}/{number}", f"build/tb/{build.tag}"
    # Most runs are short, as they end with the named cause: compiling quickly is worth more than running so.
    made = subprocess.run(["make", "-C", folder, "--no-print-directory", test if cause != UNKNOWN else f"build/four-state/{build.tag}.ok",
                           "VL_EXTRA=-Wno-fatal", "VL_CXXFLAGS_test=-O0"],
                          check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if cause == UNKNOWN:
        output, wrong = made.stdout, runs_into_x(folder, build.tag, made.stdout)
    elif made.returncode:
        return name, "it does not build", made.stdout[-1500:], False
    else:
        output = run_until_caught(test, folder, cause)
        if output is None:
            return name, f"the test did not end within {TIMEOUT} s", "", False
        wrong = judge(output, cause)
    if not wrong:
        shutil.rmtree(folder)
        kept.keep("mutants", key, {"what": name})
    return name, wrong, output[-1500:] if wrong else "", False


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", action="store_true", help="write records/mutants.txt and run nothing")
    parser.add_argument("blocks", nargs="*", help="default: all")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    mutants = read_mutants(args.blocks)
    if not mutants:
        sys.exit("mutants: tb/*/mutants.txt names none")
    if args.record:
        record(read_mutants([]))
        return
    # What all mutants share is made once, before they start.
    open_ones = [b for _, b, sed, cause in mutants if not stands(b, sed, cause)]
    print(f"# {len(mutants) - len(open_ones)} of {len(mutants)} mutants were caught by an earlier run", flush=True)
    shared = sorted({f"build/tb/{b.tag}" for b in open_ones})
    if shared:
        subprocess.run(["make", "--no-print-directory", "-j", str(args.jobs)] + shared, check=True,
                       stdout=subprocess.DEVNULL)
    print(f"1..{len(mutants)}", flush=True)
    failed = 0
    with multiprocessing.Pool(args.jobs) as pool:
        for number, (name, wrong, text, earlier) in enumerate(pool.imap(run_mutant, mutants), 1):
            failed += bool(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {name}{' (an earlier run)' if earlier else ''}")
            for line in ([wrong] if wrong else []) + text.splitlines():
                print(f"# {line}")
            sys.stdout.flush()
    if not args.blocks:
        record(mutants)
    print(f"# {len(mutants) - failed} of {len(mutants)} mutants were caught by the named cause")
    print(f"{len(mutants) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
