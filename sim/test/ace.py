#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Systems of collectives engines through the command, as TAP. The command itself compares every result with
its reference; here it is asked for all collectives, systems and sizes, for real data, for RTL beside the
models, for speed, and for what it says when something never comes."""

import array
import csv
import functools
import math
import random
import re
import struct

import helpers

COLLECTIVES = "allreduce reducescatter allgather alltoall broadcast barrier".split()
TOPOLOGIES = "ring:1 ring:2 ring:5 torus:2x3 torus:1x4 torus:3x1x2 torus:2x2x2 alltoall:2x3 switch:4".split()
WAITS = "packet credit output in_port out_port bank_read bank_write lane turn".split()
KEYS = ["engine", "topology", "collective", "cycles", "chunks", "words_verified", "bit_exact", "max_error",
        "error_bound", "packets_granted", "packets_reduced", *(f"wait_{w}" for w in WAITS)]
TIMES = "data tokens normal crossbar machine credit packet slot memory elsewhere nothing".split()
SMALL = ("--banks", "2", "--bank-words", "256")  # 32 kB of SRAM

ace = functools.partial(helpers.netfold, "ace")


def measured(folder, *options):
    return helpers.measured(folder, KEYS, "ace", *options)


def everything(tap, folder):
    """All collectives on all systems: one element, odd ones, data at odd addresses."""
    for topology in TOPOLOGIES:
        nodes = math.prod(int(size) for size in topology.split(":")[1].split("x"))
        for collective in COLLECTIVES:
            reasons = []
            for size, offset in ((4, "0"), (28, "3,61"), (4000, "7,0"), (30000, "0,33")):
                run = ["--topology", topology, "--collective", collective]
                if collective != "barrier":
                    run += ["--bytes", size, "--offset", offset, "--skew", size % 97]
                elif size > 4:
                    continue
                if collective == "broadcast":
                    run += ["--root", nodes - 1]
                report, wrong = measured(folder, *run)
                reasons += [f"{size} B at {offset}: {reason}" for reason in wrong]
                if report and collective != "barrier" and not report["words_verified"]:
                    reasons.append(f"{size} B: nothing was verified")
            tap.result(f"{collective} on {topology}", reasons)


def algorithms(tap, folder):
    for algorithm in ("ring", "direct", "halving-doubling", "tree"):
        reasons = []
        for topology in ("switch:2", "switch:4", "alltoall:2x4", "switch:8"):
            reasons += measured(folder, "--topology", topology, "--algorithm", algorithm, "--bytes", 20000)[1]
        tap.result(f"{algorithm} over switches", reasons)


def shapes(tap, folder):
    """Granularity and resources of all kinds: the results do not depend on them."""
    for name, options in (("a payload larger than the SRAM", ("--bytes", 300000, *SMALL)),
                          ("a payload larger than the SRAM, 2x2x2", ("--topology", "torus:2x2x2", "--bytes", 150000, *SMALL)),
                          ("one bank, one ALU, one lane", ("--bytes", 50000, "--banks", 1, "--alus", 1, "--lanes", 1)),
                          ("two machines", ("--bytes", 50000, "--machines", 2)),
                          ("a receive buffer of 16 packets", ("--bytes", 50000, "--slots", 16)),
                          ("two chunks in flight", ("--bytes", 50000, "--chunks", 2, "--queue-depth", 2)),
                          ("messages of a word", ("--bytes", 9000, "--message", 64)),
                          ("messages of three words", ("--bytes", 50000, "--message", 192, "--chunk", 5000)),
                          ("one slot a partition", ("--bytes", 50000, "--partitions", "1,1")),
                          ("links of a byte a cycle", ("--bytes", 4000, "--link-bytes", 1, "--latency", 1)),
                          ("links faster than the bus", ("--bytes", 50000, "--intra-bytes", 200, "--intra-latency", 1)),
                          ("a memory that pauses", ("--bytes", 50000, "--memory-pauses", 60, "--memory-latency", 3)),
                          *((f"a memory that takes first: {order}", ("--bytes", 50000, "--offset", "5,39", "--memory-order", order,
                                                                     "--memory-spread", 90, "--memory-pauses", pauses,
                                                                     "--repeat", 2))
                            for order in ("address", "data", "last", "any", "mixed") for pauses in (0, 40)),
                          # Normal packets wait for longer than a machine may.
                          ("hosts that take less than comes", ("--bytes", 30000, "--topology", "torus:2x2", "--link-bytes", 200,
                                                               "--repeat", 9, "--background", 40, "--memory-pauses", 80,
                                                               "--watchdog", 4000)),
                          ("nodes that begin far apart", ("--bytes", 50000, "--skew", 20000)),
                          ("nine commands in a row", ("--bytes", 9000, "--repeat", 9)),
                          ("nine barriers in a row", ("--collective", "barrier", "--repeat", 9, "--topology", "torus:2x2")),
                          ("integers, maximum", ("--bytes", 50000, "--dtype", "s32", "--op", "max")),
                          ("integers, exclusive or", ("--bytes", 50000, "--dtype", "u32", "--op", "xor"))):
        tap.result(name, measured(folder, "--seed", 5, *options)[1])


def widths(tap, folder):
    """Bus words of 32, 128 and 256 bytes: the same results; a port passes what one of half the width cannot."""
    for word in (32, 128, 256):
        for topology in ("ring:4", "torus:2x3", "torus:2x2x2", "alltoall:2x4", "switch:4"):
            reasons = []
            for collective in COLLECTIVES:
                for size, offset in ((28, "3,61"), (30000, "0,133")):
                    run = ["--word-bytes", word, "--topology", topology, "--collective", collective]
                    if collective != "barrier":
                        run += ["--bytes", size, "--offset", offset]
                    reasons += [f"{collective} of {size} B: {reason}" for reason in measured(folder, *run)[1]]
            tap.result(f"bus words of {word} bytes on {topology}", reasons)
        for name, options in (("little SRAM", ("--bytes", 300000, *SMALL)),
                              ("normal packets", ("--topology", "torus:2x2", "--bytes", 60000, "--background", 40,
                                                  "--memory-pauses", 20)),
                              ("bf16x2", ("--bytes", 50000, "--dtype", "bf16x2")),
                              ("a memory in any order", ("--bytes", 50000, "--offset", "5,39", "--memory-order", "mixed",
                                                         "--memory-spread", 90, "--repeat", 2))):
            tap.result(f"bus words of {word} bytes, {name}", measured(folder, "--word-bytes", word, *options)[1])
        report, reasons = measured(folder, "--word-bytes", word, "--bytes", 1 << 20, "--link-bytes", word - 4)
        if report and report["L_bytes_per_cycle_busy"] <= word / 2:  # what a port of half the width passes
            reasons.append(f"a link of {word - 4} bytes a cycle has carried {report['L_bytes_per_cycle_busy']:.2f}")
        tap.result(f"bus words of {word} bytes, a link of {word - 4} bytes a cycle", reasons)


def place_bits(place, dtype, columns):
    place.put(columns, dtype)
    done = ace("--input", place.input, "--output", place.output, *place.options)
    return [done.stderr.strip()] if done.returncode else []


def real_data(tap):
    """Files in, files out, against Python's own arithmetic and its own idea of who gets what."""
    rng = random.Random(9)
    for topology, nodes in (("ring:4", 4), ("torus:2x3", 6), ("torus:2x2x2", 8), ("alltoall:2x4", 8)):
        for dtype, op, count in (("f32", "sum", 24 * 41), ("u32", "sum", 24 * 7), ("s32", "min", 24)):
            columns = [helpers.random_values(rng, dtype, count) for _ in range(nodes)]
            part = count // nodes
            total = helpers.reduced(op, dtype, columns)
            want = {"allreduce": [total] * nodes,
                    "reducescatter": [total[r * part:(r + 1) * part] for r in range(nodes)],
                    "allgather": [sum(columns, [])] * nodes,
                    "alltoall": [sum((c[r * part:(r + 1) * part] for c in columns), []) for r in range(nodes)],
                    "broadcast": [columns[nodes - 2]] * nodes}
            reasons = []
            for collective, results in want.items():
                with helpers.Place() as place:
                    place.options = ["--topology", topology, "--collective", collective, "--offset", "5",
                                     *(("--op", op) if collective in ("allreduce", "reducescatter") else ()),
                                     *(("--root", str(nodes - 2)) if collective == "broadcast" else ())]
                    reasons += place_bits(place, dtype, columns)
                    for r in range(nodes if not reasons else 0):
                        got = list(helpers.npy_values(place.output / f"rank{r:02d}.npy", dtype))
                        if got != list(array.array(helpers.CODE[dtype], results[r])):
                            reasons.append(f"{collective}: rank{r:02d} is wrong")
            tap.result(f"files: {topology}, {op} of {dtype}", reasons)


def both_engines(tap, folder):
    """The RTL agrees with the model in every output in every cycle, and takes the same cycles."""
    if not tap.needs_rtl("rtl and cycle"):
        return
    for options in (("--topology", "ring:4", "--bytes", 20000, "--offset", "3"),
                    ("--topology", "ring:4", "--collective", "alltoall", "--bytes", 20000),
                    ("--topology", "alltoall:1x3", "--bytes", 12000, "--memory-pauses", 30,
                     "--memory-order", "mixed", "--memory-spread", 70),
                    ("--topology", "torus:3x1x1", "--bytes", 60000),
                    ("--topology", "ring:2", "--bytes", 20000, "--dtype", "f16x2"),
                    ("--topology", "ring:2", "--bytes", 8000, "--dtype", "bf16x2", "--op", "max"),
                    ("--topology", "torus:1x3", "--bytes", 30000, "--background", 35, "--memory-pauses", 20),
                    ("--topology", "torus:2x2x1", "--bytes", 16384, "--links-ber", 1e-5),
                    ("--topology", "torus:4x4", "--bytes", 32768, "--sample", 2)):
        rtl, reasons = measured(folder, *options, "--engine", "rtl")
        cycle, other = measured(folder, *(options if "--sample" not in options else options[:-2]))
        if not rtl.get("cycles_compared"):
            reasons.append("nothing was compared")
        if "--background" in options and not rtl.get("background_arrived"):
            reasons.append("no normal packet has come")
        if "--links-ber" in options and not rtl.get("flits_resent"):
            reasons.append("nothing was sent again")
        for key in ("cycles", "background_arrived", "flits_resent"):
            if rtl.get(key) != cycle.get(key):
                reasons.append(f"{key}: rtl {rtl.get(key)}, cycle {cycle.get(key)}")
        tap.result(f"rtl and cycle: {' '.join(map(str, options))}", reasons + other)


def bit_errors(tap, folder):
    """With nf_link at the ends of every link the results are exact, whatever bits are turned on the wires."""
    for ber, options in ((0, ("--topology", "torus:2x2x1", "--bytes", 65536)),
                         (1e-6, ("--topology", "torus:2x2x1", "--bytes", 65536)),
                         (1e-5, ("--topology", "torus:2x2x1", "--bytes", 65536)),
                         (1e-4, ("--topology", "torus:2x2x1", "--bytes", 20000, "--offset", "3")),
                         (1e-5, ("--topology", "torus:2x2x1", "--collective", "alltoall", "--bytes", 65536)),
                         (1e-5, ("--topology", "ring:4", "--bytes", 65536, "--link-bytes", 25)),
                         (1e-5, ("--topology", "switch:4", "--bytes", 65536, "--dtype", "bf16x2")),
                         (1e-5, ("--topology", "alltoall:2x2", "--bytes", 65536, "--intra-bytes", 200)),
                         (1e-5, ("--topology", "torus:2x2x1", "--bytes", 65536, "--background", 30,
                                 "--memory-pauses", 20))):
        report, reasons = measured(folder, *options, "--links-ber", ber)
        for key in ("bits_turned", "words_damaged", "link_replays", "flits_resent"):
            if report and (report[key] != 0) != (ber != 0):
                reasons.append(f"{key}: {report[key]}")
        tap.result(f"bit errors {ber:g}: {' '.join(map(str, options))}", reasons)


def speed(tap, folder):
    """A ring of 4 with links of Table 7 is used as well as its wires allow, a torus as well as in the paper."""
    report, reasons = measured(folder, "--topology", "ring:4", "--bytes", 1 << 20, "--link-bytes", 25)
    if report:
        print(f"# ring:4, 1 MB, links of 25 B/cycle: {report['L_use']:.3f} of the payload limit over the run, "
              f"{report['L_use_busy']:.3f} from first to last packet")
        if report["L_use"] < 0.9 or report["L_use_busy"] < 0.94:
            reasons.append("the links are not used well")
    tap.result("ring:4, 1 MB: use of the links", reasons)
    # ACE's engine reaches 70 % of links that never wait for an endpoint, with the rates of Table 7 (ACE 6, Fig. 9).
    report, reasons = measured(folder, "--topology", "torus:2x2x2", "--bytes", 1 << 22, "--link-bytes", 25, "--intra-bytes", 200,
                               "--word-bytes", 128, "--bank-words", 8192)
    if report:
        print(f"# torus:2x2x2, 4 MB, rates of Table 7, bus words of 128 bytes: V {report['V_use']:.3f}, H {report['H_use']:.3f} of what the links allow")
        if min(report["V_use"], report["H_use"]) < 0.7:
            reasons.append("the links between packages are used less than in the paper")
    tap.result("torus:2x2x2, 4 MB, rates of Table 7: use of the links between packages", reasons)


def monotone(tap, folder):
    """More of anything never makes a run slower: faster links, all or those of packages; more SRAM; more receive slots;
    wider words.
    Up to 2 %: who is first in a cycle depends on the rates."""
    rates, sram, slots = (10, 25, 50, 100, 200), (256, 512, 1024, 2048, 16384), (16, 32, 64, 128, 256)
    mixed = ("--link-bytes", 25, "--intra-bytes", 200)  # ACE Table 7
    for topology, size, fixed, option, values in helpers.thinned((
            *((topology, 1 << 17, fixed, option, rates) for topology in ("ring:4", "torus:4x4", "torus:2x2x2")
              for fixed, option in (((), "--link-bytes"), (("--link-bytes", 25), "--intra-bytes"), (("--bank-words", 1024), "--link-bytes"))),
            *(("torus:2x2x2", size, fixed, option, values) for size in (1 << 15, 1 << 17)
              for fixed in (("--link-bytes", 10), ("--link-bytes", 64), mixed)
              for option, values in (("--bank-words", sram), ("--slots", slots))),
            *((topology, 1 << 18, fixed, "--word-bytes", (32, 64, 128, 256)) for topology in ("ring:4", "torus:2x2x2")
              for fixed in (("--link-bytes", 25), mixed, ("--link-bytes", 200))),
            ("torus:4x4x4", 1 << 16, (), "--link-bytes", (10, 200)),
            ("torus:4x4x4", 1 << 16, ("--link-bytes", 10), "--bank-words", (256, 16384)),
            ("torus:4x4x4", 1 << 16, ("--link-bytes", 25), "--slots", (64, 256))), 5):
        cycles, reasons = [], []
        for value in values:
            report, wrong = measured(folder, "--topology", topology, "--bytes", size, *fixed, option, value)
            reasons += wrong
            cycles.append(report.get("cycles", 0))
        name = f"{topology}, {size} bytes {' '.join(map(str, fixed))} {option}"
        print(f"# {name} {', '.join(map(str, values))}: {', '.join(map(str, cycles))} cycles")
        reasons += [f"{a} cycles, then {b}" for a, b in zip(cycles, cycles[1:]) if b > 1.02 * a]
        tap.result(f"{name}: more makes nothing slower", reasons)


def bursts(tap, folder):
    """A memory that is far away: more bursts outstanding never cost anything, and pay where latency is the limit."""
    cycles, reasons = [], []
    for number in (2, 8, 16, 32, 64):
        report, wrong = measured(folder, "--topology", "ring:4", "--bytes", 1 << 17, "--message", 1024, "--memory-latency",
                                 800, "--bursts", number)
        reasons += wrong
        cycles.append(report.get("cycles", 0))
    if cycles != sorted(cycles, reverse=True) or cycles[1] < 2 * cycles[-1]:
        reasons.append(f"2, 8, 16, 32, 64 bursts take {cycles} cycles")
    tap.result("bursts outstanding at a memory of 800 cycles", reasons)


def limits(tap):
    """The share is of the least limit, which is named."""
    for rate, words in ((25, ("% of what the link allows, 23.53;", "nearest to its limit: links of L,")),
                        (68, ("% of what the link allows, 64.00;",)),
                        (69, ("% of what the port allows, 64.00;",)),
                        (200, ("% of what the port allows, 64.00;", "nearest to its limit: loads from memory,"))):
        done = ace("--topology", "ring:4", "--bytes", 1 << 17, "--link-bytes", rate)
        tap.result(f"the limit of links of {rate} B/cycle", [f"'{word}' is missing in: {done.stdout}{done.stderr}" for word in words
                                                           if word not in done.stdout])
    done = ace("--topology", "torus:1x1", "--bytes", 1 << 17)
    word = "nearest to its limit: loads from memory,"
    tap.result("the limit of a node alone", [] if word in done.stdout else [done.stdout + done.stderr])


def times(tap, folder):
    """Each dimension's time goes to causes that add up to the run; the machines' waiting is what the engines' own
    registers have counted; what is short is what the links wait for."""
    for letter, cause, options in (
            ("L", "data", "--bytes 262144 --link-bytes 25"),
            ("L", "memory", "--bytes 262144 --memory-latency 3000"),
            ("L", "packet", "--bytes 262144 --latency 3000"),
            ("L", "credit", "--topology ring:2 --collective broadcast --bytes 65536 --slots 16 --latency 1000"),
            ("L", "crossbar", "--bytes 262144 --banks 1 --alus 1 --lanes 1"),
            ("L", "normal", "--bytes 65536 --link-bytes 10 --background 100"),
            ("L", "nothing", "--bytes 4096 --skew 50000"),
            ("L", "elsewhere", "--topology torus:2x2 --bytes 131072 --link-bytes 4 --intra-bytes 64 --message 4096"),
            ("V", "elsewhere", "--topology torus:2x2 --bytes 131072 --link-bytes 64 --intra-bytes 4 --message 4096"),
            ("V", "elsewhere", "--topology torus:2x2 --bytes 131072 --link-bytes 64 --intra-bytes 8 --memory-pauses 92"),
            ("L", "slot", "--topology torus:2x2 --bytes 131072 --link-bytes 4 --intra-bytes 64 --partitions 4,1,1,4"),
            ("L", "elsewhere", "--topology torus:2x3x2 --collective barrier --repeat 3"),
            ("V", "data", "--topology torus:1x3 --bytes 262144 --link-bytes 25"),
            ("L", "data", "--topology alltoall:2x3 --collective alltoall --bytes 131072 --link-bytes 7"),
            ("P", "data", "--topology switch:4 --bytes 131072 --link-bytes 7 --repeat 2")):
        report, reasons = measured(folder, *options.split())
        dimensions = [d for d in "LVHP" if f"{d}_links" in report]
        waited = dict.fromkeys(WAITS, 0.0)
        for d in dimensions:
            time, machine, chunk = ({key[len(start):]: value for key, value in report.items() if key.startswith(start)}
                                    for start in (f"{d}_time_", f"{d}_machine_", f"{d}_chunk_"))
            for name, parts in (("links", time), ("machines", machine)):
                if not math.isclose(sum(parts.values()), report["cycles"], abs_tol=1e-3):
                    reasons.append(f"the {name} of {d} have {sum(parts.values())} of {report['cycles']} cycles")
            for wait in WAITS:
                waited[wait] += machine[wait] * report[f"{d}_machines"] * report["nodes"]
            if abs(time["data"] / report["cycles"] - report[f"{d}_use"]) > 0.005:
                reasons.append(f"{d} carries data for {time['data']} cycles, which is not its use")
            if min(*time.values(), *machine.values(), *chunk.values()) < 0:
                reasons.append(f"{d}: a time is below 0")
        for wait in WAITS:
            if report and abs(waited[wait] - report[f"wait_{wait}"]) > 0.5:
                reasons.append(f"machines waited {waited[wait]} cycles for {wait}, by their registers {report[f'wait_{wait}']}")
        if report:
            time = {key: report[f"{letter}_time_{key}"] for key in TIMES}
            if time[cause] < (0.7 if cause == "memory" else 0.3) * report["cycles"]:
                reasons.append(f"too little of the time is for {cause}: {time}")
            if cause == "slot" and report["L_chunk_slot"] < report["cycles"] / 20:
                reasons.append(f"chunks wait {report['L_chunk_slot']} cycles for a slot")
        tap.result(f"times: {options}: {letter} {cause}", reasons)
    done = ace("--topology", "torus:2x2", "--bytes", 1 << 17)
    tap.result("times: in the text", [f"'{line}' does not match: {done.stdout}{done.stderr}" for line in (
        r"links of L, .*\n    of their time: data [\d.]+ %.*; free, waiting for .*memory [\d.]+ %.*\n"
        r"    machines: at work [\d.]+ %; waited for .*; without a chunk [\d.]+ %\n"
        r"    a chunk: \d+ cycles in line for SRAM, \d+ for its machine, \d+ run by it\n  links of V,",
        r"memory, 64 B/cycle each way.*\n    a chunk: \d+ cycles in line for its load and loaded, \d+ in line for its store")
        if not re.search(line, done.stdout)])
    # A chunk alone is somewhere from its command to the interrupt.
    report, reasons = measured(folder, "--topology", "ring:3", "--bytes", 3072, "--message", 1024, "--chunk", 3072)
    if report:
        life = sum(report[key] for key in ("chunk_load", "L_chunk_slot", "L_chunk_queue", "L_chunk_run", "chunk_store"))
        if report["chunks"] != 1 or not report["cycles"] - 150 < life < report["cycles"]:
            reasons.append(f"{report['chunks']} chunk lives for {life} of {report['cycles']} cycles")
        # Its machine sends on one of a node's two links; the other one carries credits and has nothing to wait for.
        other = 2 * (report["L_time_elsewhere"] + report["L_time_tokens"])
        if abs(other - report["L_chunk_run"]) > 30:
            reasons.append(f"a link that has no machine is without one for {other} of {report['L_chunk_run']} cycles")
    tap.result("times: the life of a chunk", reasons)


def two_rings(tap, folder):
    """ACE Table 5, note: the links of a dimension of one node make a second ring of the other."""
    run = ("--bytes", 1 << 20, "--link-bytes", 25)
    ring, reasons = measured(folder, "--topology", "ring:4", *run)
    for topology, letter in (("torus:4x1x1", "L"), ("torus:1x4", "V")):
        both, wrong = measured(folder, "--topology", topology, *run)
        single, more = measured(folder, "--topology", topology, *run, "--torus-rings", 1, "--intra-latency", 90, "--latency", 90)
        reasons += wrong + more
        if reasons:
            continue
        print(f"# {topology} takes {both['cycles']} cycles for 1 MB, {ring['cycles'] / both['cycles']:.2f} times as fast as "
              f"ring:4; its links carry {both[letter + '_use']:.3f} of their limit, ring:4's {ring['L_use']:.3f}")
        if both["cycles"] * 1.6 > ring["cycles"]:
            reasons.append(f"{topology} takes {both['cycles']} cycles, ring:4 {ring['cycles']}")
        if (both[f"{letter}_links"], single[f"{letter}_links"]) != (16, 8):
            reasons.append(f"{topology}: {both[f'{letter}_links']} links, {single[f'{letter}_links']} with --torus-rings 1")
        if single["cycles"] != ring["cycles"]:
            reasons.append(f"{topology} --torus-rings 1 takes {single['cycles']} cycles, ring:4 {ring['cycles']}")
    tap.result("two rings are faster than one", reasons)


def background(tap, folder):
    """ACE 4.4: normal packets pass the engines by; the command checks each of their words."""
    for topology, collective, letters, rate in (("ring:4", "allreduce", "L", 25), ("torus:1x3", "alltoall", "V", 25),
                                                ("torus:2x2x2", "allgather", "LVH", 25), ("alltoall:2x3", "allreduce", "LP", 25),
                                                ("ring:4", "allreduce", "L", 200)):  # faster than its ports
        run = ("--topology", topology, "--collective", collective, "--bytes", 200000, "--link-bytes", rate)
        alone, reasons = measured(folder, *run)
        if alone and (alone["background_sent"] or alone["L_background_use" if "L" in letters else "V_background_use"]):
            reasons.append("there are normal packets that nobody asked for")
        for percent, pauses in ((10, 0), (30, 20), (100, 0)):
            report, wrong = measured(folder, *run, "--background", percent, "--memory-pauses", pauses)
            reasons += [f"at {percent} %: {reason}" for reason in wrong]
            if wrong:
                continue
            if not report["background_sent"] or report["background_sent"] != report["background_arrived"]:
                reasons.append(f"at {percent} %: {report['background_arrived']} of {report['background_sent']} have come")
            for letter in letters:
                use, got = report[f"{letter}_use"], report[f"{letter}_background_use"]
                if topology == "ring:4":
                    print(f"# {topology}, {rate} B/cycle, {percent} % asked: normal packets have {got:.3f} of the rate, the collective "
                          f"{use:.3f} of its limit, {alone['L_use']:.3f} alone")
                if use + got > 1 or (percent < 100 and abs(got - percent / 100) > 0.01) or (percent == 100 and got < 0.45):
                    reasons.append(f"at {percent} %: {got:.3f} of the rate of {letter} has gone to normal packets, {use:.3f} "
                                   "to the collective")
            if percent == 100 and report["cycles"] <= alone["cycles"]:
                reasons.append("the collective is not slower beside them")
        tap.result(f"normal packets beside {collective} on {topology}, links of {rate} B/cycle", reasons)


def reports(tap, folder):
    """Timeline and CSV hold what they promise."""
    done = ace("--bytes", 12288, "--message", 4096, "--topology", "ring:3", "--timeline", folder / "t.csv", "--csv", folder / "r.csv")
    reasons = [done.stderr] if done.returncode else []
    if not reasons:
        with open(folder / "t.csv", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        grants = [row["text"].split()[0] for row in rows if row["event"] == "grant"]
        # ACE Fig. 7: 16 packets each of send, reduce and forward, and so on.
        order = list(dict.fromkeys(grants))
        if order != ["send", "rrs", "rrcs", "rcs", "recv"] or len(grants) != 5 * 16:
            reasons.append(f"the transfers of Fig. 7 are {order}, {len(grants)} packets")
        events = [row["event"] for row in rows]
        if events[0] != "load" or events[-1] != "store":
            reasons.append("it does not go from load to store")
        with open(folder / "r.csv", encoding="utf-8") as f:
            report = list(csv.DictReader(f))
        if len(report) != 1 or report[0]["topology"] != "ring:3" or int(report[0]["packets_reduced"]) != 96:
            reasons.append(f"the CSV is {report}")
    # Normal packets are on the links, but no part of a chunk.
    done = ace("--bytes", 12288, "--message", 4096, "--topology", "ring:3", "--background", 40, "--timeline", folder / "b.csv")
    if not reasons and not done.returncode:
        with open(folder / "b.csv", encoding="utf-8") as f:
            beside = list(csv.DictReader(f))
        for event in ("tx", "rx"):
            alone, both = (sum(row["event"] == event and row["text"] == "data" for row in r) for r in (rows, beside))
            if alone != both or not alone:
                reasons.append(f"{event}: {alone} packets, {both} beside normal ones")
    tap.result("timeline and CSV", reasons + ([done.stderr] if done.returncode else []))


WRONG = """.param NEXT
.param PREV
  get r0, len
  send NEXT, src[r1], r0
  recv PREV, dst[r1], r0
never:
  recv PREV, dst[r1], r0
  done
"""


def offers(option):
    """What --help lists for an option such as --op=OP, behind what it means."""
    lines = " ".join(ace("--help").stdout.split())
    return lines.split(option)[1].split(":")[1].split("(default")[0].replace(",", " ").split()


def ops(tap):
    """All operations that --help offers run, on integers, and it offers all but the average."""
    offered = offers("--op=OP")
    reasons = [] if offered == helpers.lane_ops() else [f"--help offers {offered}"]
    for op in offered:
        done = ace("--topology", "ring:2", "--bytes", 1000, "--dtype", "u32", "--op", op)
        if done.returncode or "bit exact" not in done.stdout:
            reasons.append(f"--op {op}: exit status {done.returncode}: {done.stderr.strip()}")
    tap.result("operations of --help", reasons)


def dtypes(tap):
    """The types that --help offers, and no others, are those that the engines take."""
    offered = offers("--dtype=TYPE")
    known = "f32 u32 s32 u32sat s32sat fix32 f16x2 bf16x2 f16x2-f32 bf16x2-f32 f32x f16x2x bf16x2x".split()
    tap.result("types of --help", [f"{dtype} is no type" for dtype in offered if dtype not in known])
    for dtype in known:
        done = ace("--topology", "ring:2", "--bytes", 1000, "--dtype", dtype)
        if dtype in offered:
            words, status, text = ("bit exact",), 0, done.stdout
        else:
            words, status, text = (f"--dtype {dtype}: the engines have", *offered, "netfold allreduce"), 2, done.stderr
        reasons = helpers.said(text, words)
        if done.returncode != status:
            reasons.append(f"exit status {done.returncode}, not {status}: {done.stderr.strip()}")
        tap.result(f"{'offered' if dtype in offered else 'refused'}: --dtype {dtype}", reasons)
    tap.refused("bf16x2 without halves", ace("--topology", "ring:2", "--bytes", 1000, "--dtype", "bf16x2", "--halves", 0),
                ("--dtype bf16x2", "--halves 0", "32 bits alone"))
    # Files of 16-bit elements, sums that are exact, against Python's own arithmetic.
    rng = random.Random(3)
    for dtype, bits in (("f16x2", lambda v: struct.unpack("<H", struct.pack("<e", v))[0]),
                        ("bf16x2", lambda v: struct.unpack("<HH", struct.pack("<f", v))[1])):
        for topology, nodes in (("ring:4", 4), ("torus:2x2x2", 8), ("switch:4", 4)):
            columns = [[rng.randrange(-15, 16) / 8 for _ in range(1000)] for _ in range(nodes)]
            with helpers.Place() as place:
                place.put_bits([[bits(v) for v in column] for column in columns], dtype)
                done = ace("--topology", topology, "--input", place.input, "--output", place.output, "--dtype", dtype)
                reasons = [done.stderr.strip()] if done.returncode else []
                want = [bits(sum(values)) for values in zip(*columns)]
                reasons += [f"rank {r} is wrong" for r in range(nodes) if not reasons and list(place.bits(r, dtype)) != want]
            tap.result(f"files: {topology}, sum of {dtype}", reasons)


def ends(run):
    """[(status, elements wrong)] of the nodes, as the command tells them when a memory has failed."""
    lines = [re.fullmatch(r"node \d+: (\w+).*; (\d+) elements wrong.*", line) for line in run.stdout.splitlines()]
    return [(found[1], int(found[2])) for found in lines if found]


def memory_errors(tap):
    """A memory that fails, at each node: who has a wrong result has a status, who has a right one has none; the node
    of the memory has one in any case."""
    size = 12000
    for topology in ("ring:4", "torus:2x2x2", "alltoall:2x3"):
        nodes = math.prod(int(side) for side in topology.split(":")[1].split("x"))
        for collective in ("allreduce", "reducescatter", "allgather", "alltoall"):
            result = {"allgather": size * nodes, "reducescatter": size // nodes}.get(collective, size)
            reasons = []
            reached = 0
            for node in helpers.thinned(range(nodes), 3):
                for access, response, most in (("read", "slverr", size), ("read", "decerr", size),
                                               ("write", "slverr", result), ("write", "decerr", result)):
                    first = (node * 977 + 613) % (most - 300)
                    run = ace("--topology", topology, "--collective", collective, "--bytes", size, "--dtype", "u32", "--offset",
                              f"{node * 4},{node * 12}", f"--{access}-error", f"{node},{first},{1 + 53 * node}",
                              "--error-response", response)
                    found = ends(run)
                    case = f"{access} at node {node}, {response}: "
                    if run.returncode != 1 or len(found) != nodes:
                        reasons.append(f"{case}exit {run.returncode}: {run.stdout}{run.stderr}")
                        continue
                    reached += sum(status == "POISONED" for status, _ in found)
                    for other, (status, wrong) in enumerate(found):
                        right = "AXI_ERROR" if other == node else "POISONED" if wrong else "complete"
                        if status != right or (wrong and access == "write" and other != node):
                            reasons.append(f"{case}node {other} ends with {status}, {wrong} elements wrong")
            if not reached:
                reasons.append("no error went beyond its node")
            tap.result(f"memory errors: {collective} on {topology}", reasons)


def still_memories(tap):
    """A memory one of whose channels falls silent: its node says so and names the channel, the others end too and know
    what is wrong; one that takes nearly as long as it may is not given up."""
    for topology, node in (("ring:4", 1), ("torus:2x2x2", 5), ("alltoall:2x3", 0)):
        for collective in ("allreduce", "alltoall"):
            reasons = []
            base = ("--topology", topology, "--collective", collective, "--bytes", 12000, "--dtype", "u32",
                    "--dma-watchdog", 2000, "--repeat", 2, "--memory-order", "any")
            for channel in ("ar", "r", "aw", "w", "b"):
                for words in (0, 150):
                    run = ace(*base, "--memory-still", f"{node},{channel},{words}")
                    found = ends(run)
                    case = f"{channel} after {words}: "
                    if run.returncode != 1 or f"node {node}: TIMEOUT: the memory stood still and was given up, channel " \
                            f"{channel};" not in run.stdout:
                        reasons.append(f"{case}exit {run.returncode}: {run.stdout}{run.stderr}")
                    for other, (status, wrong) in enumerate(found):
                        right = "TIMEOUT" if other == node else "POISONED" if wrong else "complete"
                        if status != right or (wrong and channel in ("aw", "w", "b") and other != node):
                            reasons.append(f"{case}node {other} ends with {status}, {wrong} elements wrong")
            slow = ace(*base, "--memory-latency", 1950)
            if slow.returncode:
                reasons.append(f"a slow memory was given up: {slow.stderr}")
            tap.result(f"a memory stands still: {collective} on {topology}", reasons)


def aborts(tap, folder):
    """All nodes abort, at once or some time apart, and begin anew: packets of the first run that come later are dropped,
    and the second one is exact. So is one after a node that never began, whether the watchdog has stopped machines or
    not."""
    for topology in ("ring:4", "torus:2x2x2", "alltoall:2x3"):
        for collective in helpers.thinned(("allreduce", "reducescatter", "allgather", "alltoall"), 3):
            reasons = []
            late = aborted = 0
            for at, more in ((900, ()), (4000, ("--latency", 1500, "--intra-latency", 1500)),
                             (5000, ("--latency", 2500, "--intra-latency", 2500, "--skew", 1500)),
                             (3000, ("--latency", 1500, "--links-ber", "1e-6", "--repeat", 5)),
                             (5000, ("--silent", 1)), (9000, ("--silent", 1, "--watchdog", 3000, "--background", 20))):
                report, wrong = measured(folder, "--topology", topology, "--collective", collective, "--bytes", 48000,
                                         "--abort-at", at, *more)
                reasons += [f"in cycle {at} {more}: {reason}" for reason in wrong]
                late += report.get("old_packets", 0)
                aborted += report.get("commands_aborted", 0)
            if not late or not aborted:
                reasons.append(f"{aborted} commands were aborted, {late} packets came later")
            tap.result(f"aborts: {collective} on {topology}", reasons)


def missing(tap, folder):
    """What never comes is named: machine, instruction, queue pair, chunk."""
    wrong = folder / "wrong.s"
    wrong.write_text(WRONG)
    trap = folder / "trap.s"
    trap.write_text("  trap\n  done\n")
    broken = folder / "broken.s"
    broken.write_text("  get r0, len\n  frob r1\n  done\n")
    base = ("--bytes", 65536, "--watchdog", 3000)
    for name, options, status, words in (
            ("a silent node", ("--silent", 2), 3,
             ("node 3: machine 0 stopped at pc", "rrs 0x10", "watchdog, waiting for a packet on queue pair 0x10",
              "from node 2", "chunk 0")),
            ("a program that waits too often", ("--program", wrong), 3,
             ("machine 0 stopped at pc 3", "recv 0x10, dst[r1], r0; ", "wrong.s:7", "watchdog", "chunk 0, phase 0")),
            ("a program that gives up", ("--program", trap), 1, ("machine 0 stopped at pc 0", "trap")),
            ("a silent node, no watchdog", ("--silent", 1, "--watchdog", 0, "--stall", 5000), 3,
             ("nothing has moved", "nodes not done: 0, 2, 3")),
            ("a silent node beside normal packets", ("--silent", 1, "--watchdog", 0, "--stall", 5000, "--background", 20), 3,
             ("nothing has moved", "nodes not done: 0, 2, 3"))):
        done = ace(*base, *options)
        reasons = helpers.said(done.stderr, words)
        if done.returncode != status:
            reasons.append(f"exit status {done.returncode}, not {status}")
        tap.result(f"missing: {name}", reasons)
    for name, options, words in (
            ("no such topology", ("--topology", "mesh:4", "--bytes", 100), ("nearest is", "netfold topology --list")),
            ("a topology of switches", ("--topology", "dgx2", "--bytes", 100), ("there are ring:N, torus:AxB[xC], alltoall:LxP",)),
            ("a key", ("--topology", "torus:2x2,planes=2", "--bytes", 100), ("takes no planes=",)),
            ("too many nodes", ("--topology", "torus:16x16", "--bytes", 100), ("there may be 128",)),
            ("a dimension of 17", ("--topology", "ring:17", "--bytes", 100), ("1..16",)),
            ("no data", ("--topology", "ring:2"), ("--input or --bytes",)),
            ("data twice", ("--bytes", 100, "--input", "."), ("--input or --bytes",)),
            ("a channel that does not exist", ("--bytes", 400, "--memory-still", "1,x"), ("ar, r, aw, w, b",)),
            ("a memory that does not exist", ("--bytes", 400, "--memory-still", "9,r"), ("--memory-still", "nodes 0..3")),
            ("half a word", ("--bytes", 6), ("--bytes 6: ", "whole words of 4 bytes", "give 4 or 8\n")),
            ("data for a barrier", ("--collective", "barrier", "--bytes", 100), ("no data",)),
            ("no such collective", ("--collective", "scan", "--bytes", 100), ("reducescatter", "barrier")),
            ("direct on a ring", ("--algorithm", "direct", "--bytes", 100), ("needs switches",)),
            ("halving-doubling of six", ("--topology", "switch:6", "--algorithm", "halving-doubling", "--bytes", 100),
             ("power of two",)),
            ("a tree for an all-gather", ("--topology", "switch:4", "--algorithm", "tree", "--collective", "allgather",
                                          "--bytes", 100), ("for allreduce",)),
            ("a root that is not there", ("--collective", "broadcast", "--root", 4, "--bytes", 100), ("nodes 0..3",)),
            ("a message of odd bytes", ("--message", 100, "--bytes", 100), ("multiple of 64",)),
            ("a chunk larger than the SRAM", ("--bytes", 1 << 20, "--message", 4096, *SMALL, "--partitions", "4,4"),
             ("smaller --message",)),
            ("an average", ("--op", "avg", "--bytes", 100), ("do not divide",)),
            ("no such type", ("--dtype", "f8", "--bytes", 100), ("--dtype f8", "one of f32, u32, s32, u32sat, s32sat, fix32, f16x2, bf16x2\n")),
            ("no such operation", ("--op", "mean", "--bytes", 100), ("--op mean", f"one of {', '.join(helpers.lane_ops())}\n")),
            ("an op the type has not", ("--op", "xor", "--bytes", 100),
             ("--op xor is not defined for --dtype f32", "for f32, and --op xor for u32, s32\n")),
            ("slots that are no power of two", ("--slots", 48, "--bytes", 100), ("--slots 48", "power of two", "32 or 64")),
            ("too many slots", ("--slots", 512, "--bytes", 100), ("--slots", "16..256")),
            ("three banks", ("--banks", 3, "--bytes", 100), ("--banks 3", "power of two", "2 or 4")),
            ("a thousand words in a bank", ("--bank-words", 1000, "--bytes", 100), ("--bank-words 1000", "512 or 1024")),
            ("a bus word of three elements", ("--word-bytes", 12, "--bytes", 100), ("--word-bytes", "32..256")),
            ("a bus word of 96 bytes", ("--word-bytes", 96, "--bytes", 100), ("power of two", "64 or 128")),
            ("a message of half a word", ("--word-bytes", 128, "--message", 64, "--bytes", 100), ("multiple of 128",)),
            ("a message that is too long for short words", ("--word-bytes", 32, "--message", 4096, "--bytes", 100), ("32 bytes", "2048 at most")),
            ("bit errors on wide links", ("--word-bytes", 128, "--links-ber", 0, "--bytes", 100), ("64 bytes", "--word-bytes")),
            ("another engine in RTL", ("--engine", "rtl", "--banks", 2, "--bytes", 100), ("--engine cycle",)),
            ("three rings", ("--torus-rings", 3, "--bytes", 100), ("--torus-rings", "1..2")),
            ("more than a link has", ("--background", 101, "--bytes", 100), ("--background", "0..100")),
            ("too many bit errors", ("--links-ber", 0.1, "--bytes", 100), ("--links-ber 0.1", "0..0.01")),
            ("normal packets without links", ("--background", 10, "--topology", "torus:1x1", "--bytes", 100), ("no links",)),
            ("an order that AXI has not", ("--memory-order", "response", "--bytes", 100), ("address, data, last, any, mixed",)),
            ("a memory of no node", ("--read-error", 4, "--bytes", 100), ("nodes 0..3",)),
            ("no bytes that fail", ("--write-error", "1,0,0", "--bytes", 100), ("--write-error 1,0,0", "at least one byte")),
            ("a sample of models", ("--sample", 2, "--bytes", 100), ("--engine rtl",)),
            ("a program for a phase that is not there", ("--program", f"3={wrong}", "--bytes", 100), ("phases 0..0",))):
        tap.refused(name, ace(*options), words)
    done = ace("--program", broken, "--bytes", 100)  # as an assembler says it: the place, the line itself
    tap.result("refused: a program that does not assemble", helpers.said(done.stderr, ("broken.s:2:", "'frob'")) + [f"exit status {done.returncode}"] * (done.returncode != 2))


if __name__ == "__main__":
    helpers.run(everything, algorithms, shapes, widths, real_data, bit_errors, speed, monotone, bursts, limits, times,
                two_rings, background, reports, ops, dtypes, memory_errors, still_memories, aborts, missing,
                both_engines)
