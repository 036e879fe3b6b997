<?php

declare(strict_types=1);

namespace Drape\Lists;

use Drape\Internal\Transport;

/**
 * Pages go on after an entry: nothing is left out or comes twice while the list grows.
 *
 * @template T of array
 * @extends AbstractList<T>
 */
final class CursorList extends AbstractList
{
    /**
     * @internal
     * @param array<string, string|int|null> $filters
     */
    public function __construct(
        Transport $transport,
        string $path,
        array $filters,
        private readonly ?int $limit,
        private readonly ?string $startingAfter,
        string $nameOf = 'id',
    ) {
        parent::__construct($transport, $path, $filters, $nameOf);
    }

    public function page(): Page
    {
        return $this->fetch(['limit' => $this->limit, 'starting_after' => $this->startingAfter]);
    }

    public function pages(): \Generator
    {
        $after = $this->startingAfter;
        do {
            $page = $this->fetch(['limit' => $this->limit ?? self::PAGE, 'starting_after' => $after]);
            yield $page;
            $after = $page->pagination['nextStartingAfter'] ?? null;
        } while ($after !== null);
    }
}
