import { describe, expect, it } from '@jest/globals';
import { png } from '../../../test/pictures';
import { judgeProductImage, parseProductImage } from './parse-product-image';

const base64 = (bytes: Buffer): string => bytes.toString('base64');
const refusalOf = (text: string): string => {
  const parsed = parseProductImage(text);
  if (parsed.ok) return 'ok';
  expect(parsed.problem).toMatchObject({ param: 'productImage', code: 'invalid_product_image' });
  return parsed.problem.message;
};

describe('parseProductImage', () => {
  it('accepts base64 and a data URI, and says what they hold', () => {
    const bytes = png(200, 300);
    for (const text of [base64(bytes), `data:image/png;base64,${base64(bytes)}`]) {
      const parsed = parseProductImage(text);
      expect(parsed).toEqual({
        ok: true,
        picture: { bytes, contentType: 'image/png', size: { width: 200, height: 300 } },
      });
    }
    expect(judgeProductImage(bytes).ok).toBe(true);
  });

  it.each([
    ['https://shop.example/a.jpg', /send an address as productImageUrl/],
    ['', /^productImage is empty/],
    ['iVBORw0KGgo#', /not base64/],
    ['data:image/png,abc', /data URI must begin with/],
    [base64(Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1')), /this is a GIF\. Send a still picture/],
    [base64(Buffer.from('<!doctype html><p>Shoes')), /this is a web page \(HTML\)\. Send the picture itself/],
    [base64(png(600, 800).subarray(0, 20)), /header is broken or cut/],
    [base64(png(199, 800)), /at least 200 pixels; got 199 × 800/],
    [base64(png(6000, 7000)), /at most 40 megapixels; got 6000 × 7000, 42 megapixels/],
    [base64(png(200, 801)), /4 times as long as wide; got 200 × 801/],
    [base64(png(600, 800, { animated: true })), /is animated/],
  ])('refuses %.40j', (text, message) => expect(refusalOf(text)).toMatch(message));

  it('accepts 15 MiB and not a byte more, in base64 and as bytes', () => {
    const most = 15 * 1024 * 1024;
    expect(refusalOf(base64(Buffer.alloc(most)))).toMatch(/must be a .* picture/);
    expect(refusalOf(base64(Buffer.alloc(most + 1)))).toMatch(/at most 15 MiB when decoded; got 15\.0 MiB/);
    expect(judgeProductImage(Buffer.alloc(most + 1))).toMatchObject({ problem: { message: /at most 15 MiB/ } });
  });
});
