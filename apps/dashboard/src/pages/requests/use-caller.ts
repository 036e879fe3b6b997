import { isOfDashboard, useKeyNames } from '../../parts/use-key-names';
import { useTexts } from '../../state/language';
import { REQUESTS } from './texts';

/** Who asked: the key's name, or the dashboard. */
export function useCaller(): (keyId: string) => string {
  const texts = useTexts(REQUESTS);
  const keyName = useKeyNames();
  return (keyId) => (isOfDashboard(keyId) ? texts.dashboard : keyName(keyId));
}
