# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What stands must not hide a fault: trees in which one thing was changed, and what scripts/due.py and scripts/verdicts.py
make of it. TAP."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "sim/test"))
import helpers  # noqa: E402

COPIED = ("rtl", "cmodel", "tb", "sim/test", "scripts")  # what a test may change; the rest of the tree is linked
BLOCK = "nf_ram_fifo"  # has several builds, bins that need not be reached, and users
FIRST = "nf_ram_fifo_Width521_Depth32"
UNIT, SCRIPT, EVERYTHING = "build/tb/unit", "sim/test/few.sh", "sim/test/all.sh"


class Tree:
    """A tree of its own, in which all long checks stand."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "tree"
        self.results = pathlib.Path(folder) / "results"
        self.root.mkdir()
        for path in ROOT.iterdir():
            if path.name not in ("build", ".git", ".gitignore", ".results", "records", "sim", *COPIED):
                (self.root / path.name).symlink_to(path)
        (self.root / "sim").mkdir()
        for path in (ROOT / "sim").iterdir():
            if path.name != "test":
                (self.root / "sim" / path.name).symlink_to(path)
        for name in COPIED:
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("records", "build/tap/cover", "build/tb", "build/lib"):
            (self.root / name).mkdir(parents=True)
        # Which tools there are is found out once.
        shutil.copy(ROOT / "build/config.mk", self.root / "build/config.mk")
        shutil.copy(ROOT / ".gitignore", self.root / ".gitignore")
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.python("import due, kept\nfor name, key in due.asked().items(): kept.keep('checked', key, {'what': name})")

    def run(self, *command, **variables):
        plain = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "NETFOLD_FRESH")}
        return subprocess.run(command, cwd=self.root, env=plain | {"NETFOLD_RESULTS": str(self.results), **variables}, text=True,
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout

    def python(self, code):
        return self.run(sys.executable, "-B", "-c", f"import sys; sys.path.insert(0, 'scripts')\n{code}")

    def due(self, *arguments, **variables):
        return set(self.run(sys.executable, "-B", "scripts/due.py", *arguments, **variables).split())

    def later(self, *blocks):
        """Names of the builds of these blocks, or of all, but for the first of each."""
        return set(self.python(f"import project\nfor b in project.builds():\n"
                               f"  if not b.soak and b.tag not in project.first_tags() and (not {blocks} or b.block in {blocks}):\n"
                               "    print('build/tb/' + b.tag)").split())

    def blocks(self):
        return set(self.python("import project\nfor b in project.builds(): print(b.block)").split())

    def users(self, module):
        """Blocks whose RTL has that module in it."""
        return set(self.python(f"import project\nfor b in {{b.block for b in project.builds()}}:\n"
                               f"  if '{module}' in project.closure(b): print(b)").split())


class changed:
    """A file of the tree with more behind its end, for as long as the block lasts."""

    def __init__(self, tree, path, more):
        self.path, self.more = tree.root / path, more

    def __enter__(self):
        self.before = self.path.read_bytes()
        self.path.write_bytes(self.before + self.more.encode())

    def __exit__(self, *_):
        self.path.write_bytes(self.before)


def differ(what, found, wanted):
    """Reasons why two sets of names are not the same."""
    return [f"{what}: {name} is not there" for name in sorted(wanted - found)] + \
        [f"{what}: {name} is there" for name in sorted(found - wanted)]


def long_checks(tap, tree):
    """What a change makes due, and nothing else."""
    tap.result("where nothing has changed nothing is due", differ("due", tree.due(), set()))
    everything = tree.due(NETFOLD_FRESH="1")
    tap.result("with NETFOLD_FRESH=1 all builds and all crosses are due", differ(
        "due", {name for name in everything if name.startswith(("build/tb/", "crosses/"))},
        tree.later() | {f"crosses/{block}" for block in tree.blocks()} | {"build/tb/nf_switch_order"}))
    users = tree.users(BLOCK)
    own = tree.later(BLOCK) | {f"crosses/{BLOCK}"}
    for what, path in (("RTL", f"rtl/common/{BLOCK}.sv"), ("a model", f"cmodel/common/{BLOCK}.c"), ("a test", f"tb/common/{BLOCK}_tb.c")):
        with changed(tree, path, "\n// one more line, and /* another */\n"):
            tap.result(f"{what}: a comment makes nothing due", differ("due", tree.due(), set()))
    with changed(tree, f"rtl/common/{BLOCK}.sv", "`define ONE_MORE_LINE\n"):
        found = tree.due()
        synthesis = {name for name in found if re.match(f"(netlist|cross|four-state)/({'|'.join(users)})(_[A-Z]|$)", name)}
        tap.result(f"RTL: all builds of all {len(users)} blocks that have {BLOCK} in them, no other block's",
                   differ("due", found, tree.later(*users) | {f"{what}/{block}" for block in users for what in ("crosses", "lint")} |
                          synthesis | {"rtl"}))
    for what, path, more in (("a block's test", f"tb/common/{BLOCK}_tb.c", "enum { ONE_MORE_LINE };\n"),
                             ("a bin that need not be reached", "tb/common/unreached.txt", f"{BLOCK} | a | b | for no reason\n")):
        with changed(tree, path, more):
            tap.result(f"{what}: all builds of the block", differ("due", tree.due(), own))
    with changed(tree, "tb/common/params.txt", f"{BLOCK} Width=9 Depth=33\n"):
        tap.result("one more build: all builds of the block",
                   differ("due", tree.due(), own | {f"build/tb/{BLOCK}_Width9_Depth33"}))
    with changed(tree, "scripts/crosses.py", "# one more line\n"):
        tap.result("the gate of the crosses: all builds", differ("due", {n for n in everything if n.startswith("crosses/")},
                                                                 {n for n in tree.due() if n.startswith("crosses/")}))
    lots = [tree.due("--draw", "3", "--seed", str(seed)) for seed in (5, 5, 6)]
    tap.result("a draw is of block tests, the seed's own, and another one's is another",
               [] if lots[0] == lots[1] != lots[2] and all(len(lot) == 3 and lot < everything for lot in lots) and
               all(name.startswith("build/tb/") for name in set.union(*lots)) else [str(lots)])


def kept_results(tap, tree):
    """Which of the results in build/tap are kept."""
    later = sorted(tree.later(BLOCK))[0]
    taps = tree.root / "build/tap"
    name = later.replace("/", "_")
    cases = (("a test that has passed", {f"{name}.tap": "ok 1 - a\n1..1\n"}, {later}),
             ("a test that has failed", {f"{name}.tap": "ok 1 - a\nnot ok 2 - b\n1..2\n"}, set()),
             ("a test that fails with another seed", {f"{name}.tap": "ok 1 - a\n1..1\n", f"{name}@7.tap": "not ok 1 - a\n1..1\n"}, set()),
             ("a test that has left nothing", {}, set()),
             ("crosses that were reached", {"crosses.tap": f"ok 1 - cross coverage: 9 bins of {BLOCK}\n1..1\n"}, {f"crosses/{BLOCK}"}),
             ("crosses that were not reached", {"crosses.tap": f"not ok 1 - cross coverage: 9 bins of {BLOCK}\n1..1\n"}, set()),
             ("crosses of other blocks", {"crosses.tap": f"ok 1 - cross coverage: 9 bins of {BLOCK}s\nok 2 - cross coverage: 9 blocks # SKIP\n1..2\n"}, set()))
    for what, files, wanted in cases:
        for path, text in files.items():
            (taps / path).write_text(text)
        results = tree.results.with_name(f"results of {what}")
        tree.run(sys.executable, "-B", "scripts/due.py", "keep", later, f"crosses/{BLOCK}", NETFOLD_RESULTS=str(results))
        tap.result(f"kept or not: {what}", differ("kept", {json.loads(path.read_text())["what"] for path in results.glob("*/*/*")}, wanted))
        for path in files:
            (taps / path).unlink()


def gate(tap, tree):
    """The gate judges a block when all its builds have run, and says so when not."""
    cover = tree.root / "build/tap/cover"
    builds = dict(line.split("\t") for line in tree.python(
        f"import project\nfor b in project.builds():\n  if b.block == '{BLOCK}': print(b.tag, ' '.join(b.params), sep='\\t')").splitlines())
    for bins, run, wanted in (("0", builds, "not ok"), ("5", builds, "ok"), ("0", [FIRST], "skipped")):
        for path in cover.iterdir():
            path.unlink()
        for tag in run:
            (cover / f"{tag}.cross").write_text(f"{BLOCK}\truns\t{builds[tag]}\t1\n{BLOCK}\ta cross\ta bin\t{bins}\n"
                                                f"{BLOCK}\tin_ x out_\twaits, idle\t0\n")
        (tree.root / "build/due").write_text("".join(f"build/tb/{tag}\n" for tag in run))
        text = subprocess.run([sys.executable, "-B", "scripts/crosses.py", "build/tap/cover", "build/due"], cwd=tree.root, text=True,
                              check=False, stdout=subprocess.PIPE).stdout
        lines = [line for line in text.splitlines() if line.endswith(f" bins of {BLOCK}")]
        found = "skipped" if not lines else "not ok" if lines[0].startswith("not ok") else "ok"
        reasons = [] if found == wanted and ("# SKIP" in text) else [f"{found}: {text[-500:]}"]
        tap.result(f"crosses with {bins} hits, {len(run)} of {len(builds)} builds run: {wanted}", reasons)


def verdicts(tap, tree):
    """Tests that have passed stand until something that they read is another."""
    programs = {UNIT: "#!/bin/sh\n[ ! -e README.md ] && echo ok 1 - alone && echo 1..1\n",
                SCRIPT: "#!/bin/sh\n# reads: rtl/ace\n[ ! -e README.md ] && [ -e rtl/ace ] && [ ! -e rtl/link ] && "
                        "[ -e build/lib ] && echo ok 1 - few && echo 1..1\n",
                EVERYTHING: "#!/bin/sh\n[ -e README.md ] && echo ok 1 - all && echo 1..1\n"}
    for path, text in programs.items():
        (tree.root / path).write_text(text)
        (tree.root / path).chmod(0o755)
    (tree.root / SCRIPT).with_suffix(".py").write_text("import floats\n")
    (tree.root / "build/lib/libnetfold.so").write_text("1")
    names = list(programs)

    def round_of(**variables):
        """What stood, after the others have run and were kept."""
        tree.run(sys.executable, "-B", "scripts/verdicts.py", "find", *names, **variables)
        stood = {name for name in names if (tree.root / "build/verdicts" / name.replace("/", "_") / "tap").exists()}
        for name in names:
            subprocess.run(["scripts/tap_run.sh", name], cwd=tree.root, env=os.environ | {"NF_VERDICTS": "build/verdicts"}, check=False,
                           stdout=subprocess.DEVNULL)
        tree.run(sys.executable, "-B", "scripts/verdicts.py", "keep", *names, **variables)
        return stood

    tap.result("verdicts: at first none stands, and each runs where only that is which it may read", differ("stands", round_of(), set()))
    tap.result("verdicts: then all stand", differ("stands", round_of(), set(names)))
    tap.result("verdicts: none with NETFOLD_FRESH=1", differ("stands", round_of(NETFOLD_FRESH="1"), set()))
    tap.result("verdicts: none with another variable", differ("stands", round_of(NF_WHOLE="1"), set()))
    for what, path, wanted in (("the program", UNIT, {SCRIPT, EVERYTHING}), ("a library", "build/lib/libnetfold.so", {UNIT}),
                               ("what one reads", "rtl/ace/ace.f", {UNIT}), ("a module of the script's", "sim/test/floats.py", {UNIT}), ("what it does not read", "rtl/link/link.f", {UNIT, SCRIPT}),
                               ("the script", SCRIPT, {UNIT})):
        with changed(tree, path, "#\n"):
            tap.result(f"verdicts: {what} has changed", differ("stands", round_of(), wanted))
    tap.result("verdicts: all is what it was", differ("stands", round_of(), set(names)))
    with changed(tree, UNIT, "echo not ok 2 - broken; echo 1..2\n"):
        round_of()
        tap.result("verdicts: what fails does not stand", differ("stands", round_of(), {SCRIPT, EVERYTHING}))
    # Edited while it ran: what has passed is neither the one nor the other.
    tree.run(sys.executable, "-B", "scripts/verdicts.py", "find", *names, NF_OTHER="1")
    tree.run("scripts/tap_run.sh", SCRIPT, NF_VERDICTS="build/verdicts")
    with changed(tree, SCRIPT, "# edited\n"):
        tree.run(sys.executable, "-B", "scripts/verdicts.py", "keep", *names, NF_OTHER="1")
        tap.result("verdicts: what was edited meanwhile is not kept", differ("stands", round_of(NF_OTHER="1") & {SCRIPT}, set()))


def coverage(tap, tree):
    """make coverage goes on where it was ended: a test that has passed runs again when it is built anew."""
    programs = {name: tree.root / f"build/tb/coverage_{name}" for name in ("passes", "fails")}
    log = tree.root / "build/ran"
    for name, program in programs.items():
        program.write_text(f'#!/bin/sh\necho {name} >> {log}\necho > "$NF_COVER_DIR/{name}-1.dat"\n' + ("exit 1\n" if name == "fails" else ""))
        program.chmod(0o755)

    def ran(*names):
        log.write_text("")
        done = subprocess.run([sys.executable, "-B", "scripts/coverage.py", *(str(programs[name]) for name in names)], cwd=tree.root,
                              check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return done.returncode, sorted(log.read_text().split())

    def kept():
        return sorted(path.name for path in (tree.root / "build/coverage/raw").glob("*/*.dat"))

    for what, names, wanted in (("at first all tests run, and one that fails is an error", ("passes", "fails"), (1, ["fails", "passes"])),
                                ("then the one that has failed", ("passes", "fails"), (1, ["fails"])),
                                ("one that is asked for no more is forgotten", ("passes",), (0, []))):
        found = ran(*names)
        tap.result(f"coverage: {what}", [] if found == wanted and kept() == sorted(f"{n}-1.dat" for n in names) else [str(found), str(kept())])
    later = programs["passes"].stat().st_mtime + 60
    os.utime(programs["passes"], (later, later))
    found = ran("passes")
    tap.result("coverage: and one that was built anew runs again", [] if found == (0, ["passes"]) else [str(found)])
    toggles = {("rtl/common/nf_fifo.sv", 1, f"count_q[{bit}]"): int(bit != 5) for bit in range(8)}
    for what, goal, wanted in (("all bits of an element toggled, in one of two", "nf_fifo | count_q | 4 | counter", 0),
                               ("bit 5 of the one element never did", "nf_fifo | count_q | 8 | counter", 1),
                               ("a signal has fewer bits", "nf_fifo | count_q | 16 | counter", 1),
                               ("there is no such signal", "nf_fifo | cuont_q | 4 | counter", 1)):
        (tree.root / "goals.txt").write_text(goal + "\n")
        lines = tree.python(f"import coverage\nfor l in coverage.missed_goals({toggles}, coverage.read_goals('goals.txt')): print(l)").splitlines()
        tap.result(f"coverage: goals of bits: {what}", [] if len(lines) == wanted and all("nf_fifo.sv" in l for l in lines) else lines or ["no complaint"])


def main():
    tap = helpers.Tap()
    with tempfile.TemporaryDirectory(prefix="netfold_standing_") as folder:
        tree = Tree(folder)
        for test in (long_checks, kept_results, gate, verdicts, coverage):
            if len(sys.argv) == 1 or test.__name__ in sys.argv[1:]:
                test(tap, tree)
    print(f"1..{tap.count}")
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
