import type { Database } from '@drape/db';
import { garmentKey, photoKey, PRODUCT_PICTURES_PREFIX, uploadKey, UPLOADS_PREFIX } from '@drape/storage';
import type { Patience } from './judge-row';
import type { Violation } from './violation';

export interface JudgeObjectsDeps {
  readonly db: Pick<Database, 'audit' | 'products' | 'uploads'>;
}

const PHOTOS = photoKey('');
const GARMENTS = garmentKey('');

/** What lies under these is looked at by itself; pictures that try-ons made are looked at with their rows. */
export const OBJECT_PREFIXES = [PHOTOS, GARMENTS, PRODUCT_PICTURES_PREFIX, UPLOADS_PREFIX] as const;

/** Which of some objects, all of one prefix, nobody needs. */
export async function judgeObjects(
  { db }: JudgeObjectsDeps,
  keys: readonly string[],
  patience: Patience,
): Promise<Violation[]> {
  const [first] = keys;
  if (first === undefined) return [];
  if (first.startsWith(PHOTOS)) return judgeInputs(db, PHOTOS, 'photo_left', keys, patience);
  if (first.startsWith(GARMENTS)) return judgeInputs(db, GARMENTS, 'garment_left', keys, patience);
  const unknown = first.startsWith(UPLOADS_PREFIX)
    ? (await db.uploads.listUnknown(keys.map((key) => key.slice(UPLOADS_PREFIX.length)))).map(uploadKey)
    : await db.products.listUnneededPictures(keys);
  return unknown.map(orphan);
}

export function orphan(key: string): Violation {
  return { kind: 'object_without_row', id: key, key };
}

/** Inputs go when their try-on ends, that of a batch with the last of its try-ons. */
async function judgeInputs(
  { audit }: Pick<Database, 'audit'>,
  prefix: string,
  kind: 'photo_left' | 'garment_left',
  keys: readonly string[],
  { graceSec }: Patience,
): Promise<Violation[]> {
  const known = await audit.findInputs(keys.map((key) => key.slice(prefix.length)));
  const byId = new Map(known.map((one) => [one.id, one]));
  return keys.flatMap((key): Violation[] => {
    const id = key.slice(prefix.length);
    const input = byId.get(id);
    if (input === undefined) return [orphan(key)];
    return input.isNeeded || input.endedSec <= graceSec ? [] : [{ kind, id, key }];
  });
}
