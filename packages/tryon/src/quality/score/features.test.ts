import { warning } from '@drape/contracts';
import { createPlane, type PlaneF32 } from '@drape/imaging';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { drawnPicture } from '../../../test/drawn-picture';
import type { MeasuredPicture } from '../picture';
import { pictureFeatures, type FeatureName, type Features } from './features';

let perfect: MeasuredPicture;
let own: Features;
beforeAll(async () => {
  perfect = await drawnPicture();
  own = pictureFeatures(perfect);
});

const of = (change: (picture: MeasuredPicture) => MeasuredPicture): Features => pictureFeatures(change(perfect));

/** The layers with one of them set where `where` says so. */
function withLayer(
  name: 'front' | 'limbs' | 'old' | 'removal' | 'bare' | 'body',
  where: (x: number, y: number) => boolean,
): (picture: MeasuredPicture) => MeasuredPicture {
  return (picture) => {
    const plane = picture.layers[name];
    const painted: PlaneF32 = { ...plane, data: plane.data.slice() };
    for (let i = 0; i < painted.data.length; i++) {
      if (where(i % plane.width, Math.floor(i / plane.width))) painted.data[i] = 1;
    }
    return { ...picture, layers: { ...picture.layers, [name]: painted } };
  };
}

function withWarning(code: 'side_view' | 'seated'): (picture: MeasuredPicture) => MeasuredPicture {
  return (picture) => ({ ...picture, person: { ...picture.person, warnings: [warning(code)] } });
}

describe('the features of a picture', () => {
  it('are finite numbers, every one', () => {
    const odd = Object.entries(own).filter(([, value]) => !Number.isFinite(value));
    expect(odd).toEqual([]);
    expect(Object.keys(own).length).toBeGreaterThan(90);
  });

  it('are the same for the same picture, and leave it alone', () => {
    const before = perfect.image.data.slice();
    expect(pictureFeatures(perfect)).toEqual(own);
    expect(perfect.image.data.every((value, i) => value === before[i])).toBe(true);
  });

  it('are finite where person and garment do not meet at all', () => {
    const bare = createPlane(perfect.photo.width, perfect.photo.height);
    const empty = of((picture) => ({
      ...picture,
      layers: { ...picture.layers, garment: bare, old: bare, removal: bare },
    }));
    expect(Object.entries(empty).filter(([, value]) => !Number.isFinite(value))).toEqual([]);
  });
});

describe('each feature sees what it is named for', () => {
  const grows = (name: FeatureName, change: (picture: MeasuredPicture) => MeasuredPicture): void => {
    expect(of(change)[name]).toBeGreaterThan(own[name]);
  };

  it('a bag before the garment hides it, torn pieces make its outline ragged', () => {
    const bag = withLayer('front', (x, y) => x > 170 && x < 230 && y > 200 && y < 260);
    expect(of(bag).shown).toBeLessThan(0.95 * own.shown);
    grows(
      'raggedSeen',
      withLayer('front', (x, y) => x % 12 < 3 && y % 12 < 3),
    );
  });

  it('more of the old garment beside the new one', () => {
    grows(
      'oldBeyond',
      withLayer('old', (x, y) => x > 20 && x < 60 && y > 200 && y < 400),
    );
    grows(
      'oldEnd',
      withLayer('old', (x, y) => x > 150 && x < 250 && y > 400 && y < 500),
    );
  });

  it('background and skin that were invented', () => {
    const wall = (x: number, y: number): boolean => x > 20 && x < 60 && y > 200 && y < 300;
    grows('groundInvented', withLayer('removal', wall));
    grows('skinArms', (picture) => withLayer('bare', wall)(withLayer('removal', wall)(picture)));
  });

  it('what keeps the old colours close to what went: remnants', () => {
    const { old } = perfect.layers;
    const cut = { ...old, data: old.data.map((value, i) => (Math.floor(i / old.width) > 280 ? 0 : value)) };
    grows('remnants', (picture) => ({
      ...picture,
      layers: { ...picture.layers, old: cut, garment: createPlane(old.width, old.height), removal: cut },
    }));
  });

  it('a garment that the product picture hardly shows', () => {
    const { rgba, landmarks } = perfect.garment;
    const noisy = { ...rgba, data: rgba.data.slice() };
    for (let i = 3; i < noisy.data.length; i += 4) if (((i >> 5) & 7) === 0) noisy.data[i] = 0;
    grows('ragged', (picture) => ({ ...picture, garment: { ...picture.garment, rgba: noisy } }));
    const unsure = of((picture) => ({
      ...picture,
      garment: { ...picture.garment, quality: 0.3, landmarks: { ...landmarks, confidence: 0.2 } },
    }));
    expect(unsure.landmarks).toBe(0.2);
    expect(unsure.garmentQuality).toBe(0.3);
  });

  it('an old garment that shows through', () => {
    const kept = perfect.photo;
    grows('leftAlone', (picture) => ({ ...picture, image: kept }));
  });

  it('what the analysis of the person remarked', () => {
    expect(of(withWarning('side_view')).sideView).toBe(1);
    expect(of(withWarning('seated')).seated).toBe(1);
    expect(own.sideView + own.seated).toBe(0);
  });

  it('arms folded before the body', () => {
    const folded = of((picture) => {
      const [left, right] = picture.person.arms;
      const bent = (arm: typeof left, x: number): typeof left => ({
        ...arm,
        joints: [arm.joints[0], arm.joints[1], { x, y: 230 }],
      });
      return { ...picture, person: { ...picture.person, arms: [bent(left, 215), bent(right, 185)] } };
    });
    expect(folded.wristsBefore).toBe(2);
    expect(folded.bentBoth).toBeGreaterThan(own.bentBoth);
  });
});
