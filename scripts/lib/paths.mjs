import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where everything lies that is not source: databases, logs, keys, the sample result. DRAPE_HOME moves it. */
export const HOME = resolve(process.env.DRAPE_HOME ?? join(ROOT, '.drape'));

export const LOGS = join(HOME, 'logs');

export function makeHome() {
  mkdirSync(LOGS, { recursive: true });
}

/** What every child gets: no telemetry, no prebuilt GPU download, no nagging. */
export const QUIET = {
  ONNXRUNTIME_NODE_INSTALL: 'skip',
  TURBO_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};
