# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the experiments run, what the paper says of it, and which tables and charts show it."""

import dataclasses

KB, MB = 1 << 10, 1 << 20
LINE_LIMIT = 120.0  # GB/s: six links of 25 GB/s, 128 B of each 160 (KLENK VI-A)
ALL_AT_ONCE = 3_000_000  # bytes: the most that `--waves 0` takes on six links
CYCLE_NS = 0.64  # 16 B at 25 GB/s
CLOCK_MHZ = 322.265625  # 64 B a cycle for an Ethernet port of 100 Gb/s
FRAME = 82  # bytes of a RoCE v2 packet besides its payload: headers, ICRC, FCS, preamble, gap


@dataclasses.dataclass(frozen=True)
class Case:
    """One run of DGX-2. `series` is the name of its line, `panel` of its chart."""

    series: str
    method: str
    bytes: int
    table_bytes: int
    waves: int
    gpus: int = 16
    barrier: bool = False
    wave_bytes: int = 8192
    result_acks: bool = True  # as the paper counts
    panel: str = ""

    def words(self):
        return ["allreduce", "--topology", "dgx2", "--method", self.method, "--ranks", str(self.gpus),
                "--bytes", str(self.bytes), "--table-bytes", str(self.table_bytes),
                "--waves", str(self.waves), "--wave-bytes", str(self.wave_bytes),
                "--barrier", "on" if self.barrier else "off",
                "--result-acks", "on" if self.result_acks else "off"]

    def figures(self, found):
        columns = ["cycles", "algbw_GBps", "limit_GBps", "mean_latency_cycles", "p99_latency_cycles", "evictions",
                   "timeouts", "partials", "use_from_gpu", "use_to_gpu", "use_between_switches", "bit_exact"]
        return {column: found[column] for column in columns} | {"time_us": found["cycles"] * CYCLE_NS / 1000}

    def weight(self):
        """Longer runs are started first."""
        return self.bytes * self.gpus * (1 if self.waves else 2)


@dataclasses.dataclass(frozen=True)
class Ring:
    """One run of six RoCE v2 hosts and their accelerator."""

    series: str
    mtu: int
    mhz: float
    link: int  # Gb/s
    panel: str
    bytes: int

    def words(self):
        return ["netreduce", "run", "--engine", "cycle", "--ranks", "6", "--bytes", str(self.bytes), "--msglen", "170",
                "--window", "2", "--ack-every", "256", "--mtu", str(self.mtu), "--clock", f"{self.mhz:.9g}",
                "--link-rate", str(self.link), "--rto", "10000000"]  # nothing is lost

    def figures(self, found):
        columns = ["time_us", "goodput_Gbps", "accelerator_us", "accelerator_us_most", "sums", "frames_out",
                   "overflows", "bit_exact"]
        return {column: found[column] for column in columns} | {
            "port_Gbps": found["goodput_Gbps"] * (self.mtu + FRAME) / self.mtu,
            "accelerator_cycles": found["accelerator_us"] * self.mhz}

    def weight(self):
        return self.bytes / self.mtu


@dataclasses.dataclass(frozen=True)
class Lossy:
    """One run of RoCE v2 hosts whose links lose frames."""

    series: str
    engine: str
    topology: str
    loss_percent: float  # on every link
    bytes: int
    panel: str

    def words(self):
        where = ["--topology", self.topology] if self.topology != "star" else ["--ranks", "6"]
        return ["netreduce", "run", "--engine", self.engine, *where, "--bytes", str(self.bytes), "--msglen", "170",
                "--window", "2", "--loss", f"{self.loss_percent:g}%"]

    def figures(self, found):
        columns = ["time_us", "goodput_Gbps", "packets_sent", "packets_repeated", "naks", "gone_back", "timeouts",
                   "lost", "from_history", "missing_naks", "missing_asks", "missing_resent", "replays", "bit_exact"]
        row = {column: found[column] for column in columns}
        return row | {"repeated_each": row["packets_repeated"] / max(row["lost"], 1)}

    def weight(self):
        hosts = 48 if self.topology == "leaf:8x6" else 6
        return self.bytes * hosts * (10 if self.engine == "cycle" else 1) * (1 + 10 * self.loss_percent)


@dataclasses.dataclass(frozen=True)
class Training:
    """A training by RoCE v2 hosts, a row for each epoch of each run. bits: behind the binary point."""

    seed: int
    runs: str
    bits: int
    ring: bool = True  # its rows are wanted

    def words(self):
        return ["netreduce", "train", "--engine", "cycle", "--ranks", "4", "--seed", str(self.seed), "--runs",
                self.runs, "--fraction-bits", str(self.bits)]

    def figures(self, found):
        columns = ["largest_gradient", "clipped", "saturated", "error_most", "error_rms"]
        rows = []
        for run in found["runs"]:
            name = f"fix32, {self.bits} bits" if run["name"] == "fix32" else run["name"]
            same = {"series": f"seed {self.seed}", "panel": name, "bit_exact": found["bit_exact"],
                    "most_percent": 100 * run["difference_most"],
                    "accuracy_end_percent": 100 * run["accuracy"]} | {column: run[column] for column in columns}
            if self.ring or run["name"] != "ring":
                rows += [same | {"epoch": epoch + 1, "loss": loss, "accuracy_percent": 100 * accuracy,
                                 "difference_percent": 100 * off, "distance_percent": 100 * abs(off)}
                         for epoch, (loss, accuracy, off) in enumerate(zip(
                             run["loss_by_epoch"], run["accuracy_by_epoch"], run["difference_by_epoch"]))]
        return rows

    def weight(self):
        return len(self.runs)


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of `row`, a column per series, `value` in the cells; of one panel, or of all."""

    title: str
    row: str
    value: str
    panel: str = ""
    largest: bool = False  # of the largest messages only


@dataclasses.dataclass(frozen=True)
class Chart:
    """A further chart."""

    name: str
    x: str
    y: str
    x_label: str
    y_label: str
    ys: tuple
    panels: str  # column whose values are panels
    lines: str  # and lines
    only: tuple  # of the panels
    limit: tuple | None = None
    even: bool = True


@dataclasses.dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    paper: str
    x: str
    y: str
    x_label: str
    y_label: str
    ys: tuple  # lowest y, not 0 on a logarithmic scale, and highest
    cases: list
    tables: list
    limit: tuple | None = (LINE_LIMIT, "limit of the wires, 120 GB/s")  # a line in the chart
    notes: tuple = (("limit_GBps", LINE_LIMIT),)  # what goes with the rows
    even: bool = False  # x is not logarithmic
    panels: str = "panel"
    lines: str = "series"
    only: tuple = ()  # of the panels; none: all
    more: tuple = ()  # charts besides


def k7a(long):
    sizes = [KB * 4**i for i in range(9 if long else 8)]
    lines = [("push, 256 B a port, 16 waves", "push", 256, 16, False, True),
             ("push, results not acknowledged, 256 B, 16 waves", "push", 256, 16, False, False),
             ("pull, 4 kB a port, 4 waves", "pull", 4 * KB, 4, False, True),
             ("pull after a barrier, 4 kB, 4 waves", "pull", 4 * KB, 4, True, True),
             ("pull, 4 kB a port, 2 waves", "pull", 4 * KB, 2, False, True)]
    cases = [Case(name, method, size, table, waves, gpus, barrier, result_acks=acks, panel=f"{gpus} GPUs")
             for gpus in (2, 4, 8, 16) for name, method, table, waves, barrier, acks in lines
             for size in sizes]
    return Experiment(
        "k7a", "All-reduce bandwidth on DGX-2 (KLENK Fig. 7a)",
        "near 120 GB/s for large messages at every GPU count; pull below push", "bytes",
        "algbw_GBps", "message, bytes", "GB/s", (0, 130), cases,
        [Table("Largest messages, GB/s", "gpus", "algbw_GBps", largest=True),
         Table("16 GPUs, GB/s", "bytes", "algbw_GBps", "16 GPUs"),
         Table("16 GPUs, microseconds", "bytes", "time_us", "16 GPUs")])


def k10b(_long):
    sizes = [256 * KB, MB, ALL_AT_ONCE]
    lines = [("push, 1 kB a port", "push", KB, 16), ("push, 256 B a port", "push", 256, 16),
             ("pull, 4 kB a port", "pull", 4 * KB, 4)]
    cases = []
    for name, method, table, waves in lines:
        cases += [Case(f"{name}, {waves} waves", method, size, table, waves)
                  for size in sizes + [8 * MB]]
        cases += [Case(f"{name}, no waves", method, size, table, 0) for size in sizes]
    return Experiment(
        "k10b", "Mean packet latency with and without waves, DGX-2, 16 GPUs (KLENK VI-D)",
        "8 MB: about 90 % lower with waves", "bytes", "mean_latency_cycles", "message, bytes",
        "cycles", (100, 1_000_000), cases,
        [Table("Mean latency, cycles", "bytes", "mean_latency_cycles"),
         Table("Bandwidth, GB/s", "bytes", "algbw_GBps")], limit=None)


def tables(_long):
    cases = [Case(name, name, 2 * MB, 128 << i, waves if panel == "with waves" else 0, panel=panel)
             for panel in ("with waves", "without waves")
             for name, waves in (("push", 16), ("pull", 4)) for i in range(6)]
    return Experiment(
        "tables", "Table size, DGX-2, 16 GPUs, 2 MB (KLENK Fig. 9, VI-C)",
        "without waves push is much more sensitive to the table size than pull", "table_bytes",
        "algbw_GBps", "table, bytes a port", "GB/s", (0, 130), cases,
        [Table("With waves, GB/s", "table_bytes", "algbw_GBps", "with waves"),
         Table("Without waves, GB/s", "table_bytes", "algbw_GBps", "without waves"),
         Table("With waves, evictions", "table_bytes", "evictions", "with waves")])


def waves(_long):
    lines = [("push, 256 B a port", "push", 256), ("push, 1 kB a port", "push", KB),
             ("pull, 1 kB a port", "pull", KB), ("pull, 4 kB a port", "pull", 4 * KB)]
    cases = [Case(name, method, 2 * MB, table, 1 << i)
             for name, method, table in lines for i in range(7 if method == "push" else 5)]
    return Experiment(
        "waves", "Outstanding waves of 8 kB, DGX-2, 16 GPUs, 2 MB (KLENK Fig. 10, VI-D)",
        "pull peaks at 4 waves with 1 kB a port; push has high bandwidth at 16 with 256 B",
        "waves", "algbw_GBps", "waves", "GB/s", (0, 130), cases,
        [Table("Bandwidth, GB/s", "waves", "algbw_GBps"),
         Table("Mean latency, cycles", "waves", "mean_latency_cycles")])


def n52(_long):
    clocks = [100, 150, 175, 190, 191, 192, 193, 194, 195, 200, 250, CLOCK_MHZ]
    cases = [Ring(f"{mtu} B of payload", mtu, mhz, link, f"links of {link} Gb/s", 8000 * mtu)
             for link in (100, 200) for mtu in (KB, 512, 256, 128) for mhz in clocks]
    return Experiment(
        "n52", "The accelerator with six ports at once (NETREDUCE 4.4, 5.1)",
        "less than 3 us are added to a round trip of 2 us, second pass through the switch included; 6 ports of 100 Gb/s", "mhz", "port_Gbps",
        "clock of the accelerator, MHz", "Gb/s of a port", (0, 180), cases,
        [Table("Links of 100 Gb/s, Gb/s of a port", "mhz", "port_Gbps", "links of 100 Gb/s"),
         Table("Links of 200 Gb/s, Gb/s of a port", "mhz", "port_Gbps", "links of 200 Gb/s"),
         Table("Links of 100 Gb/s, us in the accelerator", "mhz", "accelerator_us", "links of 100 Gb/s")],
        limit=(100.0, "100 Gb/s"), notes=())


def loss(_long):
    losses = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]
    new, old = "reference: in order, what is missing is asked for", "cycle: as built"
    lines = [("star of 6", "star", 8_000_000, [("reference", new), ("cycle", old)]),
             ("leaf:3x2", "leaf:3x2", 8_000_000, [("reference", new), ("cycle", old)]),
             ("leaf:8x6", "leaf:8x6", 4_000_000, [("reference", new), ("cycle", old)])]
    cases = [Lossy(name, engine, topology, percent, size, panel)
             for panel, topology, size, engines in lines for engine, name in engines for percent in losses]
    return Experiment(
        "loss", "Bandwidth against loss on every link", "no figure", "loss_percent", "goodput_Gbps",
        "frames lost, % on every link", "Gb/s of a host", (0, 100), cases,
        [Table(f"{panel}, {what}", "loss_percent", value, panel) for panel, *_ in lines
         for what, value in (("Gb/s of a host", "goodput_Gbps"), ("packets repeated for each frame lost", "repeated_each"))],
        limit=(100 * KB / (KB + FRAME), "limit of the wires, packets of 1 kB, 92.6 Gb/s"), notes=())


def n11(_long):
    cases = [Training(seed, "f32,fix32,bf16x2", 24) for seed in range(1, 9)]
    cases += [Training(1, "fix32", bits, ring=False) for bits in (8, 12, 16)]
    return Experiment(
        "n11", "Training with gradients added up by the accelerator (NETREDUCE Fig. 11, 5.2.2)",
        "loss in fixed point against a ring in floating point: within 0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)",
        "epoch", "distance_percent", "epoch", "difference of the loss, %", (1e-9, 10), cases,
        [Table("Largest difference of an epoch's loss from the ring's, %", "panel", "most_percent"),
         Table("Test accuracy at the end, %", "panel", "accuracy_end_percent"),
         Table("Error of a sum, root of the mean square", "panel", "error_rms"),
         Table("fix32, 24 bits: difference from the ring, %", "epoch", "difference_percent", "fix32, 24 bits")],
        limit=(0.08, "ResNet-50 in the paper, 0.08 %"), notes=(("percent", 0.08), ("percent_AlexNet", 0.01)), even=True,
        only=("f32", "fix32, 24 bits", "bf16x2"),
        more=(Chart("n11-loss", "epoch", "loss", "epoch", "mean cross-entropy, nats", (0, 2), "series", "panel",
                    ("seed 1",)),))


EXPERIMENTS = {"k7a": k7a, "k10b": k10b, "tables": tables, "waves": waves, "n11": n11, "n52": n52, "loss": loss}
