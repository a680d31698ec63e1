// SPDX-License-Identifier: Apache-2.0
// Made by scripts/gen_lists.py from the files of rtl/common.
+incdir+rtl/common
rtl/common/nf_pkg.sv
rtl/common/nf_header_pkg.sv
rtl/common/nf_ram_1r1w.sv
rtl/common/nf_fifo.sv
rtl/common/nf_ram_fifo.sv
rtl/common/nf_skid.sv
rtl/common/nf_rr_arb.sv
rtl/common/nf_crc.sv
rtl/common/nf_axi_rules.sv
rtl/common/nf_axil.sv
rtl/common/nf_stream_rules.sv
