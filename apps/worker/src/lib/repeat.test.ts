import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { waitFor } from '@drape/testkit';
import { repeat } from './repeat';

it('takes turns one after another, continues after a failure, and finishes the running turn when it is stopped', async () => {
  let [begun, ended, errors] = [0, 0, 0];
  const repeated = repeat({
    everyMs: 1,
    async turn() {
      begun += 1;
      if (begun - ended > 1) throw new Error('two turns at once');
      await pause(5);
      ended += 1;
      if (ended === 2) throw new Error('the second turn');
    },
    onError: () => (errors += 1),
  });
  repeated.start();
  await waitFor(() => ended >= 4);
  await repeated.stop();
  const ran = begun;
  await pause(30);
  expect({ begun, ended, errors, isStopped: repeated.isStopped }).toEqual({
    begun: ran,
    ended: ran,
    errors: 1,
    isStopped: true,
  });
});
