/**
 * Dated versions of the API, oldest first; docs/changelog.md says what each changed. A version is made for a change that a client
 * could notice without asking for it; what is only added needs none.
 */
export const API_VERSIONS = ['2026-11-01'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** What a new account is pinned to. */
export const NEWEST_API_VERSION: ApiVersion = '2026-11-01';

/** The header of requests and of every response. */
export const VERSION_HEADER = 'Drape-Version';

export function isApiVersion(text: string): text is ApiVersion {
  return API_VERSIONS.some((version) => version === text);
}

export interface VersionChoice<V extends string> {
  /** What the request names; null where it names none, or one that is not known. */
  readonly requested: V | null;
  /** What the account is pinned to; null where the caller is unknown. */
  readonly pinned: string | null;
  /** Oldest first. */
  readonly known: readonly [V, ...V[]];
}

/**
 * The version that a request gets. An account that a newer gateway has pinned to a version that this one does not know gets the
 * newest that it does.
 */
export function chooseVersion<V extends string>({ requested, pinned, known }: VersionChoice<V>): V {
  return requested ?? known.find((version) => version === pinned) ?? known.at(-1) ?? known[0];
}
