/** Writes HEIF files around coded pictures of others: right ones and wrong ones. */

export interface HeifItem {
  readonly id: number;
  /** hvc1, av01, grid … */
  readonly type: string;
  readonly data: Buffer;
  readonly properties: readonly Buffer[];
  readonly references?: readonly { readonly type: string; readonly to: readonly number[] }[];
}

export interface HeifFile {
  /** The major one first. */
  readonly brands: readonly string[];
  readonly items: readonly HeifItem[];
  readonly primary?: number;
  /** Whole boxes between ftyp and meta. */
  readonly before?: readonly Buffer[];
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  return Buffer.concat([u32(body.length + 4), body]);
}

export function fullBox(type: string, version: number, flags: number, ...parts: readonly Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, flags >> 8, flags & 255]), ...parts);
}

export function u16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
}

export function u32(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => out.writeUInt32BE(value >>> 0, i * 4));
  return out;
}

export const ispe = (width: number, height: number): Buffer => fullBox('ispe', 0, 0, u32(width, height));
export const irot = (quartersLeft: number): Buffer => box('irot', Buffer.from([quartersLeft]));
/** 0 exchanges top and bottom, 1 left and right. */
export const imir = (axis: number): Buffer => box('imir', Buffer.from([axis]));
export const icc = (profile: Buffer): Buffer => box('colr', Buffer.from('prof'), profile);
export const nclx = (primaries: number): Buffer =>
  box('colr', Buffer.from('nclx'), u16(primaries, 13, 6), Buffer.from([0x80]));
/** Width, height and offset of the middle as fractions of one. */
export const clap = (width: number, height: number): Buffer => box('clap', u32(width, 1, height, 1, 0, 1, 0, 1));

/** Three channels of 8 bits. */
const DEPTH = fullBox('pixi', 0, 0, Buffer.from([3, 8, 8, 8]));

/** The data of a grid item. */
export const grid = (rows: number, columns: number, width: number, height: number): Buffer =>
  Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width, height)]);

export function heifFile({ brands, items, primary = 1, before = [] }: HeifFile): Buffer {
  const ftyp = box('ftyp', Buffer.from(`${brands[0] ?? ''}\0\0\0\0${brands.join('')}`, 'latin1'));
  const head = Buffer.concat([ftyp, ...before]);
  const size = head.length + metaOf(items, primary, 0).length + 8;
  return Buffer.concat([head, metaOf(items, primary, size), box('mdat', ...new Set(items.map(({ data }) => data)))]);
}

function metaOf(items: readonly HeifItem[], primary: number, dataStart: number): Buffer {
  const hdlr = fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13));
  const infes = items.map(({ id, type }) => fullBox('infe', 2, 0, u16(id, 0), Buffer.from(`${type}\0`, 'latin1')));
  const references = items.flatMap(({ id, references: own = [] }) =>
    own.map(({ type, to }) => box(type, u16(id, to.length, ...to))),
  );
  return fullBox(
    'meta',
    0,
    0,
    hdlr,
    fullBox('pitm', 0, 0, u16(primary)),
    ilocOf(items, dataStart),
    fullBox('iinf', 0, 0, u16(items.length), ...infes),
    ...(references.length === 0 ? [] : [fullBox('iref', 0, 0, ...references)]),
    propertiesOf(items),
  );
}

/** Items with the same data share it. */
function ilocOf(items: readonly HeifItem[], dataStart: number): Buffer {
  const places = new Map<Buffer, number>();
  let at = dataStart;
  for (const { data } of items) {
    if (places.has(data)) continue;
    places.set(data, at);
    at += data.length;
  }
  const entries = items.map(({ id, data }) => Buffer.concat([u16(id, 0, 1), u32(places.get(data) ?? 0, data.length)]));
  return fullBox('iloc', 0, 0, Buffer.from([0x44, 0]), u16(items.length), ...entries);
}

/** Items with the same property share it. */
function propertiesOf(items: readonly HeifItem[]): Buffer {
  const shared = [...new Set(items.flatMap(({ properties }) => properties))];
  const entries = items.map(({ id, properties }) => {
    const own = properties.map((property) => {
      const isEssential = /^(irot|imir|clap|hvcC|av1C)$/.test(property.toString('latin1', 4, 8));
      return u16((shared.indexOf(property) + 1) | (isEssential ? 0x8000 : 0));
    });
    return Buffer.concat([u16(id), Buffer.from([own.length]), ...own]);
  });
  const ipma = fullBox('ipma', 0, 1, u32(items.length), ...entries);
  return box('iprp', box('ipco', ...shared), ipma);
}

/** What a file of one picture holds: the picture's data, and the box that configures its decoder. */
export interface Coded {
  readonly type: 'hvc1' | 'av01';
  readonly data: Buffer;
  readonly config: Buffer;
}

export function codedOf(file: Buffer): Coded {
  const at = Math.max(file.indexOf('hvcC'), file.indexOf('av1C')) - 4;
  const config = file.subarray(at, at + file.readUInt32BE(at));
  const mdat = file.indexOf('mdat') - 4;
  return {
    type: config.toString('latin1', 4, 8) === 'hvcC' ? 'hvc1' : 'av01',
    data: file.subarray(mdat + 8, mdat + file.readUInt32BE(mdat)),
    config,
  };
}

/** A file of one coded picture, of the size that it is said to have. */
export function single(coded: Coded, size: readonly [number, number], ...properties: readonly Buffer[]): Buffer {
  const brands = coded.type === 'hvc1' ? ['heic', 'mif1', 'heic'] : ['avif', 'mif1', 'avif'];
  const { type, data, config } = coded;
  const item = {
    id: 1,
    type,
    data,
    properties: [config, ispe(...size), DEPTH, ...properties],
  };
  return heifFile({ brands, items: [item] });
}

export interface GridSpec {
  readonly rows: number;
  readonly columns: number;
  /** Of each tile. */
  readonly tile: readonly [number, number];
  /** Of the whole. */
  readonly size: readonly [number, number];
}

/** A grid that shows one coded picture in every field. */
export function gridOf(coded: Coded, { rows, columns, tile, size }: GridSpec, ...properties: Buffer[]): Buffer {
  const look = [coded.config, ispe(...tile), DEPTH];
  const tiles = Array.from({ length: rows * columns }, (_, i) => ({
    id: i + 2,
    type: coded.type,
    data: coded.data,
    properties: look,
  }));
  const whole = {
    id: 1,
    type: 'grid',
    data: grid(rows, columns, ...size),
    properties: [ispe(...size), DEPTH, ...properties],
    references: [{ type: 'dimg', to: tiles.map(({ id }) => id) }],
  };
  const brands = coded.type === 'hvc1' ? ['heic', 'mif1', 'heic'] : ['avif', 'mif1', 'avif'];
  return heifFile({ brands, items: [whole, ...tiles] });
}
