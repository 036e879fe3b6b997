<?php

declare(strict_types=1);

namespace Drape\Errors;

use Drape\Records;

/**
 * The try-on ended without a picture: failed, expired or canceled.
 *
 * @phpstan-import-type TryOn from Records
 */
final class TryOnFailedError extends DrapeError
{
    /** @param TryOn $tryOn */
    public function __construct(public readonly array $tryOn)
    {
        $error = $tryOn['error'] ?? [];
        parent::__construct(
            $error['message'] ?? "The try-on {$tryOn['id']} was {$tryOn['status']}.",
            $error['code'] ?? 'canceled',
            status: 200,
            details: $error['details'] ?? [],
            retryable: $error['retryable'] ?? false,
            docUrl: $error['docUrl'] ?? null,
        );
    }
}
