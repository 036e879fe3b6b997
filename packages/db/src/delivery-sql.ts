import { Prisma } from './prisma';

/** The id of a delivery in the form of our others: the ten digits of time of the id that it tells of, then 64 random bits. */
export const eventIdFor = (id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`'evt_' || substr(${id}, 5, 10) || upper(substr(replace(gen_random_uuid()::text, '-', ''), 17))`;

/** A timestamp as messages carry it, ISO 8601 in UTC with milliseconds. */
export const isoTime = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
