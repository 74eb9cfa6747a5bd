"""The studio: play and analyse in the browser.

``tengen studio`` calls `serve`. The rules live here, in the server: the page draws what it is
told and asks for what it wants. Importing this package loads no web framework.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

DEFAULT_PORT = 8000


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    data: Path | None = None,
    open_browser: bool = True,
    on_ready: Callable[[str], None] | None = None,
    engines: Sequence[str] = (),
) -> None:
    """Serve the studio until interrupted.

    Args:
        host: an address of this machine. Where other machines can reach it, whoever visits must
            have the token, which is in the address that `on_ready` is told.
        port: where to listen; 0 lets the system choose.
        data: folder of saved games and begun trainings; None for the user's data folder.
        open_browser: show the page when it is ready.
        on_ready: told the address of the page when it is ready.
        engines: specs of programs offered as opponents, such as ``gtp:gnugo --mode gtp``.

    Raises:
        TengenError: the port is in use, the address is not this machine's, the folder cannot be
            written, or an engine is none.
    """
    from tengen.studio.web.server import run

    run(host, port, data, open_browser, on_ready, engines)
