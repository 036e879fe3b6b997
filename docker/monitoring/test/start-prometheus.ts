import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { pickPort, spawnGuarded } from '../../../packages/local';
import { findPrometheus, testEnvironment, waitFor } from '../../../packages/testkit';

export interface Answer {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

export interface RunningPrometheus {
  /** The value of an expression now; throws what Prometheus finds wrong with it. */
  readonly ask: (expression: string) => Promise<Answer[]>;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 30_000;

/** A Prometheus of the test's own with the alert rules, that scrapes these hosts and ports twice a second. */
export async function startPrometheus({
  targets,
}: {
  readonly targets: readonly string[];
}): Promise<RunningPrometheus> {
  const { prometheus } = await findPrometheus();
  const work = mkdtempSync(join(tmpdir(), 'drape-prometheus-'));
  const config = join(work, 'prometheus.yaml');
  writeFileSync(
    config,
    stringify({
      global: { scrape_interval: '500ms', scrape_timeout: '500ms' },
      rule_files: [resolve(__dirname, '../alerts.yaml')],
      scrape_configs: [{ job_name: 'drape', static_configs: [{ targets }] }],
    }),
  );
  const address = `127.0.0.1:${await pickPort()}`;
  const log = join(work, 'log');
  const output = openSync(log, 'w');
  const running = spawnGuarded(
    prometheus,
    [`--config.file=${config}`, `--storage.tsdb.path=${join(work, 'data')}`, `--web.listen-address=${address}`],
    { env: testEnvironment(), output },
  );
  closeSync(output);
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(work, { recursive: true, force: true });
  };
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(isReady, { what: 'Prometheus', timeoutMs: READY_WITHIN_MS }).catch(async (error: unknown) => {
    const lines = readFileSync(log, 'utf8');
    await stop();
    throw new Error(`Prometheus did not start:\n${lines}`, { cause: error });
  });
  return { ask: (expression) => ask(address, expression), stop };
}

interface Reply {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly { metric: Record<string, string>; value: [number, string] }[] };
}

async function ask(address: string, query: string): Promise<Answer[]> {
  const response = await fetch(`http://${address}/api/v1/query`, {
    method: 'POST',
    body: new URLSearchParams({ query }),
  });
  const { status, error, data } = (await response.json()) as Reply;
  if (status !== 'success') throw new Error(`${query}: ${error}`);
  return data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value }));
}
