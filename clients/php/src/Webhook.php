<?php

declare(strict_types=1);

namespace Drape;

use Drape\Errors\WebhookVerificationError;

/**
 * Verifies webhooks (Standard Webhooks 1.0).
 *
 * @phpstan-import-type WebhookEvent from Records
 */
final class Webhook
{
    private const PREFIX = 'whsec_';
    private const TOLERANCE = 300;

    private function __construct()
    {
    }

    /**
     * The event of a webhook that one of the secrets has signed within `$tolerance` seconds.
     *
     * @param string $body what came, unchanged: parsing and writing it again breaks the signature
     * @param array<string, mixed> $headers those of the request, with a text or a list of texts each; or `$_SERVER`
     * @param string|list<string> $secret several while they are rotated
     * @return WebhookEvent
     * @throws WebhookVerificationError
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter]
        string|array $secret,
        int $tolerance = self::TOLERANCE,
    ): array {
        $given = self::byName($headers);
        $id = $given['webhook-id'] ?? '';
        $timestamp = $given['webhook-timestamp'] ?? '';
        $signatures = $given['webhook-signature'] ?? '';
        if ($id === '' || $timestamp === '' || $signatures === '') {
            throw new WebhookVerificationError('webhook-id, webhook-timestamp or webhook-signature is missing.');
        }
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1 || abs(time() - (int) $timestamp) > $tolerance) {
            throw new WebhookVerificationError(
                'The timestamp of the webhook is too old, in the future, or no number.',
            );
        }
        foreach ((array) $secret as $one) {
            if (self::isSigned("{$id}.{$timestamp}.{$body}", $signatures, $one)) {
                return self::parse($body);
            }
        }
        throw new WebhookVerificationError('No secret has made the signature of the webhook.');
    }

    private static function isSigned(
        string $signed,
        string $signatures,
        #[\SensitiveParameter]
        string $secret,
    ): bool {
        $encoded = str_starts_with($secret, self::PREFIX) ? substr($secret, strlen(self::PREFIX)) : $secret;
        $key = base64_decode($encoded, true);
        if ($key === false || $key === '') {
            throw new WebhookVerificationError('The secret is not whsec_<base64>.');
        }
        $expected = hash_hmac('sha256', $signed, $key, true);
        foreach (explode(' ', $signatures) as $part) {
            $given = str_starts_with($part, 'v1,') ? base64_decode(substr($part, strlen('v1,')), true) : false;
            if ($given !== false && hash_equals($expected, $given)) {
                return true;
            }
        }
        return false;
    }

    /** @return WebhookEvent */
    private static function parse(string $body): array
    {
        $event = json_decode($body, true);
        // Decoded, an empty object and an empty list are the same.
        if (!is_array($event) || !str_starts_with(ltrim($body), '{')) {
            throw new WebhookVerificationError('The webhook is signed, but no JSON object.');
        }
        return $event;
    }

    /**
     * Headers by their names in lower case. `$_SERVER` has `Webhook-Id` as `HTTP_WEBHOOK_ID`.
     *
     * @param array<string, mixed> $headers
     * @return array<string, string>
     */
    private static function byName(array $headers): array
    {
        $found = [];
        foreach ($headers as $name => $value) {
            $plain = preg_replace('/^http-/', '', strtr(strtolower((string) $name), '_', '-'));
            $first = is_array($value) ? reset($value) : $value;
            if (is_string($first) && is_string($plain)) {
                $found[$plain] = $first;
            }
        }
        return $found;
    }
}
