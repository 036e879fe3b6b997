import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { add, clamp, distance, mix, scale, smoothstep, sub, unit } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { cylinderShade, limbEdge, limbField, type LimbField } from './limb-field';
import { coveredTo, type OldGarment } from './removal';
import type { Scene } from './scene';

/** Half width of a plain shoe at ankle, instep, ball and toes, and its least length in the picture, in leg lengths. Guessed by eye. */
const SHOE = [0.033, 0.037, 0.041, 0.033] as const;
const LEAST_LENGTH = 0.11;
/** The bare foot in it, likewise: from the ankle as thick as the leg's own end. */
const FOOT = [0.034, 0.032, 0.033, 0.026] as const;
/** A hem on the floor hid the whole foot: the shoe reaches as far down as it did, at most so far past the toes, in leg lengths. */
const FLOOR = 0.025;
/** Share of the line from ankle to toes that old clothes must hide before a shoe is invented. */
const HIDDEN = 0.5;
/** Shares of that line at which the toes of a half hidden shoe are looked for. */
const TIP = [0.7, 0.85, 1, 1.15] as const;
/** Share of a leg from which on trousers that cover it lie on the shoe. */
const LONG = 0.9;
/** Colour of a shoe of which nothing is seen. */
const UNSEEN: readonly number[] = [52, 46, 44];
/** Share of the chain at which the shoe's opening lies on the instep, and how much nearer the ankle at its sides: a low, round vamp. */
const OPENING = 0.62;
const SIDES = 0.4;
/** The shadow of an invented foot on the ground: its half widths across and down in leg lengths, and its darkest. */
const SHADOW = { across: 0.075, down: 0.03, dark: 0.3 } as const;

/** A foot that has to be invented: a long skirt or wide trousers hid it, and without it the leg would end in a stump. */
export interface HiddenFoot {
  /** The bare foot from the ankle on, under its shoe. */
  readonly bare: LimbField;
  readonly tone: readonly number[];
  /** Its shoe, which the photo shows from the toes on where one is seen. */
  readonly shoe: LimbField;
  readonly rgb: readonly number[];
  /** Share of the shoe at which its opening lies; 0 under long trousers, whose hem lies there. */
  readonly opening: number;
  /** Where it stands, work pixels. */
  readonly sole: Point;
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
    const opening = coveredTo(scene, side) > LONG ? 0 : OPENING;
    const sole = scale(mix(ankle, end, 0.85), k);
    return [{ bare: chain(FOOT), tone: tones[tones.length - 1], shoe: chain(SHOE), rgb: UNSEEN, opening, sole }];
  });
  if (feet.length === 0) return [];
  const rgb = shoeColour(scene.guide, shoes);
  return feet.map((foot) => ({ ...foot, rgb }));
}

/** Darkens the ground under invented feet, or they float: `ground` is changed. Work pixels. */
export function shadeUnderFeet(
  scene: Pick<Scene, 'person' | 'k'>,
  feet: readonly HiddenFoot[],
  ground: RasterU8,
): void {
  const length = scene.person.body.legLength * scene.k;
  const [across, down] = [SHADOW.across * length, SHADOW.down * length];
  for (const { sole } of feet) {
    for (let y = Math.max(0, Math.floor(sole.y - 2 * down)); y < Math.min(ground.height, sole.y + 3 * down); y++) {
      for (let x = Math.max(0, Math.floor(sole.x - 2 * across)); x < Math.min(ground.width, sole.x + 2 * across); x++) {
        const off = ((x - sole.x) / across) ** 2 + ((y - sole.y - down) / down) ** 2;
        const light = 1 - SHADOW.dark * Math.exp(-off);
        for (let c = 0, i = 3 * (y * ground.width + x); c < 3; c++, i++) ground.data[i] *= light;
      }
    }
  }
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

/** Gloss of a shoe's toe cap, as a share of its light: without, it is a flat patch. */
const GLOSS = 0.32;

/** How much of a pixel a shoe covers that opens at `opening`, and the light on it. */
export function shoeAt(
  shoe: LimbField,
  j: number,
  opening = OPENING,
): { readonly cover: number; readonly light: number } {
  const [t, u] = [shoe.t[j], Math.abs(shoe.u[j])];
  const edge = clamp((1 - u) * shoe.r[j] + 0.5, 0, 1);
  const cover = opening === 0 ? edge : edge * smoothstep(t + SIDES * u ** 2.4, opening, opening + 0.05);
  const sole = 1 - 0.35 * smoothstep(u, SOLE, 1) * smoothstep(t, 0.7, 0.95);
  const gloss = GLOSS * Math.exp(-(((t - 0.86) / 0.1) ** 2) - ((shoe.u[j] + 0.25) / 0.3) ** 2);
  return { cover, light: cylinderShade(shoe.u[j]) * (1.08 - 0.25 * t + gloss) * sole };
}

/** The same of the bare foot: it begins inside the leg's end, and its shoe's rim shades it. */
export function footAt(bare: LimbField, j: number): { readonly cover: number; readonly light: number } {
  const t = bare.t[j];
  const edge = limbEdge(bare.u[j], bare.r[j]);
  const shade = 1 - 0.08 * t - 0.16 * smoothstep(t, OPENING - 0.16, OPENING);
  return { cover: edge * smoothstep(t, 0, 0.02), light: cylinderShade(bare.u[j]) * shade };
}
