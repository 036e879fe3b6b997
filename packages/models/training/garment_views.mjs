/**
 * Makes the views that the garment head learns from, and writes what the network's encoder says of each: a JSON line a view
 * {name, kind, garment, x}, `name` that of the photo, for garment_head.py.
 *
 *     node garment_views.mjs PRODUCTS STREET PROBE.onnx FEATURES.jsonl
 *
 * PRODUCTS  folder with a folder a category of JPEG pictures (Clothing dataset): garments that nobody wears
 * STREET    Clothing Co-Parsing: photos/, labels/ and label-names.json. Of each photo two views of every kind: the wearer, whole or
 *           cut off, in the street and before a plain ground; the clothes alone, as on an unseen mannequin; and what is no garment: the
 *           head, the shoes, a bag or a piece of the street
 * PROBE     what `garment_head.py probe` wrote
 */
import { createHash } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { fitIntoSquare } from '../dist/networks/garment-category.js';

const [products, street, probe, target] = process.argv.slice(2);
const session = await InferenceSession.create(probe);
const FEATURES = session.outputNames.at(-1);
const names = JSON.parse(readFileSync(join(street, 'label-names.json'), 'utf8'));
const labelsOf = (list) => new Set(list.split(' ').map((name) => names.indexOf(name)));
const HEAD = labelsOf('hair hat sunglasses glasses');
const SHOES = labelsOf('boots clogs flats heels loafers pumps sandals shoes sneakers wedges');
const BAG = labelsOf('bag purse wallet');
const BARE = labelsOf('null accessories bracelet earrings necklace ring skin watch socks gloves');
const isCloth = (label) => ![HEAD, SHOES, BAG, BARE].some((set) => set.has(label));
const GROUNDS = ['#ffffff', '#f0f0f0', '#e1e4e8', '#c8beb4', '#78828c', '#faf5eb'];
const out = createWriteStream(target);

async function write(name, kind, garment, picture) {
  const { data, info } = await picture.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const input = fitIntoSquare({ ...info, data: new Uint8ClampedArray(data) });
  const result = await session.run({ image: new Tensor('float32', input, [1, 3, 160, 160]) }, [FEATURES]);
  const x = Array.from(result[FEATURES].data, (v) => Number(v.toFixed(5)));
  out.write(`${JSON.stringify({ name, kind, garment, x })}\n`);
}

const inside = (value, most) => Math.max(0, Math.min(most, Math.round(value)));

/** Part of a picture, or null where it is too small to show anything. */
function part({ data, info }, x0, y0, x1, y1) {
  const [left, top] = [inside(x0, info.width), inside(y0, info.height)];
  const [width, height] = [inside(x1, info.width) - left, inside(y1, info.height) - top];
  return width < 24 || height < 24 ? null : sharp(data, { raw: info }).extract({ left, top, width, height });
}

function boxOf({ data, info }, matches) {
  const box = { x0: Infinity, y0: Infinity, x1: 0, y1: 0, count: 0 };
  data.forEach((label, i) => {
    if (!matches(label)) return;
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    Object.assign(box, { x0: Math.min(box.x0, x), y0: Math.min(box.y0, y), count: box.count + 1 });
    Object.assign(box, { x1: Math.max(box.x1, x + 1), y1: Math.max(box.y1, y + 1) });
  });
  return box.count < 60 ? null : box;
}

/** The photo with another ground wherever `keeps` is false. */
function before(photo, labels, ground, keeps) {
  const data = Buffer.from(photo.data);
  const colour = Buffer.from(ground.slice(1), 'hex');
  labels.data.forEach((label, i) => void (keeps(label) || colour.copy(data, 3 * i)));
  return { ...photo, data };
}

/** A wearer, or the clothes alone: whole, without the head, the upper half with or without it, or the lower half. */
function wearer(picture, body, box, random) {
  const height = body.y1 - body.y0;
  const cut = random % 5;
  const margin = 0.03 + 0.015 * ((random >>> 8) % 8);
  const top =
    cut === 4 ? body.y0 + 0.44 * height : cut === 1 || cut === 3 ? Math.max(box.y0, body.y0 + 0.16 * height) : box.y0;
  const bottom = cut === 2 || cut === 3 ? body.y0 + 0.56 * height : box.y1;
  const m = margin * (bottom - top);
  return part(
    picture,
    body.x0 - m,
    top - (cut === 0 || cut === 2 ? m : 0),
    body.x1 + m,
    bottom + (cut === 2 || cut === 3 ? 0 : m),
  );
}

/** What is no garment: {kind, picture}. */
function other(photo, labels, body, random) {
  const height = body.y1 - body.y0;
  const kind = ['face', 'face', 'ground', 'shoes', 'bag', 'ground'][random % 6];
  const box =
    { face: HEAD, shoes: SHOES, bag: BAG }[kind] &&
    boxOf(labels, (l) => ({ face: HEAD, shoes: SHOES, bag: BAG })[kind].has(l));
  if (kind === 'face' && box) {
    const [side, zoom, middle] = [0.15 * height, 0.75 + 0.0625 * ((random >>> 8) % 8), (box.x0 + box.x1) / 2];
    const reach = 0.62 * side * zoom;
    return {
      kind,
      picture: part(
        photo,
        middle - reach,
        body.y0 - 0.1 * side * zoom,
        middle + reach,
        body.y0 + side * (0.75 + 0.3 * zoom),
      ),
    };
  }
  if (box && (kind === 'shoes' || (kind === 'bag' && box.count > 900))) {
    const m = (kind === 'shoes' ? 0.25 : 0.08) * (box.x1 - box.x0);
    return { kind, picture: part(photo, box.x0 - m, box.y0 - m, box.x1 + m, box.y1 + m) };
  }
  const { width, height: all } = photo.info;
  const top = 0.004 * ((random >>> 6) % 100) * all;
  const bottom = top + all * (0.35 + 0.025 * ((random >>> 14) % 10));
  const [x0, x1] = body.x0 > width - body.x1 ? [0, body.x0] : [body.x1, width];
  return { kind: 'ground', picture: x1 - x0 < 60 ? null : part(photo, x0, top, x1, bottom) };
}

async function streetViews(name) {
  const photo = await sharp(join(street, 'photos', `${name}.jpg`))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const labels = await sharp(join(street, 'labels', `${name}.png`))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const body = boxOf(labels, (label) => label > 0);
  const clothes = boxOf(labels, isCloth);
  if (body === null || clothes === null) return;
  for (const look of [1, 2]) {
    const random = (kind) => createHash('sha256').update(`${name}${kind}${look}`).digest().readUInt32BE(0);
    const ground = (kind) => GROUNDS[(random(kind) >>> 12) % GROUNDS.length];
    const seen = other(photo, labels, body, random('other'));
    const views = [
      ['worn in the street', 1, wearer(photo, body, body, random('street'))],
      [
        'worn before a plain ground',
        1,
        wearer(
          before(photo, labels, ground('plain'), (l) => l > 0),
          body,
          body,
          random('plain'),
        ),
      ],
      [
        'clothes without their wearer',
        1,
        wearer(before(photo, labels, ground('alone'), isCloth), body, clothes, random('alone')),
      ],
      [seen.kind, 0, seen.picture],
    ];
    for (const [kind, garment, picture] of views) if (picture !== null) await write(name, kind, garment, picture);
  }
}

/** Squares, discs, triangles, stripes: figures that a test of a shop may send. */
async function shape(number) {
  const random = createHash('sha256').update(`shape ${number}`).digest();
  const colour = (at) => `#${random.subarray(at, at + 3).toString('hex')}`;
  const [s, k] = [80 + (random[9] % 110), 0.6 + random[10] / 320];
  const figure = [
    `<rect x="${200 - s}" y="${200 - s * k}" width="${2 * s}" height="${2 * s * k}"/>`,
    `<ellipse cx="200" cy="200" rx="${s}" ry="${s * k}"/>`,
    `<path d="M200 ${200 - s}L${200 - s} ${200 + s}H${200 + s * k}z"/>`,
    `<path d="M0 ${s}H400M0 ${2 * s}H400M${s} 0V400M${2 * s} 0V400" stroke="${colour(0)}" stroke-width="${10 + 30 * k}"/>`,
  ][number % 4];
  const ground = random[11] % 2 === 0 ? '#ffffff' : colour(3);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="${ground}"/><g fill="${colour(0)}">${figure}</g></svg>`;
  await write(`shape ${number}`, 'shape', 0, sharp(Buffer.from(svg)));
}

for (const category of readdirSync(products, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
  for (const file of readdirSync(join(products, category.name)).sort())
    await write(file.replace(/\.\w+$/, ''), 'product', 1, sharp(join(products, category.name, file)));
for (const file of readdirSync(join(street, 'photos')).sort())
  if (file.endsWith('.jpg')) await streetViews(file.replace(/\.\w+$/, ''));
for (let number = 0; number < 240; number++) await shape(number);
await session.release();
out.end();
