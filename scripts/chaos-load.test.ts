import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

/** A client whose every answered try-on, batches among them, is erased with its session, against a gateway that keeps what it is told. */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { createBook } from './lib/chaos/book.mjs';
  import { runLoad } from './lib/chaos/load.mjs';

  const rows = new Map();
  const answer = (method, path, body) => {
    const make = () => {
      const id = 'try_' + rows.size + '_' + body.sessionId;
      rows.set(id, body.sessionId);
      return { id };
    };
    if (path === '/v1/tryon') return make();
    if (path === '/v1/tryon/batch') return { items: body.products.map(make) };
    if (path === '/v1/uploads') return null;
    for (const [id, sessionId] of rows) if (path === '/v1/sessions/' + sessionId) rows.set(id, null);
    return {};
  };
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const data = answer(request.method, request.url, text === '' ? null : JSON.parse(text));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const book = createBook();
  const random = { next: () => 0.9, pick: (list) => list[0], between: (low) => low };
  await runLoad({
    urls: ['http://127.0.0.1:' + server.address().port],
    keys: { testKey: 'test', apiKey: 'live' },
    senders: 1,
    liveSenders: 0,
    garmentUrl: 'http://shop.example/garment.jpg',
    photo: Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
    random,
    untilMs: performance.now() + 1500,
    book,
  });
  server.close();
  server.closeAllConnections();
  const batched = book.made.get('in a batch');
  console.log(JSON.stringify({ batched, erased: book.erasedIds.size, accepted: book.accepted.size, kept: book.kept() }));`;

it('what is erased with a session is not looked for, the other try-ons of a batch included', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: __dirname,
    env: testEnvironment(),
    encoding: 'utf8',
  });
  const { batched, erased, accepted, kept } = JSON.parse(stdout === '' ? JSON.stringify({ kept: stderr }) : stdout);
  expect(kept).toEqual([]);
  expect(batched).toBeGreaterThanOrEqual(2);
  expect(erased).toBe(accepted);
});
