#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Which of the long checks `make test` has to do: those that have not passed for the sources as they are.

usage: scripts/due.py                their names, one a line
       scripts/due.py keep NAME...   which of these the results in build/ show to have passed, into .results (scripts/kept.py)
       scripts/due.py record         all that stand, into records/checked.txt, which belongs to the tree

Over half of a run from nothing would go to builds, netlists and simulations of RTL that nobody has touched:

  build/tb/TAG   the block tests that params.txt marks `large`, and the exact sums through whole switches: minutes of
                 compiling each
  netlist/TAG    netlists that params.txt asks for in every run
  cross/TAG      the same of the second simulator
  rtl            commands with --engine rtl, which need the large Verilated blocks

Each stands by a hash of all that its verdict depends on: RTL, model, test, parameters, flags and tools of a block's test; RTL
and the check itself of netlist/ and cross/, whose stimulus shows more or less of the same; of `rtl` all RTL, models and what joins
them. `make test WHOLE=1` does all of them, whatever stands; `make nightly` does so.
"""

import os
import sys

import kept
import project

LARGE_SWITCH = "build/tb/nf_switch_order"
CHECKS = {"netlist": ["synth/netlist.py"],
          "cross": ["synth/netlist.py", "synth/cross_sim.py", "synth/cross_replay.c", "synth/cross_map.v"]}


def contents(paths):
    """Names and contents, as parts of a key."""
    return [part for path in paths for part in (path, project.read(path))]


def key_of_synthesis(check, build):
    """Of a netlist, or of a simulation in the second simulator."""
    return kept.key(check, build.title, *contents(sorted({*project.rtl_of(build.block), "rtl/common/nf_assert.svh",
                                                          "synth/yosys.py", *CHECKS[check]})))


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
                             "sim/engine/rtl/*.[ch]", "sim/engine/cycle/*.[ch]", "sim/large.vlt", "scripts/gen_shim.py",
                             "scripts/vl_compile.sh") for path in project.find(pattern)))


def asked():
    """{name: key} of all long checks of `make test`."""
    keys = {LARGE_SWITCH: key_of_switches(), "rtl": key_of_commands()}
    for build in project.builds():
        if build.large:
            keys[f"build/tb/{build.tag}"] = kept.test(build, "test")
        if build.netlist and not build.late_netlist:
            keys[f"netlist/{build.tag}"] = key_of_synthesis("netlist", build)
        if build.cross:
            keys[f"cross/{build.tag}"] = key_of_synthesis("cross", build)
    return keys


def passed(name):
    """Do the results in build/ say that it has passed?"""
    if name.startswith(("netlist/", "cross/")):
        return os.path.exists(f"build/{name}.ok")
    paths = project.find("build/tap/sim_test_*.tap") if name == "rtl" else [f"build/tap/{name.replace('/', '_')}.tap"]
    lines = [line for path in paths if os.path.exists(path) for line in project.read(path).splitlines()]
    return any(line.startswith("ok") for line in lines) and not any(line.startswith("not ok") for line in lines)


def main():
    os.chdir(project.ROOT)
    keys = asked()
    if sys.argv[1:] == []:
        print("".join(f"{name}\n" for name, key in keys.items() if not kept.find("checked", key)), end="")
    elif sys.argv[1] == "keep":
        for name in filter(passed, sys.argv[2:]):
            if name in keys:
                kept.keep("checked", keys[name], {"what": name})
    elif sys.argv[1:] == ["record"]:
        print(f"# {kept.record('checked', keys.values())} of {len(keys)} long checks are on record")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
