import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '../packages/testkit/src/test-environment';

/** What a bench prints that judges a figure, and its exit status. */
function judged(figure: number | null): { said: string; status: number | null } {
  const program = `
    import { createTargets } from './lib/targets.mjs';
    const targets = createTargets();
    console.log(targets.most('time', ${figure}, 50), targets.judge('loss', true));
    process.exit(targets.conclude());`;
  const args = ['--input-type=module', '-e', program];
  const { stdout, status } = spawnSync(process.execPath, args, {
    cwd: __dirname,
    env: testEnvironment(),
    encoding: 'utf8',
  });
  return { said: stdout, status };
}

describe('the targets of a bench', () => {
  it('end it with status 0 where all are met', () => {
    expect(judged(50)).toEqual({ said: '(asked: 50: met) met\n', status: 0 });
  });

  it.each([51, null, NaN])('end it with status 1 and are named where one is missed (%p)', (figure) => {
    expect(judged(figure)).toEqual({ said: '(asked: 50: MISSED) met\n\n✗ Missed: time.\n', status: 1 });
  });
});
