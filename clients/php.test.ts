import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openClientBench, type ClientBench, type Ended } from './client-bench';
import { findPhp } from './find-php';

const PHP = join(__dirname, 'php');
const OPERATIONS: Readonly<Record<string, Readonly<Record<'php', string>>>> = JSON.parse(
  readFileSync(join(__dirname, 'operations.json'), 'utf8'),
);
/** Whatever PHP has to say, it says it. */
const LOUD = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', '-d', 'log_errors=0', '-d', 'html_errors=0'];
const COMPLAINT = /(Warning|Notice|Deprecated): /;

let bench: ClientBench;
let php: string;

beforeAll(async () => {
  php = await findPhp();
  bench = await openClientBench();
}, 300_000);

afterAll(() => bench?.stop(), 60_000);

/** With all warnings on. */
const run = (...args: readonly string[]): Promise<Ended> =>
  bench.run(php, [...LOUD, ...args], { DRAPE_PHP: join(PHP, 'autoload.php') });

describe('the PHP client', () => {
  it('has a method for every operation', async () => {
    const names = Object.values(OPERATIONS).map((row) => row.php);
    const program = `
require getenv('DRAPE_PHP');
$missing = array_filter(json_decode($argv[1]), function (string $name): bool {
    $found = new Drape\\Drape('key', 'http://localhost');
    $parts = explode('.', $name);
    $method = array_pop($parts);
    foreach ($parts as $part) {
        $found = $found->$part ?? null;
    }
    return $found === null || !is_callable([$found, $method]);
});
echo json_encode(array_values($missing));`;
    const { status, output } = await run('-r', program, JSON.stringify(names));
    expect([status, output]).toEqual([0, '[]']);
    expect(names.length).toBeGreaterThan(0);
  });

  it('does all that it promises against a real gateway', async () => {
    const { status, output } = await run(join(PHP, 'tests/test_client.php'));
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    expect(output).not.toMatch(COMPLAINT);
  }, 180_000);

  it('has a README whose programs run', async () => {
    const text = readFileSync(join(PHP, 'README.md'), 'utf8');
    const programs = [...text.matchAll(/```php\n([\s\S]*?)```/g)].map(([, program = '']) => program);
    expect(programs.length).toBeGreaterThanOrEqual(6);
    // In place of Composer's.
    mkdirSync(join(bench.work, 'vendor'));
    writeFileSync(join(bench.work, 'vendor/autoload.php'), "<?php\n\nrequire getenv('DRAPE_PHP');\n");
    for (const [i, program] of programs.entries()) {
      const file = join(bench.work, `readme-${i}.php`);
      writeFileSync(file, program);
      const { status, output } = await run(file);
      expect([i, status, status === 0 ? '' : output]).toEqual([i, 0, '']);
      expect([i, COMPLAINT.test(output) ? output : '']).toEqual([i, '']);
    }
  }, 120_000);

  it('carries the version of the TypeScript and the Python client', async () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(__dirname, '../packages/client/package.json'), 'utf8'),
    );
    const python = readFileSync(join(__dirname, 'python/pyproject.toml'), 'utf8');
    expect(python).toContain(`version = "${version}"`);
    const composer: { version: string } = JSON.parse(readFileSync(join(PHP, 'composer.json'), 'utf8'));
    expect(composer.version).toBe(version);
    const { status, output } = await run('-r', "require getenv('DRAPE_PHP'); echo Drape\\Drape::VERSION;");
    expect([status, output]).toEqual([0, version]);
  });
});
