<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Internal\Transport;
use Drape\Lists\CursorList;
use Drape\Records;

/** @phpstan-import-type WebhookDelivery from Records */
abstract class AbstractResource
{
    /** @internal */
    public function __construct(protected readonly Transport $transport)
    {
    }

    /**
     * @return mixed always an array; of which record, each method says itself
     * @throws DrapeError
     */
    final protected function data(Call $call): mixed
    {
        return $this->transport->send($call)['data'];
    }

    /** A name as a part of a path. */
    final protected static function segment(string $name): string
    {
        return rawurlencode($name);
    }

    /**
     * The caller's key, or one of its own for this call: a repetition makes nothing twice.
     *
     * @return array<string, string>
     */
    final protected static function idempotency(?string $key): array
    {
        return ['Idempotency-Key' => $key === null || $key === '' ? bin2hex(random_bytes(16)) : $key];
    }

    /** @return array<string, string> */
    final protected static function prefer(?float $wait): array
    {
        return $wait === null ? [] : ['Prefer' => 'wait=' . (int) $wait];
    }

    /** @return array<string, string|null> */
    final protected static function created(?\DateTimeInterface $gte, ?\DateTimeInterface $lt): array
    {
        return ['created[gte]' => self::time($gte), 'created[lt]' => self::time($lt)];
    }

    /**
     * The fields with the session of a publishable key, where they name none.
     *
     * @param array<string, mixed> $fields
     * @return array<string, mixed>
     */
    final protected function withSession(array $fields): array
    {
        $session = $this->transport->sessionId();
        return $session === null ? $fields : $fields + ['sessionId' => $session];
    }

    /** @return CursorList<WebhookDelivery> */
    final protected function deliveriesAt(
        string $path,
        ?string $status,
        ?string $eventType,
        ?string $tryOnId,
        ?\DateTimeInterface $createdGte,
        ?\DateTimeInterface $createdLt,
        ?int $limit,
        ?string $startingAfter,
    ): CursorList {
        $filters = [
            'status' => $status,
            'eventType' => $eventType,
            'tryOnId' => $tryOnId,
            ...self::created($createdGte, $createdLt),
        ];
        return new CursorList($this->transport, "{$path}/deliveries", $filters, $limit, $startingAfter);
    }

    private static function time(?\DateTimeInterface $time): ?string
    {
        return $time === null
            ? null
            : \DateTimeImmutable::createFromInterface($time)
                ->setTimezone(new \DateTimeZone('UTC'))
                ->format('Y-m-d\TH:i:s.v\Z');
    }
}
