<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 400, 405, 413, 415: the request is wrong. */
final class InvalidRequestError extends DrapeError
{
}
