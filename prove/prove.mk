# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# Theorems about the arithmetic, for all operands: docs/proofs.md. THEOREMS: those whose name holds that text.

prove: FORCE
	@$(PYTHON) prove/prove.py --jobs $(JOBS) $(if $(THEOREMS),--only '$(THEOREMS)')

.PHONY: prove
