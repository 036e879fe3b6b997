#!/bin/sh
# Stands where Prisma looks for its schema engine. `generate`, `validate` and `format` never run it; whoever does is told why it fails.
echo "Drape does not use Prisma's schema engine: apply migrations with migrate() of @drape/db, or run 'prisma migrate deploy' without PRISMA_SCHEMA_ENGINE_BINARY" >&2
exit 1
