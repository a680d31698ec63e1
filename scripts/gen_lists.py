#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""File lists of the RTL for other tools, made from the files of rtl/<component>/.

    scripts/gen_lists.py            writes them
    scripts/gen_lists.py --check    status 1 if one is stale

A module belongs to the component in whose folder it is, and stands behind what it names, packages first; what was
listed already keeps its place. A list is complete by
itself: an include path, then files of other components and its own in reading order, relative to the tree's root
(`verilator -f`, `slang -f`). Beside it stands the component's FuseSoC core, and Bender.yml is at the root.
"""

import os
import sys

import generated
import project

VERSION = "0.1.0"
NOTE = "Made by scripts/gen_lists.py from the files of rtl/{component}."
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


def components():
    """Components, the lowest first."""
    names = {project.component(path) for path in project.rtl_files().values()}
    return sorted(names, key=lambda component: (project.layer(component), component))


def needed(component):
    """Files of a component and of all that it needs, in reading order, packages first."""
    found = []
    for name, path in project.rtl_files().items():
        if project.component(path) == component:
            found += [other for other in project.closure(name) if other not in found]
    return [project.rtl_files()[n] for n in sorted(found, key=lambda n: not project.is_package(n))]


def own(component):
    """Those of the component itself."""
    return [path for path in needed(component) if project.component(path) == component]


def below(component):
    """Components that it needs."""
    others = {project.component(path) for path in needed(component)} - {component}
    return [r for r in components() if r in others]


def plain(component):
    """rtl/<component>/<component>.f"""
    return "\n".join([f"// {LICENCE}", f"// {NOTE.format(component=component)}", "+incdir+rtl/common", *needed(component), ""])


def core(component):
    """rtl/<component>/netfold_<component>.core, CAPI 2 of FuseSoC"""
    files = ["      - nf_assert.svh: {is_include_file: true}"] if component == "common" else []
    files += [f"      - {os.path.basename(path)}" for path in own(component)]
    depend = ["    depend:"] + [f"      - netfold:ip:{other}:{VERSION}" for other in below(component)] if below(component) else []
    return "\n".join(["CAPI=2:", f"# {LICENCE}", f"# {NOTE.format(component=component)}", f"name: netfold:ip:{component}:{VERSION}",
                      f"description: {SUMMARY[component]}", "filesets:", "  rtl:", "    files:", *files,
                      "    file_type: systemVerilogSource", *depend, "targets:", "  default:", "    filesets: [rtl]", ""])


def bender():
    """Bender.yml"""
    lines = [f"# {LICENCE}", f"# {NOTE.format(component='<component>')}", "package:", "  name: netfold", '  authors: ["The netfold authors"]',
             "export_include_dirs: [rtl/common]", "sources:"]
    for component in components():
        lines += [f"  # {SUMMARY[component]}", "  - include_dirs: [rtl/common]", "    files:", *(f"      - {path}" for path in own(component))]
    return "\n".join(lines + [""])


def files():
    """{path: text}"""
    if strangers := {project.component(path) for path in project.rtl_files().values()} - set(SUMMARY):
        sys.exit(f"gen_lists: SUMMARY has no line of {', '.join(sorted(strangers))}")
    made_files = {"Bender.yml": bender()}
    for component in components():
        made_files[f"rtl/{component}/{component}.f"] = plain(component)
        made_files[f"rtl/{component}/netfold_{component}.core"] = core(component)
    return made_files


if __name__ == "__main__":
    generated.run(__doc__, files)
