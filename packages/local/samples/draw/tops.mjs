import { fold, mirrored, scatter } from './folds.mjs';
import { both, fill, groove, mirrorPath, stitches, stripes, symmetric, word } from './shapes.mjs';

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
    fold([[762, 480], [709, 520], [654, 543]], 13, 6, 'end'),
    fold([[764, 490], [727, 558], [709, 627]], 12, 5, 'end'),
    fold([[777, 290], [766, 380], [777, 460]], 10, 4),
    fold([[826, 360], [839, 440], [848, 520]], 12, 4),
    fold([[623, 250], [610, 320], [566, 390]], 16, 3, 'end'),
    fold([[709, 665], [687, 786], [707, 954]], 20, 5),
    fold([[606, 741], [632, 847], [610, 984]], 22, 4),
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
      { shape: neck, paint: '#dcdad6', fabric: 'jersey', shade: 0.9, volume: 0, shadow: 0, veilDepth: 0.36, veil: '<path d="M383,210 C416,260 584,260 617,210 L617,320 L383,320 Z"/>' },
      { shape: 'M471,236 C489,238 511,238 529,236 L528,266 C509,268 491,268 472,266 Z', paint: '#2b3550', volume: 0, roll: 0.8, shadow: 0.2 },
      { shape: 'M383,210 C416,236 584,236 617,210 L613,232 C579,256 421,256 387,232 Z', paint: '#e2e0dc', fabric: 'collar', volume: 0, roll: 1, shade: 0.92 },
      {
        shape: body,
        paint: fill(white) + art + marks,
        fabric: 'jersey',
        swell: 4.5,
        swellCell: [82, 300],
        folds: [
          ...dragLines,
          ...mirrored(dragLines.map((one) => ({ ...one, height: one.height * 0.85 }))),
          ...scatter({ seed: 5, count: 9, box: [280, 695, 440, 228], angle: 78, spread: 16, length: 260, width: 20, height: 3 }),
          ...scatter({ seed: 6, count: 5, box: [313, 390, 374, 60], angle: 8, spread: 14, length: 150, width: 14, height: 1.6 }),
        ],
        grooves: both(groove(armhole) + groove(sleeveHem, 2) + groove('M617,210 C667,222 720,238 766,256', 2)) + groove(hem, 2),
      },
      {
        shape: 'M383,210 C401,282 445,310 500,310 C555,310 599,282 617,210 L642,217 C623,300 566,336 500,336 C434,336 377,300 358,217 Z',
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

/** Breton shirt: cream with navy stripes, boat neck, long sleeves. */
export function stripedLongSleeve() {
  const cream = '#efe9dc';
  const navy = '#22304f';
  const body = symmetric(
    'M500,284 C566,284 614,266 647,228 C685,236 722,246 755,260 C738,320 733,410 749,492 C744,590 738,686 740,802 C742,917 749,1013 753,1112 C676,1132 588,1138 500,1138',
  );
  const sleeve =
    'M749,258 C799,276 828,320 843,380 C872,504 905,667 938,917 C911,932 872,940 837,938 C821,802 790,629 746,506 C729,430 727,320 749,258 Z';
  const paint = (angle, cx, cy, from) =>
    fill(cream) + stripes({ colour: navy, from, to: 1300, step: 42, thickness: 17, angle, cx, cy });
  const sleeveFolds = [
    ...scatter({ seed: 21, count: 7, box: [797, 540, 66, 256], angle: 28, spread: 26, length: 90, width: 11, height: 5 }),
    ...scatter({ seed: 22, count: 4, box: [753, 400, 66, 90], angle: 70, spread: 20, length: 130, width: 12, height: 5 }),
    fold([[753, 504], [808, 629], [852, 763]], 14, 4, 'end'),
  ];
  const cuff = 'M831,904 C870,907 905,900 933,886';
  const bodyFolds = [
    fold([[746, 497], [687, 552], [610, 581]], 13, 6, 'end'),
    fold([[744, 514], [709, 629], [698, 744]], 13, 5, 'end'),
    fold([[676, 763], [665, 936], [685, 1109]], 22, 5),
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
    pieces: [
      { shape: 'M353,228 C412,254 588,254 647,228 C610,270 566,288 500,288 C434,288 390,270 353,228 Z', paint: '#d9d2c4', fabric: 'jersey', shade: 0.84, volume: 0, shadow: 0, veil: '<path d="M353,220 L647,220 L610,300 L390,300 Z"/>' },
      { shape: 'M353,228 C412,254 588,254 647,228 L643,240 C588,268 412,268 357,240 Z', paint: '#e5dfd1', fabric: 'jersey', shade: 0.95, volume: 0, roll: 1 },
      sleevePiece,
      leftSleeve,
      {
        shape: body,
        paint: fill(cream) + stripes({ colour: navy, from: 336, to: 1020, step: 42, thickness: 17 }) + stitches('M372,170 C402,208 446,227 500,227 C554,227 598,208 628,170', '#cfc7b6', 1.5),
        fabric: 'jersey',
        swell: 4.5,
        swellCell: [82, 300],
        shadow: 0.16,
        folds: [
          ...bodyFolds,
          ...mirrored(bodyFolds),
          ...scatter({ seed: 25, count: 8, box: [302, 668, 396, 264], angle: 80, spread: 15, length: 260, width: 20, height: 3.2 }),
          ...scatter({ seed: 26, count: 5, box: [324, 340, 352, 120], angle: 0, spread: 22, length: 150, width: 15, height: 2 }),
        ],
        grooves: groove(neckBand, 2) + groove('M249,1096 C412,1118 588,1118 751,1096', 2),
      },
    ],
  };
}

/** Sleeveless ribbed tank top in sage green. */
export function ribbedTank() {
  const sage = '#8ea488';
  const trim = '#84997e';
  const body = symmetric(
    'M500,420 C581,420 619,360 619,246 C641,242 664,242 684,248 C681,360 688,442 764,502 C751,586 733,662 735,753 C737,837 758,905 771,978 C684,995 590,999 500,999',
  );
  const neckline = 'M381,246 C381,360 419,420 500,420 C581,420 619,360 619,246';
  const armhole = 'M684,248 C681,360 688,442 764,502';
  const band = (path) => `<path d="${path}" fill="none" stroke="${trim}" stroke-width="26"/>`;
  const folds = [
    fold([[762, 506], [702, 533], [623, 540]], 14, 6, 'end'),
    fold([[755, 533], [724, 601], [713, 692]], 13, 5, 'end'),
    fold([[657, 662], [646, 799], [679, 966]], 22, 5),
    fold([[601, 490], [567, 533], [522, 548]], 16, 2.5),
  ];
  return {
    seed: 37,
    pieces: [
      { shape: 'M381,246 C422,332 578,332 619,246 C619,360 581,424 500,424 C419,424 381,360 381,246 Z', paint: '#7a8f75', fabric: 'rib', shade: 0.8, volume: 0, shadow: 0, veil: '<path d="M381,240 L619,240 L612,430 L388,430 Z"/>' },
      { shape: 'M366,244 C422,332 578,332 634,244 L619,246 C590,310 410,310 381,246 Z M381,246 C422,332 578,332 619,246 L614,274 C574,356 426,356 386,274 Z', paint: '#859a80', fabric: 'jersey', shade: 0.95, volume: 0, roll: 1.2 },
      {
        shape: body,
        paint: fill(sage) + band(neckline) + both(band(armhole)),
        fabric: 'rib',
        swell: 5,
        swellCell: [63, 310],
        volume: 0.2,
        folds: [
          ...folds,
          ...mirrored(folds),
          ...scatter({ seed: 35, count: 9, box: [310, 662, 381, 251], angle: 82, spread: 12, length: 240, width: 18, height: 3.4 }),
          ...scatter({ seed: 36, count: 4, box: [332, 601, 336, 91], angle: 10, spread: 18, length: 160, width: 15, height: 2 }),
        ],
        grooves:
          groove('M366,246 C366,370 410,434 500,434 C590,434 634,370 634,246', 2) +
          both(groove('M668,246 C666,366 675,454 758,515', 2)) +
          groove('M233,966 C410,983 590,983 767,966', 2),
      },
    ],
  };
}
