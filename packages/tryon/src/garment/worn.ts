import { createRaster } from '@drape/imaging';
import type { RasterU8 } from '@drape/imaging';
import type { PoseLandmark, TryOnPorts } from '../ports';
import { TryOnRefusal } from '../refusal';

const SCORE_MIN = 0.6;
const VISIBLE = 0.6;

/**
 * Refuses a product picture in which a person wears the garment: a body is found, and skin shows at its face or hands.
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
  if (face < 3 && hands < 3) return;
  throw new TryOnRefusal(
    'garment_not_detected',
    'The product image shows the garment worn by a person. Send a picture of the garment alone, laid flat or on an invisible mannequin.',
  );
}

/** Skin colour in the median of a small window: red over green over blue, in the tones that people have. */
function skinAt(rgb: RasterU8, point: PoseLandmark, all: readonly PoseLandmark[]): boolean {
  if (point.visibility < VISIBLE || point.x < 0 || point.y < 0 || point.x >= rgb.width || point.y >= rgb.height)
    return false;
  const reach = Math.max(1, Math.round(Math.hypot(all[11].x - all[12].x, all[11].y - all[12].y) * 0.02));
  const channels: [number[], number[], number[]] = [[], [], []];
  for (
    let y = Math.max(0, Math.floor(point.y) - reach);
    y <= Math.min(rgb.height - 1, Math.floor(point.y) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(point.x) - reach);
      x <= Math.min(rgb.width - 1, Math.floor(point.x) + reach);
      x++
    ) {
      for (let c = 0; c < 3; c++) channels[c].push(rgb.data[(y * rgb.width + x) * 3 + c]);
    }
  }
  const [r, g, b] = channels.map((values) => values.sort((p, q) => p - q)[values.length >> 1]);
  const sum = r + g + b;
  return sum > 90 && r > g && g >= b * 0.92 && r / sum > 0.355 && r / sum < 0.56 && g / sum > 0.27 && g / sum < 0.37;
}

function grey(image: RasterU8): RasterU8 {
  const rgb = createRaster(image.width, image.height, 3);
  for (let i = 0; i < image.data.length; i++) rgb.data.fill(image.data[i], i * 3, i * 3 + 3);
  return rgb;
}
