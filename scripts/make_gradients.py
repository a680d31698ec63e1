#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""Make examples/gradients: the gradients of one data-parallel training step, one file per rank.

A network 64-256-32-10 (ReLU, softmax, cross entropy) is trained for some steps of plain SGD on the
digits that scikit-learn ships. In the last step every rank computes the gradient of its own
mini-batch, all weights and biases in one vector: what the ranks of a data-parallel training would
all-reduce next. All is computed in binary64 and rounded to float32 at the end, so that the files do
not depend on how a machine's BLAS orders its sums.

Needs numpy and scikit-learn from PyPI.
"""

import argparse
import pathlib

import numpy
from sklearn.datasets import load_digits

LAYERS = (64, 256, 32, 10)


def forward(weights, x):
    """Activations of all layers; the last one is the softmax."""
    seen = [x]
    for i, (w, b) in enumerate(weights):
        x = x @ w + b
        if i + 1 < len(weights):
            x = numpy.maximum(x, 0)
        seen.append(x)
    x = numpy.exp(x - x.max(axis=1, keepdims=True))
    seen[-1] = x / x.sum(axis=1, keepdims=True)
    return seen


def gradient(weights, x, y):
    """Mean gradient of the cross entropy over one mini-batch, layer by layer."""
    seen = forward(weights, x)
    delta = (seen[-1] - numpy.eye(LAYERS[-1])[y]) / len(y)
    grads = []
    for i in reversed(range(len(weights))):
        grads.append((seen[i].T @ delta, delta.sum(axis=0)))
        delta = (delta @ weights[i][0].T) * (seen[i] > 0)
    return grads[::-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("examples/gradients"))
    parser.add_argument("--ranks", type=int, default=16)
    parser.add_argument("--batch", type=int, default=32, help="samples of a rank in a step")
    parser.add_argument("--steps", type=int, default=40, help="training steps before the gradient")
    parser.add_argument("--rate", type=float, default=0.2, help="learning rate")
    parser.add_argument("--seed", type=int, default=2020)
    args = parser.parse_args()

    rng = numpy.random.default_rng(args.seed)
    digits = load_digits()
    x = digits.data / 16
    y = digits.target
    weights = [(rng.standard_normal((m, n)) * (2 / m) ** 0.5, numpy.zeros(n))
               for m, n in zip(LAYERS, LAYERS[1:])]

    for step in range(args.steps + 1):
        picks = rng.permutation(len(y))[:args.ranks * args.batch].reshape(args.ranks, args.batch)
        grads = [gradient(weights, x[p], y[p]) for p in picks]
        if step == args.steps:
            break
        weights = [(w - args.rate * sum(g[i][0] for g in grads) / args.ranks,
                    b - args.rate * sum(g[i][1] for g in grads) / args.ranks)
                   for i, (w, b) in enumerate(weights)]

    correct = (forward(weights, x)[-1].argmax(axis=1) == y).mean()
    args.output.mkdir(parents=True, exist_ok=True)
    for rank, layers in enumerate(grads):
        flat = numpy.concatenate([part.ravel() for layer in layers for part in layer])
        numpy.save(args.output / f"rank{rank:02d}.npy", flat.astype(numpy.float32))
    print(f"{args.ranks} files, {flat.size} gradients each, after {args.steps} steps "
          f"({100 * correct:.1f} % of the digits right)")


if __name__ == "__main__":
    main()
