# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold simulate: the report, the same run for the same seed, and what is refused."""

import collections
import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys

import helpers

KEYS = ("link_hops events cpu_seconds link_hops_per_s peak_rss_MB time_us algbw_GBps busbw_GBps "
        "share_of_bound mean_latency_ns p99_latency_ns evictions trace_hash").split()
SMALL = ["--topology", "dgx2", "--bytes", "16K"]
# Algorithms of messages, with the least that each must reach of the links' bound with 4 MiB on four ranks
# of one switch: half the buffer is 1.5 MiB of each rank's, 123 us; latencies are some microseconds.
SCHEDULES = [("allreduce", "ring", 0.9), ("allreduce", "ring-both", 0.9), ("allreduce", "direct", 0.9),
             ("allreduce", "halving-doubling", 0.9), ("reducescatter", "ring-reduce-scatter", 0.9),
             ("allgather", "ring-all-gather", 0.9), ("alltoall", "shift", 0.9), ("broadcast", "binomial-broadcast", 0.45),
             ("reduce", "binomial-reduce", 0.45)]
# What must not depend on who ran it.
SAME = "trace_hash link_hops cycles mean_latency_ns p99_latency_ns evictions algbw_GBps".split()
MPIRUN = ["-n", "2", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1"]
# The processes of a container are root's, and there is no other machine to ask for a password.
MPI_ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_plm_rsh_agent": ""}
TRAFFIC = ["--topology", "single:8", "--collective", "uniform", "--time", "2000"]

# Options and what the one line must say.
REFUSED = [
    ([], "--topology SPEC is missing"),
    (["--topology", "dgx3"], "nearest is dgx"),
    ([*SMALL, "--algorithm", "pusch"], "nearest is push"),
    ([*SMALL, "--algorithm", "shift"], "is none of --collective allreduce"),
    ([*SMALL, "--algorithm", "network"], "take --algorithm push or pull"),
    ([*SMALL, "--algorithm", "torus"], "give --shape"),
    ([*SMALL, "--collective", "unifrom"], "uniform"),
    ([*SMALL, "--engine", "flow", "--algorithm", "push"], "ring-both"),
    ([*SMALL, "--engine", "flow", "--collective", "broadcast"], "has alltoall"),
    ([*SMALL, "--engine", "cycle", "--algorithm", "ring"], "push and pull"),
    ([*TRAFFIC, "--routing", "adaptiv"], "adaptive"),
    ([*SMALL, "--bytes", "3"], "must be 4.."),
    ([*SMALL, "--bytes", "64Q"], "must be"),
    ([*SMALL, "--table-bytes", "100"], "must be 128..4096"),
    ([*SMALL, "--table-bytes", "200"], "a multiple of 128"),
    ([*SMALL, "--wave-bytes", "200"], "a multiple of 128"),
    ([*SMALL, "--waves", "65"], "must be 1..64"),
    ([*SMALL, "--ranks", "1"], "must be 2.."),
    ([*SMALL, "--ranks", "17"], "has 16 endpoints"),
    ([*SMALL, "--threads", "0"], "must be 1.."),
    ([*SMALL, "--threads", "17"], "16 endpoints"),
    ([*TRAFFIC, "--load", "0"], "more than 0"),
    ([*TRAFFIC, "--load", "1.5"], "must be 0..1"),
    ([*TRAFFIC, "--flits", "0"], "must be 1..64"),
    ([*TRAFFIC, "--time", "1s"], "must be"),
    (["--topology", "torus:4x4", "--algorithm", "push"], "one cable in each plane"),
    # Leaves of the last pod reach the others' roots by pods between, down and up.
    (["--topology", "dragonfly:2,4,2", "--algorithm", "push"], "paths up and down from all endpoints"),
    ([*SMALL, "--op", "max"], "add --payload"),
    ([*SMALL, "--input", "/tmp"], "add --payload"),
    ([*SMALL, "--payload", "--dtype", "f32x"], "use netfold allreduce"),
    ([*SMALL, "--payload", "--op", "avg"], "use netfold allreduce"),
    ([*SMALL, "--payload", "--op", "xor"], "xor"),
    ([*SMALL, "--payload", "--threads", "2"], "one worker"),
    ([*SMALL, "--payload", "--engine", "cycle"], "netfold allreduce"),
    ([*SMALL, "--payload", "--input", "/tmp"], "read or made up"),
    (["--topology", "single:4", "--payload", "--bytes", "5"], "words of f32 have 4 bytes; give a multiple"),
    (["--topology", "single:4", "--payload", "--bytes", "4098", "--dtype", "bf16x2", "--algorithm", "ring", "--granularity", "chunk"], "words of bf16x2"),
    ([*SMALL, "--output", "/tmp"], "add --payload"),
    ([*SMALL, "--dtype", "u32"], "add --payload"),
    ([*SMALL, "--trace-from", "5"], "is for --trace; add --trace"),
    ([*SMALL, "--trace-cycles", "5"], "add --trace"),
    ([*SMALL, "--trace-limit", "5"], "add --trace"),
    ([*SMALL, "--payload", "--algorithm", "ring", "--ranks", "3"], "a multiple of"),
    ([*SMALL, "--links-ber", "0.1"], "must be 0..0.01"),
    ([*SMALL, "--trace", "t.json", "--threads", "2"], "one worker"),
    ([*SMALL, "--trace", "t.json", "--engine", "cycle"], "netfold allreduce"),
    ([*SMALL, "--algorithm", "ring", "--chunk-bytes", "4K"], "is for --granularity chunk"),
    ([*SMALL, "--algorithm", "ring", "--granularity", "chunk", "--threads", "2"], "one worker"),
    ([*SMALL, "--hierarchical", "on"], "no switches above"),
    ([*SMALL, "--switches", "shared"], "crossbar"),
    (["--topology", "fattree:16,3", "--payload"], "give --ranks"),
    (["--topology", "dgx2", "--wave-bytes", "4M", "--waves", "64", "--bytes", "4G", "--frobnicate"], "unknown"),
]

# What a run can be, and the options that it may have, besides those of every run.
FAST = "threads look-ahead"
PACKETS = f"{FAST} links-ber header-gap trace trace-from trace-cycles trace-limit"
DATA = "payload op dtype"
NETWORK = "algorithm bytes ranks memory-latency table-bytes waves wave-bytes barrier timeout"
BY_MESSAGES = "algorithm ranks memory-latency granularity acks routing"
USES = [
    ("push", "--topology single:4 --bytes 4K", f"{NETWORK} {PACKETS} {DATA} result-acks hierarchical switches"),
    ("pull", "--topology single:4 --bytes 4K --algorithm pull", f"{NETWORK} {PACKETS} {DATA}"),
    ("ring", "--topology single:4 --bytes 4K --algorithm ring", f"{BY_MESSAGES} {PACKETS} {DATA} bytes"),
    ("ring by chunks", "--topology single:4 --bytes 4K --algorithm ring --granularity chunk", f"{BY_MESSAGES} {FAST} {DATA} bytes chunk-bytes"),
    ("torus", "--topology single:4 --bytes 4K --algorithm torus --shape 2x2", f"{BY_MESSAGES} {PACKETS} {DATA} bytes shape"),
    ("machines", "--topology single:4 --bytes 4K --algorithm tencent --machine 2", f"{BY_MESSAGES} {PACKETS} {DATA} bytes machine"),
    ("double-tree", "--topology single:4 --bytes 4K --algorithm double-tree", f"{BY_MESSAGES} {PACKETS} {DATA} bytes segments"),
    ("broadcast", "--topology single:4 --bytes 4K --collective broadcast", f"{BY_MESSAGES} {PACKETS} {DATA} bytes root"),
    ("trees", "--topology dgx1 --bytes 4K --algorithm trees", f"{BY_MESSAGES} {PACKETS} {DATA} bytes root"),
    ("barrier", "--topology single:4 --collective barrier", f"{BY_MESSAGES} {PACKETS}"),
    ("uniform", "--topology single:4 --collective uniform --time 1000", f"{PACKETS} routing load flits responses time"),
    ("push, cycle by cycle", "--topology single:16 --engine cycle --bytes 1K", f"{NETWORK} links-ber result-acks hierarchical"),
    ("pull, cycle by cycle", "--topology single:16 --engine cycle --bytes 1K --algorithm pull", f"{NETWORK} links-ber"),
    ("ring of rates", "--topology single:4 --engine flow", "algorithm bytes routing"),
    ("all-to-all of rates", "--topology single:4 --engine flow --collective alltoall", "algorithm bytes routing shifts"),
    ("permutation of rates", "--topology single:4 --engine flow --collective permutation", "bytes routing")]
ALWAYS = "topology engine collective seed json".split()
VALUES = {"trace": "t.json", "trace-from": "1", "trace-cycles": "0", "trace-limit": "100000", "bytes": "2K", "ranks": "4", "memory-latency": "10",
          "shape": "2x2", "machine": "2", "segments": "2", "root": "1", "granularity": "packet", "chunk-bytes": "1K", "acks": "packet",
          "table-bytes": "512", "waves": "4", "wave-bytes": "256", "result-acks": "on", "barrier": "on", "hierarchical": "off",
          "switches": "crossbar", "timeout": "64000", "payload": None, "op": "sum", "dtype": "u32", "load": "0.5", "flits": "9",
          "responses": "50", "time": "500", "links-ber": "1e-7", "header-gap": "2", "threads": "1", "look-ahead": "50ns", "shifts": "2",
          "routing": "deterministic", "input": ".", "output": "."}
# Other options have to be there for these.
WITH = {"trace-from": "trace", "trace-cycles": "trace", "trace-limit": "trace", "op": "payload", "dtype": "payload", "input": "payload",
        "output": "payload"}

simulate = functools.partial(helpers.netfold, "simulate")


def report(folder, *options):
    return helpers.measured(folder, KEYS, "simulate", *options)


def reports(tap, folder):
    for name, options in (("push", [*SMALL]), ("pull", [*SMALL, "--algorithm", "pull"]), ("uniform", TRAFFIC),
                          ("permutation", [*TRAFFIC, "--collective", "permutation"])):
        first, reasons = report(folder, *options)
        again, _ = report(folder, *options, "--look-ahead", "50ns")
        other, _ = report(folder, *options, "--seed", "2")
        if not reasons and again["trace_hash"] != first["trace_hash"]:
            reasons.append("another trace with another look-ahead")
        if not reasons and other["trace_hash"] == first["trace_hash"]:
            reasons.append("the same trace with another seed")
        if not reasons and not 0 < first["share_of_bound"] <= 1:
            reasons.append(f"share_of_bound is {first['share_of_bound']}")
        tap.result(f"report of {name}", reasons)


def wide_switches(tap, folder):
    """Masks of more than one word: data of a push and a pull, bit for bit, at switches of 72 and 128 ports."""
    for topology in ("nvl72", "single:128"):
        for algorithm in ("push", "pull"):
            found, reasons = report(folder, "--topology", topology, "--algorithm", algorithm, "--bytes", "36K",
                                    "--table-bytes", "512", "--payload", "--dtype", "s32")
            if not reasons and not (found["ranks_identical"] and found["words_checked"] > 0 and found["max_error"] == 0):
                reasons.append(f"{found['words_checked']} words, error {found['max_error']}")
            tap.result(f"{algorithm} on {topology}", reasons)


def cable_errors(tap, folder):
    """Bit errors of a file's cables: those of all are --links-ber, and a cable's own go before them."""
    path = folder / "net.json"

    def replays(ber, of_last, *options):
        cables = [[f"acc{i}", "s"] for i in range(8)]
        cables[7].append({} if of_last is None else {"ber": of_last})
        path.write_text(json.dumps({"endpoints": 8, "switches": ["s"], "cables": cables} | ({} if ber is None else {"ber": ber})))
        found, reasons = report(folder, "--topology", str(path), "--bytes", "64K", *options)
        return (None, None, reasons) if reasons else (found["trace_hash"], found["link_replays"], [])

    trace, count, reasons = replays(None, None, "--links-ber", "1e-6")
    same, _, more = replays(1e-6, None)
    tap.result("bit errors of all cables", reasons or more or [] if trace == same and count else ["another trace than with --links-ber"])
    _, one, reasons = replays(None, 1e-6)
    _, others, more = replays(None, 0, "--links-ber", "1e-6")
    tap.result("bit errors of one cable", reasons or more or
               ([] if 0 < one < count and 0 < others < count else [f"{one} replays of one, {others} of the others, {count} of all"]))
    done = helpers.netfold("simulate", "--topology", path, "--algorithm", "ring", "--granularity", "chunk")
    replays(None, 1e-6)
    tap.refused("bit errors of a cable, by chunks",
                helpers.netfold("simulate", "--topology", path, "--algorithm", "ring", "--granularity", "chunk"), ("bit errors of cables",))
    tap.result("no bit errors of a cable, by chunks", [] if done.returncode == 0 else [done.stderr])


def workers(tap, folder):
    """Threads and processes share a run and change nothing of it."""
    mpirun, netfold = shutil.which("mpirun"), f"{helpers.NETFOLD}_mpi"
    why = "mpirun is missing" if not mpirun else "" if os.path.exists(netfold) else f"{netfold} is not built"
    for name, options in (("push", SMALL), ("alltoall", [*SMALL, "--collective", "alltoall"]), ("uniform", TRAFFIC)):
        one, reasons = report(folder, *options)
        two, more = report(folder, *options, "--threads", "2")
        reasons += more
        if not reasons:
            reasons = [f"{key}: {two[key]} with two threads, {one[key]} with one" for key in SAME if two[key] != one[key]]
        tap.result(f"two threads: {name}", reasons)
        if why:
            tap.result(f"two processes: {name} # SKIP {why}", [])
            continue
        path = folder / "processes.json"
        path.unlink(missing_ok=True)
        done = subprocess.run([mpirun, *MPIRUN, netfold, "simulate", *options, "--json", str(path)], text=True,
                              check=False, capture_output=True, env=os.environ | MPI_ENVIRONMENT)
        reasons = [f"exit {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
        found = {} if reasons else json.loads(path.read_text())
        reasons += [f"{key}: {found[key]} of two processes, {one[key]} of one" for key in SAME
                    if found and found[key] != one[key]]
        if found and (found["processes"] != 2 or done.stdout.count("link-hops") != 1):
            reasons.append(f"{found['processes']} processes, which say {done.stdout!r}")
        tap.result(f"two processes: {name}", reasons)
    # Two processes of a command without MPI would both do the whole run.
    done = simulate(*SMALL, env=os.environ | {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"})
    tap.result("two processes without MPI", [] if done.returncode == 2 and "start netfold_mpi" in done.stderr
               else [f"exit {done.returncode}: {done.stderr.strip()}"])


def schedules(tap, folder):
    """Messages: near to what the links allow and never above, the same for any look-ahead."""
    four = ["--topology", "single:4", "--bytes", "4M"]
    for collective, algorithm, least in SCHEDULES:
        options = [*four, "--collective", collective, "--algorithm", algorithm]
        first, reasons = report(folder, *options)
        again, _ = report(folder, *options, "--look-ahead", "50ns")
        if not reasons and again["trace_hash"] != first["trace_hash"]:
            reasons.append("another trace with another look-ahead")
        if not reasons and not least < first["share_of_bound"] <= 1:
            reasons.append(f"share_of_bound is {first['share_of_bound']}, not {least}..1")
        tap.result(f"{collective} by {algorithm}", reasons)
    barrier, reasons = report(folder, "--topology", "single:16", "--collective", "barrier")
    # Four rounds of a packet of one flit; at least a cable each way, 139 ns together, and a switch.
    if not reasons and not 4 * 150 < 1000 * barrier["time_us"] < 4 * 600:
        reasons.append(f"a barrier of 16 ranks takes {barrier['time_us']} us")
    tap.result("barrier by dissemination", reasons)


def bounds(tap, folder):
    """No bandwidth is above the bound, whatever the network and the collective; and bounds by hand."""
    path = folder / "net.json"
    path.write_text(json.dumps({"endpoints": 4, "switches": ["s"], "cables": [[f"acc{i}", "s", {"GBps": 25 if i < 3 else 5}] for i in range(4)]}))
    several = ["--topology", "hyperx:5x3,planes=6,rate=25", "--collective", "uniform", "--load", "1", "--routing", "adaptive"]
    # A header of 16 B to 128 B, and in the mean an acknowledgement of as many.
    for options, bound in ((["--topology", "single:2", "--collective", "broadcast", "--bytes", "4M"], 25 * 128 / 144),
                           (["--topology", "single:2", "--collective", "reduce", "--bytes", "4M"], 25 * 128 / 144),
                           (["--topology", str(path), "--ranks", "3", "--algorithm", "ring"], 25 * 0.8 * 3 / 4),
                           (["--topology", str(path), "--algorithm", "ring"], 5 * 128 / 144),
                           (["--topology", str(path), "--collective", "alltoall"], 5 * 128 / 144 * 4 / 3),
                           (["--topology", str(path), "--algorithm", "push", "--ranks", "3"], 20),
                           (["--topology", str(path), "--collective", "uniform", "--time", "5000"], 20 * 8 / 9),
                           ([*several, "--seed", "17", "--time", "50000"], 4 * 6 * 25 * 8 / 9),
                           # Acknowledgements of leaves' results come after the end where the uplink is full.
                           (["--topology", "leaf:2x2,spines=1,rate=1,switch=5", "--bytes", "1M", "--table-bytes", "512", "--waves", "32", "--hierarchical", "on"], 128 / 144),
                           # A flit of 8.07 ticks has 8.
                           (["--topology", "single:2,rate=24.77", "--bytes", "4M", "--waves", "64", "--result-acks", "off"], 25 * 128 / 144)):
        found, reasons = report(folder, *options)
        if not reasons and abs(found["bound_GBps"] - bound) > 1e-9 * bound:
            reasons.append(f"bound_GBps is {found['bound_GBps']}, not {bound}")
        if not reasons and not 0 < found["share_of_bound"] <= 1:
            reasons.append(f"share_of_bound is {found['share_of_bound']}")
        tap.result(f"bound of {' '.join(options)}", reasons)
    kinds = [["--algorithm", a] for a in ("push", "pull", "ring-both", "direct", "halving-doubling")] + \
        [["--collective", c] for c in ("reducescatter", "allgather", "alltoall", "broadcast", "reduce")]
    traffic = [["--collective", c, "--load", "1", "--time", "5000"] for c in ("uniform", "permutation")]
    for topology in ("single:2", "single:5", "dgx2", "dgx1", "p3.16xlarge", "torus:3x3", "hammingmesh:2x2,2x2", "alltoall:4x4", "leaf:2x2", str(path)):
        reasons, count = [], 0
        for options in traffic + [[*kind, "--bytes", "512K", *more] for kind in kinds for more in ([], ["--ranks", "2"], ["--granularity", "chunk"])]:
            done = simulate("--topology", topology, *options, "--json", str(folder / "bound.json"))
            if done.returncode == 2 and ("one cable in each plane" in done.stderr or "--granularity: is for" in done.stderr):
                continue # not by this network, not by chunks
            share = None if done.returncode else json.loads((folder / "bound.json").read_text())["share_of_bound"]
            count += 1
            if share is None or not 0 < share <= 1:
                reasons.append(f"{' '.join(options)}: {share} {done.stderr.strip()}")
        tap.result(f"within the bound: {topology}", reasons if count >= 18 else [f"{count} runs alone"])


def uneven_links(tap, folder):
    """An endpoint of two cables between one of one cable and their switch: all arrives, whatever the look-ahead."""
    path = folder / "two.json"
    cables = [["e0", "s2"], ["e1", "s0"], ["e2", "s0", {"count": 2, "ns": 300}], ["s1", "s0"], ["s1", "s2"]]
    path.write_text(json.dumps({"endpoints": ["e0", "e1", "e2"], "switches": ["s0", "s1", "s2"],
                                "cables": [[a, b, {"GBps": 25, "ns": 5, **(more[0] if more else {})}] for a, b, *more in cables]}))
    options = ["--topology", str(path), "--collective", "uniform", "--load", "0.5", "--time", "30us"]
    found, reasons = report(folder, *options)
    again, more = report(folder, *options, "--look-ahead", "5ns")
    if not reasons + more and found["trace_hash"] != again["trace_hash"]:
        reasons.append("another trace with another look-ahead")
    tap.result("endpoints of one cable and of two at a switch", reasons + more)


def rates(tap, folder):
    """Faster links are not slower, also where cables are longer than their replay buffers, which hold as many flits at any rate: over several seeds, as
    runs of one rate differ by 1 %."""
    for topology in ("leaf:4x4,spines=2,wire=50", "single:6,wire=500"):
        mean = []
        for rate in (10, 20, 24.99, 25, 28.57, 50):
            found = [report(folder, "--topology", f"{topology},rate={rate}", "--bytes", "128K", "--seed", str(seed)) for seed in range(1, 7)]
            mean.append(sum(f["algbw_GBps"] for f, reasons in found if not reasons) / len(found))
        tap.result(f"faster links: {topology}", [] if all(b > 0.98 * a > 0 for a, b in zip(mean, mean[1:])) else [f"{[f'{m:.2f}' for m in mean]} GB/s"])


def nothing(tap, folder):
    """Traffic of which nothing has arrived has no latency."""
    path = folder / "none.json"
    done = simulate("--topology", "single:8", "--collective", "permutation", "--time", "100", "--json", str(path))
    found = json.loads(path.read_text()) if done.returncode == 0 else {}
    wrong = [key for key in ("mean_latency_ns", "mean_latency_interval_ns", "p99_latency_ns") if found.get(key, 0) is not None]
    tap.result("latencies of nothing", [f"{key} is {found.get(key)}" for key in wrong] or
               ([] if "latency: mean -, 99 % below -" in done.stdout else [done.stdout]))


def payload(tap):
    """Data from files, by other sums than the engine's; and the same packets as without."""
    rng = random.Random(4)
    for options, op, dtype in ((["--table-bytes", "128"], "sum", "f32"), (["--algorithm", "pull"], "min", "s32"),
                               (["--algorithm", "ring"], "sum", "u32"), (["--algorithm", "direct"], "max", "f32")):
        with helpers.Place() as place:
            columns = [helpers.random_values(rng, dtype, 960) for _ in range(16)]
            place.put(columns, dtype, (4, 240))
            common = ["--topology", "dgx2", *options]
            done = simulate(*common, "--payload", "--op", op, "--dtype", dtype, "--input", str(place.input), "--output",
                            str(place.output), "--json", str(place.json))
            reasons = [f"exit {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
            reasons = reasons or helpers.wrong(place, columns, op, dtype)
            found = place.report() if not reasons else {}
            without, more = report(place.root, *common, "--bytes", "3840")
            reasons += more + [f"{key} is {found.get(key)}, without data {without[key]}" for key in SAME
                               if found and found[key] != without[key]]
            if found and (found["words_checked"] != 16 * 960 or not found["ranks_identical"]):
                reasons.append(f"{found['words_checked']} words checked, identical: {found['ranks_identical']}")
            tap.result(f"payload: {op} of {dtype} {' '.join(options)}", reasons)
    with helpers.Place() as place:
        columns = [helpers.random_values(rng, "u32", 64) for _ in range(16)]
        place.put(columns, "u32")
        done = simulate("--topology", "dgx2", "--collective", "alltoall", "--payload", "--input", str(place.input), "--output",
                        str(place.output))
        reasons = [f"exit {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
        for rank in range(16 if not reasons else 0):
            got = list(helpers.npy_values(place.output / f"rank{rank:02d}.npy", "u32"))
            if got != [columns[of][4 * rank + k] for of in range(16) for k in range(4)]:
                reasons.append(f"rank {rank} has not what the others sent it")
        tap.result("payload: all-to-all", reasons)


def trace(tap, folder):
    """Every packet at both ends of its cable, table entries and waves; the same run as without."""
    path, traffic = folder / "trace.json", folder / "traffic.json"
    blocks = 16 * 1024 // 128
    without, reasons = report(folder, *SMALL)
    found, more = report(folder, *SMALL, "--trace", str(path), "--trace-cycles", "0")
    reasons += more
    events = json.loads(path.read_text())["traceEvents"] if not reasons else []
    thread = {(x["pid"], x["tid"]): x["args"]["name"].split() for x in events if x["name"] == "thread_name"}
    ends = {way: [(port, x) for (port, what), x in ((thread[x["pid"], x["tid"]], x) for x in events if x["ph"] == "X") if what == way]
            for way in ("sends", "gets")}
    if events:
        reasons += [f"{key}: {found[key]}, without a trace {without[key]}" for key in SAME if found[key] != without[key]]
        if not len(ends["sends"]) == len(ends["gets"]) == found["link_hops"]:
            reasons.append(f"{len(ends['sends'])} packets sent, {len(ends['gets'])} came, {found['link_hops']} link-hops")
        at_gpu = collections.Counter((way, x["name"]) for way, all_of in ends.items() for port, x in all_of if port.startswith("gpu"))
        if not at_gpu["sends", "push"] == at_gpu["gets", "result"] == 16 * blocks:
            reasons.append(f"{at_gpu}")
        # Cables of 69.44 ns at GPUs and of twice that between switches, and 6 cycles of both their ends.
        lags = {(port.startswith("gpu") or other.startswith("gpu"), round((b["ts"] - a["ts"]) / 0.00064, 2))
                for (port, a), (other, b) in zip(ends["sends"], ends["gets"])}
        if lags != {(True, 114), (False, 223)}:
            reasons.append(f"packets come {lags} cycles after they are sent")
        addresses = {x["args"]["address"] for _, x in ends["sends"]}
        if addresses != {hex(128 * block) for block in range(blocks)}:
            reasons.append(f"{len(addresses)} addresses of {blocks} blocks")
        busy = collections.defaultdict(list)
        for port, x in ends["sends"]:
            busy[port].append((x["ts"], x["ts"] + x["dur"]))
        reasons += [f"{port}: two packets at once" for port, spans in busy.items()
                    if any(b[0] < a[1] - 1e-6 for a, b in zip(sorted(spans), sorted(spans)[1:]))][:3]
        begun = collections.Counter(x["cat"] for x in events if x["ph"] == "b")
        closed = collections.Counter(x["cat"] for x in events if x["ph"] == "e")
        if begun != closed or begun["entry"] != blocks or begun["wave"] != 16 * 2:
            reasons.append(f"{begun} and {closed}, not {blocks} entries and 32 waves of 8 kB")
        reasons += [f"{x['name']}" for x in events if x["ph"] == "b" and x["cat"] == "entry" and not x["name"].endswith("16 of 16")][:3]
    tap.result("trace of all packets, entries and waves", reasons)

    found, reasons = report(folder, *SMALL, "--trace", str(path), "--trace-from", "500", "--trace-cycles", "300")
    times = [x["ts"] / 0.00064 for x in json.loads(path.read_text())["traceEvents"] if x["ph"] in "Xb"] if not reasons else []
    if not times or min(times) < 499.99 or max(times) >= 800 + 223:
        reasons.append(f"{len(times)} events, from {min(times, default=0)} to {max(times, default=0)}")
    tap.result("trace of a part", reasons)
    found, reasons = report(folder, "--topology", "single:4", "--collective", "uniform", "--time", "500", "--trace", str(traffic))
    packets = [x["args"] for x in json.loads(traffic.read_text())["traceEvents"] if x["ph"] == "X"] if not reasons else []
    reasons += [] if packets and not any("address" in x for x in packets) else [f"{len(packets)} packets of traffic, {sum('address' in x for x in packets)} have an address"]
    tap.result("trace of traffic: no address, which it has not", reasons)
    page = folder / "viewer.html"
    done = subprocess.run([sys.executable, "-B", "sim/experiment/viewer.py", str(path), "--output", str(page)], text=True, check=False,
                          capture_output=True)
    reasons = [done.stderr.strip()] if done.returncode else [] if '"push"' in page.read_text() else ["no packet in the page"]
    if not reasons and shutil.which("node"):
        script = f"""const viewer = require('{os.path.abspath("sim/experiment/viewer.js")}'), fs = require('fs');
const fabric = viewer.read(JSON.parse(fs.readFileSync(process.argv[1], 'utf8')));
console.log(JSON.stringify([fabric.links.length, fabric.unknown.length, Object.keys(fabric.tables).length]));"""
        report(folder, *SMALL, "--trace", str(path), "--trace-cycles", "0")
        done = subprocess.run(["node", "-e", script, str(path)], text=True, check=False, capture_output=True)
        # 16 GPUs with six links and 6 x 8 cables between switches, both ways; tables of 12 switches.
        if done.stdout.strip() != "[288,0,12]":
            reasons.append(f"the viewer has [links, unknown, switches with tables] {done.stdout.strip()} {done.stderr.strip()}, not [288,0,12]")
    tap.result("the viewer plays it", reasons)
    path.unlink()
    done = simulate(*SMALL, "--trace", str(path), "--trace-limit", "100")
    tap.refused("a trace over its limit", done, ["--trace-limit 100", "--trace-cycles"])
    tap.result("and no file is left", [f"{path} is there"] if path.exists() else [])


def engines(tap, folder):
    """--engine hands the same description to the others."""
    path = folder / "report.json"
    flow = simulate("--topology", "fattree:8,2", "--engine", "flow", "--collective", "permutation", "--json", str(path))
    reasons = [flow.stderr] if flow.returncode else []
    if not reasons and json.loads(path.read_text())["engine"] != "flow":
        reasons.append("the report is not the flow engine's")
    tap.result("--engine flow", reasons)
    cycle = simulate("--topology", "single:16", "--engine", "cycle", "--bytes", "4K", "--waves", "4", "--json", str(path))
    reasons = [cycle.stderr] if cycle.returncode else []
    if not reasons and json.loads(path.read_text())["waves"] != 4:
        reasons.append("the report has not four waves")
    tap.result("--engine cycle", reasons)
    for options, key, value in ((["--algorithm", "pull", "--waves", "3"], "waves", 3), (["--hierarchical", "on"], "hierarchical", True)):
        done = simulate("--topology", "leaf:2x2,rate=25", "--engine", "cycle", "--bytes", "2K", *options, "--json", str(path))
        found = None if done.returncode else json.loads(path.read_text()).get(key)
        tap.result(f"--engine cycle {' '.join(options)}", [] if found == value else [f"{key} is {found} {done.stderr.strip()}"])

allreduce = functools.partial(helpers.netfold, "allreduce", "--engine", "fast", "--topology", "dgx2")


def by_allreduce(tap, folder):
    """netfold allreduce --engine fast: the runs of netfold simulate, with errors, data and a time line."""
    path, line = folder / "report.json", folder / "line.json"
    for options in ([], ["--links-ber", "1e-5"]):
        same, reasons = report(folder, "--topology", "dgx2", "--bytes", "64K", "--table-bytes", "256", *options)
        fast = allreduce("--bytes", "64K", "--table-bytes", "256", "--json", str(path), *options)
        reasons += [fast.stderr] if fast.returncode else []
        found = json.loads(path.read_text()) if not reasons else same
        reasons += [f"{key}: {found[mine]}, of netfold simulate {same[key]}" for key, mine in
                    (("trace_hash", "trace_hash"), ("link_replays", "replays")) if not reasons and found[mine] != same[key]]
        if options and not reasons and found["replays"] == 0:
            reasons.append("no link repeated anything")
        tap.result(" ".join(["netfold allreduce --engine fast", *options]), reasons)
    with helpers.Place() as place:
        columns = [helpers.random_values(random.Random(5), "f32", 960) for _ in range(16)]
        place.put(columns, "f32", (4, 240))
        done = allreduce("--method", "pull", "--input", str(place.input), "--output", str(place.output), "--json", str(place.json),
                         "--links-ber", "1e-5", "--trace", str(line), "--trace-cycles", "0")
        reasons = [f"exit {done.returncode}: {done.stderr.strip()}"] if done.returncode else []
        reasons = reasons or helpers.wrong(place, columns, "sum", "f32")
        found = place.report() if not reasons else {}
        packets = [x for x in json.loads(line.read_text())["traceEvents"] if x["ph"] == "X"] if found else []
        if found and (found["words_checked"], found["op"], found["dtype"]) != (16 * 960, "sum", "f32"):
            reasons.append(f"{found['words_checked']} words checked, {found['op']} of {found['dtype']}")
        if found and (not found["ranks_identical"] or found["replays"] == 0):
            reasons.append(f"identical: {found['ranks_identical']}, {found['replays']} replays")
        if found and len(packets) != 2 * found["link_hops"]: # sent and taken
            reasons.append(f"{len(packets)} packets in the time line, {found['link_hops']} link-hops")
        tap.result("netfold allreduce --engine fast: data, bit errors and a time line", reasons)
    for options in (["--drop", "1:0"], ["--links-lose", "0.1"], ["--mode", "exact"], ["--shuffle"]):
        tap.refused(f"netfold allreduce --engine fast {options[0]}", allreduce("--bytes", "4K", *options),
                    (f"{options[0]}: is not in the fast engine", "--engine cycle"))


def refusals(tap):
    for options, says in REFUSED:
        tap.refused(" ".join(options) or "nothing given", simulate(*options), (says,))


def words_of(option, algorithm, folder):
    value = {"algorithm": algorithm, "trace": str(folder / "t.json")}.get(option, VALUES.get(option))
    return [f"--{option}"] + ([value] if value else [])


def uses(tap, folder):
    """Each option in each kind of run: it is taken where it means something, else refused, also with the value that is its default."""
    listed = [line.split("\t")[0][2:] for line in simulate("--list-options").stdout.splitlines()]
    tap.result("all options have a use", [name for name in listed if name not in VALUES and name not in ALWAYS and name != "algorithm"])
    for name, run, takes in USES:
        run = run.split()
        algorithm = run[run.index("--algorithm") + 1] if "--algorithm" in run else \
            {"broadcast": "binomial-broadcast", "barrier": "dissemination", "ring of rates": "ring-both", "all-to-all of rates": "shift"}.get(name, "push")
        reasons = []
        for option in listed:
            if option in ALWAYS or option in ("input", "output"):
                continue
            more = words_of(option, algorithm, folder)
            more += words_of(WITH[option], algorithm, folder) if option in WITH else []
            if option == "ranks" and name == "trees":
                more[1] = "8"
            done = simulate(*run, *more)
            if option in takes.split():
                reasons += [f"{' '.join(more)}: {done.stderr.strip()}"] if done.returncode else []
            elif done.returncode != 2 or not re.search("^netfold: --.*: is for .*; leave it out$", done.stderr, re.M):
                reasons.append(f"{' '.join(more)} is not refused: {done.returncode} {done.stderr.strip()}")
        tap.result(f"options of {name}", reasons)


if __name__ == "__main__":
    helpers.run(reports, wide_switches, cable_errors, workers, schedules, engines, by_allreduce, trace, payload, refusals, uses, bounds, rates, uneven_links, nothing)
