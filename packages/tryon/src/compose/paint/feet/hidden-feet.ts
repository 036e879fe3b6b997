import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { legTurn } from '../skin/leg-relief';
import { cylinderShade, limbEdge, limbField } from '../../scene/limb-field';
import { copiedPoint, seenShoe, shoeCopy, type FootLine, type SeenShoe, type ShoeCopy } from './other-shoe';
import type { LimbField, Scene } from '../../../model/scene';
import type { OldGarment } from '../../../model/layers';
import { sampleAt } from '../../../geometry/sampling';
import { coveredTo } from '../../masks/covered-to';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { add, distance, dot, lerp, middleOf, scale, sub, unit } from '../../../geometry/vector';
import type { Rule } from '../../../rules/rule';
import { coversLegs } from '../../scene/covers';

/** Least length of a foot in the picture, in leg lengths. By eye. */
const FOOT_LENGTH_MIN = 0.11;
/**
 * A foot that is not seen at all is drawn in three-quarter view, or it would be a stump without toes. In order: the heel is at least this
 * far below the ankle and at most this far above the toes; the toes are at least this far to the side of the ankle, all in leg lengths.
 * Where the sideways part of the pose's foot direction is below the last value, the foot points outwards.
 */
const SIDE_HEEL_DROP = 0.058;
const SIDE_SOLE_SLOPE = 0.045;
const SIDE_TOE_OFFSET = 0.095;
const SIDE_TOE_STRAIGHT_SHARE = 0.35;
/** Half widths of its shoe from heel to toes, and of the foot inside it, in leg lengths. */
const SIDE_SHOE_HALF_WIDTHS = [0.029, 0.03, 0.034, 0.028] as const;
const SIDE_FOOT_HALF_WIDTHS = [0.036, 0.033, 0.029, 0.024] as const;
/** Half widths of the shoe seen from the front, in leg lengths. */
const FRONT_SHOE_HALF_WIDTHS = [0.03, 0.034, 0.041, 0.034] as const;
/** With less room beside the ankle than this, in leg lengths, before the old clothes end, it is drawn from the front. */
const SIDE_VIEW_ROOM_MIN = 0.045;
/** Seen from the front, the heel is this far below the ankle, in leg lengths, and the foot is at least the second value of its length. */
const FRONT_HEEL_DROP = 0.045;
const FRONT_LENGTH_MIN = 0.7;
/** Distance of the heel of a foot whose toes are seen, below the ankle and away from the toes, in leg lengths. */
const HEEL_FROM_TOES = [0.07, 0.03] as const;
/**
 * Where a hem on the floor hid the whole foot, the shoe reaches as far down as the hem did, but at most this far past the toes, in leg
 * lengths.
 */
const FLOOR_REACH_MAX = 0.025;
/** Share of the line from ankle to toes that old clothes must hide before a shoe is invented. */
const HIDDEN_SHARE_MIN = 0.5;
/** Share of a leg beyond which trousers that cover it rest on the shoe. */
const LONG_TROUSERS_FROM = 0.9;
/** Colour of a shoe of which nothing is seen, RGB. */
const UNSEEN_SHOE_RGB: readonly number[] = [52, 46, 44];
/** Share of the shoe from heel to toes at which its opening ends on the instep, and the share at which its rounding begins. */
const OPENING_END = 0.6;
const ROUNDING_START = 0.25;
/** Share of the half width that a shoe's side takes up: seen from the front, and on the sole's side in three-quarter view. */
const SHOE_SIDE_SHARES = [0.2, 0.34] as const;
/** On the other side, and as far from the heel as the leg hides, the shoe shows no side. */
const UNSEEN_SIDE_START = -0.15;
const HIDDEN_HEEL_SHARE = 0.16;
/** Area of seen skin around the toes that indicates a low shoe, in squared leg lengths: its instep is then bare under long trousers too. */
const LOW_SHOE_SKIN_MIN = 0.0002;
/** The shadow of an invented foot on the floor: its half widths across and down in leg lengths, and its greatest darkening. */
const FOOT_SHADOW = { across: 0.075, down: 0.03, dark: 0.3 } as const;

/** A foot that has to be invented: a long skirt or wide trousers hid it, and without it the leg would end in a stump. */
export interface HiddenFoot {
  /** The bare foot from the ankle down, inside its shoe. */
  readonly bare: LimbField;
  readonly tone: readonly number[];
  /** Its shoe; where the toes are seen, the photo shows the shoe from there. */
  readonly shoe: LimbField;
  readonly rgb: readonly number[];
  /** Share of the shoe at which its opening ends; 0 under long trousers, whose hem covers it. */
  readonly opening: number;
  /** The side of its middle line with the sole in three-quarter view; 0 from the front. */
  readonly soleSide: -1 | 0 | 1;
  /** Point on which it stands, work pixels. */
  readonly sole: Point;
  /** The seen part of the other foot's shoe, which this foot wears too. */
  readonly copy: ShoeCopy | null;
}

export const HIDDEN_FEET: Rule<{ readonly scene: Scene; readonly old: OldGarment }, HiddenFoot[]> = {
  id: 'hidden-feet',
  stage: 'remove',
  summary: 'Draws shoes where a hem down to the floor hid the feet.',
  appliesTo: ({ scene }) => coversLegs(scene.category),
  apply: ({ scene, old }) => hiddenFeet(scene, old),
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 16, better: 8, worse: 0, same: 0, date: '2026-11-29' }],
};

/**
 * Feet that the old clothes hid: with the other foot's shoe as far as it is seen, else plain shoes in the colour of what is seen. Work
 * pixels.
 */
export function hiddenFeet(scene: Scene, old: OldGarment): HiddenFoot[] {
  const lines = ([0, 1] as const).map((side) => footLine(scene, side));
  const isHidden = lines.map(([ankle, toe]) => {
    const looks = [0.1, 0.3, 0.5, 0.7, 0.9].map((t) => sampleAt(old.seen, lerp(ankle, toe, t), scene.k));
    return looks.filter((v) => v > 0.5).length >= HIDDEN_SHARE_MIN * looks.length;
  });
  if (!isHidden.includes(true)) return [];
  const shoes = lines.map((line, side) => seenShoe(scene, [line, lines[1 - side]], !isHidden[side]));
  const rgb = shoeColour(scene.guide, scene.person.planes.shoes);
  const isLow = lines.some((line) => showsSkin(scene, line));
  return lines.flatMap((_, side): HiddenFoot[] => {
    if (!isHidden[side]) return [];
    const { sketch, copy } = sketchOf(scene, old, side, { lines, shoes });
    const [bare, shoe] = [sketch.bare, sketch.shoe].map((chain) => chainField(scene, chain));
    const tones = scene.legTones[side];
    const tone = tones[Math.floor(0.85 * (tones.length - 1))];
    const opening = coveredTo(scene, side) > LONG_TROUSERS_FROM && !isLow ? 0 : OPENING_END;
    return [{ bare, tone, shoe, rgb, opening, soleSide: sketch.soleSide, sole: scale(sketch.sole, scene.k), copy }];
  });
}

/** Both feet's lines, and the seen parts of their shoes. */
interface FootLines {
  readonly lines: readonly FootLine[];
  readonly shoes: readonly (SeenShoe | null)[];
}

/** A foot fitted to its own seen toes, else one like the other foot, else one of which nothing is seen. */
function sketchOf(
  scene: Scene,
  old: OldGarment,
  side: number,
  { lines, shoes }: FootLines,
): { readonly sketch: FootSketch; readonly copy: ShoeCopy | null } {
  const [line, own, other] = [lines[side], shoes[side], shoes[1 - side]];
  if (own !== null) return { sketch: footToToes(scene, own, line[0]), copy: null };
  const copy = other === null ? null : shoeCopy(scene, other, [line, lines[1 - side]], old.grown);
  if (copy === null || other === null) return { sketch: footFromSide(scene, old, side, line), copy: null };
  const sketch = footToToes(scene, other, lines[1 - side][0]);
  const moved = ([points, widths]: Chain): Chain => [points.map((p) => copiedPoint(copy, p, scene.k)), widths];
  const soleSide = copy.isMirrored && sketch.soleSide !== 0 ? (sketch.soleSide === 1 ? -1 : 1) : sketch.soleSide;
  const [bare, shoe, sole] = [moved(sketch.bare), moved(sketch.shoe), copiedPoint(copy, sketch.sole, scene.k)];
  return { sketch: { bare, shoe, soleSide, sole }, copy };
}

function chainField({ person, k }: Scene, [centres, widths]: Chain): LimbField {
  const { shoes } = person.planes;
  const radii = widths.map((r) => r * person.body.legLength * k);
  return limbField({ centres: centres.map((c) => scale(c, k)), radii, visibility: 1 }, 1, shoes.width, shoes.height);
}

/** True where skin is seen around the toes. */
function showsSkin({ person, k }: Scene, [, toe]: FootLine): boolean {
  const { skin } = person.planes;
  const reach = 0.12 * person.body.legLength * k;
  let n = 0;
  for (let y = Math.max(0, Math.floor(toe.y * k - reach)); y < Math.min(skin.height, toe.y * k + reach); y++) {
    for (let x = Math.max(0, Math.floor(toe.x * k - reach)); x < Math.min(skin.width, toe.x * k + reach); x++) {
      if (skin.data[y * skin.width + x] > 0.5) n++;
    }
  }
  return n > LOW_SHOE_SKIN_MIN * (person.body.legLength * k) ** 2;
}

/** Darkens the floor under invented feet, or they would float. Changes `background`. Work pixels. */
export function shadeUnderFeet(
  scene: Pick<Scene, 'person' | 'k'>,
  feet: readonly HiddenFoot[],
  background: RasterU8,
): void {
  const length = scene.person.body.legLength * scene.k;
  const [across, down] = [FOOT_SHADOW.across * length, FOOT_SHADOW.down * length];
  for (const { sole } of feet) {
    for (let y = Math.max(0, Math.floor(sole.y - 2 * down)); y < Math.min(background.height, sole.y + 3 * down); y++) {
      for (
        let x = Math.max(0, Math.floor(sole.x - 2 * across));
        x < Math.min(background.width, sole.x + 2 * across);
        x++
      ) {
        const off = ((x - sole.x) / across) ** 2 + ((y - sole.y - down) / down) ** 2;
        const light = 1 - FOOT_SHADOW.dark * Math.exp(-off);
        for (let c = 0, i = 3 * (y * background.width + x); c < 3; c++, i++) background.data[i] *= light;
      }
    }
  }
}

/** Ankle to just past the toes; a foot that points at the camera gets the least length of a shoe, downwards. */
function footLine({ person }: Scene, side: 0 | 1): FootLine {
  const ankle = person.legs[side].joints[2];
  const toe = person.toes[side];
  const direction = distance(ankle, toe);
  const ahead = direction > 1 ? unit(sub(toe, ankle)) : { x: 0, y: 1 };
  const min = FOOT_LENGTH_MIN * person.body.legLength;
  return [ankle, add(ankle, direction < min ? unit(add(ahead, { x: 0, y: 1 })) : ahead, Math.max(direction, min))];
}

type Chain = readonly [readonly Point[], readonly number[]];

/** Middle lines of a foot and its shoe with their half widths in leg lengths; photo pixels. */
interface FootSketch extends Pick<HiddenFoot, 'soleSide' | 'sole'> {
  readonly bare: Chain;
  readonly shoe: Chain;
}

/** A foot from the front, its toes no further down than the old clothes hid the floor. */
function footFromFront(scene: Scene, old: OldGarment, ankle: Point, end: Point): FootSketch {
  const { legLength } = scene.person.body;
  const direction = unit(sub(end, ankle));
  const isHidden = (t: number): boolean =>
    sampleAt(old.seen, add(lerp(ankle, end, t), direction, FRONT_SHOE_HALF_WIDTHS[3] * legLength), scene.k) > 0.5;
  let t = 1;
  while (t > FRONT_LENGTH_MIN && !isHidden(t)) t -= 0.05;
  return footFromHeel(ankle, add(ankle, direction, FRONT_HEEL_DROP * legLength), lerp(ankle, end, t), 0);
}

/** A foot whose toes are seen: from the heel, below the ankle, to their tip. */
function footToToes({ person, k }: Scene, { shoe: seen }: SeenShoe, ankle: Point): FootSketch {
  const { width } = person.planes.shoes;
  const { legLength } = person.body;
  const points = seen.map((i) => ({ x: ((i % width) + 0.5) / k, y: (Math.floor(i / width) + 0.5) / k }));
  const middle = middleOf(points);
  const aside = unit(sub(middle, ankle)).x;
  const heel = { x: ankle.x - aside * HEEL_FROM_TOES[1] * legLength, y: ankle.y + HEEL_FROM_TOES[0] * legLength };
  const direction = unit(sub(middle, heel));
  const length = Math.max(...points.map((p) => dot(sub(p, heel), direction)));
  const tip = add(heel, direction, Math.max(0.02 * legLength, length - SIDE_SHOE_HALF_WIDTHS[3] * legLength));
  return footFromHeel(ankle, heel, tip, Math.abs(aside) < SIDE_TOE_STRAIGHT_SHARE ? 0 : aside < 0 ? 1 : -1);
}

/** A foot flat on the floor: its shoe from heel to tip, the bare foot from the ankle into it. */
function footFromHeel(ankle: Point, heel: Point, tip: Point, soleSide: -1 | 0 | 1): FootSketch {
  const bare = [ankle, lerp(ankle, heel, 0.55), lerp(heel, tip, 0.28), lerp(heel, tip, 0.52)];
  const shoe = [0, 0.35, 0.75, 1].map((t) => lerp(heel, tip, t));
  const widths = soleSide === 0 ? FRONT_SHOE_HALF_WIDTHS : SIDE_SHOE_HALF_WIDTHS;
  return { bare: [bare, SIDE_FOOT_HALF_WIDTHS], shoe: [shoe, widths], soleSide, sole: lerp(heel, tip, 0.55) };
}

/** A foot that is not seen, in three-quarter view: flat on the floor from the heel to the toes. */
function footFromSide(scene: Scene, old: OldGarment, side: number, [ankle, toe]: FootLine): FootSketch {
  const { legLength } = scene.person.body;
  const floor = toesOnFloor(scene, old, ankle, toe);
  const direction = unit(sub(toe, ankle));
  const isStraight = Math.abs(direction.x) < SIDE_TOE_STRAIGHT_SHARE;
  const sign = isStraight ? (side === 0 ? -1 : 1) : Math.sign(direction.x);
  const out = isStraight
    ? SIDE_TOE_OFFSET * legLength
    : Math.max(Math.abs(floor.x - ankle.x), SIDE_TOE_OFFSET * legLength);
  const heel = { x: ankle.x, y: Math.max(ankle.y + SIDE_HEEL_DROP * legLength, floor.y - SIDE_SOLE_SLOPE * legLength) };
  const end = Math.max(heel.y, floor.y);
  const isHidden = (direction: number): boolean =>
    sampleAt(old.seen, { x: ankle.x + sign * direction, y: end }, scene.k) > 0.5;
  let room = out;
  while (room > 0 && !isHidden(room + 0.6 * SIDE_SHOE_HALF_WIDTHS[3] * legLength)) room -= 0.01 * legLength;
  if (room < SIDE_VIEW_ROOM_MIN * legLength) return footFromFront(scene, old, ankle, floor);
  const tip = { x: ankle.x + sign * room, y: end };
  return footFromHeel(ankle, heel, tip, sign < 0 ? 1 : -1);
}

/** The toes, moved further ahead as long as the old clothes reach there: that is where they touched the floor. */
function toesOnFloor({ person, k }: Scene, { seen }: OldGarment, ankle: Point, toe: Point): Point {
  const { legLength } = person.body;
  const ahead = unit(sub(toe, ankle));
  let direction = 0;
  while (
    direction < FLOOR_REACH_MAX &&
    sampleAt(seen, add(toe, ahead, (direction + SIDE_SHOE_HALF_WIDTHS[3]) * legLength), k) > 0.5
  )
    direction += 0.005;
  return add(toe, ahead, direction * legLength);
}

/** Mean of the darker half of the seen shoe pixels: leaves out bows and gloss. */
function shoeColour({ data, channels }: RasterU8, shoes: PlaneF32): readonly number[] {
  const seen: { readonly at: number; readonly light: number }[] = [];
  for (let i = 0; i < shoes.data.length; i++) {
    if (shoes.data[i] < 0.9) continue;
    const at = i * channels;
    seen.push({ at, light: data[at] + data[at + 1] + data[at + 2] });
  }
  if (seen.length < 30) return UNSEEN_SHOE_RGB;
  seen.sort((a, b) => a.light - b.light);
  const dark = seen.slice(0, seen.length >> 1);
  return [0, 1, 2].map((c) => dark.reduce((sum, { at }) => sum + data[at + c], 0) / dark.length);
}

/** The sole: a dark line along the outermost part of the outline, beyond this share of the half width. */
const SOLE_FROM = 0.84;

/**
 * Gloss of a shoe's toe cap, as a share of its light: without it the cap is a flat patch. The light line along the opening is the shoe's
 * edge, likewise.
 */
const TOE_CAP_GLOSS = 0.35;
const OPENING_EDGE_LIGHT = 0.22;
/** Light inside the shoe, as a factor. */
const INSIDE_LIGHT = 0.55;

/** Coverage of a pixel by a shoe, and the light on it; `opening` and `soleSide` as in a HiddenFoot. */
export function shoeAt(
  shoe: LimbField,
  j: number,
  opening = OPENING_END,
  soleSide: -1 | 0 | 1 = 0,
): { readonly cover: number; readonly light: number } {
  const [t, u] = [shoe.t[j], shoe.u[j]];
  const edge = shoeEdge(shoe, j);
  const down = soleSide === 0 ? Math.abs(u) : soleSide * u;
  const wall =
    soleSide === 0
      ? SHOE_SIDE_SHARES[0]
      : UNSEEN_SIDE_START + (SHOE_SIDE_SHARES[1] - UNSEEN_SIDE_START) * smoothstep(down, 0, 0.5);
  const side = UNSEEN_SIDE_START + (wall - UNSEEN_SIDE_START) * smoothstep(t, 0, HIDDEN_HEEL_SHARE);
  // 1 along the opening's rim, less within
  const rim =
    opening === 0 ? 9 : Math.hypot(u / (1 - side), Math.max(0, t - ROUNDING_START) / (opening - ROUNDING_START));
  const soft = 0.7 / Math.max(1, shoe.r[j]);
  const sole = 1 - 0.4 * smoothstep(down, SOLE_FROM, 1);
  const gloss =
    TOE_CAP_GLOSS * Math.exp(-(((t - 0.84) / 0.12) ** 2) - (((soleSide === 0 ? u : down) + 0.2) / 0.3) ** 2);
  const edging = opening === 0 ? 0 : OPENING_EDGE_LIGHT * (1 - smoothstep(rim, 1.08, 1.22));
  return {
    cover: edge * smoothstep(rim, 1 - soft, 1 + soft),
    light: cylinderShade(u) * (1.05 - 0.15 * t + gloss + edging) * sole,
  };
}

/** Coverage by its outline; beyond the field's reach the radii are 0. */
const shoeEdge = ({ u, r }: LimbField, j: number): number =>
  r[j] === 0 ? 0 : clamp(0.5 + (1 - Math.abs(u[j])) * r[j], 0, 1);

/** The inside of a shoe, which the foot in it hides except for a dark line. */
export function insideAt(shoe: LimbField, j: number): { readonly cover: number; readonly light: number } {
  return { cover: shoeEdge(shoe, j), light: INSIDE_LIGHT };
}

/** The same for the bare foot: it continues the leg in its light, and the shoe's rim shades it. */
export function footAt(bare: LimbField, j: number, light: number): { readonly cover: number; readonly light: number } {
  const [t, u] = [bare.t[j], bare.u[j]];
  const shade = 1 - 0.05 * smoothstep(t, 0, 0.3) - 0.12 * smoothstep(t, 0.8, 1);
  return {
    cover: (bare.r[j] === 0 ? 0 : limbEdge(u, bare.r[j])) * smoothstep(t, 0, 0.3),
    light: (cylinderShade(u, light) / 0.97) * legTurn(u, light) * shade,
  };
}
