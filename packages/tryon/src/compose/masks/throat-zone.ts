import { createPlane, type PlaneF32, type Point, fillPolygon } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { add, scalePolygon } from '../../geometry/vector';

/** Half width of the throat below the jaw, and how far below the shoulders an opened collar shows the chest, in shoulder widths. */
const THROAT_HALF = 0.24;
const THROAT_LOW = 0.6;

/**
 * Neck and chest as an opened collar shows them, 0…1 at work size: a wedge from the jaw down. Skin in it that is no wider than an arm is
 * not a hand lifted to the face: in front of a new garment it would cut the shape of the old collar's opening into it.
 */
export function throatZone({ person, k, garment }: Pick<Scene, 'person' | 'k' | 'garment'>): PlaneF32 {
  const zone = createPlane(garment.width, garment.height);
  const { shoulderMid, across, down, shoulderWidth: sw } = person.body;
  const xs = person.faceOval.map((p) => p.x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const chin = Math.max(...person.faceOval.map((p) => p.y));
  const at = (u: number, v: number): Point => add(add(shoulderMid, across, u * sw), down, v * sw);
  const wedge = [
    { x: left, y: chin },
    at(-THROAT_HALF, 0),
    at(0, THROAT_LOW),
    at(THROAT_HALF, 0),
    { x: right, y: chin },
  ];
  fillPolygon(zone, scalePolygon(wedge, k));
  return zone;
}
