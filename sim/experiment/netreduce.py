# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""NETREDUCE's figures: the accelerator of six RoCE v2 hosts, training in fixed point, losses."""

import statistics

from table import KB, Chart, Claim, Experiment, Run, Setting, Table, each

CLOCK_MHZ = 322.265625  # 64 B a cycle for an Ethernet port of 100 Gb/s
FRAME = 82  # bytes of a RoCE v2 packet besides its payload: headers, ICRC, FCS, preamble, gap
MESSAGES = ("--msglen", "170", "--window", "2")  # NETREDUCE 5.1


# ------------------------------------------------------------------------------- 5.2: the accelerator's time
# What a round trip gets besides the time in the accelerator, us; sources in docs/results.md.
SWITCH = 0.3  # the second pass through the Ethernet switch
CODEWORD = 5280 / 103.125e3  # of RS(528,514), which a receiver needs whole; one link there, one back
WIRE = 1106 * 8 / 100e3  # the frame once more on a wire of 100 Gb/s, as the accelerator takes it whole


def n52_run(mtu, mhz, link):
    def figures(found):
        columns = ["time_us", "goodput_Gbps", "accelerator_us", "accelerator_us_most", "sums", "frames_out", "overflows", "bit_exact"]
        return {column: found[column] for column in columns} | {
            "port_Gbps": found["goodput_Gbps"] * (mtu + FRAME) / mtu, "accelerator_cycles": found["accelerator_us"] * mhz}
    labels = {"series": f"{mtu} B of payload", "mtu": mtu, "mhz": mhz, "link": link, "panel": f"links of {link} Gb/s",
              "bytes": 8000 * mtu}
    return Run(labels, ("netreduce", "run", "--engine", "cycle", "--ranks", "6", "--bytes", str(8000 * mtu), *MESSAGES, "--ack-every",
                        "256", "--mtu", str(mtu), "--clock", f"{mhz:.9g}", "--link-rate", str(link), "--rto", "10000000"),
               figures=figures)


def n52_runs(_settings):
    clocks = [100, 150, 175, 190, 191, 192, 193, 194, 195, 200, 250, CLOCK_MHZ]
    return [n52_run(mtu, mhz, link) for link in (100, 200) for mtu in (KB, 512, 256, 128) for mhz in clocks]


def n52_facts(rows):
    full = rows.where(mtu=1024)
    line = full.where(link=100)
    rated = max(line.rows, key=lambda row: row["mhz"])
    most = max(full.where(link=200).rows, key=lambda row: row["mhz"])
    held = min(row["mhz"] for row in line.rows if row["port_Gbps"] > 0.998 * rated["port_Gbps"])
    return rated, most, held, rated["accelerator_us_most"] + SWITCH + 2 * CODEWORD + WIRE


def n52_claims(rows, _settings):
    rated, most, held, added = n52_facts(rows)
    clock = f"at {rated['mhz']:g} MHz"
    return [Claim("added round trip, a lower bound without MAC and PCS: accelerator (measured, the most) + stated: second pass through "
                  "the switch, RS-FEC of two links, the frame once more on the wire", "less than 3 us",
                  f"{rated['accelerator_us_most']:.3f} + {SWITCH:.3f} + {2 * CODEWORD:.3f} + {WIRE:.3f} = {added:.3f} us",
                  "MAC, PCS, cables and the switch's queues are not in ours"),
            Claim("what that leaves for MAC and PCS of two links", "-", f"{3 - added:.3f} us"),
            Claim(f"last byte of the completing frame in to last byte of its sum out, packets of 1 kB, {clock}", "-",
                  f"{rated['accelerator_us']:.3f} us, {rated['accelerator_cycles']:.1f} cycles; at most "
                  f"{rated['accelerator_us_most']:.3f} us"),
            Claim(f"packets of 1 kB at six ports, links of 100 Gb/s, {clock}", "100 Gb/s", f"{rated['port_Gbps']:.1f} Gb/s a port",
                  "the first and the last message do not overlap with others"),
            Claim(f"the same, links of 200 Gb/s, {clock}", "-", f"{most['port_Gbps']:.1f} Gb/s a port"),
            Claim("least clock for links of 100 Gb/s, packets of 1 kB", "-", f"{held:g} MHz")]


def n52_checks(rows, _settings):
    rated, _, held, added = n52_facts(rows)
    return [("what is known of the added round trip is below 3 us", added < 3),
            ("six ports of 100 Gb/s have 99 % of their rate", rated["port_Gbps"] > 99),
            ("17 words and one between columns a packet: 1106 B take 192 MHz", held in (192, 193)),
            ("nothing overflows", not any(rows.get("overflows")))]


N52 = Experiment(
    "N52", "The accelerator with six ports at once", "NETREDUCE 4.4, 5.1, 5.2",
    "less than 3 us are added to a round trip of 2 us, second pass through the switch included; 6 ports of 100 Gb/s", n52_runs,
    n52_claims, n52_checks, {},
    (Table("Links of 100 Gb/s, Gb/s of a port", "mhz", "port_Gbps", "links of 100 Gb/s"),
     Table("Links of 200 Gb/s, Gb/s of a port", "mhz", "port_Gbps", "links of 200 Gb/s"),
     Table("Links of 100 Gb/s, us in the accelerator", "mhz", "accelerator_us", "links of 100 Gb/s")),
    (Chart("mhz", "port_Gbps", "clock of the accelerator, MHz", "Gb/s of a port", (0, 180), limit=(100.0, "100 Gb/s")),))


# ------------------------------------------------------------------------------- losses
def loss_run(panel, topology, nbytes, engine, series, percent):
    def figures(found):
        columns = ["time_us", "goodput_Gbps", "packets_sent", "packets_repeated", "naks", "gone_back", "timeouts", "lost",
                   "from_history", "missing_naks", "missing_asks", "missing_resent", "replays", "bit_exact"]
        row = {column: found[column] for column in columns}
        return row | {"repeated_each": row["packets_repeated"] / max(row["lost"], 1)}
    where = ("--topology", topology) if topology else ("--ranks", "6")
    hosts = 48 if topology == "leaf:8x6" else 6
    weight = nbytes * hosts * (10 if engine == "cycle" else 1) * (1 + 10 * percent) / 5e8
    return Run({"series": series, "engine": engine, "loss_percent": percent, "bytes": nbytes, "panel": panel},
               ("netreduce", "run", "--engine", engine, *where, "--bytes", str(nbytes), *MESSAGES, "--loss", f"{percent:g}%"),
               figures=figures, weight=weight)


LOSSES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1)
NETWORKS = (("star of 6", "", 8_000_000), ("leaf:3x2", "leaf:3x2", 8_000_000), ("leaf:8x6", "leaf:8x6", 4_000_000))


def loss_runs(_settings):
    lines = [("reference", "reference: in order, what is missing is asked for"), ("cycle", "cycle: as built")]
    return [loss_run(panel, topology, nbytes, engine, series, percent)
            for panel, topology, nbytes in NETWORKS for engine, series in lines for percent in LOSSES]


def loss_claims(rows, _settings):
    return [Claim(f"{panel}, {series}: 0.001 / 0.1 / 1 % lost", "-",
                  each([rows.one("goodput_Gbps", panel=panel, series=series, loss_percent=p) for p in (0.001, 0.1, 1)]) + " Gb/s a host")
            for panel in rows.values("panel") for series in rows.where(panel=panel).values("series")]


def loss_checks(rows, _settings):
    lines = [rows.where(panel=p, series=s).get("goodput_Gbps") for p in rows.values("panel") for s in rows.values("series")]
    return [("a hundred times the losses never help: 0.01 % against 1 %", all(line[2] > line[6] for line in lines)),
            ("0.01 % lost cost less than a fifth of the rate", all(line[2] > 0.8 * max(line) for line in lines))]


LOSS = Experiment(
    "loss", "Bandwidth against loss on every link", "beyond NETREDUCE", "no figure", loss_runs, loss_claims, loss_checks, {},
    tuple(Table(f"{panel}, {what}", "loss_percent", value, panel) for panel, *_ in NETWORKS
          for what, value in (("Gb/s of a host", "goodput_Gbps"), ("packets repeated for each frame lost", "repeated_each"))),
    (Chart("loss_percent", "goodput_Gbps", "frames lost, % on every link", "Gb/s of a host", (0, 100),
           limit=(100 * KB / (KB + FRAME), "limit of the wires, packets of 1 kB, 92.6 Gb/s")),))


# ------------------------------------------------------------------------------- Fig. 11: fixed point
def n11_run(seed, runs, bits, ring=True):
    """A training, a row for each epoch of each run. bits: behind the binary point; ring: its rows are wanted."""
    def figures(found):
        columns = ["largest_gradient", "clipped", "saturated", "error_most", "error_rms"]
        rows = []
        for run in found["runs"]:
            name = f"fix32, {bits} bits" if run["name"] == "fix32" else run["name"]
            same = {"panel": name, "bit_exact": found["bit_exact"], "most_percent": 100 * run["difference_most"],
                    "accuracy_end_percent": 100 * run["accuracy"]} | {column: run[column] for column in columns}
            if ring or run["name"] != "ring":
                rows += [same | {"epoch": epoch + 1, "loss": loss, "accuracy_percent": 100 * accuracy, "difference_percent": 100 * off,
                                 "distance_percent": 100 * abs(off)}
                         for epoch, (loss, accuracy, off) in enumerate(zip(run["loss_by_epoch"], run["accuracy_by_epoch"],
                                                                           run["difference_by_epoch"]))]
        return rows
    return Run({"series": f"seed {seed}", "panel": "", "seed": seed, "bits": bits},
               ("netreduce", "train", "--engine", "cycle", "--ranks", "4", "--seed", str(seed), "--runs", runs, "--fraction-bits",
                str(bits)), figures=figures, weight=60 * len(runs))


FIXED = "fix32, 24 bits"


def n11_runs(settings):
    runs = [n11_run(seed, "f32,fix32,bf16x2", 24) for seed in range(1, settings["seeds"] + 1)]
    return runs + [n11_run(1, "fix32", bits, ring=False) for bits in (8, 12, 16)]


def n11_claims(rows, _settings):
    plain = rows.where(epoch=1)
    claims = []
    for name in plain.values("panel"):
        most = plain.where(panel=name).get("most_percent")
        said = "0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)" if name == FIXED else "-"
        why = "a ReLU or maximum that first decides otherwise; f32 added in another order differs as much" if name == FIXED else "-"
        if len(most) > 1 and any(most):
            claims.append(Claim(f"{name}: largest difference of an epoch's loss; least, median, most of {len(most)} seeds", said,
                                f"{min(most):.2g} / {statistics.median(most):.2g} / {max(most):.2g} %", why))
        elif any(most):
            claims.append(Claim(f"{name}: the same, seed 1", said, f"{most[0]:.2g} %", why))
    whole = plain.where(panel=FIXED)
    ends = (some.get("accuracy_end_percent") for some in (whole, plain.where(panel="ring")))
    claims.append(Claim(f"{FIXED}: test accuracy at the end, against the ring's; seeds 1 ...", "no impact",
                        " / ".join(f"{a - b + 0.0:+.2f}" for a, b in zip(*ends)) + " %"))
    return [*claims, Claim(f"{FIXED}: largest gradient of a host, numbers clipped, sums saturated", "-",
                           f"{max(whole.get('largest_gradient')):.2g}, {sum(whole.get('clipped')):.0f}, "
                           f"{sum(whole.get('saturated')):.0f}")]


def n11_checks(rows, _settings):
    plain = rows.where(epoch=1)
    fixed, floating = (plain.where(panel=p).get("most_percent") for p in (FIXED, "f32"))
    ends = [plain.where(panel=p).get("accuracy_end_percent") for p in (FIXED, "ring")]
    return [("fixed point is as near to the ring as floating point in another order: the largest differences within a factor of two",
             max(fixed) < 2 * max(floating)),
            ("the test accuracy is the ring's within half a per cent", all(abs(a - b) < 0.5 for a, b in zip(*ends))),
            ("nothing is clipped or saturated with 24 bits", not any(plain.where(panel=FIXED).get("clipped")))]


N11 = Experiment(
    "N11", "Training with gradients added up by the accelerator", "NETREDUCE Fig. 11, 5.2.2",
    "loss in fixed point against a ring in floating point: within 0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)", n11_runs, n11_claims,
    n11_checks, {"seeds": Setting(8, "trainings, each with a seed of its own")},
    (Table("Largest difference of an epoch's loss from the ring's, %", "panel", "most_percent"),
     Table("Test accuracy at the end, %", "panel", "accuracy_end_percent"),
     Table("Error of a sum, root of the mean square", "panel", "error_rms"),
     Table("fix32, 24 bits: difference from the ring, %", "epoch", "difference_percent", FIXED)),
    (Chart("epoch", "distance_percent", "epoch", "difference of the loss, %", (1e-9, 10),
           limit=(0.08, "ResNet-50 in the paper, 0.08 %"), even=True, only=("f32", FIXED, "bf16x2")),
     Chart("epoch", "loss", "epoch", "mean cross-entropy, nats", (0, 2), "loss", panels="series", lines="panel", only=("seed 1",),
           even=True)), {"percent": 0.08, "percent_AlexNet": 0.01})

ALL = (N11, N52, LOSS)
