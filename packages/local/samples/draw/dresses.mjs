import { fold, mirrored, scatter } from './folds.mjs';
import { randomFrom } from './noise.mjs';
import { both, fill, groove, mirrorPath, symmetric } from './shapes.mjs';

/** Small five-petalled flowers with leaves, scattered without crowding. */
function flowers({ seed, count, petal, heart, leaf }) {
  const random = randomFrom(seed);
  const placed = [];
  for (let tries = 0; tries < 9000 && placed.length < count; tries++) {
    const [x, y] = [120 + random() * 760, 100 + random() * 1050];
    if (placed.every(([px, py]) => (px - x) ** 2 + (py - y) ** 2 > 42 ** 2)) placed.push([x, y]);
  }
  const draw = ([x, y]) => {
    const size = 7 + random() * 5;
    const turn = random() * 72;
    const petals = [0, 72, 144, 216, 288]
      .map((angle) => `<ellipse cx="0" cy="${-size}" rx="${size * 0.62}" ry="${size}" transform="rotate(${angle})" fill="${petal}"/>`)
      .join('');
    const leaves = `<path d="M${size},${size} q${size},-${size * 0.2} ${size * 1.7},${size} q-${size},${size * 0.2} -${size * 1.7},-${size} Z" fill="${leaf}"/>`;
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})">${leaves}${petals}<circle r="${(size * 0.42).toFixed(1)}" fill="${heart}"/></g>`;
  };
  return placed.map(draw).join('');
}

/** Fit-and-flare summer dress in terracotta with white flowers, wide straps, V-neck. */
export function floralDress() {
  const ground = '#b5533c';
  const bodice = symmetric('M500,322 C532,268 566,214 592,132 C610,126 632,126 650,134 C648,214 656,272 694,318 C684,386 668,450 656,512 C600,526 550,530 500,530');
  const skirt = symmetric('M500,520 C550,520 600,516 656,502 C680,640 742,860 806,1072 C720,1108 610,1122 500,1122');
  const neckline = 'M408,132 C434,214 468,268 500,322 C532,268 566,214 592,132';
  const armhole = 'M650,134 C648,214 656,272 694,318';
  const flare = [
    fold([[790, 1080], [700, 800], [640, 530]], 30, 15, 'end'),
    fold([[720, 1100], [662, 800], [616, 540]], 24, -10, 'end'),
    fold([[660, 1110], [626, 820], [584, 560]], 28, 14, 'end'),
    fold([[596, 1118], [574, 840], [548, 600]], 22, -10, 'end'),
    fold([[540, 1120], [530, 860], [516, 600]], 26, 13, 'end'),
  ];
  const left = mirrored([
    fold([[776, 1084], [690, 820], [636, 540]], 28, 14, 'end'),
    fold([[710, 1100], [650, 820], [606, 560]], 24, -11, 'end'),
    fold([[630, 1114], [604, 820], [570, 570]], 30, 14, 'end'),
    fold([[566, 1120], [552, 880], [536, 640]], 20, -9, 'end'),
  ]);
  const gathers = scatter({ seed: 93, count: 16, box: [350, 560, 300, 30], angle: 90, spread: 12, length: 110, width: 7, height: 4 });
  const bust = [
    fold([[690, 330], [640, 380], [590, 400]], 15, 6, 'end'),
    fold([[600, 520], [604, 450], [612, 400]], 9, 5, 'end'),
    fold([[656, 500], [640, 450], [620, 420]], 12, 4, 'end'),
  ];
  const print = fill(ground) + flowers({ seed: 94, count: 300, petal: '#f4e9dc', heart: '#e0a63a', leaf: '#5d6b3f' });
  const inside = 'M408,132 C440,170 560,170 592,132 C566,214 532,268 500,322 C468,268 434,214 408,132 Z';
  return {
    seed: 91,
    pieces: [
      { shape: inside, paint: '#8d3f2d', shade: 0.8, volume: 0, shadow: 0, veil: '<path d="M408,140 L592,140 L540,320 L460,320 Z"/>' },
      { shape: skirt, paint: print, swell: 5, swellCell: [80, 300], volume: 0.2, folds: [...flare, ...left, ...gathers], grooves: groove('M194,1056 C290,1092 400,1106 500,1106 C600,1106 710,1092 806,1056', 2), pucker: 0.15 },
      {
        shape: bodice,
        paint: print,
        volume: 0.22,
        swell: 4,
        folds: [...bust, ...mirrored(bust), ...scatter({ seed: 95, count: 4, box: [430, 420, 140, 80], angle: 70, spread: 30, length: 90, width: 12, height: 2.4 })],
        grooves: groove(neckline.replaceAll('322', '334'), 2) + both(groove(armhole.replace('650,134', '638,134').replace('694,318', '684,328'), 2) + groove('M604,524 C604,470 606,430 616,396', 2)),
        shadow: 0.3,
      },
      { shape: 'M344,500 C400,516 600,516 656,500 L660,532 C600,548 400,548 340,532 Z', paint: print, volume: 0.14, roll: 1.8, shadow: 0.3, folds: scatter({ seed: 96, count: 5, box: [360, 518, 280, 8], angle: 4, spread: 8, length: 110, width: 6, height: 2 }) },
    ],
  };
}

/** Emerald wrap dress with long sleeves and a tie. */
export function wrapDress() {
  const emerald = '#1f6a55';
  const dark = '#164e3f';
  const right = 'M592,128 C640,140 690,156 730,178 C716,240 708,320 716,392 C700,450 676,510 664,566 C690,680 736,860 760,1030 C660,1064 560,1076 452,1072 C446,900 436,720 420,566 C470,520 560,330 592,128 Z';
  const left = mirrorPath(right);
  const sleeve = 'M724,176 C764,194 786,236 798,290 C822,400 848,560 872,760 C850,776 818,784 786,782 C772,650 748,500 716,396 C704,330 706,240 724,176 Z';
  const sleeveFolds = [
    ...scatter({ seed: 103, count: 8, box: [760, 430, 60, 300], angle: 30, spread: 28, length: 90, width: 11, height: 5 }),
    fold([[722, 300], [760, 480], [810, 700]], 16, 5),
    fold([[724, 390], [770, 420], [806, 410]], 11, 5, 'end'),
  ];
  const cuff = 'M784,752 C816,754 846,746 868,732';
  const sleevePiece = { shape: sleeve, paint: emerald, folds: sleeveFolds, grooves: groove(cuff, 2), volume: 0.24, sheen: 0.25, swellCell: [60, 120] };
  const drape = [
    fold([[440, 560], [540, 470], [680, 420]], 13, 7, 'end'),
    fold([[436, 570], [560, 520], [700, 490]], 12, 6, 'end'),
    fold([[430, 560], [510, 420], [580, 300]], 13, 6, 'end'),
    fold([[440, 590], [540, 660], [640, 830]], 20, 9, 'end'),
    fold([[436, 600], [500, 740], [560, 1060]], 22, 9, 'end'),
    fold([[432, 610], [458, 800], [480, 1060]], 18, 8, 'end'),
    fold([[700, 1040], [680, 820], [640, 620]], 22, 8, 'end'),
    fold([[630, 1056], [606, 860], [560, 660]], 18, -7, 'end'),
  ];
  return {
    seed: 101,
    pieces: [
      { shape: 'M408,128 C450,164 550,164 592,128 C570,260 540,380 480,470 C440,380 420,250 408,128 Z', paint: dark, shade: 0.7, volume: 0, shadow: 0, veil: '<path d="M408,150 L592,150 L540,460 L440,460 Z"/>' },
      { shape: 'M400,126 C450,160 550,160 600,126 L592,146 C552,178 448,178 408,146 Z', paint: emerald, shade: 0.85, volume: 0, roll: 1.2 },
      sleevePiece,
      { ...sleevePiece, shape: mirrorPath(sleeve), folds: mirrored(sleeveFolds), grooves: groove(mirrorPath(cuff), 2) },
      { shape: left, paint: emerald, folds: mirrored(drape.slice(0, 6)), volume: 0.2, sheen: 0.25, swell: 4, grooves: groove(mirrorPath('M580,130 C548,330 462,512 414,556'), 2) },
      { shape: right, paint: emerald, folds: drape, volume: 0.2, sheen: 0.25, swell: 4, swellCell: [90, 240], shadow: 0.5, grooves: groove('M578,132 C546,330 460,512 412,556', 2) + groove('M450,1054 C560,1058 660,1046 757,1012', 2) },
      { shape: 'M336,548 C400,572 600,572 664,548 L668,584 C600,606 400,606 332,584 Z', paint: emerald, volume: 0.12, sheen: 0.25, shadow: 0.45, folds: scatter({ seed: 105, count: 7, box: [350, 572, 300, 14], angle: 3, spread: 9, length: 130, width: 7, height: 4 }) },
      { shape: 'M424,590 C438,660 440,740 428,836 C414,840 398,838 386,832 C400,740 404,660 402,592 Z', paint: emerald, volume: 0.05, sheen: 0.25, shadow: 0.5, folds: [fold([[412, 600], [416, 700], [406, 830]], 8, 4)] },
      { shape: 'M408,592 C396,650 372,720 336,790 C322,788 308,780 300,770 C340,704 368,650 384,586 Z', paint: emerald, volume: 0.05, sheen: 0.25, shadow: 0.5, folds: [fold([[396, 596], [366, 680], [320, 776]], 8, 4)] },
      { shape: 'M384,556 C400,544 426,548 434,566 C440,584 430,604 412,608 C392,610 380,596 380,580 Z', paint: emerald, sheen: 0.3, shadow: 0.5, roll: 3, folds: [fold([[386, 570], [406, 586], [430, 580]], 7, 4), fold([[392, 556], [404, 580], [406, 606]], 6, 3)] },
    ].map((piece) => ({ fabric: 'smooth', ...piece })),
  };
}
