import { FAILURE_CODES, PRODUCT_CATEGORIES, QUALITY_LEVELS, TRYON_STATUSES } from '@drape/contracts';
import type { TryOnFilter } from '@drape/db';
import { CURSOR_QUERY } from '../../lists/cursor';
import { CREATED_QUERY, parseListing, readCreated, type ListingInput } from '../../lists/listing';
import type { Query } from '../../lists/query-reader';

/** Same limits as in try-ons' bodies. */
const NAME = { max: 128, printable: true } as const;
const METADATA = { countMax: 3, keyMax: 40, valueMax: 500 } as const;

/** OpenAPI description of the query. */
export const TRY_ON_LISTING_QUERY = {
  ...CURSOR_QUERY,
  status: { type: 'string', enum: TRYON_STATUSES },
  sessionId: { type: 'string' },
  productId: { type: 'string', description: "Our id of the product, or the shop's own (externalId)." },
  category: { type: 'string', enum: PRODUCT_CATEGORIES, description: 'productCategory of the try-on.' },
  quality: {
    type: 'string',
    enum: QUALITY_LEVELS,
    description: 'Of the picture, also of one that was made and not shown.',
  },
  errorCode: {
    type: 'string',
    enum: FAILURE_CODES,
    description: 'Why it failed; expired ones have deadline_exceeded.',
  },
  batchId: { type: 'string' },
  ...CREATED_QUERY,
  metadata: {
    type: 'object',
    maxProperties: METADATA.countMax,
    additionalProperties: { type: 'string', maxLength: METADATA.valueMax },
    description: '`metadata[order]=7`: a note of yours and its value; at most three, and all of them must hold.',
  },
} as const;

/** Throws: ServiceError that names every parameter at fault. */
export function parseTryOnListing(query: Query): ListingInput<TryOnFilter> {
  return parseListing(query, (reader) => ({
    status: reader.choice('status', TRYON_STATUSES),
    sessionId: reader.text('sessionId', NAME),
    productId: reader.text('productId', NAME),
    category: reader.choice('category', PRODUCT_CATEGORIES),
    quality: reader.choice('quality', QUALITY_LEVELS),
    errorCode: reader.choice('errorCode', FAILURE_CODES),
    batchId: reader.text('batchId', NAME),
    ...readCreated(reader),
    metadata: reader.pairs('metadata', METADATA),
  }));
}
