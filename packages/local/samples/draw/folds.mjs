import { HEIGHT, WIDTH } from './canvas.mjs';
import { randomFrom } from './noise.mjs';

/**
 * A fold is a ridge (height > 0) or a crease (height < 0) along a curve: `{ points: [[x, y], …], width, height, taper }`.
 * Width is the ridge's half width in pixels; the height fades towards both ends (`taper` 'both') or only towards the last point ('end').
 */
export function fold(points, width, height, taper = 'both') {
  return { points, width, height, taper };
}

/**
 * Folds of one family: about parallel, with lengths, places and heights that vary.
 * `box` is [x, y, width, height] of their middles; `angle` in degrees from the x axis, clockwise.
 */
export function scatter({ seed, count, box, angle, spread = 12, length = 140, width = 12, height = 3, bend = 0.12 }) {
  const random = randomFrom(seed);
  const vary = (value, share) => value * (1 + share * (2 * random() - 1));
  return Array.from({ length: count }, () => {
    const turn = ((angle + spread * (2 * random() - 1)) * Math.PI) / 180;
    const half = vary(length, 0.45) / 2;
    const cx = box[0] + random() * box[2];
    const cy = box[1] + random() * box[3];
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
    const sag = half * bend * (2 * random() - 1) * 2;
    const points = [
      [cx - ux * half, cy - uy * half],
      [cx - uy * sag, cy + ux * sag],
      [cx + ux * half, cy + uy * half],
    ];
    return fold(points, vary(width, 0.4), vary(height, 0.5) * (random() < 0.35 ? -0.8 : 1));
  });
}

/** The same folds mirrored at x = axis. */
export function mirrored(folds, axis = WIDTH / 2) {
  return folds.map((one) => ({ ...one, points: one.points.map(([x, y]) => [2 * axis - x, y]) }));
}

/** Adds each fold's height to `field`. */
export function addFolds(field, folds) {
  for (const one of folds) addFold(field, one);
}

function addFold(field, { points, width, height, taper }) {
  const line = smooth(points, 14);
  const reach = width * 2.6;
  const xs = line.map(([x]) => x);
  const ys = line.map(([, y]) => y);
  const x0 = Math.max(0, Math.floor(Math.min(...xs) - reach));
  const x1 = Math.min(WIDTH - 1, Math.ceil(Math.max(...xs) + reach));
  const y0 = Math.max(0, Math.floor(Math.min(...ys) - reach));
  const y1 = Math.min(HEIGHT - 1, Math.ceil(Math.max(...ys) + reach));
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const { distance, t } = nearest(line, x + 0.5, y + 0.5);
      if (distance > reach) continue;
      const along = taper === 'both' ? Math.sin(Math.PI * t) : Math.cos((Math.PI / 2) * t);
      const narrow = width * (0.55 + 0.45 * along);
      field[y * WIDTH + x] += height * along * Math.exp(-((distance / narrow) ** 2));
    }
  }
}

function nearest(line, x, y) {
  let best = Infinity;
  let bestT = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const [ax, ay] = line[i];
    const dx = line[i + 1][0] - ax;
    const dy = line[i + 1][1] - ay;
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-9)));
    const squared = (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2;
    if (squared < best) {
      best = squared;
      bestT = (i + along) / (line.length - 1);
    }
  }
  return { distance: Math.sqrt(best), t: bestT };
}

/** Catmull–Rom through the points, as a polyline of about `steps` segments. */
function smooth(points, steps) {
  const line = [];
  const pieces = points.length - 1;
  const each = Math.max(2, Math.round(steps / pieces));
  for (let i = 0; i < pieces; i++) {
    const [p0, p1, p2, p3] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(pieces, i + 2)]];
    for (let s = 0; s < each; s++) line.push(catmullRom(p0, p1, p2, p3, s / each));
  }
  line.push(points[pieces]);
  return line;
}

function catmullRom(p0, p1, p2, p3, t) {
  return [0, 1].map(
    (k) =>
      0.5 *
      (2 * p1[k] +
        (p2[k] - p0[k]) * t +
        (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
        (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t),
  );
}
