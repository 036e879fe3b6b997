import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChildState } from './render-pool';

export interface HealthState {
  /** Takes jobs: models loaded, not draining. */
  readonly isReady: boolean;
  readonly isDraining: boolean;
  /** Ages of the last signs of life in milliseconds. */
  readonly lastSweepAgeMs: number;
  readonly children: readonly ChildState[];
}

/** Without a sign of life for that long a worker counts as stuck and should be restarted. */
const SILENCE_MS_MAX = 5 * 60_000;

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** GET /healthz: is the process alive and doing its rounds? GET /readyz: does it take jobs? Both answer with the children's state. */
export async function startHealthServer(port: number, state: () => HealthState): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const { isReady, isDraining, lastSweepAgeMs, children } = state();
    const checks: Readonly<Record<string, boolean>> = {
      '/healthz': lastSweepAgeMs < SILENCE_MS_MAX,
      '/readyz': isReady && !isDraining,
    };
    const isFine = checks[request.url ?? ''];
    const body = JSON.stringify({ isReady, isDraining, lastSweepAgeMs: Math.round(lastSweepAgeMs), children });
    response.writeHead(isFine === undefined ? 404 : isFine ? 200 : 503, { 'content-type': 'application/json' });
    response.end(isFine === undefined ? '{}' : body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return { port: portOf(server), close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
