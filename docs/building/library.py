"""A page for each part of the library that others build on, from its docstrings."""

FOLDER = "reference/python"
PARTS = {
    "tengen": ("tengen",),
    "core": ("tengen.core",),
    "games": ("tengen.games", "tengen.games.kind", "tengen.games.python"),
    "records": ("tengen.records", "tengen.records.dataset"),
    "evaluators": (
        "tengen.evaluators.onnx",
        "tengen.evaluators.rollout",
        "tengen.evaluators.symmetric",
        "tengen.evaluators.nnue",
    ),
    "search": ("tengen.search",),
    "openings": ("tengen.openings",),
    "arena": ("tengen.arena", "tengen.arena.tournament"),
    "zoo": ("tengen.zoo",),
    "puzzles": ("tengen.puzzles",),
    "learning": ("tengen.learning.parts", "tengen.learning.run"),
    "agents": (
        "tengen.agents",
        "tengen.agents.method",
        "tengen.agents.settings",
        "tengen.agents.order",
        "tengen.agents.training",
        "tengen.agents.protocol",
    ),
    "contract": ("tengen.contract",),
}
"""The modules of each page."""


def pages() -> dict[str, str]:
    """Return the pages by their places on the site; mkdocstrings fills them."""
    return {f"{FOLDER}/{name}.md": _page(name, modules) for name, modules in PARTS.items()}


def _page(name: str, modules: tuple[str, ...]) -> str:
    told = "\n".join(
        f"::: {module}\n    options:\n      show_submodules: false\n" for module in modules
    )
    return f"# {name}\n\n{told}"
