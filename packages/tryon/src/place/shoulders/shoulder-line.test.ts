import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import type { PlacementFrame } from '../body/placement-frame';
import { onShoulder, shoulderLines } from './shoulder-line';

const SIDE = 400;
const SW = 200;

/**
 * A body whose shoulders fall by a third from the neck; on the image's left a muscle rises `bulge` above that line. Skin as far as `bareTo`
 * beside the spine.
 */
function frame(bulge: number, coat?: { readonly chin: number; readonly worn: boolean }, bareTo = -1): PlacementFrame {
  const person = createPlane(SIDE, SIDE);
  for (let x = 0; x < SIDE; x++) {
    const u = Math.abs(x + 0.5 - 200) / SW;
    const muscle = x < 200 ? bulge * Math.exp(-(((u - 0.38) / 0.06) ** 2)) : 0;
    const round = 2 * Math.max(0, u - 0.46) ** 2;
    const top = 200 - SW * (0.22 - 0.33 * u - round + muscle);
    for (let y = Math.max(0, Math.round(top)); y < SIDE; y++) person.data[y * SIDE + x] = u < 0.66 ? 1 : 0;
  }
  const outer = createPlane(SIDE, SIDE);
  if (coat?.worn === true) outer.data.set(person.data);
  const skin = createPlane(SIDE, SIDE);
  for (let i = 0; i < skin.data.length; i++) skin.data[i] = Math.abs((i % SIDE) + 0.5 - 200) / SW < bareTo ? 1 : 0;
  const faceOval = coat === undefined ? undefined : [{ x: 200, y: 200 - coat.chin * SW }];
  const body = { planes: { person, hair: createPlane(SIDE, SIDE), outer, skin }, workScale: 1, faceOval };
  return {
    body,
    sw: SW,
    shoulderMid: { x: 200, y: 200 },
    across: { x: 1, y: 0 },
    down: { x: 0, y: 1 },
  } as unknown as PlacementFrame;
}

const heightAt = (body: PlacementFrame, side: 0 | 1, u: number, bulging = true): number =>
  200 - onShoulder(body, shoulderLines(body, bulging)[side], side, u).y;

describe('shoulderLines', () => {
  it('follows a shoulder that bulges above its line', () => {
    const body = frame(0.05);
    expect(heightAt(body, 0, 0.38) - heightAt(body, 1, 0.38)).toBeGreaterThan(0.025 * SW);
  });

  it('stays on the line for straps, and on a straight shoulder', () => {
    const body = frame(0.05);
    const rise = heightAt(body, 0, 0.38, false) - heightAt(body, 0, 0.3, false);
    expect(rise).toBeLessThan(0);
    const straight = frame(0);
    expect(Math.abs(heightAt(straight, 0, 0.38) - heightAt(straight, 0, 0.38, false))).toBeLessThan(0.015 * SW);
  });

  it('lies under a coat whose collar stands up to the jaw, and on clothes that are no coat', () => {
    // the drawn line is .14 above the joints where the neck begins: higher than the first chin allows, lower than the second one does
    const [standing, low] = [frame(0, { chin: 0.15, worn: true }), frame(0, { chin: 0.35, worn: true })];
    expect(heightAt(standing, 0, 0.25)).toBeLessThan(0.75 * 0.15 * SW);
    expect(heightAt(standing, 0, 0.5)).toBeLessThanOrEqual(heightAt(low, 0, 0.5));
    expect(heightAt(low, 0, 0.25)).toBeCloseTo(heightAt(frame(0), 0, 0.25), 5);
    expect(heightAt(frame(0, { chin: 0.15, worn: false }), 0, 0.25)).toBeCloseTo(heightAt(low, 0, 0.25), 5);
  });

  it('lifts no strap to the jaw, whatever fur or collar is worn', () => {
    const fur = frame(0, { chin: 0.15, worn: false });
    expect(heightAt(fur, 0, 0.25, false)).toBeLessThan(0.82 * 0.15 * SW);
    expect(heightAt(fur, 0, 0.25)).toBeGreaterThan(0.9 * 0.15 * SW);
  });

  it('lays straps on the shoulders that are seen below a bare neck, however low the chin', () => {
    const crew = frame(0, { chin: 0.15, worn: false }, 0.18);
    expect(heightAt(crew, 0, 0.25, false)).toBeCloseTo(heightAt(frame(0), 0, 0.25, false), 5);
  });

  it('lie where most people have them under long hair, below a low chin', () => {
    const hidden = (chin: number): PlacementFrame => {
      const drawn = frame(0, { chin, worn: false });
      drawn.body.planes.hair.data.fill(1);
      return drawn;
    };
    expect(heightAt(hidden(0.35), 0, 0.25)).toBeCloseTo(0.25 * SW, 5);
    expect(heightAt(hidden(0.35), 1, 0.45)).toBeCloseTo(0.17 * SW, 5);
    expect(heightAt(hidden(0.25), 0, 0.25)).toBeCloseTo(0.18 * SW, 5);
  });

  it('lifts nothing by more than a bulky collar may', () => {
    const body = frame(0.2);
    expect(heightAt(body, 0, 0.38) - heightAt(body, 0, 0.38, false)).toBeLessThan(0.061 * SW);
  });
});
