"""The texts with which the sources refuse, read out of the sources themselves.

A text is a template: what is put into it is a numbered hole, ``there is no game {1}``. It is found
where it becomes a reason: as an argument of an error or a fault, in what such an argument is made
of (a name assigned in the same function, what a function returns), or as the answer of a function
that explains.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

Template = str
Function = ast.FunctionDef | ast.AsyncFunctionDef

REASONED = re.compile(r"(Error|Exception|Fault|fault|Outcome|Deadline)$")
"""Names of what takes a reason."""
EXPLAINS = re.compile(
    r"(explain|why|verdict|contradict|caveat|mismatch|fault|obituary|there_are|__str__)"
)
"""Names of functions that answer with one."""
TELLS = {"error", "fault", "reason", "caveat", "unsaved"}
"""Keys of messages, and names in objects, under which a page is told one."""
HOLE = "\0"


def templates(files: Iterable[Path]) -> dict[Template, str]:
    """Return the templates of `files`, each with a place that has it: ``file.py:12``."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    constants = {name: value for tree in trees.values() for name, value in _constants(tree)}
    found: dict[Template, str] = {}
    for path, tree in trees.items():
        owners = _owners(tree)
        functions = {node.name: node for node in owners if isinstance(node, Function)}
        for node in _reasons(owners):
            texts = _Texts(functions, constants)
            for text in texts.of(node, owners[node]):
                if template := _numbered(text):
                    found.setdefault(template, f"{path.name}:{node.lineno}")
    return found


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names of a module and what they stand for."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value


def _owners(tree: ast.Module) -> dict[ast.AST, Function | None]:
    """Return every node, in the order of `ast.walk`, with the innermost function that it stands in."""
    owners: dict[ast.AST, Function | None] = {tree: None}
    nodes: list[ast.AST] = [tree]
    for node in nodes:
        for child in ast.iter_child_nodes(node):
            owners[child] = child if isinstance(child, Function) else owners[node]
            nodes.append(child)
    return owners


def _reasons(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield the expressions that become a reason."""
    for node in nodes:
        if isinstance(node, ast.Call) and REASONED.search(_name(node.func)):
            yield from (each.value if isinstance(each, ast.Starred) else each for each in node.args)
        elif isinstance(node, ast.Call) and _name(node.func) == "Unplayed":
            yield from (each.value for each in node.keywords if each.arg in TELLS)
        elif isinstance(node, ast.FunctionDef) and EXPLAINS.search(node.name):
            yield from _returned(node)
        elif isinstance(node, ast.Dict):
            yield from _told(node)
        elif isinstance(node, ast.Assign) and _is_told(node.targets[0]):
            yield node.value


def _is_told(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and target.attr in TELLS


def _told(node: ast.Dict) -> Iterator[ast.expr]:
    """Yield what a message tells as a reason."""
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and key.value in TELLS:
            yield value


@cache
def _returned(function: Function) -> list[ast.expr]:
    """Return what a function answers."""
    return [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and node.value is not None
    ]


@cache
def _assignments(function: Function) -> list[ast.Assign | ast.AugAssign]:
    """Return where names get what they stand for in a function."""
    return [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AugAssign)]


def _name(called: ast.expr) -> str:
    if isinstance(called, ast.Attribute):
        return called.attr
    return called.id if isinstance(called, ast.Name) else ""


class _Texts:
    """Finds what a reason in one module may say."""

    def __init__(self, functions: dict[str, Function], constants: dict[str, ast.expr]) -> None:
        self._functions = functions
        self._constants = constants
        self._seen: set[str] = set()

    def of(self, node: ast.expr, inside: Function | None) -> Iterator[str]:
        """Yield the texts, holes marked, that `node` may be or may hold."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.JoinedStr(values=parts):
                yield "".join(_literal(part) for part in parts)
                holes = [part.value for part in parts if isinstance(part, ast.FormattedValue)]
                yield from self._of_all(holes, inside)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                ends = list(self.of(right, inside)) or [HOLE]
                for first in list(self.of(left, inside)) or [HOLE]:
                    yield from (first + last for last in ends)
            case ast.Name(id=name) if inside is not None:
                yield from self._of_all(self._assigned(name, inside), inside)
            case ast.Call(func=called):
                yield from self._answered(_name(called))
                yield from self._of_all(_parts(node), inside)
            case ast.Subscript(value=ast.Name(id=name)) if name in self._constants:
                yield from self._of_all(_parts(self._constants[name]), None)
            case _:
                yield from self._of_all(_parts(node), inside)

    def _of_all(self, nodes: Iterable[ast.expr], inside: Function | None) -> Iterator[str]:
        for node in nodes:
            yield from self.of(node, inside)

    def _assigned(self, name: str, inside: Function) -> Iterator[ast.expr]:
        """Yield what a name stands for in a function, once."""
        if (key := f"{inside.name}.{name}") in self._seen:
            return
        self._seen.add(key)
        for node in _assignments(inside):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                    yield value
                case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                    yield from _paired(name, names, values)
                case ast.AugAssign(target=ast.Name(id=target), value=value) if target == name:
                    yield value

    def _answered(self, name: str) -> Iterator[str]:
        """Yield what a function of the module answers, once."""
        if name in self._functions and name not in self._seen:
            self._seen.add(name)
            function = self._functions[name]
            yield from self._of_all(_returned(function), function)


def _parts(node: ast.expr) -> list[ast.expr]:
    """Return what an expression chooses among, or is put together of."""
    match node:
        case ast.IfExp(body=body, orelse=other):
            return [body, other]
        case ast.BoolOp(values=parts) | ast.Dict(values=parts):
            return parts
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.ListComp(elt=each) | ast.GeneratorExp(elt=each):
            return [each]
        case ast.Call(func=ast.Attribute(attr="join"), args=[joined]):
            return [joined]
    return []


def _paired(name: str, names: list[ast.expr], values: list[ast.expr]) -> list[ast.expr]:
    """Return what `name` gets where several names are assigned at once."""
    return [
        value
        for target, value in zip(names, values, strict=False)
        if isinstance(target, ast.Name) and target.id == name
    ]


def _literal(part: ast.expr) -> str:
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else HOLE


def _numbered(text: str) -> Template | None:
    """Return a template, None for what is no words: a name or a code."""
    words = " ".join(text.split(" "))
    if not re.search(r"[A-Za-z]{2}", words) or " " not in words.strip():
        return None
    count = iter(range(1, 100))
    return re.sub(HOLE, lambda _: f"{{{next(count)}}}", words)
