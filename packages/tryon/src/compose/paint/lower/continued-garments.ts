import type { PlaneF32, Point } from '@drape/imaging';
import { seenHem } from './seen-hem';
import { limbField } from '../../scene/limb-field';
import { showsLegs } from './seen-legs';
import type { LimbTube, Person } from '../../../model/person';
import type { ContinuedGarment, OldGarment } from '../../../model/layers';
import { sampleAt } from '../../../geometry/sampling';
import { clamp } from '../../../geometry/numbers';
import { add, distance, lerp, scale, sub, unit } from '../../../geometry/vector';

/** How far trousers stand off a leg whose trouser width cannot be measured, in radii of the bare leg. By eye. */
const USUAL_TROUSER_WIDTH = 1.15;
/** Greatest half width of a trouser leg or a skirt's side that is trusted, in radii. */
const HALF_WIDTH_MAX = 2;
/** Stations over which a measured width fades to the usual one. */
const FADE_STATIONS = 10;
/** Least number of stations of seen fabric from which it can be continued. */
const SEEN_STATIONS_MIN = 3;

/** The parts of a scene that are read. */
interface DressedScene {
  /** Work pixels per photo pixel. */
  readonly k: number;
  readonly person: {
    readonly legTubes: Person['legTubes'];
    readonly planes: Pick<Person['planes'], 'lower' | 'pants' | 'skin' | 'other'>;
  };
}

/**
 * Trousers or a skirt that a long coat hid, continued upwards from where they are seen: chains of discs with the width of the seen fabric.
 *
 * Space: work pixels. Empty where the old upper clothes end above the thighs, or nothing of the lower clothes is seen.
 */
export function continuedGarments(scene: DressedScene, old: Pick<OldGarment, 'seen'>): ContinuedGarment[] {
  const { legTubes, planes } = scene.person;
  if (!legTubes.some((tube) => hidesThigh(scene, tube, old.seen))) return [];
  const around = (): ContinuedGarment[] => skirt(scene, aroundBoth(legTubes), old.seen);
  if (isSkirt(planes.lower, planes.pants)) return around();
  const legs = legTubes.map((tube) => trouserLeg(scene, tube, planes.lower));
  // Shorts of which one leg is wholly hidden: what is seen is used around both legs, or the other one would be bare.
  const isHalf = legs.some((leg) => leg.length === 0) && legs.some((leg) => leg.length > 0);
  return isHalf ? around() : legs.flat();
}

/** Station of a leg at and below which old upper clothes count as long: above it the patch of the hips is enough. */
const THIGH_STATION = 4;

/** True when old upper clothes hang down over a leg. */
export function hidesThigh(scene: DressedScene, { centres }: LimbTube, old: PlaneF32): boolean {
  return sampleAt(old, centres[THIGH_STATION], scene.k) > 0.5;
}

/** Station of the legs at which they part: .13 of a leg below its hip. */
const CROTCH_STATION = 3;

/**
 * Where two trouser legs are continued upwards: the seat that joins them down to the crotch, or the background would show between them
 * below the new hem.
 */
export function continuedSeat(
  { k, person }: DressedScene,
  garments: readonly ContinuedGarment[],
): ContinuedGarment | null {
  if (garments.length !== 2) return null;
  const { lower } = person.planes;
  const between = (i: number): Point => lerp(garments[0].centres[i], garments[1].centres[i], 0.5);
  const centres = Array.from({ length: CROTCH_STATION + 1 }, (_, i) => between(i));
  // up to the middles of both legs: the legs are drawn over its sides
  const radii = centres.map((_, i) => Math.max(k, distance(garments[0].centres[i], garments[1].centres[i]) / 2));
  return unrolled(lower, { centres, radii, seen: [CROTCH_STATION - 1, CROTCH_STATION], hem: null });
}

const unrolled = ({ width, height }: PlaneF32, chain: Omit<ContinuedGarment, 'field'>): ContinuedGarment => ({
  field: limbField({ ...chain, visibility: 1 }, 1, width, height),
  ...chain,
});

function isSkirt(lower: PlaneF32, pants: PlaneF32): boolean {
  let balance = 0;
  for (let i = 0; i < lower.data.length; i++) balance += lower.data[i] - 2 * pants.data[i];
  return balance > 0;
}

function aroundBoth([a, b]: readonly [LimbTube, LimbTube]): LimbTube {
  return {
    centres: a.centres.map((c, i) => lerp(c, b.centres[i], 0.5)),
    radii: a.radii.map((r, i) => distance(a.centres[i], b.centres[i]) / 2 + Math.max(r, b.radii[i])),
    visibility: Math.min(a.visibility, b.visibility),
  };
}

function trouserLeg(scene: DressedScene, tube: LimbTube, lower: PlaneF32): ContinuedGarment[] {
  const { k } = scene;
  const widths = tube.centres.map((c, i) => widthAt(lower, c, acrossAt(tube.centres, i), tube.radii[i], k));
  const first = widths.findIndex((w) => w !== null);
  if (first < 0) return [];
  let last = first;
  while (last + 1 < widths.length && widths[last + 1] !== null) last++;
  if (last - first < SEEN_STATIONS_MIN) return [];
  const top = upperEndWidth(widths.slice(first, first + SEEN_STATIONS_MIN + 1));
  const shape = tube.centres.map((c, i) => {
    const near = i <= first ? top : (widths[Math.min(i, last)] ?? top);
    const far = clamp((first - i) / FADE_STATIONS, 0, 1);
    const [left, right] = [near.left, near.right].map((w) => w + far * (USUAL_TROUSER_WIDTH - w));
    const shift = ((right - left) / 2) * tube.radii[i];
    return { centre: scale(add(c, acrossAt(tube.centres, i), shift), k), r: ((left + right) / 2) * tube.radii[i] * k };
  });
  const [centres, radii] = [shape.map(({ centre }) => centre), shape.map(({ r }) => r)];
  return [unrolled(lower, { centres, radii, seen: [first, last], hem: null })];
}

/** The narrowest of the first widths: remnants of the old hem widen the fabric there. */
function upperEndWidth(widths: readonly (Width | null)[]): Width {
  const known = widths.filter((w): w is Width => w !== null);
  return { left: Math.min(...known.map(({ left }) => left)), right: Math.min(...known.map(({ right }) => right)) };
}

/** Stations by which a chain continues past its last seen one where a hem cuts it off. */
const STATIONS_PAST_HEM = 5;

/** Positions across both legs at which a station is sampled, in radii. */
const SAMPLES_ACROSS = [-0.7, -0.35, 0, 0.35, 0.7] as const;

/** A skirt hangs from the hips around both legs: down to its own hem where legs are seen below it, else over everything that was hidden. */
function skirt(scene: DressedScene, tube: LimbTube, hides: PlaneF32): ContinuedGarment[] {
  const { k } = scene;
  const { lower } = scene.person.planes;
  const shows = (plane: PlaneF32): boolean[] =>
    tube.centres.map((c, i) =>
      SAMPLES_ACROSS.some((u) => sampleAt(plane, add(c, acrossAt(tube.centres, i), u * tube.radii[i]), k) > 0.5),
    );
  const seen = shows(lower);
  const [first, last] = [seen.indexOf(true), seen.lastIndexOf(true)];
  if (last < SEEN_STATIONS_MIN) return [];
  const [middle, half] = [tube.centres[last].x * k, tube.radii[last] * k];
  const isHemmed = showsLegs(scene.person.planes, scene.person.legTubes, k);
  const hem = isHemmed ? seenHem(lower, hides, [middle - 1.2 * half, middle + 1.2 * half], half / 2) : null;
  // the chain continues past a hem, which cuts it level: ending with its discs it would have steps
  const end = hem === null ? Math.max(last, shows(hides).lastIndexOf(true)) + 1 : last + STATIONS_PAST_HEM;
  const [centres, radii] = [
    tube.centres.slice(0, end).map((c) => scale(c, k)),
    tube.radii.slice(0, end).map((r) => r * k),
  ];
  return [unrolled(lower, { centres, radii, seen: [Math.min(first, last - 1), last], hem })];
}

/** Unit vector across the limb at a station, to the image's right for one that hangs down: the side on which u is positive. */
function acrossAt(line: readonly Point[], i: number): Point {
  const d = unit(sub(line[Math.min(line.length - 1, i + 1)], line[Math.max(0, i - 1)]));
  return { x: d.y, y: -d.x };
}

interface Width {
  readonly left: number;
  readonly right: number;
}

/** How far the fabric reaches to both sides of a station, in radii; null where there is none. */
function widthAt(fabric: PlaneF32, centre: Point, across: Point, radius: number, k: number): Width | null {
  if (sampleAt(fabric, centre, k) < 0.5) return null;
  const march = (sign: number): number => {
    const step = 0.5 / k;
    let r = 0;
    while (r < HALF_WIDTH_MAX * radius && sampleAt(fabric, add(centre, across, sign * (r + step)), k) > 0.5) r += step;
    return clamp(r / radius, 0.8, HALF_WIDTH_MAX);
  };
  return { left: march(-1), right: march(1) };
}

/** Index of the work pixel whose fabric a hidden pixel copies: the seen part, mirrored at its upper end. */
export function fabricSource(
  { centres, radii, seen }: ContinuedGarment,
  { width, height }: PlaneF32,
  t: number,
  u: number,
): number {
  const [first, last] = [seen[0] + 1, seen[1]];
  const span = Math.max(1, last - first);
  const beyond = Math.abs(t * (centres.length - 1) - first) % (2 * span);
  const at = first + (beyond > span ? 2 * span - beyond : beyond);
  const s = Math.min(centres.length - 2, Math.floor(at));
  const centre = lerp(centres[s], centres[s + 1], at - s);
  const radius = radii[s] + (at - s) * (radii[s + 1] - radii[s]);
  const p = add(centre, acrossAt(centres, s), clamp(u, -0.85, 0.85) * radius);
  return clamp(Math.floor(p.y), 0, height - 1) * width + clamp(Math.floor(p.x), 0, width - 1);
}
