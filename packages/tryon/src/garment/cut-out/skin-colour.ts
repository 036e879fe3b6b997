import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** Red over green over blue, with the chromaticities of human skin, dark and light alike. Range: 0…255. */
export function isSkinColour(r: number, g: number, b: number): boolean {
  const sum = r + g + b;
  return sum > 90 && r > g && g >= b * 0.92 && r / sum > 0.355 && r / sum < 0.56 && g / sum > 0.27 && g / sum < 0.37;
}

/** Share, 0…1, of skin-coloured pixels in what the saliency shows. Space: `salient` covers `rgb` at any size. */
export function skinColouredShare(rgb: RasterU8, salient: PlaneF32): number {
  let seen = 0;
  let skin = 0;
  for (let y = 0; y < salient.height; y += 2) {
    const row = Math.floor(((y + 0.5) / salient.height) * rgb.height) * rgb.width;
    for (let x = 0; x < salient.width; x += 2) {
      if (salient.data[y * salient.width + x] < 0.5) continue;
      const i = (row + Math.floor(((x + 0.5) / salient.width) * rgb.width)) * 3;
      seen++;
      if (isSkinColour(rgb.data[i], rgb.data[i + 1], rgb.data[i + 2])) skin++;
    }
  }
  return seen === 0 ? 0 : skin / seen;
}
