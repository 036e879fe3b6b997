/** Seeded noise, so that every machine draws the same garments. */

/** A generator of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function lattice(x, y, seed) {
  let mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 1442695041);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2147483648 - 1;
}

const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);

/** Smooth value noise in [-1, 1]. */
export function noise(x, y, seed) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const u = fade(x - x0);
  const v = fade(y - y0);
  const top = lattice(x0, y0, seed) * (1 - u) + lattice(x0 + 1, y0, seed) * u;
  const bottom = lattice(x0, y0 + 1, seed) * (1 - u) + lattice(x0 + 1, y0 + 1, seed) * u;
  return top * (1 - v) + bottom * v;
}

/** Three octaves of it, about in [-1, 1]. */
export function cloudNoise(x, y, seed) {
  return (
    (noise(x, y, seed) + 0.5 * noise(x * 2.03, y * 2.03, seed + 11) + 0.25 * noise(x * 4.1, y * 4.1, seed + 23)) / 1.4
  );
}

/** White noise a pixel in [-1, 1]. */
export function grain(x, y, seed) {
  return lattice(x, y, seed);
}
