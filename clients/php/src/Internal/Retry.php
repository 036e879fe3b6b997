<?php

declare(strict_types=1);

namespace Drape\Internal;

use Drape\Errors\DrapeConnectionError;
use Drape\Errors\DrapeError;

/**
 * Whether and when a call is sent again.
 *
 * @internal
 */
final class Retry
{
    /** Bounds of the pause before a retry, seconds; it is drawn from 0 up to the bound, which doubles each time. */
    private const FIRST = 0.5;
    private const LONGEST = 8.0;
    /** The service may ask for the rest of an hour; that is for the caller to decide. */
    private const LONGEST_RETRY_AFTER = 60.0;
    /** Added where the service says when: not all clients should come at the same moment. */
    private const SPREAD = 0.25;

    /** Whether a call that is safe to repeat may succeed the next time. */
    public static function isWorthwhile(DrapeError $error): bool
    {
        if ($error->retryAfter !== null && $error->retryAfter > self::LONGEST_RETRY_AFTER) {
            return false;
        }
        if ($error->code === 'client_token_used_up') {
            return false;
        }
        return $error instanceof DrapeConnectionError
            || $error->status === 429
            || $error->status >= 500
            || $error->code === 'idempotency_request_in_progress';
    }

    /** Seconds before retry number `$attempt`, from 0. */
    public static function delay(int $attempt, ?float $retryAfter): float
    {
        $share = random_int(0, 1_000_000) / 1_000_000;
        return $retryAfter === null
            ? $share * min(self::LONGEST, self::FIRST * 2 ** $attempt)
            : $retryAfter + $share * self::SPREAD;
    }

    public static function pause(float $seconds): void
    {
        if ($seconds > 0) {
            usleep((int) ($seconds * 1_000_000));
        }
    }

    /** Seconds of a Retry-After header, which may also hold a date. */
    public static function secondsOf(?string $header): ?float
    {
        if ($header === null) {
            return null;
        }
        if (preg_match('/^\d+$/D', $header) === 1) {
            return (float) $header;
        }
        $at = \DateTimeImmutable::createFromFormat('!D, d M Y H:i:s \G\M\T', $header, new \DateTimeZone('UTC'));
        return $at === false ? null : max(0.0, $at->getTimestamp() - microtime(true));
    }
}
