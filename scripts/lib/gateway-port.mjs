import { createServer } from 'node:net';
import { Problem } from './say.mjs';

/** The gateway's port, once it is known to be free. */
export async function gatewayPort() {
  const text = process.env.DRAPE_PORT || '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Problem(`DRAPE_PORT must be a port from 1 to 65535, got "${text}".`);
  }
  for (const host of new Set([process.env.DRAPE_HOST || '0.0.0.0', '127.0.0.1'])) await assertFree(port, host);
  return port;
}

async function assertFree(port, host) {
  const code = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(error.code));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (code === undefined) return;
  const advice = `stop the program that uses it, or choose another: DRAPE_PORT=${port < 65535 ? port + 1 : 8080} npm start`;
  throw new Problem(
    code === 'EADDRINUSE'
      ? `Port ${port} is busy: ${advice}`
      : `Port ${port} on ${host} cannot be opened (${code}): ${advice}`,
  );
}
