# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# What others get. Needs no simulator and no synthesizer: `make install-lib` runs where there is a C compiler.
#
#   make install-lib   lib/libnetfold.{a,so}, include/netfold/ with netfold.h, which includes all, netfold.pc;
#                      libtestreduce in the same way (testreduce/testreduce.mk)
#   make install       these, the commands with manual pages and completion, the Verilated blocks in lib/netfold/engines, the RTL
#                      with its file lists in share/netfold
#
# PREFIX: where it will be used; DESTDIR: where it is put for now, for packagers.

DEST = $(DESTDIR)$(PREFIX)
RTL_SHARE = $(PREFIX)/share/netfold
RTL_FILES := $(wildcard rtl/*/*.sv rtl/*/*.svh rtl/*/*.core rtl/*/*.rdl rtl/*/*_regs.json) rtl/lint.vlt
RTL_LISTS := $(wildcard rtl/*/*.f)

# Headers that C++ does not read; scripts/check.py headers has the reasons, and finds more if there are.
C_ONLY := link/nf_link_wire.h reduce/nf_reduce_tag.h reduce/nf_reduce_tag_ports.h

# The umbrella header is a list of the others, made so that a new block needs no line in it.
build/include/netfold.h: $(MODEL_HEADERS) Makefile mk/install.mk
	@mkdir -p $(@D)
	$(Q){ printf '// %s\n' 'SPDX-License-Identifier: Apache-2.0' 'Copyright 2026 The netfold authors' \
	    'All golden models of netfold. Made by mk/install.mk from the list of headers.'; \
	  printf '%s\n' '#ifndef NETFOLD_H' '#define NETFOLD_H' '' '#define NETFOLD_VERSION "$(VERSION)"' ''; \
	  printf '#include "%s"\n' $(filter-out $(C_ONLY),$(MODEL_HEADERS:cmodel/%=%)); \
	  printf '%s\n' '' '#ifndef __cplusplus'; printf '#include "%s"\n' $(C_ONLY); \
	  printf '%s\n' '#endif' '' '#endif'; } > $@

define PC_FILE
prefix=$(PREFIX)
includedir=$${prefix}/include/netfold
libdir=$${prefix}/lib

Name: netfold
Version: $(VERSION)
Description: Bit-accurate models of in-network reduction hardware
Cflags: -I$${includedir}
Libs: -L$${libdir} -lnetfold
endef
export PC_FILE

install-lib: build/lib/libnetfold.a build/lib/libnetfold.so build/include/netfold.h
	$(Q)install -d $(DEST)/lib/pkgconfig $(sort $(dir $(MODEL_HEADERS:cmodel/%=$(DEST)/include/netfold/%)))
	$(Q)install -m 644 build/lib/libnetfold.a $(DEST)/lib/
	$(Q)install -m 755 build/lib/libnetfold.so $(DEST)/lib/libnetfold.so.$(SO_VERSION)
	$(Q)ln -sf libnetfold.so.$(SO_VERSION) $(DEST)/lib/libnetfold.so
	$(Q)for h in $(MODEL_HEADERS:cmodel/%=%); do install -m 644 cmodel/$$h $(DEST)/include/netfold/$$h || exit 1; done
	$(Q)install -m 644 build/include/netfold.h $(DEST)/include/netfold/
	$(Q)printf '%s\n' "$$PC_FILE" > $(DEST)/lib/pkgconfig/netfold.pc
	@echo "  INSTALL  $(DEST)/lib $(DEST)/include/netfold"

# Installed lists name the files by their full paths, so that they are read from any folder.
install-rtl:
	$(Q)install -d $(sort $(dir $(RTL_FILES:%=$(DESTDIR)$(RTL_SHARE)/%)))
	$(Q)for f in $(RTL_FILES) Bender.yml; do install -m 644 $$f $(DESTDIR)$(RTL_SHARE)/$$f || exit 1; done
	$(Q)for f in $(RTL_LISTS); do \
	  sed 's|^\(+incdir+\)\{0,1\}rtl/|\1$(RTL_SHARE)/rtl/|' $$f > $(DESTDIR)$(RTL_SHARE)/$$f || exit 1; done
	@echo "  INSTALL  $(DESTDIR)$(RTL_SHARE)"

build/man/made: $(PROGRAMS) scripts/manual.sh
	$(Q)scripts/manual.sh $(@D) $(VERSION)
	@touch $@

install: install-lib install-rtl $(PROGRAMS) $(SIM_BUILT) build/man/made
	$(Q)install -d $(DEST)/bin $(DEST)/lib/netfold/engines
	$(Q)install -m 755 $(PROGRAMS) $(DEST)/bin/
	$(Q)install -m 755 build/engines/*.so $(DEST)/lib/netfold/engines/
	$(Q)install -D -m 644 -t $(DEST)/lib/netfold/experiment sim/experiment/*.py sim/experiment/*.js sim/experiment/*.txt
	$(Q)install -d $(DEST)/share/man/man1 $(DEST)/share/bash-completion/completions
	$(Q)for f in build/man/*.1; do test ! -e $$f || install -m 644 $$f $(DEST)/share/man/man1/ || exit 1; done
	$(Q)install -m 644 scripts/completion.bash $(DEST)/share/bash-completion/completions/netfold
	$(Q)ln -sf netfold $(DEST)/share/bash-completion/completions/ace-as
	@echo "  INSTALL  $(DEST)/bin"

.PHONY: install install-lib install-rtl
