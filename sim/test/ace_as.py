# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""ace-as: every instruction's encoding, the language, messages, formats, there and back."""

import json
import os
import pathlib
import re
import struct
import subprocess

import helpers

ACE_AS = os.environ.get("ACE_AS", "build/ace-as")
RING = ("-D", "RANK=1", "-D", "SIZE=4", "-D", "NEXT=0x00", "-D", "PREV=0x10")


def ace_as(*options, text=None, raw=False):
    return subprocess.run([ACE_AS, *options], input=text, text=not raw, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def words(text, *options):
    """(words, what was said)"""
    done = ace_as("-", *options, text=text)
    return [int(w, 16) for w in done.stdout.split()], done.stderr


def control(op, rd=0, rs=0, rt=0, imm=0):
    return op << 27 | rd << 24 | rs << 21 | rt << 18 | imm


def transfer(op, qin=0, qout=0, ra=0, wa=0, rarea=0, warea=0, rl=0):
    return op << 27 | qin << 19 | qout << 11 | ra << 8 | wa << 5 | rarea << 4 | warea << 3 | rl


# The encoding, written down a second time, from the table of records.
ENCODINGS = (
    ("li r1, 0x1234", control(1, rd=1, imm=0x1234)), ("li r7, -1", control(1, rd=7, imm=0xFFFF)),
    ("add r1, r2, r3", control(2, 1, 2, 3)), ("sub r7, r6, r5", control(3, 7, 6, 5)),
    ("addi r1, r2, -5", control(4, 1, 2, imm=0xFFFB)), ("mul r3, r4, 255", control(5, 3, 4, imm=255)),
    ("get r0, len", control(6, 0)), ("get r1, pitch", control(6, 1, imm=1)), ("get r2, index", control(6, 2, imm=2)),
    ("jmp 1", control(7, imm=1)), ("djnz r2, 0", control(8, 2)), ("beq r1, r2, 0", control(9, 0, 1, 2)),
    ("bne r3, r4, 0", control(10, 0, 3, 4)), ("bltu r5, r6, 0", control(11, 0, 5, 6)),
    ("sig 0x13", control(12, imm=0x13)), ("sig q[r3]", control(12, imm=0x83)), ("wait 0x7f", control(13, imm=0x7F)),
    ("trap", control(14)), ("done", control(15)),
    ("send 0x13, src[r1], r2", transfer(21, qout=0x13, ra=1, rl=2)),
    ("copy dst[r1], src[r2], r3", transfer(22, ra=1, wa=2, rarea=1, rl=3)),
    ("cs src[r1], dst[r2], 5, r3", transfer(23, qout=5, ra=1, wa=2, warea=1, rl=3)),
    ("drop q[r7], r1", transfer(24, qin=0x87, rl=1)),
    ("fwd 1, q[r2], r3", transfer(25, qin=1, qout=0x82, rl=3)),
    ("recv 0x21, dst[r5], r6", transfer(26, qin=0x21, wa=5, warea=1, rl=6)),
    ("rcs 1, src[r2], 3, r4", transfer(27, qin=1, qout=3, wa=2, rl=4)),
    ("rrs 1, dst[r2], 3, r4", transfer(29, qin=1, qout=3, ra=2, rarea=1, rl=4)),
    ("rrc 1, src[r2], dst[r3], r4", transfer(30, qin=1, ra=2, wa=3, warea=1, rl=4)),
    ("rrcs 1, src[r2], dst[r3], 4, r5", transfer(31, qin=1, qout=4, ra=2, wa=3, warea=1, rl=5)),
    ("mov r1, r2", control(4, 1, 2)), ("nop", control(4)), (".word 0xdeadbeef", 0xDEADBEEF))

EXPRESSIONS = (("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("7 / 2", 3), ("-7 / 2", -4), ("-7 % 4", 1), ("7 % 4", 3),
               ("1 << 4 | 3", 19), ("0xff & ~0xf", 0xF0), ("6 ^ 3", 5), ("-16 >> 2", -4), ("3 < 4", 1), ("4 <= 3", 0),
               ("3 > 4", 0), ("4 >= 4", 1), ("1 == 2", 0), ("1 != 2", 1), ("!5", 0), ("!0", 1), ("2 || 0", 1),
               ("2 && 0", 0), ("10 - 4 - 3", 3), ("+5", 5), ("1 + 2 == 3 && 4 > 3", 1), ("- -3", 3))

ERRORS = (  # source, line and column, words of the message
    ("frobnicate r1\n done", (1, 1), "is no instruction: li add sub"),
    (" .frob\n done", (1, 2), "is no directive"),
    ("li r8, 1\n done", (1, 4), "r0..r7"),
    ("li r1, 65536\n done", (1, 8), "-32768..65535"),
    ("mul r1, r1, 256\n done", (1, 13), "0..255"),
    ("send 128, src[r1], r0\n done", (1, 6), "0..127"),
    ("send 1, far[r1], r0\n done", (1, 9), "src[r1] or dst[r1]"),
    ("send 1, src[1], r0\n done", (1, 13), "register"),
    ("send 1, src[r1, r0\n done", (1, 15), "] is missing"),
    ("send q, src[r1], r0\n done", (1, 7), "q[r1]"),
    ("send 1, src[r1]\n done", (1, 16), "send TO, src|dst[rA], rL"),
    ("done 1", (1, 6), "should end"),
    ("get r1, size\n done", (1, 9), "len, pitch or index"),
    ("jmp away\n done", (1, 5), "'away' is unknown"),
    ("jmp 7\n done", (1, 5), "0..1 is allowed"),
    ("li r1, r2\n done", (1, 8), "register has no value"),
    ("li r1, 12ab\n done", (1, 8), "no number"),
    ("li r1, 0x\n done", (1, 8), "no number"),
    ("li r1, 1 / 0\n done", (1, 10), "division by 0"),
    ("li r1, 1 << 63\n done", (1, 10), "0..62"),
    ("li r1, 9223372036854775807 + 1\n done", (1, 28), "64 bits"),
    ("li r1, (2\n done", (1, 10), ") is missing"),
    ("li r1, " + "(" * 70 + "\n done", (1, 72), "within each other"),
    ("x: nop\nx: done", (2, 1), "since line 1"),
    ("r1: done", (1, 1), "belongs to the instructions"),
    (".define src 1\n done", (1, 9), "belongs to the instructions"),
    (".param X\n done", (1, 8), "-D X=VALUE"),
    ('.param X "how many"\n done', (1, 8), "(how many)"),
    (".if 1\n done", (1, 1), "no .endif"),
    (".rept 2\n done", (1, 1), "no .endr"),
    ("done\n.endif", (2, 1), "nothing is open"),
    (".rept 2\n.else\n.endr\n done", (2, 1), "nothing is open"),
    (".rept -1\n.endr\n done", (1, 7), "0..4096"),
    ("x: done\n.rept x\n.endr", (2, 7), "label"),
    ('.assert 1 > 2, "one is less"\n done', (1, 1), "one is less"),
    (".assert 1\n done", (1, 10), "a comma and a text"),
    (".program a\n done\n.program a\n done", (3, 10), "already"),
    ("done\n.program b\n", (1, 1), "has no instruction"),
    ("nop", (1, 1), "ends without done"),
    ("x: jmp x", (1, 8), "goes round for ever"),
    ("x: beq r1, r1, x\n done", (1, 16), "goes round for ever"),
    ("li r0, 3\ny: djnz r0, y", (2, 13), "ends without done"),
    (".word 1 << 32\n done", (1, 7), "0..0xffffffff"),
    ("a" * 40 + ": done", (1, 1), "too long"),
    ("? done", (1, 1), "a line is"),
    (".rept 4096\n.rept 4096\n.endr\n.endr\n done", (2, 1), "lines in all"),
    ("; nothing\n", (1, 1), "no instruction"),
    (".rept 300\n nop\n.endr\n done", (2, 2), "room for 256 words"))


def encodings(tap):
    for text, want in ENCODINGS:
        got, said = words(f" {text} ; so\n done # end\n")
        fine = got == [want, control(15)]
        tap.result(f"encoding: {text}", [] if fine else [f"{want:08x} is wanted, not {[f'{w:08x}' for w in got]}", said])


def expressions(tap):
    reasons = []
    for text, want in EXPRESSIONS:
        got, said = words(f" li r1, {text}\n done\n")
        if got != [control(1, 1, imm=want & 0xFFFF), control(15)]:
            reasons.append(f"{text}: {want} is wanted, not {got} {said}")
    tap.result(f"{len(EXPRESSIONS)} expressions", reasons)


def language(tap):
    cases = {
        "counters, scopes of labels": (
            ".rept 2, k\n li r1, k\nx: djnz r1, x\n.endr\n done\n",
            [control(1, 1), control(8, 1, imm=1), control(1, 1, imm=1), control(8, 1, imm=3), control(15)]),
        "a jump forward out of a turn": (
            ".rept 2\n djnz r1, out\n.endr\nout: done\n", [control(8, 1, imm=2), control(8, 1, imm=2), control(15)]),
        "conditions within conditions": (
            ".if 0\n trap\n.else\n.if 1\n nop\n.else\n trap\n.endif\n.endif\n.if 0\n trap\n.endif\n done\n",
            [control(4), control(15)]),
        "definitions that change": (
            ".define N 1\n.rept 3\n li r1, N\n.define N N * 2\n.endr\n done\n",
            [control(1, 1, imm=n) for n in (1, 2, 4)] + [control(15)]),
        "a default, and what was given": (
            ".param A = 3 \"three\"\n.param B = 4\n li r1, A\n li r2, B\n done\n",
            [control(1, 1, imm=3), control(1, 2, imm=9), control(15)]),
        "nothing of an empty .rept": (".rept 0\n trap\n.endr\n done\n", [control(15)]),
        "windows line ends": (".if 1\r\n nop ; x\r\n.endif\r\n done\r\n", [control(4), control(15)]),
    }
    for name, (text, want) in cases.items():
        got, said = words(text, *(("-D", "B=9") if ".param B" in text else ()))
        tap.result(f"language: {name}", [] if got == want and not said else [f"{got} instead of {want}", said])


def errors(tap):
    for text, (line, column), what in ERRORS:
        done = ace_as("-", text=text)
        first = done.stderr.split("\n")[0]
        reasons = []
        if done.returncode != 1 or done.stdout:
            reasons.append(f"exit {done.returncode}, {len(done.stdout)} characters of words")
        if not first.startswith(f"-:{line}:{column}: error: ") or what not in first:
            reasons.append(first)
        tap.result(f"error: {what}", reasons)
    text = "li r9, 1\n\tsend 1, foo[r1], r0\n done\n" + " bad\n" * 30
    done = ace_as("-", text=text)
    reasons = []
    if "\n  \tsend 1, foo[r1], r0\n  \t        ^\n" not in done.stderr:
        reasons.append("the caret is not below the place")
    if done.stderr.count(": error: ") != 20 or "more is not shown" not in done.stderr:
        reasons.append(f"{done.stderr.count(': error: ')} errors are shown")
    tap.result("error: several at once, with line and caret", reasons)
    done = ace_as("-", text="jmp x\n nop\nx: done\n")
    fine = done.returncode == 0 and done.stderr.startswith("-:2:2: warning: no path leads here")
    tap.result("warning: a word that no path reaches", [] if fine else [done.stderr])
    done = ace_as("-", "-D", "Q=1", text="done\n")
    tap.result("error: a value that no .param takes", [] if done.returncode == 1 and ".param Q" in done.stderr
               else [done.stderr])


def includes(tap, folder):
    """Files within files: what they give, where their errors are, and what is refused."""
    base = folder
    (base / "sub").mkdir()

    def put(**files):
        for name, text in files.items():
            (base / name.replace("__", "/")).with_suffix(".s").write_text(text)
        return ace_as(str(base / "main.s"), "--format", "list")

    done = put(main='.include "sub/a.s"\n li r1, N\n.include "sub/a.s" ; twice\n done\n',
               sub__a='.include "b.s"\n.define N 5\n', sub__b=" nop\n")
    got = [line.split(None, 2) for line in done.stdout.splitlines()]
    want = [control(4), control(1, 1, imm=5), control(4), control(15)]
    fine = [int(row[1], 16) for row in got] == want and got[0][2].startswith(f"{base}/sub/b.s:") and got[1][2].startswith("2 ")
    tap.result("include: relative to the file that includes, more than once", [] if fine and not done.stderr else [str(got), done.stderr])
    done = put(main='.rept 2, k\n.if k\n.include "a.s"\n.else\n nop\n.endif\n.endr\n done\n', a=" li r1, k\n")
    got = [int(line.split()[1], 16) for line in done.stdout.splitlines()]
    tap.result("include: within .rept and .if", [] if got == [control(4), control(1, 1, imm=1), control(15)] else [str(got), done.stderr])
    deep = {f"d{k}": f'.include "d{k + 1}.s"\n' for k in range(8)}
    many = "".join(f'.include "a.s"\n' for _ in range(300)) + " done\n"
    same = "x: nop\n"
    for what, files, words_of_it in (
            ("an error is in its file", {"main": '\n.include "a.s"\n done\n', "a": '\n.include "b.s"\n', "b": " nop\n\tfrob r1\n"},
             ("/b.s:2:2: error: ", "is no instruction", "\n  \tfrob r1\n  \t^\n", "included by", "/a.s:2\n", "/main.s:2\n")),
            ("a file that includes itself", {"main": '.include "main.s"\n done\n'}, ("main.s:1:10: error: it includes itself: ",
                                                                                "main.s includes ", "main.s\n")),
            ("a cycle of three", {"main": '.include "a.s"\n done\n', "a": '.include "b.s"\n', "b": '\n.include "main.s"\n'},
             ("b.s:2:10: error: it includes itself: ", f"{base}/main.s includes {base}/a.s includes {base}/b.s includes {base}/main.s\n")),
            ("too deep", {"main": '.include "d0.s"\n done\n', "d8": "", **deep},
             ("more than 8 files within each other: ", "main.s includes ", "d5.s includes ", "d7.s\n")),
            ("too many", {"main": many, "a": ""}, ("main.s:256:10: error: more than 256 files",)),
            ("a file that is not there", {"main": '.include "none.s"\n done\n'}, ("main.s:1:10: error: ", "none.s cannot be read")),
            ("no name", {"main": ".include a.s\n done\n"}, ("main.s:1:10: error: .include takes the name",)),
            ("no end of the line", {"main": '.include "a.s" b\n done\n'}, ("main.s:1:16: error: here the line should end",)),
            ("behind a label", {"main": 'x: .include "a.s"\n done\n'}, ("main.s:1:4: error: .include stands alone",)),
            ("a block that it leaves open", {"main": '.include "a.s"\n done\n', "a": ".if 1\n"}, ("a.s:1:1: error: no .endif ends this",)),
            ("a name of another file", {"main": '.include "a.s"\nx: done\n', "a": same}, ("main.s:2:1: error: 'x' has its meaning since line 1 of ",
                                                                                       "a.s; give")),
            ("a parameter of another file", {"main": '.include "a.s"\n done\n', "a": ".param A\n"}, ("a.s:1:8: error: 'A' must be given",))):
        done = put(**files)
        reasons = [f"'{word}' is missing in: {done.stderr}" for word in words_of_it if word not in done.stderr]
        if done.returncode != 1 or done.stdout:
            reasons.append(f"exit {done.returncode}, {len(done.stdout)} characters of words")
        tap.result(f"include: {what}", reasons)


def slots(tap):
    """SLOTS is what --slots says, and belongs to the assembler."""
    for options, want in (((), 0), (("--slots", "33"), 33), (("--slots", "256"), 256)):
        got, said = words(".if SLOTS > 40\n nop\n.endif\n li r1, SLOTS - 1\n done\n", *options)
        tail = [control(1, 1, imm=(want - 1) & 0xFFFF), control(15)]
        tap.result(f"SLOTS: {' '.join(options) or 'not known'}", [] if got == [control(4)] * (want > 40) + tail else [str(got), said])
    for text in (".define SLOTS 3\n done\n", "SLOTS: done\n", ".param SLOTS = 2\n done\n", ".rept 2, SLOTS\n nop\n.endr\n done\n"):
        _, said = words(text)
        tap.result(f"SLOTS: not with {text.split(chr(10))[0]}", [] if "'SLOTS' is predefined" in said else [said])


def usage(tap, folder):
    cases = ((), ("a", "b"), ("--frob", "x"), ("-D", "=1", "x"), ("-D", "A", "x"), ("-D", "A=1x", "x"),
             ("-D", "A=1", "-D", "A=2", "x"), ("--format", "elf", "x"), ("--store", "0", "x"), ("--store", "4096", "x"),
             ("--base", "300", "x"), ("--ports", "9", "x"), ("--slots", "0", "x"), ("--slots", "257", "x"), ("-d", "--slots", "2", "x"), ("-d", "--listing", "x"), ("-d", "-D", "A=1", "x"),
             (f"{folder}/none.s",), ("-d", f"{folder}/none.hex"), ("-o", f"{folder}/no/file", "direct_barrier", "-D", "SIZE=1", "-D",
                                                                   "RANK=0"))
    for options in cases:
        done = ace_as(*options)
        fine = done.returncode == 2 and done.stderr.startswith("ace-as: ") and not done.stdout
        tap.result(f"usage: {' '.join(options).replace(folder, '')}", [] if fine else [f"exit {done.returncode}", done.stderr])
    for text, what in (("12345678 xyz", "no word"), ("0 " * 300, "more words")):
        done = ace_as("-d", "-", text=text)
        tap.result(f"usage: {what}", [] if done.returncode == 2 and what in done.stderr else [done.stderr])
    done = ace_as("--help")
    example = re.search(r"^  ace-as (.*)$", done.stdout, re.M)
    fine = done.returncode == 0 and example and ace_as(*example[1].split()).returncode == 0
    tap.result("usage: --help, and its example runs", [] if fine else [done.stdout])
    done = ace_as("--version")
    tap.result("usage: --version", [] if re.fullmatch(r"ace-as \d+\.\d+\.\d+\n", done.stdout) else [done.stdout])
    done = ace_as("--programs")
    want = sorted(p.stem for p in pathlib.Path("rtl/ace/programs").glob("*.s"))
    tap.result("usage: --programs", [] if done.stdout.split() == want else [done.stdout])


def formats(tap, folder):
    source, base = "rtl/ace/programs/ring_all_reduce.s", folder
    plain = [int(w, 16) for w in ace_as(source, *RING).stdout.split()]
    binary = ace_as(source, *RING, "--format", "bin", raw=True).stdout
    fine = len(plain) > 20 and list(struct.unpack(f"<{len(plain)}I", binary)) == plain
    tap.result("format: hex and bin", [] if fine else ["they differ"])
    report = json.loads(ace_as(source, *RING, "--format", "json").stdout)
    fine = (report["words"] == plain and report["programs"] == {"ring_all_reduce": 0} and report["base"] == 0
            and report["symbols"]["SIZE"] == 4 and "fits" in report["symbols"])
    tap.result("format: json", [] if fine else [str(report)])
    listing = ace_as(source, *RING, "--format", "list").stdout.splitlines()
    rows = [re.match(r" *(\d+)  ([0-9a-f]{8})  (?:(.+):)? *(\d+)  (.*)$", line) for line in listing]
    fine = ([int(r[2], 16) for r in rows] == plain and any(r[3] for r in rows)
            and all(r[5] == pathlib.Path(r[3] or source).read_text().splitlines()[int(r[4]) - 1] for r in rows))
    tap.result("format: list", [] if fine else listing)
    done = ace_as(source, *RING, "-o", str(base / "p.hex"), "--listing", "--symbols")
    fine = ([int(w, 16) for w in (base / "p.hex").read_text().split()] == plain
            and done.stdout.splitlines()[:len(listing)] == listing and re.search(r"^SIZE +4$", done.stdout, re.M))
    tap.result("-o with --listing and --symbols", [] if fine else [done.stdout])
    moved = [int(w, 16) for w in ace_as("ring_all_reduce", *RING, "--base", "100").stdout.split()]
    fine = len(moved) == len(plain) and moved != plain and all(
        m == p or m == p + 100 for m, p in zip(moved, plain))
    tap.result("--base moves the jumps, and a name without a file is a built-in program", [] if fine else ["no"])


def with_includes(source):
    """The text of a program and of what it includes."""
    text = source.read_text()
    return text + "".join(with_includes(source.parent / name) for name in re.findall(r'^\.include "(.*)"', text, re.M))


def there_and_back(tap, folder):
    """Text that a disassembly gives assembles to the words that it was made of."""
    base = folder
    for source in sorted(pathlib.Path("rtl/ace/programs").glob("*.s")):
        reasons = []
        given = {"RANK": 2, "SIZE": 8, "NEXT": 1, "PREV": 0x21, "PEERS": 0x30, "OUTER": 2, "INNER": 3}
        names = re.findall(r"^\.param (\w+)", with_includes(source), re.M)
        options = [o for name in names if name in given for o in ("-D", f"{name}={given[name]}")]
        for form in ("hex", "bin"):
            done = ace_as(str(source), *options, "--format", form, "-o", str(base / "a"))
            back = ace_as("-d", "--format", form, str(base / "a"), "-o", str(base / "b.s"))
            again = ace_as(str(base / "b.s"), "--format", form, "-o", str(base / "c"))
            if done.returncode or back.returncode or again.returncode:
                reasons.append(done.stderr + back.stderr + again.stderr)
            elif not (base / "a").read_bytes() or (base / "a").read_bytes() != (base / "c").read_bytes():
                reasons.append(f"{form} differs")
        tap.result(f"there and back: {source.stem}", reasons)


if __name__ == "__main__":
    helpers.run(encodings, expressions, language, errors, includes, slots, usage, formats, there_and_back)
