<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Lists\OffsetList;
use Drape\Records;

/**
 * The keys of the account, live or test as the key that asks.
 *
 * @phpstan-import-type ApiKey from Records
 */
final class Keys extends AbstractResource
{
    private const PATH = '/v1/keys';

    /**
     * The answer shows the key once. It is null where this call was sent again: rotate the key then.
     *
     * @param array<string, mixed> $input `kind`, `name`, `scopes`, `allowedOrigins`, `expiresAt`
     * @return ApiKey
     * @throws DrapeError
     */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', self::PATH, body: $input, headers: $headers));
    }

    /**
     * Latest first.
     *
     * @return OffsetList<ApiKey>
     */
    public function list(?int $limit = null, ?int $offset = null): OffsetList
    {
        return new OffsetList($this->transport, self::PATH, $limit, $offset);
    }

    /**
     * @return ApiKey
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::path($id)));
    }

    /**
     * @param array<string, mixed> $input
     * @return ApiKey
     * @throws DrapeError
     */
    public function update(string $id, array $input): array
    {
        return $this->data(new Call('PATCH', self::path($id), body: $input));
    }

    /**
     * Ends the key on every gateway within a second; its record stays.
     *
     * @return ApiKey
     * @throws DrapeError
     */
    public function revoke(string $id): array
    {
        return $this->data(new Call('DELETE', self::path($id)));
    }

    /**
     * A key that may do the same; the old one goes on working for `overlapDays`.
     *
     * @param array<string, mixed> $input
     * @return ApiKey
     * @throws DrapeError
     */
    public function rotate(string $id, array $input = [], ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', self::path($id) . '/rotate', body: $input, headers: $headers));
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . self::segment($id);
    }
}
