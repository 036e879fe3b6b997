import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setInterval as every, setTimeout as later } from 'node:timers';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ERROR_CODES, ERRORS } from '@drape/contracts';
import { createRaster } from '@drape/imaging';
import { encodeResult } from './encode-result';
import type { FetchPictureOptions } from './fetch-picture';
import { fetchProductImage } from './fetch-product-image';

/** Stands for a server on the public internet: the only address that the tests allow. */
const PUBLIC_HOST = '127.0.0.2';
const HOUR_MS = 3_600_000;

const closers: (() => Promise<void>)[] = [];
let picture: Uint8Array;

beforeAll(async () => {
  picture = (await encodeResult(createRaster(300, 400, 3), { format: 'png' })).bytes;
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function listen(server: Server, host = PUBLIC_HOST): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return `${host}:${port}`;
}

const serve = (listener: RequestListener, host?: string): Promise<string> => listen(createHttpServer(listener), host);
/** Answers every connection with raw bytes, then does what `then` says. */
const serveRaw = (head: string, then: (socket: Socket) => void = () => undefined): Promise<string> =>
  listen(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write(head);
        then(socket);
      });
    }),
  );
/** Writes again and again until the socket closes. */
const writeEvery =
  (ms: number, chunk: string) =>
  (socket: Socket): void => {
    const timer = every(() => socket.write(chunk), ms);
    socket.on('close', () => clearInterval(timer));
  };
const servePicture = (headers: Record<string, string> = {}): Promise<string> =>
  serve((_request, response) => response.writeHead(200, headers).end(picture));

const fetchFrom = (host: string, options: FetchPictureOptions = {}): ReturnType<typeof fetchProductImage> =>
  fetchProductImage(`http://${host}/shirt.png`, { allow: [host], ...options });

const refusal = async (attempt: Promise<unknown>): Promise<{ code: string; message: string }> => {
  try {
    await attempt;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { code: String(error.code), message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
};
const codeOf = async (attempt: Promise<unknown>): Promise<string> => (await refusal(attempt)).code;

describe('a good server', () => {
  it('gives bytes, etag, final URL, and the media type of the bytes whatever the server calls them', async () => {
    const host = await servePicture({ etag: '"v1"', 'content-type': 'text/plain' });
    const file = await fetchFrom(host);
    expect(Buffer.from(file.bytes).equals(Buffer.from(picture))).toBe(true);
    expect(file).toMatchObject({ etag: '"v1"', finalUrl: `http://${host}/shirt.png`, contentType: 'image/png' });
  });

  it('may give HEIC although it was not asked for', async () => {
    const heic = readFileSync(join(__dirname, '../test/fixtures/quarters.heic'));
    const host = await serve((_request, response) => response.end(heic));
    expect(await fetchFrom(host)).toMatchObject({ contentType: 'image/heic' });
  });

  it('sees an anonymous request for an uncompressed picture', async () => {
    const seen: Record<string, unknown>[] = [];
    const host = await serve((request, response) => {
      seen.push(request.headers);
      response.end(picture);
    });
    await fetchFrom(host);
    const accept = 'image/jpeg, image/png, image/webp';
    expect(seen[0]).toMatchObject({ host, accept, 'accept-encoding': 'identity' });
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('may send 103 early hints first, and redirect three times, relatively too', async () => {
    const host = await serve((request, response) => {
      const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('step'));
      if (step < 3) response.writeHead(302, { location: `?step=${step + 1}` }).end();
      else {
        response.writeEarlyHints({ link: '</a.css>; rel=preload' });
        response.end(picture);
      }
    });
    expect((await fetchFrom(host)).finalUrl).toBe(`http://${host}/shirt.png?step=3`);
  });
});

describe('addresses', () => {
  /** URLs whose text alone shows that they are not public. */
  const CLOSED_URLS: [string, RegExp][] = [
    ...[
      'http://127.0.0.1/a.png',
      'http://127.1/a.png',
      'http://2130706433/a.png',
      'http://0x7f.0.0.1/a.png',
      'http://0177.0.0.1/a.png',
      'http://１２７.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://[::ffff:127.0.0.1]/a.png',
      'http://[::127.0.0.1]/a.png',
      'http://[64:ff9b::7f00:1]/a.png',
      'http://0/a.png',
      'http://169.254.169.254/latest/meta-data',
      'http://168.63.129.16/',
      'http://[fd00:ec2::254]/',
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://100.100.100.200/',
      'http://localhost/a.png',
      'http://localhost./a.png',
      'http://metadata.google.internal/',
      'http://intranet/',
    ].map((url): [string, RegExp] => [url, /: the address is not public\./]),
    ['http://user:password@93.184.216.34/a.png', /user name or password/],
    ['http://user@93.184.216.34/a.png', /user name or password/],
    ['http://93.184.216.34:22/a.png', /port 22 is neither 80 nor 443/],
    ['http://93.184.216.34:8080/a.png', /port 8080 is neither 80 nor 443/],
    ['ftp://93.184.216.34/a.png', /the scheme ftp: is neither http nor https/],
    ['file:///etc/passwd', /the scheme file:/],
    ['data:image/png;base64,AAAA', /the scheme data:/],
    ['javascript:alert(1)', /the scheme javascript:/],
  ];

  it.each(CLOSED_URLS)('does not dial %s, and says why', async (url, reason) => {
    const { code, message } = await refusal(fetchProductImage(url, { timeoutMs: 2000 }));
    expect(code).toBe('product_image_not_allowed');
    expect(message).toMatch(reason);
    expect(message).toMatch(/host:port in DRAPE_FETCH_ALLOW/);
  });

  it.each(['http://', 'not a url', `http://93.184.216.34/${'a'.repeat(2048)}`])('cannot use %s', async (url) => {
    expect(await codeOf(fetchProductImage(url, { timeoutMs: 2000 }))).toBe('product_image_unreachable');
  });

  it('does not dial a name when one of its answers is private, missing or broken', async () => {
    const answers = [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
      [
        { address: '2606:4700::1111', family: 6 },
        { address: '::1', family: 6 },
      ],
      [{ address: 'fe80::1%lo', family: 6 }],
      [],
    ];
    const closedPort = await refusal(fetchProductImage('http://127.0.0.2:1/a.png', { allow: ['127.0.0.2:1'] }));
    expect(closedPort.code).toBe('product_image_unreachable');
    for (const answer of answers) {
      const options = { resolveHost: async () => answer, timeoutMs: 2000 };
      expect(await refusal(fetchProductImage('http://shop.example/a.png', options))).toEqual(closedPort);
    }
  });

  it('says of a redirect to a name that is private what it says of one to a closed port', async () => {
    const resolveHost = async () => [{ address: '127.0.0.1', family: 4 }];
    const messages = [];
    for (const location of ['http://shop.example/', 'http://127.0.0.2:1/']) {
      const outer = await serve((_request, response) => response.writeHead(302, { location }).end());
      messages.push(await refusal(fetchFrom(outer, { allow: [outer, '127.0.0.2:1'], resolveHost, timeoutMs: 2000 })));
    }
    expect(messages[0]).toEqual(messages[1]);
    expect(messages[0]?.code).toBe('product_image_unreachable');
  });

  it('stops waiting for a resolver that hangs', async () => {
    const resolveHost = (): Promise<never> => new Promise(() => undefined);
    const attempt = fetchProductImage('http://shop.example/a.png', { resolveHost, timeoutMs: 100 });
    expect(await codeOf(attempt)).toBe('product_image_timeout');
  });

  it('allows one port of a host, and not the others', async () => {
    const host = await servePicture();
    expect(await codeOf(fetchFrom(host, { allow: ['127.0.0.2:1'] }))).toBe('product_image_not_allowed');
    expect(await codeOf(fetchFrom(host, { allow: ['127.0.0.2'] }))).toBe('product_image_not_allowed');
  });

  it.each([301, 302, 303, 307, 308])('judges the target of redirect %i from the top', async (status) => {
    let hits = 0;
    const inner = await serve((_request, response) => {
      hits += 1;
      response.end(picture);
    }, '127.0.0.1');
    const port = inner.split(':')[1];
    const targets = [
      `http://${inner}/`,
      `http://localhost:${port}/`,
      `//0x7f000001:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
    ];
    for (const location of [...targets, 'http://127.0.0.1/', 'file:///etc/passwd', 'http://u:p@93.184.216.34/']) {
      const outer = await serve((_request, response) => response.writeHead(status, { location }).end());
      const { code, message } = await refusal(fetchFrom(outer, { timeoutMs: 2000 }));
      expect(code).toBe('product_image_not_allowed');
      expect(message).not.toMatch(/127|::|localhost|passwd/);
    }
    const broken = await serve((_request, response) => response.writeHead(status, { location: 'http://[' }).end());
    expect(await codeOf(fetchFrom(broken, { timeoutMs: 2000 }))).toBe('product_image_unreachable');
    expect(hits).toBe(0);
  });

  it('gives up at the fourth redirect', async () => {
    let hits = 0;
    const host = await serve((_request, response) => {
      hits += 1;
      response.writeHead(302, { location: '/again' }).end();
    });
    expect(await refusal(fetchFrom(host))).toEqual({
      code: 'product_image_too_many_redirects',
      message: expect.stringMatching(/more than 3 times/),
    });
    expect(hits).toBe(4);
  });
});

describe('hostile replies', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  const isLate = { timeoutMs: 250 };

  it.each([
    ['says nothing', '', undefined],
    ['crawls through its headers', ok, writeEvery(20, 'x-a: b\r\n')],
    ['never ends its body', `${ok}content-length: 1000\r\n\r\n\xff\xd8\xff`, undefined],
    ['crawls through its body', `${ok}\r\n\x89PNG\r\n\x1a\n0000`, writeEvery(20, 'x')],
  ])('one that %s runs into the deadline', async (_name, head, then) => {
    const host = await listen(
      createServer((socket) => {
        socket.once('data', () => {
          socket.write(Buffer.from(head, 'latin1'));
          then?.(socket);
        });
      }),
    );
    expect(await codeOf(fetchFrom(host, isLate))).toBe('product_image_timeout');
  });

  it.each([
    ['floods with 1xx replies', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
    ['floods with 100 replies', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
    ['sends endless headers', `${ok}x-a: ${'b'.repeat(40_000)}\r\n\r\n`],
    ['sends broken HTTP', 'hello\r\n\r\n'],
    ['smuggles two lengths', `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['sends chunk extensions without end', `${ok}transfer-encoding: chunked\r\n\r\n1;${'a'.repeat(200_000)}`],
    ['promises more than it sends', `${ok}content-length: 1000\r\n\r\n\xff\xd8\xff\xe0aaaaaaaaaaaa`],
    ['answers 400', 'HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n'],
    ['answers 304', 'HTTP/1.1 304 Same\r\n\r\n'],
    ['redirects nowhere', 'HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n'],
  ])('one that %s is unreachable', async (_name, head) => {
    const host = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.end(Buffer.from(head, 'latin1')));
      }),
    );
    expect(await codeOf(fetchFrom(host))).toBe('product_image_unreachable');
  });

  it('one that says nothing, after a redirect, has the promised ten seconds in all', async () => {
    const host = await serve((request, response) => {
      if (request.url !== '/late.png') later(() => response.writeHead(302, { location: '/late.png' }).end(), 1_500);
    });
    const since = performance.now();
    expect(await refusal(fetchFrom(host))).toEqual({
      code: 'product_image_timeout',
      message: 'The product image did not arrive within 10 seconds.',
    });
    const tookMs = performance.now() - since;
    expect(tookMs).toBeGreaterThan(9_900);
    expect(tookMs).toBeLessThan(11_000);
  }, 15_000);

  it('an endless 1xx flood is cut off at once', async () => {
    const host = await serveRaw('', writeEvery(1, 'HTTP/1.1 102 Processing\r\n\r\n'));
    expect(await codeOf(fetchFrom(host))).toBe('product_image_unreachable');
  });

  it('more bytes than allowed are refused by their announcement, and while they come', async () => {
    const announced = await serveRaw(`${ok}content-length: 99999999999\r\n\r\n`);
    expect(await codeOf(fetchFrom(announced))).toBe('product_image_too_large');
    const head = Buffer.concat([picture, Buffer.alloc(100)]).toString('latin1');
    const endless = await listen(
      createServer((socket) => {
        socket.once('data', () => {
          socket.write(Buffer.from(`${ok}\r\n${head}`, 'latin1'));
          writeEvery(1, 'x'.repeat(50_000))(socket);
        });
      }),
    );
    expect(await codeOf(fetchFrom(endless, { maxBytes: 1_000_000 }))).toBe('product_image_too_large');
  });

  it('a page instead of a picture is dropped at its first bytes', async () => {
    const host = await serveRaw(
      `${ok}content-type: image/jpeg\r\n\r\n<!doctype html><html>`,
      writeEvery(1, ' '.repeat(1000)),
    );
    expect(await refusal(fetchFrom(host, { timeoutMs: HOUR_MS }))).toEqual({
      code: 'product_image_not_an_image',
      message: expect.stringMatching(/It is a web page \(HTML\)\. Send the picture itself/),
    });
  });

  it.each([
    '',
    'GIF89a\x01\x00\x01\x00\x00\x00\x00',
    '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03zzzz',
    '<svg xmlns="x"/>',
    '\xff\xd8\xff',
  ])('a body of %j is not an image', async (body) => {
    const host = await serve((_request, response) => response.end(Buffer.from(body, 'latin1')));
    expect(await codeOf(fetchFrom(host))).toBe('product_image_not_an_image');
  });

  it.each([
    [401, 'product_image_forbidden'],
    [403, 'product_image_forbidden'],
    [404, 'product_image_not_found'],
    [410, 'product_image_not_found'],
    [429, 'product_image_rate_limited'],
    [500, 'product_image_server_error'],
    [503, 'product_image_server_error'],
    [599, 'product_image_server_error'],
  ])('status %i is %s', async (status, code) => {
    const host = await serve((_request, response) => response.writeHead(status).end(picture));
    const messages = await refusal(fetchFrom(host));
    expect(messages.code).toBe(code);
    expect(messages.message).toContain(`HTTP status ${status}`);
  });

  it.each([
    ['product_image_rate_limited', true],
    ['product_image_server_error', true],
    ['product_image_too_many_redirects', false],
    ['product_image_not_allowed', false],
  ] as const)('%s is retryable: %s', (code, retryable) => {
    expect(ERRORS[code].retryable).toBe(retryable);
    const ofPhoto = ERROR_CODES.find((other) => other === code.replace('product_image', 'user_photo'));
    expect(ofPhoto && ERRORS[ofPhoto].retryable).toBe(retryable);
  });
});

describe("the caller's signal", () => {
  it('ends a download with its own reason, before and during it', async () => {
    const reason = new Error('the try-on was canceled');
    await expect(fetchFrom('127.0.0.2:1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const host = await serveRaw('', () => controller.abort(reason));
    await expect(fetchFrom(host, { signal: controller.signal })).rejects.toBe(reason);
  });
});
