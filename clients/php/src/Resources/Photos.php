<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Internal\Content;
use Drape\Records;

/** @phpstan-import-type PhotoCheck from Records */
final class Photos extends AbstractResource
{
    /**
     * What a try-on with the photo would fail of; nothing is kept of it. `usable` is null where no worker came to it
     * in time.
     *
     * @param array<string, mixed> $input `userPhoto`, and `productCategory` where it is for one
     * @param float $wait seconds to wait for a worker, at most 60
     * @return PhotoCheck
     * @throws DrapeError
     */
    public function check(array $input, float $wait = 10.0): array
    {
        $body = Content::fields($input);
        return $this->data(
            new Call('POST', '/v1/photos/check', body: $body, headers: self::prefer($wait), extra: $wait),
        );
    }
}
