import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Gate } from '@drape/measures';

/** What one rule does to one pair: the picture with all rules against the one without it. */
export interface RuleOnPair {
  readonly pair: string;
  readonly rule: string;
  /** Both pictures are the same, or both sides are refused; the picture differs; only one side is rendered. */
  readonly outcome: 'same' | 'changed' | 'rendered only with it' | 'rendered only without it';
  /** Share of the photo's pixels that differ, 0…1. */
  readonly pixels: number;
  /** Gates that the picture passes only with the rule, and only without it. */
  readonly gained: readonly Gate[];
  readonly lost: readonly Gate[];
  /** How much higher the quality score is with the rule. */
  readonly quality: number;
  /** CPU milliseconds that the rule costs the render. */
  readonly ms: number;
}

/** A line of the file: results of another engine are another measurement's. */
interface ResultLine extends RuleOnPair {
  readonly engine: string;
}

/** Appends results to a file and knows those that it holds. */
export interface ResultFile {
  readonly results: readonly RuleOnPair[];
  readonly has: (pair: string, rule: string) => boolean;
  readonly add: (result: RuleOnPair) => void;
}

const keyOf = (pair: string, rule: string): string => `${rule} ${pair}`;

/** Opens a file of results of one engine. A last line that was cut off when a measurement was stopped is taken away. */
export function openResults(file: string, engine: string): ResultFile {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  const lines = whole.split('\n').filter((line) => line !== '');
  const results: RuleOnPair[] = lines
    .map((line): ResultLine => JSON.parse(line))
    .filter((line) => line.engine === engine);
  const known = new Set(results.map(({ pair, rule }) => keyOf(pair, rule)));
  return {
    results,
    has: (pair, rule) => known.has(keyOf(pair, rule)),
    add(result) {
      appendFileSync(file, `${JSON.stringify({ engine, ...result })}\n`);
      known.add(keyOf(result.pair, result.rule));
      results.push(result);
    },
  };
}
