import { fold, mirrored, scatter } from '../folds.mjs';
import { fill, groove, mirrorPath, stitches, stripes, symmetric } from '../shapes.mjs';

/** Breton shirt: cream with navy stripes, boat neck, long sleeves. */
export function stripedLongSleeve() {
  const cream = '#efe9dc';
  const navy = '#22304f';
  const body = symmetric(
    'M500,284 C566,284 614,266 647,228 C685,236 722,246 755,260 C738,320 733,410 749,492 C744,579 738,659 740,757 C742,853 749,934 753,1017 C676,1034 588,1039 500,1039',
  );
  const sleeve =
    'M749,258 C799,276 828,320 843,380 C872,504 905,667 938,917 C911,932 872,940 837,938 C821,802 790,629 746,506 C729,430 727,320 749,258 Z';
  const paint = (angle, cx, cy, from) =>
    fill(cream) + stripes({ colour: navy, from, to: 1300, step: 42, thickness: 17, angle, cx, cy });
  const sleeveFolds = [
    ...scatter({
      seed: 21,
      count: 7,
      box: [797, 540, 66, 256],
      angle: 28,
      spread: 26,
      length: 90,
      width: 11,
      height: 5,
    }),
    ...scatter({
      seed: 22,
      count: 4,
      box: [753, 400, 66, 90],
      angle: 70,
      spread: 20,
      length: 130,
      width: 12,
      height: 5,
    }),
    fold(
      [
        [753, 504],
        [808, 629],
        [852, 763],
      ],
      14,
      4,
      'end',
    ),
  ];
  const cuff = 'M831,904 C870,907 905,900 933,886';
  const bodyFolds = [
    fold(
      [
        [746, 497],
        [687, 552],
        [610, 581],
      ],
      13,
      6,
      'end',
    ),
    fold(
      [
        [744, 514],
        [709, 629],
        [698, 744],
      ],
      13,
      5,
      'end',
    ),
    fold(
      [
        [676, 763],
        [665, 936],
        [685, 1109],
      ],
      22,
      5,
    ),
  ];
  const sleevePiece = {
    shape: sleeve,
    paint: paint(-13, 800, 520, 250),
    fabric: 'jersey',
    folds: sleeveFolds,
    swellCell: [60, 120],
    grooves: groove(cuff, 2),
    volume: 0.22,
  };
  const leftSleeve = {
    ...sleevePiece,
    shape: mirrorPath(sleeve),
    paint: paint(13, 200, 520, 250),
    folds: mirrored(sleeveFolds),
    grooves: groove(mirrorPath(cuff), 2),
  };
  const neckBand = 'M353,228 C386,266 434,284 500,284 C566,284 614,266 647,228';
  return {
    seed: 23,
    ground: [224, 227, 232],
    pieces: [
      {
        shape: 'M353,228 C412,254 588,254 647,228 C610,270 566,288 500,288 C434,288 390,270 353,228 Z',
        paint: '#d9d2c4',
        fabric: 'jersey',
        shade: 0.84,
        volume: 0,
        shadow: 0,
        veil: '<path d="M353,220 L647,220 L610,300 L390,300 Z"/>',
      },
      {
        shape: 'M353,228 C412,254 588,254 647,228 L643,240 C588,268 412,268 357,240 Z',
        paint: '#e5dfd1',
        fabric: 'jersey',
        shade: 0.95,
        volume: 0,
        roll: 1,
      },
      sleevePiece,
      leftSleeve,
      {
        shape: body,
        paint:
          fill(cream) +
          stripes({ colour: navy, from: 336, to: 990, step: 42, thickness: 17 }) +
          stitches('M372,170 C402,208 446,227 500,227 C554,227 598,208 628,170', '#cfc7b6', 1.5),
        fabric: 'jersey',
        swell: 4.5,
        swellCell: [82, 300],
        shadow: 0.16,
        folds: [
          ...bodyFolds,
          ...mirrored(bodyFolds),
          ...scatter({
            seed: 25,
            count: 8,
            box: [302, 668, 396, 264],
            angle: 80,
            spread: 15,
            length: 260,
            width: 20,
            height: 3.2,
          }),
          ...scatter({
            seed: 26,
            count: 5,
            box: [324, 340, 352, 120],
            angle: 0,
            spread: 22,
            length: 150,
            width: 15,
            height: 2,
          }),
        ],
        grooves: groove(neckBand, 2) + groove('M249,1004 C412,1022 588,1022 751,1004', 2),
      },
    ],
  };
}
