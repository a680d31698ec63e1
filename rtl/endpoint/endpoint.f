// SPDX-License-Identifier: Apache-2.0
// Made by scripts/gen_lists.py from the files of rtl/endpoint.
+incdir+rtl/common
rtl/endpoint/nf_endpoint_pkg.sv
rtl/common/nf_pkg.sv
rtl/common/nf_header_pkg.sv
rtl/endpoint/nf_endpoint_translate.sv
rtl/endpoint/nf_endpoint_wave.sv
rtl/common/nf_rr_arb.sv
rtl/endpoint/nf_endpoint_tracker.sv
rtl/common/nf_fifo.sv
rtl/endpoint/nf_endpoint_dma.sv
rtl/common/nf_ram_1r1w.sv
rtl/endpoint/nf_endpoint_rx.sv
rtl/endpoint/nf_endpoint_count.sv
rtl/endpoint/nf_endpoint_total.sv
rtl/common/nf_skid.sv
rtl/endpoint/nf_endpoint_tx.sv
rtl/endpoint/nf_endpoint_lane.sv
rtl/common/nf_stream_rules.sv
rtl/endpoint/nf_endpoint.sv
