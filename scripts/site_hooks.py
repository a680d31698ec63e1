# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""For mkdocs: links of the pages that lead out of docs/ keep their words and lose the link, as the site has the pages alone."""

import re

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")


def on_page_markdown(markdown, **_):
    return OUTSIDE.sub(r"\1", markdown)
