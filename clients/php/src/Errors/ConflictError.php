<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 409, 422: the state of the thing forbids it, or the Idempotency-Key was used for something else. */
final class ConflictError extends DrapeError
{
}
