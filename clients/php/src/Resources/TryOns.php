<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\ConflictError;
use Drape\Errors\DrapeError;
use Drape\Errors\DrapeTimeoutError;
use Drape\Errors\TryOnFailedError;
use Drape\Internal\Call;
use Drape\Internal\Content;
use Drape\Internal\EventReader;
use Drape\Internal\Retry;
use Drape\Lists\CursorList;
use Drape\Records;

/**
 * Virtual try-ons.
 *
 * @phpstan-import-type Batch from Records
 * @phpstan-import-type Deleted from Records
 * @phpstan-import-type TryOn from Records
 * @phpstan-import-type TryOnEvent from Records
 * @phpstan-import-type WebhookDelivery from Records
 */
final class TryOns extends AbstractResource
{
    private const PATH = '/v1/tryon';
    /** Long enough to ask rarely, short enough for proxies that cut at 30 seconds. */
    private const POLL = 20.0;
    /**
     * An answer before the long poll's time comes from a gateway that shuts down; it must not be asked in a tight
     * loop.
     */
    private const SOONEST = 0.5;
    /** A stream on which nothing happens shows every 15 seconds that it lives. */
    private const HEARTBEAT = 15.0;

    /** @param TryOn $tryOn */
    public static function hasEnded(array $tryOn): bool
    {
        return !in_array($tryOn['status'], ['queued', 'processing'], true);
    }

    /**
     * Creates a try-on and answers it as it stands after a moment. One that fails is an answer with status `failed`, no
     * exception.
     *
     * @param array<string, mixed> $input `userPhoto`, and `productImageUrl`, `productImage` or `productId`, or for a
     *     look `products` with arrays of these; and what else the request may have by the API's names (`productCategory`, `sessionId`, `size` …)
     * @param float|null $wait seconds to wait for the picture, at most 60; without it the service waits a moment
     * @param int|null $cancelAfter seconds after which the try-on is given up and `expired`
     * @return TryOn
     * @throws DrapeError where the request is refused
     */
    public function create(
        array $input,
        ?float $wait = null,
        ?int $cancelAfter = null,
        ?string $idempotencyKey = null,
    ): array {
        return $this->data($this->creation(self::PATH, self::shown($input), $wait, $cancelAfter, $idempotencyKey));
    }

    /**
     * Tries 1 to 20 products on with one photo; each item is accepted, or refused with its error.
     *
     * @param array<string, mixed> $input `userPhoto`, and `products` with arrays such as `create` takes
     * @param float|null $wait as of `create`
     * @param int|null $cancelAfter as of `create`
     * @return Batch
     * @throws DrapeError
     */
    public function createBatch(
        array $input,
        ?float $wait = null,
        ?int $cancelAfter = null,
        ?string $idempotencyKey = null,
    ): array {
        return $this->data($this->creation(self::PATH . '/batch', self::shown($input), $wait, $cancelAfter, $idempotencyKey));
    }

    /**
     * The pictures of a batch's or a look's products as text.
     *
     * @param array<string, mixed> $input
     * @return array<string, mixed>
     */
    private static function shown(array $input): array
    {
        if (is_array($input['products'] ?? null)) {
            $shown = static fn (array $product): object => (object) Content::fields($product);
            $input['products'] = array_map($shown, array_values($input['products']));
        }
        return $input;
    }

    /**
     * `create`, then `waitFor`.
     *
     * @param array<string, mixed> $input as of `create`
     * @param float|null $wait as of `create`
     * @param int|null $cancelAfter as of `create`
     * @param float $timeout as of `waitFor`
     * @return TryOn
     * @throws DrapeError
     */
    public function createAndWait(
        array $input,
        ?float $wait = null,
        ?int $cancelAfter = null,
        ?string $idempotencyKey = null,
        float $timeout = 300.0,
    ): array {
        $tryOn = $this->create($input, $wait, $cancelAfter, $idempotencyKey);
        return self::hasEnded($tryOn) ? self::completed($tryOn) : $this->waitFor($tryOn['id'], $timeout);
    }

    /**
     * Waits until the try-on is completed.
     *
     * @param float $timeout seconds
     * @return TryOn
     * @throws TryOnFailedError where it ends otherwise
     * @throws DrapeTimeoutError where it has not ended in time; it goes on then
     * @throws DrapeError
     */
    public function waitFor(string $id, float $timeout = 300.0): array
    {
        $until = self::now() + $timeout;
        while (true) {
            $asked = self::now();
            $tryOn = $this->retrieve($id, max(0.0, min(self::POLL, $until - $asked)));
            if (self::hasEnded($tryOn)) {
                return self::completed($tryOn);
            }
            if (self::now() >= $until) {
                $message = "The try-on {$id} is still {$tryOn['status']} after {$timeout} s.";
                throw new DrapeTimeoutError($message, 'timeout', retryable: true);
            }
            Retry::pause($asked + self::SOONEST - self::now());
        }
    }

    /**
     * @param float|null $wait seconds to wait for the end, at most 60
     * @return TryOn
     * @throws DrapeError
     */
    public function retrieve(string $id, ?float $wait = null): array
    {
        return $this->data(new Call('GET', self::path($id), headers: self::prefer($wait), extra: $wait ?? 0.0));
    }

    /**
     * Latest first; all filters that are named must hold.
     *
     * @param string|null $productId our id of the product, or the shop's own
     * @param string|null $errorCode why it failed
     * @param array<array-key, string> $metadata notes of yours and their values
     * @return CursorList<TryOn>
     */
    public function list(
        ?string $status = null,
        ?string $sessionId = null,
        ?string $batchId = null,
        ?string $productId = null,
        ?string $category = null,
        ?string $quality = null,
        ?string $errorCode = null,
        ?\DateTimeInterface $createdGte = null,
        ?\DateTimeInterface $createdLt = null,
        array $metadata = [],
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $filters = [
            'status' => $status,
            'sessionId' => $sessionId,
            'batchId' => $batchId,
            'productId' => $productId,
            'category' => $category,
            'quality' => $quality,
            'errorCode' => $errorCode,
            ...self::created($createdGte, $createdLt),
        ];
        foreach ($metadata as $name => $value) {
            $filters["metadata[{$name}]"] = $value;
        }
        return new CursorList($this->transport, self::PATH, $filters, $limit, $startingAfter);
    }

    /**
     * Stops an unfinished try-on.
     *
     * @return TryOn
     * @throws ConflictError where it has ended
     * @throws DrapeError
     */
    public function cancel(string $id): array
    {
        return $this->data(new Call('POST', self::path($id) . '/cancel'));
    }

    /**
     * Erases photo, picture and record.
     *
     * @return Deleted
     * @throws DrapeError
     */
    public function delete(string $id): array
    {
        return $this->data(new Call('DELETE', self::path($id)));
    }

    /**
     * A freshly signed URL of the picture.
     *
     * @throws ConflictError where there is none
     * @throws DrapeError
     */
    public function imageUrl(string $id): string
    {
        $call = new Call('GET', self::path($id) . '/image');
        $url = $this->transport->retrying(fn (): ?string => $this->transport->open($call)->header('Location'));
        return $url ?? throw new ConflictError("The try-on {$id} has no picture.", 'tryon_has_no_picture');
    }

    /**
     * Follows a try-on to its end; a stream that breaks off is opened again. The last event is named after the final
     * status and has the record.
     *
     * @return \Generator<int, TryOnEvent>
     * @throws DrapeError
     */
    public function events(string $id): \Generator
    {
        for ($failures = 0;; ++$failures) {
            $retryAfter = null;
            try {
                foreach ($this->stream($id) as $event) {
                    $failures = 0;
                    yield $event;
                    if ($event['type'] !== 'progress') {
                        return;
                    }
                }
            } catch (DrapeError $error) {
                if ($failures >= $this->transport->maxRetries || !Retry::isWorthwhile($error)) {
                    throw $error;
                }
                $retryAfter = $error->retryAfter;
            }
            Retry::pause(self::SOONEST + Retry::delay($failures, $retryAfter));
        }
    }

    /**
     * What was sent about the try-on, to the webhooks and to its own webhookUrl; latest first.
     *
     * @return CursorList<WebhookDelivery>
     */
    public function deliveries(
        string $id,
        ?string $status = null,
        ?string $eventType = null,
        ?\DateTimeInterface $createdGte = null,
        ?\DateTimeInterface $createdLt = null,
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $path = self::path($id);
        return $this->deliveriesAt($path, $status, $eventType, null, $createdGte, $createdLt, $limit, $startingAfter);
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

    /** @param array<string, mixed> $input */
    private function creation(
        string $path,
        array $input,
        ?float $wait,
        ?int $cancelAfter,
        ?string $idempotencyKey,
    ): Call {
        return new Call(
            'POST',
            $path,
            body: $this->withSession(Content::fields($input)),
            headers: [
                ...self::idempotency($idempotencyKey),
                ...self::prefer($wait),
                ...($cancelAfter === null ? [] : ['Cancel-After' => (string) $cancelAfter]),
            ],
            extra: $wait ?? 0.0,
        );
    }

    /** @return \Generator<int, TryOnEvent> */
    private function stream(string $id): \Generator
    {
        $headers = ['Accept' => 'text/event-stream'];
        $call = new Call('GET', self::path($id) . '/events', headers: $headers, extra: self::HEARTBEAT);
        yield from (new EventReader())->read($this->transport->open($call, isStream: true)->pieces());
    }

    /**
     * @param TryOn $tryOn
     * @return TryOn
     */
    private static function completed(array $tryOn): array
    {
        return $tryOn['status'] === 'completed' ? $tryOn : throw new TryOnFailedError($tryOn);
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . self::segment($id);
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
