import { ConfigurationError, createLogger, createShutdown, shutDownOnSignals } from '@drape/runtime';
import { compose, portOf } from './compose';
import { readConfig, type GatewayConfig } from './config';

/** Answers that wait for a render are given within their budget; nothing may take longer than this. */
const SHUTDOWN_DEADLINE_MS = 25_000;

/** How long the start waits for Redis and for the database; without them the gateway starts all the same. */
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

const config = configOrExit();
const log = createLogger({ name: 'gateway', level: config.logLevel });
const gateway = compose(config, log);
const shutdown = createShutdown({ log, deadlineMs: SHUTDOWN_DEADLINE_MS });
shutdown.add('services', () => gateway.close());
shutdown.add('server', () => gateway.drain());
shutDownOnSignals(shutdown);

gateway.server.once('error', (err) => {
  log.error({ err, host: config.host, port: config.port }, 'could not listen');
  void shutdown.run('could not listen', 1);
});

/** Resolves when it listens. */
async function serveMetrics({ metricsPort: port, host }: GatewayConfig): Promise<void> {
  if (port === undefined) return;
  gateway.metricsServer.once('error', (err) => {
    log.error({ err, host, port }, 'could not listen for metrics');
    void shutdown.run('could not listen for metrics', 1);
  });
  await new Promise<void>((resolve) => gateway.metricsServer.listen(port, host, resolve));
}

async function start(): Promise<void> {
  await Promise.all([gateway.refuseWrongServices(CONNECT_MS), gateway.connected(CONNECT_MS), serveMetrics(config)]);
  gateway.server.listen(config.port, config.host, () => {
    const port = portOf(gateway.server) ?? config.port;
    const metricsPort = portOf(gateway.metricsServer);
    log.info({ host: config.host, port, metricsPort, gatewayId: gateway.gatewayId }, 'ready');
  });
}

start().catch((err: unknown) => {
  log.fatal({ err }, 'the gateway cannot start');
  void shutdown.run('start failed', 1);
});
