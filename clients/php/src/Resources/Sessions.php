<?php

declare(strict_types=1);

namespace Drape\Resources;

use Drape\Errors\DrapeError;
use Drape\Internal\Call;
use Drape\Lists\OffsetList;
use Drape\Records;

/**
 * @phpstan-import-type DeletionReceipt from Records
 * @phpstan-import-type Session from Records
 */
final class Sessions extends AbstractResource
{
    private const PATH = '/v1/sessions';

    /**
     * Last used first.
     *
     * @return OffsetList<Session>
     */
    public function list(?int $limit = null, ?int $offset = null): OffsetList
    {
        return new OffsetList($this->transport, self::PATH, $limit, $offset);
    }

    /**
     * @return Session
     * @throws DrapeError
     */
    public function retrieve(string $id): array
    {
        return $this->data(new Call('GET', self::PATH . '/' . self::segment($id)));
    }

    /**
     * Erases everything of the session; keep the receipt, which is signed and given once.
     *
     * @return DeletionReceipt
     * @throws DrapeError
     */
    public function delete(string $id): array
    {
        return $this->data(new Call('DELETE', self::PATH . '/' . self::segment($id)));
    }
}
