<?php

declare(strict_types=1);

namespace Drape\Lists;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Internal\Transport;

/**
 * A list over all its pages: iterate for one entry after the other, `pages()` for a page at a time. Each page is
 * fetched when it is needed.
 *
 * @template T of array
 * @implements \IteratorAggregate<int, T>
 */
abstract class AbstractList implements \IteratorAggregate
{
    /** Entries per page when iterating: the most that the service gives. */
    protected const PAGE = 100;

    /**
     * @internal
     * @param array<string, string|int|null> $filters
     * @param string $nameOf the member that names an entry
     */
    public function __construct(
        private readonly Transport $transport,
        private readonly string $path,
        private readonly array $filters = [],
        private readonly string $nameOf = 'id',
    ) {
    }

    /**
     * The first page.
     *
     * @return Page<T>
     * @throws DrapeError
     */
    abstract public function page(): Page;

    /**
     * @return \Generator<int, Page<T>>
     * @throws DrapeError
     */
    abstract public function pages(): \Generator;

    /**
     * An entry that moves to another page meanwhile is given once all the same.
     *
     * @return \Generator<int, T>
     * @throws DrapeError
     */
    final public function getIterator(): \Generator
    {
        $seen = [];
        foreach ($this->pages() as $page) {
            foreach ($page->data as $entry) {
                $name = (string) $entry[$this->nameOf];
                if (!isset($seen[$name])) {
                    yield $entry;
                }
                $seen[$name] = true;
            }
        }
    }

    /**
     * @param array<string, string|int|null> $query
     * @return Page<T>
     */
    final protected function fetch(array $query): Page
    {
        $envelope = $this->transport->send(new Call('GET', $this->path, query: $this->filters + $query));
        return new Page(array_values($envelope['data']), $envelope['pagination'] ?? []);
    }
}
