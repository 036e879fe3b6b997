import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from '@jest/globals';
import { isAllowed } from './test/network-flows';
import { containers, KUBERNETES, named, podTemplates, render } from './test/render';
import { schemaErrors, typeErrors } from './test/schemas';

const ROOT = join(KUBERNETES, '../..');
const text = readFileSync(join(ROOT, 'docs/kubernetes.md'), 'utf8');

it('docs/kubernetes.md: a shop’s own folder renders to what it says', async () => {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'shop-'));
  try {
    for (const [, name = '', body = ''] of text.matchAll(/```yaml\n# ([\w-]+\.yaml).*\n([^]*?)```/g)) {
      const there = relative(folder, join(KUBERNETES, 'overlays/keda'));
      writeFileSync(join(folder, name), body.replace('../drape/docker/kubernetes/overlays/keda', there));
    }
    const objects = await render(relative(KUBERNETES, folder));
    expect([...(await schemaErrors(objects)), ...(await typeErrors(objects))]).toEqual([]);
    const images = podTemplates(objects).map(({ spec }) => spec.containers[0].image);
    expect(images.filter((image) => !image.startsWith('registry.example.com/drape-'))).toEqual([]);
    expect(named(objects, 'Ingress', 'drape')?.['spec'].rules.map(({ host }: { host: string }) => host)).toEqual([
      'tryon.shop.example',
    ]);
    const config = objects.find(({ kind }) => kind === 'ConfigMap')?.['data'];
    expect(config).toMatchObject({ DRAPE_PUBLIC_URL: 'https://tryon.shop.example', DRAPE_TRUST_PROXY: '1' });
    const gateway = podTemplates(objects).find(({ owner }) => owner.endsWith('/drape-gateway'));
    const from = { labels: gateway?.labels ?? {}, namespace: 'drape' };
    const reached = (to: string) => isAllowed(objects, { from, to, port: 5432 });
    expect(['10.1.2.3', '10.20.30.4', '1.1.1.1'].map(reached)).toEqual([true, false, false]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 120_000);

it('docs/kubernetes.md: what is applied before gateway and workers holds all that the migration needs', async () => {
  const selector = "-l 'app.kubernetes.io/component notin (gateway, worker)'";
  expect(text).toContain(selector);
  const early = (await render('overlays/keda')).filter(
    ({ metadata }) => !['gateway', 'worker'].includes(metadata.labels?.['app.kubernetes.io/component'] ?? ''),
  );
  const kinds = early.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['Namespace', 'PriorityClass', 'ConfigMap', 'NetworkPolicy', 'Job']));
  expect(kinds).not.toContain('Deployment');
  const policies = early.filter(({ kind }) => kind === 'NetworkPolicy').map(({ metadata }) => metadata.name);
  expect(policies).toEqual(expect.arrayContaining(['drape-dns', 'drape-stores']));
}, 60_000);

it('docs/kubernetes.md: names folders, objects and figures that are there', async () => {
  const folders = [...text.matchAll(/docker\/kubernetes\/(overlays\/[\w-]+)/g)].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(2);
  const objects = [...(await render('overlays/gpu')), ...(await render('overlays/all-in-one'))];
  for (const [, kind = '', name = ''] of text.matchAll(/\b(deploy|job|svc)\/([\w-]+)/g)) {
    const kinds: Readonly<Record<string, string>> = { deploy: 'Deployment', job: 'Job', svc: 'Service' };
    expect([name, named(objects, kinds[kind] ?? '', name) !== undefined]).toEqual([name, true]);
  }
  const row = (component: string): string =>
    new RegExp(`^\\| ${component} \\| (.+?) \\| (.+?) \\|`, 'm').exec(text)?.[0] ?? '';
  for (const [component, deployment] of [
    ['gateway', 'drape-gateway'],
    ['worker, CPU', 'drape-worker-cpu'],
    ['worker, GPU', 'drape-worker-gpu'],
  ] as const) {
    const container = containers(objects).find(({ owner }) => owner === `Deployment/${deployment}`);
    const { requests, limits } = container?.spec.resources ?? {};
    const memory = (amount: string) => (amount === '1536Mi' ? '1.5 GiB' : amount.replace(/([MG]i)$/, ' $1B'));
    const expected = [requests, limits].map(({ cpu, memory: amount }) => `${cpu}, ${memory(amount)}`).join(' | ');
    expect(row(component)).toBe(`| ${component} | ${expected} |`);
  }
}, 60_000);
