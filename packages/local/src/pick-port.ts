import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** A free port on the address, loopback by default: `preferred` when nobody listens there, otherwise any. */
export async function pickPort(preferred = 0, host = LOOPBACK): Promise<number> {
  return (
    (await probe(preferred, host)) ?? (await probe(0, host)) ?? Promise.reject(new Error(`No port is free on ${host}.`))
  );
}

function probe(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });
}
