import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from './command.mjs';
import { ROOT } from './paths.mjs';
import { Problem, step } from './say.mjs';

/** Everything lies here: base, images, the settings of npm. `rm -rf` frees it. */
export const WORK = join(ROOT, '.cache/images');
const NODE_IMAGE = 'localhost/drape-node:check';
const CERTIFICATES = '/etc/ssl/certs';
const DRIVER = process.env.STORAGE_DRIVER ?? 'vfs';
const STORE = ['--root', join(WORK, 'storage'), '--runroot', join(WORK, 'run'), '--storage-driver', DRIVER];

/** What buildah prints. */
export function buildah(...args) {
  return execFileSync('buildah', [...STORE, ...args], { encoding: 'utf8' }).trim();
}

export function assertTools() {
  const missing = ['buildah', 'mmdebstrap', 'unshare', 'setpriv'].filter(
    (name) => spawnSync(name, ['--version']).status !== 0,
  );
  if (missing.length > 0)
    throw new Problem(
      `${missing.join(', ')} missing: \`apt-get install buildah mmdebstrap util-linux\` on a Debian system.`,
    );
  if (process.getuid() !== 0) throw new Problem('Images are built and run as root here: run the command as root.');
}

/** The host's Debian and Node in place of the public Node image: no registry of images is asked for anything. */
export async function makeBase() {
  mkdirSync(WORK, { recursive: true });
  const tar = join(WORK, 'base.tar');
  if (!existsSync(tar)) {
    const part = join(WORK, 'part.tar');
    await step('Making a Debian', () =>
      run('Making a Debian', 'mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', part]),
    );
    execFileSync('mv', [part, tar]);
  }
  const node = join(WORK, 'node');
  rmSync(node, { recursive: true, force: true });
  mkdirSync(join(node, 'usr/local/bin'), { recursive: true });
  cpSync(process.execPath, join(node, 'usr/local/bin/node'));
  const npm = resolve(dirname(realpathSync(process.execPath)), '../lib/node_modules/npm');
  cpSync(npm, join(node, 'usr/local/lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(node, 'usr/local/bin', name));
  }
  await step('Making the Node image', async () => {
    const container = buildah('from', 'scratch');
    buildah('add', '--quiet', container, tar, '/');
    buildah('copy', '--quiet', container, node, '/');
    buildah('commit', '--quiet', '--rm', container, NODE_IMAGE);
  });
}

/** Builds docker/<file> as it stands; npm asks the registry that it asks here. */
export async function buildImage(file, tag) {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const npmrc = join(WORK, 'npmrc');
  writeFileSync(
    npmrc,
    `registry=${registry.trim()}\ncafile=${CERTIFICATES}/ca-certificates.crt\nupdate-notifier=false\n`,
  );
  const volumes = [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${npmrc}:/root/.npmrc:ro`].flatMap((volume) => [
    '--volume',
    volume,
  ]);
  const build = ['bud', '--isolation', 'chroot', '--pull-never', '--build-arg', `NODE_IMAGE=${NODE_IMAGE}`];
  await step(`Building ${file}`, () =>
    run(`Building ${file}`, 'buildah', [...STORE, ...build, ...volumes, '-f', `docker/${file}`, '-t', tag, '.']),
  );
}

/** The image as a folder, and how its container is started. `remove` forgets the folder again. */
export function mountImage(tag) {
  const container = buildah('from', '--pull-never', `localhost/${tag}`);
  const folder = buildah('mount', container);
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', `localhost/${tag}`));
  const { config } = OCIv1;
  const megabytes = (path) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0]);
  return {
    folder,
    env: Object.fromEntries((config.Env ?? []).map((line) => line.split(/=(.*)/s).slice(0, 2))),
    command: config.Cmd,
    workingDir: config.WorkingDir,
    user: config.User,
    megabytes: { whole: megabytes(folder), app: megabytes(join(folder, 'app')) },
    remove: () => void buildah('rm', container),
  };
}

/** The most memory that a process had, in megabytes. */
export function peakMegabytes(pid) {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
