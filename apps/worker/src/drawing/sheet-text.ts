import type { RasterU8 } from '@drape/imaging';

/** Glyphs of 3 × 5 dots, rows from the top, three bits per row as one octal digit. Drawn by hand; enough for file names and codes. */
const GLYPHS: Readonly<Record<string, string>> = {
  a: '25755',
  b: '65656',
  c: '34443',
  d: '65556',
  e: '74647',
  f: '74644',
  g: '34553',
  h: '55755',
  i: '72227',
  j: '11152',
  k: '55655',
  l: '44447',
  m: '57755',
  n: '65555',
  o: '25552',
  p: '65644',
  q: '25563',
  r: '65655',
  s: '34216',
  t: '72222',
  u: '55557',
  v: '55552',
  w: '55775',
  x: '55255',
  y: '55222',
  z: '71247',
  '0': '75557',
  '1': '26227',
  '2': '61247',
  '3': '61216',
  '4': '55711',
  '5': '74616',
  '6': '34757',
  '7': '71122',
  '8': '75757',
  '9': '75716',
  _: '00007',
  '-': '00700',
  '.': '00002',
  ':': '02020',
};
const DOT = 2;

/** Writes one line of text in dots of 2 × 2 pixels into an RGB raster, in place; what does not fit is cut. */
export function drawText(raster: RasterU8, text: string, left: number, top: number, level: number): void {
  [...text.toLowerCase()].forEach((letter, at) => {
    const rows = GLYPHS[letter];
    if (rows === undefined) return;
    [...rows].forEach((digit, row) => {
      for (let column = 0; column < 3; column++) {
        if ((Number(digit) & (4 >> column)) === 0) continue;
        drawDot(raster, left + (at * 4 + column) * DOT, top + row * DOT, level);
      }
    });
  });
}

function drawDot(raster: RasterU8, left: number, top: number, level: number): void {
  for (let y = Math.max(0, top); y < Math.min(raster.height, top + DOT); y++) {
    for (let x = Math.max(0, left); x < Math.min(raster.width, left + DOT); x++) {
      raster.data.fill(level, (y * raster.width + x) * 3, (y * raster.width + x) * 3 + 3);
    }
  }
}
