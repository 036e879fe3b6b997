import type { Database } from '@drape/db';
import {
  GARMENTS_PREFIX,
  photoKey,
  PRODUCT_PICTURES_PREFIX,
  tryOnOfGarment,
  uploadKey,
  UPLOADS_PREFIX,
} from '@drape/storage';
import type { GracePeriod } from './judge-row';
import type { Violation } from './violation';

export interface JudgeObjectsDeps {
  readonly db: Pick<Database, 'audit' | 'products' | 'uploads'>;
}

const PHOTOS = photoKey('');
const tryOnOfPhoto = (key: string): string => key.slice(PHOTOS.length);

/** Objects under these prefixes are examined on their own; results are examined with their rows. */
export const OBJECT_PREFIXES = [PHOTOS, GARMENTS_PREFIX, PRODUCT_PICTURES_PREFIX, UPLOADS_PREFIX] as const;

/** The unneeded ones among some objects of one prefix. */
export async function judgeObjects(
  { db }: JudgeObjectsDeps,
  keys: readonly string[],
  patience: GracePeriod,
): Promise<Violation[]> {
  const [first] = keys;
  if (first === undefined) return [];
  if (first.startsWith(PHOTOS)) return judgeInputs(db, { idOf: tryOnOfPhoto, kind: 'photo_left' }, keys, patience);
  if (first.startsWith(GARMENTS_PREFIX)) {
    return judgeInputs(db, { idOf: tryOnOfGarment, kind: 'garment_left' }, keys, patience);
  }
  const unknown = first.startsWith(UPLOADS_PREFIX)
    ? (await db.uploads.listUnknown(keys.map((key) => key.slice(UPLOADS_PREFIX.length)))).map(uploadKey)
    : await db.products.listUnneededPictures(keys);
  return unknown.map(orphan);
}

export function orphan(key: string): Violation {
  return { kind: 'object_without_row', id: key, key };
}

/** Inputs are removed when their try-on ends, those of a batch with its last try-on. */
async function judgeInputs(
  { audit }: Pick<Database, 'audit'>,
  { idOf, kind }: { readonly idOf: (key: string) => string; readonly kind: 'photo_left' | 'garment_left' },
  keys: readonly string[],
  { graceSec }: GracePeriod,
): Promise<Violation[]> {
  const known = await audit.findInputs([...new Set(keys.map(idOf))]);
  const byId = new Map(known.map((one) => [one.id, one]));
  return keys.flatMap((key): Violation[] => {
    const id = idOf(key);
    const input = byId.get(id);
    if (input === undefined) return [orphan(key)];
    return input.isNeeded || input.endedSec <= graceSec ? [] : [{ kind, id, key }];
  });
}
