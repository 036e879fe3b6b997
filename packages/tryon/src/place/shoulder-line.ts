import { theilSen } from '@drape/imaging';
import type { Point } from '@drape/imaging';
import type { BodyFrame } from './body-frame';
import { probe } from './body-frame';
import type { Pair } from '../garment/types';
import { add, clamp } from './vector';

/** Upper edge of a shoulder as height = level − slope · u, in shoulder widths; u counts outwards from the spine. */
export interface ShoulderLine {
  readonly level: number;
  readonly slope: number;
  readonly measured: boolean;
}

const FROM = 0.26;
const TO = 0.52;
const SAMPLES = 14;
/** Fall beyond the joint, where the shoulder rounds into the arm: shoulder widths a squared shoulder width. */
const ROUND = 2;

/**
 * Measures the slope from the neck to the shoulder on both sides: upwards scans through skin and clothes at .26–.52
 * shoulder widths from the spine, hair ignored, Theil–Sen line, slope .12–.6. A side under long hair takes the other's.
 */
export function shoulderLines(frame: BodyFrame): Pair<ShoulderLine> {
  const left = measure(frame, -1);
  const right = measure(frame, 1);
  const usual: ShoulderLine = { level: 0.2, slope: 0.34, measured: false };
  return [left ?? right ?? usual, right ?? left ?? usual];
}

/** The point of the shoulder's upper edge u shoulder widths out on one side. */
export function onShoulder(frame: BodyFrame, line: ShoulderLine, side: 0 | 1, u: number): Point {
  const sign = side === 0 ? -1 : 1;
  const base = add(frame.shoulderMid, frame.across, sign * u * frame.sw);
  const round = ROUND * Math.max(0, u - 0.46) ** 2;
  return add(base, frame.down, -(line.level - line.slope * u - round) * frame.sw);
}

function measure(frame: BodyFrame, sign: -1 | 1): ShoulderLine | null {
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
  const middle = [...us].sort((a, b) => a - b)[us.length >> 1];
  const level = line.intercept + line.slope * middle + slope * middle;
  return { level: clamp(level, 0.05, 0.42), slope, measured: true };
}

/** Height above the joints' level, in shoulder widths, where the body ends going up; null under hair or off the photo. */
function edgeHeight(frame: BodyFrame, u: number): number | null {
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
