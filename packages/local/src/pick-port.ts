import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A free port on loopback: `preferred` when nobody listens there, otherwise any. */
export async function pickPort(preferred = 0): Promise<number> {
  return (await probe(preferred)) ?? (await probe(0)) ?? Promise.reject(new Error('No port is free on 127.0.0.1.'));
}

function probe(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
