import { theilSen } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import { probe, type PlacementFrame } from '../body/placement-frame';
import { showsNeck } from '../../person/measure/bare-neck';
import type { Pair } from '../../model/pair';
import { clamp, upperMedian } from '../../geometry/numbers';
import { add, dot, sub } from '../../geometry/vector';

/** Upper edge of a shoulder as height = level − slope · u, in shoulder widths; u counts outwards from the spine. */
export interface ShoulderLine {
  readonly level: number;
  readonly slope: number;
  /**
   * How much higher than the line the shoulder really is, at even steps from SCAN_FROM to BULGE_SPAN_END, in shoulder widths: strong
   * shoulders bulge.
   */
  readonly bulge: readonly number[];
  readonly measured: boolean;
}

const SCAN_FROM = 0.26;
const SCAN_TO = 0.52;
const SCAN_SAMPLES = 14;
/**
 * In shoulder widths: how far out a shoulder's bulge is measured, the distance beyond over which it fades out, and (below the number of
 * samples) how far it may be above and below the line.
 */
const BULGE_SPAN_END = 0.6;
const BULGE_FADE_WIDTH = 0.06;
const BULGE_SAMPLES = 18;
const BULGE_HEIGHT_MAX = 0.06;
const HOLLOW_DEPTH_MAX = 0.02;
/** Fall beyond the joint, where the shoulder rounds into the arm: shoulder widths per squared shoulder width. */
const SHOULDER_ROUNDING = 2;

/**
 * Measures the slope from the neck to the shoulder on both sides: scans upwards through skin and clothes at .26–.52 shoulder widths from
 * the spine, ignoring hair; Theil–Sen line, slope .12–.6. A side under long hair takes the other's line. With `bulging` false bulges are
 * ignored. `neckMax`: greatest believable height of the neck's foot under a coat, in heights of the chin, because a coat's collar feigns a
 * higher one.
 */
export function shoulderLines(
  frame: PlacementFrame,
  bulging = true,
  neckMax = COAT_NECK_HEIGHT_MAX,
): Pair<ShoulderLine> {
  const left = measureLine(frame, -1, bulging);
  const right = measureLine(frame, 1, bulging);
  const usual = usualLine(chinHeight(frame));
  const lines = [left ?? right ?? usual, right ?? left ?? usual] as const;
  const coat = wearsCoat(frame);
  if (!coat && bulging) return [lines[0], lines[1]];
  const covered = COVERED_NECK_HEIGHT_MAX * chinHeight(frame);
  const snug = isNeckBare(frame) && lines.every(({ slope }) => slope > SLOPE_MIN);
  const max = coat ? neckMax * chinHeight(frame) : snug ? Math.max(covered, BARE_NECK_HEIGHT_MAX) : covered;
  return [lowerUnderCoat(lines[0], max), lowerUnderCoat(lines[1], max)];
}

/** Assumed position of the neck's foot and of the shoulder's end, in shoulder widths from the spine. */
const NECK_FOOT_POSITION = 0.25;
const SHOULDER_END_POSITION = 0.5;
/**
 * Greatest height of the neck's foot above the shoulder joints under a coat, in heights of the chin: 24 people without a coat have .77 on
 * average.
 */
const COAT_NECK_HEIGHT_MAX = 0.72;
/**
 * The same for shoulders that become bare: fur, wide collars and hoods do not count as coats, and none of them may lift a strap to the jaw.
 */
const COVERED_NECK_HEIGHT_MAX = 0.8;
/**
 * Slope at or below which a shoulder line is not the body's own: fur, which is thick at the shoulder's end too, flattens every shoulder to
 * this.
 */
const SLOPE_MIN = 0.13;
/**
 * Greatest height of the neck's foot, in shoulder widths, where the neck is bare and no clothes pile up beside it; 20 people have .20–.30.
 */
const BARE_NECK_HEIGHT_MAX = 0.3;
/**
 * Height above the joints of the shoulder's end, and greatest height of the neck's foot, in shoulder widths: means of 24 people without a
 * coat.
 */
const USUAL_END_HEIGHT = 0.15;
const USUAL_FOOT_HEIGHT_MAX = 0.25;

/** Shoulders that long hair hides on both sides. */
function usualLine(chin: number): ShoulderLine {
  const foot = Math.max(USUAL_END_HEIGHT, Math.min(USUAL_FOOT_HEIGHT_MAX, COAT_NECK_HEIGHT_MAX * chin));
  const slope = clamp((foot - USUAL_END_HEIGHT) / (SHOULDER_END_POSITION - NECK_FOOT_POSITION), 0.12, 0.6);
  return { level: foot + slope * NECK_FOOT_POSITION, slope, bulge: [], measured: false };
}

/** How much a coat raises the shoulder's end, in shoulder widths. */
const COAT_THICKNESS = 0.02;

/** A coat's standing collar and its lapels feign a neck that begins at the jaw: the body's own shoulders are lower. */
function lowerUnderCoat(line: ShoulderLine, max: number): ShoulderLine {
  if (line.level - line.slope * NECK_FOOT_POSITION <= max) return line;
  const end = Math.min(line.level - line.slope * SHOULDER_END_POSITION - COAT_THICKNESS, max);
  const slope = clamp((max - end) / (SHOULDER_END_POSITION - NECK_FOOT_POSITION), 0.12, 0.6);
  return { ...line, level: max + slope * NECK_FOOT_POSITION, slope, bulge: [] };
}

/** Height of the chin above the shoulder joints in shoulder widths; infinite without a face. */
export function chinHeight({ body, shoulderMid, down, sw }: PlacementFrame): number {
  const oval = body.faceOval ?? [];
  return Math.min(Infinity, ...oval.map((p) => -dot(sub(p, shoulderMid), down) / sw));
}

const isNeckBare = (frame: PlacementFrame): boolean =>
  showsNeck(frame.body.planes.skin, { ...frame, shoulderWidth: frame.sw }, frame.body.workScale);

/** Mean coverage by an outer layer just below both shoulders above which a coat is worn. */
const COAT_COVERAGE_MIN = 0.5;

function wearsCoat(frame: PlacementFrame): boolean {
  const { outer } = frame.body.planes;
  let sum = 0;
  for (const sign of [-1, 1]) {
    for (const u of [0.28, 0.36, 0.44]) {
      const base = add(frame.shoulderMid, frame.across, sign * u * frame.sw);
      sum += probe(frame, outer, add(base, frame.down, 0.08 * frame.sw));
    }
  }
  return sum / 6 > COAT_COVERAGE_MIN;
}

/** The point of the shoulder's upper edge u shoulder widths out on one side. */
export function onShoulder(frame: PlacementFrame, line: ShoulderLine, side: 0 | 1, u: number): PhotoPoint {
  const sign = side === 0 ? -1 : 1;
  const base = add(frame.shoulderMid, frame.across, sign * u * frame.sw);
  const round = roundAt(u);
  return add(base, frame.down, -(line.level - line.slope * u - round + bulgeAt(line, u)) * frame.sw);
}

const roundAt = (u: number): number => SHOULDER_ROUNDING * Math.max(0, u - 0.46) ** 2;

function bulgeAt({ bulge }: ShoulderLine, u: number): number {
  if (bulge.length === 0) return 0;
  const at = clamp(((u - SCAN_FROM) / (BULGE_SPAN_END - SCAN_FROM)) * (bulge.length - 1), 0, bulge.length - 1);
  const i = Math.min(bulge.length - 2, Math.floor(at));
  return (
    (bulge[i] + (at - i) * (bulge[i + 1] - bulge[i])) *
    clamp((BULGE_SPAN_END + BULGE_FADE_WIDTH - u) / BULGE_FADE_WIDTH, 0, 1)
  );
}

function measureLine(frame: PlacementFrame, sign: -1 | 1, bulging: boolean): ShoulderLine | null {
  const us: number[] = [];
  const heights: number[] = [];
  for (let i = 0; i < SCAN_SAMPLES; i++) {
    const u = SCAN_FROM + ((SCAN_TO - SCAN_FROM) * i) / (SCAN_SAMPLES - 1);
    const height = edgeHeight(frame, sign * u);
    if (height === null) continue;
    us.push(u);
    heights.push(height);
  }
  if (us.length < 5) return null;
  const line = theilSen(us, heights);
  const slope = clamp(-line.slope, 0.12, 0.6);
  const middle = upperMedian(us);
  const level = line.intercept + line.slope * middle + slope * middle;
  const found = { level: clamp(level, 0.05, 0.42), slope, bulge: [], measured: true };
  return bulging ? { ...found, bulge: bulgeOf(frame, sign, found) } : found;
}

/** Deviation of the measured edge from the line that {@link onShoulder} draws without bulges, mean of five; 0 where nothing is measured. */
function bulgeOf(frame: PlacementFrame, sign: -1 | 1, { level, slope }: ShoulderLine): number[] {
  const off = Array.from({ length: BULGE_SAMPLES }, (_, i) => {
    const u = SCAN_FROM + ((BULGE_SPAN_END - SCAN_FROM) * i) / (BULGE_SAMPLES - 1);
    const height = edgeHeight(frame, sign * u);
    return height === null ? null : clamp(height - level + slope * u + roundAt(u), -HOLLOW_DEPTH_MAX, BULGE_HEIGHT_MAX);
  });
  return off.map((_, i) => {
    const near = off.slice(Math.max(0, i - 2), i + 3).filter((value) => value !== null);
    return near.reduce((sum, value) => sum + value, 0) / Math.max(3, near.length);
  });
}

/** Height above the joints' level, in shoulder widths, at which the body ends on the way up; null under hair or off the photo. */
function edgeHeight(frame: PlacementFrame, u: number): number | null {
  const { person, hair } = frame.body.planes;
  const base = add(frame.shoulderMid, frame.across, u * frame.sw);
  const step = Math.max(0.5, 1 / frame.body.workScale);
  let entered = false;
  for (let k = -0.2 * frame.sw; k < 0.5 * frame.sw; k += step) {
    const p = add(base, frame.down, -k);
    if (probe(frame, hair, p) > 0.4) return null;
    const inside = probe(frame, person, p) > 0.5;
    if (inside) entered = true;
    else if (entered) return k / frame.sw;
  }
  return null;
}
