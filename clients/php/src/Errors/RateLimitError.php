<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 429. */
final class RateLimitError extends DrapeError
{
}
