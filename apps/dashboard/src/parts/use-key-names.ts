import type { ApiKey } from '@drape/client';
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/call';
import { useMay } from '../state/me';
import { useMode } from '../state/mode';

const PATH = '/v1/keys';
/** The most that one page of the list may have. */
const QUERY = { limit: 100 };

/** Whether an entry was made by a member in the dashboard, who has no key. */
export const isOfDashboard = (keyId: string): boolean => keyId.startsWith('usr_');

/** What keys are called, with their last letters: names may be the same. The id where that is not known: viewers may not see the keys. */
export function useKeyNames(): (keyId: string) => string {
  const mode = useMode();
  const may = useMay('developer');
  const { data = [] } = useQuery({
    queryKey: [PATH, mode, QUERY],
    queryFn: ({ signal }) => read<ApiKey[]>(PATH, { query: QUERY, signal }),
    enabled: may,
  });
  return (keyId) => {
    const key = data.find(({ id }) => id === keyId);
    if (key === undefined) return keyId;
    return key.name === '' ? `…${key.last4}` : `${key.name} (…${key.last4})`;
  };
}
