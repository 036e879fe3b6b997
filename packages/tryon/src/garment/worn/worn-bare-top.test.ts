import { describe, expect, it } from '@jest/globals';
import { FIGURE } from '../../../test/drawn-person';
import { drawWearer, EDGE_ROW, FLOUNCE } from '../../../test/drawn-wearer';
import { findLength } from '../../attributes/length-name';
import { nameNeckline } from '../../attributes/neckline-name';
import { findSleeveLength } from '../../attributes/sleeve-length';
import { analyseGarment } from '../analyse-garment';
import type { BareTop, Garment, UpperLandmarks } from '../../model/garment';

const TORSO = FIGURE.hips[0].y - FIGURE.shoulders[0].y;
const ARM = FIGURE.elbows[0].y - FIGURE.shoulders[0].y;

async function taken(options: Parameters<typeof drawWearer>[0]): Promise<{ garment: Garment; marks: UpperLandmarks }> {
  const { picture, ports } = drawWearer(options);
  const garment = await analyseGarment(picture, 'top', ports);
  if (garment.landmarks.kind !== 'upper') throw new Error('not an upper garment');
  return { garment, marks: garment.landmarks };
}

function bareTopOf({ bareTop }: UpperLandmarks): BareTop {
  if (bareTop === undefined) throw new Error('it lies on the shoulders');
  return bareTop;
}

describe('a top worn off the shoulders', () => {
  it('has its upper edge below the shoulder joints, as high as the model wears it', async () => {
    const { marks } = await taken({ offShoulders: true });
    expect(marks.necklineKind).toBe('bandeau');
    const { edge, wearer } = bareTopOf(marks);
    expect(Math.abs(edge - (EDGE_ROW - FIGURE.shoulders[0].y) / TORSO)).toBeLessThan(0.02);
    expect(wearer).not.toBeNull();
    const { shoulderWidth, torsoLength } = wearer ?? { shoulderWidth: 0, torsoLength: 1 };
    expect(shoulderWidth / torsoLength).toBeCloseTo(100 / TORSO, 1);
    expect(Math.abs((marks.shoulder[1].x - marks.shoulder[0].x) / shoulderWidth - 1.32)).toBeLessThan(0.08);
  });

  it('has flounces that end where they do on the arms', async () => {
    const { marks } = await taken({ offShoulders: true });
    expect(marks.sleeves.map(({ length }) => length)).toEqual(['short', 'short']);
    const wanted = (0.53 * (FLOUNCE.row - FIGURE.shoulders[0].y)) / ARM;
    for (const reach of bareTopOf(marks).reach) expect(Math.abs(reach - wanted)).toBeLessThan(0.05);
  });

  it('leaves a wedge of skin above the edge that was read as fabric', async () => {
    const { garment, marks } = await taken({ offShoulders: true });
    const { width, data } = garment.rgba;
    const row = Math.floor(Math.min(...marks.neckline.map(({ y }) => y)) - 3);
    let above = 0;
    for (let x = 0; x < width; x++) if (row >= 0 && data[4 * (row * width + x) + 3] > 127) above++;
    expect(above).toBe(0);
  });

  it('is called so', async () => {
    const { marks } = await taken({ offShoulders: true });
    expect(nameNeckline(marks, 'top').value).toBe('bandeau');
    expect(findSleeveLength(marks, false).value).toBe('short');
    // the model's body is seen: as a dress it would end above the knees
    expect(findLength(marks, 'dress', 0).value).toBe('mini');
  });
});

describe('a top on the shoulders', () => {
  it('has none of that', async () => {
    const { marks } = await taken({});
    expect(marks.bareTop).toBeUndefined();
    expect(marks.necklineKind).not.toBe('bandeau');
  });
});
