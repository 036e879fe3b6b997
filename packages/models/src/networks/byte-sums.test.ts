import { expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { sumsBytesExactly } from './byte-sums';

const CPU_INFO = '/proc/cpuinfo';
const flags = existsSync(CPU_INFO) ? readFileSync(CPU_INFO, 'utf8') : '';

it('tells whether the processor sums products of bytes exactly', async () => {
  const exact = await sumsBytesExactly();
  if (/avx512_vnni|avx_vnni/.test(flags)) expect(exact).toBe(true);
  else if (/avx2/.test(flags)) expect(exact).toBe(false);
  else expect(typeof exact).toBe('boolean');
  expect(await sumsBytesExactly()).toBe(exact);
});
