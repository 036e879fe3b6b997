import { createPlane } from '@drape/imaging';
import { brokenLimbShare, PARSE_CLASSES, visibleAt, type MeasuredPicture } from '@drape/tryon';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { blur, drawnPicture, spoil } from '../../tryon/test/drawn-picture';
import { drawPolygon } from '../../tryon/test/drawn-shapes';
import { colourShift } from './colour-shift';
import { coverageIou } from './coverage';
import { erasedShare } from './erased-parts';
import { garmentView } from './garment-view';
import { GATES, passes } from './gates';
import { identityBreaches } from './identity';
import { leftover } from './leftover';
import { leftoverParsed } from './leftover-parsed';
import { measurePicture, type PictureMetrics } from './measure';
import { groundMasks } from './fill';
import { foldOvers, landmarkErrors } from './mesh-quality';
import { measureSeam, naturalSilhouette } from './seam-masks';
import { textureFidelity } from './texture';

let perfect: MeasuredPicture;
let figures: PictureMetrics;
beforeAll(async () => {
  perfect = await drawnPicture();
  figures = measurePicture(perfect);
});

/** Changes the pixels that show the garment by `shift`, in place. */
function recolour(picture: MeasuredPicture, shift: readonly number[]): MeasuredPicture {
  return spoil(picture, (image) => {
    for (let i = 0; i < image.width * image.height; i++) {
      if (visibleAt(picture, i % image.width, Math.floor(i / image.width)) < 0.5) continue;
      for (let c = 0; c < 3; c++) image.data[3 * i + c] = Math.min(255, Math.max(0, image.data[3 * i + c] + shift[c]));
    }
  });
}

/** Restores the photo's own pixels where `take` says so. */
function putBack(picture: MeasuredPicture, take: (x: number, y: number) => boolean): MeasuredPicture {
  return spoil(picture, (image) => {
    for (let i = 0; i < image.width * image.height; i++) {
      const [x, y] = [i % image.width, Math.floor(i / image.width)];
      if (take(x, y)) for (let c = 0; c < 3; c++) image.data[3 * i + c] = picture.photo.data[3 * i + c];
    }
  });
}

const breaches = ({ photo, image, editMask, person }: MeasuredPicture) =>
  identityBreaches(photo, image, editMask, person.faceOval);

/** Measures of the garment's fabric. */
function fabricMeasures(picture: MeasuredPicture) {
  const { given, seen, unlit, mask } = garmentView(picture);
  const texture = textureFidelity(given, unlit, mask);
  return { T1: texture?.ssim, T1gradient: texture?.gradient, K1: colourShift(given, seen, mask) };
}

describe('a perfect picture', () => {
  it('passes every gate', () => {
    expect(GATES.filter((gate) => !passes(gate, figures[gate]))).toEqual([]);
    expect(figures.T1).toBeGreaterThan(0.98);
    expect(figures.K1).toBeLessThan(1);
    expect(figures.leftover).toBe(0);
    expect(figures.T1gradient).toBeGreaterThan(0.9);
    expect(figures.T1gradient).toBeLessThan(1.1);
  });
});

describe('each metric sees what spoils it, and only a little of what does not', () => {
  it('I1: a touched pixel outside the edit mask, and one in the face', () => {
    const touched = spoil(perfect, (image) => {
      image.data[0] ^= 8;
      image.data[3 * (76 * image.width + 200)] ^= 8;
    });
    expect(figures.I1).toBe(0);
    expect(breaches(touched)).toEqual({ outside: 1, face: 1 });
  });

  it('I1: the face counts although the edit mask allows it', () => {
    const touched = spoil(perfect, (image) => {
      image.data[3 * (76 * image.width + 200)] ^= 8;
    });
    const everywhere = { ...perfect.editMask, data: perfect.editMask.data.map(() => 1) };
    expect(breaches({ ...touched, editMask: everywhere })).toEqual({ outside: 0, face: 1 });
  });

  it('G1: turned triangles', () => {
    const deformed = perfect.placement.deformed.slice();
    const v = 2 * perfect.garment.mesh.triangles[300];
    deformed[v] += 60;
    expect(figures.G1).toBe(0);
    expect(foldOvers(perfect.garment.mesh, deformed)).toBeGreaterThan(0);
  });

  it('G2: a hem that misses its targets', () => {
    const targets = perfect.placement.targets.map((target) =>
      target.name.startsWith('hem') ? { ...target, to: { x: target.to.x, y: target.to.y + 20 } } : target,
    );
    const missed = { ...perfect, placement: { ...perfect.placement, targets } };
    const errors = landmarkErrors(perfect.garment.mesh, missed.placement, 100);
    expect(errors.hem).toBeGreaterThan(0.15);
    expect(errors.neck).toBe(figures.G2neck);
    expect(coverageIou(missed)).toBeLessThan(figures.C1 - 0.03);
  });

  it('C1: a hole in the garment, and a photo kept in front without a reason', () => {
    const { rgba, box } = perfect.placement;
    const holed = { ...rgba, data: rgba.data.slice() };
    for (let v = Math.floor(0.5 * box.height); v < 0.8 * box.height; v++) {
      for (let u = Math.floor(0.35 * box.width); u < 0.65 * box.width; u++) holed.data[4 * (v * box.width + u) + 3] = 0;
    }
    expect(coverageIou({ ...perfect, placement: { ...perfect.placement, rgba: holed } })).toBeLessThan(0.9);
    const front = drawPolygon(400, 700, [
      { x: 170, y: 180 },
      { x: 230, y: 180 },
      { x: 230, y: 290 },
      { x: 170, y: 290 },
    ]);
    expect(coverageIou({ ...perfect, layers: { ...perfect.layers, front } })).toBeLessThan(0.9);
  });

  it('T1: a blurred print, and noise', () => {
    const soft = fabricMeasures(spoil(perfect, (image) => blur(image, 2)));
    expect(soft.T1).toBeLessThan(0.9);
    expect(soft.T1gradient).toBeLessThan(0.85);
    expect(soft.K1).toBeLessThan(3);
    const noisy = fabricMeasures(
      spoil(perfect, ({ data }) => {
        for (let i = 0; i < data.length; i++) data[i] = Math.max(0, Math.min(255, data[i] + ((i * 7919) % 181) - 90));
      }),
    );
    expect(noisy.T1).toBeLessThan(0.9);
    expect(noisy.T1gradient).toBeGreaterThan(1.15);
  });

  it('K1: a colour cast, which T1 forgives', () => {
    const cast = fabricMeasures(recolour(perfect, [-25, 5, 20]));
    expect(cast.K1).toBeGreaterThan(5);
    expect(cast.T1).toBeGreaterThan(0.93);
  });

  it('K1: light that the renderer laid on is divided out for T1, not for K1', () => {
    const gain = { ...perfect.layers.gain, data: perfect.layers.gain.data.map(() => 0.75) };
    const dark = spoil(perfect, (image) => {
      for (let i = 0; i < image.data.length; i++) image.data[i] *= 0.75;
    });
    const lit = fabricMeasures({ ...dark, layers: { ...perfect.layers, gain } });
    expect(lit.T1).toBeGreaterThan(0.97);
    expect(lit.K1).toBeGreaterThan(5);
  });

  it('S1: a halo', () => {
    const seen = perfect.layers.box;
    const visible = Float32Array.from({ length: seen.width * seen.height }, (_, i) =>
      visibleAt(perfect, i % seen.width, Math.floor(i / seen.width)),
    );
    const halo = spoil(perfect, (image) => {
      for (let i = 3 * image.width; i < visible.length - 3 * image.width; i++) {
        const near = [-2, -1, 1, 2].some((d) => visible[i + d] > 0.5 || visible[i + d * image.width] > 0.5);
        if (near && visible[i] < 0.5) for (let c = 0; c < 3; c++) image.data[3 * i + c] = 250;
      }
    });
    const natural = naturalSilhouette(perfect.photo, perfect.person);
    const haloed = measureSeam(halo, natural);
    expect(haloed?.ratio).toBeGreaterThan((figures.S1 ?? 9) * 1.15);
    expect(haloed?.halo).toBeGreaterThan(0.3);
    expect(figures.S1halo).toBeLessThan(0.1);
  });

  it('leftover: an old sleeve that stays, and one that is only blurred or grained', () => {
    const isSleeve = (x: number): boolean => x > 262;
    const stays = putBack(perfect, isSleeve);
    expect(leftover(stays).share).toBeGreaterThan(0.03);
    expect(leftover(stays).share).toBeLessThan(0.3);
    const grained = spoil(stays, (image) => {
      for (let i = 0; i < image.data.length; i++) image.data[i] = Math.max(0, image.data[i] + (i % 2 === 0 ? 1 : -1));
    });
    expect(leftover(grained).share).toBeGreaterThan(0.03);
  });

  it('L1: an arm and a leg that were taken away for background', () => {
    expect(figures.L1).toBe(0);
    const { layers } = perfect;
    const none = { ...layers.body, data: new Float32Array(layers.body.data.length) };
    expect(brokenLimbShare({ ...perfect, layers: { ...layers, body: none } })).toBeGreaterThan(0.1);
    const shin = layers.removal.data.map((value, i) => (i > 500 * 400 && i < 560 * 400 ? 1 : value));
    const legless = { ...layers, removal: { ...layers.removal, data: shin } };
    expect(brokenLimbShare({ ...perfect, layers: legless })).toBeGreaterThan(0.05);
  });

  it('E1: a shoe painted over, and none of a shoe that a hem may cover', () => {
    const shoes = drawPolygon(400, 700, [
      { x: 150, y: 640 },
      { x: 250, y: 640 },
      { x: 250, y: 690 },
      { x: 150, y: 690 },
    ]);
    const shod = { ...perfect, person: { ...perfect.person, planes: { ...perfect.person.planes, shoes } } };
    const shown = erasedShare(shod);
    const painted = spoil(shod, (image) => {
      for (let i = 665 * 400; i < 690 * 400; i++) for (let c = 0; c < 3; c++) image.data[3 * i + c] = 90 * c;
    });
    expect(shown).toBe(0);
    expect(erasedShare(painted)).toBeGreaterThan(0.3);
  });

  it('leftoverParsed: clothes that the parser still sees beside the new garment', () => {
    const plane = (wanted: string) =>
      PARSE_CLASSES.map((name) => ({
        width: 400,
        height: 700,
        data: new Float32Array(400 * 700).fill(name === wanted ? 1 : 0),
      }));
    const box = { x: 0, y: 0, width: 400, height: 700 };
    expect(leftoverParsed(perfect, { box, planes: plane('top') })).toBeGreaterThan(0.1);
    expect(leftoverParsed(perfect, { box, planes: plane('skin') })).toBe(0);
  });

  it('judges invented background without the edge at which the garment ends', () => {
    // an old coat, three times as wide as the figure, is removed
    const { layers, person } = perfect;
    const { width, height } = layers.old;
    const coat = drawPolygon(width, height, [
      { x: 100, y: 110 },
      { x: 300, y: 110 },
      { x: 300, y: 330 },
      { x: 100, y: 330 },
    ]);
    const none = createPlane(width, height);
    const { fill, ring } = groundMasks({
      ...perfect,
      person: { ...person, planes: { ...person.planes, person: none } },
      layers: { ...layers, old: coat, removal: coat, bare: none, chest: none },
    });
    const touching = fill.data.filter((value, i) => {
      if (value < 0.5) return false;
      const [x, y] = [i % width, Math.floor(i / width)];
      return [-1, 0, 1].some((dy) => [-1, 0, 1].some((dx) => visibleAt(perfect, x + dx, y + dy) > 0.1));
    });
    expect(fill.data.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(5000);
    expect(ring.data.some((value) => value > 0.5)).toBe(true);
    expect(touching).toHaveLength(0);
  });
});
