<?php

declare(strict_types=1);

namespace Drape\Internal;

use Drape\Errors\DrapeConnectionError;
use Drape\Errors\DrapeError;
use Drape\RateLimit;

/**
 * Sends calls: key, timeout, retries, errors. Of one service and one key.
 *
 * @internal
 */
final class Transport
{
    private readonly string $baseUrl;
    private readonly bool $isPublishable;
    private ?RateLimit $rateLimit = null;

    /** @throws \InvalidArgumentException */
    public function __construct(
        #[\SensitiveParameter]
        private readonly string $apiKey,
        string $baseUrl,
        public readonly float $timeout,
        public readonly int $maxRetries,
        private ?string $sessionId,
        private readonly ?string $language,
    ) {
        if ($apiKey === '') {
            throw new \InvalidArgumentException('Drape needs an apiKey.');
        }
        if (preg_match('#^https?://[^/]#', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('Drape needs a baseUrl: "https://…".');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->isPublishable = str_starts_with($apiKey, 'drp_pk_');
    }

    /**
     * Without the key, which has no business in a log.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    public function rateLimit(): ?RateLimit
    {
        return $this->rateLimit;
    }

    public function sessionId(): ?string
    {
        return $this->sessionId;
    }

    /**
     * The envelope of a success, or of a try-on that failed.
     *
     * @return array{data: array<array-key, mixed>, pagination?: array<string, mixed>, ...}
     * @throws DrapeError
     */
    public function send(Call $call): array
    {
        return $this->retrying(function () use ($call): array {
            $exchange = $this->open($call);
            $envelope = $exchange->json();
            if (!is_array($envelope) || !is_array($envelope['data'] ?? null)) {
                throw Failure::of($exchange, $envelope);
            }
            $session = $envelope['data']['sessionId'] ?? null;
            if ($this->isPublishable && $this->sessionId === null && is_string($session)) {
                $this->sessionId = $session;
            }
            return $envelope;
        }, $call->once);
    }

    /**
     * All calls are safe to repeat: reads, erasures, and creations under an Idempotency-Key.
     *
     * @template T
     * @param callable(): T $run
     * @return T
     * @throws DrapeError
     */
    public function retrying(callable $run, bool $once = false): mixed
    {
        for ($attempt = 0;; ++$attempt) {
            try {
                return $run();
            } catch (DrapeError $error) {
                $isLost = $once && $error instanceof DrapeConnectionError;
                if ($attempt >= $this->maxRetries || $isLost || !Retry::isWorthwhile($error)) {
                    throw $error;
                }
                Retry::pause(Retry::delay($attempt, $error->retryAfter));
            }
        }
    }

    /**
     * The answer itself, once, for streams and redirects.
     *
     * @throws DrapeError what a status of 400 and above means
     */
    public function open(Call $call, bool $isStream = false): Exchange
    {
        $content = $call->content();
        $exchange = new Exchange(
            $call->name(),
            $call->method,
            $this->baseUrl . $call->path . self::search($call->query),
            $this->headers($call, $content[0] ?? null),
            // Without content curl would leave the length out, which some proxies refuse.
            $content[1] ?? ($call->method === 'POST' ? '' : null),
            $this->timeout + $call->extra,
            $isStream,
        );
        $this->note($exchange);
        if ($exchange->status() >= 400) {
            throw Failure::of($exchange, $exchange->json());
        }
        return $exchange;
    }

    /** @return array<string, string> */
    private function headers(Call $call, ?string $contentType): array
    {
        $given = [
            'Authorization' => "Bearer {$this->apiKey}",
            'Accept' => 'application/json',
            'Accept-Language' => $this->language,
            'X-Drape-Session' => $this->sessionId,
            'Content-Type' => $contentType,
            ...$call->headers,
        ];
        return array_filter($given, is_string(...));
    }

    /** @param array<string, string|int|null> $query */
    private static function search(array $query): string
    {
        $search = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
        return $search === '' ? '' : "?{$search}";
    }

    private function note(Exchange $exchange): void
    {
        $limit = $exchange->header('X-RateLimit-Limit');
        $remaining = $exchange->header('X-RateLimit-Remaining');
        $reset = $exchange->header('X-RateLimit-Reset');
        if ($limit !== null && $remaining !== null && $reset !== null) {
            $this->rateLimit = new RateLimit((int) $limit, (int) $remaining, (int) $reset);
        }
    }
}
