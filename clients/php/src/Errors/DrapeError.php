<?php

declare(strict_types=1);

namespace Drape\Errors;

/**
 * Every failure of a call. Branch on the class or on `code`, never on the message.
 *
 * @property-read string $code of the API, or of this client: `connection_failed`, `timeout`, `unexpected_response`,
 *     `invalid_webhook_signature`, `canceled`
 */
class DrapeError extends \RuntimeException
{
    private readonly string $name;

    /**
     * @param int $status HTTP status; 0 where there was no answer
     * @param string|null $requestId names the request in the service's logs
     * @param string|null $param the parameter at fault
     * @param list<array<string, mixed>> $details every parameter at fault
     * @param bool $retryable the same request may succeed later, unchanged
     * @param float|null $retryAfter seconds that the service asks to wait
     */
    public function __construct(
        string $message,
        string $code,
        public readonly int $status = 0,
        public readonly ?string $requestId = null,
        public readonly ?string $param = null,
        public readonly array $details = [],
        public readonly bool $retryable = false,
        public readonly ?string $docUrl = null,
        public readonly ?float $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        // PHP's own code of an exception has to be a number, which is what callers of getCode() rely on.
        parent::__construct($message, $status, $previous);
        $this->name = $code;
    }

    /** Reads `code` from outside, where PHP's own member of that name is out of reach. */
    public function __get(string $name): string
    {
        if ($name === 'code') {
            return $this->name;
        }
        throw new \LogicException(static::class . " has no {$name}.");
    }

    public function __isset(string $name): bool
    {
        return $name === 'code';
    }
}
