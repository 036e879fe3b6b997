import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gatewayPort } from './gateway-port.mjs';
import { keepRunning } from './keep-running.mjs';
import { leave, onLeave } from './leaving.mjs';
import { networkAddresses, openPage } from './open-page.mjs';
import { lockHome } from './lock-home.mjs';
import { HOME, LOGS, ROOT } from './paths.mjs';
import { prepare } from './prepare.mjs';
import { appEnvironment, launch, storeVariables } from './processes.mjs';
import { serveSamples } from './sample-server.mjs';
import { renderSample } from './sample-tryon.mjs';
import { say, step } from './say.mjs';

const require = createRequire(import.meta.url);
const LOCAL_JSON = join(HOME, 'local.json');

/** What is right for a machine of one's own and not for a service: whoever comes may try on and open an account, mails stand in the log. */
const LOCAL_ONLY = { DRAPE_SIGN_UP: 'open', DRAPE_SMTP_URL: 'log' };

/** Starts everything, renders one sample try-on over HTTP, says where things are, and runs until it is told to stop. */
export async function up() {
  onLeave(lockHome());
  const port = await gatewayPort();
  rmSync(LOCAL_JSON, { force: true });
  await prepare();
  const services = await startServices();
  const samples = await serveSamples();
  onLeave(() => samples.close());
  const { demoKeys } = await import('./demo-account.mjs');
  const { keys, ownerLink } = await demoKeys(services.databaseUrl);
  const { apiKey } = keys;
  const env = appEnvironment(services, port, samples.host);
  await startApps({ ...LOCAL_ONLY, DRAPE_PLAYGROUND_KEY: apiKey, ...env });
  const url = `http://127.0.0.1:${port}`;
  const result = await step('Rendering a sample try-on', async (note) => {
    const sample = await renderSample({ url, apiKey, garmentUrl: samples.garmentUrl });
    note(`fit score ${sample.fitScore}`);
    return sample;
  });
  const local = {
    url,
    ...keys,
    storageUrl: services.s3.endpoint ?? null,
    samplesUrl: `http://${samples.host}`,
    resultFile: result.file,
    databaseUrl: services.databaseUrl,
    redisUrl: services.redisUrl,
    s3: storeVariables(services),
  };
  writeFileSync(LOCAL_JSON, `${JSON.stringify(local, null, 2)}\n`, { mode: 0o600 });
  onLeave(() => rmSync(LOCAL_JSON, { force: true }));
  announce({ url, port, ownerLink }, apiKey, result);
  openPage(url);
}

/** Without its stores Drape can do nothing, and their data is better looked at than restarted upon. */
function died(sentence) {
  say(`\n✗ ${sentence} Drape cannot go on without it and stops.`);
  void leave(1);
}

/** Whoever reaches the gateway shall reach the pictures, and nobody else. */
function isLoopback(host = '') {
  return /^(localhost|127\..*|::1)$/.test(host);
}

async function startServices() {
  const { startLocalServices } = require(join(ROOT, 'packages/local/dist/index.js'));
  const services = await step('Starting Postgres, Redis and the object store', (note) =>
    startLocalServices({
      home: HOME,
      durable: true,
      storeHost: isLoopback(process.env.DRAPE_HOST) ? undefined : '0.0.0.0',
      env: process.env,
      log: note,
      onDeath: died,
    }),
  );
  onLeave(() => services.stop());
  const { migrate } = require(join(ROOT, 'packages/db/dist/index.js'));
  await step('Migrating the database', async (note) => {
    const { applied } = await migrate(services.databaseUrl);
    note(applied.length === 0 ? 'up to date' : `${applied.length} applied`);
  });
  return services;
}

async function startApps(env) {
  await step('Starting gateway and worker', async () => {
    const apps = ['worker', 'gateway'].map((name) => keepRunning(name, () => launch(name, env)));
    for (const app of apps) onLeave(app.stop);
    await Promise.all(apps.map((app) => app.ready));
  });
}

/** All paths are whole, because the line is pasted in another terminal, in whatever folder that is. */
function announce({ url, port, ownerLink }, apiKey, { file, requestFile }) {
  say(`
Drape runs.

  Open     ${url}        (your own photo and products)${networkLines(port)}
  Manage   ${url}${ownerLink}
           (signs you in once, within 20 minutes; afterwards: pnpm drape member link owner@drape.localhost)
  API      ${url}/v1     (described at ${url}/docs)
  Key      ${apiKey}
  Picture  ${file}
  Logs     ${LOGS}

Try it:

  curl -s ${url}/v1/tryon -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '@${requestFile}'

Ctrl-C stops everything; the data stays in ${HOME}.`);
}

/** Where phones of the same network find it. */
function networkLines(port) {
  if (isLoopback(process.env.DRAPE_HOST)) return '';
  return networkAddresses()
    .map((address) => `\n  Phone    http://${address}:${port}`)
    .join('');
}
