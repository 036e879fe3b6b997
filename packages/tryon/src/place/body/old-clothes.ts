import type { PlaneF32, Point } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import { probe, torsoPoint, type PlacementFrame } from './placement-frame';
import { add, sub, unit } from '../../geometry/vector';

const TORSO_COLUMNS = [-0.12, 0, 0.12];
const HEIGHT_STEP = 0.012;

/** Mean of planes over three columns of the torso at v. */
export function rowShare(frame: PlacementFrame, v: number, planes: readonly PlaneF32[]): number {
  let sum = 0;
  for (const u of TORSO_COLUMNS) {
    const p = torsoPoint(frame, v, u);
    for (const plane of planes) sum += probe(frame, plane, p);
  }
  return sum / TORSO_COLUMNS.length;
}

/** v of the hem of the worn top (`outer`: jacket), between .55 and 1.6 torso lengths; null under a dress or where unseen. */
export function upperHem(frame: PlacementFrame, outerOnly: boolean): number | null {
  const { top, outer, dress } = frame.body.planes;
  const planes = outerOnly ? [outer] : [top, outer, dress];
  let last: number | null = null;
  for (let v = 0.5; v < 1.7; v += HEIGHT_STEP) if (rowShare(frame, v, planes) > 0.5) last = v;
  return last === null || last > 1.62 ? null : last;
}

/** Share of the torso's columns that must be free of a bag for the waist to be measured. */
const FREE_COLUMN_SHARE_MIN = 0.3;
/** How far below a waist lower clothes must continue, in torso lengths: a dark pleat of a top may be half believed to be trousers. */
const CONTINUED_BELOW_MIN = 0.1;

/**
 * v of the worn trousers' or skirt's upper edge, or of a dress's waist; null where none shows between .5 and 1.5 torso lengths. Columns
 * hidden by a bag in front of the body are ignored; the columns beside it decide.
 */
export function waistline(frame: PlacementFrame): number | null {
  const { lower, bag } = frame.body.planes;
  const shows = (v: number): boolean => {
    const free = 1 - rowShare(frame, v, [bag]);
    return free > FREE_COLUMN_SHARE_MIN && rowShare(frame, v, [lower]) > 0.5 * free;
  };
  for (let v = 0.5; v < 1.5; v += HEIGHT_STEP) if (shows(v) && shows(v + CONTINUED_BELOW_MIN)) return v;
  return null;
}

/**
 * How far below the ankle a hem may reach, in leg lengths: to the floor, which is at .22 under high heels, else at about .12. The second
 * value is the same for the upper edge of a low shoe.
 */
const HEM_BELOW_ANKLE_MAX = 0.25;
const SHOE_BELOW_ANKLE_MAX = 0.12;

/**
 * Weight of the foot's own direction in that of a hem below the ankle, next to 1 for the shin's: fabric falls from the shin onto the
 * instep.
 */
const INSTEP_WEIGHT = 1.2;

/** Direction in which trousers continue past the ankle. */
export function pastAnkle({ body }: PlacementFrame, side: 0 | 1): PhotoPoint {
  const [, knee, ankle] = body.legs[side].joints;
  const shin = unit(sub(ankle, knee), { x: 0, y: 1 });
  const foot = unit(sub(body.toes[side], ankle), shin);
  return foot.y <= 0 ? shin : unit(add(shin, foot, INSTEP_WEIGHT), shin);
}

/** How far below the ankle a plane continues from there, as a share of the leg; 0 where it does not. */
function reachPastAnkle(frame: PlacementFrame, side: 0 | 1, lowest: number, shows: (p: PhotoPoint) => boolean): number {
  const ankle = frame.body.legs[side].joints[2];
  const direction = pastAnkle(frame, side);
  let reach = 0;
  for (let share = 0; share < lowest; share += 0.006) {
    if (!shows(add(ankle, direction, share * frame.legLength))) break;
    reach = share;
  }
  return reach;
}

/** How far below the ankle the worn trousers, skirt or dress reach, as a share of the leg; 0 where they end above or nothing shows. */
export function trouserEnd(frame: PlacementFrame, side: 0 | 1): number {
  const { pants, skirt, dress } = frame.body.planes;
  return reachPastAnkle(
    frame,
    side,
    HEM_BELOW_ANKLE_MAX,
    (p) => probe(frame, pants, p) + probe(frame, skirt, p) + probe(frame, dress, p) >= 0.5,
  );
}

/** How far below the ankle a low shoe begins, as a share of the leg; 0 where it is a boot or none shows. */
export function shoeBegin(frame: PlacementFrame, side: 0 | 1): number {
  const { shoes } = frame.body.planes;
  const reach = reachPastAnkle(frame, side, SHOE_BELOW_ANKLE_MAX, (p) => probe(frame, shoes, p) < 0.5);
  return reach > SHOE_BELOW_ANKLE_MAX - 0.01 ? 0 : reach;
}

/** The smaller of both shoes' distances, so that both trouser legs are equally long. */
export const shoesBegin = (frame: PlacementFrame): number => Math.min(shoeBegin(frame, 0), shoeBegin(frame, 1));

/** Shortest boot shaft above the ankle that trousers are tucked into, in leg lengths. */
const SHAFT_HEIGHT_MIN = 0.08;

/** Share of the leg at which a boot's shaft begins, hip 0 … ankle 1; null without boots. */
export function bootTop(frame: PlacementFrame, side: 0 | 1): number | null {
  const [, knee, ankle] = frame.body.legs[side].joints;
  const shin = Math.hypot(ankle.x - knee.x, ankle.y - knee.y);
  if (shin < 1) return null;
  const up: Point = { x: (knee.x - ankle.x) / shin, y: (knee.y - ankle.y) / shin };
  let way = 0;
  while (way < shin && probe(frame, frame.body.planes.shoes, add(ankle, up, way)) > 0.5)
    way += HEIGHT_STEP * frame.legLength;
  const shaft = way / frame.legLength;
  return shaft < SHAFT_HEIGHT_MIN ? null : 1 - shaft;
}
