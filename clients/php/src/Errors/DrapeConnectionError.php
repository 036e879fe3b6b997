<?php

declare(strict_types=1);

namespace Drape\Errors;

/** There was no answer. */
class DrapeConnectionError extends DrapeError
{
}
