<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Records;

/** @phpstan-import-type Usage from Records as UsageRecord */
final class Usage extends AbstractResource
{
    /**
     * What the account used, in groups and in total; live or test as the key that asks.
     *
     * @param string|null $from first day, UTC, as `2026-11-21`
     * @param string|null $to last day; it is included
     * @param 'hour'|'day'|'key'|'category'|'outcome'|null $groupBy
     * @return UsageRecord
     * @throws DrapeError
     */
    public function retrieve(?string $from = null, ?string $to = null, ?string $groupBy = null): array
    {
        $query = ['from' => $from, 'to' => $to, 'groupBy' => $groupBy];
        return $this->data(new Call('GET', '/v1/usage', query: $query));
    }
}
