import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateApiKey } from '../packages/access';
import { newId, SCOPES } from '../packages/contracts';
import { testEnvironment } from '../packages/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SAMPLES } from '../apps/worker/test/worker-harness';
import { startRunningService, type RunningService } from '../packages/telemetry/test/running-service';
import { findRuby } from './find-ruby';

const RUBY = join(__dirname, 'ruby');
const OPERATIONS: Readonly<Record<string, Readonly<Record<'ruby', string>>>> = JSON.parse(
  readFileSync(join(__dirname, 'operations.json'), 'utf8'),
);

let service: RunningService;
let ruby: string;
let key: string;
let work: string;

beforeAll(async () => {
  service = await startRunningService();
  ruby = await findRuby();
  work = mkdtempSync(join(tmpdir(), 'drape-ruby-'));
  copyFileSync(join(SAMPLES, 'persons/full-body.jpg'), join(work, 'me.jpg'));
  const made = generateApiKey({ kind: 'sk', env: 'test' });
  const { db, accountId } = service.harness;
  const about = { id: newId('key'), accountId, kind: 'sk', env: 'test', scopes: SCOPES, expiresAt: null } as const;
  await db.apiKeys.insert({ ...about, hash: made.hash, last4: made.last4, allowedOrigins: [] });
  key = made.key;
}, 300_000);

afterAll(async () => {
  await service?.stop();
  if (work !== undefined) rmSync(work, { recursive: true });
}, 60_000);

/** Runs a program with all warnings on, in a folder of its own. Resolves with its status and all that it printed. */
function run(...args: readonly string[]): Promise<{ status: number | null; output: string }> {
  const env = testEnvironment({
    DRAPE_URL: service.url,
    DRAPE_KEY: key,
    DRAPE_PHOTO: join(work, 'me.jpg'),
    RUBYLIB: join(RUBY, 'lib'),
  });
  const child = spawn(ruby, ['-w', ...args], { cwd: work, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

describe('the Ruby client', () => {
  it('has a method for every operation', async () => {
    const names = Object.values(OPERATIONS).map((row) => row.ruby);
    const program = `
require "drape"
client = Drape::Client.new("key", "http://localhost")
names = JSON.parse(ARGV.fetch(0))
missing = names.reject do |name|
  *resources, method = name.split(".")
  resources.reduce(client) { |from, resource| from.public_send(resource) }.respond_to?(method)
rescue NoMethodError
  false
end
puts JSON.generate(missing)`;
    const { status, output } = await run('-e', program, JSON.stringify(names));
    expect([status, JSON.parse(output)]).toEqual([0, []]);
  });

  it('does all that it promises against a real gateway', async () => {
    const { status, output } = await run(join(RUBY, 'test/client_test.rb'));
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    expect(output).not.toContain('warning:');
  }, 180_000);

  it('has a README whose programs run', async () => {
    const text = readFileSync(join(RUBY, 'README.md'), 'utf8');
    const programs = [...text.matchAll(/```ruby\n([\s\S]*?)```/g)].map(([, program = '']) => program);
    expect(programs.length).toBeGreaterThanOrEqual(6);
    for (const [i, program] of programs.entries()) {
      const file = join(work, `readme-${i}.rb`);
      writeFileSync(file, program);
      const { status, output } = await run(file);
      expect([i, status, status === 0 ? '' : output]).toEqual([i, 0, '']);
    }
  }, 120_000);

  it('carries the version of the TypeScript and the Python client', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(__dirname, '../packages/client/package.json'), 'utf8'),
    );
    const python = readFileSync(join(__dirname, 'python/pyproject.toml'), 'utf8');
    expect(python).toContain(`version = "${version}"`);
    const program = 'spec = Gem::Specification.load(ARGV[0]); puts [spec.name, spec.version, *spec.files.first(1)]';
    const { status, output } = await run('-e', program, join(RUBY, 'drape.gemspec'));
    expect([status, output]).toEqual([0, `drape\n${version}\nREADME.md\n`]);
  });
});
