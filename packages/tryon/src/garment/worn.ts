import { createRaster } from '@drape/imaging';
import type { RasterU8 } from '@drape/imaging';
import type { PoseLandmark, TryOnPorts } from '../ports';
import { TryOnRefusal } from '../refusal';

const SCORE_MIN = 0.6;
const VISIBLE = 0.6;
/** RGB distance from the chest at which an arm is surely not sleeve. */
const CLEARLY_OTHER = 70;
/** The same from the picture's border, where a beige wall would pass for skin. */
const NOT_WALL = 45;

/**
 * Refuses a product picture in which a person wears the garment: a body is found, and skin shows at its face, hands or arms.
 *
 * A ghost mannequin or a flat garment can look like a body to the pose network, but shows no skin.
 * Throws: TryOnRefusal(garment_not_detected).
 */
export async function refuseWorn(image: RasterU8, ports: Pick<TryOnPorts, 'detectPose'>): Promise<void> {
  if (image.channels === 4) return;
  const rgb = image.channels === 3 ? image : grey(image);
  const { person } = await ports.detectPose(rgb);
  if (person === null || person.score < SCORE_MIN) return;
  const at = (indices: readonly number[]): number =>
    indices.filter((i) => skinAt(rgb, person.landmarks[i], person.landmarks)).length;
  const face = at([0, 2, 5, 9, 10]);
  const hands = at([15, 16, 17, 18, 19, 20]);
  if (face < 3 && hands < 3 && bareArms(rgb, person.landmarks) < 2) return;
  throw new TryOnRefusal(
    'garment_not_detected',
    'The product image shows the garment worn by a person. Send a picture of the garment alone, laid flat or on an invisible mannequin.',
  );
}

/** How many of both elbows and forearms show skin that is not the colour of the chest: heads are often cropped away. */
function bareArms(rgb: RasterU8, all: readonly PoseLandmark[]): number {
  const reach = windowOf(all);
  const middle = (a: number, b: number) => ({ x: (all[a].x + all[b].x) / 2, y: (all[a].y + all[b].y) / 2 });
  const chest = medianColour(rgb, { x: (all[11].x + all[24].x) / 2, y: (all[11].y * 2 + all[24].y) / 3 }, reach);
  if (chest === null) return 0;
  const { width: w, height: h } = rgb;
  const around = [0.02, 0.5, 0.98].flatMap((x) => [0.02, 0.25, 0.5, 0.75, 0.98].map((y) => ({ x: x * w, y: y * h })));
  const border = around
    .filter((p) => p.x < 0.1 * w || p.x > 0.9 * w || p.y < 0.1 * h)
    .flatMap((p) => medianColour(rgb, p, reach) ?? []);
  return [all[13], all[14], middle(13, 15), middle(14, 16)].filter((point) => {
    const colour = medianColour(rgb, point, reach);
    if (colour === null || !isSkin(colour) || apart(colour, chest) < CLEARLY_OTHER) return false;
    for (let k = 0; k < border.length; k += 3) if (apart(colour, border.slice(k, k + 3)) < NOT_WALL) return false;
    return true;
  }).length;
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function skinAt(rgb: RasterU8, point: PoseLandmark, all: readonly PoseLandmark[]): boolean {
  const colour = point.visibility < VISIBLE ? null : medianColour(rgb, point, windowOf(all));
  return colour !== null && isSkin(colour);
}

function windowOf(all: readonly PoseLandmark[]): number {
  return Math.max(1, Math.round(Math.hypot(all[11].x - all[12].x, all[11].y - all[12].y) * 0.02));
}

/** Median of each channel in a small square; null outside the picture. */
function medianColour(rgb: RasterU8, at: { x: number; y: number }, reach: number): [number, number, number] | null {
  if (at.x < 0 || at.y < 0 || at.x >= rgb.width || at.y >= rgb.height) return null;
  const channels: [number[], number[], number[]] = [[], [], []];
  for (let y = Math.max(0, Math.floor(at.y) - reach); y <= Math.min(rgb.height - 1, Math.floor(at.y) + reach); y++) {
    for (let x = Math.max(0, Math.floor(at.x) - reach); x <= Math.min(rgb.width - 1, Math.floor(at.x) + reach); x++) {
      for (let c = 0; c < 3; c++) channels[c].push(rgb.data[(y * rgb.width + x) * 3 + c]);
    }
  }
  const [r, g, b] = channels.map((values) => values.sort((p, q) => p - q)[values.length >> 1]);
  return [r, g, b];
}

/** Red over green over blue, in the chromaticities that people have; dark and light alike. */
function isSkin([r, g, b]: readonly [number, number, number]): boolean {
  const sum = r + g + b;
  return sum > 90 && r > g && g >= b * 0.92 && r / sum > 0.355 && r / sum < 0.56 && g / sum > 0.27 && g / sum < 0.37;
}

function grey(image: RasterU8): RasterU8 {
  const rgb = createRaster(image.width, image.height, 3);
  for (let i = 0; i < image.data.length; i++) rgb.data.fill(image.data[i], i * 3, i * 3 + 3);
  return rgb;
}
