import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBrokenRequests, type BrokenRequestDeps } from './broken-requests';

/** Longer than the idle timeout of common load balancers (60 s), so that they never write to a closing connection. */
const KEEP_ALIVE_MS = 65_000;
/** How often a slow request is checked within its timeout. */
const TIMEOUT_CHECKS = 12;
const SWEEP_MS = 100;
/**
 * To Node, bytes that it has not read yet do not exist, on open connections and on those not yet accepted. Closing at once would reset
 * them, and clients do not resend a POST. A busy process reads late.
 */
const LINGER_MS = 500;
/**
 * Unanswered requests per connection. Node hands over everything in a packet at once: 1,800 pipelined requests in 64 kB stopped the event
 * loop for everybody. Clients that pipeline at all send a few.
 */
const UNANSWERED_MAX = 20;

export interface HttpServer {
  readonly server: Server;
  /**
   * Answers requests in flight, then accepts nothing more; resolves when the last response has been sent and the last connection closed.
   * Responses should say `Connection: close` before it is called.
   */
  readonly drain: () => Promise<void>;
}

export interface HttpServerOptions extends BrokenRequestDeps {
  readonly requestTimeoutMs: number;
}

/** The server around the app: everything that Node would answer itself is answered by the app or {@link answerBrokenRequests}. */
export function createHttpServer(app: RequestListener, options: HttpServerOptions): HttpServer {
  const { requestTimeoutMs: requestTimeout } = options;
  const connectionsCheckingInterval = Math.ceil(requestTimeout / TIMEOUT_CHECKS);
  const listener = cutOffCrowds(app);
  const server = createServer(
    { requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  );
  // Otherwise Node answers `100 Continue` itself, and the client sends a photo that authentication may reject.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  answerBrokenRequests(server, options);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    server,
    async drain() {
      await sleep(LINGER_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection in use becomes idle a moment later; one that never carried anything is not idle to Node.
      const sweep = setInterval(() => {
        server.closeIdleConnections();
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      await closed;
      clearInterval(sweep);
    },
  };
}

/** Closes a connection with too many unanswered requests; those are not answered either. */
function cutOffCrowds(app: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? 0;
    // The rest of the packet is still handed over after the connection is closed.
    if (waiting >= UNANSWERED_MAX || socket.destroyed) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    app(request, response);
  };
}
