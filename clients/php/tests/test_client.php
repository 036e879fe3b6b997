<?php

declare(strict_types=1);

// Runs against a real gateway and worker: DRAPE_URL and DRAPE_KEY (a test key) name them, DRAPE_PHOTO is a photo.
// `php tests/test_client.php`; exits with 1 where a test fails.

use Drape\Drape;
use Drape\Errors\ApiError;
use Drape\Errors\AuthenticationError;
use Drape\Errors\ConflictError;
use Drape\Errors\DrapeConnectionError;
use Drape\Errors\DrapeError;
use Drape\Errors\DrapeTimeoutError;
use Drape\Errors\InvalidRequestError;
use Drape\Errors\NotFoundError;
use Drape\Errors\RateLimitError;
use Drape\Errors\TryOnFailedError;
use Drape\Errors\WebhookVerificationError;
use Drape\Webhook;

require getenv('DRAPE_PHP') ?: __DIR__ . '/../autoload.php';

// What PHP only warns of is a mistake all the same.
error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

const HOST = 'https://test.drape.invalid';
const SECRET = 'whsec_YSBzZWNyZXQgb2YgMjQgYnl0ZXMgb3Igc28=';
const BODY = '{"type": "tryon.completed", "data": {"id": "try_1"}}';

/** Keeps and runs tests, in place of a framework. */
final class Suite
{
    /** @var array<string, Closure(): void> */
    private static array $tests = [];

    /** @param Closure(): void $body */
    public static function test(string $name, Closure $body): void
    {
        self::$tests[$name] = $body;
    }

    /** @return int how many tests failed */
    public static function run(): int
    {
        $failed = 0;
        foreach (self::$tests as $name => $body) {
            try {
                $body();
                echo "ok: {$name}\n";
            } catch (Throwable $error) {
                ++$failed;
                echo "FAILED: {$name}\n{$error}\n";
            }
        }
        echo count(self::$tests) - $failed, " passed, {$failed} failed\n";
        return $failed;
    }
}

/** @param Closure(): void $body */
function test(string $name, Closure $body): void
{
    Suite::test($name, $body);
}

function equal(mixed $wanted, mixed $found): void
{
    if ($wanted !== $found) {
        throw new LogicException('wanted ' . json_encode($wanted) . ', found ' . json_encode($found));
    }
}

function truth(bool $value, mixed $about = ''): void
{
    if (!$value) {
        throw new LogicException('not true: ' . json_encode($about));
    }
}

/**
 * @template T of Throwable
 * @param class-string<T> $wanted
 * @param Closure(): mixed $body
 * @return T
 */
function raised(string $wanted, Closure $body): Throwable
{
    try {
        $body();
    } catch (Throwable $error) {
        return $error instanceof $wanted ? $error : throw $error;
    }
    throw new LogicException("{$wanted} was not thrown");
}

function setting(string $name): string
{
    return getenv($name) ?: throw new RuntimeException("{$name} is not set.");
}

function client(int $maxRetries = 2): Drape
{
    return new Drape(setting('DRAPE_KEY'), setting('DRAPE_URL'), maxRetries: $maxRetries);
}

function photo(): SplFileInfo
{
    return new SplFileInfo(setting('DRAPE_PHOTO'));
}

/**
 * What a try-on is made of, with the test host's picture.
 *
 * @param array<string, mixed> $more
 * @return array<string, mixed>
 */
function wish(string $path, array $more = []): array
{
    return ['userPhoto' => photo(), 'productImageUrl' => HOST . $path, ...$more];
}

/**
 * @param iterable<array<string, mixed>> $entries
 * @return list<mixed>
 */
function column(iterable $entries, string $name = 'id'): array
{
    $values = [];
    foreach ($entries as $entry) {
        $values[] = $entry[$name];
    }
    return $values;
}

/** One answer after the other, at an address of its own. */
final class Answers
{
    public readonly string $url;
    /** @var resource */
    private $process;
    /** @var resource */
    private $output;

    public function __construct(string ...$answers)
    {
        $command = [PHP_BINARY, __DIR__ . '/answering_server.php'];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        fwrite($pipes[0], json_encode(array_map(base64_encode(...), array_values($answers))));
        fclose($pipes[0]);
        $this->output = $pipes[1];
        $this->url = 'http://127.0.0.1:' . trim((string) fgets($this->output)) . '/below';
    }

    /** A test that failed has not asked; PHP would wait for the server's own end. */
    public function __destruct()
    {
        if (is_resource($this->process)) {
            proc_terminate($this->process);
        }
    }

    public static function with(int $status, string $body, string ...$headers): string
    {
        $given = $headers + ['Content-Length' => (string) strlen($body), 'Connection' => 'close'];
        $lines = array_map(static fn ($name, $value) => "{$name}: {$value}\r\n", array_keys($given), $given);
        return "HTTP/1.1 {$status} Said\r\n" . implode($lines) . "\r\n{$body}";
    }

    /** @param array<string, mixed> $data */
    public static function data(array $data = ['id' => 'key_1']): string
    {
        return self::with(200, json_encode(['success' => true, 'data' => $data]));
    }

    /** @return list<string> the requests; ends the server */
    public function asked(): array
    {
        proc_terminate($this->process);
        $lines = explode("\n", trim((string) stream_get_contents($this->output)));
        proc_close($this->process);
        return array_map(base64_decode(...), array_values(array_filter($lines)));
    }
}

test('try-ons wait for the picture', function (): void {
    $more = ['productCategory' => 'top', 'metadata' => ['look' => 'php', '0' => 'zero']];
    $made = client()->tryOns->createAndWait(wish('/slow/500', $more));
    equal('completed', $made['status']);
    equal(['0' => 'zero', 'look' => 'php'], [0 => $made['metadata'][0], 'look' => $made['metadata']['look']]);
    truth(str_starts_with($made['resultImageUrl'], 'http'));
    truth(str_starts_with(client()->tryOns->imageUrl($made['id']), 'http'));
    equal([$made['id']], column(client()->tryOns->list(metadata: ['look' => 'php'])));
    $since = new DateTime('-1 hour', new DateTimeZone('America/New_York'));
    $found = client()->tryOns->list(
        metadata: ['look' => 'php'],
        createdGte: $since,
        createdLt: new DateTimeImmutable('+1 minute'),
    );
    equal([$made['id']], column($found));
    equal([], column(client()->tryOns->list(createdGte: new DateTimeImmutable('+1 minute'))));
    equal($made['id'], client()->tryOns->delete($made['id'])['id']);
    raised(NotFoundError::class, fn () => client()->tryOns->retrieve($made['id']));
});

test('try-ons follow the events to the end', function (): void {
    $made = client()->tryOns->create(wish('/slow/800'), wait: 0);
    $events = iterator_to_array(client()->tryOns->events($made['id']));
    $last = $events[array_key_last($events)];
    equal('completed', $last['type']);
    equal($made['id'], $last['data']['id']);
});

test('try-ons give events as they come, one by one', function (): void {
    $made = client()->tryOns->create(wish('/slow/20000'), wait: 0);
    equal(false, client()->tryOns->hasEnded($made));
    $since = microtime(true);
    foreach (client()->tryOns->events($made['id']) as $event) {
        equal('progress', $event['type']);
        break;
    }
    truth(microtime(true) - $since < 15);
    $times = 0;
    raised(DrapeConnectionError::class, function () use ($made, &$times): void {
        foreach (client()->tryOns->events($made['id']) as $event) {
            ++$times;
            throw new DrapeConnectionError('of the caller', 'mine');
        }
    });
    equal(1, $times);
    client()->tryOns->cancel($made['id']);
});

test('try-ons say why there is no picture', function (): void {
    $error = raised(
        TryOnFailedError::class,
        fn () => client()->tryOns->createAndWait(wish('/fail/person_not_detected')),
    );
    equal('person_not_detected', $error->code);
    equal('failed', $error->tryOn['status']);
    equal(true, client()->tryOns->hasEnded($error->tryOn));
    truth(str_starts_with((string) $error->docUrl, 'http'));
});

test('try-ons are given up in time', function (): void {
    $made = client()->tryOns->create(wish('/slow/20000'), wait: 0);
    $error = raised(DrapeTimeoutError::class, fn () => client()->tryOns->waitFor($made['id'], timeout: 1));
    equal(['timeout', true], [$error->code, $error->retryable]);
    client()->tryOns->cancel($made['id']);
    raised(ConflictError::class, fn () => client()->tryOns->imageUrl($made['id']));
});

test('try-ons are made once for one idempotency key', function (): void {
    $make = fn (): string => client()->tryOns->create(wish('/ok'), idempotencyKey: 'php-once')['id'];
    equal($make(), $make());
});

test('try-ons cancel and batch', function (): void {
    $made = client()->tryOns->create(wish('/slow/20000'), wait: 0);
    equal('canceled', client()->tryOns->cancel($made['id'])['status']);
    $products = [4 => ['productImageUrl' => HOST . '/ok'], 7 => ['productId' => 'nothing']];
    $batch = client()->tryOns->createBatch(['userPhoto' => photo(), 'products' => $products]);
    equal(['accepted', 'refused'], column($batch['items'], 'status'));
});

test('try-ons try a look on', function (): void {
    $products = [
        ['productImageUrl' => HOST . '/ok', 'productCategory' => 'top'],
        ['productImage' => photo(), 'productCategory' => 'skirt'],
    ];
    $made = client()->tryOns->createAndWait(['userPhoto' => photo(), 'products' => $products, 'tuck' => 'in']);
    equal(['top', 'skirt'], column($made['look']['products'], 'productCategory'));
});

test('try-ons take an upload in place of the photo', function (): void {
    $upload = client()->uploads->upload(photo());
    $made = client()->tryOns->createAndWait(wish('/ok', ['userPhoto' => $upload['id']]));
    equal('completed', $made['status']);
    equal('checked', client()->photos->check(['userPhoto' => photo()], wait: 20)['status']);
});

test('try-ons take pictures as programs have them', function (): void {
    $bytes = (string) file_get_contents(setting('DRAPE_PHOTO'));
    $stream = new class ($bytes) {
        public function __construct(private readonly string $bytes)
        {
        }

        public function __toString(): string
        {
            return $this->bytes;
        }
    };
    $texts = [base64_encode($bytes), 'data:image/jpeg;base64,' . base64_encode($bytes)];
    foreach ([$bytes, $stream, fopen(setting('DRAPE_PHOTO'), 'rb'), ...$texts] as $picture) {
        equal('completed', client()->tryOns->createAndWait(wish('/ok', ['userPhoto' => $picture]))['status']);
    }
    $made = client()->uploads->upload($bytes, ['sessionId' => 'php-upload', 'reusable' => true]);
    equal([true, 'php-upload', 'image/jpeg'], [$made['reusable'], $made['sessionId'], $made['contentType']]);
    raised(InvalidArgumentException::class, fn () => client()->uploads->upload('no picture'));
    raised(InvalidArgumentException::class, fn () => client()->tryOns->create(wish('/ok', ['userPhoto' => 7])));
    raised(
        InvalidArgumentException::class,
        fn () => client()->tryOns->create(wish('/ok', ['userPhoto' => new SplFileInfo('/nowhere.jpg')])),
    );
    // A path as text is no file of ours.
    raised(InvalidRequestError::class, fn () => client()->photos->check(['userPhoto' => setting('DRAPE_PHOTO')]));
});

test('records: sessions, measurements and erasure', function (): void {
    $drape = client();
    equal(null, $drape->rateLimit());
    $measured = $drape->measurements->create(['sessionId' => 'php-visit', 'height' => 178, 'weight' => 76.0]);
    equal('php-visit', $drape->measurements->retrieve($measured['id'])['sessionId']);
    truth(in_array('php-visit', column($drape->sessions->list(limit: 1)), true));
    equal('php-visit', $drape->sessions->retrieve('php-visit')['id']);
    truth(isset($drape->sessions->delete('php-visit')['receipt']));
    truth(($drape->rateLimit()?->limit ?? 0) > 0);
});

test('records: products with charts and imports', function (): void {
    $drape = client();
    $id = 'PHP/1+a';
    $input = ['imageUrl' => 'https://shop.example/php.jpg', 'externalId' => $id, 'category' => 'top'];
    $made = $drape->products->create($input);
    equal('PHP tee', $drape->products->update($id, ['title' => 'PHP tee'])['title']);
    equal(null, $drape->products->update($id, ['title' => null])['title']);
    $drape->products->update($made['id'], ['title' => 'PHP tee']);
    $charted = $drape->products->setSizeChart($id, "size,chest\nS,86-94\n", unit: 'cm');
    equal('S', $charted['sizeChart']['rows'][0]['size']);
    $chart = ['unit' => 'in', 'rows' => [['size' => 'M', 'chest' => [37, 40]]]];
    equal('in', $drape->products->setSizeChart($id, $chart)['sizeChart']['unit']);
    truth(in_array($made['id'], column($drape->products->list(q: 'php')), true));
    $rows = "externalId,imageUrl\nPHP-2,https://shop.example/2.jpg\nPHP-3,nowhere\n";
    $begun = $drape->products->imports->create($rows);
    $done = $drape->products->imports->waitFor($begun['id'], timeout: 60);
    equal(1, $done['counts']['failed']);
    equal([3], column($drape->products->imports->rows($begun['id'], status: 'failed'), 'row'));
    $line = '{"externalId":"PHP-4","imageUrl":"https://shop.example/4.jpg"}';
    equal('ndjson', $drape->products->imports->create("\u{FEFF}{$line}\n")['format']);
    equal($made['id'], $drape->products->delete($id)['id']);
});

test('records: keys, tokens, webhooks, usage and requests', function (): void {
    $drape = client();
    $key = $drape->keys->create(['kind' => 'rk', 'name' => 'php', 'scopes' => ['tryon:read']]);
    truth(str_starts_with((string) $key['key'], 'drp_rk_test_'));
    equal('elephant', $drape->keys->update($key['id'], ['name' => 'elephant'])['name']);
    truth(str_starts_with((string) $drape->keys->rotate($key['id'])['key'], 'drp_rk_test_'));
    equal('revoked', $drape->keys->revoke($key['id'])['status']);
    equal(true, is_string($drape->clientTokens->create()['token']));
    $token = $drape->clientTokens->create(['ttlSeconds' => 600]);
    $shopper = new Drape($token['token'], setting('DRAPE_URL'));
    equal('completed', $shopper->tryOns->createAndWait(wish('/ok'))['status']);
    $hook = $drape->webhooks->create(['url' => 'https://shop.example/hooks', 'events' => ['*']]);
    truth(str_starts_with($drape->webhooks->rotateSecret($hook['id'])['secret'], 'whsec_'));
    equal('ping', $drape->webhooks->ping($hook['id'])['event']);
    $events = column($drape->webhooks->deliveries($hook['id']), 'event');
    equal('ping', $events[array_key_last($events)]);
    $drape->webhooks->delete($hook['id']);
    equal('outcome', $drape->usage->retrieve(groupBy: 'outcome')['groupBy']);
    $error = raised(NotFoundError::class, fn () => $drape->tryOns->retrieve('try_00000000000000000000000000'));
    truth(str_starts_with((string) $error->requestId, 'req_'));
});

test('records: lists fetch a page when it is needed', function (): void {
    foreach ([0, 1, 2] as $i) {
        client()->measurements->create(['sessionId' => "php-page-{$i}", 'height' => 178]);
    }
    $drape = client();
    $pages = $drape->sessions->list(limit: 1)->pages();
    equal(null, $drape->rateLimit());
    equal(1, count($pages->current()->data));
    $before = $drape->rateLimit()?->remaining;
    $pages->next();
    equal($before - 1, $drape->rateLimit()?->remaining);
    $walked = column($drape->sessions->list(limit: 1));
    equal(array_values(array_unique($walked)), $walked);
    truth(count($walked) >= 3);
    $page = $drape->sessions->list(limit: 2)->page();
    equal([2, 2], [count($page->data), $page->pagination['limit']]);
    $ids = [];
    foreach ([0, 1, 2] as $i) {
        $ids[] = $drape->tryOns->create(wish('/ok', ['sessionId' => 'php-page-0']))['id'];
    }
    equal(array_reverse($ids), column($drape->tryOns->list(sessionId: 'php-page-0', limit: 1)));
});

test('errors name every parameter at fault', function (): void {
    $error = raised(
        InvalidRequestError::class,
        fn () => client()->measurements->create(['height' => 67, 'wiast' => 80]),
    );
    equal(2, count($error->details));
    truth(str_starts_with((string) $error->docUrl, 'http'));
    equal([false, 400, 400], [$error->retryable, $error->status, $error->getCode()]);
    truth(isset($error->code) && $error->code !== '' && !isset($error->nothing));
});

test('errors have a class for each type', function (): void {
    $nobody = new Drape('drp_sk_test_wrong', setting('DRAPE_URL'));
    raised(AuthenticationError::class, fn () => $nobody->sessions->list()->page());
    raised(RateLimitError::class, fn () => client(maxRetries: 0)->tryOns->create(wish('/429')));
    raised(ApiError::class, fn () => client(maxRetries: 0)->tryOns->create(wish('/500')));
});

test('errors say that nobody answered after retries', function (): void {
    $since = microtime(true);
    $nobody = new Drape(setting('DRAPE_KEY'), 'http://127.0.0.1:1', maxRetries: 1);
    $error = raised(DrapeConnectionError::class, fn () => $nobody->sessions->list()->page());
    equal(['connection_failed', true, 0], [$error->code, $error->retryable, $error->status]);
    raised(DrapeConnectionError::class, fn () => iterator_to_array($nobody->tryOns->events('try_1')));
    truth(microtime(true) - $since < 10);
});

test('errors refuse what is no client', function (): void {
    raised(InvalidArgumentException::class, fn () => new Drape('', setting('DRAPE_URL')));
    raised(InvalidArgumentException::class, fn () => new Drape(setting('DRAPE_KEY'), 'drape.example'));
    $broken = new Drape(setting('DRAPE_KEY') . "\n", setting('DRAPE_URL'));
    raised(InvalidArgumentException::class, fn () => $broken->usage->retrieve());
    raised(InvalidArgumentException::class, fn () => client()->keys->create(['name' => "\xFF"]));
});

test('errors and dumps show no key', function (): void {
    $shown = print_r(client(), true) . print_r(client()->sessions->list(), true);
    truth(!str_contains($shown, setting('DRAPE_KEY')), $shown);
});

test('retries send the same idempotency key again', function (): void {
    $server = new Answers('', Answers::with(503, '<html>'), Answers::data());
    $drape = new Drape('key', $server->url);
    equal('key_1', $drape->keys->create(['kind' => 'rk'])['id']);
    $asked = $server->asked();
    truth(str_starts_with($asked[0], 'POST /below/v1/keys HTTP/1.1'), $asked[0]);
    truth(!str_contains(strtolower($asked[0]), 'expect:'), $asked[0]);
    preg_match_all('/^idempotency-key: (\S+)/mi', implode($asked), $keys);
    equal([3, 1], [count($keys[1]), count(array_unique($keys[1]))]);

    $halved = Answers::with(200, '{"data":{}}', ...['Content-Length' => '500']);
    $server = new Answers($halved, Answers::data());
    equal('key_1', (new Drape('key', $server->url))->keys->retrieve('key_1')['id']);
    equal(2, count($server->asked()));
});

test('retries wait as long as the service says', function (): void {
    $about = ['type' => 'rate_limit_error', 'code' => 'rate_limited', 'message' => 'Later.', 'retryable' => true];
    $refusal = fn (string $after): string => Answers::with(
        429,
        json_encode(['error' => $about]),
        ...['Retry-After' => $after],
    );
    $server = new Answers($refusal('1'), Answers::data());
    $since = microtime(true);
    (new Drape('key', $server->url))->keys->retrieve('key_1');
    truth(microtime(true) - $since >= 1);
    equal(2, count($server->asked()));

    $server = new Answers($refusal('3000'));
    $error = raised(RateLimitError::class, fn () => (new Drape('key', $server->url))->keys->retrieve('key_1'));
    equal([3000.0, true, 'rate_limited'], [$error->retryAfter, $error->retryable, $error->code]);
    equal(1, count($server->asked()));

    $server = new Answers($refusal(gmdate('D, d M Y H:i:s \G\M\T', time() + 600)));
    $error = raised(RateLimitError::class, fn () => (new Drape('key', $server->url))->keys->retrieve('key_1'));
    truth($error->retryAfter > 590 && $error->retryAfter <= 600, $error->retryAfter);
    $server->asked();
});

test('retries do not repeat what must happen once', function (): void {
    $server = new Answers('', Answers::data());
    raised(DrapeConnectionError::class, fn () => (new Drape('key', $server->url))->webhooks->rotateSecret('wh_1'));
    $asked = $server->asked();
    equal(1, count($asked));
    truth(preg_match('/^content-length: 0\r/mi', $asked[0]) === 1, $asked[0]);
    truth(preg_match('/^content-type/mi', $asked[0]) === 0, $asked[0]);
});

test('retries end with what took too long', function (): void {
    $server = new Answers();
    $drape = new Drape('key', $server->url, timeout: 0.2, maxRetries: 0);
    $error = raised(DrapeTimeoutError::class, fn () => $drape->keys->retrieve('key_1'));
    equal(['timeout', true, 0], [$error->code, $error->retryable, $error->status]);
    $server->asked();
});

test('retries open a stream again that breaks off', function (): void {
    $stream = "event: progress\r\ndata: {\"at\":\"é\"}\r\n\r\n: alive\n\nevent: comp";
    $rest = "event: completed\ndata: {\"id\":\ndata: \"try_1\"}\n\n";
    $server = new Answers(
        Answers::with(200, $stream),
        Answers::with(503, '<html>'),
        Answers::with(200, $stream, ...['Content-Length' => '500']),
        Answers::with(200, $rest),
    );
    $events = iterator_to_array((new Drape('key', $server->url))->tryOns->events('try_1'));
    equal(['progress', 'progress', 'completed'], column($events, 'type'));
    equal(['é', 'try_1'], [$events[0]['data']['at'], $events[2]['data']['id']]);
    equal(4, count($server->asked()));
});

test('retries keep the session of a publishable key', function (): void {
    $made = Answers::data(['id' => 'try_1', 'status' => 'queued', 'sessionId' => 'visit']);
    $server = new Answers($made, $made, $made, $made);
    $drape = new Drape('drp_pk_test_1', $server->url, language: 'de');
    $drape->tryOns->create(['userPhoto' => 'upl_1', 'productId' => 'P']);
    equal('visit', $drape->sessionId());
    $drape->tryOns->retrieve('try_1');
    $drape->tryOns->create(['userPhoto' => 'upl_1', 'productId' => 'P', 'metadata' => []]);
    $drape->tryOns->cancel('try_1');
    $asked = $server->asked();
    foreach ([1, 2, 3] as $i) {
        truth(preg_match('/^x-drape-session: visit\r/mi', $asked[$i]) === 1, $asked[$i]);
    }
    truth(preg_match('/^accept-language: de\r/mi', $asked[1]) === 1, $asked[1]);
    truth(str_contains($asked[2], '"metadata":{}') && str_contains($asked[2], '"sessionId":"visit"'), $asked[2]);
});

/** @return array<string, string> */
function signed(?int $at = null, string $body = BODY): array
{
    $timestamp = (string) ($at ?? time());
    $key = (string) base64_decode(substr(SECRET, 6), true);
    $signature = base64_encode(hash_hmac('sha256', "msg_1.{$timestamp}.{$body}", $key, true));
    return [
        'Webhook-Id' => 'msg_1',
        'webhook-timestamp' => $timestamp,
        'webhook-signature' => "v1,AAAA v1,{$signature}",
    ];
}

test('webhooks give the event of a message that a secret has signed', function (): void {
    $other = 'whsec_' . base64_encode('another one of 24 bytes..');
    equal('try_1', Webhook::verify(BODY, signed(), [$other, SECRET])['data']['id']);
    $lists = array_map(static fn (string $value): array => [$value], signed());
    equal('tryon.completed', client()->webhooks->verify(BODY, $lists, SECRET)['type']);
    $server = ['argc' => 1];
    foreach (signed() as $name => $value) {
        $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
    }
    equal('tryon.completed', Webhook::verify(BODY, $server, SECRET)['type']);
});

test('webhooks refuse what is changed, old or unsigned', function (): void {
    $refused = [
        [BODY . ' ', signed()],
        [BODY, signed(at: time() - 400)],
        [BODY, signed(at: time() + 400)],
        [BODY, ['webhook-timestamp' => 'soon'] + signed()],
        [BODY, []],
        ['{', signed(body: '{')],
        ['[]', signed(body: '[]')],
    ];
    foreach ($refused as [$body, $headers]) {
        raised(WebhookVerificationError::class, fn () => Webhook::verify($body, $headers, SECRET));
    }
    raised(WebhookVerificationError::class, fn () => Webhook::verify(BODY, signed(), 'whsec_?'));
    raised(DrapeError::class, fn () => Webhook::verify(BODY, signed(), []));
});

test('several try-ons run at once, and lists show them', function (): void {
    $drape = client();
    $begun = array_map(fn (int $ms): array => $drape->tryOns->create(wish("/slow/{$ms}"), wait: 0), [300, 301]);
    $made = array_map(fn (string $id): array => $drape->tryOns->waitFor($id), column($begun));
    equal(['completed', 'completed'], column($made, 'status'));
    equal([], array_diff(column($made), column($drape->tryOns->list(status: 'completed'))));
    $events = iterator_to_array($drape->tryOns->events($made[0]['id']));
    equal('completed', $events[array_key_last($events)]['type']);
});

exit(Suite::run() === 0 ? 0 : 1);
