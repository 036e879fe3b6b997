import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RasterU8 } from '@drape/imaging';
import type { Sharp } from 'sharp';
import { hardenedSharp } from './hardened-sharp';

export type ResultFormat = 'jpeg' | 'png' | 'webp';

export interface EncodeOptions {
  readonly format: ResultFormat;
  /** Quality 1…100 for JPEG and WebP; default 90. */
  readonly quality?: number;
}

export interface EncodedResult {
  readonly bytes: Uint8Array;
  readonly format: ResultFormat;
  readonly width: number;
  readonly height: number;
  /** Hash of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/**
 * Says in the file's metadata that a trained model contributed to the picture.
 * Source: IPTC Photo Metadata Standard 2023.2, Digital Source Type; NewsCodes digitalsourcetype.
 */
const XMP = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;

const DEFAULT_QUALITY = 90;

/** Full-resolution chroma: half-resolution chroma smears the edges of red and blue prints. */
const ENCODERS = {
  // standard Huffman tables: optimal ones take a second pass, which doubles the cost and saves a sixth of the bytes
  jpeg: (image: Sharp, quality: number) => image.jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false }),
  png: (image: Sharp) => image.png({ compressionLevel: 6 }),
  webp: (image: Sharp, quality: number) => image.webp({ quality, effort: 3, smartSubsample: true }),
} as const satisfies Record<ResultFormat, (image: Sharp, quality: number) => Sharp>;

/** Encodes a result with the XMP note about its origin, and with no other metadata. */
export async function encodeResult(raster: RasterU8, options: EncodeOptions): Promise<EncodedResult> {
  const { format, quality = DEFAULT_QUALITY } = options;
  const { width, height, channels, data } = raster;
  const image = hardenedSharp()(data, { raw: { width, height, channels } });
  const bytes =
    format === 'png'
      ? withPngXmp(await ENCODERS.png(image).toBuffer())
      : await ENCODERS[format](image.withXmp(XMP), quality).toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, format, width, height, sha256 };
}

/** Bytes of a PNG's signature and IHDR chunk: any chunk may follow. */
const PNG_HEAD_BYTES = 33;

/**
 * Adds the note as plain text. The encoder would compress it, and then readers that search for an XMP packet would not find it.
 * Source: XMP specification part 3, PNG: an iTXt chunk, keyword XML:com.adobe.xmp, compression flag 0.
 */
function withPngXmp(png: Buffer): Buffer {
  // keyword, end of keyword, compression flag and method, empty language tag, empty translated keyword
  const body = Buffer.from(`iTXtXML:com.adobe.xmp\0\0\0\0\0${XMP}`);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), length, body, checksum, png.subarray(PNG_HEAD_BYTES)]);
}
