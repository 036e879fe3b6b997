import type { DeliveredEvent, DeliveryStatus, Owner } from '@drape/contracts';
import { toDeliveryRow, type DeliveryRow } from './delivery-row';
import { Prisma, type PrismaClient } from './prisma';

/** The list of an endpoint's deliveries, or of those about a resource, to whichever endpoint. */
export type DeliveryParent = { readonly endpointId: string } | { readonly resourceId: string };

/** Filter; null: any. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  readonly event: DeliveredEvent | null;
  readonly tryOnId: string | null;
  readonly createdFrom: Date | null;
  readonly createdBefore: Date | null;
}

export interface DeliveryListing {
  readonly owner: Owner;
  readonly of: DeliveryParent;
  readonly filter: DeliveryFilter;
  /** The last delivery of the previous page; it need not match the filter. */
  readonly startingAfter: string | null;
  /** Entries to skip from there. */
  readonly offset: number;
  readonly limit: number;
}

export interface DeliveryPage {
  readonly rows: DeliveryRow[];
  readonly hasMore: boolean;
  /** Of all that match the filter. */
  readonly total: number;
}

/** Latest first; null where `startingAfter` is not in the list. Ids contain the time of the resource, so they do not order deliveries. */
export async function listDeliveries(prisma: PrismaClient, listing: DeliveryListing): Promise<DeliveryPage | null> {
  const { owner, startingAfter, offset, limit } = listing;
  const { accountId, env } = owner;
  const listed = listOf(listing);
  if (startingAfter !== null) {
    const found = await prisma.$queryRaw<unknown[]>`
      SELECT d.id FROM webhook_deliveries d WHERE d.id = ${startingAfter} AND ${listed}`;
    if (found.length === 0) return null;
  }
  const wanted = Prisma.join([listed, ...conditionsOf(listing.filter)], ' AND ');
  const [found, [counted]] = await Promise.all([
    prisma.$queryRaw<{ id: string }[]>`
      SELECT d.id FROM webhook_deliveries d WHERE ${wanted} AND ${isAfter(startingAfter)}
      ORDER BY d.created_at DESC, d.id DESC OFFSET ${offset} LIMIT ${limit + 1}`,
    prisma.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM webhook_deliveries d WHERE ${wanted}`,
  ]);
  const ids = found.slice(0, limit).map(({ id }) => id);
  const rows = await prisma.webhookDelivery.findMany({ where: { id: { in: ids }, accountId, env } });
  const byId = new Map(rows.map((row) => [row.id, toDeliveryRow(row)]));
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    hasMore: found.length > limit,
    total: counted?.total ?? 0,
  };
}

function listOf({ owner: { accountId, env }, of }: DeliveryListing): Prisma.Sql {
  const parent =
    'endpointId' in of ? Prisma.sql`d.endpoint_id = ${of.endpointId}` : Prisma.sql`d.resource_id = ${of.resourceId}`;
  return Prisma.sql`d.account_id = ${accountId} AND d.env = ${env}::key_env AND ${parent}`;
}

function isAfter(id: string | null): Prisma.Sql {
  if (id === null) return Prisma.sql`true`;
  return Prisma.sql`(d.created_at, d.id) < (SELECT p.created_at, p.id FROM webhook_deliveries p WHERE p.id = ${id})`;
}

function conditionsOf({ status, event, tryOnId, createdFrom, createdBefore }: DeliveryFilter): Prisma.Sql[] {
  return [
    ...(status === null ? [] : [Prisma.sql`d.status = ${status}::delivery_status`]),
    ...(event === null ? [] : [Prisma.sql`d.event = ${event}`]),
    ...(tryOnId === null ? [] : [Prisma.sql`d.resource_id = ${tryOnId}`]),
    ...(createdFrom === null ? [] : [Prisma.sql`d.created_at >= ${createdFrom.toISOString()}::timestamptz`]),
    ...(createdBefore === null ? [] : [Prisma.sql`d.created_at < ${createdBefore.toISOString()}::timestamptz`]),
  ];
}
