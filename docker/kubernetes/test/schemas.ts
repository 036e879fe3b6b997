import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackage, testEnvironment } from '../../../packages/testkit';
import type { KubeObject } from './render';

const execute = promisify(execFile);
const TSC = resolve(__dirname, '../../../node_modules/.bin/tsc');

/** Kubernetes' own OpenAPI schemas and those of two operators, compiled to validators and to TypeScript types. */
const PACKAGES = {
  'kubernetes-models': '5.1.0',
  '@kubernetes-models/keda': '2.0.0',
  '@kubernetes-models/prometheus-operator': '6.0.0',
} as const;

type PackageName = keyof typeof PACKAGES;

function packageOf(apiVersion: string): PackageName {
  if (apiVersion.startsWith('keda.sh/')) return '@kubernetes-models/keda';
  if (apiVersion.startsWith('monitoring.coreos.com/')) return '@kubernetes-models/prometheus-operator';
  return 'kubernetes-models';
}

/** The module of an object's kind, below the folder of its package, for each of these. */
async function modulesOf(objects: readonly KubeObject[]): Promise<string[]> {
  const folders = new Map<PackageName, string>();
  for (const name of new Set(objects.map(({ apiVersion }) => packageOf(apiVersion)))) {
    folders.set(name, await fetchPackage(name, PACKAGES[name], copyAll(name)));
  }
  return objects.map(({ apiVersion, kind }) => {
    const name = packageOf(apiVersion);
    return join(folders.get(name) ?? '', 'node_modules', name, apiVersion, kind);
  });
}

/** The package and what it imports. */
function copyAll(name: PackageName) {
  return async (installed: string, target: string): Promise<void> => {
    const modules = name.startsWith('@') ? dirname(dirname(installed)) : dirname(installed);
    cpSync(modules, join(target, 'node_modules'), { recursive: true });
  };
}

/** What the schemas find wrong: required fields, types, values, patterns. They let pass what they do not know. */
export async function schemaErrors(objects: readonly KubeObject[]): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'drape-schemas-'));
  const modules = await modulesOf(objects);
  const items = objects.map((object, i) => ({ file: `${modules[i]}.js`, object }));
  writeFileSync(join(work, 'items.json'), JSON.stringify(items));
  writeFileSync(join(work, 'validate.mjs'), VALIDATE);
  try {
    const { stdout } = await execute(process.execPath, [join(work, 'validate.mjs')], { env: testEnvironment() });
    return JSON.parse(stdout) as string[];
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** ECMAScript modules, which jest does not load. */
const VALIDATE = `
import { readFileSync } from 'node:fs';
const errors = [];
for (const { file, object } of JSON.parse(readFileSync(new URL('items.json', import.meta.url), 'utf8'))) {
  const { [object.kind]: Model } = await import(file);
  try {
    new Model(object).validate();
  } catch (error) {
    errors.push(object.kind + ' ' + object.metadata.name + ': ' + error.message);
  }
}
process.stdout.write(JSON.stringify(errors));
`;

/** What the types find wrong: above all fields that do not exist, at any depth. */
export async function typeErrors(objects: readonly KubeObject[]): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'drape-types-'));
  const modules = await modulesOf(objects);
  const lines = objects.map(
    (object, i) => `export const object${i}: import('${modules[i]}').I${object.kind} = ${JSON.stringify(object)};`,
  );
  writeFileSync(join(work, 'objects.ts'), `${lines.join('\n')}\n`);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  try {
    await execute(TSC, [...options, '--types', '', join(work, 'objects.ts')], { env: testEnvironment() });
    return [];
  } catch (error) {
    const output = (error as { stdout?: string }).stdout ?? String(error);
    return output.split('\n').filter((line) => line.includes('error TS'));
  } finally {
    rmSync(work, { recursive: true });
  }
}
