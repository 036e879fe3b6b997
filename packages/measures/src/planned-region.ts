import { createPlane, locate, mapPoint, type PlaneF32, type Point, fillPolygon } from '@drape/imaging';
import {
  distance,
  resamplePolyline,
  segmentDistance,
  SHEETS,
  type GarmentLandmarks,
  type LimbTube,
  type MeasuredPicture,
  type PlacementTarget,
} from '@drape/tryon';

/** Points sampled along one piece of outline. */
const SAMPLES_PER_PIECE = 33;
/** Distance from a line, in garment pixels, up to which a target belongs to it. */
const LINE_DISTANCE_MAX = 2.5;
/** Share of a limb's radius that a sleeve or trouser leg must cover: beyond it the rim may belong to the photo. */
const LIMB_CORE_SHARE = 0.8;

/** A piece of a garment's outline and the mesh sheet that it is on. */
interface Line {
  readonly sheet: number;
  readonly points: readonly Point[];
}

/**
 * The part of the photo that the garment should cover, 0…1 at the photo's size, before anything is drawn in front of it.
 *
 * It comes from the plan, not from the pixels: the outline (neckline, shoulders, sleeves to the cuff, sides, hem, legs) passes through the
 * targets of the placement and follows the mesh between them. A target with a weight below 1 is a hint and moves the outline by its weight
 * only. Parts that must not show are added: the core of arms in sleeves and of legs in trousers, as far as the plan extends.
 */
export function plannedRegion(picture: MeasuredPicture): PlaneF32 {
  const { photo, garment, person, placement } = picture;
  const mask = createPlane(photo.width, photo.height);
  for (const piece of outlinePieces(garment.landmarks)) {
    const polygon = piece.flatMap((line) => plannedLine(picture, line));
    if (polygon.length > 2) fillPolygon(mask, polygon);
  }
  const { region } = placement;
  if (region.kind === 'upper') {
    region.sleeves.forEach((sleeve, i) => {
      if (sleeve.length !== 'none')
        addLimb(mask, person.armTubes[i], 0.15, Math.min(1, sleeve.reach) * WRIST_POSITION - 0.06);
    });
  } else if (region.kind === 'pants') {
    region.reach.forEach((reach, i) => addLimb(mask, person.legTubes[i], 0.2, reach - 0.05));
  }
  return mask;
}

/** Share of an arm's tube at which the wrist is: reach 1 means the wrist, and the tube continues past it. */
const WRIST_POSITION = 0.885;

/** The outline in pieces: parts that overlap (sleeve and body, two legs) are separate. */
function outlinePieces(marks: GarmentLandmarks): Line[][] {
  const line = (points: readonly Point[], sheet: number = SHEETS.beside): Line => ({ sheet, points });
  const back = (points: readonly Point[], sheet?: number): Line => line([...points].reverse(), sheet);
  if (marks.kind === 'skirt') {
    return [[line(marks.waistEdge), line(marks.sides[1]), back(marks.hemEdge), back(marks.sides[0])]];
  }
  if (marks.kind === 'pants') {
    const half = marks.waistEdge.length >> 1;
    const waists = [back(marks.waistEdge.slice(0, half + 1)), line(marks.waistEdge.slice(half))];
    const legs = [SHEETS.leg0, SHEETS.leg1];
    return ([0, 1] as const).map((i) => [
      waists[i],
      line(marks.legs[i].outer, legs[i]),
      back(marks.legs[i].inner, legs[i]),
    ]);
  }
  const body = [
    line(marks.neckline),
    line(marks.shoulderEdges[1]),
    line(marks.sides[1]),
    back(marks.hemEdge),
    back(marks.sides[0]),
    back(marks.shoulderEdges[0]),
  ];
  const own = [SHEETS.sleeve0, SHEETS.sleeve1];
  const sleeves = ([0, 1] as const)
    .filter((i) => marks.sleeves[i].length !== 'none')
    .map((i) => [
      line(marks.sleeves[i].outer, own[i]),
      back(marks.sleeves[i].inner, own[i]),
      line([marks.armpit[i], marks.shoulder[i]]),
    ]);
  return [body, ...sleeves];
}

interface Knot {
  /** Distance along the line, garment pixels. */
  readonly at: number;
  readonly shift: Point;
}

/** A line of the outline in photo pixels: its position in the mesh, corrected by how far the mesh missed its targets. */
function plannedLine({ garment, placement }: MeasuredPicture, { sheet, points }: Line): Point[] {
  if (points.length < 2) return [];
  const { mesh } = garment;
  const toPhoto = (p: Point): Point => mapPoint(mesh, placement.deformed, locate(mesh, p, sheet));
  const knots = knotsOn(points, placement.targets, sheet, toPhoto);
  let way = 0;
  const samples = resamplePolyline(points, SAMPLES_PER_PIECE);
  return samples.map((p, i) => {
    if (i > 0) way += distance(samples[i - 1], p);
    const [q, shift] = [toPhoto(p), shiftAt(knots, way)];
    return { x: q.x + shift.x, y: q.y + shift.y };
  });
}

function knotsOn(
  points: readonly Point[],
  targets: readonly PlacementTarget[],
  sheet: number,
  toPhoto: (p: Point) => Point,
): Knot[] {
  const knots: Knot[] = [];
  for (const { sheet: pulled, from, to, weight } of targets) {
    if (pulled !== sheet) continue;
    const place = wayAlong(points, from);
    if (place.off > LINE_DISTANCE_MAX) continue;
    const [lies, share] = [toPhoto(from), Math.min(1, weight)];
    knots.push({ at: place.way, shift: { x: share * (to.x - lies.x), y: share * (to.y - lies.y) } });
  }
  return knots.sort((a, b) => a.at - b.at);
}

function wayAlong(points: readonly Point[], p: Point): { way: number; off: number } {
  let best = { way: 0, off: Infinity };
  let way = 0;
  for (let i = 1; i < points.length; i++) {
    const length = distance(points[i - 1], points[i]);
    const { d, t } = segmentDistance(p, points[i - 1], points[i]);
    if (d < best.off) best = { way: way + t * length, off: d };
    way += length;
  }
  return best;
}

/** Linear between knots, constant beyond the first and last. */
function shiftAt(knots: readonly Knot[], at: number): Point {
  if (knots.length === 0) return { x: 0, y: 0 };
  const next = knots.findIndex((knot) => knot.at >= at);
  if (next === 0) return knots[0].shift;
  if (next < 0) return knots[knots.length - 1].shift;
  const [a, b] = [knots[next - 1], knots[next]];
  const t = (at - a.at) / Math.max(1e-6, b.at - a.at);
  return { x: a.shift.x + t * (b.shift.x - a.shift.x), y: a.shift.y + t * (b.shift.y - a.shift.y) };
}

/** Draws the core of a limb between two shares of its chain. */
function addLimb(mask: PlaneF32, { centres, radii, visibility }: LimbTube, from: number, to: number): void {
  if (visibility < 0.5) return;
  const last = centres.length - 1;
  for (let s = Math.ceil(from * last); s < Math.floor(to * last); s++) {
    const [a, b] = [centres[s], centres[s + 1]];
    const length = Math.max(1e-6, distance(a, b));
    const n = { x: (LIMB_CORE_SHARE * (b.y - a.y)) / length, y: (-LIMB_CORE_SHARE * (b.x - a.x)) / length };
    const corner = (p: Point, r: number): Point => ({ x: p.x + r * n.x, y: p.y + r * n.y });
    fillPolygon(mask, [corner(a, radii[s]), corner(b, radii[s + 1]), corner(b, -radii[s + 1]), corner(a, -radii[s])]);
  }
}
