// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// One term of an exact sum on its way: nf_exact_decode, then nf_exact_add.

module bench_exact_step (
    input  logic [nf_pkg::EXACT_BITS-1:0] acc_i,
    input  logic                          clear_i,
    input  logic                          hold_i,
    input  logic                          plane_i,
    input  logic [                   3:0] index_i,
    input  logic [                  31:0] value_i,
    output logic [nf_pkg::EXACT_BITS-1:0] acc_o,
    output logic                          invalid_o
);

  logic [nf_pkg::EXACT_ADDEND_BITS-1:0] addend;

  nf_exact_decode u_decode (
      .hold_i   (hold_i),
      .plane_i  (plane_i),
      .index_i  (index_i),
      .value_i  (value_i),
      .addend_o (addend),
      .invalid_o(invalid_o)
  );

  nf_exact_add u_add (
      .acc_i   (acc_i),
      .clear_i (clear_i),
      .addend_i(addend),
      .acc_o   (acc_o)
  );

endmodule
