"""Lists over all their pages: iterate for one entry after the other, ``pages()`` for a page at a time."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, Iterator, List, NamedTuple, Optional, TypeVar

from .transport import Query, Transport

#: Entries per page when iterating: the most that the service gives.
_PAGE = 100
T = TypeVar("T")


class Page(NamedTuple):
    data: List[Any]
    pagination: Dict[str, Any]


class _List(Generic[T]):
    def __init__(self, transport: Transport, path: str, filters: Query, name_of: Callable[[T], str]) -> None:
        self._transport = transport
        self._path = path
        self._filters = filters
        self._name_of = name_of

    def _page(self, query: Query) -> Page:
        envelope = self._transport.send("GET", self._path, query={**self._filters, **query})
        return Page(envelope["data"], envelope.get("pagination", {}))

    def pages(self) -> Iterator[Page]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[T]:
        """An entry that moves to another page meanwhile is given once all the same."""
        seen = set()
        for page in self.pages():
            for entry in page.data:
                name = self._name_of(entry)
                if name not in seen:
                    yield entry
                seen.add(name)


def _id_of(entry: Any) -> str:
    return str(entry["id"])


class OffsetList(_List[T]):
    """Pages are counted from the start of the list."""

    def __init__(self, transport: Transport, path: str, limit: Optional[int], offset: Optional[int]) -> None:
        super().__init__(transport, path, {}, _id_of)
        self._limit = limit
        self._offset = offset

    def page(self) -> Page:
        """The first page."""
        return self._page({"limit": self._limit, "offset": self._offset})

    def pages(self) -> Iterator[Page]:
        limit = self._limit or _PAGE
        offset = self._offset or 0
        while True:
            page = self._page({"limit": limit, "offset": offset})
            yield page
            if not page.pagination.get("hasMore"):
                return
            offset += limit


class CursorList(_List[T]):
    """Pages go on after an entry: nothing is left out or comes twice while the list grows."""

    def __init__(
        self,
        transport: Transport,
        path: str,
        filters: Query,
        limit: Optional[int],
        starting_after: Optional[str],
        name_of: Callable[[T], str] = _id_of,
    ) -> None:
        super().__init__(transport, path, filters, name_of)
        self._limit = limit
        self._starting_after = starting_after

    def page(self) -> Page:
        """The first page."""
        return self._page({"limit": self._limit, "starting_after": self._starting_after})

    def pages(self) -> Iterator[Page]:
        after = self._starting_after
        while True:
            page = self._page({"limit": self._limit or _PAGE, "starting_after": after})
            yield page
            after = page.pagination.get("nextStartingAfter")
            if after is None:
                return
