import { listBoxes, readText, readUint, type BoxBudget, type IsoBox } from './iso-boxes';

/** What a HEIF file says about its main picture: HEIC if that is coded with HEVC, AVIF if with AV1. */
export interface HeifHeader {
  readonly format: 'heic' | 'avif';
  /** Pixels as coded, before cropping, rotating and mirroring. */
  readonly width: number;
  readonly height: number;
  /** The file has more than one frame. */
  readonly animated: boolean;
  /** The file's rotation and mirroring as an EXIF orientation 1…8. Its EXIF block does not count (ISO/IEC 23008-12 §A.2.1). */
  readonly orientation: number;
  /** Part of the picture is cropped when it is shown. */
  readonly isCropped: boolean;
  /** Where the ICC profile is in the file. */
  readonly profile: { readonly start: number; readonly end: number } | null;
  /** ITU-T H.273 colour primaries; null if the file says nothing. 1: sRGB, 12: Display P3. */
  readonly primaries: number | null;
}

const STILL_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'mif1', 'mif2', 'avif']);
const SEQUENCE_BRANDS: ReadonlySet<string> = new Set(['msf1', 'hevc', 'hevx', 'hevm', 'hevs', 'avis']);
const CODECS: Readonly<Record<string, HeifHeader['format']>> = { hvc1: 'heic', av01: 'avif' };
/** Boxes visited at most; bounds the walk. A phone's photo has about two hundred. */
const BOXES_MAX = 8192;
/** Tiles of a grid at most. 40 megapixels in tiles of 256 × 256 are 610. */
const TILES_MAX = 1024;
const BRANDS_MAX = 64;

/** Whether the first bytes are those of a HEIF file, and of which codec it appears to be; its items decide. */
export function sniffHeif(bytes: Uint8Array): HeifHeader['format'] | null {
  if (readText(bytes, 4, 4) !== 'ftyp') return null;
  const brands = brandsOf(bytes);
  const isHeif = brands.slice(0, 1).some((brand) => STILL_BRANDS.has(brand) || SEQUENCE_BRANDS.has(brand));
  if (!isHeif && !brands.some((brand) => STILL_BRANDS.has(brand))) return null;
  return brands.some((brand) => brand === 'avif' || brand === 'avis') ? 'avif' : 'heic';
}

function brandsOf(bytes: Uint8Array): string[] {
  const size = Math.min(readUint(bytes, 0, 4) || 0, bytes.length, 8 + 4 * BRANDS_MAX);
  const brands = [readText(bytes, 8, 4)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(readText(bytes, at, 4));
  return brands;
}

/**
 * Reads what a HEIF file says about its main picture.
 *
 * Null for broken and truncated files, and for pictures that are not a single HEVC or AV1 picture or a grid of them (overlays, other
 * codecs). Never throws, never reads outside `bytes`, visits at most BOXES_MAX boxes. It reports what the file says; what the coded data
 * really contains shows only when it is decoded.
 * Source: ISO/IEC 23008-12 (HEIF) §6 and §9, ISO/IEC 14496-12 §8.11, AV1 Image File Format 1.1.
 */
export function inspectHeif(bytes: Uint8Array): HeifHeader | null {
  if (sniffHeif(bytes) === null) return null;
  const budget: BoxBudget = { left: BOXES_MAX };
  const top = listBoxes(bytes, 0, bytes.length, budget);
  const meta = top?.find(({ type }) => type === 'meta');
  if (top === null || meta === undefined) return null;
  const parts = listBoxes(bytes, meta.start + 4, meta.end, budget);
  if (parts === null) return null;
  const primary = primaryOf(bytes, parts);
  const types = typesOf(bytes, parts, budget);
  if (primary === null || types === null) return null;
  const coded = codedItems(bytes, parts, { id: primary, type: types.get(primary) ?? '' }, budget);
  const format = formatOf(coded, types);
  const properties = propertiesOf(bytes, parts, budget);
  if (format === null || properties === null) return null;
  const animated = SEQUENCE_BRANDS.has(readText(bytes, 8, 4)) || top.some(({ type }) => type === 'moov');
  const look = lookOf(bytes, properties.get(primary) ?? []);
  if (look === null) return null;
  const colour = colourOf(bytes, [properties.get(primary) ?? [], properties.get(coded[0] ?? primary) ?? []]);
  return { format, animated, ...look, ...colour };
}

const partOf = (parts: readonly IsoBox[], type: string): IsoBox | undefined => parts.find((part) => part.type === type);

function primaryOf(bytes: Uint8Array, parts: readonly IsoBox[]): number | null {
  const handler = partOf(parts, 'hdlr');
  const pitm = partOf(parts, 'pitm');
  if (pitm === undefined || handler === undefined || readText(bytes, handler.start + 8, 4) !== 'pict') return null;
  const id = readUint(bytes, pitm.start + 4, bytes[pitm.start] === 0 ? 2 : 4);
  return Number.isNaN(id) ? null : id;
}

/** The type of each item. */
function typesOf(bytes: Uint8Array, parts: readonly IsoBox[], budget: BoxBudget): Map<number, string> | null {
  const iinf = partOf(parts, 'iinf');
  if (iinf === undefined) return null;
  const entries = listBoxes(bytes, iinf.start + (bytes[iinf.start] === 0 ? 6 : 8), iinf.end, budget);
  if (entries === null) return null;
  const types = new Map<number, string>();
  for (const { start } of entries) {
    const version = bytes[start] ?? 0;
    const idLength = version === 2 ? 2 : 4;
    if (version >= 2) types.set(readUint(bytes, start + 4, idLength), readText(bytes, start + 6 + idLength, 4));
  }
  return types;
}

interface Item {
  readonly id: number;
  readonly type: string;
}

/** The items that contain coded pixels: the item itself, or the tiles of a grid. Empty if there are none, or too many. */
function codedItems(bytes: Uint8Array, parts: readonly IsoBox[], item: Item, budget: BoxBudget): number[] {
  if (item.type !== 'grid') return [item.id];
  const iref = partOf(parts, 'iref');
  if (iref === undefined) return [];
  const idLength = bytes[iref.start] === 0 ? 2 : 4;
  const references = listBoxes(bytes, iref.start + 4, iref.end, budget) ?? [];
  const tiles = references.find(({ type, start }) => type === 'dimg' && readUint(bytes, start, idLength) === item.id);
  if (tiles === undefined) return [];
  const count = readUint(bytes, tiles.start + idLength, 2);
  const first = tiles.start + idLength + 2;
  if (!(count <= TILES_MAX) || first + count * idLength > tiles.end) return [];
  return Array.from({ length: count }, (_, i) => readUint(bytes, first + i * idLength, idLength));
}

function formatOf(coded: readonly number[], types: ReadonlyMap<number, string>): HeifHeader['format'] | null {
  const [first, ...others] = coded.map((id) => types.get(id) ?? '');
  if (first === undefined || others.some((type) => type !== first)) return null;
  return CODECS[first] ?? null;
}

/** The property boxes of each item, in the order in which they apply. */
function propertiesOf(bytes: Uint8Array, parts: readonly IsoBox[], budget: BoxBudget): Map<number, IsoBox[]> | null {
  const iprp = partOf(parts, 'iprp');
  const inside = iprp && listBoxes(bytes, iprp.start, iprp.end, budget);
  const ipco = inside && partOf(inside, 'ipco');
  const boxes = ipco && listBoxes(bytes, ipco.start, ipco.end, budget);
  if (!inside || !boxes) return null;
  const found = new Map<number, IsoBox[]>();
  for (const ipma of inside.filter(({ type }) => type === 'ipma')) {
    if (!readAssociations(bytes, ipma, { boxes, found, budget })) return null;
  }
  return found;
}

interface Associations {
  readonly boxes: readonly IsoBox[];
  readonly found: Map<number, IsoBox[]>;
  readonly budget: BoxBudget;
}

/** Returns false if the box is broken. */
function readAssociations(bytes: Uint8Array, ipma: IsoBox, { boxes, found, budget }: Associations): boolean {
  const idLength = bytes[ipma.start] === 0 ? 2 : 4;
  const indexLength = ((bytes[ipma.start + 3] ?? 0) & 1) === 1 ? 2 : 1;
  const entries = readUint(bytes, ipma.start + 4, 4);
  let at = ipma.start + 8;
  for (let entry = 0; entry < entries; entry++) {
    if (at + idLength + 1 > ipma.end) return false;
    const id = readUint(bytes, at, idLength);
    const count = bytes[at + idLength] ?? 0;
    at += idLength + 1;
    budget.left -= 1;
    if (budget.left < 0 || at + count * indexLength > ipma.end) return false;
    const own: IsoBox[] = [];
    for (let i = 0; i < count; i++) {
      // The first bit says whether a reader must understand the property.
      const index = readUint(bytes, at + i * indexLength, indexLength) & (indexLength === 2 ? 0x7fff : 0x7f);
      const box = boxes[index - 1];
      if (box !== undefined) own.push(box);
    }
    found.set(id, own);
    at += count * indexLength;
  }
  return true;
}

type Look = Pick<HeifHeader, 'width' | 'height' | 'orientation' | 'isCropped'>;

/** Null without a size, or with two. */
function lookOf(bytes: Uint8Array, properties: readonly IsoBox[]): Look | null {
  const sizes = properties.filter(({ type }) => type === 'ispe');
  const [size] = sizes;
  if (size === undefined || sizes.length > 1 || size.end - size.start < 12) return null;
  return {
    width: readUint(bytes, size.start + 4, 4),
    height: readUint(bytes, size.start + 8, 4),
    orientation: orientationOf(bytes, properties),
    isCropped: properties.some(({ type }) => type === 'clap'),
  };
}

/** EXIF orientation for a number of quarter turns to the left, and for the same turns followed by a left-right mirror. */
const TURNED = [1, 8, 3, 6] as const;
const TURNED_AND_MIRRORED = [2, 7, 4, 5] as const;

/**
 * irot rotates to the left by quarter turns; imir swaps top and bottom (0) or left and right (1). Each applies to the result of those
 * before it.
 */
function orientationOf(bytes: Uint8Array, properties: readonly IsoBox[]): number {
  let quarters = 0;
  let isMirrored = false;
  for (const { type, start, end } of properties) {
    if (start >= end) continue;
    const value = bytes[start] ?? 0;
    // After a mirror, a turn goes the other way round.
    if (type === 'irot') quarters += isMirrored ? 4 - (value & 3) : value & 3;
    if (type !== 'imir') continue;
    if ((value & 1) === 0) quarters += 2;
    isMirrored = !isMirrored;
  }
  return (isMirrored ? TURNED_AND_MIRRORED : TURNED)[quarters % 4] ?? 1;
}

type Colour = Pick<HeifHeader, 'profile' | 'primaries'>;

/** The colour of the picture as a whole, or else of its first tile. */
function colourOf(bytes: Uint8Array, lists: readonly (readonly IsoBox[])[]): Colour {
  for (const properties of lists) {
    const boxes = properties.filter(({ type, start, end }) => type === 'colr' && end - start >= 6);
    const icc = boxes.find(({ start }) => /^(prof|rICC)$/.test(readText(bytes, start, 4)));
    if (icc !== undefined) return { profile: { start: icc.start + 4, end: icc.end }, primaries: null };
    const nclx = boxes.find(({ start }) => readText(bytes, start, 4) === 'nclx');
    if (nclx !== undefined) return { profile: null, primaries: readUint(bytes, nclx.start + 4, 2) };
  }
  return { profile: null, primaries: null };
}
