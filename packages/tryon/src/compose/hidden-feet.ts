import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { add, clamp, distance, mix, scale, smoothstep, sub, unit } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { cylinderShade, limbField, type LimbField } from './limb-field';
import type { OldGarment } from './removal';
import type { Scene } from './scene';

/** Half width of a plain shoe at ankle, ball and toes, and its least length in the picture, in leg lengths. Guessed by eye. */
const SHOE = [0.033, 0.04, 0.041, 0.03] as const;
const LEAST_LENGTH = 0.11;
/** Share of the line from ankle to toes that old clothes must hide before a shoe is invented. */
const HIDDEN = 0.5;
/** Colour of a shoe of which nothing is seen. */
const UNSEEN: readonly number[] = [52, 46, 44];
/** Share of the chain at which the shoe's opening lies on the instep. */
const OPENING = 0.3;

/** A shoe that has to be invented: a long skirt or wide trousers hid it, and without it the leg would end in a stump. */
export interface HiddenFoot {
  readonly field: LimbField;
  readonly rgb: readonly number[];
}

/** Plain shoes for the feet that the old clothes hid, in the colour of what is seen of the person's shoes. Work pixels. */
export function hiddenFeet(scene: Scene, old: OldGarment): HiddenFoot[] {
  const { person, k } = scene;
  const { shoes } = person.planes;
  const feet = ([0, 1] as const).flatMap((side): HiddenFoot[] => {
    const [ankle, toe] = footLine(scene, side);
    const looks = [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => sampleAt(old.seen, mix(ankle, toe, t), k));
    if (looks.filter((v) => v > 0.5).length < HIDDEN * looks.length) return [];
    const centres = [0, 0.4, 0.75, 1].map((t) => scale(mix(ankle, toe, t), k));
    const radii = SHOE.map((r) => r * person.body.legLength * k);
    return [{ field: limbField({ centres, radii, visibility: 1 }, 1, shoes.width, shoes.height), rgb: UNSEEN }];
  });
  if (feet.length === 0) return [];
  const rgb = shoeColour(scene.guide, shoes);
  return feet.map((foot) => ({ ...foot, rgb }));
}

/** Ankle to just past the toes; a foot that points at the camera gets a shoe's least length, downwards. */
function footLine({ person }: Scene, side: 0 | 1): [Point, Point] {
  const ankle = person.legs[side].joints[2];
  const toe = person.toes[side];
  const way = distance(ankle, toe);
  const ahead = way > 1 ? unit(sub(toe, ankle)) : { x: 0, y: 1 };
  const least = LEAST_LENGTH * person.body.legLength;
  return [ankle, add(ankle, way < least ? unit(add(ahead, { x: 0, y: 1 })) : ahead, Math.max(way, least))];
}

function shoeColour(guide: RasterU8, shoes: PlaneF32): readonly number[] {
  const sums = [0, 0, 0];
  let n = 0;
  for (let i = 0; i < shoes.data.length; i++) {
    if (shoes.data[i] < 0.9) continue;
    for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
    n++;
  }
  return n < 30 ? UNSEEN : sums.map((v) => v / n);
}

/** How much of a pixel the shoe covers, and the light on it. */
export function shoeAt({ field }: HiddenFoot, j: number): { readonly cover: number; readonly light: number } {
  const edge = clamp((1 - Math.abs(field.u[j])) * field.r[j] + 0.5, 0, 1);
  const cover = edge * smoothstep(field.t[j] + 0.12 * field.u[j] * field.u[j], OPENING, OPENING + 0.05);
  return { cover, light: cylinderShade(field.u[j]) * (1.08 - 0.2 * field.t[j]) };
}
