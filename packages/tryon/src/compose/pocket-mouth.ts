import type { PlaneF32, Point } from '@drape/imaging';
import { add, dot, mix, scale, smoothstep, sub, unit } from '../person/geometry';
import type { LimbTube } from '../types';
import type { ArmSleeve } from './arm-sleeves';
import { hasPocket, pocketEnd, underGarment } from './hidden-hand';
import type { Scene } from './scene';
import type { Shading } from './shade';

/** Darkest that cloth makes the wrist that goes under it, and how far that reaches, in shoulder widths. */
const WRIST_SHADOW = 0.42;
const WRIST_REACH = 0.05;
/** Depth of the slit beside the wrist and of the cloth's edge over it, half its width, and how far it goes on above and below the wrist. */
const SLIT = 0.55;
const EDGE = 0.3;
const SLIT_HALF = 0.016;
const SLIT_ABOVE = 0.11;
const SLIT_BELOW = 0.05;
/** The welt: a seam along the mouth so far inside it, and how dark it is. */
const WELT = 0.05;
const WELT_DARK = 0.14;
/** How steep a mouth must lie for its slit to be one, cosine of its angle with a plumb line: level ones are no pockets' that anybody sews. */
const STEEP = [0.55, 0.8] as const;
/** How far around a mouth cloth is shaded at all. */
const REACH = 0.28;

/** A pocket's mouth in units of shoulder widths: its middle, the way along it downwards, the way into it, and half the wrist's breadth in it. */
export interface Mouth {
  readonly middle: Point;
  readonly along: Point;
  readonly inwards: Point;
  readonly half: number;
}

/**
 * Draws the mouths of a dress's or top's pockets in which hands are hidden: shade on the wrist that goes in, a slit that goes on beside it, and
 * a welt. Without them an arm ends on the cloth like a stump.
 *
 * Space: the light's planes have half the work size. Aliasing: written in place. Tuned by eye on five people.
 */
export function pocketMouths(scene: Scene, { gain, contact }: Shading): void {
  const unitSize = scene.sw / 2;
  scene.person.armTubes.forEach((tube, side) => {
    const under = underGarment(scene, side);
    if (!hasPocket(under) || isSleeved(scene.sleeves[side], under)) return;
    const mouth = mouthOf(tube, side, under, scene.person.body.shoulderWidth);
    const { x, y } = scale(mouth.middle, unitSize);
    const reach = REACH * unitSize;
    const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(gain.width, Math.ceil(x + reach))];
    for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(gain.height, y + reach); row++) {
      mouthRow(mouth, row, left, right, unitSize, gain, contact);
    }
  });
}

/** True where a long sleeve reaches past a pocket's mouth: it lies over it, or beside it where the arm was led elsewhere. */
export const isSleeved = ({ length, end }: Pick<ArmSleeve, 'length' | 'end'>, under: number): boolean =>
  length === 'long' && end >= under;

/** The mouth that crosses an arm's tube slantwise at `under`. */
export function mouthOf({ centres, radii }: LimbTube, side: number, under: number, shoulderWidth: number): Mouth {
  const last = centres.length - 1;
  const at = (t: number): Point => {
    const s = Math.min(last - 1e-6, Math.max(0, t * last));
    return mix(centres[Math.floor(s)], centres[Math.floor(s) + 1], s - Math.floor(s));
  };
  const end = (u: number): Point => {
    const t = pocketEnd(side, under, u);
    const way = unit(sub(at(t + 0.04), at(t - 0.04)));
    return add(at(t), { x: way.y, y: -way.x }, u * radii[Math.round(t * last)]);
  };
  const ends = [scale(end(-1), 1 / shoulderWidth), scale(end(1), 1 / shoulderWidth)];
  const [upper, lower] = ends[0].y < ends[1].y ? ends : [ends[1], ends[0]];
  const along = unit(sub(lower, upper));
  const across = { x: along.y, y: -along.x };
  const ahead = sub(at(under + 0.05), at(under - 0.05));
  return {
    middle: mix(upper, lower, 0.5),
    along,
    inwards: dot(across, ahead) < 0 ? scale(across, -1) : across,
    half: Math.hypot(lower.x - upper.x, lower.y - upper.y) / 2,
  };
}

function mouthRow(
  { middle, along, inwards, half }: Mouth,
  y: number,
  left: number,
  right: number,
  unitSize: number,
  gain: PlaneF32,
  contact: PlaneF32,
): void {
  const steep = smoothstep(along.y, ...STEEP);
  for (let x = left, i = y * gain.width + left; x < right; x++, i++) {
    const p = { x: (x + 0.5) / unitSize - middle.x, y: (y + 0.5) / unitSize - middle.y };
    const [down, deep] = [dot(p, along), dot(p, inwards)];
    gain.data[i] *= 1 - steep * (1 - mouthLight(down, deep, half));
    if (deep > 0.01 || Math.abs(down) > 1.3 * half) continue;
    contact.data[i] = Math.max(contact.data[i], WRIST_SHADOW * Math.exp(Math.min(0, deep) / WRIST_REACH));
  }
}

const bump = (x: number, half: number): number => Math.exp(-((x / half) ** 2));

/** Factor on the cloth: `down` along the mouth from its middle and `deep` inside it, in shoulder widths; the wrist fills it to `half`. */
export function mouthLight(down: number, deep: number, half: number): number {
  const top = smoothstep(down, -half - SLIT_ABOVE, -half - 0.3 * SLIT_ABOVE);
  const runs = top * (1 - smoothstep(down, half + 0.3 * SLIT_BELOW, half + SLIT_BELOW));
  const beside = smoothstep(Math.abs(down), 0.8 * half, 1.05 * half);
  const slit = runs * (EDGE + beside * (SLIT - EDGE)) * bump(deep, SLIT_HALF);
  const welt = runs * WELT_DARK * bump(deep - WELT, SLIT_HALF);
  return (1 - slit) * (1 - welt);
}
