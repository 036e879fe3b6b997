import sharp from 'sharp';
import { noise } from './noise.mjs';

export const WIDTH = 1000;
export const HEIGHT = 1200;

/** Rasterises SVG markup to straight RGBA, with the canvas as its view box. */
export async function rasterise(markup) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${markup}</svg>`;
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
}

/** Coverage 0…1 of SVG markup. */
export async function coverage(markup) {
  const rgba = await rasterise(markup);
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => rgba[i * 4 + 3] / 255);
}

/** Three box passes, which is near a Gaussian of this sigma; the border is repeated. */
export function blur(plane, sigma) {
  const radius = Math.max(1, Math.round(sigma * 0.98));
  let current = plane;
  for (let pass = 0; pass < 3; pass++) current = boxColumns(boxRows(current, radius), radius);
  return current;
}

function boxRows(plane, radius) {
  const out = new Float32Array(plane.length);
  const scale = 1 / (2 * radius + 1);
  for (let y = 0; y < HEIGHT; y++) {
    const row = y * WIDTH;
    const at = (x) => plane[row + Math.min(WIDTH - 1, Math.max(0, x))];
    let sum = 0;
    for (let x = -radius; x <= radius; x++) sum += at(x);
    for (let x = 0; x < WIDTH; x++) {
      out[row + x] = sum * scale;
      sum += at(x + radius + 1) - at(x - radius);
    }
  }
  return out;
}

function boxColumns(plane, radius) {
  const out = new Float32Array(plane.length);
  const scale = 1 / (2 * radius + 1);
  const sums = new Float32Array(WIDTH);
  const rowOf = (y) => Math.min(HEIGHT - 1, Math.max(0, y)) * WIDTH;
  for (let y = -radius; y <= radius; y++) for (let x = 0, row = rowOf(y); x < WIDTH; x++) sums[x] += plane[row + x];
  for (let y = 0; y < HEIGHT; y++) {
    const enter = rowOf(y + radius + 1);
    const leave = rowOf(y - radius);
    for (let x = 0; x < WIDTH; x++) {
      out[y * WIDTH + x] = sums[x] * scale;
      sums[x] += plane[enter + x] - plane[leave + x];
    }
  }
  return out;
}

/** A smooth displacement in pixels: nothing that lies on a table is as straight as it was drawn. */
export function makeWarp(seed, amplitude = 3, cell = 150) {
  const dx = new Float32Array(WIDTH * HEIGHT);
  const dy = new Float32Array(WIDTH * HEIGHT);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      dx[i] = amplitude * (noise(x / cell, y / cell, seed) + 0.12 * noise(x / 37, y / 37, seed + 5));
      dy[i] = amplitude * (noise(x / cell, y / cell, seed + 1) + 0.12 * noise(x / 37, y / 37, seed + 6));
    }
  }
  return { dx, dy };
}

/** Samples `pixels` (`channels` interleaved) at each pixel plus its displacement, bilinearly. */
export function displace(pixels, channels, { dx, dy }) {
  const out = new Float32Array(pixels.length);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const sx = Math.min(WIDTH - 1.001, Math.max(0, x + dx[i]));
      const sy = Math.min(HEIGHT - 1.001, Math.max(0, y + dy[i]));
      const x0 = Math.floor(sx);
      const y0 = Math.floor(sy);
      const u = sx - x0;
      const v = sy - y0;
      const at = (y0 * WIDTH + x0) * channels;
      const below = at + WIDTH * channels;
      for (let c = 0; c < channels; c++) {
        const top = pixels[at + c] * (1 - u) + pixels[at + channels + c] * u;
        const bottom = pixels[below + c] * (1 - u) + pixels[below + channels + c] * u;
        out[i * channels + c] = top * (1 - v) + bottom * v;
      }
    }
  }
  return out;
}
