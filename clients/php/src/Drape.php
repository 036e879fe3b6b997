<?php

declare(strict_types=1);

namespace Drape;

use Drape\Internal\Transport;
use Drape\Resources\ClientTokens;
use Drape\Resources\Keys;
use Drape\Resources\Measurements;
use Drape\Resources\Photos;
use Drape\Resources\Products;
use Drape\Resources\Requests;
use Drape\Resources\Sessions;
use Drape\Resources\TryOns;
use Drape\Resources\Uploads;
use Drape\Resources\Usage;
use Drape\Resources\Webhooks;

/** A client of one service with one key. Holds no connection: there is nothing to close. */
final class Drape
{
    public const VERSION = '0.1.0';

    public readonly TryOns $tryOns;
    public readonly Photos $photos;
    public readonly Sessions $sessions;
    public readonly Measurements $measurements;
    public readonly Products $products;
    public readonly Webhooks $webhooks;
    public readonly ClientTokens $clientTokens;
    public readonly Keys $keys;
    public readonly Requests $requests;
    public readonly Uploads $uploads;
    public readonly Usage $usage;
    private readonly Transport $transport;

    /**
     * @param string $apiKey a secret, restricted or publishable key, or a client token: `drp_…`
     * @param string $baseUrl where the service lies, without `/v1`
     * @param float $timeout seconds for each attempt; long polls get their waiting time on top
     * @param int $maxRetries 0 switches retries off
     * @param string|null $sessionId the session that a publishable key goes on with
     * @param string|null $language of recommendations and advice, as Accept-Language has it: `de`, `fr-CH, fr;q=0.9`
     * @throws \InvalidArgumentException without a key, and where the base URL is none
     */
    public function __construct(
        #[\SensitiveParameter]
        string $apiKey,
        string $baseUrl,
        float $timeout = 60.0,
        int $maxRetries = 2,
        ?string $sessionId = null,
        ?string $language = null,
    ) {
        $this->transport = new Transport($apiKey, $baseUrl, $timeout, $maxRetries, $sessionId, $language);
        $this->tryOns = new TryOns($this->transport);
        $this->photos = new Photos($this->transport);
        $this->sessions = new Sessions($this->transport);
        $this->measurements = new Measurements($this->transport);
        $this->products = new Products($this->transport);
        $this->webhooks = new Webhooks($this->transport);
        $this->clientTokens = new ClientTokens($this->transport);
        $this->keys = new Keys($this->transport);
        $this->requests = new Requests($this->transport);
        $this->uploads = new Uploads($this->transport);
        $this->usage = new Usage($this->transport);
    }

    /** As the last answer told it; null before the first. */
    public function rateLimit(): ?RateLimit
    {
        return $this->transport->rateLimit();
    }

    /** The session that a publishable key was given with its first answer. */
    public function sessionId(): ?string
    {
        return $this->transport->sessionId();
    }
}
