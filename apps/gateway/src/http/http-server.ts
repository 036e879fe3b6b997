import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBrokenRequests, type BrokenRequestDeps } from './broken-requests';

/** Longer than the idle time of the usual load balancers (60 s), so that they never write into a closing connection. */
const KEEP_ALIVE_MS = 65_000;
/** How often within its time a slow request is looked at. */
const TIMEOUT_CHECKS = 12;
const SWEEP_MS = 100;
/**
 * What clients had sent when the end began, on an open connection or on one that still waits to be accepted, looks like nothing to Node
 * until it is read; to close at once resets it, and a POST is not sent again. A busy process reads late.
 */
const LINGER_MS = 500;
/**
 * Requests of one connection that wait for their answers. Node hands over all that came in one packet at once: 1,800 pipelined requests
 * in 64 kB stopped the event loop for all others. Clients that pipeline at all send a few.
 */
const UNANSWERED_MAX = 20;

export interface HttpServer {
  readonly server: Server;
  /**
   * Answers what is on its way, then accepts nothing more; resolves when the last answer has gone out and the last connection is closed.
   * Answers should say `Connection: close` from before it is called.
   */
  readonly drain: () => Promise<void>;
}

export interface HttpServerOptions extends BrokenRequestDeps {
  readonly requestTimeoutMs: number;
}

/** The server around the app: whatever Node would answer by itself, the app or {@link answerBrokenRequests} does. */
export function createHttpServer(app: RequestListener, options: HttpServerOptions): HttpServer {
  const { requestTimeoutMs: requestTimeout } = options;
  const connectionsCheckingInterval = Math.ceil(requestTimeout / TIMEOUT_CHECKS);
  const listener = cutOffCrowds(app);
  const server = createServer(
    { requestTimeout, connectionsCheckingInterval, keepAliveTimeout: KEEP_ALIVE_MS, requireHostHeader: false },
    listener,
  );
  // Without this Node answers `100 Continue` itself and the client sends a photo that authentication may refuse.
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

/** Closes a connection that asks for more than it waits for; what it had asked for before is not answered either. */
function cutOffCrowds(app: RequestListener): RequestListener {
  const unanswered = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const waiting = unanswered.get(socket) ?? 0;
    // The rest of the packet is still handed over after the end.
    if (waiting >= UNANSWERED_MAX || socket.destroyed) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, waiting + 1);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    app(request, response);
  };
}
