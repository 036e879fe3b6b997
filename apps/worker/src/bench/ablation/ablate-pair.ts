import { readFile } from 'node:fs/promises';
import { ServiceError } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { GATES, measurePicture, passes, type Gate } from '@drape/measures';
import { decodePhoto } from '@drape/media';
import {
  measuredPicture,
  renderTryOn,
  TryOnRefusal,
  type AnyRule,
  type Garment,
  type Person,
  type TryOnPorts,
  type TryOnRender,
} from '@drape/tryon';
import type { BenchPair } from '../picture-folder';
import { readGarment, readsGarment, readsPerson } from '../render-pairs';
import type { RuleOnPair } from './ablation-results';
import { rememberAnswers, type RememberedPorts } from './remember-answers';

/** One side of a comparison, and what it cost. */
interface Side {
  /** Null where the pair was refused. */
  readonly made: TryOnRender | null;
  /** CPU milliseconds. */
  readonly ms: number;
}

/** What of a pair is looked at anew for a rule: what else is known is kept. */
type Reanalysed = 'person' | 'garment' | 'nothing';

export const reanalysedFor = (rule: AnyRule): Reanalysed =>
  readsPerson(rule) ? 'person' : readsGarment(rule) ? 'garment' : 'nothing';

/** What is looked at anew for each side. */
interface Subject {
  readonly photo: RasterU8;
  readonly product: RasterU8;
  readonly pair: BenchPair;
  readonly remembered: RememberedPorts;
  /** Analyses with all rules, once they are made. */
  person: Person | null;
  garment: Garment | null;
}

export const pairName = ({ person, garment }: BenchPair): string =>
  `${person.name}+${garment.category}/${garment.name}`;

/**
 * Renders a pair with all rules, then without each of `rules`, and tells what each does as soon as it is known. Person and product are
 * looked at again only for rules that have a say there.
 *
 * Throws: ServiceError where a picture cannot be read.
 */
export async function ablatePair(
  pair: BenchPair,
  rules: readonly AnyRule[],
  models: TryOnPorts,
  onResult: (result: RuleOnPair) => void,
): Promise<void> {
  const photo = (await decodePhoto(await readFile(pair.person.path))).raster;
  const product = await readGarment(pair.garment);
  const subject: Subject = {
    photo,
    product,
    pair,
    remembered: rememberAnswers(models),
    person: null,
    garment: null,
  };
  const whole = await renderSide(subject, [], 'nothing');
  const gates = once(() => gatesOf(photo, whole));
  const times = new Map<Reanalysed, number>();
  for (const rule of rules) {
    const reanalysed = reanalysedFor(rule);
    const wholeMs = times.get(reanalysed) ?? (await renderSide(subject, [], reanalysed)).ms;
    times.set(reanalysed, wholeMs);
    const side = await renderSide(subject, [rule], reanalysed);
    onResult({ pair: pairName(pair), rule: rule.id, ...difference(photo, { whole, wholeMs, side, gates }) });
  }
}

async function renderSide(subject: Subject, without: readonly AnyRule[], reanalysed: Reanalysed): Promise<Side> {
  const { photo, product, pair, remembered } = subject;
  const { ports, lap } = remembered;
  const cache = {
    person: async (see: () => Promise<Person>) => (reanalysed === 'person' ? see() : (subject.person ??= await see())),
    garment: async (see: () => Promise<Garment>) =>
      reanalysed === 'garment' ? see() : (subject.garment ??= await see()),
  };
  lap();
  try {
    const options = { category: pair.garment.category, without };
    const made = await renderTryOn(photo, product, options, ports, { trace: true, cache });
    return { made, ms: lap() };
  } catch (error) {
    if (!(error instanceof TryOnRefusal || error instanceof ServiceError)) throw error;
    return { made: null, ms: lap() };
  }
}

interface Sides {
  readonly whole: Side;
  /** What it costs where the same is looked at anew as for `side`. */
  readonly wholeMs: number;
  readonly side: Side;
  /** Gates that the picture with all rules passes. */
  readonly gates: () => ReadonlySet<Gate>;
}

function difference(photo: RasterU8, { whole, wholeMs, side, gates }: Sides): Omit<RuleOnPair, 'pair' | 'rule'> {
  const ms = rounded(wholeMs - side.ms, 1);
  const same = { outcome: 'same', pixels: 0, gained: [], lost: [], quality: 0, ms } as const;
  // what is refused early costs less, which says nothing of the rule
  if (whole.made === null) {
    if (side.made === null) return { ...same, ms: 0 };
    return { ...same, outcome: 'rendered only without it', ms: 0 };
  }
  if (side.made === null) return { ...same, outcome: 'rendered only with it', ms: 0 };
  const pixels = changedShare(whole.made.image, side.made.image);
  const quality = whole.made.evidence.quality.score - side.made.evidence.quality.score;
  if (pixels === 0) return { ...same, quality };
  const [withIt, without] = [gates(), gatesOf(photo, side)];
  return {
    outcome: 'changed',
    pixels: rounded(pixels, 8),
    gained: GATES.filter((gate) => withIt.has(gate) && !without.has(gate)),
    lost: GATES.filter((gate) => without.has(gate) && !withIt.has(gate)),
    quality,
    ms,
  };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

function gatesOf(photo: RasterU8, { made }: Side): ReadonlySet<Gate> {
  if (made === null) return new Set();
  const metrics = measurePicture(measuredPicture(photo, made));
  return new Set(GATES.filter((gate) => passes(gate, metrics[gate])));
}

function changedShare(one: RasterU8, other: RasterU8): number {
  let changed = 0;
  for (let i = 0; i < one.data.length; i += 3) {
    const isSame =
      one.data[i] === other.data[i] && one.data[i + 1] === other.data[i + 1] && one.data[i + 2] === other.data[i + 2];
    if (!isSame) changed++;
  }
  return changed / (one.width * one.height);
}

function once<T extends object>(compute: () => T): () => T {
  let kept: T | undefined;
  return () => (kept ??= compute());
}
