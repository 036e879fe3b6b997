import { fold, scatter } from '../folds.mjs';
import { mirroredPiece } from '../mirrored-piece.mjs';
import { button, disc, fill, groove } from '../shapes.mjs';

/** Charcoal single-breasted blazer with notched lapels. */
export function charcoalBlazer() {
  const wool = '#4a4d55';
  const panel =
    'M590,160 C640,172 700,196 748,226 C730,290 724,372 738,450 C716,540 704,600 706,664 C714,770 728,890 740,1006 C690,1028 640,1036 592,1034 C548,1020 520,950 506,860 C494,790 484,720 476,640 C510,520 560,330 590,160 Z';
  const sleeve =
    'M742,222 C788,244 814,292 828,350 C854,470 876,650 892,926 C866,942 826,950 792,946 C784,780 768,620 732,470 C720,386 724,300 742,222 Z';
  const dart = 'M634,520 C630,600 632,690 640,790';
  const folds = [
    fold(
      [
        [734, 456],
        [690, 480],
        [640, 480],
      ],
      15,
      6,
      'end',
    ),
    fold(
      [
        [730, 480],
        [706, 570],
        [690, 640],
      ],
      14,
      5,
      'end',
    ),
    fold(
      [
        [490, 640],
        [560, 610],
        [660, 600],
      ],
      16,
      4,
      'end',
    ),
    fold(
      [
        [520, 880],
        [600, 900],
        [690, 1000],
      ],
      30,
      5,
    ),
  ];
  const sleeveFolds = [
    ...scatter({
      seed: 125,
      count: 7,
      box: [780, 500, 60, 330],
      angle: 28,
      spread: 22,
      length: 100,
      width: 13,
      height: 5,
    }),
    fold(
      [
        [742, 300],
        [786, 560],
        [830, 900],
      ],
      20,
      6,
    ),
    fold(
      [
        [744, 240],
        [752, 330],
        [744, 440],
      ],
      12,
      4,
    ),
  ];
  const sleevePiece = {
    shape: sleeve,
    paint: wool,
    folds: sleeveFolds,
    volume: 0.26,
    swellCell: [70, 150],
    grooves: '',
  };
  const sleeveButtons = [868, 890, 912].map((y) => ({
    shape: disc(806, y, 7),
    paint: fill('#26272b') + button(806, y, 7, '#303238'),
    fabric: 'smooth',
    volume: 0,
    roll: 1.2,
    shadow: 0.35,
  }));
  const panelPiece = {
    shape: panel,
    paint: fill(wool),
    folds,
    swell: 4,
    swellCell: [130, 220],
    volume: 0.22,
    grooves: groove(dart, 2) + groove('M596,1020 C640,1022 690,1014 738,992', 1.6),
    shadow: 0.45,
    pucker: 0.15,
  };
  const lapel = 'M478,642 C500,560 540,420 574,226 L640,286 L690,330 C640,420 560,540 478,642 Z';
  const lapelPiece = {
    shape: lapel,
    paint: '#50535c',
    volume: 0.02,
    roll: 3,
    shadow: 0.5,
    swell: 2,
    folds: [
      fold(
        [
          [484, 634],
          [540, 500],
          [584, 260],
        ],
        14,
        5,
      ),
    ],
    grooves: groove('M492,622 C566,532 640,420 680,334', 1.4),
    pucker: 0.1,
  };
  const collar =
    'M560,154 C582,152 602,158 616,170 C644,196 672,240 688,290 L642,300 C622,270 600,244 574,226 C568,202 564,178 560,154 Z';
  const collarPiece = { shape: collar, paint: '#50535c', volume: 0.02, roll: 3, shadow: 0.45, swell: 1.5 };
  const pocket = 'M580,764 L712,752 L716,796 L584,808 Z';
  const pocketPiece = { shape: pocket, paint: wool, volume: 0, roll: 2, shadow: 0.4, swell: 1.5 };
  const mirroredButtons = sleeveButtons.map(mirroredPiece);
  const lining = '#6e2a3a';
  return {
    seed: 121,
    pieces: [
      {
        shape: 'M410,160 C450,186 550,186 590,160 C570,330 540,500 500,640 C460,500 430,330 410,160 Z',
        paint: lining,
        fabric: 'smooth',
        shade: 0.8,
        sheen: 0.3,
        volume: 0,
        shadow: 0,
        folds: scatter({
          seed: 127,
          count: 7,
          box: [450, 230, 100, 260],
          angle: 84,
          spread: 16,
          length: 200,
          width: 12,
          height: 4,
        }),
        veil: '<path d="M410,190 L590,190 L510,640 L490,640 Z"/>',
      },
      {
        shape: 'M460,190 L540,190 L538,216 C514,222 486,222 462,216 Z',
        paint: '#e4dccb',
        fabric: 'smooth',
        roll: 0.8,
        volume: 0,
        shadow: 0.25,
      },
      {
        shape: 'M424,156 C460,174 540,174 576,156 L580,184 C550,204 450,204 420,184 Z',
        paint: '#484b53',
        shade: 0.8,
        volume: 0,
        roll: 2,
      },
      sleevePiece,
      mirroredPiece(sleevePiece),
      ...sleeveButtons,
      ...mirroredButtons,
      mirroredPiece(panelPiece),
      mirroredPiece(pocketPiece),
      mirroredPiece(lapelPiece),
      mirroredPiece(collarPiece),
      panelPiece,
      pocketPiece,
      { shape: 'M592,452 L684,438 L688,466 L597,480 Z', paint: wool, volume: 0, roll: 1.6, shadow: 0.35, swell: 1 },
      lapelPiece,
      collarPiece,
      {
        shape: disc(500, 672, 14),
        paint: fill('#26272b') + button(500, 672, 14, '#303238'),
        fabric: 'smooth',
        volume: 0,
        roll: 1.6,
        shadow: 0.5,
      },
      {
        shape: disc(508, 772, 14),
        paint: fill('#26272b') + button(508, 772, 14, '#303238'),
        fabric: 'smooth',
        volume: 0,
        roll: 1.6,
        shadow: 0.5,
      },
    ].map((piece) => ({ fabric: 'wool', ...piece })),
  };
}
