import { fold, mirrored, scatter } from '../folds.mjs';
import { both, fill, groove, symmetric } from '../shapes.mjs';

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
    fold(
      [
        [762, 506],
        [702, 533],
        [623, 540],
      ],
      14,
      6,
      'end',
    ),
    fold(
      [
        [755, 533],
        [724, 601],
        [713, 692],
      ],
      13,
      5,
      'end',
    ),
    fold(
      [
        [657, 662],
        [646, 799],
        [679, 966],
      ],
      22,
      5,
    ),
    fold(
      [
        [601, 490],
        [567, 533],
        [522, 548],
      ],
      16,
      2.5,
    ),
  ];
  return {
    seed: 37,
    pieces: [
      {
        shape: 'M381,246 C422,332 578,332 619,246 C619,360 581,424 500,424 C419,424 381,360 381,246 Z',
        paint: '#7a8f75',
        fabric: 'rib',
        shade: 0.8,
        volume: 0,
        shadow: 0,
        veil: '<path d="M381,240 L619,240 L612,430 L388,430 Z"/>',
      },
      {
        shape:
          'M366,244 C422,332 578,332 634,244 L619,246 C590,310 410,310 381,246 Z M381,246 C422,332 578,332 619,246 L614,274 C574,356 426,356 386,274 Z',
        paint: '#859a80',
        fabric: 'jersey',
        shade: 0.95,
        volume: 0,
        roll: 1.2,
      },
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
          ...scatter({
            seed: 35,
            count: 9,
            box: [310, 662, 381, 251],
            angle: 82,
            spread: 12,
            length: 240,
            width: 18,
            height: 3.4,
          }),
          ...scatter({
            seed: 36,
            count: 4,
            box: [332, 601, 336, 91],
            angle: 10,
            spread: 18,
            length: 160,
            width: 15,
            height: 2,
          }),
        ],
        grooves:
          groove('M366,246 C366,370 410,434 500,434 C590,434 634,370 634,246', 2) +
          both(groove('M668,246 C666,366 675,454 758,515', 2)) +
          groove('M233,966 C410,983 590,983 767,966', 2),
      },
    ],
  };
}
