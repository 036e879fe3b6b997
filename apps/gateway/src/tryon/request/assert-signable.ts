import { ServiceError } from '@drape/contracts';
import type { Principal } from '../../http/context';
import type { CreateTryOnDeps } from '../accept/create-deps';
import { isExposedInPage } from '../../middleware/is-from-allowed-page';

/**
 * A message without a secret to sign it could not be verified, and one that a page could send anywhere would devalue the shop's signature.
 * Throws: ServiceError insufficient_scope, invalid_webhook_url.
 */
export async function assertSignable({ db }: Pick<CreateTryOnDeps, 'db'>, principal: Principal): Promise<void> {
  if (isExposedInPage(principal)) {
    const detail =
      'webhookUrl is for the shop’s own keys: a page must not say where messages go that the shop’s secret signs. Leave it out, and make a webhook.';
    const fields = { requiredScope: 'webhooks:manage', grantedScopes: principal.scopes } as const;
    throw new ServiceError('insufficient_scope', { detail, param: 'webhookUrl', fields });
  }
  if ((await db.webhooks.count(principal.owner)) > 0) return;
  const detail =
    'webhookUrl is signed with the secret of the account’s newest webhook, and the account has none: make one with POST /v1/webhooks.';
  throw new ServiceError('invalid_webhook_url', { detail, param: 'webhookUrl' });
}
