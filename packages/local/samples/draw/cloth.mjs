import sharp from 'sharp';
import { blur, coverage, displace, HEIGHT, makeWarp, rasterise, WIDTH } from './canvas.mjs';
import { FABRICS } from './fabric.mjs';
import { addFolds } from './folds.mjs';
import { cloudNoise, grain, noise } from './noise.mjs';

const LIGHT = normalise([-0.38, -0.62, 0.78]);
const AMBIENT = 0.4;

function normalise([x, y, z]) {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/**
 * A piece of cloth, drawn over the pieces before it:
 * `shape` SVG path; `paint` its colour, or SVG markup that covers it (prints, stripes, stitches); `fabric` a key of FABRICS;
 * `folds` see folds.mjs; `grooves` SVG markup of strokes: seams, pressed into the cloth; `pucker` height of the gathers along them;
 * `swell` height of large soft waves with `swellCell` their size [x, y]; `roll` thickness of the edge; `volume` how much the sides turn
 * away (ghost mannequin); `sheen` light on ridges; `shade` brightness; `shadow` strength of the shadow on what lies below;
 * `veil` SVG markup whose coverage darkens the piece by `veilDepth` (the inside of a collar).
 */
const DEFAULTS = {
  fabric: 'smooth',
  folds: [],
  grooves: '',
  pucker: 0.22,
  swell: 3,
  swellCell: [90, 200],
  roll: 2.2,
  volume: 0.16,
  sheen: 0.1,
  shade: 1,
  shadow: 0.35,
  veil: '',
  veilDepth: 0.4,
};

/** Draws the pieces on a studio background and gives a JPEG. */
export async function drawGarment({ seed, pieces, ground = [243, 243, 242] }) {
  const warp = makeWarp(seed);
  const picture = paintGround(ground, seed);
  await castOnGround(picture, pieces, warp);
  for (const [index, piece] of pieces.entries())
    await drawPiece(picture, { ...DEFAULTS, ...piece }, warp, seed + index * 101);
  const bytes = Uint8ClampedArray.from(
    picture,
    (value, i) => value + 1.1 * grain(i % (WIDTH * 3), Math.floor(i / (WIDTH * 3)), seed),
  );
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 };
  return sharp(Buffer.from(bytes.buffer), { raw }).jpeg({ quality: 86, mozjpeg: true }).toBuffer();
}

function paintGround([red, green, blue], seed) {
  const picture = new Float32Array(WIDTH * HEIGHT * 3);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i += 3) {
      const fall = ((x - 430) / WIDTH) ** 2 + ((y - 480) / HEIGHT) ** 2;
      const light = 1.012 - 0.055 * fall + 0.004 * cloudNoise(x / 300, y / 300, seed);
      picture[i] = red * light;
      picture[i + 1] = green * light;
      picture[i + 2] = blue * light;
    }
  }
  return picture;
}

/** Two shadows of the whole garment: a wide soft one and a narrow one at the contact. */
async function castOnGround(picture, pieces, warp) {
  const shapes = pieces.map(({ shape }) => `<path d="${shape}"/>`).join('');
  const mask = displace(await coverage(shapes), 1, warp);
  const wide = blur(mask, 22);
  const narrow = blur(mask, 5);
  darken(picture, (i) => 1 - 0.2 * shifted(wide, i, 9, 16) - 0.16 * shifted(narrow, i, 3, 5));
}

function shifted(plane, i, dx, dy) {
  const x = (i % WIDTH) - dx;
  const y = Math.floor(i / WIDTH) - dy;
  return x < 0 || y < 0 ? 0 : plane[y * WIDTH + x];
}

function darken(picture, factorAt) {
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const factor = factorAt(i);
    for (let c = 0; c < 3; c++) picture[i * 3 + c] *= factor;
  }
}

async function drawPiece(picture, piece, warp, seed) {
  const mask = displace(await coverage(`<path d="${piece.shape}"/>`), 1, warp);
  const height = await reliefOf(piece, mask, warp, seed);
  const light = lightOf(height, mask, piece);
  const markup = piece.paint.startsWith('#') ? `<rect width="100%" height="100%" fill="${piece.paint}"/>` : piece.paint;
  const paint = displace(displace(await rasterise(markup), 4, slopesOf(height)), 4, warp);
  const veil = piece.veil === '' ? null : blur(displace(await coverage(piece.veil), 1, warp), 14);
  if (piece.shadow > 0) {
    const cast = blur(mask, 7);
    darken(picture, (i) => 1 - piece.shadow * shifted(cast, i, 3, 6) * (1 - mask[i]) * shifted(cast, i, 0, 0));
  }
  const { tone } = FABRICS[piece.fabric];
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      if (mask[i] === 0) continue;
      const lit = light[i] * piece.shade * (veil === null ? 1 : 1 - piece.veilDepth * veil[i]);
      const glow = Math.max(0, light[i] - 1) * piece.sheen * 255;
      const cover = mask[i];
      const dye = tone(x, y);
      for (let c = 0; c < 3; c++) {
        const value = paint[i * 4 + c] * dye * lit + glow;
        picture[i * 3 + c] = picture[i * 3 + c] * (1 - cover) + value * cover;
      }
    }
  }
}

/** The relief in pixels: edge, waves, folds, seams and weave. */
async function reliefOf(piece, mask, warp, seed) {
  const field = new Float32Array(WIDTH * HEIGHT);
  const edge = blur(mask, 2.5);
  const shoulder = blur(mask, 9);
  const [cellX, cellY] = piece.swellCell;
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      if (shoulder[i] < 0.01) continue;
      const wave = waveAt(x / cellX, y / cellY, seed);
      field[i] = piece.roll * (2.2 * edge[i] + 2.6 * shoulder[i]) + piece.swell * wave;
    }
  }
  addFolds(field, piece.folds);
  if (piece.grooves !== '') await pressGrooves(field, piece, warp, seed);
  const { height } = FABRICS[piece.fabric];
  for (let y = 0, i = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, i++) if (mask[i] > 0) field[i] += height(x, y);
  return field;
}

/** Large waves: smooth, bent, without small lumps. */
function waveAt(x, y, seed) {
  const bent = x + 0.5 * noise(x / 2, y / 2, seed + 3);
  return noise(bent, y, seed) + 0.3 * noise(bent * 2.1, y * 1.7, seed + 9);
}

async function pressGrooves(field, { grooves, pucker }, warp, seed) {
  const lines = displace(await coverage(grooves), 1, warp);
  const deep = blur(lines, 1.2);
  const near = blur(lines, 7);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      if (near[i] < 0.004) continue;
      field[i] += -2 * deep[i] + 9 * pucker * near[i] * cloudNoise(x / 9, y / 9, seed + 77);
    }
  }
}

/** Brightness of each pixel, about 1 where the cloth lies flat: diffuse light, hollows darker, sides turned away. */
function lightOf(height, mask, { volume }) {
  const light = new Float32Array(height.length);
  const smoothed = blur(height, 11);
  const sides = blur(mask, 42);
  const [lx, ly, lz] = LIGHT;
  for (let y = 1; y < HEIGHT - 1; y++) {
    for (let x = 1; x < WIDTH - 1; x++) {
      const i = y * WIDTH + x;
      if (mask[i] === 0) continue;
      const sx = (height[i + 1] - height[i - 1]) / 2;
      const sy = (height[i + WIDTH] - height[i - WIDTH]) / 2;
      const facing = Math.max(0, (-sx * lx - sy * ly + lz) / Math.sqrt(sx * sx + sy * sy + 1)) / lz;
      const hollow = Math.min(1.05, Math.max(0.72, 1 + 0.035 * (height[i] - smoothed[i])));
      const turned = 1 - volume * Math.max(0, 1 - sides[i]) ** 1.5 * 2.2;
      light[i] = (AMBIENT + (1 - AMBIENT) * Math.min(1.35, facing)) * hollow * turned;
    }
  }
  return light;
}

/** Where a fold tilts the cloth, its pattern is seen shifted. */
function slopesOf(height) {
  const soft = blur(height, 2);
  const dx = new Float32Array(height.length);
  const dy = new Float32Array(height.length);
  for (let i = WIDTH; i < height.length - WIDTH; i++) {
    dx[i] = (soft[i + 1] - soft[i - 1]) * 2.2;
    dy[i] = (soft[i + WIDTH] - soft[i - WIDTH]) * 2.2;
  }
  return { dx, dy };
}
