<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeConnectionError;
use Drape\Errors\DrapeError;
use Drape\Errors\InvalidRequestError;
use Drape\Internal\Call;
use Drape\Internal\Content;
use Drape\Internal\Exchange;
use Drape\Records;

/**
 * Pictures that go to the store directly; their ids stand in `userPhoto`, `productImage` and `image`.
 *
 * @phpstan-import-type Upload from Records
 */
final class Uploads extends AbstractResource
{
    /**
     * Where a picture is to be put: a signed URL, and the headers that the PUT must have.
     *
     * @param array<string, mixed> $input `contentType`, `bytes`; `sessionId`, `reusable`
     * @return Upload
     * @throws DrapeError
     */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', '/v1/uploads', body: $this->withSession($input), headers: $headers));
    }

    /**
     * `create`, then puts the picture there.
     *
     * @param \SplFileInfo|\Stringable|resource|string $picture a file, a stream or the bytes themselves
     * @param array<string, mixed> $input `sessionId`, `reusable`; `contentType` in place of what the bytes show
     * @return Upload
     * @throws InvalidRequestError where the store refuses it
     * @throws DrapeError
     * @throws \InvalidArgumentException where it is no picture that the API takes, or cannot be read
     */
    public function upload(mixed $picture, array $input = [], ?string $idempotencyKey = null): array
    {
        $bytes = Content::bytes($picture);
        $about = ['contentType' => $input['contentType'] ?? Content::typeOf($bytes), 'bytes' => strlen($bytes)];
        $made = $this->create($about + $input, $idempotencyKey);
        $this->put($made, $bytes);
        return $made;
    }

    /** @param Upload $made */
    private function put(array $made, string $bytes): void
    {
        $headers = ['Content-Type' => $made['contentType']];
        $limit = $this->transport->timeout;
        $exchange = new Exchange('PUT of the picture', $made['method'], $made['url'], $headers, $bytes, $limit);
        $status = $exchange->status();
        if ($status < 300) {
            return;
        }
        $message = "The store refused the picture with {$status}.";
        throw $status >= 500
            ? new DrapeConnectionError($message, 'connection_failed', status: $status, retryable: true)
            : new InvalidRequestError($message, 'upload_empty', status: $status);
    }
}
