# One end of a link: replay, credits, receive buffers.
rtl/link/nf_link_pkg.sv
rtl/link/nf_link_rx.sv
rtl/link/nf_link_tx.sv
rtl/link/nf_link.sv
