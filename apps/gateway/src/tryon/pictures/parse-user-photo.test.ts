import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseUserPhoto } from './parse-user-photo';

/** The header of a PNG of 600 × 800; enough for the gateway, which never decodes. */
const HEADER = Buffer.from('89504e470d0a1a0a0000000d49484452000002580000032008000000004a3b1c2d', 'hex');

function codeOf(text: string): string {
  const parsed = parseUserPhoto(text);
  return parsed.ok ? 'ok' : parsed.problem.code;
}

function photoOf(tail: Uint8Array): Buffer {
  const end = Buffer.from('0000000049454e44ae426082', 'hex');
  const data = Buffer.alloc(12 + tail.length);
  data.writeUInt32BE(tail.length, 0);
  data.write('IDAT', 4, 'latin1');
  data.set(tail, 8);
  return Buffer.concat([HEADER, data, end]);
}

describe('parseUserPhoto', () => {
  it('returns the bytes of any picture in any spelling of base64', () => {
    const spellings = [
      (base64: string) => base64,
      (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      (base64: string) => `data:image/png;base64,${base64}`,
      (base64: string) => `\n${base64.replaceAll(/.{64}/g, '$&\n')}\n`,
    ];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...spellings), (tail, spell) => {
        const bytes = photoOf(tail);
        const parsed = parseUserPhoto(spell(bytes.toString('base64')));
        expect(parsed.ok && parsed.photo.bytes.equals(bytes)).toBe(true);
      }),
    );
  });

  it('rejects one wrong character anywhere', () => {
    const base64 = photoOf(new Uint8Array(60)).toString('base64');
    fc.assert(
      fc.property(fc.nat(base64.length - 1), fc.constantFrom('#', '=', '%', 'é', '\u0000', '你'), (at, wrong) => {
        if (wrong === '=' && at >= base64.length - 2) return;
        const text = base64.slice(0, at) + wrong + base64.slice(at + 1);
        expect(codeOf(text)).toBe('invalid_user_photo');
      }),
    );
  });

  it('never throws on any text', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(codeOf(text)).not.toBe('ok')));
  });

  it('checks 10 MiB and rejects more before decoding', () => {
    const most = 10 * 1024 * 1024;
    expect(codeOf(Buffer.alloc(most).toString('base64'))).toBe('photo_not_an_image');
    expect(codeOf(Buffer.alloc(most + 1).toString('base64'))).toBe('photo_too_large');
  });
});
