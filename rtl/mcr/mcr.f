rtl/mcr/nf_mcr_hash.sv
rtl/mcr/nf_mcr_way.sv
rtl/mcr/nf_mcr_lookup.sv
rtl/mcr/nf_mcr_table.sv
