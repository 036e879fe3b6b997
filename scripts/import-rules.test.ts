import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/** Who may import whom: the table of ARCHITECTURE.md. An app may use anything below it, never another app. */
const MAY_USE: Record<string, readonly string[]> = {
  contracts: [],
  imaging: [],
  runtime: [],
  fit: ['contracts'],
  media: ['contracts', 'imaging', 'runtime'],
  models: ['imaging', 'runtime'],
  db: ['contracts'],
  queue: ['contracts', 'runtime'],
  storage: ['contracts', 'runtime'],
  access: ['contracts', 'runtime'],
  tryon: ['contracts', 'imaging'],
  measures: ['contracts', 'imaging', 'tryon'],
  telemetry: ['contracts'],
};
const BELOW_APPS = Object.keys(MAY_USE);
const DEVELOPMENT_ONLY = ['local', 'testkit'];
/** Apps that are built to static files, which the gateway serves: it reads them, and imports no code of theirs. */
const SERVED_BY_GATEWAY = ['widget', 'docs', 'dashboard'];

/** A heavy dependency and the only package that may have it. */
const FENCES: Record<string, readonly string[]> = {
  sharp: ['media', 'testkit'],
  'onnxruntime-node': ['models'],
  bullmq: ['queue'],
  '@aws-sdk/client-s3': ['storage'],
  '@aws-sdk/s3-request-presigner': ['storage'],
  '@prisma/client': ['db'],
  express: ['gateway'],
  'prom-client': ['telemetry'],
  '@opentelemetry/sdk-trace-node': ['telemetry'],
  '@prisma/instrumentation': ['telemetry'],
  'bullmq-otel': ['queue'],
};

const root = join(__dirname, '..');

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

function manifests(folder: 'apps' | 'packages'): { short: string; deps: string[] }[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, entry.name, 'package.json'), 'utf8'));
      return { short: entry.name, deps: Object.keys(manifest.dependencies ?? {}) };
    });
}

const internal = (deps: string[]): string[] =>
  deps.filter((dep) => dep.startsWith('@drape/')).map((dep) => dep.slice('@drape/'.length));

describe('import rules', () => {
  const packages = manifests('packages');
  const apps = manifests('apps');

  it('lets a package use only what the table allows', () => {
    const wrong = packages
      .filter(({ short }) => short in MAY_USE)
      .flatMap(({ short, deps }) =>
        internal(deps)
          .filter((dep) => !MAY_USE[short]?.includes(dep))
          .map((dep) => `${short} → ${dep}`),
      );
    expect(wrong).toEqual([]);
  });

  it('knows every package', () => {
    const known = [...BELOW_APPS, ...DEVELOPMENT_ONLY, 'client'];
    expect(packages.map(({ short }) => short).filter((short) => !known.includes(short))).toEqual([]);
  });

  it('lets an app use packages below it, never another app nor development packages', () => {
    const wrong = apps.flatMap(({ short, deps }) =>
      internal(deps)
        .filter((dep) => !BELOW_APPS.includes(dep) && !(short === 'gateway' && SERVED_BY_GATEWAY.includes(dep)))
        .map((dep) => `${short} → ${dep}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps each heavy dependency behind its fence', () => {
    const wrong = [...packages, ...apps].flatMap(({ short, deps }) =>
      deps.filter((dep) => dep in FENCES && !FENCES[dep]?.includes(short)).map((dep) => `${short} → ${dep}`),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps the client, which shops install, free of any dependency and of Node', () => {
    expect(packages.find(({ short }) => short === 'client')?.deps).toEqual([]);
    const config = JSON.parse(readFileSync(join(root, 'packages/client/tsconfig.json'), 'utf8'));
    expect(config.compilerOptions).toMatchObject({ types: [] });
  });

  it('keeps the pure packages free of Node', () => {
    for (const short of ['imaging', 'fit', 'tryon', 'measures']) {
      const config = JSON.parse(readFileSync(join(root, 'packages', short, 'tsconfig.json'), 'utf8'));
      expect(config.compilerOptions).toMatchObject({ types: [], lib: ['es2022'] });
    }
  });

  it('keeps the folders of gateway and worker small enough to be seen at a glance', () => {
    const SOURCES_MAX = 15;
    // one entry per source file: the folder that it lies in
    const folders = ['apps/gateway/src', 'apps/worker/src'].flatMap((app) =>
      readdirSync(join(root, app), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => dirname(join(app, name))),
    );
    const sizeOf = (folder: string): number => folders.filter((other) => other === folder).length;
    expect(folders).toContain('apps/worker/src');
    expect([...new Set(folders)].filter((folder) => sizeOf(folder) > SOURCES_MAX)).toEqual([]);
  });
});
