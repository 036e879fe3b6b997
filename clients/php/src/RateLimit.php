<?php

declare(strict_types=1);

namespace Drape;

/** What is left of the account's hour. */
final class RateLimit
{
    /**
     * @param int $limit requests in a rolling hour
     * @param int $reset Unix seconds of the moment when the next request becomes available
     */
    public function __construct(
        public readonly int $limit,
        public readonly int $remaining,
        public readonly int $reset,
    ) {
    }
}
