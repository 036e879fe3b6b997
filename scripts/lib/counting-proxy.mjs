import { createServer, request as send } from 'node:http';

/** Passes every request on to the object store as it is, signature and all, and counts them by method, and the bytes both ways. */
export async function startCountingProxy(endpoint) {
  const { hostname, port } = new URL(endpoint);
  const counts = { calls: {}, bytesIn: 0, bytesOut: 0 };
  const server = createServer((incoming, answer) => {
    counts.calls[incoming.method] = (counts.calls[incoming.method] ?? 0) + 1;
    const { method, url: path, headers } = incoming;
    const outgoing = send({ hostname, port, method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers);
      reply.on('data', (chunk) => (counts.bytesOut += chunk.length));
      reply.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.on('data', (chunk) => (counts.bytesIn += chunk.length));
    incoming.pipe(outgoing);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${server.address().port}`,
    take: () => structuredClone(counts),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
