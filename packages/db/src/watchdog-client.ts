import { Client, type ClientConfig } from 'pg';

/** How long a statement runs before the server is probed. */
const SILENT_MS = 1_500;
/** How long the probe may take, including connecting: together the 3 s within which callers are answered. */
const PROBE_MS = 1_000;
const TOO_MANY_CONNECTIONS = '53300';

/**
 * A connection that distinguishes a slow statement from a server, or a network, that hangs. After 1.5 s without an answer it asks the
 * server, on another connection, what it is doing: where nobody answers within a second, or the server has long been idle, the connection
 * is closed, and callers get the error of an ended connection. A running statement may take its full time.
 *
 * A connection that breaks while nobody listens for errors ends the process, and the driver adapter stops listening before it commits: this
 * class always listens. Callers that wait for an answer still get the error.
 */
export class WatchdogClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    const send = this.query.bind(this) as (...args: unknown[]) => unknown;
    // Statements come with a promise from transactions and with a callback from the pool.
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

  /** Returns a function to call with the answer. */
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

/** Id of the server process of the connection; pg keeps it without declaring it. */
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
    // A server that rejects another connection answers: it does not hang.
    return error instanceof Error && 'code' in error && String(error.code) === TOO_MANY_CONNECTIONS;
  } finally {
    asker.connection.stream.destroy();
  }
}
