import { fold, mirrored, scatter } from '../folds.mjs';
import { both, button, fill, groove, stitches, symmetric } from '../shapes.mjs';

/** Khaki chino shorts. */
export function khakiShorts() {
  const khaki = '#bda583';
  const thread = '#a38a66';
  const legs = symmetric(
    'M500,258 C570,258 640,250 684,238 C716,340 748,450 764,560 C776,650 780,750 786,846 C720,872 632,880 548,872 C544,760 530,640 500,566',
  );
  const waistband = symmetric('M500,258 C570,258 640,250 684,238 L698,288 C640,304 570,312 500,312');
  const pocket = 'M640,306 C660,370 690,420 738,448';
  const hem = 'M548,832 C632,842 720,834 782,808';
  const creases = [
    fold(
      [
        [512, 560],
        [580, 524],
        [670, 510],
      ],
      13,
      6,
      'end',
    ),
    fold(
      [
        [510, 580],
        [570, 600],
        [650, 620],
      ],
      13,
      5,
      'end',
    ),
    fold(
      [
        [512, 540],
        [560, 470],
        [620, 420],
      ],
      13,
      4,
      'end',
    ),
    fold(
      [
        [664, 420],
        [676, 640],
        [668, 860],
      ],
      20,
      6,
    ),
    ...scatter({
      seed: 61,
      count: 7,
      box: [590, 640, 140, 180],
      angle: 74,
      spread: 26,
      length: 170,
      width: 15,
      height: 3.6,
    }),
  ];
  const loops = [376, 446, 554, 624].map((x) => `M${x - 9},246 L${x + 9},246 L${x + 10},318 L${x - 10},318 Z`);
  return {
    seed: 63,
    pieces: [
      {
        shape: 'M316,238 C390,206 610,206 684,238 C610,264 390,264 316,238 Z',
        paint: '#cbb894',
        fabric: 'twill',
        shade: 0.74,
        volume: 0,
        shadow: 0,
      },
      {
        shape: legs,
        paint:
          fill(khaki) +
          both(stitches(pocket, thread, 1.8) + stitches(hem, thread, 1.8)) +
          stitches('M556,314 C560,420 552,480 500,520', thread, 1.8),
        fabric: 'twill',
        swell: 5,
        swellCell: [110, 190],
        volume: 0.2,
        folds: [...creases, ...mirrored(creases)],
        grooves:
          both(groove(pocket, 3) + groove(hem, 2.4)) +
          groove('M500,312 L500,566', 3) +
          groove('M556,314 C560,420 552,480 500,520', 2),
      },
      {
        shape: waistband,
        paint: fill('#c0a886') + stitches('M306,292 C380,312 620,312 694,292', thread, 1.8),
        fabric: 'twill',
        volume: 0.1,
        shadow: 0.24,
      },
      ...loops.map((shape) => ({ shape, paint: '#bba380', fabric: 'twill', roll: 1.6, volume: 0, shadow: 0.28 })),
      {
        shape: 'M486,285 C486,266 514,266 514,285 C514,304 486,304 486,285 Z',
        paint: fill('#5b4630') + button(500, 285, 14, '#6d5438'),
        volume: 0,
        roll: 1.4,
        shadow: 0.4,
      },
    ],
  };
}
