"""The same client for asyncio: each call runs in a thread of the loop's own pool."""

from __future__ import annotations

import asyncio
import functools
from typing import Any, AsyncIterator, Callable, Iterator

from .client import Drape
from .lists import CursorList, OffsetList, _List

_END = object()


class AsyncDrape:
    """``await drape.try_ons.create(…)``; lists and events are walked with ``async for``."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.sync = Drape(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return _wrap(getattr(self.sync, name))


class _AsyncResource:
    def __init__(self, resource: Any) -> None:
        self._resource = resource

    def __getattr__(self, name: str) -> Any:
        return _wrap(getattr(self._resource, name))


class AsyncList:
    """A list whose pages are fetched in threads."""

    def __init__(self, inner: _List[Any]) -> None:
        self._inner = inner

    async def page(self) -> Any:
        page: Callable[[], Any] = getattr(self._inner, "page")
        return await _in_thread(page)

    def pages(self) -> AsyncIterator[Any]:
        return _walk(self._inner.pages())

    def __aiter__(self) -> AsyncIterator[Any]:
        return _walk(iter(self._inner))


def _wrap(value: Any) -> Any:
    if getattr(type(value), "__module__", "").startswith("drape.client") and not callable(value):
        return _AsyncResource(value)
    if not callable(value):
        return value

    @functools.wraps(value)
    def call(*args: Any, **options: Any) -> Any:
        # Lists and events do nothing until they are walked.
        if value.__name__ in ("list", "rows", "deliveries"):
            return AsyncList(value(*args, **options))
        if value.__name__ == "events":
            return _walk(value(*args, **options))
        return _in_thread(value, *args, **options)

    return call


async def _in_thread(work: Callable[..., Any], *args: Any, **options: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(work, *args, **options))


async def _walk(entries: Iterator[Any]) -> AsyncIterator[Any]:
    while True:
        entry = await _in_thread(next, entries, _END)
        if entry is _END:
            return
        yield entry


__all__ = ["AsyncDrape", "AsyncList", "CursorList", "OffsetList"]
