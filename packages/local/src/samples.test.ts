import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

const folder = join(__dirname, '..', 'samples');
const sources = readFileSync(join(folder, 'SOURCES.md'), 'utf8');
const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jpg'));

describe('sample pictures', () => {
  it('cover every category and both views of a person', () => {
    const categories = pictures.filter((name) => name.startsWith('garments')).map((name) => name.split('/')[1]);
    expect([...new Set(categories)].sort()).toEqual(['dress', 'jacket', 'pants', 'skirt', 'top']);
    expect(pictures).toEqual(expect.arrayContaining(['persons/full-body.jpg', 'persons/upper-body.jpg']));
  });

  it.each(pictures)('%s is the file that SOURCES.md lists, small, and without hidden metadata', async (name) => {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    expect(sources).toContain(`${sha256}  ${name}`);
    expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(150 * 1024);
    const { format, width, height, exif, xmp } = await sharp(readFileSync(join(folder, name))).metadata();
    expect({ format, exif, xmp }).toEqual({ format: 'jpeg', exif: undefined, xmp: undefined });
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(512);
  });
});
