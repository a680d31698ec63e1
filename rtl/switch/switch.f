# The switch: ingress, crossbar, egress, CSRs.
rtl/switch/nf_switch_framer.sv
rtl/switch/nf_switch_ingress.sv
rtl/switch/nf_switch_row.sv
rtl/switch/nf_switch_column.sv
rtl/switch/nf_switch_egress.sv
rtl/switch/nf_switch_stats.sv
rtl/switch/nf_switch_csr.sv
rtl/switch/nf_switch_use.sv
rtl/switch/nf_switch.sv
