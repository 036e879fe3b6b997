import { attackRun } from '@drape/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDecoderProcess, type Decoded, type DecoderProcess } from './hostile/decoder-process';
import { addJpegs } from './hostile/jpegs';
import { mutated, readSeeds } from './hostile/mutate';
import { addHeifs, addStrangers, addWebps } from './hostile/others';
import type { HostilePicture } from './hostile/picture';
import { addPngs } from './hostile/pngs';

const { isMeasured, seed, count, report } = attackRun({ seed: 20_261_123, count: 300 });
/**
 * `pnpm attack:pictures` holds the targets; here a file must not cost many times as much, for machines differ: the dearest honest one
 * takes .9 s of a fast core and 2.9 s of a slow one.
 */
const PATIENCE = isMeasured ? 1 : 3;
/** Processor time and memory that a file may cost, whatever becomes of it. */
const CPU_MS_MAX = 3_000 * PATIENCE;
const MEMORY_BYTES_MAX = 500 * 1024 * 1024;
/** Of what is refused by its header: processor time, with room for a machine that does other things. */
const HEADER_CPU_MS_MAX = 400 * PATIENCE;
/** What is refused is refused within this: held by `pnpm attack:pictures`, and no fault on a busy machine. */
const REFUSED_MS_MAX = 50;
/**
 * What is refused only by its decoder, and may take longer for it: by name, the milliseconds that it may take, and why. The first that
 * fits counts; what its header shows is never excepted.
 */
const SLOW_REFUSALS = [
  [
    'AVIF of 36 megapixels that claims 9',
    1_000,
    'all 36 are decoded before their number is known; the memory is capped',
  ],
  ['HEIC', 500, 'a thread and its decoder in WebAssembly have to start, and the first time the decoder is compiled'],
  ['AVIF', 500, 'the same'],
  ['CMYK JPEG', 150, 'the tables of its colour profile are made before the first row is read'],
] as const;
const KINDS_MIN = 45;
const MEBIBYTE = 1024 * 1024;
const REFUSALS = /^(photo_rejected|product_image_(not_an_image|too_large|too_small))$/;

const pictures: HostilePicture[] = [];
let decoder: DecoderProcess;

interface Result extends Decoded {
  readonly name: string;
  readonly fate: string;
}

beforeAll(async () => {
  for (const add of [addJpegs, addPngs, addWebps, addHeifs, addStrangers]) {
    await add((fate, name, bytes) => pictures.push({ fate, name, bytes }));
  }
  decoder = createDecoderProcess();
}, 240_000);

afterAll(() => decoder?.stop());

/** What is too dear, breaks the process, or is refused without a code that clients know. */
function faultsOf(results: readonly Result[]): unknown[] {
  return results.filter(
    ({ fate, outcome, cpuMs, memoryBytes }) =>
      !(outcome === 'accepted' || REFUSALS.test(outcome)) ||
      cpuMs > (fate === 'header' ? HEADER_CPU_MS_MAX : CPU_MS_MAX) ||
      memoryBytes > MEMORY_BYTES_MAX,
  );
}

/** Decoding waits for nothing but a processor: what a machine takes for it that does nothing else. */
const quietMs = ({ ms, cpuMs }: Decoded): number => Math.min(ms, cpuMs);

/** Refusals that take longer than they may: none, where times are held. */
function lateOf(results: readonly Result[]): unknown[] {
  if (!isMeasured) return [];
  const msMaxOf = ({ name, fate }: Result): number => {
    const [, msMax] = SLOW_REFUSALS.find(([begin]) => fate !== 'header' && name.startsWith(begin)) ?? [];
    return msMax ?? REFUSED_MS_MAX;
  };
  return results.filter((result) => result.outcome !== 'accepted' && quietMs(result) > msMaxOf(result));
}

const quantile = (values: readonly number[], q: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;

/** The costliest of them, by name. */
function worst(results: readonly Result[], cost: (result: Result) => number, unit: string): string {
  const [first] = [...results].sort((a, b) => cost(b) - cost(a));
  return first === undefined ? 'none' : `${Math.round(cost(first))} ${unit} (${first.name}: ${first.outcome})`;
}

function tell(what: string, results: readonly Result[]): void {
  const refused = results.filter(({ outcome }) => outcome !== 'accepted');
  const accepted = results.filter(({ outcome }) => outcome === 'accepted');
  const msOf = (q: number): string =>
    quantile(
      refused.map(({ ms }) => ms),
      q,
    ).toFixed(1);
  report({
    [`${what}: decoded`]: results.length,
    [`${what}: refused, accepted`]: `${refused.length}, ${accepted.length}`,
    [`${what}: refused, ms p50, p90, p99`]: [0.5, 0.9, 0.99].map(msOf).join(', '),
    [`${what}: refused within ${REFUSED_MS_MAX} ms`]: refused.filter(({ ms }) => ms <= REFUSED_MS_MAX).length,
    [`${what}: slowest refusal`]: worst(refused, ({ ms }) => ms, 'ms'),
    [`${what}: slowest accepted`]: worst(accepted, ({ ms }) => ms, 'ms'),
    [`${what}: most processor time`]: worst(results, ({ cpuMs }) => cpuMs, 'ms'),
    [`${what}: most memory`]: worst(results, ({ memoryBytes }) => memoryBytes / MEBIBYTE, 'MiB'),
    [`${what}: decoders that died`]: decoder.deaths,
  });
}

it('hostile pictures are refused or decoded, within bounds of time and memory', async () => {
  expect(new Set(pictures.map(({ name }) => name)).size).toBeGreaterThanOrEqual(KINDS_MIN);
  const results: Result[] = [];
  for (const { name, fate, bytes } of pictures) {
    for (const as of ['garment', 'photo'] as const) {
      if (as === 'photo' && fate === 'accepted') continue;
      results.push({ name, fate, ...(await decoder.decode(bytes, as)) });
    }
  }
  tell(`${pictures.length} kinds`, results);
  expect(faultsOf(results)).toEqual([]);
  expect(lateOf(results)).toEqual([]);
  const otherwise = results.filter(({ fate, outcome }) => (fate === 'accepted') !== (outcome === 'accepted'));
  expect(otherwise).toEqual([]);
  expect(decoder.deaths).toBe(0);
}, 300_000);

it('damaged files of all formats are refused or decoded, and never do anything else', async () => {
  const results: Result[] = [];
  for (const { format, bytes } of mutated(await readSeeds(), { seed, count })) {
    const as = results.length % 3 === 0 ? 'garment' : 'photo';
    results.push({ name: format, fate: 'unknown', ...(await decoder.decode(bytes, as)) });
  }
  tell(`${count} damaged files`, results);
  expect(faultsOf(results)).toEqual([]);
  expect(lateOf(results)).toEqual([]);
  expect(decoder.deaths).toBe(0);
  const accepted = results.filter(({ outcome }) => outcome === 'accepted').length;
  expect(accepted).toBeGreaterThan(count / 20);
  expect(results.length - accepted).toBeGreaterThan(count / 4);
}, 1_200_000);
