import { createHash } from 'node:crypto';

/** What dist/csp.json holds, and the gateway puts into the policy of the site's pages. */
export interface Policy {
  /** Hashes of the inline scripts, as they stand in a Content-Security-Policy. */
  readonly scriptHashes: readonly string[];
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
/** What no hash allows: styles and handlers in attributes, style elements. */
const FORBIDDEN = /<style[\s>]|<[a-z][^>]*\s(?:style|on[a-z]+)="/g;

/**
 * The policy that lets all these pages work. Throws where a page needs more than hashes of scripts; `pages` are their texts by
 * name.
 */
export function policyOf(pages: ReadonlyMap<string, string>): Policy {
  const hashes = new Set<string>();
  for (const [name, html] of pages) {
    for (const [, script = ''] of html.matchAll(INLINE_SCRIPT)) {
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
    const [found] = html.replaceAll(INLINE_SCRIPT, '').match(FORBIDDEN) ?? [];
    if (found !== undefined) throw new Error(`${name} has ${found}, which the policy of the pages forbids`);
  }
  return { scriptHashes: [...hashes].sort() };
}
