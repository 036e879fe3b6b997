<?php

declare(strict_types=1);

namespace Drape\Errors;

/** 403: the key lacks a permission. */
final class PermissionError extends DrapeError
{
}
