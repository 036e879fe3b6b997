import type { Garment, PantsLandmarks, SkirtLandmarks, UpperLandmarks } from '../../model/garment';
import type { GarmentPoint, PhotoPoint } from '../../model/points';
import { cuffEdge } from '../sleeves/cuff-edge';
import type { LowerPlan } from '../lower/targets-pants';
import type { UpperPlan } from '../torso/targets-upper';
import type { ShoulderEdge } from '../shoulders/trim-neckline-corners';
import type { PlacedLower, PlacedSleeve, PlacedUpper } from '../../model/placement';
import { pairOf } from '../../geometry/pairs';
import { SHEETS } from '../../garment/mesh/sheets';
import { resampled } from '../../geometry/polyline';

/** Garment point on a sheet → photo point. */
export type MapPoint = (point: GarmentPoint, sheet: number) => PhotoPoint;

/** The outlines of a placed upper garment. */
export function upperRegion(garment: Garment, marks: UpperLandmarks, plan: UpperPlan, map: MapPoint): PlacedUpper {
  const body = (p: GarmentPoint): PhotoPoint => map(p, SHEETS.beside);
  const sleeve = (i: 0 | 1): PlacedSleeve => {
    const outline = marks.sleeves[i];
    const sheet = i === 0 ? SHEETS.sleeve0 : SHEETS.sleeve1;
    const bare = outline.length === 'none';
    const outer = bare ? body(marks.shoulder[i]) : map(outline.outer[outline.outer.length - 1], sheet);
    const inner = bare ? body(marks.armpit[i]) : map(outline.inner[outline.inner.length - 1], sheet);
    const line = bare
      ? []
      : [
          ...resampled(outline.outer, 13),
          ...cuffEdge(garment, outline, sheet),
          ...resampled(outline.inner, 13).reverse(),
        ].map((p) => map(p, sheet));
    return { length: plan.lengths[i], reach: plan.reach[i], cuff: [outer, inner], outline: line };
  };
  const onSkin = plan.edge.bare || marks.bareTop !== undefined;
  return {
    kind: 'upper',
    neckline: onLine(resampled(marks.neckline, 25).map(body), plan.edge),
    necklineKind: marks.necklineKind,
    neck: pairOf((i) => (onSkin ? plan.edge.neck[i] : body(marks.neck[i]))),
    shoulder: pairOf((i) => (onSkin ? plan.edge.tips[i] : body(marks.shoulder[i]))),
    sleeves: pairOf(sleeve),
    hem: resampled(marks.hemEdge, 17).map(body),
    sides: pairOf((i) => resampled(marks.sides[i], 13).map(body)),
  };
}

/** A neckline that ends where its straps are cut off, on the line of the shoulders. */
function onLine(neckline: readonly PhotoPoint[], { neck, bare }: ShoulderEdge): readonly PhotoPoint[] {
  if (!bare) return neckline;
  const half = (neckline.length - 1) / 2;
  return neckline.map((p, i) => (i === 0 ? neck[0] : i === 2 * half ? neck[1] : lowered(p, neck[i < half ? 0 : 1])));
}

const lowered = (p: PhotoPoint, end: PhotoPoint): PhotoPoint => (p.y < end.y ? { x: p.x, y: end.y } : p);

/** The outlines of placed trousers or a skirt. */
export function lowerRegion(marks: PantsLandmarks | SkirtLandmarks, plan: LowerPlan, map: MapPoint): PlacedLower {
  const waist = resampled(marks.waistEdge, 13).map((p) => map(p, SHEETS.body));
  const { tucked, overShoes, reach } = plan;
  const common = { waist, tucked, overShoes, reach };
  if (marks.kind === 'skirt') {
    const body = (p: GarmentPoint): PhotoPoint => map(p, SHEETS.body);
    const hem = resampled(marks.hemEdge, 17).map(body);
    const left = resampled(marks.sides[0], 13).map(body);
    const right = resampled(marks.sides[1], 13).map(body);
    const outline = [...waist, ...right, ...[...hem].reverse(), ...left.reverse()];
    return { kind: 'skirt', ...common, tubes: [outline, outline], hems: [hem, hem] };
  }
  const leg = (i: 0 | 1): { tube: PhotoPoint[]; hem: PhotoPoint[] } => {
    const sheet = i === 0 ? SHEETS.leg0 : SHEETS.leg1;
    const outer = resampled(marks.legs[i].outer, 17).map((p) => map(p, sheet));
    const inner = resampled(marks.legs[i].inner, 13).map((p) => map(p, sheet));
    return { tube: [...outer, ...[...inner].reverse()], hem: [outer[outer.length - 1], inner[inner.length - 1]] };
  };
  const [a, b] = [leg(0), leg(1)];
  return { kind: 'pants', ...common, tubes: [a.tube, b.tube], hems: [a.hem, b.hem] };
}
