import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerScrape, type Registry } from '@drape/telemetry';
import type { ChildState } from '../render/render-pool';

export interface HealthState {
  /** Takes jobs: models are loaded, and it is not draining. */
  readonly isReady: boolean;
  readonly isDraining: boolean;
  /** Since the last sign of life. */
  readonly lastSignAgeMs: number;
  readonly lastSweepAgeMs: number;
  readonly children: readonly ChildState[];
}

export interface HealthServerOptions {
  readonly port: number;
  readonly state: () => HealthState;
  readonly registry: Registry;
}

/** After this time without a sign of life a worker counts as stuck and should be restarted. */
const SILENCE_MS_MAX = 5 * 60_000;

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * GET /healthz: is the process alive, and working where there is work? GET /readyz: does it take jobs? Both show the children's state. GET
 * /metrics: the worker's metrics.
 */
export async function startHealthServer({ port, state, registry }: HealthServerOptions): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      void answerScrape(registry, response);
      return;
    }
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
  return { port: portOf(server), close: () => close(server) };
}

/** Scrapers keep their connections open: they are closed without waiting. */
async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
