# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""NETREDUCE's figures: the accelerator of six RoCE v2 hosts, training in fixed point, losses."""

import statistics

import closed
from table import KB, Chart, Claim, Experiment, Run, Setting, Table, each, near

CLOCK_MHZ = 322.265625  # 64 B a cycle for an Ethernet port of 100 Gb/s
FRAME = 82  # bytes of a RoCE v2 packet besides its payload: headers, ICRC, FCS, preamble, gap
MESSAGES = ("--msglen", "170", "--window", "2")  # NETREDUCE 5.1


# ------------------------------------------------------------------------------- 5.2: the accelerator's time
# What a round trip gets besides the time in the accelerator, us; sources in docs/experiments-netreduce-network.md.
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
def loss_run(panel, topology, nbytes, engine, series, percent, seed):
    def figures(found):
        columns = ["time_us", "goodput_Gbps", "packets_sent", "packets_repeated", "naks", "gone_back", "timeouts", "lost",
                   "from_history", "missing_naks", "missing_asks", "missing_resent", "replays", "bit_exact"]
        row = {column: found[column] for column in columns}
        return row | {"repeated_each": row["packets_repeated"] / max(row["lost"], 1)}
    where = ("--topology", topology) if topology else ("--ranks", "6")
    hosts = 48 if topology == "leaf:8x6" else 6
    weight = nbytes * hosts * (10 if engine == "cycle" else 1) * (1 + 10 * percent) / 5e8
    return Run({"series": series, "engine": engine, "loss_percent": percent, "bytes": nbytes, "panel": each_seed(panel), "seed": seed},
               ("netreduce", "run", "--engine", engine, *where, "--bytes", str(nbytes), *MESSAGES, "--loss", f"{percent:g}%", "--seed", str(seed)),
               figures=figures, weight=weight)


LOSSES = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1)
NETWORKS = (("star of 6", "", 8_000_000), ("leaf:3x2", "leaf:3x2", 8_000_000), ("leaf:8x6", "leaf:8x6", 4_000_000))


def each_seed(panel):
    return f"{panel}, each seed"


def loss_runs(settings):
    lines = [("reference", "reference: in order, what is missing is asked for"), ("cycle", "cycle: as built")]
    return [loss_run(panel, topology, nbytes, engine, series, percent, seed) for panel, topology, nbytes in NETWORKS
            for engine, series in lines for percent in LOSSES for seed in range(1, settings["seeds"] + 1)]


def loss_derive(rows):
    """Means over the seeds, which differ by far more than the lines do: a seed decides which frames are lost, and so what goes back."""
    means = []
    for panel, *_ in NETWORKS:
        of = rows.where(panel=each_seed(panel))
        for series in of.values("series"):
            for percent in LOSSES:
                seeds = of.where(series=series, loss_percent=percent)
                rates = seeds.get("goodput_Gbps")
                means.append({"panel": panel, "series": series, "loss_percent": percent, "goodput_Gbps": statistics.mean(rates), "goodput_least_Gbps": min(rates),
                              "goodput_most_Gbps": max(rates), "repeated_each": sum(seeds.get("packets_repeated")) / max(sum(seeds.get("lost")), 1),
                              "timeouts": statistics.mean(seeds.get("timeouts"))})
    return means


def loss_claims(rows, settings):
    why = "gives new sums while it sends others again, and queues all of these at once: without both 30.9 at 1 %, as a trial"
    def spread(**at):
        return f"{rows.one('goodput_Gbps', **at):.1f} ({rows.one('goodput_least_Gbps', **at):.1f} to {rows.one('goodput_most_Gbps', **at):.1f})"
    return [Claim(f"{panel}, {series}: 0.001 / 0.1 / 1 % lost, mean of {settings['seeds']} seeds (least to most)", "-",
                  " / ".join(spread(panel=panel, series=series, loss_percent=p) for p in (0.001, 0.1, 1)) + " Gb/s a host",
                  why if panel == NETWORKS[0][0] and series.startswith("reference") else "-")
            for panel, *_ in NETWORKS for series in rows.where(panel=panel).values("series")]


def loss_checks(rows, _settings):
    lines = [rows.where(panel=p, series=s).get("goodput_Gbps") for p, *_ in NETWORKS for s in rows.values("series")]
    return [("a hundred times the losses never help: 0.01 % against 1 %", all(line[2] > line[6] for line in lines)),
            ("0.01 % lost cost less than a fifth of the rate", all(line[2] > 0.8 * max(line) for line in lines))]


LOSS = Experiment(
    "loss", "Bandwidth against loss on every link", "beyond NETREDUCE", "no figure", loss_runs, loss_claims, loss_checks,
    {"seeds": Setting(4, "of each run, whose mean is shown", high=100)},
    tuple(Table(f"{panel}, {what}", "loss_percent", value, panel) for panel, *_ in NETWORKS
          for what, value in (("Gb/s of a host", "goodput_Gbps"), ("packets repeated for each frame lost", "repeated_each"), ("time-outs of all hosts", "timeouts"))),
    (Chart("loss_percent", "goodput_Gbps", "frames lost, % on every link", "Gb/s of a host", (0, 100),
           limit=(100 * KB / (KB + FRAME), "limit of the wires, packets of 1 kB, 92.6 Gb/s"), only=tuple(panel for panel, *_ in NETWORKS),
           spread=("goodput_least_Gbps", "goodput_most_Gbps")),), derive=loss_derive)


# ------------------------------------------------------------------------------- Fig. 11: fixed point
SMALL, WIDE = (8, 48, "10,218 parameters"), (16, 256, "105,386 parameters")  # filters, hidden units


def n11_run(seed, runs, bits, settings, ring=True, net=SMALL):
    """A training, a row for each epoch of each run. bits: behind the binary point; ring: its rows are wanted."""
    filters, hidden, size_of = net
    of = "" if net == SMALL else f", {size_of}"
    def figures(found):
        columns = ["largest_gradient", "clipped", "saturated", "error_most", "error_rms"]
        rows = []
        for run in found["runs"]:
            name = f"fix32, {bits} bits" if run["name"] == "fix32" else run["name"]
            same = {"panel": name + of, "bit_exact": found["bit_exact"], "most_percent": 100 * run["difference_most"],
                    "accuracy_end_percent": 100 * run["accuracy"]} | {column: run[column] for column in columns}
            if ring or run["name"] != "ring":
                rows += [same | {"epoch": epoch + 1, "loss": loss, "accuracy_percent": 100 * accuracy, "difference_percent": 100 * off,
                                 "distance_percent": 100 * abs(off)}
                         for epoch, (loss, accuracy, off) in enumerate(zip(run["loss_by_epoch"], run["accuracy_by_epoch"],
                                                                           run["difference_by_epoch"]))]
        return rows
    return Run({"series": f"seed {seed}", "panel": "", "seed": seed, "bits": bits},
               ("netreduce", "train", "--engine", "reference", "--ranks", "4", "--seed", str(seed), "--runs", runs, "--fraction-bits", str(bits), "--rate",
                f"{settings['rate']:g}", "--epochs", str(settings["epochs"]), "--filters", str(filters), "--hidden", str(hidden)),
               figures=figures, weight=filters * hidden * len(runs) / 7)


FIXED, WIDE_FIXED = "fix32, 24 bits", f"fix32, 24 bits, {WIDE[2]}"
PAPER_PERCENT = 0.08  # ResNet-50, the largest of NETREDUCE 5.2.2
FEW = "2560"  # images of the trainings whose losses are compared between the engines


def n11_runs(settings):
    runs = [n11_run(seed, "f32,fix32" + (",bf16x2" if seed == 1 else ""), 24, settings) for seed in range(1, settings["seeds"] + 1)]
    runs += [n11_run(1, "fix32", bits, settings, ring=False) for bits in (8, 12, 16)]
    runs += [n11_run(seed, "f32,fix32", 24, settings, net=WIDE) for seed in range(1, settings["wide"] + 1)]
    return runs + [Run({"series": engine, "panel": "engines", "what": "engines"},
                       ("netreduce", "train", "--engine", engine, "--ranks", "4", "--runs", "fix32", "--epochs", "1", "--images", FEW),
                       figures=lambda f: {"fixed_loss": next(r for r in f["runs"] if r["name"] == "fix32")["loss_by_epoch"][0]}) for engine in ("reference", "cycle")]


def pairs_of(plain):
    """Of each network: name, test accuracies at the end in fixed point, and of the ring."""
    return [(name, plain.where(panel=name).get("accuracy_end_percent"), plain.where(panel=name.replace(FIXED, "ring")).get("accuracy_end_percent"))
            for name in (FIXED, WIDE_FIXED) if plain.where(panel=name).rows]


def n11_claims(rows, _settings):
    plain = rows.where(epoch=1)
    claims = []
    for name in plain.values("panel"):
        most = plain.where(panel=name).get("most_percent")
        said = "0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)" if name in (FIXED, WIDE_FIXED) else "-"
        why = "--set rate=0.01 --set epochs=10 has 0.27 with seed 5, and so has f32 added in another order: a ReLU or maximum that first decides otherwise" if name == FIXED else "-"
        if len(most) > 1 and any(most):
            claims.append(Claim(f"{name}: largest difference of an epoch's loss; least, median, most of {len(most)} seeds", said,
                                f"{min(most):.2g} / {statistics.median(most):.2g} / {max(most):.2g} %", why))
        elif any(most):
            claims.append(Claim(f"{name}: the same, seed 1", said, f"{most[0]:.2g} %", why))
    whole = plain.where(panel=FIXED)
    for name, fixed, floating in pairs_of(plain):
        claims.append(Claim(f"{name}: test accuracy at the end, against the ring's; seeds 1 ...", "no impact",
                            " / ".join(f"{a - b + 0.0:+.2f}" for a, b in zip(fixed, floating)) + " %"))
    return [*claims, Claim(f"{FIXED}: largest gradient of a host, numbers clipped, sums saturated", "-",
                           f"{max(whole.get('largest_gradient')):.2g}, {sum(whole.get('clipped')):.0f}, "
                           f"{sum(whole.get('saturated')):.0f}")]


def n11_checks(rows, _settings):
    plain = rows.where(epoch=1)
    fixed, floating = ([r["most_percent"] for r in plain.rows if r["panel"].startswith(p)] for p in (FIXED, "f32"))
    return [(f"floating point in another order stays within the paper's {PAPER_PERCENT} % on every seed and with both networks, so that this training can resolve it", max(floating) < PAPER_PERCENT),
            (f"fixed point does too: the paper's {PAPER_PERCENT} %", max(fixed) < PAPER_PERCENT),
            ("the test accuracy is the ring's within half a per cent", all(abs(a - b) < 0.5 for _, *ends in pairs_of(plain) for a, b in zip(*ends))),
            ("nothing is clipped or saturated with 24 bits", not any(r["clipped"] or r["saturated"] for r in plain.rows if r["panel"].startswith(FIXED))),
            ("the cycle-accurate accelerator and the reference give the same loss in every bit", len(set(rows.where(what="engines").get("fixed_loss"))) == 1)]


N11 = Experiment(
    "N11", "Training with gradients added up by the accelerator", "NETREDUCE Fig. 11, 5.2.2",
    "loss in fixed point against a ring in floating point: within 0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)", n11_runs, n11_claims,
    n11_checks, {"seeds": Setting(8, "trainings, each with a seed of its own"), "wide": Setting(0, f"of these with {WIDE[2]} too", low=0), "rate": Setting(0.003, "learning rate at the beginning", low=1e-6),
                 "epochs": Setting(30, "of a training")},
    (Table("Largest difference of an epoch's loss from the ring's, %", "panel", "most_percent"),
     Table("Test accuracy at the end, %", "panel", "accuracy_end_percent"),
     Table("Error of a sum, root of the mean square", "panel", "error_rms")),
    (Chart("epoch", "distance_percent", "epoch", "difference of the loss, %", (1e-9, 10),
           limit=(PAPER_PERCENT, f"ResNet-50 in the paper, {PAPER_PERCENT} %"), even=True, only=("f32", FIXED, "bf16x2")),
     Chart("epoch", "loss", "epoch", "mean cross-entropy, nats", (0, 2), "loss", panels="series", lines="panel", only=("seed 1",),
           even=True)), {"percent": PAPER_PERCENT, "percent_AlexNet": 0.01})

# ------------------------------------------------------------------------------- Eq. 4 to 9: closed forms
MACHINE, INTER = 8, 12.5e9  # GPUs, bytes a second: NETREDUCE 5.4
INTRA = (15.75e9, 50e9, 100e9, 150e9)
RING, TENCENT = "flat ring, Eq. 4", "Tencent, Eq. 5"


def forms(p, m, alpha):
    """{series: seconds} of all that Fig. 14 has."""
    found = {RING: closed.ring(p, m, alpha, INTER)}
    for intra in INTRA:
        found[f"hierarchical NetReduce, {intra / 1e9:g} GB/s"] = closed.hierarchical(MACHINE, m, alpha, intra, INTER)
    return found | {TENCENT + f", {intra / 1e9:g} GB/s": closed.tencent(p, MACHINE, m, alpha, intra, INTER) for intra in (INTRA[0], INTRA[-1])}


def executed(labels, algorithm, p, m, alpha, intra, inter, want):
    """The same as a schedule, executed with the same costs; rates must be whole MB/s."""
    machines = () if algorithm == "ring" else ("--machine", str(MACHINE), "--inter-rate", f"{inter / 1e6:.0f}MB/s")
    return Run(labels | {"panel": "executed schedules", "closed_us": 1e6 * want, "gpus": p, "bytes": m},
               ("schedule", "--algorithm", algorithm, "--ranks", str(p), "--bytes", str(m), *machines, "--alpha", f"{round(alpha * 1e9)}ns",
                "--link-rate", f"{intra / 1e6:.0f}MB/s"), ("time_us",), weight=p / 64)


def schedules(p, m, alpha, intra):
    return [executed({"series": RING}, "ring", p, m, alpha, INTER, INTER, closed.ring(p, m, alpha, INTER)),
            executed({"series": TENCENT}, "tencent", p, m, alpha, intra, INTER, closed.tencent(p, MACHINE, m, alpha, intra, INTER)),
            executed({"series": "hierarchical, Eq. 6"}, "hierarchical-netreduce", p, m, alpha, intra, INTER,
                     closed.hierarchical(MACHINE, m, alpha, intra, INTER))]


def n14_runs(settings):
    ranks, alpha, m = settings["ranks"], 1e-6, 250e6
    rows = [Run({"panel": f"P = {ranks}, 1 us", "series": s, "MB": size, "time_ms": 1e3 * t})
            for size in (1, 10, 50, 100, 130, 150, 200, 250, 300, 400, 500) for s, t in forms(ranks, size * 1e6, alpha).items()]
    rows += [Run({"panel": "250 MB, 1 us", "series": s, "GPUs": p, "time_ms": 1e3 * t})
             for p in (64, 128, 256, 512, 1024, 2048, 4096) for s, t in forms(p, m, alpha).items()]
    rows += [Run({"panel": f"250 MB, P = {ranks}", "series": s, "alpha_us": a, "time_ms": 1e3 * t})
             for a in (0.1, 0.5, 1, 2, 5, 10) for s, t in forms(ranks, m, a * 1e-6).items()]
    for p, size, intra in ((64, 64_000_000, 150e9), (64, 640_000, 15.75e9), (256, 256_000_000, 50e9)):
        rows += schedules(p, size, alpha, intra)
    return rows


def threshold(p, n, alpha, intra):
    """Bytes below which hierarchical NetReduce is faster than the flat ring: where Eq. 8 is 0."""
    return (2 * p - 2 * n - 1) * alpha / ((2 * (n - 1) * p * INTER - (p - 2) * n * intra) / (n * p * intra * INTER))


def n14_claims(rows, settings):
    ranks = settings["ranks"]
    flat = [rows.one("time_ms", panel="250 MB, 1 us", series=s, GPUs=p) for s in ("hierarchical NetReduce, 150 GB/s", RING) for p in (64, 4096)]
    return [Claim(f"P = {ranks}, 1 us, B_intra 15.75 GB/s: hierarchical NetReduce is faster than the flat ring below",
                  "about 130 MB" if ranks == 2048 else "-", f"{threshold(ranks, MACHINE, 1e-6, INTRA[0]) / 1e6:.1f} MB"),
            Claim("hierarchical NetReduce, 150 GB/s, 250 MB: 64 / 4096 GPUs", "flat in P", f"{flat[0]:.2f} / {flat[1]:.2f} ms"),
            Claim("flat ring, 250 MB: 64 / 4096 GPUs", "grows with P", f"{flat[2]:.2f} / {flat[3]:.2f} ms"),
            Claim("Eq. 5, first bracket of the paper", "2 (n-1)/n M/(n B_intra)", "2 (n-1)/n M/B_intra, as its last line has it",
                  "the sum in the paper's last line lacks that n; the executed schedule takes the last line's time")]


def same_as_executed(rows):
    made = [r for r in rows.rows if r["panel"] == "executed schedules"]
    return [(f"{r['series']}, {r['gpus']} GPUs, {r['bytes'] / 1e6:g} MB: the executed schedule takes the closed form's time, within 1e-6",
             near(r["time_us"], r["closed_us"], 1e-6)) for r in made]


def n14_checks(rows, settings):
    at = (settings["ranks"], MACHINE, 50e6, 3e-6, 50e9, INTER)
    differences = [near(closed.tencent_less_hierarchical(*at), closed.tencent(*at) - closed.hierarchical(*at[1:]), 1e-9),
                   near(closed.ring_less_hierarchical(*at), closed.ring(at[0], *at[2:4], INTER) - closed.hierarchical(*at[1:]), 1e-9),
                   near(closed.ring_less_in_network(6, 50e6, 3e-6, INTER), closed.ring(6, 50e6, 3e-6, INTER) -
                        closed.in_network(50e6, 3e-6, INTER), 1e-9)]
    limit = threshold(2048, MACHINE, 1e-6, INTRA[0])
    return [*same_as_executed(rows), ("Eq. 3, 7 and 8 are the differences that they are said to be", all(differences)),
            ("the threshold at P = 2048 is the paper's 130 MB within 2 %", near(limit, 130e6, 0.02)),
            ("with one GPU a machine Eq. 6 is Eq. 2", near(closed.hierarchical(1, 1e6, 1e-6, INTER, INTER), closed.in_network(1e6, 1e-6, INTER), 1e-12))]


N14 = Experiment(
    "N14", "Flat ring, Tencent's and hierarchical NetReduce by closed forms, and executed", "NETREDUCE Eq. 1-8, Fig. 14",
    "threshold near 130 MB at P = 2048, 1 us and 15.75 GB/s; hierarchical NetReduce is flat in P", n14_runs, n14_claims, n14_checks,
    {"ranks": Setting(2048, "GPUs, a multiple of eight", low=16)}, (Table("250 MB, 1 us, ms", "GPUs", "time_ms", "250 MB, 1 us"),),
    (Chart("MB", "time_ms", "MB", "ms", (0, 100), "bytes", even=True, only=("P = 2048, 1 us",)),
     Chart("GPUs", "time_ms", "GPUs", "ms", (0, 100), "gpus", only=("250 MB, 1 us",)),
     Chart("alpha_us", "time_ms", "us of a message", "ms", (0, 100), "alpha", even=True, only=("250 MB, P = 2048",))))

LARGE = 1 << 33  # bytes beside which 1 ns of a message is nothing


def n9_runs(settings):
    p = settings["ranks"]
    rows = [Run({"panel": "Eq. 9", "series": "2P / (P - 2)", "GPUs": q, "ratio": closed.ratio_for_hierarchical(q)}) for q in (16, 32, 64, 128, 1024)]
    rows += [Run({"panel": "Eq. 9", "series": "exact, n = 8", "GPUs": q, "ratio": closed.exact_ratio_for_hierarchical(q, MACHINE)})
             for q in (16, 32, 64, 128, 1024)]
    exact = closed.exact_ratio_for_hierarchical(p, MACHINE)
    for step in (-2, -1, 1, 2):
        intra = round((exact + step * 0.05) * INTER / 1e7) * 1e7
        rows.append(executed({"series": "hierarchical", "ratio": intra / INTER}, "hierarchical-netreduce", p, LARGE, 1e-9, intra, INTER,
                             closed.hierarchical(MACHINE, LARGE, 1e-9, intra, INTER)))
    return [*rows, executed({"series": "ring"}, "ring", p, LARGE, 1e-9, INTER, INTER, closed.ring(p, LARGE, 1e-9, INTER))]


def n9_claims(rows, settings):
    p = settings["ranks"]
    ring = rows.one("time_us", series="ring")
    wins = [r["ratio"] for r in rows.where(series="hierarchical", panel="executed schedules").rows if r["time_us"] < ring]
    return [Claim(f"Eq. 9 at P = {p}", "2.3" if p == 32 else "-", f"{closed.ratio_for_hierarchical(p):.2f}",
                  "the formula as printed gives this; 2.3 is its value at 15 or 16 GPUs" if p == 32 else "-"),
            Claim(f"without the relaxation, n = {MACHINE}", "-", f"{closed.exact_ratio_for_hierarchical(p, MACHINE):.3f}"),
            Claim("executed with 8 GiB: hierarchical NetReduce is faster at ratios", "from Eq. 9 on", " / ".join(f"{r:.3f}" for r in wins) + " of those tried")]


def n9_checks(rows, settings):
    p = settings["ranks"]
    ring, exact = rows.one("time_us", series="ring"), closed.exact_ratio_for_hierarchical(p, MACHINE)
    tried = rows.where(series="hierarchical", panel="executed schedules").rows
    return [*same_as_executed(rows),
            ("executed, hierarchical NetReduce is faster just where the exact ratio says", all((r["time_us"] < ring) == (r["ratio"] > exact) for r in tried)),
            ("Eq. 9 suffices: it is above the exact ratio", closed.ratio_for_hierarchical(p) > exact)]


N9 = Experiment(
    "N9", "Ratio of bandwidths above which hierarchical NetReduce always wins", "NETREDUCE Eq. 9, 5.3", "2.3 at P = 32", n9_runs, n9_claims,
    n9_checks, {"ranks": Setting(32, "GPUs, a multiple of eight", low=16)}, (Table("B_intra / B_inter", "GPUs", "ratio", "Eq. 9"),),
    (Chart("GPUs", "ratio", "GPUs", "B_intra / B_inter", (1, 3), linear=True, only=("Eq. 9",), points=(("Eq. 9", 32, 2.3),)),))

# Table 1 (four machines of a GPU) and 2 (four of eight): MB, ring ms an iteration, of it communication, NetReduce likewise; images a
# second of flat ring, Tencent and hierarchical NetReduce. Batches of 32, FP16.
NT_MODELS = {"AlexNet": (236, 60.62, 47.12, 44.69, 31.10, 307.5, 328.8, 519.2), "VGG-16": (528, 185.08, 111.98, 148.63, 74.64, 115.2, 122.2, 173.6),
             "ResNet-50": (98, 89.19, 23.04, 83.42, 19.29, 276.0, 282.8, 317.6)}


def nt_model(name, table, intra):
    """Throughput from the time that is left without communication in Table 1 and the closed forms. The bandwidth is what a ring's
    communication has in Table 1, or the flat ring's in Table 2: 2 (P - 1) / P M in its time. intra: of Tencent's phases in a machine."""
    mb, iteration, ring, _, _, flat, *_ = NT_MODELS[name]
    m, compute = mb * 1e6, (iteration - ring) / 1e3
    p, took = (4, ring / 1e3) if table == "table1" else (32, 32 / flat - compute)
    b = 2 * (p - 1) / p * m / took
    times = {"ring, 4": closed.ring(4, m, 0, b), "NetReduce, 4": closed.in_network(m, 0, b), "flat ring, 32": closed.ring(32, m, 0, b),
             "Tencent, 32": closed.tencent(32, MACHINE, m, 0, intra * 1e9, b),
             "hierarchical NetReduce, 32": closed.hierarchical(MACHINE, m, 0, INTRA[-1], b)}
    return {series: 32 / (compute + t) for series, t in times.items()} | {"bandwidth": b}


def nt_intra(name):
    """Bytes a second of Tencent's phases in a machine, by Eq. 5: what Table 2 leaves when the masters' ring has the flat ring's rate."""
    mb, iteration, ring, _, _, flat, tencent, _ = NT_MODELS[name]
    m, compute = mb * 1e6, (iteration - ring) / 1e3
    inter = closed.ring(32, m, 0, 1) / (32 / flat - compute)
    return 4 * (MACHINE - 1) / MACHINE * m / (32 / tencent - compute - closed.ring(32 // MACHINE, m, 0, inter))


def nt_paper(name):
    _, ring, _, net, _, *table2 = NT_MODELS[name]
    return dict(zip(("ring, 4", "NetReduce, 4", "flat ring, 32", "Tencent, 32", "hierarchical NetReduce, 32"), (32e3 / ring, 32e3 / net, *table2)))


def nt_runs(settings):
    rows = []
    for name in NT_MODELS:
        ours, paper = nt_model(name, settings["bandwidth"], settings["intra"]), nt_paper(name)
        for series, value in paper.items():
            rows.append(Run({"panel": "images a second", "model": name, "series": series, "images_s": ours[series], "paper_images_s": value,
                             "bandwidth_GBps": ours["bandwidth"] / 1e9}))
    return rows


def gain(rows, name, better, worse, column="images_s"):
    return 100 * (rows.one(column, model=name, series=better) / rows.one(column, model=name, series=worse) - 1)


def off_by(rows, name, better, worse):
    return abs(gain(rows, name, better, worse) - gain(rows, name, better, worse, "paper_images_s"))


TENCENT_INTRA = 60.6  # GB/s: nt_intra of AlexNet and VGG-16, their mean
NT_PAIRS = (("NetReduce, 4", "ring, 4"), ("hierarchical NetReduce, 32", "flat ring, 32"), ("hierarchical NetReduce, 32", "Tencent, 32"))


def nt_claims(rows, settings):
    slow = "Table 2's flat ring has 5.0, 5.0 and 3.8 GB/s, less than Table 1's; --set bandwidth=table2 has +{}, the paper does not say what slows it"
    why = {("ResNet-50", "NetReduce, 4"): "its communication in Table 1 falls by 1.19, not by the 1.5 of the bytes; the paper does not say why",
           ("AlexNet", "hierarchical NetReduce, 32"): slow.format("65.2 %"), ("VGG-16", "hierarchical NetReduce, 32"): slow.format("50.2 %")}

    def tencent(name):
        slower = nt_model(name, "table2", TENCENT_INTRA)
        above = gain(rows, name, "Tencent, 32", "flat ring, 32", "paper_images_s")
        return (f"its phases in a machine, slower than 150 GB/s (last row): --set bandwidth=table2 --set intra={TENCENT_INTRA} has Tencent's "
                f"{100 * (slower['Tencent, 32'] / slower['flat ring, 32'] - 1):.1f} % above the flat ring, Table 2 {above:.1f}")
    claims = [Claim(f"{name}: {better} over {worse}, images a second", f"{gain(rows, name, better, worse, 'paper_images_s'):+.1f} %",
                    f"{gain(rows, name, better, worse):+.1f} %", why.get((name, better), "-") if worse != "Tencent, 32" else tencent(name))
              for better, worse in NT_PAIRS for name in NT_MODELS]
    phases = Claim("Tencent's phases in a machine: rate that Table 2 leaves them by Eq. 5, AlexNet / VGG-16 / ResNet-50", "150 GB/s of NVLink (5.3)",
                   each([nt_intra(name) / 1e9 for name in NT_MODELS]) + " GB/s", "one rate for the two large models; why it is not the links' the paper does not say")
    return [Claim(f"bandwidth of the ring's communication in {settings['bandwidth'].replace('table', 'Table ')}, AlexNet / VGG-16 / ResNet-50", "12.5 GB/s of a link",
                  each([nt_model(name, settings["bandwidth"], settings["intra"])["bandwidth"] / 1e9 for name in NT_MODELS]) + " GB/s"), *claims, phases]


def nt_checks(rows, settings):
    if settings["bandwidth"] == "table2":
        return [("Table 2, AlexNet and VGG-16: with the bandwidth of its flat ring the gain is the printed one within four per cent",
                 all(off_by(rows, n, *NT_PAIRS[1]) < 4 for n in ("AlexNet", "VGG-16")))]
    return [("Table 1, AlexNet and VGG-16: the gain within one per cent", all(off_by(rows, n, *NT_PAIRS[0]) < 1 for n in ("AlexNet", "VGG-16"))),
            ("Table 1, ResNet-50: within three per cent", off_by(rows, "ResNet-50", *NT_PAIRS[0]) < 3),
            ("Table 2: hierarchical NetReduce, Tencent, flat ring in this order for every model",
             all(gain(rows, n, *NT_PAIRS[1]) > gain(rows, n, *NT_PAIRS[2]) > 0 for n in NT_MODELS)),
            ("Table 2: the gain over the flat ring within 15 per cent", all(off_by(rows, n, *NT_PAIRS[1]) < 15 for n in NT_MODELS)),
            ("Table 2 leaves Tencent's phases in a machine less than the stated 150 GB/s for every model", all(nt_intra(n) < INTRA[-1] for n in NT_MODELS)),
            ("models gain in the order AlexNet, VGG-16, ResNet-50", all(gain(rows, "AlexNet", *pair) > gain(rows, "VGG-16", *pair) >
                                                                        gain(rows, "ResNet-50", *pair) for pair in NT_PAIRS))]


NT = Experiment(
    "NT", "Training throughput by closed forms", "NETREDUCE Tables 1, 2",
    "35.6 / 24.5 / 6.9 % over the ring (four GPUs); 68.8 / 50.7 / 15.1 % over the flat ring (32)", nt_runs, nt_claims, nt_checks,
    {"bandwidth": Setting("table1", "of a machine's link: what the ring of Table 1 has, or the flat ring of Table 2", ("table1", "table2")),
     "intra": Setting(INTRA[-1] / 1e9, "GB/s of Tencent's phases in a machine")},
    (Table("Images a second of a GPU", "model", "images_s"), Table("The same in the paper", "model", "paper_images_s")),
    (Chart("model", "images_s", "", "images a second", (0, 1000)),))

ALL = (N9, N11, N14, N52, NT, LOSS)
