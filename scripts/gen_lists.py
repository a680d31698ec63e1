#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""File lists of the RTL for other tools, made from rtl/<room>/<room>.f.

    scripts/gen_lists.py            writes them
    scripts/gen_lists.py --check    status 1 if one is stale

The lines rtl/<room>/... of rtl/<room>/<room>.f say what belongs to a room; whoever adds a module adds its line and runs this
script, which puts it in its place and adds what else the room needs. A list is complete by itself: an include path, then files
of other rooms and its own in reading order, relative to the tree's root (`verilator -f`, `slang -f`). Beside it
stands the room's FuseSoC core, and Bender.yml is at the root.
"""

import argparse
import os
import sys

import project

VERSION = "0.1.0"
NOTE = "Made by scripts/gen_lists.py; a new module is a line of rtl/{room}/{room}.f."
LICENCE = "SPDX-License-Identifier: Apache-2.0"
INCLUDED = "rtl/common/nf_assert.svh"
SUMMARY = {
    "common": "FIFO, skid buffer, RAM, round-robin arbiter, CRC, AXI4-Lite slave, protocol rules",
    "alu": "floating-point and integer reduction lanes, exact accumulators",
    "mcr": "multicast regions of KLENK",
    "reduce": "reduction table of KLENK",
    "link": "link-level retransmission and credits",
    "switch": "switch of KLENK",
    "endpoint": "endpoint of KLENK",
    "ace": "collectives engine of ACE",
    "netreduce": "RoCE v2 reduction accelerator of NETREDUCE",
}


def rooms():
    """Rooms, the lowest first."""
    names = {project.room(path) for path in project.rtl_files().values()}
    return sorted(names, key=lambda room: (project.floor(room), room))


def needed(room):
    """Files of a room and of all that it needs, in reading order, packages first."""
    found = []
    for name, path in project.rtl_files().items():
        if project.room(path) == room:
            found += [other for other in project.closure(name) if other not in found]
    return [project.rtl_files()[n] for n in sorted(found, key=lambda n: not project.is_package(n))]


def own(room):
    """Those of the room itself."""
    return [path for path in needed(room) if project.room(path) == room]


def below(room):
    """Rooms that it needs."""
    others = {project.room(path) for path in needed(room)} - {room}
    return [r for r in rooms() if r in others]


def plain(room):
    """rtl/<room>/<room>.f"""
    return "\n".join([f"// {LICENCE}", f"// {NOTE.format(room=room)}", "+incdir+rtl/common", *needed(room), ""])


def core(room):
    """rtl/<room>/netfold_<room>.core, CAPI 2 of FuseSoC"""
    files = ["      - nf_assert.svh: {is_include_file: true}"] if room == "common" else []
    files += [f"      - {os.path.basename(path)}" for path in own(room)]
    depend = ["    depend:"] + [f"      - netfold:ip:{other}:{VERSION}" for other in below(room)] if below(room) else []
    return "\n".join(["CAPI=2:", f"# {LICENCE}", f"# {NOTE.format(room=room)}", f"name: netfold:ip:{room}:{VERSION}",
                      f"description: {SUMMARY[room]}", "filesets:", "  rtl:", "    files:", *files,
                      "    file_type: systemVerilogSource", *depend, "targets:", "  default:", "    filesets: [rtl]", ""])


def bender():
    """Bender.yml"""
    lines = [f"# {LICENCE}", f"# {NOTE.format(room='<room>')}", "package:", "  name: netfold", '  authors: ["The netfold authors"]',
             "export_include_dirs: [rtl/common]", "sources:"]
    for room in rooms():
        lines += [f"  # {SUMMARY[room]}", "  - include_dirs: [rtl/common]", "    files:", *(f"      - {path}" for path in own(room))]
    return "\n".join(lines + [""])


def lists():
    """{path: text}"""
    made = {"Bender.yml": bender()}
    for room in rooms():
        made[f"rtl/{room}/{room}.f"] = plain(room)
        made[f"rtl/{room}/netfold_{room}.core"] = core(room)
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    os.chdir(project.ROOT)
    if strangers := {project.room(path) for path in project.rtl_files().values()} - set(SUMMARY):
        sys.exit(f"gen_lists: SUMMARY has no line of {', '.join(sorted(strangers))}")
    stale = [path for path, text in lists().items() if not os.path.exists(path) or project.read(path) != text]
    if args.check:
        for path in stale:
            print(f"{path} is stale: scripts/gen_lists.py")
        return 1 if stale else 0
    for path, text in lists().items():
        if path in stale:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
