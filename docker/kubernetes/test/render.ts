import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { findKubectl, testEnvironment } from '../../../packages/testkit';

const execute = promisify(execFile);
export const KUBERNETES = resolve(__dirname, '..');
export const OVERLAYS = readdirSync(join(KUBERNETES, 'overlays')).map((name) => `overlays/${name}`);

/** Whatever a manifest holds; what a test reads of it, it checks. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: Loose;
}

/** The objects that `kubectl kustomize` makes of a folder. */
export async function render(folder: string): Promise<KubeObject[]> {
  const { stdout } = await execute(await findKubectl(), ['kustomize', join(KUBERNETES, folder)], {
    env: testEnvironment(),
    maxBuffer: 16e6,
  });
  return parseObjects(stdout);
}

export function parseObjects(text: string): KubeObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubeObject);
}

export interface PodTemplate {
  /** Kind and name of what makes the pods. */
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Loose;
}

/** Of everything that makes pods. */
export function podTemplates(objects: readonly KubeObject[]): PodTemplate[] {
  return objects.flatMap(({ kind, metadata, spec }) =>
    ['Deployment', 'StatefulSet', 'Job'].includes(kind)
      ? [{ owner: `${kind}/${metadata.name}`, labels: spec.template.metadata.labels, spec: spec.template.spec }]
      : [],
  );
}

export interface Container {
  readonly owner: string;
  readonly pod: PodTemplate;
  readonly spec: Loose;
}

export function containers(objects: readonly KubeObject[]): Container[] {
  return podTemplates(objects).flatMap((pod) =>
    [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map((spec: Loose) => ({
      owner: pod.owner,
      pod,
      spec,
    })),
  );
}

/** Whether labels fit a label selector; an empty one fits all. */
export function fits(selector: Loose, labels: Readonly<Record<string, string>>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const equal = Object.entries(matchLabels).every(([name, value]) => labels[name] === value);
  return (
    equal &&
    matchExpressions.every(({ key, operator, values }: Loose) => {
      if (operator !== 'In') throw new Error(`the selector's operator ${operator} is not known to the tests`);
      return values.includes(labels[key]);
    })
  );
}

export function named(objects: readonly KubeObject[], kind: string, name: string): KubeObject | undefined {
  return objects.find((object) => object.kind === kind && object.metadata.name === name);
}

/** As the container gets it; a secret's value is its key's name. */
export function environmentOf(container: Loose, objects: readonly KubeObject[]): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    const config = named(objects, 'ConfigMap', configMapRef.name);
    if (config === undefined) throw new Error(`there is no ConfigMap ${configMapRef.name}`);
    Object.assign(env, config['data']);
  }
  for (const { name, value, valueFrom } of container.env ?? []) env[name] = value ?? valueFrom.secretKeyRef.key;
  return env;
}
