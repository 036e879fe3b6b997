<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Lists\CursorList;
use Drape\Records;

/**
 * What was asked of the service and what came of it; never bodies. Kept for a week.
 *
 * @phpstan-import-type RequestLog from Records
 */
final class Requests extends AbstractResource
{
    private const PATH = '/v1/requests';

    /**
     * Latest first; all filters that are named must hold.
     *
     * @param int|null $status HTTP status of the answer
     * @param string|null $route as the OpenAPI document writes it: `/v1/tryon/{id}`
     * @return CursorList<RequestLog>
     */
    public function list(
        ?int $status = null,
        ?string $route = null,
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $filters = ['status' => $status, 'route' => $route];
        return new CursorList($this->transport, self::PATH, $filters, $limit, $startingAfter);
    }

    /**
     * By the `Request-Id` of its answer, which errors have as `requestId`.
     *
     * @return RequestLog
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::PATH . '/' . self::segment($id)));
    }
}
