"""What is found by name: in the folders of the house, and in other people's packages."""

import logging
import pkgutil
from collections.abc import Callable, Iterable
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, Protocol, TypeVar

from tengen.core.errors import TengenError

_log = logging.getLogger(__name__)


class Named(Protocol):
    """Something that knows by which name it is found."""

    @property
    def name(self) -> str:
        """The name."""
        ...


Value = TypeVar("Value", bound=Named)


class BrokenPackageError(TengenError):
    """Another package offers something that cannot be used; the message says what and why."""


class Discovery(Generic[Value]):
    """The values of one kind: a constant of each folder of a package, and entry points of a group.

    What is in a folder is loaded when it is asked for. An entry point names a value of the same
    kind, ``othello = "tengen_othello:GAME"``; a broken one is told in a line and left out.
    """

    def __init__(
        self,
        package: str,
        path: Iterable[str],
        constant: str,
        kind: type[Value],
        try_out: Callable[[Value], object] = lambda _: None,
    ) -> None:
        """Look into `path`, the folders of `package`, which is the entry points' group as well.

        Args:
            constant: the name of the value in each folder's package.
            kind: what the value must be.
            try_out: uses somebody else's value once, and raises where that fails: in a list of all
                it would take the others with it.
        """
        self._try_out = try_out
        self._package = package
        self._constant = constant
        self._kind = kind
        self._folders = frozenset(found.name for found in pkgutil.iter_modules(path) if found.ispkg)

    def names(self) -> list[str]:
        """Return the names of all that can be used."""
        return sorted(self._folders | {name for name in self._points if self._is_sound(name)})

    def has(self, name: str) -> bool:
        """Tell whether there is something of that name, sound or broken."""
        return name in self._folders or name in self._points

    def find(self, name: str) -> Value:
        """Return the value of that name.

        Raises:
            BrokenPackageError: when the package that offers it is broken.
            KeyError: when nobody offers it.
        """
        if name in self._folders:
            value = getattr(import_module(f"{self._package}.{name}"), self._constant)
            assert isinstance(value, self._kind)
            return value
        found = self._try(self._points[name])
        if isinstance(found, BrokenPackageError):
            raise found
        return found

    @cached_property
    def _points(self) -> dict[str, EntryPoint]:
        """Whoever else offers something; the house's own names are not theirs to take."""
        points: dict[str, EntryPoint] = {}
        for point in entry_points(group=self._package):
            if point.name in self._folders or point.name in points:
                _log.warning("%s is left out: the name %r is taken", _tell(point), point.name)
            else:
                points[point.name] = point
        return points

    @cached_property
    def _tried(self) -> dict[str, Value | BrokenPackageError]:
        """What became of the entry points that were asked for."""
        return {}

    def _is_sound(self, name: str) -> bool:
        """Tell whether an entry point can be used; where it cannot, say so once."""
        is_known = name in self._tried
        found = self._try(self._points[name])
        if isinstance(found, BrokenPackageError) and not is_known:
            _log.warning("%s", found)
        return not isinstance(found, BrokenPackageError)

    def _try(self, point: EntryPoint) -> Value | BrokenPackageError:
        """Return the value of an entry point, or why it cannot be used, as it was the first time."""
        if point.name not in self._tried:
            try:
                self._tried[point.name] = self._load(point)
            except BrokenPackageError as error:
                self._tried[point.name] = error
        return self._tried[point.name]

    def _load(self, point: EntryPoint) -> Value:
        try:
            value = point.load()
            if (fault := self._fault(point, value)) is None:
                self._try_out(value)
        # Somebody else's code: whatever it does, even leave, the others go on.
        except (Exception, SystemExit) as error:
            told = " ".join(str(error).split()) or "no message"
            raise BrokenPackageError(
                f"{_tell(point)} cannot be used: {type(error).__name__}: {told}"
            ) from error
        if fault is not None:
            raise BrokenPackageError(fault)
        return value  # type: ignore[no-any-return]

    def _fault(self, point: EntryPoint, value: object) -> str | None:
        """Return what is wrong with a value before it is used, None where it is of the kind."""
        if not isinstance(value, self._kind):
            return f"{_tell(point)} is no {self._kind.__name__}"
        if value.name != point.name:
            return f"{_tell(point)} calls itself {value.name!r}"
        return None


def _tell(point: EntryPoint) -> str:
    """Return in words what an entry point is and whose."""
    package = point.dist.name if point.dist else "somebody"
    return f"{point.group} {point.name!r} of {package} ({point.value})"
