import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  chmodSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pickPort } from '../packages/local';
import {
  differences,
  pathWithCurl,
  readTranscripts,
  testEnvironment,
  waitFor,
  type CurlPath,
} from '../packages/testkit';

const execute = promisify(execFile);
const ROOT = join(__dirname, '..');
const RUN = join(__dirname, 'run.mjs');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const TRANSCRIPTS = readTranscripts(README).map((transcript) => ({
  ...transcript,
  path: /8080(\/[^\s']*)/.exec(transcript.command)?.[1],
}));
const START_WITHIN_MS = 170_000;

let home = '';
const running: (ChildProcess | Server)[] = [];

function makeHome(): void {
  home = mkdtempSync(join(tmpdir(), 'drape-start-'));
  chmodSync(home, 0o711);
}

function leaveHome(): void {
  for (const one of running.splice(0)) {
    if ('kill' in one) one.kill('SIGKILL');
    else one.close();
  }
  rmSync(home, { recursive: true, force: true });
}

function start(env: Record<string, string>, command = 'up'): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [RUN, command], { env: testEnvironment({ DRAPE_HOME: home, ...env }) });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (text += data.toString()));
  return { child, output: () => text };
}

/** The one sentence after ✗; fails when there is more, such as a stack. */
async function refusal(env: Record<string, string>, command?: string): Promise<string> {
  const { child, output } = start(env, command);
  const [status] = (await once(child, 'close')) as [number];
  const [, sentence = ''] = /^\n✗ ([^\n]+)\n$/.exec(output()) ?? [];
  expect({ status, output: output() }).toEqual({ status: 1, output: `\n✗ ${sentence}\n` });
  return sentence;
}

/** The command lines of running processes that name a folder; none where there is no /proc. */
async function commandsThatName(folder: string): Promise<string[]> {
  const pids = existsSync('/proc/self') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return commands.map((command) => command.replaceAll('\0', ' ')).filter((command) => command.includes(folder));
}

describe('npm start refuses in one sentence', () => {
  beforeEach(makeHome);
  afterEach(leaveHome);

  it('a busy port', async () => {
    const port = await pickPort();
    running.push(createServer().listen(port, '127.0.0.1'));
    expect(await refusal({ DRAPE_PORT: String(port) })).toBe(
      `Port ${port} is busy: stop the program that uses it, or choose another: DRAPE_PORT=${port + 1} npm start`,
    );
  });

  it('a port that is none', async () => {
    expect(await refusal({ DRAPE_PORT: '80 80' })).toBe('DRAPE_PORT must be a port from 1 to 65535, got "80 80".');
  });

  it('a state folder in use, but not one whose user is gone', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'scripts/run.mjs'], {
      env: testEnvironment(),
    });
    running.push(other);
    writeFileSync(join(home, 'up.lock'), String(other.pid));
    expect(await refusal({ DRAPE_PORT: '1x' })).toContain(`Drape already runs from ${home} (process ${other.pid})`);
    other.kill('SIGKILL');
    await once(other, 'close');
    expect(await refusal({ DRAPE_PORT: '1x' })).toContain('DRAPE_PORT must be a port');
  });

  it('a command that it does not know', async () => {
    expect(await refusal({}, 'fly')).toBe('"fly" is not a command of scripts/run.mjs: use up, test or prepare.');
  });
});

describe('npm start', () => {
  let port: number;
  let child: ChildProcess;
  let output: () => string;
  let curl: CurlPath;
  /** What a reader has: the project's folder, with Drape's state in it. */
  let folder: string;

  beforeAll(async () => {
    makeHome();
    folder = mkdtempSync(join(tmpdir(), 'drape-reader-'));
    symlinkSync(home, join(folder, '.drape'));
    symlinkSync(join(ROOT, 'packages'), join(folder, 'packages'));
    curl = pathWithCurl();
    port = await pickPort();
    ({ child, output } = start({ DRAPE_PORT: String(port) }));
    await waitFor(() => output().includes('Ctrl-C stops everything') || child.exitCode !== null, {
      timeoutMs: START_WITHIN_MS,
      what: 'npm start',
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${output()}`);
    });
  }, START_WITHIN_MS + 30_000);

  afterAll(() => {
    leaveHome();
    curl?.drop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  const shell = async (command: string): Promise<string> =>
    (await execute('sh', ['-ec', command], { cwd: folder, env: testEnvironment({ PATH: curl.PATH }) })).stdout;

  it('renders a try-on over HTTP and prints a curl line that works when pasted', async () => {
    expect(output()).toContain('Drape runs.');
    const file = join(home, 'local.json');
    const local = JSON.parse(readFileSync(file, 'utf8')) as { url: string; apiKey: string; resultFile: string };
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(local.url).toBe(`http://127.0.0.1:${port}`);
    expect(readFileSync(local.resultFile).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));

    const line = output()
      .split('\n')
      .find((text) => text.startsWith('  curl '));
    expect(JSON.parse(await shell(line ?? ''))).toMatchObject({ success: true, data: { productCategory: 'top' } });
  });

  it.each(TRANSCRIPTS)('answers $path as the README shows', async ({ command, answer, exports }) => {
    const here = command.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
    expect(here).not.toBe(command);
    // The README says that a busy machine may answer so; it has the picture when it is asked again.
    const came = await waitFor(async () => {
      const text = await shell(`${exports}\n${here}`);
      return /"status":"(queued|processing)"/.test(text) ? null : text;
    });
    expect(differences(answer, came)).toEqual([]);
  });

  interface Local {
    readonly url: string;
    readonly apiKey: string;
    readonly publishableKey: string;
  }
  interface TryOn {
    readonly id: string;
    readonly status: string;
    readonly resultImageUrl: string;
  }
  const local = (): Local => JSON.parse(readFileSync(join(home, 'local.json'), 'utf8'));

  /** A try-on with that key, waited for; its record. */
  async function tryOn(url: string, key: string, headers: Record<string, string> = {}): Promise<TryOn> {
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=30', ...headers };
    const body = readFileSync(join(home, 'sample-request.json'));
    const answer = async (response: Response) => (JSON.parse(await response.text()) as { data: TryOn }).data;
    const { id } = await answer(await fetch(`${url}/v1/tryon`, { method: 'POST', headers: all, body }));
    return waitFor(async () => {
      const now = await answer(await fetch(`${url}/v1/tryon/${id}`, { headers: all }));
      return ['queued', 'processing'].includes(now.status) ? null : now;
    });
  }

  it('has a key for pages of this machine, on whatever port, and for no others', async () => {
    const { url, publishableKey } = local();
    const page = (origin: string) =>
      fetch(`${url}/v1/products/prd_none`, { headers: { origin, authorization: `Bearer ${publishableKey}` } });
    expect(publishableKey).toMatch(/^drp_pk_live_/);
    expect((await page('http://localhost:5173')).status).toBe(404);
    expect((await page('http://127.0.0.1:3000')).headers.get('access-control-allow-origin')).toBe(
      'http://127.0.0.1:3000',
    );
    expect((await page('http://192.168.1.7:3000')).status).toBe(403);
  });

  it('shows its pictures to whoever reaches the gateway, such as a phone', async () => {
    const host = process.platform === 'linux' ? '127.0.0.2' : 'localhost';
    const { resultImageUrl } = await tryOn(`http://${host}:${port}`, local().apiKey);
    expect(new URL(resultImageUrl).hostname).toBe(host);
    const picture = await fetch(resultImageUrl);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await picture.body?.cancel();
  });

  /** The number of an app's process, from the last line that it logged when it was ready. */
  function processOf(app: string): number {
    const log = readFileSync(join(home, `logs/${app}.log`), 'utf8').split('\n');
    const ready = log.reverse().find((line) => line.includes('"msg":"ready"')) ?? '{}';
    return (JSON.parse(ready) as { pid: number }).pid;
  }

  it.each(['worker', 'gateway'])(
    'starts the %s again when it dies, says so, and goes on',
    async (app) => {
      const before = processOf(app);
      process.kill(before, 'SIGKILL');
      await waitFor(() => output().includes(`✓ The ${app} runs again.`), { timeoutMs: 60_000, what: 'the new start' });
      expect(output()).toContain(
        `✗ The ${app} stopped (status 137): it is started again in 1 s; read ${join(home, `logs/${app}.log`)}.`,
      );
      // The line comes with the message; the file may take a moment longer.
      await waitFor(() => processOf(app) !== before, { what: 'the log of the new process' });
      expect(await tryOn(local().url, local().apiKey)).toMatchObject({ status: 'completed' });
    },
    120_000,
  );

  it('leaves nothing running when it is told to stop', async () => {
    child.kill('SIGTERM');
    const [status] = (await once(child, 'close')) as [number];
    expect(status).toBe(0);
    expect(existsSync(join(home, 'local.json'))).toBe(false);
    expect(await commandsThatName(home)).toEqual([]);
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed');
  }, 60_000);

  it(
    'tells which of its stores died, and stops',
    async () => {
      const again = start({ DRAPE_PORT: String(port) });
      await waitFor(() => again.output().includes('Ctrl-C stops everything'), { timeoutMs: START_WITHIN_MS });
      const [postmaster = ''] = readFileSync(join(home, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(postmaster), 'SIGKILL');
      const [status] = (await once(again.child, 'close')) as [number];
      expect(status).toBe(1);
      expect(again.output()).toContain(
        `✗ Postgres stopped by itself: read ${join(home, 'logs/postgres.log')}. Drape cannot go on without it and stops.`,
      );
    },
    START_WITHIN_MS + 60_000,
  );
});

describe('the README', () => {
  it('shows the answer of each curl command, and names scripts that exist', () => {
    const commands = [...README.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text);
    const withCurl = commands.filter((text) => text.includes('curl '));
    expect(TRANSCRIPTS.map(({ command }) => command)).toEqual(withCurl);
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
    const named = commands.flatMap((text) => [...text.matchAll(/^(?:npx pnpm|npm) (?:run )?([a-z:-]+)/gm)]);
    expect(named.length).toBeGreaterThan(4);
    for (const [, name] of named) expect(Object.keys(scripts)).toContain(name);
  });
});
