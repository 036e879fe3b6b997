#!/usr/bin/env node
/**
 * The front door: `npm start` and `npm test`. Needs nothing but Node and npm; installs, builds and prepares the rest by itself.
 *
 *   node scripts/run.mjs up        install, build, models, services, gateway, worker, one sample try-on
 *   node scripts/run.mjs test      install, build, models, then jest (further arguments are handed to it)
 *   node scripts/run.mjs prepare   install, build, models
 */
import { leave, leaveOnSignals } from './lib/leaving.mjs';
import { Problem, say } from './lib/say.mjs';

const SMALLEST_NODE = [20, 19];

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < SMALLEST_NODE[0] || (major === SMALLEST_NODE[0] && minor < SMALLEST_NODE[1])) {
    throw new Problem(
      `Drape needs Node ${SMALLEST_NODE.join('.')} or newer, and this is ${process.versions.node}: install a newer Node and run the command again.`,
    );
  }
}

async function main([command = 'up', ...rest]) {
  checkNode();
  const { prepare } = await import('./lib/prepare.mjs');
  switch (command) {
    case 'prepare':
      return await prepare();
    case 'up': {
      const { up } = await import('./lib/up.mjs');
      return await up();
    }
    case 'test': {
      await prepare();
      const { test } = await import('./lib/test.mjs');
      return await test(rest);
    }
    default:
      throw new Problem(`"${command}" is not a command of scripts/run.mjs: use up, test or prepare.`);
  }
}

/** These say in one sentence what the user can do; anything else is a fault of ours and shows where. */
const SENTENCES = ['Problem', 'LocalServiceError', 'ConfigurationError'];

process.stdout.on('error', () => undefined); // whoever read it has gone (`npm start | head`); we go on
leaveOnSignals();
main(process.argv.slice(2)).catch((error) => {
  const isSentence = SENTENCES.includes(error?.name);
  say(isSentence ? `\n✗ ${error.message}` : `\n✗ Drape met a fault of its own: ${error?.stack ?? error}`);
  return leave(1);
});
