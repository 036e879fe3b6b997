import { createPlane, gaussianBlur, resizePlane } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** How strongly the outline is smoothed, as a share of the cut-out's height: stairs and tufts go, folds of a sleeve stay. Tuned by eye. */
const SIGMA = 0.006;
/** Cut-outs above this height are blurred at half their size. */
const LARGE = 600;
/** Half the width of the new edge's ramp, pixels: a ramp of a pixel and a half is what enlarging draws an even line from. */
const RAMP = 0.8;
/** Blurred α this far from .5 is no rough edge but a corner, a strap or a slit: from here on the outline stays as it was, and fully so. */
const KEEPS_FROM = 0.16;
const KEEPS_ALL = 0.27;

/**
 * Draws the outline of a cut-out as an even line. Mattes of small pictures have stairs, and those of faint edges tufts; on a body they are
 * enlarged and look torn.
 *
 * Layout: straight RGBA, whose colours go on past the outline; only α is changed, in place. Corners, straps and slits that are finer than
 * the blur stay. Cost: a blur of one plane.
 */
export function smoothOutline(rgba: RasterU8): void {
  const { width, height, data } = rgba;
  const alpha = createPlane(width, height);
  for (let i = 0; i < alpha.data.length; i++) alpha.data[i] = data[4 * i + 3] / 255;
  const sigma = SIGMA * height;
  const soft = blurred(alpha, sigma);
  const steep = (sigma * Math.sqrt(2 * Math.PI)) / (2 * RAMP);
  const fine = new Uint8Array(width * height);
  for (let y = AROUND; y < height - AROUND; y++) {
    markFine(alpha.data, soft.data, fine, y * width + AROUND, (y + 1) * width - AROUND, width);
  }
  for (let y = 0; y < height; y++) smoothRow(soft.data, fine, data, y * width, (y + 1) * width, steep);
}

/** How far around what is found too fine for the blur the outline stays as it was, pixels. */
const AROUND = 2;

/** Marks straps and slits of three pixels or more: the blur turns their very middle into the other side. */
function markFine(
  alpha: Float32Array,
  soft: Float32Array,
  fine: Uint8Array,
  from: number,
  to: number,
  width: number,
): void {
  for (let i = from; i < to; i++) {
    const inside = alpha[i] > 0.5;
    if (inside === soft[i] > 0.5) continue;
    let even = true;
    for (let y = i - width; y <= i + width; y += width) {
      for (let j = y - 1; j <= y + 1; j++) if (alpha[j] > 0.5 !== inside) even = false;
    }
    if (!even) continue;
    for (let y = i - AROUND * width; y <= i + AROUND * width; y += width) fine.fill(1, y - AROUND, y + AROUND + 1);
  }
}

function blurred(alpha: PlaneF32, sigma: number): PlaneF32 {
  if (alpha.height < LARGE) return gaussianBlur(alpha, sigma);
  const half = resizePlane(alpha, Math.round(alpha.width / 2), Math.round(alpha.height / 2));
  return resizePlane(gaussianBlur(half, sigma / 2), alpha.width, alpha.height);
}

function smoothRow(
  soft: Float32Array,
  fine: Uint8Array,
  rgba: Uint8Array,
  from: number,
  to: number,
  steep: number,
): void {
  for (let i = from; i < to; i++) {
    const off = soft[i] - 0.5;
    const far = off < 0 ? -off : off;
    if (far >= KEEPS_ALL || fine[i] === 1) continue;
    const drawn = 255 * Math.min(1, Math.max(0, 0.5 + off * steep));
    const kept = Math.max(0, (far - KEEPS_FROM) / (KEEPS_ALL - KEEPS_FROM));
    const a = 4 * i + 3;
    rgba[a] = drawn + kept * (rgba[a] - drawn) + 0.5;
  }
}
