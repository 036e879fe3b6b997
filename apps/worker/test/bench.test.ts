import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { htmlPage } from '../src/bench/html-page';
import { pairHash, readBenchFolder } from '../src/bench/picture-folder';
import { makeReport, qualityLines, type ReportedPair } from '../src/bench/report';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bench-'));
  for (const file of [
    'persons/b.JPG',
    'persons/a.png',
    'persons/a.webp',
    'persons/.hidden.jpg',
    'persons/note.txt',
    'garments/top/tee.jpg',
    'garments/skirt/mini <&>.png',
    'garments/hats/hat.jpg',
    'empty/persons/x.jpg',
  ]) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), '');
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe('readBenchFolder', () => {
  it('lists pictures by name, reports what it leaves out, and misses no folder of garments', async () => {
    const found = await readBenchFolder(folder);
    expect(found.persons.map(({ name }) => name)).toEqual(['a.png', 'a.webp', 'b.JPG']);
    expect(found.persons.map(({ stem }) => stem)).toEqual(['a-png', 'a-webp', 'b']);
    expect(found.garments.map(({ category, name }) => `${category}/${name}`)).toEqual([
      'top/tee.jpg',
      'skirt/mini <&>.png',
    ]);
    expect(found.skipped).toEqual([join('persons', 'note.txt')]);
  });

  it('says in a sentence what is missing', async () => {
    await expect(readBenchFolder(join(folder, 'nowhere'))).rejects.toThrow('There is no folder');
    await expect(readBenchFolder(join(folder, 'garments'))).rejects.toThrow('holds no jpg, png or webp');
    await expect(readBenchFolder(join(folder, 'empty'))).rejects.toThrow('holds no picture in dress');
  });

  it('reads pairs from pairs.jsonl, of whichever folders have their files', async () => {
    const listed = join(folder, 'listed');
    const line = { n: 'A0', person: 'persons/b.JPG', product: 'top/tee.jpg', category: 'top' };
    const data = ['..', join(folder, 'garments')];
    const list = async (...lines: object[]) => {
      await mkdir(listed, { recursive: true });
      await writeFile(join(listed, 'pairs.jsonl'), lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
      return readBenchFolder(listed, ['top', 'skirt']);
    };
    const skirt = { ...line, product: 'skirt/mini <&>.png', category: 'skirt', data };
    const found = await list({ ...line, data }, skirt, { ...line, category: 'dress', data });
    expect(found.pairs.map(({ person, garment }) => [person.path, garment.path, garment.category])).toEqual([
      [join(folder, 'persons/b.JPG'), join(folder, 'garments/top/tee.jpg'), 'top'],
      [join(folder, 'persons/b.JPG'), join(folder, 'garments/skirt/mini <&>.png'), 'skirt'],
    ]);
    expect(found.persons.map(({ stem }) => stem)).toEqual(['persons-b-JPG']);
    await expect(list(line)).rejects.toThrow('line 1: there is no persons/b.JPG in ..');
    await expect(list({ ...line, data }, { ...line, category: 'hat' })).rejects.toThrow(
      'line 2: must be {"person": FILE',
    );
    await expect(list({ ...line, category: 'dress', data })).rejects.toThrow('lists no pair of top, skirt.');
  });
});

const good = {
  ...{ I1: 0, G1: 0, stretchP95: 1.2, G2neck: 0.01, G2shoulder: 0.01, G2hem: 0.02, C1: 0.95, leftover: 0, T1: 0.99 },
  ...{
    T1gradient: 1,
    seenShare: 1,
    K1: 1,
    S1: 1,
    S1halo: 0,
    F1: null,
    L1: 0,
    E1: 0,
    F1energy: null,
    F1deltaE: null,
    editShare: 0.2,
  },
};
const pair = (person: string, garment: string, changed: Partial<ReportedPair> = {}): ReportedPair => ({
  ...good,
  ...{ person, garment, category: 'top', leftoverParsed: 0, warnings: [], fails: [] },
  quality: { score: 70, level: 'fair', reasons: ['side_view'] },
  ...{ image: 'results/top/a b#1.jpg', crops: 'results/top/a b#1.crops.jpg' },
  ...changed,
});
const refusal = (justified: boolean) =>
  ({
    person: 'p<1>.jpg',
    garment: 'g.jpg',
    category: 'pants',
    code: 'body_not_visible',
    detail: 'x',
    justified,
  }) as const;

describe('makeReport', () => {
  const report = makeReport({
    persons: 2,
    garments: 4,
    without: [],
    pairs: [pair('p.jpg', 'a.jpg'), pair('p.jpg', 'b.jpg', { C1: 0.5 })],
    refusals: [refusal(true), refusal(false), refusal(true)],
    skipped: [],
  });

  it('counts refusals over all pairs, wrong ones over the pairs that fit', () => {
    expect(report.refusedShare).toBeCloseTo(3 / 5);
    expect(report.wrongRefusedShare).toBeCloseTo(1 / 3);
    expect(report.gates.C1).toMatchObject({ passShare: 0.5, worst: 0.5 });
    expect(report.gates.F1.passShare).toBe(1);
    expect(report.n).toBe(2);
  });

  it('reports the scores in order and the share at each level', () => {
    const scored = (score: number, level: 'good' | 'fair' | 'poor'): ReportedPair =>
      pair('p.jpg', `${score}.jpg`, { quality: { score, level, reasons: [] } });
    const { quality } = makeReport({
      persons: 1,
      garments: 4,
      without: ['no-garment'],
      pairs: [scored(93, 'good'), scored(20, 'poor'), scored(55, 'fair'), scored(12, 'poor')],
      refusals: [],
      skipped: [],
    });
    expect(quality.quantiles).toEqual({ p10: 12, p25: 12, p50: 20, p75: 55, p90: 55 });
    expect(quality.levels).toEqual({ good: 0.25, fair: 0.25, poor: 0.5 });
    expect(qualityLines(quality)).toContain('good 25.0 %  fair 25.0 %  poor 50.0 %');
  });

  it('reports no scores where nothing was rendered', () => {
    const { quality } = makeReport({ persons: 1, garments: 1, without: [], pairs: [], refusals: [], skipped: [] });
    expect(quality.quantiles.p50).toBeNull();
    expect(quality.levels).toEqual({ good: 0, fair: 0, poor: 0 });
  });

  it('holds out a share by the names alone', () => {
    const all = Array.from({ length: 500 }, (_, i) => pairHash('p.jpg', `${i}.jpg`));
    const held = all.filter((hash) => hash < 0.4).length / all.length;
    expect(held).toBeGreaterThan(0.34);
    expect(held).toBeLessThan(0.46);
    expect(pairHash('p.jpg', 'a.jpg')).toBe(pairHash('p.jpg', 'a.jpg'));
  });

  it('is shown on a page whose names and links cannot break out', () => {
    const page = htmlPage(report, {
      product: () => 'products/g "1".jpg',
      photo: () => 'photos/p.jpg',
      sheets: ['s.jpg'],
    });
    expect(page).toContain('p&lt;1&gt;.jpg');
    expect(page).toContain('results/top/a%20b%231.jpg');
    expect(page).not.toContain('"1"');
    expect(page).not.toContain('<script');
  });
});
