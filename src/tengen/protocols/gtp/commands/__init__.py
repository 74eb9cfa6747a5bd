"""The commands: each module has tables of what it carries out, by name.

A command gets the session and its arguments and returns its result; it refuses by raising a
`TengenError`.
"""

from collections.abc import Callable

from tengen.protocols.gtp.arguments import Arguments
from tengen.protocols.gtp.requests import Reply
from tengen.protocols.gtp.session import Session

Command = Callable[[Session, Arguments], str]
Stream = Callable[[Session, Arguments, Reply], None]
"""A command that replies line by line."""
