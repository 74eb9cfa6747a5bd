"""``tengen agents``: who can play."""

import json

from tengen.cli.options import AsJson


def agents(as_json: AsJson = False) -> None:
    """List the methods and the trained nets that ship.

    [bold]Example[/bold]: tengen agents --json
    """
    from tengen.agents import names
    from tengen.weights import shipped

    nets = shipped()
    if as_json:
        print(json.dumps({"agents": names(), "nets": nets}))
        return
    print("Methods:", ", ".join(names()))
    print("Nets:   ", ", ".join(nets) or "none")
