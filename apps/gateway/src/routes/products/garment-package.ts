import { createHash } from 'node:crypto';
import { ServiceError } from '@drape/contracts';
import type { Database, ProductRow } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { matches } from '../../http/entity-tag';
import { nameOf, PRODUCT_ID } from '../../products/product-name';
import type { Document } from '../../http/respond';
import { SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import { findShown } from './products';
import type { Route } from '../route';

export interface GarmentPackageDeps {
  readonly db: Pick<Database, 'products'>;
  readonly store: Pick<ObjectStore, 'get'>;
}

const CONTENT_TYPE = 'application/vnd.drape.garment-package';
/** How long a product waits for its analysis on an idle service. */
const READY_SEC = 5;

/** The analysed garment of a product in the workers' own format, for caches and workers near the shop. */
export function getGarmentPackageRoute({ db, store }: GarmentPackageDeps): Route {
  return {
    method: 'get',
    path: '/v1/products/{id}/garment-package',
    operationId: 'getGarmentPackage',
    tag: 'Products',
    scope: 'products:read',
    summary: 'Get the analysed garment of a product',
    description:
      'The file from which workers render a known garment: its cut-out, landmarks and mesh. Its format is that of one engine and changes with it; the ETag changes with it too.',
    params: PRODUCT_ID,
    headers: {
      ...SESSION_HEADER_DOC,
      'If-None-Match': { type: 'string', description: 'The ETag of an earlier answer.' },
    },
    responses: {
      200: { description: 'The package.', schema: { type: 'string', format: 'binary' }, contentType: CONTENT_TYPE },
      304: { description: 'Unchanged since the ETag.', schema: { type: 'string' }, contentType: CONTENT_TYPE },
    },
    sends: ['ETag'],
    errors: ['product_not_found', 'garment_package_not_ready', 'product_has_no_garment'],
    async handle(request) {
      const row = await findShown(db, request, nameOf(request));
      if (row === null) throw new ServiceError('product_not_found');
      return answer(row, request.header('if-none-match'), store);
    },
  };
}

async function answer(
  row: ProductRow,
  condition: string | undefined,
  store: GarmentPackageDeps['store'],
): Promise<Document> {
  const { garmentPackage: key, status, error } = row;
  if (row.owner.env === 'test')
    throw new ServiceError('product_has_no_garment', { detail: 'The pictures of test products are not analysed.' });
  if (status === 'failed') throw new ServiceError('product_has_no_garment', error ? { detail: error.detail } : {});
  if (key === null) throw notReady();
  const bytes = await store.get(key);
  if (bytes === null) throw notReady();
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  if (matches(condition, tag)) return { status: 304, headers: { ETag: tag }, document: '' };
  return { status: 200, headers: { ETag: tag, 'Content-Type': CONTENT_TYPE }, document: Buffer.from(bytes) };
}

const notReady = (): ServiceError => new ServiceError('garment_package_not_ready', { retryAfterSec: READY_SEC });
