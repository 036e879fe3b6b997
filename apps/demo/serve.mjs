#!/usr/bin/env node
/**
 * pnpm demo: a shop of eight products with the try-on button, against the Drape that runs here (npm start).
 *
 *   http://localhost:8090          with a publishable key in the page
 *   http://localhost:8090/tokens   with client tokens that a backend makes (token-backend.mjs)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { policyOf, shopPage } from './page.mjs';
import { PRODUCTS } from './products.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PICTURES = join(ROOT, 'packages/local/samples/garments');
const HOME = resolve(ROOT, process.env.DRAPE_HOME ?? '.drape');
const PORT = Number(process.env.DEMO_PORT ?? 8090);

/** What `npm start` wrote down of itself. */
function readLocal() {
  try {
    return JSON.parse(readFileSync(join(HOME, 'local.json'), 'utf8'));
  } catch {
    console.error('✗ Drape does not run here: start it with `npm start` in another terminal, then run this again.');
    return process.exit(1);
  }
}

/** Puts the products into the catalogue under the shop's own names, so that they are described before the first shopper comes. */
async function tellProducts({ url, apiKey, samplesUrl }) {
  for (const { sku, title, category, picture } of PRODUCTS) {
    const response = await fetch(`${url}/v1/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ imageUrl: `${samplesUrl}/${picture}`, externalId: sku, title, category }),
    });
    const { error } = await response.json();
    if (!response.ok && error.code !== 'product_image_taken') throw new Error(`${sku}: ${error.message}`);
  }
}

/** Starts the backend that has the secret key. Resolves with its port. */
async function startTokenBackend({ url, apiKey }) {
  const child = spawn(process.execPath, [join(ROOT, 'apps/demo/token-backend.mjs')], {
    env: { ...process.env, DRAPE_URL: url, DRAPE_KEY: apiKey, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.on('exit', () => child.kill());
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return Number(line.split(' ')[1]);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
const local = readLocal();
await tellProducts(local);
const tokenPort = await startTokenBackend(local);
const { url: api, storageUrl, publishableKey } = local;
const policy = policyOf({ api, store: storageUrl ?? "'none'" });
const pages = {
  '/': shopPage({ api, products: PRODUCTS, keyAttribute: ` key="${publishableKey}"` }),
  '/tokens': shopPage({ api, products: PRODUCTS, script: '<script type="module" src="/tokens.js"></script>' }),
};
const files = { '/shop.css': 'text/css', '/tokens.js': 'text/javascript' };

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://local').pathname;
  if (path === '/try-on-token') {
    const onward = forward({ port: tokenPort, path, method: request.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    onward.once('error', () => response.writeHead(502).end('The token backend does not answer.'));
    return request.pipe(onward);
  }
  if (path in pages) {
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(pages[path]);
  }
  if (path in files) {
    const text = readFileSync(join(ROOT, 'apps/demo', path));
    return response.writeHead(200, { 'content-type': files[path] }).end(text);
  }
  const picture = PRODUCTS.find((product) => path === `/pictures/${product.picture}`)?.picture;
  if (picture === undefined) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(readFileSync(join(PICTURES, picture)));
});
server.listen(PORT, '127.0.0.1', () => {
  const { port } = server.address();
  console.log(`The demo shop runs.

  with a key in the page      http://localhost:${port}
  with tokens of a backend    http://localhost:${port}/tokens

Ctrl-C stops it.`);
});
