-- An erasure takes what was told of its try-ons: the unique index finds those by endpoint only.
CREATE INDEX CONCURRENTLY "webhook_deliveries_resource_id_idx" ON "webhook_deliveries"("resource_id");
