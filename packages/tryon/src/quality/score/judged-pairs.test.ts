import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { drawnPicture } from '../../../test/drawn-picture';
import { pictureFeatures } from './features';

interface Judged {
  readonly n: string;
  readonly person: string;
  readonly product: string;
  readonly group: number;
  readonly votes: readonly boolean[];
  readonly judges: readonly string[];
}

const linesOf = (name: string): string[] =>
  readFileSync(join(__dirname, '../../../training', name), 'utf8')
    .trim()
    .split('\n');

const judged = linesOf('judged-pairs.jsonl').map((line): Judged => JSON.parse(line));
const [head, ...rows] = linesOf('features.csv').map((line) => line.split(','));

describe('the judged pairs', () => {
  it('share neither a person nor a product between their groups, so that no fold is taught what it tests', () => {
    for (const key of ['person', 'product'] as const) {
      const groups = new Map<string, Set<number>>();
      for (const pair of judged) groups.set(pair[key], (groups.get(pair[key]) ?? new Set()).add(pair.group));
      expect([...groups].filter(([, own]) => own.size > 1)).toEqual([]);
    }
  });

  it('are told apart by their number, and each vote has its judge', () => {
    expect(new Set(judged.map(({ n }) => n)).size).toBe(judged.length);
    expect(judged.filter(({ votes, judges }) => votes.length === 0 || votes.length !== judges.length)).toEqual([]);
  });

  it('are learnt from by the features that a picture is told by, name by name', async () => {
    expect(head?.slice(1)).toEqual(Object.keys(pictureFeatures(await drawnPicture())));
  });

  it('have a row of numbers each', () => {
    const known = new Set(judged.map(({ n }) => n));
    expect(rows.filter(([n]) => !known.has(n ?? ''))).toEqual([]);
    expect(
      rows.filter((row) => row.length !== head?.length || row.some((cell) => !Number.isFinite(Number(cell)))),
    ).toEqual([]);
  });
});
