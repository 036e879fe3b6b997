import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { packageManager } = JSON.parse(read('package.json')) as { packageManager: string };

const IMAGES = [
  { file: 'gateway.Dockerfile', app: 'gateway' },
  { file: 'worker.Dockerfile', app: 'worker' },
  { file: 'worker-gpu.Dockerfile', app: 'worker' },
] as const;

/** Whether a file travels into the builder: of the lines of .dockerignore the last one that fits decides. */
function isSent(path: string): boolean {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return !lines.reduce((isLeftOut, line) => {
    const pattern = line.replace(/^!/, '');
    const body = pattern
      .replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
    return new RegExp(`^${body}(?:/|$)`).test(path) ? !line.startsWith('!') : isLeftOut;
  }, false);
}

describe('.dockerignore', () => {
  it('sends the sample pictures of the playground, with the licence of those that are not ours', () => {
    const samples = 'packages/local/samples';
    const pictures = readdirSync(join(root, samples, 'garments'), { recursive: true })
      .map((name) => `${samples}/garments/${String(name)}`)
      .filter((name) => name.endsWith('.jpg'));
    const persons = ['full-body.jpg', 'upper-body.jpg', 'LICENSE-human.txt'].map(
      (name) => `${samples}/persons/${name}`,
    );
    expect(pictures.length).toBeGreaterThan(7);
    expect([...pictures, ...persons].filter((path) => !isSent(path))).toEqual([]);
  });

  it('keeps back what was built or is of no use in an image', () => {
    const kept = ['.git/HEAD', 'node_modules/x', 'apps/widget/dist/a.js', 'packages/local/samples/draw/noise.mjs'];
    expect(kept.filter(isSent)).toEqual([]);
    expect(['README.md', 'docs/api.md', 'apps/widget/build.mjs'].filter((path) => !isSent(path))).toEqual([]);
  });
});

/** Instructions of a Dockerfile with their continuation lines joined, comments left out. */
function instructionsOf(file: string): string[] {
  const lines = read(`docker/${file}`).split('\n');
  const text = lines.filter((line) => !line.startsWith('#')).join('\n');
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '');
}

describe.each(IMAGES)('docker/$file', ({ file, app }) => {
  const instructions = instructionsOf(file);
  const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM')));

  it('lets the builder choose the Node image, and ends in a stage without build tools', () => {
    expect(instructions[0]).toMatch(/^ARG NODE_IMAGE=node:\d+-bookworm-slim$/);
    expect(last[0]).toMatch(/^FROM \$\{(NODE|CUDA)_IMAGE\} AS run$/);
    expect(last.filter((line) => line.startsWith('RUN'))).toEqual([]);
  });

  it('installs from the lockfile, with the package manager of the repository', () => {
    const installs = instructions.join(' ').match(/npx -y \S+ install \S+/g);
    expect(installs).toEqual(Array(2).fill(`npx -y ${packageManager} install --frozen-lockfile`));
  });

  it('ships what production needs and nothing else', () => {
    const final = instructions.findLast((line) => line.startsWith('RUN'));
    expect(final).toContain(`--prod --filter-prod "@drape/${app}..."`);
    expect(final).toContain(`node docker/collect.mjs @drape/${app} /app`);
    expect(last.filter((line) => line.startsWith('COPY --from=build'))).toEqual(['COPY --from=build /app .']);
  });

  it('starts the command that npm start runs, without root, and says when it is ready', () => {
    expect(last).toContain(`CMD ["node", "apps/${app}/dist/main.js"]`);
    expect(last).toContain('USER 1000:1000');
    expect(last.some((line) => line.endsWith('CMD ["node", "docker/healthcheck.mjs"]'))).toBe(true);
  });
});

describe('docker/compose.yaml', () => {
  const compose = read('docker/compose.yaml');

  it('keeps the queue: no eviction, append-only file', () => {
    expect(compose).toContain("'--appendonly', 'yes', '--maxmemory-policy', 'noeviction'");
  });

  it('publishes ports on this machine only', () => {
    const ports = compose.match(/- '\S+:\d+'/g) ?? [];
    expect(ports.length).toBe(2);
    for (const port of ports) expect(port).toContain("'127.0.0.1:");
  });

  const blockOf = (service: string): string =>
    new RegExp(`^  ${service}:\\n(?: {4}.*\\n|\\n)*`, 'm').exec(`${compose}\n`)?.[0] ?? '';

  it('runs a worker on a GPU for whoever asks for it, set up as the other is', () => {
    const [cpu, gpu] = [blockOf('worker'), blockOf('worker-cuda')];
    expect(gpu).toContain('dockerfile: docker/worker-gpu.Dockerfile');
    expect(gpu).toMatch(/profiles:\n {6}- cuda\n/);
    expect(gpu).toMatch(/driver: nvidia\n {14}count: 1\n {14}capabilities: \[gpu\]\n/);
    expect(cpu).toContain('environment: &worker-environment');
    expect(gpu).toContain('environment: *worker-environment');
    expect(cpu).not.toContain('profiles:');
    for (const line of ['init: true', 'read_only: true', 'stop_grace_period: 65s', 'restart: unless-stopped']) {
      expect([line, cpu.includes(line), gpu.includes(line)]).toEqual([line, true, true]);
    }
  });

  it('has every command of its head, and what the README says of it', () => {
    const commands = [...compose.matchAll(/^#.* (docker compose -f docker\/compose\.yaml .*)$/gm)].map(
      ([, text = '']) => text,
    );
    expect(commands.length).toBe(4);
    for (const text of commands) {
      for (const [, service = ''] of text.matchAll(/--scale ([\w-]+)=/g)) expect(blockOf(service)).not.toBe('');
      for (const [, profile = ''] of text.matchAll(/--profile (\w+)/g))
        expect(compose).toContain(`      - ${profile}\n`);
    }
    expect(read('README.md')).toContain('`--profile cuda`');
  });

  it('pins every foreign image', () => {
    const images = [...compose.matchAll(/^ {4}image: (\S+)$/gm)].map(([, image]) => image);
    expect(images.length).toBe(7);
    for (const image of images) expect(image).toMatch(/:(RELEASE\.\S+|\d+\.\d+\S*)$/);
  });
});
