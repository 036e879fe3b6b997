import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { box, codedOf, single } from '../../../packages/media/test/heif-file';
import { goodBody, png } from './pictures';
import { gateway, key, services, useGateway } from './running';

const HEIC = readFileSync(join(__dirname, '../../../packages/media/test/fixtures/quarters.heic'));
const HEVC = codedOf(HEIC);
/** The gateway reads headers only. */
const AV1 = { ...HEVC, type: 'av01' } as const;

useGateway({ DRAPE_FETCH_ALLOW: '127.0.0.1:8081' });

const photo = (bytes: Buffer) => ({ userPhoto: bytes.toString('base64') });
const url = (productImageUrl: unknown) => ({ productImageUrl });

/** name, what differs from a good body, status, code, param, a word of the message. */
const CASES: [string, Record<string, unknown>, number, string, string, RegExp][] = [
  ['no URL', url(undefined), 400, 'missing_parameter', 'productImageUrl', /is required/],
  ['no photo', { userPhoto: undefined }, 400, 'missing_parameter', 'userPhoto', /is required/],
  ['a URL that is a number', url(7), 400, 'invalid_product_image_url', 'productImageUrl', /must be a string/],
  ['a size with U+0000', { size: 'a\u0000' }, 400, 'invalid_size', 'size', /U\+0000/],
  ['half a surrogate pair', { metadata: { a: '\ud800' } }, 400, 'invalid_metadata', 'metadata.a', /surrogate/],
  ['a key with U+0000', { metadata: { 'a\u0000': 'b' } }, 400, 'invalid_metadata', 'metadata', /U\+0000/],
  ['a URL without a scheme', url('shop/a.jpg'), 400, 'invalid_product_image_url', 'productImageUrl', /full URL/],
  ['an ftp URL', url('ftp://shop.example/a.jpg'), 400, 'invalid_product_image_url', 'productImageUrl', /got ftp:/],
  ['a file URL', url('file:///etc/passwd'), 400, 'invalid_product_image_url', 'productImageUrl', /http/],
  [
    'a URL with a password',
    url('https://a:b@shop.example/'),
    400,
    'invalid_product_image_url',
    'productImageUrl',
    /password/,
  ],
  [
    'a URL of 2,049 characters',
    url(`https://shop.example/${'a'.repeat(2028)}`),
    400,
    'invalid_product_image_url',
    'productImageUrl',
    /2048/,
  ],
  [
    'a private address',
    url('http://10.1.2.3/a.jpg'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /public/,
  ],
  [
    'loopback in disguise',
    url('http://0x7f.1/a.jpg'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /public/,
  ],
  [
    'an address of the cloud',
    url('http://169.254.169.254/'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /public/,
  ],
  ['localhost', url('http://localhost/a.jpg'), 400, 'product_image_url_not_allowed', 'productImageUrl', /public/],
  [
    'an odd port',
    url('http://shop.example:6379/'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /port 80 or 443/,
  ],
  [
    'an allowed host at another port',
    url('http://127.0.0.1:9/'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /port/,
  ],
  [
    'a local shop',
    url('http://127.0.0.1:3000/a.jpg'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /set DRAPE_FETCH_ALLOW=127\.0\.0\.1:3000 on gateway and workers/,
  ],
  [
    'a local shop on the usual port',
    url('https://localhost/a.jpg'),
    400,
    'product_image_url_not_allowed',
    'productImageUrl',
    /DRAPE_FETCH_ALLOW=localhost:443/,
  ],
  [
    'an unknown category',
    { productCategory: 'shirt' },
    400,
    'invalid_product_category',
    'productCategory',
    /one of dress, top/,
  ],
  ['a null category', { productCategory: null }, 400, 'invalid_product_category', 'productCategory', /got null/],
  ['a sessionId with spaces', { sessionId: 'a b' }, 400, 'invalid_session_id', 'sessionId', /without spaces/],
  [
    'an empty sessionId',
    { sessionId: '' },
    400,
    'invalid_session_id',
    'sessionId',
    /must have 1 to 128 characters; got none/,
  ],
  [
    'a productId that is too long',
    { productId: 'x'.repeat(129) },
    400,
    'invalid_product_id',
    'productId',
    /must have 1 to 128 characters; got 129/,
  ],
  ['an empty size', { size: '' }, 400, 'invalid_size', 'size', /must have 1 to 40 characters; got none/],
  [
    'an unknown fit',
    { fitPreference: 'baggy' },
    400,
    'invalid_fit_preference',
    'fitPreference',
    /slim, regular, loose/,
  ],
  ['an unknown department', { department: 'kids' }, 400, 'invalid_department', 'department', /women, men, unisex/],
  ['an unknown format', { outputFormat: 'gif' }, 400, 'invalid_output_format', 'outputFormat', /jpeg, png, webp/],
  ['metadata that is no text', { metadata: { a: 1 } }, 400, 'invalid_metadata', 'metadata.a', /must be a string/],
  [
    'a retention of a year',
    { retentionSeconds: 31_536_000 },
    400,
    'invalid_retention_seconds',
    'retentionSeconds',
    /2592000/,
  ],
  [
    'consent that was not given',
    { consent: { given: false } },
    400,
    'invalid_consent',
    'consent.given',
    /must be true/,
  ],
  [
    'a misspelt key',
    { productcategory: 'top' },
    400,
    'unknown_parameter',
    'productcategory',
    /Did you mean "productCategory"/,
  ],
  ['broken base64', { userPhoto: 'iVBORw0KGgo#' }, 400, 'invalid_user_photo', 'userPhoto', /not base64/],
  ['base64 of a wrong length', { userPhoto: 'abcde' }, 400, 'invalid_user_photo', 'userPhoto', /wrong length/],
  ['an empty photo', { userPhoto: '' }, 400, 'invalid_user_photo', 'userPhoto', /empty/],
  [
    'a data URI without base64',
    { userPhoto: 'data:image/png,abc' },
    400,
    'invalid_user_photo',
    'userPhoto',
    /data URI/,
  ],
  [
    'text instead of a picture',
    photo(Buffer.from('hello, I am no picture')),
    400,
    'photo_not_an_image',
    'userPhoto',
    /JPEG, PNG, WebP, HEIC or AVIF picture; this is plain text/,
  ],
  [
    'a GIF',
    photo(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')),
    400,
    'photo_not_an_image',
    'userPhoto',
    /this is a GIF\. Send a still picture/,
  ],
  [
    'a web page',
    photo(Buffer.from('<!doctype html><p>Log in')),
    400,
    'photo_not_an_image',
    'userPhoto',
    /this is a web page \(HTML\)/,
  ],
  [
    'a video',
    photo(Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1')),
    400,
    'photo_not_an_image',
    'userPhoto',
    /this is a video/,
  ],
  ['a PDF', photo(Buffer.from('%PDF-1.7\n%')), 400, 'photo_not_an_image', 'userPhoto', /a PDF\. Export it as JPEG/],
  [
    'bytes that say nothing',
    photo(Buffer.alloc(100)),
    400,
    'photo_not_an_image',
    'userPhoto',
    /these bytes are something else/,
  ],
  [
    'a picture cut in its header',
    photo(png(600, 800).subarray(0, 20)),
    400,
    'photo_unreadable',
    'userPhoto',
    /broken or cut/,
  ],
  [
    'a picture that is too small',
    photo(png(255, 400)),
    400,
    'photo_too_small',
    'userPhoto',
    /256 pixels; got 255 × 400/,
  ],
  ['a HEIC that is too small', photo(single(HEVC, [255, 400])), 400, 'photo_too_small', 'userPhoto', /255 × 400/],
  [
    'an AVIF of 13 megapixels',
    photo(single(AV1, [3500, 3800])),
    400,
    'photo_too_many_pixels',
    'userPhoto',
    /at most 12.5 megapixels as AVIF; got 3500 × 3800/,
  ],
  ['a HEIC that is cut', photo(HEIC.subarray(0, 900)), 400, 'photo_unreadable', 'userPhoto', /convert it to JPEG/],
  [
    'a sequence of pictures',
    photo(Buffer.concat([single(HEVC, [600, 800]), box('moov')])),
    400,
    'photo_animated',
    'userPhoto',
    /animated/,
  ],
  ['a picture of 42 megapixels', photo(png(6000, 7000)), 400, 'photo_too_many_pixels', 'userPhoto', /42 megapixels/],
  ['a picture that is too narrow', photo(png(300, 1201)), 400, 'photo_aspect_ratio', 'userPhoto', /300 × 1201/],
  ['an animated picture', photo(png(600, 800, { animated: true })), 400, 'photo_animated', 'userPhoto', /animated/],
  ['a photo of 10.5 MiB', photo(Buffer.alloc(10.5 * 1024 * 1024)), 413, 'photo_too_large', 'userPhoto', /got 10.5 MiB/],
];

describe('POST /v1/tryon refuses', () => {
  it.each(CASES)('%s', async (_name, change, status, code, param, words) => {
    const { status: came, body } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(change) });
    expect([came, body['error']['code'], body['error']['param']]).toEqual([status, code, param]);
    expect(body['error']['message']).toMatch(words);
    expect(body['error']['details']).toHaveLength(1);
  });

  it('and names every field at fault at once', async () => {
    const wrong = { productImageUrl: 'ftp://x', userPhoto: '#', productCategory: 'hat', colour: 'red' };
    const { status, body } = await gateway.send('POST', '/v1/tryon', { key, body: wrong });
    expect(status).toBe(400);
    const params = Object.values(body['error']['details']).map((detail) => detail['param']);
    expect(new Set(params)).toEqual(new Set(['colour', 'productCategory', 'productImageUrl', 'userPhoto']));
    expect(body['error']['message']).toMatch(/3 more problems in details/);
  });

  it('an unknown query', async () => {
    const { status, body } = await gateway.send('POST', '/v1/tryon?async=1', { key, body: goodBody() });
    expect([status, body['error']['code'], body['error']['param']]).toEqual([400, 'unknown_parameter', 'async']);
  });

  it.each([
    ['no body', {}, 400, 'invalid_json'],
    ['JSON that breaks off', { raw: '{"productImageUrl": "https://' }, 400, 'invalid_json'],
    ['a body that is no object', { raw: '[1]' }, 400, 'invalid_body'],
    ['a body that is a string', { raw: '"x"' }, 400, 'invalid_body'],
    [
      'a form',
      { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['a compressed body', { raw: '{}', headers: { 'content-encoding': 'gzip' } }, 415, 'unsupported_media_type'],
    [
      'a body in Latin-1',
      { raw: '{}', headers: { 'content-type': 'application/json; charset=iso-8859-1' } },
      415,
      'unsupported_media_type',
    ],
    ['deep nesting', { raw: '['.repeat(1_000_000) }, 400, 'body_too_complex'],
    ['a megabyte of emoji', { raw: `{"a":"${'😀'.repeat(250_000)}"}` }, 400, 'body_too_complex'],
    ['a megabyte that is no UTF-8', { raw: Buffer.alloc(1_000_000, 0xfe) }, 400, 'body_too_complex'],
    ['a million members', { raw: `{${'"a":1,'.repeat(1_000_000)}"a":1}` }, 400, 'body_too_complex'],
    ['16 MiB', { raw: Buffer.alloc(16 * 1024 * 1024, 0x20) }, 413, 'body_too_large'],
  ])('%s', async (_name, options, status, code) => {
    const { status: came, body } = await gateway.send('POST', '/v1/tryon', { key, ...options });
    expect([came, body['error']['code']]).toEqual([status, code]);
  });

  it('a chunked body over the limit while it comes in', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 16; i++) controller.enqueue(chunk);
        controller.close();
      },
    });
    const response = await fetch(`${gateway.url}/v1/tryon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'body_too_large' } });
  });

  it('and stores nothing', async () => {
    expect(await services.store.list('')).toEqual([]);
  });
});

describe('POST /v1/tryon takes', () => {
  it.each([
    ['a photo in HEIC', HEIC],
    ['a photo in AVIF', single(AV1, [600, 800])],
  ])('%s', async (_name, bytes) => {
    const body = goodBody(photo(bytes));
    const { status } = await gateway.send('POST', '/v1/tryon', { key, body, headers: { prefer: 'wait=0' } });
    expect(status).toBe(200);
  });
});
