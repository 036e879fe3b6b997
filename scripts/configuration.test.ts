import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GATEWAY_ENVIRONMENT } from '../apps/gateway/src/config';
import { WORKER_ENVIRONMENT } from '../apps/worker/src/config';
import { CLIENT_VARIABLES, KNOWN_DRAPE_VARIABLES, readEnv, type EnvProperty } from '../packages/runtime';
import { testEnvironment } from '../packages/testkit/src/test-environment';

const ROOT = join(__dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const properties: Readonly<Record<string, EnvProperty>> = {
  ...GATEWAY_ENVIRONMENT.properties,
  ...WORKER_ENVIRONMENT.properties,
};

describe('docs/configuration.md', () => {
  it('equals what the schemas say', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/write-configuration.mjs', '--check'], {
      cwd: ROOT,
      env: testEnvironment(),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('explains every variable that a part of Drape reads', () => {
    const text = read('docs/configuration.md');
    const known = new Set([...Object.keys(properties), ...KNOWN_DRAPE_VARIABLES]);
    expect([...known].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const dumb = Object.entries(properties).filter(([, { description = '' }]) => description === '');
    expect(dumb.map(([name]) => name)).toEqual([]);
  });

  it('is the same for gateway and worker where both read a variable', () => {
    const gateway: Readonly<Record<string, EnvProperty>> = GATEWAY_ENVIRONMENT.properties;
    const worker: Readonly<Record<string, EnvProperty>> = WORKER_ENVIRONMENT.properties;
    for (const name of Object.keys(gateway)) if (name in worker) expect(worker[name]).toEqual(gateway[name]);
  });
});

describe('the names that every part accepts', () => {
  it('are those of the schemas and of npm start', () => {
    const names = Object.keys(properties).filter((name) => name.startsWith('DRAPE_'));
    expect([...names, 'DRAPE_HOME', ...CLIENT_VARIABLES].sort()).toEqual([...KNOWN_DRAPE_VARIABLES].sort());
  });
});

/** Of the image or of the compose file itself: a path or port inside a container, its processor, its own Redis. */
const FIXED = [
  ...['DRAPE_HOST', 'DRAPE_PORT', 'DRAPE_METRICS_PORT', 'DRAPE_WORKER_HEALTH_PORT', 'DRAPE_MODELS', 'DRAPE_MODELS_DIR'],
  ...['DRAPE_PROVIDER', 'DRAPE_QUEUE_PREFIX'],
];

describe('docker/compose.yaml', () => {
  const compose = read('docker/compose.yaml');

  it('hands on every variable that is left to the operator, to whoever reads it', () => {
    const [shared = '', rest = ''] = compose.split('\nservices:');
    const blockOf = (service: string) =>
      new RegExp(`^  ${service}:\\n(?: {4}.*\\n|\\n)*`, 'm').exec(`${rest}\n`)?.[0] ?? '';
    for (const [service, schema] of [
      ['gateway', GATEWAY_ENVIRONMENT],
      ['worker', WORKER_ENVIRONMENT],
    ] as const) {
      const names = Object.keys(schema.properties).filter((name) => name.startsWith('DRAPE_') && !FIXED.includes(name));
      const text = shared + blockOf(service);
      expect([service, ...names.filter((name) => !text.includes(`${name}: \${${name}:-`))]).toEqual([service]);
    }
  });

  it('may hand on nothing: an empty value is the default', () => {
    const secrets = { DATABASE_URL: 'x', REDIS_URL: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
    const empty = Object.fromEntries([...compose.matchAll(/(DRAPE_\w+): \$\{\w+:-\}/g)].map(([, name]) => [name, '']));
    expect(Object.keys(empty).length).toBeGreaterThan(8);
    for (const schema of [GATEWAY_ENVIRONMENT, WORKER_ENVIRONMENT]) {
      expect(readEnv(schema, { ...secrets, ...empty })).toEqual(readEnv(schema, secrets));
    }
  });
});
