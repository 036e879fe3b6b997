<?php

declare(strict_types=1);

namespace Drape\Lists;

use Drape\Internal\Transport;

/**
 * Pages are counted from the start of the list.
 *
 * @template T of array
 * @extends AbstractList<T>
 */
final class OffsetList extends AbstractList
{
    /** @internal */
    public function __construct(
        Transport $transport,
        string $path,
        private readonly ?int $limit,
        private readonly ?int $offset,
    ) {
        parent::__construct($transport, $path);
    }

    public function page(): Page
    {
        return $this->fetch(['limit' => $this->limit, 'offset' => $this->offset]);
    }

    public function pages(): \Generator
    {
        $limit = $this->limit ?? self::PAGE;
        $offset = $this->offset ?? 0;
        do {
            $page = $this->fetch(['limit' => $limit, 'offset' => $offset]);
            yield $page;
            $offset += $limit;
        } while (($page->pagination['hasMore'] ?? null) === true);
    }
}
