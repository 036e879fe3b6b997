<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 404, 410: unknown to this account, or past its retention. */
final class NotFoundError extends DrapeError
{
}
