import {
  createProductSchema,
  createValidator,
  MEASUREMENT_UNITS,
  productSchema,
  requestError,
  ServiceError,
  SIZE_CHART_KINDS,
  sizeChartInputSchema,
  successEnvelope,
  type CreateProductBody,
  type MerchantChart,
  type SizeChartInput,
} from '@drape/contracts';
import type { CataloguePicture, Database, ProductRow } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { keepPicture } from '../../products/keep-picture';
import { parseCreateProduct } from '../../products/parse-create-product';
import { nameOf, PRODUCT_ID } from '../../products/product-name';
import { takenError } from '../../products/taken-error';
import { parseSizeChart, parseSizeChartCsv } from '../../products/parse-size-chart';
import { toProductRecord } from '../../products/to-product-record';
import type { Answer } from '../../http/respond';
import { SESSION_HEADER_DOC, viewIfNamed } from '../../tryon/answer/find-visible';
import { uploadGone } from '../../tryon/accept/persist-try-on';
import { uploadsOfRequest } from '../../tryon/pictures/uploads-of-request';
import {
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_HEADER,
  principalOf,
  UPLOAD_ERRORS,
  type ApiRequest,
  type Route,
} from '../route';
import { isExposedInPage } from '../../middleware/is-from-allowed-page';

export interface ProductsDeps {
  readonly db: Pick<Database, 'products' | 'uploads'>;
  readonly store: ObjectStore;
  readonly fetchAllow: readonly string[];
}

export function getProductRoute({ db }: ProductsDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/products/{id}', operationId: 'getProduct', tag: 'Products', scope: 'products:read' },
    summary: 'Get the analysis of a product',
    description:
      'A publishable key sees what it tried on in the session of `X-Drape-Session`, a client token what its session did.',
    params: PRODUCT_ID,
    headers: SESSION_HEADER_DOC,
    responses: { 200: { description: 'The product.', schema: successEnvelope(productSchema) } },
    errors: ['product_not_found'],
    async handle(request) {
      const answer = await find(db, request, nameOf(request));
      if (answer === null) throw new ServiceError('product_not_found');
      return answer;
    },
  };
}

export function createProductRoute({ db, store, fetchAllow }: ProductsDeps): Route {
  const validate = createValidator<CreateProductBody>(createProductSchema);
  return {
    ...{ method: 'post', path: '/v1/products', operationId: 'createProduct', tag: 'Products', scope: 'products:write' },
    summary: 'Make a product known by its image',
    description:
      'A product with this image that is known already keeps its id and takes what the body says anew; where it has another externalId, it is refused: no name is taken away but by `PATCH`. An image that is sent itself is kept as long as the product has it.',
    body: createProductSchema,
    headers: IDEMPOTENCY_HEADER,
    idempotent: { prefix: 'prd', replay: (request, id) => find(db, request, id) },
    responses: { 200: { description: 'The product.', schema: successEnvelope(productSchema) } },
    errors: [
      ...(['invalid_product_image_url', 'product_image_url_not_allowed', 'invalid_product_image'] as const),
      ...UPLOAD_ERRORS,
      'invalid_size_chart',
      ...(['external_id_taken', 'product_image_taken', ...IDEMPOTENCY_ERRORS] as const),
    ],
    async handle(request) {
      const { owner } = principalOf(request);
      const uploads = await uploadsOfRequest({ db, store }, request);
      const { picture, details: said } = parseCreateProduct(request.body, { validate, allow: fetchAllow, uploads });
      const id = request.newResourceId;
      const details = id === null ? said : { ...said, id };
      const work = (kept: CataloguePicture) => db.products.put(owner, kept, details);
      const outcome = await keepPicture({ db, store }, request, { picture, work });
      if (outcome.kind === 'upload_gone') throw uploadGone();
      if (outcome.kind !== 'put') throw takenError(outcome, picture);
      const answer = await find(db, request, outcome.id);
      if (answer === null) throw new Error(`the product ${outcome.id} is gone`);
      return answer;
    },
  };
}

export function putSizeChartRoute({ db }: ProductsDeps): Route {
  const validate = createValidator<SizeChartInput>(sizeChartInputSchema);
  return {
    ...{ method: 'put', path: '/v1/products/{id}/size-chart', operationId: 'putSizeChart', tag: 'Products' },
    scope: 'products:write',
    summary: 'Give a product its own size chart',
    description: 'Fits go by it from then on. As CSV: a heading such as `size,chest,waist`, cells such as `94-98`.',
    params: PRODUCT_ID,
    query: CSV_QUERY,
    body: sizeChartInputSchema,
    csvBody: { type: 'string', examples: ['size,chest,waist\nS,86-94,74-82\nM,94-102,82-90\n'] },
    responses: { 200: { description: 'The product.', schema: successEnvelope(productSchema) } },
    errors: ['product_not_found', 'invalid_size_chart', 'invalid_unit'],
    async handle(request) {
      const chart = isCsv(request)
        ? parseSizeChartCsv(String(request.body), csvOptions(request))
        : parseSizeChart(request.body, validate);
      if (!isCsv(request)) rejectQuery(request);
      const row = await db.products.setSizeChart(principalOf(request).owner, nameOf(request), chart);
      if (row === null) throw new ServiceError('product_not_found');
      return { status: 200, data: toProductRecord(row, principalOf(request)) };
    },
  };
}

async function find(db: ProductsDeps['db'], request: ApiRequest, name: string): Promise<Answer | null> {
  const row = await findShown(db, request, name);
  return row && { status: 200, data: toProductRecord(row, principalOf(request)) };
}

/** The product, where the caller may see it. */
export async function findShown(
  db: Pick<Database, 'products'>,
  request: ApiRequest,
  name: string,
): Promise<ProductRow | null> {
  const row = await db.products.find(principalOf(request).owner, name);
  return row !== null && (await isShown(db, request, row.id)) ? row : null;
}

/** A page sees the products that its session has tried on, and no others: the catalogue is the shop's. */
async function isShown({ products }: Pick<Database, 'products'>, request: ApiRequest, id: string): Promise<boolean> {
  const principal = principalOf(request);
  if (!isExposedInPage(principal)) return true;
  const view = viewIfNamed(request);
  return view !== null && products.isTriedIn(principal.owner, view, id);
}

const isCsv = ({ header }: ApiRequest): boolean => /^\s*text\/csv\s*(;|$)/i.test(header('content-type') ?? '');

/** OpenAPI description of the query of a CSV. */
const CSV_QUERY = {
  kind: { type: 'string', enum: SIZE_CHART_KINDS, default: 'body', description: 'Of a chart sent as CSV.' },
  unit: { type: 'string', enum: MEASUREMENT_UNITS, default: 'cm', description: 'Of a chart sent as CSV.' },
} as const;

/** A CSV cannot hold these, so they come in the query. */
function csvOptions({ query }: ApiRequest): Pick<MerchantChart, 'kind' | 'unit'> {
  const read = <const T extends string>(name: string, allowed: readonly [T, ...T[]]): T => {
    const text = query[name];
    const value = text === undefined ? allowed[0] : allowed.find((one) => one === text);
    if (value !== undefined) return value;
    const message = `${name} must be one of ${allowed.join(', ')}; got ${JSON.stringify(text).slice(0, 60)}.`;
    throw requestError([{ param: name, code: 'enum', message, allowed }]);
  };
  return { kind: read('kind', SIZE_CHART_KINDS), unit: read('unit', MEASUREMENT_UNITS) };
}

function rejectQuery({ query }: ApiRequest): void {
  const [param] = Object.keys(query);
  if (param === undefined) return;
  const detail = `${param} is for charts sent as text/csv; in JSON it belongs into the body.`;
  throw new ServiceError('invalid_parameter', { detail, param });
}
