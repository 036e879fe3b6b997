import { join } from 'node:path';
import { runProcess, waitFor, type RunningProcess } from '@drape/testkit';
import { createValidator } from '@drape/contracts';

/** How late the event loop was, milliseconds, and what the process holds in memory, bytes. */
export interface LoopReading {
  readonly samples: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** The same as `p99` without the time that the gateway waited for a processor. */
  readonly quietP99: number;
  readonly rss: number;
  readonly heapUsed: number;
}

export interface ProbedGateway {
  readonly port: number;
  readonly process: RunningProcess;
  /** Since the last reading. */
  readonly read: () => Promise<LoopReading>;
}

const PROBE = join(__dirname, 'loop-probe.cjs');
const names = ['samples', 'p50', 'p99', 'max', 'quietP99', 'rss', 'heapUsed'] as const;
const validate = createValidator<LoopReading>({
  type: 'object',
  required: [...names],
  properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
});

/** A real gateway process that tells of its event loop. */
export async function runProbedGateway(env: Readonly<Record<string, string>>): Promise<ProbedGateway> {
  const process = await runProcess('apps/gateway/dist/main.js', {
    env: { ...env, DRAPE_PORT: '0', DRAPE_HOST: '127.0.0.1', NODE_OPTIONS: `--require ${PROBE}` },
  });
  const { port } = await process.logged('ready');
  let read = 0;
  return {
    port: Number(port),
    process,
    async read() {
      process.kill('SIGUSR2');
      const readings = () => process.logs().filter(({ msg }) => msg === 'loop');
      await waitFor(() => readings().length > read, { timeoutMs: 30_000, what: 'the event loop to turn' });
      const reading = validate(readings()[read++]);
      if (!reading.ok) throw new Error('the probe printed something else');
      return reading.value;
    },
  };
}
