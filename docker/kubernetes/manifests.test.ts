import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GATEWAY_ENVIRONMENT } from '../../apps/gateway/src/config';
import { WORKER_ENVIRONMENT } from '../../apps/worker/src/config';
import { KNOWN_DRAPE_VARIABLES, readEnv, type EnvSchema } from '../../packages/runtime';
import {
  containers,
  environmentOf,
  fits,
  KUBERNETES,
  named,
  OVERLAYS,
  parseObjects,
  podTemplates,
  render,
  type Container,
  type KubeObject,
  type Loose,
} from './test/render';
import { schemaErrors, typeErrors } from './test/schemas';

const ROOT = join(KUBERNETES, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

const rendered = new Map<string, KubeObject[]>();
const objectsOf = (folder: string): KubeObject[] => rendered.get(folder) ?? [];

beforeAll(async () => {
  for (const folder of [...OVERLAYS, 'monitors']) rendered.set(folder, await render(folder));
}, 300_000);

it('the schemas and the types of Kubernetes, KEDA and Prometheus’ operator find nothing wrong', async () => {
  const all = [...[...rendered.values()].flat(), ...parseObjects(read('docker/kubernetes/secret.example.yaml'))];
  expect(all.length).toBeGreaterThan(80);
  expect(await schemaErrors(all)).toEqual([]);
  expect(await typeErrors(all)).toEqual([]);
}, 300_000);

it('would find a missing field, a wrong type and a misspelt name', async () => {
  const gateway = (): Loose => structuredClone(named(objectsOf('overlays/cpu'), 'Deployment', 'drape-gateway'));
  const [missing, wrong, misspelt] = [gateway(), gateway(), gateway()];
  delete missing.spec.selector;
  wrong.spec.template.spec.terminationGracePeriodSeconds = 'soon';
  const [container] = misspelt.spec.template.spec.containers;
  container.readinesProbe = container.readinessProbe;
  expect((await schemaErrors([missing, wrong])).length).toBe(2);
  expect((await typeErrors([missing, wrong, misspelt])).join('\n')).toMatch(/selector[^]*readinesProbe/);
}, 300_000);

describe.each(OVERLAYS)('%s', (folder) => {
  const drape = (): Container[] => containers(objectsOf(folder)).filter(({ spec }) => /drape-/.test(spec.image));

  it('runs nothing as root, with a writable root, with privileges or with a token', () => {
    for (const { owner, pod, spec } of containers(objectsOf(folder))) {
      const { securityContext: ofPod, automountServiceAccountToken } = pod.spec;
      const { securityContext: own } = spec;
      expect({ owner, ...ofPod, ...own, automountServiceAccountToken }).toMatchObject({
        runAsNonRoot: true,
        runAsUser: expect.any(Number),
        seccompProfile: { type: 'RuntimeDefault' },
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
        automountServiceAccountToken: false,
      });
      expect(ofPod.runAsUser).toBeGreaterThan(0);
      expect(own.capabilities.add).toBeUndefined();
      expect(pod.spec).not.toHaveProperty('hostNetwork');
    }
  });

  it('asks for a processor and memory and limits both', () => {
    for (const { spec } of containers(objectsOf(folder))) {
      for (const kind of ['requests', 'limits']) {
        expect(Object.keys(spec.resources[kind])).toEqual(expect.arrayContaining(['cpu', 'memory']));
      }
    }
  });

  it('gives gateway and worker an environment that they accept', () => {
    for (const { owner, spec } of drape()) {
      const env = environmentOf(spec, objectsOf(folder));
      const schema: EnvSchema = owner.includes('worker') ? WORKER_ENVIRONMENT : GATEWAY_ENVIRONMENT;
      const known = [...Object.keys(schema.properties), ...KNOWN_DRAPE_VARIABLES];
      expect([owner, Object.keys(env).filter((name) => !known.includes(name))]).toEqual([owner, []]);
      if (owner.startsWith('Job/')) continue;
      expect(() => readEnv(schema, env)).not.toThrow();
      expect((schema.required ?? []).filter((name) => env[name] === undefined)).toEqual([]);
    }
  });

  it('keeps secrets in Secrets: each is there or in the example', () => {
    const inExample = new Set(
      parseObjects(read('docker/kubernetes/secret.example.yaml')).flatMap(({ metadata, stringData }) =>
        Object.keys(stringData).map((key) => `${metadata.name}/${key}`),
      ),
    );
    const own = objectsOf(folder).flatMap(({ kind, metadata, data }) =>
      kind === 'Secret' ? Object.keys(data).map((key) => `${metadata.name}/${key}`) : [],
    );
    const secret = Object.entries({ ...GATEWAY_ENVIRONMENT.properties, ...WORKER_ENVIRONMENT.properties }).flatMap(
      ([name, property]) => ('writeOnly' in property ? [name] : []),
    );
    for (const { spec } of containers(objectsOf(folder))) {
      for (const { name, value, valueFrom } of spec.env ?? []) {
        if (secret.includes(name)) expect([name, value]).toEqual([name, undefined]);
        if (valueFrom === undefined) continue;
        const { name: from, key } = valueFrom.secretKeyRef;
        expect(own.length === 0 ? [...inExample] : own).toContain(`${from}/${key}`);
      }
    }
    for (const { spec } of objectsOf(folder).filter(({ kind }) => kind === 'Ingress')) {
      for (const { secretName } of spec.tls) expect([...inExample]).toContain(`${secretName}/tls.key`);
    }
  });

  it('has images of this version, and of one tag each', () => {
    const images = containers(objectsOf(folder)).map(({ spec }): string => spec.image);
    for (const image of images) expect(image).toMatch(/:[^:]*\d[^:]*$/);
    for (const image of images.filter((name) => name.startsWith('drape-'))) expect(image).toMatch(`:${version}`);
    const job = objectsOf(folder).find(({ kind }) => kind === 'Job');
    expect(job?.metadata.name).toBe(`drape-migrate-${version.replaceAll('.', '-')}`);
    const compose = read('docker/compose.yaml');
    for (const image of images.filter((name) => name !== 'drape-worker-gpu'))
      expect(compose).toContain(`image: ${image}\n`);
  });

  it('selects what is there', () => {
    const objects = objectsOf(folder);
    const pods = podTemplates(objects);
    for (const { kind, metadata, spec } of objects) {
      const name = `${kind}/${metadata.name}`;
      if (kind === 'Deployment' || kind === 'StatefulSet') {
        expect(fits(spec.selector, spec.template.metadata.labels)).toBe(true);
        expect(pods.filter(({ labels }) => fits(spec.selector, labels)).map(({ owner }) => owner)).toEqual([name]);
        for (const { labelSelector } of spec.template.spec.topologySpreadConstraints ?? [])
          expect(labelSelector).toEqual(spec.selector);
      }
      if (kind === 'Service') {
        const target = pods.find(({ labels }) => fits({ matchLabels: spec.selector }, labels));
        const ports = target?.spec.containers.flatMap((container: Loose) =>
          container.ports.map((port: Loose) => port.name),
        );
        for (const { targetPort } of spec.ports)
          expect([name, ports]).toEqual([name, expect.arrayContaining([targetPort])]);
      }
      if (kind === 'PodDisruptionBudget')
        expect(pods.filter(({ labels }) => fits(spec.selector, labels)).length).toBe(1);
      if (kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject') {
        const target = named(objects, 'Deployment', spec.scaleTargetRef.name);
        expect([name, target?.['spec'].replicas]).toEqual([name, undefined]);
        expect(target).toBeDefined();
      }
      if (kind === 'Ingress') {
        const { service } = spec.rules[0].http.paths[0].backend;
        const names = named(objects, 'Service', service.name)?.['spec'].ports.map((port: Loose) => port.name);
        expect(names).toContain(service.port.name);
      }
    }
  });

  it('scales each Deployment by one thing at most', () => {
    const targets = objectsOf(folder)
      .filter(({ kind }) => ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind))
      .map(({ spec }) => spec.scaleTargetRef.name);
    expect(new Set(targets).size).toBe(targets.length);
  });

  it('names a priority class that is there, and lives in its namespace', () => {
    for (const { owner, spec } of podTemplates(objectsOf(folder))) {
      if (!/gateway|worker|migrate/.test(owner)) continue;
      expect(named(objectsOf(folder), 'PriorityClass', spec.priorityClassName)).toBeDefined();
    }
    for (const { kind, metadata } of objectsOf(folder)) {
      const isWide = ['Namespace', 'PriorityClass'].includes(kind);
      expect([kind, metadata.name, metadata.namespace]).toEqual([kind, metadata.name, isWide ? undefined : 'drape']);
    }
  });

  it('gives each process more time to end than it takes at most', () => {
    const deadlineSec = (app: string): number =>
      Number(/SHUTDOWN_DEADLINE_MS = ([\d_]+);/.exec(read(`apps/${app}/src/main.ts`))?.[1]?.replaceAll('_', '')) / 1000;
    for (const { owner, pod, spec } of drape()) {
      if (!owner.startsWith('Deployment/')) continue;
      const [command, pause = '0'] = spec.lifecycle?.preStop.exec.command ?? [];
      if (command !== undefined) expect(command).toBe('sleep');
      const needed = deadlineSec(owner.includes('worker') ? 'worker' : 'gateway') + Number(pause);
      expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(needed);
    }
  });
});

describe('overlays/keda', () => {
  it('asks Prometheus for metrics that the gateway shows', () => {
    const scaled = named(objectsOf('overlays/keda'), 'ScaledObject', 'drape-worker-cpu');
    const [trigger] = scaled?.['spec'].triggers ?? [];
    expect(trigger.metadata.query).toBe('sum(max by (state) (tryon_queue_jobs{state=~"waiting|prioritized|active"}))');
    expect(Number(trigger.metadata.threshold)).toBeGreaterThan(0);
    expect(scaled?.['spec'].minReplicaCount).toBeGreaterThan(0);
  });
});
