import {
  createValidator,
  cursorListEnvelope,
  IMPORT_ROW_STATUSES,
  importedProductSchema,
  isId,
  productImportRowSchema,
  productImportSchema,
  ServiceError,
  successEnvelope,
  type ImportedProduct,
  type ProductImportFormat,
  type ProductImportRowRecord,
} from '@drape/contracts';
import type { Database, ProductImportRow, ReportedRow } from '@drape/db';
import { CURSOR_QUERY } from '../../lists/cursor';
import { readImport } from '../../imports/read-import';
import { toImportRecord } from '../../imports/to-import-record';
import { listed, parseListing } from '../../lists/listing';
import type { Answer } from '../../http/respond';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, principalOf, type ApiRequest, type Route } from '../route';

export interface ProductImportsDeps {
  readonly db: Pick<Database, 'productImports'>;
  readonly fetchAllow: readonly string[];
}

/** Per account at the same time: more would only wait for each other. */
const UNFINISHED_MAX = 5;
/** Rows per page: ten pages show the longest report. */
const ROWS_MAX = 1000;
const ROUTE = { tag: 'Products', scope: 'products:write' } as const;
const ID = { id: { type: 'string' } } as const;
const FORMATS: Readonly<Record<string, ProductImportFormat>> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };

export function importProductsRoute({ db, fetchAllow }: ProductImportsDeps): Route {
  const validate = createValidator<ImportedProduct>(importedProductSchema);
  return {
    method: 'post',
    path: '/v1/products/import',
    operationId: 'importProducts',
    ...ROUTE,
    summary: 'Put a file of products into the catalogue',
    description:
      'At most 10,000 rows and 5 MiB, as CSV (a heading with `externalId`, `imageUrl`, `title`, `category` in any order) or as JSON lines with the same keys. Answered at once; the rows are worked off afterwards, and a row at fault keeps none of the others. A row means the product that has its `externalId`, else the one that has its picture and no externalId, else a new one; an empty cell leaves what is known. Size charts are not part of it: `PUT /v1/products/{id}/size-chart`.',
    headers: IDEMPOTENCY_HEADER,
    textBodies: {
      'text/csv': { type: 'string', examples: [EXAMPLE_CSV] },
      'application/x-ndjson': { type: 'string', examples: [EXAMPLE_LINES] },
    },
    idempotent: { prefix: 'imp', replay: (request, id) => find(db, request, id) },
    responses: {
      200: { description: 'The import, queued.', schema: successEnvelope(productImportSchema) },
      202: {
        description: 'The same, where `Prefer: respond-async` was sent.',
        schema: successEnvelope(productImportSchema),
      },
    },
    sends: ['Location'],
    errors: [
      ...(['invalid_import', 'import_too_many_rows', 'import_limit_reached', 'missing_parameter'] as const),
      ...IDEMPOTENCY_ERRORS,
    ],
    async handle(request) {
      const { owner } = principalOf(request);
      const format = formatOf(request);
      const rows = await readImport(format, String(request.body), { validate, allow: fetchAllow });
      const named = request.newResourceId === null ? {} : { id: request.newResourceId };
      const id = await db.productImports.insertUpTo(UNFINISHED_MAX, { ...named, owner, format, rows });
      if (id === null) throw tooMany();
      const answer = await find(db, request, id);
      if (answer === null) throw new Error(`the import ${id} is gone`);
      return answer;
    },
  };
}

const EXAMPLE_CSV = 'externalId,imageUrl,title,category\nsku-4711,https://shop.example/shirt.jpg,Logo tee,top\n';
const EXAMPLE_LINES = '{"externalId":"sku-4711","imageUrl":"https://shop.example/shirt.jpg","category":"top"}\n';

function formatOf({ header }: ApiRequest): ProductImportFormat {
  const type = (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const format = FORMATS[type];
  if (format === undefined) throw new Error(`a body of type ${type} came through`);
  return format;
}

function tooMany(): ServiceError {
  const detail = `The account has ${UNFINISHED_MAX} imports that are not finished; wait for one of them.`;
  return new ServiceError('import_limit_reached', { detail, retryAfterSec: 30 });
}

export function getProductImportRoute({ db }: ProductImportsDeps): Route {
  return {
    method: 'get',
    path: '/v1/products/imports/{id}',
    operationId: 'getProductImport',
    ...ROUTE,
    summary: 'Get an import by its id',
    description: 'How far it is. What became of each row tells `/rows`.',
    params: ID,
    responses: { 200: { description: 'The import.', schema: successEnvelope(productImportSchema) } },
    errors: ['import_not_found'],
    async handle(request) {
      return { status: 200, data: toImportRecord(await getOwn(db, request)) };
    },
  };
}

export function listImportRowsRoute({ db }: ProductImportsDeps): Route {
  return {
    method: 'get',
    path: '/v1/products/imports/{id}/rows',
    operationId: 'listProductImportRows',
    ...ROUTE,
    summary: 'List what became of the rows of an import',
    description: 'In the order of the file; `status=failed` for those that want mending. Kept for 30 days.',
    params: ID,
    query: ROWS_QUERY,
    responses: { 200: { description: 'A page of rows.', schema: cursorListEnvelope(productImportRowSchema) } },
    errors: ['import_not_found', 'invalid_parameter', 'invalid_limit', 'invalid_starting_after'],
    async handle(request) {
      const { query } = request;
      const asked = parseListing(query, (reader) => reader.choice('status', IMPORT_ROW_STATUSES), ROWS_MAX);
      const { filter: status, startingAfter, limit } = asked;
      const after = rowNumber(startingAfter);
      const { id } = await getOwn(db, request);
      const page = after === null ? null : await db.productImports.listRows(id, { status, after, limit });
      const { rows, ...next } = listed(page && { ...page, rows: page.rows.map(withId) }, {
        path: `/v1/products/imports/${id}/rows`,
        query,
        ...asked,
      });
      return { status: 200, data: rows.map(toRow), ...next };
    },
  };
}

const ROWS_QUERY = {
  limit: { ...CURSOR_QUERY.limit, maximum: ROWS_MAX },
  starting_after: { type: 'string', description: 'The last row of the page before: `nextStartingAfter`.' },
  status: { type: 'string', enum: IMPORT_ROW_STATUSES },
} as const;

/** 0 without a cursor; null where the cursor is not a row number. */
function rowNumber(startingAfter: string | null): number | null {
  if (startingAfter === null) return 0;
  return /^\d{1,9}$/.test(startingAfter) ? Number(startingAfter) : null;
}

/** Lists paginate by id: a row's number serves as one. */
const withId = (row: ReportedRow) => ({ ...row, id: String(row.row) });

function toRow({ row, status, externalId, productId, error }: ReportedRow): ProductImportRowRecord {
  return { row, status, externalId, productId, error };
}

async function find(db: ProductImportsDeps['db'], request: ApiRequest, id: string): Promise<Answer | null> {
  const row = await db.productImports.find(principalOf(request).owner, id);
  if (row === null) return null;
  const status = request.preference.respondAsync ? 202 : 200;
  return { status, headers: { Location: `/v1/products/imports/${id}` }, data: toImportRecord(row) };
}

async function getOwn(db: ProductImportsDeps['db'], request: ApiRequest): Promise<ProductImportRow> {
  const id = request.params['id'] ?? '';
  const row = isId('imp', id) ? await db.productImports.find(principalOf(request).owner, id) : null;
  if (row === null) throw new ServiceError('import_not_found');
  return row;
}
