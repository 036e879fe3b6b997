import { fold, mirrored, scatter } from '../folds.mjs';
import { both, button, fill, groove, stitches, symmetric } from '../shapes.mjs';

const soft = (id, blur) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${blur}"/></filter>`;

/** Straight blue jeans with five pockets. */
export function blueJeans() {
  const blue = '#47658f';
  const thread = '#c98f4e';
  const legs = symmetric(
    'M500,128 C560,128 620,122 654,112 C676,200 700,290 708,380 C716,480 704,600 696,720 C690,860 686,1000 684,1128 C640,1140 590,1142 546,1136 C548,980 546,840 540,720 C534,630 520,540 500,478',
  );
  const waistband = symmetric('M500,128 C560,128 620,122 654,112 L664,158 C624,170 560,176 500,176');
  const pocket = 'M574,176 C580,226 610,262 680,272';
  const pocketInner = 'M584,176 C590,220 618,252 678,261';
  const fly = 'M552,178 C556,280 550,350 500,386';
  const outseam = 'M664,158 C686,250 700,320 704,390';
  const hem = 'M548,1112 C590,1120 640,1118 684,1106';
  const fade =
    soft('fade', 34) +
    both(
      '<ellipse cx="618" cy="500" rx="44" ry="190" fill="#dfe9f4" opacity="0.42" filter="url(#fade)"/><ellipse cx="618" cy="770" rx="34" ry="110" fill="#dfe9f4" opacity="0.3" filter="url(#fade)"/>',
    ) +
    both(
      '<path d="M698,380 C712,600 690,900 684,1128" stroke="#1e2d4a" stroke-width="46" fill="none" opacity="0.4" filter="url(#fade)"/>',
    ) +
    both(
      '<path d="M500,478 C540,700 546,900 546,1136" stroke="#1e2d4a" stroke-width="34" fill="none" opacity="0.4" filter="url(#fade)"/>',
    );
  const threads =
    both(
      stitches(pocket, thread) + stitches(pocketInner, thread) + stitches(hem, thread) + stitches(outseam, thread, 1.6),
    ) +
    stitches(fly, thread) +
    stitches('M542,178 C545,274 540,338 500,370', thread) +
    stitches('M500,390 L500,470', thread) +
    stitches('M620,206 L662,214 L664,258', thread, 1.6);
  const whiskers = [
    fold(
      [
        [512, 470],
        [570, 440],
        [640, 430],
      ],
      9,
      5,
      'end',
    ),
    fold(
      [
        [508, 486],
        [560, 500],
        [630, 510],
      ],
      9,
      5,
      'end',
    ),
    fold(
      [
        [514, 510],
        [560, 550],
        [610, 580],
      ],
      9,
      4,
      'end',
    ),
    fold(
      [
        [512, 440],
        [560, 396],
        [620, 370],
      ],
      9,
      4,
      'end',
    ),
  ];
  const legFolds = [
    ...whiskers,
    ...scatter({
      seed: 41,
      count: 6,
      box: [570, 690, 90, 130],
      angle: 8,
      spread: 24,
      length: 100,
      width: 11,
      height: 3.6,
    }),
    ...scatter({
      seed: 42,
      count: 7,
      box: [570, 1000, 90, 90],
      angle: -6,
      spread: 20,
      length: 110,
      width: 10,
      height: 5,
    }),
    fold(
      [
        [610, 560],
        [618, 800],
        [612, 1080],
      ],
      26,
      5,
    ),
  ];
  const loops = [392, 452, 548, 608].map((x) => `M${x - 8},118 L${x + 8},118 L${x + 9},182 L${x - 9},182 Z`);
  return {
    seed: 51,
    pieces: [
      {
        shape: 'M346,112 C400,88 600,88 654,112 C600,132 400,132 346,112 Z',
        paint: '#5b7499',
        fabric: 'denim',
        shade: 0.72,
        volume: 0,
        shadow: 0,
      },
      {
        shape: 'M462,98 L538,98 L536,120 L464,120 Z',
        paint: '#9a6a3c',
        fabric: 'wool',
        volume: 0,
        roll: 0.8,
        shadow: 0.2,
      },
      {
        shape: legs,
        paint: fill(blue) + fade + threads,
        fabric: 'denim',
        swell: 4,
        swellCell: [90, 170],
        volume: 0.26,
        pucker: 0.5,
        folds: [...legFolds, ...mirrored(legFolds)],
        grooves:
          both(groove(pocket, 3) + groove(hem, 3) + groove(outseam) + groove('M500,478 C520,540 534,630 540,720', 2)) +
          groove(fly, 2.4) +
          groove('M500,176 L500,478', 3),
      },
      {
        shape: waistband,
        paint:
          fill('#4a6994') +
          stitches('M350,122 C400,136 600,136 650,122 ', thread) +
          stitches('M338,162 C400,176 600,176 662,162', thread),
        fabric: 'denim',
        roll: 2,
        volume: 0.1,
        shadow: 0.25,
      },
      ...loops.map((shape) => ({ shape, paint: '#466590', fabric: 'denim', roll: 1.6, volume: 0, shadow: 0.3 })),
      {
        shape: 'M485,151 C485,131 515,131 515,151 C515,171 485,171 485,151 Z',
        paint: fill('#b78a55') + button(500, 151, 15, '#c39a66'),
        volume: 0,
        roll: 1.6,
        shadow: 0.4,
      },
    ],
  };
}
