# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold flow: rates that follow from counting cables, large networks, the same seed twice, refusals."""

import functools
import json

import helpers

run = functools.partial(helpers.netfold, "flow")


def report(*options):
    done = run(*options, "--json", "-")
    return (json.loads(done.stdout), "") if done.returncode == 0 else (None, done.stderr.strip())


def one_shift(tap):
    """Of one sample the error is not known, of all there is none."""
    for shifts, want in (("1", None), ("0", 0)):
        found, reason = report("--topology", "torus:4x4", "--shifts", shifts)
        tap.result(f"standard error of --shifts {shifts}", [reason] if reason else [] if found["in_step_error_GBps"] == want else [str(found["in_step_error_GBps"])])


def expected(tap):
    for name, options, wants in (
            ("all-to-all on a DGX-2", ("--topology", "dgx2", "--bytes", "16M"),
             {"in_step_GBps": 150, "overlapped_GBps": 150, "share_of_injection": 1, "shifts": 15, "busbw_GBps": 150}),
            ("ring on a fat tree", ("--topology", "fattree128", "--collective", "allreduce", "--bytes", "128M"),
             {"least_GBps": 150, "busbw_GBps": 150, "time_us": 2 * 127 / 128 * 128 * 2**20 / 150e3}),
            ("permutation on a nonblocking tree",
             ("--topology", "fattree:64,3,endpoints=4096", "--routing", "adaptive", "--collective", "permutation"),
             {"least_GBps": 50, "most_GBps": 50}),
            # Of four links two lead to rows and two to columns; a message takes one of each, but that to the 31 of
            # its own column takes none to a row.
            ("all-to-all on an Hx1Mesh", ("--topology", "hyperx:32x32", "--shifts", "0", "--routing", "adaptive"),
             {"overlapped_GBps": 200 * 0.5 / (1 - 31 / 1023)}),
            ("all-to-all on an Hx2Mesh of 16,384",
             ("--topology", "hammingmesh:2x2,64x64", "--shifts", "2"), {"share_of_injection": 0.25, "shifts": 2})):
        found, reason = report(*options)
        tap.result(name, [reason] if reason else
                   [f"{k} is {found[k]}, not {v}" for k, v in wants.items() if abs(found[k] - v) > 2e-3 * v])


def repeats(tap):
    options = ("--topology", "dragonfly:4,2,9", "--collective", "permutation", "--seed")
    first, again, other = (report(*options, seed)[0] for seed in ("5", "5", "6"))
    same = [k for k in first if first[k] != again[k] and k not in ("cpu_seconds", "peak_rss_MB")]
    tap.result("the same seed, the same rates", [f"{k} differs" for k in same] +
               (["another seed has the same mean"] if first["mean_GBps"] == other["mean_GBps"] else []))


def refusals(tap):
    for name, options, words in (
            ("no topology", (), ("give --topology",)),
            ("unknown topology", ("--topology", "torsu:4x4"), ("nearest is torus:AxB[xC]",)),
            ("unknown collective", ("--topology", "dgx2", "--collective", "gossip"), ("alltoall, permutation, allreduce, shift",)),
            ("a shift to itself", ("--topology", "dgx2", "--collective", "shift", "--distance", "32"), ("on 16 endpoints", "give 1..15")),
            ("a distance of a permutation", ("--topology", "dgx2", "--collective", "permutation", "--distance", "3"), ("--distance: is for --collective shift",)),
            ("shifts of a permutation", ("--topology", "dgx2", "--collective", "permutation", "--shifts", "3"), ("--shifts: is for --collective alltoall",)),
            ("a seed of a ring", ("--topology", "dgx2", "--collective", "allreduce", "--seed", "3"), ("--seed: is for --collective alltoall and permutation",)),
            ("one endpoint", ("--topology", "ring:1"), ("ring:1: has 1 endpoint", "a collective needs two")),
            ("no bytes", ("--topology", "dgx2", "--bytes", "0"), ("the bytes of a rank",)),
            ("unknown routing", ("--topology", "dgx2", "--routing", "valiant"), ("there are: deterministic adaptive",))):
        tap.refused(name, run(*options), words)


if __name__ == "__main__":
    helpers.run(expected, one_shift, repeats, refusals)
