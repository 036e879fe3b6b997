import { grownBox, overlapOf, type PlaneF32, type Point, boundsOf } from '@drape/imaging';
import { sampleAt } from '../../../geometry/sampling';
import { classPlanes, movePart, moveShare } from '../class-planes';
import type { CorrectionInput } from './correction-input';
import { polylineLength, resamplePolyline, segmentDistance } from '../../../geometry/polyline';
import { scale } from '../../../geometry/vector';
import { always, type Rule } from '../../../rules/rule';

/** Points along a leg from hip to ankle. */
const STATIONS = 24;
/** Belief at a leg's middle above which it is in tights, and above which it is bare. */
const TIGHTS_BELIEF_MIN = 0.25;
const BARE_BELIEF_MIN = 0.5;
/** Fewest stations of both legs that are in tights where a person wears some; none may be bare. */
const TIGHTS_STATIONS_MIN = 7;
/** Least share of the stations below the top of the tights that must be seen in them. */
const SEEN_SHARE_MIN = 0.6;
/** Share of a leg down to which a coat is long: below such a coat tights stay. */
const LONG_COAT_FROM = 0.38;
/** Half the width around a leg's bones, as a share of their length, in which lower clothes are tights. */
const HALF_WIDTH = 0.17;

type LegInput = Pick<CorrectionInput, 'planes' | 'joints' | 'workScale'>;

export const TIGHTS: Rule<CorrectionInput, void> = {
  id: 'tights',
  stage: 'measure',
  summary: 'Counts tights below a skirt as skin of the legs.',
  appliesTo: always,
  apply: countTightsAsSkin,
  evidence: [
    { set: 'CCP, labels', pairs: 110, fired: 7, better: 0, worse: 4266, same: null, date: '2026-11-29' },
    { set: 'N and O, blind', pairs: 116, fired: 6, better: 2, worse: 1, same: 3, date: '2026-11-29' },
  ],
};

/**
 * Tights have no class of their own: the parser calls them now accessories, now trousers. When a skirt is exchanged, only the trousers
 * would be removed. Where both legs are in tights and nowhere bare, the tights count as the legs' skin down to the feet: they stay, and
 * what must be painted of the legs gets their colour. Aliasing: writes the planes.
 */
export function countTightsAsSkin({ planes, joints, workScale: k }: LegInput): void {
  const legs = ([0, 1] as const).map((i) =>
    resamplePolyline(
      [joints.hips[i], joints.knees[i], joints.ankles[i]].map((p) => scale(p, k)),
      STATIONS,
    ),
  );
  const count = (plane: PlaneF32, min: number): number =>
    legs.reduce((sum, leg) => sum + leg.filter((p) => sampleAt(plane, p, 1) > min).length, 0);
  if (count(planes.other, TIGHTS_BELIEF_MIN) < TIGHTS_STATIONS_MIN || count(planes.skin, BARE_BELIEF_MIN) > 0) return;
  if (legs.some((leg) => sampleAt(planes.upper, leg[Math.round(LONG_COAT_FROM * (STATIONS - 1))], 1) > 0.5)) return;
  for (const leg of legs) {
    const first = topOf(leg.map((p) => sampleAt(planes.other, p, 1) > TIGHTS_BELIEF_MIN));
    if (first < leg.length - 1) moveToSkinBelow(planes, leg.slice(first));
  }
}

/** The highest station in tights below which most are in tights; the number of stations where there is none: a scarf may end on a hip. */
function topOf(tight: readonly boolean[]): number {
  let [top, seen] = [tight.length, 0];
  for (let i = tight.length - 1; i >= 0; i--) {
    if (!tight[i]) continue;
    seen++;
    if (seen >= SEEN_SHARE_MIN * (tight.length - i)) top = i;
  }
  return top;
}

/** Moves what is around a part of a leg to the skin. */
function moveToSkinBelow(planes: CorrectionInput['planes'], line: readonly Point[]): void {
  const { skin, other, lowerClothes } = classPlanes(planes);
  const { width, height } = planes.skin;
  const wide = HALF_WIDTH * polylineLength(line);
  const { left, right, bottom } = boundsOf(line);
  const [x, y] = [Math.floor(left), Math.floor(line[0].y)];
  const legs = { x, y, width: Math.ceil(right) - x + 1, height: Math.ceil(bottom) - y };
  const around = grownBox(legs, Math.ceil(wide), planes.skin);
  const box = overlapOf(around, { ...around, y, height: height - y });
  for (let v = box.y; v < box.y + box.height; v++) {
    for (let u = box.x; u < box.x + box.width; u++) {
      const i = v * width + u;
      if (planes.other.data[i] + planes.lower.data[i] === 0 || !isWithin({ x: u, y: v }, line, wide)) continue;
      moveShare(other, skin, i, planes.other.data[i]);
      movePart(lowerClothes, skin, i, 1);
    }
  }
}

function isWithin(p: Point, line: readonly Point[], wide: number): boolean {
  return line.some((q, i) => i > 0 && segmentDistance(p, line[i - 1], q).d < wide);
}
