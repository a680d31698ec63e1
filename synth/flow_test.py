# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The flow of this folder against what can be worked out by hand: timing, memories, findings, comparison, power. TAP.

synth/known.lib is a library in which every delay and energy is one number.
"""

import argparse
import contextlib
import importlib.util
import io
import json
import multiprocessing.dummy
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest.mock

import activity
import adders
import area
import assembly
import crossbars
import fpga
import layout
import levels
import liberty
import lvs
import macro
import options
import place
import power
import repair
import sta
import table6
import tables
import timing
import wires
import yosys
from design import elaborate, read, sources
from yosys import project

import kept

sys.path.insert(0, os.path.join(project.ROOT, "sim", "test"))
import helpers  # noqa: E402

# The placer needs coloquinte for its one call alone, which the test makes in the Python that has it.
sys.modules.setdefault("coloquinte", types.ModuleType("coloquinte"))
import placer  # noqa: E402

CHAIN = """module nf_try (input logic clk_i, input logic a_i, output logic y_o);
  logic first_q, last_q;
  always_ff @(posedge clk_i) begin
    first_q <= ~a_i;
    last_q <= ~first_q;
  end
  assign y_o = ~last_q;
endmodule
"""
NETLIST = """module nf_try (clk_i, a_i, y_o);
  input clk_i;
  input a_i;
  output y_o;
  wire \\d0 ;
  wire \\d1 ;
  wire \\e0 ;
  wire \\first_q[3] ;
  wire \\last_q ;
  INVX1 g1 (.A(a_i), .Y(\\d0 ));
  DFFPOSX1 \\first_q_reg[3]  (.CLK(clk_i), .D(\\d0 ), .Q(\\first_q[3] ));
  INVX1 g2 (.A(\\first_q[3] ), .Y(\\e0 ));
  INVX1 g3 (.A(\\e0 ), .Y(\\d1 ));
  DFFPOSX1 \\last_q_reg  (.CLK(clk_i), .D(\\d1 ), .Q(\\last_q ));
  INVX1 g4 (.A(\\last_q ), .Y(y_o));
endmodule
"""
FUNCTION = """module nf_try (a_i, y_o);
  input a_i;
  output y_o;
  wire d0;
  wire d1;
  INVX1 g1 (.A(a_i), .Y(d0));
  NAND2X1 g2 (.A(d0), .B(a_i), .Y(d1));
  INVX1 g3 (.A(d1), .Y(y_o));
endmodule
"""
MEMORY = """module nf_try #(parameter int unsigned Words = 64, Width = 16, parameter bit Clocked = 1'b1) (
    input logic clk_i, input logic en_i, input logic [$clog2(Words)-1:0] write_i, input logic [Width-1:0] data_i,
    input logic [$clog2(Words)-1:0] read_i, output logic [Width-1:0] data_o);
  logic [Width-1:0] words_q[Words];
  always_ff @(posedge clk_i) if (en_i) words_q[write_i] <= data_i;
  generate
    if (Clocked) begin : gen_clocked
      always_ff @(posedge clk_i) data_o <= words_q[read_i];
    end else begin : gen_not
      assign data_o = words_q[read_i];
    end
  endgenerate
endmodule
"""
SOUP = """module nf_try #(parameter int unsigned Bits = 1024) (input logic clk_i, input logic a_i, output logic y_o);
  logic [Bits-1:0] soup_q;
  always_ff @(posedge clk_i) soup_q <= {soup_q[Bits-2:0], a_i};
  assign y_o = soup_q[Bits-1];
endmodule
"""
# A block with nets without names, and one around it with nets of its own, which Yosys numbers first.
INSIDE = """module nf_inside #(parameter int unsigned Bits = 4, Hold = 0) (
    input logic clk_i, input logic [Bits-1:0] a_i, input logic [Bits-1:0] b_i, output logic [Bits-1:0] y_o);
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < Bits; i++) if (Hold == 0 || a_i[i]) y_o[i] <= (a_i[i] ^ b_i[(i+1)%Bits]) | (b_i[i] & y_o[(i+3)%Bits]);
  end
endmodule
"""
AROUND = """module nf_try (input logic clk_i, input logic [11:0] a_i, input logic [11:0] b_i, output logic [11:0] y_o);
  logic [11:0] half;
  always_ff @(posedge clk_i) for (int i = 0; i < 12; i++) half[i] <= a_i[i] ^ (b_i[i] & ~a_i[(i+1)%12]);
  nf_inside #(.Bits(12)) u_inside (.clk_i, .a_i(half), .b_i, .y_o);
endmodule
"""
TOGGLE = """module nf_try (clk_i, y_o);
  input clk_i;
  output y_o;
  wire \\d ;
  DFFPOSX1 \\t_q_reg  (.CLK(clk_i), .D(\\d ), .Q(y_o));
  INVX1 g1 (.A(y_o), .Y(\\d ));
endmodule
"""
BENCH = """module replay;
  reg clk = 0;
  wire y;
  nf_try dut (.clk_i(clk), .y_o(y));
  initial begin repeat (%d) begin #5 clk = 1; #5 clk = 0; end $finish; end
endmodule
"""
PLAIN_FILES = project.rtl_files
DESIGNS = ((100, 1.0, 100, 50, False, True), (200, 2.0, 80, 40, False, True), (200, 3.0, 80, 40, False, False), (100, 1.0, 100, 50, False, True),
           (900, 9.0, 300, 90, True, True))


class Flow:
    """A folder, the library of this test, its model."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.library = liberty.Library([os.path.join(project.ROOT, "synth/known.lib")], self.folder)
        # Delay of a NAND2 in a chain of such: that of its arc.
        self.model = macro.Model(self.library, sta.gate_delay(self.library, self.folder))

    def block(self, text, *params, **others):
        """A module nf_try as an Assembly, or the reason why it could not be mapped; others: modules beside it."""
        files = {}
        for name, body in {"nf_try": text, **others}.items():
            files[name] = f"{self.folder}/{name}.sv"
            pathlib.Path(files[name]).write_text(body, encoding="utf-8")
        project.rtl_files = lambda: files
        project.closure.cache_clear()
        project.used.cache_clear()
        sources.cache_clear()
        with multiprocessing.dummy.Pool(1) as pool:
            return assembly.assemble([("nf_try", list(params))], self.library, "yosys", pool, self.folder)[0]

    def timed(self, verilog, clocked):
        return sta.time_netlist("nf_try", verilog, [], self.model, clocked, f"{self.folder}/nf_try")


class Design:
    """A netlist of one module in place of an Assembly."""

    def __init__(self, verilog):
        self.text, self.top, self.block, self.macros, self.counts = verilog, "nf_try", "nf_try", {}, {"nf_try": 1}
        self.mapped = {"nf_try": type("Mapped", (), {"verilog": verilog})}

    def verilog(self):
        return self.text


def same(what, found, wanted, share=1e-4):
    """Reasons why a number is not what it should be, to the digits that OpenSTA prints."""
    return [] if abs(found - wanted) <= share * abs(wanted) else [f"{what} is {found}, not {wanted}"]


def without_power(tap, flow):
    """liberty.without: what mapping and timing read has all of the library but its power."""
    library, reasons = flow.library, []
    texts = {path: pathlib.Path(path).read_text(encoding="utf-8") for path in (library.path, library.power_path)}
    if texts[library.power_path] != library.text:
        reasons.append("the library with power is not what was read")
    for kind, kept in (("internal_power", False), ("timing", True), ("pin", True), ("cell", True), ("ff", True)):
        own, whole = (len(re.findall(rf"\b{kind}\s*\(", texts[path])) for path in (library.path, library.power_path))
        if whole == 0 or own != (whole if kept else 0):
            reasons.append(f"{own} groups {kind}, with power {whole}")
    found = liberty.without("pin(A) { a : 1; gone () { values (\"1, 2\"); more (x) { b : 2; } } timing () { } gone(x) { } c : 3; }", "gone")
    if found.split() != "pin(A) { a : 1; timing () { } c : 3; }".split():
        reasons.append(repr(found))
    tap.result("a library without power has all else", reasons)


def without_comments(tap, _flow):
    """project.code: what goes, what stays."""
    for what, path, text, wanted in (
            ("comments and empty lines go", "a.sv", "// one\n\nassign a = b;  // two\n/* three\n\n four */\n\tassign c = d;\n",
             "assign a = b;\n\tassign c = d;\n"),
            ("a comment parts two words", "a.c", "int/* a */b;\n", "int b;\n"),
            ("no comment begins in a string", "a.c", 'f("// \\" /*", \'"\'); // "\ng("*/");\n', 'f("// \\" /*", \'"\');\ng("*/");\n'),
            ("a quote's literal is no string", "a.c", "a = '\\''; // '\nb = '\"'; /* \" */\n", "a = '\\'';\nb = '\"';\n"),
            ("SystemVerilog has sized numbers, no such literals", "a.sv", "a = 1'b0; // '\nb = '0; /* ' */ c = '1;\n", "a = 1'b0;\nb = '0;   c = '1;\n"),
            ("nor do its escaped names begin one", "a.sv", 'assign \\a//b" = c; // "\n', 'assign \\a//b" = c;\n'),
            ("a comment of C goes on behind a backslash", "a.c", "a; // b \\\nc;\nd;\n", "a;\nd;\n"),
            ("a macro still ends where it did", "a.c", "#define A \\\n  f() \\\n  /* b */\ng();\n", "#define A \\\n  f() \\\n\ng();\n"),
            ("and goes on where it did", "a.sv", "`define A \\\n  f // b \\\n  g\nh\n", "`define A \\\n  f // b \\\n  g\nh\n"),
            ("what a tool obeys stays", "a.sv", "// verilator lint_off WIDTH\n/*verilator public*/ a; // synthesis translate_off\n// by synthesis\n",
             "// verilator lint_off WIDTH\n/*verilator public*/ a; // synthesis translate_off\n"),
            ("other languages stay", "a.py", "a // b\n\n", "a // b\n\n")):
        found = project.code(path, text)
        tap.result(f"code without comments: {what}", [] if found == wanted else [repr(found)])
    found = [path for path in project.find("rtl/common/*.sv") if project.code(path) != project.code(path, project.code(path))]
    tap.result("code without comments: what has none stays", found)


def static_timing(tap, flow):
    """Delays are added up by hand: clock to Q 200 ps, INV 100, NAND2 120, set-up 50."""
    found = flow.timed(NETLIST, True)
    for group, ps, ends, gates in (("register to register", 200 + 2 * 100 + 50, ("first_q_reg[3]", "last_q_reg"), 2),
                                   ("input to register", 100 + 50, ("a_i", "first_q_reg[3]"), 1),
                                   ("register to output", 200 + 100, ("last_q_reg", "y_o"), 1)):
        path = found.groups.get(group, (0, "", "", 0))
        tap.result(f"OpenSTA's reader: {group}, {ps} ps, ends by their names", same("the path", path[0], ps) + (
            [] if (path[1:3], path[3]) == (ends, gates) else [f"{path[1:]}, not {ends} with {gates} gates"]))
    tap.result("OpenSTA's reader: no path where there is none", ["there is"] if "input to output" in found.groups else [])
    tap.result("the period is that of the slowest group, paths of ports with 80 % of it",
               same("register to output", found.period("register to output"), 300 / 0.8) +
               ([] if found.worst == "register to register" else [found.worst]))
    function = flow.timed(FUNCTION, False)
    tap.result("a module without a clock has its delay as its period", same("period", function.period(function.worst), 100 + 120 + 100))
    try:
        blank = f"timed: {sta.time_netlist('nf_try', NETLIST + '// not kept yet', [], flow.model, True, f'{flow.folder}/a blank').groups}"
    except sta.StaError as error:
        blank = str(error)
    tap.result("OpenSTA that runs nothing, of a file's name with a blank, is no module without paths", [] if "has run nothing" in blank else [blank])
    report = ("Startpoint: u_a/count_q_reg\\[3\\] (rising edge-triggered flip-flop clocked by clk)\nEndpoint: y_o (output port clocked by clk)\n"
              "   0.0000    0.0000 ^ u_a/count_q_reg\\[3\\]/CLK (DFF)\n   700.0  700.0 ^ u_a/count_q_reg\\[3\\]/Q (DFF)\n"
              "   50.0  750.0 v u_a/g7/Y (INV)\n   0.0  750.0 v y_o (out)\n  750.0   data arrival time\n\n"
              "  640.0  640.0   clock clk (rise edge)\n  640.0   data required time\n ---\n -110.0   slack (VIOLATED)\n")
    tap.result("a path whose slack is negative is read: its length, its ends without backslashes",
               [] if sta.parse("register to output", report) == (750.0, "u_a/count_q_reg[3]", "y_o", 1) else
               [str(sta.parse("register to output", report))])


def from_rtl(tap, flow):
    """RTL to a row: names of the RTL, slack at a clock, the list of blocks that miss it."""
    design = flow.block(CHAIN)
    if isinstance(design, str):
        tap.result("RTL is mapped", [design])
        return
    tap.result("two registers are two flip-flops by their names",
               [] if {r for _, r, _, _ in design.registers()} == {"first_q", "last_q"} else [str(list(design.registers()))])
    row = timing.row_of(("nf_try", [], design, flow.model, "yosys", 2000.0))
    wanted = 200 + 100 + 50
    tap.result("slack is the clock's period less the least one", same("period", row["period_ps"], max(wanted, 300 / 0.8), 2e-3) +
               same("slack", row["slack_ps"], 500 - row["period_ps"]))
    late = timing.row_of(("nf_try", [], design, flow.model, "yosys", 1e6 / 300))
    for what, one, count in (("negative", late, "1 blocks miss the clock that is stated for them: nf_try\n"),
                             ("positive", row, "0 blocks miss the clock that is stated for them\n")):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            timing.print_table([one], flow.model, ["yosys"])
        tap.result(f"a block with {what} slack: {count.strip()}", [] if said.getvalue().endswith(count) else [said.getvalue()])


def memories(tap, flow):
    """What becomes a macro, an array of flip-flops, single flip-flops; what is a finding."""
    for what, params, macros, flops, finding in (
            ("1 kbit with a clocked read: an SRAM of one read and one write port", ["Words=64", "Width=16"], ["nf_sram_64x16_1r1w"], 0, []),
            ("one bit a word less: flip-flops", ["Words=64", "Width=15"], [], 64 * 15 + 15, []),
            ("1 kbit that is read without a clock: an array, and a finding", ["Words=64", "Width=16", "Clocked=0"],
             ["nf_array_64x16_1r1w_a"], 0, [("nf_array_64x16_1r1w_a", 1024)])):
        design = flow.block(MEMORY, *params)
        if isinstance(design, str):
            tap.result(what, [design])
            continue
        found = [(row["register"], row["bits"]) for row in area.findings_of([design])]
        state = ([r.name for r in design.macros], design.total("flipflops"), found)
        tap.result(what, [] if state == (macros, flops, finding) else [f"{state}, not {(macros, flops, finding)}"])
    for bits, finding in ((1024, [("soup_q", 1024)]), (1023, [])):
        design = flow.block(SOUP, f"Bits={bits}")
        found = [design] if isinstance(design, str) else [(row["register"], row["bits"]) for row in area.findings_of([design])]
        tap.result(f"{bits} flip-flops of one register: {'a finding' if finding else 'no finding'}", [] if found == finding else [str(found)])
    design, model = flow.block(MEMORY, "Words=64", "Width=16"), flow.model
    timed = timing.time_assembly(design, model, flow.folder, "memory")
    ram = next(iter(design.macros))
    tap.result("a path from an SRAM has its access time by the model, and the load of the output",
               same("the path", timed.groups["register to output"][0], model.access_ps(ram) + model.gate_ps, 2e-3))


def identities(tap, flow):
    """What is mapped anew: other RTL, other parameters; not: other comments, the same block inside another one."""
    def identity(design, name="nf_try"):
        return next(m.identity for m in design.modules.values() if m.block == name)
    plain = flow.block(SOUP, "Bits=3")
    for what, other, wanted in (("another comment", flow.block("// one more\n" + SOUP.replace(";\n", ";  // there\n"), "Bits=3"), True),
                                ("another parameter", flow.block(SOUP, "Bits=4"), False),
                                ("other RTL", flow.block(SOUP.replace("a_i}", "~a_i}"), "Bits=3"), False)):
        tap.result(f"{what} is {'the same' if wanted else 'another'} module",
                   [] if (identity(other) == identity(plain)) == wanted and (other.verilog() == plain.verilog()) == wanted else [other.verilog()])
    around = SOUP.replace("nf_try", "nf_inside")
    both = flow.block("module nf_try (input logic clk_i, input logic a_i, output logic y_o);\n  logic half;\n"
                      "  nf_inside #(.Bits(3)) u_one (.clk_i, .a_i, .y_o(half));\n  nf_inside #(.Bits(3)) u_two (.clk_i, .a_i(half), .y_o);\nendmodule\n",
                      nf_inside=around)
    tap.result("a block that is twice inside another is mapped once and counted twice",
               [] if not isinstance(both, str) and sorted(both.counts.values()) == [1, 2] and both.total("flipflops") == 6 else
               [str(both if isinstance(both, str) else both.counts)])
    project.rtl_files = lambda: {"nf_inside": f"{flow.folder}/nf_inside.sv"}
    project.closure.cache_clear()
    with multiprocessing.dummy.Pool(1) as pool:
        alone = assembly.assemble([("nf_inside", ["Bits=3"])], flow.library, "yosys", pool, flow.folder)[0]
    tap.result("and is the same as alone, where its module has the block's own name",
               [] if identity(alone, "nf_inside") == identity(both, "nf_inside") and alone.verilog().startswith("module nf_inside (") and
               alone.mapped[alone.top].verilog == both.mapped[alone.top].verilog else [alone.verilog()[:200]])


def elaborations(tap, flow):
    """A module is mapped as it is by itself, not as it is inside another block or with its defaults stated."""
    flow.block(AROUND, nf_inside=INSIDE)

    def found(*wanted):
        with multiprocessing.dummy.Pool(1) as pool:
            made = assembly.assemble(list(wanted), flow.library, "yosys", pool, flow.folder)
        return [next((d.modules[n].text, d.mapped[n].verilog) for n in d.counts if d.modules[n].block == "nf_inside") for d in made]
    alone, around = ("nf_inside", ["Bits=12"]), ("nf_try", [])
    os.environ["NETFOLD_FRESH"] = "1"  # no run may have what another one has mapped
    (text, wanted), = found(alone)
    for what, blocks in (("inside another one", [around]), ("in a run of both", [alone, around]), ("in a run of both, the other one first", [around, alone]),
                         ("with a default stated", [("nf_inside", ["Hold=0", "Bits=12"])])):
        other = found(*blocks)
        tap.result(f"a block is mapped the same alone and {what}", [] if all(verilog == wanted for _, verilog in other) else ["other gates"])
    os.environ.pop("NETFOLD_FRESH")
    tap.result("though Yosys gives its nets other numbers inside the other one", [] if found(around)[0][0] != text else ["the same: this test shows nothing"])


def places_of_code(tap, flow):
    """At which line code stands does not change what is mapped."""
    top, folder = "nf_netreduce_lut1", f"{flow.folder}/places"
    own = {name: project.read(PLAIN_FILES()[name]) for name in project.closure(top)}

    def texts(before, way):
        """RTLIL of all modules, with so much before each file, read in one of two ways."""
        files = {name: f"{folder}/{name}.sv" for name in own}
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        for name, path in files.items():
            pathlib.Path(path).write_text(before + own[name], encoding="utf-8")
        project.rtl_files = lambda: files
        project.closure.cache_clear()
        project.used.cache_clear()
        sources.cache_clear()
        with unittest.mock.patch("design.read", way):
            return [module.text for module in elaborate(top, [], folder).values()]
    # Yosys puts line numbers into names and goes through things in the order of names: what counts is where 99 becomes 100.
    ours, plain = (all(texts("", way) == texts("// more\n\n" * number, way) for number in (1, 5, 50, 500))
                   for way in (read, lambda *block: yosys.read_design(*block[:2])))
    tap.result("a block is mapped the same with more comments and empty lines", [] if ours else ["another text"])
    tap.result("though Yosys gives other names to what it reads from the files as they are", ["the same: this test shows nothing"] if plain else [])


def memory_model(tap, flow):
    """The model against what it was fitted to, and the papers' densities."""
    largest = {}
    for row in macro.comparison():
        for what, shown in (("um2", row[3]), ("ns", row[6]), ("pJ", row[9])):
            if shown:
                largest[what] = max(largest.get(what, 0), abs(int(shown.split()[0])))
    for what, worst in macro.FIT.items():
        tap.result(f"public macros, {what}: the fit is within its {worst} %", [] if largest[what] == worst else [f"{largest[what]} %"])
    for name, (bits, um2, node) in macro.PAPERS.items():
        number = list(macro.PAPERS).index(name)
        tap.result(f"{name}: at its density and node its bits take its {um2:.0f} um2, twice the node four times that",
                   same("um2", macro.at_densities(bits, node)[number], um2) + same("um2", macro.at_densities(bits, 2 * node)[number], 4 * um2))
    model = macro.sram_um2(macro.F2 * 0.028**2, 16384, 512, 1)
    tap.result("4 x 1 MB in 28 nm by the model: within a tenth of ACE's 5.11 mm2", same("um2", 4 * model, 5113696, 0.1))
    one, two = (macro.sram_um2(0.07, 1152, 128, ports) for ports in (1, 2))
    tap.result("a second port costs what the public macros' does", same("ratio", two / one, macro.PORT_FACTOR))
    banks, rows, columns = macro.shape(16384, 512)
    tap.result("a large memory is banks of at most 512 rows and columns that hold it all",
               [] if rows <= macro.LARGEST and columns <= macro.LARGEST and banks * rows * columns >= 16384 * 512 else [str((banks, rows, columns))])
    tap.result("a NAND2 that drives four takes what the library says", same("ps", flow.model.gate_ps, 120))


def comparison(tap, flow):
    """What grew is named; what did not is not. Then the command itself."""
    path = f"{flow.folder}/reference.csv"
    old = {"block": "nf_a", "parameters": "Width=8", "nand2": "1000", "flipflops": "0", "memory_bits": "", "period_ps": "640"}
    tables.write(path, list(old), [old])
    for what, changed, wanted in (("the same", {}, []), ("3 % more", {"nand2": 1030}, []), ("smaller", {"nand2": 10}, []),
                                  ("3.1 % more", {"nand2": 1031}, ["nf_a Width=8: nand2 1000 -> 1031 (+3.1 %)"]),
                                  ("slower", {"period_ps": 700}, ["nf_a Width=8: period_ps 640 -> 700 (+9.4 %)"]),
                                  ("the first flip-flop", {"flipflops": 1}, ["nf_a Width=8: flipflops 0 -> 1 (new)"]),
                                  ("another block", {"block": "nf_b", "nand2": 9999}, [])):
        found = tables.grown([{**old, **changed}], path, area.GREW)
        tap.result(f"compared with the saved table: {what}", [] if found == wanted else [str(found)])
    if not os.path.exists(liberty.OSU018):
        tap.result("make area names what grew # SKIP osu018 is absent (Debian: qflow-tech-osu018)", [])
        return
    command = [sys.executable, "-B", "synth/area.py", "--reference", path, "--csv", f"{flow.folder}/area.csv", "nf_skid"]
    for share, status in ((1.0, 0), (0.96, 1)):
        if share < 1:
            row = tables.read(f"{flow.folder}/area.csv")[0]
            tables.write(path, list(row), [{**row, "nand2": int(row["nand2"]) * share}])
        done = subprocess.run(command, cwd=project.ROOT, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        named = "grown by more than 3%: nf_skid: nand2" in done.stderr
        tap.result(f"make area against a table with {share:.0%} of the gates: status {status}",
                   [] if done.returncode == status and named == bool(status) else [f"status {done.returncode}", *done.stderr.splitlines()])


def switching(tap, flow):
    """A flip-flop that toggles, by hand: energies of the library, and half C V^2 for each transition of a net.

    A cycle: the clock's two edges 0.3 + 0.1 pJ; one transition of Q, 0.2, with INV's 10 fF on it; one of INV, 0.05, with D's 10 fF.
    """
    folder, cycles = f"{flow.folder}/power", 64
    os.makedirs(folder)
    bench = f"{folder}/bench.v"
    pathlib.Path(bench).write_text(BENCH % cycles, encoding="utf-8")
    program = power.compile_replay(TOGGLE, flow.library, {}, bench, folder)
    subprocess.run(["vvp", "-n", program, f"+vcd={folder}/run.vcd"], check=True, stdout=subprocess.DEVNULL)
    drivers, _ = power.gather([f"{folder}/run"])
    tap.result("VCD: a flip-flop that toggles has a transition a cycle, and what it drives",
               [] if drivers["t_q_reg", "Q"] == drivers["g1", "Y"] == cycles else [str(drivers)])
    moved, idle, leakage, transitions, lost = power.report(Design(TOGGLE), flow.model, drivers, cycles, folder)
    each = 0.5 * 0.01 * 1.8**2  # pJ to charge 10 fF, half of it a transition
    # The output port has the load of every output, four NAND2.
    tap.result("power: clock, flip-flop and gate as worked out by hand",
               same("clock", idle, 0.3 + 0.1) + same("flip-flop", moved["sequential"], 0.2 + 5 * each) +
               same("gate", moved["combinational"], 0.05 + each) + same("leakage", leakage, 0.006) +
               ([] if (transitions, lost) == (2 * cycles, 0) else [f"{transitions} transitions, {lost} lost"]))
    half = {key: count / 2 for key, count in drivers.items()}
    slower = power.report(Design(TOGGLE), flow.model, half, cycles, folder)
    tap.result("power: half the transitions take half the energy, the clock the same",
               same("flip-flop", slower[0]["sequential"], moved["sequential"] / 2) + same("clock", slower[1], idle))
    with multiprocessing.dummy.Pool(1) as pool:
        design = Design(TOGGLE)
        found = activity.of_designs([design], flow.library, pool)
    for share in (0, 0.1, 1):
        tap.result(f"power at a stated activity of {share:g}",
                   same("pJ a cycle", activity.uw_mhz(design, found, flow.library, share), 0.4 + share * (0.25 + 6 * each)))
    with multiprocessing.dummy.Pool(1) as pool:
        design = Design(FUNCTION)
        found = activity.of_designs([design], flow.library, pool)
    # Two INV and a NAND2, the loads a NAND2's pin, an INV's and an output's.
    tap.result("power of a module without a clock", same("pJ a cycle", activity.uw_mhz(design, found, flow.library, 1), 0.16 + 6 * each))


def readers(tap, flow):
    """VCD files and functions of Liberty."""
    path = f"{flow.folder}/hand.vcd"
    pathlib.Path(path).write_text("$scope module replay $end\n$scope module dut $end\n$var wire 1 ! a $end\n$var wire 1 \" \\b[2] $end\n"
                                  "$var integer 32 # reads $end\n$upscope $end\n$upscope $end\n$enddefinitions $end\n"
                                  "#0\nx!\n0\"\nb0 #\n#5\n1!\n#10\n0!\n1\"\nb101 #\n#15\n0!\n0\"\n", encoding="utf-8")
    names, changes, vectors = power.read_vcd(path)
    state = (dict(changes), vectors["#"], names['"'])
    wanted = ({"!": 2, '"': 2}, "101", [(("replay", "dut"), "b[2]", 1)])
    tap.result("VCD: what changes counts, what is written again does not, names and counters", [] if state == wanted else [str(state)])
    for text, verilog in (("(!(A B))", "~(A & B)"), ("A'+B*C", "(~A | (B & C))"), ("!A^B", "(~A ^ B)"), ("(A&B)|!C", "((A & B) | ~C)")):
        found = power.expression(text)
        tap.result(f"Liberty: {text}", [] if found == verilog else [f"{found}, not {verilog}"])
    try:
        tap.result("Liberty: a function that is not understood is refused", [power.expression("A ? B")])
    except power.NoModel:
        tap.result("Liberty: a function that is not understood is refused", [])


def placed(tap, flow):
    """Levels of logic of an FPGA netlist, its top with four pins; what a DEF file says of wires."""
    def cell(kind, **ends):
        return {"type": kind, "connections": ends}
    # A flip-flop, a LUT, a carry chain of three, a multiplexer behind a LUT, a flip-flop: LUT, chain, LUT.
    cells = [cell("TRELLIS_FF", Q=[2], DI=[90]), cell("LUT4", A=[2], Z=[3]), cell("CCU2C", A0=[3], COUT=[4], S0=[5]), cell("CCU2C", A0=[2], CIN=[4], COUT=[6]),
             cell("CCU2C", A0=[2], CIN=[6], S1=[7]), cell("LUT4", A=[7], Z=[8]), cell("PFUMX", ALUT=[8], BLUT=[3], Z=[9]), cell("TRELLIS_FF", DI=[9], Q=[10])]
    path = f"{flow.folder}/place.json"
    with open(path, "w", encoding="utf-8") as f:
        json.dump({"modules": {place.TOP: {"cells": {str(n): c for n, c in enumerate(cells)}}}}, f)
    tap.result("FPGA: three levels, the chain one of them", same("levels", place.levels(path), 3))
    tap.result("FPGA: cells that are mapped only", [] if {k: v["used"] for k, v in place.count(path).items()} ==
               {"TRELLIS_COMB": 2 + 3 * 2, "TRELLIS_FF": 2, "DP16KD": 0, "MULT18X18D": 0} else [str(place.count(path))])
    rows = [{"fmax_mhz": 100.0, "levels": 10}, {"fmax_mhz": "", "levels": 20}]
    full = {kind: {"used": has} for kind, has in place.HAS.items()}
    place.fits(full)
    try:
        place.fits(full | {"DP16KD": {"used": 209}})
        refused = ["not refused"]
    except place.PlaceError as error:
        refused = [] if "209 DP16KD, the device has 208" in str(error) else [str(error)]
    tap.result("FPGA: a block that the device cannot hold is refused, a full device is none", refused)
    place.add_model(rows)
    tap.result("FPGA: a level takes what it takes in the placed rows", same("MHz", rows[1]["model_mhz"], 50) + same("MHz", rows[0]["model_mhz"], 100))
    text, own = place.wrapper("nf_try", ["Width=2"], [("clk_i", "input", 1), ("rst_ni", "input", 1), ("a_i", "input", 3), ("b_i", "input", 2), ("y_o", "output", 4)])
    tap.result("FPGA: the top has a register for each bit of a port and one for the pin",
               same("flip-flops", own, 3 + 2 + 4 + 1) + ([] if "nf_try #(.Width(2)) u_block (.clk_i(clk_i), .rst_ni(rst_ni), .a_i(in_q[0 +: 3]), "
                                                                ".b_i(in_q[3 +: 2]), .y_o(out[0 +: 4]));" in text else [text]))
    found = layout.read_def("DIEAREA ( -100 0 ) ( 900 500 ) ;\nPINS 0 ;\nEND PINS\nNETS 2 ;\n- a\n  ( g Y )\n+ ROUTED metal1 ( 0 100 ) M2_M1\n"
                            "  NEW metal2 ( 0 100 ) ( * 400 ) ( 200 * )\n  NEW metal2 ( 200 400 ) ( 0 * ) M2_M1 ;\nEND NETS\n")
    tap.result("layout: die, nets, wires and vias of a DEF file", [] if found == (10.0, 5.0, 2, 7.0, 2) else [str(found)])


def modelled(tap, flow):
    """The slowest path of an FPGA netlist by synth/levels.py, worked out by hand."""
    def cell(kind, outputs, **ends):
        return {"type": kind, "connections": ends, "port_directions": {p: "output" if p in outputs else "input" for p in ends}}
    # A flip-flop, a LUT, a chain of two whose sum ends in a LUT before a flip-flop; beside it a multiplexer behind the first LUT; a box inside.
    cells = [cell("FDRE", "Q", C=[1], D=[9], Q=[2]), cell("LUT2", "O", I0=[2], I1=[2], O=[3]),
             cell("CARRY4", ("CO", "O"), CI=["0"], CYINIT=["0"], DI=[2, 2, 2, 2], S=[3, 3, 3, 3], CO=[20, 21, 22, 4], O=[24, 25, 26, 27]),
             cell("CARRY4", ("CO", "O"), CI=[4], CYINIT=["0"], DI=[2, 2, 2, 2], S=[2, 2, 2, 2], CO=[30, 31, 32, 33], O=[5, 34, 35, 36]),
             cell("box", "y", a=[5], y=[9]), cell("MUXF7", "O", I0=[3], I1=[3], S=[2], O=[7]), cell("FDRE", "Q", C=[1], D=[7], Q=[8])]
    inner = [cell("LUT1", "O", I0=[40], O=[41])]
    def module(cells, ports, **names):
        return {"cells": {str(n): c for n, c in enumerate(cells)}, "attributes": {}, "netnames": {n: {"bits": b} for n, b in names.items()},
                "ports": {name: {"direction": way, "bits": bits} for name, (way, bits) in ports.items()}}
    modules = {"top": module(cells, {"clk_i": ("input", [1])}, a_q=[2], b_q=[9]), "box": module(inner, {"a": ("input", [40]), "y": ("output", [41])})}
    found = levels.slowest(modules, "top")
    want = levels.CLOCK_TO_OUT + 2 * (levels.NET + levels.LUT) + levels.CARRY_IN + levels.CARRY_SUM + levels.BEFORE_CLOCK
    tap.result("FPGA: a path of two LUTs and a chain, through a module inside", same("ps", found["path_ps"], want) +
               ([] if (found["path_luts"], found["path_carry4"], found["path_muxf"], found["path_from"]) == (2, 2, 0, "a_q") else [str(found)]))
    modules["top"]["cells"]["0"]["connections"]["D"] = [2]
    found = levels.slowest(modules, "top")
    tap.result("FPGA: a multiplexer is chosen by a net, and joins LUTs without one",
               same("ps", found["path_ps"], levels.CLOCK_TO_OUT + levels.NET + levels.LUT + levels.MUX + levels.BEFORE_CLOCK) if found["path_muxf"] else [str(found)])


NEXTPNR = """#!/bin/sh
case $1 in --version) [ -e {log}.known ] || echo preparing; touch {log}.known; echo stand-in; exit;; esac
for word; do case $last in --report) report=$word;; --textcfg) config=$word;; --json) json=$word;; esac; last=$word; done
echo run >> {log}
echo "$*" > {log}.words
grep -c TRELLIS_FF $json > $config
echo '{{"fmax": {{"a": {{"achieved": 120.04}}, "b": {{"achieved": 80.0}}}}, "utilization": {{"TRELLIS_COMB": {{"used": 7}}}}}}' > $report
"""
ECPPACK = """#!/bin/sh
cp $1 $2
"""


def device(tap, flow):
    """A row of make fpga with stand-ins for nextpnr and ecppack: what is placed anew, what `mapped` is, what a failure says."""
    log, program = f"{flow.folder}/runs", f"{flow.folder}/nextpnr-ecp5"
    for path, text in ((program, NEXTPNR.format(log=log)), (f"{flow.folder}/ecppack", ECPPACK)):
        pathlib.Path(path).write_text(text, encoding="utf-8")
        os.chmod(path, 0o755)
    pathlib.Path(log).write_text("", encoding="utf-8")
    source = pathlib.Path(f"{flow.folder}/nf_try.sv")
    project.rtl_files = lambda: {"nf_try": str(source)}
    os.makedirs("build/place", exist_ok=True)

    def row(rtl, *params):
        source.write_text(rtl, encoding="utf-8")
        project.closure.cache_clear()
        project.used.cache_clear()
        kept.version.cache_clear()
        return place.place("nf_try", list(params), program), len(pathlib.Path(log).read_text(encoding="utf-8").split())

    bitstream = pathlib.Path("build/place/nf_try_Bits3.bit")
    bitstream.unlink(missing_ok=True)
    first, _ = row(SOUP, "Bits=3")
    wanted = {"state": "placed and routed", "lut4": 7, "ram": 0, "fmax_mhz": 80.0, "parameters": "Bits=3"}
    tap.result("FPGA: a placed row is nextpnr's report, its clock the slowest, and there is a bitstream",
               [] if {k: first[k] for k in wanted} == wanted and bitstream.exists() else [str(first)])
    for what, rtl, before, runs in (("the same again: nothing is placed", SOUP, None, 1),
                                    ("no bitstream: it is placed again", SOUP, bitstream.unlink, 2),
                                    ("other RTL: it is placed again", SOUP.replace("a_i}", "~a_i}"), None, 3)):
        if before:
            before()
        _, count = row(rtl, "Bits=3")
        tap.result(f"FPGA: {what}", [] if count == runs else [f"{count} runs"])
    found, count = row(SOUP, "Bits=3", "mapped")
    longer, _ = row(SOUP.replace("y_o = soup_q", "y_o = ^soup_q ^ soup_q"), "Bits=3", "mapped")
    tap.result("FPGA: a row that says mapped is not placed and has no clock, its cells are those of the RTL as it is",
               [] if (count, found["state"], found["fmax_mhz"], found["flipflops"]) == (3, "mapped", "", 3 + 1 + 1 + 1) and
               longer["levels"] > found["levels"] else [f"{count} runs", str(found), str(longer)])
    netlist = pathlib.Path("build/place/nf_try_Bits3_-nowidelut.json")
    row(SOUP, "Bits=3", "-nowidelut", "mapped")
    before = netlist.stat().st_mtime_ns
    found, _ = row(SOUP, "Bits=3", "-nowidelut", "--no-tmdriv")
    options_of = pathlib.Path(f"{netlist.with_suffix('.ys')}").read_text(encoding="utf-8"), pathlib.Path(f"{log}.words").read_text(encoding="utf-8")
    tap.result("FPGA: words with - go to synth_ecp5, with -- to nextpnr, both are part of the row",
               [] if f"synth_ecp5 -top {place.TOP} -nowidelut\n" in options_of[0] and " --no-tmdriv " in options_of[1] and
               found["parameters"] == "Bits=3 -nowidelut --no-tmdriv" else [str(options_of), str(found)])
    row(SOUP, "Bits=3", "-nowidelut", "--seed=4")
    seeds = options_of[1], pathlib.Path(f"{log}.words").read_text(encoding="utf-8")
    tap.result("FPGA: a row's seed takes the place of the first one",
               [] if " --seed=1 " in seeds[0] and " --seed=4 " in seeds[1] and "--seed=1" not in seeds[1] else list(seeds))
    tap.result("FPGA: what was mapped is placed without mapping it again", [] if netlist.stat().st_mtime_ns == before else ["mapped again"])
    row(SOUP.replace("a_i}", "~a_i}"), "Bits=3", "-nowidelut", "--no-tmdriv")
    tap.result("FPGA: other RTL is mapped again", [] if netlist.stat().st_mtime_ns != before else ["an old netlist"])
    pathlib.Path(program).write_text("#!/bin/sh\necho it does not fit\nexit 1\n", encoding="utf-8")
    args = options.with_row(options.parser("", saved="x"), "synth/place.txt").parse_args(["nf_try", "Bits=4"])
    rows, failures = options.each_row("place", args, lambda top, params: row(SOUP, *params)[0], place.PlaceError)
    tap.result("FPGA: a row that nextpnr refuses is a failure with its words",
               [] if not rows and len(failures) == 1 and "it does not fit" in failures[0][1] else [f"{rows} {failures}"])
    for path in pathlib.Path("build/place").glob("nf_try_*"):
        path.unlink()


# A flip-flop, an inverter behind a wire of 1 kohm and 0.2 pF, a flip-flop; and what qrouter says of it.
LAID = """.model nf_try
.inputs clk_i d
.outputs y
.gate DFFPOSX1 CLK=clk_i D=d Q=q
.gate INVX1 A=q Y=n$1
.gate DFFPOSX1 CLK=clk_i D=n$1 Q=y
.end
"""
TREES = """d 1 PIN/d 1 ( 1 0.001 DFFPOSX1_1/D )
clk_i 1 PIN/clk_i 2 ( 1 0.001 DFFPOSX1_1/CLK , ( 1 0.001 DFFPOSX1_2/CLK ) )
q 1 DFFPOSX1_1/Q 1 ( 400 0.08 ( 600 0.12 INVX1_1/A ) )
n$1 1 INVX1_1/Y 1 ( 2 0.001 DFFPOSX1_2/D )
y 1 DFFPOSX1_2/Q 1 ( 2 0.001 PIN/y )
"""
QFLOW = """#!/bin/sh
for top; do :; done
seed=$(sed -n 's/.*random.seed[[:space:]]*: *//p' layout/$top.par)
echo $seed >> {log}
[ $seed = {good} ] && echo 'drc = 0' > log/drc.log || echo 'drc = 3' > log/drc.log
echo '{routes}' > log/route.log
cat > synthesis/${{top}}_anno.blif <<END
{laid}END
cat > layout/$top.rc <<END
{trees}END
cat > layout/$top.def <<END
DIEAREA ( 0 0 ) ( 4000 2000 ) ;
COMPONENTS 3 ;
- a DFFPOSX1 + PLACED
- b INVX1 + PLACED
- c FILL + PLACED
END COMPONENTS
PINS 0 ;
END PINS
NETS 1 ;
- n
+ ROUTED metal1 ( 0 0 ) M2_M1
  NEW metal2 ( 0 0 ) ( 0 1000 ) ;
END NETS
END
"""


def laid_out(tap, flow):
    """A row of make layout with a stand-in for qflow: seeds until no rule is broken, what is read of its logs, what is refused."""
    if not os.path.exists(os.path.join(os.path.dirname(liberty.OSU018), "osu018.par")):
        tap.result("layout: a row # SKIP osu018 is absent (Debian: qflow-tech-osu018)", [])
        return
    log, path, python = pathlib.Path(f"{flow.folder}/seeds"), os.environ["PATH"], f"{flow.folder}/python"
    os.environ["PATH"] = f"{flow.folder}:{path}"

    def stand_ins(status, differences):
        """For the Python that has KLayout, and for magic."""
        for name, lines in {python: f'[ "$1" = {layout.LVS} ] && echo "differences = {differences}"\nexit {status}\n', f"{flow.folder}/magic": "echo 'drc = 0'\n"}.items():
            pathlib.Path(name).write_text(f"#!/bin/sh\n{lines}", encoding="utf-8")
            os.chmod(name, 0o755)

    def row(rtl, good, routes, *params):
        log.write_text("", encoding="utf-8")
        pathlib.Path(f"{flow.folder}/qflow").write_text(QFLOW.format(log=log, good=good, routes=routes, laid=LAID.replace("$", "\\$"), trees=TREES.replace("$", "\\$")), encoding="utf-8")
        os.chmod(f"{flow.folder}/qflow", 0o755)
        if isinstance(flow.block(rtl, *params), str):
            return {}
        with contextlib.redirect_stdout(io.StringIO()):
            return layout.layout("nf_try", list(params), flow.model, python)
    cells = sum(flow.library.areas[c] for c in ("DFFPOSX1", "INVX1"))
    first = row(CHAIN, 1, "Final: No failed routes!")
    wanted = {"cells": 2, "width_um": 40.0, "height_um": 20.0, "utilisation": round(cells / 800, 2), "wire_mm": 0.01, "vias": 1, "failed": 0, "drc": 0,
              "seed": 1}
    tap.result("layout: the first seed that breaks no rule, fill is no cell",
               [] if {k: first.get(k) for k in wanted} == wanted and log.read_text(encoding="utf-8").split() == ["12345", "1"] else [str(first)])
    slower = first.get("ps_with_wires", 0) - first.get("ps", 0)
    # Half of R C is at the wire's end in any model; its load slows the flip-flop as well.
    tap.result("layout: a wire of 1 kohm and 0.2 pF takes more than 100 ps", [] if 100 < slower < 1000 else [str(first)])
    again = row(CHAIN, 2, "Final: No failed routes!")
    tap.result("layout: the same netlist is not laid out again", [] if again == first and not log.read_text(encoding="utf-8") else [str(again)])
    other = row(CHAIN.replace("~a_i", "a_i"), 7, "Final: Failed net routes: 4")
    tap.result("layout: another netlist is; nets that are not routed and rules that each seed breaks are in the row",
               [] if (other.get("failed"), other.get("drc"), len(log.read_text(encoding="utf-8").split())) == (4, 3, len(layout.SEEDS)) else [str(other)])
    row(MEMORY, 1, "Final: No failed routes!", "Words=64", "Width=16")
    ports = re.findall(r"^  (input|output) (?:\[[\d:]+\] )?(\S+);", pathlib.Path("build/layout/nf_try_Words64_Width16/source/nf_try.v").read_text(encoding="utf-8"), re.M)
    outside = [direction for direction, name in ports if re.match(r"memory0_[RW]0_(ADDR|DATA|EN)_\d+$", name)]
    tap.result("layout: a memory stays outside, its connections are pins of the block",
               same("from it", outside.count("input"), 16) + same("to it", outside.count("output"), 2 * (6 + 1) + 16))
    layout.ANNEALED = 0
    for status in (0, 1):
        stand_ins(status, 0)
        try:
            row(CHAIN.replace("~first_q", "first_q"), 1, "Final: No failed routes!")
            said = [pathlib.Path(f"build/layout/nf_try/{name}").read_text(encoding="utf-8") for name in ("project_vars.sh", "bin/graywolf")]
            tap.result("layout: a large netlist has coloquinte in the place of graywolf",
                       [] if not status and "set bindir = " in said[0] and f"exec {python} " in said[1] and os.path.islink("build/layout/nf_try/bin/qrouter") else said)
        except layout.LayoutError as error:
            tap.result("layout: where coloquinte is absent, that is said", [] if status and "make layout installs them" in str(error) else [str(error)])
        shutil.rmtree(kept.folder() + "/layout", ignore_errors=True)
    stand_ins(0, 3)
    try:
        tap.result("layout: one that is not its netlist is refused", [str(row(CHAIN, 1, "Final: No failed routes!"))])
    except layout.LayoutError as error:
        tap.result("layout: one that is not its netlist is refused", [] if "is not the netlist" in str(error) else [str(error)])
    os.environ["PATH"] = path
    for folder in pathlib.Path("build/layout").glob("nf_try*"):
        shutil.rmtree(folder)


# Two clusters of sinks, each of a buffer's tree, and cells between; a pin at each end.
CEL = """cell 1 BUFX2_1
left -160 right 160 bottom -500 top 500
pin name twfeed1 signal TW_PASS_THRU layer 1 -120 -500
pin name A signal a_i layer 1 -80 -100
pin name Y signal a_i_bF$buf0 layer 1 80 0
cell 2 BUFX2_2
left -160 right 160 bottom -500 top 500
pin name A signal a_i layer 1 -80 -100
pin name Y signal a_i_bF$buf1 layer 1 80 0
"""
SINK = """cell {0} INVX1_{0}
left -80 right 80 bottom -500 top 500
pin name a_i_bF$pin/A signal a_i_bF$buf{1} layer 1 -40 -100
pin name Y signal n{0} layer 1 40 0
"""
PAD = """pad 9 name twpin_{0}
corners 4 -40 -50 -40 50 40 50 40 -50
pin name {0} signal {0} layer 1 0 0
"""


def placed_cells(tap, flow):
    """synth/placer.py: what it reads and writes for qflow, trees of buffers, and a placement by coloquinte where it is installed."""
    text = CEL + "".join(SINK.format(k + 1, k % 2) for k in range(8)) + "".join(map(PAD.format, ("a_i", "n8")))
    netlist = placer.Netlist(text)
    tap.result("placer: cells in sites, pins, nets with their ends in sites from the cell's corner, trees",
               same("cells", len(netlist.cells), 10) + same("sites", netlist.cells["BUFX2_1"], 4) +
               ([] if netlist.pins == ["a_i", "n8"] and netlist.nets["a_i"] == [["BUFX2_1", "A", 1, 4], ["BUFX2_2", "A", 1, 4], [None, "a_i", 0, 0]] and
                netlist.trees == {"a_i_bF": ["a_i_bF$buf0", "a_i_bF$buf1"]} else [str(netlist.nets), str(netlist.trees)]))
    where = {f"INVX1_{k + 1}": (4 * k, k % 2) for k in range(8)} | {"BUFX2_1": (0, 0), "BUFX2_2": (0, 0)}
    placer.grow(netlist, where)
    driven = [{e[0] for e in netlist.nets[net] if e[1] != "Y"} for net in netlist.trees["a_i_bF"]]
    tap.result("placer: a buffer of a tree drives cells that lie together, and lies among them",
               [] if driven == [{f"INVX1_{k + 1}" for k in range(4)}, {f"INVX1_{k + 5}" for k in range(4)}] and
               where["BUFX2_1"] == (6, 0.5) and [e[0] for e in netlist.nets["a_i_bF$buf1"]][0] == "BUFX2_2" else [str(netlist.nets), str(where)])
    die = placer.Die(sum(netlist.cells.values()), 0.5)
    around = die.around([f"p{k}" for k in range(40)])
    tap.result("placer: the die has the density, the pins are at all of its edge at places of their own",
               same("sites", die.rows * die.sites, 24 / 0.5, 0.2) + same("places", len(set(around.values())), 40) +
               same("sides", len({side for _, _, side in around.values()}), 4) +
               [str(p) for p in around.values() if p[0] not in (0, die.sites) and p[1] not in (0, die.rows * placer.TALL)])
    python = os.path.join(project.ROOT, "build/layout-venv/bin/python")
    if not os.path.exists("build/layout-venv/ready"):
        tap.result("placer: a placement # SKIP coloquinte is absent (make layout installs it)", [])
        return
    for name, contents in (("cel", text), ("par", "*random.seed : 3\n")):
        pathlib.Path(f"{flow.folder}/nf_try.{name}").write_text(contents, encoding="utf-8")
    done = subprocess.run([python, os.path.join(project.ROOT, "synth/placer.py"), "--density", "0.5", "-n", "nf_try"], cwd=flow.folder, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = [line.split() for line in pathlib.Path(f"{flow.folder}/nf_try.pl1").read_text(encoding="utf-8").splitlines()] if not done.returncode else []
    rows = {}
    for name, left, _, right, _, _, number in lines:
        if not name.startswith("twpin_"):
            rows.setdefault(number, []).append((int(left), int(right)))
    filled = all(row == sorted(row) and row[0][0] == 0 and row[-1][1] == die.sites * placer.SITE and
                 all(a[1] == b[0] for a, b in zip(row, row[1:])) for row in rows.values())
    cells = [line[0] for line in lines if not line[0].startswith("tw")]
    tap.result("placer: each cell once, rows without overlaps and filled from end to end, then the pins",
               [] if len(rows) == die.rows and filled and sorted(cells) == sorted(netlist.cells) and
               [line[0] for line in lines[-2:]] in (["twpin_a_i", "twpin_n8"], ["twpin_n8", "twpin_a_i"]) else [done.stdout, str(lines)])


LEF = """MACRO NF_TRY
  SIZE 3.2 BY 10 ;
  PIN A
    PORT
      LAYER metal1 ;
        RECT 1.0 3.9 1.4 4.7 ;
    END
  END A
  PIN Y
    PORT
      LAYER metal1 ;
        RECT 2.0 4.0 2.4 4.8 ;
    END
  END Y
END NF_TRY
"""
# From Y of the first cell to A of the second one, which stands upside down: its pin is at 1100 to 1140, 530 to 610.
DEF = """- u1 NF_TRY + PLACED ( 0 0 ) N ;
- u2 NF_TRY + PLACED ( 1000 0 ) FS ;

NETS 1 ;
- n
  ( u1 Y )
  ( u2 A )
+ ROUTED metal1 ( 220 440 ) M2_M1
  NEW metal2 ( 220 440 ) ( * 1000 ) M3_M2
  NEW metal3 ( 220 1000 ) ( 1120 * ) M3_M2
  NEW metal2 ( 1120 1000 ) ( * {end} ) ( {via} ;
END NETS
SPECIALNETS 1 ;
- n
+ ROUTED metal1 40 ( {stub} 570 ) ( 1110 * ) ;
END SPECIALNETS
"""


# Of three pins of the block n has a wire; beside b, to its left, is c.
PORTS = """DIEAREA ( -160 -200 ) ( 3000 2000 ) ;
PINS 4 ;
- n + NET n
  + LAYER metal3 ( -15 -15 ) ( 15 15 )
  + PLACED ( -80 1000 ) N ;
- a + NET a
  + LAYER metal3 ( -15 -15 ) ( 15 15 )
  + PLACED ( -80 500 ) N ;
- b + NET b
  + LAYER metal3 ( -15 -15 ) ( 15 15 )
  + PLACED ( 2900 500 ) N ;
- c + NET c
  + LAYER metal3 ( -15 -15 ) ( 15 15 )
  + PLACED ( 2820 500 ) N ;
END PINS
"""


def repaired(tap, _flow):
    """synth/repair.py on a net of two pins."""
    def case(end, via, stub=1090, pins=""):
        text = pins + DEF.format(end=end, via=via, stub=stub)
        return text, *repair.repair(text, LEF)
    text, new, *found = case(570, "1120 * ) M2_M1")
    tap.result("layout: what is connected stays as it is", [] if found == [0, 0, 0, []] and new == text else [new, str(found)])
    text, new, *found = case(570, "1040 * ) M2_M1", 1040)
    tap.result("layout: a stub beside the via connects too", [] if found == [0, 0, 0, []] and new == text else [new, str(found)])
    text, new, *found = case(570, "1040 * ) M2_M1")
    tap.result("layout: a via beside its pin goes, the pin gets one",
               [] if found[0] == 1 and found[2:] == [0, []] and "( 1040 570 )\n  NEW metal1 ( 1120 570 ) M2_M1 ;" in new else [new, str(found)])
    text, new, *found = case(700, "1120 * )")
    tap.result("layout: a pin over which no wire lies stays open, and that is said", [] if found == [0, 0, 0, [("n", "u2/A")]] and new == text else [new, str(found)])
    text, new, *found = case(600, "1120 * )\n  NEW metal1 ( 1120 550 ) M2_M1")
    tap.result("layout: a wire that ends short of its via is led on to it, and the via comes nearer",
               [] if found == [0, 0, 1, []] and "\n  NEW metal1 ( 1120 565 ) M2_M1\n  NEW metal2 ( 1120 600 ) ( 1120 565 ) ;" in new else [new, str(found)])
    near = repair.Piece("metal1 ( 1250 550 ) ( 1120 * ) M2_M1").nearer(("M2_M1", (1120, 550)), 1, 15)
    tap.result("layout: ... with the wire that leads to it", [] if str(near) == "metal1 ( 1250 550 ) ( 1250 565 ) ( 1120 565 ) M2_M1" else [str(near)])
    text, new, *found = case(570, "1120 * ) M2_M1\n  NEW metal3 ( 700 1000 ) M3_M2")
    tap.result("layout: a via that leads nowhere goes, of higher metals too", [] if found == [0, 1, 0, []] and "700 1000" not in new else [new, str(found)])
    text, new, *found = case(570, "1120 * ) M2_M1", pins=PORTS)
    tap.result("layout: a pin without a wire becomes longer, to where there is room",
               [] if found == [0, 0, 0, []] and "a\n  + LAYER metal3 ( -75 -15 ) ( 15 15 )" in new and "b\n  + LAYER metal3 ( -15 -75 ) ( 15 15 )" in new and
               "n\n  + LAYER metal3 ( -15 -15 ) ( 15 15 )" in new else [new, str(found)])
    text, new, *found = case(620, "1120 * )\n  NEW metal1 ( 1120 550 ) M2_M1")
    tap.result("layout: not one that ends a track away", [] if found == [0, 0, 0, [("n", "u2/A")]] and new == text else [new, str(found)])



CELLS = """module try(a, y, z);
  wire _1_;
  wire [1:0] _2_;
  input a;
  output y;
  output [1:0] z;
  NAND2X1 g1 (
    .A(a),
    .B(_1_),
    .Y(_2_[0])
  );
  INVX1 g2 (
    .A(_2_[0]),
    .Y(_1_)
  );
  assign _2_[1] = 1'h1;
  assign y = _1_;
  assign z = _2_;
endmodule
"""
GATES = """.model try
.inputs a
.outputs y z[0] z[1]
.gate BUFX2 A=a Y=b
.gate {gate} A=b B=_1_ Y=n
.gate INVX4 A=n Y=_1_
.gate BUFX2 A=_1_ Y=y
.gate BUFX2 A=n Y=z[0]
.gate BUFX2 A={one} Y=z[1]
"""


def compared(tap, _flow):
    """synth/lvs.py without the part that KLayout does."""
    source = lvs.read_verilog(CELLS)

    def case(gate="NAND2X1", one="vdd"):
        return lvs.functions(lvs.read_blif(GATES.format(gate=gate, one=one)), source)
    tap.result("layout: a netlist with buffers, of other strengths and names, is its source", case())
    tap.result("layout: ... with another cell it is not", [] if case(gate="NOR2X1") == ["_2_[0] is NAND2, as n NOR2"] else case(gate="NOR2X1"))
    tap.result("layout: ... nor with another constant", [] if case(one="gnd") else ["z[1] = 0 was taken for 1"])
    nets = lvs.connections(lvs.read_blif(GATES.format(gate="NAND2X1", one="vdd")))
    whole = [set(pins) for net, pins in nets.items() if net not in lvs.RAILS] + [{("BUFX2_4", "A"), ("NAND2X1_1", "vdd"), ("", "vdd")}]
    tap.result("layout: what metal connects is the netlist, cells' rails beside it", lvs.compare(whole, nets))
    parts = [p for pins in whole for p in ([pins] if ("INVX4_1", "Y") not in pins else [{pin} for pin in pins])]
    tap.result("layout: an open net is seen", [] if lvs.compare(parts, nets) == ["_1_ is in 3 pieces"] else lvs.compare(parts, nets))
    shorted = [whole[0] | whole[1], *whole[2:]]
    tap.result("layout: two nets that touch are seen, at both", [] if len(lvs.compare(shorted, nets)) == 2 else lvs.compare(shorted, nets))
    twice = [*whole, {("INVX4_1", "A"), ("INVX4_1", "Y")}]
    tap.result("layout: pieces of a pin are one", [] if len(lvs.compare(twice, nets)) == 2 else lvs.compare(twice, nets))


def wired(tap, _flow):
    """synth/wires.py: qrouter's trees as SPEF."""
    laid = lvs.read_blif(LAID)
    names = wires.netlist("nf_try", laid)[1]
    q = names["q"]

    def lines(trees):
        text, without = wires.spef("nf_try", laid, names, trees)
        return text.split(f"*D_NET {q} ")[1].split("*END")[0].split("\n"), without
    whole = ["0.2", "*CONN", "*I DFFPOSX1_1:Q O", "*I INVX1_1:A I", "*CAP", "1 DFFPOSX1_1:Q 0.04", f"2 {q}:1 0.1", "3 INVX1_1:A 0.06", "*RES",
             f"1 DFFPOSX1_1:Q {q}:1 400", f"2 {q}:1 INVX1_1:A 600", ""]
    tap.result("layout: half of a piece's capacitance is at each of its ends", [] if lines(TREES) == (whole, 0) else [str(lines(TREES))])
    found = lines(TREES.replace(" INVX1_1/A", ""))
    tap.result("layout: a pin that has no wire is at the end of the longest, and counted", [] if found == (whole, 1) else [str(found)])
    try:
        tap.result("layout: a wire whose driver is another net's is refused", [str(lines(TREES.replace("DFFPOSX1_1/Q", "DFFPOSX1_2/Q", 1)))])
    except ValueError as error:
        tap.result("layout: a wire whose driver is another net's is refused", [] if "DFFPOSX1_2/Q is not one of its pins" in str(error) else [str(error)])


def papers(tap, flow):
    """A part of ACE Table 6: logic by the square of the node, memories by the model and at the paper's density, arrays as flip-flops.
    What `make area` has saved is not mapped again, unless it has memories or the library is another one."""
    def part(block, copies, memories):
        return table6.part_of("part", [("nf_try", [], copies)] if block else [], memories, {"nf_try": block}, flow.model, 18, 0.9, 0.01, 0.5)
    ram, array = (next(iter(flow.block(MEMORY, "Words=64", "Width=16", *more).macros)) for more in ([], ["Clocked=0"]))
    one, three = (part(table6.Block(700.0, 20.0, {}), copies, {}) for copies in (1, 3))
    tap.result("papers: three copies of a block at a tenth of the node: three hundredths of its area",
               same("um2", one["logic_um2"], 7) + same("um2", three["logic_um2"], 21))
    tap.result("papers: power by the node and the square of the supply", same("mW", three["mw"], 3 * 20 / 10 * (0.9 / 1.8) ** 2))
    found = part(table6.Block(700.0, 20.0, {ram: 1}), 2, {})
    tap.result("papers: a memory is the model's at the paper's cell, and its bits at the paper's density",
               same("bits", found["memory_bits"], 2 * 1024) + same("um2", found["memory_um2"], 2 * macro.sram_um2(0.01, 64, 16, 2)) +
               same("um2", found["um2_at_paper_density"], 14 + 2 * 1024 * 0.5))
    found = part(table6.Block(700.0, 20.0, {array: 1}), 1, {})
    tap.result("papers: an array that no SRAM can be is flip-flops, at the paper's density too",
               same("um2", found["logic_um2"], 7 + flow.model.um2(array) / 100) +
               ([] if found["memory_bits"] == found["memory_um2"] == 0 and found["um2_at_paper_density"] == found["logic_um2"] else [str(found)]))
    found = part(None, 0, {(64, 16, 1): 4})
    tap.result("papers: a memory beside the modules is read in every cycle",
               same("mW", found["mw"], 4 * macro.read_pj(flow.library.name, 64, 16) / 10 * (0.9 / 1.8) ** 2))
    path = f"{flow.folder}/saved.csv"
    tables.write(path, ["block", "parameters", "um2", "uw_mhz", "memory_bits"], [
        {"block": name, "parameters": params, "um2": 5.0, "uw_mhz": 2.0, "memory_bits": bits}
        for name, params, bits in (("nf_try", "", 0), ("nf_a", "", 1024), ("nf_b", "Width=8", 0))])
    kept_path, area.REFERENCE = area.REFERENCE, path
    found = table6.saved(flow.library)
    flow.block(CHAIN)
    with multiprocessing.dummy.Pool(1) as pool:
        taken, _ = table6.blocks_of([("nf_try", [])], flow.library, pool)
        flow.library.name = "nangate45"
        other = table6.saved(flow.library)
        mapped, _ = table6.blocks_of([("nf_try", [])], flow.library, pool)
    flow.library.name, area.REFERENCE = area.SAVED_LIBRARY, kept_path
    tap.result("papers: a saved row of default parameters and without memories is taken, in the library that is saved",
               [] if list(found) == ["nf_try"] and taken["nf_try"].um2 == 5 and not other and mapped["nf_try"].um2 != 5 else [f"{found} {taken} {other} {mapped}"])


def shared(tap, flow):
    """Rows of a list or of the command line, what is printed and saved of them; the chart of make area."""
    listed, saved = f"{flow.folder}/rows.txt", f"{flow.folder}/saved.csv"
    pathlib.Path(listed).write_text("# two\nnf_skid Width=8\nnf_fifo\n", encoding="utf-8")

    def measure(top, params):
        if params == ["Width=9"]:
            raise ValueError("nine")
        return {"block": top, "parameters": " ".join(params), "ps": 7}
    project.rtl_files = PLAIN_FILES
    made = options.with_row(options.parser("", saved=saved), listed)
    for words, wanted in (([], ([("nf_skid", "Width=8"), ("nf_fifo", "")], [])), (["nf_skid", "Width=7"], ([("nf_skid", "Width=7")], [])),
                          (["nf_skid", "Width=9"], ([], [("nf_skid", "nine")]))):
        rows, failures = options.each_row("flow_test", made.parse_args(words), measure, ValueError)
        found = [(r["block"], r["parameters"]) for r in rows], failures
        tap.result(f"rows of {' '.join(words) or 'the list'}", [] if found == wanted else [str(found)])
    rows = [{"block": "nf_skid", "parameters": "Width=8", "ps": 7}]
    with contextlib.redirect_stdout(io.StringIO()) as said:
        options.show("{:<10}{:>5}", ["parameters", "ps"], rows)
    tap.result("a table is printed under its columns' names", [] if said.getvalue() == "parameters   ps\nWidth=8       7\n" else [said.getvalue()])
    plain, device = assembly.parameters(), assembly.parameters(device=True)
    options_in = [word for rows in plain.values() for words in rows for word in words if assembly.is_option(word)]
    tap.result("rows with an option of synth_xilinx are those of an FPGA alone",
               [] if not options_in and ["Rings=8", "by-module", "-uram", "-block=u_history,u_heads"] in device["nf_netreduce"] and plain["nf_netreduce"] == [["by-module"]] else [str(device)])
    columns, keys = ["block", "parameters", "ps"], ["block", "parameters"]
    tables.write(saved, columns, [{**rows[0], "ps": 5}, {"block": "nf_a", "parameters": "", "ps": 1}])
    options.write(made.parse_args(["--csv", f"{flow.folder}/own.csv"]), columns, keys, rows)
    before = [r["ps"] for r in tables.read(saved)]
    options.write(made.parse_args(["--save"]), columns, keys, rows)
    state = [r["ps"] for r in tables.read(f"{flow.folder}/own.csv")], before, [(r["block"], r["ps"]) for r in tables.read(saved)]
    tap.result("--csv has the run's rows, the saved table is changed by --save alone, where the keys are the same",
               [] if state == (["7"], ["5", "1"], [("nf_a", "1"), ("nf_skid", "7")]) else [str(state)])
    parts = [{"machine": "nf_switch", "block": f"nf_{name}", "um2": um2, "memory_um2": 0} for name, um2 in (("row", 70), ("reduce_tag", 5), ("csr", 2))]
    path = f"{flow.folder}/chart.svg"
    if not area.draw(parts, path, "known"):
        tap.result("chart: the blocks' shares # SKIP matplotlib is absent (Debian: python3-matplotlib)", [])
        return
    text = pathlib.Path(path).read_text(encoding="utf-8")
    tap.result("chart: the blocks' shares, small ones together, the whole beside them",
               [] if all(word in text for word in ("row", "91 %", "reduce", "tag", "other", "0.00 mm2")) and "csr" not in text else [text[:300]])


def refused(tap, flow):
    """What would be another block, library or tool than the one that a row names."""
    def ends(what, act, errors, text):
        try:
            act()
            tap.result(f"refused: {what}", ["it is taken"])
        except errors as error:
            tap.result(f"refused: {what}", [] if text in str(error) else [str(error)])

    project.rtl_files = PLAIN_FILES
    for what, words, text in (("a parameter that a block does not have", ["Widht=8"], "it has Width"), ("one without a number", ["Width"], "Width=number"),
                              ("a value that it cannot hold", ["Width=4294967304"], "at most 4294967295"), ("one that is given twice", ["Width=8", "Width=9"], "twice")):
        ends(what, lambda words=words: options.accepted("flow_test", "nf_skid", words), SystemExit, text)
    ends("no process at all", lambda: options.above_zero(int)("0"), argparse.ArgumentTypeError, "above zero")
    ends("a clock that is no number", lambda: options.above_zero(float)("nan"), argparse.ArgumentTypeError, "above zero")
    corner = f"{flow.folder}/corner.lib"
    shutil.copy(sta.KNOWN, corner)
    ends("two corners as one library", lambda: liberty.Library([sta.KNOWN, corner], flow.folder), ValueError, "two corners?")
    pathlib.Path(corner).write_text("", encoding="utf-8")
    ends("a library without a group", lambda: liberty.Library([corner], flow.folder), ValueError, "no group")
    with unittest.mock.patch.dict(os.environ, {"STA": f"{flow.folder}/no-such-sta"}):
        ends("an OpenSTA that is absent, whatever was kept of another", sta.version, sta.StaError, "apt-get install opensta")
    with unittest.mock.patch.dict(os.environ, {"YOSYS": f"{flow.folder}/no-such-yosys"}):
        ends("a Yosys that is absent", lambda: yosys.run([], f"{flow.folder}/absent.log"), yosys.YosysError, "apt-get install yosys")
    ends("an option that a row of layouts cannot have", lambda: layout.filled(["Width=8", "--density=7"]), layout.LayoutError, "--density=0.1 to 1")
    found = layout.filled(["Width=8", "--density=0.5"]), layout.filled(["Width=8"])
    tap.result("a row of layouts has a density of its own, or the usual one", [] if found == ((["Width=8"], 0.5), (["Width=8"], layout.DENSITY)) else [str(found)])
    path, columns = f"{flow.folder}/parts.csv", ["machine", "block", "um2"]
    tables.write(path, columns, [{"machine": "nf_a", "block": b, "um2": 1} for b in ("nf_old", "nf_kept")] + [{"machine": "nf_b", "block": "nf_old", "um2": 2}])
    tables.merge(path, columns, ["machine", "block"], [{"machine": "nf_a", "block": "nf_kept", "um2": 3}], ["machine"])
    found = [(r["machine"], r["block"], r["um2"]) for r in tables.read(path)]
    tap.result("a part that a machine has no more is not saved any longer", [] if found == [("nf_a", "nf_kept", "3"), ("nf_b", "nf_old", "2")] else [str(found)])


def front(tap, _flow):
    """Which designs of netfold pareto are on the front, of four with plain sums and one with exact ones; clocks and cycles of a row."""
    sys.path.insert(0, os.path.join(project.ROOT, "sim", "experiment"))
    spec = importlib.util.spec_from_file_location("experiment_pareto", os.path.join(project.ROOT, "sim", "experiment", "pareto.py"))
    pareto = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pareto)
    rows = []
    # (um2, mW, cycles of the large message, of the small one, exact, on the front)
    for number, (um2, mw, large, small, exact, _) in enumerate(DESIGNS):
        label = {"panel": "exact sums" if exact else "plain sums", "series": "1 wave", "library": "l", "table_bytes": 128 * number, "stages": 2,
                 "exact": exact, "waves": 1, "period_ns": 2.0, "um2": um2, "mm2": um2 / 1e6, "nand2": um2, "mw": mw, "limit_GBps": 120, "evictions": 0,
                 "bit_exact": True}
        rows += [label | {"what": "bandwidth", "bytes": 1000, "cycles": large}, label | {"what": "latency", "bytes": 10, "cycles": small}]
    found = pareto.designs(sys.modules["table"].Rows(rows))
    tap.result("pareto: what no other design beats is the front, sums of the other kind do not count",
               [] if [r["front"] for r in found] == [d[-1] for d in DESIGNS] else [str([r["front"] for r in found])])
    tap.result("pareto: GB/s and us at the design's own clock, the wires' limit too", same("GB/s", found[0]["GBps"], 1000 / (100 * 2.0)) +
               same("us", found[0]["latency_us"], 0.1) + same("limit", found[0]["limit_GBps"], 120 * 0.64 / 2))
    csv = {"library": "l", "entries": "8", "stages": "3", "exact": "0", "um2": "7", "nand2": "7", "period_ps": "2000", "uw_mhz": "10"}
    pareto.synthesized = lambda library: [csv, {**csv, "period_ps": "500", "stages": "2"}]
    words = [" ".join(run.words) for run in pareto.runs({"library": "l", "bytes": 4096}) if run.labels["waves"] == 1]
    wanted = [f"--hop-cycles {hop} --memory-latency {memory}" for hop, memory in ((75 + 1, 58), (234, 180)) for _ in range(2)]
    tap.result("pareto: cables and memory keep their ns, a further ALU stage is a cycle, no clock is above the links'",
               [] if [w[w.index("--hop"):] for w in words] == wanted else words)


def added(tap, flow):
    """The check of an adder before it is measured: stages, and a sum that is wrong in few places."""
    plain = adders.Adder("plain", (), "", (), (), True)
    with open("synth/adders/plain.v", encoding="utf-8") as f:
        right = f.read()
    broken = right.replace("norm[1] | norm[0] | norm[3]", "norm[1] | norm[0]")  # ties go up
    place = os.path.join(flow.folder, "plain.v")
    found = []
    with unittest.mock.patch.object(adders, "sources", lambda adder: ([place], [])), unittest.mock.patch.object(adders, "FOLDER", flow.folder):
        for text in (right, broken):
            with open(place, "w", encoding="utf-8") as f:
                f.write(text)
            try:
                found.append(adders.check(plain))
            except yosys.YosysError as error:
                found.append(str(error))
    tap.result("adders: an adder is measured that adds as the processor does, one that rounds a tie up is refused with a sum",
               [] if broken != right and found[0] == (0, 0) and re.search(r"\d+ of 200000 sums are wrong, such as", str(found[1])) else [str(found)])


def crossed(tap, flow):
    """Folders of open switches that are not what they should be."""
    empty = os.path.join(flow.folder, "empty")
    os.makedirs(f"{empty}/FlooNoC/hw/include")
    with unittest.mock.patch.object(crossbars, "FOLDER", flow.folder), unittest.mock.patch.object(crossbars, "TOOLS", empty):
        found = []
        for made, tools in ((crossbars.axis, False), (crossbars.pulp, False), (crossbars.pulp, True)):
            if tools:
                pathlib.Path(empty, "tools.txt").touch()
            try:
                found.append(made(empty, *["Channels=2"][:made is crossbars.pulp]))
            except yosys.YosysError as error:
                found.append(str(error))
    wanted = ["rtl/axis_switch.v: no such file", "scripts/tools.sh makes it", "axi/include: no such folder; clone FlooNoC"]
    tap.result("crossbars: a folder without the switch, and Yosys with slang that is absent, are named",
               [] if all(text in str(f) for text, f in zip(wanted, found)) else found)


# A switch with the ports of synth/crossbars/fifo_switch.v: an output is the first input's that wants it, until its packet ends.
SWITCH = """module fifo_switch (input clk_i, input rst_ni, input [2047:0] in_data_i, input [15:0] in_valid_i, output reg [15:0] in_ready_o,
  input [15:0] in_last_i, input [79:0] in_dest_i, output reg [2047:0] out_data_o, output reg [15:0] out_valid_o, input [15:0] out_ready_i,
  output reg [15:0] out_last_o);
  reg [15:0] taken;
  reg [3:0] owner [0:15];
  integer o, i;
  always @* begin
    in_ready_o = 0; out_valid_o = 0; out_last_o = 0; out_data_o = 0;
    for (o = 0; o < 16; o = o + 1)
      for (i = 15; i >= 0; i = i - 1)
        if (in_valid_i[i] && in_dest_i[5*i+1+:4] == o && (!taken[o] || owner[o] == i)) begin
          in_ready_o = in_ready_o & ~(out_valid_o[o] ? 16'd1 << winner[o] : 16'd0);
          in_ready_o[i] = out_ready_i[o];
          winner[o] = i; out_valid_o[o] = 1; out_last_o[o] = in_last_i[i]; out_data_o[128*o+:128] = in_data_i[128*i+:128];
        end
  end
  reg [3:0] winner [0:15];
  always @(posedge clk_i)
    for (o = 0; o < 16; o = o + 1)
      if (!rst_ni) taken[o] <= 0;
      else if (out_valid_o[o] && out_ready_i[o]) begin taken[o] <= !out_last_o[o]; owner[o] <= winner[o]; end
endmodule
"""


def carried(tap, flow):
    """The check of an open switch before it is measured: one that carries all, one that mixes packets, one that takes a flit and drops it."""
    place, found = os.path.join(flow.folder, "fifo_switch.v"), []
    module = types.SimpleNamespace(block="fifo_switch")
    mixed, lossy = SWITCH.replace("!taken[o] ||", "!taken[o] || o == 3 ||"), SWITCH.replace("out_valid_o[o] = 1;", "out_valid_o[o] = in_data_i[128*i+36+:6] != 33;")
    with unittest.mock.patch.object(crossbars, "FOLDER", flow.folder):
        for text in (SWITCH, mixed, lossy):
            with open(place, "w", encoding="utf-8") as f:
                f.write(text)
            try:
                found.append(crossbars.check(module, [], [place], ()))
            except yosys.YosysError as error:
                found.append(str(error))
    # Packets wait at inputs: 0.586 of the line rate for many ports, 0.618 for 8 (Karol, Hluchyj and Morgan 1987, table I); here are 16.
    tap.result("crossbars: a switch is measured that hands on all that it takes, one that mixes packets or drops a flit is refused",
               [] if isinstance(found[0], list) and 0.586 < found[0][1] < 0.618 and "came, from port" in str(found[1])
               and "flits were sent" in str(found[2]) else [str(found)])


def ordered(tap, _flow):
    """Jobs of many sizes by one worker."""
    begun = []
    with multiprocessing.dummy.Pool(1) as pool:
        found = assembly.largest_first(pool, lambda job: begun.append(job) or job.upper(), ["aa", "bbbb", "c", "ddd"], len)
    tap.result("jobs begin with the largest, and their results are in the order of the jobs",
               [] if (begun, found) == (["bbbb", "ddd", "aa", "c"], ["AA", "BBBB", "C", "DDD"]) else [f"{begun} {found}"])


def on_a_device(tap, flow):
    """What is mapped once of a design, and whose memories are block RAM."""
    found = fpga.repeated("nf_alu_array", ["Halves=1"], f"{flow.folder}/elaborated"), fpga.repeated("nf_netreduce_setup", [], f"{flow.folder}/elaborated")
    tap.result("large modules that are there more than once are mapped once", [] if found == (["nf_alu_lane"], []) else [str(found)])
    with unittest.mock.patch.object(fpga, "LARGE", 1000):
        found = fpga.repeated("nf_netreduce_setup", [], f"{flow.folder}/elaborated")
        rows = [fpga.measure(("nf_netreduce_setup", words, flow.folder)) for words in ([], ["by-module"])]
    flat, once = (row["lut"] for row in rows)
    tap.result("and are the size that they are in one piece, for a twentieth",
               [] if found == ["nf_netreduce_drain"] and abs(once - flat) < flat / 20 else [str((found, rows))])
    words = ["Places=5440", "-uram"]
    large, heads, absent = (fpga.measure(("nf_netreduce_store", words + more, flow.folder)) for more in ([], ["-block=u_heads"], ["-block=u_hats"]))
    moved = large["uram"] - heads["uram"], heads["ramb36"] - large["ramb36"]
    # Heads have 432 bits: 5,440 of them are 2 by 6 URAM of 4,096 words of 72 bits, or 72 block RAMs by the fewest that hold so many bits and more.
    bits = 432 * 5440
    tap.result("an instance's memories are block RAM where a row says so",
               [] if moved[0] == 12 and bits / 36864 <= moved[1] <= 1.5 * bits / 36864 and large["parameters"] == " ".join(words) else [str((large, heads))])
    tap.result("an instance that is not there is refused", [] if "u_hats" in str(absent[1]) else [str(absent)])


def main():
    tap = helpers.Tap()
    with tempfile.TemporaryDirectory(prefix="netfold_flow_") as folder:
        os.environ["NETFOLD_RESULTS"] = f"{folder}/results"
        os.chdir(project.ROOT)
        own = project.rtl_files
        flow = Flow(folder)
        for test in (without_comments, without_power, static_timing, from_rtl, memories, identities, elaborations, places_of_code, memory_model, comparison, switching, readers, placed, modelled, device, laid_out, placed_cells, repaired, compared, wired, papers, shared, refused, front, added, crossed, carried, ordered, on_a_device):
            if len(sys.argv) == 1 or test.__name__ in sys.argv[1:]:
                project.rtl_files = own
                test(tap, flow)
    return tap.done() if tap.count else "flow_test: there is no such test"


if __name__ == "__main__":
    sys.exit(main())
