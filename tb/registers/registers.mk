# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# SystemRDL against the models of the register blocks: build/tb/registers, part of `make test`.

$(eval $(call unit_test,registers,tb/registers/registers.c,$(addprefix tb/registers/register_,list.c port.c switch.c ace.c \
  netreduce.c) $(addprefix cmodel/,common/nf_axil.c mcr/nf_mcr_table.c mcr/nf_mcr_hash.c $(addprefix switch/nf_switch_,csr.c \
  regs.c) $(addprefix ace/nf_ace_,csr.c regs.c) $(addprefix netreduce/nf_netreduce_,csr.c regs.c))))
