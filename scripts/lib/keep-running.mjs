import { say } from './say.mjs';

/** Pauses before the next start: 1, 2, 4 … 30 s, so that what dies at once does not keep a processor busy. */
const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 30;
/** Whoever has run for this long is well: the next death is a first one. */
const HEALTHY_MS = 60_000;

/**
 * Starts an app by `start` and, once it has been ready, starts it again whenever it dies, after a pause. Each death and each
 * return is told in a line. `ready` is that of the first start: what fails then is the caller's to tell.
 */
export function keepRunning(name, start, { tell = say, now = Date.now, pause = wait } = {}) {
  let app = start();
  const stopping = new AbortController();
  const { ready } = app;

  async function watch() {
    await ready;
    for (let deaths = 0; ;) {
      const sinceMs = now();
      const status = await app.ended;
      if (stopping.signal.aborted) return;
      deaths = now() - sinceMs < HEALTHY_MS ? deaths + 1 : 1;
      const pauseS = Math.min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2 ** (deaths - 1));
      tell(`\n✗ The ${name} stopped (status ${status}): it is started again in ${pauseS} s; read ${app.logFile}.`);
      await pause(pauseS * 1000, stopping.signal);
      if (stopping.signal.aborted) return;
      app = start();
      await returned(name, app, tell);
    }
  }
  watch().catch(() => undefined);

  const stop = async () => {
    stopping.abort();
    await app.stop();
  };
  return { ready, stop };
}

/** Tells that the app is back; one that hangs is killed, and counts as dead. */
async function returned(name, app, tell) {
  try {
    await app.ready;
    tell(`✓ The ${name} runs again.`);
  } catch (error) {
    tell(`✗ ${error.message}`);
    app.kill();
  }
}

function wait(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
