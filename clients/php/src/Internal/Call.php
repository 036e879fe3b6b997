<?php

declare(strict_types=1);

namespace Drape\Internal;

/**
 * What is asked of the service.
 *
 * @internal
 */
final class Call
{
    /**
     * @param array<string, string|int|null> $query what is null is left out
     * @param array<array-key, mixed>|null $body sent as a JSON object
     * @param array{string, string}|null $text content type and content, in place of a body
     * @param array<string, string> $headers
     * @param float $extra seconds on top of the timeout, for long polls
     * @param bool $once not sent again where its answer was lost: a second one would do more than the first
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $query = [],
        public readonly ?array $body = null,
        public readonly ?array $text = null,
        public readonly array $headers = [],
        public readonly float $extra = 0.0,
        public readonly bool $once = false,
    ) {
    }

    /** For messages. */
    public function name(): string
    {
        return "{$this->method} {$this->path}";
    }

    /**
     * @return array{string, string}|null content type and content
     * @throws \InvalidArgumentException where the body is no JSON
     */
    public function content(): ?array
    {
        if ($this->body === null) {
            return $this->text;
        }
        $flags = JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES;
        try {
            // Without the cast an empty body would be a list.
            return ['application/json', json_encode((object) $this->body, $flags)];
        } catch (\JsonException $error) {
            $message = "{$this->name()}: the request is no JSON ({$error->getMessage()}).";
            throw new \InvalidArgumentException($message, previous: $error);
        }
    }
}
