import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readTarMember } from './read-tar';

/** A .tgz of files in ustar format. */
function tarball(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write('ustar', 257);
    return [header, Buffer.concat([Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)])];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

describe('readTarMember', () => {
  const archive = tarball({ 'package/a': 'x'.repeat(600), 'package/b': 'second', 'package/empty': '' });

  it('finds a file behind one that ends within a block', () => {
    expect(Buffer.from(readTarMember(archive, 'package/b')).toString()).toBe('second');
  });

  it('finds an empty file', () => {
    expect(readTarMember(archive, 'package/empty')).toHaveLength(0);
  });

  it('says which file the package lacks', () => {
    expect(() => readTarMember(archive, 'package/c')).toThrow('the package has no file package/c');
  });

  it('refuses what is not gzip', () => {
    expect(() => readTarMember(Uint8Array.of(1, 2, 3), 'package/a')).toThrow();
  });
});
