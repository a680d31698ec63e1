#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Which of the long checks `make test` has to do: those that have not passed for the sources as they are.

usage: scripts/due.py                       their names, one a line
       scripts/due.py --draw N --seed SEED  and N block tests that stand, drawn by that seed
       scripts/due.py keep NAME...          which of these the results in build/ show to have passed, into .results (scripts/kept.py)
       scripts/due.py record                all that stand, into records/checked.txt, which belongs to the tree

Over half of a run from nothing would go to builds, netlists and simulations of RTL that nobody has touched:

  build/tb/TAG   block tests but for the first of each block that is not large, and the exact sums through whole switches
  crosses/BLOCK  cross coverage, which is that of all builds of the block together: due with it are all of them
  lint/MODULE    Verilator's lint of each module as its own top
  netlist/TAG    netlists that params.txt asks for in every run
  cross/TAG      the same of the second simulator
  four-state/TAG of the netlists' builds, the RTL in a simulator that knows X
  rtl            commands with --engine rtl, which need the large Verilated blocks

Each stands by a hash of all that its verdict depends on: RTL, model, test, parameters, flags and tools of a block's test; those of
all the block's builds, what it need not reach and the gate itself of its crosses; RTL, waivers, flags and tools of lint; RTL and the check itself of netlist/, cross/ and four-state/,
whose stimulus shows more or less of the same; of `rtl` all RTL, models and what joins them. `make test WHOLE=1` does all of them,
whatever stands; `make nightly` does so.
"""

import argparse
import os
import random
import re
import sys

import crosses
import kept
import project

LARGE_SWITCH = "build/tb/nf_switch_order"
CHECKS = {"netlist": ["synth/netlist.py"],
          "four-state": ["synth/netlist.py", "synth/four_state.py"],
          "cross": ["synth/netlist.py", "synth/cross_sim.py", "synth/cross_replay.c", "synth/cross_map.v"]}


def contents(paths):
    """Names and contents, as parts of a key."""
    return [part for path in paths for part in (path, project.code(path))]


def key_of_synthesis(check, build):
    """Of a netlist, or of a simulation in another simulator."""
    return kept.key(check, build.title, *contents(sorted({*project.rtl_of(build.block), "rtl/common/nf_assert.svh",
                                                          "synth/yosys.py", *CHECKS[check]})))


def key_of_lint(module):
    """Of a module as its own top."""
    return kept.key("lint", module, kept.flags(), *kept.tools(), *contents(sorted({
        *project.rtl_of(module), "rtl/lint.vlt", "rtl/common/nf_assert.svh"})))


def key_of_switches():
    """Of the exact sums through one switch and a tree of three."""
    source = "tb/switch/nf_switch_order.c"
    headers, sources = project.c_closure(source)
    return kept.key(LARGE_SWITCH, kept.flags(), *kept.tools(), *contents(sorted({
        source, *headers, *sources, *project.find("tb/switch/nf_order_*"), *project.rtl_of("nf_switch"), "tb/switch/switch.mk"})))


def key_of_commands():
    """Of the commands on RTL: whatever the RTL, its model and what joins them does."""
    return kept.key("rtl", kept.flags(), *kept.tools(), *contents(
        path for pattern in ("rtl/*/*.sv", "rtl/*/*.svh", "rtl/*/*.vlt", "rtl/*.vlt", "cmodel/*.[ch]", "cmodel/*/*.[ch]",
                             "sim/engine/rtl/*.[ch]", "sim/engine/cycle/*.[ch]", "sim/large.vlt", "sim/sim.mk", "mk/verilate.mk",
                             "scripts/gen_shim.py", "scripts/vl_compile.sh", "scripts/vl_train.sh", "sim/bench/train.c") for path in project.find(pattern)))


def tested():
    """{block: builds that `make test` runs, or lets stand}."""
    blocks = {}
    for build in project.builds():
        if not build.soak:
            blocks.setdefault(build.block, []).append(build)
    return blocks


def asked():
    """{name: key} of all long checks of `make test`."""
    keys = {LARGE_SWITCH: key_of_switches(), "rtl": key_of_commands()}
    keys |= {f"lint/{module}": key_of_lint(module) for module in project.modules()}
    unreached = crosses.read_unreached()
    for block, builds in tested().items():
        own = {build.tag: kept.test(build, "test") for build in builds}
        keys |= {f"build/tb/{tag}": key for tag, key in own.items() if tag not in project.first_tags()}
        keys[f"crosses/{block}"] = kept.key("crosses", *own.values(), project.read("scripts/crosses.py"),
                                            *(cell for row in unreached if crosses.fits(block, row) for cell in row))
    for build in project.builds():
        if build.netlist and not build.late_netlist:
            for check in ("netlist", "four-state"):
                keys[f"{check}/{build.tag}"] = key_of_synthesis(check, build)
        if build.cross:
            keys[f"cross/{build.tag}"] = key_of_synthesis("cross", build)
    return keys


def due(keys):
    """Names of those that do not stand. Crosses are judged over all builds of their block, so that all of these are due then."""
    names = {name for name, key in keys.items() if not kept.find("checked", key)}
    for block, builds in tested().items():
        if f"crosses/{block}" in names:
            names |= {f"build/tb/{build.tag}" for build in builds}
    return [name for name in keys if name in names]


def drawn(keys, names, number, seed):
    """Block tests that stand, so many, by lot: that a run's fresh seed comes to all builds in time. Large ones have the soak."""
    large = {f"build/tb/{build.tag}" for build in project.builds() if build.large} | {LARGE_SWITCH}
    idle = [name for name in keys if name.startswith("build/tb/") and name not in names and name not in large]
    return random.Random(seed).sample(idle, min(number, len(idle)))


def taps(name):
    """TAP of the runs that tell of it: of a block's test those with other seeds too."""
    if name == "rtl":
        return project.find("build/tap/sim_test_*.tap")
    if name.startswith("crosses/"):
        return ["build/tap/crosses.tap"]
    path = f"build/tap/{name.replace('/', '_')}"
    return [f"{path}.tap"] + project.find(f"{path}@*.tap")


def passed(name):
    """Do the results in build/ say that it has passed?"""
    if name.startswith(("lint/", "netlist/", "cross/", "four-state/")):
        return os.path.exists(f"build/{name}.ok")
    lines = [line for path in taps(name) if os.path.exists(path) for line in project.read(path).splitlines()]
    if name.startswith("crosses/"):
        lines = [line for line in lines if re.search(rf"^(not )?ok .* of {name.split('/')[1]}$", line)]
    return any(line.startswith("ok") for line in lines) and not any(line.startswith("not ok") for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draw", type=int, default=0, metavar="N", help="name N block tests that stand, too")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("action", nargs="?", choices=("keep", "record"))
    parser.add_argument("names", nargs="*", metavar="NAME", help="what `keep` may keep")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    keys = asked()
    if args.action == "keep":
        for name in filter(passed, args.names):
            if name in keys:
                kept.keep("checked", keys[name], {"what": name})
    elif args.action == "record":
        print(f"# {kept.record('checked', keys.values())} of {len(keys)} long checks are on record")
    else:
        names = due(keys)
        print("".join(f"{name}\n" for name in names + drawn(keys, names, args.draw, args.seed)), end="")


if __name__ == "__main__":
    main()
