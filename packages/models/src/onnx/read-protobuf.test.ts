import { describe, expect, it } from '@jest/globals';
import { ProtobufWriter } from './protobuf';
import { readProtobuf } from './read-protobuf';

describe('readProtobuf', () => {
  it('reads what the writer wrote', () => {
    const inner = new ProtobufWriter().string(2, 'testing');
    const fields = readProtobuf(new ProtobufWriter().int(1, 150).int(20, -1).float(3, 1).message(4, inner).finish());
    expect(fields.map(({ field, value }) => [field, typeof value === 'number' ? value : [...value]])).toEqual([
      [1, 150],
      [20, -1],
      [3, [0, 0, 0x80, 0x3f]],
      [4, [...inner.finish()]],
    ]);
  });

  it('reads packed lists', () => {
    const [field] = readProtobuf(new ProtobufWriter().bytes(8, Uint8Array.of(3, 0x8e, 0x02, 1)).finish());
    expect(field.packed()).toEqual([3, 270, 1]);
  });

  it('says where bytes are missing', () => {
    expect(() => readProtobuf(Uint8Array.of(0x12, 5, 1))).toThrow('protobuf: broken field at byte 2');
    expect(() => readProtobuf(Uint8Array.of(0x88))).toThrow('the bytes end within a number');
  });
});
