#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Several rings at a time, and captures of leaves and spines, as TAP. What an accelerator sends is computed again
here from the hosts' captures; in closed loops the command compares all results itself."""

import csv
import itertools
import json

import helpers
import netreduce as nr

SMALL = ("--msglen", 7, "--mtu", 256)
FAULTS = ("--loss", "5%", "--dup", "5%", "--reorder", "5%", "--first-psn", 2 ** 24 - 40)
APART = ("--rings", 2, "--apart")


def closed_loops(tap, folder):
    """Rings that share all hosts, and rings of hosts of their own."""
    shapes = {"star, 3 rings": ("--ranks", 6, "--rings", 3), "star, 2 rings apart": ("--ranks", 6, *APART),
              "star, 4 rings of two apart": ("--ranks", 8, "--rings", 4, "--apart"),
              "leaf:3x2, 4 rings": ("--topology", "leaf:3x2", "--rings", 4, "--ring", 5),
              "leaf:2x6, 3 rings apart": ("--topology", "leaf:2x6", "--rings", 3, "--apart"),
              "leaf:8x6, 16 rings": ("--topology", "leaf:8x6", "--rings", 16)}
    for (name, where), engine in itertools.product(shapes.items(), ("reference", "cycle")):
        reasons = []
        for dtype, faults in (("f32", ()), ("f32", FAULTS), ("bf16x2", FAULTS)):
            report, more = nr.measured(folder, *where, *SMALL, "--bytes", 40000, "--engine", engine, "--dtype", dtype, *faults)
            reasons += more
            if report and (len(report["time_us_of_ring"]) != report["rings"] or bool(report["lost"]) != bool(faults)
                           or report["foreign"] or report["uneven"]):
                reasons.append(f"{report}")
        tap.result(f"{name}, {engine}: all sums, also with 5 % lost, doubled and reordered on every link", reasons)
    if not tap.needs_rtl("rtl, 2 rings"):
        return
    reasons = []
    for where in (("--ranks", 6, "--rings", 2), ("--ranks", 6, *APART), ("--topology", "leaf:3x2", "--rings", 2)):
        for faults in ((), FAULTS):
            reasons += nr.measured(folder, *where, *SMALL, "--window", 2, "--bytes", 3000, "--engine", "rtl", *faults)[1]
    tap.result("rtl, 2 rings: star and leaves, without faults and with all", reasons)


def parts_of_files(tap, folder):
    """Each ring has its part of the arrays, the last one what is left."""
    reasons = []
    with helpers.Place() as place:
        columns = [[(h + 1) * i % 2 ** 32 for i in range(1001)] for h in range(3)]
        place.put(columns, "u32")
        for rings in (2, 3, 7):
            done = nr.netreduce("run", "--ranks", 3, "--rings", rings, "--input", place.input, "--output", place.output, *SMALL)
            reasons += [done.stderr] if done.returncode else helpers.wrong(place, columns, "sum", "u32")
    tap.result("arrays of files through 2, 3 and 7 rings", reasons)


def checked(path, hosts, columns, places, device, reasons):
    """Sums among the frames that have left an accelerator, by what they are: (destination, message and packet)."""
    seen, spine = set(), bytes(map(int, device["spine_ip"].split(".")))
    own = [c["src_ip"] for ring in device["rings"] for c in ring["connections"] if c["role"] == "host"]
    for _, frame in nr.frames(path):
        reasons += nr.faults(frame)
        if not nr.is_data(frame):
            continue
        ring, place = places[nr.field(frame, 47, 3), nr.field(frame, 51, 3)]
        up = device["leaf"] and frame[30:34] == spine
        parts = {ip: part for ip, part in columns[ring, place].items() if not up or ip in own}
        if len(parts) != (len(own) // len(device["rings"]) if up else hosts[ring]):
            reasons.append(f"{path.name}: ring {ring}, message and packet {place}: {len(parts)} contributions")
        elif nr.payload(frame) != nr.summed([parts[ip] for ip in parts], place[1]):
            reasons.append(f"{path.name}: ring {ring}, message and packet {place}: wrong sum")
        seen.add((frame[30:34], ring, place, nr.field(frame, 47, 3)))
    return seen


def of_all_hosts(folder, setup):
    """Contributions by ring, message and packet and then by host; what (destination QP, PSN) is of a packet."""
    columns, places, hosts = {}, {}, {}
    for ring in setup["rings"]:
        hosts[ring["ring"]] = len(ring["hosts"])
        for host in ring["hosts"]:
            own, found = nr.contributions(folder, {**ring, "hosts": [host]})
            for place, parts in own.items():
                columns.setdefault((ring["ring"], place), {})[host["ip"]] = parts[0]
            places.update({at: (ring["ring"], place) for at, place in found.items()})
    return columns, places, hosts


def replayed(folder, engines, reasons):
    """Each accelerator of the set-up file by each engine. All sums must leave, to all whom they are for."""
    setup = json.loads((folder / "ring.json").read_text())
    columns, places, hosts = of_all_hosts(folder, setup)
    for device, engine in itertools.product(setup["devices"], engines):
        out, counts = folder / f"out-{device['name']}-{engine}.pcap", folder / "counts.json"
        done = nr.netreduce("--ring-file", folder / "ring.json", "--device", device["name"], "--engine", engine, "--out", out,
                            "--json", counts)
        if done.returncode:
            reasons.append(f"{device['name']}, {engine}: {done.stderr}")
            continue
        seen = checked(out, hosts, columns, places, device, reasons)
        members = {ring["ring"]: ring["members"] for ring in device["rings"]}
        want = sum(members[ring] + device["leaf"] for ring, _ in columns)
        if len(seen) != want:
            reasons.append(f"{device['name']}, {engine}: {len(seen)} of {want} sums have left")
        count = json.loads(counts.read_text())
        if count["sums"] != len(columns) or count["device"] != device["name"] or count["rings"] != len(members):
            reasons.append(f"{device['name']}, {engine}: {count}")
    for device in setup["devices"]:
        both = [folder / f"out-{device['name']}-{engine}.pcap" for engine in ("cycle", "rtl")]
        if all(path.exists() for path in both) and both[0].read_bytes() != both[1].read_bytes():
            reasons.append(f"{device['name']}: captures of rtl and cycle differ")


def captures(tap, folder):
    """Closed loops as captures, through each of their accelerators, all sums by Python's own arithmetic."""
    shapes = {"star, 2 rings": ("--ranks", 6, "--rings", 2), "star, 2 rings apart": ("--ranks", 6, *APART),
              "leaf:3x2": ("--topology", "leaf:3x2"), "leaf:2x2, 2 rings": ("--topology", "leaf:2x2", "--rings", 2),
              "leaf:2x4, 2 rings apart": ("--topology", "leaf:2x4", *APART)}
    for number, (name, where) in enumerate(shapes.items()):
        reasons, rtl = [], helpers.engines("rtl") if "2 rings" in name and where[0] == "--topology" else ()
        for faults, engines in (((), ("reference", "cycle")), (FAULTS, ("reference", "cycle", *rtl))):
            out = folder / f"captures{number}{len(faults)}"
            done = nr.netreduce("gen", *where, *SMALL, "--window", 2, "--bytes", 8000, "--dtype", "u32", "--output", out, *faults)
            reasons += [done.stderr] if done.returncode else []
            if not reasons:
                replayed(out, engines, reasons)
        tap.result(f"captures of {name} through each accelerator, by {', '.join(engines)}: every sum", reasons[:5])


def merged(tap, folder):
    """Two rings of one switch that have nothing in common: types, windows, messages, hosts."""
    reasons, one, two, out = [], folder / "one", folder / "two", folder / "both"
    out.mkdir()
    makes = ((one, ("--ranks", 4, "--dtype", "u32", "--msglen", 5, "--window", 1, "--mtu", 128, "--first-msgid", 9)),
             (two, ("--ranks", 6, "--ring", 1, "--dtype", "s32", "--msglen", 11, "--window", 2, "--mtu", 512)))
    for place, options in makes:
        done = nr.netreduce("gen", *options, "--bytes", 12000, "--output", place, "--loss", "2%")
        reasons += [done.stderr] if done.returncode else []
    if reasons:
        tap.result("two rings of different types, windows, messages and hosts", reasons)
        return
    setup, other = (json.loads((place / "ring.json").read_text()) for place in (one, two))
    setup["rings"] += other["rings"]
    setup["devices"][0]["rings"] += other["devices"][0]["rings"]
    setup["devices"][0]["captures"] = other["devices"][0]["captures"]
    for name in other["devices"][0]["captures"]:
        packets = [p for place in (one, two) if (place / name).exists() for p in nr.frames(place / name)]
        nr.write(out / name, sorted(packets, key=lambda p: p[0]))
    (out / "ring.json").write_text(json.dumps(setup))
    replayed(out, helpers.engines("reference", "cycle", "rtl"), reasons)
    tap.result("two rings of different types, windows, messages and hosts", reasons[:5])


def refusals(tap, folder):
    """One line that says what does not fit, exit 2, nothing written."""
    source, reasons, out = folder / "leaves", [], folder / "refused.pcap"
    done = nr.netreduce("gen", "--topology", "leaf:2x2", "--rings", 2, *SMALL, "--bytes", 4000, "--output", source)
    if done.returncode:
        tap.result("leaves to refuse", [done.stderr])
        return
    good = json.loads((source / "ring.json").read_text())

    def changed(name, change):
        setup = json.loads(json.dumps(good))
        change(setup["devices"][0])
        for device in setup["devices"]:
            device["captures"] = [c if "/" in c else f"{source.name}/{c}" for c in device["captures"]]
        path = folder / f"{name}.json"
        path.write_text(json.dumps(setup))
        return ("--ring-file", path, "--device", good["devices"][0]["name"])

    (folder / "cut.pcap").write_bytes((source / "leaf0-in1.pcap").read_bytes()[:-7])
    leaf = [source / f"leaf0-in{port}.pcap" for port in range(3)]

    def of(ring, key, value):
        return lambda device: device["rings"][ring].update({key: value})

    def connection(ring, at, key, value):
        return lambda device: device["rings"][ring]["connections"][at].update({key: value})
    cases = [
        (changed("missing", lambda d: d["captures"].__setitem__(1, "../nowhere.pcap")), "nowhere.pcap"),
        (changed("cut", lambda d: d["captures"].__setitem__(1, "./cut.pcap")), "cut.pcap"),
        (changed("few", lambda d: d["captures"].pop()), '"port"'),
        (changed("one", lambda d: d.update(captures=d["captures"][:1])), '"captures"'),
        (changed("many", lambda d: d.update(captures=d["captures"] * 4)), '"captures"'),
        (changed("swapped", lambda d: d.update(captures=[d["captures"][k] for k in (1, 0, 2)])), "port 0 of leaf0"),
        (changed("star", lambda d: d.update(leaf=False)), '"connections"'),
        (changed("truth", lambda d: d.update(leaf=3)), '"leaf"'),
        (changed("twice", of(1, "ring", 0)), "twice"), (changed("sixteen", of(1, "ring", 16)), '"ring"'),
        (changed("window", of(0, "window", 5)), '"window"'), (changed("type", of(0, "dtype", "f64")), "f64"),
        (changed("members", of(0, "members", 3)), '"connections"'), (changed("nine", of(0, "members", 9)), '"members"'),
        (changed("role", connection(0, 0, "role", "guest")), '"role"'),
        (changed("order", connection(0, 2, "role", "global")), "connections[2]"),
        (changed("port", connection(0, 1, "port", 0)), "two hosts at port 0"),
        (changed("far", connection(0, 1, "port", 3)), '"port"'),
        (changed("ip", connection(0, 0, "src_ip", "10.0.0.256")), "IPv4"),
        (changed("qp", connection(0, 0, "dst_qp", 2 ** 24)), '"dst_qp"'),
        (changed("mac", lambda d: d.update(mac="02:00:0a:00:00")), "MAC"),
        (("--ring-file", source / "ring.json"), "--device"),
        (("--ring-file", source / "ring.json", "--device", "leaf7"), "leaf0, leaf1, spine"),
        (("--in", ",".join(map(str, leaf)), "--device", "leaf1"), "port 0 of leaf1"),
        (("--in", ",".join(map(str, leaf)), "--device", "spine"), "ports of spine"),
        (("--in", leaf[0], "--device", "leaf0", "--ranks", 2), "--ranks"),
        (("--in", leaf[0], "--device", "leaf0", "--ring", 2), "--ring"),
        (("--in", folder / "cut.pcap", "--device", "leaf0"), "--ring-file"),
        (("--ring-file", source / "ring.json", "--device", "leaf0", "--out", leaf[0]), "same file"),
        (("run", "--bytes", 64, "--rings", 17), "--rings"), (("run", "--bytes", 64, "--rings", 0), "--rings"),
        (("run", "--bytes", 8, "--rings", 3), "--bytes"), (("run", "--bytes", 64, "--rings", 9, "--ring", 8), "--ring"),
        (("run", "--bytes", 64, "--ranks", 6, "--rings", 4, "--apart"), "--apart"),
        (("run", "--bytes", 64, "--topology", "leaf:2x3", *APART), "--apart"),
        (("run", "--bytes", 64, "--closed", 1), "--closed"), (("run", "--bytes", 64, "--rings", 2, "--closed", 0), "--closed"),
        (("run", "--bytes", 64, "--paused", 6), "--paused"), (("train", "--topology", "leaf:2x9"), "--topology"),
        (("train", "--topology", "leaf:2x2", "--ranks", 3), "--ranks"),
        (("run", "--bytes", 64, "--rings", 3, "--engine", "rtl"), "SIM_NETREDUCE"),
    ]
    for case, word in cases:
        options = case if case[0] in ("run", "train") or "--out" in case else (*case, "--out", out)
        done = nr.netreduce(*options)
        lines = done.stderr.splitlines()
        if done.returncode != 2 or len(lines) != 1 or word not in lines[0] or done.stdout:
            reasons.append(f"{case}: exit {done.returncode}, {done.stderr!r} without {word}")
    if out.exists():
        reasons.append("a refused run has written something")
    tap.result(f"{len(cases)} refusals, one line each", reasons)


def setup_files(tap, folder):
    """A set-up file that says a thing twice, or what is not known, is refused with its name, the place in it and the key."""
    source, reasons = folder / "set-up", []
    path = source / "set-up.json"
    done = nr.netreduce("gen", "--topology", "leaf:2x2", *SMALL, "--window", 2, "--bytes", 4000, "--output", source)
    if done.returncode:
        tap.result("set-up files to refuse", [done.stderr])
        return
    good = (source / "ring.json").read_text()
    one = '{"members": 3, "ring": 0, "tag": 1, "window": 1, "first_msgid": 0, "msglen": 7, "dtype": "f32"}'

    def changed(old, new, text=good):
        assert old in text, old
        return text.replace(old, new, 1)

    def doubled(line, other):
        return changed(f"{line},", f"{line}, {line.split(':')[0]}: {other},")

    cases = [
        (good + "garbage {", ("is no JSON",)), (good + good, ("is no JSON",)), (good[:-20], ("is no JSON",)),
        (good + "\0", ("byte 0",)), (changed("leaf0", "leaf0\\u0000x"), ("\\u0000",)), ("[1, 2]", ("object",)),
        (changed('"window":', '"windw":'), ('devices[0].rings[0]: "windw"', "window, first_msgid")),
        (doubled('"window":\t2', 4), ('devices[0].rings[0]: "window"', "twice")),
        (doubled('"tag":\t1315271762', 1), (': "tag"', "twice")), (changed('"devices"', '"device"'), ('"device"', "tag, rings, devices")),
        (doubled('"leaf":\ttrue', "false"), ('devices[0]: "leaf"', "twice")),
        (changed('"spine_ip"', '"spineip"'), ('devices[0]: "spineip"', "spine_mac")),
        (changed('"parts"', '"part"'), ('devices[0].rings[0].connections[0]: "part"', "parts")),
        (changed('"role":\t"host"', '"role":\t"host", "role":\t"global"'), ('connections[0]: "role"', "twice")),
        (changed('"name":\t"leaf1"', '"name":\t"leaf0"'), ("leaf0", "name")),
        (changed("}", ', "mtu": 256}', one), ('"mtu"', "first_msgid")),
        (changed('"ring": 0', '"ring": 0, "ring": 1', one), ('"ring"', "twice")), (one + one, ("is no JSON",)),
    ]
    cases += [(changed('"src_ip":\t"10.0.0.1"', f'"src_ip":\t"{ip}"'), ('connections[0]: "src_ip"', f"'{ip}'", "IPv4"))
              for ip in ("10.-0.0.1", " 10.0.0.1", "10.0.0.1 ", "10.+0.0.1", "10.0.0", "10.0.0.0001", "010.0.0.1", "10.0.0.256", "")]
    cases += [(changed('"mac":\t"02:00:0a:00:00:fe"', f'"mac":\t"{mac}"'), ('devices[0]: "mac"', f"'{mac}'", "MAC"))
              for mac in ("02:00:0a:00:00:-1", "02:00:0a:00:00:0xfe", "02:00:0a:00:00: e", "02:00:0a:00:00:0fe")]
    for text, words in cases:
        path.write_text(text)
        done = nr.netreduce("--ring-file", path, "--device", "leaf0", "--out", folder / "no.pcap")
        reasons += [f"{words}: {reason}" for reason in helpers.refusal(done, ("set-up.json:", *words))]
    if (folder / "no.pcap").exists():
        reasons.append("a refused run has written something")
    tap.result(f"{len(cases)} set-up files, refused by place and key", reasons)


def setup_values(tap, folder):
    """Values of a set-up file that no accelerator takes are refused by file, place and key, with those that there are; by every
    engine alike, and not as a register or an option, which the file has none of."""
    source, reasons = folder / "values", []
    path = source / "values.json"
    done = nr.netreduce("gen", "--topology", "leaf:2x2", "--rings", 2, *SMALL, "--bytes", 4000, "--output", source)
    if done.returncode:
        tap.result("set-up files to refuse", [done.stderr])
        return
    good = json.loads((source / "ring.json").read_text())

    def of(ring, key, value):
        return lambda d: d["rings"][ring].update({key: value})

    def connection(ring, at, **values):
        return lambda d: d["rings"][ring]["connections"][at].update(values)

    def copied(key):  # of ring 0's first connection to ring 1's
        return lambda d: d["rings"][1]["connections"][0].update({key: d["rings"][0]["connections"][0][key]})
    host, types = 'devices[0].rings[0].connections[0]: "parts" must be 1', "f32, u32, s32"
    cases = [("leaf0", connection(0, 0, parts=parts), (host,)) for parts in (0, 2, 7, "1", -1, 64, 127)]
    cases += [("leaf0", connection(0, 3, parts=parts), ('connections[3]: "parts"', "1..63")) for parts in (0, 64)]
    cases += [("spine", connection(0, 0, parts=0), ('devices[2].rings[0].connections[0]: "parts"', "1..63")),
              ("spine", connection(0, 0, parts=62), ('devices[2].rings[0]: "parts"', "64", "63")),
              ("leaf0", connection(0, 2, parts=128), ('connections[2]: "parts"', "0..127")),
              ("leaf0", connection(0, 2, role="global"), ('connections[2]: "role" must be header',)),
              ("leaf0", of(0, "dtype", "f64"), ('devices[0].rings[0]: "dtype" is \'f64\'', types)),
              ("leaf0", of(0, "dtype", 3), ('devices[0].rings[0]: "dtype"', types)),
              ("leaf0", of(1, "window", 1.5), ('devices[0].rings[1]: "window"', "whole number 1..4")),
              ("leaf0", lambda d: d["rings"][0]["connections"].pop(), ('"connections" must be a list of 4:', "header")),
              ("leaf0", lambda d: d.update(captures=[]), ('devices[0]: "captures" must be a list of 2..8',)),
              ("leaf0", connection(0, 2, port=0), ("rings[0]", "connection 2", "port 0", "host")),
              ("leaf0", copied("dst_qp"), ("rings[1]: connection 0", '"dst_qp"', "rings[0]")),
              ("leaf0", copied("src_qp"), ("rings[1]: connection 0", '"src_qp"', "rings[0]"))]
    for (device, change, words), engine in itertools.product(cases, ("cycle", "reference")):
        setup = json.loads(json.dumps(good))
        change(next(d for d in setup["devices"] if d["name"] == device))
        path.write_text(json.dumps(setup))
        done = nr.netreduce("--ring-file", path, "--device", device, "--engine", engine, "--out", folder / "no.pcap")
        reasons += [f"{words}, {engine}: {reason}" for reason in helpers.refusal(done, ("values.json: ", *words))]
        reasons += [f"{word} is said: {done.stderr}" for word in ("register", "--dtype", "..2 ") if word in done.stderr]
    path.write_text('{"members": 3, "ring": 0, "tag": 1, "window": 1, "first_msgid": 0, "msglen": 7, "dtype": "f64"}')
    done = nr.netreduce("--ring-file", path, "--in", source / "leaf0-in0.pcap", "--out", folder / "no.pcap")
    reasons += helpers.refusal(done, ('values.json: "dtype" is \'f64\'', types))
    if (folder / "no.pcap").exists():
        reasons.append("a refused run has written something")
    tap.result(f"{len(cases) + 1} values in set-up files, refused by place and key", reasons)


def paused(tap, folder):
    """One link takes nothing for longer than the other ring needs: that one goes on as if nothing were."""
    pause = 400
    for where, host in (("--ranks", 6), 4), (("--topology", "leaf:3x2"), 3), (("--topology", "leaf:2x4"), 7):
        reasons = []
        for engine in ("reference", "cycle"):
            loop = (*where, *APART, *SMALL, "--bytes", 200000, "--engine", engine)
            free, more = nr.measured(folder, *loop)
            held, again = nr.measured(folder, *loop, "--paused", host, "--paused-from", 5000, "--paused-time", 1000 * pause)
            reasons += more + again
            if reasons:
                continue
            other, own = (held["time_us_of_ring"][ring] for ring in "01")
            if other > 1.1 * free["time_us_of_ring"]["0"] or other > pause / 2 or own < pause:
                reasons.append(f"{engine}: {free['time_us_of_ring']}, with the pause {held['time_us_of_ring']}")
        tap.result(f"{where[1]}: the link of host {host} stands still, the ring of other hosts does not", reasons)


def away(tap, folder):
    """Nothing is lost, so a packet is repeated only when a port that was away has not got its sum; or the leaf sends the sum
    again by itself."""
    reasons, skips = [], 0
    for msglen, mtu in ((7, 256), (7, 1024)):
        got, more = nr.measured(folder, "--topology", "leaf:3x2", *APART, "--msglen", msglen, "--mtu", mtu, "--bytes", 200000)
        reasons += more
        if not more and got["packets_repeated"] > 0 and got["skipped"] == 0:
            reasons.append(f"mtu {mtu}: {got['packets_repeated']} repeated, {got['skipped']} skipped")
        skips += 0 if more else got["skipped"]
    if not skips and not reasons:
        reasons.append("no port was away: the test shows nothing")
    tap.result("leaf:3x2, rings apart: what is repeated without a loss was skipped", reasons)


def closed(tap):
    """A ring is closed under way, in a leaf, the spine or the one switch: messages that have begun end, then its members'
    frames are dropped, and no host is given anything that is not marked as the sum of all."""
    for where, switches in (("--ranks", 4), 1), (("--topology", "leaf:3x2"), 4), (("--topology", "leaf:2x3"), 3):
        reasons = []
        for engine, switch, time in itertools.product(("reference", "cycle"), range(switches), (7000, 20300, 31700)):
            options = (*where, *SMALL, "--bytes", 200000, "--engine", engine, "--closed", switch, "--closed-from", time)
            done = nr.netreduce("run", *options, "--stall-time", 300000)
            whole = engine == "reference" or " waits for packet 0 of message " in done.stderr
            if done.returncode != 3 or "nothing has come" not in done.stderr or "refused" in done.stderr or not whole:
                reasons.append(f"{options}: exit {done.returncode}, {done.stderr}")
        tap.result(f"{where[0][2:]} {where[1]}: a ring closed under way gives no host a raw number", reasons)


def stragglers(tap):
    """Of several rings the one that waits is named, and for whom."""
    reasons = []
    for more, want in ((("--topology", "leaf:2x4", *APART, "--silent", 6), ("host 6", "ring 1")),
                       (("--ranks", 6, *APART, "--silent", 1), ("host 1", "ring 0")),
                       (("--ranks", 4, "--rings", 3, "--ring", 2, "--silent", 3), ("host 3", "ring "))):
        for engine in ("reference", "cycle"):
            done = nr.netreduce("run", *more, "--bytes", 4000, "--engine", engine, "--stall-time", 2000000)
            if done.returncode != 3 or any(word not in done.stderr for word in want):
                reasons.append(f"{more}: exit {done.returncode}, {done.stderr}")
    tap.result("a ring that stands still is named, and the host that it waits for", reasons)


def training(tap, folder):
    """Sums in fixed point do not depend on their order: leaves and one switch have the same losses."""
    short = ("--epochs", 1, "--images", 1024, "--test-images", 200, "--batch", 16, "--rate", 0.02, "--runs", "f32,fix32")
    curves, reasons = {}, []
    for name, where in (("star", ("--ranks", 4)), ("leaf", ("--topology", "leaf:2x2", "--engine", "reference")),
                        ("rings", ("--ranks", 4, "--rings", 2))):
        done = nr.netreduce("train", *short, *where, "--output", folder / name)
        if done.returncode:
            reasons.append(done.stderr)
            continue
        report = json.loads((folder / name / "train.json").read_text())
        curves[name] = [line["loss_fix32"] for line in csv.DictReader((folder / name / "train.csv").open())]
        if not report["bit_exact"] or report["hosts"] != 4 or report["rings"] != (2 if name == "rings" else 1):
            reasons.append(f"{name}: {report}")
    if not reasons and (curves["star"] != curves["leaf"] or curves["star"] != curves["rings"] or not curves["leaf"]):
        reasons.append("the losses differ")
    tap.result("a network is trained through leaves and a spine, and by two rings, with the losses of one", reasons)


if __name__ == "__main__":
    helpers.run(closed_loops, parts_of_files, captures, merged, refusals, setup_files, setup_values, paused, away, closed, stragglers, training)
