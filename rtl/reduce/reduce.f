rtl/reduce/nf_reduce_pkg.sv
rtl/reduce/nf_reduce_lru.sv
rtl/reduce/nf_reduce_decide.sv
rtl/reduce/nf_reduce_address.sv
rtl/reduce/nf_reduce_tag.sv
rtl/reduce/nf_reduce_data.sv
rtl/reduce/nf_reduce_table.sv
