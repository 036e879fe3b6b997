import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClientBench, type ClientBench, type Ended } from './client-bench';
import { findRuby } from './find-ruby';

const RUBY = join(__dirname, 'ruby');
const OPERATIONS: Readonly<Record<string, Readonly<Record<'ruby', string>>>> = JSON.parse(
  readFileSync(join(__dirname, 'operations.json'), 'utf8'),
);

/** Calls the README's receiver of webhooks, which a server would, with one that nobody signed. */
const UNSIGNED = 'raise "it was let in" unless receive("{}", {}) == 400\n';

let bench: ClientBench;
let ruby: string;

beforeAll(async () => {
  ruby = await findRuby();
  bench = await openClientBench();
}, 300_000);

afterAll(() => bench?.stop(), 60_000);

/** With all warnings on. */
const run = (...args: readonly string[]): Promise<Ended> =>
  bench.run(ruby, ['-w', ...args], { RUBYLIB: join(RUBY, 'lib') });

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
    expect(programs.filter((program) => program.includes('def receive('))).toHaveLength(1);
    for (const [i, program] of programs.entries()) {
      const file = join(bench.work, `readme-${i}.rb`);
      writeFileSync(file, program.includes('def receive(') ? program + UNSIGNED : program);
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
