import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from './open-in-browser';
import { testEnvironment } from './test-environment';

export type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

const requireHere = createRequire(__filename);
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  // A camera that shows a moving pattern, and nobody who has to allow it.
  ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
];

/** A Chromium may crash while it starts (seen once, SIGSEGV, on a busy machine): not a fault of what is tested. */
const STARTS_MAX = 3;

/** A real Chromium that a test steers: clicks, types, takes screenshots, goes offline. */
export async function launchBrowser(): Promise<Browser> {
  const { command, env } = await findBrowser();
  for (let start = 1; ; start++) {
    try {
      return await chromium.launch({ executablePath: command, args: FLAGS, env: { ...testEnvironment(env) } });
    } catch (error) {
      if (start === STARTS_MAX) throw error;
    }
  }
}

export interface AxeFault {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly string[];
}

/** What axe finds wrong with a page in its current state, also within shadow roots, of serious or critical impact. */
export async function seriousFaults(page: Page): Promise<AxeFault[]> {
  const source = readFileSync(requireHere.resolve('axe-core/axe.min.js'), 'utf8');
  // Through the debugger, which no Content-Security-Policy of the page stops.
  await page.evaluate(source);
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html.slice(0, 200)) })))`,
  );
  return (found as AxeFault[]).filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
