import { WIDTH } from './canvas.mjs';

/** Mirrors a path at the canvas's middle. Paths here are absolute M, L, C commands with `x,y` pairs. */
export function mirrorPath(path) {
  return path.replace(/(-?[\d.]+),(-?[\d.]+)/g, (_pair, x, y) => `${WIDTH - Number(x)},${y}`);
}

/** Closes the right half of an outline, which begins and ends on the middle line, with its mirror image. */
export function symmetric(rightHalf) {
  const segments = [...rightHalf.matchAll(/([MLC])([^MLC]*)/g)].map(([, command, rest]) => ({
    command,
    points: rest
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(',').map(Number)),
  }));
  const back = [];
  for (let i = segments.length - 1; i > 0; i--) {
    const { command, points } = segments[i];
    const end = segments[i - 1].points.at(-1);
    const route = [...points.slice(0, -1).reverse(), end];
    back.push(command + route.map(([x, y]) => `${WIDTH - x},${y}`).join(' '));
  }
  return `${rightHalf} ${back.join(' ')} Z`;
}

export const both = (markup) => `${markup}<g transform="translate(${WIDTH} 0) scale(-1 1)">${markup}</g>`;

/** A seam: a groove of this width. */
export const groove = (path, width = 2.4) => `<path d="${path}" fill="none" stroke="#000" stroke-width="${width}"/>`;

/** A row of stitches. */
export const stitches = (path, colour, width = 2, dash = '7 4') =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-dasharray="${dash}" stroke-linecap="round"/>`;

export const fill = (colour) => `<rect width="100%" height="100%" fill="${colour}"/>`;

/** A circle as a path. */
export const disc = (x, y, r) =>
  `M${x - r},${y} C${x - r},${y - r * 1.33} ${x + r},${y - r * 1.33} ${x + r},${y} C${x + r},${y + r * 1.33} ${x - r},${y + r * 1.33} ${x - r},${y} Z`;

/** A button with a rim and a highlight. */
export const button = (x, y, radius, metal) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${metal}"/><circle cx="${x}" cy="${y}" r="${radius * 0.62}" fill="none" stroke="#0004" stroke-width="2"/>` +
  `<circle cx="${x - radius * 0.3}" cy="${y - radius * 0.3}" r="${radius * 0.28}" fill="#fff8"/>`;

/** Strokes of the letters that our prints use: [path in units of the letter's height, width]. */
const LETTERS = {
  A: ['M0,1 L0.36,0 L0.72,1 M0.12,0.67 L0.6,0.67', 0.72],
  D: ['M0,0 L0,1 L0.28,1 C0.78,1 0.78,0 0.28,0 Z', 0.66],
  E: ['M0.54,0 L0,0 L0,1 L0.54,1 M0,0.49 L0.47,0.49', 0.54],
  I: ['M0,0 L0,1', 0],
  O: ['M0.39,0 C-0.13,0 -0.13,1 0.39,1 C0.91,1 0.91,0 0.39,0 Z', 0.78],
  P: ['M0,1 L0,0 L0.34,0 C0.72,0 0.72,0.55 0.34,0.55 L0,0.55', 0.62],
  R: ['M0,1 L0,0 L0.34,0 C0.7,0 0.7,0.53 0.34,0.53 L0,0.53 M0.33,0.53 L0.64,1', 0.64],
  S: ['M0.56,0.17 C0.46,-0.07 0.02,-0.06 0.04,0.26 C0.06,0.56 0.59,0.42 0.58,0.74 C0.57,1.07 0.1,1.06 0,0.82', 0.6],
  T: ['M0,0 L0.62,0 M0.31,0 L0.31,1', 0.62],
  U: ['M0,0 L0,0.64 C0,1.12 0.6,1.12 0.6,0.64 L0.6,0', 0.6],
};

/** A word in capital strokes, centred on x, its top at y. No font is used: fonts differ between machines. */
export function word(text, { x, y, height, weight, spacing = 0.26, colour }) {
  const glyphs = [...text].map((letter) => LETTERS[letter]);
  const total = glyphs.reduce((sum, [, width]) => sum + width + spacing, -spacing);
  let at = x - (total * height) / 2;
  const paths = glyphs.map(([path, width]) => {
    const place = `translate(${at.toFixed(2)} ${y}) scale(${height})`;
    at += (width + spacing) * height;
    return `<path transform="${place}" d="${path}" fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linejoin="miter" stroke-linecap="square" stroke-miterlimit="2"/>`;
  });
  return paths.join('');
}

/** Bands of one colour, `step` apart, over the whole canvas, turned by `angle` degrees around (cx, cy). */
export function stripes({ colour, from, to, step, thickness, angle = 0, cx = 500, cy = 600 }) {
  const bands = [];
  for (let y = from; y < to; y += step) {
    bands.push(`<rect x="-600" y="${y}" width="2200" height="${thickness}" fill="${colour}"/>`);
  }
  return `<g transform="rotate(${angle} ${cx} ${cy})">${bands.join('')}</g>`;
}
