import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { distance, type LimbTube, type MeasuredPicture } from '@drape/tryon';

/** Least class value at which hair, bag, shoes or other clothes count as present. */
const PRESENT_MIN = 0.3;
/** Largest distance at which skin may be in front: in radii from an arm's axis, and in shoulder widths from its hand. */
const ARM_REACH_RADII = 1.45;
const HAND_REACH_MAX = 0.33;

/**
 * What may rightly hide the garment: 1 where the renderer keeps the photo in front and the body justifies it, over the layers' planes.
 *
 * Valid reasons are the head down to the chin, hair, a bag, arms and hands; over trousers and skirts also shoes and upper clothes. Skin
 * anywhere else is not: trousers that the parser takes for skin would otherwise justify themselves.
 */
export function rightlyInFront(picture: MeasuredPicture): PlaneF32 {
  const { person, garment, layers } = picture;
  const { front, box, workScale } = layers;
  const { planes } = person;
  const { width } = planes.hair;
  const chin = Math.max(...person.faceOval.map((p) => p.y));
  const isLower = garment.category === 'pants' || garment.category === 'skirt';
  const out = createPlane(front.width, front.height);
  for (let y = 0, i = 0; y < front.height; y++) {
    const py = box.y + (y + 0.5) / workScale;
    const row = Math.min(planes.hair.height - 1, Math.floor(py * person.workScale)) * width;
    for (let x = 0; x < front.width; x++, i++) {
      if (front.data[i] < 0.5) continue;
      const p = { x: box.x + (x + 0.5) / workScale, y: py };
      const j = row + Math.min(width - 1, Math.floor(p.x * person.workScale));
      const things = Math.max(planes.hair.data[j], planes.bag.data[j]);
      const lower = isLower ? Math.max(planes.shoes.data[j], planes.upper.data[j]) : 0;
      const right =
        py < chin || Math.max(things, lower) > PRESENT_MIN || isAtArm(person.armTubes, p, person.body.shoulderWidth);
      out.data[i] = right ? 1 : 0;
    }
  }
  return out;
}

function isAtArm(arms: readonly LimbTube[], p: Point, shoulderWidth: number): boolean {
  return arms.some(({ centres, radii }) => {
    const hand = centres[centres.length - 1];
    if (distance(hand, p) < HAND_REACH_MAX * shoulderWidth) return true;
    return centres.some((c, i) => distance(c, p) < ARM_REACH_RADII * radii[i]);
  });
}
