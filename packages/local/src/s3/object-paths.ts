import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Characters of a record's name that tell of its key, however long that is. */
const PLAIN_CHARACTERS = 130;
const NAME_MAX = 200;
/** A longer part of a key is no folder: it stays in the name of the record. */
const FOLDER_MAX = 100;
const RECORD = '.json';

/** Where a key's record is in its bucket. */
export interface ObjectPath {
  /** The parts of the key before its last slashes, each the name of a folder. */
  readonly folders: readonly string[];
  /** What is left of the key. */
  readonly rest: string;
}

/** `results/try_1/1.jpg` is in the folder `results/try_1`, so that a list of one try-on's pictures reads no others. */
export function pathOf(key: string): ObjectPath {
  const parts = key.split('/');
  const count = parts.slice(0, -1).findIndex((part) => part === '' || encode(part).length > FOLDER_MAX);
  const folders = parts.slice(0, count < 0 ? parts.length - 1 : count);
  return { folders: folders.map(encode), rest: parts.slice(folders.length).join('/') };
}

/** The name of the record of what is left of a key; a long one ends in its hash. */
export function recordNameOf(rest: string): string {
  const name = encode(rest);
  const short =
    name.length <= NAME_MAX
      ? name
      : `${name.slice(0, PLAIN_CHARACTERS)}-${createHash('sha256').update(rest).digest('hex')}`;
  return `${short}${RECORD}`;
}

/** The rest of a record's key; null where its name does not show it, and undefined where it is not the name of a record. */
export function restOf(fileName: string): string | null | undefined {
  if (!fileName.endsWith(RECORD)) return undefined;
  const name = fileName.slice(0, -RECORD.length);
  return name.length > PLAIN_CHARACTERS ? null : decodeURIComponent(name);
}

/** Whether a record of this name may hold a key of which `rest` begins what is left. */
export function mayBegin(fileName: string, rest: string): boolean {
  return fileName.startsWith(encode(rest).slice(0, PLAIN_CHARACTERS));
}

/** The part of a key that a folder stands for; undefined for a file, whose name has a dot. */
export function partOf(folderName: string): string | undefined {
  return folderName.includes('.') ? undefined : decodeURIComponent(folderName);
}

/** A record of the releases before folders: all lay side by side, the slashes within their names. */
export const isFlat = (fileName: string): boolean => fileName.endsWith(RECORD) && fileName.includes('%2F');

export const folderIn = (bucketFolder: string, { folders }: ObjectPath): string => join(bucketFolder, ...folders);

/** Without dots: they distinguish files from folders. */
const encode = (text: string): string => encodeURIComponent(text).replaceAll('.', '%2E');
