# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""For mkdocs: links of the pages that lead out of docs/ keep their words and lose the link, as the site has the pages alone."""

import posixpath
import re

UPWARDS = re.compile(r"\[([^\]]+)\]\((\.\./[^)]*)\)")


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_uri)

    def inside(link):
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        return link[1] if target.startswith("..") else link[0]

    return UPWARDS.sub(inside, markdown)
