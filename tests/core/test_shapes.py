"""Docstrings of functions on arrays say of what shape they are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tengen

SOURCES = Path(tengen.__file__).parent
SHAPE = re.compile(r"\[[^\]\n]*\]")
"""Such as ``[N, C, H, W]``."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(tree: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, Function]]:
    """Yield functions and methods that others may call, with their names."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node, f"{name}.{node.name}")
        elif isinstance(node, Function) and not node.name.startswith("_"):
            yield f"{name}.{node.name}", node


def takes_or_returns_an_array(function: Function) -> bool:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    annotations = [one.annotation for one in every] + [function.returns]
    return any("NDArray" in ast.unparse(one) for one in annotations if one is not None)


def test_array_functions_state_shapes() -> None:
    """Who is handed an array, or hands one back, says its shape: ``priors: [B, A]``.

    A method without a docstring is described by the interface that it implements.
    """
    silent = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
        text = path.read_text("utf-8")
        if "NDArray" not in text:
            continue
        for where, function in public_functions(ast.parse(text), name):
            told = ast.get_docstring(function)
            if takes_or_returns_an_array(function) and told and not SHAPE.search(told):
                silent.append(f"{where} ({path.relative_to(SOURCES)}:{function.lineno})")
    assert not silent, "no shape in the docstring of:\n" + "\n".join(silent)
