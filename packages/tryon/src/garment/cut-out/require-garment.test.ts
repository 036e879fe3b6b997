import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { parsesClothes } from '../../../test/parses-clothes';
import { drawTee } from '../../../test/drawn-garments';
import { drawPolygon, photograph } from '../../../test/drawn-shapes';
import { alwaysReads, readUpper, TEE_HALF } from '../../../test/read-drawn';
import { PARSE_CLASSES, type ParseClass, type ParseResult } from '../../ports';
import { analyseGarment } from '../analyse-garment';
import { NO_GARMENT, clothesShare, requireGarment } from './require-garment';

const SIDE = 400;
const BLACK = [10, 10, 10] as const;
const WHITE = [250, 250, 250] as const;

/** A parse that sees one class wherever `mask` is, and background elsewhere. */
function parseOf(mask: PlaneF32, name: ParseClass): ParseResult {
  const { width, height } = mask;
  const planes = PARSE_CLASSES.map(() => createPlane(width, height));
  const [background, seen] = [planes[0], planes[PARSE_CLASSES.indexOf(name)]];
  for (let i = 0; i < mask.data.length; i++) (mask.data[i] > 0.5 ? seen : background).data[i] = 1;
  return { box: { x: 0, y: 0, width, height }, planes };
}

function square(from: number, to: number): PlaneF32 {
  const corners = [
    { x: from, y: from },
    { x: to, y: from },
    { x: to, y: to },
    { x: from, y: to },
  ];
  return drawPolygon(SIDE, SIDE, corners);
}

describe('a product picture without a garment', () => {
  it.each([60, 100, 140])('is refused where it shows a black square %d pixels from the edge', async (from) => {
    const mask = square(from, SIDE - from);
    const ports = {
      cutOut: () => Promise.resolve(mask),
      detectPose: () => Promise.resolve({ person: null, others: [] }),
      parsePerson: () => Promise.resolve(parseOf(mask, 'top')),
      ...alwaysReads(readUpper(mask, TEE_HALF)),
    };
    await expect(analyseGarment(photograph(mask, BLACK, WHITE), 'top', ports)).rejects.toMatchObject({
      code: 'garment_not_detected',
      detail: expect.stringContaining('a rectangle, not a garment'),
    });
  });

  it.each(['background', 'skin', 'hair'] as const)('is refused where the parser sees only %s', async (name) => {
    const mask = drawTee();
    const parsePerson = () => Promise.resolve(parseOf(mask, name));
    await expect(
      requireGarment({ rgb: photograph(mask, BLACK, WHITE), salient: mask, known: null, ports: { parsePerson } }),
    ).rejects.toMatchObject({
      code: 'garment_not_detected',
      detail: expect.stringContaining('does not look like a garment'),
    });
  });

  it('is refused where the classifier hardly believes in one, whatever the parser sees', async () => {
    const mask = drawTee();
    const look = (belief: number) =>
      requireGarment({
        rgb: photograph(mask, BLACK, WHITE),
        salient: mask,
        known: null,
        ports: {
          rateGarment: () => Promise.resolve(belief),
          parsePerson: parsesClothes,
        },
      });
    await expect(look(0.02)).rejects.toMatchObject({ code: 'garment_not_detected' });
    await expect(look(0.04)).resolves.toBeUndefined();
  });

  it('is let through where the rule is left out', async () => {
    const mask = drawTee();
    const ports = {
      cutOut: () => Promise.resolve(mask),
      detectPose: () => Promise.resolve({ person: null, others: [] }),
      parsePerson: () => Promise.resolve(parseOf(mask, 'hair')),
      ...alwaysReads(readUpper(mask, TEE_HALF)),
    };
    const picture = photograph(mask, BLACK, WHITE);
    await expect(analyseGarment(picture, 'top', ports)).rejects.toMatchObject({ code: 'garment_not_detected' });
    expect((await analyseGarment(picture, 'top', ports, [NO_GARMENT])).category).toBe('top');
  });

  it('is not told from the parse of what lies elsewhere', async () => {
    const mask = drawTee();
    const { planes } = parseOf(mask, 'background');
    const beside = { box: { x: 1000, y: 0, width: 100, height: 100 }, planes };
    expect(clothesShare(photograph(mask, BLACK, WHITE), mask, beside)).toBe(1);
  });
});

describe('a product picture with a garment', () => {
  it('passes, by a parse that was made already or by a new one', async () => {
    const mask = drawTee();
    const picture = photograph(mask, BLACK, WHITE);
    const parse = parseOf(mask, 'top');
    const unasked = () => Promise.reject(new Error('there is a parse already'));
    await expect(
      requireGarment({ rgb: picture, salient: mask, known: parse, ports: { parsePerson: unasked } }),
    ).resolves.toBeUndefined();
    const parsePerson = () => Promise.resolve(parse);
    await expect(
      requireGarment({ rgb: picture, salient: mask, known: null, ports: { parsePerson } }),
    ).resolves.toBeUndefined();
  });
});
