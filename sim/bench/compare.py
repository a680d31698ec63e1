# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""`netfold simulate` beside other simulators, whose programs the user has built: the same traffic in turn, user time
of both whole processes, best of some runs. BOOKSIM, CNSIM and HTSIM are paths (docs/fast-speed.md says how to build them); one
that is not given is left out. ROWS, a regular expression, names the rows of BookSim2 that are run."""

import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

NETFOLD = os.environ.get("NETFOLD", "build/netfold")
TIMES = int(os.environ.get("TIMES", "3"))
LOAD = 0.5

# BookSim2's networks, ours, endpoints of both, must, reach of 9-flit packets; of 1-flit packets all have 10 and 20.
BOOKSIM = [
    ("16-port switch", "topology=fly; k=16; n=1; routing_function=dest_tag;", "single:16", 16, 16, 150, 250),
    ("fat tree k=8 n=2", "topology=fattree; k=8; n=2; routing_function=nca;", "fattree:16,2", 64, 128, 100, 150),
    ("fat tree k=5 n=3", "topology=fattree; k=5; n=3; routing_function=nca;", "fattree:10,3", 125, 250, 100, 150),
]
ONE_FLIT = (10, 20)
CYCLES = 200000
CHOSEN = re.compile(os.environ.get("ROWS", ""))
HTSIM_HOSTS, HTSIM_BYTES, MTU = 128, 2000000, 4000


def seconds(command, folder):
    """User time of a command, and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, cwd=folder, text=True, check=False, capture_output=True)
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if done.returncode < 0 or (done.returncode and not done.stdout):
        sys.exit(f"{command[0]}: exit {done.returncode}: {done.stderr.strip()[-200:]}")
    return spent, done.stdout


def find(pattern, text, program):
    found = re.findall(pattern, text)
    if not found:
        sys.exit(f"{program}: its output has no '{pattern}'; another version than docs/fast-speed.md names?")
    return [float(f) for f in found]


def netfold(folder, *options):
    spent, text = seconds([os.path.abspath(NETFOLD), "simulate", *options, "--json", "-"], folder)
    return spent, json.loads(text)


def best(runs):
    """The greatest rate of our runs and of theirs, in turn."""
    ours, theirs = zip(*(runs() for _ in range(TIMES)))
    return max(ours), max(theirs)


def show(name, unit, ours, theirs, must, reach):
    ratio = ours / theirs
    verdict = "reached" if ratio >= reach else "met" if ratio >= must else "missed"
    print(f"| {name} | {ours:.4g} | {theirs:.4g} | {unit} | {ratio:.1f} | {must} | {reach} | {verdict} |", flush=True)


def booksim(program, folder):
    config = pathlib.Path(folder) / "booksim.cfg"
    for flits in (9, 1):
        for name, network, spec, theirs_count, ours_count, must, reach in BOOKSIM:
            row = f"{'P2' if flits == 9 else 'P3'} BookSim2, {name}, {flits}-flit"
            if not CHOSEN.search(row):
                continue
            config.write_text(f"{network} num_vcs=2; vc_buf_size=64; packet_size={flits}; traffic=uniform; sim_type=latency; "
                              f"injection_rate={LOAD / flits:.6f}; injection_rate_uses_flits=0; sample_period=5000; "
                              "max_samples=4; warmup_periods=1;\n")

            def once(spec=spec, flits=flits, theirs_count=theirs_count, ours_count=ours_count):
                spent, text = seconds([program, str(config)], folder)
                cycles = find(r"Time taken is (\d+) cycles", text, "BookSim2")[-1]
                mine, _ = netfold(folder, "--topology", spec, "--collective", "uniform", "--load", str(LOAD),
                                  "--flits", str(flits), "--header-gap", "1", "--time", str(CYCLES))
                return CYCLES * ours_count / mine, cycles * theirs_count / spent

            show(row, "endpoint-cycles/s", *best(once),
                 *((must, reach) if flits == 9 else ONE_FLIT))


def cnsim_rate(spent, whole, text):
    """Flits over links a second of user time, at the first of the rates that it goes through until the mesh is full. What
    it says of time is the clock's, without warming up: that has the user time's share of the whole run's clock."""
    clock, arrived = find(r"Time elapsed: ([\d.e+-]+)s", text, "CNSim"), find(r"Arrived:\s*(\d+)", text, "CNSim")
    hops = sum(find(kind + r" Hops: ([\d.]+)", text, "CNSim")[0] for kind in ("Internal", "Parallel", "Serial", "Other"))
    return arrived[0] * hops * 5 / (clock[0] * spent / whole)


def cnsim(program, folder):
    (pathlib.Path(folder) / "mesh.ini").write_text(
        "[Network]\nrouter_stages = TwoStage\ntopology = SingleChipMesh\nrouting_algorithm = XY\nscale = 8\nbuffer_size = 20\n"
        "vc_number = 2\n[Workload]\ntraffic = uniform\npacket_length = 5\n[Simulation]\nsimulation_time = 20000\n"
        "warmup_time = 100\ninjection_increment = 0.2\nthreads = 1\n")

    def once():
        begin = time.monotonic()
        spent, text = seconds([program, "mesh.ini"], folder)
        whole = time.monotonic() - begin
        _, mine = netfold(folder, "--topology", "torus:8x8", "--collective", "uniform", "--load", "0.2", "--flits", "5",
                          "--header-gap", "1", "--time", str(CYCLES))
        return mine["link_hops_per_s"] * 5, cnsim_rate(spent, whole, text)

    show("P4 CNSim, 8x8, 5-flit, 0.2", "flit-link-hops/s", *best(once), 2, 4)


def links_between(a, b, arity=8):
    """Of a fat tree of three levels of radix-8 switches, which 128 hosts have in CSG-htsim."""
    edge = arity // 2
    return 2 if a // edge == b // edge else 4 if a // edge ** 2 == b // edge ** 2 else 6


def htsim(program, folder):
    host = list(range(HTSIM_HOSTS))
    random.Random(1).shuffle(host)
    pairs = list(zip(host, host[1:] + host[:1]))
    (pathlib.Path(folder) / "pairs.cm").write_text(
        f"Nodes {HTSIM_HOSTS}\nConnections {HTSIM_HOSTS}\n" +
        "".join(f"{a}->{b} id {i + 1} start 0 size {HTSIM_BYTES}\n" for i, (a, b) in enumerate(pairs)))

    def once():
        spent, text = seconds([program, "-nodes", str(HTSIM_HOSTS), "-tm", "pairs.cm", "-mtu", str(MTU), "-strat", "ecmp_host", "-paths", "64",
                               "-end", "100000"], folder)
        packets = sum(find(r"total bytes (\d+)", text, "htsim")) / MTU # of flows that end; its own count, New, stays 0
        hops = 2 * packets * sum(links_between(a, b) for a, b in pairs) / len(pairs) # an acknowledgement each
        _, mine = netfold(folder, "--topology", "fattree:8,3", "--collective", "permutation", "--load", "0.9", "--time", "20000")
        return mine["link_hops_per_s"], hops / spent

    show("P4 CSG-htsim, 128 hosts, permutation", "link-hops/s", *best(once), 3, 7)


def main():
    given = [(run, os.path.abspath(os.environ[name])) for name, run in
             (("BOOKSIM", booksim), ("CNSIM", cnsim), ("HTSIM", htsim)) if os.environ.get(name)]
    if not given:
        sys.exit("make bench-compare: give BOOKSIM=, CNSIM= or HTSIM=, the path of a program; docs/fast-speed.md")
    print("| row | netfold | the other | | ratio | must | reach | |\n|" + " --- |" * 8)
    with tempfile.TemporaryDirectory() as folder:
        for run, program in given:
            if not os.access(program, os.X_OK):
                sys.exit(f"{program}: is no program")
            run(program, folder)


if __name__ == "__main__":
    main()
