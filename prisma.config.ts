import { defineConfig } from 'prisma/config';

/** Read by Prisma's command line only; the services apply migrations through @drape/db, which keeps the same books. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? 'postgresql://localhost:5432/drape' },
});
