import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { add, clamp, distance, mix, scale, smoothstep, sub, unit } from '../person/geometry';
import { sampleAt } from '../person/limb-tubes';
import { cylinderShade, limbEdge, limbField, type LimbField } from './limb-field';
import { coveredTo, type OldGarment } from './removal';
import type { Scene } from './scene';

/** Half width of a plain shoe at ankle, instep, ball and toes, and its least length in the picture, in leg lengths. Guessed by eye. */
const SHOE = [0.031, 0.036, 0.041, 0.032] as const;
const LEAST_LENGTH = 0.11;
/**
 * A foot of which nothing is seen is drawn from half aside, or it would be a stump without toes: its heel at least so far below the ankle and at
 * most so far above the toes, its toes at least so far beside it, outwards where the pose has it pointing less than the last beside straight
 * down. In leg lengths.
 */
const HEEL = 0.058;
const SLOPE = 0.045;
const ASIDE = 0.095;
const STRAIGHT = 0.35;
/** Half widths of its shoe from heel to toes and of the foot that goes down into it, likewise. */
const SIDE_SHOE = [0.029, 0.03, 0.034, 0.028] as const;
const SIDE_FOOT = [0.036, 0.033, 0.029, 0.024] as const;
/** With less room than this beside the ankle, where the old clothes end, it is drawn from the front. */
const ROOM = 0.045;
/** The bare foot in it, likewise: from the ankle as thick as the leg's own end. */
const FOOT = [0.033, 0.031, 0.033, 0.026] as const;
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
/** Share of the chain at which the shoe's opening lies on the instep, and how much nearer the ankle at its sides: a low, round vamp with a thin rim. */
const OPENING = 0.66;
const SIDES = 0.5;
const ROUND = 4;
/** The same opening of a shoe that is drawn from half aside, and how much nearer the toes it lies on the foot's upper side. */
const SIDE_OPENING = 0.46;
const UPPER = 0.3;
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
  /** On which side of its middle line it has its sole, for one that is drawn from half aside; 0 from the front. */
  readonly ground: -1 | 0 | 1;
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
    const sketch = tip === undefined ? aside(scene, old, side, [ankle, toe]) : ahead(ankle, mix(ankle, toe, tip + 0.1));
    const chain = (centres: readonly Point[], widths: readonly number[]): LimbField => {
      const radii = widths.map((r) => r * person.body.legLength * k);
      const tube = { centres: centres.map((c) => scale(c, k)), radii, visibility: 1 };
      return limbField(tube, 1, shoes.width, shoes.height);
    };
    const [bare, shoe] = [chain(...sketch.bare), chain(...sketch.shoe)];
    const tones = scene.legTones[side];
    const opening = coveredTo(scene, side) > LONG ? 0 : tip === undefined ? SIDE_OPENING : OPENING;
    const sole = scale(sketch.sole, k);
    return [{ bare, tone: tones[tones.length - 1], shoe, rgb: UNSEEN, opening, ground: sketch.ground, sole }];
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

/** Middle lines of a foot and its shoe with their half widths in leg lengths; photo pixels. */
interface FootSketch extends Pick<HiddenFoot, 'ground' | 'sole'> {
  readonly bare: readonly [readonly Point[], readonly number[]];
  readonly shoe: readonly [readonly Point[], readonly number[]];
}

/** A foot from the front, from the ankle to its seen tip. */
function ahead(ankle: Point, end: Point): FootSketch {
  const line = [0, 0.35, 0.75, 1].map((t) => mix(ankle, end, t));
  return { bare: [line, FOOT], shoe: [line, SHOE], ground: 0, sole: mix(ankle, end, 0.85) };
}

/** A foot that is not seen, from half aside: flat on the floor from the heel to the toes. */
function aside(scene: Scene, old: OldGarment, side: 0 | 1, [ankle, toe]: readonly [Point, Point]): FootSketch {
  const { legLength } = scene.person.body;
  const floor = onFloor(scene, old, ankle, toe);
  const way = unit(sub(toe, ankle));
  const isStraight = Math.abs(way.x) < STRAIGHT;
  const sign = isStraight ? (side === 0 ? -1 : 1) : Math.sign(way.x);
  const out = isStraight ? ASIDE * legLength : Math.max(Math.abs(floor.x - ankle.x), ASIDE * legLength);
  const heel = { x: ankle.x, y: Math.max(ankle.y + HEEL * legLength, floor.y - SLOPE * legLength) };
  const end = Math.max(heel.y, floor.y);
  const isHidden = (way: number): boolean => sampleAt(old.seen, { x: ankle.x + sign * way, y: end }, scene.k) > 0.5;
  let room = out;
  while (room > 0 && !isHidden(room + 0.6 * SIDE_SHOE[3] * legLength)) room -= 0.01 * legLength;
  if (room < ROOM * legLength) return ahead(ankle, floor);
  const tip = { x: ankle.x + sign * room, y: end };
  const bare = [ankle, mix(ankle, heel, 0.55), mix(heel, tip, 0.28), mix(heel, tip, 0.52)];
  const shoe = [0, 0.35, 0.75, 1].map((t) => mix(heel, tip, t));
  return {
    bare: [bare, SIDE_FOOT],
    shoe: [shoe, SIDE_SHOE],
    ground: sign < 0 ? 1 : -1,
    sole: mix(heel, tip, 0.55),
  };
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

/** The sole: a dark line along the outline of the last part. */
const SOLE = 0.84;

/** Gloss of a shoe's toe cap, as a share of its light: without, it is a flat patch. A light line along the opening is its edge. */
const GLOSS = 0.4;
const EDGING = 0.22;

/** From where to where across a shoe from half aside, towards its sole, its side rises to the rim. */
const SIDE_WALL = [0, 0.5] as const;

/** How much of a pixel a shoe covers, and the light on it; `opening` and `ground` as of a HiddenFoot. */
export function shoeAt(
  shoe: LimbField,
  j: number,
  opening = OPENING,
  ground: -1 | 0 | 1 = 0,
): { readonly cover: number; readonly light: number } {
  const [t, u] = [shoe.t[j], Math.min(1.2, Math.abs(shoe.u[j]))];
  const down = ground === 0 ? u : ground * shoe.u[j];
  const edge = clamp((1 - u) * shoe.r[j] + 0.5, 0, 1);
  const side =
    ground === 0
      ? SIDES * Math.min(1, u) ** ROUND
      : smoothstep(down, ...SIDE_WALL) - UPPER * smoothstep(-down, 0.1, 0.9);
  const cover = opening === 0 ? edge : edge * smoothstep(t + side, opening, opening + (ground === 0 ? 0.05 : 0.2));
  const sole = 1 - 0.45 * smoothstep(down, SOLE, 1) * (ground === 0 ? smoothstep(t, 0.5, 0.8) : 1);
  const gloss = GLOSS * Math.exp(-(((t - 0.86) / 0.12) ** 2) - (((ground === 0 ? shoe.u[j] : down) + 0.2) / 0.3) ** 2);
  const edging = opening === 0 ? 0 : EDGING * (1 - smoothstep(t + side, opening + 0.04, opening + 0.1));
  return { cover, light: cylinderShade(shoe.u[j]) * (1.1 - 0.2 * t + gloss + edging) * sole };
}

/** The same of the bare foot: it begins inside the leg's end, and its shoe's rim shades it. */
export function footAt(bare: LimbField, j: number): { readonly cover: number; readonly light: number } {
  const t = bare.t[j];
  const edge = limbEdge(bare.u[j], bare.r[j]);
  const shade = 1 - 0.05 * t - 0.12 * smoothstep(t, OPENING - 0.12, OPENING);
  return { cover: edge * smoothstep(t, 0, 0.02), light: cylinderShade(bare.u[j]) * shade };
}
