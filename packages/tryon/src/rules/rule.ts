import type { PlaneF32, RasterU8 } from '@drape/imaging';
import type { TryOnStage } from '../stages';

/** What was counted on a set of pictures with a rule and without it. */
export interface Evidence {
  /** Whose pictures, and who judged which are better. */
  readonly set: string;
  /** Pictures of the set, and those that the rule changes; null where they were not counted. */
  readonly pairs: number;
  readonly fired: number | null;
  /**
   * Verdicts for the picture with the rule, and for the one without it; on labelled sets, pixels that are right only with it, and only
   * without it.
   */
  readonly better: number;
  readonly worse: number;
  /** Verdicts that see no difference; null where pixels were counted. */
  readonly same: number | null;
  /** ISO 8601, the day of the count. */
  readonly date: string;
}

/** A step of the pipeline that corrects one recurring fault of photos, products or networks, and that a measurement can leave out. */
export interface Rule<In, Out> {
  /** Its name on command lines. */
  readonly id: string;
  /** The stage in which it runs. */
  readonly stage: TryOnStage;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** Whether it may change anything: a cheap test that never looks at pixels. */
  readonly appliesTo: (input: In) => boolean;
  /**
   * What it makes of its input, which stays as it is. Only the rules of `correctPlanes` write their input: a person's planes are too large
   * to copy for each of them. They return nothing (`Rule<…, void>`), and their docstrings say `Aliasing: writes …`.
   */
  readonly apply: (input: In) => Out;
  /** Empty where the rule has not yet been measured alone. */
  readonly evidence: readonly Evidence[];
}

/** Any rule, for lists of them. */
export type AnyRule = Rule<never, unknown>;

export const always = (): boolean => true;

/** Runs a rule and returns its result; null where it does not apply or is in `without`, the rules that a measurement leaves out. */
export function follow<In, Out>(rule: Rule<In, Out>, input: In, without: readonly AnyRule[] = []): Out | null {
  return without.includes(rule) || !rule.appliesTo(input) ? null : rule.apply(input);
}

/** A copy of a plane or a raster, changed. */
export function changed<T extends PlaneF32 | RasterU8>(layer: T, change: (copy: T) => void): T {
  const copy = { ...layer, data: layer.data.slice() };
  change(copy);
  return copy;
}
