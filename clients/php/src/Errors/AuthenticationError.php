<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 401: no key, or one that is not valid. */
final class AuthenticationError extends DrapeError
{
}
