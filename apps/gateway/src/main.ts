import { once } from 'node:events';
import type { Server } from 'node:http';
import { loadQueueTelemetry } from '@drape/queue';
import {
  ConfigurationError,
  createLogger,
  createShutdown,
  shutDownOnSignals,
  type Logger,
  type Shutdown,
} from '@drape/runtime';
import { startTracing } from '@drape/telemetry';
import { compose, portOf } from './compose';
import { readConfig, type GatewayConfig } from './config';

/** Waiting requests are answered within their budget; nothing may take longer than this. */
const SHUTDOWN_DEADLINE_MS = 25_000;

/** How long the start waits for Redis and the database; the gateway also starts without them. */
const CONNECT_MS = 3_000;

function configOrExit(): GatewayConfig {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(78);
  }
}

async function start(config: GatewayConfig, log: Logger, shutdown: Shutdown): Promise<void> {
  const tracing = await startTracing({ config: config.tracing, serviceName: 'drape-gateway', log });
  shutdown.add('traces', tracing.close);
  const telemetry = tracing.isOn ? await loadQueueTelemetry() : undefined;
  const gateway = compose(config, log, { tracing, telemetry });
  shutdown.add('services', () => gateway.close());
  shutdown.add('server', () => gateway.drain());
  const { metricsPort: wanted, host } = config;
  const metricsPort = wanted === undefined ? null : await listen(gateway.metricsServer, wanted, host);
  await Promise.all([gateway.assertUsableServices(CONNECT_MS), gateway.connected(CONNECT_MS)]);
  const port = await listen(gateway.server, config.port, host);
  log.info({ host, port, metricsPort, gatewayId: gateway.gatewayId }, 'ready');
}

/** The port it listens on. Throws: where it cannot listen. */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return portOf(server) ?? port;
}

const config = configOrExit();
const log = createLogger({ name: 'gateway', level: config.logLevel });
const shutdown = createShutdown({ log, deadlineMs: SHUTDOWN_DEADLINE_MS });
shutDownOnSignals(shutdown);
start(config, log, shutdown).catch((err: unknown) => {
  if (!shutdown.closing) log.fatal({ err }, 'the gateway cannot start');
  void shutdown.run('start failed', 1);
});
