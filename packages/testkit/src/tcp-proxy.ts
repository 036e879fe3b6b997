import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut, as when that server is stopped, or lost, as when a machine on the way forgets its connections. */
export interface TcpProxy {
  readonly url: string;
  /** Ends all connections and refuses new ones until it is restored. */
  cut: () => void;
  /**
   * Takes all that is sent and answers nothing, on the open connections and on new ones, until it is restored: only connections that are
   * made then answer. Those of before are never heard of again and stay open.
   */
  swallow: () => void;
  mend: () => void;
  stop: () => Promise<void>;
}

/** `target` is a URL of any scheme; the proxy's differs in host and port. */
export async function createTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'good' | 'cut' | 'swallowing' = 'good';
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    if (state === 'swallowing') {
      sockets.add(client);
      return void client
        .on('error', () => undefined)
        .on('close', () => sockets.delete(client))
        .resume();
    }
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
      state = 'cut';
      endAll();
    },
    swallow() {
      state = 'swallowing';
      for (const socket of sockets) socket.unpipe().resume();
    },
    mend() {
      state = 'good';
    },
    async stop() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
