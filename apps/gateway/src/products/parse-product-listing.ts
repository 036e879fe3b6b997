import { PRODUCT_CATEGORIES, PRODUCT_STATUSES } from '@drape/contracts';
import type { ProductFilter } from '@drape/db';
import { CURSOR_QUERY } from '../lists/cursor';
import { parseListing, type ListingInput } from '../lists/listing';
import type { Query } from '../lists/query-reader';

/** Same limits as in products' bodies. */
const NAME = { max: 128, printable: true } as const;
const TITLE = { max: 300, printable: false } as const;
const INCLUDES = ['untended'] as const;

/** OpenAPI description of the query. */
export const PRODUCT_LISTING_QUERY = {
  ...CURSOR_QUERY,
  status: { type: 'string', enum: PRODUCT_STATUSES },
  category: { type: 'string', enum: PRODUCT_CATEGORIES },
  externalId: { type: 'string', description: "The shop's own name; one product has it at most." },
  q: { type: 'string', description: 'How the title begins, whatever the case.' },
  include: {
    type: 'string',
    enum: INCLUDES,
    description:
      '`untended`: those too that shoppers’ pages brought and the shop has said nothing of. A page sees them anyway.',
  },
} as const;

/** Throws: ServiceError that names every parameter at fault. */
export function parseProductListing(query: Query): ListingInput<ProductFilter> {
  return parseListing(query, (reader) => ({
    status: reader.choice('status', PRODUCT_STATUSES),
    category: reader.choice('category', PRODUCT_CATEGORIES),
    externalId: reader.text('externalId', NAME),
    titlePrefix: reader.text('q', TITLE),
    untended: reader.choice('include', INCLUDES) !== null,
  }));
}
