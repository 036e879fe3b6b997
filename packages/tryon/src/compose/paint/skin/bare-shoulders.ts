import type { Point } from '@drape/imaging';
import type { PlacedUpper } from '../../../model/placement';
import type { BodyFrame } from '../../../model/body';
import { bodyCoordinates } from '../../../person/pose/joints';
import type { LimbTube } from '../../../model/person';
import type { Scene } from '../../../model/scene';
import { sampleAt } from '../../../geometry/sampling';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { add, dot, lerp, scale, sub, unit } from '../../../geometry/vector';

/** Share of an arm at which the rounding of its shoulder ends, and the one at which its inner side leaves the body. */
const ROUNDING_END = 0.17;
const LEAVES_TORSO_AT = 0.2;
/** Half width of the torso at the armpits, in shoulder widths: an armhole that ends nearer to the spine shows the body's side. */
const TORSO_HALF_WIDTH = 0.4;
/** How far the outline of seen shoulders may be above the line from neck to arm, in shoulder widths: strong ones bulge. */
export const TRAPEZIUS_HEIGHT_MAX = 0.045;
/**
 * How far before the corner of shoulder and arm the rounding begins, in shoulder widths; then the same where the person's own outline
 * counts and this is only a limit.
 */
const ROUNDING_START = 0.17;
const SEEN_ROUNDING_START = 0.2;
/** How far from the arm's middle the rounding ends, in radii of the arm: a little outside, because blurring shrinks its outline. */
const ROUNDING_RADII = { invented: 1.03, seen: 1.1 } as const;
/** Points of the rounding between shoulder and arm. */
const ROUND_POINTS = 8;
/** Arms that hang less steeply than this, as a cosine to the body's axis, are lifted: their shoulder has no rounding below its tip. */
const HANGING_COSINE_MIN = 0.35;

type ShoulderScene = Pick<Scene, 'person' | 'k'>;

/**
 * Outline of the skin on one side that a garment without sleeves leaves open, or hides: along the shoulder's line from the neck over the
 * strap, around into the arm, down the arm's middle, through the armpit to the spine. Closed, photo pixels. Where the photo shows the
 * shoulder it is only a limit: there the person's own outline counts.
 */
export function bareShoulder(scene: ShoulderScene, region: PlacedUpper, side: 0 | 1): Point[] {
  const { body, armTubes } = scene.person;
  const outward = scale(body.across, side === 0 ? -1 : 1);
  const tube = armTubes[side];
  const seen = isShoulderSeen(scene, side);
  const up = scale(body.down, seen ? -TRAPEZIUS_HEIGHT_MAX * body.shoulderWidth : 0);
  const [neck, tip] = [region.neck[side], add(region.shoulder[side], up)];
  const round = { tube, tip, along: unit(sub(region.shoulder[side], neck)), outward, body, seen };
  const armpit = region.sides[side][0];
  const { u, v } = bodyCoordinates(body, armpit);
  const pit = add(armpit, outward, Math.max(0, TORSO_HALF_WIDTH - Math.abs(u)) * body.shoulderWidth);
  const spine = add(body.shoulderMid, body.down, v * body.torsoLength);
  const top = lerp(region.neck[0], region.neck[1], 0.5);
  return [add(neck, up), tip, ...roundShoulder(round), stationAt(tube, LEAVES_TORSO_AT), pit, spine, top];
}

interface ShoulderRounding {
  readonly tube: LimbTube;
  /** Where the strap ends, and the shoulder's direction from there. */
  readonly tip: Point;
  readonly along: Point;
  readonly outward: Point;
  readonly body: BodyFrame;
  readonly seen: boolean;
}

/** The path from a strap's outer end into the arm's outer edge; straight to the arm where that is lifted or the strap ends beyond it. */
function roundShoulder({ tube, tip, along, outward, body, seen }: ShoulderRounding): Point[] {
  const at = Math.round(ROUNDING_END * (tube.centres.length - 1));
  const run = unit(sub(tube.centres[at], tube.centres[0]));
  const square = { x: run.y, y: -run.x };
  const end = add(
    tube.centres[at],
    square,
    (dot(outward, square) > 0 ? 1 : -1) * ROUNDING_RADII[seen ? 'seen' : 'invented'] * tube.radii[at],
  );
  const turn = along.x * run.y - along.y * run.x;
  const way = sub(end, tip);
  const reach = (way.x * run.y - way.y * run.x) / turn;
  if (dot(run, body.down) < HANGING_COSINE_MIN || Math.abs(turn) < 0.2 || !(reach > 0) || dot(way, body.down) <= 0)
    return [end];
  const corner = add(tip, along, reach);
  const begin = add(
    corner,
    along,
    -Math.min(reach, (seen ? SEEN_ROUNDING_START : ROUNDING_START) * body.shoulderWidth),
  );
  return Array.from({ length: ROUND_POINTS + 1 }, (_, i) => {
    const t = i / ROUND_POINTS;
    return lerp(lerp(begin, corner, t), lerp(corner, end, t), t);
  });
}

/** The middle of an arm at a share of its length. */
function stationAt({ centres }: LimbTube, share: number): Point {
  const at = share * (centres.length - 1);
  const i = Math.floor(at);
  return lerp(centres[i], centres[i + 1], at - i);
}

/** Whether the shoulder beside the strap is bare in the photo: its skin is seen below the joint. */
export function isShoulderSeen({ person, k }: ShoulderScene, side: 0 | 1): boolean {
  const { centres, radii } = person.armTubes[side];
  const out = scale(person.body.across, side === 0 ? -0.5 : 0.5);
  let sum = 0;
  for (const i of PROBED_STATIONS) sum += sampleAt(person.planes.skin, add(centres[i], out, radii[i]), k);
  return sum > 0.5 * PROBED_STATIONS.length;
}

/** Stations of the arm that are probed for a bare shoulder. */
const PROBED_STATIONS = [1, 2, 3] as const;

/** Share of an arm that is within the bare shoulder's outline: its round end sticks out of it. */
export const withinShoulder = (t: number, zone: number): number => Math.max(zone, smoothstep(t, 0.08, 0.14));

/** Coverage of an arm that fills the shoulder's outline on its free side: otherwise the chest's paint would show there as a rim. */
export const overShoulder = (limb: number, zone: number, inner: number): number =>
  inner < 0 ? Math.max(limb, zone) : limb;

/**
 * How much of an arm's own paint shows over the chest's: none near the shoulder, all further down; on its inner side later, where the
 * armpit begins. Painted from its round end, it would stand out as a disc.
 */
export function leavesShoulder(t: number, inner: number): number {
  const late = LEAVING_DELAY * clamp(inner, 0, 1);
  return smoothstep(t, late, late + LEAVING_RAMP);
}

const LEAVING_DELAY = 0.08;
const LEAVING_RAMP = 0.14;
