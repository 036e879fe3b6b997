import { fold, mirrored, scatter } from '../folds.mjs';
import { groove, mirrorPath } from '../shapes.mjs';

/** Emerald wrap dress with long sleeves and a tie. */
export function wrapDress() {
  const emerald = '#1f6a55';
  const right =
    'M592,128 C640,140 690,156 730,178 C716,240 708,320 716,392 C700,450 676,510 664,566 C690,680 736,860 760,1030 C660,1064 560,1076 452,1072 C446,900 436,720 420,566 C470,520 560,330 592,128 Z';
  const left = mirrorPath(right);
  const sleeve =
    'M724,176 C764,194 786,236 798,290 C822,400 848,560 872,760 C850,776 818,784 786,782 C772,650 748,500 716,396 C704,330 706,240 724,176 Z';
  const sleeveFolds = [
    ...scatter({
      seed: 103,
      count: 8,
      box: [760, 430, 60, 300],
      angle: 30,
      spread: 28,
      length: 90,
      width: 11,
      height: 5,
    }),
    fold(
      [
        [722, 300],
        [760, 480],
        [810, 700],
      ],
      16,
      5,
    ),
    fold(
      [
        [724, 390],
        [770, 420],
        [806, 410],
      ],
      11,
      5,
      'end',
    ),
  ];
  const cuff = 'M784,752 C816,754 846,746 868,732';
  const sleevePiece = {
    shape: sleeve,
    paint: emerald,
    folds: sleeveFolds,
    grooves: groove(cuff, 2),
    volume: 0.24,
    sheen: 0.25,
    swellCell: [60, 120],
  };
  const drape = [
    fold(
      [
        [440, 560],
        [540, 470],
        [680, 420],
      ],
      13,
      7,
      'end',
    ),
    fold(
      [
        [436, 570],
        [560, 520],
        [700, 490],
      ],
      12,
      6,
      'end',
    ),
    fold(
      [
        [430, 560],
        [510, 420],
        [580, 300],
      ],
      13,
      6,
      'end',
    ),
    fold(
      [
        [440, 590],
        [540, 660],
        [640, 830],
      ],
      20,
      9,
      'end',
    ),
    fold(
      [
        [436, 600],
        [500, 740],
        [560, 1060],
      ],
      22,
      9,
      'end',
    ),
    fold(
      [
        [432, 610],
        [458, 800],
        [480, 1060],
      ],
      18,
      8,
      'end',
    ),
    fold(
      [
        [700, 1040],
        [680, 820],
        [640, 620],
      ],
      22,
      8,
      'end',
    ),
    fold(
      [
        [630, 1056],
        [606, 860],
        [560, 660],
      ],
      18,
      -7,
      'end',
    ),
  ];
  return {
    seed: 101,
    pieces: [
      {
        shape: 'M408,128 C450,164 550,164 592,128 C570,260 540,380 480,470 C440,380 420,250 408,128 Z',
        paint: '#1b5a48',
        shade: 0.8,
        volume: 0,
        shadow: 0,
        veil: '<path d="M408,150 L592,150 L540,460 L440,460 Z"/>',
      },
      {
        shape: 'M400,126 C450,160 550,160 600,126 L592,146 C552,178 448,178 408,146 Z',
        paint: emerald,
        shade: 0.85,
        volume: 0,
        roll: 1.2,
      },
      sleevePiece,
      { ...sleevePiece, shape: mirrorPath(sleeve), folds: mirrored(sleeveFolds), grooves: groove(mirrorPath(cuff), 2) },
      {
        shape: left,
        paint: emerald,
        folds: mirrored(drape.slice(0, 6)),
        volume: 0.2,
        sheen: 0.25,
        swell: 4,
        grooves: groove(mirrorPath('M580,130 C548,330 462,512 414,556'), 2),
      },
      {
        shape: right,
        paint: emerald,
        folds: drape,
        volume: 0.2,
        sheen: 0.25,
        swell: 4,
        swellCell: [90, 240],
        shadow: 0.5,
        grooves: groove('M578,132 C546,330 460,512 412,556', 2) + groove('M450,1054 C560,1058 660,1046 757,1012', 2),
      },
      {
        shape: 'M336,548 C400,572 600,572 664,548 L668,584 C600,606 400,606 332,584 Z',
        paint: emerald,
        volume: 0.12,
        sheen: 0.25,
        shadow: 0.45,
        folds: scatter({
          seed: 105,
          count: 7,
          box: [350, 572, 300, 14],
          angle: 3,
          spread: 9,
          length: 130,
          width: 7,
          height: 4,
        }),
      },
      {
        shape: 'M424,590 C438,660 440,740 428,836 C414,840 398,838 386,832 C400,740 404,660 402,592 Z',
        paint: emerald,
        volume: 0.05,
        sheen: 0.25,
        shadow: 0.5,
        folds: [
          fold(
            [
              [412, 600],
              [416, 700],
              [406, 830],
            ],
            8,
            4,
          ),
        ],
      },
      {
        shape: 'M408,592 C396,650 372,720 336,790 C322,788 308,780 300,770 C340,704 368,650 384,586 Z',
        paint: emerald,
        volume: 0.05,
        sheen: 0.25,
        shadow: 0.5,
        folds: [
          fold(
            [
              [396, 596],
              [366, 680],
              [320, 776],
            ],
            8,
            4,
          ),
        ],
      },
      {
        shape: 'M384,556 C400,544 426,548 434,566 C440,584 430,604 412,608 C392,610 380,596 380,580 Z',
        paint: emerald,
        sheen: 0.3,
        shadow: 0.5,
        roll: 3,
        folds: [
          fold(
            [
              [386, 570],
              [406, 586],
              [430, 580],
            ],
            7,
            4,
          ),
          fold(
            [
              [392, 556],
              [404, 580],
              [406, 606],
            ],
            6,
            3,
          ),
        ],
      },
    ].map((piece) => ({ fabric: 'smooth', ...piece })),
  };
}
