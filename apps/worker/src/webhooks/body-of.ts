import type { ClaimedDelivery } from '@drape/db';
import { signPicture, type ObjectStore } from '@drape/storage';

export interface BodyDeps {
  readonly store: Pick<ObjectStore, 'presignGet'>;
  readonly pictureHost: string;
}

/** The body of one attempt. A picture's URL is valid for a day and an attempt may come four days later: each attempt signs its own. */
export async function bodyOf(claim: ClaimedDelivery, { store, pictureHost: host }: BodyDeps): Promise<string> {
  const { event, payload, picture } = claim;
  if (event !== 'tryon.completed') return JSON.stringify(payload);
  const signed = picture && (await signPicture(store, picture, { host, nowMs: Date.now() }));
  const data = {
    ...objectOf(payload['data']),
    resultImageUrl: signed?.url ?? null,
    resultImageUrlExpiresAt: signed?.expiresAt.toISOString() ?? null,
  };
  return JSON.stringify({ ...payload, data });
}

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
