import type { AuditEntry } from '@drape/client';
import { RouteLink } from '../../parts/RouteLink';
import { useMode } from '../../state/mode';

const PATHS = {
  try: '/try-ons/$id',
  prd: '/products/$id',
  whk: '/webhooks/$id',
} as const;

/** The id of what was changed, with the way to it where there is one: not to what was deleted, nor into the other mode. */
export function TargetLink({ entry: { target, action, env } }: { readonly entry: AuditEntry }) {
  const mode = useMode();
  if (target === null) return '–';
  const [prefix = ''] = target.split('_');
  if (!isLinked(prefix) || env !== mode || action.startsWith('delete')) return target;
  return (
    <RouteLink to={PATHS[prefix]} params={{ id: target }} size="sm">
      {target}
    </RouteLink>
  );
}

const isLinked = (prefix: string): prefix is keyof typeof PATHS => Object.hasOwn(PATHS, prefix);
