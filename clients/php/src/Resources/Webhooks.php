<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Errors\WebhookVerificationError;
use Drape\Internal\Call;
use Drape\Lists\CursorList;
use Drape\Lists\OffsetList;
use Drape\Records;
use Drape\Webhook;

/**
 * Who is told of what happens.
 *
 * @phpstan-import-type Deleted from Records
 * @phpstan-import-type Webhook from Records as WebhookRecord
 * @phpstan-import-type WebhookDelivery from Records
 * @phpstan-import-type WebhookEvent from Records
 */
final class Webhooks extends AbstractResource
{
    private const PATH = '/v1/webhooks';

    /**
     * `Webhook::verify`, which needs no client.
     *
     * @param array<string, mixed> $headers
     * @param string|list<string> $secret
     * @return WebhookEvent
     * @throws WebhookVerificationError
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter]
        string|array $secret,
        int $tolerance = 300,
    ): array {
        return Webhook::verify($body, $headers, $secret, $tolerance);
    }

    /**
     * The answer shows the secret once.
     *
     * @param array<string, mixed> $input `url`, `events`; `enabled`, `description`
     * @return WebhookRecord
     * @throws DrapeError
     */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', self::PATH, body: $input, headers: $headers));
    }

    /** @return OffsetList<WebhookRecord> */
    public function list(?int $limit = null, ?int $offset = null): OffsetList
    {
        return new OffsetList($this->transport, self::PATH, $limit, $offset);
    }

    /**
     * @return WebhookRecord
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::path($id)));
    }

    /**
     * What is left out stays, the secret too.
     *
     * @param array<string, mixed> $input
     * @return WebhookRecord
     * @throws DrapeError
     */
    public function update(string $id, array $input): array
    {
        return $this->data(new Call('PATCH', self::path($id), body: $input));
    }

    /**
     * With its deliveries.
     *
     * @return Deleted
     * @throws DrapeError
     */
    public function delete(string $id): array
    {
        return $this->data(new Call('DELETE', self::path($id)));
    }

    /**
     * Both secrets sign until the old one's time is over. Not sent again where its answer was lost: a second call
     * would push the first one's secret out.
     *
     * @return WebhookRecord
     * @throws DrapeError
     */
    public function rotateSecret(string $id): array
    {
        return $this->data(new Call('POST', self::path($id) . '/rotate-secret', once: true));
    }

    /**
     * Sends a signed `ping`, once, also where the webhook is not enabled; `deliveries` tells a moment later what came
     * back.
     *
     * @return WebhookDelivery
     * @throws DrapeError
     */
    public function ping(string $id): array
    {
        return $this->data(new Call('POST', self::path($id) . '/ping'));
    }

    /**
     * What was sent, what came back, and when the next attempt is; latest first.
     *
     * @return CursorList<WebhookDelivery>
     */
    public function deliveries(
        string $id,
        ?string $status = null,
        ?string $eventType = null,
        ?string $tryOnId = null,
        ?\DateTimeInterface $createdGte = null,
        ?\DateTimeInterface $createdLt = null,
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $path = self::path($id);
        return $this->deliveriesAt(
            $path,
            $status,
            $eventType,
            $tryOnId,
            $createdGte,
            $createdLt,
            $limit,
            $startingAfter,
        );
    }

    /**
     * Sends it again, under the same id.
     *
     * @return WebhookDelivery
     * @throws DrapeError
     */
    public function redeliver(string $id, string $deliveryId): array
    {
        $path = self::path($id) . '/deliveries/' . self::segment($deliveryId) . '/redeliver';
        return $this->data(new Call('POST', $path));
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . self::segment($id);
    }
}
