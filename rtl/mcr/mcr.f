// SPDX-License-Identifier: Apache-2.0
// Made by scripts/gen_lists.py from the files of rtl/mcr.
+incdir+rtl/common
rtl/mcr/nf_mcr_pkg.sv
rtl/common/nf_pkg.sv
rtl/common/nf_header_pkg.sv
rtl/mcr/nf_mcr_hash.sv
rtl/mcr/nf_mcr_way.sv
rtl/mcr/nf_mcr_lookup.sv
rtl/mcr/nf_mcr_table.sv
