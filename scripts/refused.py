#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Parameters that a block refuses must stop elaboration, by the rule's name: Verilator on each line of tb/<component>/refused.txt.

    block Name=value ... | NF_PARAM's name

A part of `make lint`, which gives the simulator and its options:  scripts/refused.py verilator --lint-only ...
"""

import subprocess
import sys

import project


def main():
    command, bad = sys.argv[1:], 0
    for path in project.find("tb/*/refused.txt"):
        for row in project.lines(path):
            title, rule = (part.strip() for part in row.split(" | "))
            block, *params = title.split()
            # Without assertions, as synthesis reads it: the checks of parameters are what is left.
            run = subprocess.run(command + ["-DSYNTHESIS", "--top-module", block, *(f"-G{p}" for p in params), *project.rtl_of(block)],
                                 capture_output=True, text=True, check=False)
            if run.returncode == 0 or rule not in run.stdout + run.stderr:
                print(f"{path}: {title} is not refused by {rule}")
                bad += 1
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())
