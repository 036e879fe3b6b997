import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { findPrometheus, testEnvironment } from '../../packages/testkit';
import { metricsIn, ownMetrics, SURROUNDING_METRICS } from './test/metric-names';

const execute = promisify(execFile);
const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
const TESTS = ['alerts.test.yaml', 'alerts-by-days.test.yaml'];

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);

let promtool: string;

beforeAll(async () => {
  ({ promtool } = await findPrometheus());
}, 300_000);

/** The tests that promtool finds failing, by their files' text; the rules are those of `text`. */
async function failures(text: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'drape-alerts-'));
  try {
    writeFileSync(join(work, 'alerts.yaml'), text);
    for (const name of TESTS) writeFileSync(join(work, name), read(name));
    await execute(promtool, ['test', 'rules', ...TESTS], { cwd: work, env: testEnvironment() });
    return '';
  } catch (error) {
    return `${(error as { stdout?: string }).stdout}${(error as { stderr?: string }).stderr}`;
  } finally {
    rmSync(work, { recursive: true });
  }
}

it('promtool finds the rules sound', async () => {
  const { stdout } = await execute(promtool, ['check', 'rules', '--lint-fatal', join(__dirname, 'alerts.yaml')], {
    env: testEnvironment(),
  });
  expect(stdout).toContain(`${rules.length} rules found`);
}, 60_000);

it('each alert fires above its threshold, is quiet below, and clears', async () => {
  expect(await failures(read('alerts.yaml'))).toBe('');
  const cases = TESTS.flatMap((name) => (parse(read(name)) as { tests: { alert_rule_test: AlertCase[] }[] }).tests);
  for (const { alert = '', labels } of alerts) {
    const checks = cases.map((test) => test.alert_rule_test.filter(({ alertname }) => alertname === alert));
    const cycles = checks.map((of) =>
      of.map(({ exp_alerts: fired }) => fired.some((one) => one.exp_labels['cause'] === labels?.['cause'])).join(),
    );
    expect([alert, labels?.['cause'], cycles]).toEqual([
      alert,
      labels?.['cause'],
      expect.arrayContaining([expect.stringMatching(/false,true,false$/)]),
    ]);
  }
}, 120_000);

interface AlertCase {
  readonly alertname: string;
  readonly exp_alerts: readonly { readonly exp_labels: Readonly<Record<string, string>> }[];
}

it.each([1.4, 0.7])(
  'would see thresholds that are %s times as high',
  async (factor) => {
    const moved = read('alerts.yaml').replaceAll(
      /([<>]) ([\d.]+)(?= \*|$| and)/gm,
      (_, sign: string, value: string) => `${sign} ${Number(value) * (sign === '>' ? factor : 1 / factor)}`,
    );
    const found = await failures(moved);
    const unmoved = ['DrapeLeasesStuck', 'DrapeWorkersMissing'];
    const names = new Set(alerts.map(({ alert = '' }) => alert).filter((alert) => !unmoved.includes(alert)));
    expect([...names].filter((name) => !found.includes(`alertname: ${name}`))).toEqual([]);
  },
  120_000,
);

it('rules ask only for metrics that there are', () => {
  const recorded = rules.flatMap(({ record }) => (record === undefined ? [] : [record]));
  const known = new Set([...ownMetrics(), ...recorded, ...SURROUNDING_METRICS]);
  const asked = new Set(rules.flatMap(({ expr }) => metricsIn(expr)));
  expect(asked.size).toBeGreaterThan(12);
  expect([...asked].filter((name) => !known.has(name))).toEqual([]);
});

it('each alert has a severity, a summary, and its section in docs/runbook.md, and the other way round', () => {
  const sections = [...read('../../docs/runbook.md').matchAll(/^## (Drape\w+)$/gm)].map(([, name]) => name);
  expect(new Set(alerts.map(({ alert }) => alert))).toEqual(new Set(sections));
  for (const { alert = '', labels, annotations } of alerts) {
    expect([alert, labels, annotations]).toEqual([
      alert,
      expect.objectContaining({ severity: expect.stringMatching(/^(page|ticket)$/) }),
      { summary: expect.any(String), runbook_url: `docs/runbook.md#${alert.toLowerCase()}` },
    ]);
  }
});
