import { readFile } from 'node:fs/promises';
import { ServiceError } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { decodePhoto } from '@drape/media';
import {
  GATES,
  measuredPicture,
  measurePicture,
  passes,
  renderTryOn,
  TryOnRefusal,
  type AnyRule,
  type Garment,
  type Gate,
  type Person,
  type TryOnPorts,
  type TryOnRender,
} from '@drape/tryon';
import type { BenchPair } from '../picture-folder';
import { readGarment, readsGarment, readsPerson } from '../render-pairs';
import type { RuleOnPair } from './ablation-results';
import { rememberAnswers, type RememberedPorts } from './remember-answers';

/** One side of a comparison: a picture, or the code of a refusal, and what it cost. */
interface Side {
  readonly made: TryOnRender | null;
  readonly refused: string | null;
  /** CPU milliseconds of looking at the person, of looking at the garment, and of all else. */
  readonly ms: { readonly person: number; readonly garment: number; readonly rest: number };
}

/** What is looked at anew for each side. */
interface Subject {
  readonly photo: RasterU8;
  readonly product: RasterU8;
  readonly pair: BenchPair;
  readonly remembered: RememberedPorts;
  /** Analyses with all rules; null before the first render. */
  person: Person | null;
  garment: Garment | null;
}

export const pairName = ({ person, garment }: BenchPair): string =>
  `${person.name}+${garment.category}/${garment.name}`;

/**
 * Renders a pair with all rules, then without each of `rules`, and tells what each does as soon as it is known. Person and product are looked
 * at again only for rules that have a say there.
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
  // the first render makes what later ones find made, as the photo's pyramid: only the second one's times compare with theirs
  await renderSide(subject, null);
  const whole = await renderSide(subject, null);
  const gates = once(() => gatesOf(photo, whole));
  for (const rule of rules) {
    const side = await renderSide(subject, rule);
    onResult({ pair: pairName(pair), rule: rule.id, ...difference(photo, rule, { whole, side, gates }) });
  }
}

/** Renders with all rules, or without one. */
async function renderSide(subject: Subject, rule: AnyRule | null): Promise<Side> {
  const { photo, product, pair, remembered } = subject;
  const { ports, lap } = remembered;
  const ms = { person: 0, garment: 0, rest: 0 };
  lap();
  const look = async <T>(part: 'person' | 'garment', kept: T | null, compute: () => Promise<T>): Promise<T> => {
    if (kept !== null) return kept;
    ms.rest += lap();
    const seen = await compute();
    ms[part] = lap();
    return seen;
  };
  const keepsPerson = rule !== null && !readsPerson(rule);
  const keepsGarment = rule !== null && !readsGarment(rule);
  const cache = {
    person: (compute: () => Promise<Person>) => look('person', keepsPerson ? subject.person : null, compute),
    garment: (compute: () => Promise<Garment>) => look('garment', keepsGarment ? subject.garment : null, compute),
  };
  const options = { category: pair.garment.category, without: rule === null ? [] : [rule] };
  try {
    const made = await renderTryOn(photo, product, options, ports, { trace: true, cache });
    ms.rest += lap();
    if (rule === null) Object.assign(subject, { person: made.trace?.person, garment: made.trace?.garment });
    return { made, refused: null, ms };
  } catch (error) {
    if (!(error instanceof TryOnRefusal || error instanceof ServiceError)) throw error;
    ms.rest += lap();
    return { made: null, refused: error.code, ms };
  }
}

interface Sides {
  readonly whole: Side;
  readonly side: Side;
  /** Gates that the picture with all rules passes. */
  readonly gates: () => ReadonlySet<Gate>;
}

function difference(photo: RasterU8, rule: AnyRule, { whole, side, gates }: Sides): Omit<RuleOnPair, 'pair' | 'rule'> {
  const before =
    whole.ms.rest + (readsPerson(rule) ? whole.ms.person : 0) + (readsGarment(rule) ? whole.ms.garment : 0);
  const ms = rounded(before - side.ms.rest - side.ms.person - side.ms.garment, 1);
  const same = { outcome: 'same', pixels: 0, gained: [], lost: [], quality: 0, ms } as const;
  // what is refused early costs less, which says nothing of the rule
  if (whole.made === null) {
    if (side.made === null) return { ...same, ms: 0 };
    return { ...same, outcome: 'rendered only without it', ms: 0 };
  }
  if (side.made === null) return { ...same, outcome: 'rendered only with it', ms: 0 };
  const pixels = rounded(changedShare(whole.made.image, side.made.image), 6);
  const quality = whole.made.evidence.quality.score - side.made.evidence.quality.score;
  if (pixels === 0) return { ...same, quality };
  const [withIt, without] = [gates(), gatesOf(photo, side)];
  return {
    outcome: 'changed',
    pixels,
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
