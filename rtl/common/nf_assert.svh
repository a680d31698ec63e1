// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// The one macro file for properties.
//
//   `NF_ASSERT(Name, Expr)   Expr holds on every rising edge of clk_i outside reset.
//   `NF_COVER(Name, Expr)    Expr was seen at a rising edge of clk_i outside reset.
//   `NF_PARAM(Name, Expr)    Expr holds for the chosen parameters; checked while elaborating,
//                            by the simulator and by synthesis alike.
//
// Write the macro call without a semicolon, after one English sentence that says what must hold.
// A failing property is reported by its name alone. Both sides of the flop agree on the values: Expr
// is read before the edge takes effect. What needs the past keeps it in registers of its own under
// `ifndef SYNTHESIS.
// NF_WATCHED is defined where properties are simulated: a block's port is watched there by instances of
// nf_axi_rules and nf_stream_rules, which also hold those at the other side to the protocol. A prover
// leaves inputs free.
// Under SYNTHESIS only NF_PARAM is left; under FORMAL each property is an instance of its name, so that
// it can be told apart in every copy of a block (prove/control.py); so are covers under NF_WITNESS, and else left out.

`ifndef NF_ASSERT_SVH
`define NF_ASSERT_SVH

`define NF_PARAM(Name, Expr) \
  if (!(Expr)) begin : gen_bad_``Name \
    $error(`"Name`"); \
  end

`ifdef SYNTHESIS
`define NF_ASSERT(Name, Expr)
`define NF_COVER(Name, Expr)
`else
`ifdef FORMAL
`define NF_ASSERT(Name, Expr) \
  nf_formal_holds Name (.clk_i(clk_i), .rst_ni(rst_ni), .holds_i(!(!(Expr))));
`ifdef NF_WITNESS
`define NF_COVER(Name, Expr) \
  nf_formal_seen Name (.clk_i(clk_i), .rst_ni(rst_ni), .seen_i(!(!(Expr))));
`else
`define NF_COVER(Name, Expr)
`endif
`else
`define NF_WATCHED
// $error's own message names the copy of the block, and no two copies could share their code then.
`ifdef VERILATOR
`define NF_FAILED(Name) \
  begin $write("%%Error: %s:%0d: Assertion failed: %s\n", `__FILE__, `__LINE__, `"Name`"); $stop; end
`else
`define NF_FAILED(Name) $error(`"Name`");
`endif
// The reset is in the sensitivity list so that it stays an asynchronous signal for the linter.
`define NF_ASSERT(Name, Expr) \
  always_ff @(posedge clk_i or negedge rst_ni) \
    if (rst_ni) begin Name : assert (Expr) else `NF_FAILED(Name) end
`define NF_COVER(Name, Expr) \
  always_ff @(posedge clk_i or negedge rst_ni) \
    if (rst_ni) begin Name : cover (Expr); end
`endif
`endif

`endif
