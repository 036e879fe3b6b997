import { ServiceError, type Owner } from '@drape/contracts';
import type { CreateTryOnDeps } from './create-deps';

/** A message that nobody could check would be no message. */
export async function assertSignable({ db }: Pick<CreateTryOnDeps, 'db'>, owner: Owner): Promise<void> {
  if ((await db.webhooks.count(owner)) > 0) return;
  const detail =
    'webhookUrl is signed with the secret of the account’s newest webhook, and the account has none: make one with POST /v1/webhooks.';
  throw new ServiceError('invalid_webhook_url', { detail, param: 'webhookUrl' });
}
