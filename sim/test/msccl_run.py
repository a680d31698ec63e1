# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Executes an MSCCL XML file with numbers, in a random order: what the checker of netfold says with sets."""

import collections
import xml.etree.ElementTree as ET


class Stuck(Exception):
    """Nothing can go on."""


class Gpu:
    def __init__(self, element, rng, whole, mine, inplace, coll):
        self.rank = int(element.get("id"))
        self.at = {}
        self.blocks = {}
        self.data = collections.defaultdict(lambda: None)
        for tb in element:
            self.blocks[int(tb.get("id"))] = tb
            self.at[int(tb.get("id"))] = 0
        inputs = int(element.get("i_chunks"))
        outputs = int(element.get("o_chunks"))
        if coll == "allgather" and inplace:
            for chunk, value in enumerate(mine):
                self.data["o", self.rank * len(mine) + chunk] = value
        else:
            for chunk in range(inputs):
                self.data["i", chunk] = mine[chunk] if chunk < len(mine) else None
        self.out = ("o", outputs) if not inplace or coll == "allgather" else ("i", inputs)
        self.rng = rng
        self.whole = whole


def chunk(step, side, k):
    return step.get(side + "buf"), int(step.get(side + "off")) + k


def run_step(gpu, tb, step, wires, sums):
    """True if the step could be done."""
    kind = step.get("type")
    if step.get("depid") != "-1" and gpu.at[int(step.get("depid"))] <= int(step.get("deps")):
        return False
    count = int(step.get("cnt"))
    here, there = (gpu.rank, int(tb.get("send")), tb.get("chan")), (int(tb.get("recv")), gpu.rank, tb.get("chan"))
    came = None
    if kind in ("r", "rrc", "rrs", "rcs", "rrcs"):
        if not wires[there]:
            return False
        came = wires[there].popleft()
        assert len(came) == count
    sent = []
    for k in range(count):
        src, dst = chunk(step, "src", k), chunk(step, "dst", k)
        if kind == "s":
            value = gpu.data[src]
        elif kind in ("r", "rcs"):
            value = gpu.data[dst] = came[k]
        elif kind in ("rrc", "rrcs"):
            value = gpu.data[dst] = sums(gpu.data[src], came[k])
        elif kind == "rrs":
            value = sums(gpu.data[src], came[k])
        elif kind == "cpy":
            value = gpu.data[dst] = gpu.data[src]
        elif kind == "re":
            value = gpu.data[dst] = sums(gpu.data[dst], gpu.data[src])
        else:
            assert kind == "nop", kind
            value = None
        sent.append(value)
    if kind in ("s", "rrs", "rcs", "rrcs"):
        assert None not in sent
        wires[here].append(sent)
    return True


def execute(path, rng, inputs, sums):
    """inputs[rank]: its values, by chunk. Returns what each rank holds in its output chunks."""
    algo = ET.parse(path).getroot()
    inplace = algo.get("inplace") == "1"
    gpus = [Gpu(g, rng, inputs, inputs[int(g.get("id"))], inplace, algo.get("coll")) for g in algo]
    if algo.get("coll") == "broadcast":
        for gpu in gpus:
            if gpu.rank != int(algo.get("root")):
                gpu.data.clear()
    wires = collections.defaultdict(collections.deque)
    todo = [(gpu, tb) for gpu in gpus for tb in gpu.blocks.values()]
    while todo:
        moved = False
        rng.shuffle(todo)
        for gpu, tb in todo:
            ident = int(tb.get("id"))
            while gpu.at[ident] < len(tb) and run_step(gpu, tb, tb[gpu.at[ident]], wires, sums):
                gpu.at[ident] += 1
                moved = True
                if rng.random() < 0.3:
                    break
        todo = [(gpu, tb) for gpu, tb in todo if gpu.at[int(tb.get("id"))] < len(tb)]
        if todo and not moved:
            raise Stuck
    return [[gpu.data[gpu.out[0], k] for k in range(gpu.out[1])] for gpu in gpus]
