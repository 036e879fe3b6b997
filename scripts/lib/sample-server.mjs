import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { HOME, ROOT } from './paths.mjs';

const require = createRequire(import.meta.url);
const SAMPLES = join(ROOT, 'packages/local/samples/garments');
export const SAMPLE_GARMENT = { category: 'top', path: '/top/logo-tee.jpg' };

/** Stands in for the shop's image host: serves the sample garments over loopback, on the port of the last start if it is free. */
export async function serveSamples() {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    const path = url.pathname;
    if (!/^\/[a-z]+\/[a-z0-9-]+\.(jpg|png)$/.test(path)) return response.writeHead(404).end();
    readFile(join(SAMPLES, path)).then(
      (bytes) => {
        const body = withComment(bytes, url.search);
        response.writeHead(200, {
          'content-type': path.endsWith('png') ? 'image/png' : 'image/jpeg',
          'content-length': body.length,
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  const port = await lastPort();
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const host = `127.0.0.1:${port}`;
  return {
    host,
    garmentUrl: `http://${host}${SAMPLE_GARMENT.path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The port of the last start, so that a product keeps its address; any free one when that is taken. */
async function lastPort() {
  const { pickPort } = require(join(ROOT, 'packages/local/dist/index.js'));
  const file = join(HOME, 'sample-port');
  const port = await pickPort(existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  writeFileSync(file, String(port));
  return port;
}

/** A query makes other bytes of the same picture (a JPEG comment), so that a bench can ask for a product never seen before. */
export function withComment(jpeg, text) {
  if (text === '' || jpeg[0] !== 0xff) return jpeg;
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
