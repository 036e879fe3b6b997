import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { add, clamp, distance, mix, scale, smoothstep, sub, unit } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { cylinderShade, limbEdge, limbField, type LimbField } from './limb-field';
import type { OldGarment } from './removal';
import type { Scene } from './scene';

/** Half width of a plain shoe at ankle, instep, ball and toes, and its least length in the picture, in leg lengths. Guessed by eye. */
const SHOE = [0.03, 0.036, 0.04, 0.03] as const;
const LEAST_LENGTH = 0.11;
/** The bare foot in it, likewise: from the ankle as thick as the leg's own end. */
const FOOT = [0.03, 0.03, 0.032, 0.024] as const;
/** A hem on the floor hid the whole foot: the shoe reaches as far down as it did, at most so far past the toes, in leg lengths. */
const FLOOR = 0.07;
/** Share of the line from ankle to toes that old clothes must hide before a shoe is invented. */
const HIDDEN = 0.5;
/** Shares of that line at which the toes of a half hidden shoe are looked for. */
const TIP = [0.7, 0.85, 1, 1.15] as const;
/** Colour of a shoe of which nothing is seen. */
const UNSEEN: readonly number[] = [52, 46, 44];
/** Share of the chain at which the shoe's opening lies on the instep, and how much nearer the ankle at its sides: a low vamp. */
const OPENING = 0.6;
const SIDES = 0.42;

/** A foot that has to be invented: a long skirt or wide trousers hid it, and without it the leg would end in a stump. */
export interface HiddenFoot {
  /** The bare foot from the ankle on, under its shoe. */
  readonly bare: LimbField;
  readonly tone: readonly number[];
  /** Its shoe; null where the photo shows one at the toes. */
  readonly shoe: LimbField | null;
  readonly rgb: readonly number[];
}

/** Feet that the old clothes hid, with plain shoes in the colour of what is seen of the person's shoes. Work pixels. */
export function hiddenFeet(scene: Scene, old: OldGarment): HiddenFoot[] {
  const { person, k } = scene;
  const { shoes } = person.planes;
  const feet = ([0, 1] as const).flatMap((side): HiddenFoot[] => {
    const [ankle, toe] = footLine(scene, side);
    const looks = [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => sampleAt(old.seen, mix(ankle, toe, t), k));
    if (looks.filter((v) => v > 0.5).length < HIDDEN * looks.length) return [];
    const tip = TIP.find((t) => sampleAt(shoes, mix(ankle, toe, t), k) > 0.5);
    const end = tip === undefined ? onFloor(scene, old, ankle, toe) : mix(ankle, toe, tip + 0.1);
    const chain = (widths: readonly number[]): LimbField => {
      const centres = [0, 0.35, 0.75, 1].map((t) => scale(mix(ankle, end, t), k));
      const radii = widths.map((r) => r * person.body.legLength * k);
      return limbField({ centres, radii, visibility: 1 }, 1, shoes.width, shoes.height);
    };
    const tones = scene.legTones[side];
    return [
      { bare: chain(FOOT), tone: tones[tones.length - 1], shoe: tip === undefined ? chain(SHOE) : null, rgb: UNSEEN },
    ];
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

/** The toes, further ahead while the old clothes go on there: that is where they lay on the floor. */
function onFloor({ person, k }: Scene, { seen }: OldGarment, ankle: Point, toe: Point): Point {
  const { legLength } = person.body;
  const ahead = unit(sub(toe, ankle));
  let way = 0;
  while (way < FLOOR && sampleAt(seen, add(toe, ahead, (way + SHOE[3]) * legLength), k) > 0.5) way += 0.005;
  return add(toe, ahead, way * legLength);
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

/** The sole's edge: a dark line along the outline of the last part. */
const SOLE = 0.78;

/** How much of a pixel a shoe covers, and the light on it. */
export function shoeAt(shoe: LimbField, j: number): { readonly cover: number; readonly light: number } {
  const [t, u] = [shoe.t[j], Math.abs(shoe.u[j])];
  const edge = clamp((1 - u) * shoe.r[j] + 0.5, 0, 1);
  const cover = edge * smoothstep(t + SIDES * u * u, OPENING, OPENING + 0.05);
  const sole = 1 - 0.3 * smoothstep(u, SOLE, 1) * smoothstep(t, 0.7, 0.95);
  return { cover, light: cylinderShade(shoe.u[j]) * (1.08 - 0.2 * t) * sole };
}

/** The same of the bare foot: it begins inside the leg's end. */
export function footAt(bare: LimbField, j: number): { readonly cover: number; readonly light: number } {
  const edge = limbEdge(bare.u[j], bare.r[j]);
  return { cover: edge * smoothstep(bare.t[j], 0, 0.02), light: cylinderShade(bare.u[j]) * (1 - 0.08 * bare.t[j]) };
}
