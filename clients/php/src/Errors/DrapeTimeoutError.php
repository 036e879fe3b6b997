<?php

declare(strict_types=1);

namespace Drape\Errors;

/** There was no answer in time. */
final class DrapeTimeoutError extends DrapeConnectionError
{
}
