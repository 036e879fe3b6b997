import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChildState } from './render-pool';

export interface HealthState {
  /** Takes jobs: models loaded, not draining. */
  readonly isReady: boolean;
  readonly isDraining: boolean;
  /** Since the last sign of life. */
  readonly lastSignAgeMs: number;
  readonly lastSweepAgeMs: number;
  readonly children: readonly ChildState[];
}

/** Without a sign of life for that long a worker counts as stuck and should be restarted. */
const SILENCE_MS_MAX = 5 * 60_000;

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/** GET /healthz: is the process alive, and at work where there is work? GET /readyz: does it take jobs? Both answer with the children's state. */
export async function startHealthServer(port: number, state: () => HealthState): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const { isReady, isDraining, lastSignAgeMs, lastSweepAgeMs, children } = state();
    const checks: Readonly<Record<string, boolean>> = {
      '/healthz': lastSignAgeMs < SILENCE_MS_MAX,
      '/readyz': isReady && !isDraining,
    };
    const isFine = checks[request.url ?? ''];
    const agesMs = { lastSignAgeMs: Math.round(lastSignAgeMs), lastSweepAgeMs: Math.round(lastSweepAgeMs) };
    const body = JSON.stringify({ isReady, isDraining, ...agesMs, children });
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
