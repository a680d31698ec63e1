# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Throughput of a link against the bit error rate of its wires.
#
#   build/tb/nf_link_ber   two C models back to back; part of `make test`: the share is the formula's
#   bench-link             its table, build/link-ber.csv, .json and .svg

build/tb/nf_link_ber: $(addprefix build/obj/static/tb/link/nf_,link_ber.o ber_wire.o) build/lib/libnetfold.a
	@echo "  LINK     $@"
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ -lm

-include $(addprefix build/obj/static/tb/link/nf_,link_ber.d ber_wire.d)

bench-link: build/tb/nf_link_ber
	@build/tb/nf_link_ber 8000000 build/link-ber.csv build/link-ber.json
	@$(PYTHON) tb/link/ber_figure.py build/link-ber.csv build/link-ber.svg

UNIT_TESTS += build/tb/nf_link_ber
BENCH_GOALS += bench-link

.PHONY: bench-link
