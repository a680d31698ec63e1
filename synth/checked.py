#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Which netlists and second simulations stand for the RTL as it is.

usage: synth/checked.py due        those that do not stand, as netlist/TAG and cross/TAG
       synth/checked.py record     what build/netlist and build/cross show to have passed goes to synth/checked.txt

Both checks ask the same of the same RTL each time and take longer than the block's test. synth/checked.txt, a line for
each, says which RTL they have passed for: a hash of the block's files, its parameters and the check itself. `make test`
runs those that are due; `make netlist` and `make cross-sim`, parts of `make nightly`, run all and record them.
"""

import os
import sys

import yosys
from yosys import project

import kept

FILE = "synth/checked.txt"
HEAD = "# SPDX-License-Identifier: Apache-2.0\n# synth/checked.py: check | build | hash of the RTL that has passed it\n"
CHECKS = {"netlist": ["synth/netlist.py"],
          "cross": ["synth/netlist.py", "synth/cross_sim.py", "synth/cross_replay.c", "synth/cross_map.v"]}


def hash_of(check, build):
    """What the verdict depends on; not the stimulus, which shows more or less of the same RTL."""
    files = sorted({*project.rtl_of(build.block), "rtl/common/nf_assert.svh", "synth/yosys.py", *CHECKS[check]})
    return kept.key(check, build.title, *(part for path in files for part in (path, project.read(path))))[:32]


def recorded():
    """{(check, tag): hash} of the file."""
    if not os.path.exists(FILE):
        return {}
    rows = [line.split(" | ") for line in project.read(FILE).splitlines() if not line.startswith("#")]
    return {(check, tag): digest for check, tag, digest in rows}


def asked():
    """[(check, build)] of all that `make test` has to see to."""
    return [(check, build) for build in project.builds()
            for check, wanted in (("netlist", build.netlist and not build.late_netlist), ("cross", build.cross)) if wanted]


def due():
    """Those that have not passed for the RTL as it is."""
    known = recorded()
    return [f"{check}/{build.tag}" for check, build in asked() if known.get((check, build.tag)) != hash_of(check, build)]


def strangers():
    """Lines of the file that nothing asks for."""
    wanted = {(check, build.tag) for check, build in asked()}
    return [f"{FILE}: {check} {tag} is asked for by no params.txt" for check, tag in recorded() if (check, tag) not in wanted]


def record():
    """Keeps what has passed before and is still asked for."""
    known, rows = recorded(), {}
    for check, build in asked():
        passed = os.path.exists(f"build/{check}/{build.tag}.ok")
        digest = hash_of(check, build) if passed else known.get((check, build.tag))
        if digest:
            rows[check, build.tag] = digest
    with open(FILE, "w", encoding="utf-8") as f:
        f.write(HEAD + "".join(f"{check} | {tag} | {digest}\n" for (check, tag), digest in sorted(rows.items())))


def main():
    os.chdir(project.ROOT)
    if sys.argv[1:] == ["due"]:
        print("".join(f"{name}\n" for name in due()), end="")
    elif sys.argv[1:] == ["record"]:
        record()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
