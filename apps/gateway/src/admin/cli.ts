import { createDatabase, isDatabaseUnavailable } from '@drape/db';
import { announceKeyChange, createTryOnQueues, QueueUnavailableError } from '@drape/queue';
import { ConfigurationError } from '@drape/runtime';
import { createObjectStore, type ObjectStore } from '@drape/storage';
import { CommanderError } from 'commander';
import { createProgram } from './commands';
import { findService, findStores } from './connect';
import { ProblemsFound } from './doctor-command';
import { Refused, UsageError } from './refused';
import type { DoctorDeps } from '../doctor/examine';
import type { AdminService } from './admin-deps';

/** `pnpm drape …`. Exit codes: 0 done, 1 refused or problems found, 2 wrong usage, 70 internal error. */
async function main(): Promise<number> {
  const opened: OpenService[] = [];
  const service = (): AdminService => {
    const [first] = opened;
    if (first !== undefined) return first;
    const made = openService();
    opened.push(made);
    return made;
  };
  const closers: (() => Promise<void>)[] = [];
  const doctor = (): DoctorDeps => {
    const { close, ...deps } = openDoctor();
    closers.push(close);
    return deps;
  };
  const print = (text: string): void => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  try {
    await createProgram({ service, doctor, print }).parseAsync(process.argv.filter((arg) => arg !== '--'));
    return 0;
  } finally {
    await Promise.all([...opened.map((one) => one.close()), ...closers.map((close) => close())]);
  }
}

type OpenService = AdminService & { readonly close: () => Promise<void> };

function openService(): OpenService {
  const { databaseUrl, redisUrl, queuePrefix: prefix, url } = findService(process.env, process.env['INIT_CWD']);
  const db = createDatabase({ url: databaseUrl });
  const announce = async (): Promise<boolean> => redisUrl !== null && announceKeyChange({ redisUrl, prefix });
  const stores: ObjectStore[] = [];
  const openStore = (): ObjectStore => {
    const store = createObjectStore(findStores(process.env, process.env['INIT_CWD']).storage);
    stores.push(store);
    return store;
  };
  const close = async (): Promise<void> => {
    for (const store of stores) store.close();
    await db.close();
  };
  return { db, url, openStore, announce, close };
}

/** A statement over a whole table takes long. */
const DOCTOR_STATEMENT_MS = 600_000;

function openDoctor(): DoctorDeps & { readonly close: () => Promise<void> } {
  const { databaseUrl: url, redisUrl, queuePrefix: prefix, storage } = findStores(process.env, process.env['INIT_CWD']);
  const db = createDatabase({ url, statementTimeoutMs: DOCTOR_STATEMENT_MS });
  // The AWS SDK warns about old Node versions; whoever runs a command here cannot act on that.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const store = createObjectStore(storage);
  const queues = redisUrl === null ? null : createTryOnQueues({ redisUrl, prefix });
  return {
    db,
    store,
    queues,
    async close() {
      store.close();
      await Promise.all([db.close(), queues?.live.close(), queues?.test.close()]);
    },
  };
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => (process.exitCode = explain(error)),
);

function explain(error: unknown): number {
  // commander has already printed the error, or its help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ProblemsFound) return 1;
  if (error instanceof UsageError) {
    console.error(error.message);
    return 2;
  }
  if (isDatabaseUnavailable(error)) {
    console.error('The database does not answer; is DATABASE_URL right?');
    return 70;
  }
  if (error instanceof QueueUnavailableError) {
    console.error('Redis does not answer; is REDIS_URL right?');
    return 70;
  }
  if (
    error instanceof ConfigurationError ||
    error instanceof Refused ||
    (error instanceof Error && error.message.startsWith('Set DATABASE_URL'))
  ) {
    console.error(error.message);
    return 1;
  }
  console.error(error);
  return 70;
}
