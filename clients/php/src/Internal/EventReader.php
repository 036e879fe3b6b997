<?php

declare(strict_types=1);

namespace Drape\Internal;

use Drape\Records;

/**
 * Reads server-sent events.
 *
 * @internal
 * @phpstan-import-type TryOnEvent from Records
 */
final class EventReader
{
    private string $type = 'message';
    /** @var list<string> */
    private array $data = [];

    /**
     * @param iterable<string> $pieces
     * @return \Generator<int, TryOnEvent> each once it has come as a whole
     */
    public function read(iterable $pieces): \Generator
    {
        $rest = '';
        foreach ($pieces as $piece) {
            $lines = explode("\n", $rest . $piece);
            $rest = array_pop($lines);
            foreach ($lines as $line) {
                $event = $this->take(rtrim($line, "\r"));
                if ($event !== null) {
                    yield $event;
                }
            }
        }
    }

    /** @return TryOnEvent|null the event that the line ends */
    private function take(string $line): ?array
    {
        if ($line === '') {
            return $this->finish();
        }
        // A line without a name is a comment that keeps the connection open.
        [$name, $value] = [...explode(':', $line, 2), ''];
        if ($name === 'event') {
            $this->type = trim($value);
        } elseif ($name === 'data') {
            $this->data[] = trim($value);
        }
        return null;
    }

    /** @return TryOnEvent|null */
    private function finish(): ?array
    {
        $data = json_decode(implode("\n", $this->data), true);
        $event = is_array($data) ? ['type' => $this->type, 'data' => $data] : null;
        $this->type = 'message';
        $this->data = [];
        return $event;
    }
}
