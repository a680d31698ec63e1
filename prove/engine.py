# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""From RTL to a verdict: what Yosys exports, what cvc5 and ABC are asked, how they answer.

smt()     a case for cvc5: of all that is given something holds, and something is given
still()   a case for cvc5: in a described state every register takes the value that it has
claim()   a case for ABC: the output wrong_o of a module in prove/claims/ is 0

What Yosys leaves open (x, undriven wires) becomes a free input: a proof holds for all its values.
"""

import functools
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "synth"))
import yosys  # noqa: E402
from yosys import project  # noqa: E402
import kept  # noqa: E402

FOLDER = "build/prove"
CPU_LIMIT = 1800  # seconds of processor time for one case
CVC5 = os.environ.get("CVC5", "cvc5")
ABC = os.environ.get("ABC", "yosys-abc")
YOSYS = os.environ.get("YOSYS", "yosys")
CLAIMS = {os.path.basename(path)[:-3]: path for path in project.find("prove/claims/*.sv")}


# ------------------------------------------------------------------------------------ export
def sources_of(top):
    """Files of an RTL module, or of a module in prove/claims/, with all that it names, in reading order."""
    files = [path for name, path in project.rtl_files().items() if project.is_package(name)]

    def visit(name):
        if name in CLAIMS:
            words = project.WORD.findall(project.code(CLAIMS[name]))
            for other in sorted(set(words) - {name}):
                if other in CLAIMS or other in project.modules():
                    visit(other)
        files.extend(f for f in ([CLAIMS[name]] if name in CLAIMS else project.rtl_of(name))
                     if f not in files)

    visit(top)
    return files


def export(top, params, suffix, commands):
    """Elaborates a module as `dut`, flat, and runs the commands; returns the path of what they write."""
    os.makedirs(f"{FOLDER}/export", exist_ok=True)
    path = f"{FOLDER}/export/" + "_".join([top] + params.split()).replace("=", "") + suffix
    sets = "".join(f" -set {p.replace('=', ' ')}" for p in params.split())
    yosys.run([
        f"read_verilog -sv -Irtl/common {' '.join(sources_of(top))}",
        *([f"chparam{sets} {top}"] if sets else []),
        f"hierarchy -check -top {top}", f"rename -top {top}",
        "proc", "flatten", "opt_clean", "setundef -undriven -anyseq", "opt -keepdc",
        "async2sync", "dffunmap", "check -assert", "opt_clean", "rename -top dut"] +
        [f"{c} {path}" if c.startswith("write") else c for c in commands],
        os.path.splitext(path)[0] + ".log")
    return path


class Rtl:
    """A module in SMT-LIB: text, bits of its state, ports {name: bits}."""

    def __init__(self, top, params):
        text = project.read(export(top, params, ".smt2", ["write_smt2 -stbv"]))
        self.text = "\n".join(line for line in text.splitlines() if not line.startswith("(set-logic"))
        self.bits = int(re.search(r"define-sort \|dut_s\| \(\) \(_ BitVec (\d+)\)", text).group(1))
        self.ports = {name: int(width) for name, width in
                      re.findall(r"^; yosys-smt2-(?:in|out)put (\S+) (\d+)", text, re.M)}

    def port(self, name):
        """Value of a port in the state `state`, as a bit-vector whatever its width."""
        is_bool = re.search(rf"define-fun \|dut_n {re.escape(name)}\| \(\(state \|dut_s\|\)\) Bool",
                            self.text)
        return f"(ite (|dut_n {name}| state) #b1 #b0)" if is_bool else f"(|dut_n {name}| state)"


@functools.lru_cache(None)
def rtl(top, params=""):
    """Exports a module once. params: 'ExpBits=5 ManBits=10'."""
    return Rtl(top, params)


# ------------------------------------------------------------------------------------ solvers
class Answer:
    """verdict: proven, refuted, or what went wrong; seconds of processor time; counterexample lines; whether it is
    an answer of an earlier run to the very same question."""

    def __init__(self, verdict, seconds, lines=(), stands=False):
        self.verdict = verdict
        self.seconds = seconds
        self.lines = list(lines)
        self.stands = stands


VERDICTS = {1: "proven", 2: "refuted"}  # as records/prove.txt has them
answered = set()  # keys of all questions that this run had an answer to


def once(question, ask):
    """The Answer to a question, which is all that a solver is given, its own version among it: kept from another run, or
    asked for now."""
    name = kept.key(*question)
    record = kept.find("prove", name)
    answer = Answer(record.get("verdict") or VERDICTS[record["passed"]], record.get("seconds", 0.0), record.get("lines", ()),
                    stands=True) if record else ask()
    for number, verdict in VERDICTS.items():
        if answer.verdict == verdict:
            answered.add(name)
            if not record or "passed" not in record:
                kept.keep("prove", name, {"passed": number, "verdict": verdict, "seconds": answer.seconds, "lines": answer.lines})
    return answer


class Solvers:
    """Runs solvers, and ends those that still run when their answers are no longer wanted."""

    def __init__(self):
        self.stopped = False
        self.running = set()

    def stop(self):
        """Ends all of them."""
        self.stopped = True
        for process in list(self.running):
            process.kill()

    def run(self, words):
        """(output, processor seconds)."""
        with subprocess.Popen(["prlimit", f"--cpu={CPU_LIMIT}"] + words, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            self.running.add(process)
            if self.stopped:
                process.kill()
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.running.discard(process)
        return output, usage.ru_utime + usage.ru_stime


def word(bits):
    """'0111' as 0x7."""
    return f"0x{int(bits, 2):0{(len(bits) + 3) // 4}x}"


class SmtCase:
    """A question to cvc5: does `then` hold of all that is `given`? design and words are what both speak of; watch are
    constants to be printed of a counterexample. A question about nothing is not proven: something must be given."""

    def __init__(self, name, design, given, then, watch):
        self.name = name
        self.design = design
        self.given = given
        self.then = then
        self.watch = watch

    def question(self, *asserted):
        """The whole text for the solver."""
        return "\n".join(["(set-logic QF_BVFP)", "(set-option :produce-models true)", self.design] +
                         [f"(assert {a})" for a in asserted] + ["(check-sat)"]) + "\n"

    def ask(self, path, solvers):
        """Returns the Answer; path: without suffix, for what is written on the way."""
        answer = self.put(path, solvers, self.given, f"(not {self.then})")
        if answer.verdict != "proven":
            return answer
        witness = self.put(path + "-witness", solvers, self.given)
        seconds, stands = answer.seconds + witness.seconds, answer.stands and witness.stands
        return Answer({"refuted": "proven", "proven": "nothing is like this"}.get(witness.verdict, witness.verdict),
                      seconds, stands=stands)

    def put(self, path, solvers, *asserted):
        """Puts the question, unless an earlier run has: refuted if it can be satisfied."""
        text = self.question(*asserted)
        # Comments name lines of the sources, on which no answer depends.
        plain = re.sub(r"^;.*\n|[ \t]*;[^|\n]*$", "", text, flags=re.M)
        return once([CVC5, kept.version(CVC5, "--version"), plain, *self.watch],
                    lambda: self.solve(f"{path}.smt2", text, solvers))

    def solve(self, path, text, solvers):
        """Asks the solver."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(text + (f"(get-value ({' '.join(self.watch)}))\n" if self.watch else ""))
        output, seconds = solvers.run([CVC5, "--fp-exp", path])
        said = output.split("\n", 1)
        if said[0] == "unsat":
            return Answer("proven", seconds)
        if said[0] != "sat":
            why = "out of time" if seconds > CPU_LIMIT - 1 else " ".join(said)[:100].strip() or "no answer"
            return Answer(f"{why} ({path})", seconds)
        values = re.findall(r"\((\w+) #b([01]+)\)", output)
        return Answer("refuted", seconds, [f"{name} = {word(bits)}" for name, bits in values])


class ClaimCase:
    """A question to ABC: can wrong_o be 1 after so many clocks, from any state of the registers?"""

    def __init__(self, name, top, params, clocks):
        self.name = name
        self.top = top
        self.params = params
        self.clocks = clocks

    def ask(self, path, solvers):
        """Returns the Answer; path: without suffix, for what is written on the way."""
        aiger = export(self.top, self.params, ".aig", ["techmap", "opt_clean", "aigmap", "write_aiger -symbols"])
        with open(aiger, "rb") as f:
            question = [ABC, kept.version(YOSYS, "-V"), self.clocks, f.read()]
        return once(question, lambda: self.solve(path, aiger, solvers))

    def solve(self, path, aiger, solvers):
        """Asks ABC."""
        path += ".cex"
        unroll = f"frames -F {self.clocks + 1}; cone -O {self.clocks}; " if self.clocks else ""
        check = f"read_aiger {aiger}; {unroll}&get -n; &cec -m -C 1000000"
        output, seconds = solvers.run([ABC, "-c", f"{check}; write_cex -n {path}"])
        if "Networks are equivalent" in output:
            return Answer("proven", seconds)
        if "NOT EQUIVALENT" not in output:  # some counterexamples are more than write_cex can bear
            output, more = solvers.run([ABC, "-c", check])
            if "NOT EQUIVALENT" in output:
                return Answer("refuted", seconds + more, ["ABC does not say by which operands"])
            return Answer(f"no answer of ABC ({aiger})", seconds + more)
        # Bits as name[3]_00@0=1, where _00 is the first clock; what does not matter is left out.
        bits = re.findall(r"^(\w+?_i)(?:\[(\d+)\])?(?:_00)?@0=([01])$", project.read(path), re.M)
        words = {}
        for name, index, bit in bits:
            words[name] = words.get(name, 0) | int(bit) << int(index or 0)
        return Answer("refuted", seconds, [f"{name} = 0x{value:x}" for name, value in words.items()])


# ------------------------------------------------------------------------------------ cases
def smt(name, design, words, given, then, watch):
    """A case for cvc5. In words, given and then each port of the design is a constant of its name."""
    lines = [design.text, f"(declare-const state (_ BitVec {design.bits}))"]
    for port, bits in design.ports.items():
        lines += [f"(declare-const {port} (_ BitVec {bits}))", f"(assert (= {port} {design.port(port)}))"]
    return SmtCase(name, "\n".join(lines + [words]), given, then, watch)


def still(name, design, given):
    """A case for cvc5: a state that fits `given` may be followed by itself, so no register changes."""
    return smt(name, design, "", given, "(|dut_t| state state)", [])


def claim(name, top, params="", clocks=0):
    """A case for ABC: `clocks` clocks after any state, wrong_o of the module is 0."""
    return ClaimCase(name, top, params, clocks)


def versions():
    """{tool: version}, for the report."""
    found = {}
    for name, words in (("cvc5", [CVC5, "--version"]),
                        ("yosys", [YOSYS, "-V"])):
        done = subprocess.run(words, text=True, check=False, stdout=subprocess.PIPE)
        found[name] = re.search(r"\d+(\.\d+)+", done.stdout).group(0)
    return found
