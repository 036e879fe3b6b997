import { fold } from '../folds.mjs';
import { fill, groove, stitches } from '../shapes.mjs';

/** Knife-pleated midi skirt in burgundy. */
export function pleatedSkirt() {
  const burgundy = '#7c2537';
  const count = 15;
  const at = (k, y) => 500 + ((k / count) * 2 - 1) * (118 + (y - 190) * 0.208);
  const hemY = (x) => 1046 - ((x - 500) / 300) ** 2 * 34;
  const scallops = Array.from({ length: count }, (_, n) => {
    const [x0, x1] = [at(count - n, 1046), at(count - n - 1, 1046)];
    return `C${x0 - 8},${hemY(x0) + 10} ${x1 + 14},${hemY(x1) + 12} ${x1},${hemY(x1)}`;
  }).join(' ');
  const body = `M382,196 C440,208 560,208 618,196 C650,420 690,700 ${at(count, 1046)},${hemY(at(count, 1046))} ${scallops} C310,700 350,420 382,196 Z`;
  const pleat = (k) => {
    const edge = (y) => at(k, y) + 10 * Math.sin(k * 1.7 + y / 400);
    const line = [1060, 800, 520, 200].map((y) => [edge(y), y]);
    const behind = line.map(([x, y]) => [x + 15 - (1060 - y) / 90, y]);
    return {
      line,
      folds: [
        fold(line, 15, 9, 'end'),
        fold(behind, 10, -7, 'end'),
        fold(
          line.map(([x, y]) => [x - 24, y]),
          20,
          3,
          'end',
        ),
      ],
    };
  };
  const pleats = Array.from({ length: count - 1 }, (_, k) => pleat(k + 1));
  const lines = pleats.map(({ line }) => {
    const [a, b, c, d] = line.map(([x, y]) => `${(x + 7).toFixed(1)},${y}`);
    return groove(`M${a} C${b} ${c} ${d}`, 2);
  });
  return {
    seed: 71,
    pieces: [
      {
        shape: 'M384,164 C440,146 560,146 616,164 C560,182 440,182 384,164 Z',
        paint: '#6d2030',
        shade: 0.6,
        volume: 0,
        shadow: 0,
      },
      {
        shape: body,
        paint: burgundy,
        fabric: 'smooth',
        swell: 3,
        swellCell: [120, 260],
        volume: 0.24,
        sheen: 0.22,
        pucker: 0,
        folds: pleats.flatMap(({ folds }) => folds),
        grooves: lines.join(''),
      },
      {
        shape: 'M384,164 C440,180 560,180 616,164 L620,212 C560,228 440,228 380,212 Z',
        paint: fill('#822a3c') + stitches('M381,206 C440,222 560,222 619,206', '#6a1d2d', 1.4, '5 4'),
        volume: 0.14,
        sheen: 0.2,
        shadow: 0.35,
      },
    ],
  };
}
