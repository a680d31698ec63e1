// SPDX-License-Identifier: Apache-2.0
// Made by scripts/gen_lists.py from the files of rtl/link.
+incdir+rtl/common
rtl/link/nf_link_pkg.sv
rtl/common/nf_pkg.sv
rtl/common/nf_ram_1r1w.sv
rtl/common/nf_crc.sv
rtl/link/nf_link_rx.sv
rtl/link/nf_link_tx.sv
rtl/link/nf_link.sv
