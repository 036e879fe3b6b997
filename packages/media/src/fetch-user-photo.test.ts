import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRaster } from '@drape/imaging';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import { encodeResult } from './encode-result';
import { fetchUserPhoto } from './fetch-user-photo';

/** Stands for a server on the public internet; everything else that the guard allows is tested with product images. */
const PUBLIC_HOST = '127.0.0.2';

let picture: Uint8Array;
let close: (() => void) | undefined;

beforeAll(async () => {
  picture = (await encodeResult(createRaster(300, 400, 3), { format: 'png' })).bytes;
});

afterEach(() => close?.());

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, PUBLIC_HOST, resolve));
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  return `${PUBLIC_HOST}:${(server.address() as AddressInfo).port}`;
}

it('gives the bytes, and asks for nothing but the picture', async () => {
  const host = await serve((_request, response) => response.end(picture));
  const { bytes, contentType } = await fetchUserPhoto(`http://${host}/me.png`, { allow: [host] });
  expect([Buffer.from(bytes).equals(picture), contentType]).toEqual([true, 'image/png']);
});

it.each([
  ['http://93.184.216.34/me.png'],
  ['https://user@93.184.216.34/me.png'],
  ['https://127.0.0.1/me.png'],
  ['https://93.184.216.34:8443/me.png'],
])('does not dial %s', async (url) => {
  await expect(fetchUserPhoto(url, { timeoutMs: 2000 })).rejects.toMatchObject({
    code: 'user_photo_not_allowed',
    message: expect.stringMatching(/^The URL in userPhoto, or a redirect from it, leads to .* DRAPE_FETCH_ALLOW/),
  });
});

it('does not leave https at a redirect', async () => {
  const host = await serve((_request, response) => {
    response.writeHead(302, { location: 'http://93.184.216.34/me.png' }).end();
  });
  const fetched = fetchUserPhoto(`http://${host}/me.png`, { allow: [host], timeoutMs: 2000 });
  await expect(fetched).rejects.toMatchObject({
    code: 'user_photo_not_allowed',
    message: expect.stringContaining('https'),
  });
});

it.each([
  [429, 'user_photo_rate_limited'],
  [502, 'user_photo_server_error'],
])('status %i is %s', async (status, code) => {
  const host = await serve((_request, response) => response.writeHead(status).end());
  await expect(fetchUserPhoto(`http://${host}/me.png`, { allow: [host] })).rejects.toMatchObject({ code });
});

it('redirects in a circle are told apart', async () => {
  const host = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  const fetched = fetchUserPhoto(`http://${host}/me.png`, { allow: [host] });
  await expect(fetched).rejects.toMatchObject({ code: 'user_photo_too_many_redirects' });
});

it('takes 10 MiB, not 15', async () => {
  const host = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 10 * 1024 * 1024 + 1 });
    response.write(picture);
  });
  const fetched = fetchUserPhoto(`http://${host}/me.png`, { allow: [host] });
  await expect(fetched).rejects.toMatchObject({
    code: 'user_photo_too_large',
    message: 'The photo is larger than 10 MiB.',
  });
});
