"""``tengen hub``: an engine for draughts programs that speak Hub."""

from tengen.cli.shared.engine import (
    Chance,
    Level,
    Memory,
    Spec,
    ThinkSeconds,
    Threads,
    bounded_seconds,
    factory,
    seed_of,
    standard_streams,
)


def hub(
    agent: Spec = None,
    level: Level = None,
    threads: Threads = None,
    memory: Memory = None,
    seconds: ThinkSeconds = None,
    seed: Chance = None,
) -> None:
    """Play English draughts for a program that speaks Hub, version 2, with variant=english.

    Commands come on the standard input and replies go to the standard output.

    [bold]Example[/bold]: tengen hub --agent 'mcts?playouts=2000'
    """
    from tengen.protocols.hub.engine import serve

    seconds = bounded_seconds(seconds, agent, level)
    make = factory(agent, level, threads, memory, seed=seed_of(seed))
    with standard_streams() as (commands, replies):
        serve(make, commands, replies, seconds=seconds)
