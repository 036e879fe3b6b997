import { beforeAll, describe, expect, it } from '@jest/globals';
import { isPublicAddress } from '../../packages/media/src/public-address';
import { isAllowed, type Peer } from './test/network-flows';
import { podTemplates, render, type KubeObject } from './test/render';

let external: KubeObject[];
let allInOne: KubeObject[];

beforeAll(async () => {
  [external, allInOne] = [await render('overlays/external-stores'), await render('overlays/all-in-one')];
}, 300_000);

/** The pods of a component. */
function pod(objects: readonly KubeObject[], component: string): Peer {
  const found = podTemplates(objects).find(({ labels }) => labels['app.kubernetes.io/component'] === component);
  if (found === undefined) throw new Error(`there are no pods of ${component}`);
  const ports = found.spec.containers.flatMap((container: { ports?: unknown[] }) => container.ports ?? []);
  return { labels: found.labels, namespace: 'drape', ports };
}

const dns: Peer = { labels: { 'k8s-app': 'kube-dns' }, namespace: 'kube-system' };
const ingress: Peer = { labels: { app: 'ingress' }, namespace: 'ingress-nginx' };
const prometheus: Peer = { labels: { app: 'prometheus' }, namespace: 'monitoring' };
const stranger: Peer = { labels: { app: 'shop' }, namespace: 'default' };

describe('the internet', () => {
  it('is reached by workers, at the ports of pictures and webhooks', () => {
    const from = pod(external, 'worker');
    const reached = (to: string, port: number) => isAllowed(external, { from, to, port });
    expect([443, 80, 22, 6379, 5432, 8080].map((port) => reached('1.1.1.1', port))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(
      ['2606:4700::1111', '2001:db8::1', 'fd00::1', 'fe80::1', '::1', '2002:a00::1'].map((to) => reached(to, 443)),
    ).toEqual([true, false, false, false, false, false]);
  });

  it('is reached by nobody else', () => {
    for (const component of ['gateway', 'migrate']) {
      const from = pod(external, component);
      for (const to of ['1.1.1.1', '93.184.215.14', '2606:4700::1111']) {
        expect([component, to, isAllowed(external, { from, to, port: 443 })]).toEqual([component, to, false]);
      }
    }
  });

  it('is for workers what their own guard takes for it, at every edge of every block', () => {
    const policy = external.find(({ metadata }) => metadata.name === 'drape-worker-internet');
    const blocks: string[] = policy?.['spec'].egress[0].to.flatMap(
      ({ ipBlock }: { ipBlock: { except: string[] } }) => ipBlock.except,
    );
    expect(blocks.length).toBeGreaterThan(20);
    const v4 = blocks.filter((cidr) => !cidr.includes(':')).flatMap(edges);
    const others = [
      '8.8.8.8',
      '100.63.255.255',
      '172.32.0.1',
      '223.255.255.255',
      '2001:200::1',
      '2400::1',
      '3fff:1000::1',
      '64:ff9b::1',
    ];
    const from = pod(allInOne, 'worker');
    for (const to of [...v4, ...others]) {
      expect([to, isAllowed(allInOne, { from, to, port: 80 })]).toEqual([to, isPublicAddress(to)]);
    }
  });
});

/** The first and the last address of a block and the ones beside it. */
function edges(cidr: string): string[] {
  const [network = '', prefix] = cidr.split('/');
  const first = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const last = first + 2 ** (32 - Number(prefix)) - 1;
  return [first - 1, first, last, last + 1]
    .filter((value) => value >= 0 && value < 2 ** 32)
    .map((value) => [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.'));
}

describe('private addresses', () => {
  it('are out of reach but for the stores, at their ports', () => {
    for (const component of ['gateway', 'worker']) {
      const from = pod(external, component);
      const reached = (to: string, port: number) => isAllowed(external, { from, to, port });
      for (const to of ['10.0.0.5', '192.168.1.1', '172.17.0.1', '169.254.169.254', '127.0.0.1', '100.100.100.200']) {
        for (const port of [80, 443, 5432])
          expect([component, to, port, reached(to, port)]).toEqual([component, to, port, false]);
      }
      expect([5432, 6379, 443, 80, 22].map((port) => reached('10.20.30.4', port))).toEqual([
        true,
        true,
        true,
        false,
        false,
      ]);
    }
  });
});

describe('inside the cluster', () => {
  it('names are resolved by all', () => {
    for (const component of ['gateway', 'worker', 'migrate']) {
      const from = pod(external, component);
      expect(isAllowed(external, { from, to: dns, port: 53, protocol: 'UDP' })).toBe(true);
      expect(isAllowed(external, { from, to: dns, port: 53 })).toBe(true);
      expect(isAllowed(external, { from, to: dns, port: 443 })).toBe(false);
    }
  });

  it('the gateway is reached through the ingress, and nobody through anything else', () => {
    const [gateway, worker] = [pod(external, 'gateway'), pod(external, 'worker')];
    expect(isAllowed(external, { from: ingress, to: gateway, port: 8080 })).toBe(true);
    expect(isAllowed(external, { from: stranger, to: gateway, port: 8080 })).toBe(false);
    expect(isAllowed(external, { from: worker, to: gateway, port: 8080 })).toBe(false);
    expect(isAllowed(external, { from: gateway, to: worker, port: 8081 })).toBe(false);
    expect(isAllowed(external, { from: ingress, to: worker, port: 8081 })).toBe(false);
  });

  it('Prometheus reads metrics, and not the API', () => {
    const [gateway, worker] = [pod(external, 'gateway'), pod(external, 'worker')];
    expect(isAllowed(external, { from: prometheus, to: worker, port: 8081 })).toBe(true);
    expect(isAllowed(external, { from: prometheus, to: gateway, port: 9464 })).toBe(true);
    expect(isAllowed(external, { from: prometheus, to: gateway, port: 8080 })).toBe(false);
    expect(isAllowed(external, { from: stranger, to: gateway, port: 9464 })).toBe(false);
  });

  it('the stores of all-in-one serve Drape and reach nothing', () => {
    const stores = { postgres: 5432, redis: 6379, minio: 9000 };
    for (const [store, port] of Object.entries(stores)) {
      const to = pod(allInOne, store);
      for (const component of ['gateway', 'worker', 'migrate']) {
        expect(isAllowed(allInOne, { from: pod(allInOne, component), to, port })).toBe(true);
      }
      expect(isAllowed(allInOne, { from: stranger, to, port })).toBe(false);
      for (const away of ['1.1.1.1', '10.0.0.5'])
        expect(isAllowed(allInOne, { from: to, to: away, port: 443 })).toBe(false);
    }
  });
});
