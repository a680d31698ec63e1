#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Memories as macros: area, access time and energy from their size and ports, and their Liberty models.

    python3 synth/macro.py             the model beside the public macros and the papers' points

A memory of at least SMALLEST bits whose reads are clocked is an SRAM macro; one whose reads are not is an array of flip-flops with
a multiplexer for each read; smaller ones are mapped to cells and do not come here. Of an SRAM

  area     cell * ports(p) * (columns + MARGIN_COLUMNS) * (rows + MARGIN_ROWS)
  access   base * (1 + rows / ROWS_OF_BASE)
  energy   (E_FIX + columns * (E_COLUMN + E_CELL * rows)) pJ for a read in IHP's 130 nm at 1.2 V, times WRITE for a write,
           times node / 130 nm and the square of the voltages' ratio elsewhere: of capacitance and swing

with columns = width * mux and rows = words / mux, mux the power of two that makes it smallest, at most LARGEST rows and columns;
what is larger is several of the same. The coefficients are those of the macros of IHP SG13G2 (PUBLIC, read from their LEF and
Liberty files), where p = 1 are the 1P and p = 2 the 2P ones; each further port counts like the second. A bit cell is 188 F^2 as
in those macros; where the process' name is no length, CELL says what was published. Where a process has no public macro, the
base of the access time is an assumption: GATES delays of a NAND2 that drives four, as the macros of
GlobalFoundries' 180 nm take (4.2 ns of 312 ps); those of IHP take 17.

An array of flip-flops: a bit is the library's smallest flip-flop and a multiplexer of two for its write enable, and one for each
read port (words - 1 of them make a multiplexer of so many words); a read takes a multiplexer's delay for each bit of the address.
"""

import dataclasses
import math

SMALLEST = 1024  # bits: below, a macro's rows and columns of control are most of it
LARGEST = 512
MARGIN_COLUMNS, MARGIN_ROWS, ROWS_OF_BASE = 20, 41, 512
PORT_FACTOR = 1.93
E_FIX, E_COLUMN, E_CELL, WRITE = 2.0, 0.138, 0.00075, 1.27
F2 = 188
GATES = 13.5
# name: (node in nm, supply in V, um2 of a cell if it is not F2, ns of base if it is known, from where)
PROCESS = {
    "osu018": (180, 1.8, None, None, "188 F^2; access assumed"),
    "gf180mcu7t5v0": (180, 5.0, None, 4.2, "188 F^2; access of gf180mcu_fd_ip_sram at 5 V"),
    "sky130hd": (130, 1.8, None, None, "188 F^2; access assumed, OpenRAM's Liberty files are calculated too"),
    "ihp-sg13g2": (130, 1.2, None, 2.8, "the macros of SG13G2 themselves"),
    "nangate45": (45, 1.1, None, None, "188 F^2; access assumed"),
    "asap7": (7, 0.7, 0.027, None, "cell of TSMC's 7 nm (Wu et al., IEDM 2016); access assumed"),
}
# What the papers say: (bits, um2, node in nm)
PAPERS = {"KLENK IV-G: 18 kB, 16 nm": (18 * 8192, 0.05e6, 16), "ACE Table 6: 4 x 1 MB, 28 nm": (32 << 20, 5113696, 28)}
# (macro, words, width, ports, mux, um x, um y, access in ns, pJ of a read), typical corner
PUBLIC = [
    ("RM_IHPSG13_1P_64x64", 64, 64, 1, 4, 784.48, 64.36, 3.07, 39.05),
    ("RM_IHPSG13_1P_256x8", 256, 8, 1, 8, 236.80, 74.10, 2.96, 10.21),
    ("RM_IHPSG13_1P_256x16", 256, 16, 1, 4, 236.80, 118.78, 2.98, 14.19),
    ("RM_IHPSG13_1P_256x64", 256, 64, 1, 4, 784.48, 118.78, 3.07, 49.63),
    ("RM_IHPSG13_1P_512x64", 512, 64, 1, 4, 784.48, 191.34, 3.83, None),
    ("RM_IHPSG13_1P_1024x16", 1024, 16, 1, 4, 236.80, 336.46, 4.25, 26.49),
    ("RM_IHPSG13_1P_1024x64", 1024, 64, 1, 4, 784.48, 336.46, 4.34, 91.83),
    ("RM_IHPSG13_1P_2048x64", 2048, 64, 1, 4, 784.48, 626.70, 5.39, 122.39),
    ("RM_IHPSG13_1P_4096x8", 4096, 8, 1, 8, 236.80, 618.30, 5.27, 33.72),
    ("RM_IHPSG13_1P_8192x32", 8192, 32, 1, 16, 1520.16, 618.30, 5.60, None),
    ("RM_IHPSG13_2P_64x32", 64, 32, 2, 4, 702.83, 74.87, 3.10, None),
    ("RM_IHPSG13_2P_256x32", 256, 32, 2, 4, 702.83, 136.97, 3.04, None),
    ("RM_IHPSG13_2P_512x16", 512, 16, 2, 4, 402.61, 219.77, 3.79, None),
    ("RM_IHPSG13_2P_1024x32", 1024, 32, 2, 4, 685.49, 385.37, 4.42, None),
    ("gf180mcu_sram64x8", 64, 8, 1, 8, None, None, 4.34, None),
    ("gf180mcu_sram256x8", 256, 8, 1, 8, None, None, 4.57, None),
    ("gf180mcu_sram512x8", 512, 8, 1, 8, None, None, 4.86, None),
]


@dataclasses.dataclass(frozen=True, order=True)
class Macro:
    """A memory: clocked reads or not; grains: how many separate write enables a word has."""

    words: int
    width: int
    reads: int
    writes: int
    clocked: bool
    grains: int = 1

    def as_dict(self):
        return dataclasses.asdict(self)

    @property
    def bits(self):
        return self.words * self.width

    @property
    def sram(self):
        return self.clocked

    @property
    def name(self):
        kind = "sram" if self.sram else "array"
        return f"nf_{kind}_{self.words}x{self.width}_{self.reads}r{self.writes}w" + \
            (f"_{self.grains}g" if self.grains > 1 else "") + ("" if self.clocked else "_a")

    @property
    def address_bits(self):
        return max(1, (self.words - 1).bit_length())


def shape(words, width, mux=None):
    """(banks, rows, columns): the smallest of all multiplexers; banks of equal size where one is not enough."""
    choices = []
    for m in [mux] if mux else [1 << k for k in range(7)]:
        rows, columns = math.ceil(words / m), width * m
        banks = math.ceil(rows / LARGEST) * math.ceil(columns / LARGEST)
        rows = math.ceil(rows / math.ceil(rows / LARGEST))
        columns = math.ceil(columns / math.ceil(columns / LARGEST))
        choices.append((banks * (rows + MARGIN_ROWS) * (columns + MARGIN_COLUMNS), banks, rows, columns))
    return min(choices)[1:]


def cell(library):
    """um2 of a bit of one port."""
    node, _, given, _, _ = PROCESS[library]
    return given or F2 * (node / 1000) ** 2


def sram_um2(cell_um2, words, width, ports, mux=None):
    banks, rows, columns = shape(words, width, mux)
    return banks * cell_um2 * (1 + (PORT_FACTOR - 1) * (ports - 1)) * (rows + MARGIN_ROWS) * (columns + MARGIN_COLUMNS)


def read_pj(library, words, width, mux=None):
    """Energy of a read; only one bank works."""
    node, volts, _, _, _ = PROCESS[library]
    _, rows, columns = shape(words, width, mux)
    return (E_FIX + columns * (E_COLUMN + E_CELL * rows)) * node / 130 * (volts / 1.2) ** 2


def access_pj(library, ram, reads, writes):
    """Energy of so many reads and writes; of an array of flip-flops nothing is known but the cells that one would map."""
    return read_pj(library, ram.words, ram.width) * (reads + WRITE * writes) if ram.sram else 0.0


class Model:
    """The figures of macros in one library; gate_ps: delay of its NAND2 that drives four; base_ps: another base of the access
    time than the process' or the assumed one."""

    def __init__(self, library, gate_ps, base_ps=None):
        self.library, self.gate_ps = library, gate_ps
        known = PROCESS[library.name][3]
        self.base_ps = base_ps or (1000 * known if known else GATES * gate_ps)

    def um2(self, ram):
        if ram.sram:
            return sram_um2(cell(self.library.name), ram.words, ram.width, ram.reads + ram.writes)
        mux, flop = self.library.mux2_um2, self.library.flop_um2
        return ram.bits * (flop + mux) + ram.reads * (ram.words - 1) * ram.width * mux

    def access_ps(self, ram):
        if ram.sram:
            return self.base_ps * (1 + shape(ram.words, ram.width)[1] / ROWS_OF_BASE)
        return self.gate_ps * (2 + 1.5 * ram.address_bits)

    def liberty(self, ram):
        """A cell of the Liberty file; ns and pF."""
        area, access, gate = self.um2(ram), self.access_ps(ram) / 1000, self.gate_ps / 1000
        load = self.library.load / 1000
        rows = []

        def pin(name, direction, more):
            rows.append(f"    pin(\"{name}\") {{ direction : {direction}; "
                        + (f"capacitance : {load / 4:.6f}; " if direction == "input" else "") + f"{more} }}")

        def arc(related, kind):
            table = f"(drive) {{ values(\"{access:.5f}, {access + gate:.5f}\"); }}"
            slope = f"(drive) {{ values(\"{gate / 2:.5f}, {1.5 * gate:.5f}\"); }}"
            return (f"timing() {{ related_pin : \"{related}\"; {kind} cell_rise{table} cell_fall{table} "
                    f"rise_transition{slope} fall_transition{slope} }}")

        check = (f"timing() {{ related_pin : \"CLK\"; timing_type : setup_rising; rise_constraint(fix) {{ values(\"{gate:.5f}\"); }} "
                 f"fall_constraint(fix) {{ values(\"{gate:.5f}\"); }} }}")
        pin("CLK", "input", "clock : true;")
        for port, name, bits, direction in ports(ram):
            more = check
            if direction == "output":
                more = arc("CLK", "timing_type : rising_edge;")
                if not ram.clocked:
                    address = " ".join(f"{name[:-5]}_ADDR_{k}" for k in range(ram.address_bits))
                    more += " " + arc(address, "timing_sense : non_unate;")
            elif port == "R" and not ram.clocked:
                more = ""
            for bit in range(bits):
                pin(f"{name}_{bit}", direction, more)
        text = "\n".join(rows)
        return f"  cell(\"{ram.name}\") {{ area : {area:.3f}; interface_timing : true;\n{text}\n  }}\n"

    def liberty_file(self, rams):
        """Text of the Liberty file of these macros."""
        load = self.library.load / 1000
        return ("library(nf_macros) {\n  delay_model : table_lookup; time_unit : \"1ns\"; voltage_unit : \"1V\";\n"
                "  capacitive_load_unit(1, pf); current_unit : \"1mA\"; pulling_resistance_unit : \"1kohm\";\n"
                "  leakage_power_unit : \"1nW\"; default_fanout_load : 1;\n"
                "  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50;\n"
                "  output_threshold_pct_fall : 50; slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;\n"
                "  slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;\n"
                f"  lu_table_template(drive) {{ variable_1 : total_output_net_capacitance; index_1(\"0, {load:.6f}\"); }}\n"
                "  lu_table_template(fix) { variable_1 : constrained_pin_transition; index_1(\"0\"); }\n"
                + "".join(self.liberty(r) for r in sorted(rams)) + "}\n")


def ports(ram):
    """(R or W, name, bits, direction) of a macro's ports besides CLK."""
    for r in range(ram.reads):
        yield "R", f"R{r}_ADDR", ram.address_bits, "input"
        if ram.clocked:
            yield "R", f"R{r}_EN", 1, "input"
        yield "R", f"R{r}_DATA", ram.width, "output"
    for w in range(ram.writes):
        yield "W", f"W{w}_ADDR", ram.address_bits, "input"
        yield "W", f"W{w}_EN", ram.grains, "input"
        yield "W", f"W{w}_DATA", ram.width, "input"


def of_cell(box):
    """The Macro of a $mem_v2 cell of Yosys' JSON."""
    value = {k: int(v, 2) for k, v in box["parameters"].items() if set(v) <= {"0", "1"}}
    width, writes = value["WIDTH"], value["WR_PORTS"]
    enables = box["connections"]["WR_EN"]
    grains = max([len(set(map(str, enables[w * width:(w + 1) * width]))) for w in range(writes)] or [1])
    return Macro(value["SIZE"], width, value["RD_PORTS"], writes, value["RD_CLK_ENABLE"] != 0, grains)


def pins(ram, box):
    """(pin, [bit]) of a macro that stands for a $mem_v2 cell."""
    ends, value = box["connections"], box["parameters"]
    address = int(value["ABITS"], 2)
    clock = (ends["WR_CLK"] + ends["RD_CLK"])[0]
    yield "CLK", [clock]
    for r in range(ram.reads):
        for k in range(ram.address_bits):
            yield f"R{r}_ADDR_{k}", [ends["RD_ADDR"][r * address + k] if k < address else "0"]
        if ram.clocked:
            yield f"R{r}_EN_0", [ends["RD_EN"][r]]
        for k in range(ram.width):
            yield f"R{r}_DATA_{k}", [ends["RD_DATA"][r * ram.width + k]]
    for w in range(ram.writes):
        for k in range(ram.address_bits):
            yield f"W{w}_ADDR_{k}", [ends["WR_ADDR"][w * address + k] if k < address else "0"]
        seen = list(dict.fromkeys(map(str, ends["WR_EN"][w * ram.width:(w + 1) * ram.width])))
        by_text = {str(b): b for b in ends["WR_EN"]}
        for k, enable in enumerate(seen):
            yield f"W{w}_EN_{k}", [by_text[enable]]
        for k in range(ram.width):
            yield f"W{w}_DATA_{k}", [ends["WR_DATA"][w * ram.width + k]]


# Largest difference of the model from a public macro, in percent: what the fit leaves.
FIT = {"um2": 11, "ns": 9, "pJ": 21}
HEAD = ["public macro", "um2", "model", "", "ns", "model", "", "pJ a read", "model", ""]


def comparison():
    """Rows of the model beside the public macros."""
    def pair(real, model):
        return [f"{real:.4g}", f"{model:.4g}", f"{100 * (model / real - 1):+.0f} %"] if real else ["", "", ""]

    for name, words, width, count, mux, x, y, ns, pj in PUBLIC:
        library = "ihp-sg13g2" if "IHP" in name else "gf180mcu7t5v0"
        rows = shape(words, width, mux)[1]
        yield [name, *pair(x and x * y, sram_um2(cell(library), words, width, count, mux)),
               *pair(ns, PROCESS[library][3] * (1 + rows / ROWS_OF_BASE)), *pair(pj, read_pj(library, words, width, mux))]


def at_densities(bits, node):
    """um2 of so many bits at the density of each of PAPERS, by the square of the nodes' ratio."""
    return [bits * um2 / own * (node / scale) ** 2 for own, um2, scale in PAPERS.values()]


def papers():
    """Sentences of the papers' points beside the model."""
    for what, (bits, um2, node) in PAPERS.items():
        yield f"{what}: {um2 / bits:.3f} um2 a bit, {um2 / bits / (node / 1000) ** 2:.0f} F^2"
    banks = 4 * sram_um2(F2 * 0.028 ** 2, 16384, 512, 1)
    yield f"4 x 1 MB of 16384 words of 512 bits, one port, 28 nm: model {banks:.0f} um2, {100 * (banks / 5113696 - 1):+.0f} %"
    for count in (1, 2):
        small = sram_um2(0.07, 1152, 128, count)
        yield (f"18 kB of 1152 words of 128 bits, {count} port{'s' * (count > 1)}, 16 nm (cell 0.07 um2, Wu et al., IEDM 2013): "
               f"model {small:.0f} um2, {100 * (small / 0.05e6 - 1):+.0f} %")


def main():
    form = "{:<24}{:>10}{:>10}{:>8}{:>9}{:>9}{:>8}{:>11}{:>9}{:>8}"
    for row in [HEAD, *comparison()]:
        print(form.format(*row))
    print("\n".join(papers()))


if __name__ == "__main__":
    main()
