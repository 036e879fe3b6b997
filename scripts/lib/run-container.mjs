import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Problem } from './say.mjs';

/** What every engine of containers sets; HOME so where the image does not know the user. */
const ENGINE = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/' };

/**
 * Starts a container's process as its manifest says, without a container engine: the image's folder read-only, a tmpfs where the manifest
 * has an empty volume, the manifest's user, no capability and no way to get one. The network is the host's.
 */
export function runContainer(image, { container, pod, env }) {
  const { runAsUser, runAsGroup } = pod.securityContext;
  const empty = new Set((pod.volumes ?? []).filter((volume) => volume.emptyDir).map(({ name }) => name));
  const tmpfs = (container.volumeMounts ?? []).filter(({ name }) => empty.has(name)).map(({ mountPath }) => mountPath);
  const lines = [
    'set -e',
    'mount --bind "$ROOT" "$ROOT"',
    'mount --rbind /dev "$ROOT/dev"',
    'mount -t proc proc "$ROOT/proc"',
    ...tmpfs.map((path) => `mount -t tmpfs -o mode=1777,size=256m tmpfs "$ROOT${path}"`),
    'mount -o remount,ro,bind "$ROOT"',
    'exec chroot "$ROOT" /usr/bin/setpriv --reuid "$RUN_AS" --regid "$RUN_AS_GROUP" --clear-groups --no-new-privs ' +
      '--bounding-set=-all --inh-caps=-all /usr/bin/env -i --chdir "$DIR" "$@"',
  ];
  const pairs = Object.entries({ ...ENGINE, ...image.env, ...env }).map(([name, value]) => `${name}=${value}`);
  const args = ['--mount', 'sh', '-c', lines.join('\n'), 'sh', ...pairs, ...(container.command ?? image.command)];
  const process_ = spawn('unshare', args, {
    env: {
      PATH: process.env.PATH,
      ROOT: image.folder,
      RUN_AS: runAsUser,
      RUN_AS_GROUP: runAsGroup,
      DIR: image.workingDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  for (const stream of [process_.stdout, process_.stderr]) {
    createInterface({ input: stream }).on('line', (line) => output.push(line));
  }
  const ended = new Promise((resolve, reject) => {
    process_.once('error', reject);
    process_.once('close', (status, signal) => resolve({ status, signal }));
  });
  return { pid: process_.pid, output, ended, kill: (signal) => process_.kill(signal) };
}

/** Runs it to its end; returns what it printed. */
export async function runToEnd(title, image, how) {
  const process_ = runContainer(image, how);
  const { status } = await process_.ended;
  if (status !== 0) throw new Problem(`${title} ended with ${status}: ${process_.output.slice(-12).join('\n')}`);
  return process_.output;
}

/** Until the container's startup probe is answered with 200, within the time that it allows. Returns seconds. */
export async function waitForProbe(title, process_, { startupProbe }, url) {
  const { httpGet, periodSeconds, failureThreshold } = startupProbe;
  const began = Date.now();
  let isOver = false;
  void process_.ended.then(() => (isOver = true));
  while (Date.now() - began < periodSeconds * failureThreshold * 1000) {
    if (isOver) throw new Problem(`The ${title} ended while starting: ${process_.output.slice(-12).join('\n')}`);
    const isReady = await fetch(url(httpGet.port) + httpGet.path).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return (Date.now() - began) / 1000;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Problem(`The ${title} did not become ready: ${process_.output.slice(-12).join('\n')}`);
}
