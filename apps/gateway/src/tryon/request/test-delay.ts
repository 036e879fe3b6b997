import { parseTestOutcome, ServiceError, TEST_HOST } from '@drape/contracts';
import { principalOf, type ApiRequest } from '../../routes/route';
import type { CreateTryOnDeps } from '../accept/create-deps';
import type { ProductPicture } from '../pictures/parse-product-picture';
import { findNamed } from '../accept/resolve-product';

/**
 * How long test mode delays a try-on. Any URL but those of the test host counts as /ok.
 * Throws: the ServiceError that the URL asks for; product_image_url_not_allowed where a live key names the test host.
 */
function testDelay(request: ApiRequest, productImageUrl: string | null): number {
  const outcome = parseTestOutcome(productImageUrl);
  if (outcome === null) return 0;
  if (principalOf(request).env !== 'test') {
    const detail = `${TEST_HOST} is for keys of test mode (drp_…_test_…).`;
    throw new ServiceError('product_image_url_not_allowed', { detail, param: 'productImageUrl' });
  }
  if (outcome.kind === 'refuse') {
    if (outcome.status === 429) throw new ServiceError('rate_limit_exceeded', { retryAfterSec: 1 });
    throw new ServiceError('internal_error', { detail: 'The error that test mode was asked for.' });
  }
  return outcome.kind === 'queue' ? outcome.position * 1000 : 0;
}

/** The same for a picture that may be the catalogue's. Throws: ServiceError product_not_found, too. */
export async function delayOf({ db }: CreateTryOnDeps, request: ApiRequest, picture: ProductPicture): Promise<number> {
  if (picture.kind === 'url') return testDelay(request, picture.url);
  if (picture.kind === 'bytes') return 0;
  return testDelay(request, (await findNamed(db.products, principalOf(request), picture.name)).imageUrl);
}
