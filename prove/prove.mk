# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Theorems about arithmetic and control, for all operands and inputs: docs/proofs.md. THEOREMS: those whose
# name holds that text.

prove: FORCE
	@$(PYTHON) prove/prove.py --jobs $(JOBS) $(if $(THEOREMS),--only '$(THEOREMS)')

.PHONY: prove
