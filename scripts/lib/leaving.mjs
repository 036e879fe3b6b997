import { say } from './say.mjs';

/** What has to be undone when this process leaves, in reverse order of registration. One list: there is one process. */
const stops = [];
let leaving;

/** Registers something to undo; returns a function that takes it off the list again. */
export function onLeave(stop) {
  stops.push(stop);
  return () => void stops.splice(stops.indexOf(stop), 1);
}

/** Undoes everything once and exits. */
export function leave(status) {
  leaving ??= undoAll().then(() => process.exit(status));
  return leaving;
}

/** From now on SIGINT, SIGTERM and SIGHUP leave in order; the same signal again leaves at once. */
export function leaveOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      say(`\nStopping (${signal}) …`);
      void leave(0);
    });
  }
}

async function undoAll() {
  while (stops.length > 0) {
    try {
      await stops.pop()();
    } catch (error) {
      say(`  while stopping: ${error.message}`);
    }
  }
}
