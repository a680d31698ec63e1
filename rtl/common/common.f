rtl/common/nf_pkg.sv
rtl/common/nf_ram_1r1w.sv
rtl/common/nf_fifo.sv
rtl/common/nf_ram_fifo.sv
rtl/common/nf_skid.sv
rtl/common/nf_rr_arb.sv
rtl/common/nf_crc.sv
rtl/common/nf_axil.sv
