<?php

declare(strict_types=1);

namespace Drape\Internal;

use Drape\Errors\ApiError;
use Drape\Errors\AuthenticationError;
use Drape\Errors\ConflictError;
use Drape\Errors\DrapeError;
use Drape\Errors\InvalidRequestError;
use Drape\Errors\NotFoundError;
use Drape\Errors\PermissionError;
use Drape\Errors\RateLimitError;

/**
 * What an answer fails of.
 *
 * @internal
 */
final class Failure
{
    /** @var array<string, class-string<DrapeError>> */
    private const CLASSES = [
        'invalid_request_error' => InvalidRequestError::class,
        'authentication_error' => AuthenticationError::class,
        'permission_error' => PermissionError::class,
        'not_found_error' => NotFoundError::class,
        'conflict_error' => ConflictError::class,
        'rate_limit_error' => RateLimitError::class,
        'api_error' => ApiError::class,
    ];

    /** The error of an envelope, as the class of its type. */
    public static function of(Exchange $exchange, mixed $body): DrapeError
    {
        $status = $exchange->status();
        $requestId = $exchange->header('Request-Id');
        $retryAfter = Retry::secondsOf($exchange->header('Retry-After'));
        $error = is_array($body) ? ($body['error'] ?? null) : null;
        if (!is_array($error) || !is_string($error['code'] ?? null)) {
            return new ApiError(
                "The answer with status {$status} is not of the Drape API. Is the baseUrl right?",
                'unexpected_response',
                status: $status,
                requestId: $requestId,
                retryable: $status >= 500 || $status === 429,
                retryAfter: $retryAfter,
            );
        }
        $class = self::CLASSES[self::text($error, 'type') ?? ''] ?? DrapeError::class;
        return new $class(
            self::text($error, 'message') ?? '',
            $error['code'],
            status: $status,
            requestId: $requestId,
            param: self::text($error, 'param'),
            details: is_array($error['details'] ?? null) ? array_values($error['details']) : [],
            retryable: ($error['retryable'] ?? null) === true,
            docUrl: self::text($error, 'docUrl'),
            retryAfter: $retryAfter,
        );
    }

    /** @param array<array-key, mixed> $error */
    private static function text(array $error, string $name): ?string
    {
        $value = $error[$name] ?? null;
        return is_string($value) ? $value : null;
    }
}
