# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the experiments run, what the paper says of it, and which tables and charts show it."""

import dataclasses

KB, MB = 1 << 10, 1 << 20
LINE_LIMIT = 120.0  # GB/s: six links of 25 GB/s, 128 B of each 160 (KLENK VI-A)
ALL_AT_ONCE = 3_000_000  # bytes: the most that `--waves 0` takes on six links


@dataclasses.dataclass(frozen=True)
class Case:
    """One run of netfold. `series` is the name of its line, `panel` of its chart."""

    series: str
    method: str
    bytes: int
    table_bytes: int
    waves: int
    gpus: int = 16
    barrier: bool = False
    wave_bytes: int = 8192
    panel: str = ""

    def options(self):
        return ["--topology", "dgx2", "--method", self.method, "--ranks", str(self.gpus),
                "--bytes", str(self.bytes), "--table-bytes", str(self.table_bytes),
                "--waves", str(self.waves), "--wave-bytes", str(self.wave_bytes),
                "--barrier", "on" if self.barrier else "off"]

    def weight(self):
        """Longer runs are started first."""
        return self.bytes * self.gpus * (1 if self.waves else 2)


@dataclasses.dataclass(frozen=True)
class Table:
    """Rows of `row`, a column per series, `value` in the cells; of one panel, or of all."""

    title: str
    row: str
    value: str
    panel: str = ""
    largest: bool = False  # of the largest messages only


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
    limited: bool = True  # the chart shows the limit of the wires


def k7a(long):
    sizes = [KB * 4**i for i in range(9 if long else 8)]
    lines = [("push, 1 kB a port, 16 waves", "push", KB, 16, False),
             ("push, 256 B a port, 16 waves", "push", 256, 16, False),
             ("pull, 4 kB a port, 4 waves", "pull", 4 * KB, 4, False),
             ("pull after a barrier, 4 kB, 4 waves", "pull", 4 * KB, 4, True),
             ("pull, 4 kB a port, 2 waves", "pull", 4 * KB, 2, False)]
    cases = [Case(name, method, size, table, waves, gpus, barrier, panel=f"{gpus} GPUs")
             for gpus in (2, 4, 8, 16) for name, method, table, waves, barrier in lines
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
         Table("Bandwidth, GB/s", "bytes", "algbw_GBps")], limited=False)


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


EXPERIMENTS = {"k7a": k7a, "k10b": k10b, "tables": tables, "waves": waves}
