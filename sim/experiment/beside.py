# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What the paper states, and the same from our rows: lines (what, paper, measured)."""

import statistics

import plot


class Rows:
    """The runs that succeeded, looked up by their columns."""

    def __init__(self, rows):
        self.rows = [row for row in rows if "error" not in row]

    def where(self, **want):
        return Rows([r for r in self.rows if all(r[k] == v for k, v in want.items())])

    def get(self, column):
        return [row[column] for row in self.rows]

    def largest(self):
        return self.where(bytes=max(self.get("bytes"), default=0))

    def best(self):
        return max(self.rows, key=lambda row: row["algbw_GBps"])


def each(values, digits=1):
    return " / ".join(f"{round(v, digits) + 0.0:.{digits}f}" for v in values)  # no -0


def k7a(rows):
    large = rows.largest()
    at = "at " + "".join(plot.size(b) for b in set(large.get("bytes"))) + "B"
    gpus = "2 / 4 / 8 / 16 GPUs"
    lines = []
    for series in dict.fromkeys(large.get("series")):
        paper = {"push, 256 B": "near 120 GB/s",
                 "pull, 4 kB a port, 4": "near 120 GB/s, below push",
                 "pull after": "as without barrier"}
        said = next((text for key, text in paper.items() if series.startswith(key)), "-")
        lines.append((f"{series}; {at}, {gpus}", said,
                      each(large.where(series=series).get("algbw_GBps")) + " GB/s"))
    plain, met = (rows.where(gpus=16, method="pull", waves=4, barrier=b) for b in (False, True))
    lost = [100 * (1 - b / a) for a, b in zip(plain.get("algbw_GBps"), met.get("algbw_GBps"))]
    names = " / ".join(plot.size(b) for b in plain.get("bytes"))
    lines.append((f"bandwidth that the barrier costs, 16 GPUs, {names}",
                  "much for small messages, little for large ones", each(lost, 0) + " %"))
    return lines


def k10b(rows):
    lines = []
    for series in dict.fromkeys(r["series"] for r in rows.rows if r["waves"] == 0):
        without = rows.where(series=series)
        first = without.rows[0]
        sized = rows.where(method=first["method"], table_bytes=first["table_bytes"])
        saved = []
        for row in without.rows:
            with_waves = sized.where(bytes=row["bytes"]).rows
            with_waves = [r for r in with_waves if r["waves"]]
            saved += [100 * (1 - r["mean_latency_cycles"] / row["mean_latency_cycles"])
                      for r in with_waves]
        names = " / ".join(plot.size(b) for b in without.get("bytes"))
        lines.append((f"latency saved by waves, {series.removesuffix(', no waves')}; {names}",
                      "about 90 % at 8M", each(saved, 0) + " %"))
    return lines


def enough(rows):
    """The cheapest run with 95 % of the best bandwidth; rows are in the order of their cost."""
    best = rows.best()["algbw_GBps"]
    return next(row for row in rows.rows if row["algbw_GBps"] >= 0.95 * best)


def loss(rows, table):
    small = rows.where(table_bytes=table).get("algbw_GBps")[0]
    return f"{rows.best()['algbw_GBps'] / small:.1f} times slower"


def tables(rows):
    lines = []
    for method, said in (("push", "270 B a port (Eq. 2)"), ("pull", "1.4 kB a port (Eq. 1)")):
        row = enough(rows.where(method=method, panel="with waves"))
        lines.append((f"{method} with waves: smallest table with 95 % of the best bandwidth", said,
                      f"{plot.size(row['table_bytes'])}B a port"))
    for method, said in (("push", "much more sensitive than pull"), ("pull", "less sensitive")):
        lines.append((f"{method} without waves, 256 B instead of 4 kB a port", said,
                      loss(rows.where(method=method, panel="without waves"), 256)))
    return lines


def waves(rows):
    lines = []
    said = {"pull, 1 kB a port": "4 waves", "push, 256 B a port": "16 waves on DGX-2"}
    for series in dict.fromkeys(rows.get("series")):
        row = enough(rows.where(series=series))
        lines.append((f"{series}: fewest waves with 95 % of the best bandwidth",
                      said.get(series, "-"), f"{row['waves']} waves, {row['algbw_GBps']:.1f} GB/s"))
    return lines


# What a round trip gets besides the time in the accelerator, us; sources in docs/results.md.
SWITCH = 0.3  # the second pass through the Ethernet switch
CODEWORD = 5280 / 103.125e3  # of RS(528,514), which a receiver needs whole; one link there, one back
FRAME = 1106 * 8 / 100e3  # the frame once more on a wire of 100 Gb/s, as the accelerator takes it whole


def n52(rows):
    full = rows.where(mtu=1024)
    line = full.where(link=100)
    rated = max(line.rows, key=lambda row: row["mhz"])
    most = max(full.where(link=200).rows, key=lambda row: row["mhz"])
    held = min(row["mhz"] for row in line.rows if row["port_Gbps"] > 0.998 * rated["port_Gbps"])
    clock = f"at {rated['mhz']:g} MHz"
    added = rated["accelerator_us_most"] + SWITCH + 2 * CODEWORD + FRAME
    return [("added round trip, a lower bound without MAC and PCS: accelerator (measured, the most) + stated: second "
             "pass through the switch, RS-FEC of two links, the frame once more on the wire", "less than 3 us",
             f"{rated['accelerator_us_most']:.3f} + {SWITCH:.3f} + {2 * CODEWORD:.3f} + {FRAME:.3f} = {added:.3f} us"),
            ("what that leaves for MAC and PCS of two links", "-", f"{3 - added:.3f} us"),
            (f"last byte of the completing frame in to last byte of its sum out, packets of 1 kB, {clock}",
             "-",
             f"{rated['accelerator_us']:.3f} us, {rated['accelerator_cycles']:.1f} cycles; "
             f"at most {rated['accelerator_us_most']:.3f} us"),
            (f"packets of 1 kB at six ports, links of 100 Gb/s, {clock}", "100 Gb/s", f"{rated['port_Gbps']:.1f} Gb/s a port"),
            (f"the same, links of 200 Gb/s, {clock}", "-", f"{most['port_Gbps']:.1f} Gb/s a port"),
            ("least clock for links of 100 Gb/s, packets of 1 kB", "-", f"{held:g} MHz")]


def losses(rows):
    lines = []
    for panel in dict.fromkeys(rows.get("panel")):
        for series in dict.fromkeys(rows.where(panel=panel).get("series")):
            at = [rows.where(panel=panel, series=series, loss_percent=p).rows[0] for p in (0.001, 0.1, 1)]
            lines.append((f"{panel}, {series}: 0.001 / 0.1 / 1 % lost", "-",
                          each([row["goodput_Gbps"] for row in at]) + " Gb/s a host"))
    return lines


def n11(rows):
    plain = rows.where(epoch=1)
    fixed = "fix32, 24 bits"
    lines = []
    for name in dict.fromkeys(plain.get("panel")):
        most = plain.where(panel=name).get("most_percent")
        said = "0.01 % (AlexNet, VGG-16), 0.08 % (ResNet-50)" if name == fixed else "-"
        if len(most) > 1 and any(most):
            lines.append((f"{name}: largest difference of an epoch's loss; least, median, most of {len(most)} seeds",
                          said, f"{min(most):.2g} / {statistics.median(most):.2g} / {max(most):.2g} %"))
        elif any(most):
            lines.append((f"{name}: the same, seed 1", said, f"{most[0]:.2g} %"))
    whole = plain.where(panel=fixed)
    accuracies = (rows_of.get("accuracy_end_percent") for rows_of in (whole, plain.where(panel="ring")))
    off = [a - b for a, b in zip(*accuracies)]
    lines.append((f"{fixed}: test accuracy at the end, against the ring's; seeds 1 ...", "no impact",
                  " / ".join(f"{v + 0.0:+.2f}" for v in off) + " %"))
    lines.append((f"{fixed}: largest gradient of a host, numbers clipped, sums saturated", "-",
                  f"{max(whole.get('largest_gradient')):.2g}, {sum(whole.get('clipped')):.0f}, "
                  f"{sum(whole.get('saturated')):.0f}"))
    return lines


LINES = {"k7a": k7a, "k10b": k10b, "tables": tables, "waves": waves, "n11": n11, "n52": n52, "loss": losses}
