<?php

declare(strict_types=1);

namespace Drape\Internal;

/**
 * What has come of an answer so far.
 *
 * @internal
 */
final class Received
{
    public int $status = 0;
    public bool $isHeadWhole = false;
    /** What nobody has taken yet. */
    public string $body = '';
    /** @var array<string, string> by names in lower case */
    public array $headers = [];

    public function takeHeaderLine(string $line): void
    {
        // What comes after the body says nothing that is needed here.
        if ($this->isHeadWhole) {
            return;
        }
        $text = rtrim($line, "\r\n");
        if (preg_match('#^HTTP/\S+ (\d{3})#', $text, $found) === 1) {
            $this->status = (int) $found[1];
            $this->headers = [];
            return;
        }
        if ($text === '') {
            $this->isHeadWhole = $this->status >= 200;
            return;
        }
        [$name, $value] = [...explode(':', $text, 2), ''];
        $this->headers[strtolower($name)] = trim($value);
    }
}
