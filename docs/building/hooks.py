"""What MkDocs is handed besides the pages in `docs/site`; see `mkdocs.yml`."""

from pathlib import Path
from typing import Any

import commands
import library
import settings
from included import INCLUDED, METHODS, ROOT, link_pages
from maths import draw
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

HOW_TO = "how-to"
Nav = list[Any]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put lists of pages in place of their names in the table of contents."""
    lists = {
        "commands": _named(commands.pages()),
        "reference": _reference(),
        "explanation": _explanation(),
        "how-to": _how_to(),
    }
    config.nav = [
        {name: lists.get(value, value) if isinstance(value, str) else value}
        for entry in config.nav or []
        for name, value in entry.items()
    ]
    config.watch = [*config.watch, str(ROOT / "src"), str(ROOT / "docs")]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made or lie elsewhere, and the files that pages link to."""
    texts = {page: (ROOT / source).read_text("utf-8") for source, page in INCLUDED.items()}
    texts |= settings.pages() | library.pages()
    own = [file.src_uri for file in files.documentation_pages()]
    texts |= {
        page: Path(files.src_uris[page].abs_src_path or "").read_text("utf-8") for page in own
    }
    needed: set[str] = set()
    for page, text in texts.items():
        linked, more = link_pages(page, text)
        needed |= more
        if page in own:
            files.remove(files.src_uris[page])
        files.append(File.generated(config, page, content=draw(linked)))
    for path in sorted(needed):
        files.append(File.generated(config, f"repository/{path}", abs_src_path=str(ROOT / path)))
    return files


def _named(pages: dict[str, str]) -> Nav:
    """Return the pages as entries called by their files; an index is what its list leads to."""
    return [p if p.endswith("index.md") else {Path(p).stem: p} for p in pages]


def _how_to() -> Nav:
    """Return the guides in the order that their list has them."""
    index = (ROOT / "docs" / "site" / HOW_TO / "index.md").read_text("utf-8")
    pages = [line.partition("](")[2].partition(")")[0] for line in index.splitlines()]
    here = [f"{HOW_TO}/{page}" for page in pages if page.endswith(".md") and "/" not in page]
    elsewhere = ("examples/README.md", "examples/notebooks/README.md", "CONTRIBUTING.md")
    others = [INCLUDED[page] for page in elsewhere]
    return [f"{HOW_TO}/index.md", *dict.fromkeys([*here, *others])]


def _reference() -> Nav:
    files = [INCLUDED[f"src/tengen/{name}/README.md"] for name in ("arena", "records", "puzzles")]
    return [
        "reference/index.md",
        {"Specs and settings": _named(settings.pages())},
        {"Protocols": _under("reference/protocols/")},
        {"Files": files},
        {"Python": _named(library.pages())},
        {"Changelog": INCLUDED["CHANGELOG.md"]},
    ]


def _explanation() -> Nav:
    methods = [f"explanation/methods/{name}.md" for name in METHODS]
    return [
        "explanation/index.md",
        {"Methods": methods},
        *[page for source, page in INCLUDED.items() if Path(source).parent.as_posix() == "docs"],
        {"Search": ["explanation/search.md", "explanation/native.md"]},
        {"Rules": _under("explanation/games/")},
        {
            "Measuring": [
                "explanation/measuring.md",
                "explanation/figures.md",
                "explanation/experiments.md",
                "explanation/ladders.md",
                "explanation/benchmarks.md",
            ]
        },
        {"Methods compared": _under("explanation/compare/")},
        {"The nets in the box": _under("explanation/nets/")},
        "explanation/studio.md",
    ]


def _under(folder: str) -> Nav:
    return [page for page in INCLUDED.values() if page.startswith(folder)]
