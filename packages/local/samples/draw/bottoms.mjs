import { fold, mirrored, scatter } from './folds.mjs';
import { both, button, fill, groove, mirrorPath, stitches, symmetric } from './shapes.mjs';

const soft = (id, blur) => `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${blur}"/></filter>`;
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
    both('<ellipse cx="618" cy="500" rx="44" ry="190" fill="#dfe9f4" opacity="0.42" filter="url(#fade)"/><ellipse cx="618" cy="770" rx="34" ry="110" fill="#dfe9f4" opacity="0.3" filter="url(#fade)"/>') +
    both('<path d="M698,380 C712,600 690,900 684,1128" stroke="#1e2d4a" stroke-width="46" fill="none" opacity="0.4" filter="url(#fade)"/>') +
    both('<path d="M500,478 C540,700 546,900 546,1136" stroke="#1e2d4a" stroke-width="34" fill="none" opacity="0.4" filter="url(#fade)"/>');
  const threads =
    both(stitches(pocket, thread) + stitches(pocketInner, thread) + stitches(hem, thread) + stitches(outseam, thread, 1.6)) +
    stitches(fly, thread) + stitches('M542,178 C545,274 540,338 500,370', thread) + stitches('M500,390 L500,470', thread) +
    stitches('M620,206 L662,214 L664,258', thread, 1.6);
  const whiskers = [
    fold([[512, 470], [570, 440], [640, 430]], 9, 5, 'end'),
    fold([[508, 486], [560, 500], [630, 510]], 9, 5, 'end'),
    fold([[514, 510], [560, 550], [610, 580]], 9, 4, 'end'),
    fold([[512, 440], [560, 396], [620, 370]], 9, 4, 'end'),
  ];
  const legFolds = [
    ...whiskers,
    ...scatter({ seed: 41, count: 6, box: [570, 690, 90, 130], angle: 8, spread: 24, length: 100, width: 11, height: 3.6 }),
    ...scatter({ seed: 42, count: 7, box: [570, 1000, 90, 90], angle: -6, spread: 20, length: 110, width: 10, height: 5 }),
    fold([[610, 560], [618, 800], [612, 1080]], 26, 5),
  ];
  const loops = [392, 452, 548, 608].map((x) => `M${x - 8},118 L${x + 8},118 L${x + 9},182 L${x - 9},182 Z`);
  return {
    seed: 51,
    pieces: [
      { shape: 'M346,112 C400,88 600,88 654,112 C600,132 400,132 346,112 Z', paint: '#5b7499', fabric: 'denim', shade: 0.72, volume: 0, shadow: 0 },
      { shape: 'M462,98 L538,98 L536,120 L464,120 Z', paint: '#9a6a3c', fabric: 'wool', volume: 0, roll: 0.8, shadow: 0.2 },
      {
        shape: legs,
        paint: fill(blue) + fade + threads,
        fabric: 'denim',
        swell: 4,
        swellCell: [90, 170],
        volume: 0.26,
        pucker: 0.5,
        folds: [...legFolds, ...mirrored(legFolds)],
        grooves: both(groove(pocket, 3) + groove(hem, 3) + groove(outseam) + groove('M500,478 C520,540 534,630 540,720', 2)) + groove(fly, 2.4) + groove('M500,176 L500,478', 3),
      },
      {
        shape: waistband,
        paint: fill('#4a6994') + stitches('M350,122 C400,136 600,136 650,122 ', thread) + stitches('M338,162 C400,176 600,176 662,162', thread),
        fabric: 'denim',
        roll: 2,
        volume: 0.1,
        shadow: 0.25,
      },
      ...loops.map((shape) => ({ shape, paint: '#466590', fabric: 'denim', roll: 1.6, volume: 0, shadow: 0.3 })),
      { shape: 'M485,151 C485,131 515,131 515,151 C515,171 485,171 485,151 Z', paint: fill('#b78a55') + button(500, 151, 15, '#c39a66'), volume: 0, roll: 1.6, shadow: 0.4 },
    ],
  };
}

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
    fold([[512, 560], [580, 524], [670, 510]], 13, 6, 'end'),
    fold([[510, 580], [570, 600], [650, 620]], 13, 5, 'end'),
    fold([[512, 540], [560, 470], [620, 420]], 13, 4, 'end'),
    fold([[664, 420], [676, 640], [668, 860]], 20, 6),
    ...scatter({ seed: 61, count: 7, box: [590, 640, 140, 180], angle: 74, spread: 26, length: 170, width: 15, height: 3.6 }),
  ];
  const loops = [376, 446, 554, 624].map((x) => `M${x - 9},246 L${x + 9},246 L${x + 10},318 L${x - 10},318 Z`);
  return {
    seed: 63,
    pieces: [
      { shape: 'M316,238 C390,206 610,206 684,238 C610,264 390,264 316,238 Z', paint: '#cbb894', fabric: 'twill', shade: 0.74, volume: 0, shadow: 0 },
      {
        shape: legs,
        paint: fill(khaki) + both(stitches(pocket, thread, 1.8) + stitches(hem, thread, 1.8)) + stitches('M556,314 C560,420 552,480 500,520', thread, 1.8),
        fabric: 'twill',
        swell: 5,
        swellCell: [110, 190],
        volume: 0.2,
        folds: [...creases, ...mirrored(creases)],
        grooves: both(groove(pocket, 3) + groove(hem, 2.4)) + groove('M500,312 L500,566', 3) + groove('M556,314 C560,420 552,480 500,520', 2),
      },
      { shape: waistband, paint: fill('#c0a886') + stitches('M306,292 C380,312 620,312 694,292', thread, 1.8), fabric: 'twill', volume: 0.1, shadow: 0.24 },
      ...loops.map((shape) => ({ shape, paint: '#bba380', fabric: 'twill', roll: 1.6, volume: 0, shadow: 0.28 })),
      { shape: 'M486,285 C486,266 514,266 514,285 C514,304 486,304 486,285 Z', paint: fill('#5b4630') + button(500, 285, 14, '#6d5438'), volume: 0, roll: 1.4, shadow: 0.4 },
    ],
  };
}

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
    return { line, folds: [fold(line, 15, 9, 'end'), fold(behind, 10, -7, 'end'), fold(line.map(([x, y]) => [x - 24, y]), 20, 3, 'end')] };
  };
  const pleats = Array.from({ length: count - 1 }, (_, k) => pleat(k + 1));
  const lines = pleats.map(({ line }) => {
    const [a, b, c, d] = line.map(([x, y]) => `${(x + 7).toFixed(1)},${y}`);
    return groove(`M${a} C${b} ${c} ${d}`, 2);
  });
  return {
    seed: 71,
    pieces: [
      { shape: 'M384,164 C440,146 560,146 616,164 C560,182 440,182 384,164 Z', paint: '#6d2030', shade: 0.6, volume: 0, shadow: 0 },
      { shape: body, paint: burgundy, fabric: 'smooth', swell: 3, swellCell: [120, 260], volume: 0.24, sheen: 0.22, pucker: 0, folds: pleats.flatMap(({ folds }) => folds), grooves: lines.join('') },
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

/** Button-through A-line mini skirt in camel corduroy. */
export function camelMini() {
  const camel = '#b0814e';
  const thread = '#8a6136';
  const body = symmetric('M500,300 C560,300 610,294 642,284 C680,420 726,600 764,792 C680,826 590,836 500,836');
  const pocket = 'M566,424 L664,416 L676,540 C652,558 600,564 576,556 Z';
  const pocketLine = 'M572,435 L658,428 L669,535 C648,549 606,555 582,548 Z';
  const folds = [
    fold([[600, 420], [630, 620], [660, 820]], 26, 6),
    fold([[690, 560], [706, 680], [728, 800]], 18, 6),
    ...scatter({ seed: 83, count: 5, box: [560, 600, 150, 160], angle: 78, spread: 14, length: 200, width: 20, height: 3.6 }),
  ];
  const disc = (y) => `M486,${y} C486,${y - 19} 514,${y - 19} 514,${y} C514,${y + 19} 486,${y + 19} 486,${y} Z`;
  return {
    seed: 81,
    pieces: [
      { shape: 'M360,284 C420,258 580,258 642,284 C580,304 420,304 360,284 Z', paint: '#8f6437', shade: 0.68, volume: 0, shadow: 0 },
      {
        shape: body,
        paint: fill(camel) + stitches('M532,352 L532,832', thread, 1.8) + both(stitches('M240,768 C330,800 420,810 500,810', thread, 1.8)),
        fabric: 'rib',
        swell: 5,
        swellCell: [130, 220],
        volume: 0.22,
        folds: [...folds, ...mirrored(folds)],
        grooves: groove('M536,350 L536,836', 3) + both(groove('M236,772 C330,804 420,814 500,814', 2.4)),
      },
      { shape: pocket, paint: fill(camel) + stitches(pocketLine, thread, 1.8), fabric: 'rib', volume: 0.05, roll: 2, shadow: 0.3 },
      {
        shape: mirrorPath(pocket),
        paint: fill(camel) + stitches(mirrorPath(pocketLine), thread, 1.8),
        fabric: 'rib',
        volume: 0.05,
        roll: 2,
        shadow: 0.3,
      },
      { shape: symmetric('M500,300 C560,300 610,294 642,284 L656,338 C610,350 560,356 500,356'), paint: fill('#b48552') + stitches('M346,344 C420,362 580,362 654,344', thread, 1.8), fabric: 'rib', volume: 0.1, shadow: 0.26 },
      ...[328, 428, 528, 628, 728].map((y) => ({ shape: disc(y), paint: fill('#6b4423') + button(500, y, 14, '#7d5230'), volume: 0, roll: 1.5, shadow: 0.45 })),
    ],
  };
}
