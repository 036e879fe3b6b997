import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG of the given size; `animated` adds the chunk that announces frames. A few kB whatever the size. */
export function png(width: number, height: number, { animated = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const rows = width * height > 4e6 ? Buffer.alloc(16) : Buffer.alloc((width + 1) * height, 128);
  for (let y = 0; y * (width + 1) < rows.length; y++) rows[y * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(animated ? [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A body that is right in every respect. */
export function goodBody(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    productImageUrl: 'https://shop.example/shirt.jpg',
    userPhoto: png(600, 800).toString('base64'),
    ...more,
  };
}
