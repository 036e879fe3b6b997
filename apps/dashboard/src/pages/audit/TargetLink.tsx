import type { AuditEntry } from '@drape/client';
import { Id } from '../../parts/Id';
import { RouteLink } from '../../parts/RouteLink';
import { useMode } from '../../state/mode';

const PATHS = {
  try: '/try-ons/$id',
  prd: '/products/$id',
  whk: '/webhooks/$id',
} as const;

interface TargetLinkProps {
  readonly entry: AuditEntry;
  readonly target: string;
}

/** The id of what was changed, with the way to it where there is one: not to what was deleted, nor into the other mode. */
export function TargetLink({ entry: { action, env }, target }: TargetLinkProps) {
  const mode = useMode();
  const [prefix = ''] = target.split('_');
  if (!isLinked(prefix) || env !== mode || action.startsWith('delete')) return <Id>{target}</Id>;
  return (
    <RouteLink to={PATHS[prefix]} params={{ id: target }} size="sm">
      <Id>{target}</Id>
    </RouteLink>
  );
}

const isLinked = (prefix: string): prefix is keyof typeof PATHS => Object.hasOwn(PATHS, prefix);
