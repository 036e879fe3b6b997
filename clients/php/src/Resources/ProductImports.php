<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Errors\DrapeTimeoutError;
use Drape\Internal\Call;
use Drape\Internal\Content;
use Drape\Internal\Retry;
use Drape\Lists\CursorList;
use Drape\Records;

/**
 * Files of products on their way into the catalogue.
 *
 * @phpstan-import-type ProductImport from Records
 * @phpstan-import-type ProductImportRow from Records
 */
final class ProductImports extends AbstractResource
{
    /** Seconds between two looks at an import. */
    private const LOOK = 1.0;

    /**
     * Takes the rows of a file, CSV or JSON lines, at most 10,000 and 5 MiB; answers at once.
     *
     * @param \SplFileInfo|\Stringable|resource|string $content a file, a stream or the rows themselves
     * @param 'csv'|'ndjson'|null $format read from the first character where missing
     * @return ProductImport
     * @throws DrapeError
     * @throws \InvalidArgumentException where the file cannot be read
     */
    public function create(mixed $content, ?string $format = null, ?string $idempotencyKey = null): array
    {
        $rows = Content::bytes($content);
        // JSON lines begin with an object, which no heading of a CSV file does.
        $isJson = $format === null ? preg_match('/^(?:\xEF\xBB\xBF)?\s*\{/', $rows) === 1 : $format === 'ndjson';
        $text = [$isJson ? 'application/x-ndjson' : 'text/csv', $rows];
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', '/v1/products/import', text: $text, headers: $headers));
    }

    /**
     * How far it is.
     *
     * @return ProductImport
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::path($id)));
    }

    /**
     * Waits until all rows are worked off.
     *
     * @param float $timeout seconds
     * @return ProductImport
     * @throws DrapeTimeoutError where they are not in time; it goes on then
     * @throws DrapeError
     */
    public function waitFor(string $id, float $timeout = 600.0): array
    {
        $until = hrtime(true) / 1e9 + $timeout;
        while (true) {
            $found = $this->retrieve($id);
            if ($found['status'] === 'completed') {
                return $found;
            }
            $left = $until - hrtime(true) / 1e9;
            if ($left <= 0) {
                $message = "The import {$id} is still {$found['status']} after {$timeout} s.";
                throw new DrapeTimeoutError($message, 'timeout', retryable: true);
            }
            Retry::pause(min(self::LOOK, $left));
        }
    }

    /**
     * What became of each row, in the order of the file.
     *
     * @param string|null $status `failed`: those that want mending
     * @return CursorList<ProductImportRow>
     */
    public function rows(
        string $id,
        ?string $status = null,
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $path = self::path($id) . '/rows';
        return new CursorList($this->transport, $path, ['status' => $status], $limit, $startingAfter, 'row');
    }

    private static function path(string $id): string
    {
        return '/v1/products/imports/' . self::segment($id);
    }
}
