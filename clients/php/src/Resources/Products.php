<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\ConflictError;
use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Internal\Content;
use Drape\Internal\Transport;
use Drape\Lists\CursorList;
use Drape\Records;

/**
 * Products go by our id or the shop's own (externalId).
 *
 * @phpstan-import-type Deleted from Records
 * @phpstan-import-type Product from Records
 */
final class Products extends AbstractResource
{
    private const PATH = '/v1/products';

    /** Files of products, and what becomes of their rows. */
    public readonly ProductImports $imports;

    /** @internal */
    public function __construct(Transport $transport)
    {
        parent::__construct($transport);
        $this->imports = new ProductImports($transport);
    }

    /**
     * Makes a product known by its picture; one that is known keeps its id and takes what is said anew.
     *
     * @param array<string, mixed> $input `imageUrl` or `image`, and what else the request may have (`externalId`,
     *     `category`, `title`, `sizeChart`)
     * @return Product
     * @throws DrapeError
     */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', self::PATH, body: Content::fields($input), headers: $headers));
    }

    /**
     * Latest first; all filters that are named must hold.
     *
     * @param string|null $q how the title begins, whatever the case
     * @return CursorList<Product>
     */
    public function list(
        ?string $status = null,
        ?string $category = null,
        ?string $externalId = null,
        ?string $q = null,
        ?int $limit = null,
        ?string $startingAfter = null,
    ): CursorList {
        $filters = ['status' => $status, 'category' => $category, 'externalId' => $externalId, 'q' => $q];
        return new CursorList($this->transport, self::PATH, $filters, $limit, $startingAfter);
    }

    /**
     * @return Product
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::path($id)));
    }

    /**
     * The analysed garment, as the service's workers read it: cut-out, landmarks and mesh in one file.
     *
     * @return string its bytes
     * @throws ConflictError while it is not packaged
     * @throws DrapeError
     */
    public function garmentPackage(string $id): string
    {
        $call = new Call('GET', self::path($id) . '/garment-package');
        return $this->transport->retrying(
            fn (): string => implode('', iterator_to_array($this->transport->open($call)->pieces(), false)),
        );
    }

    /**
     * What is left out stays; null takes a value away.
     *
     * @param array<string, mixed> $input
     * @return Product
     * @throws DrapeError
     */
    public function update(string $id, array $input): array
    {
        $image = array_intersect_key($input, ['image' => true]);
        $body = Content::fields($image) + array_diff_key($input, $image);
        return $this->data(new Call('PATCH', self::path($id), body: $body));
    }

    /**
     * Its try-ons stay.
     *
     * @return Deleted
     * @throws DrapeError
     */
    public function delete(string $id): array
    {
        return $this->data(new Call('DELETE', self::path($id)));
    }

    /**
     * Fits go by the chart from then on.
     *
     * @param string|array<string, mixed> $chart a text is CSV: a heading such as `size,chest`, cells such as `94-98`
     * @param string|null $kind of a chart in CSV
     * @param string|null $unit of a chart in CSV
     * @return Product
     * @throws DrapeError
     */
    public function setSizeChart(
        string $id,
        string|array $chart,
        ?string $kind = null,
        ?string $unit = null,
    ): array {
        $path = self::path($id) . '/size-chart';
        $call = is_array($chart)
            ? new Call('PUT', $path, body: $chart)
            : new Call('PUT', $path, query: ['kind' => $kind, 'unit' => $unit], text: ['text/csv', $chart]);
        return $this->data($call);
    }

    private static function path(string $id): string
    {
        return self::PATH . '/' . self::segment($id);
    }
}
