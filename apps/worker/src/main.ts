import { ConfigurationError, createLogger, createShutdown, shutDownOnSignals } from '@drape/runtime';
import { startTracing } from '@drape/telemetry';
import { startWorker } from './compose';
import { readConfig } from './config';

/** Enough for a render that has just begun. */
const SHUTDOWN_DEADLINE_MS = 60_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ name: 'worker', level: config.logLevel });
  const shutdown = createShutdown({ log, deadlineMs: SHUTDOWN_DEADLINE_MS });
  shutDownOnSignals(shutdown);
  try {
    const tracing = await startTracing({ config: config.tracing, serviceName: 'drape-worker', log });
    shutdown.add('traces', tracing.close);
    const { healthPort, engine } = await startWorker(config, log, shutdown, { tracing });
    log.info({ healthPort, concurrency: config.concurrency, engine }, 'ready');
  } catch (err) {
    if (!shutdown.closing) log.fatal({ err }, 'the worker cannot start');
    await shutdown.run('start failed', 1);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigurationError ? error.message : String(error)}\n`);
  process.exit(1);
});
