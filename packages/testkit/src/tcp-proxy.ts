import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, as when that server is stopped. */
export interface TcpProxy {
  readonly url: string;
  /** Ends all connections and refuses new ones until it is mended. */
  cut: () => void;
  mend: () => void;
  stop: () => Promise<void>;
}

/** `target` is a URL of any scheme; the proxy's differs in host and port. */
export async function createTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy() && sockets.delete(from));
      from.pipe(to);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = typeof address === 'object' ? String(address?.port) : '';
  const endAll = (): void => sockets.forEach((socket) => void socket.destroy());
  return {
    url: url.href,
    cut() {
      isCut = true;
      endAll();
    },
    mend() {
      isCut = false;
    },
    async stop() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
