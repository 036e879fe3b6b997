import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { answerBrokenRequests, type BrokenRequestDeps } from './broken-requests';

/** Longer than the idle time of the usual load balancers (60 s), so that they never write into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
/** How often within its time a slow request is looked at. */
const TIMEOUT_CHECKS = 12;
const SWEEP_MS = 100;

export interface HttpServer {
  readonly server: Server;
  /** Accepts nothing more; resolves when the last answer has gone out and the last connection is closed. */
  readonly drain: () => Promise<void>;
}

export interface HttpServerOptions extends BrokenRequestDeps {
  readonly requestTimeoutMs: number;
}

/** The server around the app: whatever Node would answer by itself, the app or {@link answerBrokenRequests} does. */
export function createHttpServer(app: RequestListener, options: HttpServerOptions): HttpServer {
  const { requestTimeoutMs: requestTimeout } = options;
  const connectionsCheckingInterval = Math.ceil(requestTimeout / TIMEOUT_CHECKS);
  const server = createServer(
    { requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    app,
  );
  // Without this Node answers `100 Continue` itself and the client sends a photo that authentication may refuse.
  server.on('checkContinue', app);
  server.on('checkExpectation', app);
  answerBrokenRequests(server, options);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    server,
    async drain() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection whose answer was under way becomes idle a moment later; one that nothing ever came through is not idle to Node.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      await closed;
      clearInterval(sweep);
    },
  };
}
