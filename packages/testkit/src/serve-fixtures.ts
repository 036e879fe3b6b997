import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Bytes are answered with 200; a function does what a bad shop would: redirect, stall, never end. */
export type Fixture =
  { bytes: Uint8Array; contentType: string } | ((request: IncomingMessage, response: ServerResponse) => void);

export interface FixtureServer {
  /** `127.0.0.1:port`, as DRAPE_FETCH_ALLOW wants it. */
  host: string;
  url: (path: string) => string;
  /** The paths asked for so far. */
  requests: readonly string[];
  stop: () => Promise<void>;
}

/** A shop's image host on loopback. What `fixtures` does not hold is 404. */
export async function serveFixtures(fixtures: Readonly<Record<string, Fixture>>): Promise<FixtureServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const fixture = fixtures[path];
    if (!fixture) return void response.writeHead(404).end();
    if (typeof fixture === 'function') return fixture(request, response);
    const { bytes, contentType } = fixture;
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the fixture server has no port');
  const host = `127.0.0.1:${address.port}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
