import { describe, expect, it } from '@jest/globals';
import { DamagedPackage, pack, unpack } from './container';

const VALUE = {
  name: 'tee',
  missing: null,
  mesh: { vertices: Float64Array.of(0.1, -2, 1e300), triangles: Uint32Array.of(0, 1, 2) },
  list: [{ labels: Uint8Array.of(1, 255) }, { labels: null }],
  empty: new Float32Array(0),
  signed: Int32Array.of(-1),
};

describe('a garment package', () => {
  it('unpacks what was packed, and packs the same bytes each time', () => {
    expect(unpack(pack(VALUE))).toEqual(VALUE);
    expect(pack(VALUE).equals(pack(VALUE))).toBe(true);
  });

  it('gives arrays their own memory, wherever the bytes lie', () => {
    const bytes = pack(VALUE);
    const elsewhere = Buffer.concat([Buffer.of(7, 7, 7), bytes]).subarray(3);
    const { mesh } = unpack(elsewhere) as typeof VALUE;
    expect(mesh.vertices.byteOffset).toBe(0);
    expect(mesh.vertices.buffer.byteLength).toBe(24);
  });

  it.each([
    ['nothing', Buffer.of()],
    ['another file', Buffer.from('\x89PNG and so on, long enough to hold a head of forty bytes')],
    ['half of one', pack(VALUE).subarray(0, 60)],
    ['one that goes on', Buffer.concat([pack(VALUE), Buffer.of(0)])],
  ])('is refused where it is %s', (_what, bytes) => {
    expect(() => unpack(bytes)).toThrow(DamagedPackage);
  });

  it('is rejected when any one byte differs', () => {
    const bytes = pack(VALUE);
    for (let i = 0; i < bytes.length; i++) {
      const damaged = Buffer.from(bytes);
      damaged[i] = (damaged[i] ?? 0) ^ 0x10;
      expect(() => unpack(damaged)).toThrow(DamagedPackage);
    }
  });

  it('contains no unknown array, and no number that JSON cannot represent', () => {
    expect(() => pack({ wide: new BigInt64Array(1) })).toThrow('BigInt64Array');
    expect(() => pack({ a: [{ b: NaN }] })).toThrow('a.0.b');
  });
});
