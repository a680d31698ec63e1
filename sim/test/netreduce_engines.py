#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The accelerators of `netfold netreduce` beside each other, as TAP: C model, RTL, and the one that works on whole
frames."""

import json
import random

import helpers
import netreduce as nr

SMALL = ("--msglen", 7, "--mtu", 256)
FAULTS = ("--loss", "5%", "--dup", "5%", "--reorder", "5%")
WRAP = ("--first-psn", 2 ** 24 - 20)
STAR, LEAVES = ("--ranks", 6), ("--topology", "leaf:3x2")


def same_results(tap):
    """Any bits as elements: numbers of all sizes, infinities, NaNs. Every host has the same result from both."""
    for name, where in (("star", STAR), ("leaf:3x2", LEAVES)):
        for dtype in ("f32", "u32", "s32", "f16x2", "bf16x2"):
            reasons, rng = [], random.Random(dtype)
            wide = 2 ** 16 if dtype.endswith("x2") else 2 ** 32
            low = -2 ** 31 if dtype == "s32" else 0
            with helpers.Place() as place:
                place.put_bits([[rng.randrange(low, low + wide) for _ in range(3001)] for _ in range(6)], dtype)
                found = []
                for engine, faults in (("reference", ()), ("cycle", ()), ("cycle", (*FAULTS, *WRAP))):
                    done = nr.netreduce("run", *where, *SMALL, "--engine", engine, "--input", place.input, "--output",
                                        place.output, "--dtype", dtype, *faults)
                    if done.returncode:
                        reasons.append(f"{engine}: {done.stderr}")
                        continue
                    found.append([place.bits(rank, dtype) for rank in range(6)])
                if any(bits != found[0] for bits in found):
                    reasons.append("the results differ")
            tap.result(f"{name}, {dtype}: cycle and reference have the same results, without faults and with all", reasons)


def by_destination(path):
    """Data frames in the order in which they leave, by destination."""
    found = {}
    for _, frame in nr.frames(path):
        found.setdefault((frame[:6], nr.is_data(frame)), []).append(frame)
    return found


def of_each_engine(source, reasons):
    """{engine: its report} of a folder's captures; what has passed is in ENGINE.pcap beside them."""
    inputs = ",".join(str(source / f"in{port}.pcap") for port in range(6))
    found = {}
    for engine in helpers.engines("reference", "cycle", "rtl"):
        report = source / f"{engine}.json"
        done = nr.netreduce("--engine", engine, "--in", inputs, "--out", source / f"{engine}.pcap", "--json", report)
        if done.returncode:
            reasons.append(f"{engine}: {done.stderr}")
        else:
            found[engine] = json.loads(report.read_text())
    return found


def differing(found, keys):
    """Reasons: what these reports do not have alike."""
    return [f"{key}: {[report[key] for report in found.values()]}" for key in keys
            if len({json.dumps(report[key]) for report in found.values()}) != 1]


def same_frames(tap, folder):
    """Captures of a loop, through each of the accelerators."""
    for dtype in ("f32", "bf16x2", "fix32"):
        source, reasons = folder / dtype, []
        done = nr.netreduce("gen", *STAR, *SMALL, "--window", 2, "--bytes", 20004, "--dtype", dtype, "--engine", "reference",
                          "--output", source)
        if done.returncode:
            reasons.append(done.stderr)
        found = of_each_engine(source, reasons)
        if not reasons:
            if by_destination(source / "reference.pcap") != by_destination(source / "cycle.pcap"):
                reasons.append("frames of reference and cycle differ")
            if helpers.RTL and (source / "rtl.pcap").read_bytes() != (source / "cycle.pcap").read_bytes():
                reasons.append("captures of rtl and cycle differ")
            reasons += differing(found, ("frames_in", "frames_out", "sums", "from_history", "uneven", "causes"))
        tap.result(f"captures without faults, {dtype}: the same frames from reference and cycle"
                   f"{', the same times from cycle and rtl' if helpers.RTL else ''}", reasons)


def with_tags(frame, *types):
    """The frame behind VLAN tags."""
    tags = b"".join(kind.to_bytes(2, "big") + b"\x00\x05" for kind in types)
    return frame[:12] + tags + frame[12:]


def with_options(frame, words):
    """With options of IPv4, which no check sum is needed for."""
    return frame[:14] + bytes([0x45 + words]) + frame[15:34] + bytes(4 * words) + frame[34:]


def with_opcode(frame, opcode):
    return frame[:42] + bytes([opcode]) + frame[43:]


def with_bytes(frame, at, new):
    return frame[:at] + new + frame[at + len(new):]


def sealed(frame):
    """With the ICRC that is right."""
    return frame[:-4] + nr.invariant_crc(frame).to_bytes(4, "big")


def own_numbers(tap, folder):
    """Frames of a member's connection that are no packets of the ring must not arrive between sums."""
    source, reasons = folder / "raw", []
    done = nr.netreduce("gen", *STAR, *SMALL, "--window", 2, "--bytes", 20004, "--output", source)
    if done.returncode:
        reasons.append(done.stderr)
    packets = nr.frames(source / "in2.pcap")
    first = next(f for _, f in packets if nr.is_data(f))
    ack = next(f for _, f in packets if f[42] == 0x11)
    untagged = sealed(with_bytes(first, nr.HEAD, b"none"))
    foreign = with_bytes(first, 47, b"\x77")  # a queue pair that is no member's
    own_ack = with_bytes(with_bytes(ack, 26, first[26:34]), 47, first[47:50])  # on the connection of a member's packets
    raw = [untagged, with_tags(first, 0x8100), with_tags(first, 0x88A8, 0x8100), with_options(first, 1),
           with_options(first, 10), with_opcode(first, 0x06),
           with_opcode(with_tags(with_options(first, 10), 0x8100, 0x8100), 0x00)]
    pass_by = [ack, with_opcode(foreign, 0x06), with_tags(foreign, 0x8100), with_options(foreign, 10),
               with_tags(first, 0x8100, 0x8100, 0x8100), with_bytes(first, 20, b"\x00\x01"), with_bytes(first, 36, b"\x12\xb6"),
               with_tags(first, 0x8100)[:57], own_ack, with_tags(own_ack, 0x8100)]
    time = packets[-1][0]
    nr.write(source / "in2.pcap", packets + [(time, f) for f in raw + pass_by])
    found = of_each_engine(source, reasons)
    for engine, report in found.items():
        if report["causes"].get("raw") != len(raw):
            reasons.append(f"{engine}: {report['causes']}, not {len(raw)} raw")
        left = [f for _, f in nr.frames(source / f"{engine}.pcap")]
        reasons += [f"{engine}: raw frame {n} has passed" for n, f in enumerate(raw) if f in left]
        reasons += [f"{engine}: frame {n} has not passed" for n, f in enumerate(pass_by) if f not in left]
    if not reasons:
        reasons += differing(found, ["causes"])
        if by_destination(source / "reference.pcap") != by_destination(source / "cycle.pcap"):
            reasons.append("frames of reference and cycle differ")
    tap.result(f"a member's own numbers do not pass: the same frames and causes from {', '.join(found)}", reasons)


def in_anothers_name(tap, folder):
    """Acknowledgements and NAKs by a port at which their sender is not: dropped and counted, and nothing is sent again for them."""
    source, reasons = folder / "names", []
    done = nr.netreduce("gen", *STAR, *SMALL, "--window", 2, "--bytes", 20004, "--output", source)
    if done.returncode:
        reasons.append(done.stderr)
    acks = [(time, f) for time, f in nr.frames(source / "in2.pcap") if f[42] == 0x11]
    naks = [(time, sealed(with_bytes(f, nr.HEAD, b"\x60"))) for time, f in acks]
    later = [(time, sealed(with_bytes(f, nr.HEAD, b"\x2c"))) for time, f in acks]  # receiver not ready: none of both, it passes
    for port, frames in ((3, acks), (5, naks + later)):
        own = nr.frames(source / f"in{port}.pcap")
        nr.write(source / f"in{port}.pcap", sorted(own + frames, key=lambda packet: packet[0]))
    found = of_each_engine(source, reasons)
    passed = {engine: [f for _, f in nr.frames(source / f"{engine}.pcap")] for engine in found}
    for engine, left in passed.items():
        causes = found[engine]["causes"]
        if not acks or causes.get("member") != 2 * len(acks):
            reasons.append(f"{engine}: {causes}, not {2 * len(acks)} of another port")
        reasons += [f"{engine}: {left.count(f)} of an acknowledgement have passed" for _, f in acks if left.count(f) != 1]
        reasons += [f"{engine}: a NAK has passed" for _, f in naks if f in left]
        reasons += [f"{engine}: what is neither has not passed" for _, f in later if f not in left]
    if not reasons:
        reasons += differing(found, ["causes"])
        # Of two frames that pass by different ports at about the same time either may leave first.
        if any(sorted(left) != sorted(passed["cycle"]) for left in passed.values()):
            reasons.append("frames of the engines differ")
    tap.result(f"acknowledgements in another's name: the same frames and causes from {', '.join(found)}", reasons)


def many_loops(tap):
    """Small messages, so that much is under way at once; any faults on every link. In the loops above 24 a leaf's requests
    and their answers are lost more than seven times in a row."""
    types = "f32 bf16x2 s32 fix32 f16x2 u32sat".split()
    shapes = [STAR, LEAVES, ("--ranks", 2), ("--ranks", 8), ("--topology", "leaf:2x1"), ("--topology", "leaf:2x4")]
    for where in shapes:
        reasons = []
        seeds = helpers.thinned([*range(24), *((47, 62, 149, 167) if where == LEAVES else ())], 4)
        for seed in seeds:
            rng = random.Random(seed)
            few = ("--msglen", rng.choice((1, 2, 3, 7)), "--mtu", rng.choice((16, 64, 256)), "--window", rng.randint(1, 4))
            chances = [f"{rng.choice((0, 1, 5, 15))}%" for _ in range(3)]
            done = nr.netreduce("run", *where, *few, *WRAP, "--engine", "cycle", "--dtype", types[seed % 6], "--bytes",
                                4 * rng.randint(1, 1500), "--loss", chances[0], "--dup", chances[1], "--reorder", chances[2],
                                "--seed", seed)
            if done.returncode:
                reasons.append(f"{where} {few} {chances} seed {seed}: {done.stderr}")
        tap.result(f"cycle, {where[1]}: {len(seeds)} loops with small messages, PSNs that wrap, faults on every link", reasons)


def on_rtl(tap):
    """The RTL beside the model, all outputs compared in every cycle."""
    if not tap.needs_rtl("rtl, star and leaves"):
        return
    for where in (STAR, LEAVES):
        for dtype in ("f32", "bf16x2"):
            reasons = []
            for faults in ((), (*FAULTS, *WRAP)):
                done = nr.netreduce("run", *where, *SMALL, "--window", 2, "--engine", "rtl", "--dtype", dtype, "--bytes", 5000,
                                    *faults)
                if done.returncode:
                    reasons.append(f"{faults}: {done.stderr}")
            tap.result(f"rtl, {where[1]}, {dtype}: without faults and with all", reasons)
    reasons = []
    for more in (("--window", 4), ("--ranks", 7), ("--msglen", 171), ("--ring", 2)):
        done = nr.netreduce("run", "--engine", "rtl", "--bytes", 64, *more)
        if done.returncode != 2 or "SIM_NETREDUCE" not in done.stderr or "--engine cycle" not in done.stderr:
            reasons.append(f"{more}: exit {done.returncode}: {done.stderr}")
    tap.result("what the RTL is too small for is refused, with the remedy", reasons)


if __name__ == "__main__":
    helpers.run(same_results, same_frames, own_numbers, in_anothers_name, many_loops, on_rtl)
