# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Theorems on what has registers: pipelined adder, lane, array.

Each pipeline has two. `pipeline`: after Stages enabled clocks from any state, the outputs are those of the
combinational reference for the operands of the first clock. `pause`: without en_i no register changes.
Together: the reference, Stages enabled clocks later, however many clocks lie in between.
"""

from engine import claim, rtl, still
from theorem import FORMATS, Theorem, params

STAGES = (1, 2, 3, 4, 5, 6)


def pause(top, builds):
    """Out of reset and not enabled; one case a build."""
    return [still(p, rtl(top, p), "(and (= en_i #b0) (= rst_ni #b1))") for p in builds]


def theorems():
    """All theorems of this file."""
    found = []
    for f in FORMATS:
        builds = [f"{params(f)} Stages={s}" for s in STAGES]
        found += [
            Theorem(f"pipeline.{f}", f"nf_fp_add_pipe, {f}, 1 to 6 stages: after Stages enabled clocks it says "
                    "what nf_fp_add says, and whether that is valid",
                    lambda b=builds: [claim(p, "claim_add_pipeline", p, int(p[-1])) for p in b]),
            Theorem(f"pause.{f}", f"nf_fp_add_pipe, {f}, 1 to 6 stages: without en_i no register changes",
                    lambda b=builds: pause("nf_fp_add_pipe", b)),
        ]
    builds = [f"Halves={h} Stages={s}" for h in (0, 1) for s in STAGES]
    arrays = [b for b in builds if int(b[-1]) <= 2]
    found += [
        Theorem("lane", "nf_alu_lane, with and without Halves, 1 to 6 stages: every pair of op and type, also those "
                "it does not have, is what the package's tables, nf_fp_add, nf_fp_minmax and integers say",
                lambda: [claim(p, "claim_lane", p, int(p[-1])) for p in builds]),
        Theorem("array", "nf_alu_array is four nf_alu_lane side by side: no word of the result depends on another "
                "word of the operands; flags are ORed (1 and 2 stages)",
                lambda: [claim(p, "claim_array", p, int(p[-1])) for p in arrays]),
        Theorem("pause.array", "nf_alu_array, 1 and 2 stages: without en_i no register changes",
                lambda: pause("nf_alu_array", arrays)),
    ]
    return found
