<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Records;

/** @phpstan-import-type Measurements from Records as MeasurementsRecord */
final class Measurements extends AbstractResource
{
    private const PATH = '/v1/measurements';

    /**
     * A later submission for the same session replaces field by field.
     *
     * @param array<string, mixed> $input at least one of `height`, `weight`, `chest`, `waist`, `hips`, `inseam`
     * @return MeasurementsRecord
     * @throws DrapeError
     */
    public function create(array $input, ?string $idempotencyKey = null): array
    {
        $headers = self::idempotency($idempotencyKey);
        return $this->data(new Call('POST', self::PATH, body: $this->withSession($input), headers: $headers));
    }

    /**
     * @return MeasurementsRecord
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::PATH . '/' . self::segment($id)));
    }
}
