import { Client, type ClientConfig } from 'pg';

/** How long a statement runs before the server is asked about it. */
const SILENT_MS = 1_500;
/** How long that question may take, connecting included: together the 3 s within which callers are refused. */
const PROBE_MS = 1_000;
const TOO_MANY_CONNECTIONS = '53300';

/**
 * A connection that tells a slow statement from a server, or a way to it, that hangs. After 1.5 s without an answer it asks the server
 * on a connection of its own what it does: where nobody answers within a second, or the server has long been idle here, the connection
 * is broken off, and whoever waits gets the error of a connection that ended. A statement at work may take its whole time.
 *
 * A connection that breaks while nobody listens ends the process, and the driver adapter stops listening before it commits: here
 * somebody always does. Whoever waits for an answer still gets the error.
 */
export class WatchdogClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    // Statements come with a promise from a transaction and with a callback from the pool.
    const query = (...args: unknown[]): unknown => {
      const answered = this.#watch(config);
      const callback = args.at(-1);
      if (!isCallback(callback)) return settled(send(...args), answered);
      return send(...args.slice(0, -1), (...answer: unknown[]) => {
        answered();
        callback(...answer);
      });
    };
    this.query = query as Client['query'];
  }

  /** Returns what is to be called with the answer. */
  #watch(config: string | ClientConfig | undefined): () => void {
    let waits = true;
    const look = async (): Promise<void> => {
      const busy = await isBusy(config, processIdOf(this));
      if (waits && !busy) this.connection.stream.destroy();
      else if (waits) timer = setTimeout(() => void look(), SILENT_MS);
    };
    let timer = setTimeout(() => void look(), SILENT_MS);
    return () => {
      waits = false;
      clearTimeout(timer);
    };
  }
}

type Callback = (...answer: unknown[]) => void;
const isCallback = (value: unknown): value is Callback => typeof value === 'function';

function settled(answer: unknown, then: () => void): unknown {
  return answer instanceof Promise ? answer.finally(then) : answer;
}

/** Of the server's process that serves the connection; pg keeps it without declaring it. */
function processIdOf(client: Client): number | null {
  const id: unknown = Object.getOwnPropertyDescriptor(client, 'processID')?.value;
  return typeof id === 'number' ? id : null;
}

/** Whether the server is still busy with the statement. An unknown process, as behind a pooler, counts as busy. */
async function isBusy(config: string | ClientConfig | undefined, processId: number | null): Promise<boolean> {
  const settings = typeof config === 'string' ? { connectionString: config } : (config ?? {});
  const asker = new Client({
    ...settings,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  asker.on('error', () => undefined);
  const ask = async (): Promise<boolean> => {
    await asker.connect();
    const { rows } = await asker.query<{ state: string }>('SELECT state FROM pg_stat_activity WHERE pid = $1', [
      processId,
    ]);
    return rows[0]?.state === 'active' || rows.length === 0;
  };
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PROBE_MS).unref());
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    // A server that refuses one more connection answers: it does not hang.
    return error instanceof Error && 'code' in error && String(error.code) === TOO_MANY_CONNECTIONS;
  } finally {
    asker.connection.stream.destroy();
  }
}
