# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""The slowest path between registers of a netlist of synth_xilinx, by a stated model of Virtex UltraScale+.

Yosys knows no delays of that device, and AMD's data sheet (DS923) gives none of its slices. The model's are the averages of gates and nets
in two reports of routed paths in an UltraScale+ device of speed grade 1, published with Lakeroad's evaluation
(github.com/gussmith23/lakeroad-evaluation, `if` and `lpm` of ...-timing-route.v). By the model the first needs 1,660 ps and the second 4,560,
in the reports 1,645 and 4,529. A net inside a slice takes nothing: from a LUT to a carry chain or a wide multiplexer, along a chain, and to
the flip-flop behind. Assumed, as they are in neither report: 100 ps for MUXF7 to MUXF9, 300 from the clock to the output of a LUT that is a
shift register or a RAM; for a block RAM, which Yosys leaves without its output register, 1,000 from clock to output and 300 before its clock.

Inputs come from a register and outputs go to one, as between blocks of the project (docs/architecture.md).
"""

import re

CLOCK_TO_OUT = 95
SHIFT_OUT = 300
LUT = 110
NET = 260
MUX = 100
CARRY_IN, CARRY_IN_SUM, CARRY_ALONG, CARRY_SUM = 200, 250, 27, 110  # LUT to CO, LUT to O; four bits from CI to CO, CI to O
BEFORE_CLOCK = 58 + 35 - 27  # net to the flip-flop and uncertainty of the clock; set-up, which is less than nothing
RAM_READ, RAM_BEFORE_CLOCK = 1000, 300

FLIPFLOP = re.compile(r"FD[RSCP]E(_1)?")
RAM = re.compile(r"RAMB(36|18)E2|URAM288")
LUT_RAM = re.compile(r"RAM\d+(M|X)\w*|SRL\w+")
# What reaches a multiplexer or a chain from these gates is a net inside the slice.
NEAR = {"CARRY4": {"LUT", "CARRY4"}, "MUXF7": {"LUT"}, "MUXF8": {"MUXF7"}, "MUXF9": {"MUXF8"}}
READ_PORT = re.compile(r"A\d*|ADDR[A-H]|DPRA\d")  # of a LUT RAM: reaches its output in the same cycle


class Gate:
    """A cell: its kind; pins: [(port, index, net)]; ends: the same of its outputs."""

    __slots__ = ("kind", "name", "pins", "ends")

    def __init__(self, kind, name, pins, ends):
        self.kind, self.name, self.pins, self.ends = kind, name, pins, ends


def flat(modules, top):
    """(gates, {net: kind of top's inputs}, nets of its outputs, {net: name}) of a netlist, modules inside it expanded; constants left away."""
    gates, names, fresh = [], {}, [0]

    def number():
        fresh[0] += 1
        return fresh[0]

    def expand(module, prefix, nets):
        for name, cell in module["cells"].items():
            kind, joined = cell["type"], cell["connections"]
            inner = modules.get(kind)
            if inner and not {"blackbox", "whitebox"} & inner.get("attributes", {}).keys():
                bound = {}
                for port, bits in joined.items():
                    for inside, outside in zip(inner["ports"][port]["bits"], bits):
                        if isinstance(inside, int):
                            bound[inside] = net(nets, outside)
                expand(inner, f"{prefix}{name}/", bound)
                continue
            pins, ends = [], []
            for port, bits in joined.items():
                into = ends if cell["port_directions"][port] == "output" else pins
                into += [(port, index, net(nets, bit)) for index, bit in enumerate(bits) if isinstance(bit, int)]
            gates.append(Gate("LUT" if re.fullmatch(r"LUT\d|INV", kind) else kind, prefix + name, pins, ends))
        for name, row in module["netnames"].items():
            if not row.get("hide_name"):
                for index, bit in enumerate(row["bits"]):
                    if isinstance(bit, int) and bit in nets:
                        names.setdefault(nets[bit], f"{prefix}{name}" + (f"[{index}]" if len(row["bits"]) > 1 else ""))

    def net(nets, bit):
        if not isinstance(bit, int):
            return None
        if bit not in nets:
            nets[bit] = number()
        return nets[bit]

    nets, module = {}, modules[top]
    ports = {way: [net(nets, b) for p in module["ports"].values() if p["direction"] == way for b in p["bits"] if isinstance(b, int)]
             for way in ("input", "output")}
    expand(module, "", nets)
    return gates, ports["input"], ports["output"], names


def arc(gate, port, index, end, at):
    """ps through a gate from a pin to an output; None: there is no way."""
    if gate.kind == "LUT":
        return LUT
    if gate.kind in ("MUXF7", "MUXF8", "MUXF9"):
        return MUX
    if gate.kind == "CARRY4":
        first = port in ("CI", "CYINIT")
        if not first and (index > at or (port == "DI" and end == "O" and index == at)):
            return None
        if port == "CI":
            return CARRY_ALONG if end == "CO" else CARRY_SUM
        return CARRY_IN if end == "CO" else CARRY_IN_SUM
    if LUT_RAM.fullmatch(gate.kind) and READ_PORT.fullmatch(port):
        # A read port's data has its letter.
        return LUT if len(port) < 5 or not port.startswith("ADDR") or end[-1] == port[-1] else None
    return None


def before(gate, port, near):
    """ps from the net of a pin to the gate."""
    return 0 if near in NEAR.get(gate.kind, ()) and port != "S" or gate.kind == "CARRY4" and near in NEAR["CARRY4"] else NET


def slowest(modules, top):
    """{path_ps, path_luts, path_carry4, path_muxf, path_from, path_to} of a netlist as Yosys' write_json has it; zeros where there is none."""
    gates, inputs, outputs, names = flat(modules, top)
    driver = {net: (gate, port, index) for gate in gates for port, index, net in gate.ends}
    # (ps, LUTs, carries, multiplexers, net before) of each net.
    late = {net: (CLOCK_TO_OUT, 0, 0, 0, None) for net in inputs}
    for net, (gate, _, _) in driver.items():
        if FLIPFLOP.fullmatch(gate.kind):
            late[net] = (CLOCK_TO_OUT, 0, 0, 0, None)
        elif LUT_RAM.fullmatch(gate.kind):
            late[net] = (SHIFT_OUT, 0, 0, 0, None)
        elif RAM.fullmatch(gate.kind):
            late[net] = (RAM_READ, 0, 0, 0, None)
    known = {net for net in late if net not in driver or not LUT_RAM.fullmatch(driver[net][0].kind)}

    def kind(net):
        return driver[net][0].kind if net in driver else ""

    def settle(net):
        """A net whose gate's pins are known."""
        gate, end, at = driver[net]
        best = late.get(net, (CLOCK_TO_OUT, 0, 0, 0, None))
        for port, index, pin in gate.pins:
            through = arc(gate, port, index, end, at)
            if through is None or pin not in late:
                continue
            ps, luts, carries, muxes, _ = late[pin]
            ps += before(gate, port, kind(pin)) + through
            if ps > best[0] or best[4] is None:
                counted = gate.kind == "LUT" or bool(LUT_RAM.fullmatch(gate.kind)), gate.kind == "CARRY4", gate.kind.startswith("MUXF")
                best = (ps, luts + counted[0], carries + counted[1], muxes + counted[2], pin)
        late[net] = best
        known.add(net)

    for start in list(driver):
        todo = [start]
        while todo:
            net = todo[-1]
            if net in known:
                todo.pop()
                continue
            gate, end, at = driver[net]
            open_pins = [pin for port, index, pin in gate.pins if pin in driver and pin not in known and arc(gate, port, index, end, at) is not None]
            if open_pins:
                todo += open_pins
                if len(todo) > 4 * len(driver):
                    raise ValueError(f"a loop of gates at {names.get(net, net)}")
            else:
                settle(net)
                todo.pop()

    worst = (0, None, "")
    for gate in gates:
        clocked = FLIPFLOP.fullmatch(gate.kind) or LUT_RAM.fullmatch(gate.kind)
        if not clocked and not RAM.fullmatch(gate.kind):
            continue
        for port, _, pin in gate.pins:
            if pin not in late or port in ("C", "CLK", "WCLK") or clocked and READ_PORT.fullmatch(port):
                continue
            at_hand = port == "D" and kind(pin) in ("LUT", "CARRY4", "MUXF7", "MUXF8", "MUXF9")
            end = late[pin][0] + (0 if at_hand else NET) + (BEFORE_CLOCK if clocked else RAM_BEFORE_CLOCK)
            if end > worst[0]:
                worst = (end, pin, names.get(gate.ends[0][2], gate.name) if gate.ends else gate.name)
    for net in outputs:
        if net in late and late[net][0] + BEFORE_CLOCK > worst[0]:
            worst = (late[net][0] + BEFORE_CLOCK, net, names.get(net, ""))
    end, net, to = worst
    path = []
    while net is not None:
        path.append(net)
        net = late[net][4]
    _, luts, carries, muxes, _ = late[path[0]] if path else (0, 0, 0, 0, None)
    return {"path_ps": end, "path_luts": luts, "path_carry4": carries, "path_muxf": muxes,
            "path_from": names.get(path[-1], "") if path else "", "path_to": to}
