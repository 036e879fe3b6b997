import { type PlaneF32, type Point, boundsOf } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { add } from '../../geometry/vector';
import { polygonMask } from './polygon-mask';

/** Half width of the throat below the jaw, and how far below the shoulders an opened collar shows the chest, in shoulder widths. */
const THROAT_HALF_WIDTH = 0.24;
const THROAT_DEPTH = 0.6;

/**
 * Neck and chest as an opened collar shows them, 0…1 at work size: a wedge from the jaw down. Skin in it that is no wider than an arm is
 * not a hand lifted to the face: in front of a new garment it would cut the shape of the old collar's opening into it.
 */
export function throatZone(scene: Pick<Scene, 'person' | 'k' | 'garment'>): PlaneF32 {
  const { body, faceOval } = scene.person;
  const { shoulderMid, across, down, shoulderWidth: sw } = body;
  const { left, right, bottom: chin } = boundsOf(faceOval);
  const at = (u: number, v: number): Point => add(add(shoulderMid, across, u * sw), down, v * sw);
  return polygonMask(scene, [
    { x: left, y: chin },
    at(-THROAT_HALF_WIDTH, 0),
    at(0, THROAT_DEPTH),
    at(THROAT_HALF_WIDTH, 0),
    { x: right, y: chin },
  ]);
}
