import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CCP_LABELS, CCP_MERGE, ccpMergeTable } from './ccp-labels';
import { PARSE_CLASSES } from './networks/person-parser';

/** Parses the MERGE dictionary of the training code: its lines are plain lists of quoted names. */
function mergeOfTraining(): Record<string, string[]> {
  const source = readFileSync(join(__dirname, '../training/labels.py'), 'utf8');
  const body = source.slice(source.indexOf('MERGE = {'), source.indexOf('\n}'));
  const lines = [...body.matchAll(/^ {4}'([^']+)': \[([^\]]*)\]/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', list = '']) => [name, [...list.matchAll(/'([^']+)'/g)].map(([, label = '']) => label)]),
  );
}

describe('the merge of Clothing Co-Parsing', () => {
  it('is the one that the parser was trained with, legwear counted as other, hands as skin', () => {
    const { other = [], legwear = [], skin = [], hand = [], ...rest } = mergeOfTraining();
    expect([legwear.length, hand]).toEqual([3, ['gloves']]);
    const { other: merged, skin: bare, ...apart } = CCP_MERGE;
    expect(apart).toEqual(rest);
    expect([new Set(merged), new Set(bare)]).toEqual([new Set([...other, ...legwear]), new Set([...skin, ...hand])]);
  });

  it('gives each of the 59 labels one class', () => {
    const table = ccpMergeTable();
    expect(CCP_LABELS).toHaveLength(59);
    expect(new Set(CCP_LABELS).size).toBe(59);
    expect(table[0]).toBe(0);
    expect(Array.from(table.slice(1, 59)).every((index) => index > 0)).toBe(true);
    expect(PARSE_CLASSES[table[CCP_LABELS.indexOf('jeans')] ?? 0]).toBe('pants');
    expect(PARSE_CLASSES[table[CCP_LABELS.indexOf('tights')] ?? 0]).toBe('other');
  });

  it('refuses a label that it does not know', () => {
    expect(() => ccpMergeTable(['null', 'spacesuit'])).toThrow('spacesuit');
  });
});
