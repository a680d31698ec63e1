// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// A bus word rotated right by whole bytes: byte b of the result is byte (b + amount) mod 64.
//
// It does not shift in zeros: what belongs to the neighbouring word stays, for nf_ace_merge.
//
// Combinational, six levels. ACE 4.4: the DMAs move data of any alignment over 64-byte buses.

module nf_ace_rotate (
    input  logic [511:0] data_i,
    input  logic [  5:0] amount_i,  // bytes
    output logic [511:0] data_o
);

  logic [511:0] turned;

  always_comb begin
    turned = data_i;
    if (amount_i[0]) turned = {turned[7:0], turned[511:8]};
    if (amount_i[1]) turned = {turned[15:0], turned[511:16]};
    if (amount_i[2]) turned = {turned[31:0], turned[511:32]};
    if (amount_i[3]) turned = {turned[63:0], turned[511:64]};
    if (amount_i[4]) turned = {turned[127:0], turned[511:128]};
    if (amount_i[5]) turned = {turned[255:0], turned[511:256]};
  end

  assign data_o = turned;

endmodule
