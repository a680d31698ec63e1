# The endpoint: lanes, wave controller, DMA engine.
rtl/endpoint/nf_endpoint_pkg.sv
rtl/endpoint/nf_endpoint_translate.sv
rtl/endpoint/nf_endpoint_wave.sv
rtl/endpoint/nf_endpoint_books.sv
rtl/endpoint/nf_endpoint_dma.sv
rtl/endpoint/nf_endpoint_rx.sv
rtl/endpoint/nf_endpoint_count.sv
rtl/endpoint/nf_endpoint_total.sv
rtl/endpoint/nf_endpoint_tx.sv
rtl/endpoint/nf_endpoint_lane.sv
rtl/endpoint/nf_endpoint.sv
