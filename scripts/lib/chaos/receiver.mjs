import { createServer } from 'node:http';

/** A shop that hears of ended try-ons; now and then it fails, and is told again. */
export async function startReceiver(random) {
  const ends = new Map();
  let messages = 0;
  const take = async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    if (random.next() < 0.03) return response.writeHead(500).end();
    messages += 1;
    const { type, data } = JSON.parse(Buffer.concat(parts).toString());
    if (type.startsWith('tryon.')) ends.set(data.id, (ends.get(data.id) ?? new Set()).add(type));
    return response.writeHead(200).end();
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${server.address().port}`;
  return {
    ...{ host, url: `http://${host}/events`, ends },
    messages: () => messages,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
