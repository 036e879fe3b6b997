import {
  createValidator,
  cursorListEnvelope,
  productSchema,
  ServiceError,
  successEnvelope,
  updateProductSchema,
  type Owner,
  type UpdateProductBody,
} from '@drape/contracts';
import type { CataloguePicture, Database, ProductRow } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { listed } from '../../lists/listing';
import { dropUnneededPicture, keepPicture } from '../../products/keep-picture';
import { parseProductListing, PRODUCT_LISTING_QUERY } from '../../products/parse-product-listing';
import { parseUpdateProduct } from '../../products/parse-update-product';
import { nameOf, PRODUCT_ID } from '../../products/product-name';
import { takenError } from '../../products/taken-error';
import { toProductRecord } from '../../products/to-product-record';
import { SESSION_HEADER_DOC, viewOf } from '../../tryon/answer/find-visible';
import { uploadGone } from '../../tryon/accept/persist-try-on';
import { deletedSchema, toDeleted } from '../deleted-schema';
import { uploadsOfRequest } from '../../tryon/pictures/uploads-of-request';
import { principalOf, UPLOAD_ERRORS, type Route } from '../route';

export interface ProductCatalogueDeps {
  readonly db: Pick<Database, 'products' | 'uploads'>;
  readonly store: ObjectStore;
  readonly fetchAllow: readonly string[];
}

const PATH = '/v1/products';
const ROUTE = { tag: 'Products' } as const;

export function listProductsRoute({ db }: ProductCatalogueDeps): Route {
  return {
    method: 'get',
    path: PATH,
    operationId: 'listProducts',
    ...ROUTE,
    scope: 'products:read',
    summary: 'List products',
    description:
      'The latest first; pages go on as those of try-ons do. A product that a shopper’s page tried on first is not part of it until the shop says something of it: POST, PATCH, import, size chart, or a try-on with a secret key. A publishable key lists what it tried on in the session of `X-Drape-Session`, a client token what its session did.',
    query: PRODUCT_LISTING_QUERY,
    headers: SESSION_HEADER_DOC,
    responses: { 200: { description: 'A page of products.', schema: cursorListEnvelope(productSchema) } },
    errors: ['invalid_parameter', 'missing_parameter', 'invalid_limit', 'invalid_starting_after'],
    async handle(request) {
      const { query } = request;
      const asked = parseProductListing(query);
      const { owner } = principalOf(request);
      const page = await db.products.listPage({ owner, view: viewOf(request), ...asked });
      const { rows, ...next } = listed(page, { path: PATH, query, ...asked });
      return { status: 200, data: rows.map((row) => toProductRecord(row, principalOf(request))), ...next };
    },
  };
}

export function updateProductRoute({ db, store, fetchAllow }: ProductCatalogueDeps): Route {
  const validate = createValidator<UpdateProductBody>(updateProductSchema);
  return {
    method: 'patch',
    path: `${PATH}/{id}`,
    operationId: 'updateProduct',
    ...ROUTE,
    scope: 'products:write',
    summary: 'Change what is known of a product',
    description: 'Its size chart is changed by `PUT /v1/products/{id}/size-chart`.',
    params: PRODUCT_ID,
    body: updateProductSchema,
    responses: { 200: { description: 'The product.', schema: successEnvelope(productSchema) } },
    errors: [
      ...(['product_not_found', 'invalid_product_image_url', 'product_image_url_not_allowed'] as const),
      ...UPLOAD_ERRORS,
      ...(['invalid_product_image', 'external_id_taken', 'product_image_taken'] as const),
    ],
    async handle(request) {
      const { owner } = principalOf(request);
      const uploads = await uploadsOfRequest({ db, store }, request);
      const { picture, changes } = parseUpdateProduct(request.body, { validate, allow: fetchAllow, uploads });
      const { id, imageKey } = await getOwn(db, owner, nameOf(request));
      const work = (kept: CataloguePicture) => db.products.change(owner, id, { ...changes, picture: kept });
      const outcome =
        picture === null
          ? await db.products.change(owner, id, changes)
          : await keepPicture({ db, store }, request, { picture, work });
      await dropUnneededPicture({ db, store }, imageKey);
      if (outcome.kind === 'unknown') throw new ServiceError('product_not_found');
      if (outcome.kind === 'upload_gone') throw uploadGone();
      if (outcome.kind !== 'changed') throw takenError(outcome, picture);
      return { status: 200, data: toProductRecord(await getOwn(db, owner, id), principalOf(request)) };
    },
  };
}

export function deleteProductRoute({ db, store }: ProductCatalogueDeps): Route {
  return {
    method: 'delete',
    path: `${PATH}/{id}`,
    operationId: 'deleteProduct',
    ...ROUTE,
    scope: 'products:write',
    summary: 'Take a product out of the catalogue',
    description:
      'Its try-ons stay, without a productId; a later try-on with the same image URL makes a new product. An image that was sent itself is deleted with it, as soon as no unfinished try-on needs it.',
    params: PRODUCT_ID,
    responses: { 200: { description: 'It is gone.', schema: successEnvelope(deletedSchema) } },
    errors: ['product_not_found'],
    async handle(request) {
      const { owner } = principalOf(request);
      const { id, imageKey } = await getOwn(db, owner, nameOf(request));
      if (!(await db.products.remove(owner, id))) throw new ServiceError('product_not_found');
      await dropUnneededPicture({ db, store }, imageKey);
      return { status: 200, data: toDeleted(owner, id) };
    },
  };
}

async function getOwn(db: ProductCatalogueDeps['db'], owner: Owner, name: string): Promise<ProductRow> {
  const row = await db.products.find(owner, name);
  if (row === null) throw new ServiceError('product_not_found');
  return row;
}
