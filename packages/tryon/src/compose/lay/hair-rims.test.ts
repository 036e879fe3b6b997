import { createPlane, createRaster, keptShape, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { Finished } from './finish';
import { cleanHairRims } from './hair-rims';
import type { Scene } from '../../model/scene';

const W = 160;
const H = 160;
const BROWN = [70, 50, 40] as const;
const NAVY = [30, 36, 70] as const;
const WHITE = [235, 235, 240] as const;
const SKIN = [200, 160, 140] as const;

const NO_FACE = keptShape([], W, H);

type Rgb = readonly [number, number, number];

interface Drawn {
  readonly scene: Parameters<typeof cleanHairRims>[0];
  readonly old: PlaneF32;
  readonly front: PlaneF32;
  readonly result: Finished;
}

/**
 * Brown hair in columns 40–79 in front of an old garment below row 80; its last three columns beside the garment have the garment's colour.
 */
function drawn(fabric: Rgb, hasGarment = true): Drawn {
  const photo = createRaster(W, H, 3);
  const [hair, old] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isHair = x >= 40 && x < 80;
      const isGarment = y >= 80 && !isHair;
      const isRim = y >= 80 && x >= 77 && x < 80;
      photo.data.set(isRim || isGarment ? fabric : isHair ? BROWN : SKIN, 3 * i);
      hair.data[i] = isHair ? 1 : 0;
      old.data[i] = isGarment && hasGarment ? 1 : 0;
    }
  }
  const image: RasterU8 = { ...photo, data: photo.data.slice() };
  const person = { planes: { hair } } as unknown as Scene['person'];
  return {
    scene: { person, guide: photo, photo, sw: 100, k: 1, box: { x: 0, y: 0, width: W, height: H } },
    old,
    front: { ...hair, data: hair.data.slice() },
    result: { image, editMask: createRaster(W, H, 1) },
  };
}

const at = ({ image }: Finished, x: number, y: number): number[] => [
  ...image.data.subarray(3 * (y * W + x), 3 * (y * W + x) + 3),
];

describe('cleanHairRims', () => {
  it('gives a dark blue rim the hue of the hair, in its own light', () => {
    const { scene, old, front, result } = drawn(NAVY);
    cleanHairRims(scene, { old, front, face: NO_FACE }, result);
    const [red, , blue] = at(result, 78, 120);
    expect(red).toBeGreaterThan(blue);
    expect(red).toBeLessThan(70);
    expect(result.editMask.data[120 * W + 78]).toBe(1);
  });

  it('darkens a white rim to about the gloss of the hair', () => {
    const { scene, old, front, result } = drawn(WHITE);
    cleanHairRims(scene, { old, front, face: NO_FACE }, result);
    for (const v of at(result, 78, 120)) expect(v).toBeLessThan(105);
  });

  it('leaves hair, the old garment and all that is far from it', () => {
    const { scene, old, front, result } = drawn(WHITE);
    cleanHairRims(scene, { old, front, face: NO_FACE }, result);
    expect(at(result, 60, 120)).toEqual([...BROWN]);
    expect(at(result, 75, 120)).toEqual([...BROWN]);
    expect(at(result, 100, 120)).toEqual([...WHITE]);
    expect(at(result, 78, 40)).toEqual([...BROWN]);
    expect(result.editMask.data[120 * W + 60]).toBe(0);
  });

  it('leaves the face, and locks where no garment goes', () => {
    const bare = drawn(WHITE, false);
    cleanHairRims(bare.scene, { ...bare, face: NO_FACE }, bare.result);
    expect(bare.result.image.data).toEqual(bare.scene.photo.data);
    const { scene, old, front, result } = drawn(WHITE);
    const faceOval = [
      ...[
        { x: 74, y: 110 },
        { x: 90, y: 110 },
      ],
      ...[
        { x: 90, y: 130 },
        { x: 74, y: 130 },
      ],
    ];
    cleanHairRims(scene, { old, front, face: keptShape(faceOval, W, H) }, result);
    expect(at(result, 78, 120)).toEqual([...WHITE]);
    expect(at(result, 78, 140)).not.toEqual([...WHITE]);
  });
});
