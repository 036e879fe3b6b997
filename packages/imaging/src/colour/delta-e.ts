import type { Lab } from './colour';

/** Euclidean distance in L*a*b*. */
export function deltaE76(p: Lab, q: Lab): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/**
 * CIEDE2000 colour difference with kL = kC = kH = 1. About 1 is just noticeable side by side.
 *
 * Range: ≥ 0; symmetric. Source: Sharma, Wu, Dalal 2005, eqs. 2–22, with their test pairs as the test.
 */
export function deltaE2000(p: Lab, q: Lab): number {
  const meanC = (Math.hypot(p[1], p[2]) + Math.hypot(q[1], q[2])) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + 25 ** 7)));
  const a1 = (1 + g) * p[1];
  const a2 = (1 + g) * q[1];
  const c1 = Math.hypot(a1, p[2]);
  const c2 = Math.hypot(a2, q[2]);
  const h1 = hueDegrees(p[2], a1);
  const h2 = hueDegrees(q[2], a2);
  const grey = c1 * c2 === 0;
  const turn = h2 - h1;
  const dh = grey ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  const dL = q[0] - p[0];
  const dC = c2 - c1;
  const dH = 2 * Math.sqrt(c1 * c2) * sinDegrees(dh / 2);
  const L = (p[0] + q[0]) / 2;
  const C = (c1 + c2) / 2;
  const h = grey ? h1 + h2 : meanHue(h1, h2);
  const t =
    1 -
    0.17 * cosDegrees(h - 30) +
    0.24 * cosDegrees(2 * h) +
    0.32 * cosDegrees(3 * h + 6) -
    0.2 * cosDegrees(4 * h - 63);
  const sL = 1 + (0.015 * (L - 50) ** 2) / Math.sqrt(20 + (L - 50) ** 2);
  const sC = 1 + 0.045 * C;
  const sH = 1 + 0.015 * C * t;
  const rC = 2 * Math.sqrt(C ** 7 / (C ** 7 + 25 ** 7));
  const rT = -sinDegrees(60 * Math.exp(-(((h - 275) / 25) ** 2))) * rC;
  const l = dL / sL;
  const c = dC / sC;
  const k = dH / sH;
  return Math.sqrt(Math.max(0, l * l + c * c + k * k + rT * c * k));
}

function meanHue(h1: number, h2: number): number {
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

function hueDegrees(b: number, a: number): number {
  if (a === 0 && b === 0) return 0;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

function sinDegrees(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cosDegrees(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
