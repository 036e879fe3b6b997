<?php

declare(strict_types=1);

namespace Drape\Lists;

/**
 * A page of a list.
 *
 * @template T of array
 */
final class Page
{
    /**
     * @param list<T> $data
     * @param array<string, mixed> $pagination `limit` and `hasMore`; with `offset` and `total`, or with
     * `nextStartingAfter`
     */
    public function __construct(
        public readonly array $data,
        public readonly array $pagination,
    ) {
    }
}
