import { spawn } from 'node:child_process';
import { networkInterfaces } from 'node:os';

const OPENERS = { darwin: 'open', win32: 'explorer' };

/** Opens a page in the browser of whoever sits at this terminal; elsewhere, or with `BROWSER=none`, does nothing. */
export function openPage(url) {
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!process.stdout.isTTY || !hasScreen || process.env.BROWSER === 'none' || process.env.CI) return;
  const child = spawn(OPENERS[process.platform] ?? 'xdg-open', [url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined); // no such program: the address stands in the terminal
  child.unref();
}

/** This machine's addresses in its networks, IPv4. */
export function networkAddresses() {
  return Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined && one.family === 'IPv4' && !one.internal)
    .map(({ address }) => address);
}
