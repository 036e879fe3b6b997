import { liveOwner, waitFor } from '@drape/testkit';
import { services } from './running';

/** The one unfinished try-on of an account, as soon as there is one. */
export async function openTryOnOf(accountId: string): Promise<string> {
  const keys = await waitFor(async () => {
    const open = await services.db.tryOns.countOpen(liveOwner(accountId));
    return open > 0 ? services.store.list('photos/') : null;
  });
  for (const photo of keys) {
    const row = await services.db.tryOns.findForAccount(liveOwner(accountId), photo.slice('photos/'.length));
    if (row?.status === 'queued') return row.id;
  }
  throw new Error('no open try-on');
}
