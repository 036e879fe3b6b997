import { fold, mirrored, scatter } from '../folds.mjs';
import { both, fill, groove, stitches, symmetric, word } from '../shapes.mjs';

/** White crew-neck T-shirt with a printed logo. */
export function logoTee() {
  const white = '#edecea';
  const body = symmetric(
    'M500,306 C562,306 599,274 617,210 C667,222 720,238 766,256 C815,278 843,322 865,372 C887,424 911,474 936,514 ' +
      'C907,533 863,546 819,554 C804,528 784,502 762,474 C753,543 746,612 746,695 C746,794 755,893 760,979 C676,993 588,996 500,996',
  );
  const neck = 'M383,210 C416,236 584,236 617,210 C599,282 555,310 500,310 C445,310 401,282 383,210 Z';
  const armhole = 'M766,256 C738,300 733,400 762,474';
  const sleeveHem = 'M920,510 C894,523 856,536 815,543';
  const hem = 'M243,966 C412,984 588,984 757,966';
  const dragLines = [
    fold(
      [
        [762, 480],
        [709, 520],
        [654, 543],
      ],
      13,
      6,
      'end',
    ),
    fold(
      [
        [764, 490],
        [727, 558],
        [709, 627],
      ],
      12,
      5,
      'end',
    ),
    fold(
      [
        [777, 290],
        [766, 380],
        [777, 460],
      ],
      10,
      4,
    ),
    fold(
      [
        [826, 360],
        [839, 440],
        [848, 520],
      ],
      12,
      4,
    ),
    fold(
      [
        [623, 250],
        [610, 320],
        [566, 390],
      ],
      16,
      3,
      'end',
    ),
    fold(
      [
        [709, 665],
        [687, 786],
        [707, 954],
      ],
      20,
      5,
    ),
    fold(
      [
        [606, 741],
        [632, 847],
        [610, 984],
      ],
      22,
      4,
    ),
  ];
  const art =
    '<g fill="none" stroke="#1d2a44" stroke-width="9"><path d="M422,520 C422,417 578,417 578,520"/><path d="M449,520 C449,452 551,452 551,520"/></g>' +
    '<path d="M476,520 C476,488 524,488 524,520 Z" fill="#d8532f"/><rect x="408" y="528" width="184" height="8" fill="#1d2a44"/>' +
    word('DRAPE', { x: 500, y: 562, height: 74, weight: 0.2, colour: '#1d2a44' }) +
    word('STUDIO', { x: 500, y: 662, height: 24, weight: 0.15, spacing: 0.72, colour: '#d8532f' });
  const marks = both(stitches(sleeveHem, '#cfcdc9', 1.4)) + stitches(hem, '#cfcdc9', 1.4);
  return {
    seed: 11,
    ground: [232, 233, 234],
    pieces: [
      {
        shape: neck,
        paint: '#dcdad6',
        fabric: 'jersey',
        shade: 0.9,
        volume: 0,
        shadow: 0,
        veilDepth: 0.36,
        veil: '<path d="M383,210 C416,260 584,260 617,210 L617,320 L383,320 Z"/>',
      },
      {
        shape: 'M471,236 C489,238 511,238 529,236 L528,266 C509,268 491,268 472,266 Z',
        paint: '#2b3550',
        volume: 0,
        roll: 0.8,
        shadow: 0.2,
      },
      {
        shape: 'M383,210 C416,236 584,236 617,210 L613,232 C579,256 421,256 387,232 Z',
        paint: '#e2e0dc',
        fabric: 'collar',
        volume: 0,
        roll: 1,
        shade: 0.92,
      },
      {
        shape: body,
        paint: fill(white) + art + marks,
        fabric: 'jersey',
        swell: 4.5,
        swellCell: [82, 300],
        folds: [
          ...dragLines,
          ...mirrored(dragLines.map((one) => ({ ...one, height: one.height * 0.85 }))),
          ...scatter({
            seed: 5,
            count: 9,
            box: [280, 695, 440, 228],
            angle: 78,
            spread: 16,
            length: 260,
            width: 20,
            height: 3,
          }),
          ...scatter({
            seed: 6,
            count: 5,
            box: [313, 390, 374, 60],
            angle: 8,
            spread: 14,
            length: 150,
            width: 14,
            height: 1.6,
          }),
        ],
        grooves:
          both(groove(armhole) + groove(sleeveHem, 2) + groove('M617,210 C667,222 720,238 766,256', 2)) +
          groove(hem, 2),
      },
      {
        shape:
          'M383,210 C401,282 445,310 500,310 C555,310 599,282 617,210 L642,217 C623,300 566,336 500,336 C434,336 377,300 358,217 Z',
        paint: '#e9e8e5',
        fabric: 'collar',
        roll: 1.5,
        volume: 0.04,
        shadow: 0.22,
        grooves: groove('M642,217 C623,300 566,336 500,336 C434,336 377,300 358,217', 2),
      },
    ],
  };
}
