# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold schedule: every algorithm, executed once more with numbers; files; times; what is refused."""

import fractions
import functools
import json
import pathlib
import random
import sys

import helpers
import msccl_run

EXAMPLES = pathlib.Path("examples/schedules")
CASES = (  # command line, ranks
    ("--algorithm ring --ranks 5", 5), ("--algorithm ring-both --ranks 6", 6),
    ("--algorithm cycles --shape 4x3", 12), ("--algorithm torus --shape 3x4", 12),
    ("--algorithm torus-phases --shape 2x3x2", 12),
    ("--algorithm double-tree --ranks 11 --segments 3", 11),
    ("--algorithm halving-doubling --ranks 7", 7), ("--algorithm direct --ranks 6", 6),
    ("--algorithm tree --topology dgx1 --root 3", 8),
    ("--algorithm trees --topology p3.16xlarge --gpus 0,1,3,5,6,7", 6),
    ("--algorithm tencent --ranks 12 --machine 4", 12),
    ("--algorithm ring-reduce-scatter --ranks 4", 4), ("--algorithm ring-all-gather --ranks 5", 5),
    ("--algorithm shift --ranks 5", 5), ("--algorithm torus-shift --shape 2x3x2", 12), ("--algorithm binomial-broadcast --ranks 6 --root 2", 6),
    ("--algorithm binomial-reduce --ranks 7 --root 6", 7), ("--algorithm dissemination --ranks 6", 6),
)

SEED = random.randrange(1 << 32)

command = functools.partial(helpers.netfold, "schedule")


def lines(done):
    return [f"exit {done.returncode}", done.stdout.strip(), done.stderr.strip()]


def demanded(report, ranks, inputs, root):
    """Of each rank: chunk -> value."""
    what, parts = report["collective"], report["chunks"]
    each = parts // ranks
    sums = [sum(row[c] for row in inputs) for c in range(parts)] if what in (
        "all-reduce", "reduce-scatter", "reduce") else None
    want = []
    for rank in range(ranks):
        if what == "all-reduce" or (what == "reduce" and rank == root):
            want.append(dict(enumerate(sums)))
        elif what == "reduce-scatter":
            want.append({c: sums[c] for c in range(rank * each, rank * each + each)})
        elif what == "all-gather":
            want.append({c: inputs[c // each][c % each] for c in range(parts)})
        elif what == "all-to-all":
            want.append({c: inputs[c // each][rank * each + c % each] for c in range(parts)})
        elif what == "broadcast":
            want.append(dict(enumerate(inputs[root])))
        elif what == "barrier":
            want.append({0: frozenset(range(ranks))})
        else:
            want.append({})
    return want


def by_numbers(xml, report, ranks, root, rng):
    """Reasons why the execution of the file is not what the collective demands."""
    what, parts = report["collective"], report["chunks"]
    share = parts // ranks if what == "all-gather" else parts
    inputs = [[rng.randrange(1, 1 << 60) for _ in range(share)] for _ in range(ranks)]
    sums = int.__add__
    if what == "barrier":
        inputs = [[frozenset([r])] for r in range(ranks)]
        sums = frozenset.union
    got = msccl_run.execute(xml, rng, inputs, sums)
    return [f"rank {r} chunk {c}: {got[r][c]}, not {value}"
            for r, chunks in enumerate(demanded(report, ranks, inputs, root))
            for c, value in chunks.items() if got[r][c] != value][:3]


def all_algorithms(tap, folder):
    rng = random.Random(SEED)
    listed = {line.split()[0] for line in command("--list").stdout.splitlines()}
    tried = {case.split()[1] for case, _ in CASES} | {"network", "hierarchical-netreduce"}
    tap.result("all algorithms of --list are tried", sorted(listed ^ tried))
    for case, ranks in CASES:
        xml, report = folder / "a.xml", folder / "a.json"
        options = case.split()
        done = command(*options, "--check", "--write", str(xml), "--json", str(report))
        reasons = []
        if done.returncode or "right: every contribution once" not in done.stdout:
            reasons = lines(done)
        else:
            again = command("--read", str(xml), "--check")
            if again.returncode or "right: every contribution once" not in again.stdout:
                reasons = lines(again)
            root = int(options[options.index("--root") + 1]) if "--root" in options else 0
            for _ in range(3):
                reasons += by_numbers(xml, json.loads(report.read_text()), ranks, root, rng)
        tap.result(f"{case}: right, as XML too, by numbers too (seed {SEED})", reasons)


def times(tap):
    """Exact times, printed to twelve digits."""
    reasons = []
    form = fractions.Fraction
    for options, want in (
            ("--algorithm ring --ranks 7 --bytes 1000000 --alpha 700ns --link-rate 10GB/s",
             form(12 * 7, 10) + form(12 * 100, 7)),
            ("--algorithm network --ranks 64 --bytes 1000000 --alpha 1us --link-rate 12.5GB/s", 1 + form(80)),
            # NETREDUCE Fig. 14: M = 130 MB, P = 2048, n = 8 at 15.75 GB/s; Eq. 6, here of 64 GPUs: flat in P
            ("--algorithm hierarchical-netreduce --ranks 64 --machine 8 --bytes 130000000 --alpha 1us"
             " --link-rate 15.75GB/s --inter-rate 12.5GB/s",
             15 + form(2 * 7 * 130_000_000, 8 * 15_750) + form(130_000_000, 12_500)),
            ("--algorithm tree --topology p3.16xlarge --gpus 0,3 --bytes 1000000 --alpha 1us",
             2 * (1 + form(20))),
            ("--algorithm tree --topology p3.16xlarge --gpus 0,5 --bytes 1000000 --alpha 1us",
             2 * (1 + form(100)))):
        done = command(*options.split(), "--json", "-")
        got = json.loads(done.stdout)["time_us"] if done.returncode == 0 else 0
        if abs(got - float(want)) > 1e-9 * float(want):
            reasons.append(f"{options}: {got} us, not {float(want)}: {done.stderr.strip()}")
    tap.result("times are those of the closed forms", reasons)


def limits(tap):
    """No time is below the limit, and some are at it."""
    reasons = []
    for options, reached in (
            ("network --ranks 64", True), ("binomial-broadcast --ranks 2", True), ("dissemination --ranks 64", True),
            ("halving-doubling --ranks 2 --bytes 0", False), ("double-tree --ranks 64 --bytes 64", False),
            ("ring --ranks 8", False), ("shift --ranks 2", True), ("cycles --shape 4x4", False)):
        report = json.loads(command("--algorithm", *options.split(), "--json", "-").stdout)
        if report["time_us"] < report["limit_us"] * (1 - 1e-12) or \
                reached != (report["time_us"] <= report["limit_us"] * (1 + 1e-12)):
            reasons.append(f"{options}: {report['time_us']} us, limit {report['limit_us']} us")
    tap.result("times and limits", reasons)


def large(tap):
    done = command("--algorithm", "halving-doubling", "--ranks", "512", "--check")
    tap.result("512 ranks are checked as a whole", [] if "right: every" in done.stdout else lines(done))
    done = command("--algorithm", "double-tree", "--ranks", "16384", "--segments", "8", "--check", "--json", "-")
    reasons = lines(done)
    if done.returncode == 0:
        report = json.loads(done.stdout)
        want = (14 * 2 + 7) * (1 + 1048576 / 16 / 25e9 * 1e6)
        reasons = [] if abs(report["time_us"] - want) < 1e-9 * want and report["checked"] else [str(report)]
    tap.result("16,384 ranks in two trees", reasons)
    # An edge to each rank but the root, in both trees and both ways; counted rank by rank, not rank by all of them.
    ranks = 300_000
    done = command("--algorithm", "double-tree", "--ranks", str(ranks), "--json", "-")
    reasons = lines(done)
    if done.returncode == 0:
        report = json.loads(done.stdout)
        reasons = [] if report["messages"] == 4 * (ranks - 1) and report["bytes_sent"] == 2 * (ranks - 1) * report["bytes"] else [str(report)]
    tap.result("300,000 ranks in two trees", reasons)


def samples(tap):
    reasons = []
    for options, want in (
            (("ring-3.xml",), ("right: every contribution once", "59.924 us")),
            (("trees-4gpus.xml",), ("right: every contribution once",)),
            (("two-rounds.goal", "--format", "goal", "--link-rate", "4.096GB/s"),
             ("every message arrives, nothing stands still", "6.500 us"))):
        done = command("--read", str(EXAMPLES / options[0]), *options[1:], "--check")
        if done.returncode or not all(text in done.stdout for text in want):
            reasons += lines(done)
    tap.result("the samples of MSCCL and GOAL", reasons)


def chakra(tap, folder):
    sys.path.insert(0, str(EXAMPLES))
    import write_chakra  # pylint: disable=import-outside-toplevel,import-error
    reasons = [f"{name} is not what write_chakra.py writes" for name, data in write_chakra.traces().items()
               if (EXAMPLES / name).read_bytes() != data]
    done = command("--read", str(EXAMPLES / "step"), "--format", "chakra", "--check", "--link-rate", "1.048576GB/s")
    if "was built without protobuf-c" in done.stderr:
        tap.result("Chakra traces # SKIP this netfold was built without protobuf-c", [])
        return
    if done.returncode or "1154.500 us" not in done.stdout:
        reasons += lines(done)
    for name, nodes, says in (
            ("peer", [write_chakra.node(1, "x", write_chakra.SEND, comm_dst=1, comm_size=8)], "its peer has no file"),
            ("size", [write_chakra.node(1, "x", write_chakra.SEND, comm_dst=0)], "its comm_size must be"),
            ("twice", [write_chakra.node(1, "x", 4), write_chakra.node(1, "y", 4)], "this node is there twice"),
            ("before", [write_chakra.node(1, "x", 4, [9])], "it waits for a node that is not there"),
            ("cycle", [write_chakra.node(1, "x", 4, [2]), write_chakra.node(2, "y", 4, [1])], "stands still")):
        (folder / f"{name}.0.et").write_bytes(write_chakra.file(nodes))
        done = command("--read", str(folder / name), "--format", "chakra", "--check")
        if done.returncode not in (1, 2) or says not in done.stderr:
            reasons += [name, *lines(done)]
    tap.result("Chakra traces: the sample, and bad ones", reasons)


BAD = (  # in ring-3.xml: this, is replaced by that; the error
    ('recv="2"', 'recv="1"', 2, "rank 0 step 2 (receive-reduce of chunk 3 from rank 1): rank 1 never sends it"),
    ('type="rrcs"', 'type="rcs"', 1, "contribution"),
    ('type="rrs" srcbuf="i" srcoff="2"', 'type="rrs" srcbuf="i" srcoff="1"', 1, "is part"),
    ('srcoff="2"', 'srcoff="7"', 2, "has no such chunks"),
    ('type="r"', 'type="q"', 2, "'q' is no step"),
    ('send="1"', 'send="-1"', 2, "needs a peer"),
    ('step s="1"', 'step s="0"', 2, "has step 0 twice"),
    ('depid="-1" deps="-1"', 'depid="4" deps="0"', 2, "which is not there"),
    ('srcoff="2" dstbuf="i" dstoff="2" cnt="1" depid="-1" deps="-1"', 'srcoff="2" dstbuf="i" dstoff="2" cnt="1" depid="0" deps="0"', 2, 'has hasdep="0"'),
    ('nchunksperloop="', 'nchunksperloop="1', 2, "sums these alone"),
    ('coll="allreduce"', 'coll="custom"', 2, "is no collective"),
    ('ngpus="3"', 'ngpus="2"', 2, "not below ngpus"),
    ('ngpus="3"', 'ngpus="x"', 2, "ngpus must be a number"),
    ("</tb>", "", 2, "mismatched tag"),
    ("<step", "<stop", 2, "is not where MSCCL has it"),
)
BAD_GOAL = (
    ("num_ranks 4", "num_ranks 2", "here must be a number in range"),
    ("s1 requires work", "s1 requires walk", "'walk' is no label"),
    ("send 4096b to 1 tag 1", "send 4096b to 1 tag 3", "never"),
    ("4096b to 1", "4095b to 1", "the sizes differ"),
    ("s2: send", "s1: send", "twice"),
    ("rank 3 {", "rank 2 {", "this rank is there already"),
    ("s2 requires r1", "work requires s1", "stands still: a cycle of"),
    ("calc 2000", "calk 2000", "here must be send, recv or calc"),
)


def bad_files(tap, folder):
    reasons = []
    text = (EXAMPLES / "ring-3.xml").read_text()
    path = folder / "bad.xml"
    for old, new, status, says in BAD:
        assert old in text
        path.write_text(text.replace(old, new, 1))
        done = command("--read", str(path), "--check")
        if done.returncode != status or says not in done.stderr or len(done.stderr.splitlines()) != 1:
            reasons += [f"{old} -> {new}", *lines(done)]
    text = (EXAMPLES / "two-rounds.goal").read_text()
    for old, new, says in BAD_GOAL:
        assert old in text
        path.write_text(text.replace(old, new, 1))
        done = command("--read", str(path), "--format", "goal", "--check")
        if done.returncode not in (1, 2) or says not in done.stderr or len(done.stderr.splitlines()) != 1:
            reasons += [f"{old} -> {new}", *lines(done)]
    tap.result(f"{len(BAD) + len(BAD_GOAL)} files with one mistake each", reasons)


def corrupt(tap, folder):
    """Bytes changed, cut off or doubled anywhere: an answer or an error of one line, never a crash."""
    rng = random.Random(SEED)
    reasons = []
    for name, form in (("ring-3.xml", "msccl"), ("two-rounds.goal", "goal"), ("step.0.et", "chakra")):
        data = (EXAMPLES / name).read_bytes()
        (folder / "bad.1.et").write_bytes((EXAMPLES / "step.1.et").read_bytes())
        for _ in range(40):
            bad = bytearray(data)
            for _ in range(rng.randrange(1, 4)):
                at = rng.randrange(len(bad))
                bad[at:at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
            path = folder / "bad.0.et"
            path.write_bytes(bad)
            done = command("--read", str(folder / "bad" if form == "chakra" else path), "--format", form, "--check")
            if done.returncode not in (0, 1, 2) or len(done.stderr.splitlines()) != (done.returncode > 0):
                reasons += [f"{name}, seed {SEED}", *lines(done)]
    tap.result(f"120 corrupt files (seed {SEED})", reasons[:6])


REFUSED = (
    ("", "give --algorithm or --read"),
    ("--algorithm ring", "give --ranks"),
    ("--algorithm rung --ranks 4", "'rung' is no algorithm; the nearest is ring"),
    ("--algorithm ring --shape 4x2", "--shape: is for --algorithm cycles, torus, torus-phases and torus-shift; leave it out"),
    ("--algorithm ring --ranks 4 --machine 2", "--machine: is for --algorithm tencent and hierarchical-netreduce"),
    ("--algorithm torus --shape 4x2 --segments 3", "--segments: is for --algorithm double-tree"),
    ("--algorithm direct --ranks 4 --root 3", "--root: is for broadcasts, reductions to a root"),
    ("--algorithm ring --ranks 4 --inter-alpha 1s", "--inter-alpha: is for --machine; add --machine"),
    ("--algorithm ring --ranks 4 --inter-rate 1", "--inter-rate: is for --machine; add --machine"),
    ("--read x.xml --ranks 4", "--ranks: is for --algorithm"),
    ("--algorithm ring --ranks 4 --gpus 0,1", "add --topology"),
    ("--algorithm ring --ranks 4 --format goal", "add --read"),
    ("--algorithm ring --ranks 1", "must be 2.."),
    ("--algorithm torus --ranks 8", "give --shape, 2 numbers of 2 and more"),
    ("--algorithm cycles --shape 4x2x2", "give --shape, 2 numbers of 2 and more"),
    ("--algorithm torus-phases --shape 4", "give --shape, 2 to 3 numbers of 2 and more"),
    ("--algorithm torus --ranks 9 --shape 4x2", "whose product is the 9 ranks"),
    ("--algorithm cycles --shape 2x8", "need 3 rows and 3 columns"),
    ("--algorithm tencent --ranks 12 --machine 6", "give a power of two"),
    ("--algorithm tencent --ranks 10 --machine 4", "does not divide"),
    ("--algorithm hierarchical-netreduce --ranks 8", "give --machine"),
    ("--algorithm trees --ranks 8", "give the links"),
    ("--algorithm trees --topology p3.16xlarge --gpus 0,8", "give GPUs 0..7"),
    ("--algorithm trees --topology p3.16xlarge --gpus 0,0", "each once"),
    ("--algorithm trees --topology nowhere", "topology 'nowhere' is unknown"),
    ("--algorithm trees --topology single:17", "has 17 endpoints"),
    ("--algorithm trees --topology ./nowhere", "No such file"),
    ("--algorithm ring --ranks 4 --topology dgx1", "has 8 GPUs"),
    ("--algorithm binomial-broadcast --ranks 4 --root 4", "cannot be the root"),
    ("--algorithm network --ranks 4 --write OUT", "has no word for a join"),
    ("--algorithm double-tree --ranks 4 --segments 1048576 --read x", "give --algorithm or --read"),
    ("--algorithm ring --ranks 3000 --check", "35988000 steps on 35988000 chunks are more than the 33554432 on 134217728 that are checked as a whole; take fewer"),
    ("--algorithm torus --shape 64x64 --check", "8257536 steps on 268369920 chunks are more than"),
    # Sizes that would take hours to a day.
    ("--algorithm ring --ranks 1048576", "4398042316800 steps on 4398042316800 chunks are more than the 268435456 on 2147483648 that are counted in time; take fewer"),
    ("--algorithm ring --ranks 8193", "268468224 steps"),
    ("--algorithm direct --ranks 1048576", "4398042316800 steps"),
    ("--algorithm shift --ranks 1048576", "2199022206976 steps"),
    ("--algorithm torus --shape 1024x1024", "34326183936 steps"),
    ("--algorithm cycles --shape 1000x1001", "16031999984000 steps"),
    ("--algorithm double-tree --ranks 32 --segments 1048576", "291504128 steps"),
    ("--algorithm halving-doubling --ranks 1048576", "83886080 steps on 4398042316800 chunks"),
    ("--algorithm tencent --ranks 1048576 --machine 1024", "take fewer ranks"),
    ("--read nowhere.xml", "No such file"),
    ("--read nowhere --format tar", "is unknown; give one of msccl, goal, chakra"),
)


def refusals(tap, folder):
    reasons = []
    for options, says in REFUSED:
        done = command(*[str(folder / "x.xml") if o == "OUT" else o for o in options.split()])
        if done.returncode != 2 or says not in done.stderr or len(done.stderr.splitlines()) != 1:
            reasons += [options, *lines(done)]
    if (folder / "x.xml").exists():
        reasons.append("a file was left that is not complete")
    tap.result(f"{len(REFUSED)} command lines are refused", reasons)


if __name__ == "__main__":
    helpers.run(all_algorithms, times, limits, large, samples, chakra, bad_files, corrupt, refusals)
