// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Options of slang for `make lint`: every warning that it knows is an error, but for those below. None of
// them concerns legality.
-Irtl/common
-Weverything
-Werror

// A package is a catalogue: each module uses the part of it that it needs.
-Wno-unused-package-parameter

// Loop variables and sizes are of type int, and a size cast of an int is signed; lanes are picked with
// [k*Bits+:Bits]. The operands have the same width then, or are indices: no bit depends on the sign. Widths
// that differ are errors (width-expand, width-trunc).
-Wno-sign-compare
-Wno-sign-conversion
-Wno-arith-op-mismatch
-Wno-bitwise-op-mismatch

// A cast that does nothing with these parameters does something with others.
-Wno-useless-cast

// An output that nobody needs ends in a signal named unused_..., or stays open where two instances of one
// module are used in two ways. Verilator's UNUSEDSIGNAL watches the rest.
-Wno-unused-but-set-variable
-Wno-empty-output-connection

// Every `unique case` has a default, for states that do not exist and for all that are left.
-Wno-case-redundant-default
-Wno-case-enum-explicit
