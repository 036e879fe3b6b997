import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { renderErrorDocs } from './error-docs';
import { ERROR_CODES } from './errors';

describe('docs/errors.md', () => {
  it('equals what the registry says', () => {
    expect(readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8')).toBe(renderErrorDocs());
  });

  it('has one heading per code, to which docUrl points', () => {
    const headings = renderErrorDocs()
      .match(/^### .*$/gm)
      ?.map((line) => line.slice(4));
    expect(headings?.sort()).toEqual([...ERROR_CODES].sort());
  });

  it.each([
    'product_image_url_not_allowed',
    'user_photo_url_not_allowed',
    'invalid_webhook_url',
    'invalid_url',
    'product_image_not_allowed',
    'product_image_unreachable',
    'user_photo_not_allowed',
    'user_photo_unreachable',
  ])('says under %s how one’s own server is let through', (code) => {
    const section = renderErrorDocs()
      .split('### ')
      .find((part) => part.startsWith(`${code}\n`));
    expect(section).toMatch(/`DRAPE_FETCH_ALLOW` .*`host:port`.*`DRAPE_FETCH_ALLOW=[a-z0-9.]+:\d+/);
  });
});
