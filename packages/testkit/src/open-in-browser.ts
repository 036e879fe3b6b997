import { execFile, spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { fetchPackage } from './fetch-package';
import { testEnvironment } from './test-environment';

const execute = promisify(execFile);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The only package that holds a Chromium itself (Linux, x64) instead of downloading one; it needs glibc and nothing else. */
const PACKAGE = '@sparticuz/chromium';
const VERSION = '143.0.4';
/** It talks to nobody but the page's hosts, and runs as root in a container. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
];

export interface Browser {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface OpenBrowser {
  /** What it printed so far. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

/** Opens a page in a real Chromium: one on PATH, else a fetched one. */
export async function openInBrowser(url: string): Promise<OpenBrowser> {
  const { command, env } = await findBrowser();
  const profile = mkdtempSync(join(tmpdir(), 'drape-browser-'));
  const child = spawn(command, [...FLAGS, `--user-data-dir=${profile}`, url], {
    env: testEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      text += error.message;
      resolve();
    });
    child.once('close', () => resolve());
  });
  return {
    output: () => text,
    async close() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(timer);
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** A Chromium: one on PATH, else a fetched one. */
export async function findBrowser(): Promise<Browser> {
  const command = NAMES.find(
    (name) => spawnSync(name, ['--version'], { env: testEnvironment(), stdio: 'ignore' }).status === 0,
  );
  if (command !== undefined) return { command, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`No browser was found: install Chromium so that one of ${NAMES.join(', ')} is on PATH.`);
  }
  const folder = await fetchPackage(PACKAGE, VERSION, unpack);
  return {
    command: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder },
  };
}

/** A bare system has no fonts either; `relative`, because the folder is still to be moved. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/** The package compresses the program, and the libraries and fonts that a bare system lacks. */
async function unpack(installed: string, target: string): Promise<void> {
  for (const name of ['chromium', 'al2023.tar', 'swiftshader.tar', 'fonts.tar']) {
    const source = createReadStream(join(installed, `bin/${name}.br`));
    await pipeline(source, createBrotliDecompress(), createWriteStream(join(target, name)));
    if (!name.endsWith('.tar')) continue;
    await execute('tar', ['-xf', join(target, name), '-C', target, '--no-same-owner'], {
      env: testEnvironment(),
    });
    await rm(join(target, name));
  }
  await chmod(join(target, 'chromium'), 0o755);
  await writeFile(join(target, 'fonts.conf'), FONTS);
}
