# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The netfold authors
"""For mkdocs: a section of `nav` that names a folder has its pages, in the order in which the component's page names them; links
that lead out of docs/ keep their words and lose the link, as the site has the pages alone."""

import posixpath
import re

UPWARDS = re.compile(r"\[([^\]]+)\]\((\.\./[^)]*)\)")


def on_config(config, **_):
    for section in config["nav"]:
        for title, folder in section.items():
            if isinstance(folder, str) and not folder.endswith(".md"):
                with open(f"{config['docs_dir']}/{folder}.md", encoding="utf-8") as f:
                    section[title] = list(dict.fromkeys(re.findall(rf"\]\(({folder}/[^)#]+)", f.read())))
    return config


def on_page_markdown(markdown, page, **_):
    folder = posixpath.dirname(page.file.src_uri)

    def inside(link):
        target = posixpath.normpath(posixpath.join(folder, link[2]))
        return link[1] if target.startswith("..") else link[0]

    return UPWARDS.sub(inside, markdown)
