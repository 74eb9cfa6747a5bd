"""Pages that lie in the folders they tell of, and links between them, the site and other files."""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath, relpath

ROOT = Path(__file__).parents[2]
OWN = "docs/site"
CODE = "src/tengen"


def _folders(layer: str) -> list[str]:
    """Return the games, methods or protocols that have a page."""
    return sorted(page.parent.name for page in (ROOT / CODE / layer).glob("*/README.md"))


METHODS = [name for name in _folders("agents") if name != "ladders"]


def _included() -> Iterator[tuple[str, str]]:
    for game in _folders("games"):
        yield f"{CODE}/games/{game}/README.md", f"explanation/games/{game}.md"
    for method in METHODS:
        yield f"{CODE}/agents/{method}/README.md", f"explanation/methods/{method}.md"
    for protocol in _folders("protocols"):
        yield f"{CODE}/protocols/{protocol}/README.md", f"reference/protocols/{protocol}.md"
    yield f"{CODE}/native/README.md", "explanation/native.md"
    yield f"{CODE}/experiments/README.md", "explanation/experiments.md"
    yield f"{CODE}/agents/ladders/README.md", "explanation/ladders.md"
    yield f"{CODE}/arena/README.md", "reference/arena.md"
    yield f"{CODE}/records/README.md", "reference/records.md"
    yield f"{CODE}/puzzles/README.md", "reference/puzzles.md"
    yield f"{CODE}/studio/README.md", "explanation/studio.md"
    for page in sorted((ROOT / "docs").glob("*.md")):
        yield page.relative_to(ROOT).as_posix(), f"explanation/{page.name}"
    yield "docs/strength/README.md", "explanation/strength.md"
    yield "docs/compare/README.md", "explanation/compare/index.md"
    for page in sorted((ROOT / "docs" / "compare").glob("*/README.md")):
        yield page.relative_to(ROOT).as_posix(), f"explanation/compare/{page.parent.name}.md"
    for card in sorted((ROOT / CODE / "weights").glob("*.md")):
        yield card.relative_to(ROOT).as_posix(), f"explanation/nets/{card.name}"
    yield "benchmarks/README.md", "explanation/benchmarks.md"
    yield "examples/README.md", "how-to/examples.md"
    yield "examples/notebooks/README.md", "how-to/notebooks.md"
    yield "CONTRIBUTING.md", "how-to/contribute.md"
    yield "CHANGELOG.md", "reference/changelog.md"


INCLUDED = dict(_included())
"""Where each file of the repository stands on the site."""
_SOURCES = {page: source for source, page in INCLUDED.items()}
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=[)\s])")
_WHOLE_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")
FILES = "repository"
"""The folder of the site in which other files of the repository lie that pages link to."""


def source_of(page: str) -> str:
    """Return which file of the repository a page of the site is, its own ones too."""
    return _SOURCES.get(page, f"{OWN}/{page}")


def link_pages(page: str, text: str) -> tuple[str, set[str]]:
    """Return a page whose links lead to other pages of the site, and the other files it needs.

    Args:
        page: its place on the site.
        text: what it says, with links as they are in the repository.
    """
    folder, needed = Path(source_of(page)).parent, set()
    here = Path(page).parent.as_posix()

    def lead(target: str, fragment: str) -> str | None:
        path = normpath((folder / target).as_posix())
        stands = _place(path)
        if stands is None and (ROOT / path).is_file():
            needed.add(path)
            stands = f"{FILES}/{path}"
        return None if stands is None else relpath(stands, here) + fragment

    def plain(match: re.Match[str]) -> str:
        label, target, fragment = match[1], match[2], match[3] or ""
        if lead(target, fragment) is None and (ROOT / folder / target).is_dir():
            return label  # a folder, which a site does not show
        return match[0]

    text = _WHOLE_LINK.sub(plain, text)
    return _LINK.sub(lambda m: lead(m[1], m[2] or "") or m[0], text), needed


def _place(path: str) -> str | None:
    """Return where a file or folder of the repository stands on the site."""
    if path.startswith(f"{OWN}/"):
        return path.removeprefix(f"{OWN}/")
    if path in ("README.md", "docs"):
        return "index.md"
    if path == "README.zh.md":
        return "zh/first-steps.md"
    return INCLUDED.get(path) or INCLUDED.get(f"{path}/README.md")
