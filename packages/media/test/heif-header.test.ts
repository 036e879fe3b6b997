import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectHeif, inspectImageHeader, sniffImageFormat } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { clap, codedOf, gridOf, icc, imir, irot, nclx, single } from './heif-file';
import { mulberry } from './mulberry';

const whole = readFileSync(join(__dirname, 'fixtures/quarters.heic'));
const coded = codedOf(whole);
const grid = gridOf(coded, { rows: 2, columns: 3, tile: [480, 320], size: [1400, 600] }, irot(1), nclx(12));

describe('inspectHeif', () => {
  it('reads what a file of one picture says', () => {
    expect(
      inspectHeif(single(coded, [480, 320], irot(3), imir(1), clap(100, 100), icc(Buffer.alloc(9)))),
    ).toMatchObject({
      format: 'heic',
      width: 480,
      height: 320,
      animated: false,
      orientation: 5,
      isCropped: true,
      primaries: null,
    });
  });

  it('finds the profile in the file', () => {
    const bytes = single(coded, [480, 320], icc(Buffer.from('the profile')));
    const { start, end } = inspectHeif(bytes)?.profile ?? { start: 0, end: 0 };
    expect(bytes.toString('latin1', start, end)).toBe('the profile');
  });

  it('reads what a grid says of the whole', () => {
    expect(inspectHeif(grid)).toMatchObject({
      format: 'heic',
      width: 1400,
      height: 600,
      orientation: 8,
      primaries: 12,
    });
  });

  it('tells the format by twelve bytes of the major brand', () => {
    const kinds = [whole, single({ ...coded, type: 'av01' }, [480, 320])].map((bytes) =>
      sniffImageFormat(bytes.subarray(0, 12)),
    );
    expect(kinds).toEqual(['heic', 'avif']);
  });

  it('answers null for a file cut within a box', () => {
    const pixels = whole.indexOf('mdat') - 4;
    for (let n = 0; n < whole.length; n++) {
      expect([n, inspectHeif(whole.subarray(0, n)) === null]).toEqual([n, n !== pixels]);
    }
  });

  it('answers null or a sane header for 20,000 mutated files', () => {
    const random = mulberry(5);
    for (let run = 0; run < 20_000; run++) {
      const bytes = Uint8Array.from(run % 2 === 0 ? whole : grid);
      for (let edit = 0; edit < 3; edit++) bytes[Math.floor(random() * 700)] = random() * 256;
      const header = inspectImageHeader(bytes);
      const isSane =
        header === null ||
        ([header.width, header.height].every((n) => Number.isInteger(n) && n > 0) &&
          header.orientation >= 1 &&
          header.orientation <= 8);
      if (!isSane) throw new Error(`run ${run}: ${JSON.stringify(header)}`);
    }
  });
});
