# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""netfold allreduce --topology: whole networks on both engines, faults named, bad options refused."""

import collections
import functools
import json
import math
import pathlib
import random

import helpers

TWO = {"gpus": 4, "links": 1, "switches": ["a", "b"], "latency": 3,
       "cables": [["gpu0.0", "a.0"], ["gpu1.0", "a.1"], ["gpu2.0", "b.0"], ["gpu3.0", "b.1", 9],
                  ["a.8", "b.8"], ["a.9", "b.9"]]}
GRAPH = {"endpoints": 4, "switches": ["left", "right"], "ns": 20, "switch_ns": 20,
         "cables": [*([f"acc{n}", "left" if n < 2 else "right"] for n in range(4)), ["left", "right", {"count": 2}]]}
PARTIAL_FLITS = 1 + 8  # of a partial sum of 128 B
KEYS = ("engine method op dtype mode ranks bytes cycles flits algbw_GBps busbw_GBps limit_GBps bit_exact "
        "ranks_identical evictions timeouts topology gpus links switches waves wave_bytes "
        "mean_latency_cycles p99_latency_cycles bits_turned replays paths_checked").split()

netfold = functools.partial(helpers.netfold, "allreduce")


def measured(folder, *options):
    """(report, reasons) of a run with made-up data."""
    report, reasons = helpers.measured(folder, KEYS, "allreduce", *options)
    if report and not report.get("bit_exact"):
        reasons.append("the ranks differ")
    return report, reasons


def written(folder, name, description):
    """The file of a network's description."""
    path = folder / name
    path.write_text(json.dumps(description))
    return str(path)


def two(folder):
    return written(folder, "two.json", TWO)


# Switches of the Verilated kind, with the hops of KLENK's.
LEAVES = "leaf:4x3,rate=25,spines=2,wire=100,switch=50"


def leaves(tap, folder):
    """Leaves that reduce first: exact sums whatever is evicted, damaged or repeated; the traffic that goes up; the fast engine."""
    on = ("--hierarchical", "on")
    for topology, more in ((LEAVES, ("--dtype", "u32")), (LEAVES, ("--table-bytes", "128", "--dtype", "s32")),
                           (LEAVES, ("--barrier", "on", "--eviction", "1", "--table-bytes", "128")),
                           (LEAVES, ("--links-ber", "1e-5", "--rank-stalls", "20", "--dtype", "u32", "--timeout", "1280")),
                           (LEAVES, ("--abort-at", "700", "--table-bytes", "256")),
                           (LEAVES, ("--ranks", "7", "--result-acks", "off")),
                           ("fattree:4,3,rate=25", ("--table-bytes", "128", "--dtype", "s32")),
                           ("fattree:8,2,rate=25,endpoints=21", ())):
        report, reasons = measured(folder, "--topology", topology, "--bytes", "8192", *on, *more)
        if report and not report["hierarchical"]:
            reasons.append("the report does not say so")
        tap.result(f"leaves that reduce first: {topology} {' '.join(more)}".rstrip(), reasons)
    for op in ("sum", "avg"):
        report, reasons = measured(folder, "--topology", "leaf:4x4,rate=25,spines=2,wire=100,switch=50", "--bytes", "1024", *on, "--mode", "exact",
                                   "--op", op, "--table-bytes", "256")
        if report and report["elements_rounded"]:
            reasons.append(f"{report['elements_rounded']} elements are not the exact result")
        tap.result(f"leaves that reduce first: exact {op}", reasons)
    run = ("--topology", "fattree:8,2,rate=25", "--bytes", "32768", "--table-bytes", "4096")
    with_leaves, reasons = measured(folder, *run, *on)
    without, more = measured(folder, *run)
    if not reasons and not more and not (with_leaves["flits"] < 0.8 * without["flits"]
                                         and with_leaves["mean_latency_cycles"] < without["mean_latency_cycles"]):
        reasons.append(f"{with_leaves['flits']} flits, {without['flits']} without")
    fast, other = helpers.measured(folder, ("cycles", "mean_latency_cycles"), "allreduce", *run, *on, "--engine", "fast")
    for key in ("cycles", "mean_latency_cycles"):
        if fast and with_leaves and abs(fast[key] / with_leaves[key] - 1) > 0.02:
            reasons.append(f"{key}: {with_leaves[key]:.0f}, {fast[key]:.0f} in the fast engine")
    tap.result("leaves that reduce first: less traffic, and as the fast engine within 2 %", reasons + more + other)
    pairs = LEAVES.replace("4x3", "4x2")
    for name, topology, timeout, more, words in (
            ("a silent rank", LEAVES, "0", ("--silent", "5"), ("switch leaf0.1, port 0", "2 of 3 contributions, missing rank 5")),
            # What its leaf has goes up by the time-out, and from the home table to the home GPU: no rank gets a result.
            ("a silent rank, with a time-out", LEAVES, "1280", ("--silent", "5"),
             ("rank 0 lacks packet 0", "holds 11 of 12 contributions, nothing was sent for it by rank 5")),
            ("a silent rank that is alone at its leaf", pairs, "0", ("--ranks", "7", "--silent", "6"),
             ("switch spine0.0", "6 of 7 contributions, missing rank 6;")),
            ("a leaf without its uplink", pairs, "0", ("--dead-link", "leaf0.1.2@50"),
             ("switch spine0.0", "6 of 8 contributions, missing leaf0.1;"))):
        done = netfold("--topology", topology, "--bytes", "8192", *on, *more, "--timeout", timeout)
        tap.result(f"leaves that reduce first: {name}",
                   helpers.said(done.stderr, words) + ([] if done.returncode == 3 else [f"exit status {done.returncode}"]))
    for name, topology, more in (("dgx2", "dgx2", ()), ("pulls", LEAVES, ("--method", "pull")), ("one leaf", LEAVES, ("--ranks", "3"))):
        tap.refused(f"leaves that reduce first: {name}", netfold("--topology", topology, "--bytes", "8192", *on, *more), ("--hierarchical",))


def both_engines(tap, folder):
    """RTL and C models agree in every output of every block, and take the same cycles."""
    if not tap.needs_rtl("rtl and cycle"):
        return
    for topology, size, more in (("dgx2", "8192", ()), ("dgx2", "8192", ("--method", "pull")),
                                 ("dgx2", "4096", ("--links-ber", "1e-5", "--table-bytes", "128")),
                                 ("single", "4000", ("--method", "pull")),
                                 (two(folder), "3000", ("--eviction", "1", "--table-bytes", "128", "--barrier", "on")),
                                 ("dgx2", "8192", ("--result-acks", "off")),
                                 (LEAVES, "8192", ("--hierarchical", "on")),
                                 (LEAVES, "3000", ("--hierarchical", "on", "--barrier", "on", "--table-bytes", "128"))):
        run = ("--topology", topology, "--bytes", size, *more)
        rtl, reasons = measured(folder, *run, "--engine", "rtl")
        cycle, other = measured(folder, *run)
        reasons += other
        if not rtl.get("cycles_compared"):
            reasons.append("nothing was compared")
        if rtl.get("cycles") != cycle.get("cycles"):
            reasons.append(f"rtl takes {rtl.get('cycles')} cycles, cycle {cycle.get('cycles')}")
        tap.result(f"rtl and cycle: {pathlib.Path(topology).name} {size} B {' '.join(more)}".rstrip(), reasons)


def result_acks(tap, folder):
    """Each GPU acknowledges each block once, or not at all; a pull's multicasts are acknowledged in any case."""
    size = 100 * 128
    for method, more in (("push", 16 * 100), ("pull", 0)):
        run = ("--topology", "single", "--bytes", str(size), "--method", method)
        on, reasons = measured(folder, *run)
        off, other = measured(folder, *run, "--result-acks", "off")
        reasons += other
        if not reasons and on["flits"] - off["flits"] != more:
            reasons.append(f"{on['flits'] - off['flits']} flits more, not {more}")
        if not reasons and (not on["result_acks"] or off["result_acks"]):
            reasons.append("the report does not say so")
        tap.result(f"results acknowledged or not: {method}", reasons)


def real_data(tap, folder):
    """Files in, files out, against Python's own arithmetic."""
    rng = random.Random(3)
    for topology, ranks, options in (("dgx2", 16, ()), ("dgx2", 10, ("--method", "pull")),
                                     ("single", 5, ("--eviction", "1", "--table-bytes", "128")),
                                     (two(folder), 4, ("--method", "pull", "--waves", "0"))):
        for dtype, op in (("u32", "sum"), ("f32", "sum"), ("s32", "max")):
            columns = [helpers.random_values(rng, dtype, 1701) for _ in range(ranks)]
            with helpers.Place() as place:
                place.put(columns, dtype, (3, 567))
                done = place.run("--topology", topology, "--op", op, *options)
                reasons = [done.stderr] if done.returncode else helpers.wrong(place, columns, op, dtype)
            tap.result(f"{pathlib.Path(topology).name}, {ranks} ranks, {op} of {dtype} {' '.join(options)}".rstrip(), reasons)


def one_path(tap, folder):
    """Without --topology it is the network of one switch; a pull asks for twice what the tables hold."""
    default, reasons = measured(folder, "--bytes", "100k")
    single, more = measured(folder, "--bytes", "100k", "--topology", "single")
    reasons += more
    if default.get("topology") != "single" or default != single:
        reasons.append("without --topology the figures are others")
    tap.result("no --topology is --topology single", reasons)
    for topology, least in (("single", 70), ("dgx2", 50)):
        good, reasons = measured(folder, "--bytes", "512K" if topology == "dgx2" else "100k", "--topology", topology,
                                 "--method", "pull")
        if good and good["percent_of_limit"] < least:
            reasons.append(f"{good['percent_of_limit']:.1f} % of the limit")
        tap.result(f"{topology}: a pull reaches {least} % of the limit with its own window", reasons)
    # Without the latencies of links, memory and barrier it is what the wires allow but for a few percent.
    bare, reasons = measured(folder, "--bytes", "100k", "--method", "pull", "--barrier", "off", "--hop-cycles", "19",
                             "--memory-latency", "0")
    if bare and bare["percent_of_limit"] < 90:
        reasons.append(f"{bare['percent_of_limit']:.1f} % of the limit")
    tap.result("single: what a pull lacks is latency", reasons)


def fat_tree(tap, folder):
    for method in ("push", "pull"):
        report, reasons = measured(folder, "--topology", "fattree128", "--bytes", "16384", "--method", method)
        if report and (report["gpus"], report["switches"], report["ranks"]) != (128, 144, 128):
            reasons.append("it is not 128 GPUs and 144 switches")
        tap.result(f"fattree128, {method}", reasons)


def other_kinds(tap, folder):
    """Kinds and files that simulate knows are the same network here: exact sums, as many switches."""
    both = ("push", "pull")
    for topology, switches, methods in (("fattree:4,2,rate=25", 6, both), ("fattree:4,3,rate=25", 20, both),
                                        ("leaf:3x2,rate=25", 4, both), (written(folder, "graph.json", GRAPH), 2, both)):
        for method in methods:
            report, reasons = measured(folder, "--topology", topology, "--bytes", "8192", "--method", method)
            if report and report["switches"] != switches:
                reasons.append(f"{report['switches']} switches")
            fast, more = helpers.measured(folder, ("switches", "ranks"), "allreduce", "--engine", "fast", "--topology", topology,
                                          "--bytes", "8192", "--method", method)
            reasons += more
            if report and fast and (fast["switches"], fast["ranks"]) != (switches, report["ranks"]):
                reasons.append(f"{fast['switches']} switches and {fast['ranks']} ranks in the fast engine")
            tap.result(f"{pathlib.Path(topology).name}, {method}", reasons)


# Each pair of leaves has an upper switch, no upper switch has all leaves.
ROOTLESS = {"gpus": 4, "links": 1, "switches": ["a", "b", "c", "d", "x", "y", "z"],
            "cables": [*([f"gpu{g}.0", f"{leaf}.0"] for g, leaf in enumerate("abcd")),
                       *([f"{leaf}.{8 + 'xyz'.index(upper)}", f"{upper}.{'abcd'.index(leaf)}"]
                         for upper, leaves in (("x", "abc"), ("y", "acd"), ("z", "bd")) for leaf in leaves)]}


def partly_filled(tap, folder):
    """Trees whose last leaves, pods or cables are missing: exact sums, also with tables of one entry; a network without a root."""
    sizes = [("4,2", n) for n in range(3, 8)] + [("6,2", n) for n in range(7, 18)] + [("4,3", n) for n in range(3, 16)] \
        + [("6,3", n) for n in range(4, 54, 3)] + [("8,3", 21), ("8,3", 90), ("6,3,50", 31), ("4,3", "10,planes=2")]
    for shape, gpus in helpers.thinned(sizes, 3):
        topology = f"fattree:{shape},rate=25,endpoints={gpus}"
        for method in ("push", "pull"):
            _, reasons = measured(folder, "--topology", topology, "--bytes", "3000", "--method", method, "--seed", len(topology))
            if not reasons and shape == "4,3":
                _, reasons = measured(folder, "--topology", topology, "--bytes", "3000", "--method", method, "--table-bytes", "128")
            tap.result(f"{topology}, {method}", reasons)
    tap.refused("no switch leads down to all GPUs", netfold("--topology", written(folder, "rootless.json", ROOTLESS), "--bytes", "100"),
                ("region 0", "no switch of plane 0 leads down to all GPUs", "join an upper switch"))


def homes(tap, folder):
    """Evicted partial sums go to several home GPUs: the six links of one could not take them in the time."""
    report, reasons = measured(folder, "--topology", "dgx2", "--bytes", "256k", "--table-bytes", "128")
    if report and report["cycles"] >= PARTIAL_FLITS * report["partials"] / 6:
        reasons.append(f"{report['partials']} partial sums in {report['cycles']} cycles are what one GPU's links can take")
    tap.result("dgx2: partial sums have several home GPUs", reasons)


def exact_sums(tap, folder):
    """Exact sums do not depend on evictions, on the method or on the network."""
    for options in (("--table-bytes", "128"), ("--method", "pull"), ("--eviction", "1", "--table-bytes", "128")):
        report, reasons = measured(folder, "--topology", "dgx2", "--bytes", "4096", "--mode", "exact", *options)
        if report and report["elements_rounded"]:
            reasons.append(f"{report['elements_rounded']} elements are not the exact sum")
        tap.result(f"exact sums on dgx2 {' '.join(options)}", reasons)


def repeated(tap, folder):
    """Given up in mid-flight, with sums half made in tables and memories, and repeated: exact, and really aborted."""
    for topology, size, more in (("dgx2", "65536", ()), ("dgx2", "65536", ("--method", "pull")),
                                 ("dgx2", "65536", ("--table-bytes", "256", "--rank-stalls", "50")),
                                 ("dgx2", "65536", ("--table-bytes", "256", "--eviction", "1")),
                                 ("dgx2", "32768", ("--mode", "exact", "--table-bytes", "256")),
                                 *((two(folder), "8192", ("--engine", engine, *how)) for engine in helpers.engines("rtl")
                                   for how in (("--table-bytes", "256"), ("--method", "pull")))):
        reasons = []
        stale = cleared = 0
        for cycle in (300, 700, 1000):
            report, found = measured(folder, "--topology", topology, "--bytes", size, "--abort-at", str(cycle), *more)
            reasons += [f"--abort-at {cycle}: {reason}" for reason in found]
            stale += report.get("stale_packets", 0)
            cleared += report.get("entries_cleared", 0)
        if not stale or not cleared:
            reasons.append(f"{stale} packets of an old epoch came, {cleared} entries were cleared")
        tap.result(f"given up and repeated: {pathlib.Path(topology).name} {' '.join(more)}".rstrip(), reasons)
    done = netfold("--topology", "dgx2", "--bytes", "256", "--abort-at", "1000000")
    tap.result("refused: given up after the end",
               [] if done.returncode == 2 and "all was complete after" in done.stderr else [done.stderr])


# Two leaves of three GPUs under a root, whose links are full of partial sums in segments once entries have timed out.
TREE = {"gpus": 6, "links": 1, "latency": 20, "switches": ["root", "left", "right"],
        "cables": [*([f"gpu{g}.0", f"{'left' if g < 3 else 'right'}.{g % 3}"] for g in range(6)),
                   ["left.8", "root.0"], ["right.8", "root.1"]]}


def refused_sums(tap, folder):
    """A running sum that has outlived many waves keeps a later one's partial sums out of memory; the diagnosis says so."""
    run = ("--topology", written(folder, "tree.json", TREE), "--mode", "exact", "--dtype", "bf16x2", "--bytes", "65536")
    short = ("--timeout", "1024")
    done = netfold(*run, *short)
    words = ("rank 0 lacks packet", "gpu0.0 refused", "partial sums", "--timeout", "--waves")
    reasons = helpers.said(done.stderr, words)
    tap.result("missing: partial sums for which the count store has no slot", reasons + ([] if done.returncode == 3 else ["it has not stalled"]))
    for name, more in (("the usual time-out", ()), ("fewer waves", (*short, "--waves", "8"))):
        done = netfold(*run, *more)
        tap.result(f"the same with {name} is complete", [done.stderr.strip()] if done.returncode else [])


def missing(tap, folder):
    """What never comes is named: rank, switch, port and entry, or the link."""
    for name, options, words in (
            ("a silent rank", ("--silent", "3"), ("15 of 16", "by rank 3")),
            ("a silent rank, entries never time out", ("--silent", "3", "--timeout", "0"),
             ("switch A0, port", "entry 0x", "15 of 16 contributions", "missing rank 3")),
            ("a packet never sent", ("--drop", "5:7"), ("packet 7", "15 of 16", "by rank 5")),
            ("a silent rank in a pull", ("--method", "pull", "--silent", "3"),
             ("switch A", "port", "14 of 15", "missing rank 3")),
            ("a cable between switches is cut", ("--dead-link", "A0.8@300"), ("the link between A0.8 and B0.8 is down",)),
            ("a cable to a GPU is cut", ("--dead-link", "gpu3.2@500", "--method", "pull"),
             ("the link between gpu3.2 and A2.3 is down",))):
        done = netfold("--topology", "dgx2", "--bytes", "65536", *options)
        reasons = helpers.said(done.stderr, words)
        if done.returncode != 3:
            reasons.append(f"exit status {done.returncode}, not 3")
        tap.result(f"missing: {name}", reasons)
    done = netfold("--topology", "dgx2", "--bytes", "65536", "--method", "pull", "--timeout", "128")
    words = ("rank 0 lacks packet", "address 0x", "switch A0, port", "entries timed out")
    tap.result("missing: table entries lost before their time",
               helpers.said(done.stderr, words)
               + ([] if done.returncode in (1, 3) else [f"exit status {done.returncode}"]))
    done = netfold("--topology", "dgx2", "--bytes", "65536", "--waves", "0", "--table-bytes", "128", "--timeout", "0")
    words = ("netfold: warning: --timeout 0", "512 blocks", "3 at a table of 1", "--table-bytes 384", "--waves")
    tap.result("warning: a network whose tables evict, no timeout",
               helpers.said(done.stderr, words)
               + ([] if done.returncode in (0, 3) else [f"exit status {done.returncode}"]))
    for name, options, words in (
            ("no such cable", ("--topology", "dgx2", "--bytes", "100", "--dead-link", "A9.1@5"), ("no cable ends there",)),
            ("no such topology", ("--topology", "tree", "--bytes", "100"), ("nearest is", "netfold topology --list")),
            ("a topology without switches", ("--topology", "torus:2x2", "--bytes", "100"), ("as in single[:R], dgx2, fattree128",)),
            ("a topology that is no JSON", ("--topology", "./README.md", "--bytes", "100"), ("is no JSON",)),
            ("too many ranks", ("--topology", two(folder), "--bytes", "100", "--ranks", "5"), ("has 4 GPUs",)),
            ("one rank", ("--topology", "dgx2", "--bytes", "100", "--ranks", "1"), ("2..128",)),
            ("a bit-error rate above 1", ("--topology", "dgx2", "--bytes", "100", "--links-ber", "2"), ("0..0.01",)),
            ("data twice", ("--topology", "dgx2", "--bytes", "100", "--input", "."), ("read or made up",)),
            ("waves of odd bytes", ("--topology", "dgx2", "--bytes", "100", "--wave-bytes", "200"), ("multiple of 128",)),
            ("the fat tree on rtl", ("--topology", "fattree128", "--bytes", "100", "--engine", "rtl"), ("--engine cycle",))):
        tap.refused(name, netfold(*options), words)


def packet_trace(tap, folder):
    """Every packet that one end of a cable sends comes to the other one later; pushes and results are those of the run."""
    path = folder / "packets.json"
    for window in ((0, 0), (300, 400)):
        done = netfold("--topology", "dgx2", "--bytes", "4096", "--links-lose", "0.001", "--trace", str(path), "--trace-from",
                       str(window[0]), "--trace-cycles", str(window[1]))
        events = json.loads(path.read_text())["traceEvents"] if not done.returncode else []
        thread = {(x["pid"], x["tid"]): x["args"]["name"].split() for x in events if x["name"] == "thread_name"}
        packets = [(*thread[x["pid"], x["tid"]], x) for x in events if x["ph"] == "X"]
        reasons = [done.stderr.strip()] if done.returncode else [] if packets else ["no packet"]
        at_gpu = collections.Counter((way, x["name"]) for port, way, x in packets if port.startswith("gpu"))
        if window == (0, 0):
            if not at_gpu["sends", "push"] == at_gpu["gets", "result"] == 16 * 4096 // 128:
                reasons.append(f"{at_gpu}")
            keys = [(x["name"], x["args"]["address"], x["args"]["source"], x["args"]["tag"]) for _, _, x in packets]
            sent, got = (collections.Counter(key for key, (_, way, _) in zip(keys, packets) if way == what) for what in ("sends", "gets"))
            # The run ends before the last acknowledgements have arrived.
            reasons += [f"{key}: sent {sent[key]} times, came {got[key]} times" for key in sent | got
                        if sent[key] < got[key] or (sent[key] > got[key] and key[0] != "acknowledgement")][:3]
        elif not all(window[0] <= x["args"]["cycle"] < sum(window) for _, _, x in packets):
            reasons.append("a packet is not of the window")
        reasons += [f"{x}" for _, _, x in packets if not math.isclose(x["ts"], x["args"]["cycle"] * 0.00064, abs_tol=1e-5)
                    or x["dur"] < 0.00064 * x["args"]["flits"] - 1e-5][:3]
        tap.result(f"trace of all packets, cycles {window[0]} and {window[1] or 'all'} that follow", reasons)


if __name__ == "__main__":
    helpers.run(both_engines, leaves, result_acks, real_data, one_path, fat_tree, other_kinds, partly_filled, homes,
                exact_sums, repeated, packet_trace, refused_sums, missing)
