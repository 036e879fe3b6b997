<?php

declare(strict_types=1);

namespace Drape\Errors;

/** A webhook that the service did not send, or sent too long ago. */
final class WebhookVerificationError extends DrapeError
{
    public function __construct(string $message)
    {
        parent::__construct($message, 'invalid_webhook_signature');
    }
}
