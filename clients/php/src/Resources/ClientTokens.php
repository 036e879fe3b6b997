<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Records;

/** @phpstan-import-type ClientToken from Records */
final class ClientTokens extends AbstractResource
{
    /**
     * What a shop's backend hands to a page for one shopper; there it is the key. Erasing the session ends it.
     *
     * @param array<string, mixed> $input `ttlSeconds`, `sessionId`, `origins`, `maxTryOns`
     * @return ClientToken
     * @throws DrapeError
     */
    public function create(array $input = []): array
    {
        return $this->data(new Call('POST', '/v1/client-tokens', body: $input));
    }
}
