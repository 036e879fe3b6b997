import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startGateway, startServices, type TestGateway, type TestServices } from '../apps/gateway/test/harness';
import { png } from '../apps/gateway/test/pictures';
import { createProgram } from '../apps/gateway/src/admin/commands';
import { render } from '../docker/kubernetes/test/render';
import { findKubectl, pathWithCurl, testEnvironment, type CurlPath } from '../packages/testkit';
import { commandsOf, type Command } from './shell-commands';

/**
 * What an operator copies out of the guides: run where the embedded stores are all that it needs, and for the rest every name in it
 * looked up. The guide of the API and the curl commands of the README are run by api-guide.test.ts and run.test.ts.
 */
const ROOT = join(__dirname, '..');
const run = promisify(execFile);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

/** Each command is a process of its own; a busy machine takes its time. */
jest.setTimeout(180_000);

const GUIDES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  env: testEnvironment(),
})
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

interface Snippet {
  readonly guide: string;
  readonly name: string;
  readonly script: string;
}

/** Fenced blocks, also those that are set in under the item of a list. */
const BLOCKS: readonly Snippet[] = GUIDES.filter((guide) => guide !== 'docs/api.md').flatMap((guide) =>
  [...read(guide).matchAll(/^( *)```(?:sh|bash|shell|console)\n([^]*?)^\1```$/gm)].map(([, indent = '', body = '']) => {
    const script = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { guide, name: `${guide}: ${script.split('\n')[0]}`, script };
  }),
);

/** Commands that a sentence names. What a figure or a decision was once made with may be gone by now. */
const INLINE: readonly Snippet[] = GUIDES.filter(
  (guide) => !/^docs\/(?:decisions\/|performance|picture\/log)/.test(guide),
)
  .flatMap((guide) =>
    [...read(guide).matchAll(/`((?:npx )?(?:pnpm|drape|node|npm|kubectl|docker) [a-z./-][^`]*)`/g)].map(
      ([, script = '']) => ({ guide, name: `${guide}: ${script}`, script }),
    ),
  )
  // Of the client alone, or of a package's own folder.
  .filter(({ script }) => !/^(?:npm run types|pnpm --filter )/.test(script));

const SNIPPETS = [...BLOCKS, ...INLINE];

interface Found {
  readonly command: Command;
  readonly snippet: Snippet;
}

const COMMANDS: readonly Found[] = SNIPPETS.flatMap((snippet) =>
  commandsOf(snippet.script).map((command) => ({ command, snippet })),
);
const withProgram = (program: string): readonly Found[] => COMMANDS.filter(({ command }) => command[0] === program);
const say = ({ command, snippet }: Found): string => `${snippet.guide}: ${command.join(' ')}`;
const optionsOf = (words: Command): string[] =>
  words.flatMap((word) => /^--?[a-z][\w-]*/.exec(word)?.[0] ?? []).filter((option) => option !== '--');

it('reads commands as a shell does', () => {
  const script =
    'export A=1 B="x y"\nKEY=$(kubectl exec deploy/a -- node b.mjs "My shop") # why\nc "d e" |\n  f -g && h \\\n  i > j';
  expect(commandsOf(script)).toEqual([
    ['kubectl', 'exec', 'deploy/a', '--', 'node', 'b.mjs', 'My shop'],
    ['c', 'd e'],
    ['f', '-g'],
    ['h', 'i'],
  ]);
});

describe('the shell blocks of the guides', () => {
  it('are many, and in the guides for operators', () => {
    const guides = new Set(BLOCKS.map(({ guide }) => guide));
    expect([...guides]).toEqual(
      expect.arrayContaining(['docs/kubernetes.md', 'docs/backup.md', 'docs/gpu.md', 'README.md']),
    );
    expect(BLOCKS.length).toBeGreaterThan(15);
  });

  it.each(BLOCKS)('$name is a script that bash can read', async ({ script }) => {
    await run('bash', ['-n', '-c', script], { env: testEnvironment() });
  });

  it('use programs that the guides are known to use: a new one wants a check of its own here', () => {
    const known = [
      ...['npm', 'npx', 'pnpm', 'node', 'drape', 'docker', 'kind', 'kubectl', 'pg_basebackup', 'pg_dump'],
      ...['curl', 'printf', 'base64', 'tr', 'cd', 'git', 'echo', 'cat', 'openssl', 'sleep', 'test', 'grep', 'head'],
      ...['pip', 'gem', 'composer', 'python3', 'php', 'ruby'],
    ];
    expect(COMMANDS.filter(({ command: [program = ''] }) => !known.includes(program)).map(say)).toEqual([]);
  });

  it('call pnpm by npx: Node and npm are all that an operator has', () => {
    const bare = BLOCKS.flatMap(({ guide, script }) =>
      commandsOf(script)
        .filter(([program]) => program === 'pnpm' || program === 'drape')
        .map((command) => `${guide}: ${command.join(' ')}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('what the guides name', () => {
  it('are files that the repository has', () => {
    const folder = /^(?:\.\/)?(?:apps|clients|docker|docs|packages|prisma|scripts)\/[\w./*-]+$/;
    const missing = COMMANDS.filter(({ command }) =>
      command.some((word) => folder.test(word) && !word.includes('/dist/') && !existsSync(join(ROOT, word))),
    );
    expect(missing.map(say)).toEqual([]);
  });

  it('are scripts of package.json, with options that these take', () => {
    const called = [...withProgram('npx'), ...withProgram('pnpm'), ...withProgram('npm')].flatMap((found) => {
      const words = found.command.filter(
        (word, at) => !(at === 0 && word === 'npx') && word !== 'pnpm' && word !== 'run',
      );
      const [name = '', ...rest] = words[0] === 'npm' ? words.slice(1) : words;
      return ['install', 'pack', 'publish', 'i', 'add'].includes(name) || found.command[1] === 'prisma'
        ? []
        : [{ found, name, rest }];
    });
    expect(called.length).toBeGreaterThan(30);
    expect(called.filter(({ name }) => !(name in scripts)).map(({ found }) => say(found))).toEqual([]);
    const strange = called
      .filter(({ name }) => name !== 'drape' && name !== 'test')
      .filter(({ name, rest }) => optionsOf(rest).some((option) => !takes(scripts[name] ?? '', option)));
    expect(strange.map(({ found }) => say(found))).toEqual([]);
  });

  it('are commands, options and as many arguments as `drape` has', () => {
    const called = COMMANDS.flatMap((found) => {
      const at = found.command.indexOf('drape');
      const isCall = at === 0 || (at > 0 && found.command[at - 1] === 'pnpm');
      return isCall ? [{ found, words: found.command.slice(at + 1) }] : [];
    });
    expect(called.length).toBeGreaterThan(20);
    const wrong = called.flatMap(({ found, words }) => wrongWith(words).map((fault) => `${say(found)}: ${fault}`));
    expect(wrong).toEqual([]);
  });

  it('are programs of Node that are here', () => {
    const missing = COMMANDS.flatMap((found) => {
      const at = found.command.indexOf('node');
      const [file = ''] = found.command.slice(at + 1);
      return at >= 0 && file.endsWith('.mjs') && !existsSync(join(ROOT, file)) ? [say(found)] : [];
    });
    expect(missing).toEqual([]);
  });

  it('are Dockerfiles, services and profiles that are here, and images that the manifests start', async () => {
    const compose = read('docker/compose.yaml');
    const built = new Set<string>();
    for (const found of withProgram('docker')) {
      const { command } = found;
      const after = (option: string) => command[command.indexOf(option) + 1] ?? '';
      if (command.includes('-f')) expect([say(found), existsSync(join(ROOT, after('-f')))]).toEqual([say(found), true]);
      if (command[1] === 'build') built.add(after('-t'));
      if (command.includes('--profile')) expect(compose).toContain(`      - ${after('--profile')}\n`);
      if (command.includes('--scale')) expect(compose).toContain(`\n  ${after('--scale').replace(/=.*/, '')}:\n`);
    }
    const loaded = withProgram('kind').flatMap(({ command }) => command.slice(3));
    expect(loaded.filter((image) => !built.has(image))).toEqual([]);
    const started = new Set<unknown>();
    for (const folder of ['overlays/all-in-one', 'overlays/gpu']) {
      for (const [, image] of JSON.stringify(await render(folder)).matchAll(/"image":"([^"]+)"/g)) started.add(image);
    }
    expect([...built].filter((image) => image !== '' && !started.has(image))).toEqual([]);
  });

  it('are folders that kubectl builds, and options that it has', async () => {
    const kubectl = await findKubectl();
    const help = async (...words: string[]) =>
      (await run(kubectl, words, { env: testEnvironment(), maxBuffer: 4e6 })).stdout;
    const common = await help('options');
    const called = withProgram('kubectl').filter(({ snippet }) => BLOCKS.includes(snippet));
    expect(called.length).toBeGreaterThan(10);
    const pages = new Map<string, string>();
    const wrong: string[] = [];
    for (const found of called) {
      const own = found.command.slice(1, found.command.includes('--') ? found.command.indexOf('--') : undefined);
      const words = own[0] === '-n' ? own.slice(2) : own;
      const verb = words.slice(0, words[0] === 'rollout' ? 2 : 1);
      const page = pages.get(verb.join(' ')) ?? (await help(...verb, '--help'));
      pages.set(verb.join(' '), page);
      const unknown = optionsOf(own).filter((option) => {
        const name = option.startsWith('--') ? `${option}=` : `${option}, --`;
        return (
          !page.includes(name) &&
          !common.includes(name) &&
          !page.includes(`${option}:`) &&
          !common.includes(`${option}:`)
        );
      });
      wrong.push(...unknown.map((option) => `${say(found)}: ${option}`));
      const folder = words[words.indexOf('-k') + 1] ?? '';
      if (words.includes('-k') && folder.startsWith('docker/kubernetes/')) {
        expect((await render(folder.replace('docker/kubernetes/', ''))).length).toBeGreaterThan(3);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are variables that the configuration has, or that the guide sets before', () => {
    const configuration = read('docs/configuration.md');
    const unknown = BLOCKS.flatMap(({ guide, script }) => {
      const whole = BLOCKS.filter((other) => other.guide === guide).map((other) => other.script);
      const until = whole.slice(0, whole.indexOf(script) + 1).join('\n');
      return [...script.matchAll(/\$\{?([A-Z][A-Z0-9_]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !configuration.includes(`\`${name}\``) && !new RegExp(`\\b${name}=`).test(until))
        .map((name) => `${guide}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

/** Whether the program of a script reads the option: itself, or what it imports of its own folder. */
function takes(script: string, option: string): boolean {
  const file = script.split(' ').find((word) => /\.(?:mjs|js)$/.test(word));
  if (file === undefined) return false;
  const name = option.replace(/^-+/, '');
  const camel = name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const text = [file, ...importsOf(file)].map(read).join('\n');
  return new RegExp(`['"]?(?:${name}|${camel})['"]?: |--${name}\\b`).test(text);
}

function importsOf(file: string): string[] {
  const paths = [...read(file).matchAll(/(?:from |require\(|import )['"](\.{1,2}\/[^'"]+)['"]/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return paths
    .flatMap((path) => [path, `${path}.js`])
    .filter((path) => /\.m?js$/.test(path) && existsSync(join(ROOT, path)));
}

/** What commander would say of such a call; nothing is opened for it. */
function wrongWith(words: readonly string[]): string[] {
  const closed = () => {
    throw new Error('a test of names opens nothing');
  };
  const program = createProgram({ service: closed, doctor: closed, print: () => undefined });
  let command = program;
  let at = 0;
  for (; at < words.length; at++) {
    const next = command.commands.find((one) => one.name() === words[at]);
    if (next === undefined) break;
    command = next;
  }
  // A sentence may name a group of commands, or all of them.
  if (command.commands.length > 0) return words.length === at ? [] : [`there is no command ${words[at]}`];
  const faults: string[] = [];
  let count = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) {
      count++;
      continue;
    }
    const option = [...command.options, ...program.options].find(({ long, short }) => long === word || short === word);
    if (option === undefined) faults.push(`there is no option ${word}`);
    else if (option.required) at++;
  }
  if (count > command.registeredArguments.length) faults.push(`${count} arguments are too many`);
  // A command alone is only named; one that is called has its arguments.
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  if (words.length > command.name().split(' ').length + 1 && count < needed) faults.push('an argument is missing');
  return faults;
}

describe('run against stores of their own', () => {
  let services: TestServices;
  let gateway: TestGateway;
  let folder: string;
  let curl: CurlPath;

  beforeAll(async () => {
    services = await startServices();
    gateway = await startGateway(services.env);
    curl = pathWithCurl();
    folder = mkdtempSync(join(tmpdir(), 'drape-operator-'));
    writeFileSync(join(folder, 'me.jpg'), png(600, 800));
  }, 180_000);

  afterAll(async () => {
    await gateway?.stop();
    await services?.stop();
    curl?.drop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  /** As an operator's shell runs it in the repository; `npx pnpm NAME` is what package.json says of it. */
  async function shell(script: string): Promise<string> {
    const expanded = script.replaceAll(/\bnpx pnpm ([a-z:-]+)/g, (all, name: string) => scripts[name] ?? all);
    const absolute = expanded.replaceAll(/\bnode ((?:apps|docker)\/)/g, `"${process.execPath}" ${ROOT}/$1`);
    const { stdout } = await run('bash', ['-ec', absolute], {
      cwd: folder,
      env: testEnvironment({ ...services.env, PATH: curl.PATH }),
    });
    return stdout;
  }

  const blockWith = (guide: string, text: string): string => {
    const block = BLOCKS.find((one) => one.guide === guide && one.script.includes(text));
    if (block === undefined) throw new Error(`${guide} has no block with ${text}`);
    return block.script;
  };

  it('README.md and docs/dashboard.md: accounts, keys and members', async () => {
    const ids: Record<string, string> = {};
    const outputs: string[] = [];
    const lines = [
      ...blockWith('README.md', 'drape account create').trim().split('\n'),
      blockWith('docs/dashboard.md', 'member invite').trim(),
      ...['docs/widget.md', 'docs/shops.md'].map((guide) => blockWith(guide, 'drape key create').trim()),
    ];
    expect(lines.length).toBeGreaterThan(7);
    for (const line of lines) {
      const output = await shell(line.replaceAll(/\b(acc|key)_…/g, (all, kind: string) => ids[kind] ?? all));
      outputs.push(output);
      for (const [id, kind = ''] of output.matchAll(/\b(acc|key)_\w+/g)) ids[kind] = id;
    }
    expect(Object.keys(ids).sort()).toEqual(['acc', 'key']);
    expect(outputs.join('\n')).toMatch(/drp_rk_live_\w{32}/);
    expect(outputs.join('\n')).toMatch(/drp_pk_live_\w{32}/);
    expect(outputs.join('\n')).toMatch(/\/dashboard\/invitation/);
  });

  it('docs/backup.md: what follows a restore, on stores that are sound', async () => {
    const output = await shell(blockWith('docs/backup.md', 'restore-check'));
    expect(output).toMatch(/All promises hold\.\n$/);
  });

  it('docs/kubernetes.md: a key and a try-on, with this machine in place of the cluster', async () => {
    const script = blockWith('docs/kubernetes.md', 'create-key.mjs')
      .replaceAll(/^kubectl -n drape port-forward .*\n/gm, '')
      .replaceAll(/kubectl -n drape exec \S+ -- /g, '')
      .replaceAll('http://localhost:8080', gateway.url);
    expect(script).not.toContain('kubectl');
    const answer: unknown = JSON.parse(await shell(script));
    expect(answer).toMatchObject({ success: true, data: { status: 'queued', productCategory: 'top' } });
  });
});
