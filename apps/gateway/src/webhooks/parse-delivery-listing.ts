import { DELIVERED_EVENTS, DELIVERY_STATUSES } from '@drape/contracts';
import type { DeliveryFilter } from '@drape/db';
import { CURSOR_QUERY } from '../lists/cursor';
import { CREATED_QUERY, parseListing, readCreated, type ListingInput } from '../lists/listing';
import { OFFSET_BOUNDS, OFFSET_QUERY } from '../lists/page';
import type { Query } from '../lists/query-reader';

/** Same limits as for ids of try-ons. */
const NAME = { max: 128, printable: true } as const;

/** OpenAPI description of the query of a list of deliveries. */
export const DELIVERY_LISTING_QUERY = {
  ...CURSOR_QUERY,
  ...OFFSET_QUERY,
  status: { type: 'string', enum: DELIVERY_STATUSES },
  eventType: { type: 'string', enum: DELIVERED_EVENTS },
  ...CREATED_QUERY,
} as const;

/** The same for a webhook's list, which covers many try-ons. */
export const WEBHOOK_DELIVERY_LISTING_QUERY = { ...DELIVERY_LISTING_QUERY, tryOnId: { type: 'string' } } as const;

/** `offset` counts from the cursor, and from the latest without one. */
export type DeliveryListingInput = ListingInput<DeliveryFilter & { readonly offset: number }>;

/** Throws: ServiceError that names every parameter at fault. */
export function parseDeliveryListing(query: Query): DeliveryListingInput {
  return parseListing(query, (reader) => ({
    status: reader.choice('status', DELIVERY_STATUSES),
    event: reader.choice('eventType', DELIVERED_EVENTS),
    tryOnId: reader.text('tryOnId', NAME),
    ...readCreated(reader),
    offset: reader.integer('offset', OFFSET_BOUNDS) ?? 0,
  }));
}
