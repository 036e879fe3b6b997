import { describe, expect, it } from '@jest/globals';
import { ProtobufWriter } from './protobuf';

/** Examples of https://protobuf.dev/programming-guides/encoding/ and edges of varints. */
describe('ProtobufWriter', () => {
  it('writes the guide’s examples', () => {
    expect([...new ProtobufWriter().int(1, 150).finish()]).toEqual([0x08, 0x96, 0x01]);
    expect([...new ProtobufWriter().string(2, 'testing').finish()]).toEqual([
      0x12, 7, 116, 101, 115, 116, 105, 110, 103,
    ]);
    expect([...new ProtobufWriter().message(3, new ProtobufWriter().int(1, 150)).finish()]).toEqual([
      0x1a, 3, 8, 0x96, 1,
    ]);
  });

  it('writes negative numbers as ten bytes of two’s complement', () => {
    expect([...new ProtobufWriter().int(1, -1).finish()]).toEqual([8, ...Array.from({ length: 9 }, () => 0xff), 1]);
  });

  it('writes field numbers above 15 in two bytes', () => {
    expect([...new ProtobufWriter().int(20, 7).finish()]).toEqual([0xa0, 0x01, 7]);
  });

  it('writes floats little-endian', () => {
    expect([...new ProtobufWriter().float(2, 1).finish()]).toEqual([0x15, 0, 0, 0x80, 0x3f]);
  });
});
