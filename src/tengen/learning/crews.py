"""What a crew on other machines is doing, as figures of a run: for people and for curves."""

from typing import Any

from tengen.core.runner import Crew, NodeStatus

_SHOWN = 8
"""Nodes that have a line of their own."""


def figures_of(crew: Crew[Any, Any] | None) -> dict[str, object]:
    """Return numbers by name, those of a node with its name; none where everybody is here."""
    if crew is None or (status := crew.status()) is None:
        return {}
    figures: dict[str, object] = {
        "nodes": len(status.nodes),
        "workers": sum(node.workers for node in status.nodes),
        "behind": round(status.behind, 2),
        "queue": status.waiting,
        "store": round(status.store, 3),
    }
    for node in status.nodes:
        figures[f"workers at {node.name}"] = node.workers
        for name, rate in _named(node).items():
            figures[f"{name} at {node.name}_per_second"] = round(rate, 2)
    return figures


def lines_of(crew: Crew[Any, Any] | None) -> dict[str, object]:
    """Return lines by name for a person who looks, one for each of the busiest nodes."""
    if crew is None or (status := crew.status()) is None:
        return {}
    busiest = sorted(status.nodes, key=lambda node: -node.workers)[:_SHOWN]
    return {
        f"node {node.name}": ", ".join(
            [f"workers {node.workers}", *(f"{name}/s {n:.1f}" for name, n in _named(node).items())]
        )
        for node in busiest
    }


def _named(node: NodeStatus) -> dict[str, float]:
    """Return the rates of a node; what players finish are games."""
    return {"games" if name == "items" else name: rate for name, rate in node.rates.items()}
