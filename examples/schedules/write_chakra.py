# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Writes step.0.et and step.1.et: two ranks compute, pass an activation on, and all-reduce, as an
execution trace of MLCommons Chakra. Encodes protobuf by hand: needs nothing installed.

usage: write_chakra.py [FOLDER]"""

import pathlib
import sys

COMPUTE, SEND, RECEIVE, COLLECTIVE = 4, 5, 6, 7  # NodeType of et_def.proto


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def block(field, data):
    return varint(field << 3 | 2) + varint(len(data)) + data


def attribute(name, value):
    return block(10, block(1, name.encode()) + number(9, value))  # 9: int64_val


def node(ident, name, kind, before=(), micros=0, **attributes):
    body = number(1, ident) + block(2, name.encode()) + number(3, kind)
    if before:
        body += block(5, b"".join(map(varint, before)))  # 5: data_deps, packed
    if micros:
        body += number(7, micros)
    return body + b"".join(attribute(key, value) for key, value in attributes.items())


def file(nodes):
    return b"".join(varint(len(body)) + body for body in [block(1, b"0.0.4"), *nodes])


def traces():
    """The files by name."""
    peer = [
        node(2, "activation", SEND, [1], comm_dst=1, comm_tag=7, comm_size=65536),
        node(2, "activation", RECEIVE, comm_src=0, comm_tag=7, comm_size=65536),
    ]
    return {f"step.{rank}.et": file([
        node(1, "forward", COMPUTE, micros=30 + 10 * rank),
        peer[rank],
        node(3, "backward", COMPUTE, [1, 2], micros=60),
        node(4, "gradients", COLLECTIVE, [3], comm_type=0, comm_size=1048576),
    ]) for rank in range(2)}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for name, data in traces().items():
        (folder / name).write_bytes(data)
