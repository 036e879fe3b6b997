/** One field of a protobuf message, in the order of the bytes. */
export interface ProtobufField {
  readonly field: number;
  /** An integer, or the bytes of a string, message, packed list or fixed-size number. */
  readonly value: number | Uint8Array;
  /** The bytes read as a packed list of integers. */
  readonly packed: () => number[];
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

/**
 * Splits a protobuf message into its fields. Source: https://protobuf.dev/programming-guides/encoding/
 *
 * Aliasing: values are views of `bytes`. Range: integers are read as signed 64 bits, exact up to 2^53.
 * Throws: for groups, which are obsolete, and if the bytes end within a field.
 */
export function readProtobuf(bytes: Uint8Array): ProtobufField[] {
  const fields: ProtobufField[] = [];
  let at = 0;
  const varint = (): number => {
    const [value, next] = readVarint(bytes, at);
    at = next;
    return value;
  };
  while (at < bytes.length) {
    const key = varint();
    const wire = key & 7;
    let value: number | Uint8Array;
    if (wire === VARINT) {
      value = varint();
    } else {
      const length = wire === LENGTH ? varint() : wire === FIXED64 ? 8 : wire === FIXED32 ? 4 : -1;
      if (length < 0 || at + length > bytes.length) throw new Error(`protobuf: broken field at byte ${at}`);
      value = bytes.subarray(at, at + length);
      at += length;
    }
    fields.push({ field: key >>> 3, value, packed: () => (value instanceof Uint8Array ? readPacked(value) : [value]) });
  }
  return fields;
}

function readPacked(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const [value, next] = readVarint(bytes, at);
    values.push(value);
    at = next;
  }
  return values;
}

function readVarint(bytes: Uint8Array, from: number): [number, number] {
  let value = 0n;
  for (let at = from, shift = 0n; at < bytes.length; at++, shift += 7n) {
    value |= BigInt(bytes[at] & 127) << shift;
    if (bytes[at] < 128) return [Number(BigInt.asIntN(64, value)), at + 1];
  }
  throw new Error('protobuf: the bytes end within a number');
}
