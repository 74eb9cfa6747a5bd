"""A loop of one's own beside that of a browser's driver, which keeps one in the tests' thread."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run(coroutine: Coroutine[None, None, T]) -> T:
    """Return what `coroutine` returns, run in a thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
