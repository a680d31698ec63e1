# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""What commands read and write: numbered inputs without a gap, files whole or not at all, full disks,
streams that nobody takes, devices, links, FIFOs, signals."""

import json
import os
import pathlib
import resource
import signal
import stat
import subprocess
import threading
import time

import helpers

ACE_AS = os.environ.get("ACE_AS", "build/ace-as")
LIMIT = 300  # bytes that a file may have where the disk is full


def run(words, limit=None, **more):
    """A command; limit: the most bytes of a file, as on a full disk."""
    def full():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([str(w) for w in words], stderr=subprocess.PIPE, text=True, check=False,
                          timeout=60, preexec_fn=full, **more)


def refused(done, words, left, status=2):
    """Reasons why a run did not end as one that failed."""
    reasons = []
    if done.returncode != status:
        reasons.append(f"status {done.returncode}, not {status}")
    if done.stderr.count("netfold: ") + done.stderr.count("ace-as: ") != 1:
        reasons.append("not one line that says why")
    reasons += [f"'{w}' is not mentioned" for w in words if w not in done.stderr]
    reasons += [f"{name} was left behind" for name in left]
    return reasons + ([done.stderr] if reasons else [])


def files(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir())


class Folder(helpers.Place):
    """Input of 16 ranks, and what is there besides."""

    def __init__(self, ranks=16, count=300):
        super().__init__()
        self.fill(ranks, count)
        self.before = files(self.root)

    def left(self):
        return [name for name in files(self.root) if name not in self.before]

    def commands(self):
        """Each command that writes files, a small run of it."""
        root = self.root
        reduce = [helpers.NETFOLD, "netreduce"]
        return {
            "allreduce": [helpers.NETFOLD, "allreduce", "--input", self.input, "--output", self.output,
                          "--json", self.json],
            "allreduce on dgx2": [helpers.NETFOLD, "allreduce", "--topology", "dgx2", "--input", self.input,
                                  "--output", self.output, "--json", self.json, "--trace",
                                  root / "packets.json", "--trace-cycles", "0"],
            "ace": [helpers.NETFOLD, "ace", "--topology", "switch:16", "--input", self.input, "--output",
                    self.output, "--json", self.json, "--csv", root / "a.csv", "--timeline", root / "t.csv"],
            "netreduce run": [*reduce, "run", "--ranks", "4", "--bytes", "20000", "--json", self.json,
                              "--csv", root / "a.csv"],
            "netreduce gen": [*reduce, "gen", "--ranks", "4", "--bytes", "200000", "--output", root / "gen"],
            "netreduce train": [*reduce, "train", "--epochs", "1", "--images", "256", "--test-images", "64",
                                "--runs", "f32", "--output", root / "train"],
            "ace-as": [ACE_AS, "ring_all_reduce", "-D", "RANK=1", "-D", "SIZE=4", "-D", "NEXT=0", "-D",
                       "PREV=16", "--listing", "-o", root / "words.hex"],
        }


# ------------------------------------------------------------------------------- numbered inputs
def gaps(tap):
    for name in ("allreduce", "allreduce on dgx2", "ace"):
        with Folder() as place:
            (place.input / "rank07.npy").unlink()
            tap.result(f"a missing rank is refused: {name}",
                       refused(run(place.commands()[name]), ("rank07.npy", "missing"), place.left()))
    for command in (("run", "--output"), ("gen", "--output")):
        with Folder(4) as place:
            (place.input / "rank01.npy").unlink()
            done = run([helpers.NETFOLD, "netreduce", command[0], "--ranks", "2", "--input", place.input,
                        command[1], place.output])
            tap.result(f"a missing rank is refused: netreduce {command[0]}",
                       refused(done, ("rank01.npy", "missing"), place.left()))
    with Folder(4) as place:
        (place.input / "rank03.npy").rename(place.input / "rank3.npy")
        place.before = files(place.root)
        tap.result("a rank's file of another name is refused",
                   refused(run(place.commands()["allreduce"]), ("rank3.npy", "rank03.npy"), place.left()))
    with Folder() as place:
        (place.input / "rank07.npy").unlink()
        done = run([*place.commands()["allreduce"], "--ranks", "4"])
        tap.result("ranks that are asked for may be fewer", [done.stderr] if done.returncode else [])
    with Folder() as place:
        run([helpers.NETFOLD, "netreduce", "gen", "--ranks", "3", "--bytes", "2000", "--output", place.root])
        for names, wrong in (((0, 2), "in2.pcap"), ((1, 0), "in0.pcap"), ((0, 1, 1), "in1.pcap")):
            done = run([helpers.NETFOLD, "netreduce", "--out", place.output, "--in",
                        ",".join(str(place.root / f"in{n}.pcap") for n in names)])
            tap.result(f"captures {names} are refused", refused(done, (wrong, "--in"), ()))


# ------------------------------------------------------------------------------- full disks, streams
def full_disk(tap):
    for name in Folder().commands():
        with Folder() as place:
            done = run(place.commands()[name], LIMIT if name != "ace-as" else 100)
            tap.result(f"a full disk: {name}", refused(done, ("cannot be written",), place.left()))
    with Folder() as place:
        if tap.needs_rtl("a full disk: a waveform"):
            done = run([*place.commands()["allreduce"], "--engine", "rtl", "--trace", place.root / "w.fst"], 20000)
            tap.result("a full disk: a waveform", refused(done, ("cannot be written",), place.left()))
    with Folder(3) as place:
        run([helpers.NETFOLD, "netreduce", "gen", "--ranks", "3", "--bytes", "40000", "--output", place.root])
        place.before = files(place.root)
        done = run([helpers.NETFOLD, "netreduce", "--json", place.json, "--out", place.root / "out.pcap", "--in",
                    ",".join(str(place.root / f"in{n}.pcap") for n in range(3))], LIMIT)
        tap.result("a full disk: a replay", refused(done, ("out.pcap", "cannot be written"), place.left()))


def streams(tap):
    commands = Folder().commands
    more = {"help": [helpers.NETFOLD, "--help"], "version": [helpers.NETFOLD, "--version"],
            "a command's help": [helpers.NETFOLD, "ace", "--help"], "alu": [helpers.NETFOLD, "alu"],
            "sum": [helpers.NETFOLD, "sum"], "programs": [ACE_AS, "--programs"]}
    for name in [*commands(), *more]:
        with Folder() as place, open("/dev/full", "w", encoding="ascii") as full:
            words = {**place.commands(), **more}[name]
            done = run(words, stdout=full, input="3f800000 3f800000\n" if name == "alu" else "3f800000\n")
            tap.result(f"standard output is full: {name}", refused(done, ("standard output",), place.left()))
    for name in ("allreduce", "netreduce run", "sum"):
        with Folder() as place:
            words = " ".join(str(w) for w in {**place.commands(), **more}[name])
            done = run(["sh", "-c", f"echo 3f800000 | {words} >&-"])
            tap.result(f"standard output is closed: {name}", refused(done, ("standard output",), place.left()))
        with Folder() as place:
            read, write = os.pipe()
            os.close(read)
            done = run({**place.commands(), **more}[name], stdout=write, input="3f800000\n")
            os.close(write)
            tap.result(f"nobody reads standard output: {name}",
                       refused(done, ("standard output",), place.left()))
    done = run(["sh", "-c", f"{helpers.NETFOLD} sum <&-"])
    tap.result("standard input is closed", refused(done, ("standard input",), ()))


# ------------------------------------------------------------------------------- what a name stands for
def read_later(path, got):
    with open(path, encoding="ascii") as f:
        got.append(f.read())


def places(tap):
    with Folder() as place:
        fifo = place.root / "fifo"
        os.mkfifo(fifo)
        got = []
        reader = threading.Thread(target=read_later, args=(fifo, got))
        reader.start()
        done = run([*place.commands()["allreduce"], "--json", fifo])
        reader.join(10)
        right = done.returncode == 0 and stat.S_ISFIFO(fifo.stat().st_mode) and json.loads(got[0])["ranks"] == 16
        tap.result("a FIFO is written through", [] if right else [str(done), str(got)])
    for name, there in (("a link's target is replaced", True), ("a link's target is made", False)):
        with Folder() as place:
            target, link = place.root / "sub" / "target.json", place.root / "link.json"
            target.parent.mkdir()
            link.symlink_to(pathlib.Path("sub") / "target.json")
            if there:
                target.write_text("before")
            done = run([*place.commands()["allreduce"], "--json", link])
            right = done.returncode == 0 and link.is_symlink() and json.loads(target.read_text())["ranks"] == 16
            tap.result(name, [] if right else [str(done)])
    with Folder() as place: # a terminal: nobody misses it if it is replaced
        master, slave = os.openpty()
        name = os.ttyname(slave)
        done = run([*place.commands()["allreduce"], "--json", name])
        right = done.returncode == 0 and stat.S_ISCHR(os.stat(name).st_mode) and b"ranks" in os.read(master, 300)
        tap.result("a device is written through", [] if right else [str(done)])
        os.close(master)
        os.close(slave)
    with Folder() as place:
        done = run([*place.commands()["allreduce"], "--json", "/dev/fd/1"])
        right = done.returncode == 0 and '"ranks":\t16' in done.stdout
        tap.result("a link to what has no name", [] if right else [str(done)])
    with Folder() as place, open("/dev/full", "w", encoding="ascii") as full:
        done = run([*place.commands()["allreduce"], "--json", "-"], stdout=full)
        tap.result("standard output is full: --json -", [] if done.returncode == 2 and not place.left() and
                   "standard output" in done.stderr else [str(done)])
    with Folder() as place:
        (place.root / "folder").mkdir()
        done = run([*place.commands()["allreduce"], "--json", place.root / "folder"])
        tap.result("a folder is no file", refused(done, ("folder",), place.left()))
    with Folder() as place:
        done = run([*place.commands()["ace"], "--csv", place.json])
        tap.result("one name for two files", refused(done, ("report.json", "two"), place.left()))
    with Folder() as place:
        (place.input / "rank03.npy").unlink()
        os.mkfifo(place.input / "rank03.npy")
        place.before = files(place.root)
        done = run(place.commands()["allreduce"])
        tap.result("an array that is a FIFO", refused(done, ("rank03.npy", "regular file"), place.left()))


def standard_output(tap):
    for name in ("allreduce", "allreduce on dgx2", "ace", "netreduce run"):
        with Folder() as place:
            done = run([*place.commands()[name], "--json", "-"])
            try:
                right = done.returncode == 0 and json.loads(done.stdout)["bytes"] > 0 and done.stderr
            except ValueError:
                right = False
            tap.result(f"--json -: {name}", [] if right and not pathlib.Path("-").exists() else [str(done)])
    with Folder() as place:
        done = run([*place.commands()["ace"], "--json", "-", "--csv", "-"])
        tap.result("standard output for two files", refused(done, ("standard output",), place.left()))


# ------------------------------------------------------------------------------- signals
def signals(tap):
    with Folder() as place:
        commands = {
            "allreduce": [*place.commands()["allreduce"], "--drop", "1:1", "--stall", "1000000000"],
            "allreduce on dgx2": [*place.commands()["allreduce on dgx2"], "--silent", "1", "--stall", "1000000000"],
            "ace": [*place.commands()["ace"], "--silent", "1", "--stall", "4000000000"],
            "netreduce run": [*place.commands()["netreduce run"], "--bytes", "400000000"],
            "netreduce gen": [*place.commands()["netreduce gen"], "--bytes", "400000000"],
            "netreduce train": [*place.commands()["netreduce train"], "--epochs", "1000"],
        }
        fifo = place.root / "fifo"
        os.mkfifo(fifo)
        place.before = files(place.root)
        commands["a FIFO that nobody reads"] = [*place.commands()["allreduce"], "--json", fifo]
        for name, words in commands.items():
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                child = subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                         text=True)
                time.sleep(0.4)
                child.send_signal(number)
                out, err = child.communicate(timeout=20)
                done = subprocess.CompletedProcess([], child.returncode, out, err)
                tap.result(f"{number.name}: {name}", refused(done, ("interrupted",), place.left(), 128 + number))


if __name__ == "__main__":
    helpers.run(gaps, full_disk, streams, places, standard_output, signals)
