#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
#
# The registers in the forms of other tools, by PeakRDL of PyPI, which is put into build/venv the first time; with it comes the
# compiler that scripts/gen_registers.py needs. What does not come from PyPI is skipped by name.
#
#   build/registers/<component>/index.html       pages to look through
#   build/registers/nf_<component>_regs.h        C: offsets, masks, structs
#   build/registers/nf_<component>_regs.xml      IP-XACT, IEEE 1685-2014
#   build/registers/nf_<component>_regs_uvm.sv   UVM register model
set -eu
cd "$(dirname "$0")/.."

python=build/venv/bin/python
out=build/registers

if ! [ -x build/venv/bin/peakrdl ]; then
  if ! { [ -x $python ] || "${PYTHON:-python3}" -m venv build/venv; } > build/registers.log 2>&1 \
    || ! $python -m pip install --quiet --disable-pip-version-check --retries 2 --timeout 20 \
      'peakrdl ~= 1.5' 'systemrdl-compiler ~= 1.33' > build/registers.log 2>&1; then
    echo "registers skipped: PyPI did not give peakrdl (build/registers.log)"
    exit 0
  fi
fi

export_as() { # component, form, file, options
  local source=rtl/$1/nf_$1_regs.rdl form=$2 file=$3
  shift 3
  build/venv/bin/peakrdl "$form" "$source" -I . -o "$file" "$@"
}

mkdir -p $out
for component in switch ace netreduce; do
  name=$out/nf_${component}_regs
  export_as $component html $out/$component
  export_as $component c-header "$name.h" --std gnu11 --bitfields ltoh
  # A memory in an array has no form in IP-XACT: ACE's program stores are left out, which the tool says.
  export_as $component ip-xact "$name.xml"
  export_as $component uvm "${name}_uvm.sv"
  echo "  REGISTERS $out/$component/index.html ${name}{.h,.xml,_uvm.sv}"
done
