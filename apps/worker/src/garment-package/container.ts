import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** First bytes of every garment package. */
const MAGIC = Buffer.from('DRGP');
/** Version of the container; the engine in the key names that of the contents. */
const FORMAT = 1;
/** Magic, format, and the checksum of the rest. */
const HEAD_BYTES = MAGIC.length + 1 + 32;
/** No analysis of ours is larger: the largest cut-out unpacks to 6 MB. */
const UNPACKED_MAX = 64 * 1024 * 1024;
/** Brotli's level: 5 compresses nine tenths as well as the best in a twentieth of its time. */
const BROTLI_QUALITY = 5;

/** The bytes are not a garment package, or a damaged one. */
export class DamagedPackage extends Error {
  override readonly name = 'DamagedPackage';
}

/**
 * Packs typed arrays and plain data into one file: magic `DRGP`, format, SHA-256 of the rest; then, compressed with Brotli, the length of a
 * JSON text, the text, and the arrays' bytes one after the other. Numbers are little-endian. The text has null in place of each array and
 * lists separately which array belongs where: examining every value while parsing would take longer than everything else.
 */
export function pack(value: unknown): Buffer {
  const found: Found[] = [];
  const plain = withoutArrays(value, [], found);
  const arrays = found.map(({ path, name, length }): Note => ({ path, name, length }));
  const json = Buffer.from(JSON.stringify({ plain, arrays }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const body = brotliCompressSync(Buffer.concat([length, json, ...found.map(({ bytes }) => bytes)]), {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  return Buffer.concat([MAGIC, Buffer.of(FORMAT), sumOf(body), body]);
}

/** Unpacks; typed arrays get memory of their own. Throws: DamagedPackage. */
export function unpack(bytes: Uint8Array): unknown {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (packed.length < HEAD_BYTES || !packed.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedPackage('the file is no garment package');
  const format = packed[MAGIC.length];
  if (format !== FORMAT) throw new DamagedPackage(`the garment package has format ${format}, expected ${FORMAT}`);
  const body = packed.subarray(HEAD_BYTES);
  if (!sumOf(body).equals(packed.subarray(MAGIC.length + 1, HEAD_BYTES)))
    throw new DamagedPackage('the garment package has another checksum than it says');
  try {
    return read(brotliDecompressSync(body, { maxOutputLength: UNPACKED_MAX }));
  } catch (error) {
    if (error instanceof DamagedPackage) throw error;
    throw new DamagedPackage('the garment package cannot be unpacked', { cause: error });
  }
}

const TYPES = {
  Uint8Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
type TypeName = keyof typeof TYPES;
type Typed = InstanceType<(typeof TYPES)[TypeName]>;

/** An array: its path, its type, and its length. */
interface Note {
  readonly path: readonly string[];
  readonly name: TypeName;
  readonly length: number;
}

interface Found extends Note {
  readonly bytes: Uint8Array;
}

const isTyped = (value: unknown): value is Typed => ArrayBuffer.isView(value) && !(value instanceof DataView);
const isTypeName = (name: unknown): name is TypeName => typeof name === 'string' && Object.hasOwn(TYPES, name);

/** The value with null in place of each typed array; the arrays are collected in the order in which they are found. */
function withoutArrays(value: unknown, path: readonly string[], found: Found[]): unknown {
  if (isTyped(value)) {
    const { name } = value.constructor;
    if (!isTypeName(name)) throw new TypeError(`a garment package cannot hold a ${name}`);
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    found.push({ path, name, length: value.length, bytes });
    return null;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`a garment package cannot hold ${value}, found at ${path.join('.')}`);
  if (Array.isArray(value)) return value.map((each, i) => withoutArrays(each, [...path, String(i)], found));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutArrays(each, [...path, key], found)]),
  );
}

function read(body: Buffer): unknown {
  const length = body.readUInt32LE(0);
  let at = 4 + length;
  if (at > body.length) throw new DamagedPackage('the garment package ends within its text');
  const { plain, arrays }: { plain: unknown; arrays: readonly Note[] } = JSON.parse(body.toString('utf8', 4, at));
  for (const { path, name, length: count } of arrays) {
    const end = at + count * TYPES[name].BYTES_PER_ELEMENT;
    if (!(count >= 0 && end <= body.length)) throw new DamagedPackage('the garment package ends within an array');
    const array = new TYPES[name](count);
    new Uint8Array(array.buffer).set(body.subarray(at, end));
    put(plain, path, array);
    at = end;
  }
  if (at !== body.length) throw new DamagedPackage('the garment package goes on after its last array');
  return plain;
}

function put(root: unknown, path: readonly string[], array: Typed): void {
  const [last, ...before] = [...path].reverse();
  let at: unknown = root;
  for (const key of before.reverse()) at = ownValue(at, key);
  // null stands where an array belongs
  if (last === undefined || ownValue(at, last) !== null) throw misplacedArray();
  Reflect.set(Object(at), last, array);
}

function ownValue(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) throw misplacedArray();
  return Reflect.get(value, key);
}

const misplacedArray = (): DamagedPackage =>
  new DamagedPackage('the garment package has an array that belongs nowhere');

const sumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
