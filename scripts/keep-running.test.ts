import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

/** Apps of so many seconds each, then one that never ends; prints the pauses between them, in seconds. */
function pausesBetween(lives: readonly (number | 'never ready')[]): number[] {
  const program = `
    import { keepRunning } from './lib/keep-running.mjs';
    const lives = ${JSON.stringify(lives)};
    const pauses = [];
    let nowMs = 0;
    function start() {
      const life = lives.shift();
      if (life === undefined) {
        console.log(JSON.stringify(pauses));
        return { ready: Promise.resolve(), ended: new Promise(() => undefined), kill() {} };
      }
      const hangs = life === 'never ready';
      return {
        ready: hangs ? Promise.reject(new Error('hangs')) : Promise.resolve(),
        get ended() {
          nowMs += hangs ? 0 : life * 1000;
          return Promise.resolve(1);
        },
        logFile: 'app.log',
        kill() {},
      };
    }
    const pause = async (ms) => void pauses.push(ms / 1000);
    keepRunning('app', start, { tell() {}, now: () => nowMs, pause });`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: __dirname, env: testEnvironment(), encoding: 'utf8' }));
}

describe('keepRunning', () => {
  it('pauses longer after each death, up to half a minute', () => {
    expect(pausesBetween([0, 0, 0, 0, 0, 0, 0])).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });

  it('begins anew after a minute of health', () => {
    expect(pausesBetween([0, 0, 59, 60, 0])).toEqual([1, 2, 4, 1, 2]);
  });

  it('counts an app that never gets ready as dead', () => {
    expect(pausesBetween([0, 'never ready', 'never ready', 61])).toEqual([1, 2, 4, 1]);
  });
});
