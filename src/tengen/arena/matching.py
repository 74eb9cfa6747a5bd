"""Pairing everybody with somebody: whether that can be done at all.

A perfect matching in a graph, by augmenting paths through contracted odd cycles (Edmonds, "Paths,
trees, and flowers", 1965).
"""

from collections import deque
from collections.abc import Collection, Sequence

Graph = Sequence[Collection[int]]
"""The neighbours of each vertex."""


def can_pair_all(graph: Graph) -> bool:
    """Return whether all vertices can be paired at once, each with a neighbour."""
    return -1 not in largest_matching(graph)


def largest_matching(graph: Graph) -> list[int]:
    """Return each vertex's partner in a matching of the most pairs; -1 for one left alone."""
    partner = [-1] * len(graph)
    for vertex in range(len(graph)):
        if partner[vertex] == -1:
            _Forest(graph, partner).augment(vertex)
    return partner


class _Forest:
    """The alternating tree that grows from one vertex without a partner."""

    def __init__(self, graph: Graph, partner: list[int]) -> None:
        self._graph = graph
        self._partner = partner
        self._parent = [-1] * len(graph)
        self._base = list(range(len(graph)))
        """The vertex each odd cycle is contracted to."""

    def augment(self, root: int) -> None:
        """Pair one vertex more, if a path from `root` allows it."""
        vertex = self._find_free(root)
        while vertex != -1:
            before = self._parent[vertex]
            further = self._partner[before]
            self._partner[vertex], self._partner[before] = before, vertex
            vertex = further

    def _find_free(self, root: int) -> int:
        """Return the end of an augmenting path, -1 where there is none."""
        outer = {root}
        waiting = deque([root])
        while waiting:
            vertex = waiting.popleft()
            for other in self._graph[vertex]:
                if self._base[vertex] == self._base[other] or self._partner[vertex] == other:
                    continue
                partner = self._partner[other]
                if other == root or (partner != -1 and self._parent[partner] != -1):
                    added = self._contract(vertex, other, outer)
                    waiting.extend(added)
                elif self._parent[other] == -1:
                    self._parent[other] = vertex
                    if partner == -1:
                        return other
                    outer.add(partner)
                    waiting.append(partner)
        return -1

    def _contract(self, one: int, other: int, outer: set[int]) -> list[int]:
        """Make one vertex of the odd cycle that the edge closes; return the new outer ones."""
        base = self._meeting_point(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        added = []
        for vertex in range(len(self._graph)):
            if self._base[vertex] in inside:
                self._base[vertex] = base
                if vertex not in outer:
                    outer.add(vertex)
                    added.append(vertex)
        return added

    def _meeting_point(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if self._partner[one] == -1:
                break
            one = self._parent[self._partner[one]]
        while self._base[other] not in seen:
            other = self._parent[self._partner[self._base[other]]]
        return self._base[other]

    def _mark(self, vertex: int, base: int, child: int, inside: set[int]) -> None:
        while self._base[vertex] != base:
            partner = self._partner[vertex]
            inside |= {self._base[vertex], self._base[partner]}
            self._parent[vertex] = child
            child, vertex = partner, self._parent[partner]
