#!/usr/bin/env node
/**
 * `pnpm images:check`: builds the images of gateway and worker with Debian's buildah, and runs them against the embedded stores as the
 * Kubernetes manifests say: user, read-only root, no capabilities, environment, probes. Migrates, makes a key, makes one try-on, ends both by
 * SIGTERM, and prints sizes, times and memory. Needs root on Debian, and some minutes. `--keep` runs the images of the last time.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { assertTools, buildImage, makeBase, mountImage, peakMegabytes, WORK } from './lib/build-images.mjs';
import { makeHome, ROOT } from './lib/paths.mjs';
import { runContainer, runToEnd, waitForProbe } from './lib/run-container.mjs';
import { serveSamples } from './lib/sample-server.mjs';
import { renderSample } from './lib/sample-tryon.mjs';
import { Problem, say, step } from './lib/say.mjs';

const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));
const OVERLAY = join(ROOT, 'docker/kubernetes/overlays/external-stores');
const TAGS = { gateway: 'drape-gateway:check', worker: 'drape-worker:check' };
const stops = [];

async function main() {
  assertTools();
  makeHome();
  if (!process.argv.includes('--keep')) {
    await makeBase();
    for (const [app, tag] of Object.entries(TAGS)) await buildImage(`${app}.Dockerfile`, tag);
  }
  const images = Object.fromEntries(Object.entries(TAGS).map(([app, tag]) => [app, mountImage(tag)]));
  for (const image of Object.values(images)) stops.push(image.remove);
  const stack = await startStores();
  const manifests = await readManifests();
  const figures = await tryOn(images, manifests, stack);
  report(images, figures);
}

/** The containers of the manifests by name, with their pods. */
async function readManifests() {
  const kubectl = await load('testkit').findKubectl();
  const text = execFileSync(kubectl, ['kustomize', OVERLAY], { encoding: 'utf8' });
  const objects = parseAllDocuments(text).map((document) => document.toJS());
  const config = objects.find(({ kind }) => kind === 'ConfigMap').data;
  const pods = objects.filter(({ spec }) => spec?.template !== undefined).map(({ spec }) => spec.template.spec);
  return Object.fromEntries(pods.map((pod) => [pod.containers[0].name, { pod, container: pod.containers[0], config }]));
}

async function startStores() {
  const home = join(WORK, 'home');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const samples = await serveSamples();
  stops.push(() => samples.close());
  const options = { home, durable: false, env: {}, log: () => undefined };
  const services = await step('Starting Postgres, Redis and the object store', () =>
    load('local').startLocalServices(options),
  );
  stops.push(() => services.stop());
  const { s3 } = services;
  const stores = {
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    S3_ENDPOINT: s3.endpoint,
    S3_PUBLIC_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    DRAPE_FETCH_ALLOW: samples.host,
  };
  return { samples, stores };
}

async function tryOn(images, manifests, { samples, stores }) {
  const migrate = manifests.migrate;
  const setup = { ...migrate, env: { ...migrate.config, ...stores } };
  await step('Migrating', () => runToEnd('The migration', images.gateway, setup));
  const key = {
    ...setup,
    container: { ...migrate.container, command: ['node', 'docker/create-key.mjs', 'Check', 'business'] },
  };
  const [apiKey] = await runToEnd('Making a key', images.gateway, key);
  const figures = {};
  const urls = {};
  for (const app of ['gateway', 'worker']) {
    const { container } = manifests[app];
    const { env, url } = await environmentOf(manifests[app], stores);
    const process_ = runContainer(images[app], { ...manifests[app], env });
    stops.push(() => process_.kill('SIGKILL'));
    const readySec = await step(`Starting the ${app}`, () => waitForProbe(app, process_, container, url));
    assertConfined(app, process_.pid, manifests[app].pod);
    figures[app] = { process: process_, readySec, limit: container.resources.limits.memory };
    urls[app] = url;
  }
  const began = Date.now();
  const sample = { url: urls.gateway('http'), apiKey, garmentUrl: samples.garmentUrl };
  const { file, fitScore } = await step('Making a try-on', () => renderSample(sample));
  const tryOnSec = (Date.now() - began) / 1000;
  for (const app of ['gateway', 'worker']) Object.assign(figures[app], await end(figures[app].process));
  return { ...figures, file, fitScore, tryOnSec };
}

/** The manifest's environment; stores are those here, and ports are free ones. */
async function environmentOf({ container, config }, stores) {
  const env = { ...config };
  const ports = {};
  for (const { name, value } of container.env) if (value !== undefined) env[name] = value;
  for (const { name, containerPort } of container.ports) {
    const variable = Object.keys(env).find((key) => env[key] === String(containerPort));
    ports[name] = await load('local').pickPort();
    env[variable] = String(ports[name]);
  }
  return { env: { ...env, ...stores }, url: (port) => `http://127.0.0.1:${ports[port]}` };
}

/** As the kernel sees it, not as it was asked for. */
function assertConfined(app, pid, { securityContext }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const uids = /^Uid:\s+(.*)$/m.exec(status)[1].split('\t');
  if (uids.some((uid) => Number(uid) !== securityContext.runAsUser))
    throw new Problem(`The ${app} runs as ${uids.join(', ')}.`);
  const held = [...status.matchAll(/^Cap\w+:\s+(\w+)$/gm)].filter(([, mask]) => !/^0+$/.test(mask));
  if (held.length > 0) throw new Problem(`The ${app} has capabilities: ${held.map(([line]) => line).join(', ')}.`);
  const [, options] = / \/ (\S+) /.exec(
    readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[4] === '/'),
  );
  if (!options.split(',').includes('ro')) throw new Problem(`The ${app}'s root is ${options}.`);
}

/** Peak memory of it and of its children; then SIGTERM, and how it ended. */
async function end(process_) {
  const children = readFileSync(`/proc/${process_.pid}/task/${process_.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean);
  const peaks = [process_.pid, ...children].map((pid) => peakMegabytes(Number(pid)));
  const began = Date.now();
  process_.kill('SIGTERM');
  const { status, signal } = await process_.ended;
  if (status !== 0) throw new Problem(`It ended with ${status ?? signal}: ${process_.output.slice(-12).join('\n')}`);
  return { peaks, endSec: (Date.now() - began) / 1000 };
}

function report(images, figures) {
  say(
    '\n| | image | of it Drape | ready after | peak memory | memory limit | ends after SIGTERM |\n|---|---:|---:|---:|---:|---:|---:|',
  );
  for (const app of ['gateway', 'worker']) {
    const { readySec, peaks, limit, endSec } = figures[app];
    const { whole, app: own } = images[app].megabytes;
    const times = [readySec, endSec].map((sec) => `${sec.toFixed(1)} s`);
    say(`| ${app} | ${whole} MB | ${own} MB | ${times[0]} | ${peaks.join(' + ')} MB | ${limit} | ${times[1]} |`);
  }
  say(`\nA try-on over HTTP took ${figures.tryOnSec.toFixed(1)} s, fit score ${figures.fitScore}: ${figures.file}`);
}

try {
  await main();
} catch (error) {
  say(error instanceof Problem ? `\n✗ ${error.message}` : `\n✗ ${error.stack}`);
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
}
