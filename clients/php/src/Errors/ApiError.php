<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 5xx, and answers that are not of this API. */
final class ApiError extends DrapeError
{
}
