import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, startServices, type TestGateway, type TestServices } from '../apps/gateway/test/harness';
import { png } from '../apps/gateway/test/pictures';
import {
  differences,
  pathWithCurl,
  runWorker,
  testEnvironment,
  type CurlPath,
  type RunningProcess,
} from '../packages/testkit';

/** The guide's commands and programs, in the order of the text and in one folder, as a reader types them; with a test key. */
const ROOT = join(__dirname, '..');
const GUIDE = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
const execute = promisify(execFile);
/** The worker loads its networks, which no test key needs. */
const START_WITHIN_MS = 120_000;

interface Step {
  readonly name: string;
  readonly language: string;
  readonly source: string;
  /** What is shown below it; null where nothing is. */
  readonly shown: string | null;
}

function readSteps(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, at) => {
    if (!['sh', 'js'].includes(language)) return [];
    const next = blocks[at + 1];
    const isAnswer = next !== undefined && ['json', 'http', 'text'].includes(next.language);
    const name = `${at}: ${/(?:curl|function|new|export) .*/.exec(text)?.[0].slice(0, 60) ?? text.slice(0, 60)}`;
    return [{ name, language, source: text, shown: isAnswer ? next.text : null }];
  });
}

const STEPS = readSteps(GUIDE);
const exportsOf = (source: string) => source.split('\n').filter((line) => line.startsWith('export '));

let services: TestServices;
let gateway: TestGateway;
let worker: RunningProcess;
let folder: string;
let curl: CurlPath;
let env: Record<string, string>;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ ...services.env, DRAPE_WAIT_MS: '1800' });
  worker = await runWorker(services.env);
  curl = pathWithCurl();
  folder = mkdtempSync(join(tmpdir(), 'drape-guide-'));
  // As many try-ons at once as the plan allows: the guide shows the number.
  const { key } = await services.createKey({ env: 'test', inFlightMax: null });
  mkdirSync(join(folder, '.drape'));
  mkdirSync(join(folder, 'node_modules/@drape'), { recursive: true });
  symlinkSync(join(ROOT, 'packages/client'), join(folder, 'node_modules/@drape/client'));
  writeFileSync(join(folder, '.drape/local.json'), JSON.stringify({ testKey: key }));
  writeFileSync(join(folder, 'me.jpg'), png(600, 800));
  writeFileSync(join(folder, 'tee.jpg'), png(600, 600));
  env = testEnvironment({ PATH: curl.PATH, DRAPE_URL: gateway.url, DRAPE_KEY: key });
}, START_WITHIN_MS);

afterAll(async () => {
  await worker?.stop();
  await gateway?.stop();
  await services?.stop();
  curl?.drop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** What the reader's shell has by then: the exports of the blocks above. */
const before = (step: Step) => STEPS.slice(0, STEPS.indexOf(step)).flatMap(({ source }) => exportsOf(source));

async function output(step: Step): Promise<string> {
  if (step.language === 'js') {
    writeFileSync(join(folder, 'program.mjs'), step.source);
    return (await execute(process.execPath, ['program.mjs'], { cwd: folder, env })).stdout;
  }
  const source = [...before(step), step.source].join('\n').replaceAll('http://127.0.0.1:8080', gateway.url);
  return (await execute('sh', ['-ec', source], { cwd: folder, env })).stdout;
}

/** `…` stands for any text; what came may go on below. */
function showsText(shown: string, came: string): boolean {
  const parts = shown.trimEnd().split('…');
  return new RegExp(parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*')).test(came);
}

describe('docs/api.md', () => {
  it('shows an answer for each request', () => {
    expect(STEPS.length).toBeGreaterThan(20);
    const silent = STEPS.filter(({ source, shown }) => source.includes('curl ') && shown === null);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it.each(STEPS)('tells the truth about $name', async (step) => {
    const came = await output(step);
    if (step.shown === null) return;
    if (step.shown.startsWith('{') || step.shown.startsWith('HTTP/')) {
      expect(differences(step.shown, came)).toEqual([]);
    } else {
      expect([came, showsText(step.shown, came)]).toEqual([came, true]);
    }
  });
});
