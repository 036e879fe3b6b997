import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { renderErrorDocs } from './error-docs';
import { ERROR_CODES } from './errors';

describe('docs/errors.md', () => {
  it('equals what the registry says', () => {
    expect(readFileSync(join(__dirname, '../../../docs/errors.md'), 'utf8')).toBe(renderErrorDocs());
  });

  it('has one heading a code, to which docUrl points', () => {
    const headings = renderErrorDocs()
      .match(/^### .*$/gm)
      ?.map((line) => line.slice(4));
    expect(headings?.sort()).toEqual([...ERROR_CODES].sort());
  });
});
