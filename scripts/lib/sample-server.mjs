import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const SAMPLES = join(ROOT, 'packages/local/samples/garments');
export const SAMPLE_GARMENT = { category: 'top', path: '/top/logo-tee.jpg' };

/** Stands in for the shop's image host: serves the sample garments over loopback, on the port of the last start if it is free. */
export async function serveSamples() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    if (!/^\/[a-z]+\/[a-z0-9-]+\.(jpg|png)$/.test(path)) return response.writeHead(404).end();
    const file = join(SAMPLES, path);
    stat(file).then(
      ({ size }) => {
        response.writeHead(200, {
          'content-type': path.endsWith('png') ? 'image/png' : 'image/jpeg',
          'content-length': size,
        });
        createReadStream(file).pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${server.address().port}`;
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
