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
   * How much higher than the line the shoulder really is, at even steps from FROM to BULGES_TO, in shoulder widths: strong shoulders bulge.
   */
  readonly bulge: readonly number[];
  readonly measured: boolean;
}

const FROM = 0.26;
const TO = 0.52;
const SAMPLES = 14;
/**
 * In shoulder widths: how far out a shoulder's bulge is measured, the distance beyond over which it fades out, and (below the number of
 * samples) how far it may be above and below the line.
 */
const BULGES_TO = 0.6;
const RUN_OUT = 0.06;
const BULGE_SAMPLES = 18;
const BULGE_MOST = 0.06;
const HOLLOW_MOST = 0.02;
/** Fall beyond the joint, where the shoulder rounds into the arm: shoulder widths per squared shoulder width. */
const ROUND = 2;

/**
 * Measures the slope from the neck to the shoulder on both sides: scans upwards through skin and clothes at .26–.52 shoulder widths from
 * the spine, ignoring hair; Theil–Sen line, slope .12–.6. A side under long hair takes the other's line. With `bulging` false bulges are
 * ignored. `neckMost`: greatest believable height of the neck's foot under a coat, in heights of the chin, because a coat's collar feigns a
 * higher one.
 */
export function shoulderLines(frame: PlacementFrame, bulging = true, neckMost = NECK_MOST): Pair<ShoulderLine> {
  const left = measure(frame, -1, bulging);
  const right = measure(frame, 1, bulging);
  const usual = usualLine(chinHeight(frame));
  const lines = [left ?? right ?? usual, right ?? left ?? usual] as const;
  const coat = wearsCoat(frame);
  if (!coat && bulging) return [lines[0], lines[1]];
  const covered = COVERED_MOST * chinHeight(frame);
  const snug = isNeckBare(frame) && lines.every(({ slope }) => slope > FLATTEST);
  const most = coat ? neckMost * chinHeight(frame) : snug ? Math.max(covered, SNUG_MOST) : covered;
  return [underCoat(lines[0], most), underCoat(lines[1], most)];
}

/** Assumed position of the neck's foot and of the shoulder's end, in shoulder widths from the spine. */
const FOOT = 0.25;
const END = 0.5;
/**
 * Greatest height of the neck's foot above the shoulder joints under a coat, in heights of the chin: 24 people without a coat have .77 on
 * average.
 */
const NECK_MOST = 0.72;
/**
 * The same for shoulders that become bare: fur, wide collars and hoods do not count as coats, and none of them may lift a strap to the jaw.
 */
const COVERED_MOST = 0.8;
/**
 * Slope at or below which a shoulder line is not the body's own: fur, which is thick at the shoulder's end too, flattens every shoulder to
 * this.
 */
const FLATTEST = 0.13;
/**
 * Greatest height of the neck's foot, in shoulder widths, where the neck is bare and no clothes pile up beside it; 20 people have .20–.30.
 */
const SNUG_MOST = 0.3;
/**
 * Height above the joints of the shoulder's end, and greatest height of the neck's foot, in shoulder widths: means of 24 people without a
 * coat.
 */
const END_USUAL = 0.15;
const FOOT_USUAL = 0.25;

/** Shoulders that long hair hides on both sides. */
function usualLine(chin: number): ShoulderLine {
  const foot = Math.max(END_USUAL, Math.min(FOOT_USUAL, NECK_MOST * chin));
  const slope = clamp((foot - END_USUAL) / (END - FOOT), 0.12, 0.6);
  return { level: foot + slope * FOOT, slope, bulge: [], measured: false };
}

/** How much a coat raises the shoulder's end, in shoulder widths. */
const COAT_THICK = 0.02;

/** A coat's standing collar and its lapels feign a neck that begins at the jaw: the body's own shoulders are lower. */
function underCoat(line: ShoulderLine, most: number): ShoulderLine {
  if (line.level - line.slope * FOOT <= most) return line;
  const end = Math.min(line.level - line.slope * END - COAT_THICK, most);
  const slope = clamp((most - end) / (END - FOOT), 0.12, 0.6);
  return { ...line, level: most + slope * FOOT, slope, bulge: [] };
}

/** Height of the chin above the shoulder joints in shoulder widths; infinite without a face. */
export function chinHeight({ body, shoulderMid, down, sw }: PlacementFrame): number {
  const oval = body.faceOval ?? [];
  return Math.min(Infinity, ...oval.map((p) => -dot(sub(p, shoulderMid), down) / sw));
}

const isNeckBare = (frame: PlacementFrame): boolean =>
  showsNeck(frame.body.planes.skin, { ...frame, shoulderWidth: frame.sw }, frame.body.workScale);

/** Mean coverage by an outer layer just below both shoulders above which a coat is worn. */
const COAT_LEAST = 0.5;

function wearsCoat(frame: PlacementFrame): boolean {
  const { outer } = frame.body.planes;
  let sum = 0;
  for (const sign of [-1, 1]) {
    for (const u of [0.28, 0.36, 0.44]) {
      const base = add(frame.shoulderMid, frame.across, sign * u * frame.sw);
      sum += probe(frame, outer, add(base, frame.down, 0.08 * frame.sw));
    }
  }
  return sum / 6 > COAT_LEAST;
}

/** The point of the shoulder's upper edge u shoulder widths out on one side. */
export function onShoulder(frame: PlacementFrame, line: ShoulderLine, side: 0 | 1, u: number): PhotoPoint {
  const sign = side === 0 ? -1 : 1;
  const base = add(frame.shoulderMid, frame.across, sign * u * frame.sw);
  const round = roundAt(u);
  return add(base, frame.down, -(line.level - line.slope * u - round + bulgeAt(line, u)) * frame.sw);
}

const roundAt = (u: number): number => ROUND * Math.max(0, u - 0.46) ** 2;

function bulgeAt({ bulge }: ShoulderLine, u: number): number {
  if (bulge.length === 0) return 0;
  const at = clamp(((u - FROM) / (BULGES_TO - FROM)) * (bulge.length - 1), 0, bulge.length - 1);
  const i = Math.min(bulge.length - 2, Math.floor(at));
  return (bulge[i] + (at - i) * (bulge[i + 1] - bulge[i])) * clamp((BULGES_TO + RUN_OUT - u) / RUN_OUT, 0, 1);
}

function measure(frame: PlacementFrame, sign: -1 | 1, bulging: boolean): ShoulderLine | null {
  const us: number[] = [];
  const heights: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const u = FROM + ((TO - FROM) * i) / (SAMPLES - 1);
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
    const u = FROM + ((BULGES_TO - FROM) * i) / (BULGE_SAMPLES - 1);
    const height = edgeHeight(frame, sign * u);
    return height === null ? null : clamp(height - level + slope * u + roundAt(u), -HOLLOW_MOST, BULGE_MOST);
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
