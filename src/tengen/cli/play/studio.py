"""``tengen studio``: play and analyse in the browser."""

import signal
from pathlib import Path
from typing import Annotated

import typer


def studio(
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on, such as 0.0.0.0 for other machines too: they need the token."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 8000,
    data: Annotated[
        Path | None,
        typer.Option(help="Folder of saved games and begun trainings, if not the usual one."),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="Offer another program as an opponent, such as 'gtp:gnugo --mode gtp?name=GNU "
            "Go'; may be repeated.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option(help="Show the page when it is ready.")] = True,
) -> None:
    """Play and analyse in the browser.

    The page is for the person at this machine; Ctrl-C stops it, and no game is lost.
    With --host it is also for whoever has the address that is shown, which holds a token.
    Nets trained into ./runs are offered as opponents.

    [bold]Example[/bold]: tengen studio --port 8080 --no-browser
    """
    from tengen.studio import serve

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        serve(
            host=host,
            port=port,
            data=data,
            open_browser=browser,
            engines=engine or (),
            on_ready=lambda address: print(
                f"The studio is open at {address} (Ctrl-C stops it)", flush=True
            ),
        )
    except KeyboardInterrupt:
        return  # the way to end it, not a failure
    finally:
        signal.signal(signal.SIGTERM, before)
