import { fold, mirrored, scatter } from '../folds.mjs';
import { both, button, fill, groove, mirrorPath, stitches, symmetric } from '../shapes.mjs';

/** Button-through A-line mini skirt in camel corduroy. */
export function camelMini() {
  const camel = '#b0814e';
  const thread = '#8a6136';
  const body = symmetric('M500,300 C560,300 610,294 642,284 C680,420 726,600 764,792 C680,826 590,836 500,836');
  const pocket = 'M566,424 L664,416 L676,540 C652,558 600,564 576,556 Z';
  const pocketLine = 'M572,435 L658,428 L669,535 C648,549 606,555 582,548 Z';
  const folds = [
    fold(
      [
        [600, 420],
        [630, 620],
        [660, 820],
      ],
      26,
      6,
    ),
    fold(
      [
        [690, 560],
        [706, 680],
        [728, 800],
      ],
      18,
      6,
    ),
    ...scatter({
      seed: 83,
      count: 5,
      box: [560, 600, 150, 160],
      angle: 78,
      spread: 14,
      length: 200,
      width: 20,
      height: 3.6,
    }),
  ];
  const disc = (y) => `M486,${y} C486,${y - 19} 514,${y - 19} 514,${y} C514,${y + 19} 486,${y + 19} 486,${y} Z`;
  return {
    seed: 81,
    pieces: [
      {
        shape: 'M360,284 C420,258 580,258 642,284 C580,304 420,304 360,284 Z',
        paint: '#8f6437',
        shade: 0.68,
        volume: 0,
        shadow: 0,
      },
      {
        shape: body,
        paint:
          fill(camel) +
          stitches('M532,352 L532,832', thread, 1.8) +
          both(stitches('M240,768 C330,800 420,810 500,810', thread, 1.8)),
        fabric: 'rib',
        swell: 5,
        swellCell: [130, 220],
        volume: 0.22,
        folds: [...folds, ...mirrored(folds)],
        grooves: groove('M536,350 L536,836', 3) + both(groove('M236,772 C330,804 420,814 500,814', 2.4)),
      },
      {
        shape: pocket,
        paint: fill(camel) + stitches(pocketLine, thread, 1.8),
        fabric: 'rib',
        volume: 0.05,
        roll: 2,
        shadow: 0.3,
      },
      {
        shape: mirrorPath(pocket),
        paint: fill(camel) + stitches(mirrorPath(pocketLine), thread, 1.8),
        fabric: 'rib',
        volume: 0.05,
        roll: 2,
        shadow: 0.3,
      },
      {
        shape: symmetric('M500,300 C560,300 610,294 642,284 L656,338 C610,350 560,356 500,356'),
        paint: fill('#b48552') + stitches('M346,344 C420,362 580,362 654,344', thread, 1.8),
        fabric: 'rib',
        volume: 0.1,
        shadow: 0.26,
      },
      ...[328, 428, 528, 628, 728].map((y) => ({
        shape: disc(y),
        paint: fill('#6b4423') + button(500, y, 14, '#7d5230'),
        volume: 0,
        roll: 1.5,
        shadow: 0.45,
      })),
    ],
  };
}
