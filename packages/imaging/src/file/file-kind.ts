/** What an unusable file is, detected from its first bytes. */
export interface FileKind {
  /** With its article: "a GIF". */
  readonly name: string;
  /** A sentence that says what to send instead. */
  readonly advice: string;
}

const CONVERT = 'Convert it to JPEG.';
const EXPORT = 'Export it as JPEG or PNG.';
const STILL = 'Send a still picture: a JPEG of one frame.';
const THE_PICTURE_ITSELF = 'Send the picture itself, not a page that shows it.';
const UNPACK = 'Unpack it and send the picture inside.';

interface Magic extends FileKind {
  readonly at: number;
  /** Latin-1. */
  readonly text: string;
}

const magic = (at: number, text: string, name: string, advice: string): Magic => ({ at, text, name, advice });

/** In the order in which they are tried. */
const MAGIC: readonly Magic[] = [
  magic(0, 'GIF8', 'a GIF', STILL),
  magic(0, 'II*\0', 'a TIFF or raw picture of a camera', CONVERT),
  magic(0, 'MM\0*', 'a TIFF or raw picture of a camera', CONVERT),
  magic(0, 'II+\0', 'a TIFF', CONVERT),
  magic(0, 'MM\0+', 'a TIFF', CONVERT),
  magic(0, 'BM', 'a BMP', CONVERT),
  magic(0, '8BPS', 'a Photoshop file', EXPORT),
  magic(0, '%PDF', 'a PDF', EXPORT),
  magic(0, '%!PS', 'a PostScript file', EXPORT),
  magic(0, '\xff\x0a', 'a JPEG XL', CONVERT),
  magic(0, '\0\0\0\x0cJXL ', 'a JPEG XL', CONVERT),
  magic(0, '\0\0\0\x0cjP  ', 'a JPEG 2000', CONVERT),
  magic(0, '\0\0\x01\0', 'an icon', CONVERT),
  magic(0, '\x1aE\xdf\xa3', 'a WebM or Matroska video', STILL),
  magic(8, 'AVI ', 'an AVI video', STILL),
  magic(8, 'WAVE', 'a sound', 'Send a picture.'),
  magic(0, 'PK\x03\x04', 'a ZIP archive', UNPACK),
  magic(0, '\x1f\x8b', 'gzip data', UNPACK),
];

/** Major brands of ISO base media files that contain video: MP4, QuickTime, 3GP. */
const VIDEO_BRAND = /^(isom|iso\d|mp4\d|avc1|M4V |M4VP|qt {2}|3g[ep2].|dash|f4v |MSNV|mmp4)$/;
const HEIF_BRAND = /^(heic|heix|heim|heis|hevc|hevx|hevm|hevs|mif1|mif2|msf1|avif|avis)$/;
/** Most characters of a text that are examined. */
const TEXT_LENGTH = 256;

/** Names a file by its first bytes; null if they are not recognised. Never throws; a few hundred bytes are enough. */
export function nameFileKind(bytes: Uint8Array): FileKind | null {
  const known = MAGIC.find(({ at, text }) => latin1(bytes, at, text.length) === text);
  if (known !== undefined) return known;
  if (latin1(bytes, 4, 4) === 'ftyp') return nameMediaFile(latin1(bytes, 8, 4));
  const start = latin1(bytes, 0, TEXT_LENGTH).replace(/^(\xef\xbb\xbf)?\s+|^\xef\xbb\xbf/, '');
  return start.length > 0 && /^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(start) ? nameText(start) : null;
}

function nameMediaFile(brand: string): FileKind {
  if (/^avi[fs]$/.test(brand)) return { name: 'an AVIF', advice: CONVERT };
  if (HEIF_BRAND.test(brand)) {
    const advice = 'Convert it to JPEG; an iPhone takes JPEG with Settings › Camera › Formats › Most Compatible.';
    return { name: 'a HEIC or other HEIF picture', advice };
  }
  if (VIDEO_BRAND.test(brand)) return { name: 'a video (MP4 or QuickTime)', advice: STILL };
  return { name: 'a media file of an unknown kind', advice: CONVERT };
}

function nameText(start: string): FileKind | null {
  const begin = start.toLowerCase();
  if (/<svg[\s>]/.test(begin)) return { name: 'an SVG', advice: EXPORT };
  if (/^<(!doctype html|html|head|body|script|!--)/.test(begin)) {
    return { name: 'a web page (HTML)', advice: THE_PICTURE_ITSELF };
  }
  if (begin.startsWith('<')) return { name: 'XML', advice: THE_PICTURE_ITSELF };
  if (/^[{[]/.test(begin)) return { name: 'JSON', advice: THE_PICTURE_ITSELF };
  if (begin.startsWith('data:'))
    return { name: 'a data URI that is encoded twice', advice: 'Encode the picture once.' };
  return /^[\t\n\r\x20-\x7e]*$/.test(start) ? { name: 'plain text', advice: 'Send a picture.' } : null;
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
