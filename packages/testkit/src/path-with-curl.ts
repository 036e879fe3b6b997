import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface CurlPath {
  /** PATH for a shell that finds `curl`. */
  readonly PATH: string;
  readonly isStandIn: boolean;
  readonly drop: () => void;
}

/** Says so and puts a stand-in on PATH where the machine has no curl: nothing but Node is needed to run the tests. */
export function pathWithCurl(PATH = process.env['PATH'] ?? ''): CurlPath {
  const real = spawnSync('curl', ['--version'], { env: { PATH }, stdio: 'ignore' });
  if (real.status === 0) return { PATH, isStandIn: false, drop: () => undefined };
  process.stderr.write('curl is not installed: its commands are run through packages/testkit/src/curl-stand-in.ts\n');
  const folder = mkdtempSync(join(tmpdir(), 'drape-curl-'));
  const program = join(__dirname, '../dist/curl-stand-in.js');
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(folder, 'curl'), script, { mode: 0o755 });
  return {
    PATH: `${folder}${delimiter}${PATH}`,
    isStandIn: true,
    drop: () => rmSync(folder, { recursive: true }),
  };
}
