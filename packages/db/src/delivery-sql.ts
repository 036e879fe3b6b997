import { EVERY_EVENT, PING } from '@drape/contracts';
import { Prisma } from './prisma';

/** A delivery's id in the form of our others: the ten time digits of the resource's id, then 64 random bits. */
export const eventIdFor = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`'evt_' || substr(${id}, 5, 10) || upper(substr(replace(gen_random_uuid()::text, '-', ''), 17))`;

/** A timestamp as messages carry it, ISO 8601 in UTC with milliseconds. */
export const isoTime = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Whether a webhook is subscribed to an event: by its name, or to all. */
export const listensTo = (event: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`e.events && ARRAY[${EVERY_EVENT}, ${event}]::text[]`;

/** Whether a delivery waits for its webhook to be enabled again. Pings are sent all the same: they test the receiver. */
export const IS_HELD = Prisma.sql`(d.event <> ${PING} AND EXISTS (
  SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.account_id = d.account_id AND e.env = d.env AND NOT e.enabled))`;
