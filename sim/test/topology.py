# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold topology: every example of --list, HXMESH Table II as printed, files, Graphviz, refusals."""

import json
import re
import shutil
import subprocess

import helpers

# HXMESH Table II: cost in M$ and diameter, small and large. docs/topology.md tells what differs from the text of
# its App. C, and why the small dragonfly has 4 cables, where 3 are printed.
TABLE_2 = (
    ("nonblocking fat tree", "fattree:64,2,endpoints=1024,planes=16", "25.3", 4,
     "fattree:64,3,endpoints=16384,planes=16", "680", 6),
    ("50 % tapered fat tree", "fattree:64,2,50,endpoints=1050,planes=16", "17.6", 4,
     "fattree:64,3,50,endpoints=16422,planes=16", "419", 6),
    ("75 % tapered fat tree", "fattree:64,2,75,endpoints=1071,planes=16", "13.2", 4,
     "fattree:64,3,75,endpoints=16422,planes=16", "271", 6),
    ("dragonfly", "dragonfly:8,16,8,local=4,planes=16", "27.9", 4,
     "dragonfly:32,16,30,terminals=17,planes=16", "429", 5),
    ("2D HyperX", "hyperx:32x32,planes=4", "10.8", 4, "hyperx:128x128,planes=4", "448", 8),
    ("Hx2Mesh", "hammingmesh:2x2,16x16,planes=4", "5.4", 4, "hammingmesh:2x2,64x64,planes=4", "224", 8),
    ("Hx4Mesh", "hammingmesh:4x4,8x8,planes=4", "2.7", 8, "hammingmesh:4x4,32x32,planes=4", "43.3", 8),
    ("2D torus", "torus:32x32,board=2x2,planes=4,fibre=1", "2.5", 32,
     "torus:128x128,board=2x2,planes=4,fibre=1", "39.5", 128),
)


def run(*options):
    return subprocess.run([helpers.NETFOLD, "topology", *options], text=True, check=False, capture_output=True,
                          timeout=120)


def facts(folder, *options):
    """What --json says; None with the reason in the second place."""
    path = folder / "out.json"
    done = run(*options, "--json", str(path))
    if done.returncode != 0:
        return None, f"{options}: exit status {done.returncode}: {done.stderr.strip()}"
    found = json.loads(path.read_text(encoding="utf-8"))
    path.unlink()
    return found, None


def examples(tap, folder):
    """All that --list gives as an example."""
    text = run("--list").stdout
    reasons = ["a limit is written as no SPEC may be: " + line for line in text.splitlines() if re.search(r"\d[eE][+-]?\d", line)]
    tap.result("limits of --list are as a SPEC takes them", reasons)
    names = re.findall(r"^  example: (\S+)$", text, re.M)
    forms = re.findall(r"^([a-z][^ \n]*)$", text, re.M)
    reasons = [] if len(names) == len(forms) >= 12 else [f"{len(names)} examples, {len(forms)} forms"]
    for name in names:
        found, reason = facts(folder, name)
        if reason:
            reasons.append(reason)
            continue
        if found["diameter_closed"] not in (None, found["diameter"]):
            reasons.append(f"{name}: diameter {found['diameter']}, closed form {found['diameter_closed']}")
        if found["bisection_closed_GBps"] is not None and \
                abs(found["bisection_closed_GBps"] - found["bisection_GBps"]) > 1e-6:
            reasons.append(f"{name}: bisection {found['bisection_GBps']}, closed {found['bisection_closed_GBps']}")
    tap.result(f"{len(names)} examples of --list", reasons)
    usage = run("--help").stdout
    tap.result("--help has every form", [f"{f} is missing" for f in forms if f not in usage])


def table_2(tap, folder):
    """Small ones, and large ones but the torus, whose search of all pairs takes seconds."""
    for name, small, cost_small, far_small, large, cost_large, far_large in TABLE_2:
        reasons = []
        for spec, cost, far in ((small, cost_small, far_small), (large, cost_large, far_large)):
            if spec.startswith("torus:128"):
                continue
            found, reason = facts(folder, spec)
            if reason:
                reasons.append(reason)
                continue
            digits = len(cost.partition(".")[2])
            if f"{found['cost_USD'] / 1e6:.{digits}f}" != cost:
                reasons.append(f"{spec}: cost {found['cost_USD']}, printed {cost} M$")
            if found["diameter"] != far or found["diameter_closed"] != far:
                reasons.append(f"{spec}: diameter {found['diameter']}, {found['diameter_closed']}; {far} expected")
        tap.result(f"HXMESH Table II: {name}", reasons)


def files(tap, folder):
    path = folder / "two.json"
    path.write_text('{"endpoints": 4, "switches": ["s", "t"],\n "cables": [["acc0", "s"], ["acc1", "s"],\n'
                    '  ["acc2", "t"], ["acc3", "t"], ["s", "t", {"count": 2, "GBps": 5}]]}\n', encoding="utf-8")
    found, reason = facts(folder, str(path))
    expected = {"endpoints": 4, "switches": 2, "diameter": 3, "bisection_GBps": 10, "vcs": 1}
    tap.result("network from a file", [reason] if reason else
               [f"{k} is {found[k]}, not {v}" for k, v in expected.items() if found[k] != v])
    dot = folder / "net.dot"
    done = run(str(path), "--dot", str(dot))
    reasons = [] if done.returncode == 0 else [done.stderr]
    lines = dot.read_text(encoding="utf-8").splitlines()
    if sum(" -- " in line for line in lines) != 5 or not any('label="2"' in line for line in lines):
        reasons.append("five lines, one of two cables, are expected")
    if shutil.which("dot"):
        drawn = subprocess.run(["dot", "-Tsvg", str(dot)], capture_output=True, text=True, check=False, timeout=60)
        if drawn.returncode or "<svg" not in drawn.stdout:
            reasons.append(f"Graphviz: {drawn.stderr}")
    tap.result("--dot", reasons)
    path.write_text(json.dumps({"endpoints": ['a"b', "c\\"], "switches": ["<&amp;>"],
                                "cables": [['a"b', "<&amp;>"], ["c\\", "<&amp;>"]]}), encoding="utf-8")
    run(str(path), "--dot", str(dot))
    text = dot.read_text(encoding="utf-8")
    tap.result("names in --dot", [f"{wanted} is missing" for wanted in
                                  ('n0 [label="a\\"b"]', 'n1 [label="c\\\\"]', 'n2 [label="<&amp;amp;>", shape=box')
                                  if wanted not in text])


def one_endpoint(tap, folder):
    found, reason = facts(folder, "torus:1x1")
    reasons = [reason] if reason else [f"{k} is {found[k]}" for k in ("bisection_share", "alltoall_share") if found[k] is not None]
    text = run("torus:1x1").stdout
    if "nan" in text or "GB/s each way, - of the injection" not in text:
        reasons.append(text)
    for spec in ("leaf:1x1", "leaf:1x1,spines=2", "torus:1x1", "ring:1", "switch:1", "alltoall:1x1", "hammingmesh:1x1,2x2,failed=0.0+0.1+1.0"):
        found, reason = facts(folder, spec)
        reasons += [reason] if reason else [f"{spec}: {k} is {found[k]}" for k in ("diameter_closed", "bisection_closed_GBps") if found[k] is not None]
        reasons += [] if reason or found["diameter"] == 0 else [f"{spec}: diameter {found['diameter']}"]
    tap.result("one endpoint has no cable between two", reasons)


def out_of_order(tap, folder):
    """Boards that are gone may leave neighbours alone: the closed form is of a whole mesh."""
    reasons = []
    for spec, diameter in (("hammingmesh:1x1,2x2,failed=0.0+0.1", 2), ("hammingmesh:2x2,4x4,failed=0.0", 4),
                           ("hammingmesh:2x2,4x4,failed=" + "+".join(f"{x}.{y}" for x in range(3) for y in range(4)), 3)):
        found, reason = facts(folder, spec)
        if reason or found["diameter"] != diameter or found["diameter_closed"] is not None:
            reasons.append(reason or f"{spec}: {found['diameter']}, closed {found['diameter_closed']}")
    tap.result("boards out of order: diameters by search alone", reasons)


def refusals(tap, folder):
    broken = folder / "broken.json"
    broken.write_text('{"endpoints": 2,\n "cables": [["acc0", "acc1"],\n  ["acc0", "acc9"]]}\n', encoding="utf-8")
    cut = folder / "cut.json"
    cut.write_text('{"endpoints": 3, "cables": [["acc0", "acc1"]]}\n', encoding="utf-8")
    for name, options, words in (
            ("unknown name", ("dragonfli:4,2,9",), ("nearest is dragonfly:A,H,G", "--list")),
            ("no name", (), ("give a topology",)),
            ("two names", ("dgx2", "dgx1"), ("'dgx1'",)),
            ("out of limits", ("single:1000",), ("R (ports of the switch) is 1000", "2..128")),
            ("too large", ("torus:1024x1024",), ("more than 262144 endpoints",)),
            ("unknown routing", ("dgx2", "--routing", "random"), ("there are: deterministic adaptive",)),
            ("torus without datelines", ("torus:6x6", "--routing", "nodateline"),
             ("may deadlock", "acc0(0,0)->acc1(1,0) vc0", "acc5(5,0)->acc0(0,0) vc0")),
            ("file with an error", (str(broken),), ("line 3", '"cables"[1]', "acc9")),
            ("network in two parts", (str(cut),), ("no path of cables leads from",)),
            ("no endpoint", ("hammingmesh:2x2,2x2,failed=0.0+0.1+1.0+1.1",), ("no endpoint is left",)),
            ("no such file", ("none/such.json",), ("No such file",)),
            ("boards out of order", ("hammingmesh:2x2,4x4,failed=0.1+1.0",), ("cannot reach each other",)),
            ("drawing too large", ("hyperx:64x64", "--dot", str(folder / "large.dot")),
             ("Graphviz takes 2000",))):
        tap.refused(name, run(*options), words)


if __name__ == "__main__":
    helpers.run(examples, table_2, files, one_endpoint, out_of_order, refusals)
