rtl/netreduce/nf_netreduce_pkg.sv
rtl/netreduce/nf_netreduce_state.sv
rtl/netreduce/nf_netreduce_lut1.sv
rtl/netreduce/nf_netreduce_icrc.sv
rtl/netreduce/nf_netreduce_lut2.sv
rtl/netreduce/nf_netreduce_parser.sv
