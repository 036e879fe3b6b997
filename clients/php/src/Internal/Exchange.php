<?php

declare(strict_types=1);

namespace Drape\Internal;

use Drape\Drape;
use Drape\Errors\DrapeConnectionError;
use Drape\Errors\DrapeTimeoutError;

/**
 * One request over a connection of its own, and its answer, whose body is read as it is asked for. The connection ends
 * with the object.
 *
 * @internal
 */
final class Exchange
{
    /** Seconds between two looks at the clock where nothing comes. */
    private const LOOK = 1.0;

    private readonly \CurlHandle $handle;
    private readonly \CurlMultiHandle $multi;
    private readonly Received $received;
    private float $since;
    private bool $isOver = false;
    /** Why it is over before its time; thrown once what came before is taken. */
    private ?DrapeConnectionError $failure = null;

    /**
     * Sends the request and waits for the head of its answer.
     *
     * @param string $name for messages
     * @param array<string, string> $headers
     * @param float $limit seconds for all of it, or, of a stream, for each silence
     * @throws DrapeConnectionError
     * @throws \InvalidArgumentException where a header would end another
     */
    public function __construct(
        private readonly string $name,
        string $method,
        string $url,
        array $headers,
        ?string $content,
        private readonly float $limit,
        private readonly bool $isStream = false,
    ) {
        $this->received = $received = new Received();
        $this->handle = curl_init();
        // The functions are static: one that held this object would keep the connection open after it.
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => self::lines($headers),
            CURLOPT_USERAGENT => 'drape-php/' . Drape::VERSION,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // Redirects lead to the store, which wants no key; where they lead is what the caller asks for.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_SUPPRESS_CONNECT_HEADERS => true,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $handle, string $line) use ($received): int {
                $received->takeHeaderLine($line);
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function (\CurlHandle $handle, string $bytes) use ($received): int {
                $received->body .= $bytes;
                return strlen($bytes);
            },
        ]);
        if ($content !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $content);
        }
        $this->multi = curl_multi_init();
        curl_multi_add_handle($this->multi, $this->handle);
        $this->since = self::now();
        while (!$this->received->isHeadWhole && !$this->isOver) {
            $this->receive();
        }
        if (!$this->received->isHeadWhole) {
            throw $this->failure ?? $this->lost('the answer has no head');
        }
    }

    public function status(): int
    {
        return $this->received->status;
    }

    public function header(string $name): ?string
    {
        return $this->received->headers[strtolower($name)] ?? null;
    }

    /**
     * @return mixed null where the body is no JSON
     * @throws DrapeConnectionError
     */
    public function json(): mixed
    {
        while (!$this->isOver) {
            $this->receive();
        }
        return $this->failure === null ? json_decode($this->take(), true) : throw $this->failure;
    }

    /**
     * The body in pieces, as they come.
     *
     * @return \Generator<int, string>
     * @throws DrapeConnectionError
     */
    public function pieces(): \Generator
    {
        while (true) {
            $piece = $this->take();
            if ($piece !== '') {
                yield $piece;
            } elseif (!$this->isOver) {
                $this->receive();
            } elseif ($this->failure !== null) {
                throw $this->failure;
            } else {
                return;
            }
        }
    }

    private function take(): string
    {
        $body = $this->received->body;
        $this->received->body = '';
        return $body;
    }

    /** Waits until more has come, or the answer is over. */
    private function receive(): void
    {
        $before = strlen($this->received->body);
        $isHeadWhole = $this->received->isHeadWhole;
        while (true) {
            $status = curl_multi_exec($this->multi, $running);
            if ($status !== CURLM_OK) {
                throw $this->lost((string) curl_multi_strerror($status));
            }
            if ($running === 0) {
                $this->finish();
                return;
            }
            if (strlen($this->received->body) !== $before || $this->received->isHeadWhole !== $isHeadWhole) {
                if ($this->isStream) {
                    $this->since = self::now();
                }
                return;
            }
            $this->await();
        }
    }

    private function await(): void
    {
        $left = $this->limit - (self::now() - $this->since);
        if ($left <= 0) {
            throw $this->late();
        }
        // Without a connection to wait for, as while a name is looked up, it comes back at once.
        if (curl_multi_select($this->multi, min($left, self::LOOK)) < 1) {
            usleep(1_000);
        }
    }

    private function finish(): void
    {
        $this->isOver = true;
        $info = curl_multi_info_read($this->multi);
        $result = $info === false ? CURLE_RECV_ERROR : $info['result'];
        if ($result === CURLE_OPERATION_TIMEDOUT) {
            $this->failure = $this->late();
        } elseif ($result !== CURLE_OK) {
            $this->failure = $this->lost(curl_error($this->handle) ?: (string) curl_strerror($result));
        }
    }

    private function late(): DrapeTimeoutError
    {
        return new DrapeTimeoutError("{$this->name}: no answer in {$this->limit} s.", 'timeout', retryable: true);
    }

    private function lost(string $why): DrapeConnectionError
    {
        return new DrapeConnectionError("{$this->name}: {$why}", 'connection_failed', retryable: true);
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        // Of its own curl would ask whether a large body is welcome, and call a body without a type a form.
        $lines = ['Expect:'];
        foreach ($headers + ['Content-Type' => ''] as $name => $value) {
            if (preg_match('/[\r\n\0]/', $value) === 1) {
                throw new \InvalidArgumentException("The header {$name} has a line break or a zero byte.");
            }
            $lines[] = $value === '' ? "{$name}:" : "{$name}: {$value}";
        }
        return $lines;
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
