import type { Me } from '@drape/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, read } from '../api/call';

const ME = ['me'];

/** Who is signed in; null where nobody is. */
export function useMe(): { readonly me: Me | null; readonly isPending: boolean } {
  const { data = null, isPending } = useQuery({ queryKey: ME, queryFn: readMe, retry: false, staleTime: 60_000 });
  return { me: data, isPending };
}

async function readMe(): Promise<Me | null> {
  try {
    return await read<Me>('/v1/me');
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}

/** Takes over who an answer says is signed in, and forgets what was shown to somebody else. */
export function useSignedIn(): (me: Me | null) => void {
  const client = useQueryClient();
  return (me) => {
    client.setQueryData(ME, me);
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME[0] });
  };
}

export type Role = Me['role'];
const ROLES: readonly Role[] = ['viewer', 'developer', 'owner'];

/** Whether the signed-in person has at least this role. */
export function useMay(role: Role): boolean {
  const { me } = useMe();
  return me !== null && ROLES.indexOf(me.role) >= ROLES.indexOf(role);
}
