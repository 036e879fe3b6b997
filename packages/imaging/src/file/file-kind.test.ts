import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { nameFileKind } from './file-kind';

const bytesOf = (text: string): Uint8Array => Uint8Array.from([...text].map((c) => c.charCodeAt(0)));
const nameOf = (text: string): string | undefined => nameFileKind(bytesOf(text))?.name;

describe('nameFileKind', () => {
  it.each([
    ['GIF89a\x01\0\x01\0', 'a GIF'],
    ['II*\0\x08\0\0\0', 'a TIFF or raw picture of a camera'],
    ['MM\0*\0\0\0\x08', 'a TIFF or raw picture of a camera'],
    ['BM\x36\0\0\0', 'a BMP'],
    ['%PDF-1.7\n', 'a PDF'],
    ['8BPS\0\x01', 'a Photoshop file'],
    ['\0\0\0\x0cJXL \r\n', 'a JPEG XL'],
    ['\0\0\0\x20ftypisom\0\0\x02\0', 'a video (MP4 or QuickTime)'],
    ['\0\0\0\x14ftypqt  \0\0\x02\0', 'a video (MP4 or QuickTime)'],
    ['\0\0\0\x1cftypavif\0\0\0\0', 'an AVIF'],
    ['\0\0\0\x1cftypheic\0\0\0\0', 'a HEIC or other HEIF picture'],
    ['\0\0\0\x1cftypmif1\0\0\0\0', 'a HEIC or other HEIF picture'],
    ['\0\0\0\x1cftypzzzz\0\0\0\0', 'a media file of an unknown kind'],
    ['\x1aE\xdf\xa3\x01\0', 'a WebM or Matroska video'],
    ['RIFF\x10\0\0\0AVI LIST', 'an AVI video'],
    ['PK\x03\x04\x14\0', 'a ZIP archive'],
    ['\x1f\x8b\x08\0', 'gzip data'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG'],
    ['\xef\xbb\xbf<?xml version="1.0"?>\n<svg>', 'an SVG'],
    ['\n <!DOCTYPE html><html>', 'a web page (HTML)'],
    ['<?xml version="1.0"?><Error>', 'XML'],
    ['{"error":"no"}', 'JSON'],
    ['data:image/png;base64,iVBO', 'a data URI that is encoded twice'],
    ['hello, I am no picture', 'plain text'],
  ])('%j is %s', (text, name) => {
    expect(nameOf(text)).toBe(name);
    expect(nameFileKind(bytesOf(text))?.advice).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['', '\0\0\0\0', '\x01\x02\x03\x04'])('%j has no name', (text) => expect(nameOf(text)).toBeUndefined());

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => nameFileKind(bytes) !== undefined));
  });
});
