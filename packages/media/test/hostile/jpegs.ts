import sharp from 'sharp';
import { mulberry } from '../mulberry';
import { quarters } from '../quarters';
import type { AddPicture } from './picture';
import { jpegOfScans, jpegSegment, withJpegSegments } from './picture-chunks';

const random = mulberry(45);
const block = Buffer.from(Array.from({ length: 65_536 }, () => random() * 256));
const noise = (length: number): Buffer => Buffer.alloc(length, block);
const flat = (width: number, height: number): sharp.Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } });

const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** A TIFF block in Motorola order whose one directory has the entries, and whose next directory is itself. */
function exif(...entries: readonly (readonly [tag: number, type: number, count: number, value: number])[]): Buffer {
  const body = Buffer.alloc(2 + entries.length * 12 + 4);
  body.writeUInt16BE(entries.length);
  entries.forEach(([tag, type, count, value], i) => {
    body.writeUInt16BE(tag, 2 + i * 12);
    body.writeUInt16BE(type, 4 + i * 12);
    body.writeUInt32BE(count >>> 0, 6 + i * 12);
    body.writeUInt32BE(value >>> 0, 10 + i * 12);
  });
  body.writeUInt32BE(8, body.length - 4);
  return jpegSegment(0xe1, Buffer.concat([EXIF, Buffer.from('MM\0*\0\0\0\b', 'latin1'), body]));
}

/** A colour profile over as many segments as it takes. */
function iccSegments(profile: Buffer): Buffer[] {
  const size = 60_000;
  const count = Math.ceil(profile.length / size);
  return Array.from({ length: count }, (_, i) =>
    jpegSegment(
      0xe2,
      Buffer.concat([
        Buffer.from('ICC_PROFILE\0', 'latin1'),
        Buffer.from([i + 1, count]),
        profile.subarray(i * size, (i + 1) * size),
      ]),
    ),
  );
}

function withSize(jpeg: Buffer, marker: number, [width, height]: readonly [number, number]): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, marker]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

function withFrame(jpeg: Buffer, marker: number, depth = 8): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes[frame + 1] = marker;
  bytes[frame + 4] = depth;
  return bytes;
}

export async function addJpegs(add: AddPicture): Promise<void> {
  const jpeg = await quarters().jpeg().toBuffer();
  const cut = (share: number): Buffer => jpeg.subarray(0, Math.floor(jpeg.length * share));
  add('header', 'JPEG that claims 4 gigapixels', withSize(jpeg, 0xc0, [65_500, 65_500]));
  add('header', 'JPEG of no height', withSize(jpeg, 0xc0, [480, 0]));
  add('header', 'JPEG of nothing but markers', Buffer.alloc(1_000_000, 0xff));
  add(
    'header',
    'JPEG of 100,000 empty segments',
    withJpegSegments(jpeg, Buffer.alloc(400_000, '\xff\xe5\0\x02', 'latin1')),
  );
  add('refused', 'JPEG that claims 36 megapixels', withSize(jpeg, 0xc0, [6_000, 6_000]));
  add('accepted', 'JPEG that claims an arithmetic coder', withFrame(jpeg, 0xc9));
  add('refused', 'JPEG that claims to be lossless', withFrame(jpeg, 0xc3));
  add('refused', 'JPEG that claims 12 bits', withFrame(jpeg, 0xc1, 12));
  add('refused', 'JPEG that is cut', cut(0.6));
  add('refused', 'JPEG whose header is all', jpeg.subarray(0, 700));
  const broken = Buffer.from(jpeg);
  noise(64).copy(broken, jpeg.length >> 1);
  add('refused', 'JPEG with noise in the middle', broken);
  add('refused', 'JPEG of noise behind its header', Buffer.concat([jpeg.subarray(0, 650), noise(200_000)]));
  add('header', 'JPEG of 5,000 scans over 40 megapixels', jpegOfScans({ width: 8000, height: 5000, scans: 5_000 }));
  add('accepted', 'JPEG of 64 scans over 40 megapixels', jpegOfScans({ width: 8000, height: 5000, scans: 64 }));
  const progressive = { progressive: true, quality: 40, chromaSubsampling: '4:4:4' } as const;
  add('accepted', 'progressive JPEG of 40 megapixels', await flat(8000, 5000).jpeg(progressive).toBuffer());
  const cmyk = flat(7000, 5600).toColourspace('cmyk');
  add('accepted', 'progressive CMYK JPEG of 39 megapixels', await cmyk.jpeg(progressive).toBuffer());
  add('accepted', 'JPEG of orientation 99', withJpegSegments(jpeg, exif([0x0112, 3, 1, 99 << 16])));
  add(
    'accepted',
    'JPEG whose EXIF leads to itself',
    withJpegSegments(jpeg, exif([0x8769, 4, 1, 8], [0x8825, 4, 1, 8])),
  );
  add('accepted', 'JPEG whose EXIF claims 4 GB', withJpegSegments(jpeg, exif([0x927c, 7, 0xffffffff, 0xfffffff0])));
  const tags = Array.from({ length: 5_000 }, (_, i) => [i, 2, 0xffff, 8] as const);
  add('accepted', 'JPEG of 5,000 EXIF tags', withJpegSegments(jpeg, exif(...tags)));
  add('accepted', 'JPEG with a profile of 10 MB of noise', withJpegSegments(jpeg, ...iccSegments(noise(9_000_000))));
  add(
    'accepted',
    'JPEG with a ZIP and a page behind it',
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>1</script>')]),
  );
}
